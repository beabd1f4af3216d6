/*
 * cusparse_more.c - cuSPARSE's sparse vectors, its older descriptors of matrices, and what programs ask of descriptors; columns
 * counted and sorted.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "cudart/libs/sparse.h"
#include "cudart/runtime.h"

/* ---- what operations do ---- */

/* The place in the vector of the sparse one's p-th element; -1 (reported): outside. */
static int64_t element(const struct blas_op *b, const void *indices, int64_t p)
{
	const int64_t at = sparse_index(&b->bias, indices, p) - (b->flags & FROM_ONE ? 1 : 0);

	return sparse_is_inside(b, at, b->n, "vector index") ? at : -1;
}

/* Each in its own way: `x` and `y` are an element of the sparse vector and its place's in the other. */
static void compute_elements(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	const unsigned how = b->flags >> 8;
	const void *indices = blas_at(&b->bias, 0);
	void *x = blas_at(&b->a, 0), *y = blas_at(&b->c, 0);

	for (int64_t i = 0; y && how == AXPBY && i < b->n; i++)
		blas_update(&b->c, y, i, 0, 0, beta);
	for (int64_t p = 0; indices && x && y && p < b->bias.columns; p++) {
		const int64_t at = element(b, indices, p);
		const double complex xs = at < 0 || how == GATHER ? 0 : blas_number(x, b->a.type, p);
		const double complex ys = at < 0 || how == SCATTER ? 0 : blas_number(y, b->c.type, at);

		if (at < 0)
			return;
		if (how == GATHER)
			blas_number_set(x, b->a.type, p, ys);
		else if (how == SCATTER)
			blas_number_set(y, b->c.type, at, xs);
		else if (how == AXPBY)
			blas_number_set(y, b->c.type, at, ys + blas_times(alpha, xs));
		if (how != ROTATE) /* alpha is the cosine, beta the sine */
			continue;
		blas_number_set(x, b->a.type, p, blas_times(alpha, xs) + blas_times(beta, ys));
		blas_number_set(y, b->c.type, at, blas_times(alpha, ys) - blas_times(conj(beta), xs));
	}
}

static void compute_dot(struct blas_op *b)
{
	const void *indices = blas_at(&b->bias, 0), *x = blas_at(&b->a, 0), *y = blas_at(&b->b, 0);
	double complex sum = 0;

	for (int64_t p = 0; indices && x && y && p < b->bias.columns; p++) {
		const int64_t at = element(b, indices, p);
		const double complex v = blas_number(x, b->a.type, p);

		if (at < 0)
			return;
		sum += blas_times(b->flags & CONJUGATED ? conj(v) : v, blas_number(y, b->b.type, at));
	}
	blas_result_set(b, sum);
}

/* The entries of each row or column (aux), and of all. */
static void compute_nnz(struct blas_op *b)
{
	const bool by_rows = b->flags & BY_ROWS;
	const int64_t lists = by_rows ? b->m : b->n, length = by_rows ? b->n : b->m;
	const void *at = blas_at(&b->b, 0);
	void *counts = blas_at(&b->aux, 0);
	int64_t all = 0;

	for (int64_t l = 0; at && counts && l < lists; l++) {
		int64_t n = 0;

		for (int64_t k = 0; k < length; k++)
			n += blas_number(at, b->b.type, by_rows ? l + k * b->b.ld : k + l * b->b.ld) != 0;
		index_set(&b->aux, counts, l, n);
		all += n;
	}
	blas_result_set(b, (double)all);
}

struct pair { int column, place; };

ORDER_BY(by_column, struct pair, column)

/* The columns (bias) of each row (added), with the permutation (aux) if there is one. */
static void compute_sort(struct blas_op *b)
{
	const int64_t base = b->flags & FROM_ONE ? 1 : 0, nnz = b->bias.columns;
	const void *offsets = blas_at(&b->added, 0);
	int *columns = blas_at(&b->bias, 0), *places = b->aux.addr ? blas_at(&b->aux, 0) : NULL;
	struct pair *all = calloc((size_t)nnz + 1, sizeof *all);

	for (int64_t p = 0; all && columns && p < nnz; p++)
		all[p] = (struct pair){ columns[p], places ? places[p] : 0 };
	for (int64_t i = 0; all && columns && offsets && i < b->m; i++) {
		const int64_t from = sparse_index(&b->added, offsets, i) - base;
		const int64_t to = sparse_index(&b->added, offsets, i + 1) - base;

		if (to > from && sparse_is_inside(b, from, nnz, "row offset") && sparse_is_inside(b, to - 1, nnz, "row offset"))
			qsort(all + from, (size_t)(to - from), sizeof *all, by_column);
	}
	for (int64_t p = 0; all && columns && p < nnz; p++) {
		columns[p] = all[p].column;
		if (places)
			places[p] = all[p].place;
	}
	free(all);
}

static void compute_identity(struct blas_op *b)
{
	void *at = blas_at(&b->aux, 0);

	for (int64_t i = 0; at && i < b->n; i++)
		index_set(&b->aux, at, i, i);
}

/* ---- the calls: descriptors ---------------------------------------------------------------------------- */

#pragma GCC diagnostic ignored "-Wunused-parameter"
#undef BEGIN
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

#define MEMBER(Name, type_, member) type_ cusparseGet##Name(cusparseMatDescr_t d) { return d ? d->member : (type_)0; }
MEMBER(MatType, cusparseMatrixType_t, type)
MEMBER(MatFillMode, cusparseFillMode_t, fill)
MEMBER(MatDiagType, cusparseDiagType_t, diagonal)
MEMBER(MatIndexBase, cusparseIndexBase_t, base)

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t which, void *data, size_t size)
{
	if (!matrix || !data || size != sizeof(int))
		return CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(which == CUSPARSE_SPMAT_FILL_MODE ? (void *)&matrix->fill : (void *)&matrix->diagonal, data, size);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t which, void *data,
					   size_t size)
{
	if (!matrix || !data || size != sizeof(int))
		return CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(data, which == CUSPARSE_SPMAT_FILL_MODE ? (const void *)&matrix->fill : (const void *)&matrix->diagonal, size);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the calls: sparse vectors ---- */

static struct blas_op vector_op(void (*compute)(struct blas_op *), unsigned how, cusparseConstSpVecDescr_t x)
{
	return (struct blas_op){ .compute = compute, .a = blas_vector(x->values, x->type, x->nnz, 1),
				 .bias = sparse_indices(x->indices, x->index_type, x->nnz), .n = x->size,
				 .flags = how << 8 | (x->base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0) };
}

cusparseStatus_t sparse_elements(struct call *call, cusparseHandle_t handle, unsigned how, cusparseConstSpVecDescr_t x,
				 cusparseConstDnVecDescr_t y, const void *alpha, const void *beta)
{
	struct blas_op o;

	if (!x || !y || x->size != y->size)
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	o = vector_op(compute_elements, how, x);
	o.a_written = how == GATHER || how == ROTATE;
	o.c = blas_vector(y->values, y->type, y->size, 1);
	o.alpha = sparse_scalar(handle, alpha, x->type);
	o.beta = sparse_scalar(handle, beta, x->type);
	return sparse_submit(call, handle, o);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
			      cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, void *work)
{
	struct blas_op o;
	BEGIN;
	if (!x || !y || !result || x->size != y->size)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	o = vector_op(compute_dot, 0, x);
	o.flags |= op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? CONJUGATED : 0;
	o.b = blas_vector(y->values, y->type, y->size, 1);
	o.result = (uintptr_t)result;
	o.result_on_host = handle && handle->blas.pointers == CUBLAS_POINTER_MODE_HOST;
	o.result_type = compute;
	return sparse_submit(&call, handle, o);
}

/* ---- the calls: counted and sorted ---- */

cusparseStatus_t sparse_nnz(struct call *call, cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
			    cusparseMatDescr_t d, const void *a, cudaDataType type, int a_ld, int *counts, int *all)
{
	const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;

	if (m < 0 || n < 0 || !d || !all)
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(call, handle, (struct blas_op){ .compute = compute_nnz, .m = m, .n = n,
		      .b = blas_matrix(a, type, m, n, a_ld, 0, CUBLAS_OP_N), .flags = by_rows ? BY_ROWS : BY_COLUMNS,
		      .aux = sparse_indices(counts, CUSPARSE_INDEX_32I, by_rows ? m : n), .aux_written = true,
		      .result = (uintptr_t)all, .result_is_index = true,
		      .result_on_host = handle && handle->blas.pointers == CUBLAS_POINTER_MODE_HOST });
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p)
{
	BEGIN;
	if (n < 0)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_identity, .n = n,
		      .aux = sparse_indices(p, CUSPARSE_INDEX_32I, n), .aux_written = true });
}

cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, cusparseMatDescr_t d, const int *offsets,
				  int *columns, int *p, void *work)
{
	BEGIN;
	if (m < 0 || n < 0 || nnz < 0 || !d)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_sort, .m = m, .n = n,
		      .added = sparse_indices(offsets, CUSPARSE_INDEX_32I, (int64_t)m + 1),
		      .bias = sparse_indices(columns, CUSPARSE_INDEX_32I, nnz), .bias_written = true,
		      .aux = sparse_indices(p, CUSPARSE_INDEX_32I, p ? nnz : 0), .aux_written = true,
		      .flags = d->base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0 });
}
