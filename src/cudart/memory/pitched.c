/*
 * pitched.c - memory in rows and slices: allocates it with a pitch, copies and sets it as boxes. copy.c makes the
 * copies of boxes; this file has the calls.
 */
#include "config.h"

#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"

/* ---- allocating ------------------------------------------------------------------------------ */

static cudaError_t rows_alloc(const struct call *call, size_t width, size_t height, size_t depth, void **memory, size_t *pitch)
{
	size_t multiple = runtime.settings.pitch, row = (width + multiple - 1) / multiple * multiple, rows, bytes;
	uint64_t addr = 0;
	cudaError_t error;

	if (row < width || __builtin_mul_overflow(height, depth, &rows) || __builtin_mul_overflow(row, rows, &bytes))
		return cudaErrorMemoryAllocation;
	error = memory_alloc(call, thread_state()->device, bytes, SIMT_PITCHED, &addr);
	if (error != cudaSuccess)
		return error;
	*memory = (void *)(uintptr_t)addr;
	*pitch = row;
	memory_find(addr)->pitch = row;
	memory_find(addr)->row = width;
	return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **memory, size_t *pitch, size_t width, size_t height)
	CALL_BODY(memory && pitch ? rows_alloc(&call, width, height, 1, memory, pitch) : cudaErrorInvalidValue)

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *memory, struct cudaExtent extent)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = cudaErrorInvalidValue;

	if (memory)
		error = rows_alloc(&call, extent.width, extent.height, extent.depth, &memory->ptr, &memory->pitch);
	if (error == cudaSuccess) {
		memory->xsize = extent.width;
		memory->ysize = extent.height;
	}
	return call_leave(&call, error);
}

/* ---- copying ----------------------------------------------------------------------------------- */

static cudaError_t box_copy(const struct call *call, const struct cudaMemcpy3DParms *p, cudaStream_t stream, bool async)
{
	struct stream *s = stream_find(call, stream);
	struct copy_op *c;
	cudaError_t error;

	if (!p)
		return cudaErrorInvalidValue;
	if (!s)
		return cudaErrorInvalidResourceHandle;
	error = copy_make_box(call, p, &c);
	return error == cudaSuccess ? copy_submit(c, s, async) : error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) CALL_BODY(box_copy(&call, p, NULL, false))
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) CALL_BODY(box_copy(&call, p, stream, true))

/* ---- setting ----------------------------------------------------------------------------------- */

static cudaError_t box_fill(const struct call *call, const struct cudaPitchedPtr *memory, int value,
			    const struct cudaExtent *extent, cudaStream_t stream)
{
	const struct copy_side to = { (uintptr_t)memory->ptr, memory->pitch, memory->pitch * memory->ysize };
	struct stream *s = stream_find(call, stream);
	struct fill_op *f;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (extent->width > memory->pitch)
		return cudaErrorInvalidPitchValue;
	error = fill_make(call, &to, (uint32_t)value & 0xff, 1, extent->width, extent->height, extent->depth, &f);
	return error == cudaSuccess && f ? op_submit(&f->op, s) : error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr memory, int value, struct cudaExtent extent)
	CALL_BODY(box_fill(&call, &memory, value, &extent, NULL))

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr memory, int value, struct cudaExtent extent, cudaStream_t stream)
	CALL_BODY(box_fill(&call, &memory, value, &extent, stream))
