/*
 * blas.h - the core of cuBLAS's stand-ins, and of cuSPARSE's: operands, and the one operation that each call submits.
 *
 * A call fills in a struct blas_op and submits it. blas_submit() checks the operands, as a copy's are, and orders the operation
 * like a kernel; `compute` then works in double, on elements of any type. Matrices of complex numbers are two planes: the real
 * parts of all elements, and after them the imaginary ones.
 */
#ifndef WARPBOOK_CUDART_LIBS_BLAS_H
#define WARPBOOK_CUDART_LIBS_BLAS_H

#include <complex.h>
#undef I
#include <math.h>

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
	bool transposed, conjugated, listed; /* listed: the address is that of pointers, one to each */
};

/* A scalar, read during the call or, in device mode, when the operation runs. */
struct scalar { uint64_t device; cudaDataType type; double complex value; };

struct blas_op {
	struct op op;
	void (*compute)(struct blas_op *b);
	struct operand a, b, c;
	struct operand pivots, info; /* of 32-bit numbers */
	struct operand added, bias, aux; /* cuBLASLt's */
	bool a_written, pivots_read, bias_written, aux_written;
	struct scalar alpha, beta;
	struct scalar scales[4];  /* cuBLASLt's, of the operands and the result: always on the device; type 0 at address 0: 1 */
	uint64_t result;          /* of a reduction: a device address, or the host's */
	bool result_on_host, result_is_index;
	cudaDataType result_type;
	int64_t m, n, k, count;
	unsigned flags;           /* as `compute` takes them */
	bool is_sparse;           /* cuSPARSE's: `added` and `bias` are offsets and indices */
};

/* Real elements, and real or complex ones. */
double blas_element(const void *base, cudaDataType t, int64_t i);
void blas_element_set(void *base, cudaDataType t, int64_t i, double v);
double complex blas_number(const void *base, cudaDataType t, int64_t i);
void blas_number_set(void *base, cudaDataType t, int64_t i, double complex v);

static inline bool blas_is_complex(cudaDataType t)
{
	return t == CUDA_C_32F || t == CUDA_C_64F;
}

static inline double complex blas_complex(double real, double imaginary)
{
	const union { double parts[2]; double complex whole; } v = { { real, imaginary } };

	return v.whole;
}

/* Real numbers stay real: 0 times an infinity would put a NaN into the imaginary part. */
static inline double complex blas_times(double complex x, double complex y)
{
	return cimag(x) == 0 && cimag(y) == 0 ? creal(x) * creal(y) : x * y;
}

static inline double complex blas_over(double complex x, double complex y)
{
	return cimag(x) == 0 && cimag(y) == 0 ? creal(x) / creal(y) : x / y;
}

/* What cuBLAS takes for a number's magnitude in sums and comparisons. */
static inline double blas_magnitude(double complex v)
{
	return fabs(creal(v)) + fabs(cimag(v));
}

/* Where element (i, j) is. */
static inline int64_t blas_place(const struct operand *o, int64_t i, int64_t j)
{
	return o->transposed ? j + i * o->ld : i + j * o->ld;
}

/* The i-th of `count` numbers in planes. */
static inline double complex blas_plane(const double *x, int64_t count, int64_t i, bool is_complex)
{
	return is_complex ? blas_complex(x[i], x[count + i]) : x[i];
}

/* Operands of a call. */
struct operand blas_vector(const void *x, cudaDataType t, int64_t n, int64_t step);
struct operand blas_matrix(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, int64_t step,
		cublasOperation_t op);
/* op(a)', of `rows` x `columns`, for a product whose factors change places. */
struct operand blas_across(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, cublasOperation_t op);
/* A matrix for each pointer in a list. */
struct operand blas_list(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, cublasOperation_t op);
struct scalar blas_scalar(cublasHandle_t h, const void *at, cudaDataType t);
cudaDataType blas_scale_type(cublasComputeType_t compute);

/* Checks the operation that the caller filled in, and submits it; waits for it if its result is on the host. Ends the call. */
cublasStatus_t blas_submit(struct call *call, cublasHandle_t h, const struct blas_op *filled);
cublasStatus_t blas_leave(struct call *call, cublasStatus_t status);

unsigned blas_type_bytes(cudaDataType t);
/*
 * For `compute`: the bytes of the index-th matrix; all of its numbers in
 * planes, by columns, to be freed (both NULL if it has none).
 */
void *blas_at(const struct operand *o, int64_t index);
double *blas_unpack(const struct operand *o, int64_t index, int64_t rows, int64_t columns);
double complex blas_scalar_value(const struct scalar *s);
/* Puts the result of a reduction where the call wants it. */
void blas_result_set(struct blas_op *b, double complex v);
/* The product a b of the index-th ones, or x y: m rows and n columns, to be freed. */
double *blas_product(const struct blas_op *b, int64_t index);
double *blas_multiply(const double *x, const double *y, int64_t m, int64_t n, int64_t inner, bool is_complex);
/* alpha times a number, plus beta times an element; what beta multiplies is not read if beta is 0. */
void blas_update(const struct operand *c, void *at, int64_t i, double complex alpha, double complex v, double complex beta);

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
