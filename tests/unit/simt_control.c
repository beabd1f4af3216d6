/*
 * simt_control.c - lanes that diverge, reconverge, wait, call and hang.
 */
#include "config.h"

#include <stdint.h>

#include "base/limits.h"
#include "tests/unit/simt_run.h"

#define ENTRY HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
/* Registers, %rd9 = &out[global thread], %r9 = thread of the block. */
#define BEGIN \
	".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in];\n" \
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ntid.x; mad.lo.u32 %r9, %r2, %r3, %r1;\n" \
	"mov.u32 %r2, %tid.z; mov.u32 %r4, %ntid.y; mul.lo.u32 %r5, %r3, %r4; mad.lo.u32 %r9, %r2, %r5, %r9;\n" \
	"mov.u32 %r2, %ntid.z; mul.lo.u32 %r5, %r5, %r2; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r8, %r2, %r5, %r9;\n" \
	"mul.wide.u32 %rd9, %r8, 4; add.s64 %rd9, %rd1, %rd9;\n"
#define STORE "st.global.u32 [%rd9], %r10;\n"

#define MAX_THREADS 2048

/* Runs blocks of x * y * z threads; out[] receives a word for each. */
static enum simt_end run(struct bench *b, const char *ptx, struct dim3u block, uint32_t blocks, uint32_t *out)
{
	uint32_t in[64] = { 0 };
	enum simt_end end;

	if (!bench_load(b, ptx, in, sizeof(in), MAX_THREADS * 4))
		return (enum simt_end)-1;
	b->launch.grid.x = blocks;
	b->launch.block = block;
	b->launch.checks = SIMT_CHECK_ALL;
	if (!b->launch.budget)
		b->launch.budget = 1u << 20;
	end = bench_run(b);
	bench_read(b, out, MAX_THREADS * 4);
	return end;
}

static bool all(const uint32_t *out, uint32_t n, uint32_t (*want)(uint32_t k))
{
	for (uint32_t k = 0; k < n; k++)
		if (out[k] != want(k)) {
			printf("# out[%u] is %u, not %u\n", k, out[k], want(k));
			return false;
		}
	return true;
}

static uint32_t out[MAX_THREADS];

#define TEST(what, ptx, bx, by, bz, blocks, want_end, want) do { \
		struct bench tried; \
		struct dim3u block = { bx, by, bz }; \
		enum simt_end end = run(&tried, ptx, block, blocks, out); \
		ok(end == (want_end) && all(out, bx * by * bz * blocks, want) && tried.result.nfindings == 0, what); \
		for (size_t f = 0; f < tried.result.nfindings; f++) \
			printf("# %s\n", tried.result.findings[f].message); \
		bench_free(&tried); \
	} while (0)

/* ---- branches ---- */

static const char trips[] = ENTRY BEGIN
	"mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
	"LOOP: setp.ge.u32 %p1, %r11, %r9; @%p1 bra DONE;\n"
	"add.u32 %r10, %r10, %r11; add.u32 %r11, %r11, 1; bra LOOP;\n"
	"DONE: " STORE "ret;\n}\n";
static uint32_t triangle(uint32_t k) { return k * (k ? k - 1 : 0) / 2; }

static const char nested[] = ENTRY BEGIN
	"and.b32 %r11, %r9, 1; setp.eq.u32 %p1, %r11, 0; and.b32 %r12, %r9, 2; setp.eq.u32 %p2, %r12, 0;\n"
	"mov.u32 %r10, 100; @%p1 bra EVEN;\n"
	"add.u32 %r10, %r10, 1; @%p2 bra JOIN; add.u32 %r10, %r10, 2; bra JOIN;\n"
	"EVEN: add.u32 %r10, %r10, 4; @%p2 bra JOIN; add.u32 %r10, %r10, 8;\n"
	"JOIN: activemask.b32 %r13; popc.b32 %r13, %r13; mad.lo.u32 %r10, %r13, 1000, %r10;\n" STORE "ret;\n}\n";
static uint32_t nested_value(uint32_t k)
{
	return 32000 + 100 + (k & 1 ? 1 + (k & 2 ? 2 : 0) : 4 + (k & 2 ? 8 : 0));
}

/* Lanes leave at different times; a few break out, others skip a round. */
static const char breaks[] = ENTRY BEGIN
	"setp.gt.u32 %p5, %r9, 200; @%p5 exit;\n"
	"mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
	"LOOP: add.u32 %r11, %r11, 1; setp.gt.u32 %p1, %r11, 20; @%p1 bra DONE;\n"
	"rem.u32 %r12, %r11, 3; setp.eq.u32 %p2, %r12, 0; @%p2 bra LOOP;\n"
	"setp.eq.u32 %p3, %r11, %r9; @%p3 bra DONE; add.u32 %r10, %r10, %r11; bra LOOP;\n"
	"DONE: " STORE "ret;\n}\n";
static uint32_t breaks_value(uint32_t k)
{
	uint32_t sum = 0;

	for (uint32_t i = 1; i <= 20 && k <= 200; i++) {
		if (i % 3 == 0)
			continue;
		if (i == k)
			break;
		sum += i;
	}
	return sum;
}

#define COUNT_LANES(r) "activemask.b32 " r "; popc.b32 " r ", " r ";\n"
#define ROUND \
	"add.u32 %r12, %r9, %r11; and.b32 %r12, %r12, 3; setp.eq.u32 %p2, %r12, 0;\n" /* in each round other lanes skip it */

/* Eight rounds; the test for the next one lies before the body, as clang lays it out. */
static const char latch_first[] = ENTRY BEGIN
	"mov.u32 %r10, 0; mov.u32 %r11, 0; bra BODY;\n"
	"LATCH: add.u32 %r11, %r11, 1; setp.ge.u32 %p1, %r11, 8; @%p1 bra DONE;\n"
	"BODY: " COUNT_LANES("%r13") "add.u32 %r10, %r10, %r13;\n"
	ROUND "@%p2 bra LATCH;\n"
	"and.b32 %r12, %r12, 1; setp.eq.u32 %p3, %r12, 0; @%p3 bra EVEN; bra JOIN;\n"
	"EVEN: add.u32 %r10, %r10, 1;\n"
	"JOIN: " COUNT_LANES("%r13") "mad.lo.u32 %r10, %r13, 1000, %r10; bra LATCH;\n"
	"DONE: " STORE "ret;\n}\n";

/* The same with two ways back to the head, of which one is short. */
static const char two_ways_back[] = ENTRY BEGIN
	"mov.u32 %r10, 0; mov.u32 %r11, -1;\n"
	"HEAD: add.u32 %r11, %r11, 1; setp.ge.u32 %p1, %r11, 8; @%p1 bra DONE;\n"
	COUNT_LANES("%r13") "add.u32 %r10, %r10, %r13;\n"
	ROUND "@%p2 bra HEAD;\n"
	"and.b32 %r12, %r12, 1; setp.eq.u32 %p3, %r12, 0; @%p3 add.u32 %r10, %r10, 1;\n"
	COUNT_LANES("%r13") "mad.lo.u32 %r10, %r13, 1000, %r10; bra HEAD;\n"
	"DONE: " STORE "ret;\n}\n";

/* And with the skipped part far behind, where a lane comes back from. */
static const char far_away[] = ENTRY BEGIN
	"mov.u32 %r10, 0; mov.u32 %r11, 0; bra BODY;\n"
	"FAR: and.b32 %r12, %r12, 1; setp.eq.u32 %p3, %r12, 0; @%p3 add.u32 %r10, %r10, 1;\n"
	COUNT_LANES("%r13") "mad.lo.u32 %r10, %r13, 1000, %r10;\n"
	"JOIN: add.u32 %r11, %r11, 1; setp.ge.u32 %p1, %r11, 8; @%p1 bra DONE;\n"
	"BODY: " COUNT_LANES("%r13") "add.u32 %r10, %r10, %r13;\n"
	ROUND "@!%p2 bra FAR; bra JOIN;\n"
	"DONE: " STORE "ret;\n}\n";

static uint32_t rounds_value(uint32_t k)
{
	uint32_t sum = 8 * 32;

	for (uint32_t i = 0; i < 8; i++)
		if ((k + i) % 4)
			sum += 24 * 1000 + ((k + i) % 2 == 0);
	return sum;
}

/* A loop in a loop that both go the short way now and then. */
static const char nested_loops[] = ENTRY BEGIN
	"mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r14, 0; bra OUTER;\n"
	"NEXT: add.u32 %r14, %r14, 1; setp.ge.u32 %p4, %r14, 3; @%p4 bra DONE;\n"
	"OUTER: " COUNT_LANES("%r13") "mad.lo.u32 %r10, %r13, 1000000, %r10; mov.u32 %r11, 0; bra BODY;\n"
	"LATCH: add.u32 %r11, %r11, 1; setp.ge.u32 %p1, %r11, 8; @%p1 bra NEXT;\n"
	"BODY: " COUNT_LANES("%r13") "add.u32 %r10, %r10, %r13;\n"
	ROUND "@%p2 bra LATCH;\n"
	"add.u32 %r10, %r10, 1; bra LATCH;\n"
	"DONE: " STORE "ret;\n}\n";
static uint32_t nested_loops_value(uint32_t k) { (void)k; return 3 * (32 * 1000000 + 8 * 32 + 6); }

static const char predicated[] = ENTRY BEGIN
	"and.b32 %r11, %r9, 3; setp.eq.u32 %p1, %r11, 3; mov.u32 %r10, 5;\n"
	"@%p1 mov.u32 %r10, 7; @!%p1 add.u32 %r10, %r10, %r9; @%p1 st.global.u32 [%rd9], %r10;\n"
	"@!%p1 st.global.u32 [%rd9], %r10; @%p1 ret; ret;\n}\n";
static uint32_t predicated_value(uint32_t k) { return k % 4 == 3 ? 7 : 5 + k % 96; }

static uint32_t identity(uint32_t k) { return k; }
static const char ids[] = ENTRY BEGIN "mov.u32 %r10, %r8;\n" STORE "ret;\n}\n";

static void test_branches(void)
{
	TEST("loops of different length end right", trips, 128, 1, 1, 1, SIMT_DONE, triangle);
	TEST("nested branches join again", nested, 64, 1, 1, 2, SIMT_DONE, nested_value);
	TEST("break, continue and early exit", breaks, 256, 1, 1, 1, SIMT_DONE, breaks_value);
	if (LIMIT(true, false)) { /* with small limits, groups take turns so often that they diverge again */
		TEST("lanes rejoin in a loop whose latch comes first", latch_first, 32, 1, 1, 1, SIMT_DONE, rounds_value);
		TEST("lanes that go round early wait at the loop's head", two_ways_back, 32, 1, 1, 1, SIMT_DONE, rounds_value);
		TEST("lanes rejoin behind code that lies before", far_away, 32, 1, 1, 1, SIMT_DONE, rounds_value);
		TEST("lanes rejoin in nested loops", nested_loops, 32, 1, 1, 1, SIMT_DONE, nested_loops_value);
	}
	TEST("predicated instructions touch only their lanes", predicated, 96, 1, 1, 3, SIMT_DONE, predicated_value);
	TEST("a block of one thread", ids, 1, 1, 1, 7, SIMT_DONE, identity);
	TEST("a block of 33 threads", ids, 33, 1, 1, 3, SIMT_DONE, identity);
	TEST("a block of 1024 threads", ids, 1024, 1, 1, 2, SIMT_DONE, identity);
	TEST("a three-dimensional block", ids, 5, 3, 7, 4, SIMT_DONE, identity);
}

/* ---- barriers ---- */

static const char reverse[] = ENTRY BEGIN
	".shared .align 4 .b8 s[4096];\n"
	"mov.u32 %r11, s; shl.b32 %r12, %r9, 2; add.u32 %r12, %r11, %r12; st.shared.u32 [%r12], %r9;\n"
	"bar.sync 0; sub.u32 %r13, %r5, 1; sub.u32 %r13, %r13, %r9; shl.b32 %r13, %r13, 2; add.u32 %r13, %r11, %r13;\n"
	"ld.shared.u32 %r10, [%r13];\n" STORE "ret;\n}\n";
static uint32_t reverse_value(uint32_t k) { return 255 - k; }

static const char counted[] = ENTRY BEGIN
	"setp.lt.u32 %p1, %r9, 40; bar.red.popc.u32 %r10, 0, %p1;\n" STORE "ret;\n}\n";
static uint32_t forty(uint32_t k) { (void)k; return 40; }

/* Warp 1 waits for a flag that warp 0 sets: turns end a spin. */
static const char flag[] = ENTRY BEGIN
	".shared .align 4 .b8 s[4];\n"
	"setp.eq.u32 %p1, %r9, 0; @%p1 st.shared.u32 [s], 0; bar.sync 0;\n"
	"setp.lt.u32 %p1, %r9, 32; @%p1 bra SPIN; atom.shared.exch.b32 %r10, [s], 9; bra DONE;\n"
	"SPIN: atom.shared.add.u32 %r10, [s], 0; setp.ne.u32 %p2, %r10, 9; @%p2 bra SPIN;\n"
	"DONE: mov.u32 %r10, 9;\n" STORE "ret;\n}\n";
static uint32_t nine(uint32_t k) { (void)k; return 9; }

/* Each lane takes a lock in turn, inside one warp: the holder must get on. */
static const char lock[] = ENTRY BEGIN
	".shared .align 4 .b8 s[8];\n"
	"setp.eq.u32 %p1, %r9, 0; @%p1 st.shared.u32 [s], 0; @%p1 st.shared.u32 [s+4], 0; bar.sync 0;\n"
	"SPIN: atom.shared.cas.b32 %r11, [s], 0, 1; setp.ne.u32 %p2, %r11, 0; @%p2 bra SPIN;\n"
	"ld.volatile.shared.u32 %r12, [s+4]; add.u32 %r12, %r12, 1; st.volatile.shared.u32 [s+4], %r12;\n"
	"membar.cta; atom.shared.exch.b32 %r11, [s], 0; bar.sync 0; ld.shared.u32 %r10, [s+4];\n" STORE "ret;\n}\n";
static uint32_t sixty_four(uint32_t k) { (void)k; return 64; }

static const char early[] = ENTRY BEGIN
	"setp.ge.u32 %p1, %r9, 50; @%p1 ret; bar.sync 0; mov.u32 %r10, 1;\n" STORE "ret;\n}\n";
static const char parted[] = ENTRY BEGIN
	"setp.ge.u32 %p1, %r9, 32; @%p1 bra B; bar.sync 0; bra DONE;\nB: bar.sync 0;\nDONE: ret;\n}\n";
static const char stuck[] = ENTRY BEGIN
	"setp.ge.u32 %p1, %r9, 32; @%p1 bra B; bar.sync 1; bra DONE;\nB: bar.sync 2;\nDONE: ret;\n}\n";
static const char forever[] = ENTRY BEGIN "L: add.u32 %r10, %r10, 1; bra L;\n}\n";

static void end_with(const char *ptx, enum simt_end want, const char *kind, const char *what)
{
	struct bench b;
	struct dim3u block = { 64, 1, 1 };

	ok(run(&b, ptx, block, 1, out) == want && (!kind || bench_found(&b, kind)), "%s", what);
	bench_free(&b);
}

static void test_barriers(void)
{
	TEST("what was written before a barrier is read after it", reverse, 256, 1, 1, 1, SIMT_DONE, reverse_value);
	TEST("bar.red counts over the block", counted, 100, 1, 1, 2, SIMT_DONE, forty);
	TEST("a warp that spins on a flag lets the others set it", flag, 64, 1, 1, 1, SIMT_DONE, nine);
	TEST("a spin lock between lanes of a warp makes progress", lock, 64, 1, 1, 1, SIMT_DONE, sixty_four);
	end_with(early, SIMT_DONE, "exited-at-barrier", "threads that returned are reported, and the others continue");
	end_with(parted, SIMT_DONE, "divergent-barrier", "different barrier instructions are reported");
	end_with(stuck, SIMT_HANG, "deadlock", "barriers that can never complete are a deadlock");
	end_with(forever, SIMT_HANG, "hang", "the budget ends a loop without end");
}

/* ---- lanes of a warp ---- */

static const char sum[] = ENTRY BEGIN
	"mov.u32 %r10, %r9; mov.u32 %r11, 16;\n"
	"LOOP: shfl.sync.bfly.b32 %r12, %r10, %r11, 31, -1; add.u32 %r10, %r10, %r12; shr.u32 %r11, %r11, 1;\n"
	"setp.ne.u32 %p1, %r11, 0; @%p1 bra LOOP;\n" STORE "ret;\n}\n";
static uint32_t sum_value(uint32_t k) { return 496 + k / 32 * 1024; }

static const char shift[] = ENTRY BEGIN
	"mov.u32 %r10, 0; shfl.sync.up.b32 %r10|%p1, %r9, 1, 0x1800, -1; @!%p1 mov.u32 %r10, 77;\n" STORE "ret;\n}\n";
static uint32_t shift_value(uint32_t k) { return k % 8 ? k - 1 : 77; }

static const char votes[] = ENTRY BEGIN
	"and.b32 %r11, %r9, 1; setp.ne.u32 %p1, %r11, 0; vote.sync.ballot.b32 %r10, %p1, -1;\n"
	"vote.sync.any.pred %p2, %p1, -1; vote.sync.all.pred %p3, %p1, -1;\n"
	"selp.u32 %r12, 1, 0, %p2; selp.u32 %r13, 2, 0, %p3; add.u32 %r10, %r10, %r12; add.u32 %r10, %r10, %r13;\n"
	STORE "ret;\n}\n";
static uint32_t votes_value(uint32_t k) { (void)k; return 0xaaaaaaab; }

static const char matches[] = ENTRY BEGIN
	"shr.u32 %r11, %r9, 3; match.any.sync.b32 %r10, %r11, -1;\n" STORE "ret;\n}\n";
static uint32_t matches_value(uint32_t k) { return 0xffu << (k % 32 / 8 * 8); }

static const char reduce[] = ENTRY BEGIN "redux.sync.add.s32 %r10, %r9, -1;\n" STORE "ret;\n}\n";

/* Floats: lane n has n - 16, but lane 5 a NaN and lane 16 the zero -0. */
#define REDUX_FLOATS ".reg .f32 %f<4>; and.b32 %r12, %r9, 31; sub.s32 %r11, %r12, 16; cvt.rn.f32.s32 %f1, %r11; setp.eq.u32 %p1, %r12, 5;\n" \
	"selp.f32 %f1, 0fffc00000, %f1, %p1; setp.eq.u32 %p1, %r12, 16; selp.f32 %f1, 0f80000000, %f1, %p1;\n"
static const char reduce_floats[] = ENTRY BEGIN REDUX_FLOATS
	"redux.sync.min.f32 %f2, %f1, -1; cvt.rni.s32.f32 %r10, %f2; redux.sync.max.f32 %f2, %f1, -1; cvt.rni.s32.f32 "
	"%r11, %f2;\nmad.lo.s32 %r10, %r10, 100, %r11; redux.sync.max.abs.f32 %f2, %f1, -1; cvt.rni.s32.f32 %r11, %f2; "
	"mad.lo.s32 %r10, %r10, 100, %r11;\nredux.sync.min.abs.f32 %f2, %f1, -1; mov.b32 %r11, %f2; add.s32 %r10, %r10, "
	"%r11;\n" STORE "ret;\n}\n";
static uint32_t reduced_floats(uint32_t k) { (void)k; return (uint32_t)((-16 * 100 + 15) * 100 + 16); }
static const char reduce_nans[] = ENTRY BEGIN REDUX_FLOATS
	"redux.sync.min.NaN.f32 %f2, %f1, -1; mov.b32 %r10, %f2; redux.sync.max.abs.NaN.f32 %f2, %f1, -1; mov.b32 %r11, %f2; "
	"xor.b32 %r11, %r11, %r10;\nadd.u32 %r10, %r10, %r11; setp.ne.u32 %p1, %r12, 5; selp.b32 %r12, 0xffffffdf, 32, %p1;\n"
	"redux.sync.max.f32 %f2, %f1, %r12; mov.b32 %r11, %f2; @!%p1 xor.b32 %r10, %r10, %r11;\n" STORE "ret;\n}\n";
static uint32_t reduced_nans(uint32_t k) { return k % 32 == 5 ? 0 : 0x7fffffff; }
static const char reduce_zeros[] = ENTRY BEGIN REDUX_FLOATS
	"setp.lt.u32 %p1, %r12, 17; selp.f32 %f1, %f1, 0f00000000, %p1; setp.ge.u32 %p2, %r12, 16; selp.b32 %r12, 0xffff0000, "
	"0xffff, %p2;\nredux.sync.min.f32 %f2, %f1, %r12; redux.sync.max.f32 %f3, %f1, %r12; mov.b32 %r10, %f2; mov.b32 %r11, "
	"%f3; add.u32 %r10, %r10, %r11;\n@!%p2 mov.u32 %r10, 0x80000000;\n" STORE "ret;\n}\n";
static uint32_t reduced_zeros(uint32_t k) { (void)k; return 0x80000000; }

/* Halves arrive apart: the operation waits for all lanes of the mask. */
static const char waits[] = ENTRY BEGIN
	"and.b32 %r11, %r9, 1; setp.eq.u32 %p1, %r11, 0; mov.u32 %r12, 0; @%p1 bra JOIN;\n"
	"LOOP: add.u32 %r12, %r12, 1; setp.lt.u32 %p2, %r12, %r9; @%p2 bra LOOP;\n"
	"JOIN: shfl.sync.idx.b32 %r10, %r9, 3, 31, -1;\n" STORE "ret;\n}\n";
static uint32_t waits_value(uint32_t k) { return k / 32 * 32 + 3; }

static const char pairs[] = ENTRY BEGIN
	"and.b32 %r12, %r9, 31; setp.lt.u32 %p1, %r12, 16; selp.b32 %r11, 0xffff, 0xffff0000, %p1;\n"
	"shfl.sync.bfly.b32 %r10, %r9, 1, 31, %r11;\n" STORE "ret;\n}\n";
static uint32_t pairs_value(uint32_t k) { return k ^ 1; }

/* __syncwarp in both arms of an if. */
static const char arms[] = ENTRY BEGIN
	"setp.lt.u32 %p1, %r9, 16; @%p1 bra LOW; bar.warp.sync -1; bra JOIN; LOW: bar.warp.sync -1;\n"
	"JOIN: mov.u32 %r10, %r9;\n" STORE "ret;\n}\n";

static const char absent[] = ENTRY BEGIN
	"setp.lt.u32 %p1, %r9, 16; @%p1 bra LOW; bra JOIN; LOW: shfl.sync.idx.b32 %r10, %r9, 20, 31, 0xffff;\nJOIN: ret;\n}\n";
#define SHUFFLE_DOWN(lanes, by) ENTRY BEGIN \
	"setp.lt.u32 %p1, %r9, " lanes "; @!%p1 bra OUT; shfl.sync.down.b32 %r10, %r9, " by ", 31, -1;\nOUT: ret;\n}\n"
static const char ten[] = SHUFFLE_DOWN("10", "16"), twenty[] = SHUFFLE_DOWN("20", "16"), half[] = SHUFFLE_DOWN("16", "8");
static const char nameless[] = ENTRY BEGIN
	"setp.lt.u32 %p1, %r1, 16; @!%p1 bra HIGH; shfl.sync.idx.b32 %r10, %r9, 0, 31, -1; bra JOIN;\n"
	"HIGH: bar.sync 0;\nJOIN: bar.sync 0; ret;\n}\n";

static void test_lanes(void)
{
	struct bench b;

	TEST("a butterfly of shuffles sums a warp", sum, 64, 1, 1, 1, SIMT_DONE, sum_value);
	TEST("shfl.up inside segments keeps their first lane", shift, 32, 1, 1, 1, SIMT_DONE, shift_value);
	TEST("ballot, any and all", votes, 96, 1, 1, 1, SIMT_DONE, votes_value);
	TEST("match finds equal lanes", matches, 64, 1, 1, 1, SIMT_DONE, matches_value);
	TEST("redux adds over the warp", reduce, 64, 1, 1, 1, SIMT_DONE, sum_value);
	TEST("redux finds minima and maxima of floats, and leaves NaNs out", reduce_floats, 64, 1, 1, 1, SIMT_DONE,
	     reduced_floats);
	TEST("redux with .NaN gives the one NaN, and so do NaNs alone", reduce_nans, 64, 1, 1, 1, SIMT_DONE, reduced_nans);
	TEST("to redux, -0 is less than 0", reduce_zeros, 64, 1, 1, 1, SIMT_DONE, reduced_zeros);
	TEST("a shuffle waits for the lanes its mask names", waits, 64, 1, 1, 1, SIMT_DONE, waits_value);
	TEST("lanes with different masks shuffle among themselves", pairs, 64, 1, 1, 1, SIMT_DONE, pairs_value);
	TEST("__syncwarp in both arms of an if joins them", arms, 32, 1, 1, 1, SIMT_DONE, identity);
	end_with(absent, SIMT_DONE, "inactive-lane-read", "a shuffle from a lane outside the mask is reported");
	end_with(ten, SIMT_DONE, "inactive-lane-read", "a full reduction after an early return of most lanes is reported");
	end_with(twenty, SIMT_DONE, "inactive-lane-read", "and of less than half of them");
	ok(run(&b, half, (struct dim3u){ 64, 1, 1 }, 1, out) == SIMT_DONE && !bench_found(&b, "inactive-lane-read"),
	   "a reduction of the half that stayed reads past its end, as it may");
	bench_free(&b);
	end_with(nameless, SIMT_DONE, "bad-warp-mask", "a mask with lanes that wait elsewhere is reported, and ends");
}

/* ---- calls ---- */

#define FIB ".func (.param .b32 r) fib(.param .b32 n)\n{\n" \
	".reg .pred %p<4>; .reg .b32 %r<12>;\n" \
	"ld.param.u32 %r1, [n]; mov.u32 %r2, %r1; setp.lt.u32 %p1, %r1, 2; @%p1 bra DONE;\n" \
	"sub.u32 %r3, %r1, 1; sub.u32 %r4, %r1, 2;\n" \
	"{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r3; call.uni (v), fib, (a); ld.param.b32 %r5, [v]; }\n" \
	"{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r4; call.uni (v), fib, (a); ld.param.b32 %r6, [v]; }\n" \
	"add.u32 %r2, %r5, %r6;\nDONE: st.param.b32 [r], %r2; ret;\n}\n"

static const char recursion[] = HEAD FIB ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"and.b32 %r11, %r9, 7;\n"
	"{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r11; call.uni (v), fib, (a); ld.param.b32 %r10, [v]; }\n"
	STORE "ret;\n}\n";
static uint32_t fib(uint32_t k) { k %= 8; return k < 2 ? k : fib(k - 1) + fib(k - 2); }

static const char endless[] = HEAD
	".func f(.param .b32 n)\n{\n.reg .b32 %r<4>; ld.param.u32 %r1, [n]; add.u32 %r1, %r1, 1;\n"
	"{ .param .b32 a; st.param.b32 [a], %r1; call.uni f, (a); }\nret;\n}\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"{ .param .b32 a; st.param.b32 [a], %r9; call.uni f, (a); }\nret;\n}\n";

static const char library[] = HEAD
	".extern .func (.param .b32 r) powf(.param .b32 x, .param .b32 y);\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	".reg .f32 %f<4>; cvt.rn.f32.u32 %f1, %r9; mov.f32 %f2, 0f40000000;\n"
	"{ .param .b32 x; .param .b32 y; .param .b32 r; st.param.f32 [x], %f1; st.param.f32 [y], %f2;\n"
	"call.uni (r), powf, (x, y); ld.param.f32 %f3, [r]; }\n"
	"cvt.rzi.u32.f32 %r10, %f3;\n" STORE "ret;\n}\n";
static uint32_t square(uint32_t k) { return k * k; }

static const char unknown[] = HEAD
	".extern .func (.param .b32 r) mystery(.param .b32 x);\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"{ .param .b32 x; .param .b32 r; st.param.b32 [x], %r9; call.uni (r), mystery, (x); ld.param.b32 %r10, [r]; }\nret;\n}\n";

static void test_calls(void)
{
	struct bench b;

	TEST("functions recur, each lane to its own depth", recursion, 40, 1, 1, 1, SIMT_DONE, fib);
	TEST("library functions without a body are known", library, 64, 1, 1, 1, SIMT_DONE, square);
	end_with(endless, SIMT_FAULT, "stack-overflow", "a recursion without end is a fault, not a crash");
	ok(!bench_load(&b, unknown, "", 0, 4) && strstr(b.err.text, "mystery"),
	   "an unknown device function is rejected by name");
	bench_free(&b);
}

/* ---- orders ---- */

static void test_order(void)
{
	struct bench b;
	uint32_t zero = 0, once[MAX_THREADS];

	if (bench_load(&b, ids, &zero, 4, MAX_THREADS * 4)) {
		b.launch.grid.x = 64;
		b.launch.block.x = 32;
		bench_run(&b);
		bench_read(&b, once, sizeof(once));
		b.launch.order_seed = 42;
		ok(bench_run(&b) == SIMT_DONE && bench_read(&b, out, sizeof(out)) && !memcmp(out, once, sizeof(out)),
		   "a shuffled order runs every block once");
		b.launch.block.x = 1025;
		ok(bench_run(&b) == SIMT_BAD_LAUNCH && strstr(b.result.error.text, "blockDim.x"),
		   "a block that is too large is a bad launch");
		b.launch.kernel = "nobody";
		ok(bench_run(&b) == SIMT_BAD_LAUNCH, "an unknown kernel is a bad launch");
	}
	bench_free(&b);
}

/* Blocks of one thread draw a number and count how many before them have published theirs: with WAIT, all. */
#define LOOK_BACK(WAIT) ENTRY BEGIN \
	"atom.global.add.u32 %r10, [%rd1], 1; mul.wide.u32 %rd3, %r10, 4; add.s64 %rd3, %rd1, %rd3;\n" \
	"mov.u32 %r11, %r10; mov.u32 %r12, 0; mov.u32 %r13, 0;\n" \
	"WORK: add.u32 %r13, %r13, 1; setp.lt.u32 %p1, %r13, 100; @%p1 bra WORK;\n" \
	"BACK: setp.eq.u32 %p2, %r11, 0; @%p2 bra TELL; sub.u32 %r11, %r11, 1; mul.wide.u32 %rd4, %r11, 4; add.s64 %rd4, %rd1, %rd4;\n" \
	"LOOK: ld.volatile.global.u32 %r14, [%rd4+256];\n" WAIT "add.u32 %r12, %r12, %r14; bra BACK;\n" \
	"TELL: mov.u32 %r15, 1; st.volatile.global.u32 [%rd3+256], %r15; st.global.u32 [%rd3+512], %r12; ret;\n}\n"

/* Whether each of 12 blocks has counted all before it. */
static bool counts_all(const char *ptx, uint64_t order_seed)
{
	struct bench b;
	uint32_t zero = 0;
	bool good = bench_load(&b, ptx, &zero, 4, MAX_THREADS * 4);

	b.launch.grid.x = 12;
	b.launch.order_seed = order_seed;
	good = good && bench_run(&b) == SIMT_DONE && bench_read(&b, out, sizeof(out));
	for (uint32_t p = 0; p < 12; p++)
		good = good && out[128 + p] == p;
	bench_free(&b);
	return good;
}

/* Only a few blocks at a time: a block that waits for one that has not started waits for ever. */
static void test_resident(void)
{
	static const char by_number[] = ENTRY BEGIN
		"mov.u32 %r10, %ctaid.x; mul.wide.u32 %rd3, %r10, 4; add.s64 %rd3, %rd1, %rd3;\n"
		"setp.eq.u32 %p1, %r10, 0; @%p1 bra TELL;\n"
		"LOOK: ld.volatile.global.u32 %r14, [%rd3+252]; setp.eq.u32 %p3, %r14, 0; @%p3 bra LOOK;\n"
		"TELL: mov.u32 %r15, 1; st.volatile.global.u32 [%rd3+256], %r15; ret;\n}\n";
	unsigned ended = 0, hung = 0, drawn = 0;

	for (uint64_t seed = 1; seed <= 20; seed++)
		for (int mode = 0; mode < 3; mode++) {
			struct bench b;
			uint32_t zero = 0;
			bool good = bench_load(&b, mode == 2 ? (const char *)LOOK_BACK("setp.eq.u32 %p3, %r14, 0; @%p3 bra "
										       "LOOK;\n") : by_number,
					       &zero, 4, MAX_THREADS * 4);

			b.launch.grid.x = 40;
			b.launch.order_seed = seed;
			b.launch.budget = 1u << 22;
			b.launch.resident = mode == 0 ? 0 : 4;
			good = good && bench_run(&b) == (mode == 1 ? SIMT_HANG : SIMT_DONE);
			ended += mode == 0 && good;
			hung += mode == 1 && good;
			drawn += mode == 2 && good;
			bench_free(&b);
		}
	ok(ended == 20, "blocks that wait for the one before are all there at once");
	ok(hung == 20, "with four at once, in any order, they hang");
	ok(drawn == 20, "blocks that draw their number do not");
}

static void test_luck(void)
{
	static const char waiting[] = LOOK_BACK("setp.eq.u32 %p3, %r14, 0; @%p3 bra LOOK;\n"), taking[] = LOOK_BACK("");
	unsigned right = 0, lucky = 0;

	ok(counts_all(taking, 0), "in order, a block that takes data finds it");
	for (uint64_t seed = 1; seed <= 20; seed++) {
		right += counts_all(waiting, seed);
		lucky += counts_all(taking, seed);
	}
	ok(right == 20, "blocks that wait are right in any order");
	ok(lucky == 0, "and those that do not are found out");
}

/* Adds 1 to out[1], slowly, between taking the lock out[0] and releasing it; `again` is the target if the lock is taken. */
#define LOCKED(again) ENTRY BEGIN \
	"TAKE: atom.global.exch.b32 %r11, [%rd1], 1; setp.ne.u32 %p2, %r11, 0; @%p2 bra " again ";\n" \
	"IN: membar.gl; ld.global.u32 %r10, [%rd1+4]; mov.u32 %r12, 0;\n" \
	"SLOW: add.u32 %r12, %r12, 1; setp.lt.u32 %p3, %r12, 8; @%p3 bra SLOW;\n" \
	"add.u32 %r10, %r10, 1; st.global.u32 [%rd1+4], %r10;\n" \
	"membar.gl; atom.global.exch.b32 %r11, [%rd1], 0; ret;\n}\n"

/* The number of 20 shuffled orders in which 16 blocks race; SIZE_MAX: not all of them ended, or counted. */
static size_t races_of(const char *ptx, bool counts)
{
	size_t found = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct bench b;
		uint32_t zero[2] = { 0 };
		bool good = bench_load(&b, ptx, zero, 4, 8);

		b.launch.grid.x = 16;
		b.launch.checks = SIMT_CHECK_ALL;
		b.launch.budget = 1u << 20;
		b.launch.order_seed = seed;
		good = good && bench_run(&b) == SIMT_DONE && bench_read(&b, zero, 8) && (!counts || zero[1] == 16);
		found = good && found != SIZE_MAX ? found + bench_found(&b, "data-race-global") : SIZE_MAX;
		bench_free(&b);
	}
	return found;
}

static void test_locks(void)
{
	ok(races_of(LOCKED("TAKE"), true) == 0, "a lock between blocks keeps them apart, in every order");
	ok(races_of(LOCKED("IN"), false) == 20, "one that lets everybody in is found out");
}

int main(void)
{
	test_branches();
	test_luck();
	test_resident();
	test_barriers();
	test_lanes();
	test_calls();
	test_order();
	test_locks();
	return tap_done();
}
