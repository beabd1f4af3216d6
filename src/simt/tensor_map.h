/*
 * tensor_map.h - the 128 bytes with which a program describes an array in global memory to the tensor memory accelerator.
 *
 * The format is ours, since NVIDIA's is not documented: cuTensorMapEncodeTiled (cudart/driver/tensor_map.c) writes it, and the
 * copies (exec/exec_tensor.c) read it from parameters, constant or global memory. A mark and a sum distinguish a map from other
 * bytes.
 */
#ifndef WARPBOOK_SIMT_TENSOR_MAP_H
#define WARPBOOK_SIMT_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define TENSOR_MAP_BYTES 128
#define TENSOR_MAP_ALIGN 64
#define TENSOR_DIMS      5

/* The driver's CUtensorMapDataType, by number, as far as the vm has them. */
enum tensor_type {
	TENSOR_U8, TENSOR_U16, TENSOR_U32, TENSOR_S32, TENSOR_U64, TENSOR_S64, TENSOR_F16, TENSOR_F32, TENSOR_F64, TENSOR_BF16,
	TENSOR_TYPES
};

/* The fastest dimension first. */
struct tensor_map {
	uint64_t addr;
	uint64_t dim[TENSOR_DIMS];      /* elements; 1 beyond the rank */
	uint64_t stride[TENSOR_DIMS];   /* bytes; stride[0] is the size of an element */
	uint32_t box[TENSOR_DIMS];      /* elements that a copy spans, */
	uint32_t step[TENSOR_DIMS];     /* of which it takes every step-th; step[0] is 1 */
	uint32_t rank;
	enum tensor_type type;
	uint32_t swizzle;               /* bytes that it spans: 0, 32, 64, 128 */
	bool nan;                       /* fills what lies outside with NaNs */
};

void tensor_map_write(const struct tensor_map *m, uint8_t bytes[TENSOR_MAP_BYTES]);
/* False: the bytes are no tensor map. */
bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], struct tensor_map *m);

/* Bytes of an element. */
uint32_t tensor_type_bytes(enum tensor_type t);

/* How many elements of a dimension a copy takes. */
static inline uint32_t tensor_count(const struct tensor_map *m, unsigned d)
{
	return (m->box[d] + m->step[d] - 1) / m->step[d];
}

/* The bytes in shared memory of a row: the elements along the fastest dimension. */
static inline uint32_t tensor_row_bytes(const struct tensor_map *m)
{
	return m->box[0] * (uint32_t)m->stride[0];
}

/* And the number of rows of a box. */
uint32_t tensor_rows(const struct tensor_map *m);

/* A row of the box at those coordinates: the bytes [from, to) of it lie in the array, at `addr`; the others are outside. */
struct tensor_row { uint64_t addr; uint32_t from, to; };
struct tensor_row tensor_row_at(const struct tensor_map *m, const int32_t at[TENSOR_DIMS], uint32_t row);

/*
 * An address in shared memory, with its 16-byte units in the order of that swizzle. The pattern repeats every 8 spans, counted
 * from address 0, not from where a box begins.
 */
static inline uint64_t tensor_swizzled(uint64_t addr, uint32_t swizzle)
{
	return swizzle ? addr ^ ((addr >> 7 & (swizzle / 16 - 1)) << 4) : addr;
}

#endif
