/*
 * cusparse_solve.c - cuSPARSE's triangular equations (SpSV, SpSM), factors without fill-in (csrilu02, csric02), and equations
 * with three diagonals (gtsv2).
 *
 * A triangle is read into a list of entries, ordered by rows; the analysis only notes that it was made. Factors replace the
 * values of their matrix, whose entries are found by row and column.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cudart/libs/sparse.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

enum { IS_UPPER = 32, IS_UNIT = 64 };

/* Rows of op(A): the entries of row i are those from starts[i] to starts[i + 1]. */
struct rows { struct entries e; int64_t *starts; int64_t n; };

static void rows_release(struct rows *r)
{
	free(r->e.all);
	free(r->starts);
}

static struct rows rows_read(const struct blas_op *b)
{
	struct rows r = { entries_read(b, &b->a, b->a.columns), calloc((size_t)b->m + 2, sizeof *r.starts), b->m };

	for (int64_t p = 0; p < r.e.n && b->flags & TRANSPOSED; p++) {
		struct entry *x = &r.e.all[p];

		*x = (struct entry){ x->column, x->row, b->flags & CONJUGATED ? conj(x->value) : x->value };
	}
	if (r.e.n && b->flags & (TRANSPOSED | BY_COLUMNS))
		qsort(r.e.all, (size_t)r.e.n, sizeof *r.e.all, sparse_by_place);
	for (int64_t p = 0; r.starts && p < r.e.n; p++)
		r.starts[r.e.all[p].row + 1]++;
	for (int64_t i = 0; r.starts && i < r.n; i++)
		r.starts[i + 1] += r.starts[i];
	vm_assert(!r.starts || r.starts[r.n] == r.e.n); /* each entry is in one of the rows */
	return r;
}

/* Solves with the triangle for x, in place; entries beyond the diagonal are not looked at. */
static void triangle_solve(const struct rows *r, bool upper, bool unit, double complex *x)
{
	for (int64_t k = 0; k < r->n; k++) {
		const int64_t i = upper ? r->n - 1 - k : k;
		double complex sum = x[i], diagonal = unit ? 1 : 0;

		for (int64_t p = r->starts[i]; p < r->starts[i + 1]; p++) {
			const struct entry *q = &r->e.all[p];

			if (q->column == i && !unit)
				diagonal += q->value;
			else if (upper ? q->column > i : q->column < i)
				sum -= blas_times(q->value, x[q->column]);
		}
		x[i] = blas_over(sum, diagonal);
	}
}

/* op(a) c = alpha op(b), column by column. */
static void compute_triangle(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha);
	const bool upper = !!(b->flags & IS_UPPER) != !!(b->flags & TRANSPOSED);
	struct rows r = rows_read(b);
	double complex *x = calloc((size_t)b->m + 1, sizeof *x);
	const void *from = blas_at(&b->b, 0);
	void *to = blas_at(&b->c, 0);

	for (int64_t j = 0; r.starts && x && from && to && j < b->k; j++) {
		for (int64_t i = 0; i < b->m; i++)
			x[i] = blas_times(alpha, sparse_dense_at(&b->b, from, i, j));
		triangle_solve(&r, upper, b->flags & IS_UNIT, x);
		for (int64_t i = 0; i < b->m; i++)
			blas_number_set(to, b->c.type, blas_place(&b->c, i, j), x[i]);
	}
	free(x);
	rows_release(&r);
}

/* ---- factors ---- */

/* The entry at that place of the matrix; NULL: there is none. Rows need not be in order. */
static struct entry *find(const struct rows *r, int64_t row, int64_t column)
{
	for (int64_t p = r->starts[row]; p < r->starts[row + 1]; p++)
		if (r->e.all[p].column == column)
			return &r->e.all[p];
	return NULL;
}

/* The row's first entry behind column `after`, and before the diagonal; NULL: there is none. Rows need not be in order. */
static struct entry *next_left(const struct rows *r, int64_t row, int64_t after)
{
	struct entry *best = NULL;

	for (int64_t p = r->starts[row]; p < r->starts[row + 1]; p++) {
		struct entry *x = &r->e.all[p];

		if (x->column > after && x->column < row && (!best || x->column < best->column))
			best = x;
	}
	return best;
}

/* Returns the first row without a pivot; -1: none. */
static int64_t factorise_lu(const struct rows *r)
{
	int64_t zero = -1;

	for (int64_t i = 0; i < r->n; i++) {
		const struct entry *pivot;

		for (struct entry *x = next_left(r, i, -1); x; x = next_left(r, i, x->column)) {
			pivot = find(r, x->column, x->column);
			x->value = blas_over(x->value, pivot ? pivot->value : 0);
			for (int64_t p = r->starts[i]; p < r->starts[i + 1]; p++) {
				struct entry *y = &r->e.all[p];
				const struct entry *above = y->column > x->column ? find(r, x->column, y->column) : NULL;

				if (above)
					y->value -= blas_times(x->value, above->value);
			}
		}
		pivot = find(r, i, i);
		if (zero < 0 && (!pivot || pivot->value == 0))
			zero = i;
	}
	return zero;
}

/* The same for a Hermitian matrix, of which the lower triangle is looked at. */
static int64_t factorise_cholesky(const struct rows *r)
{
	int64_t zero = -1;

	for (int64_t i = 0; i < r->n; i++) {
		struct entry *pivot = find(r, i, i);

		for (struct entry *x = next_left(r, i, -1); x; x = next_left(r, i, x->column)) {
			const struct entry *above = find(r, x->column, x->column);

			for (const struct entry *y = next_left(r, i, -1); y != x; y = next_left(r, i, y->column)) {
				const struct entry *other = find(r, x->column, y->column);

				if (other)
					x->value -= blas_times(y->value, conj(other->value));
			}
			x->value = blas_over(x->value, above ? above->value : 0);
			if (pivot)
				pivot->value -= blas_times(x->value, conj(x->value));
		}
		if (zero < 0 && (!pivot || !(creal(pivot->value) > 0)))
			zero = i;
		if (pivot)
			pivot->value = sqrt(creal(pivot->value));
	}
	return zero;
}

/* The factors replace the values (a). */
static void factors_make(struct blas_op *b, int64_t (*factorise)(const struct rows *))
{
	struct rows r = rows_read(b);
	void *values = blas_at(&b->a, 0);
	int64_t *zero = (int64_t *)(uintptr_t)b->result;

	if (values && r.starts && r.e.n == b->a.columns) {
		const int64_t at = factorise(&r);

		*zero = at < 0 ? -1 : at + (b->flags & FROM_ONE ? 1 : 0);
		for (int64_t p = 0; p < r.e.n; p++)
			blas_number_set(values, b->a.type, p, r.e.all[p].value);
	}
	rows_release(&r);
}

static void compute_lu(struct blas_op *b)
{
	factors_make(b, factorise_lu);
}

static void compute_cholesky(struct blas_op *b)
{
	factors_make(b, factorise_cholesky);
}

/* ---- three diagonals ---- */

/* The index-th system: a, b and aux are the diagonals; c the right sides, in place. Rows change places as in LAPACK's gtsv. */
static void diagonals_solve(const struct blas_op *o, int64_t index, double complex *w, bool may_swap)
{
	const int64_t m = o->m, at = index * o->c.step;
	double complex *low = w, *d = w + m, *up = d + m, *up2 = up + m, *x = up2 + m;
	const void *l = blas_at(&o->a, 0), *middle = blas_at(&o->b, 0), *u = blas_at(&o->aux, 0);
	void *c = blas_at(&o->c, 0);

	if (!l || !middle || !u || !c)
		return;
	for (int64_t j = 0; j < o->n; j++) {
		for (int64_t i = 0; i < m; i++) {
			low[i] = blas_number(l, o->a.type, at + i);
			d[i] = blas_number(middle, o->b.type, at + i);
			up[i] = i + 1 < m ? blas_number(u, o->aux.type, at + i) : 0;
			up2[i] = 0;
			x[i] = blas_number(c, o->c.type, at + i + j * o->c.ld);
		}
		for (int64_t i = 0; i + 1 < m; i++) {
			double complex row[4] = { low[i + 1], d[i + 1], up[i + 1], x[i + 1] }, by;

			if (may_swap && cabs(row[0]) > cabs(d[i])) {
				const double complex kept[4] = { d[i], up[i], up2[i], x[i] };

				d[i] = row[0], up[i] = row[1], up2[i] = row[2], x[i] = row[3];
				for (int k = 0; k < 4; k++)
					row[k] = kept[k];
			}
			by = blas_over(row[0], d[i]);
			d[i + 1] = row[1] - blas_times(by, up[i]);
			up[i + 1] = row[2] - blas_times(by, up2[i]);
			x[i + 1] = row[3] - blas_times(by, x[i]);
		}
		for (int64_t i = m - 1; i >= 0; i--) {
			double complex sum = x[i];

			if (i + 1 < m)
				sum -= blas_times(up[i], x[i + 1]);
			if (i + 2 < m)
				sum -= blas_times(up2[i], x[i + 2]);
			x[i] = blas_over(sum, d[i]);
			blas_number_set(c, o->c.type, at + i + j * o->c.ld, x[i]);
		}
	}
}

static void compute_diagonals(struct blas_op *b)
{
	double complex *w = calloc((size_t)(5 * b->m) + 1, sizeof *w);

	for (int64_t k = 0; w && k < (b->k ? b->k : 1); k++)
		diagonals_solve(b, k, w, b->flags);
	free(w);
}

/* ---- the calls ------------------------------------------------------------------------------------------- */

/* Methods and memory to work in have no use here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#undef BEGIN
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

static cusparseStatus_t triangle(struct call *call, cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpMatDescr_t a,
				 struct operand x, struct operand y, int64_t columns, struct scalar alpha, bool is_analysed)
{
	struct blas_op o = sparse_op(a, op);

	if (!is_analysed) {
		report_call(KIND_API_ERROR, call, NULL, "call its _analysis first, with the same matrix",
			    "%s: the descriptor was not analysed", call->name);
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	}
	if (a->rows != a->columns)
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	o.compute = compute_triangle;
	o.flags |= (a->fill == CUSPARSE_FILL_MODE_UPPER ? IS_UPPER : 0) | (a->diagonal == CUSPARSE_DIAG_TYPE_UNIT ? IS_UNIT : 0);
	o.a = blas_vector(a->values, a->type, a->nnz, 1);
	o.b = x;
	o.c = y;
	o.k = columns;
	o.alpha = alpha;
	return sparse_submit(call, handle, o);
}

cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
				    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
				    cudaDataType compute, cusparseSpSVAlg_t how, cusparseSpSVDescr_t d)
{
	BEGIN;
	if (!a || !x || !y || !d || x->size != a->rows || y->size != a->rows)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return triangle(&call, handle, op, a, blas_matrix(x->values, x->type, x->size, 1, x->size, 0, CUBLAS_OP_N),
			blas_matrix(y->values, y->type, y->size, 1, y->size, 0, CUBLAS_OP_N), 1,
			sparse_scalar(handle, alpha, compute), d->is_analysed);
}

cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t a_op, cusparseOperation_t b_op,
				    const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
				    cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t how, cusparseSpSMDescr_t d)
{
	const bool turned = b_op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	BEGIN;
	if (!a || !b || !c || !d || c->rows != a->rows || (turned ? b->columns : b->rows) != a->rows ||
	    (turned ? b->rows : b->columns) != c->columns)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return triangle(&call, handle, a_op, a, sparse_dense(b, b_op), sparse_dense(c, CUSPARSE_OPERATION_NON_TRANSPOSE),
			c->columns, sparse_scalar(handle, alpha, compute), d->is_analysed);
}

/* ---- factors, and three diagonals ---- */

cusparseStatus_t sparse_factor(struct call *call, cusparseHandle_t handle, bool lu, int m, int nnz, cusparseMatDescr_t d,
			       void *values, cudaDataType type, const int *offsets, const int *index, int64_t *zero)
{
	if (m < 0 || nnz < 0 || !d)
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	*zero = -1;
	return sparse_submit(call, handle, (struct blas_op){ .compute = lu ? compute_lu : compute_cholesky,
		      .a = blas_vector(values, type, nnz, 1), .a_written = true,
		      .added = sparse_indices(offsets, CUSPARSE_INDEX_32I, (int64_t)m + 1),
		      .bias = sparse_indices(index, CUSPARSE_INDEX_32I, nnz), .m = m, .n = m,
		      .flags = BY_ROWS | (d->base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0),
		      .result = (uintptr_t)zero, .result_on_host = true });
}

cusparseStatus_t sparse_diagonals(struct call *call, cusparseHandle_t handle, cudaDataType type, int64_t m, int64_t n,
				  const void *low, const void *d, const void *up, void *x, int64_t ld, int64_t count,
				  int64_t step, bool may_swap)
{
	const int64_t length = count ? (count - 1) * step + m : m;
	struct blas_op o = { .compute = compute_diagonals, .m = m, .n = n, .k = count, .flags = may_swap,
			     .a = blas_vector(low, type, length, 1), .b = blas_vector(d, type, length, 1),
			     .aux = blas_vector(up, type, length, 1) };

	if (m < 3 || n < 0 || ld < m || (count && step < m))
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	o.c = count ? blas_vector(x, type, length, 1) : blas_matrix(x, type, m, n, ld, 0, CUBLAS_OP_N);
	o.c.step = step;
	return sparse_submit(call, handle, o);
}
