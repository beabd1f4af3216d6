/*
 * steady.c - kernels whose outcome no order of threads can change (src/simt/lower/lower_steady.c), and the launches that a worker
 * makes of them: one for a case that is right, where other kernels and wrong ones get two.
 */
#include "config.h"

#include "tests/unit/simt_run.h"
#include "worker/worker.h"

#define ENTRY ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.shared .align 4 .b32 s[64];\n" \
	".reg .pred %p<4>; .reg .f32 %f<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n" \
	"ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" \
	"mov.u32 %r7, s;\nshl.b32 %r6, %r1, 2;\nadd.s32 %r7, %r7, %r6;\n"
#define END "ret;\n}\n"
#define STORE "st.global.u32 [%rd3], %r1;\n"

/* ---- kernels ---- */

static void kernel(const char *body, bool want, const char *what)
{
	static const char before[] = HEAD
		".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
		".extern .func (.param .b32 r) sinf(.param .b32 x);\n"
		".func (.param .b32 r) own(.param .b32 x)\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, %clock;\nst.param.b32 [r], "
		"%r1;\nret;\n}\n"
		ENTRY;
	struct bench b;
	char ptx[4096];
	const int zero = 0;

	snprintf(ptx, sizeof ptx, "%s%s%s", before, body, STORE END);
	ok(bench_load(&b, ptx, &zero, sizeof zero, 256) && simt_is_steady(b.program, "k") == want, "%s: %s", what,
	   want ? "steady" : "not steady");
	bench_free(&b);
}

static void test_kernels(void)
{
	kernel("", true, "plain stores");
	kernel("st.shared.u32 [%r7], %r1;\nbar.sync 0;\nld.shared.u32 %r1, [%r7];\n", true,
	       "shared memory and a barrier of the block");
	kernel("shfl.sync.down.b32 %r1, %r1, 1, 31, -1;\nbar.warp.sync -1;\n", true, "a shuffle and a barrier of the warp");
	kernel("vote.sync.ballot.b32 %r1, %p1, -1;\n", true, "a vote");
	kernel("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), sinf, (a); ld.param.b32 %r1, [b]; }\n", true,
	       "a function that computes");
	kernel("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), own, (a); ld.param.b32 %r1, [b]; }\n", false,
	       "a clock in a function of its own");
	kernel("{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], %rd1; st.param.b64 [b], 0; call (c), vprintf, "
	       "(a, b); }\n", false,
	       "printf");
	kernel("atom.shared.add.u32 %r1, [%r7], 1;\n", false, "an atomic operation on shared memory");
	kernel("red.global.add.u32 [%rd3], 1;\n", false, "a reduction");
	kernel("ld.volatile.shared.u32 %r1, [%r7];\n", false, "a volatile load");
	kernel("st.release.gpu.global.u32 [%rd3], %r1;\n", false, "a release");
	kernel("membar.gl;\n", false, "a fence");
	kernel("activemask.b32 %r1;\n", false, "the mask of active lanes");
	kernel("mov.u32 %r1, %clock;\n", false, "a clock");
	kernel("mov.u32 %r1, %smid;\n", false, "the number of the multiprocessor");
	kernel("mov.u32 %r1, %warpid;\n", false, "the warp's slot");
	kernel("bar.sync 1;\n", false, "another barrier than the block's first");
	kernel("bar.sync 0, 32;\n", false, "a barrier of some threads");
	kernel("nanosleep.u32 10;\n", false, "a sleep");
}

/* ---- launches ---- */

static unsigned launches, checked, counted;

static int launch_noted(struct device *d, struct device_module *m, const struct device_launch *l, struct device_report *r,
			struct error *err)
{
	launches++;
	checked += l->check;
	counted += l->count_lines;
	return device_vm.launch(d, m, l, r, err);
}

/* Runs a case of 64 threads and compares its numbers of launches, of those with checkers, and of those that count lines. */
static void runs(const char *body, bool measured, unsigned want, unsigned want_checked, unsigned want_counted, const char *what)
{
	struct device_ops ops = device_vm;
	uint8_t bytes[256] = { 0 };
	struct job_arg args[] = {
		{ .kind = JOB_BUFFER, .label = "out", .elem = 4, .role = JOB_OUT, .bytes = bytes, .len = sizeof bytes },
		{ .kind = JOB_BUFFER, .label = "in", .elem = 4, .role = JOB_IN, .bytes = bytes, .len = sizeof bytes },
	};
	struct job_case c = { .name = "c", .grid = { 1, 1, 1 }, .block = { 64, 1, 1 }, .args = args, .nargs = 2,
			      .measured = measured };
	char ptx[2048];
	struct job job = { .device = "vm", .kernel = "k", .check = true, .cases = &c, .ncases = 1, .threads = 1 };
	struct arena arena = { 0 };
	struct device_report report;
	struct case_result result;
	struct error err = { 0 };
	bool good;

	snprintf(ptx, sizeof ptx, "%s%s%s", HEAD ENTRY, body, STORE END);
	job.image = (const uint8_t *)ptx;
	job.image_len = strlen(ptx);
	ops.launch = launch_noted;
	launches = checked = counted = 0;
	good = worker_case(&ops, 0, &job, 0, &arena, &report, &result, &err) == 0;
	if (!ok(good && launches == want && checked == want_checked && counted == want_counted, "%s: %u launches", what, want))
		printf("# %s%u launches, %u checked, %u counted\n", err.text, launches, checked, counted);
	if (measured && !result.nfindings)
		ok(good && result.nlines > 0, "%s: with counts of lines", what);
	device_report_release(&report);
	arena_release(&arena);
}

static void test_launches(void)
{
	static const char race[] = "st.shared.u32 [s], %r1;\n";
	static const char atomic[] = "st.shared.u32 [%r7], 0;\nred.shared.add.u32 [%r7], 1;\n";

	runs("", false, 1, 1, 0, "a steady kernel");
	runs("", true, 1, 1, 1, "a steady kernel, measured");
	runs(race, false, 1, 1, 0, "a kernel with a race");
	runs(race, true, 3, 2, 2, "a kernel with a race, measured");
	runs(atomic, false, 2, 2, 0, "a kernel with atomic operations");
	runs(atomic, true, 2, 1, 1, "a kernel with atomic operations, measured");
}

int main(void)
{
	test_kernels();
	test_launches();
	return tap_done();
}
