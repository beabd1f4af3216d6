/*
 * simt_memory.c - loads, stores, atomics, address spaces, printf, counters,
 * and accesses that are not allowed.
 */
#include "config.h"

#include <stdint.h>

#include "simt/mem/mem.h"
#include "tests/unit/simt_run.h"

#define ENTRY HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
#define BEGIN \
	".reg .pred %p<8>; .reg .b16 %rs<8>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<8>; .reg .f64 %d<8>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x;\n" \
	"mul.wide.u32 %rd4, %r1, 4; add.s64 %rd9, %rd1, %rd4; add.s64 %rd5, %rd2, %rd4;\n"
#define STORE "st.global.u32 [%rd9], %r10;\n"

#define WORDS 1024
static uint32_t in[WORDS], out[WORDS];

static enum simt_end run(struct bench *b, const char *ptx, uint32_t threads)
{
	enum simt_end end;

	for (uint32_t k = 0; k < WORDS; k++)
		in[k] = k * 0x01010101u + 0x80;
	if (!bench_load(b, ptx, in, sizeof(in), sizeof(out)))
		return (enum simt_end)-1;
	b->launch.block.x = threads;
	b->launch.checks = SIMT_CHECK_ALL;
	b->launch.budget = 1u << 20;
	b->launch.dynamic_shared = 256;
	end = bench_run(b);
	bench_read(b, out, sizeof(out));
	return end;
}

static void value(const char *what, const char *ptx, uint32_t threads, uint32_t (*want)(uint32_t k))
{
	struct bench b;
	bool good = run(&b, ptx, threads) == SIMT_DONE && b.result.nfindings == 0;

	for (size_t f = 0; f < b.result.nfindings; f++)
		printf("# %s\n", b.result.findings[f].message);
	for (uint32_t k = 0; k < threads && good; k++)
		if (out[k] != want(k)) {
			printf("# out[%u] is %x, not %x\n", k, out[k], want(k));
			good = false;
		}
	ok(good, "%s", what);
	bench_free(&b);
}

/* ---- widths and vectors ---- */

static uint32_t in_at(uint32_t k) { return k * 0x01010101u + 0x80; }
static uint32_t low_byte(uint32_t k) { return in_at(k) & 255; }
static uint32_t low_byte_signed(uint32_t k) { return (uint32_t)(int8_t)in_at(k); }
static uint32_t half_signed(uint32_t k) { return (uint32_t)(int16_t)(in_at(k) >> 16); }
static uint32_t vector_sum(uint32_t k)
{
	return in_at(4 * k) + 2 * in_at(4 * k + 1) + 3 * in_at(4 * k + 2) + 4 * in_at(4 * k + 3);
}
static uint32_t reversed(uint32_t k) { return in_at(63 - k); }
static uint32_t spread(uint32_t k) { return in_at(k * 7 % 64); }
static uint32_t same(uint32_t k) { (void)k; return in_at(5); }
static uint32_t two_rows(uint32_t k) { return in_at(k / 16); }
static uint32_t sign_word(uint32_t k) { return (int32_t)in_at(k + 100) < 0 ? UINT32_MAX : 0; }

static void test_widths(void)
{
	value("ld.u8", ENTRY BEGIN "ld.global.u8 %r10, [%rd5];\n" STORE "ret;\n}\n", 64, low_byte);
	value("ld.s8", ENTRY BEGIN "ld.global.s8 %r10, [%rd5];\n" STORE "ret;\n}\n", 33, low_byte_signed);
	value("ld.s16", ENTRY BEGIN "ld.global.s16 %r10, [%rd5+2];\n" STORE "ret;\n}\n", 64, half_signed);
	value("ld.s32 into a 64-bit register", ENTRY BEGIN
	      "ld.global.s32 %rd10, [%rd5+400]; shr.u64 %rd10, %rd10, 32; cvt.u32.u64 %r10, %rd10;\n" STORE "ret;\n}\n",
	      64, sign_word);
	value("ld.v4 and st", ENTRY BEGIN
	      "mul.wide.u32 %rd6, %r1, 16; add.s64 %rd6, %rd2, %rd6; ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd6];\n"
	      "mad.lo.u32 %r10, %r11, 2, %r10; mad.lo.u32 %r10, %r12, 3, %r10; mad.lo.u32 %r10, %r13, 4, %r10;\n"
	      STORE "ret;\n}\n", 64, vector_sum);
	value("st.v2 writes both", ENTRY BEGIN
	      "mul.wide.u32 %rd6, %r1, 8; add.s64 %rd7, %rd2, %rd6; ld.global.v2.u32 {%r10, %r11}, [%rd7];\n"
	      "add.s64 %rd8, %rd1, %rd6; st.global.v2.u32 [%rd8], {%r10, %r11};\nret;\n}\n", 64, in_at);
	value("64-bit copies", ENTRY BEGIN
	      "mul.wide.u32 %rd6, %r1, 8; add.s64 %rd7, %rd2, %rd6; ld.global.u64 %rd10, [%rd7];\n"
	      "add.s64 %rd8, %rd1, %rd6; st.global.u64 [%rd8], %rd10;\nret;\n}\n", 64, in_at);
	value("addresses that run backwards", ENTRY BEGIN
	      "sub.s32 %r2, 63, %r1; mul.wide.s32 %rd6, %r2, 4; add.s64 %rd6, %rd2, %rd6; ld.global.u32 %r10, [%rd6];\n"
	      STORE "ret;\n}\n", 64, reversed);
	value("scattered addresses", ENTRY BEGIN
	      "mul.lo.u32 %r2, %r1, 7; rem.u32 %r2, %r2, 64; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd6, %rd2, %rd6;\n"
	      "ld.global.u32 %r10, [%rd6];\n" STORE "ret;\n}\n", 64, spread);
	value("one address for all", ENTRY BEGIN "ld.global.u32 %r10, [%rd2+20];\n" STORE "ret;\n}\n", 64, same);
	value("one address for each half of a warp", ENTRY BEGIN
	      "shr.u32 %r2, %r1, 4; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd6, %rd2, %rd6; ld.global.u32 %r10, [%rd6];\n"
	      STORE "ret;\n}\n", 64, two_rows);
}

/* ---- spaces ---- */

static uint32_t identity(uint32_t k) { return k; }
static uint32_t twice(uint32_t k) { return 2 * k; }
static uint32_t seven(uint32_t k) { (void)k; return 7; }
static uint32_t table(uint32_t k) { return 10 + k % 4; }
static uint32_t where(uint32_t k) { (void)k; return 1 + 2 * 2 + 4 * 0; }

static void test_spaces(void)
{
	value("a 32-bit address wraps before its offset is added", ENTRY ".shared .align 4 .b8 s[4096];\n" BEGIN
	      "mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3; sub.u32 %r2, %r2, 8192;\n"
	      "st.shared.u32 [%r2+8192], %r1; bar.sync 0; ld.shared.u32 %r10, [%r2+8192];\n" STORE "ret;\n}\n", 96, identity);
	value("local memory belongs to the thread", ENTRY
	      ".local .align 4 .b8 mine[64];\n" BEGIN
	      "mov.u64 %rd10, mine; and.b32 %r2, %r1, 15; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd10, %rd10, %rd6;\n"
	      "st.local.u32 [%rd10], %r1; ld.local.u32 %r10, [%rd10];\n" STORE "ret;\n}\n", 100, identity);
	value("local memory by a generic address", ENTRY
	      ".local .align 4 .b8 mine[64];\n" BEGIN
	      "mov.u64 %rd10, mine; cvta.local.u64 %rd11, %rd10; st.u32 [%rd11+8], %r1; ld.local.u32 %r10, [mine+8];\n"
	      STORE "ret;\n}\n", 100, identity);
	value("shared memory by a generic address and back", ENTRY
	      ".shared .align 4 .b8 s[4096];\n" BEGIN
	      "mov.u64 %rd10, s; cvta.shared.u64 %rd11, %rd10; add.s64 %rd12, %rd11, %rd4; st.u32 [%rd12], %r1;\n"
	      "bar.sync 0; cvta.to.shared.u64 %rd13, %rd12; ld.shared.u32 %r10, [%rd13];\n" STORE "ret;\n}\n", 96, identity);
	value("dynamic shared memory lies behind the static", HEAD ".extern .shared .align 16 .b8 dyn[];\n"
	      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.shared .align 4 .b8 s[40];\n" BEGIN
	      "mov.u32 %r2, dyn; shl.b32 %r3, %r1, 2; add.u32 %r3, %r2, %r3; shl.b32 %r4, %r1, 1;\n"
	      "st.shared.u32 [s+36], 7; st.shared.u32 [%r3], %r4; bar.sync 0; ld.shared.u32 %r10, [%r3];\n"
	      STORE "ret;\n}\n", 64, twice);
	value("module variables are initialised", HEAD ".const .align 4 .b8 c[16] = {10,0,0,0,11,0,0,0,12,0,0,0,13};\n"
	      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	      "and.b32 %r2, %r1, 3; mul.wide.u32 %rd6, %r2, 4; mov.u64 %rd7, c; add.s64 %rd6, %rd7, %rd6;\n"
	      "ld.const.u32 %r10, [%rd6];\n" STORE "ret;\n}\n", 64, table);
	value("variables that hold addresses", HEAD ".global .align 4 .u32 x = 7;\n.global .align 8 .u64 p = x;\n"
	      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	      "ld.global.u64 %rd6, [p]; ld.global.u32 %r10, [%rd6];\n" STORE "ret;\n}\n", 64, seven);
	value("isspacep tells the windows apart", ENTRY ".shared .align 4 .b8 s[4];\n" BEGIN
	      "mov.u64 %rd10, s; cvta.shared.u64 %rd11, %rd10; isspacep.shared %p1, %rd11; isspacep.global %p2, %rd1;\n"
	      "isspacep.local %p3, %rd11; selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 4, 0, %p2; selp.u32 %r4, 4, 0, %p3;\n"
	      "add.u32 %r10, %r2, %r3; add.u32 %r10, %r10, %r4;\n" STORE "ret;\n}\n", 32, where);
}

/* ---- atomics ---- */

static uint32_t hundred(uint32_t k) { return k ? 0 : 100; }
static uint32_t greatest(uint32_t k) { return k ? 0 : 99; }
static uint32_t wrapped(uint32_t k) { return k ? 0 : 100 % 8; }
static uint32_t flushed(uint32_t k) { return k < 2 ? 3 : 0; }
static uint32_t swapped(uint32_t k) { return k ? 0 : 0x1234; }
static uint32_t fifty(uint32_t k) { return k ? 0 : 0x42480000; /* 50.0f */ }
static uint32_t hundreds_f16x2(uint32_t k) { return k ? 0 : 0x5a405640; /* 200 and 100 */ }
static uint32_t hundred_bf16(uint32_t k) { return k ? 0 : 0x42c80000; }

static void test_atomics(void)
{
	value("red.add counts every thread", ENTRY BEGIN "red.global.add.u32 [%rd1], 1;\nret;\n}\n", 100, hundred);
	value("atom.max", ENTRY BEGIN "atom.global.max.s32 %r2, [%rd1], %r1;\nret;\n}\n", 100, greatest);
	value("atom.inc wraps", ENTRY BEGIN "atom.global.inc.u32 %r2, [%rd1], 7;\nret;\n}\n", 100, wrapped);
	value("atom.add.f32", ENTRY BEGIN "mov.f32 %f1, 0f3F000000; atom.add.f32 %f2, [%rd1], %f1;\nret;\n}\n", 100, fifty);
	value("atom.add.f32 takes subnormals for zero in global memory, not in shared", ENTRY ".shared .align 4 .b8 s[4];\n" BEGIN
	      "mov.f32 %f1, 0f00000003; setp.ne.u32 %p1, %r1, 0; mov.f32 %f3, 0f00000000; @%p1 bra END;\n"
	      "st.global.f32 [%rd1], %f1; red.global.add.f32 [%rd1], %f1; ld.global.f32 %f4, [%rd1];\n"
	      "st.shared.f32 [s], %f3; red.shared.add.f32 [s], %f1; ld.shared.f32 %f2, [s];\n"
	      "add.f32 %f2, %f2, %f4; st.global.f32 [%rd1], %f2; st.global.f32 [%rd1+4], %f2;\nEND: ret;\n}\n", 40, flushed);
	value("atom.add.noftz.f16x2 adds each half", ENTRY BEGIN "mov.b32 %r5, 0x40003c00;\natom.global.add.noftz.f16x2 %r2, "
								 "[%rd1], %r5;\nret;\n}\n",
	      100, hundreds_f16x2);
	value("red.add.noftz.bf16 leaves the other half", ENTRY BEGIN "mov.b16 %rs1, 0x3f80;\nred.global.add.noftz.bf16 "
								      "[%rd1+2], %rs1;\nret;\n}\n",
	      100, hundred_bf16);
	value("atom.cas.b16 compares 16 bits", ENTRY BEGIN
	      "mov.b16 %rs1, -1; mov.b16 %rs2, 0x1234; setp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n"
	      "st.global.u16 [%rd1], 0xffff; atom.global.cas.b16 %rs3, [%rd1], %rs1, %rs2;\nEND: ret;\n}\n", 40, swapped);
	value("atom gives the old value", ENTRY ".shared .align 4 .b8 s[4];\n" BEGIN
	      "setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [s], 0; bar.sync 0;\n"
	      "atom.shared.add.u32 %r10, [s], 1;\n" STORE "ret;\n}\n", 32, identity);
}

/* ---- what is not allowed ---- */

static void rejected(const char *what, const char *ptx, const char *kind)
{
	struct bench b;

	ok(run(&b, ptx, 40) == SIMT_FAULT && bench_found(&b, kind), "%s is %s", what, kind);
	bench_free(&b);
}

/* The first finding's sentence ends so. */
static void reported(const char *what, const char *ptx, const char *end)
{
	struct bench b;
	const char *text = run(&b, ptx, 1) == SIMT_FAULT && b.result.nfindings ? b.result.findings[0].message : "";
	size_t len = strlen(text);

	is_text(len > strlen(end) ? text + len - strlen(end) : text, end, what);
	bench_free(&b);
}

static void test_faults(void)
{
	rejected("a load past the end", ENTRY BEGIN "ld.global.u32 %r10, [%rd5+4000];\n" STORE "ret;\n}\n", "out-of-bounds");
	rejected("a store before the start", ENTRY BEGIN "st.global.u32 [%rd9+-16], %r1;\nret;\n}\n", "out-of-bounds");
	rejected("a wrapped address", ENTRY BEGIN "mov.u64 %rd7, -8; ld.u64 %rd8, [%rd7];\nret;\n}\n", "out-of-bounds");
	rejected("a null pointer", ENTRY BEGIN "mov.u64 %rd7, 0; ld.global.u32 %r10, [%rd7+12];\nret;\n}\n", "null-pointer");
	rejected("an odd address", ENTRY BEGIN "ld.global.u32 %r10, [%rd5+2];\nret;\n}\n", "misaligned");
	rejected("a vector at half its alignment", ENTRY BEGIN "ld.global.v2.u32 {%r10, %r11}, [%rd5];\nret;\n}\n", "misaligned");
	rejected("shared memory past its end", ENTRY ".shared .align 4 .b8 s[16];\n" BEGIN
		"shl.b32 %r2, %r1, 8; st.shared.u32 [%r2], %r1;\nret;\n}\n", "out-of-bounds");
	reported("shared memory before its start is reported by a negative index",
		 ENTRY ".shared .align 4 .b8 s[16];\n.shared .align 4 .b8 t[16];\n" BEGIN
		 "mov.u32 %r2, s; ld.shared.u32 %r10, [%r2+-4];\nret;\n}\n", "reads s[-1]; s has 4 elements");
	reported("dynamic shared memory past its end is reported by name and index", HEAD ".extern .shared .align 4 .b8 dyn[];\n"
		 ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.shared .align 4 .b8 s[16];\n" BEGIN
		 "st.shared.u32 [dyn+256], %r1; st.shared.u32 [s], %r1;\nret;\n}\n", "writes dyn[64]; dyn has 64 elements");
	rejected("local memory past its end", ENTRY ".local .align 4 .b8 s[16];\n" BEGIN
		"mov.u64 %rd10, s; st.local.u32 [%rd10+64], %r1;\nret;\n}\n", "out-of-bounds");
	rejected("a write to a constant", HEAD ".const .align 4 .u32 c = 1;\n"
		".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
		"mov.u64 %rd10, c; st.global.u32 [%rd10], %r1;\nret;\n}\n", "read-only-write");
	rejected("an atomic out of bounds", ENTRY BEGIN "atom.global.add.u32 %r2, [%rd1+65536], 1;\nret;\n}\n", "out-of-bounds");
	rejected("a trap", ENTRY BEGIN "trap;\n}\n", "trap");
}

/* ---- printf ---- */

static const char hello[] = HEAD
	".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	".global .align 1 .b8 fmt[32] = {105,61,37,100,32,120,61,37,46,50,102,32,37,115,37,37,10,0};\n" /* i=%d x=%.2f %s%%\n */
	".global .align 1 .b8 word[4] = {97,98,99,0};\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.local .align 8 .b8 args[24];\n" BEGIN
	"mov.u64 %rd10, args; cvta.local.u64 %rd11, %rd10; st.local.u32 [args], %r1; mov.f64 %d1, 0d3FF8000000000000;\n"
	"st.local.f64 [args+8], %d1; mov.u64 %rd12, word; cvta.global.u64 %rd12, %rd12; st.local.u64 [args+16], %rd12;\n"
	"mov.u64 %rd13, fmt; cvta.global.u64 %rd13, %rd13;\n"
	"{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd13; st.param.b64 [a], %rd11;\n"
	"call.uni (r), vprintf, (f, a); ld.param.b32 %r10, [r]; }\nret;\n}\n";

/* Prints nine letters, then a string that is nowhere. */
static const char flood[] = HEAD
	".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	".global .align 1 .b8 fmt[12] = {110,105,110,101,32,98,121,116,101,0};\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"mov.u64 %rd13, fmt; cvta.global.u64 %rd13, %rd13; mov.u64 %rd14, 1234;\n"
	"{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd13; st.param.b64 [a], %rd13;\n"
	"call.uni (r), vprintf, (f, a); }\n"
	"{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd14; st.param.b64 [a], %rd14;\n"
	"call.uni (r), vprintf, (f, a); }\nret;\n}\n";

/* Prints in an endless loop. */
static const char floods[] = HEAD
	".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	".global .align 1 .b8 fmt[12] = {110,105,110,101,32,98,121,116,101,0};\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"mov.u64 %rd13, fmt; cvta.global.u64 %rd13, %rd13;\n"
	"L: { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd13; st.param.b64 [a], %rd13;\n"
	"call.uni (r), vprintf, (f, a); }\nbra L;\n}\n";

static void test_printf(void)
{
	struct bench b;

	run(&b, hello, 2);
	is_text(buf_text(&b.result.output), "i=0 x=1.50 abc%\ni=1 x=1.50 abc%\n", "device printf prints lane by lane");
	b.launch.stdout_max = 10;
	ok(bench_run(&b) == SIMT_DONE && b.result.output.len == 10 && b.result.output_truncated,
	   "device output is kept up to its limit");
	bench_free(&b);
	bench_load(&b, flood, "", 1, 4);
	b.launch.stdout_max = 8;
	ok(bench_run(&b) == SIMT_DONE && b.result.output.len == 8 && b.result.output_truncated && b.result.nfindings == 0,
	   "beyond it a printf does nothing at all");
	bench_free(&b);
	bench_load(&b, floods, (char[64]){ 0 }, 64, 4);
	ok(bench_run(&b) == SIMT_FAULT && b.result.nfindings == 1 && bench_found(&b, "printf-flood") &&
	   b.result.unprinted >= 4u << 20,
	   "but there is an end to it");
	bench_free(&b);
}

/* ---- the fast way and the lanes one by one ---- */

struct form { const char *suffix, *reg; unsigned vec, bytes; bool sink; };

static void list_put(char *text, const struct form *f, bool load)
{
	strcpy(text, f->vec > 1 ? "{" : "");
	for (unsigned k = 0; k < f->vec; k++)
		if (load && f->sink && k == 1)
			strcat(text, ", _");
		else
			sprintf(text + strlen(text), "%s%s%u", k ? ", " : "", f->reg, k);
	if (f->vec > 1)
		strcat(text, "}");
}

/* Loads from the input and stores to the output, each with the guard; the lanes' places are `step` bytes apart. */
static void copy_put(char *text, const struct form *f, const char *space, const char *guard, unsigned step)
{
	char to[96], from[96];

	list_put(to, f, true);
	list_put(from, f, false);
	sprintf(text + strlen(text), "mul.wide.u32 %%rd6, %%r1, %u; add.s64 %%rd7, %%rd2, %%rd6; add.s64 %%rd8, %%rd1, "
				     "%%rd6;\n", step);
	if (!strcmp(space, "shared")) /* by way of shared memory, which holds the input */
		strcat(text, "mov.u64 %rd7, s; add.s64 %rd7, %rd7, %rd6;\n");
	sprintf(text + strlen(text), "%s ld.%s%s %s, [%%rd7];\n%s st.global%s [%%rd8], %s;\n", guard, space, f->suffix, to, guard,
		f->suffix, from);
}

/* The kernel: all lanes at once, or the even ones and then the odd. */
static void copy_kernel(char *text, const struct form *f, const char *space, bool parted, unsigned step)
{
	strcpy(text, ENTRY ".shared .align 16 .b8 s[4096];\n" BEGIN ".reg .b32 %vr<4>; .reg .b64 %vd<4>; .reg .b16 %vs<4>;\n");
	for (unsigned k = 0; k < 4; k++)
		sprintf(text + strlen(text), "mov.%s %s%u, 0;\n", f->reg[2] == 'd' ? "b64" : f->reg[2] == 's' ? "b16" : "b32",
			f->reg, k);
	strcat(text, "shl.b32 %r3, %r1, 5; mov.u32 %r4, s; add.u32 %r4, %r4, %r3; cvt.u64.u32 %rd19, %r3; add.s64 %rd19, %rd2, "
		     "%rd19;\n");
	for (unsigned k = 0; k < 32; k += 4)
		sprintf(text + strlen(text), "ld.global.u32 %%r5, [%%rd19+%u]; st.shared.u32 [%%r4+%u], %%r5;\n", k, k);
	strcat(text, "bar.sync 0; and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0;\n");
	copy_put(text, f, space, parted ? "@%p1" : "", step);
	if (parted)
		copy_put(text, f, space, "@!%p1", step);
	strcat(text, "ret;\n}\n");
}

/*
 * Narrow elements and vectors: the same bytes, and four warps ask for four
 * times as much as one, which the first access of a launch is.
 */
static void test_forms(void)
{
	static const struct form forms[] = {
		{ ".u8", "%vr", 1, 1, false }, { ".s8", "%vd", 1, 1, false }, { ".s16", "%vr", 1, 2, false },
			{ ".u16", "%vs", 1, 2, false },
		{ ".v2.u8", "%vs", 2, 2, false }, { ".v4.s8", "%vr", 4, 4, true }, { ".v4.u16", "%vs", 4, 8, false },
		{ ".v2.u32", "%vr", 2, 8, true }, { ".v4.u32", "%vr", 4, 16, true }, { ".v2.s32", "%vd", 2, 8, false },
		{ ".v2.u64", "%vd", 2, 16, false },
	};
	static const char *const spaces[] = { "global", "shared" };
	static uint32_t whole[WORDS];

	for (unsigned k = 0; k < 4 * sizeof forms / sizeof *forms; k++) {
		const struct form *f = &forms[k / 4];
		const char *space = spaces[k % 2];
		unsigned step = f->bytes * (k / 2 % 2 ? 2 : 1);
		struct simt_counts one, four;
		char text[6000];
		bool good;
		struct bench b;

		copy_kernel(text, f, space, false, step);
		good = run(&b, text, 32) == SIMT_DONE;
		one = b.result.counts;
		bench_free(&b);
		good &= run(&b, text, 128) == SIMT_DONE && !b.result.nfindings;
		four = b.result.counts;
		bench_free(&b);
		memcpy(whole, out, sizeof whole);
		copy_kernel(text, f, space, true, step);
		good &= run(&b, text, 128) == SIMT_DONE && !memcmp(whole, out, sizeof whole);
		bench_free(&b);
		for (unsigned n = 0; n < 128; n++) /* all elements except the one that is not loaded */
			good &= f->sink || !memcmp((uint8_t *)out + n * step, (uint8_t *)in + n * step, f->bytes);
		ok(good, "ld.%s%s and st%s, %u bytes apart: the same bytes as a half of the lanes at a time", space, f->suffix,
		   f->suffix, step);
		ok(four.global_load_sectors == 4 * one.global_load_sectors &&
		   four.global_store_sectors == 4 * one.global_store_sectors && four.global_requests == 4 * one.global_requests &&
		   four.shared_load_wavefronts == 4 * one.shared_load_wavefronts &&
		   four.global_load_bytes == 4 * one.global_load_bytes && four.bank_conflicts == 4 * one.bank_conflicts,
		   "and the fast way counts as the slow one does");
	}
}

/* ---- counters ---- */

static void test_counts(void)
{
	struct bench b;

	run(&b, ENTRY BEGIN "ld.global.u32 %r10, [%rd5];\n" STORE "ret;\n}\n", 64);
	ok(b.result.counts.global_requests == 4 && b.result.counts.global_sectors == 16,
	   "neighbouring words cost four sectors a warp");
	bench_free(&b);
	run(&b, ENTRY BEGIN "mul.wide.u32 %rd6, %r1, 64; add.s64 %rd6, %rd2, %rd6; ld.global.u32 %r10, [%rd6];\nret;\n}\n", 32);
	ok(b.result.counts.global_requests == 1 && b.result.counts.global_sectors == 32, "a stride of 64 bytes costs 32");
	bench_free(&b);
	run(&b, ENTRY ".shared .align 4 .b8 s[4096];\n" BEGIN "shl.b32 %r2, %r1, 7; st.shared.u32 [%r2], %r1;\nret;\n}\n", 32);
	ok(b.result.counts.shared_requests == 1 && b.result.counts.shared_wavefronts == 32,
	   "a column of 32 words is a 32-way bank conflict");
	bench_free(&b);
	run(&b, ENTRY ".shared .align 4 .b8 s[4224];\n" BEGIN "mul.lo.u32 %r2, %r1, 132; st.shared.u32 [%r2], "
							      "%r1;\nret;\n}\n", 32);
	ok(b.result.counts.shared_wavefronts == 1, "a padded column has no conflict");
	bench_free(&b);
	run(&b, ENTRY ".shared .align 4 .b8 s[4096];\n" BEGIN
	    "shr.u32 %r2, %r1, 4; shl.b32 %r2, %r2, 7; and.b32 %r3, %r1, 15; shl.b32 %r3, %r3, 2; add.u32 %r2, %r2, %r3;\n"
	    "st.shared.u32 [%r2], %r1;\nret;\n}\n", 32);
	ok(b.result.counts.shared_wavefronts == 2, "half-warps in the same banks take two passes");
	bench_free(&b);
	run(&b, ENTRY BEGIN "setp.lt.u32 %p1, %r1, 20; @%p1 bra A; add.f32 %f1, %f2, %f3;\nA: ret;\n}\n", 64);
	ok(b.result.counts.branches == 2 && b.result.counts.divergent_branches == 1 && b.result.counts.flops == 44,
	   "branches that part lanes, and floating-point operations");
	bench_free(&b);
}

/* One warp runs the body after BEGIN. */
static struct simt_counts counts_of(const char *ptx)
{
	struct simt_counts counts;
	struct bench b;

	ok(run(&b, ptx, 32) == SIMT_DONE, "a kernel to count runs");
	counts = b.result.counts;
	bench_free(&b);
	return counts;
}

static void test_count_lanes(void)
{
	struct simt_counts c = counts_of(ENTRY BEGIN "setp.lt.u32 %p1, %r1, 20; @%p1 add.f32 %f1, %f2, %f3;\n"
		"@%p1 ld.global.u32 %r10, [%rd5]; @%p1 bra A;\nA: ret;\n}\n");

	ok(c.thread_instructions - c.active_thread_instructions == 36 && c.flops_f32 == 20 && c.flops == 20,
	   "a lane whose predicate is false is there, and does nothing");
	ok(c.global_load_requests == 1 && c.global_load_sectors == 3 && c.global_load_bytes == 80 &&
	   c.global_store_requests == 0, "and asks for nothing");
	c = counts_of(ENTRY ".reg .pred %p<2>; .reg .b32 %r<4>; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16;\n"
		      "@!%p1 bra B; bar.warp.sync -1; ret;\nB: ret;\n}\n");
	ok(c.warp_instructions == 6 && c.thread_instructions == 3 * 32 + 3 * 16,
	   "lanes that waited for others, which then exit, are counted once");
}

static void test_count_spaces(void)
{
	struct simt_counts c = counts_of(ENTRY ".shared .align 8 .b8 s[256];\n" BEGIN
		"setp.lt.u32 %p1, %r1, 16; mov.u64 %rd6, s; cvta.shared.u64 %rd6, %rd6; add.s64 %rd7, %rd6, %rd4;\n"
		"ld.u32 %r9, [%rd7]; selp.b64 %rd8, %rd5, %rd7, %p1; ld.u32 %r10, [%rd8]; ld.u32 %r10, [%rd5];\nret;\n}\n");

	ok(c.global_load_requests == 2 && c.global_load_sectors == 2 + 4 && c.global_load_bytes == 64 + 128,
	   "a generic load counts by the memory of its lanes: global memory,");
	ok(c.shared_load_requests == 2 && c.shared_load_wavefronts == 2 && c.bank_conflicts == 0, "shared memory");
	c = counts_of(ENTRY ".local .align 4 .b8 a[64];\n" BEGIN
		      "st.local.u32 [a+4], %r1; and.b32 %r2, %r1, 15; shl.b32 %r2, %r2, 2; cvt.u64.u32 %rd6, %r2;\n"
		      "mov.u64 %rd7, a; add.s64 %rd7, %rd7, %rd6; st.local.u32 [%rd7], %r1;\nret;\n}\n");
	ok(c.local_requests == 2 && c.local_sectors == 4 + 32 && c.global_requests == 0,
	   "words of local memory at one offset are neighbours, at others not");
	c = counts_of(".version 7.0\n.target sm_75\n.address_size 64\n.const .align 4 .u32 k0 = 3;\n"
		      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
		      "ld.const.u32 %r10, [k0]; ld.const.u32 %r10, [k0];\nret;\n}\n");
	ok(c.constant_requests == 2 && c.global_requests == 0, "constants are not global memory");
}

static void test_count_work(void)
{
	struct simt_counts c = counts_of(ENTRY BEGIN "fma.rn.f16x2 %r3, %r1, %r1, %r1; mul.f64 %d1, %d2, %d3;\n"
		"ex2.approx.f32 %f1, %f2; fma.rn.f32 %f1, %f1, %f2, %f3;\nret;\n}\n");

	ok(c.flops_f16 == 128 && c.flops_f64 == 32 && c.flops_f32 == 64 && c.flops == 224 && c.special_operations == 32,
	   "floating-point work by type; a packed multiply-add is four");
	ok(c.integer_operations == 3 * 32, "address arithmetic is integer work, moves and loads are not");
	c = counts_of(ENTRY BEGIN "vabsdiff4.u32.u32.u32 %r3, %r1, %r1, %r2; slct.s32.s32 %r3, %r1, %r2, %r1;\n"
		"set.lt.u32.u32 %r3, %r1, %r2;\nret;\n}\n");
	ok(c.integer_operations == (3 + 3) * 32, "so are differences within a word, slct and set");
	c = counts_of(ENTRY BEGIN "and.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 64; add.s64 %rd6, %rd1, %rd6;\n"
		      "red.global.add.u32 [%rd6], %r1;\nret;\n}\n");
	ok(c.atomics == 32 && c.atomic_conflicts == 30 && c.global_atomic_requests == 1 && c.global_atomic_sectors == 32,
	   "atomics at one address take turns");
	c = counts_of(ENTRY BEGIN "and.b32 %r2, %r1, 1;\nT: .branchtargets A, B;\nbrx.idx %r2, T;\nA: ret;\nB: ret;\n}\n");
	ok(c.branches == 1 && c.divergent_branches == 1, "an indexed branch can diverge too");
}

/* ---- the address space itself ---- */

static void test_addresses(void)
{
	struct error err;
	struct simt_mem *m = simt_mem_new(1000, &err);
	uint64_t a, b, c;
	char byte = 1;

	ok(simt_alloc(m, 100, "a", 4, 0, &a, &err) == 0 && simt_alloc(m, 0, "b", 4, 0, &b, &err) == 0 && a % 256 == 0 &&
	   b % 256 == 0 && b > a + 100, "allocations are aligned, apart, and may be empty");
	ok(simt_alloc(m, 901, "c", 4, 0, &c, &err) < 0 && err.party == PARTY_MACHINE, "a full memory says so");
	ok(simt_find(m, a + 99) && !simt_find(m, a + 100) && !simt_find(m, b) && !simt_find(m, 0),
	   "an address is found inside its allocation only");
	ok(simt_write(m, a + 99, &byte, 1, &err) == 0 && simt_write(m, a + 99, &byte, 2, &err) < 0 &&
	   simt_read(m, a - 1, &byte, 1, &err) < 0 && simt_read(m, a, &byte, UINT64_MAX, &err) < 0,
	   "the host cannot pass the ends either");
	ok(simt_free(m, a + 4, &err) < 0 && simt_free(m, a, &err) == 0 && simt_free(m, a, &err) < 0 &&
	   simt_read(m, a, &byte, 1, &err) < 0, "a freed allocation is gone, and freed once");
	ok(simt_free(m, 0, &err) == 0, "freeing a null pointer is nothing");
	simt_mem_free(m);
}

/* Variables that fill the machine are rejected with the right reason. */
static void test_huge_variables(void)
{
	struct bench b;

	ok(!bench_load(&b, ENTRY BEGIN "ret;\n}\n.global .b8 a[200000000];\n.global .b8 big[100000000];\n", "", 1, 4) &&
	   b.err.party == PARTY_LEARNER && strstr(b.err.text, "'big'"),
	   "variables larger than the vm's memory are rejected by name");
	bench_free(&b);
}

/* Freed rows are forgotten only once they outnumber the others: else to free a million variables would take hours. */
static void test_many_freed(void)
{
	enum { N = 20000 };
	static uint64_t addr[N];
	struct error err = { 0 };
	struct simt_mem *m = simt_mem_new(1u << 20, NULL);
	int failed = 0;

	for (int i = 0; m && i < N; i++)
		failed |= simt_alloc(m, 4, "v", 4, 0, &addr[i], &err);
	for (int i = 0; m && i < N / 4; i++)
		failed |= simt_free(m, addr[i], &err);
	ok(m && !failed && simt_free(m, addr[0], &err) && strstr(err.text, "was freed before"),
	   "5,000 freed of 20,000 are all remembered");
	for (int i = N / 4; m && i < N; i++)
		failed |= simt_free(m, addr[i], &err);
	ok(m && !failed && simt_free(m, addr[0], &err) && strstr(err.text, "is not the start"),
	   "the oldest of 20,000 freed are not");
	simt_mem_free(m);
}

int main(void)
{
	test_widths();
	test_spaces();
	test_atomics();
	test_faults();
	test_printf();
	test_huge_variables();
	test_many_freed();
	test_counts();
	test_count_lanes();
	test_count_spaces();
	test_count_work();
	test_addresses();
	test_forms();
	return tap_done();
}
