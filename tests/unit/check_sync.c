/* check_sync.c - barriers, warp masks, hangs. */
#include "config.h"

#include "check_fixture.h"

static struct fixture f;

static void barriers(void)
{
	const struct finding *x;

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 1), ALL, &(struct parting){ &f.instrs[20][0], &f.instrs[15][0], false });
	x = fires(&f, "divergent-barrier", 20, 15,
		  "threads at different barriers are reported with both lines");
	is_text(x->message,
		"thread (32,0,0) of block (0,0,0) waits at __syncthreads() on line 20 while others of "
		"its block wait at another one on line 15",
		"and the first of them");
	ok(x->level == FINDING_WARNING, "as a warning, because hardware counts whole warps");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[20][0], &f.instrs[15][0], true });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff00, &(struct parting){ &f.instrs[15][0], &f.instrs[20][0], true });
	x = fires(&f, "divergent-barrier", 20, 15, "lanes of one warp are reported");
	ok(x->level == FINDING_ERROR && x->threads == 8, "as an error, with the threads at one of the two barriers");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 1), ALL, &(struct parting){ &f.instrs[20][1], &f.instrs[20][0], false });
	x = fires(&f, "divergent-barrier", 20, 20, "so are threads at one barrier of which the compiler made two");
	is_text(x->message,
		"thread (32,0,0) of block (0,0,0) waits at __syncthreads() on line 20 while others of "
		"its block wait there in another iteration, or came by another path",
		"but not as if there were another one on the line");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[20][0], NULL, false });
	x = fires(&f, "exited-at-barrier", 20, 0, "threads that left before a barrier are reported");
	ok(x->level == FINDING_WARNING && x->threads == 8,
	   "as a warning, because the hardware waits for the others only");
	is_text(x->advice, "8 threads do the same: guard the work alone, so that all threads reach __syncthreads()",
		"and nothing is said of a `return` that the code does not show");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC | SIMT_CHECK_RACE);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 1), ALL, &(struct parting){ &f.instrs[20][0], &f.instrs[15][0], false });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 1), ALL, &(struct parting){ &f.instrs[25][0], &f.instrs[20][0], false });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[30][0], NULL, false });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[32][0], NULL, false });
	fires(&f, "divergent-barrier", 20, 15, "threads that are out of step since one barrier are reported there only");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[30][0], NULL, false });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[32][0], NULL, false });
	fires(&f, "exited-at-barrier", 30, 0, "threads that left are reported at the first barrier that they miss");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 0), 0xff, &(struct parting){ &f.instrs[30][0], NULL, false });
	f.hooks->bad_barrier(f.hooks->ctx, warp_of(&f, 1), ALL, &(struct parting){ &f.instrs[20][0], &f.instrs[15][0], false });
	ok(fixture_findings(&f) == 2 && f.findings[0].kind == KIND_DIVERGENT_BARRIER,
	   "what came before is no consequence; errors are listed before warnings");

	fixture_launch(&f, 1, 64, SIMT_CHECK_BOUNDS);
	ok(!f.hooks->bad_barrier && !f.hooks->bad_mask, "without the check it is not reported");
}

static void masks(void)
{
	struct ptx_instr shfl = { .op = PTX_SHFL, .mode = PTX_M_DOWN, .loc = 30 };
	const struct finding *x;

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_mask(f.hooks->ctx, warp_of(&f, 0), MASK_NAMES_ABSENT, 0x0000ffff, 0xffff0000, &shfl);
	x = fires(&f, "bad-warp-mask", 30, 0, "a mask with lanes that never arrive is reported");
	is_text(x->message,
		"thread (0,0,0) of block (0,0,0) waits in __shfl_down_sync() for lanes 16-31 of its "
		"warp, named in the mask but absent",
		"with the lanes");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_mask(f.hooks->ctx, warp_of(&f, 0), MASK_WITHOUT_CALLER, 0x10, 0x0000000f, &shfl);
	fires(&f, "bad-warp-mask", 30, 0, "so is a mask without its caller");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_mask(f.hooks->ctx, warp_of(&f, 1), MASK_READS_ABSENT, 0x00008000, 0x80010002, &shfl);
	x = fires(&f, "inactive-lane-read", 30, 0, "a read of a lane that does not take part is reported");
	ok(strstr(x->message, "thread (47,0,0)") && strstr(x->message, "lanes 1, 16, 31 "),
	   "with reader and lanes");

	fixture_launch(&f, 1, 64, SIMT_CHECK_SYNC);
	f.hooks->bad_mask(f.hooks->ctx, warp_of(&f, 0), MASK_READS_ABSENT, 0x000000c0, 0x00c00000, &shfl);
	x = fires(&f, "inactive-lane-read", 30, 0, "two lanes that read two others");
	ok(strstr(x->message, "thread (6,0,0) of block (0,0,0) and others of its warp read from lanes 22-23 with"),
	   "are not reported as one that reads both");
}

static void hangs(void)
{
	const struct finding *x;

	f.launch.args.budget = 5000;
	fixture_launch(&f, 1, 64, SIMT_CHECK_BOUNDS);
	f.hooks->hang(f.hooks->ctx, warp_of(&f, 1), 0xf0, &f.instrs[22][0], false);
	x = fires(&f, "hang", 22, 0, "a kernel that does not end is reported");
	is_text(x->message,
		"after 5000 instructions thread (36,0,0) of block (0,0,0) still runs on line 22",
		"with where it was");

	fixture_launch(&f, 1, 64, SIMT_CHECK_BOUNDS);
	f.hooks->hang(f.hooks->ctx, warp_of(&f, 1), 0xf0, NULL, true);
	x = fires(&f, "deadlock", 0, 0, "a deadlock is reported, also without a line");
}

int main(void)
{
	fixture_init(&f);
	barriers();
	masks();
	hangs();
	return fixture_done(&f);
}
