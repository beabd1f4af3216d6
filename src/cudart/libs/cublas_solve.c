/*
 * cublas_solve.c - cuBLAS's calls that solve equations: triangular ones, and by factors (LU, QR) of many small matrices.
 *
 * Each works on a copy of its matrix in complex numbers of double, by columns, and writes the result back.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "cudart/libs/blas.h"

enum { UPPER = 1, UNIT = 2, RIGHT = 4, INVERTS = 8, TRANSPOSED = 16, CONJUGATED = 32 };

/* The index-th matrix, to be freed; NULL if it has no memory. */
static double complex *unpack(const struct operand *o, int64_t index, int64_t rows, int64_t columns)
{
	const int64_t count = rows * columns;
	double *planes = blas_unpack(o, index, rows, columns);
	double complex *out = planes ? malloc(((size_t)count + 1) * sizeof *out) : NULL;

	for (int64_t i = 0; out && i < count; i++)
		out[i] = blas_plane(planes, count, i, blas_is_complex(o->type));
	free(planes);
	return out;
}

static void pack(const struct operand *o, int64_t index, int64_t rows, int64_t columns, const double complex *x)
{
	void *at = blas_at(o, index);

	for (int64_t j = 0; at && j < columns; j++)
		for (int64_t i = 0; i < rows; i++)
			blas_number_set(at, o->type, i + j * o->ld, x[i + j * rows]);
}

/* ---- triangles ---------------------------------------------------------------------------------- */

/* A triangle of n rows: element (i, j) is at i * down + j * right. */
struct triangle { const double complex *at; int64_t n, down, right; bool upper, unit, conjugated; };

static double complex triangle_at(const struct triangle *t, int64_t i, int64_t j)
{
	const double complex v = t->at[i * t->down + j * t->right];

	return t->conjugated ? conj(v) : v;
}

/* Solves t x = x; x has elements `step` apart. */
static void triangle_solve(const struct triangle *t, double complex *x, int64_t step)
{
	for (int64_t k = 0; k < t->n; k++) {
		const int64_t i = t->upper ? t->n - 1 - k : k;
		double complex sum = x[i * step];

		for (int64_t j = t->upper ? i + 1 : 0; j < (t->upper ? t->n : i); j++)
			sum -= blas_times(triangle_at(t, i, j), x[j * step]);
		x[i * step] = t->unit ? sum : blas_over(sum, triangle_at(t, i, i));
	}
}

/* a x = alpha c, or x a = alpha c: the same with rows for columns. */
static void compute_trsm(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha);
	const bool right = b->flags & RIGHT, upper = !!(b->flags & UPPER) != b->a.transposed;
	const int64_t n = right ? b->n : b->m, m = b->m;

	for (int64_t k = 0; k < b->count; k++) {
		double complex *a = unpack(&b->a, k, n, n), *x = unpack(&b->c, k, b->m, b->n);
		const struct triangle t = { a, n, right ? n : 1, right ? 1 : n, upper != right, b->flags & UNIT, false };

		for (int64_t i = 0; a && x && i < b->m * b->n; i++)
			x[i] = blas_times(x[i], alpha);
		for (int64_t i = 0; a && x && i < (right ? b->m : b->n); i++)
			triangle_solve(&t, right ? x + i : x + i * m, right ? m : 1);
		if (a && x)
			pack(&b->c, k, b->m, b->n, x);
		free(a);
		free(x);
	}
}

static unsigned triangle_flags(cublasSideMode_t side, cublasFillMode_t fill, cublasDiagType_t diagonal)
{
	return (side == CUBLAS_SIDE_RIGHT ? RIGHT : 0) | (fill == CUBLAS_FILL_MODE_UPPER ? UPPER : 0) |
	       (diagonal == CUBLAS_DIAG_UNIT ? UNIT : 0);
}

/* ---- LU ------------------------------------------------------------------------------------------ */

static void rows_swap(double complex *a, int64_t rows, int64_t columns, int64_t i, int64_t k)
{
	for (int64_t j = 0; i != k && j < columns; j++) {
		const double complex kept = a[i + j * rows];

		a[i + j * rows] = a[k + j * rows];
		a[k + j * rows] = kept;
	}
}

/* In place, with pivots counted from 1 (NULL: none are chosen). Returns the diagonal's first zero, counted from 1; 0: none. */
static int factorise(double complex *a, int64_t n, int *pivots)
{
	int zero = 0;

	for (int64_t k = 0; k < n; k++) {
		int64_t best = k;

		for (int64_t i = k + 1; pivots && i < n; i++)
			if (blas_magnitude(a[i + k * n]) > blas_magnitude(a[best + k * n]))
				best = i;
		if (pivots)
			pivots[k] = (int)best + 1;
		rows_swap(a, n, n, k, best);
		if (a[k + k * n] == 0) {
			zero = zero ? zero : (int)k + 1;
			continue;
		}
		for (int64_t i = k + 1; i < n; i++)
			a[i + k * n] = blas_over(a[i + k * n], a[k + k * n]);
		for (int64_t j = k + 1; j < n; j++)
			for (int64_t i = k + 1; i < n; i++)
				a[i + j * n] -= blas_times(a[i + k * n], a[k + j * n]);
	}
	return zero;
}

/* Solves with the factors, for `columns` right sides. The pivots come from memory: one outside the matrix is skipped. */
static void factors_solve(const double complex *lu, int64_t n, const int *pivots, unsigned flags, double complex *x,
			  int64_t columns)
{
	const bool transposed = flags & (TRANSPOSED | CONJUGATED), conjugated = flags & CONJUGATED;
	const struct triangle lower = { lu, n, transposed ? n : 1, transposed ? 1 : n, transposed, true, conjugated },
		upper = { lu, n, transposed ? n : 1, transposed ? 1 : n, !transposed, false, conjugated };

	for (int64_t k = 0; pivots && !transposed && k < n; k++)
		if (pivots[k] >= 1 && pivots[k] <= n)
			rows_swap(x, n, columns, k, pivots[k] - 1);
	for (int64_t j = 0; j < columns; j++) {
		triangle_solve(transposed ? &upper : &lower, x + j * n, 1);
		triangle_solve(transposed ? &lower : &upper, x + j * n, 1);
	}
	for (int64_t k = n; pivots && transposed && k-- > 0;)
		if (pivots[k] >= 1 && pivots[k] <= n)
			rows_swap(x, n, columns, k, pivots[k] - 1);
}

static int *pivots_of(struct blas_op *b, int64_t index)
{
	int *all = b->pivots.addr ? blas_at(&b->pivots, 0) : NULL;

	return all ? all + index * b->n : NULL;
}

static void info_set(struct blas_op *b, int64_t index, int value)
{
	int *all = b->info.addr ? blas_at(&b->info, 0) : NULL;

	if (all)
		all[index] = value;
}

static void compute_getrf(struct blas_op *b)
{
	for (int64_t k = 0; k < b->count; k++) {
		double complex *a = unpack(&b->c, k, b->n, b->n);

		if (a) {
			info_set(b, k, factorise(a, b->n, pivots_of(b, k)));
			pack(&b->c, k, b->n, b->n, a);
		}
		free(a);
	}
}

/* The inverse of a, by its factors: those in a, or (matinv) new ones. */
static void compute_getri(struct blas_op *b)
{
	const int64_t n = b->n;
	int *own = calloc((size_t)n + 1, sizeof *own);

	for (int64_t k = 0; own && k < b->count; k++) {
		double complex *a = unpack(&b->a, k, n, n), *x = calloc((size_t)(n * n) + 1, sizeof *x);
		int zero = a && b->flags & INVERTS ? factorise(a, n, own) : 0;

		for (int64_t i = 0; a && x && i < n; i++) {
			x[i + i * n] = 1;
			zero = zero || a[i + i * n] != 0 ? zero : (int)i + 1;
		}
		if (a && x && !zero) {
			factors_solve(a, n, b->flags & INVERTS ? own : pivots_of(b, k), 0, x, n);
			pack(&b->c, k, n, n, x);
		}
		info_set(b, k, zero);
		free(a);
		free(x);
	}
	free(own);
}

static void compute_getrs(struct blas_op *b)
{
	for (int64_t k = 0; k < b->count; k++) {
		double complex *a = unpack(&b->a, k, b->n, b->n), *x = unpack(&b->c, k, b->n, b->m);

		if (a && x) {
			factors_solve(a, b->n, pivots_of(b, k), b->flags, x, b->m);
			pack(&b->c, k, b->n, b->m, x);
		}
		free(a);
		free(x);
	}
}

/* ---- least squares, by Householder's reflections ----------------------------------------------------- */

/* Reflects column x by I - conj(tau) v v', where v is a 1 and then the numbers below the diagonal. */
static void reflect(const double complex *v, double complex tau, double complex *x, int64_t n)
{
	double complex sum = x[0];

	for (int64_t i = 1; i < n; i++)
		sum += blas_times(conj(v[i]), x[i]);
	sum = blas_times(conj(tau), sum);
	x[0] -= sum;
	for (int64_t i = 1; i < n; i++)
		x[i] -= blas_times(sum, v[i]);
}

/* Returns tau; the column becomes its new diagonal element, which is real, and the rest of v. */
static double complex reflection(double complex *x, int64_t n)
{
	double rest = cimag(x[0]) * cimag(x[0]), norm;
	double complex tau;

	for (int64_t i = 1; i < n; i++)
		rest += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
	if (rest == 0)
		return 0;
	norm = sqrt(creal(x[0]) * creal(x[0]) + rest);
	norm = creal(x[0]) > 0 ? -norm : norm;
	for (int64_t i = 1; i < n; i++)
		x[i] = blas_over(x[i], x[0] - norm);
	tau = blas_over(norm - x[0], norm);
	x[0] = norm;
	return tau;
}

static void compute_gels(struct blas_op *b)
{
	const int64_t m = b->m, n = b->n, columns = b->k;

	for (int64_t k = 0; k < b->count; k++) {
		double complex *a = unpack(&b->a, k, m, n), *x = unpack(&b->c, k, m, columns);
		const struct triangle r = { a, n, 1, m, true, false, false };
		int zero = 0;

		for (int64_t j = 0; a && x && j < n; j++) {
			double complex *v = a + j + j * m, tau = reflection(v, m - j);

			for (int64_t i = j + 1; i < n; i++)
				reflect(v, tau, a + j + i * m, m - j);
			for (int64_t i = 0; i < columns; i++)
				reflect(v, tau, x + j + i * m, m - j);
			zero = zero || *v != 0 ? zero : (int)j + 1;
		}
		for (int64_t i = 0; a && x && !zero && i < columns; i++)
			triangle_solve(&r, x + i * m, 1);
		if (a && x) {
			pack(&b->a, k, m, n, a);
			pack(&b->c, k, m, columns, x);
		}
		info_set(b, k, zero);
		free(a);
		free(x);
	}
}

/* ---- the calls --------------------------------------------------------------------------------------- */

static struct operand numbers(const int *at, int64_t n)
{
	return (struct operand){ .addr = (uintptr_t)at, .type = CUDA_R_32I, .rows = n, .columns = 1, .ld = n ? n : 1 };
}

/* What is wrong with the arguments goes to the host's `info`, as in LAPACK. */
static cublasStatus_t info_ok(int *info)
{
	if (info)
		*info = 0;
	return info ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

#define SOLVE(T, S, R) \
cublasStatus_t cublas##S##trsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, \
			       cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int a_ld, T *b, int b_ld) \
{ \
	const int64_t size = side == CUBLAS_SIDE_LEFT ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_trsm, .a = blas_matrix(a, R, size, size, a_ld, 0, op), \
			   .c = blas_matrix(b, R, m, n, b_ld, 0, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, R), .m = m, .n = n, \
			   .count = 1, .flags = triangle_flags(side, fill, diagonal) }); \
} \
/* op(a) x = x is x' op(a)' = x', of a row. */ \
cublasStatus_t cublas##S##trsv_v2(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, \
		cublasDiagType_t diagonal, int n, const T *a, int a_ld, T *x, int x_step) \
{ \
	BEGIN; \
	CHECK_SIZES(n, x_step - 1); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_trsm, \
			   .a = blas_across(a, R, n, n, a_ld, op), \
			   .c = blas_matrix(x, R, 1, n, x_step, 0, CUBLAS_OP_N), .alpha = { 0, R, 1 }, .m = 1, .n = n, .count = 1, \
			   .flags = triangle_flags(CUBLAS_SIDE_RIGHT, fill, diagonal) }); \
} \
cublasStatus_t cublas##S##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, \
				   cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *const a[], int a_ld, T *const b[], \
				   int b_ld, int count) \
{ \
	const int64_t size = side == CUBLAS_SIDE_LEFT ? m : n; \
	BEGIN; \
	CHECK_SIZES(m, n, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_trsm, .a = blas_list(a, R, size, size, a_ld, op), \
			   .c = blas_list(b, R, m, n, b_ld, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, R), .m = m, .n = n, \
			   .count = count, .flags = triangle_flags(side, fill, diagonal) }); \
} \
cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T *const a[], int ld, int *pivots, int *info, int count) \
{ \
	BEGIN; \
	CHECK_SIZES(n, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_getrf, .c = blas_list(a, R, n, n, ld, CUBLAS_OP_N), \
			   .pivots = numbers(pivots, (int64_t)n * count), .info = numbers(info, count), .n = n, .count = count }); \
} \
cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T *const a[], int a_ld, const int *pivots, \
		T *const c[], int c_ld, int *info, int count) \
{ \
	BEGIN; \
	CHECK_SIZES(n, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_getri, .a = blas_list(a, R, n, n, a_ld, CUBLAS_OP_N), \
			   .c = blas_list(c, R, n, n, c_ld, CUBLAS_OP_N), .pivots = numbers(pivots, (int64_t)n * count), .pivots_read = true, \
			   .info = numbers(info, count), .n = n, .count = count }); \
} \
cublasStatus_t cublas##S##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns, const T *const a[], \
		int a_ld, const int *pivots, T *const b[], int b_ld, int *info, int count) \
{ \
	BEGIN; \
	CHECK_SIZES(n, columns, count, -(info_ok(info) != CUBLAS_STATUS_SUCCESS)); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_getrs, .a = blas_list(a, R, n, n, a_ld, CUBLAS_OP_N), \
			   .c = blas_list(b, R, n, columns, b_ld, CUBLAS_OP_N), .pivots = numbers(pivots, (int64_t)n * count), \
			   .pivots_read = true, .n = n, .m = columns, .count = count, .flags = op == CUBLAS_OP_N ? 0 : op == CUBLAS_OP_T ? TRANSPOSED : CONJUGATED }); \
} \
cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T *const a[], int a_ld, T *const c[], int c_ld, \
		int *info, int count) \
{ \
	BEGIN; \
	CHECK_SIZES(n, count, 32 - n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_getri, .a = blas_list(a, R, n, n, a_ld, CUBLAS_OP_N), \
			   .c = blas_list(c, R, n, n, c_ld, CUBLAS_OP_N), .info = numbers(info, count), .n = n, .count = count, \
			   .flags = INVERTS }); \
} \
/* Only with more rows than columns, and not transposed, as in cuBLAS. */ \
cublasStatus_t cublas##S##gelsBatched(cublasHandle_t handle, cublasOperation_t op, int m, int n, int columns, T *const a[], \
		int a_ld, T *const c[], int c_ld, int *info, int *device_info, int count) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, columns, count, -(info_ok(info) != CUBLAS_STATUS_SUCCESS)); \
	if (op != CUBLAS_OP_N || m < n) \
		return blas_leave(&call, CUBLAS_STATUS_NOT_SUPPORTED); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_gels, .a = blas_list(a, R, m, n, a_ld, CUBLAS_OP_N), \
			   .a_written = true, .c = blas_list(c, R, m, columns, c_ld, CUBLAS_OP_N), .info = numbers(device_info, count), \
			   .m = m, .n = n, .k = columns, .count = count }); \
}

SOLVE(float, S, CUDA_R_32F)
SOLVE(double, D, CUDA_R_64F)
SOLVE(cuComplex, C, CUDA_C_32F)
SOLVE(cuDoubleComplex, Z, CUDA_C_64F)
