/*
 * simt_waits.c - what the cost model needs to know of a warp's waits: loads under way together or one after the other
 * (lower_chain.c), and loads of the same sectors again (reuse.h), which must not depend on host threads or translations.
 */
#include "config.h"

#include "tests/unit/simt_run.h"

#define WORDS 65536
static uint32_t in[WORDS];

#define ENTRY HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".shared .align 4 .b8 s[256];\n" \
	".reg .pred %p<8>; .reg .b32 %r<40>; .reg .b64 %rd<20>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 4;\n" \
	"add.s64 %rd9, %rd1, %rd4; add.s64 %rd5, %rd2, %rd4; mov.u32 %r30, 0;\n"
#define END "st.global.u32 [%rd9], %r10;\nret;\n}\n"
#define FOLLOW "cvt.u64.u32 %rd6, %r10; add.s64 %rd6, %rd2, %rd6; ld.global.u32 %r10, [%rd6];\n"

static struct simt_counts counts_of(const char *ptx, uint32_t blocks, uint32_t threads, unsigned host_threads)
{
	struct simt_counts counts = { 0 };
	struct bench b;

	if (bench_load(&b, ptx, in, sizeof in, 1 << 20)) {
		b.launch.grid.x = blocks;
		b.launch.block.x = threads;
		b.launch.threads = host_threads;
		if (bench_run(&b) == SIMT_DONE)
			counts = b.result.counts;
	}
	bench_free(&b);
	return counts;
}

static void is_loads(const char *what, uint64_t want, const char *ptx)
{
	struct simt_counts c = counts_of(ptx, 1, 32, 1);

	if (!ok(c.load_waits == want, "%s: %d waits", what, (int)want))
		printf("# %d\n", (int)c.load_waits);
}

static void chains(void)
{
	is_loads("four loads that need nothing of each other", 1, ENTRY
		 "ld.global.u32 %r10, [%rd5]; ld.global.u32 %r11, [%rd5+128]; ld.global.u32 %r12, [%rd5+256]; ld.global.u32 "
		 "%r13, [%rd5+384];\nadd.u32 %r10, %r10, %r11; add.u32 %r10, %r10, %r12; add.u32 %r10, %r10, %r13;\n" END);
	is_loads("each used before the next is asked for, which a compiler moves up", 1, ENTRY
		 "ld.global.u32 %r11, [%rd5]; add.u32 %r10, %r30, %r11; ld.global.u32 %r12, [%rd5+128]; add.u32 %r10, %r10, "
		 "%r12;\n" END);
	is_loads("a chain of four", 4, ENTRY "ld.global.u32 %r10, [%rd5];\n" FOLLOW FOLLOW FOLLOW END);
	is_loads("two chains of two side by side", 2, ENTRY
		 "ld.global.u32 %r10, [%rd5]; ld.global.u32 %r20, [%rd5+128];\n" FOLLOW
		 "cvt.u64.u32 %rd7, %r20; add.s64 %rd7, %rd2, %rd7; ld.global.u32 %r20, [%rd7]; add.u32 %r10, %r10, %r20;\n" END);
	is_loads("a load behind the store of what the first one gave", 2, ENTRY
		 "ld.global.u32 %r11, [%rd5]; st.global.u32 [%rd9+4096], %r11; ld.global.u32 %r10, [%rd5+128];\n" END);
	is_loads("the same through the read-only path", 1, ENTRY
		 "ld.global.u32 %r11, [%rd5]; st.global.u32 [%rd9+4096], %r11; ld.global.nc.u32 %r10, [%rd5+128];\n" END);
	is_loads("a store to shared memory between them", 1, ENTRY
		 "ld.global.u32 %r11, [%rd5]; st.shared.u32 [s], %r11; ld.global.u32 %r10, [%rd5+128];\n" END);
	is_loads("an atomic operation whose result is used", 1, ENTRY "atom.global.add.u32 %r10, [%rd1], 1;\n" END);
	is_loads("and one whose result is not", 0, ENTRY "atom.global.add.u32 %r20, [%rd1], 1; mov.u32 %r10, 5;\n" END);
	is_loads("loads under conditions that need nothing of each other", 1, ENTRY
		 "setp.lt.u32 %p1, %r1, 40; setp.lt.u32 %p2, %r1, 50; mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
		 "@!%p1 bra A; ld.global.u32 %r10, [%rd5]; st.shared.u32 [s], %r10;\nA: @!%p2 bra B; ld.global.u32 %r11, "
		 "[%rd5+128];\nB: add.u32 %r10, %r10, %r11;\n" END);
	is_loads("a load under a condition on the one before", 2, ENTRY
		 "ld.global.u32 %r10, [%rd5]; setp.eq.u32 %p1, %r10, 77; @%p1 bra A; ld.global.u32 %r10, [%rd5+128];\nA: " END);
	is_loads("a load on either side of a condition", 1, ENTRY
		 "setp.lt.u32 %p1, %r1, 40; @%p1 bra A; ld.global.u32 %r10, [%rd5]; bra B;\nA: ld.global.u32 %r10, "
		 "[%rd5+128];\nB: " END);
	is_loads("a loop of 10 turns", 10, ENTRY
		 "mov.u32 %r10, 0; mov.u32 %r2, 10;\n"
		 "L: ld.global.u32 %r11, [%rd5]; add.u32 %r10, %r10, %r11; add.s32 %r2, %r2, -1; setp.ne.s32 %p1, %r2, 0; @%p1 "
		 "bra L;\n" END);
}

static void others(void)
{
	struct simt_counts c = counts_of(ENTRY "st.shared.u32 [s], %r1; bar.sync 0; ld.shared.u32 %r10, [s];\n" END, 1, 64, 1);

	ok(c.near_waits == 4, "a barrier and a load of shared memory: two waits for each warp");
	ok(c.shared_bytes == 256, "the shared memory of a block");
	c = counts_of(ENTRY "add.u32 %r10, %r1, 1; add.u32 %r11, %r10, 1; add.u32 %r12, %r11, 1; add.u32 %r20, %r1, 1; add.u32 "
			    "%r10, %r12, %r20;\n" END, 1, 32, 1);
	ok(c.step_waits >= 4 && c.step_waits < 9, "sums that need each other's results");
	c = counts_of(ENTRY "atom.global.exch.b32 %r10, [%rd1], %r1;\n" END, 4, 64, 1);
	ok(c.atomic_returns == 8 && c.atomic_queue == 256 && c.atomic_polls == 0, "operations at one address stand in a queue");
	c = counts_of(ENTRY "L: atom.global.exch.b32 %r10, [%rd1], 0; setp.eq.u32 %p1, %r10, 77; @%p1 bra L;\n" END, 4, 64, 1);
	ok(c.atomic_polls == 256, "those in a loop that may wait for another thread are told apart");
	c = counts_of(ENTRY "mov.u32 %r10, 5;\n" END, 4, 64, 1);
	ok(c.longest_block && 4 * c.longest_block == c.warp_instructions, "the busiest of four blocks that do the same");
	c = counts_of(ENTRY "mov.u32 %r3, %ctaid.x; setp.eq.u32 %p2, %r3, 2; mov.u32 %r2, 1; @%p2 mov.u32 %r2, 100;\n"
			    "L: add.s32 %r2, %r2, -1; setp.ne.s32 %p1, %r2, 0; @%p1 bra L; mov.u32 %r10, 5;\n" END, 4, 64, 1);
	ok(10 * c.longest_block > 8 * c.warp_instructions && c.longest_block < c.warp_instructions,
	   "and of four of which one loops");
}

/* Each thread reads 64 words from its own place on, `apart` bytes from its neighbour's. */
#define PIECES(apart, bytes) ENTRY \
	"mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r3, %r3, %r4, %r1; and.b32 %r3, %r3, 127; mul.wide.u32 %rd6, %r3, " apart "; add.s64 %rd6, %rd2, %rd6;\n" \
	"mov.u32 %r10, 0; mov.u32 %r2, 64;\n" \
	"L: ld.global.u32 %r11, [%rd6]; add.u32 %r10, %r10, %r11; add.s64 %rd6, %rd6, " bytes "; add.s32 %r2, %r2, -1; setp.ne.s32 %p1, %r2, 0; @%p1 bra L;\n" END

static void again(void)
{
	struct simt_counts c = counts_of(PIECES("1024", "4"), 1, 32, 1), many;

	ok(c.global_load_sectors == 64 * 32 && c.again_sectors_32 == 56 * 32 && c.again_loads_32 == 56,
	   "seven of eight words lie in the sector that was just loaded");
	c = counts_of(PIECES("4", "128"), 1, 32, 1);
	ok(c.global_load_sectors == 256 && !c.again_sectors_16384, "a warp that goes through memory once loads nothing again");
	c = counts_of(PIECES("0", "128"), 1, 128, 1);
	ok(c.again_sectors_32 == 192, "what one warp loads, the others of its block find: the vm runs them one after the other, "
				      "a GPU side by side");
	c = counts_of(PIECES("1024", "4"), 1, 64, 1);
	many = counts_of(PIECES("1024", "4"), 16, 64, 1);
	ok(c.again_sectors_32 && many.again_sectors_32 == 16 * c.again_sectors_32, "a sample of blocks stands for all");
	c = counts_of(PIECES("1024", "4"), 3000, 64, 3);
	many = counts_of(PIECES("1024", "4"), 3000, 64, 1);
	ok(c.again_sectors_32 && !memcmp(&c, &many, sizeof c), "the counts do not depend on the number of host threads");
}

int main(void)
{
	chains();
	others();
	again();
	return tap_done();
}
