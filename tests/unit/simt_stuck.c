/*
 * simt_stuck.c - how often blocks are probed for being stuck (simt/exec/stuck.h): those that pass a barrier of the grid now and
 * then, and not each time that one of them has arrived and waits, which would cost the square of their number. Those that are
 * stuck, once each.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/exec/stuck.h"
#include "tests/unit/simt_run.h"

#define BLOCKS 256
#define ROUNDS 64

/* `late`: blocks from this one on never arrive. */
#define BARRIER(late) HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n" \
	"ld.param.u64 %rd1, [out]; mov.u32 %r1, %nctaid.x; mov.u32 %r2, 64; mov.u32 %r3, 0; mov.u32 %r7, %ctaid.x; setp.ge.u32 %p3, %r7, " late ";\n" \
	"@%p3 bra E;\n" \
	"R: add.u32 %r3, %r3, %r1; membar.gl; atom.global.add.u32 %r5, [%rd1], 1;\n" \
	"P: atom.global.add.u32 %r6, [%rd1], 0; setp.lt.u32 %p1, %r6, %r3; @%p1 bra P;\n" \
	"membar.gl; add.s32 %r2, %r2, -1; setp.ne.s32 %p2, %r2, 0; @%p2 bra R;\n" \
	"E: ret;\n}\n"

static struct simt_result run(struct bench *b, const char *ptx, uint64_t seed, uint32_t *arrived)
{
	static const uint32_t in[4];

	*arrived = 0;
	if (bench_load(b, ptx, in, sizeof in, 4)) {
		b->launch.grid.x = BLOCKS;
		b->launch.cooperative = true;
		b->launch.order_seed = seed;
		bench_run(b);
		bench_read(b, arrived, sizeof *arrived);
	}
	return b->result;
}

static void passes(const char *order, uint64_t seed)
{
	uint64_t before = probes_made(), probes;
	struct bench b;
	uint32_t arrived;
	struct simt_result r = run(&b, BARRIER("1000"), seed, &arrived);

	probes = probes_made() - before;
	ok(r.end == SIMT_DONE && arrived == BLOCKS * ROUNDS, "%s: all blocks pass a barrier of the grid %d times", order, ROUNDS);
	/* With small limits, lanes that poll let the others run so soon that no block seems stuck. */
	if (!ok(LIMIT(probes, true) && probes <= 4, "%s: a barrier that opens has probes put off", order))
		printf("# %d probes\n", (int)probes);
	bench_free(&b);
}

static void stays(const char *order, uint64_t seed)
{
	uint64_t before = probes_made(), probes;
	struct bench b;
	uint32_t arrived;
	struct simt_result r = run(&b, BARRIER("255"), seed, &arrived);

	probes = probes_made() - before;

	ok(r.end == SIMT_HANG && r.cause == SIMT_CAUSE_DEADLOCK && arrived == BLOCKS - 1,
	   "%s: a barrier at which one block is missing is a deadlock", order);
	if (!ok(probes >= BLOCKS - 1 && probes <= 2 * BLOCKS, "%s: which is found with a probe or two of each block", order))
		printf("# %d probes\n", (int)probes);
	bench_free(&b);
}

int main(void)
{
	passes("blocks in their order", 0);
	passes("a drawn order", 7);
	stays("blocks in their order", 0);
	stays("a drawn order", 7);
	return tap_done();
}
