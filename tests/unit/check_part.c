/*
 * check_part.c - launches with all checks on several host threads: results, counters, findings, memory, footprint and what counts as
 * written are those of one thread, whether the parts of the checker can be united or the blocks run again.
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
 * %rd4 and %rd5: the thread's own words of out and in, %r1 its number, %r3 its block; the loop of 40 turns gives the host threads something
 * to do, and leaves a number in %r9.
 */
#define BEGIN HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<16>; .shared .align 4 .u32 s[64];\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\n" \
	"mad.lo.u32 %r1, %r3, %r4, %r2; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n" \
	"mov.u32 %r9, %r1; mov.u32 %r8, 0;\nL: mad.lo.u32 %r9, %r9, 1664525, 1013904223; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 40; @%p1 bra L;\n"
#define END "ret;\n}\n"
/* Only in block n. */
#define IN_BLOCK(n) "setp.eq.u32 %p2, %r3, " n "; @!%p2 bra M;\n"

struct trial { const char *what, *body; bool united; uint64_t budget; bool poisoned; };

/* The outcome of a launch, and of a second one that reads all of `out`, as text; *threads: of the first one. */
static char *outcome(const struct trial *t, unsigned threads, unsigned *used)
{
	static const char reads[] = BEGIN "ld.global.u32 %r7, [%rd5]; xor.b32 %r9, %r9, %r7; setp.eq.u32 %p2, %r9, 77; @%p2 st.global.u32 [%rd4], %r9;\n" END;
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
	b.launch.checks = SIMT_CHECK_ALL;
	b.launch.threads = threads;
	b.launch.footprint = true;
	b.launch.count_lines = true;
	b.launch.budget = t->budget;
	buf_printf(&say, "end %d\n", (int)bench_run(&b));
	*used = b.result.host_threads;
	native_say(&say, b.mem, &(struct simt_launch){ .threads = 1 }, &b.result);
	for (size_t k = 0; k < b.result.ntouched; k++)
		buf_printf(&say, "%llu+%llu %d%d%d\n", (unsigned long long)(b.result.touched[k].addr - b.out), (unsigned long long)b.result.touched[k].bytes,
			   b.result.touched[k].read, b.result.touched[k].written, b.result.touched[k].atomic);
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

int main(void)
{
	static const struct trial trials[] = {
		{ "each thread its own words", "ld.global.u32 %r7, [%rd5]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "an output that nothing had written", "st.global.u32 [%rd4], %r9;\n", true, 0, true },
		{ "half of it", "and.b32 %r7, %r3, 1; setp.eq.u32 %p2, %r7, 0; @%p2 st.global.u32 [%rd4], %r9;\n", true, 0, true },
		{ "odd bytes of it", "st.global.u8 [%rd4+1], %r9; st.global.u8 [%rd4+3], %r9;\n", true, 0, true },
		{ "words that all read", "ld.global.u32 %r7, [%rd2+400]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "an array that is updated", "ld.global.u32 %r7, [%rd4]; add.u32 %r7, %r7, %r9; st.global.u32 [%rd4], %r7;\n", true, 0, false },
		{ "shared memory and barriers", "mul.wide.u32 %rd6, %r2, 4; mov.u64 %rd7, s; add.s64 %rd8, %rd7, %rd6; st.shared.u32 [%rd8], %r9; bar.sync 0;\n"
		  "ld.shared.u32 %r7, [s+12]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n", true, 0, false },
		{ "a word that all blocks write", "st.global.u32 [%rd4], %r9; setp.eq.u32 %p2, %r2, 5; @%p2 st.global.u32 [%rd1+80], %r3;\n", false, 0, false },
		{ "a word that all blocks write alike", "mov.u32 %r7, 9; setp.eq.u32 %p2, %r2, 5; @%p2 st.global.u32 [%rd1+80], %r7;\n", false, 0, false },
		{ "the next block's words", "ld.global.u32 %r7, [%rd4+256]; add.u32 %r9, %r9, %r7; st.global.u32 [%rd4], %r9;\n", false, 0, false },
		{ "a word of the first block in the last one", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("399") "ld.global.u32 %r7, [%rd1+8]; st.global.u32 [%rd4], %r7;\nM:\n", false, 0, false },
		{ "an unwritten word in a late block", IN_BLOCK("300") "ld.global.u32 %r7, [%rd4]; add.u32 %r9, %r9, %r7;\nM: st.global.u32 [%rd4], %r9;\n", false, 0, true },
		{ "an access past the end in a late block", IN_BLOCK("350") "st.global.u32 [%rd4+65536], %r9;\nM: st.global.u32 [%rd4], %r9;\n", false, 0, false },
		{ "a store into the other array", IN_BLOCK("310") "st.global.u32 [%rd4], %r9;\nM: st.global.u32 [%rd5], %r9;\n", true, 0, false },
		{ "a race in shared memory in a late block", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("380") "mul.wide.u32 %rd6, %r2, 4; mov.u64 %rd7, s; add.s64 %rd8, %rd7, %rd6;\n"
		  "st.shared.u32 [%rd8], %r9; ld.shared.u32 %r7, [s+12]; st.global.u32 [%rd4], %r7;\nM:\n", false, 0, false },
		{ "a barrier that some threads miss", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("390") "setp.lt.u32 %p3, %r2, 40; @%p3 bra M; bar.sync 0;\nM:\n", false, 0, false },
		{ "a loop without end in a late block", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("370") "N: add.u32 %r8, %r8, 1; bra N;\nM:\n", false, 2000000, false },
		{ "a wait for a word that no one writes, in the first block", IN_BLOCK("0") "N: ld.global.u32 %r7, [%rd2]; setp.ne.u32 %p3, %r7, 12345; @%p3 bra N;\n"
		  "M: st.global.u32 [%rd4], %r9;\n", false, 2000000, false },
		{ "the same in a late block", IN_BLOCK("333") "N: ld.global.u32 %r7, [%rd2]; setp.ne.u32 %p3, %r7, 12345; @%p3 bra N;\n"
		  "M: st.global.u32 [%rd4], %r9;\n", false, 2000000, false },
		{ "a wait for the last block, in the first one", "st.global.u32 [%rd4], %r9;\n" IN_BLOCK("0")
		  "N: ld.global.u32 %r7, [%rd1+102396]; setp.eq.u32 %p3, %r7, 0; @%p3 bra N;\nM:\n", false, 2000000, false },
		{ "a small budget", "st.global.u32 [%rd4], %r9;\n", false, 60000, false },
	};

	for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
		for (unsigned threads = 2; threads < 5; threads += 2) {
			unsigned used[2] = { 0, 0 };
			char *one = outcome(&trials[k], 1, &used[0]), *two = outcome(&trials[k], threads, &used[1]);
			bool same = one && two && !strcmp(one, two);

			ok(same, "%s: %u host threads give what one gives", trials[k].what, threads);
			if (!same && one && two)
				show(one, two);
			ok(used[0] == 1 && used[1] == (trials[k].united ? threads : 1), "and %s", trials[k].united ? "they all run" : "one of them runs it again");
			free(one);
			free(two);
		}
	return tap_done();
}
