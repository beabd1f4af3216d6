/*
 * native.c - native execution agrees with the interpreter bit for bit: results, counters (of each line, too), findings, and the
 * end of the launch. It runs the kernels of tests/bench, with good and bad sizes, pointers and budgets; texts whose lanes
 * diverge, wait, trap and fault; and random kernels, 4 or $ROUNDS of them, from $SEED. NATIVE_SHOW=1 prints texts that do not
 * compile or agree.
 */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tests/tap/tap.h"
#include "toolchain/native.h"

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"
#define WORDS 4096

static unsigned loads, loaded;

static const void *counting_load(const char *text, size_t len)
{
	const void *table = native_load(text, len);

	loads++;
	loaded += table != NULL;
	if (!table)
		printf("# a translation of %zu bytes does not compile\n", len);
	if (!table && getenv("NATIVE_SHOW"))
		fwrite(text, 1, len, stderr);
	return table;
}

/* One launch: two arrays of WORDS words, their addresses moved by `moved` bytes, and a number. */
struct trial {
	const char *kernel;
	struct dim3u grid, block;
	uint64_t budget;
	int64_t moved;
	int n;
	bool product;    /* takes two inputs */
	bool strays;     /* n: elements from `out` to `in` */
	unsigned threads;
};

static char *said; /* the last launch's outcome as text */

static void say(struct buf *b, const struct simt_result *r, const uint32_t *out)
{
	char hash[HASH_HEX];

	buf_printf(b, "end %d cause %d\n", (int)r->end, (int)r->cause);
	for (size_t k = 0; k < simt_ncounters; k++)
		buf_printf(b, "%s %llu\n", simt_counters[k].name,
			   (unsigned long long)simt_counter_value(&r->counts, &simt_counters[k]));
	for (size_t n = 0; n < r->nlines; n++)
		for (size_t k = 0; k < simt_ncounters; k++)
			buf_printf(b, "line %d %s %llu\n", r->lines[n].line, simt_counters[k].name,
				   (unsigned long long)simt_counter_value(&r->lines[n].counts, &simt_counters[k]));
	for (size_t f = 0; f < r->nfindings; f++)
		buf_printf(b, "%s. %s\n", r->findings[f].message, r->findings[f].advice ? r->findings[f].advice : "");
	hash_bytes(out, WORDS * 4, hash);
	buf_printf(b, "result %s\n", hash);
}

/* The outcome as text, which the caller frees; NULL if the launch was not possible. */
static char *outcome(const char *ptx, const struct trial *t, unsigned checks, enum simt_native when)
{
	struct error err = { 0 };
	struct ptx_module *module = ptx_parse(ptx, strlen(ptx), "test.ptx", &err);
	struct simt_mem *mem = simt_mem_new(1u << 26, &err);
	struct simt_program *p = module && mem ? simt_program_new(module, mem, &err) : NULL;
	static uint32_t words[WORDS], out[WORDS];
	struct { uint64_t out, in, other; int32_t n; } product = { .n = t->n };
	struct { uint64_t out, in; int32_t n; } plain = { .n = t->n };
	struct simt_launch l = { .kernel = t->kernel, .grid = t->grid, .block = t->block, .checks = checks, .budget = t->budget,
				 .params = &plain, .params_len = sizeof plain, .count_lines = true, .threads = t->threads };
	struct simt_result r;
	struct buf b = BUF_INIT;
	struct rng rng;
	bool good = p;

	simt_native_use(when, counting_load);
	rng_init(&rng, 7);
	for (size_t k = 0; k < WORDS; k++) {
		float f = (float)(rng_next(&rng) % 1000) / 64 - 5;

		memcpy(&words[k], &f, 4);
		if (k % 37 == 5)
			words[k] = (uint32_t)rng_next(&rng); /* also all kinds of NaN */
	}
	good = good && !simt_alloc(mem, sizeof words, "out", 4, 0, &plain.out, &err) &&
	       !simt_alloc(mem, sizeof words, "in", 4, 0, &plain.in, &err) &&
	       !simt_alloc(mem, sizeof words, "other", 4, 0, &product.other, &err) &&
	       !simt_write(mem, plain.out, words, sizeof words, &err) && !simt_write(mem, plain.in, words, sizeof words, &err) &&
	       !simt_write(mem, product.other, words, sizeof words, &err);
	product.out = plain.out;
	plain.n = t->strays ? (int32_t)((int64_t)(plain.in - plain.out) / 4) : plain.n;
	plain.in += (uint64_t)t->moved;
	product.in = plain.in;
	if (t->product) {
		l.params = &product;
		l.params_len = sizeof product;
	}
	if (good && !simt_launch(p, &l, &r, &err)) {
		simt_read(mem, plain.out, out, sizeof out, &err);
		say(&b, &r, out);
		simt_result_release(&r);
	} else {
		printf("# %s\n", err.text);
		good = false;
	}
	simt_program_free(p);
	simt_mem_free(mem);
	ptx_free(module);
	return good ? buf_detach(&b) : NULL;
}

static void agree_with(const char *what, const char *ptx, const struct trial *t, unsigned checks)
{
	char *one = outcome(ptx, t, checks, SIMT_NATIVE_NEVER), *two = outcome(ptx, t, checks, SIMT_NATIVE_ALWAYS);
	bool same = one && two && !strcmp(one, two);

	if (!same && one && two)
		for (char *a = one, *b = two; *a && *b;) {
			size_t na = strcspn(a, "\n"), nb = strcspn(b, "\n");

			if (na != nb || memcmp(a, b, na) != 0)
				printf("# interpreted: %.*s\n# native:      %.*s\n", (int)na, a, (int)nb, b);
			a += na + (a[na] != 0);
			b += nb + (b[nb] != 0);
		}
	if (!same && getenv("NATIVE_SHOW"))
		fputs(ptx, stderr);
	ok(same, "%s: native execution agrees%s", what, checks == SIMT_CHECK_BOUNDS ? "" : ", with all checks");
	said = two;
	free(one);
}

/* `said` is of the launch with all checks. */
static void agree(const char *what, const char *ptx, const struct trial *t)
{
	agree_with(what, ptx, t, SIMT_CHECK_BOUNDS);
	free(said);
	agree_with(what, ptx, t, SIMT_CHECK_ALL);
}

static bool saw(const char *word) { return said && strstr(said, word); }

static void files(void)
{
	static const struct { const char *file, *kernel; bool product; } kernels[] = {
		{ "matmul_nvcc.ptx", "naive", true }, { "matmul_nvcc.ptx", "tiled", true }, { "matmul_clang.ptx", "naive", true },
		{ "matmul_clang.ptx", "tiled", true }, { "native.ptx", "stencil", false }, { "native.ptx", "mandelbrot", false },
	};
	static const struct { const char *what; int n; uint32_t x, y; int64_t moved; uint64_t budget; unsigned threads;
			      } ways[] = {
		{ "whole blocks", 48, 16, 16, 0, 0, 1 }, { "a ragged edge", 61, 16, 16, 0, 0, 1 },
			{ "blocks of 32 x 4", 50, 32, 4, 0, 0, 1 },
		{ "blocks of 10 x 9", 40, 10, 9, 0, 0, 1 }, { "an input that is too small", 64, 16, 16, 4096, 0, 1 },
		{ "a misaligned input", 40, 16, 16, 2, 0, 1 }, { "a small budget", 60, 16, 16, 0, 3000, 1 },
		{ "two host threads", 64, 16, 16, 0, 0, 2 },
	};

	for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
		for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
			uint32_t n = (uint32_t)ways[w].n, x = ways[w].x, y = ways[w].y;
			struct trial t = { .kernel = kernels[k].kernel, .grid = { (n + x - 1) / x, (n + y - 1) / y, 1 },
					   .block = { x, y, 1 }, .budget = ways[w].budget, .moved = ways[w].moved, .n = ways[w].n,
					   .product = kernels[k].product, .threads = ways[w].threads };
			struct buf text = BUF_INIT;
			char path[4096], what[200];

			/* The tiled kernel is made for its own tiles. */
			if (!strcmp(kernels[k].kernel, "tiled") && (x != 16 || y != 16))
				continue;
			snprintf(path, sizeof path, "%s/bench/%s", getenv("TESTS_DIR"), kernels[k].file);
			snprintf(what, sizeof what, "%s of %s, %s", kernels[k].kernel, kernels[k].file, ways[w].what);
			if (file_read(path, 1u << 20, &text, NULL) == 0)
				agree(what, buf_text(&text), &t);
			if (ways[w].moved == 4096 && kernels[k].product)
				ok(saw("end 1") || saw("out of bounds"), "and it is a fault");
			free(said);
			buf_release(&text);
		}
}

#define ENTRY HEAD ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) {\n" \
	".reg .b32 %r<20>;\n.reg .b64 %d<20>;\n.reg .f32 %f<10>;\n.reg .f64 %g<10>;\n.reg .pred %p<10>;\n.shared .align 8 .b8 s[4096];\n" \
	"ld.param.u64 %d0, [out];\nld.param.u64 %d1, [in];\nld.param.u32 %r0, [n];\ncvta.to.global.u64 %d0, %d0;\ncvta.to.global.u64 %d1, %d1;\n" \
	"mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmad.lo.s32 %r4, %r2, %r3, %r1;\nmul.wide.s32 %d2, %r4, 4;\n" \
	"add.s64 %d3, %d1, %d2;\nadd.s64 %d4, %d0, %d2;\nld.global.u32 %r5, [%d3];\n"

static void texts(void)
{
	/* blocks: 0: three, which are all in the sample of exec/reuse.h. */
	static const struct { const char *what, *body; uint32_t x; uint64_t budget; uint32_t blocks; } cases[] = {
		{ "loads of shared memory between loads that change their array",
		  "mov.u32 %r10, s;\nmov.u32 %r6, %tid.x;\nshl.b32 %r6, %r6, 2;\nadd.u32 %r6, %r6, %r10;\n"
		  "st.shared.u32 [%r6], %r5;\nbar.sync 0;\nmov.u32 %r7, 0;\nmov.u64 %d6, %d0;\nmov.u64 %d7, %d1;\nL: "
		  "ld.shared.u32 %r8, [%r10];\nld.shared.u32 %r13, [%r6];\nld.global.u32 %r9, [%d6];\nld.shared.u32 %r11, "
		  "[%r10+4];\nld.shared.u32 %r12, [%r10+8];\nadd.u32 %r5, %r5, %r8;\nadd.u32 %r5, %r5, %r9;\n"
		  "xor.b32 %r5, %r5, %r11;\nadd.u32 %r5, %r5, %r12;\nadd.u32 %r5, %r5, %r13;\nmov.u64 %d8, %d6;\nmov.u64 %d6, "
		  "%d7;\nmov.u64 %d7, %d8;\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p1, %r7, 90;\n@%p1 bra L;\nst.global.u32 [%d4], "
		  "%r5;\nret;\n}\n", 64, 0, 12 },
		{ "loads of shared memory until the budget ends", "mov.u32 %r10, s;\nst.shared.u32 [%r10], %r5;\nsetp.ne.u32 "
		  "%p1, %r2, 5;\n@%p1 exit;\nL: ld.shared.u32 %r8, [%r10];\nld.shared.u32 %r11, [%r10+4];\nadd.u32 %r5, %r5, "
		  "%r8;\nadd.u32 %r5, %r5, %r11;\nbra L;\n}\n", 64, 5000, 12 },
		{ "an early exit", "setp.gt.u32 %p1, %r1, 13;\n@%p1 exit;\nadd.u32 %r5, %r5, 1;\nst.global.u32 [%d4], "
				   "%r5;\nret;\n}\n", 64, 0, 0 },
		{ "parted ways that meet", "and.b32 %r6, %r1, 1;\nsetp.eq.u32 %p1, %r6, 0;\nmov.u32 %r7, 5;\n@%p1 bra "
		  "L;\nmov.u32 %r7, 9;\nadd.u32 %r7, %r7, %r1;\nadd.u32 %r7, %r7, 1;\nL: add.u32 %r5, %r5, %r7;\nmul.wide.s32 "
		  "%d5, %r7, 4;\nadd.s64 %d5, %d5, %d1;\nld.global.u32 %r8, [%d5];\nadd.u32 %r5, %r5, %r8;\n"
		  "st.global.u32 [%d4], %r5;\nret;\n}\n", 64, 0, 0 },
		{ "a value that is even only before lanes part",
		  "mov.u32 %r7, 3;\nsetp.gt.u32 %p1, %r1, 20;\n@!%p1 bra L;\nmov.u32 %r7, 4;\nL: setp.ge.u32 %p2, %r7, 4;\n"
		  "@%p2 bra M;\nadd.u32 %r5, %r5, 100;\nM: add.u32 %r5, %r5, %r7;\nst.global.u32 [%d4], %r5;\nret;\n}\n",
		  96, 0, 0 },
		{ "loops of several lengths", "and.b32 %r6, %r5, 31;\nmov.u32 %r7, 0;\nL: add.u32 %r7, %r7, %r6;\nmul.lo.u32 "
		  "%r8, %r7, 3;\nxor.b32 %r7, %r7, %r8;\nsub.u32 %r6, %r6, 1;\nsetp.gt.s32 %p1, %r6, 0;\n@%p1 bra "
		  "L;\nst.global.u32 [%d4], %r7;\nret;\n}\n", 100, 0, 0 },
		{ "a barrier in a loop", "mov.u32 %r6, 0;\nmov.u32 %r9, s;\nshl.b32 %r10, %r1, 2;\nadd.u32 %r9, %r9, %r10;\nL: "
		  "add.u32 %r7, %r5, %r6;\nst.shared.u32 [%r9], %r7;\nbar.sync 0;\nxor.b32 %r11, %r10, 4;\nmov.u32 %r12, "
		  "s;\nadd.u32 %r12, %r12, %r11;\nld.shared.u32 %r8, [%r12];\nbar.sync 0;\nadd.u32 %r5, %r5, %r8;\n"
		  "add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 9;\n@%p1 bra L;\nst.global.u32 [%d4], %r5;\nret;\n}\n",
		  128, 0, 0 },
		{ "a barrier that some threads skip", "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra L;\nbar.sync 0;\nL: add.u32 %r5, %r5, "
						      "1;\nst.global.u32 [%d4], %r5;\nbar.sync 0;\nret;\n}\n", 64, 0, 0 },
		{ "a loop without end", "L: add.u32 %r5, %r5, 1;\nadd.u32 %r6, %r5, %r1;\nbra L;\n}\n", 64, 20000, 0 },
		{ "a loop that waits for what never comes", "L: ld.volatile.global.u32 %r6, [%d0];\nsetp.ne.u32 %p1, %r6, "
							    "77;\n@%p1 bra L;\nret;\n}\n", 64, 0, 0 },
		{ "a trap", "setp.eq.u32 %p1, %r1, 40;\nadd.u32 %r5, %r5, 1;\n@%p1 trap;\nst.global.u32 [%d4], %r5;\nret;\n}\n",
		  64, 0, 0 },
		{ "a null pointer", "mov.u64 %d6, 0;\nld.global.u32 %r6, [%d6];\nadd.u32 %r5, %r5, %r6;\nst.global.u32 [%d4], "
				    "%r5;\nret;\n}\n", 64, 0, 0 },
		{ "a store out of bounds by one lane", "setp.eq.u32 %p1, %r1, 7;\nselp.u32 %r6, 1000000, 0, %p1;\nmul.wide.u32 "
		  "%d6, %r6, 4;\nadd.s64 %d6, %d6, %d4;\nst.global.u32 [%d6], %r5;\nret;\n}\n", 64, 0, 0 },
		{ "an address that wraps at 32 bits", "add.u32 %r6, %r1, 4294967280;\nmul.wide.u32 %d6, %r6, 4;\nshr.u64 %d7, "
		  "%d6, 2;\ncvt.u32.u64 %r7, %d7;\nadd.u32 %r7, %r7, %r6;\ncvt.s64.s32 %d8, %r6;\nadd.s64 %d8, %d8, "
		  "%d7;\ncvt.u32.u64 %r8, %d8;\nst.global.u32 [%d4], %r8;\nret;\n}\n", 64, 0, 0 },
		{ "an index that counts from the end where it is negative, in Numba's two forms",
		  "sub.s32 %r6, %r4, 40;\nsetp.lt.s32 %p1, %r6, 0;\ncvt.s64.s32 %d5, %r6;\nselp.b64 %d6, 192, 0, %p1;\nadd.s64 "
		  "%d6, %d6, %d5;\nshl.b64 %d6, %d6, 2;\nadd.s64 %d6, %d6, %d1;\nld.global.u32 %r7, [%d6];\nadd.s64 %d7, %d5, "
		  "-9;\nshr.s64 %d8, %d7, 63;\nand.b64 %d8, %d8, 192;\nadd.s64 %d8, %d8, %d7;\n"
		  "shl.b64 %d8, %d8, 2;\nadd.s64 %d8, %d8, %d1;\nld.global.u32 %r8, [%d8];\nadd.u32 %r5, %r7, "
		  "%r8;\nst.global.u32 [%d4], %r5;\nret;\n}\n", 64, 0, 0 },
		{ "signs of values that go round", "mul.lo.s32 %r6, %r4, 16777216;\nshr.s32 %r7, %r6, 31;\nadd.u32 %r5, %r5, "
						   "%r7;\nmul.lo.s32 %r6, %r4, 16777217;\nsetp.gt.s32 %p1, %r6, -1;\n"
		  "selp.u32 %r8, %r4, 7, %p1;\nadd.u32 %r5, %r5, %r8;\nmul.wide.s32 %d5, %r4, 1073741824;\nshl.b64 %d5, %d5, "
		  "28;\nshr.s64 %d6, %d5, 63;\nsetp.le.s64 %p2, %d5, -1;\nselp.u32 %r9, 3, %r4, %p2;\ncvt.u32.u64 %r10, "
		  "%d6;\nadd.u32 %r5, %r5, %r9;\nadd.u32 %r5, %r5, %r10;\nst.global.u32 [%d4], %r5;\nret;\n}\n", 64, 0, 0 },
		{ "doubles with NaNs of several kinds", "cvt.u64.u32 %d6, %r5;\nshl.b64 %d6, %d6, 32;\nmov.b64 %g0, "
							"%d6;\nld.global.u32 %r6, [%d3+4];\ncvt.u64.u32 %d7, %r6;\n"
		  "shl.b64 %d7, %d7, 32;\nmov.b64 %g1, %d7;\nadd.f64 %g2, %g0, %g1;\nmul.f64 %g3, %g0, %g1;\nfma.rn.f64 %g4, "
		  "%g2, %g3, %g0;\nsetp.lt.f64 %p1, %g2, %g3;\nselp.f64 %g4, %g4, %g2, %p1;\nmov.b64 %d8, %g4;\nshr.u64 %d8, "
		  "%d8, 20;\ncvt.u32.u64 %r7, %d8;\nst.global.u32 [%d4], %r7;\nret;\n}\n", 64, 0, 0 },
		{ "guards, selections and atomics", "and.b32 %r6, %r1, 3;\nsetp.eq.u32 %p1, %r6, 2;\nmov.u32 %r7, 1;\n@%p1 "
		  "add.u32 %r7, %r7, %r5;\n@!%p1 mul.lo.u32 %r7, %r7, 7;\nselp.b32 %r8, %r7, %r1, %p1;\n@%p1 setp.gt.u32 %p1, "
		  "%r8, 50;\n@%p1 st.global.u32 [%d4], %r8;\natom.global.add.u32 %r9, [%d0+4096], 1;\n"
		  "and.b32 %r9, %r9, 1023;\nred.global.max.u32 [%d0+8192], %r9;\nret;\n}\n", 96, 0, 0 },
		{ "the same word by all lanes, and words apart", "st.global.u32 [%d0+64], %r1;\nshl.b32 %r6, %r1, 4;\nmov.u32 "
								 "%r7, s;\nadd.u32 %r7, %r7, %r6;\nst.shared.u32 [%r7], %r5;\n"
		  "bar.sync 0;\nld.shared.u32 %r8, [%r7];\nmul.wide.u32 %d6, %r1, 8;\nadd.s64 %d7, %d0, %d6;\ncvt.u64.u32 %d8, "
		  "%r8;\nst.global.u64 [%d7+1024], %d8;\nld.global.u64 %d9, [%d7+1024];\ncvt.u32.u64 %r9, %d9;\nst.shared.u64 "
		  "[%r7], %d9;\nld.shared.u64 %d10, [%r7];\ncvt.u32.u64 %r9, %d10;\nst.global.u32 [%d4], %r9;\nret;\n}\n",
		  64, 0, 0 },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct trial t = { .kernel = "k", .grid = { cases[k].blocks ? cases[k].blocks : 3, 1, 1 },
				   .block = { cases[k].x, 1, 1 }, .budget = cases[k].budget, .n = 100, .threads = 1 };
		struct buf text = BUF_INIT;

		buf_printf(&text, "%s%s", ENTRY, cases[k].body);
		agree(cases[k].what, buf_text(&text), &t);
		free(said);
		buf_release(&text);
	}
}

/* ---- arrays that nothing writes ------------------------------------------------------- */

#define READS(times) "mov.u32 %r6, 0;\nL: ld.global.u32 %r8, [%d3];\nadd.u32 %r5, %r5, %r8;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, " times \
	";\n@%p1 bra L;\nst.global.u32 [%d4], %r5;\nsetp.eq.u32 %p2, %r4, 200;\n"
#define STRAYS "mul.wide.s32 %d6, %r0, 4;\nadd.s64 %d7, %d0, %d6;\n@%p2 st.global.u32 [%d7+20], %r5;\nret;\n}\n"

/* Their readers need no record: check_calm.c. A race on another array is found, however much was read before. */
static void calm(void)
{
	static const struct { const char *what, *body; bool strays, races; } cases[] = {
		{ "an array that is only read", READS("900") "ret;\n}\n", false, false },
		{ "one that a late thread writes", READS("900") "@%p2 st.global.u32 [%d1+20], %r5;\nret;\n}\n", false, true },
		{ "one that may be the other", READS("900") "selp.b64 %d6, %d1, %d0, %p2;\n@%p2 st.global.u32 [%d6+20], "
							    "%r5;\nret;\n}\n", false, true },
		{ "an atomic operation", READS("900") "@%p2 red.global.add.u32 [%d1+20], 1;\nret;\n}\n", false, true },
		{ "a generic address", READS("900") "cvta.global.u64 %d6, %d1;\n@%p2 st.u32 [%d6+20], %r5;\nret;\n}\n",
		  false, true },
		{ "a store that strays after many reads", READS("900") STRAYS, true, false },
		{ "a store that strays after few", READS("3") STRAYS, true, false },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct trial t = { .kernel = "k", .grid = { 3, 1, 1 }, .block = { 96, 1, 1 }, .n = 100, .threads = 1,
				   .strays = cases[k].strays };
		struct buf text = BUF_INIT;

		buf_printf(&text, "%s%s", ENTRY, cases[k].body);
		agree(cases[k].what, buf_text(&text), &t);
		ok(saw("nothing orders") == cases[k].races, "%s: %s", cases[k].what, cases[k].races ? "a race" : "no race");
		ok(saw(" elements. ") == cases[k].strays, "%s: %s", cases[k].what,
		   cases[k].strays ? "it strays" : "it does not stray");
		free(said);
		buf_release(&text);
	}
}

/* ---- loads of shared memory, checked where they run ----------------------------------- */

/* A block of 16 x 16; %r1: the thread's number in it. */
#define FILLS "mov.u32 %r16, %tid.x;\nmov.u32 %r18, %tid.y;\nmad.lo.s32 %r1, %r18, 16, %r16;\nmad.lo.s32 %r4, %r2, 256, %r1;\n" \
	"mul.wide.s32 %d2, %r4, 4;\nadd.s64 %d4, %d0, %d2;\nshl.b32 %r6, %r1, 4;\nmov.u32 %r7, s;\nadd.u32 %r8, %r7, %r6;\nst.shared.v4.u32 [%r8], {%r5, %r5, %r5, %r5};\n" \
	".shared .align 8 .b8 other[64];\nmov.u32 %r13, other;\nand.b32 %r14, %r1, 15;\nshl.b32 %r14, %r14, 2;\nadd.u32 %r13, %r13, %r14;\n" \
	"setp.lt.u32 %p3, %r1, 16;\n@%p3 st.shared.u32 [%r13], %r5;\nbar.sync 0;\nsetp.eq.u32 %p2, %r1, 200;\nsetp.eq.u32 %p4, %r1, 3;\n"
/* All threads read rows 0 to n - 1 of 16 words, and of row tid / 16 the words 0 to n - 1. */
#define LOOP(n, type) "shl.b32 %r17, %r16, 2;\nadd.u32 %r9, %r7, %r17;\nshl.b32 %r19, %r18, 6;\n" \
	"add.u32 %r10, %r7, %r19;\nmov.u32 %r15, 0;\nL: ld" type ".shared.u32 %r11, [%r9];\nld" type ".shared.u32 %r12, [%r10];\nadd.u32 %r5, %r5, %r11;\n" \
	"add.u32 %r5, %r5, %r12;\nadd.u32 %r9, %r9, 64;\nadd.u32 %r10, %r10, 4;\nadd.u32 %r15, %r15, 1;\nsetp.lt.u32 %p1, %r15, " n ";\n@%p1 bra L;\n"
#define ENDS "st.global.u32 [%d4], %r5;\nret;\n}\n"

/* fast_loads.h and its copy in prelude.c: a race next to what they represent, and one just outside of it. */
static void fast_loads(void)
{
	static const struct { const char *what, *body; bool races, strays; } cases[] = {
		{ "rows and words that are only read", FILLS LOOP("8", "") ENDS, false, false },
		{ "the last word of the rows is written", FILLS LOOP("8", "") "@%p2 st.shared.u32 [%r7+508], %r1;\n" ENDS,
		  true, false },
		{ "a word of another half-warp is", FILLS LOOP("8", "") "@%p2 st.shared.u32 [%r7+540], %r1;\n" ENDS,
		  true, false },
		{ "the next one is, which nobody reads", FILLS LOOP("8", "") "@%p2 st.shared.u32 [%r7+544], %r1;\n" ENDS,
		  false, false },
		{ "a word of its own half-warp is", FILLS LOOP("8", "") "@%p2 st.shared.u32 [%r7+796], %r1;\n" ENDS,
		  true, false },
		{ "the next one is", FILLS LOOP("8", "") "@%p2 st.shared.u32 [%r7+800], %r1;\n" ENDS, false, false },
		{ "two words are, and one is read", FILLS LOOP("8", "") "@%p2 st.shared.u64 [%r7+536], %d0;\n" ENDS,
		  true, false },
		{ "two words are, and neither is read", FILLS LOOP("8", "") "@%p2 st.shared.u64 [%r7+544], %d0;\n" ENDS,
		  false, false },
		{ "four words are, and the first is read", FILLS LOOP("7", "") "@%p2 st.shared.v4.u32 [%r7+528], {%r1, %r1, %r1, "
		  "%r1};\n" ENDS, true, false },
		{ "four words are, and none is read", FILLS LOOP("8", "") "@%p2 st.shared.v4.u32 [%r7+544], {%r1, %r1, %r1, "
									  "%r1};\n" ENDS, false, false },
		{ "an atomic operation changes the last word", FILLS LOOP("8", "") "@%p2 red.shared.add.u32 [%r7+508], 1;\n" ENDS,
		  true, false },
		{ "one came before the loads", FILLS "@%p2 red.shared.add.u32 [%r7+20], 1;\n" LOOP("8", "") ENDS, true, false },
		{ "one came before, at a word that nobody reads",
		  FILLS "@%p2 red.shared.add.u32 [%r7+544], 1;\n" LOOP("8", "") ENDS, false, false },
		{ "volatile loads, and a plain store", FILLS LOOP("8", ".volatile") "@%p4 st.shared.u32 [%r7+508], %r1;\n" ENDS,
		  true, false },
		{ "a store after a barrier", FILLS LOOP("8", "") "bar.sync 0;\n@%p2 st.shared.u32 [%r7+508], %r1;\n" ENDS,
		  false, false },
		{ "a store before the loads", FILLS "@%p4 st.shared.u32 [%r7+540], %r1;\n" LOOP("8", "") ENDS, true, false },
		{ "the last row of the array", FILLS LOOP("64", "") "@%p2 st.shared.u32 [%r13], %r1;\n" ENDS, false, false },
		{ "a row past the end of the array", FILLS LOOP("65", "") ENDS, false, true },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct trial t = { .kernel = "k", .grid = { 3, 1, 1 }, .block = { 16, 16, 1 }, .n = 100, .threads = 1 };
		struct buf text = BUF_INIT;

		buf_printf(&text, "%s%s", ENTRY, cases[k].body);
		agree(cases[k].what, buf_text(&text), &t);
		if (!ok(saw("nothing orders") == cases[k].races && saw("reads s[1024]") == cases[k].strays, "%s: %s",
			cases[k].what, cases[k].races ? "a race" : cases[k].strays ? "it strays" : "nothing to report"))
			printf("# %s\n", said ? strchr(said, 'l') : "");
		free(said);
		buf_release(&text);
	}
}

/* ---- random kernels ------------------------------------------------------------------ */

static uint32_t pick(struct rng *r, uint32_t n) { return (uint32_t)rng_below(r, n); }

/* %r5 .. %r14, or a constant. */
static void put_source(struct buf *b, struct rng *r, bool may_be_constant)
{
	static const char *const constants[] = { "0", "1", "3", "31", "32", "40", "-1", "2147483647", "-2147483648", "65537" };

	if (may_be_constant && pick(r, 4) == 0)
		buf_puts(b, constants[pick(r, sizeof constants / sizeof *constants)]);
	else
		buf_printf(b, "%%r%u", pick(r, 10) ? 5 + pick(r, 10) : 1 + pick(r, 4));
}

static void put_random(struct buf *b, struct rng *r, unsigned label)
{
	static const char *const two[] = { "add.u32", "sub.u32", "mul.lo.u32", "and.b32", "or.b32", "xor.b32", "min.u32",
					   "max.u32", "min.s32", "max.s32",
					   "shl.b32", "shr.u32", "shr.s32", "mul.hi.u32", "rem.u32", "div.s32" };
	static const char *const floats[] = { "add.f32", "sub.f32", "mul.f32", "div.rn.f32", "min.f32", "max.f32",
					      "div.full.f32" };
	static const char *const wide[] = { "add.s64", "sub.s64", "mul.lo.s64", "and.b64", "or.b64", "xor.b64", "min.s64",
					    "max.u64" };
	static const char *const compares[] = { "eq.u32", "ne.s32", "lt.u32", "le.s32", "gt.s32", "ge.u32", "lo.u32", "hi.u32" };
	static const char *const signs[] = { "lt.s64", "ge.s64", "gt.s64", "le.s64" };
	unsigned d = 5 + pick(r, 10), w = 5 + pick(r, 8), p = 1 + pick(r, 5);

	if (pick(r, 6) == 0)
		buf_printf(b, "@%s%%p%u ", pick(r, 2) ? "!" : "", 1 + pick(r, 5));
	switch (pick(r, 15)) {
	case 13:
		if (pick(r, 2))
			buf_printf(b, "setp.%s %%p%u, %%d%u, %s", signs[pick(r, sizeof signs / sizeof *signs)], p, w,
				   pick(r, 2) ? "0" : "-1");
		else
			buf_printf(b, "shr.s64 %%d%u, %%d%u, %s", w, 5 + pick(r, 8), pick(r, 3) ? "63" : "7");
		break;
	case 0: case 1: case 2: case 3:
		buf_printf(b, "%s %%r%u, ", two[pick(r, sizeof two / sizeof *two)], d);
		put_source(b, r, false);
		buf_puts(b, ", ");
		put_source(b, r, true);
		break;
	case 4: case 5:
		buf_printf(b, "%s %%f%u, %%f%u, %%f%u", floats[pick(r, sizeof floats / sizeof *floats)], 1 + pick(r, 6),
			   1 + pick(r, 6), 1 + pick(r, 6));
		break;
	case 6: buf_printf(b, "fma.rn.f32 %%f%u, %%f%u, %%f%u, %%f%u", 1 + pick(r, 6), 1 + pick(r, 6), 1 + pick(r, 6),
			   1 + pick(r, 6)); break;
	case 7:
		buf_printf(b, "setp.%s %%p%u, ", compares[pick(r, sizeof compares / sizeof *compares)], p);
		put_source(b, r, false);
		buf_puts(b, ", ");
		put_source(b, r, true);
		break;
	case 8: buf_printf(b, "setp.%s.f32 %%p%u, %%f%u, %%f%u", pick(r, 2) ? "lt" : "neu", p, 1 + pick(r, 6),
			   1 + pick(r, 6)); break;
	case 9:
		buf_printf(b, "selp.b32 %%r%u, ", d);
		put_source(b, r, false);
		buf_puts(b, ", ");
		put_source(b, r, false);
		buf_printf(b, ", %%p%u", p);
		break;
	case 10:
		buf_printf(b, "%s %%d%u, ", pick(r, 2) ? "mul.wide.s32" : "mul.wide.u32", w);
		put_source(b, r, false);
		buf_puts(b, ", ");
		put_source(b, r, true);
		break;
	case 11: buf_printf(b, "%s %%d%u, %%d%u, %%d%u", wide[pick(r, sizeof wide / sizeof *wide)], w, 5 + pick(r, 8),
			    5 + pick(r, 8)); break;
	case 12:
		if (pick(r, 2))
			buf_printf(b, "cvt.u32.u64 %%r%u, %%d%u", d, w);
		else
			buf_printf(b, "cvt.s64.s32 %%d%u, %%r%u", w, d);
		break;
	default: buf_printf(b, pick(r, 2) ? "mov.b32 %%r%u, %%f%u" : "add.u32 %%r%u, %%r1, %u", d, 1 + pick(r, 6)); break;
	}
	buf_puts(b, ";\n");
	/* Memory: an index below 1024, of a value as it comes. */
	if (pick(r, 5) == 0)
		buf_printf(b, "and.b32 %%r15, %%r%u, 1023;\nmul.wide.u32 %%d15, %%r15, 4;\nadd.s64 %%d15, %%d15, %%d%u;\n%s;\n",
			   d, pick(r, 2), pick(r, 2) ? "ld.global.u32 %r13, [%d15]" : "ld.global.f32 %f3, [%d15]");
	/* The thread's own words: every thread has 8 of them. */
	if (pick(r, 6) == 0)
		buf_printf(b, "st.global.u32 [%%d16+%u], %%r%u;\nld.global.u32 %%r%u, [%%d16+%u];\n", 4 * pick(r, 8), d,
			   5 + pick(r, 10), 4 * pick(r, 8));
	/* Ahead only, or back a few times. */
	if (pick(r, 9) == 0)
		buf_printf(b, "@%%p%u bra L%u;\n", 1 + pick(r, 5), label + 1 + pick(r, 3));
	if (pick(r, 14) == 0)
		buf_printf(b, "add.u32 %%r16, %%r16, 1;\nsetp.lt.u32 %%p7, %%r16, 12;\n@%%p7 bra L%u;\n",
			   label > 2 ? label - 2 : 0);
	if (pick(r, 40) == 0)
		buf_puts(b, "bar.sync 0;\n");
}

static void random_kernels(void)
{
	const char *asked = getenv("ROUNDS");
	int rounds = asked ? atoi(asked) : 4;
	static const struct dim3u blocks[] = { { 64, 1, 1 }, { 16, 4, 1 }, { 50, 1, 1 }, { 8, 8, 1 }, { 32, 2, 1 }, { 7, 9, 1 } };

	for (int k = 0; k < rounds; k++) {
		struct trial t = { .kernel = "k", .grid = { 2, 1, 1 }, .block = blocks[k % 6], .n = 100, .threads = 1,
				   .budget = 400000 };
		struct buf b = BUF_INIT;
		struct rng r;
		unsigned labels = 14;
		char what[60];

		rng_init(&r, (uint64_t)k + (getenv("SEED") ? (uint64_t)atoll(getenv("SEED")) : 0));
		buf_puts(&b, ENTRY "mov.u32 %r16, 0;\nmov.u32 %r17, %tid.y;\nmad.lo.u32 %r18, %r17, %r3, %r1;\nmad.lo.u32 %r18, "
				   "%r2, 64, %r18;\nmul.wide.u32 %d16, %r18, 32;\nadd.s64 %d16, %d16, %d0;\n");
		for (unsigned j = 6; j < 15; j++)
			buf_printf(&b, "add.u32 %%r%u, %%r%u, %u;\n", j, j % 3 ? 1 : j % 2 ? 2 : 17, 3 * j);
		for (unsigned j = 5; j < 15; j++)
			buf_printf(&b, "cvt.s64.s32 %%d%u, %%r%u;\n", j, j);
		for (unsigned j = 1; j < 8; j++)
			buf_printf(&b, "ld.global.f32 %%f%u, [%%d3+%u];\nsetp.gt.u32 %%p%u, %%r%u, %u;\n", j, 4 * j, j,
				   1 + j % 4, 5 * j);
		for (unsigned l = 0; l < labels; l++) {
			buf_printf(&b, "L%u:\n", l);
			for (unsigned j = 0; j < 6; j++)
				put_random(&b, &r, l);
		}
		for (unsigned l = labels; l < labels + 4; l++)
			buf_printf(&b, "L%u:\n", l);
		for (unsigned j = 5; j < 13; j++)
			buf_printf(&b, "xor.b32 %%r5, %%r5, %%r%u;\ncvt.u32.u64 %%r19, %%d%u;\nadd.u32 %%r5, %%r5, "
				       "%%r19;\n", j, j);
		for (unsigned j = 1; j < 7; j++)
			buf_printf(&b, "mov.b32 %%r19, %%f%u;\nxor.b32 %%r5, %%r5, %%r19;\n", j);
		buf_puts(&b, "st.global.u32 [%d16], %r5;\nret;\n}\n");
		snprintf(what, sizeof what, "random kernel %d", k);
		agree(what, buf_text(&b), &t);
		free(said);
		buf_release(&b);
	}
}

int main(void)
{
	files();
	texts();
	calm();
	fast_loads();
	random_kernels();
	printf("# %u of %u translations compiled; the interpreter ran the others\n", loaded, loads);
	return tap_done();
}
