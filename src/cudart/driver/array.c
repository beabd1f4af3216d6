/* array.c - arrays, textures and surfaces: the runtime's, under the driver's descriptions. */
#include "config.h"

#include "cudart/driver/driver.h"

#include <string.h>

#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "cudart/textures/array.h"
#include "words/kinds.h"

/* ---- formats ----------------------------------------------------------------------------------------------- */

/* Normalised formats, in the order of both APIs. */
static const struct { enum cudaChannelFormatKind kind; int bits; unsigned channels; } normalized[] = {
	{ cudaChannelFormatKindUnsignedNormalized8X1, 8, 1 },   { cudaChannelFormatKindUnsignedNormalized8X2, 8, 2 },
	{ cudaChannelFormatKindUnsignedNormalized8X4, 8, 4 },   { cudaChannelFormatKindUnsignedNormalized16X1, 16, 1 },
	{ cudaChannelFormatKindUnsignedNormalized16X2, 16, 2 }, { cudaChannelFormatKindUnsignedNormalized16X4, 16, 4 },
	{ cudaChannelFormatKindSignedNormalized8X1, 8, 1 },     { cudaChannelFormatKindSignedNormalized8X2, 8, 2 },
	{ cudaChannelFormatKindSignedNormalized8X4, 8, 4 },     { cudaChannelFormatKindSignedNormalized16X1, 16, 1 },
	{ cudaChannelFormatKindSignedNormalized16X2, 16, 2 },   { cudaChannelFormatKindSignedNormalized16X4, 16, 4 },
};
#define NORMALIZED (sizeof normalized / sizeof *normalized)

static const struct { CUarray_format format; enum cudaChannelFormatKind kind; int bits; } plain[] = {
	{ CU_AD_FORMAT_UNSIGNED_INT8, cudaChannelFormatKindUnsigned, 8 },
	{ CU_AD_FORMAT_UNSIGNED_INT16, cudaChannelFormatKindUnsigned, 16 },
	{ CU_AD_FORMAT_UNSIGNED_INT32, cudaChannelFormatKindUnsigned, 32 },
	{ CU_AD_FORMAT_SIGNED_INT8, cudaChannelFormatKindSigned, 8 },
	{ CU_AD_FORMAT_SIGNED_INT16, cudaChannelFormatKindSigned, 16 },
	{ CU_AD_FORMAT_SIGNED_INT32, cudaChannelFormatKindSigned, 32 },
	{ CU_AD_FORMAT_HALF, cudaChannelFormatKindFloat, 16 },
	{ CU_AD_FORMAT_FLOAT, cudaChannelFormatKindFloat, 32 },
};

static bool format_of(const struct call *call, CUarray_format format, unsigned channels, struct cudaChannelFormatDesc *desc)
{
	const unsigned which = (unsigned)format - CU_AD_FORMAT_UNORM_INT8X1;
	int bits = 0;

	if (which < NORMALIZED && channels == normalized[which].channels) {
		bits = normalized[which].bits;
		desc->f = normalized[which].kind;
	}
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (plain[i].format == format && (channels == 1 || channels == 2 || channels == 4)) {
			bits = plain[i].bits;
			desc->f = plain[i].kind;
		}
	if (!bits) {
		report_call(KIND_API_ERROR, call, NULL, "use 1, 2 or 4 channels of an integer or float format",
			    "%s: there are no texels of format 0x%x with %u channels", call->name, (unsigned)format, channels);
		return false;
	}
	desc->x = bits;
	desc->y = channels > 1 ? bits : 0;
	desc->z = desc->w = channels > 2 ? bits : 0;
	return true;
}

static CUarray_format format_back(const struct cudaChannelFormatDesc *desc, unsigned *channels)
{
	*channels = !desc->y ? 1 : !desc->z ? 2 : 4;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (plain[i].kind == desc->f && plain[i].bits == desc->x)
			return plain[i].format;
	return (CUarray_format)(CU_AD_FORMAT_UNORM_INT8X1 + (desc->f - cudaChannelFormatKindUnsignedNormalized8X1));
}

static cudaError_t linear_width(const struct call *call, size_t *texels, CUarray_format format, unsigned channels,
				CUdevice device)
{
	struct cudaChannelFormatDesc desc;

	return format_of(call, format, channels, &desc) ? cudaDeviceGetTexture1DLinearMaxWidth(texels, &desc, device) :
	       cudaErrorInvalidValue;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *texels, CUarray_format format, unsigned int channels, CUdevice device)
	DRIVER_BODY(linear_width(&call, texels, format, channels, device))

/* ---- arrays -------------------------------------------------------------------------------------------------- */

static cudaError_t array_new(const struct call *call, CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	struct cudaChannelFormatDesc desc;

	if (!array || !format_of(call, d->Format, d->NumChannels, &desc))
		return cudaErrorInvalidValue;
	return cudaMalloc3DArray((cudaArray_t *)array, &desc, (struct cudaExtent){ d->Width, d->Height, d->Depth }, d->Flags);
}

CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *desc)
{
	const CUDA_ARRAY3D_DESCRIPTOR box = desc ? (CUDA_ARRAY3D_DESCRIPTOR){ desc->Width, desc->Height, 0, desc->Format,
									      desc->NumChannels, 0 } :
						   (CUDA_ARRAY3D_DESCRIPTOR){ 0 };

	return DRIVER_CALL(desc ? array_new(&call, array, &box) : cudaErrorInvalidValue);
}

CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc)
	DRIVER_BODY(desc ? array_new(&call, array, desc) : cudaErrorInvalidValue)

static cudaError_t array_desc(const struct call *call, CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
{
	const struct cudaArray *a = array_find(call, (cudaArray_t)array);

	if (!a)
		return cudaErrorInvalidResourceHandle;
	*desc = (CUDA_ARRAY3D_DESCRIPTOR){ .Width = a->extent.width, .Height = a->extent.height, .Depth = a->extent.depth,
					   .Flags = a->flags };
	desc->Format = format_back(&a->format, &desc->NumChannels);
	return cudaSuccess;
}

static cudaError_t array_desc_flat(const struct call *call, CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
{
	CUDA_ARRAY3D_DESCRIPTOR box;
	cudaError_t error = array_desc(call, &box, array);

	if (error == cudaSuccess)
		*desc = (CUDA_ARRAY_DESCRIPTOR){ box.Width, box.Height, box.Format, box.NumChannels };
	return error;
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
	DRIVER_BODY(desc ? array_desc_flat(&call, desc, array) : cudaErrorInvalidValue)

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
	DRIVER_BODY(desc ? array_desc(&call, desc, array) : cudaErrorInvalidValue)

static cudaError_t mipmap_new(const struct call *call, CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels)
{
	struct cudaChannelFormatDesc desc;

	if (!array || !d || !format_of(call, d->Format, d->NumChannels, &desc))
		return cudaErrorInvalidValue;
	return cudaMallocMipmappedArray((cudaMipmappedArray_t *)array, &desc,
					(struct cudaExtent){ d->Width, d->Height, d->Depth }, levels, d->Flags);
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc, unsigned int levels)
	DRIVER_BODY(mipmap_new(&call, array, desc, levels))

/* ---- copies: offsets and sizes in bytes, within the first row ------------------------------------------------- */

static cudaError_t copy_row(const struct call *call, CUarray array, size_t offset, uint64_t memory, size_t size,
			    enum cudaMemcpyKind kind, bool to_array, CUstream stream, bool async)
{
	const struct copy_side there = { memory, size, size };
	struct stream *s = stream_find(call, (cudaStream_t)stream);
	struct copy_op *made;
	struct copy_side side;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = array_side(call, (cudaArray_t)array, &(struct cudaPos){ offset, 0, 0 },
			   &(struct cudaExtent){ size, 1, 1 }, &side);
	if (error == cudaSuccess)
		error = copy_make(call, to_array ? &side : &there, to_array ? &there : &side, size, 1, 1, kind, &made);
	return error == cudaSuccess ? copy_submit(made, s, async) : error;
}

CUresult cuMemcpyHtoA_v2(CUarray to, size_t offset, const void *from, size_t size)
	DRIVER_BODY(copy_row(&call, to, offset, (uintptr_t)from, size, cudaMemcpyHostToDevice, true, NULL, false))

CUresult cuMemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from, size_t size, CUstream stream)
	DRIVER_BODY(copy_row(&call, to, offset, (uintptr_t)from, size, cudaMemcpyHostToDevice, true, stream, true))

CUresult cuMemcpyAtoH_v2(void *to, CUarray from, size_t offset, size_t size)
	DRIVER_BODY(copy_row(&call, from, offset, (uintptr_t)to, size, cudaMemcpyDeviceToHost, false, NULL, false))

CUresult cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset, size_t size, CUstream stream)
	DRIVER_BODY(copy_row(&call, from, offset, (uintptr_t)to, size, cudaMemcpyDeviceToHost, false, stream, true))

CUresult cuMemcpyDtoA_v2(CUarray to, size_t offset, CUdeviceptr from, size_t size)
	DRIVER_BODY(copy_row(&call, to, offset, from, size, cudaMemcpyDeviceToDevice, true, NULL, false))

CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t offset, size_t size)
	DRIVER_BODY(copy_row(&call, from, offset, to, size, cudaMemcpyDeviceToDevice, false, NULL, false))

static cudaError_t copy_arrays(const struct call *call, CUarray to, size_t to_offset, CUarray from, size_t from_offset,
			       size_t size)
{
	struct copy_side there;
	cudaError_t error = array_side(call, (cudaArray_t)to, &(struct cudaPos){ to_offset, 0, 0 },
				       &(struct cudaExtent){ size, 1, 1 }, &there);

	return error == cudaSuccess ? copy_row(call, from, from_offset, there.addr, size, cudaMemcpyDeviceToDevice, false, NULL,
					       false) : error;
}

CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t size)
	DRIVER_BODY(copy_arrays(&call, to, to_offset, from, from_offset, size))

/* ---- textures and surfaces ------------------------------------------------------------------------------------- */

_Static_assert(sizeof(CUDA_RESOURCE_VIEW_DESC) == sizeof(struct cudaResourceViewDesc), "the two APIs have the same views");

static bool resource_of(const struct call *call, const CUDA_RESOURCE_DESC *d, struct cudaResourceDesc *r)
{
	memset(r, 0, sizeof *r);
	r->resType = (enum cudaResourceType)d->resType;
	switch (d->resType) {
	case CU_RESOURCE_TYPE_ARRAY: r->res.array.array = (cudaArray_t)d->res.array.hArray; return true;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: r->res.mipmap.mipmap = (cudaMipmappedArray_t)d->res.mipmap.hMipmappedArray;
								      return true;
	case CU_RESOURCE_TYPE_LINEAR:
		r->res.linear.devPtr = (void *)d->res.linear.devPtr;
		r->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
		return format_of(call, d->res.linear.format, d->res.linear.numChannels, &r->res.linear.desc);
	case CU_RESOURCE_TYPE_PITCH2D:
		r->res.pitch2D.devPtr = (void *)d->res.pitch2D.devPtr;
		r->res.pitch2D.width = d->res.pitch2D.width;
		r->res.pitch2D.height = d->res.pitch2D.height;
		r->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
		return format_of(call, d->res.pitch2D.format, d->res.pitch2D.numChannels, &r->res.pitch2D.desc);
	}
	return false;
}

static void resource_back(const struct cudaResourceDesc *r, CUDA_RESOURCE_DESC *d)
{
	memset(d, 0, sizeof *d);
	d->resType = (CUresourcetype)r->resType;
	switch (d->resType) {
	case CU_RESOURCE_TYPE_ARRAY: d->res.array.hArray = (CUarray)r->res.array.array; break;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: d->res.mipmap.hMipmappedArray = (CUmipmappedArray)r->res.mipmap.mipmap; break;
	case CU_RESOURCE_TYPE_LINEAR:
		d->res.linear.devPtr = (uintptr_t)r->res.linear.devPtr;
		d->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
		d->res.linear.format = format_back(&r->res.linear.desc, &d->res.linear.numChannels);
		break;
	case CU_RESOURCE_TYPE_PITCH2D:
		d->res.pitch2D.devPtr = (uintptr_t)r->res.pitch2D.devPtr;
		d->res.pitch2D.width = r->res.pitch2D.width;
		d->res.pitch2D.height = r->res.pitch2D.height;
		d->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
		d->res.pitch2D.format = format_back(&r->res.pitch2D.desc, &d->res.pitch2D.numChannels);
		break;
	}
}

/* Are its texels integers that a texture can return as floats? 32 bits are too many. */
static bool has_small_integers(const struct cudaResourceDesc *r)
{
	struct cudaChannelFormatDesc desc = r->res.linear.desc;

	if (r->resType == cudaResourceTypePitch2D)
		desc = r->res.pitch2D.desc;
	else if (r->resType == cudaResourceTypeArray)
		desc = r->res.array.array->format;
	else if (r->resType == cudaResourceTypeMipmappedArray)
		desc = r->res.mipmap.mipmap->levels[0]->format;
	return (desc.f == cudaChannelFormatKindSigned || desc.f == cudaChannelFormatKindUnsigned) && desc.x < 32;
}

static cudaError_t texture_new(const struct call *call, CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
			       const CUDA_TEXTURE_DESC *d, const CUDA_RESOURCE_VIEW_DESC *view)
{
	struct cudaTextureDesc desc = { 0 };
	struct cudaResourceDesc r;

	if (!texture || !resource || !d || !resource_of(call, resource, &r))
		return cudaErrorInvalidValue;
	if (r.resType == cudaResourceTypeArray ? !array_find(call, r.res.array.array) :
	    r.resType == cudaResourceTypeMipmappedArray && !mipmap_find(call, r.res.mipmap.mipmap))
		return cudaErrorInvalidResourceHandle;
	for (unsigned k = 0; k < 3; k++)
		desc.addressMode[k] = (enum cudaTextureAddressMode)d->addressMode[k];
	desc.filterMode = (enum cudaTextureFilterMode)d->filterMode;
	desc.readMode = has_small_integers(&r) && !(d->flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat :
			cudaReadModeElementType;
	desc.sRGB = !!(d->flags & CU_TRSF_SRGB);
	desc.normalizedCoords = !!(d->flags & CU_TRSF_NORMALIZED_COORDINATES);
	desc.disableTrilinearOptimization = !!(d->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
	desc.seamlessCubemap = !!(d->flags & CU_TRSF_SEAMLESS_CUBEMAP);
	memcpy(desc.borderColor, d->borderColor, sizeof desc.borderColor);
	desc.maxAnisotropy = d->maxAnisotropy;
	desc.mipmapFilterMode = (enum cudaTextureFilterMode)d->mipmapFilterMode;
	desc.mipmapLevelBias = d->mipmapLevelBias;
	desc.minMipmapLevelClamp = d->minMipmapLevelClamp;
	desc.maxMipmapLevelClamp = d->maxMipmapLevelClamp;
	return cudaCreateTextureObject(texture, &r, &desc, (const struct cudaResourceViewDesc *)view);
}

CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *desc,
			   const CUDA_RESOURCE_VIEW_DESC *view)
	DRIVER_BODY(texture_new(&call, texture, resource, desc, view))

static cudaError_t texture_desc_back(CUDA_TEXTURE_DESC *d, CUtexObject texture)
{
	struct cudaTextureDesc desc;
	cudaError_t error = d ? cudaGetTextureObjectTextureDesc(&desc, texture) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	*d = (CUDA_TEXTURE_DESC){
		.filterMode = (CUfilter_mode)desc.filterMode, .maxAnisotropy = desc.maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)desc.mipmapFilterMode, .mipmapLevelBias = desc.mipmapLevelBias,
		.minMipmapLevelClamp = desc.minMipmapLevelClamp, .maxMipmapLevelClamp = desc.maxMipmapLevelClamp,
		.flags = (desc.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0u) |
			 (desc.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) | (desc.sRGB ? CU_TRSF_SRGB : 0u) |
			 (desc.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u) |
			 (desc.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u),
	};
	for (unsigned k = 0; k < 3; k++)
		d->addressMode[k] = (CUaddress_mode)desc.addressMode[k];
	memcpy(d->borderColor, desc.borderColor, sizeof d->borderColor);
	return cudaSuccess;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *desc, CUtexObject texture) DRIVER_BODY(texture_desc_back(desc, texture))

static cudaError_t object_resource(CUDA_RESOURCE_DESC *resource, uint64_t object, bool is_surface)
{
	struct cudaResourceDesc r;
	cudaError_t error = !resource  ? cudaErrorInvalidValue :
			    is_surface ? cudaGetSurfaceObjectResourceDesc(&r, object) :
					 cudaGetTextureObjectResourceDesc(&r, object);

	if (error == cudaSuccess)
		resource_back(&r, resource);
	return error;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject texture)
	DRIVER_BODY(object_resource(resource, texture, false))

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject surface)
	DRIVER_BODY(object_resource(resource, surface, true))

static cudaError_t surface_new(const struct call *call, CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource)
{
	struct cudaResourceDesc r;

	return resource && resource_of(call, resource, &r) ? cudaCreateSurfaceObject(surface, &r) : cudaErrorInvalidValue;
}

CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource)
	DRIVER_BODY(surface_new(&call, surface, resource))
