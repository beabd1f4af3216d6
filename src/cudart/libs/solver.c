/*
 * solver.c - see solver.h. A call writes down the arguments of LAPACK's routine and submits one operation, which calls the
 * routine, for each matrix of a batch.
 */
#include "config.h"

#include "cudart/libs/solver.h"

#include <complex.h>
#undef I
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cudart/libs/host_op.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* ---- LAPACK ------------------------------------------------------------------------------------------ */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *lapack;

static void lapack_load(void)
{
	lapack = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
}

typedef void (*routine)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
		void *, void *, void *, void *, void *, void *, void *, void *, size_t, size_t, size_t, size_t);

/* Fortran takes addresses, and after them the lengths of letters. */
static void lapack_call(routine f, void *const at[SOLVER_ARGUMENTS])
{
	f(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11], at[12], at[13], at[14],
			at[15], at[16], at[17], at[18], at[19], 1, 1, 1, 1);
}

static routine lapack_find(const char *name)
{
	char symbol[24];
	routine f = NULL;
	void *at;

	pthread_once(&once, lapack_load);
	snprintf(symbol, sizeof symbol, "%s_", name);
	at = lapack ? dlsym(lapack, symbol) : NULL;
	memcpy(&f, &at, sizeof f);
	return f;
}

/* ---- the operation ----------------------------------------------------------------------------------- */

bool solver_is_complex(cudaDataType t)
{
	return t == CUDA_C_32F || t == CUDA_C_64F;
}

unsigned solver_type_bytes(cudaDataType t)
{
	return t == CUDA_C_64F ? 16 : t == CUDA_C_32F || t == CUDA_R_64F ? 8 : 4;
}

cudaDataType solver_real_of(cudaDataType t)
{
	return t == CUDA_C_64F ? CUDA_R_64F : t == CUDA_C_32F ? CUDA_R_32F : t;
}

static uint64_t argument_addr(const struct solver_argument *a, int k)
{
	const uint64_t *list = a->listed ? host_op_bytes(a->addr + 8 * (uint64_t)k, 8) : NULL;

	return a->listed ? list ? *list : 0 : a->addr + a->step * (uint64_t)k;
}

/* The size that the routine has put into the first element of its memory. */
static int64_t size_read(const void *at, cudaDataType t)
{
	switch (solver_real_of(t)) {
	case CUDA_R_64F: return (int64_t)*(const double *)at;
	case CUDA_R_32F: return (int64_t)*(const float *)at;
	default: return *(const int *)at;
	}
}

static void adjoint_copy(const struct solver_argument *a, int k, const void *from)
{
	void *to = host_op_bytes(argument_addr(a, k), a->bytes);

	for (int64_t j = 0; to && j < a->columns; j++)
		for (int64_t i = 0; i < a->rows; i++) {
			const int64_t target = j + i * a->word, source = i + j * a->rows;

			switch (a->type) {
			case CUDA_R_32F: ((float *)to)[target] = ((const float *)from)[source]; break;
			case CUDA_R_64F: ((double *)to)[target] = ((const double *)from)[source]; break;
			case CUDA_C_32F: ((float complex *)to)[target] = conjf(((const float complex *)from)[source]); break;
			default: ((double complex *)to)[target] = conj(((const double complex *)from)[source]); break;
			}
		}
}

/* A copy's columns are `rows` apart, as the routine has them. */
static void copy_read(const struct solver_argument *a, void *to)
{
	const unsigned size = solver_type_bytes(a->type);
	const char *from = host_op_bytes(a->from, a->from_bytes);

	for (int64_t j = 0; from && j < a->columns; j++)
		memcpy((char *)to + j * a->rows * size, from + j * a->from_ld * size, (size_t)a->from_rows * size);
}

static void copy_write(const struct solver_argument *a, const void *from)
{
	const unsigned size = solver_type_bytes(a->type);
	char *to = a->bytes ? host_op_bytes(a->addr, a->bytes) : NULL;

	for (int64_t j = 0; to && j < a->columns; j++)
		memcpy(to + j * a->word * size, (const char *)from + j * a->rows * size, (size_t)a->kept_rows * size);
}

static void pivots_copy(const struct solver_argument *a, int *pivots, bool back)
{
	int64_t *wide = host_op_bytes(a->addr, a->bytes);

	for (int64_t i = 0; wide && i < a->rows; i++)
		if (back)
			wide[i] = pivots[i];
		else
			pivots[i] = (int)wide[i];
}

static bool is_own(const struct solver_argument *a)
{
	return a->kind == SOLVER_WORK || a->kind == SOLVER_OWN || a->kind == SOLVER_ADJOINT || a->kind == SOLVER_COPY ||
	       a->kind == SOLVER_PIVOTS;
}

/* Memory for the arguments; false if there is none. */
static bool arguments_open(struct solver_op *s, int k, void *at[SOLVER_ARGUMENTS], int *info)
{
	bool ok = true;

	for (unsigned i = 0; i < s->used; i++) {
		struct solver_argument *a = &s->all[i];

		switch (a->kind) {
		case SOLVER_WORD: case SOLVER_SIZE: at[i] = &a->word; break;
		case SOLVER_MEMORY: at[i] = a->bytes ? host_op_bytes(argument_addr(a, k), a->bytes) : info; break;
		case SOLVER_INFO: at[i] = info; break;
		case SOLVER_WORK: at[i] = calloc(1, 16); break;
		case SOLVER_OWN: case SOLVER_ADJOINT: case SOLVER_PIVOTS: at[i] = calloc(1, a->bytes + 16); break;
		case SOLVER_COPY:
			at[i] = calloc((size_t)(a->rows * a->columns) + 1, solver_type_bytes(a->type));
			break;
		}
		ok = ok && at[i];
		if (at[i] && a->kind == SOLVER_COPY && a->from_bytes)
			copy_read(a, at[i]);
		if (at[i] && a->kind == SOLVER_PIVOTS && a->bytes && !a->written)
			pivots_copy(a, at[i], false);
	}
	return ok;
}

/* Asks the routine how much memory it works in. */
static bool work_open(struct solver_op *s, routine f, void *at[SOLVER_ARGUMENTS])
{
	bool any = false, ok = true;

	for (unsigned i = 0; i < s->used; i++)
		if (s->all[i].kind == SOLVER_SIZE) {
			s->all[i].word = -1;
			any = true;
		}
	if (any)
		lapack_call(f, at);
	for (unsigned i = 0; any && i + 1 < s->used; i++)
		if (s->all[i].kind == SOLVER_WORK) {
			const int64_t n = size_read(at[i], s->all[i].type);

			free(at[i]);
			s->all[i + 1].word = (int)(n < 1 ? 1 : n);
			at[i] = malloc((size_t)s->all[i + 1].word * solver_type_bytes(s->all[i].type));
			ok = ok && at[i];
		}
	return ok;
}

static void arguments_close(const struct solver_op *s, int k, void *const at[SOLVER_ARGUMENTS], bool ran)
{
	for (unsigned i = 0; i < s->used; i++) {
		const struct solver_argument *a = &s->all[i];

		if (ran && a->kind == SOLVER_ADJOINT)
			adjoint_copy(a, k, at[i]);
		if (ran && a->kind == SOLVER_COPY)
			copy_write(a, at[i]);
		if (ran && a->kind == SOLVER_PIVOTS && a->written && a->bytes)
			pivots_copy(a, at[i], true);
		if (ran && a->written && a->bytes)
			host_op_written(argument_addr(a, k), a->bytes);
		if (is_own(a))
			free(at[i]);
	}
}

static void solver_run(struct op *op)
{
	struct solver_op *s = (struct solver_op *)op;
	const routine f = lapack_find(s->routine);

	for (int k = 0; f && k < s->count; k++) {
		void *at[SOLVER_ARGUMENTS] = { NULL };
		int info = 0, *device_info = s->info ? host_op_bytes(s->info + sizeof(int) * (uint64_t)k, sizeof(int)) : NULL;
		bool ok = arguments_open(s, k, at, &info) && work_open(s, f, at);

		if (ok)
			lapack_call(f, at);
		arguments_close(s, k, at, ok);
		if (device_info) {
			*device_info = info;
			host_op_written(s->info + sizeof(int) * (uint64_t)k, sizeof(int));
		}
	}
}

static struct op *solver_clone(const struct op *op)
{
	return host_op_clone(op, sizeof(struct solver_op));
}

static const struct op_kind op_solver = { .name = "cusolver", .run = solver_run, .clone = solver_clone };

/* ---- from a call to its operation ---------------------------------------------------------------------- */

struct solver_op solver_begin(cudaDataType t, const char *real, const char *complex_, int *info)
{
	struct solver_op s = { .count = 1, .info = (uintptr_t)info,
			       .is_wrong = t != CUDA_R_32F && t != CUDA_R_64F && t != CUDA_C_32F && t != CUDA_C_64F };

	snprintf(s.routine, sizeof s.routine, "%c%s", t == CUDA_R_32F ? 's' : t == CUDA_R_64F ? 'd' : t == CUDA_C_32F ? 'c' : 'z',
		 solver_is_complex(t) ? complex_ : real);
	return s;
}

struct solver_argument *solver_add(struct solver_op *s, enum solver_kind kind)
{
	struct solver_argument *a = &s->all[s->used < SOLVER_ARGUMENTS ? s->used++ : SOLVER_ARGUMENTS - 1];

	vm_assert(a == &s->all[s->used - 1]);
	*a = (struct solver_argument){ .kind = kind };
	return a;
}

void solver_word(struct solver_op *s, int64_t value)
{
	solver_add(s, SOLVER_WORD)->word = (int)value;
	s->is_wrong |= value < 0 || value > INT32_MAX;
}

void solver_letter(struct solver_op *s, char c)
{
	solver_add(s, SOLVER_WORD)->word = (unsigned char)c;
}

void solver_vector(struct solver_op *s, const void *at, cudaDataType t, int64_t n, bool written)
{
	struct solver_argument *a = solver_add(s, SOLVER_MEMORY);

	a->addr = (uintptr_t)at;
	a->type = t;
	a->bytes = a->step = n > 0 ? (uint64_t)n * solver_type_bytes(t) : 0;
	a->written = written;
}

/* A matrix, and its leading dimension. */
void solver_matrix(struct solver_op *s, const void *at, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, bool written)
{
	solver_vector(s, at, t, rows > 0 && columns > 0 ? (columns - 1) * ld + rows : 0, written);
	s->all[s->used - 1].step = (uint64_t)(ld * columns) * solver_type_bytes(t);
	solver_word(s, ld);
	s->is_wrong |= ld < rows || ld < 1;
}

void solver_listed(struct solver_op *s, const void *at, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, bool written)
{
	solver_matrix(s, at, t, rows, columns, ld, written);
	s->all[s->used - 2].listed = true;
}

static uint64_t matrix_bytes(cudaDataType t, int64_t rows, int64_t columns, int64_t ld)
{
	return rows > 0 && columns > 0 ? (uint64_t)((columns - 1) * ld + rows) * solver_type_bytes(t) : 0;
}

void solver_copy(struct solver_op *s, cudaDataType t, int64_t rows, int64_t columns, const void *from, int64_t from_rows,
		 int64_t from_ld, void *to, int64_t kept, int64_t to_ld)
{
	*solver_add(s, SOLVER_COPY) = (struct solver_argument){
		.kind = SOLVER_COPY, .type = t, .word = (int)to_ld, .addr = (uintptr_t)to,
		.bytes = to ? matrix_bytes(t, kept, columns, to_ld) : 0, .rows = rows, .columns = columns,
		.from = (uintptr_t)from, .from_bytes = matrix_bytes(t, from_rows, columns, from_ld),
		.from_rows = from_rows, .from_ld = from_ld, .kept_rows = kept, .written = to,
	};
	s->is_wrong |= !from || from_ld < from_rows || (to && to_ld < kept) || rows < from_rows || rows < kept;
	solver_word(s, rows > 0 ? rows : 1);
}

void solver_pivots(struct solver_op *s, const int64_t *at, int64_t n, bool written)
{
	struct solver_argument *a = solver_add(s, SOLVER_PIVOTS);

	a->addr = (uintptr_t)at;
	a->rows = n;
	a->bytes = n > 0 ? (uint64_t)n * sizeof *at : 0;
	a->written = written;
}

void solver_work(struct solver_op *s, cudaDataType t)
{
	solver_add(s, SOLVER_WORK)->type = t;
	solver_add(s, SOLVER_SIZE);
}

void solver_own(struct solver_op *s, int64_t bytes)
{
	solver_add(s, SOLVER_OWN)->bytes = bytes > 0 ? (uint64_t)bytes : 0;
}

cusolverStatus_t solver_leave(struct call *call, cusolverStatus_t status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

static bool is_on_device(const struct solver_argument *a)
{
	return a->kind == SOLVER_MEMORY || a->kind == SOLVER_ADJOINT || a->kind == SOLVER_COPY || a->kind == SOLVER_PIVOTS;
}

static bool memory_check(const struct call *call, const struct solver_argument *a, int count)
{
	static const char next[] = "are rows and columns, and leading dimensions, in the right order?";
	const uint64_t bytes = a->listed ? 8 * (uint64_t)count : a->bytes ? a->bytes + a->step * (uint64_t)(count - 1) : 0;

	if (a->from_bytes && !host_op_check(call, (const void *)(uintptr_t)a->from, a->from_bytes, "matrix or vector", next))
		return false;
	if (!is_on_device(a) || !bytes || count < 1)
		return true;
	if (!host_op_check(call, (const void *)(uintptr_t)a->addr, bytes,
			   a->listed ? "list of pointers" : "matrix or vector", next))
		return false;
	for (int k = 0; a->listed && k < count; k++)
		if (!host_op_check(call, (const void *)(uintptr_t)argument_addr(a, k), a->bytes, "matrix of a list", next))
			return false;
	return true;
}

static void memory_used(struct op *op, const struct solver_argument *a, int count)
{
	if (a->from_bytes)
		op_uses(op, a->from, a->from_bytes, false);
	for (int k = 0; a->bytes && k < count; k++) {
		op_uses(op, argument_addr(a, k), a->bytes, a->written);
		op->bytes += a->bytes;
	}
}

cusolverStatus_t solver_submit(struct call *call, cusolverDnHandle_t h, struct solver_op *filled)
{
	struct solver_op *s;
	struct stream *stream;
	struct op head;

	if (!h) {
		report_call(KIND_API_ERROR, call, NULL, "call cusolverDnCreate first, and check its status",
			    "%s is given no handle", call->name);
		return solver_leave(call, CUSOLVER_STATUS_NOT_INITIALIZED);
	}
	if (filled->is_wrong || filled->count < 0)
		return solver_leave(call, CUSOLVER_STATUS_INVALID_VALUE);
	if (!lapack_find(filled->routine)) {
		report_call(KIND_NOT_SUPPORTED, call, NULL, "install it: apt install liblapack3",
			    "%s needs LAPACK, which this machine does not have", call->name);
		return solver_leave(call, CUSOLVER_STATUS_NOT_SUPPORTED);
	}
	stream = stream_find(call, h->stream);
	if (!stream)
		return solver_leave(call, CUSOLVER_STATUS_EXECUTION_FAILED);
	solver_add(filled, SOLVER_INFO);
	for (unsigned i = 0; i < filled->used; i++)
		if (!memory_check(call, &filled->all[i], filled->count))
			return solver_leave(call, CUSOLVER_STATUS_EXECUTION_FAILED);
	if (filled->info && !host_op_check(call, (const void *)(uintptr_t)filled->info,
					   sizeof(int) * (uint64_t)filled->count, "info",
					   "info is memory of the device, one number for each matrix"))
		return solver_leave(call, CUSOLVER_STATUS_EXECUTION_FAILED);
	s = (struct solver_op *)op_new(&op_solver, sizeof *s, call);
	if (!s)
		return solver_leave(call, CUSOLVER_STATUS_ALLOC_FAILED);
	head = s->op;
	*s = *filled;
	s->op = head;
	s->op.engine = ENGINE_COMPUTE;
	for (unsigned i = 0; i < s->used; i++)
		if (is_on_device(&s->all[i]))
			memory_used(&s->op, &s->all[i], s->count);
	if (s->info && s->count)
		op_uses(&s->op, s->info, sizeof(int) * (uint64_t)s->count, true);
	return solver_leave(call, op_submit(&s->op, stream) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS :
			    CUSOLVER_STATUS_EXECUTION_FAILED);
}

/* LAPACK's memory is the operation's own: programs need one element. */
cusolverStatus_t solver_size(cusolverDnHandle_t handle, int *size)
{
	if (!handle || !size)
		return handle ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_NOT_INITIALIZED;
	*size = 1;
	return CUSOLVER_STATUS_SUCCESS;
}

bool solver_has_room(const struct call *call, const void *work, int size, size_t element)
{
	if (size >= 1)
		return host_op_check(call, work, (uint64_t)size * element, "memory to work in",
				     "the function with _bufferSize counts elements: allocate size * sizeof(element) bytes");
	report_call(KIND_API_ERROR, call, NULL, "ask the function with _bufferSize how many elements it needs",
		    "%s is given %d elements to work in", call->name, size);
	return false;
}

#define SPACE_LEAST 16 /* bytes */

cusolverStatus_t solver_sizes(cusolverDnHandle_t handle, size_t *device_size, size_t *host_size)
{
	int size;

	if (!device_size || !host_size)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*device_size = *host_size = SPACE_LEAST;
	return solver_size(handle, &size);
}

bool solver_has_space(const struct call *call, const void *device_work, size_t device_size, const void *host_work,
		      size_t host_size)
{
	static const char next[] = "allocate what the function with _bufferSize says, which are bytes here: some on the device, "
				   "some on the host";
	const struct memory *m = memory_find((uintptr_t)host_work);

	if (device_size < SPACE_LEAST)
		report_call(KIND_API_ERROR, call, NULL, next, "%s is given %zu bytes of the device to work in, and needs %d",
			    call->name, device_size, SPACE_LEAST);
	else if (host_size < SPACE_LEAST)
		report_call(KIND_API_ERROR, call, NULL, next, "%s is given %zu bytes of the host to work in, and needs %d",
			    call->name, host_size, SPACE_LEAST);
	else if (!host_work)
		report_call(KIND_API_ERROR, call, NULL, next, "%s is given NULL as its host memory to work in of %zu bytes",
			    call->name, host_size);
	else if (m && m->kind == MEMORY_DEVICE)
		report_call(KIND_API_ERROR, call, &m->made, next, "%s is given device memory as its host memory to work in",
			    call->name);
	else
		return host_op_check(call, device_work, device_size, "memory to work in", next);
	return false;
}
