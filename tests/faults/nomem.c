/*
 * nomem.c - makes the n-th allocation fail, for every n: once that one alone,
 * once with all after it. It runs a case as a worker does,
 * from PTX to a written result and back, with a kernel that makes the vm allocate
 * everything it can: frames, local and shared memory, printed text, shadow memory,
 * the data that fences pass on, and a race.
 *
 * The case must end as it does with enough memory, or with an error that is the
 * machine's; no memory may stay allocated.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "tests/tap/tap.h"
#include "worker/worker.h"

/* ---- allocations: see --wrap in Makefile.am --------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void *p);

static long made, live, failing; /* the number of the allocation that fails; 0: none */
static bool from_then_on;

static bool fails(void)
{
	made++;
	return failing && (from_then_on ? made >= failing : made == failing);
}

static void *counted(void *p)
{
	live += p != NULL;
	return p;
}

/* Fresh memory has no contents to rely on. */
static void *filled(void *p, size_t size)
{
	return p ? memset(p, 0xBE, size) : NULL;
}

void *__wrap_malloc(size_t size) { return fails() ? NULL : counted(filled(__real_malloc(size), size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : counted(__real_calloc(count, size)); }
void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : counted(filled(__real_aligned_alloc(align, size), size));
}

void *__wrap_realloc(void *p, size_t size)
{
	if (fails())
		return NULL;
	live -= p != NULL;
	return counted(__real_realloc(p, size));
}

void __wrap_free(void *p)
{
	live -= p != NULL;
	__real_free(p);
}

/* ---- the case ------------------------------------------------------------------------ */

static const char kernel[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	".extern .shared .align 4 .b8 dyn[];\n"
	".global .align 4 .u32 count = 0;\n"
	".global .align 1 .b8 text[8] = {105, 61, 37, 100, 10, 0};\n"
	".global .align 8 .u64 where[1] = {generic(text)};\n"
	".func (.param .b32 r) twice(.param .b32 x)\n{\n"
	".reg .b32 %r<4>; .reg .pred %p; .local .align 4 .b8 kept[8];\n"
	"ld.param.b32 %r1, [x]; st.local.u32 [kept], %r1; ld.local.u32 %r2, [kept]; add.u32 %r2, %r2, %r2;\n"
	"st.param.b32 [r], %r2; ret;\n}\n"
	".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
	".reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>; .reg .f32 %f<4>;\n"
	".local .align 8 .b8 args[8]; .shared .align 4 .b8 s[256];\n"
	".loc 1 3 1\n"
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.param.u32 %r9, [n];\n"
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
	"setp.ge.u32 %p1, %r1, %r9; @%p1 bra DONE;\n"
	".loc 1 4 1\n"
	"ld.global.u32 %r2, [%rd5];\n"
	"{ .param .b32 r; .param .b32 x; st.param.b32 [x], %r2; call.uni (r), twice, (x); ld.param.b32 %r3, [r]; }\n"
	"cvt.rn.f32.u32 %f1, %r3; mul.f32 %f1, %f1, 0.5; cvt.rzi.u32.f32 %r4, %f1;\n"
	".loc 1 5 1\n"
	"cvt.u32.u64 %r5, %rd3; mov.u32 %r6, s; add.u32 %r5, %r5, %r6; st.shared.u32 [%r5], %r4; st.shared.u32 [dyn], %r1;\n"
	"and.b32 %r7, %r1, 31; setp.lt.u32 %p2, %r7, 4; @%p2 bar.warp.sync 15;\n"
	".loc 1 6 1\n"
	"ld.shared.u32 %r8, [s]; add.u32 %r4, %r4, %r8; st.global.u32 [%rd4], %r4;\n"
	"membar.gl; atom.global.add.u32 %r10, [count], 1; ld.global.u32 %r11, [%rd1]; bar.sync 0;\n"
	"setp.ne.u32 %p3, %r1, 0; @%p3 bra DONE;\n"
	"mov.u64 %rd6, args; cvta.local.u64 %rd6, %rd6; st.local.u32 [args], %r1; ld.global.u64 %rd7, [where];\n"
	"{ .param .b32 r; .param .b64 f; .param .b64 a; st.param.b64 [f], %rd7; st.param.b64 [a], %rd6;\n"
	"call.uni (r), vprintf, (f, a); ld.param.b32 %r12, [r]; }\n"
	"DONE: ret;\n}\n"
	".file 1 \"a.cu\"\n";

#define N 40

/* The end of a run: this must not depend on the available memory. */
struct outcome {
	bool nomem;              /* an error, and the machine's */
	bool bad_error;          /* an error of another party */
	enum case_end end;
	size_t findings, printed;
	struct error error;
};

static void outcome_fill(struct outcome *o, const struct case_result *c)
{
	o->end = c->end;
	o->findings = c->nfindings;
	o->printed = c->output_len;
	if (c->end == CASE_DEVICE_FAILED)
		o->error = c->error;
	o->nomem = c->end == CASE_DEVICE_FAILED && c->error.party == PARTY_MACHINE;
	o->bad_error = c->end == CASE_DEVICE_FAILED && !o->nomem;
}

static void error_take(struct outcome *o, const struct error *err)
{
	o->error = *err;
	o->nomem = err->party == PARTY_MACHINE;
	o->bad_error = !o->nomem;
}

/* Through the job's and the result's bytes, as between parent and worker. */
static void job_run(const struct job *given, struct outcome *o)
{
	struct buf sent = BUF_INIT, back = BUF_INIT;
	struct arena worker = { 0 }, parent = { 0 };
	struct device_report report = { 0 };
	struct case_result made_here;
	struct result result;
	struct error err = { 0 };
	struct job job;

	memset(o, 0, sizeof *o);
	if (job_encode(given, &sent)) {
		o->nomem = true;
	} else if (job_decode(sent.data, sent.len, &worker, &job, &err)) {
		error_take(o, &err);
	} else if (worker_case(&device_vm, 0, &job, 0, &worker, &report, &made_here, &err)) {
		error_take(o, &err);
	} else {
		result_put_case(&back, &made_here);
		if (back.failed)
			o->nomem = true;
		else if (result_decode(back.data, back.len, &parent, &result, &err))
			error_take(o, &err);
		else
			outcome_fill(o, &result.cases[0]);
	}
	device_report_release(&report);
	arena_release(&worker);
	arena_release(&parent);
	buf_release(&sent);
	buf_release(&back);
}

/* Every n until the run needs fewer; returns the number of failed runs. */
static int all_fail(const struct job *job, const struct outcome *whole, long *runs)
{
	int wrong = 0;

	for (*runs = 1; ; ++*runs) {
		struct outcome o;
		bool good;

		made = live = 0;
		failing = *runs;
		job_run(job, &o);
		failing = 0;
		good = live == 0 && !o.bad_error &&
		       (o.nomem || (o.end == whole->end && o.findings == whole->findings && o.printed == whole->printed));
		if (!good && wrong++ < 5)
			printf("# allocation %ld: %ld leaked, end %d, %zu findings, %zu printed; %s\n", *runs, live,
			       (int)o.end, o.findings, o.printed, o.error.text);
		if (made < *runs)
			return wrong;
	}
}

int main(void)
{
	uint8_t in[4 * N], out[4 * N];
	struct job_arg args[] = {
		{ .kind = JOB_BUFFER, .label = "out", .elem = 4, .role = JOB_OUT, .bytes = out, .len = sizeof out },
		{ .kind = JOB_BUFFER, .label = "in", .elem = 4, .role = JOB_IN, .bytes = in, .len = sizeof in },
		{ .kind = JOB_SCALAR, .label = "n", .elem = 4, .bits = N },
	};
	struct job_case c = { .name = "n = 40", .grid = { 2, 1, 1 }, .block = { 64, 1, 1 }, .dynamic_shared = 16,
			      .args = args, .nargs = 3 };
	struct job job = { .device = "vm", .image = (const uint8_t *)kernel, .image_len = sizeof kernel - 1,
			   .kernel = "k", .check = true, .cases = &c, .ncases = 1 };
	struct outcome whole;
	int wrong;
	long runs;

	memset(in, 1, sizeof in);
	memset(out, 0xEE, sizeof out);
	job_run(&job, &whole); /* arenas keep a chunk for the next one */
	made = live = 0;
	job_run(&job, &whole);
	ok(whole.end == CASE_DONE && whole.findings > 0 && whole.printed > 0 && !whole.nomem && !whole.bad_error,
	   "with memory enough the kernel ends, prints, and its races are reported");
	ok(live == 0, "nothing stays allocated");
	wrong = all_fail(&job, &whole, &runs);
	ok(wrong == 0, "each of %ld allocations may fail alone", runs - 1);
	from_then_on = true;
	wrong = all_fail(&job, &whole, &runs);
	ok(wrong == 0, "memory may end at each of %ld allocations", runs - 1);
	return tap_done();
}
