/* child.c - see child.h. */
#include "config.h"

#include "cudart/launch/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cost/cost.h"
#include "cudart/check/family.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/report.h"
#include "cudart/device/properties.h"
#include "cudart/launch/child_streams.h"
#include "cudart/memory/copy.h"
#include "cudart/runtime.h"
#include "cudart/streams/timing.h"
#include "words/kinds.h"

/* ---- running requests ------------------------------------------------------------------------- */

static void report_child(const struct kernel_op *parent, const struct simt_child *c, finding_kind kind, const char *advice,
			 const char *message)
{
	const struct finding f = {
		.kind = kind, .level = FINDING_ERROR, .message = message, .advice = advice, .place = c->place,
		.block = c->by_block, .thread = c->by_thread, .threads = 1,
	};

	report_kernel(&f, parent->function->name, &parent->op.call, parent->asked);
}

static bool ranges_join(struct op *to, const struct op *from)
{
	for (size_t i = 0; i < from->nranges; i++) {
		struct op_range *range = array_push(&to->ranges, &to->nranges, sizeof *range);

		if (!range)
			return false;
		*range = from->ranges[i];
	}
	return true;
}

/* Is the nth parameter, of those in parentheses at the end of the demangled name, a pointer? */
static bool is_pointer(const char *name, size_t nth)
{
	const char *p = strchr(name, '(');
	size_t at = 0;
	int depth = 0;

	for (p = p ? p + 1 : ""; *p && at <= nth; p++) {
		if (at == nth && !depth && *p == '*')
			return true;
		depth += (*p == '<' || *p == '(') - (*p == '>' || *p == ')');
		at += *p == ',' && !depth;
	}
	return false;
}

/* "shared" or "local", and the number of the parameter with a pointer to such memory, from 0; NULL: none. */
static const char *own_memory_passed(struct function *f, int device, const struct simt_child *c, size_t *nth)
{
	const char *what = NULL;
	struct buf name = BUF_INIT;
	struct error err;
	cudaError_t code;

	kernel_name_put(f->name, true, &name);
	for (size_t i = 0; function_ptx(f, device, &code, &err) && i < f->nparams && !what; i++) {
		uint64_t addr;

		if (f->offsets[i] + sizeof addr > c->params_len || !is_pointer(buf_text(&name), i))
			continue;
		memcpy(&addr, c->params + f->offsets[i], sizeof addr);
		what = simt_own_memory(addr);
		*nth = i;
	}
	buf_release(&name);
	return what;
}

static void child_kernel_run(struct kernel_op *parent, const struct simt_child *c, struct child_streams *streams)
{
	struct function *f = image_function(parent->function->image, c->kernel);
	size_t nth = 0;
	const char *own = f ? own_memory_passed(f, parent->op.device, c, &nth) : NULL;
	struct kernel_op *k;
	char text[200];

	if (own) {
		snprintf(text, sizeof text, "argument %zu of the launch is a pointer to %s memory of the launching %s, which no "
					    "other grid can use",
			 nth + 1, own, *own == 's' ? "block" : "thread");
		report_child(parent, c, KIND_INVALID_LAUNCH, "pass a pointer to global memory, or the values themselves; the "
							     "launch is left out", text);
		return;
	}
	if (parent->depth == CHILD_DEPTH) {
		report_child(parent, c, KIND_INVALID_LAUNCH, "end the recursion earlier: each level is a grid of its own",
			     "a kernel launches one at a depth of more than 24 grids, which no device does");
		device_fail(parent->op.device, cudaErrorLaunchFailure);
		return;
	}
	k = f ? (struct kernel_op *)op_new(&op_kernel, sizeof *k, &parent->op.call) : NULL;
	if (!k)
		return;
	k->op.device = parent->op.device;
	k->op.stream = parent->op.stream;
	k->function = f;
	k->grid = c->grid;
	k->block = c->block;
	k->shared = c->dynamic_shared;
	vm_assert(parent->depth < CHILD_DEPTH && c->is_asked);
	k->depth = parent->depth + 1;
	k->parent = parent;
	k->request = c;
	k->asked = c->place.file ? &c->place : NULL;
	k->params_len = c->params_len;
	k->params = malloc(c->params_len + 1);
	if (k->params) {
		memcpy(k->params, c->params, c->params_len);
		k->entry = child_streams_add(streams, parent, &k->op, c) + 1;
		op_kernel.run(&k->op);
		if (k->entry)
			timing_child_ran(k);
		else
			parent->below += timing_kernel(k);
		ranges_join(&parent->op, &k->op);
	}
	op_drop(&k->op);
}

static void child_move_run(struct kernel_op *parent, const struct simt_child *c, struct child_streams *streams)
{
	const struct copy_side to = { .addr = c->to, .pitch = c->bytes, .slice = c->bytes };
	const struct copy_side from = { .addr = c->from, .pitch = c->bytes, .slice = c->bytes };
	const char *own = simt_own_memory(c->to) ? simt_own_memory(c->to) : simt_own_memory(c->from);
	struct copy_op *copy = NULL;
	struct fill_op *fill = NULL;
	struct op *op;
	char text[200];

	if (own) {
		snprintf(text, sizeof text, "%s is given %s memory of the launching %s, which it cannot use",
			 c->kind == SIMT_CHILD_COPY ? "cudaMemcpyAsync in a kernel" : "cudaMemsetAsync in a kernel", own,
			 *own == 's' ? "block" : "thread");
		report_child(parent, c, KIND_INVALID_LAUNCH, "in a kernel they take global memory only; let the threads copy it "
							     "themselves", text);
		return;
	}
	if (c->kind == SIMT_CHILD_COPY)
		copy_make(&parent->op.call, &to, &from, c->bytes, 1, 1, cudaMemcpyDefault, &copy);
	else
		fill_make(&parent->op.call, &to, (uint32_t)c->value & 0xff, 1, c->bytes, 1, 1, &fill);
	op = copy ? &copy->op : fill ? &fill->op : NULL;
	if (!op)
		return;
	op->device = parent->op.device;
	if (child_streams_add(streams, parent, op, c) == TIMELINE_NO_ENTRY)
		parent->below += (double)cost_move(c->kind == SIMT_CHILD_COPY ? TIMELINE_COPY_WITHIN : TIMELINE_SET,
						   op->bytes, true);
	op->kind->run(op);
	family_move(parent, c);
	ranges_join(&parent->op, op);
	op_drop(op);
}

static void child_run(struct kernel_op *parent, const struct simt_child *c, struct child_streams *streams)
{
	char text[200];

	if (c->is_invalid) {
		snprintf(text, sizeof text, "a kernel launches <<<(%u,%u,%u), (%u,%u,%u)>>>, which no device accepts", c->grid.x,
			 c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z);
		report_child(parent, c, KIND_INVALID_LAUNCH, "a block has 1 to 1024 threads, and a grid at least one block; the "
							     "launch is left out",
			     text);
	} else if (c->is_asked && c->kind == SIMT_CHILD_LAUNCH) {
		child_kernel_run(parent, c, streams);
	} else if (c->is_asked && (c->kind == SIMT_CHILD_COPY || c->kind == SIMT_CHILD_SET)) {
		child_move_run(parent, c, streams);
	} else if (c->is_asked && (c->kind == SIMT_CHILD_RECORD || c->kind == SIMT_CHILD_WAIT)) {
		child_streams_event(streams, c);
	}
}

void children_run(struct kernel_op *parent, const struct simt_result *r)
{
	struct child_streams streams;

	child_streams_init(&streams, parent, r->longest_warp);
	for (int tail = 0; tail < 2; tail++)
		for (size_t i = 0; i < r->nchildren; i++)
			if ((r->children[i].stream == SIMT_TAIL_STREAM) == tail)
				child_run(parent, &r->children[i], &streams);
	child_streams_release(&streams);
}

/* ---- the device runtime's PTX ---------------------------------------------------------------------- */

/* Functions that do nothing. */
static const struct { const char *name, *params; } trivial[] = {
	{ "StreamDestroy", ".param .b64 a" },
	{ "EventDestroy", ".param .b64 a" },
};

/* Functions that write a new handle. */
static const char *const creating[] = { "StreamCreateWithFlags", "EventCreateWithFlags" };

#define ERRORS 1000 /* above the highest error code */

static void errors_put(struct buf *out, const char *function, const char *label, const char *(*text)(cudaError_t))
{
	const char *unknown = text((cudaError_t)-1);

	for (int code = -1; code < ERRORS; code++) {
		const char *s = text((cudaError_t)code);

		if (code >= 0 && !strcmp(s, unknown))
			continue;
		buf_printf(out, ".global .align 1 .b8 __warpbook_%s_%d[%zu] = {", label, code + 1, strlen(s) + 1);
		for (; *s; s++)
			buf_printf(out, "%d,", *s);
		buf_puts(out, "0};\n");
	}
	buf_printf(out, ".global .align 8 .u64 __warpbook_%s[%d] = {", label, ERRORS);
	for (int code = 0; code < ERRORS; code++)
		buf_printf(out, "%sgeneric(__warpbook_%s_%d)", code ? "," : "", label,
			   strcmp(text((cudaError_t)code), unknown) ? code + 1 : 0);
	buf_printf(out, "};\n"
		   ".visible .func (.param .b64 r) " CHILD_RUNTIME_MARK "%s(.param .b32 code)\n"
		   "{\n"
		   ".reg .pred %%p; .reg .b32 %%c; .reg .b64 %%a, %%i;\n"
		   "ld.param.u32 %%c, [code]; setp.ge.u32 %%p, %%c, %d; selp.b32 %%c, %d, %%c, %%p;\n"
		   "mul.wide.u32 %%i, %%c, 8; mov.u64 %%a, __warpbook_%s; add.s64 %%a, %%a, %%i; ld.global.u64 %%a, [%%a];\n"
		   "st.param.b64 [r], %%a; ret;\n"
		   "}\n", function, ERRORS, ERRORS - 1, label);
}

/* Functions that write a number: its type, and what it is. */
static const struct { const char *name, *type; int value; } getters[] = {
	{ "GetDeviceCount", "u32", -1 }, { "RuntimeGetVersion", "u32", CUDART_VERSION },
	{ "DeviceGetCacheConfig", "u32", cudaFuncCachePreferNone }, { "DeviceGetSharedMemConfig", "u32", 0 },
};

static void getters_put(struct buf *out)
{
	for (size_t i = 0; i < sizeof getters / sizeof *getters; i++)
		buf_printf(out, ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "%s(.param .b64 to)\n"
			   "{\n.reg .b64 %%a; .reg .b32 %%v;\n"
			   "ld.param.u64 %%a, [to]; mov.u32 %%v, %d; st.%s [%%a], %%v; st.param.b32 [r], 0; ret;\n}\n",
			   getters[i].name, getters[i].value < 0 ? (int)runtime.settings.devices : getters[i].value,
			   getters[i].type);
	/* The number of the device is the kernel's, not the module's. */
	buf_puts(out, ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "GetDevice(.param .b64 to)\n"
		 "{\n.reg .b64 %a; .reg .b32 %v;\n"
		 "{ .param .b32 d; call (d), __warpbook_child_device; ld.param.b32 %v, [d]; }\n"
		 "ld.param.u64 %a, [to]; st.u32 [%a], %v; st.param.b32 [r], 0; ret;\n}\n");
}

/* The kernel's own heap: what a kernel allocates, only kernels use and free. */
static void heap_put(struct buf *out)
{
	buf_printf(out, ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "Malloc(.param .b64 to, .param .b64 bytes)\n"
		   "{\n.reg .pred %%p; .reg .b64 %%a, %%n; .reg .b32 %%e;\n"
		   "ld.param.u64 %%n, [bytes];\n"
		   "{ .param .b64 n; .param .b64 p; st.param.b64 [n], %%n; call (p), malloc, (n); ld.param.b64 %%n, [p]; }\n"
		   "ld.param.u64 %%a, [to]; st.u64 [%%a], %%n;\n"
		   "setp.eq.u64 %%p, %%n, 0; selp.b32 %%e, %d, 0, %%p; st.param.b32 [r], %%e; ret;\n}\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "Free(.param .b64 what)\n"
		   "{\n.reg .b64 %%a;\n"
		   "ld.param.u64 %%a, [what];\n"
		   "{ .param .b64 p; st.param.b64 [p], %%a; call free, (p); }\n"
		   "st.param.b32 [r], 0; ret;\n}\n", cudaErrorMemoryAllocation);
}

/* Copies and fills of rows: one request for each, as for a copy in one piece. */
static void rows_put(struct buf *out, const char *suffix)
{
	buf_printf(out, ".extern .func (.param .b32 r) " CHILD_RUNTIME_MARK "MemcpyAsync%s(.param .b64 to, .param .b64 from, "
		   ".param .b64 bytes, .param .b32 kind, .param .b64 stream);\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "Memcpy2DAsync%s(.param .b64 to, .param .b64 to_pitch, "
		   ".param .b64 from, .param .b64 from_pitch, .param .b64 width, .param .b64 height, .param .b32 kind, .param "
		   ".b64 stream)\n{\n.reg .pred %%p; .reg .b64 %%t, %%tp, %%f, %%fp, %%w, %%h, %%s; .reg .b32 %%k, %%e;\n"
		   "ld.param.u64 %%t, [to]; ld.param.u64 %%tp, [to_pitch]; ld.param.u64 %%f, [from]; ld.param.u64 %%fp, "
		   "[from_pitch];\nld.param.u64 %%w, [width]; ld.param.u64 %%h, [height]; ld.param.u32 %%k, [kind]; ld.param.u64 "
		   "%%s, [stream]; mov.u32 %%e, 0;\nNEXT: setp.eq.u64 %%p, %%h, 0; @%%p bra DONE;\n"
		   "{ .param .b64 a; .param .b64 b; .param .b64 c; .param .b32 d; .param .b64 g; .param .b32 x;\n"
		   "st.param.b64 [a], %%t; st.param.b64 [b], %%f; st.param.b64 [c], %%w; st.param.b32 [d], %%k; st.param.b64 "
		   "[g], %%s;\ncall (x), " CHILD_RUNTIME_MARK "MemcpyAsync%s, (a, b, c, d, g); ld.param.b32 %%e, [x]; }\n"
		   "setp.ne.u32 %%p, %%e, 0; @%%p bra DONE;\n"
		   "add.s64 %%t, %%t, %%tp; add.s64 %%f, %%f, %%fp; sub.s64 %%h, %%h, 1; bra NEXT;\n"
		   "DONE: st.param.b32 [r], %%e; ret;\n}\n", suffix, suffix, suffix);
	buf_printf(out, ".extern .func (.param .b32 r) " CHILD_RUNTIME_MARK "MemsetAsync%s(.param .b64 to, .param .b32 value, "
		   ".param .b64 bytes, .param .b64 stream);\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "Memset2DAsync%s(.param .b64 to, .param .b64 pitch, "
		   ".param .b32 value, .param .b64 width, .param .b64 height, .param .b64 stream)\n"
		   "{\n.reg .pred %%p; .reg .b64 %%t, %%tp, %%w, %%h, %%s; .reg .b32 %%v, %%e;\n"
		   "ld.param.u64 %%t, [to]; ld.param.u64 %%tp, [pitch]; ld.param.u32 %%v, [value];\n"
		   "ld.param.u64 %%w, [width]; ld.param.u64 %%h, [height]; ld.param.u64 %%s, [stream]; mov.u32 %%e, 0;\n"
		   "NEXT: setp.eq.u64 %%p, %%h, 0; @%%p bra DONE;\n"
		   "{ .param .b64 a; .param .b32 b; .param .b64 c; .param .b64 d; .param .b32 x;\n"
		   "st.param.b64 [a], %%t; st.param.b32 [b], %%v; st.param.b64 [c], %%w; st.param.b64 [d], %%s;\n"
		   "call (x), " CHILD_RUNTIME_MARK "MemsetAsync%s, (a, b, c, d); ld.param.b32 %%e, [x]; }\n"
		   "setp.ne.u32 %%p, %%e, 0; @%%p bra DONE;\n"
		   "add.s64 %%t, %%t, %%tp; sub.s64 %%h, %%h, 1; bra NEXT;\n"
		   "DONE: st.param.b32 [r], %%e; ret;\n}\n", suffix, suffix, suffix);
}

enum { LIMITS = cudaLimitPersistingL2CacheSize + 1 };

static void limits_put(struct buf *out)
{
	buf_printf(out, ".global .align 8 .u64 __warpbook_limits[%d] = {", LIMITS);
	for (int i = 0; i < LIMITS; i++)
		buf_printf(out, "%s%zu", i ? "," : "", device_limit(0, (enum cudaLimit)i));
	buf_printf(out, "};\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "DeviceGetLimit(.param .b64 to, .param .b32 which)\n"
		   "{\n"
		   ".reg .pred %%p; .reg .b32 %%c; .reg .b64 %%a, %%i;\n"
		   "ld.param.u32 %%c, [which]; setp.ge.u32 %%p, %%c, %d; @%%p bra BAD;\n"
		   "mul.wide.u32 %%i, %%c, 8; mov.u64 %%a, __warpbook_limits; add.s64 %%a, %%a, %%i; ld.global.u64 %%i, [%%a];\n"
		   "ld.param.u64 %%a, [to]; st.u64 [%%a], %%i; st.param.b32 [r], 0; ret;\n"
		   "BAD: st.param.b32 [r], %d; ret;\n"
		   "}\n", LIMITS, cudaErrorUnsupportedLimit);
}

#define ATTRIBUTES 256

static void attributes_put(struct buf *out)
{
	buf_printf(out, ".global .align 4 .b32 __warpbook_attributes[%d] = {", ATTRIBUTES);
	for (int i = 0, value; i < ATTRIBUTES; i++)
		buf_printf(out, "%s%d", i ? "," : "", properties_attribute(0, (enum cudaDeviceAttr)i, &value) ? value : 0);
	buf_printf(out, "};\n"
		   ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "DeviceGetAttribute(.param .b64 to, .param .b32 which, "
		   ".param .b32 device)\n{\n"
		   ".reg .pred %%p; .reg .b32 %%c; .reg .b64 %%a, %%i;\n"
		   "ld.param.u32 %%c, [which]; setp.ge.u32 %%p, %%c, %d; @%%p bra BAD;\n"
		   "mul.wide.u32 %%i, %%c, 4; mov.u64 %%a, __warpbook_attributes; add.s64 %%a, %%a, %%i; ld.global.u32 %%c, "
		   "[%%a];\nld.param.u64 %%a, [to]; st.u32 [%%a], %%c; st.param.b32 [r], 0; ret;\n"
		   "BAD: st.param.b32 [r], %d; ret;\n"
		   "}\n", ATTRIBUTES, cudaErrorInvalidValue);
}

void child_runtime_put(struct buf *out)
{
	buf_puts(out, ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b64 r) __warpbook_child_handle;\n"
		 ".extern .func (.param .b32 r) __warpbook_child_device;\n");
	for (size_t i = 0; i < sizeof trivial / sizeof *trivial; i++)
		buf_printf(out, ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "%s(%s)\n{\nst.param.b32 [r], 0; ret;\n}\n",
			   trivial[i].name, trivial[i].params);
	for (size_t i = 0; i < sizeof creating / sizeof *creating; i++)
		buf_printf(out, ".visible .func (.param .b32 r) " CHILD_RUNTIME_MARK "%s(.param .b64 to, .param .b32 flags)\n"
			   "{\n.reg .b64 %%a, %%h;\n"
			   "{ .param .b64 h; call (h), __warpbook_child_handle; ld.param.b64 %%h, [h]; }\n"
			   "ld.param.u64 %%a, [to]; st.u64 [%%a], %%h; st.param.b32 [r], 0; ret;\n}\n", creating[i]);
	attributes_put(out);
	limits_put(out);
	getters_put(out);
	heap_put(out);
	rows_put(out, "");
	rows_put(out, "_ptsz");
	errors_put(out, "GetErrorString", "error_text", cudaGetErrorString);
	errors_put(out, "GetErrorName", "error_name", cudaGetErrorName);
}
