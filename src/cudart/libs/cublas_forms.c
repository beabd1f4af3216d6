/*
 * cublas_forms.c - cuBLAS's calls for symmetric, Hermitian, triangular and band matrices, of which only a part is stored, and for
 * diagonals.
 *
 * One operation does all products: it completes the stored triangle, multiplies, and writes the whole result or one triangle.
 */
#include "config.h"

#include <stdlib.h>

#include "cudart/libs/blas.h"

enum {
	SYMMETRIC = 1, TRIANGLE = 2, UPPER = 4, UNIT = 8, /* of the matrix of which a triangle is stored */
	SECOND = 16,                                      /* it is the second operand */
	PART = 32,                                        /* only a triangle of the result is written: the upper one, if UPPER */
	TWICE = 64,                                       /* the product and its transpose */
	HERMITIAN = 128,                                  /* the other triangle is the conjugate, and the diagonal real */
};

/* Completes a plane of op(a), n x n: the other triangle is the mirror, times `sign`, or zero. */
static void complete(double *a, int64_t n, unsigned flags, bool transposed, double sign, double unit)
{
	const bool upper = !!(flags & UPPER) != transposed;

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < n; i++) {
			if (i != j && (i < j) != upper)
				a[i + j * n] = flags & SYMMETRIC ? sign * a[j + i * n] : 0;
			else if (i == j && (flags & UNIT || sign < 0))
				a[i + j * n] = unit;
		}
}

/* Adds the mirror, times `sign`, to a plane of n x n. */
static void mirror_add(double *a, int64_t n, double sign)
{
	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i <= j; i++) {
			const double here = a[i + j * n], there = a[j + i * n];

			a[i + j * n] = here + sign * there;
			a[j + i * n] = there + sign * here;
		}
}

/* alpha op(a) op(b), in planes. */
static double *product(const struct blas_op *b, int64_t index)
{
	const bool is_complex = blas_is_complex(b->c.type), transposed = b->flags & SECOND ? b->b.transposed : b->a.transposed;
	const double complex alpha = blas_scalar_value(&b->alpha);
	const double sign = b->flags & HERMITIAN ? -1 : 1;
	double *x = blas_unpack(&b->a, index, b->m, b->k), *y = blas_unpack(&b->b, index, b->k, b->n), *out, *whole;

	whole = b->flags & SECOND ? y : x;
	if (x && y && b->flags & (SYMMETRIC | TRIANGLE)) {
		complete(whole, b->k, b->flags, transposed, 1, 1);
		if (is_complex)
			complete(whole + b->k * b->k, b->k, b->flags, transposed, sign, 0);
	}
	out = x && y ? blas_multiply(x, y, b->m, b->n, b->k, is_complex) : NULL;
	for (int64_t i = 0; out && i < b->m * b->n; i++) {
		const double complex v = blas_times(alpha, blas_plane(out, b->m * b->n, i, is_complex));

		out[i] = creal(v);
		if (is_complex)
			out[b->m * b->n + i] = cimag(v);
	}
	if (out && b->flags & TWICE) {
		mirror_add(out, b->n, 1);
		if (is_complex)
			mirror_add(out + b->n * b->n, b->n, sign);
	}
	free(x);
	free(y);
	return out;
}

static void compute_form(struct blas_op *b)
{
	const double complex beta = blas_scalar_value(&b->beta);
	double *out = product(b, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; out && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++) {
			const int64_t at = i + j * b->c.ld;

			if (b->flags & PART && i != j && (i < j) != !!(b->flags & UPPER))
				continue;
			blas_update(&b->c, c, at, 1, blas_plane(out, b->m * b->n, i + j * b->m, blas_is_complex(b->c.type)),
					beta);
			if (i == j && b->flags & PART && b->flags & HERMITIAN)
				blas_number_set(c, b->c.type, at, creal(blas_number(c, b->c.type, at)));
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
			blas_number_set(c, b->c.type, i + j * b->c.ld,
					blas_times(blas_plane(a, b->m * b->n, i + j * b->m, blas_is_complex(b->c.type)),
						   blas_number(x, b->b.type, (b->flags & SECOND ? i : j) * b->b.ld)));
	free(a);
}

/* y = alpha a x + beta y for a band: row `i - j` of column j, or (UPPER) k + i - j, is element (i, j). */
static void compute_band(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	const void *a = blas_at(&b->a, 0), *x = blas_at(&b->b, 0);
	void *y = blas_at(&b->c, 0);

	for (int64_t i = 0; a && x && y && i < b->n; i++) {
		double complex sum = 0;

		for (int64_t j = i > b->m ? i - b->m : 0; j < b->n && j <= i + b->m; j++) {
			const int64_t low = i < j ? i : j, high = i < j ? j : i, row = b->flags & UPPER ? b->m + low - high :
					high - low;

			sum += blas_times(blas_number(a, b->a.type, row + (b->flags & UPPER ? high : low) * b->a.ld),
					  blas_number(x, b->b.type, j * b->b.ld));
		}
		blas_update(&b->c, y, i * b->c.ld, alpha, sum, beta);
	}
}

/* Between a triangle in a matrix and one packed by columns: a is where it comes from; SECOND: the packed one. */
static void compute_pack(struct blas_op *b)
{
	const void *from = blas_at(&b->a, 0);
	void *to = blas_at(&b->c, 0);
	int64_t at = 0;

	for (int64_t j = 0; from && to && j < b->n; j++)
		for (int64_t i = b->flags & UPPER ? 0 : j; i < (b->flags & UPPER ? j + 1 : b->n); i++, at++) {
			const int64_t place = i + j * (b->flags & SECOND ? b->c.ld : b->a.ld);

			blas_number_set(to, b->c.type, b->flags & SECOND ? place : at,
					blas_number(from, b->a.type, b->flags & SECOND ? at : place));
		}
}

/* ---- the calls ---------------------------------------------------------------------------------- */

static cublasOperation_t other(cublasOperation_t op)
{
	return op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static cublasOperation_t adjoint(cublasOperation_t op)
{
	return op == CUBLAS_OP_N ? CUBLAS_OP_C : CUBLAS_OP_N;
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
		const T *alpha, const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	const bool left = side == CUBLAS_SIDE_LEFT; \
	const int size = left ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	const struct operand whole = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), part = blas_matrix(a, R, size, size, a_ld, \
			0, CUBLAS_OP_N); \
	FORM(.a = left ? part : whole, .b = left ? whole : part, .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), \
	     .m = m, .n = n, .k = size, .flags = SYMMETRIC | upper(fill) | (left ? 0 : SECOND)); \
} \
cublasStatus_t cublas##S##trmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, \
			       cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int a_ld, const T *b, \
					int b_ld, T *c, int c_ld) \
{ \
	const bool left = side == CUBLAS_SIDE_LEFT; \
	const int size = left ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	const struct operand whole = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), part = blas_matrix(a, R, size, size, a_ld, \
			0, op); \
	FORM(.a = left ? part : whole, .b = left ? whole : part, .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 0), .m = m, .n = n, .k = size, \
	     .flags = TRIANGLE | upper(fill) | (left ? 0 : SECOND) | (diagonal == CUBLAS_DIAG_UNIT ? UNIT : 0)); \
} \
cublasStatus_t cublas##S##syrk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, const T *a, int a_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(a, R, k, n, a_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, \
			.flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syrkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(b, R, k, n, b_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, \
			.flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syr2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(b, R, k, n, b_ld, 0, other(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), .m = n, .n = n, .k = k, \
			.flags = PART | TWICE | upper(fill)); \
} \
cublasStatus_t cublas##S##symv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *a, int a_ld, \
		const T *x, int x_step, const T *beta, T *y, int y_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1, y_step - 1); \
	FORM(.a = row(x, R, n, x_step), .b = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), .c = row(y, R, n, y_step), \
			NUMBERS(R), .m = 1, .n = n, .k = n, .flags = SYMMETRIC | SECOND | upper(fill)); \
} \
cublasStatus_t cublas##S##trmv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, \
		cublasDiagType_t diagonal, int n, const T *a, int a_ld, T *x, int x_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1); \
	FORM(.a = row(x, R, n, x_step), .b = blas_across(a, R, n, n, a_ld, op), .c = row(x, R, n, x_step), \
	     .alpha = constant(R, 1), .beta = constant(R, 0), .m = 1, .n = n, .k = n, \
	     .flags = TRIANGLE | SECOND | upper(fill) | (diagonal == CUBLAS_DIAG_UNIT ? UNIT : 0)); \
} \
cublasStatus_t cublas##S##syr_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *x, int x_step, \
		T *a, int a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1); \
	FORM(.a = column(x, R, n, x_step), .b = row(x, R, n, x_step), .c = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 1), .m = n, .n = n, .k = 1, \
			.flags = PART | upper(fill)); \
} \
cublasStatus_t cublas##S##syr2_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *x, \
		int x_step, const T *y, int y_step, T *a, int a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1, y_step - 1); \
	FORM(.a = column(x, R, n, x_step), .b = row(y, R, n, y_step), .c = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), \
	     .alpha = blas_scalar(handle, alpha, R), .beta = constant(R, 1), .m = n, .n = n, .k = 1, \
			.flags = PART | TWICE | upper(fill)); \
} \
cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *a, int a_ld, const T *x, \
		int x_step, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, x_step - 1); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_dgmm, .a = blas_matrix(a, R, m, n, a_ld, 0, \
			CUBLAS_OP_N), \
			   .b = blas_vector(x, R, side == CUBLAS_SIDE_LEFT ? m : n, x_step), .c = blas_matrix(c, R, m, n, \
					c_ld, 0, CUBLAS_OP_N), \
			   .m = m, .n = n, .count = 1, .flags = side == CUBLAS_SIDE_LEFT ? SECOND : 0 }); \
}

FORMS(float, S, CUDA_R_32F)
FORMS(double, D, CUDA_R_64F)
FORMS(cuComplex, C, CUDA_C_32F)
FORMS(cuDoubleComplex, Z, CUDA_C_64F)

#define BANDS(T, S, R) \
cublasStatus_t cublas##S##sbmv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const T *alpha, const T *a, \
		int a_ld, const T *x, int x_step, const T *beta, T *y, int y_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k, x_step - 1, y_step - 1); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_band, .a = blas_matrix(a, R, k + 1, n, a_ld, \
			0, CUBLAS_OP_N), \
			   .b = blas_vector(x, R, n, x_step), .c = blas_vector(y, R, n, y_step), NUMBERS(R), .n = n, .m = k, \
					.count = 1, \
			   .flags = upper(fill) }); \
}

BANDS(float, S, CUDA_R_32F)
BANDS(double, D, CUDA_R_64F)

#define PACKS(T, S, R) \
cublasStatus_t cublas##S##trttp(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *a, int a_ld, T *packed) \
{ \
	BEGIN; \
	CHECK_SIZES(n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_pack, .a = blas_matrix(a, R, n, n, a_ld, 0, \
			CUBLAS_OP_N), \
			   .c = blas_vector(packed, R, (int64_t)n * (n + 1) / 2, 1), .n = n, .count = 1, \
					.flags = upper(fill) }); \
} \
cublasStatus_t cublas##S##tpttr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *packed, T *a, int a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_pack, .a = blas_vector(packed, R, \
			(int64_t)n * (n + 1) / 2, 1), \
			   .c = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N), .n = n, .count = 1, \
					.flags = upper(fill) | SECOND }); \
}

PACKS(float, S, CUDA_R_32F)
PACKS(double, D, CUDA_R_64F)
PACKS(cuComplex, C, CUDA_C_32F)
PACKS(cuDoubleComplex, Z, CUDA_C_64F)

/* The products that give a Hermitian matrix have real factors where the matrix itself is one of them. */
#define HERMITIANS(T, S, R, real_t, real) \
cublasStatus_t cublas##S##hemm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, \
		const T *alpha, const T *a, int a_ld, const T *b, int b_ld, const T *beta, T *c, int c_ld) \
{ \
	const bool left = side == CUBLAS_SIDE_LEFT; \
	const int size = left ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	const struct operand whole = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), part = blas_matrix(a, R, size, size, a_ld, \
			0, CUBLAS_OP_N); \
	FORM(.a = left ? part : whole, .b = left ? whole : part, .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(R), \
	     .m = m, .n = n, .k = size, .flags = SYMMETRIC | HERMITIAN | upper(fill) | (left ? 0 : SECOND)); \
} \
cublasStatus_t cublas##S##hemv_v2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha, const T *a, int a_ld, \
		const T *x, int x_step, const T *beta, T *y, int y_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1, y_step - 1); \
	/* As a row: x' a' = x' conj(a). */ \
	struct operand part = blas_matrix(a, R, n, n, a_ld, 0, CUBLAS_OP_N); \
	part.conjugated = true; \
	FORM(.a = row(x, R, n, x_step), .b = part, .c = row(y, R, n, y_step), NUMBERS(R), .m = 1, .n = n, .k = n, \
	     .flags = SYMMETRIC | SECOND | HERMITIAN | upper(fill)); \
} \
cublasStatus_t cublas##S##herk_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const real_t *alpha, const T *a, int a_ld, const real_t *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(a, R, k, n, a_ld, 0, adjoint(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), NUMBERS(real), .m = n, .n = n, .k = k, \
			.flags = PART | HERMITIAN | upper(fill)); \
} \
cublasStatus_t cublas##S##her2k_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, \
		const T *alpha, const T *a, int a_ld, const T *b, int b_ld, const real_t *beta, T *c, int c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(n, k); \
	FORM(.a = blas_matrix(a, R, n, k, a_ld, 0, op), .b = blas_matrix(b, R, k, n, b_ld, 0, adjoint(op)), \
	     .c = blas_matrix(c, R, n, n, c_ld, 0, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, R), \
			.beta = blas_scalar(handle, beta, real), \
	     .m = n, .n = n, .k = k, .flags = PART | TWICE | HERMITIAN | upper(fill)); \
}

HERMITIANS(cuComplex, C, CUDA_C_32F, float, CUDA_R_32F)
HERMITIANS(cuDoubleComplex, Z, CUDA_C_64F, double, CUDA_R_64F)
