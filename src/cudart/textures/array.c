/* array.c - see array.h: creating and freeing arrays, and copies from and to them. */
#include "config.h"

#include "cudart/textures/array.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "simt/mem/texture.h"
#include "words/kinds.h"

static struct cudaArray *arrays; /* including freed ones */
static struct cudaMipmappedArray *mipmaps;

/* ---- records ------------------------------------------------------------------------------ */

/* The name in the program's source. */
static const char *array_name(struct cudaArray *a)
{
	return *memory_name(a->memory) ? a->memory->name : "an array";
}

struct cudaArray *array_find(const struct call *call, cudaArray_const_t array)
{
	struct cudaArray *a = arrays;

	while (a && a != array)
		a = a->next;
	if (!a) {
		report_call(KIND_INVALID_HANDLE, call, NULL, "pass what cudaMallocArray or cudaMalloc3DArray returned, and check "
							     "its error",
		     "%s is given something that is not an array", call->name);
		return NULL;
	}
	if (!a->memory->freed.name)
		return a;
	report_call(KIND_USE_AFTER_FREE, call, &a->memory->freed, "free it after its last use", "%s uses %s, which was freed",
		    call->name,
	     array_name(a));
	return NULL;
}

cudaError_t texture_rejected(const struct call *call, const struct error *err)
{
	if (err->party == PARTY_MACHINE)
		return cudaErrorMemoryAllocation;
	report_call(err->party == PARTY_US ? KIND_NOT_SUPPORTED : KIND_API_ERROR, call, NULL, err->remedy[0] ? err->remedy : NULL,
		    "%s", err->text);
	return err->party == PARTY_US ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

bool format_read(const struct call *call, const struct cudaChannelFormatDesc *desc, struct texel_format *format, bool *normalized)
{
	static const enum texel_kind plain[] = {
		[cudaChannelFormatKindSigned] = TEXEL_SIGNED, [cudaChannelFormatKindUnsigned] = TEXEL_UNSIGNED,
		[cudaChannelFormatKindFloat] = TEXEL_FLOAT,
	};
	const int bits[4] = { desc->x, desc->y, desc->z, desc->w };
	unsigned kind = desc->f, channels = 0;

	*normalized = kind >= cudaChannelFormatKindUnsignedNormalized8X1 && kind <= cudaChannelFormatKindSignedNormalized16X4;
	if (kind > cudaChannelFormatKindFloat && !*normalized) {
		report_call(KIND_NOT_SUPPORTED, call, NULL, "use signed, unsigned or float channels",
		     "%s: texels of the format %u (of several planes, or compressed) are not supported by the virtual machine",
		     call->name, kind);
		return false;
	}
	while (channels < 4 && bits[channels])
		channels++;
	for (unsigned k = 0; k < 4; k++)
		if (bits[k] != (k < channels ? bits[0] : 0) || bits[k] < 0 || bits[k] > 32) {
			report_call(KIND_API_ERROR, call, NULL, "create the format with cudaCreateChannelDesc<T>()",
			     "%s: a texel cannot have channels of %d, %d, %d and %d bits", call->name, bits[0], bits[1], bits[2],
			     bits[3]);
			return false;
		}
	vm_assert(channels <= 4 && bits[0] >= 0 && bits[0] <= 32);
	format->channels = (uint8_t)channels;
	format->bits = (uint8_t)bits[0];
	format->kind = !*normalized ? plain[kind] : kind < cudaChannelFormatKindSignedNormalized8X1 ? TEXEL_UNSIGNED :
		       TEXEL_SIGNED;
	return true;
}

/* ---- creating and freeing ------------------------------------------------------------------- */

static bool flags_known(const struct call *call, unsigned flags)
{
	static const struct { unsigned flag; const char *name; } others[] = {
		{ cudaArrayColorAttachment, "cudaArrayColorAttachment" },
		{ cudaArraySparse, "cudaArraySparse" }, { cudaArrayDeferredMapping, "cudaArrayDeferredMapping" },
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (flags & others[i].flag) {
			report_call(KIND_NOT_SUPPORTED, call, NULL, NULL, "%s: %s is not supported by the virtual machine",
				    call->name, others[i].name);
			return false;
		}
	return true;
}

/* Makes a record for the vm's array. */
static bool array_add(const struct call *call, uint64_t handle, struct cudaArray *a)
{
	const struct simt_texture *t = texture_find(runtime.mem, handle);
	struct cudaArray *made = malloc(sizeof *made);

	if (!made)
		return false;
	vm_assert(t && t->texel);
	*made = *a;
	made->handle = handle;
	made->texels = (struct copy_side){ t->addr, t->pitch, t->slice };
	made->texel = t->texel;
	made->memory = memory_add(call, MEMORY_DEVICE, thread_state()->device, t->addr, t->slice * t->size[2] * t->layers);
	if (!made->memory) {
		free(made);
		return false;
	}
	made->memory->elem = t->texel;
	made->next = arrays;
	arrays = made;
	return true;
}

static cudaError_t array_make(const struct call *call, cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
			      const struct cudaExtent *extent, unsigned flags)
{
	struct array_desc d = {
		.layered = flags & cudaArrayLayered, .cube = flags & cudaArrayCubemap,
		.surface = flags & cudaArraySurfaceLoadStore, .gather = flags & cudaArrayTextureGather,
	};
	struct cudaArray a;
	struct error err;
	uint64_t handle;
	bool normalized;

	if (!array || !desc || extent->width > UINT32_MAX || extent->height > UINT32_MAX || extent->depth > UINT32_MAX)
		return cudaErrorInvalidValue;
	if (!flags_known(call, flags))
		return cudaErrorNotSupported;
	if (!format_read(call, desc, &d.format, &normalized))
		return cudaErrorInvalidChannelDescriptor;
	d.width = (uint32_t)extent->width;
	d.height = (uint32_t)extent->height;
	d.depth = (uint32_t)extent->depth;
	if (simt_use_device(runtime.mem, (unsigned)thread_state()->device, &err) ||
	    simt_array_new(runtime.mem, &d, &handle, &err))
		return texture_rejected(call, &err);
	a = (struct cudaArray){ .format = *desc, .extent = *extent, .flags = flags };
	if (!array_add(call, handle, &a)) {
		simt_array_free(runtime.mem, handle, NULL);
		return cudaErrorMemoryAllocation;
	}
	*array = arrays;
	return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
			    unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct cudaExtent extent = { width, height, 0 };

	return call_leave(&call, array_make(&call, array, desc, &extent, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
			      unsigned int flags)
	CALL_BODY(array_make(&call, array, desc, &extent, flags))

/* A level is freed with the others. */
static bool is_level(const struct call *call, cudaArray_t array)
{
	struct cudaArray *a = arrays;

	while (a && a != array)
		a = a->next;
	if (a && a->of)
		report_call(KIND_INVALID_HANDLE, call, &a->memory->made, "free all levels at once with cudaFreeMipmappedArray",
			    "%s is given a level of a mipmapped array", call->name);
	return a && a->of;
}

static cudaError_t array_free(const struct call *call, cudaArray_t array)
{
	struct cudaArray *a = arrays;

	while (a && a != array)
		a = a->next;
	if (a && a->memory->freed.name)
		report_call(KIND_DOUBLE_FREE, call, &a->memory->freed, "free it once", "%s frees %s, which was freed before",
			    call->name,
		     array_name(a));
	else if (!a)
		report_call(KIND_DOUBLE_FREE, call, NULL, "memory from cudaMalloc goes to cudaFree",
			    "%s is given something that is not an array", call->name);
	if (!a || a->memory->freed.name)
		return cudaErrorInvalidResourceHandle;
	/* Like cudaFree, it waits for the device. */
	queue_run_all(a->memory->device);
	memory_died(a->memory, call);
	simt_array_free(runtime.mem, a->handle, NULL);
	return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (array && is_level(&call, array))
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	return call_leave(&call, array ? array_free(&call, array) : cudaSuccess);
}

/* ---- arrays with levels ------------------------------------------------------------------------ */

struct cudaMipmappedArray *mipmap_find(const struct call *call, cudaMipmappedArray_const_t mipmap)
{
	struct cudaMipmappedArray *m = mipmaps;

	while (m && m != mipmap)
		m = m->next;
	if (m)
		return array_find(call, m->levels[0]) ? m : NULL;
	report_call(KIND_INVALID_HANDLE, call, NULL, "pass what cudaMallocMipmappedArray returned, and check its error",
		    "%s is given something that is not a mipmapped array", call->name);
	return NULL;
}

static size_t halved(size_t n, unsigned times)
{
	return n >> times ? n >> times : n ? 1 : 0;
}

/* The number of levels down to a single texel. Layers and faces are not halved. */
static unsigned levels_most(const struct cudaExtent *extent, bool layers)
{
	size_t most = extent->width | extent->height | (layers ? 0 : extent->depth);
	unsigned n = 1;

	while (n < TEXTURE_LEVELS && most >> n)
		n++;
	return n;
}

static cudaError_t mipmap_make(const struct call *call, cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *desc,
			       const struct cudaExtent *extent, unsigned levels, unsigned flags)
{
	const bool layers = flags & (cudaArrayLayered | cudaArrayCubemap);
	const unsigned most = levels_most(extent, layers);
	struct cudaMipmappedArray *made = mipmap ? calloc(1, sizeof *made) : NULL;
	cudaError_t error = made ? cudaSuccess : mipmap ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;

	levels = levels > most ? most : levels ? levels : 1;
	for (unsigned k = 0; k < levels && error == cudaSuccess; k++) {
		const struct cudaExtent part = { halved(extent->width, k), halved(extent->height, k),
						 layers ? extent->depth : halved(extent->depth, k) };

		error = array_make(call, &made->levels[k], desc, &part, flags);
		if (error == cudaSuccess)
			made->levels[made->nlevels++]->of = made;
	}
	if (error == cudaSuccess) {
		made->next = mipmaps;
		*mipmap = mipmaps = made;
		return cudaSuccess;
	}
	for (unsigned k = 0; made && k < made->nlevels; k++)
		array_free(call, made->levels[k]);
	/* The arrays stay in the list, with `of` set. */
	if (made && !made->nlevels)
		free(made);
	return error;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *desc,
				     struct cudaExtent extent, unsigned int levels, unsigned int flags)
	CALL_BODY(mipmap_make(&call, mipmap, desc, &extent, levels, flags))

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned int level)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct cudaMipmappedArray *m = mipmap_find(&call, mipmap);

	if (!m || !array || level >= m->nlevels)
		return call_leave(&call, m ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	*array = m->levels[level];
	return call_leave(&call, cudaSuccess);
}

static cudaError_t mipmap_free(const struct call *call, cudaMipmappedArray_t mipmap)
{
	const struct cudaMipmappedArray *m = mipmaps;
	cudaError_t error = cudaSuccess;

	while (m && m != mipmap)
		m = m->next;
	if (!m)
		report_call(KIND_DOUBLE_FREE, call, NULL, "an array of one level goes to cudaFreeArray",
			    "%s is given something that is not a mipmapped array", call->name);
	/* Freed a second time: the first level reports it. */
	for (unsigned k = 0; m && k < m->nlevels && error == cudaSuccess; k++)
		error = array_free(call, m->levels[k]);
	return m ? error : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) CALL_BODY(mipmap ? mipmap_free(&call, mipmap) : cudaSuccess)

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
			     cudaArray_t array)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct cudaArray *a = array_find(&call, array);

	if (!a)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	if (desc)
		*desc = a->format;
	if (extent)
		*extent = a->extent;
	if (flags)
		*flags = a->flags;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct cudaArray *a = array_find(&call, array);

	if (!a || !desc)
		return call_leave(&call, a ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	*desc = a->format;
	return call_leave(&call, cudaSuccess);
}

/* ---- copies -------------------------------------------------------------------------------------- */

static size_t at_least_one(size_t n)
{
	return n ? n : 1;
}

static bool fits(size_t at, size_t n, size_t room)
{
	return at <= room && n <= room - at;
}

cudaError_t array_side(const struct call *call, cudaArray_const_t array, const struct cudaPos *at, const struct cudaExtent *box,
		       struct copy_side *side)
{
	struct cudaArray *a = array_find(call, array);

	if (!a)
		return cudaErrorInvalidResourceHandle;
	if (at->x % a->texel || box->width % a->texel) {
		report_call(KIND_API_ERROR, call, &a->memory->made, "positions and widths are in bytes: x * sizeof(texel), width "
								    "* sizeof(texel)",
		     "%s copies parts of texels: %zu bytes from byte %zu on; a texel of %s has %zu", call->name,
		     box->width, at->x, array_name(a), a->texel);
		/* A GPU copies those bytes. */
		if (at->x % a->texel)
			return cudaErrorInvalidValue;
	}
	if (!fits(at->x, box->width, a->extent.width * a->texel) || !fits(at->y, box->height, at_least_one(a->extent.height)) ||
	    !fits(at->z, box->depth, at_least_one(a->extent.depth))) {
		report_call(KIND_COPY_BOUNDS, call, &a->memory->made, "widths of copies with an array: bytes in cudaMemcpy2D..., "
								      "texels in cudaMemcpy3D",
		     "%s copies %zu x %zu x %zu texels at (%zu, %zu, %zu) of %s, which has %zu x %zu x %zu", call->name,
		     box->width / a->texel, box->height, box->depth, at->x / a->texel, at->y, at->z, array_name(a),
		     a->extent.width, at_least_one(a->extent.height), at_least_one(a->extent.depth));
		return cudaErrorInvalidValue;
	}
	*side = a->texels;
	side->addr += at->z * a->texels.slice + at->y * a->texels.pitch + at->x;
	return cudaSuccess;
}

/* Bytes in the order of the texels, from row to row: for the older calls. */
static cudaError_t line_side(const struct call *call, cudaArray_const_t array, size_t x, size_t y, size_t size,
			     struct copy_side *side)
{
	struct cudaArray *a = array_find(call, array);

	if (!a)
		return cudaErrorInvalidResourceHandle;
	/* The memory's bounds check handles anything beyond the last row. */
	if (x >= a->texels.pitch)
		return cudaErrorInvalidValue;
	*side = (struct copy_side){ a->texels.addr + y * a->texels.pitch + x, size, size };
	return cudaSuccess;
}

static cudaError_t hand_in(const struct call *call, const struct copy_side *to, const struct copy_side *from, size_t width,
			   size_t height, enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
	struct stream *s = stream_find(call, stream);
	struct copy_op *c;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = copy_make(call, to, from, width, height, 1, kind, &c);
	return error == cudaSuccess ? copy_submit(c, s, async) : error;
}

/* Copies rows between memory and an array, in either direction. */
static cudaError_t rows(const struct call *call, cudaArray_const_t array, size_t x, size_t y, const void *memory, size_t pitch,
			size_t width, size_t height, enum cudaMemcpyKind kind, bool to_array, cudaStream_t stream, bool async)
{
	const struct copy_side there = { (uintptr_t)memory, pitch, pitch * height };
	struct copy_side side;
	cudaError_t error;

	if (!width || !height)
		return cudaSuccess;
	if (width > pitch && height > 1)
		return pitch_reject(call, to_array ? "source" : "destination", width, pitch);
	error = array_side(call, array, &(struct cudaPos){ x, y, 0 }, &(struct cudaExtent){ width, height, 1 }, &side);
	if (error != cudaSuccess)
		return error;
	return hand_in(call, to_array ? &side : &there, to_array ? &there : &side, width, height, kind, stream, async);
}

static cudaError_t line(const struct call *call, cudaArray_const_t array, size_t x, size_t y, const void *memory, size_t size,
			enum cudaMemcpyKind kind, bool to_array, cudaStream_t stream, bool async)
{
	const struct copy_side there = { (uintptr_t)memory, size, size };
	struct copy_side side;
	cudaError_t error = line_side(call, array, x, y, size, &side);

	if (error != cudaSuccess)
		return error;
	return hand_in(call, to_array ? &side : &there, to_array ? &there : &side, size, 1, kind, stream, async);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch, size_t width,
				size_t height, enum cudaMemcpyKind kind)
	CALL_BODY(rows(&call, to, x, y, from, from_pitch, width, height, kind, true, NULL, false))

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch, size_t width,
				     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
	CALL_BODY(rows(&call, to, x, y, from, from_pitch, width, height, kind, true, stream, true))

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
				  size_t height, enum cudaMemcpyKind kind)
	CALL_BODY(rows(&call, from, x, y, to, to_pitch, width, height, kind, false, NULL, false))

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
				       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
	CALL_BODY(rows(&call, from, x, y, to, to_pitch, width, height, kind, false, stream, true))

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
				     size_t from_y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct cudaExtent box = { width, height, 1 };
	struct copy_side there, here;
	cudaError_t error = array_side(&call, to, &(struct cudaPos){ to_x, to_y, 0 }, &box, &there);

	if (error == cudaSuccess)
		error = array_side(&call, from, &(struct cudaPos){ from_x, from_y, 0 }, &box, &here);
	if (error == cudaSuccess)
		error = hand_in(&call, &there, &here, width, height, kind, NULL, false);
	return call_leave(&call, error);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size, enum cudaMemcpyKind kind)
	CALL_BODY(line(&call, to, x, y, from, size, kind, true, NULL, false))

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t size, enum cudaMemcpyKind kind,
				   cudaStream_t stream)
	CALL_BODY(line(&call, to, x, y, from, size, kind, true, stream, true))

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size, enum cudaMemcpyKind kind)
	CALL_BODY(line(&call, from, x, y, to, size, kind, false, NULL, false))

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size, enum cudaMemcpyKind kind,
				     cudaStream_t stream)
	CALL_BODY(line(&call, from, x, y, to, size, kind, false, stream, true))

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x, size_t from_y,
				   size_t size, enum cudaMemcpyKind kind)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct copy_side there, here;
	cudaError_t error = line_side(&call, to, to_x, to_y, size, &there);

	if (error == cudaSuccess)
		error = line_side(&call, from, from_x, from_y, size, &here);
	if (error == cudaSuccess)
		error = hand_in(&call, &there, &here, size, 1, kind, NULL, false);
	return call_leave(&call, error);
}
