/*
 * cublas.c - cuBLAS on the virtual machine: vectors and matrices of float and double, products of halves; and the core that
 * cublas_solve.c and cublaslt.c use, too (blas.h).
 *
 * Every call checks its arguments and submits one operation, which computes in double, element by element. So sums
 * are more exact than a GPU's, and in another order.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/libs/blas.h"
#include "cudart/memory/copy.h"
#include "cudart/libs/host_op.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "simt/narrow.h"
#include "words/kinds.h"

/* ---- elements ---------------------------------------------------------------------------------- */

static unsigned type_bytes(cudaDataType t)
{
	return t == CUDA_R_64F ? 8 : t == CUDA_R_32F || t == CUDA_R_32I ? 4 : 2;
}

double blas_element(const void *base, cudaDataType t, int64_t i)
{
	switch (t) {
	case CUDA_R_64F: return ((const double *)base)[i];
	case CUDA_R_32F: return ((const float *)base)[i];
	case CUDA_R_16F: return narrow_to(PTX_F16, ((const uint16_t *)base)[i]);
	default: return narrow_to(PTX_BF16, ((const uint16_t *)base)[i]);
	}
}

void blas_element_set(void *base, cudaDataType t, int64_t i, double v)
{
	switch (t) {
	case CUDA_R_64F: ((double *)base)[i] = v; break;
	case CUDA_R_32F: ((float *)base)[i] = (float)v; break;
	case CUDA_R_16F: ((uint16_t *)base)[i] = (uint16_t)narrow_from(PTX_F16, v, PTX_RN, false); break;
	default: ((uint16_t *)base)[i] = (uint16_t)narrow_from(PTX_BF16, v, PTX_RN, false); break;
	}
}

/* ---- the operation ------------------------------------------------------------------------------- */

double blas_scalar_value(const struct scalar *s)
{
	const void *at = s->device ? host_op_bytes(s->device, type_bytes(s->type)) : NULL;

	return s->device ? at ? blas_element(at, s->type, 0) : 0 : s->value;
}

static uint64_t operand_bytes(const struct operand *o, int64_t count)
{
	int64_t elements = (o->columns - 1) * o->ld + o->rows + (o->listed ? 0 : count - 1) * o->step;

	return o->rows && o->columns ? (uint64_t)elements * type_bytes(o->type) : 0;
}

/* The index-th matrix; of a list of pointers, 0 if the list cannot be read. */
static uint64_t operand_addr(const struct operand *o, int64_t index)
{
	const uint64_t *list = o->listed ? host_op_bytes(o->addr + 8 * (uint64_t)index, 8) : NULL;

	return o->listed ? list ? *list : 0 : o->addr + (uint64_t)(index * o->step) * type_bytes(o->type);
}

void *blas_at(const struct operand *o, int64_t index)
{
	return host_op_bytes(operand_addr(o, index), operand_bytes(o, 1));
}

/* The pointers of a list are known only when the operation runs. */
static bool list_check(const struct call *call, const struct operand *o, int64_t count, const char *role)
{
	for (int64_t i = 0; o->addr && o->listed && i < count; i++)
		if (operand_bytes(o, 1) && !host_op_check(call, (const void *)(uintptr_t)operand_addr(o, i), operand_bytes(o, 1), role,
							  "are rows and columns, and leading dimensions, in the right order?"))
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

static void blas_run(struct op *op)
{
	struct blas_op *b = (struct blas_op *)op;

	if (!list_check(&op->call, &b->a, b->count, "first list's matrix") || !list_check(&op->call, &b->b, b->count, "second list's matrix") ||
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
		host_op_written(b->result, b->result_is_index ? 4 : type_bytes(b->a.type));
}

static const struct op_kind op_blas = { .name = "cublas", .run = blas_run };

/* Unpacks numbers, also 16-bit ones, to doubles, by columns, transposed if necessary. */
double *blas_unpack(const struct operand *o, int64_t index, int64_t rows, int64_t columns)
{
	const void *at = blas_at(o, index);
	double *out = malloc(((size_t)rows * (size_t)columns + 1) * sizeof *out);

	for (int64_t j = 0; out && at && j < columns; j++)
		for (int64_t i = 0; i < rows; i++)
			out[i + j * rows] = blas_element(at, o->type, o->transposed ? j + i * o->ld : i + j * o->ld);
	if (!at) {
		free(out);
		return NULL;
	}
	return out;
}

double *blas_multiply(const double *x, const double *y, int64_t m, int64_t n, int64_t inner)
{
	double *out = calloc((size_t)m * (size_t)n + 1, sizeof *out);

	for (int64_t j = 0; out && j < n; j++)
		for (int64_t k = 0; k < inner; k++) {
			const double factor = y[k + j * inner], *column = x + k * m;
			double *sum = out + j * m;

			for (int64_t i = 0; i < m; i++)
				sum[i] += column[i] * factor;
		}
	return out;
}

double *blas_product(const struct blas_op *b, int64_t index)
{
	double *x = blas_unpack(&b->a, index, b->m, b->k), *y = blas_unpack(&b->b, index, b->k, b->n);
	double *out = x && y ? blas_multiply(x, y, b->m, b->n, b->k) : NULL;

	free(x);
	free(y);
	return out;
}

/* c = alpha op(a) op(b) + beta c */
static void gemm_one(struct blas_op *b, int64_t index)
{
	const double alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	double *product = blas_product(b, index);
	void *c = blas_at(&b->c, index);

	for (int64_t j = 0; product && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++) {
			int64_t at = i + j * b->c.ld;

			blas_element_set(c, b->c.type, at, alpha * product[i + j * b->m] + (beta ? beta * blas_element(c, b->c.type, at) : 0));
		}
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
	double alpha = blas_scalar_value(&b->alpha), beta = blas_scalar_value(&b->beta);
	double *x = alpha ? blas_unpack(&b->a, 0, b->m, b->n) : NULL, *y = beta ? blas_unpack(&b->b, 0, b->m, b->n) : NULL;
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++)
			blas_element_set(c, b->c.type, i + j * b->c.ld,
				    (x ? alpha * x[i + j * b->m] : 0) + (y ? beta * y[i + j * b->m] : 0));
	free(x);
	free(y);
}

/* a += alpha x y': operand c is a. */
static void compute_ger(struct blas_op *b)
{
	double alpha = blas_scalar_value(&b->alpha);
	const void *x = blas_at(&b->a, 0), *y = blas_at(&b->b, 0);
	void *c = blas_at(&b->c, 0);

	for (int64_t j = 0; x && y && c && j < b->n; j++)
		for (int64_t i = 0; i < b->m; i++) {
			int64_t at = i + j * b->c.ld;

			blas_element_set(c, b->c.type, at, blas_element(c, b->c.type, at) + alpha * blas_element(x, b->a.type, i * b->a.ld) *
							     blas_element(y, b->b.type, j * b->b.ld));
		}
}

/* ---- vectors: a is x, c is y ---- */

static void compute_axpy(struct blas_op *b)
{
	double alpha = blas_scalar_value(&b->alpha);
	const void *x = blas_at(&b->a, 0);
	void *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++)
		blas_element_set(y, b->c.type, i * b->c.ld,
			    alpha * blas_element(x, b->a.type, i * b->a.ld) + blas_element(y, b->c.type, i * b->c.ld));
}

static void compute_scal(struct blas_op *b)
{
	double alpha = blas_scalar_value(&b->alpha);
	void *x = blas_at(&b->c, 0);

	for (int64_t i = 0; x && i < b->n; i++)
		blas_element_set(x, b->c.type, i * b->c.ld, alpha * blas_element(x, b->c.type, i * b->c.ld));
}

static void compute_copy(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	void *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++)
		blas_element_set(y, b->c.type, i * b->c.ld, blas_element(x, b->a.type, i * b->a.ld));
}

static void compute_swap(struct blas_op *b)
{
	void *x = blas_at(&b->a, 0), *y = blas_at(&b->c, 0);

	for (int64_t i = 0; x && y && i < b->n; i++) {
		double kept = blas_element(x, b->a.type, i * b->a.ld);

		blas_element_set(x, b->a.type, i * b->a.ld, blas_element(y, b->c.type, i * b->c.ld));
		blas_element_set(y, b->c.type, i * b->c.ld, kept);
	}
}

static void result_set(struct blas_op *b, double v)
{
	unsigned bytes = b->result_is_index ? 4 : type_bytes(b->a.type);
	void *at = b->result_on_host ? (void *)(uintptr_t)b->result : host_op_bytes(b->result, bytes);

	if (at && b->result_is_index)
		*(int *)at = (int)v;
	else if (at)
		blas_element_set(at, b->a.type, 0, v);
}

static void compute_dot(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0), *y = blas_at(&b->b, 0);
	double sum = 0;

	for (int64_t i = 0; x && y && i < b->n; i++)
		sum += blas_element(x, b->a.type, i * b->a.ld) * blas_element(y, b->b.type, i * b->b.ld);
	result_set(b, sum);
}

static void compute_nrm2(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	double largest = 0, sum = 0;

	/* Scaled by the largest, so that no square overflows. */
	for (int64_t i = 0; x && i < b->n; i++)
		largest = fmax(largest, fabs(blas_element(x, b->a.type, i * b->a.ld)));
	for (int64_t i = 0; x && largest > 0 && i < b->n; i++) {
		double part = blas_element(x, b->a.type, i * b->a.ld) / largest;

		sum += part * part;
	}
	result_set(b, largest * sqrt(sum));
}

static void compute_asum(struct blas_op *b)
{
	const void *x = blas_at(&b->a, 0);
	double sum = 0;

	for (int64_t i = 0; x && i < b->n; i++)
		sum += fabs(blas_element(x, b->a.type, i * b->a.ld));
	result_set(b, sum);
}

/* The first element of greatest or least magnitude, counted from 1; 0 if there are none. */
static void find_extreme(struct blas_op *b, bool greatest)
{
	const void *x = blas_at(&b->a, 0);
	int64_t best = 0;
	double value = 0;

	for (int64_t i = 0; x && i < b->n; i++) {
		double v = fabs(blas_element(x, b->a.type, i * b->a.ld));

		if (!best || (greatest ? v > value : v < value)) {
			best = i + 1;
			value = v;
		}
	}
	result_set(b, (double)best);
}

static void compute_amax(struct blas_op *b)
{
	find_extreme(b, true);
}

static void compute_amin(struct blas_op *b)
{
	find_extreme(b, false);
}

/* ---- from a call to its operation ------------------------------------------------------------------- */

cublasStatus_t blas_leave(struct call *call, cublasStatus_t status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

struct operand blas_vector(const void *x, cudaDataType t, int64_t n, int64_t step)
{
	return (struct operand){ (uintptr_t)x, t, n > 0, n > 0 ? n : 0, step, 0, false };
}

struct operand blas_matrix(const void *a, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, int64_t step,
			     cublasOperation_t op)
{
	return op == CUBLAS_OP_N ? (struct operand){ (uintptr_t)a, t, rows, columns, ld, step, false }
				 : (struct operand){ (uintptr_t)a, t, columns, rows, ld, step, true };
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
							 : (struct scalar){ 0, t, blas_element(at, t, 0) };
}

/* In device mode the device reads and writes the scalars: check that it can. */
static bool scalars_check(const struct call *call, const struct blas_op *b)
{
	static const char next[] = "the pointer mode is CUBLAS_POINTER_MODE_DEVICE: it holds for scalars and results";

	return (!b->alpha.device || host_op_check(call, (const void *)(uintptr_t)b->alpha.device, type_bytes(b->alpha.type), "alpha (the pointer mode is DEVICE)", next)) &&
	       (!b->beta.device || host_op_check(call, (const void *)(uintptr_t)b->beta.device, type_bytes(b->beta.type), "beta (the pointer mode is DEVICE)", next)) &&
	       (!b->result || b->result_on_host ||
		host_op_check(call, (const void *)(uintptr_t)b->result, b->result_is_index ? 4 : type_bytes(b->a.type), "result (the pointer mode is DEVICE)", next));
}

static void scalars_used(struct blas_op *b)
{
	if (b->alpha.device)
		op_uses(&b->op, b->alpha.device, type_bytes(b->alpha.type), false);
	if (b->beta.device)
		op_uses(&b->op, b->beta.device, type_bytes(b->beta.type), false);
	if (b->result && !b->result_on_host)
		op_uses(&b->op, b->result, b->result_is_index ? 4 : type_bytes(b->a.type), true);
}

/* The bytes at the operand's address: matrices, or pointers to them. */
static uint64_t side_bytes(const struct operand *o, int64_t count)
{
	return o->listed ? 8 * (uint64_t)count : operand_bytes(o, o->type == CUDA_R_32I ? 1 : count);
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
		{ &filled->a, "first operand", filled->a_written }, { &filled->b, "second operand", false }, { &filled->c, "result", true },
		{ &filled->pivots, "pivots", !filled->pivots_read }, { &filled->info, "info", true },
		{ &filled->added, "third operand", false }, { &filled->bias, "bias", filled->bias_written }, { &filled->aux, "auxiliary matrix", filled->aux_written },
	};
	struct stream *s;
	struct blas_op *b;
	cudaError_t error;

	if (!h) {
		report_call(KIND_API_ERROR, call, NULL, "call cublasCreate first, and check its status", "%s is given no handle", call->name);
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
			report_call(KIND_API_ERROR, call, NULL, "matrices are stored by columns: the leading dimension is the number of rows stored",
			     "%s: the %s has %lld rows, but its leading dimension is %lld", call->name, sides[i].role,
			     (long long)o->rows, (long long)o->ld);
			return blas_leave(call, CUBLAS_STATUS_INVALID_VALUE);
		}
		if (bytes && !host_op_check(call, (const void *)(uintptr_t)o->addr, bytes, o->listed ? "list of pointers" : sides[i].role,
					    "are rows and columns, and leading dimensions, in the right order?"))
			return blas_leave(call, CUBLAS_STATUS_EXECUTION_FAILED);
	}
	if (!scalars_check(call, filled))
		return blas_leave(call, CUBLAS_STATUS_EXECUTION_FAILED);
	b = (struct blas_op *)op_new(&op_blas, sizeof *b, call);
	if (!b)
		return blas_leave(call, CUBLAS_STATUS_ALLOC_FAILED);
	{
		const struct op head = b->op;

		*b = *filled;
		b->op = head;
	}
	b->op.engine = ENGINE_COMPUTE;
	if (b->k && b->n)
		b->op.flops = 2.0 * (double)b->m * (double)b->n * (double)b->k * (double)b->count;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		if (sides[i].o->addr)
			side_used(&b->op, sides[i].o, filled->count, sides[i].write);
	scalars_used(b);
	error = b->result && b->result_on_host ? op_submit_and_run(&b->op, s) : op_submit(&b->op, s);
	return blas_leave(call, error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED);
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

static cublasStatus_t copy_matrix(struct call *call, int64_t rows, int64_t columns, int64_t size, const void *from, int64_t from_ld,
				  void *to, int64_t to_ld, enum cudaMemcpyKind kind)
{
	const bool whole = rows == from_ld && rows == to_ld;
	const struct copy_side there = { (uintptr_t)to, (size_t)(to_ld * size), 0 }, here = { (uintptr_t)from, (size_t)(from_ld * size), 0 };
	struct copy_op *c;
	cudaError_t error;

	if (rows < 0 || columns < 0 || size <= 0 || from_ld < rows || to_ld < rows || from_ld < 1 || to_ld < 1)
		return blas_leave(call, CUBLAS_STATUS_INVALID_VALUE);
	error = copy_make(call, &there, &here, (size_t)(rows * size) * (whole ? (size_t)columns : 1), whole ? 1 : (size_t)columns, 1, kind,
			  &c);
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

/* ---- the calls: float and double ---- */

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
		      .b = blas_matrix(a, R, inner, rows, a_ld, 0, op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N), \
		      .c = blas_matrix(y, R, 1, rows, y_step, 0, CUBLAS_OP_N), .alpha = blas_scalar(handle, alpha, R), \
		      .beta = blas_scalar(handle, beta, R), .m = 1, .n = rows, .k = inner, .count = 1 }); \
} \
cublasStatus_t cublas##S##ger_v2##N(cublasHandle_t handle, I m, I n, const T *alpha, const T *x, I x_step, const T *y, \
				 I y_step, T *a, I a_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_ger, .a = blas_vector(x, R, m, x_step), \
		      .b = blas_vector(y, R, n, y_step), .c = blas_matrix(a, R, m, n, a_ld, 0, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .m = m, .n = n, .count = 1 }); \
} \
cublasStatus_t cublas##S##geam##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, const T *alpha, \
			       const T *a, I a_ld, const T *beta, const T *b, I b_ld, T *c, I c_ld) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_geam, .a = blas_matrix(a, R, m, n, a_ld, 0, a_op), \
		      .b = blas_matrix(b, R, m, n, b_ld, 0, b_op), .c = blas_matrix(c, R, m, n, c_ld, 0, CUBLAS_OP_N), \
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, .count = 1 }); \
}

SIZED(float, S, CUDA_R_32F, int, )
SIZED(double, D, CUDA_R_64F, int, )
SIZED(float, S, CUDA_R_32F, int64_t, _64)
SIZED(double, D, CUDA_R_64F, int64_t, _64)

/* Products: T is the type of elements, S its letter; V follows the name if an older form existed. */
#define GEMM(T, S, V, R, I, N) \
cublasStatus_t cublas##S##gemmStridedBatched##N(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, I m, I n, \
					     I k, const T *alpha, const T *a, I a_ld, long long a_step, const T *b, I b_ld, \
					     long long b_step, const T *beta, T *c, I c_ld, long long c_step, I count) \
{ \
	BEGIN; \
	CHECK_SIZES(m, n, k, count); \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_matrix(a, R, m, k, a_ld, a_step, a_op), \
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
		      .alpha = blas_scalar(handle, alpha, R), .beta = blas_scalar(handle, beta, R), .m = m, .n = n, .k = k, .count = 1 }); \
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

GEMM(float, S, _v2, CUDA_R_32F, int, )
GEMM(double, D, _v2, CUDA_R_64F, int, )
GEMM(struct __half, H, , CUDA_R_16F, int, )
GEMM(float, S, _v2, CUDA_R_32F, int64_t, _64)
GEMM(double, D, _v2, CUDA_R_64F, int64_t, _64)
GEMM(struct __half, H, , CUDA_R_16F, int64_t, _64)

#define REAL(T, S, R) \
cublasStatus_t cublas##S##copy_v2(cublasHandle_t handle, int n, const T *x, int x_step, T *y, int y_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_copy, .a = blas_vector(x, R, n, x_step), \
		      .c = blas_vector(y, R, n, y_step), .n = n, .count = 1 }); \
} \
cublasStatus_t cublas##S##swap_v2(cublasHandle_t handle, int n, T *x, int x_step, T *y, int y_step) \
{ \
	BEGIN; \
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_swap, .a_written = true, .a = blas_vector(x, R, n, x_step), \
		      .c = blas_vector(y, R, n, y_step), .n = n, .count = 1 }); \
} \
static cublasStatus_t reduce_##S(struct call *call, cublasHandle_t handle, void (*compute)(struct blas_op *), int n, const T *x, \
				 int x_step, const T *y, int y_step, void *result, bool is_index) \
{ \
	return blas_submit(call, handle, &(struct blas_op){ .compute = compute, .a = blas_vector(x, R, n, x_step), \
		      .b = blas_vector(y, R, y ? n : 0, y_step), .n = n, .count = 1, .result = (uintptr_t)result, \
		      .result_on_host = handle && handle->pointers == CUBLAS_POINTER_MODE_HOST, .result_is_index = is_index }); \
} \
cublasStatus_t cublas##S##dot_v2(cublasHandle_t handle, int n, const T *x, int x_step, const T *y, int y_step, T *result) \
{ \
	BEGIN; \
	return reduce_##S(&call, handle, compute_dot, n, x, x_step, y, y_step, result, false); \
} \
cublasStatus_t cublas##S##nrm2_v2(cublasHandle_t handle, int n, const T *x, int x_step, T *result) \
{ \
	BEGIN; \
	return reduce_##S(&call, handle, compute_nrm2, n, x, x_step, NULL, 1, result, false); \
} \
cublasStatus_t cublas##S##asum_v2(cublasHandle_t handle, int n, const T *x, int x_step, T *result) \
{ \
	BEGIN; \
	return reduce_##S(&call, handle, compute_asum, n, x, x_step, NULL, 1, result, false); \
}

REAL(float, S, CUDA_R_32F)
REAL(double, D, CUDA_R_64F)

#define EXTREME(name, T, S, compute) \
cublasStatus_t name(cublasHandle_t handle, int n, const T *x, int x_step, int *result) \
{ \
	BEGIN; \
	return reduce_##S(&call, handle, compute, n, x, x_step, NULL, 1, result, true); \
}

EXTREME(cublasIsamax_v2, float, S, compute_amax)
EXTREME(cublasIdamax_v2, double, D, compute_amax)
EXTREME(cublasIsamin_v2, float, S, compute_amin)
EXTREME(cublasIdamin_v2, double, D, compute_amin)

/* ---- the calls: mixed types ---- */

/* The type of alpha and beta. */
cudaDataType blas_scale_type(cublasComputeType_t compute)
{
	switch (compute) {
	case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return CUDA_R_64F;
	case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
	default: return CUDA_R_32F;
	}
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
					  const void *alpha, const void *a, cudaDataType a_type, int a_ld, long long a_step,
					  const void *b, cudaDataType b_type, int b_ld, long long b_step, const void *beta, void *c,
					  cudaDataType c_type, int c_ld, long long c_step, int count, cublasComputeType_t compute,
					  cublasGemmAlgo_t algorithm)
{
	const cudaDataType scale = blas_scale_type(compute);
	BEGIN;
	CHECK_SIZES(m, n, k, count);
	(void)algorithm;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_matrix(a, a_type, m, k, a_ld, a_step, a_op),
		      .b = blas_matrix(b, b_type, k, n, b_ld, b_step, b_op), .c = blas_matrix(c, c_type, m, n, c_ld, c_step, CUBLAS_OP_N),
		      .alpha = blas_scalar(handle, alpha, scale), .beta = blas_scalar(handle, beta, scale), .m = m, .n = n, .k = k,
		      .count = count });
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
			    const void *alpha, const void *a, cudaDataType a_type, int a_ld, const void *b, cudaDataType b_type,
			    int b_ld, const void *beta, void *c, cudaDataType c_type, int c_ld, cublasComputeType_t compute,
			    cublasGemmAlgo_t algorithm)
{
	return cublasGemmStridedBatchedEx(handle, a_op, b_op, m, n, k, alpha, a, a_type, a_ld, 0, b, b_type, b_ld, 0, beta, c, c_type,
					  c_ld, 0, 1, compute, algorithm);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
				   const void *alpha, const void *const a[], cudaDataType a_type, int a_ld, const void *const b[],
				   cudaDataType b_type, int b_ld, const void *beta, void *const c[], cudaDataType c_type, int c_ld, int count,
				   cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
	const cudaDataType scale = blas_scale_type(compute);
	BEGIN;
	CHECK_SIZES(m, n, k, count);
	(void)algorithm;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = blas_gemm, .a = blas_list(a, a_type, m, k, a_ld, a_op),
		      .b = blas_list(b, b_type, k, n, b_ld, b_op), .c = blas_list(c, c_type, m, n, c_ld, CUBLAS_OP_N),
		      .alpha = blas_scalar(handle, alpha, scale), .beta = blas_scalar(handle, beta, scale), .m = m, .n = n, .k = k,
		      .count = count });
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k, const float *alpha,
			     const void *a, cudaDataType a_type, int a_ld, const void *b, cudaDataType b_type, int b_ld, const float *beta,
			     void *c, cudaDataType c_type, int c_ld)
{
	return cublasGemmEx(handle, a_op, b_op, m, n, k, alpha, a, a_type, a_ld, b, b_type, b_ld, beta, c, c_type, c_ld,
			    CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType scale, const void *x, cudaDataType x_type, int x_step,
			    void *y, cudaDataType y_type, int y_step, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_axpy, .a = blas_vector(x, x_type, n, x_step),
		      .c = blas_vector(y, y_type, n, y_step), .alpha = blas_scalar(handle, alpha, scale), .n = n, .count = 1 });
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType scale, void *x, cudaDataType x_type, int x_step,
			    cudaDataType execution)
{
	BEGIN;
	(void)execution;
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_scal, .c = blas_vector(x, x_type, n, x_step),
		      .alpha = blas_scalar(handle, alpha, scale), .n = n, .count = 1 });
}

/* The result has the type of x. */
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int x_step, const void *y, cudaDataType y_type,
			   int y_step, void *result, cudaDataType result_type, cudaDataType execution)
{
	BEGIN;
	(void)execution;
	if (result_type != x_type)
		return blas_leave(&call, CUBLAS_STATUS_NOT_SUPPORTED);
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_dot, .a = blas_vector(x, x_type, n, x_step),
		      .b = blas_vector(y, y_type, n, y_step), .n = n, .count = 1, .result = (uintptr_t)result,
		      .result_on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST });
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int x_step, void *result, cudaDataType result_type,
			    cudaDataType execution)
{
	BEGIN;
	(void)execution;
	if (result_type != x_type)
		return blas_leave(&call, CUBLAS_STATUS_NOT_SUPPORTED);
	return blas_submit(&call, handle, &(struct blas_op){ .compute = compute_nrm2, .a = blas_vector(x, x_type, n, x_step), .n = n,
		      .count = 1, .result = (uintptr_t)result, .result_on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST });
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
