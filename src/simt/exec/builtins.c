/*
 * builtins.c - calls of known functions: takes arguments from the caller's parameter space lane by lane, and returns
 * the result there.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "simt/exec/builtins.h"
#include "simt/ieee.h"
#include "simt/exec/printf.h"
#include "simt/exec/warp.h"
#include "simt/exec/lane.h"
#include "simt/exec/rows.h"

enum shape { FLOATS, DOUBLES, PRINTF, ASSERT, MALLOC, FREE, CHILD_BUFFER, CHILD_LAUNCH, CHILD_COPY, CHILD_SET,
	     CHILD_RECORD, CHILD_WAIT, CHILD_HANDLE, CHILD_DEVICE, CHILD_ERROR, CHILD_PEEK };

struct builtin {
	const char *name;
	enum shape shape;
	unsigned nargs;
	double (*run)(double x, double y, double z);
};

/* Of pi times x: reduces x rather than the product, since x is exact. */
static double sin_pi(double x)
{
	double r = remainder(x, 2.0);

	return sin(M_PI * (fabs(r) > 0.5 ? copysign(1.0, r) - r : r));
}

static double cos_pi(double x)
{
	return sin(M_PI * (0.5 - fabs(remainder(x, 2.0))));
}

static double log_gamma(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

#define CALL(name, expr) \
	static double call_##name(double x, double y, double z) \
	{ \
		(void)y; \
		(void)z; \
		return expr; \
	}
#define F1(name, expr) CALL(name, expr)
#define F2(name, expr) CALL(name, expr)
#define F3(name, expr) CALL(name, expr)
#define D1(name, expr) CALL(name, expr)
#define D2(name, expr) CALL(name, expr)
#define D3(name, expr) CALL(name, expr)
#include "simt/exec/builtins.def"

static const struct builtin builtins[] = {
#define F1(name, expr) { #name, FLOATS, 1, call_##name },
#define F2(name, expr) { #name, FLOATS, 2, call_##name },
#define F3(name, expr) { #name, FLOATS, 3, call_##name },
#define D1(name, expr) { #name, DOUBLES, 1, call_##name },
#define D2(name, expr) { #name, DOUBLES, 2, call_##name },
#define D3(name, expr) { #name, DOUBLES, 3, call_##name },
#include "simt/exec/builtins.def"
	{ "vprintf", PRINTF, 2, NULL },
	{ "__assertfail", ASSERT, 5, NULL },
	{ "__assert_fail", ASSERT, 4, NULL },
	{ "malloc", MALLOC, 1, NULL }, { "_Znwm", MALLOC, 1, NULL }, { "_Znam", MALLOC, 1, NULL },
	{ "free", FREE, 1, NULL }, { "_ZdlPv", FREE, 1, NULL }, { "_ZdaPv", FREE, 1, NULL },
	{ "_ZdlPvm", FREE, 2, NULL }, { "_ZdaPvm", FREE, 2, NULL },
	{ "__cudaCDP2GetParameterBufferV2", CHILD_BUFFER, 4, NULL },
	{ "__cudaCDP2LaunchDeviceV2", CHILD_LAUNCH, 2, NULL }, { "__cudaCDP2LaunchDeviceV2_ptsz", CHILD_LAUNCH, 2, NULL },
	{ "__cudaCDP2MemcpyAsync", CHILD_COPY, 5, NULL }, { "__cudaCDP2MemcpyAsync_ptsz", CHILD_COPY, 5, NULL },
	{ "__cudaCDP2MemsetAsync", CHILD_SET, 4, NULL }, { "__cudaCDP2MemsetAsync_ptsz", CHILD_SET, 4, NULL },
	{ "__cudaCDP2EventRecord", CHILD_RECORD, 2, NULL }, { "__cudaCDP2EventRecord_ptsz", CHILD_RECORD, 2, NULL },
	{ "__cudaCDP2EventRecordWithFlags", CHILD_RECORD, 3, NULL }, { "__cudaCDP2EventRecordWithFlags_ptsz", CHILD_RECORD,
								       3, NULL },
	{ "__cudaCDP2StreamWaitEvent", CHILD_WAIT, 3, NULL }, { "__cudaCDP2StreamWaitEvent_ptsz", CHILD_WAIT, 3, NULL },
	{ "__warpbook_child_handle", CHILD_HANDLE, 0, NULL }, { "__warpbook_child_device", CHILD_DEVICE, 0, NULL },
	{ "__cudaCDP2GetLastError", CHILD_ERROR, 0, NULL }, { "__cudaCDP2PeekAtLastError", CHILD_PEEK, 0, NULL },
};

/* Bytes of the parameters, and of the result, for functions whose parameters differ in size. */
static const struct signature { unsigned ret, args[5]; } signatures[] = {
	[CHILD_BUFFER] = { 8, { 8, 12, 12, 4 } },
	[CHILD_LAUNCH] = { 4, { 8, 8 } },
	[CHILD_COPY] = { 4, { 8, 8, 8, 4, 8 } },
	[CHILD_SET] = { 4, { 8, 4, 8, 8 } },
	[CHILD_RECORD] = { 4, { 8, 8, 4 } },
	[CHILD_WAIT] = { 4, { 8, 8, 4 } },
	[CHILD_HANDLE] = { 8, { 0 } },
	[CHILD_DEVICE] = { 4, { 0 } },
	[CHILD_ERROR] = { 4, { 0 } },
	[CHILD_PEEK] = { 4, { 0 } },
};

const struct builtin *builtin_find(const char *name)
{
	for (size_t k = 0; k < sizeof(builtins) / sizeof(builtins[0]); k++)
		if (!strcmp(builtins[k].name, name))
			return &builtins[k];
	return NULL;
}

bool simt_knows_function(const char *name)
{
	return builtin_find(name);
}

bool builtin_allocates(const char *name)
{
	const struct builtin *b = builtin_find(name);

	return b && (b->shape == MALLOC || b->shape == FREE || b->shape >= CHILD_BUFFER);
}

bool builtin_computes(const struct builtin *b)
{
	return b->shape == FLOATS || b->shape == DOUBLES;
}

#define DOUBLES_USUAL 30 /* a series of some ten terms, and the reduction of its argument */

uint32_t builtin_doubles(const struct builtin *b)
{
	static const struct { const char *name; uint32_t operations; } others[] = {
		{ "fabs", 1 }, { "copysign", 1 }, { "fmax", 1 }, { "fmin", 1 }, { "fdim", 1 }, { "fma", 2 }, { "floor", 1 },
		{ "ceil", 1 }, { "trunc", 1 }, { "round", 2 }, { "rint", 1 }, { "nearbyint", 1 }, { "sqrt", 20 }, { "rsqrt", 12 },
		{ "pow", 90 },
	};

	if (b->shape != DOUBLES)
		return 0;
	for (size_t k = 0; k < sizeof others / sizeof *others; k++)
		if (!strcmp(b->name, others[k].name))
			return others[k].operations;
	return DOUBLES_USUAL;
}

bool builtin_traps(const struct builtin *b)
{
	return b->shape == ASSERT;
}

bool builtin_fits(const struct builtin *b, const struct ptx_function *f)
{
	uint64_t arg = b->shape == FLOATS ? 4 : 8, ret = b->shape == DOUBLES || b->shape == MALLOC ? 8 : 4;
	size_t nrets = b->shape != FREE;

	if (b->shape == ASSERT)
		return f->nparams == b->nargs && f->nrets == 0;
	if (b->shape >= CHILD_BUFFER) {
		for (size_t k = 0; k < b->nargs && k < f->nparams; k++)
			if (f->params[k].size != signatures[b->shape].args[k])
				return false;
		return f->nparams == b->nargs && f->nrets == 1 && f->rets[0].size == signatures[b->shape].ret;
	}
	if (f->nparams != b->nargs || f->nrets != nrets || (nrets && f->rets[0].size != ret))
		return false;
	for (size_t k = 0; k < f->nparams; k++)
		if (f->params[k].size != arg)
			return false;
	return true;
}

static void run_floats(const struct builtin *b, const struct call *call, uint8_t *params)
{
	double x[3] = { 0 };
	float f;

	for (unsigned k = 0; k < b->nargs; k++) {
		memcpy(&f, params + call->args[k].from, sizeof(f));
		x[k] = f;
	}
	f = canonical32((float)b->run(x[0], x[1], x[2]));
	memcpy(params + call->rets[0].to, &f, sizeof(f));
}

static void run_doubles(const struct builtin *b, const struct call *call, uint8_t *params)
{
	double x[3] = { 0 }, r;

	for (unsigned k = 0; k < b->nargs; k++)
		memcpy(&x[k], params + call->args[k].from, sizeof(x[k]));
	r = canonical64(b->run(x[0], x[1], x[2]));
	memcpy(params + call->rets[0].to, &r, sizeof(r));
}

static void run_printf(struct warp *w, const struct insn *i, unsigned l, uint8_t *params)
{
	uint64_t format, args;
	int32_t n;

	memcpy(&format, params + i->call->args[0].from, sizeof(format));
	memcpy(&args, params + i->call->args[1].from, sizeof(args));
	n = lane_printf(w, i, l, format, args);
	memcpy(params + i->call->rets[0].to, &n, sizeof(n));
}

static void run_heap(struct warp *w, const struct insn *i, unsigned l, uint8_t *params)
{
	uint64_t v;

	memcpy(&v, params + i->call->args[0].from, sizeof(v));
	if (i->call->builtin->shape == FREE) {
		lane_free(w, i, l, v);
		return;
	}
	v = lane_malloc(w, i, v);
	memcpy(params + i->call->rets[0].to, &v, sizeof(v));
}

static uint64_t argument(const struct insn *i, const uint8_t *params, unsigned k)
{
	uint64_t v = 0;

	memcpy(&v, params + i->call->args[k].from, i->call->args[k].bytes);
	return v;
}

static struct dim3u dimensions(const struct insn *i, const uint8_t *params, unsigned k)
{
	uint32_t v[3];

	memcpy(v, params + i->call->args[k].from, sizeof v);
	return (struct dim3u){ v[0], v[1], v[2] };
}

static void run_child(struct warp *w, const struct insn *i, unsigned l, uint8_t *params)
{
	uint64_t result = 0;

#define ARG(k) argument(i, params, k)
	switch (i->call->builtin->shape) {
	case CHILD_BUFFER:
		result = lane_child_buffer(w, i, l, ARG(0), dimensions(i, params, 1), dimensions(i, params, 2), (uint32_t)ARG(3));
		break;
	case CHILD_LAUNCH: result = lane_child_launch(w, i, l, ARG(0), ARG(1)); break;
	case CHILD_COPY: result = lane_child_copy(w, i, l, ARG(0), ARG(1), ARG(2), ARG(4)); break;
	case CHILD_SET: result = lane_child_set(w, i, l, ARG(0), (int)ARG(1), ARG(2), ARG(3)); break;
	case CHILD_RECORD: result = lane_child_event(w, i, l, SIMT_CHILD_RECORD, ARG(0), ARG(1)); break;
	case CHILD_WAIT: result = lane_child_event(w, i, l, SIMT_CHILD_WAIT, ARG(1), ARG(0)); break;
	case CHILD_HANDLE: result = lane_child_handle(w); break;
	case CHILD_DEVICE: result = w->launch->program->device; break;
	default: result = lane_child_error(w, l, i->call->builtin->shape == CHILD_ERROR); break;
	}
#undef ARG
	memcpy(params + i->call->rets[0].to, &result, i->call->rets[0].bytes);
}

void exec_BUILTIN(struct warp *w, const struct insn *i)
{
	const struct builtin *b = i->call->builtin;

	for each_lane(l, w->mask) {
		uint8_t *params = frame_params(w->frame, l);

		switch (b->shape) {
		case FLOATS: run_floats(b, i->call, params); break;
		case DOUBLES: run_doubles(b, i->call, params); break;
		case PRINTF: run_printf(w, i, l, params); break;
		case MALLOC: case FREE: run_heap(w, i, l, params); break;
		case ASSERT: break;
		default: run_child(w, i, l, params); break;
		}
	}
}
