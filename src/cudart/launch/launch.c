/*
 * launch.c - kernels: from <<< >>> to the vm. Compilers translate a launch into a push of its shape and a call of the
 * kernel's stub, which makes a pop and calls cudaLaunchKernel.
 */
#include "config.h"

#include "cudart/launch/launch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/limits.h"
#include "cudart/streams/callback.h"
#include "cudart/launch/child.h"
#include "cudart/launch/kernel_info.h"
#include "cudart/launch/kernel_thread.h"
#include "cudart/launch/kernel_wait.h"
#include "cudart/launch/observer.h"
#include "cudart/journal.h"
#include "cudart/memory/memory.h"
#include "cudart/device/properties.h"
#include "cudart/check/call_place.h"
#include "cudart/check/guard.h"
#include "cudart/check/interrupt.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/kernel_progress.h"
#include "cudart/check/partial.h"
#include "cudart/check/python.h"
#include "cudart/check/races.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* ---- the operation ------------------------------------------------------------------------ */

/* The hardware's error for each way in which a kernel stops. */
static cudaError_t fault_of(enum simt_cause cause)
{
	switch (cause) {
	case SIMT_CAUSE_MISALIGNED: return cudaErrorMisalignedAddress;
	case SIMT_CAUSE_ASSERT: return cudaErrorAssert;
	case SIMT_CAUSE_CALL: return cudaErrorInvalidPc;
	case SIMT_CAUSE_ILLEGAL: return cudaErrorIllegalInstruction;
	case SIMT_CAUSE_TRAP:
	case SIMT_CAUSE_HEAP:
	case SIMT_CAUSE_TEXTURE: return cudaErrorLaunchFailure;
	case SIMT_CAUSE_TIMEOUT:
	case SIMT_CAUSE_DEADLOCK: return cudaErrorLaunchTimeout;
	default: return cudaErrorIllegalAddress;
	}
}

/* Finds the part of the host's memory that contains an address, in /proc/self/maps; false: none. */
static bool host_region(uint64_t addr, char *where, size_t size)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512], name[256];
	bool found = false;

	while (maps && !found && fgets(line, sizeof line, maps)) {
		unsigned long long from, to;
		int n;

		*name = '\0';
		n = sscanf(line, "%llx-%llx %*s %*s %*s %*s %255s", &from, &to, name);
		if (n < 2 || addr < from || addr >= to)
			continue;
		found = true;
		snprintf(where, size, "%s", !strcmp(name, "[stack]") ? "the stack" : *name == '/' ? "a global "
			 "variable" : "the heap");
	}
	if (maps)
		fclose(maps);
	return found;
}

/* The pointer's name is that of the launch argument. */
static bool describe_host(void *ctx, uint64_t addr, struct simt_foreign *f)
{
	const struct op *op = ctx;
	struct source_place place;

	if (!host_region(f->start ? f->start : addr, f->where, sizeof f->where))
		return false;
	if (f->start && symbol_find((const void *)(uintptr_t)f->start))
		snprintf(f->where, sizeof f->where, "a device variable: use it in the kernel by name, do not pass it");
	if (f->param >= 0 && call_place(&op->call.site, &place))
		call_place_argument(&place, "<<<", (unsigned)f->param, f->name, sizeof f->name);
	return true;
}

static void print_output(const struct simt_result *r)
{
	fwrite(buf_text(&r->output), 1, r->output.len, stdout);
	fwrite(buf_text(&r->asserts), 1, r->asserts.len, stderr);
	if (python_runs() && r->output.len)
		fflush(stdout); /* an interpreter has a buffer of its own, and empties it at its end */
	if (r->output_truncated)
		fputs("[kernels printed more than the printf buffer holds: cudaDeviceSetLimit(cudaLimitPrintfFifoSize, "
		      "...)]\n", stderr);
}

static void keep_flags(struct op *op, const struct simt_range *t, bool write)
{
	if (op_uses(op, t->addr, t->bytes, write))
		op->ranges[op->nranges - 1].flags = true;
}

/* `polls`: atomic operations of the kernel may wait for another's write. */
static void keep_range(struct op *op, const struct simt_range *t, bool early, bool polls)
{
	const size_t from = op->nranges;

	if (t->asked || (t->atomic && polls))
		keep_flags(op, t, false);
	if (t->told)
		keep_flags(op, t, true);
	if (t->read)
		op_uses(op, t->addr, t->bytes, false);
	if (t->written)
		op_uses(op, t->addr, t->bytes, true);
	if (t->atomic && op_uses(op, t->addr, t->bytes, true))
		op->ranges[op->nranges - 1].atomic = true;
	for (size_t i = from; i < op->nranges; i++)
		op->ranges[i].early = early;
}

/* Keeps what the kernel used, for the checks. */
static void keep_ranges(struct op *op, const struct simt_result *r)
{
	vm_assert(!op->done);
	op->nranges = 0;
	for (size_t i = 0; i < r->ntouched; i++)
		keep_range(op, &r->touched[i], false, r->counts.atomic_polls);
	for (size_t i = 0; i < r->nearly; i++)
		keep_range(op, &r->early[i], true, false);
}

static bool host_writes(void *ctx)
{
	(void)ctx;
	return launch_host_threads();
}

/*
 * Does an operation that was submitted before the kernel, and for which the kernel does not wait, fill the whole array? Then the
 * kernel reads unwritten memory because of that race, which is reported when that operation has run.
 */
static bool filled_later(const struct op *kernel, uint64_t array)
{
	const struct memory *m = memory_find(array);

	for (const struct op *op = queue_first(); m && op && op->number < kernel->number; op = op->next)
		for (size_t i = 0; op != kernel && !op->done && i < op->nranges; i++) {
			const struct op_range *r = &op->ranges[i];

			if (r->write && r->addr <= m->addr && r->addr + r->bytes >= m->addr + m->bytes)
				return true;
		}
	return false;
}

#define LONG_BLOCK 200000 /* warp instructions */

/* A signal stopped the launch. Nothing says that its block does not end: it was short so far, or earlier ones were as long. */
static bool is_only_slow(const struct simt_result *r)
{
	const uint64_t mine = r->at_stop.block_spent, others = r->at_stop.spent > mine ? r->at_stop.spent - mine : 0;

	return mine < LONG_BLOCK || (r->at_stop.ended && mine / 100 < others / r->at_stop.ended);
}

/*
 * A kernel that exceeded its time limit may only be slow. One that waits for ever, and runs because the host touched memory,
 * may wait for the host's next action.
 */
static void report_finding(const struct finding *f, const struct simt_result *r, struct op *op)
{
	const struct kernel_op *k = (const struct kernel_op *)op;
	struct finding with = *f;
	char advice[512];

	if (f->kind == KIND_UNINITIALISED_READ && f->memory && filled_later(op, f->memory))
		return;
	if (memory_size_advice(f, k->params, k->params_len, advice, sizeof advice))
		with.advice = advice;
	/* the loop does not end, rather than the kernel */
	if (f->kind == KIND_HANG && r->stopped && interrupted && k->rounds > 1)
		return;
	if (f->kind == KIND_HANG && r->stopped && interrupted && is_only_slow(r)) {
		kernel_progress_stopped(k->function->name, &k->op.call.site, r->at_stop.ended, r->at_stop.blocks);
		return;
	}
	if (f->kind == KIND_HANG && r->stopped && interrupted) {
		snprintf(advice, sizeof advice, "%s%sif it only needs longer, give it more time or a smaller input",
			 f->advice ? f->advice : "", f->advice ? " And " : "");
		with.advice = advice;
	} else if (f->kind == KIND_HANG && r->stopped) { /* so WARPBOOK_SECONDS is set */
		snprintf(advice, sizeof advice, "%s%sif it only needs longer than %g seconds, set WARPBOOK_SECONDS",
			 f->advice ? f->advice : "", f->advice ? " And " : "", runtime.settings.seconds);
		with.advice = advice;
	} else if (f->kind == KIND_HANG && !r->stopped) {
		uint64_t most = runtime.settings.instructions ? runtime.settings.instructions : SIMT_BUDGET;

		snprintf(advice, sizeof advice, "%s%sif it only needs more than %" PRIu64 " instructions, set "
			 "WARPBOOK_INSTRUCTIONS", f->advice ? f->advice : "", f->advice ? " And " : "", most);
		with.advice = advice;
	}
	if (f->kind == KIND_DEADLOCK && guard_host_waits()) {
		snprintf(advice, sizeof advice, "the host waits as well, so that neither goes on: %s. Which of the two should "
			 "write first? The virtual machine ends the program here", guard_host_waits());
		with.advice = advice;
	} else if (f->kind == KIND_DEADLOCK && kernel_wait_advice(op, f->memory, advice, sizeof advice)) {
		with.advice = advice;
	} else if (f->kind == KIND_DEADLOCK && guard_runs_early()) {
		with.kind = KIND_NOT_SUPPORTED;
		with.advice = "on a GPU the host, or a function that a stream calls, may still make the change: the virtual "
			      "machine ends a kernel before the host's next access to memory that it uses. Set the value before "
			      "the launch, or use a GPU";
	}
	report_kernel(&with, k->function->name, &op->call, k->asked);
}

static void report_failed(const struct op *op, const struct error *err)
{
	report_call(KIND_API_ERROR, &op->call, NULL, err->remedy[0] ? err->remedy : NULL, "%s", err->text);
	device_fail(op->device, cudaErrorLaunchFailure);
}

static void progress_show(void *ctx, uint64_t ended, uint64_t blocks)
{
	const struct kernel_op *k = ctx;

	kernel_progress(k->function->name, &k->op.call.site, ended, blocks);
}

/* A kernel that is running or parked. */
struct performance {
	struct simt_program *program;
	struct simt_launch launch;
	struct simt_result result;
	struct error err;
	int rc;
	struct kernel_thread *thread; /* NULL: nothing can run while it waits, so the host's own thread runs it */
};

static void raced(void *ctx, const struct finding *f)
{
	const struct kernel_op *k = ctx;

	report_kernel(f, k->function->name, &k->op.call, k->asked);
}

/*
 * Runs on the kernel's thread. If the host waits for it, and no other operation can run, only other threads of the program can do
 * what it waits for.
 */
static bool await_host(void *ctx, bool moved)
{
	struct kernel_op *k = ctx;

	k->op.moved = moved;
	if (k->op.alone && !moved && (guard_host_waits() || callback_others_wait()))
		return false;
	kernel_thread_pause(k->now->thread);
	return true;
}

static void launch_perform(void *arg)
{
	struct performance *p = arg;

	vm_assert(p->launch.kernel);
	if (runtime_is_idle(false))
		return;
	p->rc = simt_launch(p->program, &p->launch, &p->result, &p->err);
}

static bool ranges_are_wanted(const struct kernel_op *k)
{
	for_observers(o)
		if (o->wants_ranges && o->wants_ranges(k))
			return true;
	return false;
}

static struct performance *spare; /* for the next launch */

static struct performance *performance_get(void)
{
	struct performance *p = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQUIRE);

	if (p)
		memset(p, 0, sizeof *p);
	return p ? p : calloc(1, sizeof *p);
}

static void performance_put(struct performance *p)
{
	free(__atomic_exchange_n(&spare, p, __ATOMIC_ACQ_REL));
}

/* NULL: there is no program (p->err says why), or no memory. */
static struct performance *performance_new(struct kernel_op *k, struct error *err)
{
	const struct settings *s = &runtime.settings;
	struct op *op = &k->op;
	struct performance *p = performance_get();
	cudaError_t code;

	if (!p) {
		error_nomem(err);
		return NULL;
	}
	vm_assert(!k->now && k->function && k->params);
	memory_launched(&op->call);
	p->launch = (struct simt_launch){
		.kernel = k->function->name, .grid = k->grid, .block = k->block, .cluster = k->cluster,
		.dynamic_shared = k->shared, .multiprocessors = properties_multiprocessors(op->device), .params = k->params,
		.params_len = k->params_len, .checks = s->checks, .order_seed = s->order_seed,
		.threads = k->early ? 1 : runtime.host_threads, .early = k->early, .cooperative = k->cooperative,
		.seconds = s->seconds, .budget = s->instructions, .count_lines = s->counters,
		.reach = runtime.devices[op->device].peers, .progress = s->progress || s->seconds <= 0 ? progress_show : NULL,
		.describe = describe_host, .describe_ctx = op, .partial = partial_describe, .host_writes = host_writes,
		.shared_elem = memory_shared_elem,
		.goes_on = s->goes_on, .stop = &interrupted, .footprint = ranges_are_wanted(k),
		.stack_bytes = (uint32_t)device_limit(op->device, cudaLimitStackSize),
		.stdout_max = device_limit(op->device, cudaLimitPrintfFifoSize),
	};
	p->launch.keeps_uses = k->parent;
	p->launch.may_move = true;
	p->program = image_program(k->function->image, op->device, &code, err);
	/* A thread costs more than a small launch. */
	if (p->program && kernel_may_wait(k, p->program) && (p->thread = kernel_thread_new(launch_perform, p))) {
		p->launch.await_host = await_host;
		p->launch.raced = raced;
	}
	if (p->program)
		return p;
	performance_put(p);
	return NULL;
}

/* Begins the kernel, or resumes it. False: it waits for another's write. */
static bool perform(struct performance *p)
{
	vm_assert(p->program && !p->rc);
	if (p->thread)
		return kernel_thread_go(p->thread);
	launch_perform(p);
	return true;
}

static uint64_t parameter_value(const struct kernel_op *k, size_t i)
{
	uint64_t value = 0;

	if (i < k->function->nparams && k->function->offsets[i] + sizeof value <= k->params_len)
		memcpy(&value, k->params + k->function->offsets[i], sizeof value);
	return value;
}

/*
 * Behind an array's address, which is parameter `at`, come its sizes and its strides, as many of each. Only arrays that are
 * stored row by row, and are as large as their memory, have their dimensions named.
 */
static void shape_note(const struct kernel_op *k, size_t at, const char *array, const struct memory *m)
{
	char name[48], expected[64];
	uint64_t sizes[SIMT_INNER + 1], bytes = m->elem;
	unsigned elem;
	size_t n = 0;

	for (; n < SIMT_INNER + 1; n++) {
		snprintf(expected, sizeof expected, "%s.shape[%zu]", array, n);
		if (!kernel_parameter(k->function->name, at + 1 + n, name, sizeof name, &elem) || strcmp(name, expected))
			break;
		sizes[n] = parameter_value(k, at + 1 + n);
	}
	for (size_t i = n; i > 0 && bytes; i--)
		bytes = parameter_value(k, at + n + i) == bytes && sizes[i - 1] <= m->bytes ? bytes * sizes[i - 1] : 0;
	simt_shape(runtime.mem, m->addr, sizes + 1, n > 1 && bytes && bytes == m->bytes ? n - 1 : 0);
}

/*
 * Names arrays after the kernel's arguments; an argument that points into the middle of an array gives no name, as
 * the program would not know its indices.
 */
static void arguments_name(const struct kernel_op *k)
{
	const struct function *f = k->function;
	char name[48];
	unsigned elem;

	for (size_t i = 0; i < f->nparams; i++) {
		uint64_t addr;
		struct memory *m;

		if (!kernel_parameter(f->name, i, name, sizeof name, &elem) || !elem ||
		    f->offsets[i] + sizeof addr > k->params_len)
			continue;
		memcpy(&addr, k->params + f->offsets[i], sizeof addr);
		m = memory_find(addr);
		if (!m || m->freed.name)
			continue;
		snprintf(m->name, sizeof m->name, "%s%s", m->addr == addr ? "" : "the memory of ", name);
		m->named = true;
		m->elem = elem;
		simt_name(runtime.mem, m->addr, m->name, elem);
		if (m->addr == addr)
			shape_note(k, i, name, m);
	}
}

/* Tells the observers, and runs what the kernel launched. */
static void kernel_show(struct kernel_op *k, struct simt_result *r)
{
	for_observers(o)
		if (o->after)
			o->after(k, r);
	for_observers(o)
		if (o->children_begin)
			o->children_begin(k, r);
	if (r->end == SIMT_DONE && r->nchildren)
		children_run(k, r);
	for_observers(o)
		if (o->children_end)
			o->children_end(k);
}

static void kernel_ended(struct kernel_op *k, struct simt_result *r, bool was_parked)
{
	struct op *op = &k->op;

	vm_assert(k->now && !op->parked);
	print_output(r);
	for (size_t i = 0; i < r->nfindings; i++)
		report_finding(&r->findings[i], r, op);
	if (r->end == SIMT_FAULT || r->end == SIMT_HANG)
		device_fail(op->device, fault_of(r->cause));
	else if (r->end == SIMT_BAD_LAUNCH)
		report_call(KIND_INVALID_LAUNCH, &op->call, NULL, r->error.remedy[0] ? r->error.remedy : NULL, "%s",
			    r->error.text);
	/*
	 * Alternating writes of host and kernel are not a race; and the marks of kernels that run
	 * concurrently cannot be distinguished. What a kernel waited for came before it.
	 */
	if (was_parked)
		races_follows(op, 0);
	if (!was_parked && !kernel_threads() && (r->end != SIMT_HANG || !guard_runs_early()))
		keep_ranges(op, r);
	k->counts = r->counts;
	k->longest_warp = r->longest_warp;
	op->shows_host = r->shows_host;
	op->host_observes = r->host_observes;
	kernel_show(k, r);
	simt_result_release(r);
}

static void kernel_run(struct op *op)
{
	struct kernel_op *k = (struct kernel_op *)op;
	struct error err = { 0 };
	bool was_parked = op->parked;

	vm_assert(!op->done && was_parked == !!k->now);
	if (!k->now && !(k->now = performance_new(k, &err))) {
		report_failed(op, &err);
		return;
	}
	if (!was_parked) {
		arguments_name(k);
		for_observers(o)
			if (o->before)
				o->before(k, &k->now->launch, k->now->program);
	}
	op->parked = !perform(k->now);
	kernel_progress_end();
	if (op->parked)
		return;
	if (k->now->rc)
		report_failed(op, &k->now->err);
	else
		kernel_ended(k, &k->now->result, was_parked);
	performance_put(k->now);
	k->now = NULL;
}

static void kernel_release(struct op *op)
{
	free(((struct kernel_op *)op)->params);
}

static struct op *kernel_clone(const struct op *op)
{
	const struct kernel_op *from = (const struct kernel_op *)op;
	struct kernel_op *k = (struct kernel_op *)op_new(&op_kernel, sizeof *k, &op->call);

	if (!k)
		return NULL;
	k->op.engine = ENGINE_COMPUTE;
	k->function = from->function;
	k->grid = from->grid;
	k->block = from->block;
	k->shared = from->shared;
	k->cooperative = from->cooperative;
	k->cluster = from->cluster;
	k->priority = from->priority;
	k->params_len = from->params_len;
	k->params = malloc(from->params_len ? from->params_len : 1);
	if (!k->params) {
		op_drop(&k->op);
		return NULL;
	}
	memcpy(k->params, from->params, from->params_len);
	return &k->op;
}

const struct op_kind op_kernel = { .name = "kernel", .run = kernel_run, .release = kernel_release, .clone = kernel_clone };

/* ---- from the call to the operation ---------------------------------------------------------- */

/* Copies the arguments into the layout of the entry's .param list. */
static int params_pack(struct kernel_op *k, const struct ptx_function *ptx, void **args)
{
	const struct function *f = k->function;

	k->params = calloc(1, f->params_len ? f->params_len : 1);
	if (!k->params)
		return -1;
	vm_assert(f->nparams == ptx->nparams);
	k->params_len = f->params_len;
	for (size_t i = 0; i < f->nparams; i++)
		memcpy(k->params + f->offsets[i], args[i], ptx->params[i].size);
	return 0;
}

static cudaError_t reject(const struct call *call, cudaError_t code, const char *advice, const char *what)
{
	report_call(KIND_INVALID_LAUNCH, call, NULL, advice, "%s", what);
	return code;
}

#define NEAR ((uintptr_t)1 << 20) /* of this frame: the stack, where launches have their arguments */

static bool is_near(const void *at)
{
	return (uintptr_t)at - (uintptr_t)__builtin_frame_address(0) < NEAR;
}

static bool is_mapped(const void *at)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	unsigned char ignored;

	return !mincore((void *)((uintptr_t)at / page * page), 1, &ignored) || errno != ENOMEM;
}

/* An array of addresses of arguments that has the arguments themselves, or is shorter than the kernel's list of parameters. */
static cudaError_t args_check(const struct call *call, const struct function *f, void **args)
{
	char text[256];

	for (size_t i = 0; i < f->nparams; i++) {
		const struct memory *m = args && !is_near(args[i]) ? memory_find((uintptr_t)args[i]) : NULL;

		if (m && m->kind == MEMORY_DEVICE) {
			snprintf(text, sizeof text, "argument %zu of the array is %s itself, and not the address of that pointer",
				 i, *memory_name(memory_find(m->addr)) ? m->name : "a pointer to device memory");
			return reject(call, cudaErrorInvalidValue, "the array holds the address of each argument: { &a, &n }",
				      text);
		}
		if (args && (is_near(args[i]) || (args[i] && is_mapped(args[i]))))
			continue;
		snprintf(text, sizeof text, "the kernel has %zu parameters, and argument %zu of the array is no address of the "
			 "host", f->nparams, i);
		return reject(call, cudaErrorInvalidValue, "the array holds the address of each argument, in the order of the "
							   "parameters: is one missing?", text);
	}
	return cudaSuccess;
}

/*
 * Rejects what no device accepts, before anything is queued: hardware answers at once, and since CUDA 13 with this code,
 * not with cudaErrorInvalidConfiguration.
 */
static cudaError_t shape_check(const struct call *call, const struct function *f, const struct ptx_function *ptx,
			       const struct launch_shape *s)
{
	const int bound = kernel_threads_bound(ptx);
	uint64_t threads = (uint64_t)s->block.x * s->block.y * s->block.z;
	char text[256];

	if (!s->grid.x || !s->grid.y || !s->grid.z || !threads) {
		snprintf(text, sizeof text, "the launch <<<(%u,%u,%u), (%u,%u,%u)>>> has no %s", s->grid.x, s->grid.y, s->grid.z,
			 s->block.x, s->block.y, s->block.z, threads ? "blocks" : "threads");
		return reject(call, cudaErrorInvalidValue, "`(n + block - 1) / block` rounds up, `n / block` down; and for "
			      "an empty problem, do not launch at all", text);
	}
	if (threads > 1024 || s->block.x > 1024 || s->block.y > 1024 || s->block.z > 64) {
		snprintf(text, sizeof text, "a block of (%u,%u,%u) is %llu threads; a device allows at most 1024, and 64 along z",
			 s->block.x, s->block.y, s->block.z, (unsigned long long)threads);
		return reject(call, cudaErrorInvalidValue, "use more, smaller blocks", text);
	}
	if (bound && threads > (unsigned)bound) {
		snprintf(text, sizeof text, "a block of (%u,%u,%u) is %llu threads; this kernel's __launch_bounds__ allow %d",
			 s->block.x, s->block.y, s->block.z, (unsigned long long)threads, bound);
		return reject(call, cudaErrorInvalidValue, "launch fewer threads per block, or raise the bound", text);
	}
	if (s->grid.x > 0x7fffffffu || s->grid.y > 65535 || s->grid.z > 65535) {
		snprintf(text, sizeof text, "a grid of (%u,%u,%u) blocks is too large: at most 2147483647 along x, 65535 along "
					    "y and z",
			 s->grid.x, s->grid.y, s->grid.z);
		return reject(call, cudaErrorInvalidValue,
			      "put the longest dimension in x, or let each thread do more in a grid-stride loop", text);
	}
	return cudaSuccess;
}

static cudaError_t shared_check(const struct call *call, const struct function *f, size_t of_kernel, size_t asked)
{
	char text[256];
	int n;

	if (of_kernel + asked <= f->shared_max)
		return cudaSuccess;
	n = snprintf(text, sizeof text, "the launch asks for %zu bytes of dynamic shared memory; a block of this kernel may "
					"have %zu",
		     asked, f->shared_max);
	if (of_kernel)
		snprintf(text + n, sizeof text - (size_t)n, ", of which its static arrays take %zu", of_kernel);
	return reject(call, cudaErrorInvalidValue, of_kernel + asked <= SHARED_OPT_IN ?
		      "ask for it first: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)" :
		      "a block has 227 KiB at most: use a smaller tile", text);
}

static uint32_t or_one(uint32_t n)
{
	return n ? n : 1;
}

cudaError_t launch_cluster_check(const struct call *call, const struct function *f, int device, struct dim3u grid,
				 struct dim3u *cluster)
{
	const int most = f->attribute_values[cudaFuncAttributeNonPortableClusterSizeAllowed] ? CLUSTER_MOST : CLUSTER_PORTABLE;
	struct error err;
	cudaError_t code;
	const struct ptx_function *ptx = function_ptx((struct function *)(uintptr_t)f, device, &code, &err);
	const uint32_t *own = ptx ? ptx->reqnctapercluster : NULL;
	struct dim3u of_kernel = own && own[0] ? (struct dim3u){ own[0], or_one(own[1]), or_one(own[2]) } : (struct dim3u){ 0 };
	struct dim3u c = cluster->x ? *cluster : of_kernel;
	char text[256];

	if (of_kernel.x && (c.x != of_kernel.x || c.y != of_kernel.y || c.z != of_kernel.z)) {
		snprintf(text, sizeof text, "the launch asks for clusters of (%u,%u,%u) blocks; the kernel's __cluster_dims__ "
					    "are (%u,%u,%u)", c.x, c.y,
			 c.z, of_kernel.x, of_kernel.y, of_kernel.z);
		return reject(call, cudaErrorInvalidClusterSize, "drop one of the two", text);
	}
	*cluster = c;
	if (!c.x)
		return cudaSuccess;
	if (!c.y || !c.z || (uint64_t)c.x * c.y * c.z > (unsigned)most) {
		snprintf(text, sizeof text, "a cluster of (%u,%u,%u) blocks; this kernel may have clusters of 1 to %d blocks",
			 c.x, c.y, c.z, most);
		return reject(call, cudaErrorInvalidClusterSize, most == CLUSTER_MOST ? "use smaller clusters" : "use smaller "
			      "clusters, or allow 16 blocks: cudaFuncSetAttribute(kernel, "
			      "cudaFuncAttributeNonPortableClusterSizeAllowed, 1)", text);
	}
	if (grid.x % c.x || grid.y % c.y || grid.z % c.z) {
		snprintf(text, sizeof text, "a grid of (%u,%u,%u) blocks cannot be divided into clusters of (%u,%u,%u)", grid.x,
			 grid.y, grid.z, c.x, c.y, c.z);
		return reject(call, cudaErrorInvalidClusterSize, "round the grid up to a multiple of the cluster, and let the "
								 "extra blocks do nothing", text);
	}
	return cudaSuccess;
}

cudaError_t launch_make(const struct call *call, struct function *f, const struct launch_shape *shape, void **args,
			bool cooperative, int device, struct kernel_op **made)
{
	struct dim3u cluster = { shape->cluster.x, shape->cluster.y, shape->cluster.z };
	struct simt_kernel_info info;
	struct kernel_op *k;
	const struct ptx_function *ptx;
	struct error err;
	cudaError_t code;

	*made = NULL;
	ptx = function_ptx(f, device, &code, &err);
	if (!ptx) {
		image_report(call, f, &err);
		return code;
	}
	code = shape_check(call, f, ptx, shape);
	if (code != cudaSuccess)
		return code;
	if (simt_kernel_describe(image_program(f->image, device, &code, &err), f->name, &info, &err)) {
		report_call(err.party == PARTY_LEARNER ? KIND_INVALID_LAUNCH : KIND_NOT_SUPPORTED, call, NULL,
			    err.remedy[0] ? err.remedy : NULL, "%s", err.text);
		return cudaErrorInvalidPtx;
	}
	code = shared_check(call, f, info.shared_bytes, shape->shared);
	if (code == cudaSuccess)
		code = launch_cluster_check(call, f, device, (struct dim3u){ shape->grid.x, shape->grid.y, shape->grid.z },
					    &cluster);
	if (code == cudaSuccess)
		code = args_check(call, f, args);
	if (code != cudaSuccess)
		return code;
	k = (struct kernel_op *)op_new(&op_kernel, sizeof *k, call);
	if (!k)
		return cudaErrorMemoryAllocation;
	k->op.engine = ENGINE_COMPUTE;
	k->function = f;
	k->grid = (struct dim3u){ shape->grid.x, shape->grid.y, shape->grid.z };
	k->block = (struct dim3u){ shape->block.x, shape->block.y, shape->block.z };
	k->shared = (uint32_t)shape->shared;
	k->cluster = cluster;
	k->cooperative = cooperative;
	/*
	 * A kernel compiled for an older architecture cannot wait: CUB launches it so anyway, and the GPU keeps the order. An
	 * exercise's kernels run on the GPU that it is about.
	 */
	k->early = shape->early && (observe_is_on() || image_can_wait(f->image));
	runtime.early_made += k->early;
	if (params_pack(k, ptx, args)) {
		op_drop(&k->op);
		return cudaErrorMemoryAllocation;
	}
	*made = k;
	return cudaSuccess;
}

/* For src/python: the arguments of the launch to come are not what the kernel was compiled for. */
__attribute__((visibility("default"))) void warpbook_wrong_type(const char *text, const char *advice);

void warpbook_wrong_type(const char *text, const char *advice)
{
	struct call call = { "cuLaunchKernel" };

	call_site_find(&call.site, __builtin_frame_address(0));
	runtime_lock();
	report_call(KIND_WRONG_TYPE, &call, NULL, advice, "%s", text);
	runtime_unlock();
}

cudaError_t launch(const struct call *call, const void *host, const struct launch_shape *shape, void **args, bool cooperative)
{
	struct function *f = function_find(host);
	struct stream *s = stream_find(call, shape->stream);
	struct kernel_op *k;
	cudaError_t error;

	if (!s)
		return cudaErrorInvalidResourceHandle;
	if (!f) {
		report_call(KIND_INVALID_LAUNCH, call, NULL, python_runs() ? "if it was compiled before cuda.close() or a reset "
			    "of its context, define it again" :
			    "pass the kernel's own name", "%s is given a function that is not a kernel", call->name);
		return cudaErrorInvalidDeviceFunction;
	}
	error = launch_make(call, f, shape, args, cooperative, s->device, &k);
	return error == cudaSuccess ? op_submit(&k->op, s) : error;
}

/* The driver API launches into any stream of a kernel's context; the runtime API checks which device is current. */
cudaError_t launch_on_current(const struct call *call, const void *host, const struct launch_shape *shape, void **args,
			      bool cooperative)
{
	struct stream *s = stream_find(call, shape->stream);

	if (!s || s->device == thread_state()->device)
		return launch(call, host, shape, args, cooperative);
	report_call(KIND_INVALID_HANDLE, call, NULL, "make the stream's device current with cudaSetDevice before the launch",
		    "%s is given a stream of device %d, while device %d is current", call->name, s->device,
		    thread_state()->device);
	return cudaErrorInvalidResourceHandle;
}

/* ---- the calls ------------------------------------------------------------------------------- */

#pragma GCC visibility push(default)
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaGetKernel(void **kernel, const void *host);
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
#pragma GCC visibility pop

/* If it returns nonzero, the launch's arguments are not even evaluated. */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
	struct thread *t = thread_state();

	if (t->npushed == LAUNCH_SHAPES)
		return 1;
	vm_assert(t->npushed < LAUNCH_SHAPES);
	t->pushed[t->npushed] = (struct launch_shape){ grid, block, shared, stream };
	call_site_find(&t->pushed[t->npushed++].site, __builtin_frame_address(0));
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	struct thread *t = thread_state();
	struct launch_shape *s;

	if (!t->npushed)
		return cudaErrorMissingConfiguration;
	s = &t->pushed[--t->npushed];
	*grid = s->grid;
	*block = s->block;
	*shared = s->shared;
	*(cudaStream_t *)stream = s->stream;
	t->popped = s->site;
	return cudaSuccess;
}

/* The place of a launch from a stub is that of its <<< >>>. */
static void launch_site(struct call *call)
{
	struct thread *t = thread_state();

	if (t->popped.pc[0])
		call->site = t->popped;
	memset(&t->popped, 0, sizeof t->popped);
}

/* Here a kernel's handle is the address of its stub. */
cudaError_t __cudaGetKernel(void **kernel, const void *host)
{
	*kernel = (void *)(uintptr_t)host;
	return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct launch_shape shape = { grid, block, shared, stream };

	launch_site(&call);
	return call_leave(&call, launch_on_current(&call, function, &shape, args, false));
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
					cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct launch_shape shape = { grid, block, shared, stream };

	return call_leave(&call, launch_on_current(&call, function, &shape, args, true));
}

cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct launch_shape shape = { grid, block, shared, stream };

	launch_site(&call);
	call.name = "cudaLaunchKernel";
	return call_leave(&call, launch_on_current(&call, kernel, &shape, args, false));
}

cudaError_t __cudaLaunchKernel_ptsz(void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct launch_shape shape = { grid, block, shared, stream ? stream : cudaStreamPerThread };

	launch_site(&call);
	call.name = "cudaLaunchKernel";
	return call_leave(&call, launch_on_current(&call, kernel, &shape, args, false));
}
