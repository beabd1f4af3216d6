/*
 * blas.h - the core of cuBLAS's stand-ins: operands, and the one operation that each call submits.
 *
 * A call fills in a struct blas_op and submits it. blas_submit() checks the operands, as a copy's are, and orders the operation
 * like a kernel; `compute` then works in double, on elements of any type.
 */
#ifndef WARPBOOK_CUDART_LIBS_BLAS_H
#define WARPBOOK_CUDART_LIBS_BLAS_H

#include "cudart/queue.h"

#pragma GCC visibility push(default)
#include "cudart/include/cublas_api.h"
#pragma GCC visibility pop

struct cublasContext {
	cudaStream_t stream;
	cublasPointerMode_t pointers;
	cublasMath_t math;
	cublasAtomicsMode_t atomics;
};

/* A vector (rows 1: every `ld`-th element) or a matrix stored by columns; several of them are `step` elements apart. */
struct operand {
	uint64_t addr;
	cudaDataType type;
	int64_t rows, columns, ld, step;
	bool transposed, listed; /* listed: the address is that of pointers, one to each */
};

/* A scalar, read during the call or, in device mode, when the operation runs. */
struct scalar { uint64_t device; cudaDataType type; double value; };

struct blas_op {
	struct op op;
	void (*compute)(struct blas_op *b);
	struct operand a, b, c;
	struct operand pivots, info; /* of 32-bit numbers */
	struct operand added, bias, aux; /* cuBLASLt's */
	bool a_written, pivots_read, bias_written, aux_written;
	struct scalar alpha, beta;
	uint64_t result;          /* of a reduction: a device address, or the host's */
	bool result_on_host, result_is_index;
	int64_t m, n, k, count;
	unsigned flags;           /* as `compute` takes them */
};

double blas_element(const void *base, cudaDataType t, int64_t i);
void blas_element_set(void *base, cudaDataType t, int64_t i, double v);

/* Operands of a call. */
struct operand blas_vector(const void *x, cudaDataType t, int64_t n, int64_t step);
struct operand blas_matrix(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, int64_t step,
		cublasOperation_t op);
/* A matrix for each pointer in a list. */
struct operand blas_list(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, cublasOperation_t op);
struct scalar blas_scalar(cublasHandle_t h, const void *at, cudaDataType t);
cudaDataType blas_scale_type(cublasComputeType_t compute);

/* Checks the operation that the caller filled in, and submits it; waits for it if its result is on the host. Ends the call. */
cublasStatus_t blas_submit(struct call *call, cublasHandle_t h, const struct blas_op *filled);
cublasStatus_t blas_leave(struct call *call, cublasStatus_t status);

/* For `compute`: the bytes of the index-th matrix; all of its numbers, by columns, to be freed (both NULL if it has none). */
void *blas_at(const struct operand *o, int64_t index);
double *blas_unpack(const struct operand *o, int64_t index, int64_t rows, int64_t columns);
double blas_scalar_value(const struct scalar *s);
/* The product a b of the index-th ones, or x y: m rows and n columns, to be freed. */
double *blas_product(const struct blas_op *b, int64_t index);
double *blas_multiply(const double *x, const double *y, int64_t m, int64_t n, int64_t inner);

/* How a call begins. */
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0)); \
	if (!handle) \
		return blas_submit(&call, NULL, &(struct blas_op){ 0 })

/* Rejects sizes below 0; returns success if there is nothing to do. */
#define CHECK_SIZES(...) do { \
	const int64_t sizes_[] = { __VA_ARGS__ }; \
\
	for (size_t i_ = 0; i_ < sizeof sizes_ / sizeof *sizes_; i_++) \
		if (sizes_[i_] < 0) \
			return blas_leave(&call, CUBLAS_STATUS_INVALID_VALUE); \
} while (0)

#endif
