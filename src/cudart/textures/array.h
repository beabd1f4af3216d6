/*
 * array.h - CUDA arrays: texels in the device's own layout, for textures and surfaces.
 *
 * An array of the vm lies in device memory row after row without gaps, with a record like that of cudaMalloc's memory
 * (memory.h). So a copy from or to an array is a copy of rows, and the checks find leaks, races and use after free as in
 * other memory. The program's handle is the address of a struct cudaArray, which is never freed.
 */
#ifndef WARPBOOK_CUDART_TEXTURES_ARRAY_H
#define WARPBOOK_CUDART_TEXTURES_ARRAY_H

#include "base/error.h"
#include "words/texture.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"

struct cudaArray {
	uint64_t handle;             /* of the vm */
	struct cudaChannelFormatDesc format;
	struct cudaExtent extent;    /* in texels, as requested: 0 in absent dimensions */
	unsigned flags;
	struct copy_side texels;     /* the first texel, and the distances to the next row and slice */
	size_t texel;                /* bytes */
	struct memory *memory;       /* freed.name not NULL: the array was freed */
	const struct cudaMipmappedArray *of; /* the mipmapped array of which it is a level; or NULL */
	struct cudaArray *next;
};

/* The levels of a mipmapped array: each has half the texels of the previous one in each direction. Never freed, like arrays. */
struct cudaMipmappedArray {
	unsigned nlevels;
	cudaArray_t levels[TEXTURE_LEVELS];
	struct cudaMipmappedArray *next;
};

/* A live one; otherwise NULL, after a finding that says what the handle is. */
struct cudaMipmappedArray *mipmap_find(const struct call *call, cudaMipmappedArray_const_t mipmap);

/* A live array; otherwise NULL, after a finding that says what the handle is. */
struct cudaArray *array_find(const struct call *call, cudaArray_const_t array);

/*
 * The box of an array as a side of a copy: position and width in bytes along a row. A box that leaves the array or splits
 * a texel is a finding and an error.
 */
cudaError_t array_side(const struct call *call, cudaArray_const_t array, const struct cudaPos *at, const struct cudaExtent *box,
		       struct copy_side *side);

/*
 * Translates a channel format for the vm; false, with a finding, if the vm has no such texels. *normalized: reads return
 * integers as floats from 0 or -1 to 1.
 */
bool format_read(const struct call *call, const struct cudaChannelFormatDesc *desc, struct texel_format *format,
		 bool *normalized);

/* Reports the vm's error about a texture or an array; returns the error code for it. */
cudaError_t texture_rejected(const struct call *call, const struct error *err);

#endif
