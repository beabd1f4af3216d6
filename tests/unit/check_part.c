/*
 * check_part.c - launches with all checks on several host threads: results, counters, findings, memory, footprint and what counts
 * as written are those of one thread, whether the parts of the checker can be united or the blocks run again.
 */
#include "config.h"

#include <stdint.h>

#include "base/buf.h"
#include "base/hash.h"
#include "simt/mem/mem.h"
#include "tests/unit/simt_run.h"

#define BLOCKS 400u
#define THREADS 64u
#define WORDS (BLOCKS * THREADS)

/*
 * %rd4 and %rd5: the thread's own words of out and in, %r1 its number, %r3 its block; the loop of 40 turns gives the host threads
 * something to do, and leaves a number in %r9.
 */
#define BEGIN HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<16>; .reg .f32 %f<4>; .reg .f64 %fd<2>;\n" \
	".shared .align 4 .u32 s[64];\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\n" \
	"mad.lo.u32 %r1, %r3, %r4, %r2; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n" \
	"mov.u32 %r9, %r1; mov.u32 %r8, 0;\nL: mad.lo.u32 %r9, %r9, 1664525, 1013904223; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 40; @%p1 bra L;\n"
#define END "ret;\n}\n"
/* %rd7: one of the first 16 words of out. */
#define BIN "and.b32 %r7, %r9, 15; mul.wide.u32 %rd6, %r7, 4; add.s64 %rd7, %rd1, %rd6;\n"
/* %rd8 and %r11: the thread's own word of s. */
#define SLOT "mul.wide.u32 %rd6, %r2, 4; mov.u64 %rd7, s; add.s64 %rd8, %rd7, %rd6; cvt.u32.u64 %r11, %rd8;\n"
/* %f1: a number of the thread's own, so that the order of a sum shows. */
#define FLOAT BIN "cvt.rn.f32.u32 %f1, %r9; mul.f32 %f1, %f1, 0f3A83126F;\n"
/* Only in block n. */
#define IN_BLOCK(n) "setp.eq.u32 %p2, %r3, " n "; @!%p2 bra M;\n"

struct trial { const char *what, *body; bool united; uint64_t budget; bool poisoned; };

/* The outcome of a launch, and of a second one that reads all of `out`, as text; *threads: of the first one. */
static char *outcome(const struct trial *t, unsigned checks, unsigned threads, unsigned *used)
{
	static const char reads[] = BEGIN "ld.global.u32 %r7, [%rd5]; xor.b32 %r9, %r9, %r7; setp.eq.u32 %p2, %r9, 77; @%p2 "
					  "st.global.u32 [%rd4], %r9;\n" END;
	static uint32_t in[WORDS];
	struct ptx_module *module;
	struct simt_program *p;
	struct simt_result r;
	struct bench b;
	struct buf text = BUF_INIT, say = BUF_INIT;
	uint64_t params[2];

	for (uint32_t k = 0; k < WORDS; k++)
		in[k] = k * 2654435761u;
	buf_printf(&text, "%s%s%s", BEGIN, t->body, END);
	if (!bench_load(&b, buf_text(&text), in, sizeof in, sizeof in))
		return NULL;
	if (t->poisoned)
		simt_poison(b.mem, b.out, in, sizeof in, &b.err);
	b.launch.grid.x = BLOCKS;
	b.launch.block.x = THREADS;
	b.launch.checks = checks;
	b.launch.threads = threads;
	b.launch.footprint = true;
	b.launch.count_lines = true;
	b.launch.budget = t->budget;
	buf_printf(&say, "end %d\n", (int)bench_run(&b));
	*used = b.result.host_threads;
	native_say(&say, b.mem, &(struct simt_launch){ .threads = 1 }, &b.result);
	for (size_t k = 0; k < b.result.ntouched; k++)
		buf_printf(&say, "%llu+%llu %d%d%d\n", (unsigned long long)(b.result.touched[k].addr - b.out),
			   (unsigned long long)b.result.touched[k].bytes, b.result.touched[k].read, b.result.touched[k].written,
			   b.result.touched[k].atomic);
	/* What counts as written. */
	module = ptx_parse(reads, strlen(reads), "reads.ptx", &b.err);
	p = module ? simt_program_new(module, b.mem, &b.err) : NULL;
	params[0] = b.in;
	params[1] = b.out;
	b.launch.params = params;
	b.launch.budget = 0;
	b.launch.threads = 1;
	if (p && (simt_launch)(p, &b.launch, &r, &b.err) == 0) {
		native_say(&say, b.mem, &b.launch, &r);
		simt_result_release(&r);
	}
	simt_program_free(p);
	ptx_free(module);
	bench_free(&b);
	buf_release(&text);
	return buf_detach(&say);
}

static void show(const char *one, const char *two)
{
	while (*one && *one == *two)
		one++, two++;
	printf("# one thread: %.200s\n# several:    %.200s\n", one, two);
}

/* Nobody sees then that they use one word. */
static void test_without_checks(void)
{
	static const struct trial trial = { "without checks", BIN "red.global.add.u32 [%rd7], %r9; red.global.inc.u32 [%rd7], "
							      "1000;\n", true, 0, false };
	unsigned used;
	char *one = outcome(&trial, 0, 1, &used), *two = outcome(&trial, 0, 4, &used);

	ok(one && two && !strcmp(one, two), "sums, and counters that wrap, of the same words, without checks");
	free(one);
	free(two);
}

int main(void)
{
	static const struct trial trials[] = {
		{ "each thread its own words", "ld.global.u32 %r7, [%rd5]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n",
		  true, 0, false },
		{ "an output that nothing had written", "st.global.u32 [%rd4], %r9;\n", true, 0, true },
		{ "half of it", "and.b32 %r7, %r3, 1; setp.eq.u32 %p2, %r7, 0; @%p2 st.global.u32 [%rd4], %r9;\n", true,
		  0, true },
		{ "odd bytes of it", "st.global.u8 [%rd4+1], %r9; st.global.u8 [%rd4+3], %r9;\n", true, 0, true },
		{ "words that all read", "ld.global.u32 %r7, [%rd2+400]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n",
		  true, 0, false },
		{ "an array that is updated", "ld.global.u32 %r7, [%rd4]; add.u32 %r7, %r7, %r9; st.global.u32 [%rd4], %r7;\n",
		  true, 0, false },
		{ "shared memory and barriers", "mul.wide.u32 %rd6, %r2, 4; mov.u64 %rd7, s; add.s64 %rd8, %rd7, %rd6; "
		  "st.shared.u32 [%rd8], %r9; bar.sync 0;\nld.shared.u32 %r7, [s+12]; add.u32 %r9, %r9, %r7; st.global.u32 "
		  "[%rd4], %r9;\n", true, 0, false },
		{ "a word that all blocks write", "st.global.u32 [%rd4], %r9; setp.eq.u32 %p2, %r2, 5; @%p2 st.global.u32 "
						  "[%rd1+80], %r3;\n", false, 0, false },
		{ "a word that all blocks write alike", "mov.u32 %r7, 9; setp.eq.u32 %p2, %r2, 5; @%p2 st.global.u32 [%rd1+80], "
							"%r7;\n", false, 0, false },
		{ "the next block's words", "ld.global.u32 %r7, [%rd4+256]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n",
		  false, 0, false },
		{ "a word of the first block in the last one", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("399") "ld.global.u32 "
		  "%r7, [%rd1+8]; st.global.u32 [%rd4], %r7;\nM:\n", false, 0, false },
		{ "an unwritten word in a late block", IN_BLOCK("300") "ld.global.u32 %r7, [%rd4]; add.u32 %r9, %r9, %r7;\nM: "
								       "st.global.u32 [%rd4], %r9;\n", false, 0, true },
		{ "an access past the end in a late block", IN_BLOCK("350") "st.global.u32 [%rd4+65536], %r9;\nM: st.global.u32 "
									    "[%rd4], %r9;\n", false, 0, false },
		{ "a store into the other array", IN_BLOCK("310") "st.global.u32 [%rd4], %r9;\nM: st.global.u32 [%rd5], %r9;\n",
		  true, 0, false },
		{ "a race in shared memory in a late block", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("380") "mul.wide.u32 %rd6, "
		  "%r2, 4; mov.u64 %rd7, s; add.s64 %rd8, %rd7, %rd6;\nst.shared.u32 [%rd8], %r9; ld.shared.u32 %r7, [s+12]; "
		  "st.global.u32 [%rd4], %r7;\nM:\n", false, 0, false },
		{ "a barrier that some threads miss", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("390") "setp.lt.u32 %p3, %r2, 40; "
		  "@%p3 bra M; bar.sync 0;\nM:\n", false, 0, false },
		{ "a loop without end in a late block", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("370") "N: add.u32 %r8, %r8, 1; "
		  "bra N;\nM:\n", false, 2000000, false },
		{ "a wait for a word that no one writes, in the first block",
		  IN_BLOCK("0") "N: ld.global.u32 %r7, [%rd2]; setp.ne.u32 %p3, %r7, 12345; @%p3 bra N;\n"
		  "M: st.global.u32 [%rd4], %r9;\n", false, 2000000, false },
		{ "the same in a late block", IN_BLOCK("333") "N: ld.global.u32 %r7, [%rd2]; setp.ne.u32 %p3, %r7, 12345; @%p3 "
		  "bra N;\nM: st.global.u32 [%rd4], %r9;\n", false, 2000000, false },
		{ "a wait for the last block, in the first one", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("0")
		  "N: ld.global.u32 %r7, [%rd1+102396]; setp.eq.u32 %p3, %r7, 0; @%p3 bra N;\nM:\n", false, 2000000, false },
		{ "words that all blocks add to", BIN "red.global.add.u32 [%rd7], 1;\n", true, 0, false },
		{ "the same, with results that nobody wants", BIN "atom.global.add.u32 %r10, [%rd7], %r2;\n", true, 0, false },
		{ "a largest one", BIN "red.global.max.u32 [%rd7], %r9;\n", true, 0, false },
		{ "places in shared memory", "mov.u32 %r7, 0; st.shared.u32 [s], %r7; bar.sync 0; atom.shared.add.u32 %r7, "
		  "[s], 1;\nadd.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "sums that nothing had set", BIN "red.global.add.u32 [%rd7], 1;\n", false, 0, true },
		{ "sums of which others want the results", BIN "atom.global.add.u32 %r7, [%rd7], 1; st.global.u32 [%rd5], %r7;\n",
		  false, 0, false },
		{ "sums that the last block reads", BIN "red.global.add.u32 [%rd7], 1;\n" IN_BLOCK("399") "ld.global.u32 %r7, "
		  "[%rd1+8]; st.global.u32 [%rd5], %r7;\nM:\n", false, 0, false },
		{ "sums that a late block sets", BIN "red.global.add.u32 [%rd7], 1;\n" IN_BLOCK("377") "st.global.u32 [%rd1+8], "
		  "%r9;\nM:\n", false, 0, false },
		{ "a sum that each block sets and adds to", "setp.eq.u32 %p2, %r2, 0; @%p2 st.global.u32 [%rd1+8], %r9; bar.sync "
							    "0; red.global.add.u32 [%rd1+8], 1;\n",
		  false, 0, false },
		{ "sums that are atomic within a block only", BIN "red.global.cta.add.u32 [%rd7], 1;\n", false, 0, false },
		{ "sums of floats", BIN "red.global.add.f32 [%rd7], 0f3DCCCCCD;\n", true, 0, false },
		{ "one sum of different floats", FLOAT "red.global.add.f32 [%rd1], %f1;\n", true, 0, false },
		{ "of doubles", FLOAT "cvt.f64.f32 %fd1, %f1; red.global.add.f64 [%rd1+8], %fd1;\n", true, 0, false },
		{ "of pairs of halves", BIN "and.b32 %r9, %r9, 0x3fff3fff; red.global.add.noftz.f16x2 [%rd7], %r9;\n", true, 0,
		  false },
		{ "many", FLOAT "mov.u32 %r8, 0;\nN: red.global.add.f32 [%rd7], %f1; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, "
		  "30; @%p1 bra N;\n", true, 0, false },
		{ "sums and maxima", BIN "red.global.add.u32 [%rd7], 1; red.global.max.u32 [%rd7+64], %r9;\n", true, 0, false },
		{ "of the same words", BIN "red.global.add.u32 [%rd7], %r9; red.global.xor.b32 [%rd7], %r1; red.global.inc.u32 "
					   "[%rd7], 4000000000;\n", true, 0, false },
		{ "sums, and counters that wrap, of the same words", BIN "red.global.add.u32 [%rd7], %r9; red.global.inc.u32 "
								 "[%rd7], 1000;\n", true, 0, false },
		{ "integers and floats in one word", FLOAT "red.global.add.u32 [%rd7], 3; red.global.add.f32 [%rd7], %f1;\n",
		  true, 0, false },
		{ "a float that its own thread reads behind its sum", FLOAT "red.global.add.f32 [%rd4], %f1; ld.global.f32 %f1, "
		  "[%rd4]; st.global.f32 [%rd5], %f1;\n", false, 0, false },
		{ "before it", FLOAT "ld.global.f32 %f2, [%rd4]; st.global.f32 [%rd5], %f2; red.global.add.f32 [%rd4], %f1;\n",
		  false, 0, false },
		{ "a float that its own thread sets behind its sum", FLOAT "red.global.add.f32 [%rd4], %f1; st.global.f32 "
		  "[%rd4], %f1;\n", false, 0, false },
		{ "a loop until a sum is large", FLOAT "N: red.global.add.f32 [%rd4], 0f3F800000; ld.global.f32 %f1, [%rd4]; "
		  "setp.lt.f32 %p1, %f1, 0f41A00000; @%p1 bra N;\n", false, 0, false },
		{ "floats that a late block reads", FLOAT "red.global.add.f32 [%rd7], %f1;\n" IN_BLOCK("399") "ld.global.u32 "
		  "%r7, [%rd1+8]; st.global.u32 [%rd5], %r7;\nM:\n", false, 0, false },
		{ "floats that nothing had set", FLOAT "red.global.add.f32 [%rd7], %f1;\n", false, 0, true },
		{ "floats of which one thread wants the sum", FLOAT "atom.global.add.f32 %f2, [%rd7], %f1; st.global.f32 [%rd5], "
		  "%f2;\n", false, 0, false },
		{ "floats, and an access past the end in a late block", FLOAT "red.global.add.f32 [%rd7], %f1;\n" IN_BLOCK("350")
		  "st.global.u32 [%rd5+65536], %r9;\nM:\n", false, 0, false },
		{ "volatile shared memory, a vote and fences", SLOT "st.volatile.shared.u32 [%rd8], %r9; membar.gl; bar.sync 0;\n"
		  "ld.volatile.shared.u32 %r7, [s+12]; activemask.b32 %r10; add.u32 %r9, %r9, %r7; xor.b32 %r9, %r9, %r10;\n"
		  "st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "a barrier that counts", "setp.lt.u32 %p2, %r2, %r3; barrier.cta.red.popc.u32 %r7, 0, %p2; add.u32 %r9, %r9, "
					   "%r7; st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "shared locks with fences", "mov.u32 %r7, 0; st.shared.u32 [s], %r7; bar.sync 0; setp.eq.u32 %p2, %r2, 3;\n"
		  "@%p2 st.shared.u32 [s+8], %r9; membar.cta; @%p2 atom.shared.exch.b32 %r10, [s], 1;\nbar.sync 0; "
		  "ld.shared.u32 %r7, [s+8]; st.global.u32 [%rd4], %r7;\n", true, 0, false },
		{ "copies to shared memory", SLOT "cp.async.ca.shared.global [%r11], [%rd5], 4; cp.async.wait_all; bar.sync 0;\n"
		  "ld.shared.u32 %r7, [s+12]; st.global.u32 [%rd4], %r7;\n", true, 0, false },
		{ "copies of what the next block writes", SLOT "cp.async.ca.shared.global [%r11], [%rd4+256], 4; "
		  "cp.async.wait_all; bar.sync 0;\nld.shared.u32 %r7, [s+12]; st.global.u32 [%rd4], %r7;\n", false, 0, false },
		{ "copies without a wait in a late block", SLOT "cp.async.ca.shared.global [%r11], [%rd5], 4;\n"
		  "setp.eq.u32 %p2, %r3, 390; @%p2 bra M; cp.async.wait_all;\nM: bar.sync 0;\n"
		  "ld.shared.u32 %r7, [s+12]; st.global.u32 [%rd4], %r7;\n", false, 0, false },
		{ "fences, and a word that the last block reads", "st.global.u32 [%rd4], %r9; membar.gl; "
		  "red.global.add.u32 [%rd2], 1;\n" IN_BLOCK("399") "ld.global.u32 %r7, [%rd1+8]; st.global.u32 [%rd4], "
		  "%r7;\nM:\n", false, 0, false },
		{ "fences and sums of floats", FLOAT "membar.gl; red.global.add.f32 [%rd7], %f1; membar.gl; bar.sync 0;\n",
		  true, 0, false },
		{ "floats, and a small budget", FLOAT "red.global.add.f32 [%rd7], %f1;\n", false, 60000, false },
		{ "a small budget", "st.global.u32 [%rd4], %r9;\n", false, 60000, false },
	};

	for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
		for (unsigned threads = 2; threads < 5; threads += 2) {
			unsigned used[2] = { 0, 0 };
			char *one = outcome(&trials[k], SIMT_CHECK_ALL, 1, &used[0]);
			char *two = outcome(&trials[k], SIMT_CHECK_ALL, threads, &used[1]);
			bool same = one && two && !strcmp(one, two);

			ok(same, "%s: %u host threads give what one gives", trials[k].what, threads);
			if (!same && one && two)
				show(one, two);
			ok(used[0] == 1 && used[1] == (trials[k].united ? threads : 1), "and %s",
			   trials[k].united ? "they all run" : "one of them runs it again");
			free(one);
			free(two);
		}
	test_without_checks();
	return tap_done();
}
