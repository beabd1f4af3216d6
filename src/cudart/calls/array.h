/*
 * array.h - CUDA arrays: texels in the device's own layout, for textures and surfaces.
 *
 * An array of the vm lies in device memory row after row without gaps, and has a record there as what cudaMalloc
 * made (memory.h). So a copy from or to an array is a copy of rows, and leaks, races and use after free are found as
 * those of other memory. What a program holds is the address of a struct cudaArray, which is never given back.
 */
#ifndef WARPBOOK_CUDART_CALLS_ARRAY_H
#define WARPBOOK_CUDART_CALLS_ARRAY_H

#include "base/error.h"
#include "words/texture.h"
#include "cudart/calls/copy.h"
#include "cudart/calls/memory.h"

struct cudaArray {
	uint64_t handle;             /* of the vm */
	struct cudaChannelFormatDesc format;
	struct cudaExtent extent;    /* in texels, as it was asked for: 0 along dimensions that it lacks */
	unsigned flags;
	struct copy_side texels;     /* the first one, and the way to the next row and slice */
	size_t texel;                /* bytes */
	struct memory *memory;       /* freed.name: it was freed */
	struct cudaArray *next;
};

/* A live array; NULL after a finding that says what it is instead. */
struct cudaArray *array_find(const struct call *call, cudaArray_const_t array);

/*
 * The box of an array as a side of a copy: position and width in bytes along a row. What leaves the array or cuts a
 * texel is a finding and an error.
 */
cudaError_t array_side(const struct call *call, cudaArray_const_t array, const struct cudaPos *at, const struct cudaExtent *box,
		       struct copy_side *side);

/*
 * What a channel format means to the vm; false, with a finding, if it has no such texels. *normalized: integers
 * that are read as floats from 0 or -1 to 1.
 */
bool format_read(const struct call *call, const struct cudaChannelFormatDesc *desc, struct texel_format *format, bool *normalized);

/* Tells what the vm says of a texture or an array; returns the code for it. */
cudaError_t texture_refused(const struct call *call, const struct error *err);

#endif
