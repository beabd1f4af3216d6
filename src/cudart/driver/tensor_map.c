/*
 * tensor_map.c - the descriptions of arrays for the tensor memory accelerator, checked by the rules of CUDA's manual for
 * cuTensorMapEncodeTiled. As on hardware a map is not tied to an allocation: copies check where they read and write.
 */
#include "config.h"

#include "cudart/driver/driver.h"

#include <inttypes.h>

#include "cudart/check/report.h"
#include "simt/tensor_map.h"
#include "words/kinds.h"

_Static_assert(sizeof(CUtensorMap) == TENSOR_MAP_BYTES, "a tensor map has 128 bytes");

#define BOX_MOST    256
#define STEP_MOST   8
#define DIM_MOST    (1ull << 32)
#define STRIDE_MOST (1ull << 40)

/* The arguments of cuTensorMapEncodeTiled. */
struct tiled {
	const struct call *call;
	int type, interleave, swizzle, promotion, fill;
	uint32_t rank;
	uint64_t addr;
	const cuuint64_t *dim, *stride;
	const cuuint32_t *box, *step;
};

static cudaError_t broken(const struct tiled *t, const char *what, uint64_t is, const char *rule)
{
	report_call(KIND_API_ERROR, t->call, NULL, rule, "cuTensorMapEncodeTiled: %s is %" PRIu64, what, is);
	return cudaErrorInvalidValue;
}

static cudaError_t broken_at(const struct tiled *t, const char *what, unsigned d, uint64_t is, const char *rule)
{
	report_call(KIND_API_ERROR, t->call, NULL, rule, "cuTensorMapEncodeTiled: %s[%u] is %" PRIu64, what, d, is);
	return cudaErrorInvalidValue;
}

static cudaError_t missing(const struct tiled *t, const char *what)
{
	report_call(KIND_NOT_SUPPORTED, t->call, NULL, "the virtual machine copies plain tiles of integers, half, bfloat16, "
						       "float and double",
		    "cuTensorMapEncodeTiled: %s", what);
	return cudaErrorNotSupported;
}

/* The parameters that are numbers of an enum. */
static cudaError_t kinds_check(const struct tiled *t)
{
	static const char *const types[] = { "FLOAT32_FTZ", "TFLOAT32", "TFLOAT32_FTZ", "16U4_ALIGN8B", "16U4_ALIGN16B",
					     "16U6_ALIGN16B" };

	if (t->type < 0 || t->type >= TENSOR_TYPES + (int)(sizeof types / sizeof *types))
		return broken(t, "tensorDataType", (uint64_t)t->type, "it must be a CUtensorMapDataType");
	if (t->interleave < 0 || t->interleave > CU_TENSOR_MAP_INTERLEAVE_32B)
		return broken(t, "interleave", (uint64_t)t->interleave, "it must be a CUtensorMapInterleave");
	if (t->swizzle < 0 || t->swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B)
		return broken(t, "swizzle", (uint64_t)t->swizzle, "it must be a CUtensorMapSwizzle");
	if (t->promotion < 0 || t->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
		return broken(t, "l2Promotion", (uint64_t)t->promotion, "it must be a CUtensorMapL2promotion");
	if (t->fill < 0 || t->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
		return broken(t, "oobFill", (uint64_t)t->fill, "it must be a CUtensorMapFloatOOBfill");
	if (t->rank < 1 || t->rank > TENSOR_DIMS)
		return broken(t, "tensorRank", t->rank, "an array has 1 to 5 dimensions");
	if (t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && t->rank < 3)
		return broken(t, "tensorRank", t->rank, "an interleaved array has at least 3 dimensions");
	if (t->type >= TENSOR_TYPES)
		return missing(t, types[t->type - TENSOR_TYPES]);
	if (t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
		return missing(t, "an interleaved layout");
	return t->swizzle > CU_TENSOR_MAP_SWIZZLE_128B ? missing(t, "a swizzle of sm_100 and later") : cudaSuccess;
}

static bool is_float(int type)
{
	return type == TENSOR_F16 || type == TENSOR_F32 || type == TENSOR_F64 || type == TENSOR_BF16;
}

static cudaError_t sizes_check(const struct tiled *t)
{
	if (t->addr % 16)
		return broken(t, "globalAddress modulo 16", t->addr % 16, "the address must be a multiple of 16");
	for (unsigned d = 0; d < t->rank; d++) {
		if (!t->dim[d] || t->dim[d] > DIM_MOST)
			return broken_at(t, "globalDim", d, t->dim[d], "a dimension has 1 to 2^32 elements");
		if (!t->box[d] || t->box[d] > BOX_MOST)
			return broken_at(t, "boxDim", d, t->box[d], "a box has 1 to 256 elements along a dimension: use several "
								    "copies, or a further dimension");
		if (d && (!t->step[d] || t->step[d] > STEP_MOST))
			return broken_at(t, "elementStrides", d, t->step[d], "it must be 1 to 8; 1 takes every element");
		if (d && (t->stride[d - 1] % 16 || t->stride[d - 1] >= STRIDE_MOST))
			return broken_at(t, "globalStrides", d - 1, t->stride[d - 1],
					 "strides count bytes, are multiples of 16 and less than 2^40: pad the rows");
	}
	return cudaSuccess;
}

static cudaError_t rows_check(const struct tiled *t)
{
	uint32_t bytes = t->box[0] * tensor_type_bytes((enum tensor_type)t->type);
	uint32_t span = t->swizzle ? 16u << t->swizzle : 0;

	if (bytes % 16)
		return broken(t, "boxDim[0] times the element's size", bytes, "a box's rows must be multiples of 16 bytes");
	if (span && bytes > span)
		return broken(t, "boxDim[0] times the element's size", bytes,
			      span == 32 ? "CU_TENSOR_MAP_SWIZZLE_32B takes rows of at most 32 bytes" :
			      span == 64 ? "CU_TENSOR_MAP_SWIZZLE_64B takes rows of at most 64 bytes" :
			      "CU_TENSOR_MAP_SWIZZLE_128B takes rows of at most 128 bytes");
	if (t->fill && !is_float(t->type))
		return broken(t, "oobFill", (uint64_t)t->fill, "only floating-point types can be filled with NaNs");
	return span && bytes < span ? missing(t, "a swizzle that spans more bytes than a row of the box") : cudaSuccess;
}

static cudaError_t encode(CUtensorMap *map, const struct tiled *t)
{
	struct tensor_map m = { .addr = t->addr, .rank = t->rank, .type = (enum tensor_type)t->type, .nan = t->fill };
	cudaError_t error;

	if (!map || !t->dim || !t->box || !t->step || (t->rank > 1 && !t->stride))
		return broken(t, "a pointer", 0, "map, globalDim, boxDim and elementStrides are required, and globalStrides from "
						 "rank 2 on");
	if ((uintptr_t)map % TENSOR_MAP_ALIGN)
		return broken(t, "the map's address modulo 64", (uintptr_t)map % TENSOR_MAP_ALIGN,
			      "declare it as CUtensorMap, which is aligned");
	error = kinds_check(t);
	error = error == cudaSuccess ? sizes_check(t) : error;
	error = error == cudaSuccess ? rows_check(t) : error;
	if (error != cudaSuccess)
		return error;
	m.swizzle = t->swizzle ? 16u << t->swizzle : 0;
	for (unsigned d = 0; d < TENSOR_DIMS; d++) {
		bool there = d < t->rank;

		m.dim[d] = there ? t->dim[d] : 1;
		m.box[d] = there ? t->box[d] : 1;
		m.step[d] = there && d ? t->step[d] : 1;
		m.stride[d] = d && there ? t->stride[d - 1] : 0;
	}
	tensor_map_write(&m, (uint8_t *)map->opaque);
	return cudaSuccess;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *addr, const cuuint64_t *dim,
				const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step,
				CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
				CUtensorMapFloatOOBfill fill)
{
	struct tiled t = { .type = (int)type, .interleave = (int)interleave, .swizzle = (int)swizzle, .promotion = (int)promotion,
			   .fill = (int)fill, .rank = rank, .addr = (uintptr_t)addr, .dim = dim, .stride = stride, .box = box,
			   .step = step };

	return DRIVER_CALL_ANYWHERE((t.call = &call, encode(map, &t)));
}

static cudaError_t replace(const struct call *call, CUtensorMap *map, uint64_t addr)
{
	struct tensor_map m;

	if (!map || (uintptr_t)map % TENSOR_MAP_ALIGN || !tensor_map_read((const uint8_t *)map->opaque, &m)) {
		report_call(KIND_API_ERROR, call, NULL, "make it with cuTensorMapEncodeTiled first", "%s: this is no tensor map",
			    call->name);
		return cudaErrorInvalidValue;
	}
	if (addr % 16) {
		report_call(KIND_API_ERROR, call, NULL, "the address must be a multiple of 16",
			    "%s: globalAddress modulo 16 is %" PRIu64, call->name, addr % 16);
		return cudaErrorInvalidValue;
	}
	m.addr = addr;
	tensor_map_write(&m, (uint8_t *)map->opaque);
	return cudaSuccess;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *addr) DRIVER_BODY_ANYWHERE(replace(&call, map, (uintptr_t)addr))
