/*
 * cusparse_spgemm.c - cuSPARSE's product of two sparse matrices, by rows.
 *
 * The size of the result is known only after the product, and the program then makes room for it. So the host reads both
 * matrices, multiplies, and keeps the result in the descriptor until the program has it copied.
 */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "cudart/libs/sparse.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* Reads a matrix for the host (`result`). */
static void compute_list(struct blas_op *b)
{
	*(struct entries *)(uintptr_t)b->result = entries_read(b, &b->a, b->a.columns);
}

/* Where each of m rows begins in a list by rows: m + 1 numbers, to be freed. */
static int64_t *row_starts(const struct entries *e, int64_t m)
{
	int64_t *starts = calloc((size_t)m + 2, sizeof *starts);

	for (int64_t p = 0; starts && p < e->n; p++)
		starts[e->all[p].row + 1]++;
	for (int64_t i = 0; starts && i < m; i++)
		starts[i + 1] += starts[i];
	return starts;
}

int sparse_by_place(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->row != y->row ? ORDER(x->row, y->row) : ORDER(x->column, y->column);
}

/* d->c, from a and b, whose rows begin at `starts`: each product first, and then those of one place together. */
static bool multiply(struct cusparseSpGEMMDescr *d, const int64_t *starts)
{
	struct entry *all = calloc((size_t)d->products + 1, sizeof *all);
	int64_t n = 0, kept = 0;

	for (int64_t p = 0; all && p < d->a.n; p++)
		for (int64_t q = starts[d->a.all[p].column]; q < starts[d->a.all[p].column + 1]; q++)
			all[n++] = (struct entry){ d->a.all[p].row, d->b.all[q].column, blas_times(d->a.all[p].value,
					d->b.all[q].value) };
	vm_assert(!all || n == d->products);
	if (n)
		qsort(all, (size_t)n, sizeof *all, sparse_by_place);
	for (int64_t p = 0; p < n; p++)
		if (kept && !sparse_by_place(&all[kept - 1], &all[p]))
			all[kept - 1].value += all[p].value;
		else
			all[kept++] = all[p];
	free(d->c.all);
	d->c = (struct entries){ all, kept };
	return all;
}

/* Writes the product: offsets to aux, indices to bias, values to c. */
static void compute_copy(struct blas_op *b)
{
	const struct cusparseSpGEMMDescr *d = (const void *)(uintptr_t)b->result;
	const int64_t base = b->flags & FROM_ONE ? 1 : 0;
	const double complex alpha = blas_scalar_value(&b->alpha);
	void *offsets = blas_at(&b->aux, 0), *indices = d->c.n ? blas_at(&b->bias, 0) : NULL;
	void *values = d->c.n ? blas_at(&b->c, 0) : NULL;
	int64_t p = 0;

	for (int64_t i = 0; offsets && i <= b->m; i++) {
		index_set(&b->aux, offsets, i, p + base);
		for (; p < d->c.n && d->c.all[p].row == i; p++)
			if (indices && values) {
				index_set(&b->bias, indices, p, d->c.all[p].column + base);
				blas_number_set(values, b->c.type, p, blas_times(alpha, d->c.all[p].value));
			}
	}
}

/* ---- the calls ------------------------------------------------------------------------------------------- */

/* Methods and memory to work in have no use here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#undef BEGIN
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d)
{
	if (!d)
		return CUSPARSE_STATUS_SUCCESS;
	free(d->a.all);
	free(d->b.all);
	free(d->c.all);
	free(d);
	return CUSPARSE_STATUS_SUCCESS;
}

/* As NVIDIA's: by rows, not transposed; and nothing is added to a matrix whose entries are not known yet. */
static cusparseStatus_t may_multiply(struct call *call, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
				     cusparseConstSpMatDescr_t c, bool turned, const struct scalar *beta)
{
	if (!a || !b || !c || a->columns != b->rows || c->rows != a->rows || c->columns != b->columns)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!turned && a->format == BY_ROWS && b->format == BY_ROWS && c->format == BY_ROWS && blas_scalar_value(beta) == 0)
		return CUSPARSE_STATUS_SUCCESS;
	report_call(KIND_API_ERROR, call, NULL, "store all three by rows (CSR), transpose none, and give 0 for beta",
		    "%s: the virtual machine has no such product of sparse matrices", call->name);
	return CUSPARSE_STATUS_NOT_SUPPORTED;
}

static cusparseStatus_t list_read(struct call *call, cusparseHandle_t handle, cusparseConstSpMatDescr_t a, struct entries *to)
{
	struct blas_op o = sparse_op(a, CUSPARSE_OPERATION_NON_TRANSPOSE);

	free(to->all);
	*to = (struct entries){ NULL, 0 };
	o.compute = compute_list;
	o.a = blas_vector(a->values, a->type, a->nnz, 1);
	o.result = (uintptr_t)to;
	o.result_on_host = true;
	return sparse_submit(call, handle, o);
}

/* Both were read. */
static cusparseStatus_t product(cusparseSpGEMMDescr_t d, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c)
{
	int64_t *starts = row_starts(&d->b, b->rows);
	bool ok;

	d->products = 0;
	for (int64_t p = 0; starts && p < d->a.n; p++)
		d->products += starts[d->a.all[p].column + 1] - starts[d->a.all[p].column];
	ok = starts && multiply(d, starts);
	free(starts);
	c->nnz = d->c.n;
	return ok ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

#define SPGEMM_PARAMETERS \
	cusparseHandle_t handle, cusparseOperation_t a_op, cusparseOperation_t b_op, const void *alpha, \
	cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, \
	cudaDataType compute, cusparseSpGEMMAlg_t how, cusparseSpGEMMDescr_t d
#define SPGEMM_BEGIN(wrong) \
	BEGIN; \
	const struct scalar old = sparse_scalar(handle, beta, compute); \
	const cusparseStatus_t may = wrong ? CUSPARSE_STATUS_INVALID_VALUE : \
		may_multiply(&call, a, b, c, a_op != CUSPARSE_OPERATION_NON_TRANSPOSE || \
			     b_op != CUSPARSE_OPERATION_NON_TRANSPOSE, &old); \
	if (may != CUSPARSE_STATUS_SUCCESS) \
		return sparse_leave(&call, may)

/* Without memory to work in the calls answer how much they want: any will do. With it they wait for both matrices. */
cusparseStatus_t cusparseSpGEMM_workEstimation(SPGEMM_PARAMETERS, size_t *size, void *work)
{
	cusparseStatus_t status;
	SPGEMM_BEGIN(!d || !size);
	*size = 16;
	if (!work)
		return sparse_leave(&call, CUSPARSE_STATUS_SUCCESS);
	status = list_read(&call, handle, a, &d->a);
	if (status == CUSPARSE_STATUS_SUCCESS) {
		struct call second = call_enter(__func__, __builtin_frame_address(0));

		status = list_read(&second, handle, b, &d->b);
	}
	return status == CUSPARSE_STATUS_SUCCESS ? product(d, b, c) : status;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(SPGEMM_PARAMETERS, float part, size_t *size3, void *work, size_t *size2)
{
	SPGEMM_BEGIN(!d || !size3);
	*size3 = 16;
	if (size2)
		*size2 = 16;
	return sparse_leave(&call, CUSPARSE_STATUS_SUCCESS);
}

cusparseStatus_t cusparseSpGEMM_compute(SPGEMM_PARAMETERS, size_t *size, void *work)
{
	const struct nested_call outer = nested_call_begin_as(__func__, __builtin_frame_address(0));
	const cusparseStatus_t status = cusparseSpGEMM_workEstimation(handle, a_op, b_op, alpha, a, b, beta, c, compute, how, d,
			size, work);

	nested_call_end(outer);
	return status;
}

cusparseStatus_t cusparseSpGEMM_copy(SPGEMM_PARAMETERS)
{
	SPGEMM_BEGIN(!d || c->nnz != d->c.n);
	return sparse_submit(&call, handle, (struct blas_op){ .compute = compute_copy,
		      .aux = sparse_indices(c->offsets, c->offset_type, c->rows + 1),
		      .aux_written = true, .bias = sparse_indices(c->indices, c->index_type, c->nnz), .bias_written = true,
		      .c = blas_vector(c->values, c->type, c->nnz, 1), .alpha = sparse_scalar(handle, alpha, compute),
		      .m = c->rows, .flags = sparse_flags(c, CUSPARSE_OPERATION_NON_TRANSPOSE), .result = (uintptr_t)d,
		      .result_on_host = true });
}
