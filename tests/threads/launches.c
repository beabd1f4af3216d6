/*
 * launches.c - which launches are allowed, what ends a launch from outside, and
 * the order in which blocks that wait for each other run.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "tests/unit/simt_run.h"

#define N 4096

static struct buf text = BUF_INIT;
struct arrays { uint64_t a, b, f; int32_t n; };

/* The kernel `k` of `ptx`, or of kernels.ptx for NULL, on three arrays of N words; `b` is b->out. */
static bool setup(struct bench *b, struct arrays *p, const char *ptx, const char *kernel)
{
	static const uint32_t zeros[N];
	bool good = bench_load(b, ptx ? ptx : buf_text(&text), zeros, sizeof(zeros), sizeof(zeros));

	*p = (struct arrays){ .a = b->in, .b = b->out, .n = N };
	good = good && simt_alloc(b->mem, sizeof(zeros), "f", 4, 0, &p->f, &b->err) == 0 &&
	       simt_write(b->mem, p->f, zeros, sizeof(zeros), &b->err) == 0;
	b->launch.kernel = kernel;
	b->launch.checks = SIMT_CHECK_BOUNDS;
	b->launch.params = p;
	b->launch.params_len = sizeof *p;
	return good;
}

static enum simt_end run(struct bench *b)
{
	simt_result_release(&b->result);
	if (simt_launch(b->program, &b->launch, &b->result, &b->err) == 0)
		return b->result.end;
	printf("# %s\n", b->err.text);
	return (enum simt_end)-1;
}

static bool says(const char *got, const char *part)
{
	if (got && strstr(got, part))
		return true;
	printf("# %s\n", got ? got : "nothing");
	return false;
}

static void test_promises(void)
{
	struct bench b;
	struct arrays p;

	ok(setup(&b, &p, NULL, "at_most_64"), "the kernels load");
	b.launch.block.x = 64;
	ok(run(&b) == SIMT_DONE, "__launch_bounds__(64): 64 threads may be launched");
	b.launch.block.x = 65;
	ok(run(&b) == SIMT_BAD_LAUNCH && says(b.result.error.text, "65 threads, but the kernel allows 64"), "65 may not");
	bench_free(&b);
	ok(setup(&b, &p, HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 f, .param .u32 n)\n"
		 ".reqntid 8, 4\n.minnctapersm 4\n{ ret; }\n", "k"), "a kernel with .reqntid loads");
	b.launch.block = (struct dim3u){ 8, 4, 1 };
	ok(run(&b) == SIMT_DONE, "a block as .reqntid says runs");
	b.launch.block = (struct dim3u){ 4, 8, 1 };
	ok(run(&b) == SIMT_BAD_LAUNCH && says(b.result.error.text, "a block is (4,8,1), but the kernel requires (8,4,1)"),
	   "another does not, though it has as many threads");
	bench_free(&b);
}

static void test_cooperative(void)
{
	struct bench b;
	struct arrays p;

	setup(&b, &p, NULL, "grid_sync");
	b.launch.grid.x = 32;
	b.launch.block.x = 128;
	b.launch.cooperative = true;
	ok(run(&b) == SIMT_DONE && !b.result.nfindings, "grid.sync() in a cooperative launch");
	b.launch.block.x = 1024;
	b.launch.grid.x = 132 * 2 + 1;
	ok(run(&b) == SIMT_BAD_LAUNCH &&
	   says(b.result.error.text, "too many blocks in cooperative launch: 265, the device holds 264"),
	   "a grid that does not fit by its threads is rejected");
	b.launch.block.x = 32;
	b.launch.dynamic_shared = 100 << 10;
	ok(run(&b) == SIMT_BAD_LAUNCH && says(b.result.error.text, "the device holds 264"), "and by its shared memory");
	b.launch.dynamic_shared = 0;
	b.launch.grid.x = 132 * 32 + 1;
	ok(run(&b) == SIMT_BAD_LAUNCH && says(b.result.error.text, "the device holds 4224"), "and by its blocks");
	b.launch.grid.x = 4;
	b.launch.block.x = 128;
	b.launch.cooperative = false;
	ok(run(&b) == SIMT_FAULT && b.result.nfindings == 1 &&
	   says(b.result.findings[0].message, "calls grid.sync(), but the launch is not cooperative"),
	   "without a cooperative launch it traps, and is called by its name");
	bench_free(&b);
}

static void test_waiting(void)
{
	struct bench b;
	struct arrays p;
	uint32_t got[8] = { 0 };

	setup(&b, &p, NULL, "later_flag");
	b.launch.block.x = 32;
	b.launch.grid.x = 132 * 32;
	b.launch.budget = 100000000;
	ok(run(&b) == SIMT_DONE && bench_read(&b, got, sizeof(got)) && got[1] == 7,
	   "the first block may wait for the last when all fit the device");
	bench_free(&b);
	setup(&b, &p, NULL, "later_flag");
	b.launch.block.x = 32;
	b.launch.grid.x = 132 * 32 + 1;
	b.launch.budget = 20000000;
	/* All except the first end, and make room. */
	ok(run(&b) == SIMT_DONE, "or when the others do not wait");
	bench_free(&b);
}

/* Each block counts itself, and waits until all have. */
#define ALL_WAIT HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 f, .param .u32 n)\n" \
	"{ .reg .b64 %rd<3>; .reg .b32 %r<4>; .reg .pred %p;\n" \
	"ld.param.u64 %rd1, [b]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, %nctaid.x;\n" \
	"mov.u32 %r3, %ntid.x; mul.lo.u32 %r1, %r1, %r3;\n" \
	"red.global.add.u32 [%rd2], 1;\n" \
	"L: ld.volatile.global.u32 %r2, [%rd2]; setp.lt.u32 %p, %r2, %r1; @%p bra L; ret; }\n"

static void test_room(void)
{
	struct bench b;
	struct arrays p;

	setup(&b, &p, ALL_WAIT, "k");
	b.launch.block.x = 1024;
	b.launch.grid.x = 132 * 2;
	b.launch.budget = 100000000;
	ok(run(&b) == SIMT_DONE, "all blocks of a grid that fits may wait for each other");
	bench_free(&b);
	setup(&b, &p, ALL_WAIT, "k");
	b.launch.block.x = 1024;
	b.launch.grid.x = 132 * 2 + 1;
	b.launch.budget = 30000000;
	ok(run(&b) == SIMT_HANG && b.result.nfindings == 1, "with one block more than fits they hang, as on a device");
	bench_free(&b);
}

/* Correct kernels whose blocks depend on each other, in two orders: the checkers report nothing. */
static void test_checked(void)
{
	static const char *const kernels[] = { "grid_sync", "last_block", "look_back", "later_flag", "float_max" };
	struct bench b;
	struct arrays p;

	for (size_t k = 0; k < sizeof(kernels) / sizeof(kernels[0]); k++)
		for (uint64_t seed = 0; seed < 4; seed += 3) {
			setup(&b, &p, NULL, kernels[k]);
			b.launch.grid.x = 32;
			b.launch.block.x = 128;
			b.launch.checks = SIMT_CHECK_ALL;
			b.launch.order_seed = seed;
			b.launch.cooperative = k == 0;
			b.launch.budget = 100000000;
			if (!ok(run(&b) == SIMT_DONE && !b.result.nfindings, "%s with all checkers, order %d", kernels[k],
				(int)seed))
				printf("# end %d, %s\n", (int)b.result.end,
				       b.result.nfindings ? b.result.findings[0].message : "");
			bench_free(&b);
		}
}

/* Blocks with work enough for other threads to start; block 150 has no end. */
#define ENDLESS_AHEAD HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 f, .param .u32 n)\n" \
	"{ .reg .b32 %r<4>; .reg .pred %p, %q; mov.u32 %r1, 0; mov.u32 %r2, %ctaid.x; setp.eq.u32 %p, %r2, 150;\n" \
	"L: add.u32 %r1, %r1, 1; @%p bra L; setp.lt.u32 %q, %r1, 20000; @%q bra L; ret; }\n"

/* On another thread the block starts ahead of its turn, and far from its budget. */
static void test_stop_ahead(void)
{
	static volatile sig_atomic_t stop = 1;
	struct bench b;
	struct arrays p;

	setup(&b, &p, ENDLESS_AHEAD, "k");
	b.launch.grid.x = 200;
	b.launch.block.x = 32;
	b.launch.threads = 4;
	b.launch.seconds = 1;
	b.launch.budget = UINT64_C(1) << 36;
	ok(run(&b) == SIMT_HANG && b.result.stopped, "a deadline ends a block that ran ahead of its turn");
	ok(b.result.nfindings == 1 && b.result.findings[0].block.x == 150, "and tells of that block");
	b.launch.seconds = 0;
	b.launch.stop = &stop;
	ok(run(&b) == SIMT_HANG && b.result.stopped, "a flag that is up before the launch ends it");
	bench_free(&b);
}

static void test_stop(void)
{
	static volatile sig_atomic_t stop;
	struct bench b;
	struct arrays p;

	setup(&b, &p, NULL, "hang_amid");
	b.launch.grid.x = 100;
	b.launch.block.x = 32;
	b.launch.threads = 4;
	b.launch.seconds = 0.2;
	ok(run(&b) == SIMT_HANG && b.result.stopped, "a deadline ends a kernel that does not end");
	ok(b.result.nfindings == 1 && b.result.findings[0].place.line > 0 && b.result.findings[0].block.x == 77 &&
	   says(b.result.findings[0].message, "still runs"), "and says where it is");
	stop = 1;
	b.launch.seconds = 0;
	b.launch.stop = &stop;
	ok(run(&b) == SIMT_HANG && b.result.stopped, "so does a flag from outside");
	bench_free(&b);
}

/* b[lane] = ticket */
#define TICKETS HEAD ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 f, .param .u32 n)\n" \
	"{ .reg .b64 %rd<6>; .reg .b32 %r<4>;\n" \
	"ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n" \
	"add.s64 %rd4, %rd2, %rd3; atom.global.add.u32 %r2, [%rd1], 1; st.global.u32 [%rd4], %r2; ret; }\n"

static void test_lane_order(void)
{
	uint32_t tickets[32], seen = 0;
	bool in_order = true;
	struct bench b;
	struct arrays p;

	setup(&b, &p, TICKETS, "k");
	b.launch.block.x = 32;
	run(&b);
	bench_read(&b, tickets, sizeof(tickets));
	for (uint32_t l = 0; l < 32; l++)
		in_order &= tickets[l] == l;
	ok(in_order, "order 0: an atomic operation serves the lanes in their order");
	bench_free(&b);
	setup(&b, &p, TICKETS, "k");
	b.launch.block.x = 32;
	b.launch.order_seed = 3;
	run(&b);
	bench_read(&b, tickets, sizeof(tickets));
	for (uint32_t l = 0; l < 32; l++) {
		in_order &= tickets[l] == l;
		seen |= 1u << (tickets[l] & 31);
	}
	ok(!in_order && seen == UINT32_MAX, "another seed: each once, in another order");
	bench_free(&b);
}

int main(void)
{
	char path[4096];
	struct error err = { 0 };

	snprintf(path, sizeof(path), "%s/threads/kernels.ptx", getenv("TESTS_DIR") ? getenv("TESTS_DIR") : "tests");
	if (file_read(path, 1 << 20, &text, &err))
		printf("# %s\n", err.text);
	test_promises();
	test_cooperative();
	test_waiting();
	test_room();
	test_checked();
	test_stop();
	test_stop_ahead();
	test_lane_order();
	buf_release(&text);
	return tap_done();
}
