/*
 * blas.c - the core of cuBLAS's stand-ins (blas.h): elements of all types, operands, and the operation that each call submits.
 *
 * It checks a call's arguments and submits one operation, which computes in double, element by element. So sums are more exact
 * than a GPU's, and in another order.
 */
#include "config.h"

#include <stdlib.h>

#include "cudart/libs/blas.h"
#include "base/limits.h"
#include "cudart/libs/host_op.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "simt/narrow.h"
#include "words/kinds.h"

/* ---- elements ---------------------------------------------------------------------------------- */

unsigned blas_type_bytes(cudaDataType t)
{
	switch (t) {
	case CUDA_C_64F: return 16;
	case CUDA_R_64F: case CUDA_C_32F: case CUDA_R_64I: return 8;
	case CUDA_R_32F: case CUDA_R_32I: return 4;
	case CUDA_R_8I: case CUDA_R_8U: case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return 1;
	default: return 2;
	}
}

double blas_element(const void *base, cudaDataType t, int64_t i)
{
	switch (t) {
	case CUDA_R_64F: return ((const double *)base)[i];
	case CUDA_R_32F: return ((const float *)base)[i];
	case CUDA_R_16F: return narrow_to(PTX_F16, ((const uint16_t *)base)[i]);
	case CUDA_R_32I: return ((const int32_t *)base)[i];
	case CUDA_R_8I: return ((const int8_t *)base)[i];
	case CUDA_R_8U: return ((const uint8_t *)base)[i];
	case CUDA_R_8F_E4M3: return narrow_to(PTX_E4M3X2, ((const uint8_t *)base)[i]);
	case CUDA_R_8F_E5M2: return narrow_to(PTX_E5M2X2, ((const uint8_t *)base)[i]);
	default: return narrow_to(PTX_BF16, ((const uint16_t *)base)[i]);
	}
}

/* The nearest whole number in the range; 0 for NaN. */
static double whole(double v, double least, double most)
{
	return isnan(v) ? 0 : fmin(fmax(rint(v), least), most);
}

void blas_element_set(void *base, cudaDataType t, int64_t i, double v)
{
	switch (t) {
	case CUDA_R_64F: ((double *)base)[i] = v; break;
	case CUDA_R_32F: ((float *)base)[i] = (float)v; break;
	case CUDA_R_16F: ((uint16_t *)base)[i] = (uint16_t)narrow_from(PTX_F16, v, PTX_RN, false); break;
	case CUDA_R_32I: ((int32_t *)base)[i] = (int32_t)whole(v, INT32_MIN, INT32_MAX); break;
	case CUDA_R_8I: ((int8_t *)base)[i] = (int8_t)whole(v, INT8_MIN, INT8_MAX); break;
	case CUDA_R_8U: ((uint8_t *)base)[i] = (uint8_t)whole(v, 0, UINT8_MAX); break;
	case CUDA_R_8F_E4M3: ((uint8_t *)base)[i] = (uint8_t)narrow_from(PTX_E4M3X2, v, PTX_RN, true); break;
	case CUDA_R_8F_E5M2: ((uint8_t *)base)[i] = (uint8_t)narrow_from(PTX_E5M2X2, v, PTX_RN, true); break;
	default: ((uint16_t *)base)[i] = (uint16_t)narrow_from(PTX_BF16, v, PTX_RN, false); break;
	}
}

/* A complex number is its real part and its imaginary one. */
double complex blas_number(const void *base, cudaDataType t, int64_t i)
{
	const cudaDataType part = t == CUDA_C_64F ? CUDA_R_64F : CUDA_R_32F;

	return blas_is_complex(t) ? blas_complex(blas_element(base, part, 2 * i), blas_element(base, part, 2 * i + 1)) :
			blas_element(base, t, i);
}

void blas_number_set(void *base, cudaDataType t, int64_t i, double complex v)
{
	const cudaDataType part = t == CUDA_C_64F ? CUDA_R_64F : CUDA_R_32F;

	if (!blas_is_complex(t)) {
		blas_element_set(base, t, i, creal(v));
		return;
	}
	blas_element_set(base, part, 2 * i, creal(v));
	blas_element_set(base, part, 2 * i + 1, cimag(v));
}

/* ---- the operation ------------------------------------------------------------------------------- */

double complex blas_scalar_value(const struct scalar *s)
{
	const void *at = s->device ? host_op_bytes(s->device, blas_type_bytes(s->type)) : NULL;

	return s->device ? at ? blas_number(at, s->type, 0) : 0 : s->value;
}

static uint64_t operand_bytes(const struct operand *o, int64_t count)
{
	int64_t elements = (o->columns - 1) * o->ld + o->rows + (o->listed ? 0 : count - 1) * o->step;

	return o->rows && o->columns ? (uint64_t)elements * blas_type_bytes(o->type) : 0;
}

/* The index-th matrix; of a list of pointers, 0 if the list cannot be read. */
static uint64_t operand_addr(const struct operand *o, int64_t index)
{
	const uint64_t *list = o->listed ? host_op_bytes(o->addr + 8 * (uint64_t)index, 8) : NULL;

	return o->listed ? list ? *list : 0 : o->addr + (uint64_t)(index * o->step) * blas_type_bytes(o->type);
}

void *blas_at(const struct operand *o, int64_t index)
{
	vm_assert(o && index >= 0);
	return host_op_bytes(operand_addr(o, index), operand_bytes(o, 1));
}

/* The pointers of a list are known only when the operation runs. */
static bool list_check(const struct call *call, const struct operand *o, int64_t count, const char *role)
{
	for (int64_t i = 0; o->addr && o->listed && i < count; i++)
		if (operand_bytes(o, 1) && !host_op_check(call, (const void *)(uintptr_t)operand_addr(o, i), operand_bytes(o,
				1), role, "are rows and columns, and leading dimensions, in the right order?"))
			return false;
	return true;
}

static void operand_written(const struct operand *o, int64_t count)
{
	if (o->addr && !o->listed)
		host_op_written(o->addr, operand_bytes(o, count));
	for (int64_t i = 0; o->addr && o->listed && i < count; i++)
		host_op_written(operand_addr(o, i), operand_bytes(o, 1));
}

static unsigned result_bytes(const struct blas_op *b)
{
	return b->result_is_index ? 4 : blas_type_bytes(b->result_type);
}

static void blas_run(struct op *op)
{
	struct blas_op *b = (struct blas_op *)op;

	if (!list_check(&op->call, &b->a, b->count, "first list's matrix") ||
	    !list_check(&op->call, &b->b, b->count, "second list's matrix") ||
	    !list_check(&op->call, &b->c, b->count, "last list's matrix"))
		return;
	b->compute(b);
	operand_written(&b->c, b->count);
	if (b->a_written)
		operand_written(&b->a, b->count);
	if (b->aux_written)
		operand_written(&b->aux, b->count);
	if (!b->pivots_read)
		operand_written(&b->pivots, 1);
	if (b->bias_written)
		operand_written(&b->bias, b->count);
	operand_written(&b->info, 1);
	if (b->result && !b->result_on_host)
		host_op_written(b->result, result_bytes(b));
}

static struct op *blas_clone(const struct op *op)
{
	return host_op_clone(op, sizeof(struct blas_op));
}

static const struct op_kind op_blas = { .name = "cublas", .run = blas_run, .clone = blas_clone };
static const struct op_kind op_sparse = { .name = "cusparse", .run = blas_run, .clone = blas_clone };

/* Unpacks numbers, also 16-bit ones, to planes of doubles, by columns, transposed if necessary. */
double *blas_unpack(const struct operand *o, int64_t index, int64_t rows, int64_t columns)
{
	const void *at = blas_at(o, index);
	const bool is_complex = blas_is_complex(o->type);
	double *out = malloc(((size_t)rows * (size_t)columns * (is_complex ? 2 : 1) + 1) * sizeof *out);
	double *imaginary = out + rows * columns;

	vm_assert(rows >= 0 && columns >= 0);
	for (int64_t j = 0; out && at && j < columns; j++)
		for (int64_t i = 0; i < rows; i++) {
			const int64_t from = o->transposed ? j + i * o->ld : i + j * o->ld;
			const double complex v = is_complex ? blas_number(at, o->type, from) : blas_element(at, o->type, from);

			out[i + j * rows] = creal(v);
			if (is_complex)
				imaginary[i + j * rows] = o->conjugated ? -cimag(v) : cimag(v);
		}
	if (!at) {
		free(out);
		return NULL;
	}
	return out;
}

static void products_add(double *out, const double *x, const double *y, int64_t m, int64_t n, int64_t inner, double sign)
{
	for (int64_t j = 0; j < n; j++)
		for (int64_t k = 0; k < inner; k++) {
			const double factor = sign * y[k + j * inner], *column = x + k * m;
			double *sum = out + j * m;

			for (int64_t i = 0; i < m; i++)
				sum[i] += column[i] * factor;
		}
}

double *blas_multiply(const double *x, const double *y, int64_t m, int64_t n, int64_t inner, bool is_complex)
{
	double *out = calloc((size_t)m * (size_t)n * (is_complex ? 2 : 1) + 1, sizeof *out);
	const double *xi = x + m * inner, *yi = y + inner * n;

	if (!out)
		return NULL;
	products_add(out, x, y, m, n, inner, 1);
	if (is_complex) {
		products_add(out, xi, yi, m, n, inner, -1);
		products_add(out + m * n, x, yi, m, n, inner, 1);
		products_add(out + m * n, xi, y, m, n, inner, 1);
	}
	return out;
}

double *blas_product(const struct blas_op *b, int64_t index)
{
	double *x = blas_unpack(&b->a, index, b->m, b->k), *y = blas_unpack(&b->b, index, b->k, b->n);
	double *out = x && y ? blas_multiply(x, y, b->m, b->n, b->k, blas_is_complex(b->a.type)) : NULL;

	free(x);
	free(y);
	return out;
}

void blas_update(const struct operand *c, void *at, int64_t i, double complex alpha, double complex v, double complex beta)
{
	blas_number_set(at, c->type, i, blas_times(alpha, v) + (beta != 0 ? blas_times(beta, blas_number(at, c->type, i)) : 0));
}

void blas_result_set(struct blas_op *b, double complex v)
{
	void *at = b->result_on_host ? (void *)(uintptr_t)b->result : host_op_bytes(b->result, result_bytes(b));

	if (at && b->result_is_index)
		*(int *)at = (int)creal(v);
	else if (at)
		blas_number_set(at, b->result_type, 0, v);
}

/* ---- from a call to its operation ------------------------------------------------------------------- */

cublasStatus_t blas_leave(struct call *call, cublasStatus_t status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

struct operand blas_vector(const void *x, cudaDataType t, int64_t n, int64_t step)
{
	return (struct operand){ .addr = (uintptr_t)x, .type = t, .rows = n > 0, .columns = n > 0 ? n : 0, .ld = step };
}

struct operand blas_matrix(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, int64_t step,
			     cublasOperation_t op)
{
	const bool whole = op == CUBLAS_OP_N;

	return (struct operand){ (uintptr_t)a, t, whole ? rows : columns, whole ? columns : rows, ld, step, !whole,
			op == CUBLAS_OP_C, false };
}

struct operand blas_across(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, cublasOperation_t op)
{
	struct operand o = blas_matrix(a, t, rows, columns, ld, 0, op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N);

	o.conjugated = op == CUBLAS_OP_C;
	return o;
}

struct operand blas_list(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, cublasOperation_t op)
{
	struct operand o = blas_matrix(a, t, rows, columns, ld, 0, op);

	o.listed = true;
	return o;
}

struct scalar blas_scalar(cublasHandle_t h, const void *at, cudaDataType t)
{
	return h->pointers == CUBLAS_POINTER_MODE_DEVICE ? (struct scalar){ (uintptr_t)at, t, 0 }
							 : (struct scalar){ 0, t, blas_number(at, t, 0) };
}

static bool scales_check(const struct call *call, const struct blas_op *b)
{
	for (size_t i = 0; i < sizeof b->scales / sizeof *b->scales; i++)
		if (b->scales[i].device && !host_op_check(call, (const void *)(uintptr_t)b->scales[i].device, sizeof(float),
							  "scale", "scales are floats in the device's memory"))
			return false;
	return true;
}

/* In device mode the device reads and writes the scalars: check that it can. */
static bool scalars_check(const struct call *call, const struct blas_op *b)
{
	static const char next[] = "the pointer mode is CUBLAS_POINTER_MODE_DEVICE: it holds for scalars and results";

	return (!b->alpha.device || host_op_check(call, (const void *)(uintptr_t)b->alpha.device, blas_type_bytes(b->alpha.type),
						  "alpha (the pointer mode is DEVICE)", next)) &&
	       (!b->beta.device || host_op_check(call, (const void *)(uintptr_t)b->beta.device, blas_type_bytes(b->beta.type),
						 "beta (the pointer mode is DEVICE)", next)) &&
	       scales_check(call, b) && (!b->result || b->result_on_host ||
		host_op_check(call, (const void *)(uintptr_t)b->result, result_bytes(b),
			      "result (the pointer mode is DEVICE)", next));
}

static void scalars_used(struct blas_op *b)
{
	if (b->alpha.device)
		op_uses(&b->op, b->alpha.device, blas_type_bytes(b->alpha.type), false);
	if (b->beta.device)
		op_uses(&b->op, b->beta.device, blas_type_bytes(b->beta.type), false);
	for (size_t i = 0; i < sizeof b->scales / sizeof *b->scales; i++)
		if (b->scales[i].device)
			op_uses(&b->op, b->scales[i].device, sizeof(float), false);
	if (b->result && !b->result_on_host)
		op_uses(&b->op, b->result, result_bytes(b), true);
}

/* The bytes at the operand's address: matrices, or pointers to them. */
static uint64_t side_bytes(const struct operand *o, int64_t count)
{
	return o->listed ? 8 * (uint64_t)count : operand_bytes(o, count);
}

static void side_used(struct op *op, const struct operand *o, int64_t count, bool write)
{
	const uint64_t bytes = side_bytes(o, count), one = operand_bytes(o, 1);

	if (bytes)
		op_uses(op, o->addr, bytes, write && !o->listed);
	op->bytes += bytes;
	for (int64_t i = 0; o->listed && one && i < count; i++) {
		const uint64_t addr = operand_addr(o, i);

		if (host_op_bytes(addr, one))
			op_uses(op, addr, one, write);
		op->bytes += one;
	}
}

/* Checks the operation that the caller filled in, and submits it; waits for it if its result is on the host. */
cublasStatus_t blas_submit(struct call *call, cublasHandle_t h, const struct blas_op *filled)
{
	const struct { const struct operand *o; const char *role; bool write; } sides[] = {
		{ &filled->a, "first operand", filled->a_written }, { &filled->b, "second operand", false },
			{ &filled->c, "result", true },
		{ &filled->pivots, "pivots", !filled->pivots_read }, { &filled->info, "info", true },
		{ &filled->added, "third operand", false }, { &filled->bias, "bias", filled->bias_written },
		{ &filled->aux, "auxiliary matrix", filled->aux_written },
	};
	struct stream *s;
	struct blas_op *b;
	cudaError_t error;

	if (!h) {
		report_call(KIND_API_ERROR, call, NULL, "call cublasCreate first, and check its status", "%s is given no handle",
			    call->name);
		return blas_leave(call, CUBLAS_STATUS_NOT_INITIALIZED);
	}
	s = stream_find(call, h->stream);
	if (!s)
		return blas_leave(call, CUBLAS_STATUS_EXECUTION_FAILED);
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		const struct operand *o = sides[i].o;
		uint64_t bytes = o->addr ? side_bytes(o, filled->count) : 0;

		if (o->ld < 1 && o->addr && o->columns > 1)
			return blas_leave(call, CUBLAS_STATUS_INVALID_VALUE);
		if (o->rows > o->ld && o->columns > 1 && o->rows != 1) {
			report_call(KIND_API_ERROR, call, NULL, "matrices are stored by columns: the leading dimension is the "
								"number of rows stored",
			     "%s: the %s has %lld rows, but its leading dimension is %lld", call->name, sides[i].role,
			     (long long)o->rows, (long long)o->ld);
			return blas_leave(call, CUBLAS_STATUS_INVALID_VALUE);
		}
		if (bytes && !host_op_check(call, (const void *)(uintptr_t)o->addr, bytes,
					    o->listed ? "list of pointers" : sides[i].role,
					    "are rows and columns, and leading dimensions, in the right order?"))
			return blas_leave(call, CUBLAS_STATUS_EXECUTION_FAILED);
	}
	if (!scalars_check(call, filled))
		return blas_leave(call, CUBLAS_STATUS_EXECUTION_FAILED);
	b = (struct blas_op *)op_new(filled->is_sparse ? &op_sparse : &op_blas, sizeof *b, call);
	if (!b)
		return blas_leave(call, CUBLAS_STATUS_ALLOC_FAILED);
	{
		const struct op head = b->op;

		*b = *filled;
		b->op = head;
	}
	b->op.engine = ENGINE_COMPUTE;
	if (b->k && b->n && !b->is_sparse)
		b->op.flops = 2.0 * (double)b->m * (double)b->n * (double)b->k * (double)b->count;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		if (sides[i].o->addr)
			side_used(&b->op, sides[i].o, filled->count, sides[i].write);
	scalars_used(b);
	error = b->result && b->result_on_host ? op_submit_and_run(&b->op, s) : op_submit(&b->op, s);
	return blas_leave(call, error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED);
}
