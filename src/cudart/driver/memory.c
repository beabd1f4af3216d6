/* memory.c - memory, copies, fills, and queries about an address. */
#include "config.h"

#include "cudart/driver/driver.h"

#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/textures/array.h"

/* ---- memory ---------------------------------------------------------------------------------------------- */

static cudaError_t alloc(const struct call *call, CUdeviceptr *memory, size_t size)
{
	uint64_t addr = 0;
	cudaError_t error = memory && size ? memory_alloc(call, thread_state()->device, size, 0, &addr) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*memory = addr;
	return error;
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t size) DRIVER_BODY(alloc(&call, memory, size))

static cudaError_t alloc_pitch(CUdeviceptr *memory, size_t *pitch, size_t width, size_t height, unsigned int element)
{
	if (!width || !height || (element != 4 && element != 8 && element != 16))
		return cudaErrorInvalidValue;
	return cudaMallocPitch((void **)memory, pitch, width, height);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *memory, size_t *pitch, size_t width, size_t height, unsigned int element)
	DRIVER_BODY(alloc_pitch(memory, pitch, width, height, element))
CUresult cuMemFree_v2(CUdeviceptr memory) DRIVER_BODY_ANYWHERE(memory_free(&call, memory))

static struct memory *memory_live(CUdeviceptr addr)
{
	struct memory *m = memory_find(addr);

	return m && !m->freed.name ? m : NULL;
}

static cudaError_t range_get(CUdeviceptr *start, size_t *size, CUdeviceptr memory)
{
	const struct memory *m = memory_live(memory);

	if (!m)
		return cudaErrorSymbolNotFound;
	if (start)
		*start = m->addr;
	if (size)
		*size = m->bytes;
	return cudaSuccess;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *start, size_t *size, CUdeviceptr memory) DRIVER_BODY(range_get(start, size, memory))

/* ---- pointers ------------------------------------------------------------------------------------------------ */

/* Writes the attribute's value; the attribute determines its size. */
static cudaError_t pointer_get(void *data, CUpointer_attribute attribute, CUdeviceptr addr)
{
	const struct memory *m = memory_live(addr);

	if (!data)
		return cudaErrorInvalidValue;
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_MAPPED: *(int *)data = m != NULL; return cudaSuccess;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(int *)data = m && m->kind == MEMORY_MANAGED; return m ? cudaSuccess :
							     cudaErrorInvalidValue;
	default: break;
	}
	if (!m)
		return cudaErrorInvalidValue;
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)data = context_primary(m->device); break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*(unsigned *)data = m->kind == MEMORY_PINNED || m->kind == MEMORY_REGISTERED ? CU_MEMORYTYPE_HOST :
				    CU_MEMORYTYPE_DEVICE;
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)data = addr; break;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (m->kind == MEMORY_DEVICE || m->kind == MEMORY_SYMBOL)
			return cudaErrorInvalidValue;
		*(void **)data = (void *)(uintptr_t)addr;
		break;
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(int *)data = 1; break;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID: *(unsigned long long *)data = m->addr; break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = m->device; break;
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: *(int *)data = 0; break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)data = m->addr; break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)data = m->bytes; break;
	default: return cudaErrorNotSupported;
	}
	return cudaSuccess;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr memory)
	DRIVER_BODY(pointer_get(data, attribute, memory))

/* Leaves attributes that a pointer does not have unchanged. */
static cudaError_t pointer_get_all(unsigned int count, const CUpointer_attribute *attributes, void **data, CUdeviceptr memory)
{
	for (unsigned i = 0; attributes && data && i < count; i++)
		pointer_get(data[i], attributes[i], memory);
	return attributes && data ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **data, CUdeviceptr memory)
	DRIVER_BODY(pointer_get_all(count, attributes, data, memory))

static cudaError_t pointer_set(const void *value, CUpointer_attribute attribute, CUdeviceptr memory)
{
	return value && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS && memory_live(memory) ? cudaSuccess :
	       cudaErrorInvalidValue;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr memory)
	DRIVER_BODY(pointer_set(value, attribute, memory))

/* ---- copies of rows and slices --------------------------------------------------------------------------------- */

/* One side of a copy. Positions and widths along a row are bytes, in arrays too. */
static cudaError_t side_of(const struct call *call, CUmemorytype type, const void *host, CUdeviceptr device, CUarray array,
			   const struct cudaPos *at, const struct cudaExtent *box, size_t pitch, size_t height,
			   struct copy_side *side)
{
	if (type == CU_MEMORYTYPE_ARRAY)
		return array_side(call, (cudaArray_t)array, at, box, side);
	if (type != CU_MEMORYTYPE_HOST && type != CU_MEMORYTYPE_DEVICE && type != CU_MEMORYTYPE_UNIFIED)
		return cudaErrorInvalidValue;
	pitch = pitch ? pitch : box->width;
	if (pitch < box->width)
		return cudaErrorInvalidValue;
	side->pitch = pitch;
	side->slice = pitch * (height ? height : box->height);
	side->addr = (type == CU_MEMORYTYPE_HOST ? (uintptr_t)host : device) + at->x + at->y * side->pitch + at->z * side->slice;
	return cudaSuccess;
}

enum cudaMemcpyKind driver_copy_kind(CUmemorytype from, CUmemorytype to)
{
	if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	if (from == CU_MEMORYTYPE_HOST)
		return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
	return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

static cudaError_t copy_box(const struct call *call, const CUDA_MEMCPY3D *c, CUstream stream, bool async)
{
	const struct cudaExtent box = { c->WidthInBytes, c->Height, c->Depth };
	struct stream *s = stream_find(call, (cudaStream_t)stream);
	struct copy_side from, to;
	struct copy_op *made;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = side_of(call, c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray,
			&(struct cudaPos){ c->srcXInBytes, c->srcY, c->srcZ }, &box, c->srcPitch, c->srcHeight, &from);
	if (error == cudaSuccess)
		error = side_of(call, c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray,
				&(struct cudaPos){ c->dstXInBytes, c->dstY, c->dstZ }, &box, c->dstPitch, c->dstHeight, &to);
	if (error == cudaSuccess)
		error = copy_make(call, &to, &from, c->WidthInBytes, c->Height, c->Depth,
				  driver_copy_kind(c->srcMemoryType, c->dstMemoryType), &made);
	return error == cudaSuccess ? copy_submit(made, s, async) : error;
}

static cudaError_t copy_3d(const struct call *call, const CUDA_MEMCPY3D *c, CUstream stream, bool async)
{
	return c ? copy_box(call, c, stream, async) : cudaErrorInvalidValue;
}

static cudaError_t copy_2d(const struct call *call, const CUDA_MEMCPY2D *c, CUstream stream, bool async)
{
	CUDA_MEMCPY3D box;

	if (!c)
		return cudaErrorInvalidValue;
	box = (CUDA_MEMCPY3D){ .srcXInBytes = c->srcXInBytes, .srcY = c->srcY, .srcMemoryType = c->srcMemoryType,
			       .srcHost = c->srcHost, .srcDevice = c->srcDevice, .srcArray = c->srcArray, .srcPitch = c->srcPitch,
			       .dstXInBytes = c->dstXInBytes, .dstY = c->dstY, .dstMemoryType = c->dstMemoryType,
			       .dstHost = c->dstHost, .dstDevice = c->dstDevice, .dstArray = c->dstArray,
			       .dstPitch = c->dstPitch, .WidthInBytes = c->WidthInBytes, .Height = c->Height, .Depth = 1 };
	return copy_box(call, &box, stream, async);
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) DRIVER_BODY(copy_2d(&call, copy, NULL, false))
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) DRIVER_BODY(copy_2d(&call, copy, NULL, false))
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) DRIVER_BODY(copy_2d(&call, copy, stream, true))
CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) DRIVER_BODY(copy_3d(&call, copy, NULL, false))
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream) DRIVER_BODY(copy_3d(&call, copy, stream, true))

static cudaError_t copy_peer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size,
			     CUstream stream, bool async)
{
	const int to_device = context_device(to_context), from_device = context_device(from_context);

	if (to_device < 0 || from_device < 0)
		return cudaErrorDeviceUninitialized;
	if (async)
		return cudaMemcpyPeerAsync((void *)to, to_device, (const void *)from, from_device, size, (cudaStream_t)stream);
	return cudaMemcpyPeer((void *)to, to_device, (const void *)from, from_device, size);
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size)
	DRIVER_BODY(copy_peer(to, to_context, from, from_context, size, NULL, false))

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size,
			   CUstream stream)
	DRIVER_BODY(copy_peer(to, to_context, from, from_context, size, stream, true))

/* ---- fills ------------------------------------------------------------------------------------------------------- */

/* width: elements per row. */
static cudaError_t fill(const struct call *call, CUdeviceptr to, size_t pitch, uint64_t value, unsigned bytes, size_t width,
			size_t height, CUstream stream, bool async)
{
	const struct copy_side there = { .addr = to, .pitch = pitch, .slice = pitch * height };
	struct stream *s = stream_find(call, (cudaStream_t)stream);
	struct fill_op *f = NULL;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (to % bytes || (height > 1 && (pitch < width * bytes || pitch % bytes)))
		return cudaErrorInvalidValue;
	error = fill_make(call, &there, value, bytes, width * bytes, height, 1, &f);
	return error == cudaSuccess ? fill_submit(f, s, async) : error;
}

#define FILLS(bits, type) \
	CUresult cuMemsetD##bits##_v2(CUdeviceptr memory, type value, size_t count) \
		DRIVER_BODY(fill(&call, memory, count * sizeof(type), value, sizeof(type), count, 1, NULL, false)) \
	CUresult cuMemsetD##bits##Async(CUdeviceptr memory, type value, size_t count, CUstream stream) \
		DRIVER_BODY(fill(&call, memory, count * sizeof(type), value, sizeof(type), count, 1, stream, true)) \
	CUresult cuMemsetD2D##bits##_v2(CUdeviceptr memory, size_t pitch, type value, size_t width, size_t height) \
		DRIVER_BODY(fill(&call, memory, pitch, value, sizeof(type), width, height, NULL, false)) \
	CUresult cuMemsetD2D##bits##Async(CUdeviceptr memory, size_t pitch, type value, size_t width, size_t height, \
					  CUstream stream) \
		DRIVER_BODY(fill(&call, memory, pitch, value, sizeof(type), width, height, stream, true))

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned int)
