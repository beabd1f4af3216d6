/*
 * cusparse.c - cuSPARSE on the virtual machine: sparse matrices by rows, by columns and by coordinates; their products with
 * vectors and matrices, and conversions between formats.
 *
 * An operation is one of cuBLAS's core (blas.h). Whatever the format, it first reads the matrix into a list of entries; an index
 * outside the matrix is reported, and its entry left out.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cudart/libs/host_op.h"
#include "cudart/libs/sparse.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* ---- entries ------------------------------------------------------------------------------------------- */

int64_t sparse_index(const struct operand *o, const void *at, int64_t i)
{
	return o->type == CUDA_R_64I ? ((const int64_t *)at)[i] : ((const int32_t *)at)[i];
}

bool sparse_is_inside(const struct blas_op *b, int64_t v, int64_t n, const char *what)
{
	if (v >= 0 && v < n)
		return true;
	report_call(KIND_API_ERROR, &b->op.call, NULL, "are the indices those of this matrix, and does the index base fit them?",
		    "%s: a %s is %lld, but there are %lld", b->op.call.name, what, (long long)v, (long long)n);
	return false;
}

/* Rows that overlap could have more. */
static bool has_room(const struct blas_op *b, int64_t n, int64_t nnz)
{
	if (n < nnz)
		return true;
	report_call(KIND_API_ERROR, &b->op.call, NULL, "do the row offsets rise from each row to the next?",
		    "%s: the rows have more entries than the %lld of the matrix", b->op.call.name, (long long)nnz);
	return false;
}

struct entries entries_read(const struct blas_op *b, const struct operand *values, int64_t nnz)
{
	const bool by_rows = (b->flags & FORMAT) == BY_ROWS, by_coordinates = (b->flags & FORMAT) == BY_COORDINATES;
	const int64_t base = b->flags & FROM_ONE ? 1 : 0, lists = by_coordinates ? nnz : by_rows ? b->m : b->n;
	const void *offsets = blas_at(&b->added, 0), *indices = blas_at(&b->bias, 0), *at = values->addr ? blas_at(values,
			0) : NULL;
	struct entries e = { calloc((size_t)nnz + 1, sizeof *e.all), 0 };
	bool ok = true;

	for (int64_t l = 0; e.all && offsets && indices && ok && l < lists; l++) {
		const int64_t from = by_coordinates ? l : sparse_index(&b->added, offsets, l) - base;
		const int64_t to = by_coordinates ? l + 1 : sparse_index(&b->added, offsets, l + 1) - base;

		if (to > from)
			ok = sparse_is_inside(b, from, nnz, "row offset") && sparse_is_inside(b, to - 1, nnz, "row offset");
		for (int64_t p = from; ok && p < to; p++) {
			const int64_t major = by_coordinates ? sparse_index(&b->added, offsets, l) - base : l;
			const int64_t minor = sparse_index(&b->bias, indices, p) - base;
			const struct entry x = { by_rows || by_coordinates ? major : minor, by_rows || by_coordinates ?
					minor : major,
						 at ? blas_number(at, values->type, p) : 1 };

			ok = sparse_is_inside(b, x.row, b->m, "row index") &&
			     sparse_is_inside(b, x.column, b->n, "column index") && has_room(b, e.n, nnz);
			if (ok)
				e.all[e.n++] = x;
		}
	}
	return e;
}

double complex sparse_dense_at(const struct operand *o, const void *at, int64_t i, int64_t j)
{
	const double complex v = blas_number(at, o->type, blas_place(o, i, j));

	return o->conjugated ? conj(v) : v;
}

static int64_t columns_of(const struct operand *o)
{
	return o->transposed ? o->rows : o->columns;
}

static int64_t rows_of(const struct operand *o)
{
	return o->transposed ? o->columns : o->rows;
}

/* ---- what operations do ------------------------------------------------------------------------------------ */

/* c = alpha op(a) op(b) + beta c */
static void compute_product(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	const int64_t rows = rows_of(&b->c), columns = columns_of(&b->c);
	struct entries e = entries_read(b, &b->a, b->a.columns);
	double complex *sums = calloc((size_t)(rows * columns) + 1, sizeof *sums);
	const void *x = blas_at(&b->b, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t p = 0; sums && x && p < e.n; p++) {
		const struct entry *q = &e.all[p];
		const int64_t i = b->flags & TRANSPOSED ? q->column : q->row, k = b->flags & TRANSPOSED ? q->row : q->column;

		for (int64_t j = 0; j < columns; j++)
			sums[i + j * rows] += blas_times(b->flags & CONJUGATED ? conj(q->value) : q->value,
						       sparse_dense_at(&b->b, x, k, j));
	}
	for (int64_t j = 0; sums && c && j < columns; j++)
		for (int64_t i = 0; i < rows; i++)
			blas_update(&b->c, c, blas_place(&b->c, i, j), alpha, sums[i + j * rows], beta);
	free(e.all);
	free(sums);
}

/* The product of dense matrices b and aux, where the sparse one has entries. */
static void compute_sampled(struct blas_op *b)
{
	const double complex alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	struct entries e = entries_read(b, &b->c, b->c.columns);
	const void *x = blas_at(&b->b, 0), *y = blas_at(&b->aux, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t p = 0; x && y && c && p < e.n; p++) {
		double complex sum = 0;

		for (int64_t k = 0; k < columns_of(&b->b); k++)
			sum += blas_times(sparse_dense_at(&b->b, x, e.all[p].row, k),
					  sparse_dense_at(&b->aux, y, k, e.all[p].column));
		blas_update(&b->c, c, p, alpha, sum, beta);
	}
	free(e.all);
}

static void compute_to_dense(struct blas_op *b)
{
	struct entries e = entries_read(b, &b->a, b->a.columns);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++)
			blas_number_set(c, b->c.type, blas_place(&b->c, i, j), 0);
	for (int64_t p = 0; c && p < e.n; p++)
		blas_number_set(c, b->c.type, blas_place(&b->c, e.all[p].row, e.all[p].column), e.all[p].value);
	free(e.all);
}

/* Visits b in the order of the format: counts (`result`), writes offsets (aux), and with a place for them indices and values. */
static void compute_to_sparse(struct blas_op *b)
{
	const bool by_columns = (b->flags & FORMAT) == BY_COLUMNS, by_coordinates = (b->flags & FORMAT) == BY_COORDINATES;
	const int64_t lists = by_columns ? b->n : b->m, length = by_columns ? b->m : b->n, base = b->flags & FROM_ONE ? 1 : 0;
	const void *x = blas_at(&b->b, 0);
	void *offsets = b->aux.addr ? blas_at(&b->aux, 0) : NULL, *indices = b->bias.addr ? blas_at(&b->bias, 0) : NULL;
	void *values = b->c.addr ? blas_at(&b->c, 0) : NULL;
	int64_t n = 0;

	for (int64_t l = 0; x && l < lists; l++) {
		if (offsets && !by_coordinates)
			index_set(&b->aux, offsets, l, n + base);
		for (int64_t k = 0; k < length; k++) {
			const double complex v = by_columns ? sparse_dense_at(&b->b, x, k, l) : sparse_dense_at(&b->b, x, l, k);

			if (v == 0)
				continue;
			if (n < b->c.columns && indices && values) {
				index_set(&b->bias, indices, n, k + base);
				blas_number_set(values, b->c.type, n, v);
				if (offsets && by_coordinates)
					index_set(&b->aux, offsets, n, l + base);
			}
			n++;
		}
	}
	if (offsets && !by_coordinates)
		index_set(&b->aux, offsets, lists, n + base);
	if (b->result)
		*(int64_t *)(uintptr_t)b->result = n;
}

/* From rows to columns, in their order: values go to c, offsets to aux, indices to pivots. */
static void compute_turn(struct blas_op *b)
{
	const int64_t base = b->flags & FROM_ONE ? 1 : 0;
	struct entries e = entries_read(b, &b->a, b->bias.columns);
	void *values = b->c.addr ? blas_at(&b->c, 0) : NULL, *offsets = blas_at(&b->aux, 0), *indices = blas_at(&b->pivots, 0);
	int64_t *next = calloc((size_t)b->n + 2, sizeof *next);

	for (int64_t p = 0; next && p < e.n; p++)
		next[e.all[p].column + 1]++;
	for (int64_t j = 0; next && offsets && j <= b->n; j++) {
		next[j + 1] += next[j];
		index_set(&b->aux, offsets, j, next[j] + base);
	}
	for (int64_t p = 0; next && indices && p < e.n; p++) {
		const int64_t at = next[e.all[p].column]++;

		index_set(&b->pivots, indices, at, e.all[p].row + base);
		if (values)
			blas_number_set(values, b->c.type, at, e.all[p].value);
	}
	free(next);
	free(e.all);
}

/* Sorted row indices (added) to offsets (aux). */
static void compute_offsets(struct blas_op *b)
{
	const int64_t base = b->flags & FROM_ONE ? 1 : 0, n = b->added.columns;
	const void *rows = n ? blas_at(&b->added, 0) : NULL;
	void *offsets = blas_at(&b->aux, 0);
	int64_t p = 0;

	for (int64_t i = 0; offsets && i <= b->m; i++) {
		while (rows && p < n && sparse_index(&b->added, rows, p) - base < i)
			p++;
		index_set(&b->aux, offsets, i, p + base);
	}
}

/* Offsets (added) to row indices (aux). */
static void compute_rows(struct blas_op *b)
{
	const int64_t base = b->flags & FROM_ONE ? 1 : 0;
	const void *offsets = blas_at(&b->added, 0);
	void *rows = blas_at(&b->aux, 0);

	for (int64_t i = 0; offsets && rows && i < b->m; i++) {
		const int64_t end = sparse_index(&b->added, offsets, i + 1) - base;

		for (int64_t p = sparse_index(&b->added, offsets, i) - base; p < end; p++) {
			if (!sparse_is_inside(b, p, b->aux.columns, "row offset"))
				return;
			index_set(&b->aux, rows, p, i + base);
		}
	}
}

/* ---- from a call to its operation ---------------------------------------------------------------------------- */

static cusparseStatus_t status_of(cublasStatus_t s)
{
	switch (s) {
	case CUBLAS_STATUS_SUCCESS: return CUSPARSE_STATUS_SUCCESS;
	case CUBLAS_STATUS_NOT_INITIALIZED: return CUSPARSE_STATUS_NOT_INITIALIZED;
	case CUBLAS_STATUS_ALLOC_FAILED: return CUSPARSE_STATUS_ALLOC_FAILED;
	case CUBLAS_STATUS_INVALID_VALUE: return CUSPARSE_STATUS_INVALID_VALUE;
	case CUBLAS_STATUS_NOT_SUPPORTED: return CUSPARSE_STATUS_NOT_SUPPORTED;
	default: return CUSPARSE_STATUS_EXECUTION_FAILED;
	}
}

cusparseStatus_t sparse_submit(struct call *call, cusparseHandle_t handle, struct blas_op b)
{
	if (!handle) {
		report_call(KIND_API_ERROR, call, NULL, "call cusparseCreate first, and check its status",
			    "%s is given no handle", call->name);
		return status_of(blas_leave(call, CUBLAS_STATUS_NOT_INITIALIZED));
	}
	b.is_sparse = true;
	b.count = 1;
	return status_of(blas_submit(call, &handle->blas, &b));
}

struct operand sparse_indices(const void *at, cusparseIndexType_t t, int64_t n)
{
	return blas_vector(at, t == CUSPARSE_INDEX_64I ? CUDA_R_64I : CUDA_R_32I, n, 1);
}

unsigned sparse_flags(cusparseConstSpMatDescr_t a, cusparseOperation_t op)
{
	return a->format | (a->base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0) | (op == CUSPARSE_OPERATION_NON_TRANSPOSE ? 0 :
			TRANSPOSED) |
	       (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? CONJUGATED : 0);
}

static int64_t offset_count(cusparseConstSpMatDescr_t a)
{
	return a->format == BY_COORDINATES ? a->nnz : (a->format == BY_ROWS ? a->rows : a->columns) + 1;
}

/* The structure of a sparse matrix. */
struct blas_op sparse_op(cusparseConstSpMatDescr_t a, cusparseOperation_t op)
{
	return (struct blas_op){ .added = sparse_indices(a->offsets, a->offset_type, offset_count(a)),
				 .bias = sparse_indices(a->indices, a->index_type, a->nnz),
				 .m = a->rows, .n = a->columns, .flags = sparse_flags(a, op) };
}

/* By rows it is the transposed of one by columns. */
struct operand sparse_dense(cusparseConstDnMatDescr_t d, cusparseOperation_t op)
{
	const bool by_rows = d->order == CUSPARSE_ORDER_ROW, turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	struct operand o = blas_matrix(d->values, d->type, by_rows ? d->columns : d->rows, by_rows ? d->rows : d->columns,
			d->ld, 0, CUBLAS_OP_N);

	o.transposed = by_rows != turned;
	o.conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	return o;
}

struct scalar sparse_scalar(cusparseHandle_t handle, const void *at, cudaDataType t)
{
	return handle && at ? blas_scalar(&handle->blas, at, t) : (struct scalar){ 0, t, 0 };
}

cusparseStatus_t sparse_leave(struct call *call, cusparseStatus_t status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

/* ---- the calls ------------------------------------------------------------------------------------------- */

/* Methods and memory to work in have no use here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#undef BEGIN
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
	BEGIN;
	if (!handle)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	*handle = calloc(1, sizeof **handle);
	return sparse_leave(&call, *handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED);
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
	BEGIN;
	free(handle);
	return sparse_leave(&call, handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED);
}

cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode)
{
	if (!handle)
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	handle->blas.pointers = mode == CUSPARSE_POINTER_MODE_DEVICE ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode)
{
	if (!handle || !mode)
		return handle ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_NOT_INITIALIZED;
	*mode = handle->blas.pointers == CUBLAS_POINTER_MODE_DEVICE ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t product(struct call *call, cusparseHandle_t handle, cusparseOperation_t op,
		cusparseConstSpMatDescr_t a, struct operand b, struct operand c, struct scalar alpha, struct scalar beta)
{
	struct blas_op o = sparse_op(a, op);
	const int64_t rows = o.flags & TRANSPOSED ? a->columns : a->rows, inner = o.flags & TRANSPOSED ? a->rows : a->columns;

	if (rows_of(&b) != inner || rows_of(&c) != rows || columns_of(&b) != columns_of(&c)) {
		report_call(KIND_API_ERROR, call, NULL, "compare the sizes of the descriptors, and whether a matrix is "
							"transposed",
			    "%s: a matrix of %lld x %lld times one of %lld x %lld does not give one of %lld x %lld", call->name,
			    (long long)rows, (long long)inner, (long long)rows_of(&b), (long long)columns_of(&b),
			    (long long)rows_of(&c),
					(long long)columns_of(&c));
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	}
	o.compute = compute_product;
	o.a = blas_vector(a->values, a->type, a->nnz, 1);
	o.b = b;
	o.c = c;
	o.alpha = alpha;
	o.beta = beta;
	return sparse_submit(call, handle, o);
}

/*
 * The bytes of an operation's externalBuffer. On an H200 operations on matrices by rows and by columns want one, of some 10 bytes
 * for small ones. By coordinates only some do: for these `always` is true.
 */
static size_t work_bytes(cusparseConstSpMatDescr_t a, bool always)
{
	return always || !a || a->format != BY_COORDINATES ? 16 : 0;
}

static bool has_work(const struct call *call, const void *work, size_t bytes)
{
	return !bytes || host_op_check(call, work, bytes, "externalBuffer",
				       "allocate as many bytes as the function with _bufferSize says");
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
			      cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
					cusparseSpMVAlg_t how, void *work)
{
	BEGIN;
	if (!a || !x || !y)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	if (!has_work(&call, work, work_bytes(a, op == CUSPARSE_OPERATION_NON_TRANSPOSE)))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return product(&call, handle, op, a, blas_matrix(x->values, x->type, x->size, 1, x->size, 0, CUBLAS_OP_N),
		       blas_matrix(y->values, y->type, y->size, 1, y->size, 0, CUBLAS_OP_N),
		       sparse_scalar(handle, alpha, compute), sparse_scalar(handle, beta, compute));
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t a_op, cusparseOperation_t b_op, const void *alpha,
			      cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
			      cudaDataType compute, cusparseSpMMAlg_t how, void *work)
{
	BEGIN;
	if (!a || !b || !c)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	if (!has_work(&call, work, work_bytes(a, false)))
		return sparse_leave(&call, CUSPARSE_STATUS_INTERNAL_ERROR);
	return product(&call, handle, a_op, a, sparse_dense(b, b_op), sparse_dense(c, CUSPARSE_OPERATION_NON_TRANSPOSE),
		       sparse_scalar(handle, alpha, compute), sparse_scalar(handle, beta, compute));
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t a_op, cusparseOperation_t b_op, const void *alpha,
			       cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
			       cudaDataType compute, cusparseSDDMMAlg_t how, void *work)
{
	struct blas_op o;
	BEGIN;
	if (!a || !b || !c || !has_work(&call, work, work_bytes(c, true)))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	o = sparse_op(c, CUSPARSE_OPERATION_NON_TRANSPOSE);
	o.compute = compute_sampled;
	o.b = sparse_dense(a, a_op);
	o.aux = sparse_dense(b, b_op);
	if (rows_of(&o.b) != c->rows || columns_of(&o.aux) != c->columns || columns_of(&o.b) != rows_of(&o.aux))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	o.c = blas_vector(c->values, c->type, c->nnz, 1);
	o.alpha = sparse_scalar(handle, alpha, compute);
	o.beta = sparse_scalar(handle, beta, compute);
	return sparse_submit(&call, handle, o);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
		cusparseSparseToDenseAlg_t how, void *work)
{
	struct blas_op o;
	BEGIN;
	if (!a || !b || a->rows != b->rows || a->columns != b->columns || !has_work(&call, work, work_bytes(a, false)))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	o = sparse_op(a, CUSPARSE_OPERATION_NON_TRANSPOSE);
	o.compute = compute_to_dense;
	o.a = blas_vector(a->values, a->type, a->nnz, 1);
	o.c = sparse_dense(b, CUSPARSE_OPERATION_NON_TRANSPOSE);
	return sparse_submit(&call, handle, o);
}

/* The number of entries is known when the call returns, so it waits. */
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
						cusparseDenseToSparseAlg_t how, void *work)
{
	BEGIN;
	if (!a || !b || a->rows != b->rows || a->columns != b->columns || !has_work(&call, work, work_bytes(b, true)))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_to_sparse, .b = sparse_dense(a,
			CUSPARSE_OPERATION_NON_TRANSPOSE),
		      .aux = b->format == BY_COORDINATES ? (struct operand){ 0 } : sparse_indices(b->offsets, b->offset_type,
				offset_count(b)),
		      .aux_written = true, .m = b->rows, .n = b->columns, .flags = sparse_flags(b,
				CUSPARSE_OPERATION_NON_TRANSPOSE),
		      .result = (uintptr_t)&b->nnz, .result_on_host = true });
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
					       cusparseDenseToSparseAlg_t how, void *work)
{
	BEGIN;
	if (!a || !b || a->rows != b->rows || a->columns != b->columns || !has_work(&call, work, work_bytes(b, true)))
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_to_sparse, .b = sparse_dense(a,
			CUSPARSE_OPERATION_NON_TRANSPOSE),
		      .aux = sparse_indices(b->offsets, b->offset_type, offset_count(b)), .aux_written = true,
		      .bias = sparse_indices(b->indices, b->index_type, b->nnz), .bias_written = true, .c = blas_vector(b->values,
				b->type, b->nnz, 1),
		      .m = b->rows, .n = b->columns, .flags = sparse_flags(b, CUSPARSE_OPERATION_NON_TRANSPOSE) });
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *values, const int *offsets,
		const int *index, void *csc_values, int *csc_offsets, int *csc_indices, cudaDataType type,
						cusparseAction_t action,
				    cusparseIndexBase_t base, cusparseCsr2CscAlg_t how, void *work)
{
	const bool with_values = action == CUSPARSE_ACTION_NUMERIC;
	BEGIN;
	if (m < 0 || n < 0 || nnz < 0)
		return sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_turn,
		      .a = blas_vector(with_values ? values : NULL, type, nnz, 1),
		      .c = blas_vector(with_values ? csc_values : NULL, type, nnz, 1), .added = sparse_indices(offsets,
				CUSPARSE_INDEX_32I, (int64_t)m + 1),
		      .bias = sparse_indices(index, CUSPARSE_INDEX_32I, nnz),
		      .aux = sparse_indices(csc_offsets, CUSPARSE_INDEX_32I, (int64_t)n + 1),
		      .aux_written = true, .pivots = sparse_indices(csc_indices, CUSPARSE_INDEX_32I, nnz), .m = m, .n = n,
		      .flags = BY_ROWS | (base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0) });
}

static cusparseStatus_t convert(struct call *call, cusparseHandle_t handle, void (*compute)(struct blas_op *),
		struct operand from, struct operand to, int m, int nnz, cusparseIndexBase_t base)
{
	if (m < 0 || nnz < 0)
		return sparse_leave(call, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_submit(call, handle, (struct blas_op){ .compute = compute, .added = from, .aux = to, .aux_written = true,
		      .m = m, .flags = base == CUSPARSE_INDEX_BASE_ONE ? FROM_ONE : 0 });
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m, int *offsets,
		cusparseIndexBase_t base)
{
	BEGIN;
	return convert(&call, handle, compute_offsets, sparse_indices(rows, CUSPARSE_INDEX_32I, nnz), sparse_indices(offsets,
			CUSPARSE_INDEX_32I, (int64_t)m + 1), m,
		       nnz, base);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int m, int *rows,
		cusparseIndexBase_t base)
{
	BEGIN;
	return convert(&call, handle, compute_rows, sparse_indices(offsets, CUSPARSE_INDEX_32I, (int64_t)m + 1),
		       sparse_indices(rows, CUSPARSE_INDEX_32I, nnz), m, nnz, base);
}

const char *cusparseGetErrorName(cusparseStatus_t status)
{
	static const char *const names[] = {
		"CUSPARSE_STATUS_SUCCESS", "CUSPARSE_STATUS_NOT_INITIALIZED", "CUSPARSE_STATUS_ALLOC_FAILED",
			"CUSPARSE_STATUS_INVALID_VALUE",
		"CUSPARSE_STATUS_ARCH_MISMATCH", "CUSPARSE_STATUS_MAPPING_ERROR", "CUSPARSE_STATUS_EXECUTION_FAILED",
		"CUSPARSE_STATUS_INTERNAL_ERROR",
		"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "CUSPARSE_STATUS_ZERO_PIVOT", "CUSPARSE_STATUS_NOT_SUPPORTED",
		"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES",
	};

	return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
	return cusparseGetErrorName(status);
}

/* ---- the calls whose answer is one expression ---- */

static void *copied(const void *from, size_t size)
{
	void *to = malloc(size);

	return to ? memcpy(to, from, size) : NULL;
}

#define DONE(does) ((does), CUSPARSE_STATUS_SUCCESS)
#define GIVEN(to, does) (!(to) ? CUSPARSE_STATUS_INVALID_VALUE : DONE(does))
#define ASKED(to, value) GIVEN(to, *(to) = (value))
/* A descriptor is a copy of what it was made from. */
#define CREATE(to, ok, ...) (!(to) || !(ok) ? CUSPARSE_STATUS_INVALID_VALUE : \
			     (*(to) = copied(&(__typeof__(**(to))){ __VA_ARGS__ }, sizeof **(to))) ? CUSPARSE_STATUS_SUCCESS : \
			     CUSPARSE_STATUS_ALLOC_FAILED)
#define ZERO_PIVOT(info, position) (!(info) ? CUSPARSE_STATUS_INVALID_VALUE : zero_tell((info)->zero, position))
#define REFUSED sparse_leave(&call, CUSPARSE_STATUS_INVALID_VALUE)

static cusparseStatus_t zero_tell(int64_t zero, int *position)
{
	if (position)
		*position = (int)zero;
	return zero < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define CUSPARSE(name, parameters)
#define CUSPARSE_ANSWER(name, parameters, answer) cusparseStatus_t name parameters { return answer; }
#define CUSPARSE_CALL(name, parameters, answer) cusparseStatus_t name parameters { BEGIN; return answer; }
#include "cudart/libs/cusparse.def"
