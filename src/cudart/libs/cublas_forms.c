/*
 * cublas_forms.c - cuBLAS's calls for symmetric and triangular matrices, of which only one triangle is stored, and for diagonals.
 *
 * One operation does all products: it completes the stored triangle, multiplies, and writes the whole result or one triangle.
 */
#include "config.h"

#include <stdlib.h>

#include "cudart/libs/blas.h"
#include "cudart/libs/host_op.h"

enum {
	SYMMETRIC = 1, TRIANGLE = 2, UPPER = 4, UNIT = 8, /* of the matrix of which a triangle is stored */
	SECOND = 16,                                      /* it is the second operand */
	PART = 32,                                        /* only a triangle of the result is written: the upper one, if UPPER */
	TWICE = 64,                                       /* the product and its transpose */
};

/* Completes op(a), n x n: the other triangle is the mirror, or zero. */
static void complete(double *a, int64_t n, unsigned flags, bool transposed)
{
	const bool upper = !!(flags & UPPER) != transposed;

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < n; i++) {
			if (i != j && (i < j) != upper)
				a[i + j * n] = flags & SYMMETRIC ? a[j + i * n] : 0;
			else if (i == j && flags & UNIT)
				a[i + j * n] = 1;
		}
}

static double *product(const struct blas_op *b, int64_t index)
{
	double *x = blas_unpack(&b->a, index, b->m, b->k), *y = blas_unpack(&b->b, index, b->k, b->n), *out;

	if (x && y && b->flags & (SYMMETRIC | TRIANGLE))
		complete(b->flags & SECOND ? y : x, b->k, b->flags, b->flags & SECOND ? b->b.transposed : b->a.transposed);
	out = x && y ? blas_multiply(x, y, b->m, b->n, b->k) : NULL;
	for (int64_t j = 0; out && b->flags & TWICE && j < b->n; j++)
		for (int64_t i = 0; i <= j; i++)
			out[i + j * b->m] = out[j + i * b->m] = out[i + j * b->m] + out[j + i * b->m];
	free(x);
	free(y);
	return out;
}

static void compute_form(struct blas_op *b)
{
	const double alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	double *out = product(b, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; out && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++) {
			const int64_t at = i + j * b->c.ld;

			if (b->flags & PART && i != j && (i < j) != !!(b->flags & UPPER))
				continue;
			blas_element_set(c, b->c.type, at, alpha * out[i + j * b->m] + (beta ? beta * blas_element(c, b->c.type, at) : 0));
		}
	free(out);
}

/* c = a diag(b), or (SECOND) diag(b) a */
static void compute_dgmm(struct blas_op *b)
{
	const void *x = blas_at(&b->b, 0);
	double *a = blas_unpack(&b->a, 0, b->m, b->n);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; x && a && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++)
			blas_element_set(c, b->c.type, i + j * b->c.ld, a[i + j * b->m] *
					 blas_element(x, b->b.type, (b->flags & SECOND ? i : j) * b->b.ld));
	free(a);
}

/* ---- the calls ---------------------------------------------------------------------------------- */

static cublasOperation_t other(cublasOperation_t op)
{
	return op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static unsigned upper(cublasFillMode_t fill)
{
	return fill == CUBLAS_FILL_MODE_UPPER ? UPPER : 0;
}

static struct scalar constant(cudaDataType t, double value)
{
	return (struct scalar){ 0, t, value };
}

/* A vector as a row, and as a column. */
static struct operand row(const void *x, cudaDataType t, int64_t n, int64_t step)
{
	return blas_matrix(x, t, 1, n, step, 0, CUBLAS_OP_N);
}

static struct operand column(const void *x, cudaDataType t, int64_t n, int64_t step)
{
	return blas_matrix(x, t, n, 1, step, 0, CUBLAS_OP_T);
}

#define FORM(...) return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_form, .count = 1, __VA_ARGS__ })
#define NUMBERS(R) .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R)

#define FORMS(T, S, R) \
cublasStatus_t cublas##S##symm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, \
		const T *alpha, \
			       const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	const bool left = side == CUBLAS_SIDE_LEFT; \
	const int size = left ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	const struct operand whole = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), part = blas_matrix(a, R, size, size, a_ld, 0, \
			CUBLAS_OP_N); \
	FORM(.a = left ? part : whole, .b = left ? whole : part, .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), \
	     .m = m, .n = n, .k = size, .flags = SYMMETRIC | upper(fill) | (left ? 0 : SECOND)); \
} \
cublasStatus_t cublas##S##trmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, \
			       cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int a_ld, const T *b, int b_ld, T *c, \
			       int c_ld) \
{ \
	const bool left = side == CUBLAS_SIDE_LEFT; \
	const int size = left ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	const struct operand whole = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), part = blas_matrix(a, R, size, size, a_ld, 0, op); \
	FORM(.a = left ? part : whole, .b = left ? whole : part, .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 0), .m = m, .n = n, .k = size, \
	     .flags = TRIANGLE | upper(fill) | (left ? 0 : SECOND) | (diagonal == CUBLAS_DIAG_UNIT ? UNIT : 0)); \
} \
cublasStatus_t cublas##S##syrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, \
			       const T *a, int a_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(a, R, k, n, a_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, .flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syrkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, \
			     const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(b, R, k, n, b_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, .flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, \
				const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(b, R, k, n, b_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, \
			.flags = PART | TWICE | upper(fill)); \
} \
cublasStatus_t cublas##S##symv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *a, int a_ld, \
		const T *x, \
			       int x_step, const T *beta, T *y, int y_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1, y_step - 1); \
	FORM(.a = row(x, R, n, x_step), .b = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), .c = row(y, R, n, y_step), NUMBERS(R), \
	     .m = 1, .n = n, .k = n, .flags = SYMMETRIC | SECOND | upper(fill)); \
} \
cublasStatus_t cublas##S##trmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, \
		cublasDiagType_t diagonal, int n, \
			       const T *a, int a_ld, T *x, int x_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1); \
	FORM(.a = row(x, R, n, x_step), .b = blas_matrix(a, R, n, n, a_ld, 0, other(op)), .c = row(x, R, n, x_step), \
	     .alpha = constant(R, 1), .beta = constant(R, 0), .m = 1, .n = n, .k = n, \
	     .flags = TRIANGLE | SECOND | upper(fill) | (diagonal == CUBLAS_DIAG_UNIT ? UNIT : 0)); \
} \
cublasStatus_t cublas##S##syr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *x, int x_step, \
		T *a, int a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1); \
	FORM(.a = column(x, R, n, x_step), .b = row(x, R, n, x_step), .c = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 1), .m = n, .n = n, .k = 1, .flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *x, \
		int x_step, const T *y, \
			       int y_step, T *a, int a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1, y_step - 1); \
	FORM(.a = column(x, R, n, x_step), .b = row(y, R, n, y_step), .c = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 1), .m = n, .n = n, .k = 1, \
			.flags = PART | TWICE | upper(fill)); \
} \
cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *a, int a_ld, const T *x, \
		int x_step, T *c, \
			    int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, x_step - 1); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_dgmm, .a = blas_matrix(a, R, m, n, a_ld, 0, \
			CUBLAS_OP_N), \
			   .b = blas_vector(x, R, side == CUBLAS_SIDE_LEFT ? m : n, x_step), .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
			   .m = m, .n = n, .count = 1, .flags = side == CUBLAS_SIDE_LEFT ? SECOND : 0 }); \
}

FORMS(float, S, CUDA_R_32F)
FORMS(double, D, CUDA_R_64F)
