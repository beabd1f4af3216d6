/*
 * cufft.c - cuFFT on the virtual machine: fourier.h computes, in double, whatever the program's precision.
 *
 * So results are more exact than a GPU's. An operation gathers the elements of one transform by the plan's strides,
 * transforms them, and scatters the result. Real numbers are transformed as complex ones, and half of the spectrum is stored.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/check/report.h"
#include "cudart/libs/fourier.h"
#include "cudart/libs/host_op.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

#pragma GCC visibility push(default)
#include "cudart/include/cufft.h"
#pragma GCC visibility pop

#define MAX_RANK           FOURIER_MAX_RANK
#define CUFFT_VERSION_HERE 12000

/* ---- plans ------------------------------------------------------------------------------------------ */

/* The positions of a side's elements: (x, y, z) of transform b is at b * dist + ((x * embed[1] + y) * embed[2] + z) * stride. */
struct layout { int64_t embed[MAX_RANK], stride, dist; };

struct plan {
	bool is_used, is_made;
	int rank, n[MAX_RANK];
	int64_t batch;
	cufftType type;
	bool is_embedded;         /* the program gave `in` and `out`; otherwise they follow from the sizes */
	struct layout in, out;
	cudaStream_t stream;
};

/* A handle is an index here, plus one. The runtime's lock protects it, like everything in this file. */
static struct { struct plan *all; size_t n; } plans;

static struct plan *plan_find(cufftHandle handle)
{
	return handle >= 1 && (size_t)handle <= plans.n && plans.all[handle - 1].is_used ? &plans.all[handle - 1] : NULL;
}

/* 0 when out of memory. */
static cufftHandle plan_new(void)
{
	size_t k = 0;

	while (k < plans.n && plans.all[k].is_used)
		k++;
	if (k == plans.n && !array_push(&plans.all, &plans.n, sizeof *plans.all))
		return 0;
	vm_assert(!plans.all[k].is_used);
	plans.all[k] = (struct plan){ .is_used = true };
	return (cufftHandle)(k + 1);
}

static bool is_double(cufftType t) { return t == CUFFT_D2Z || t == CUFFT_Z2D || t == CUFFT_Z2Z; }
static bool reads_real(cufftType t) { return t == CUFFT_R2C || t == CUFFT_D2Z; }
static bool writes_real(cufftType t) { return t == CUFFT_C2R || t == CUFFT_Z2D; }

static bool is_type(cufftType t)
{
	return reads_real(t) || writes_real(t) || t == CUFFT_C2C || t == CUFFT_Z2Z;
}

static unsigned element_bytes(cufftType t, bool real)
{
	return (is_double(t) ? 8u : 4u) * (real ? 1 : 2);
}

/* A transform's last dimension on one side: of complex numbers opposite real ones only half is stored. */
static int64_t last_size(const struct plan *p, bool real)
{
	int64_t n = p->n[p->rank - 1];

	vm_assert(p->is_made && p->rank >= 1 && p->rank <= MAX_RANK && n >= 1);
	return (reads_real(p->type) || writes_real(p->type)) && !real ? n / 2 + 1 : n;
}

/* Elements of one transform on one side. */
static int64_t transform_size(const struct plan *p, bool real)
{
	int64_t size = last_size(p, real);

	for (int d = 0; d < p->rank - 1; d++)
		size *= p->n[d];
	return size;
}

/* Without embedding: packed; real rows leave room for the complex ones if both share their memory. */
static struct layout layout_packed(const struct plan *p, bool real, bool in_place)
{
	struct layout l = { .stride = 1, .dist = 1 };

	for (int d = 0; d < p->rank; d++)
		l.embed[d] = p->n[d];
	l.embed[p->rank - 1] = real && in_place ? 2 * last_size(p, false) : last_size(p, real);
	for (int d = 0; d < p->rank; d++)
		l.dist *= l.embed[d];
	return l;
}

static int64_t element_at(const struct plan *p, const struct layout *l, int64_t k, bool real)
{
	int64_t size[MAX_RANK] = { 1, 1, 1 }, at[MAX_RANK], offset = 0;

	for (int d = 0; d < p->rank; d++)
		size[d] = p->n[d];
	size[p->rank - 1] = last_size(p, real);
	for (int d = p->rank; d-- > 0; k /= size[d])
		at[d] = k % size[d];
	vm_assert(!k); /* an element of this transform */
	for (int d = 0; d < p->rank; d++)
		offset = offset * (d ? l->embed[d] : 1) + at[d];
	return offset * l->stride;
}

/* Bytes from a side's first element to the end of its last. */
static uint64_t side_bytes(const struct plan *p, const struct layout *l, bool real)
{
	int64_t last;

	vm_assert(p->batch >= 1);
	last = (p->batch - 1) * l->dist + element_at(p, l, transform_size(p, real) - 1, real);

	return (uint64_t)(last + 1) * element_bytes(p->type, real);
}

/* ---- the operation ------------------------------------------------------------------------------------ */

struct fft_op {
	struct op op;
	struct plan plan;
	struct layout from, to;
	uint64_t in, out;
	int direction;
};

static double number(const void *at, bool wide, int64_t i)
{
	return wide ? ((const double *)at)[i] : (double)((const float *)at)[i];
}

static void number_set(void *at, bool wide, int64_t i, double v)
{
	if (wide)
		((double *)at)[i] = v;
	else
		((float *)at)[i] = (float)v;
}

/* Copies between a side's memory, for transform b, and `packed`. */
static void side_copy(const struct plan *p, const struct layout *l, void *side, int64_t b, double *packed, bool real, bool out)
{
	const bool wide = is_double(p->type);
	int64_t parts = real ? 1 : 2;

	for (int64_t k = 0; k < transform_size(p, real); k++) {
		int64_t at = parts * (b * l->dist + element_at(p, l, k, real));

		for (int64_t c = 0; c < parts; c++)
			if (out)
				number_set(side, wide, at + c, packed[parts * k + c]);
			else
				packed[parts * k + c] = number(side, wide, at + c);
	}
}

/* Converts the numbers of a side, `packed`, to full complex ones. */
static void whole_fill(const struct plan *p, const double *packed, struct fourier_number *whole)
{
	const int64_t last = p->n[p->rank - 1], half = last_size(p, false), rows = transform_size(p, true) / last;

	for (int64_t k = 0; k < rows * last; k++) {
		int64_t row = k / last, at = k % last, mirrored = 0;

		if (reads_real(p->type)) {
			whole[k] = (struct fourier_number){ packed[k], 0 };
		} else if (at < half) {
			whole[k] = (struct fourier_number){ packed[2 * (row * half + at)], packed[2 * (row * half + at) + 1] };
		} else {
			/*
			 * The other half of a real signal's spectrum is the conjugate at the negative index, in all dimensions.
			 */
			for (int64_t d = 0, rest = row, size = rows; d < p->rank - 1; d++) {
				size /= p->n[d];
				mirrored += (p->n[d] - rest / size) % p->n[d] * size;
				rest %= size;
			}
			whole[k] = (struct fourier_number){ packed[2 * (mirrored * half + last - at)],
							    -packed[2 * (mirrored * half + last - at) + 1] };
		}
	}
}

/* The reverse: only the real parts, or the stored half. */
static void whole_pack(const struct plan *p, const struct fourier_number *whole, double *packed)
{
	const int64_t last = p->n[p->rank - 1], size = last_size(p, writes_real(p->type));

	for (int64_t k = 0; k < transform_size(p, writes_real(p->type)); k++) {
		const struct fourier_number *v = &whole[k / size * last + k % size];

		if (writes_real(p->type)) {
			packed[k] = v->re;
		} else {
			packed[2 * k] = v->re;
			packed[2 * k + 1] = v->im;
		}
	}
}

static void fft_run(struct op *op)
{
	const struct fft_op *f = (const struct fft_op *)op;
	const struct plan *p = &f->plan;
	const bool real_in = reads_real(p->type), real_out = writes_real(p->type);
	uint64_t out_bytes = side_bytes(p, &f->to, real_out);
	void *from = host_op_bytes(f->in, side_bytes(p, &f->from, real_in)), *to = host_op_bytes(f->out, out_bytes);
	const size_t elements = (size_t)transform_size(p, true);
	double *packed = malloc((elements + 2 * elements / (size_t)p->n[p->rank - 1] + 1) * 2 * sizeof *packed);
	struct fourier_number *whole = malloc(elements * sizeof *whole);
	struct fourier *transform = fourier_new(p->rank, p->n, f->direction);

	for (int64_t b = 0; from && to && packed && whole && transform && b < p->batch; b++) {
		side_copy(p, &f->from, from, b, packed, real_in, false);
		whole_fill(p, packed, whole);
		fourier_run(transform, whole);
		whole_pack(p, whole, packed);
		side_copy(p, &f->to, to, b, packed, real_out, true);
	}
	if (to && packed && whole && transform)
		host_op_written(f->out, out_bytes);
	fourier_free(transform);
	free(packed);
	free(whole);
}

static struct op *fft_clone(const struct op *op)
{
	return host_op_clone(op, sizeof(struct fft_op));
}

static const struct op_kind op_fft = { .name = "cufft", .run = fft_run, .clone = fft_clone };

/* ---- the calls: plans ----------------------------------------------------------------------------------- */

#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

static cufftResult leave(struct call *call, cufftResult status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

/* The program's parameters for a plan; layouts NULL: packed. */
struct spec {
	int rank;
	const int *n, *inembed, *onembed;
	int istride, idist, ostride, odist, batch;
	cufftType type;
};

static struct layout layout_given(int rank, const int *embed, int stride, int dist)
{
	struct layout l = { .stride = stride, .dist = dist };

	for (int d = 0; d < rank; d++)
		l.embed[d] = embed[d];
	return l;
}

static bool embed_holds(const struct plan *p, const struct layout *l, bool real)
{
	for (int d = 1; d < p->rank; d++)
		if (l->embed[d] < (d == p->rank - 1 ? last_size(p, real) : p->n[d]))
			return false;
	return l->stride >= 1 && (l->dist >= 1 || p->batch == 1);
}

static cufftResult plan_make(struct plan *p, const struct spec *w)
{
	struct plan made = { .is_used = true, .is_made = true, .rank = w->rank, .type = w->type, .batch = w->batch };
	double elements = w->batch;

	if (!p)
		return CUFFT_INVALID_PLAN;
	if (!is_type(w->type))
		return CUFFT_INVALID_TYPE;
	if (w->rank < 1 || w->rank > MAX_RANK || !w->n || w->batch < 1)
		return CUFFT_INVALID_SIZE;
	for (int d = 0; d < w->rank; d++) {
		made.n[d] = w->n[d];
		elements *= w->n[d];
		if (w->n[d] < 1 || elements > INT32_MAX)
			return CUFFT_INVALID_SIZE;
	}
	made.is_embedded = w->inembed && w->onembed;
	if (made.is_embedded) {
		made.in = layout_given(w->rank, w->inembed, w->istride, w->idist);
		made.out = layout_given(w->rank, w->onembed, w->ostride, w->odist);
		if (!embed_holds(&made, &made.in, reads_real(w->type)) || !embed_holds(&made, &made.out, writes_real(w->type)))
			return CUFFT_INVALID_SIZE;
	}
	made.stream = p->stream;
	*p = made;
	return CUFFT_SUCCESS;
}

static size_t work_bytes_of(const struct plan *p)
{
	return (size_t)(transform_size(p, true) * p->batch) * element_bytes(p->type, false);
}

static cufftResult plan_remake(struct call *call, cufftHandle handle, const struct spec *w, size_t *work_bytes)
{
	struct plan *p = plan_find(handle);
	cufftResult result = work_bytes ? plan_make(p, w) : CUFFT_INVALID_VALUE;

	if (result == CUFFT_SUCCESS)
		*work_bytes = work_bytes_of(p);
	return leave(call, result);
}

static cufftResult plan_create(struct call *call, cufftHandle *handle, const struct spec *w)
{
	cufftHandle made = handle ? plan_new() : 0;
	cufftResult result = !handle ? CUFFT_INVALID_VALUE : !made ? CUFFT_ALLOC_FAILED : plan_make(plan_find(made), w);

	if (result == CUFFT_SUCCESS)
		*handle = made;
	else if (made)
		plan_find(made)->is_used = false;
	return leave(call, result);
}

static cufftResult estimate(const struct spec *w, size_t *work_bytes)
{
	struct plan p = { .rank = w->rank, .type = w->type, .batch = w->batch };

	if (!work_bytes)
		return CUFFT_INVALID_VALUE;
	if (!is_type(w->type))
		return CUFFT_INVALID_TYPE;
	for (int d = 0; d < w->rank; d++) {
		p.n[d] = w->n[d];
		if (w->n[d] < 1 || w->batch < 1)
			return CUFFT_INVALID_SIZE;
	}
	*work_bytes = work_bytes_of(&p);
	return CUFFT_SUCCESS;
}

#define SIZES(...) (const int[]){ __VA_ARGS__ }
#define SPEC(r, sizes, t, b) &(const struct spec){ .rank = (r), .n = (sizes), .type = (t), .batch = (b) }

cufftResult cufftCreate(cufftHandle *plan)
{
	BEGIN;

	if (!plan)
		return leave(&call, CUFFT_INVALID_VALUE);
	*plan = plan_new();
	return leave(&call, *plan ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED);
}

/* For the calls with 64-bit sizes: ours must fit in an int, or there is no plan. */
static bool narrow(const long long *from, int n, int *to)
{
	for (int k = 0; from && k < n; k++) {
		to[k] = (int)from[k];
		if (to[k] != from[k])
			return false;
	}
	return true;
}

static cufftResult wide_make(struct call *call, cufftHandle plan, int rank, const long long *n, const long long *inembed,
			     const long long *onembed, const long long *in_out_batch, cufftType type, size_t *work_bytes)
{
	int sizes[MAX_RANK], in[MAX_RANK], out[MAX_RANK], rest[5];
	struct spec made = { .rank = rank, .n = n ? sizes : NULL, .inembed = inembed ? in : NULL, .onembed = onembed ? out : NULL,
			     .type = type };

	if (rank < 1 || rank > MAX_RANK)
		return leave(call, CUFFT_INVALID_VALUE);
	if (!narrow(n, rank, sizes) || !narrow(inembed, rank, in) || !narrow(onembed, rank, out) ||
	    !narrow(in_out_batch, 5, rest))
		return leave(call, CUFFT_INVALID_SIZE);
	made.istride = rest[0];
	made.idist = rest[1];
	made.ostride = rest[2];
	made.odist = rest[3];
	made.batch = rest[4];
	return plan_remake(call, plan, &made, work_bytes);
}

#define WIDE_REST(...) (const long long[5]){ __VA_ARGS__ }

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride, long long idist,
				cudaDataType input, long long *onembed, long long ostride, long long odist, cudaDataType output,
				long long batch, size_t *work_bytes, cudaDataType execution)
{
	static const struct { cudaDataType in, out, execution; cufftType type; } types[] = {
		{ CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C }, { CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C },
		{ CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R }, { CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z },
		{ CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z }, { CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D },
	};
	BEGIN;

	for (size_t k = 0; k < sizeof types / sizeof *types; k++)
		if (types[k].in == input && types[k].out == output && types[k].execution == execution)
			return wide_make(&call, plan, rank, n, inembed, onembed, WIDE_REST(istride, idist, ostride, odist, batch),
					 types[k].type, work_bytes);
	return leave(&call, CUFFT_NOT_SUPPORTED); /* half precision */
}

cufftResult cufftGetSize(cufftHandle plan, size_t *work_bytes)
{
	BEGIN;
	const struct plan *p = plan_find(plan);

	if (!p || !work_bytes)
		return leave(&call, p ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN);
	*work_bytes = p->is_made ? work_bytes_of(p) : 0;
	return leave(&call, CUFFT_SUCCESS);
}

/* The transform manages its own work area and does not touch the program's. */
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
	BEGIN;
	struct plan *p = plan_find(plan);

	if (p)
		p->stream = stream;
	return leave(&call, p ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN);
}

cufftResult cufftDestroy(cufftHandle plan)
{
	BEGIN;
	struct plan *p = plan_find(plan);

	if (p)
		p->is_used = false;
	return leave(&call, p ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN);
}

cufftResult cufftGetVersion(int *version)
{
	if (version)
		*version = CUFFT_VERSION_HERE;
	return version ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

/* ---- the calls: transforms --------------------------------------------------------------------------------- */

static const char *type_name(cufftType t)
{
	switch (t) {
	case CUFFT_R2C: return "CUFFT_R2C";
	case CUFFT_C2R: return "CUFFT_C2R";
	case CUFFT_C2C: return "CUFFT_C2C";
	case CUFFT_D2Z: return "CUFFT_D2Z";
	case CUFFT_Z2D: return "CUFFT_Z2D";
	default: return "CUFFT_Z2Z";
	}
}

static cufftResult plan_check(const struct call *call, const struct plan *p, cufftType type, int direction)
{
	if (!p || !p->is_made) {
		report_call(KIND_API_ERROR, call, NULL, "make the plan first, and check its status", "%s is given no plan",
			    call->name);
		return CUFFT_INVALID_PLAN;
	}
	if (p->type != type) {
		report_call(KIND_API_ERROR, call, NULL, "a plan's type and the function's must agree",
			    "%s is given a plan of the type %s", call->name, type_name(p->type));
		return CUFFT_INVALID_TYPE;
	}
	if (direction == (reads_real(type) ? CUFFT_FORWARD : CUFFT_INVERSE) || (direction == CUFFT_FORWARD && !writes_real(type)))
		return CUFFT_SUCCESS;
	report_call(KIND_API_ERROR, call, NULL,
		    "real input goes forward (CUFFT_FORWARD), real output comes from the inverse (CUFFT_INVERSE)",
		    "%s is given the direction %d for a plan of the type %s", call->name, direction, type_name(type));
	return CUFFT_INVALID_VALUE;
}

static cufftResult transform(struct call *call, cufftHandle handle, cufftType type, const void *in, void *out, int direction)
{
	const struct plan *p = plan_find(handle);
	cufftResult checked = plan_check(call, p, type, direction);
	static const char halves[] = "n real numbers have n / 2 + 1 complex ones; rows have room for both if they share memory";
	const bool real_in = reads_real(type), real_out = writes_real(type);
	struct layout from, to;
	const char *next;
	struct stream *s;
	struct fft_op *f;

	if (checked != CUFFT_SUCCESS)
		return leave(call, checked);
	from = p->is_embedded ? p->in : layout_packed(p, real_in, in == out);
	to = p->is_embedded ? p->out : layout_packed(p, real_out, in == out);
	next = real_in || real_out ? halves : "a plan's sizes count elements, and its batch transforms";
	s = stream_find(call, p->stream);
	if (!s || !host_op_check(call, in, side_bytes(p, &from, real_in), "input", next) ||
	    !host_op_check(call, out, side_bytes(p, &to, real_out), "output", next))
		return leave(call, CUFFT_EXEC_FAILED);
	f = (struct fft_op *)op_new(&op_fft, sizeof *f, call);
	if (!f)
		return leave(call, CUFFT_ALLOC_FAILED);
	f->plan = *p;
	f->from = from;
	f->to = to;
	f->in = (uintptr_t)in;
	f->out = (uintptr_t)out;
	f->direction = direction;
	f->op.engine = ENGINE_COMPUTE;
	f->op.bytes = side_bytes(p, &from, real_in) + side_bytes(p, &to, real_out);
	op_uses(&f->op, f->in, side_bytes(p, &from, real_in), false);
	op_uses(&f->op, f->out, side_bytes(p, &to, real_out), true);
	return leave(call, op_submit(&f->op, s) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED);
}

/* The plan determines the type. NVIDIA's manual says that real transforms ignore the direction; an H200 refuses the wrong one. */
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction)
{
	BEGIN;
	const struct plan *p = plan_find(plan);

	if (!p)
		return leave(&call, CUFFT_INVALID_PLAN);
	return transform(&call, plan, p->type, in, out, direction);
}

/* ---- the calls whose answer is one expression ---- */

/* Methods and memory to work in have no use here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define CUFFT(name, parameters)
#define CUFFT_ANSWER(name, parameters, answer) cufftResult name parameters { return answer; }
#define CUFFT_CALL(name, parameters, answer) cufftResult name parameters { BEGIN; return answer; }
#include "cudart/libs/cufft.def"
