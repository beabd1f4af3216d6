/*
 * simt_causes.c - the data for a runtime about a failed launch, and its settings: causes, the texts of
 * assertions, the stack, and rejected launches.
 */
#include "config.h"

#include <stdint.h>

#include "tests/unit/simt_run.h"

#define BEGIN HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<12>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x;\n"
#define END "ret;\n}\n"

static void ends(const char *ptx, enum simt_end end, enum simt_cause cause, const char *finding, const char *what)
{
	static const uint32_t in[64];
	struct bench b;
	bool good = bench_load(&b, ptx, in, sizeof(in), 256);

	b.launch.block.x = 8;
	b.launch.budget = 10000;
	good = good && bench_run(&b) == end;
	ok(good && b.result.cause == cause && (!finding || bench_found(&b, finding)), "%s", what);
	bench_free(&b);
}

static void test_causes(void)
{
	static const char wanders[] = BEGIN "ld.global.u32 %r2, [%rd2+8192]; st.global.u32 [%rd1], %r2; trap;\n" END;

	ends(BEGIN END, SIMT_DONE, SIMT_CAUSE_NONE, NULL, "nothing happened");
	ends(wanders, SIMT_FAULT, SIMT_CAUSE_ADDRESS, "out-of-bounds",
	     "an illegal address, and the trap after it is not the cause");
	ends(BEGIN "trap; ld.global.u32 %r2, [%rd2+8192];\n" END, SIMT_FAULT, SIMT_CAUSE_TRAP, "trap", "a trap");
	ends(BEGIN "ld.global.u32 %r2, [%rd2+2]; st.global.u32 [%rd1], %r2;\n" END, SIMT_FAULT, SIMT_CAUSE_MISALIGNED,
	     "misaligned", "a misaligned address");
	ends(BEGIN "L: bra L;\n" END, SIMT_HANG, SIMT_CAUSE_TIMEOUT, "hang", "a kernel without end");
	ends(BEGIN "bar.sync 0, 64;\n" END, SIMT_HANG, SIMT_CAUSE_DEADLOCK, "deadlock",
	     "threads that wait for others that are not there");
	ends(BEGIN "mov.u32 %r2, 17; bar.sync %r2;\n" END, SIMT_FAULT, SIMT_CAUSE_ILLEGAL, "bad-barrier",
	     "a barrier that there is not");
	ends(BEGIN "and.b32 %r2, %r1, 3;\nT: .branchtargets A, B;\nbrx.idx %r2, T;\nA: ret;\nB: " END, SIMT_FAULT,
	     SIMT_CAUSE_TRAP, "trap",
	     "a branch by an entry that its table has not");
}

/* What nvcc makes of assert(i < 5), with names cut short. */
static const char asserts[] = HEAD
	".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
	".global .align 1 .b8 function[8] = {118, 111, 105, 100, 32, 107, 0};\n"
	".global .align 1 .b8 expression[6] = {105, 32, 60, 32, 53};\n"
	".global .align 1 .b8 file[5] = {97, 46, 99, 117};\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<12>;\n mov.u32 %r1, %tid.x; setp.lt.s32 %p1, %r1, 5; @%p1 bra DONE;\n"
	"mov.u64 %rd2, expression; cvta.global.u64 %rd3, %rd2; mov.u64 %rd4, file; cvta.global.u64 %rd5, %rd4;\n"
	"mov.u64 %rd6, function; cvta.global.u64 %rd7, %rd6;\n"
	"{ .param .b64 p0; st.param.b64 [p0], %rd3; .param .b64 p1; st.param.b64 [p1], %rd5; .param .b32 p2; st.param.b32 "
	"[p2], 12;\n.param .b64 p3; st.param.b64 [p3], %rd7; .param .b64 p4; st.param.b64 [p4], 1; call.uni __assertfail, (p0, "
	"p1, p2, p3, p4); }\nDONE: ret;\n}\n";

static void test_asserts(void)
{
	static const uint32_t in[64];
	struct bench b;

	ends(asserts, SIMT_FAULT, SIMT_CAUSE_ASSERT, "assert", "an assertion");
	if (!bench_load(&b, asserts, in, sizeof(in), 256))
		return;
	b.launch.block.x = 7;
	bench_run(&b);
	ok(strstr(buf_text(&b.result.asserts), "thread: [5,0,0] Assertion `i < 5` failed.\n"), "each thread reports its own");
	b.launch.block.x = 3000;
	ok(bench_run(&b) == SIMT_BAD_LAUNCH && b.result.asserts.len == 0, "nothing of the launch before");
	bench_free(&b);
}

/* f(n) = n ? f(n - 1) + 1 : 0, with 64 bytes of its own. */
static const char deep[] = HEAD ".func (.param .b32 r) f(.param .b32 n)\n{\n"
	".local .align 4 .b8 own[64]; .reg .pred %p<4>; .reg .b32 %r<12>;\n"
	"ld.param.u32 %r1, [n]; mov.u32 %r2, 0; setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE; sub.u32 %r3, %r1, 1; st.local.u32 "
	"[own], %r3;\n{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r3; call.uni (v), f, (a); ld.param.b32 %r2, [v]; }\n"
	"ld.local.u32 %r3, [own]; add.u32 %r2, %r2, 1; DONE: st.param.b32 [r], %r2; ret;\n}\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [out];\n"
	"ld.param.u64 %rd2, [in]; ld.global.u32 %r1, [%rd2];\n"
	"{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r1; call.uni (v), f, (a); ld.param.b32 %r2, [v]; }\n"
	"st.global.u32 [%rd1], %r2; ret;\n}\n";

static void test_stack(void)
{
	uint32_t n = 1500, out = 0;
	struct bench b;

	if (!bench_load(&b, deep, &n, 4, 4))
		return;
	ok(bench_run(&b) == SIMT_FAULT && b.result.cause == SIMT_CAUSE_STACK && bench_found(&b, "stack-overflow"),
	   "a recursion of 1500 is too deep");
	b.launch.stack_bytes = 1500 * 80 + 4096;
	ok(bench_run(&b) == SIMT_DONE && bench_read(&b, &out, 4) && out == 1500, "not with a larger stack");
	b.launch.stack_bytes = UINT32_MAX;
	ok(bench_run(&b) == SIMT_DONE, "nor with the largest");
	b.launch.stack_bytes = 1;
	ok(bench_run(&b) == SIMT_FAULT, "a small one is as large as without asking");
	bench_free(&b);
}

static void rejected(struct dim3u grid, struct dim3u block, const char *text)
{
	static const uint32_t in[64];
	struct bench b;
	bool good = bench_load(&b, BEGIN END, in, sizeof(in), 256);

	b.launch.grid = grid;
	b.launch.block = block;
	good = good && bench_run(&b) == SIMT_BAD_LAUNCH && strstr(b.result.error.text, text);
	if (!good)
		printf("# %s\n", b.result.error.text);
	ok(good, "rejected: %s", text);
	bench_free(&b);
}

#define D(x, y, z) ((struct dim3u){ x, y, z })

static void test_rejections(void)
{
	rejected(D(1, 1, 1), D(2048, 1, 1), "blockDim.x is 2048, the device allows 1 to 1024");
	rejected(D(1, 1, 1), D(64, 32, 1), "the number of threads in a block is 2048, the device allows 1 to 1024");
	rejected(D(0, 1, 1), D(32, 1, 1), "gridDim.x is 0, the device allows 1 to 2147483647");
	rejected(D(1, 0, 1), D(32, 1, 1), "gridDim.y is 0, the device allows 1 to 65535");
	rejected(D(1, 1, 1), D(0, 1, 1), "blockDim.x is 0, the device allows 1 to 1024");
	rejected(D(1, 70000, 1), D(1, 1, 1), "gridDim.y is 70000, the device allows 1 to 65535");
	rejected(D(1 << 20, 65535, 1), D(1, 1, 1), "the vm does not support launches of more than 4294967295 blocks");
}

int main(void)
{
	test_causes();
	test_asserts();
	test_stack();
	test_rejections();
	return tap_done();
}
