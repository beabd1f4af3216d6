/*
 * cublas.c - cuBLAS on the virtual machine: vectors and matrices of real and complex numbers, and products of halves.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/libs/blas.h"
#include "cudart/memory/copy.h"
#include "cudart/libs/host_op.h"
#include "cudart/runtime.h"

/* c = alpha op(a) op(b) + beta c */
static void gemm_one(struct blas_op *b, int64_t index)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	double *product = blas_product(b, index);
	void *c = blas_at(&b->c, index);

	for (int64_t j = 0; product && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++)
			blas_update(&b->c, c, i + j * b->c.ld, alpha,
				    blas_plane(product, b->m * b->n, i + j * b->m, blas_is_complex(b->a.type)), beta);
	free(product);
}

static void blas_gemm(struct blas_op *b)
{
	for (int64_t i = 0; i < b->count; i++)
		gemm_one(b, i);
}

/* c = alpha op(a) + beta op(b) */
static void compute_geam(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	double *x = alpha != 0 ? blas_unpack(&b->a, 0, b->m, b->n) : NULL, *y = beta != 0 ? blas_unpack(&b->b, 0, b->m,
			b->n) : NULL;
	const bool is_complex = blas_is_complex(b->c.type);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++) {
			const int64_t at = i + j * b->m, count = b->m * b->n;

			blas_number_set(c, b->c.type, i + j * b->c.ld, (x ? blas_times(alpha, blas_plane(x, count, at,
					is_complex)) : 0) +
					(y ? blas_times(beta, blas_plane(y, count, at, is_complex)) : 0));
		}
	free(x);
	free(y);
}

/* ---- vectors: a is x, c is y ---- */

/* The i-th element of a vector. */
static double complex number(const struct operand *o, const void *base, int64_t i)
{
	const double complex v = blas_number(base, o->type, i * o->ld);

	return o->conjugated ? conj(v) : v;
}

static void number_set(const struct operand *o, void *base, int64_t i, double complex v)
{
	blas_number_set(base, o->type, i * o->ld, v);
}

/* a += alpha x y': operand c is a. */
static void compute_ger(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha);
	const void *x = blas_at(&b->a, 0), *y = blas_at(&b->b, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; x && y && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++)
			blas_update(&b->c, c, i + j * b->c.ld, alpha, blas_times(number(&b->a, x, i), number(&b->b, y, j)), 1);
}

static void compute_axpy(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha);
	const void *x = blas_at(&b->a, 0);
	void *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++)
		number_set(&b->c, y, i, blas_times(alpha, number(&b->a, x, i)) + number(&b->c, y, i));
}

static void compute_scal(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha);
	void *x = blas_at(&b->c, 0);

	for (int64_t i = 0; x && i < b->n; i++)
		number_set(&b->c, x, i, blas_times(alpha, number(&b->c, x, i)));
}

static void compute_copy(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	void *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++)
		number_set(&b->c, y, i, number(&b->a, x, i));
}

static void compute_swap(struct blas_op *b)
{
	void *x = blas_at(&b->a, 0), *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++) {
		const double complex kept = number(&b->a, x, i);

		number_set(&b->a, x, i, number(&b->c, y, i));
		number_set(&b->c, y, i, kept);
	}
}

static void compute_dot(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0), *y = blas_at(&b->b, 0);
	double complex sum = 0;

	for (int64_t i = 0; x && y && i < b->n; i++)
		sum += blas_times(number(&b->a, x, i), number(&b->b, y, i));
	blas_result_set(b, sum);
}

static void compute_nrm2(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	double largest = 0, sum = 0;

	/* Scaled by the largest, so that no square overflows. */
	for (int64_t i = 0; x && i < b->n; i++)
		largest = fmax(largest, cabs(number(&b->a, x, i)));
	for (int64_t i = 0; x && largest > 0 && i < b->n; i++) {
		const double part = cabs(number(&b->a, x, i)) / largest;

		sum += part * part;
	}
	blas_result_set(b, largest * sqrt(sum));
}

static void compute_asum(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	double sum = 0;

	for (int64_t i = 0; x && i < b->n; i++)
		sum += blas_magnitude(number(&b->a, x, i));
	blas_result_set(b, sum);
}

/* The first element of greatest or least magnitude, counted from 1; 0 if there are none. */
static void find_extreme(struct blas_op *b, bool greatest)
{
	const void *x = blas_at(&b->a, 0);
	int64_t best = 0;
	double value = 0;

	for (int64_t i = 0; x && i < b->n; i++) {
		const double v = blas_magnitude(number(&b->a, x, i));

		if (!best || (greatest ? v > value : v < value)) {
			best = i + 1;
			value = v;
		}
	}
	blas_result_set(b, (double)best);
}

static void compute_amax(struct blas_op *b)
{
	find_extreme(b, true);
}

static void compute_amin(struct blas_op *b)
{
	find_extreme(b, false);
}

/* ---- the calls: state ---- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
	struct call call = call_enter(__func__, __builtin_frame_address(0));

	if (!handle)
		return blas_leave(&call, CUBLAS_STATUS_INVALID_VALUE);
	*handle = calloc(1, sizeof **handle);
	return blas_leave(&call, *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED);
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
	struct call call = call_enter(__func__, __builtin_frame_address(0));

	if (!handle)
		return blas_leave(&call, CUBLAS_STATUS_NOT_INITIALIZED);
	free(handle);
	return blas_leave(&call, CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
	(void)handle;
	if (!version)
		return CUBLAS_STATUS_INVALID_VALUE;
	*version = 130000;
	return CUBLAS_STATUS_SUCCESS;
}

#define STATE_CALLS(name, suffix, type, member) \
cublasStatus_t cublasSet##name##suffix(cublasHandle_t handle, type value) \
{ \
	if (!handle) \
		return CUBLAS_STATUS_NOT_INITIALIZED; \
	handle->member = value; \
	return CUBLAS_STATUS_SUCCESS; \
} \
cublasStatus_t cublasGet##name##suffix(cublasHandle_t handle, type *value) \
{ \
	if (!handle || !value) \
		return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED; \
	*value = handle->member; \
	return CUBLAS_STATUS_SUCCESS; \
}

STATE_CALLS(Stream, _v2, cudaStream_t, stream)
STATE_CALLS(PointerMode, _v2, cublasPointerMode_t, pointers)
STATE_CALLS(MathMode, , cublasMath_t, math)
STATE_CALLS(AtomicsMode, , cublasAtomicsMode_t, atomics)

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t size)
{
	return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

/* ---- the calls: to and from the host ---- */

static cublasStatus_t copy_matrix(struct call *call, int64_t rows, int64_t columns, int64_t size, const void *from,
				  int64_t from_ld, void *to, int64_t to_ld, enum cudaMemcpyKind kind)
{
	const bool whole = rows == from_ld && rows == to_ld;
	const struct copy_side there = { (uintptr_t)to, (size_t)(to_ld * size), 0 },
		here = { (uintptr_t)from, (size_t)(from_ld * size), 0 };
	struct copy_op *c;
	cudaError_t error;

	if (rows < 0 || columns < 0 || size <= 0 || from_ld < rows || to_ld < rows || from_ld < 1 || to_ld < 1)
		return blas_leave(call, CUBLAS_STATUS_INVALID_VALUE);
	error = copy_make(call, &there, &here, (size_t)(rows * size) * (whole ? (size_t)columns : 1),
			  whole ? 1 : (size_t)columns, 1, kind, &c);
	if (error == cudaSuccess)
		error = copy_submit(c, stream_legacy(thread_state()->device), false);
	return blas_leave(call, error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR);
}

#define TRANSFERS(verb, kind, I, N) \
cublasStatus_t cublas##verb##Vector##N(I n, I size, const void *from, I from_step, void *to, I to_step) \
{ \
	struct call call = call_enter(__func__, __builtin_frame_address(0)); \
\
	return copy_matrix(&call, 1, n, size, from, from_step, to, to_step, kind); \
} \
cublasStatus_t cublas##verb##Matrix##N(I rows, I columns, I size, const void *from, I from_ld, void *to, I to_ld) \
{ \
	struct call call = call_enter(__func__, __builtin_frame_address(0)); \
\
	return copy_matrix(&call, rows, columns, size, from, from_ld, to, to_ld, kind); \
}

TRANSFERS(Set, cudaMemcpyHostToDevice, int, )
TRANSFERS(Set, cudaMemcpyHostToDevice, int64_t, _64)
TRANSFERS(Get, cudaMemcpyDeviceToHost, int, )
TRANSFERS(Get, cudaMemcpyDeviceToHost, int64_t, _64)

/* ---- the calls: each type of elements ---- */

static struct operand vector_conjugated(const void *x, cudaDataType t, int64_t n, int64_t step)
{
	struct operand o = blas_vector(x, t, n, step);

	o.conjugated = true;
	return o;
}

/* The 64-bit forms (cublasSgemm_64) differ only in the type of sizes. */
#define SIZED(T, S, R, I, N) \
cublasStatus_t cublas##S##axpy_v2##N(cublasHandle_t handle, I n, const T *alpha, const T *x, I x_step, T *y, I y_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_axpy, .a = blas_vector(x, R, n, x_step), \
		      .c = blas_vector(y, R, n, y_step), .alpha = blas_scalar(handle, alpha, R), .n = n, .count = 1 }); \
} \
cublasStatus_t cublas##S##scal_v2##N(cublasHandle_t handle, I n, const T *alpha, T *x, I x_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_scal, .c = blas_vector(x, R, n, x_step), \
		      .alpha = blas_scalar(handle, alpha, R), .n = n, .count = 1 }); \
} \
/* A matrix times a vector is a product whose second factor and result have one column. */ \
cublasStatus_t cublas##S##gemv_v2##N(cublasHandle_t handle, cublasOperation_t op, I m, I n, const T *alpha, const T *a, I a_ld, \
				  const T *x, I x_step, const T *beta, T *y, I y_step) \
{ \
	int64_t rows = op == CUBLAS_OP_N ? m : n, inner = op == CUBLAS_OP_N ? n : m; \
	BEGIN; \
	CHECK_SIZES(m, n, (int64_t)x_step - 1, (int64_t)y_step - 1); \
	/* Transposed, it is a row times a matrix, with steps as leading dimensions. */ \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, \
		      .a = blas_matrix(x, R, 1, inner, x_step, 0, CUBLAS_OP_N), \
		      .b = blas_across(a, R, inner, rows, a_ld, op), \
		      .c = blas_matrix(y, R, 1, rows, y_step, 0, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, R), \
		      .beta = blas_scalar(handle, beta, R), .m = 1, .n = rows, .k = inner, .count = 1 }); \
} \
cublasStatus_t cublas##S##geam##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, \
		const T *alpha, const T *a, I a_ld, const T *beta, const T *b, I b_ld, T *c, I c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_geam, .a = blas_matrix(a, R, m, n, a_ld, 0, \
			a_op), \
		      .b = blas_matrix(b, R, m, n, b_ld, 0, b_op), .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, \
				.count = 1 }); \
}

#define EACH(M, I, N) M(float, S, CUDA_R_32F, I, N) M(double, D, CUDA_R_64F, I, N) M(cuComplex, C, CUDA_C_32F, I, N) \
	M(cuDoubleComplex, Z, CUDA_C_64F, I, N)

EACH(SIZED, int, )
EACH(SIZED, int64_t, _64)

#define GER(name, T, R, I, y_vector) \
cublasStatus_t name(cublasHandle_t handle, I m, I n, const T *alpha, const T *x, I x_step, const T *y, I y_step, T *a, I a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_ger, .a = blas_vector(x, R, m, x_step), \
		      .b = y_vector(y, R, n, y_step), .c = blas_matrix(a, R, m, n, a_ld, 0, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .m = m, .n = n, .count = 1 }); \
}

#define GERS(I, N) GER(cublasSger_v2##N, float, CUDA_R_32F, I, blas_vector) GER(cublasDger_v2##N, double, CUDA_R_64F, I, \
		blas_vector) \
	GER(cublasCgeru_v2##N, cuComplex, CUDA_C_32F, I, blas_vector) GER(cublasZgeru_v2##N, cuDoubleComplex, CUDA_C_64F, I, \
			blas_vector) \
	GER(cublasCgerc_v2##N, cuComplex, CUDA_C_32F, I, vector_conjugated) \
	GER(cublasZgerc_v2##N, cuDoubleComplex, CUDA_C_64F, I, vector_conjugated)

GERS(int, )
GERS(int64_t, _64)

/* Products: T is the type of elements, S its letter; V follows the name if an older form existed. */
#define GEMM(T, S, V, R, I, N) \
cublasStatus_t cublas##S##gemmStridedBatched##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, \
					     I k, const T *alpha, const T *a, I a_ld, long long a_step, const T *b, I b_ld, \
					     long long b_step, const T *beta, T *c, I c_ld, long long c_step, I count) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, k, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_matrix(a, R, m, k, a_ld, a_step, \
			a_op), \
		      .b = blas_matrix(b, R, k, n, b_ld, b_step, b_op), .c = blas_matrix(c, R, m, n, c_ld, c_step, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, .k = k, \
		      .count = count }); \
} \
cublasStatus_t cublas##S##gemm##V##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, I k, \
				  const T *alpha, const T *a, I a_ld, const T *b, I b_ld, const T *beta, T *c, I c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, k); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_matrix(a, R, m, k, a_ld, 0, a_op), \
		      .b = blas_matrix(b, R, k, n, b_ld, 0, b_op), .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, .k = k, \
				.count = 1 }); \
} \
cublasStatus_t cublas##S##gemmBatched##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, I k, \
				      const T *alpha, const T *const a[], I a_ld, const T *const b[], I b_ld, const T *beta, \
				      T *const c[], I c_ld, I count) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, k, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_list(a, R, m, k, a_ld, a_op), \
		      .b = blas_list(b, R, k, n, b_ld, b_op), .c = blas_list(c, R, m, n, c_ld, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, .k = k, \
		      .count = count }); \
}

#define GEMM_V2(T, S, R, I, N) GEMM(T, S, _v2, R, I, N)

EACH(GEMM_V2, int, )
EACH(GEMM_V2, int64_t, _64)
GEMM(struct __half, H, , CUDA_R_16F, int, )
GEMM(struct __half, H, , CUDA_R_16F, int64_t, _64)

#define VECTORS(T, S, R, I, N) \
cublasStatus_t cublas##S##copy_v2##N(cublasHandle_t handle, I n, const T *x, I x_step, T *y, I y_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_copy, .a = blas_vector(x, R, n, x_step), \
		      .c = blas_vector(y, R, n, y_step), .n = n, .count = 1 }); \
} \
cublasStatus_t cublas##S##swap_v2##N(cublasHandle_t handle, I n, T *x, I x_step, T *y, I y_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_swap, .a_written = true, .a = blas_vector(x, \
			R, n, x_step), \
		      .c = blas_vector(y, R, n, y_step), .n = n, .count = 1 }); \
}

EACH(VECTORS, int, )
EACH(VECTORS, int64_t, _64)

/* A result that is no element is the number of one, or real. */
static cublasStatus_t reduce(struct call *call, cublasHandle_t handle, void (*compute)(struct blas_op *), struct operand x,
		struct operand y, void *result, cudaDataType type)
{
	return blas_submit(call, handle, &(struct blas_op){ .compute = compute, .a = x, .b = y, .n = x.columns, .count = 1,
		      .result = (uintptr_t)result, .result_on_host = handle && handle->pointers == CUBLAS_POINTER_MODE_HOST,
		      .result_type = type, .result_is_index = type == CUDA_R_32I });
}

#define DOT(name, T, R, x_vector) \
cublasStatus_t name(cublasHandle_t handle, int n, const T *x, int x_step, const T *y, int y_step, T *result) \
{ \
	BEGIN; \
	return reduce(&call, handle, compute_dot, x_vector(x, R, n, x_step), blas_vector(y, R, n, y_step), result, R); \
}

DOT(cublasSdot_v2, float, CUDA_R_32F, blas_vector)
DOT(cublasDdot_v2, double, CUDA_R_64F, blas_vector)
DOT(cublasCdotu_v2, cuComplex, CUDA_C_32F, blas_vector)
DOT(cublasZdotu_v2, cuDoubleComplex, CUDA_C_64F, blas_vector)
DOT(cublasCdotc_v2, cuComplex, CUDA_C_32F, vector_conjugated)
DOT(cublasZdotc_v2, cuDoubleComplex, CUDA_C_64F, vector_conjugated)

#define REDUCE(name, T, R, compute, result_t, type) \
cublasStatus_t name(cublasHandle_t handle, int n, const T *x, int x_step, result_t *result) \
{ \
	BEGIN; \
	return reduce(&call, handle, compute, blas_vector(x, R, n, x_step), (struct operand){ 0 }, result, type); \
}

#define REDUCTIONS(T, S, s, R, real_t, real) \
REDUCE(cublas##S##nrm2_v2, T, R, compute_nrm2, real_t, real) \
REDUCE(cublas##S##asum_v2, T, R, compute_asum, real_t, real) \
REDUCE(cublasI##s##amax_v2, T, R, compute_amax, int, CUDA_R_32I) \
REDUCE(cublasI##s##amin_v2, T, R, compute_amin, int, CUDA_R_32I)

REDUCTIONS(float, S, s, CUDA_R_32F, float, CUDA_R_32F)
REDUCTIONS(double, D, d, CUDA_R_64F, double, CUDA_R_64F)
REDUCTIONS(cuComplex, Sc, c, CUDA_C_32F, float, CUDA_R_32F)
REDUCTIONS(cuDoubleComplex, Dz, z, CUDA_C_64F, double, CUDA_R_64F)

/* A complex vector times a real number. */
#define SCALED(name, T, R, real_t, real, I) \
cublasStatus_t name(cublasHandle_t handle, I n, const real_t *alpha, T *x, I x_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_scal, .c = blas_vector(x, R, n, x_step), \
		      .alpha = blas_scalar(handle, alpha, real), .n = n, .count = 1 }); \
}

SCALED(cublasCsscal_v2, cuComplex, CUDA_C_32F, float, CUDA_R_32F, int)
SCALED(cublasZdscal_v2, cuDoubleComplex, CUDA_C_64F, double, CUDA_R_64F, int)
SCALED(cublasCsscal_v2_64, cuComplex, CUDA_C_32F, float, CUDA_R_32F, int64_t)
SCALED(cublasZdscal_v2_64, cuDoubleComplex, CUDA_C_64F, double, CUDA_R_64F, int64_t)

/* ---- the calls: mixed types ---- */

/* The type of alpha and beta. */
cudaDataType blas_scale_type(cublasComputeType_t compute)
{
	switch (compute) {
	case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return CUDA_R_64F;
	case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
	case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
	default: return CUDA_R_32F;
	}
}

static cudaDataType scale_for(cublasComputeType_t compute, cudaDataType c_type)
{
	return blas_is_complex(c_type) ? c_type : blas_scale_type(compute);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n,
		int k, const void *alpha, const void *a, cudaDataType a_type, int a_ld, long long a_step,
					  const void *b, cudaDataType b_type, int b_ld, long long b_step, const void *beta,
							void *c,
					  cudaDataType c_type, int c_ld, long long c_step, int count, cublasComputeType_t compute,
					  cublasGemmAlgo_t algorithm)
{
	const cudaDataType scale = scale_for(compute, c_type);
	BEGIN;
	CHECK_SIZES(m, n, k, count);
	(void)algorithm;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm,
							     .a = blas_matrix(a, a_type, m, k, a_ld, a_step, a_op),
		      .b = blas_matrix(b, b_type, k, n, b_ld, b_step, b_op),
		      .c = blas_matrix(c, c_type, m, n, c_ld, c_step, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, scale),
		      .beta = blas_scalar(handle, beta, scale), .m = m, .n = n, .k = k, .count = count });
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
			    const void *alpha, const void *a, cudaDataType a_type, int a_ld, const void *b, cudaDataType b_type,
			    int b_ld, const void *beta, void *c, cudaDataType c_type, int c_ld, cublasComputeType_t compute,
			    cublasGemmAlgo_t algorithm)
{
	return cublasGemmStridedBatchedEx(handle, a_op, b_op, m, n, k, alpha, a, a_type, a_ld, 0, b, b_type, b_ld, 0, beta,
					  c, c_type, c_ld, 0, 1, compute, algorithm);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
				   const void *alpha, const void *const a[], cudaDataType a_type, int a_ld, const void *const b[],
				   cudaDataType b_type, int b_ld, const void *beta, void *const c[], cudaDataType c_type,
				   int c_ld, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
	const cudaDataType scale = scale_for(compute, c_type);
	BEGIN;
	CHECK_SIZES(m, n, k, count);
	(void)algorithm;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_list(a, a_type, m, k, a_ld, a_op),
		      .b = blas_list(b, b_type, k, n, b_ld, b_op), .c = blas_list(c, c_type, m, n, c_ld, CUBLAS_OP_N),
		      .alpha = blas_scalar(handle, alpha, scale), .beta = blas_scalar(handle, beta, scale), .m = m,
		      .n = n, .k = k, .count = count });
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
			     const float *alpha, const void *a, cudaDataType a_type, int a_ld, const void *b, cudaDataType b_type,
			     int b_ld, const float *beta, void *c, cudaDataType c_type, int c_ld)
{
	return cublasGemmEx(handle, a_op, b_op, m, n, k, alpha, a, a_type, a_ld, b, b_type, b_ld, beta, c, c_type, c_ld,
			    CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType scale, const void *x,
			    cudaDataType x_type, int x_step, void *y, cudaDataType y_type, int y_step, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_axpy, .a = blas_vector(x, x_type, n, x_step),
		      .c = blas_vector(y, y_type, n, y_step), .alpha = blas_scalar(handle, alpha, scale), .n = n, .count = 1 });
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType scale, void *x, cudaDataType x_type,
			    int x_step, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_scal, .c = blas_vector(x, x_type, n, x_step),
		      .alpha = blas_scalar(handle, alpha, scale), .n = n, .count = 1 });
}

/* The result has the type of x. */
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int x_step, const void *y,
			   cudaDataType y_type, int y_step, void *result, cudaDataType result_type, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	if (result_type != x_type)
		return blas_leave(&call, CUBLAS_STATUS_NOT_SUPPORTED);
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_dot, .a = blas_vector(x, x_type, n, x_step),
		      .b = blas_vector(y, y_type, n, y_step), .n = n, .count = 1, .result = (uintptr_t)result,
				.result_type = result_type,
		      .result_on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST });
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int x_step, void *result,
			    cudaDataType result_type, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	if (result_type != x_type)
		return blas_leave(&call, CUBLAS_STATUS_NOT_SUPPORTED);
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_nrm2, .a = blas_vector(x, x_type, n, x_step),
			.n = n,
		      .count = 1, .result = (uintptr_t)result, .result_type = result_type,
		      .result_on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST });
}

/* ---- words ---- */

const char *cublasGetStatusName(cublasStatus_t status)
{
	static const struct { cublasStatus_t status; const char *name; } names[] = {
#define NAME(s) { s, #s }
		NAME(CUBLAS_STATUS_SUCCESS), NAME(CUBLAS_STATUS_NOT_INITIALIZED), NAME(CUBLAS_STATUS_ALLOC_FAILED),
		NAME(CUBLAS_STATUS_INVALID_VALUE), NAME(CUBLAS_STATUS_ARCH_MISMATCH), NAME(CUBLAS_STATUS_MAPPING_ERROR),
		NAME(CUBLAS_STATUS_EXECUTION_FAILED), NAME(CUBLAS_STATUS_INTERNAL_ERROR), NAME(CUBLAS_STATUS_NOT_SUPPORTED),
		NAME(CUBLAS_STATUS_LICENSE_ERROR),
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].status == status)
			return names[i].name;
	return "unknown cublas status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
	return cublasGetStatusName(status);
}
