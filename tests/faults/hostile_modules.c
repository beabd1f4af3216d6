/*
 * hostile_modules.c - PTX that tries to break the vm from inside: the vm reports each in one
 * sentence that names the cause, within seconds, and memory outside the
 * launch's does not change. (Sources that try to break the judge: hostile_kernels.sh.)
 */
#include "config.h"

#include "base/clock.h"

#include <stdlib.h>

#include "base/buf.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tests/tap/tap.h"

#define MEMORY  (1u << 26)
#define ARRAY   1024
#define SECONDS 60 /* CPU seconds for each, also under the sanitizers: a bound for modules that never end, not for speed */

/* The body of kernel k(u64 p), which begins with the address of 1024 bytes in %rd1 and the thread in %r1. */
struct hostile {
	const char *what;   /* it does */
	const char *body;
	const char *before; /* of the kernel, in the module */
	void (*make)(struct buf *text); /* instead of body: writes all of it */
	struct dim3u grid, block; /* 1, 40 where 0 */
	uint32_t dynamic_shared;
	uint64_t budget;    /* 2^20 where 0 */
	bool cooperative;
	unsigned threads;
	size_t params_len;  /* 8 where 0 */
	const char *says;   /* a part of the error, or of a finding's message; "" when it just ends */
};

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

static void kernel_open(struct buf *text, const char *before)
{
	buf_printf(text, HEAD "%s\n.visible .entry k(.param .u64 p)\n{\n.reg .pred %%p<4>; .reg .b16 %%h<4>; .reg .b32 %%r<10>; "
		   ".reg .b64 %%rd<10>;\nld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x;\n", before ? before : "");
}

/* ---- texts too long to write down ------------------------------------------------------ */

static void repeat(struct buf *text, const char *piece, int n)
{
	while (n--)
		buf_puts(text, piece);
}

#define P1_FALSE "mov.u32 %r1, 0; setp.ne.u32 %p1, %r1, 0;\n"

static void labels(struct buf *text, const char *before)
{
	kernel_open(text, NULL);
	buf_puts(text, before);
	for (int k = 0; k < 100000; k++)
		buf_printf(text, "L%d: @%%p1 bra L%d;\n", k, (k * 7919 + 13) % 100000);
	buf_puts(text, "ret;\n}\n");
}

static void label_storm(struct buf *text)
{
	labels(text, P1_FALSE);
}

static void label_storm_unset(struct buf *text)
{
	labels(text, "");
}

static void long_line(struct buf *text)
{
	kernel_open(text, NULL);
	repeat(text, "add.u32 %r2, %r2, 1; ", 100000);
	buf_puts(text, "ret; }");
}

static void long_name(struct buf *text)
{
	buf_puts(text, HEAD ".visible .entry ");
	repeat(text, "x", 2 << 20);
	buf_puts(text, "()\n{\nret;\n}\n");
}

static void scopes_deep(struct buf *text)
{
	kernel_open(text, NULL);
	repeat(text, "{ ", 100000);
	repeat(text, "} ", 100000);
	buf_puts(text, "ret; }");
}

static void parentheses_deep(struct buf *text)
{
	buf_puts(text, HEAD ".global .u32 x = ");
	repeat(text, "(", 1000000);
	buf_puts(text, "1;\n");
}

static void vectors_of_vectors(struct buf *text)
{
	kernel_open(text, NULL);
	buf_puts(text, "st.v2.u32 [%rd1], ");
	repeat(text, "{", 100000);
	buf_puts(text, "%r1, %r2;\nret; }\n");
}

static void functions_many(struct buf *text)
{
	buf_puts(text, HEAD);
	for (int k = 0; k < 20000; k++)
		buf_printf(text, ".func f%d()\n{\n.local .b8 l[64];\n%s%d; ret;\n}\n", k, k ? "call.uni f" : "ret; //",
			   k ? k - 1 : 0);
	buf_puts(text, ".visible .entry k(.param .u64 p)\n{\ncall.uni f19999;\nret;\n}\n");
}

static void branches_to_the_end(struct buf *text)
{
	kernel_open(text, NULL);
	for (int k = 0; k < 5000; k++)
		buf_printf(text, "setp.eq.u32 %%p1, %%r1, %d; @%%p1 bra END;\n", k);
	buf_puts(text, "END:\n}\n");
}

static void registers_everywhere(struct buf *text)
{
	for (int k = 0; k < 8; k++)
		buf_printf(text, "%s.func f%d()\n{\n.reg .b64 %%a<1000000>;\nmov.u64 %%a999999, 1;\nret;\n}\n", k ? "" : HEAD, k);
}

/* ---- the table ---------------------------------------------------------------------------- */

#define PRINTS ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
#define PRINT "{ .param .b32 r; .param .b64 f; .param .b64 a; st.param.b64 [f], %rd2; st.param.b64 [a], %rd3; call.uni (r), vprintf, (f, a); }\n"

static const struct hostile cases[] = {
	{ "a million registers, and one has a use", .body = ".reg .b64 %a<1000000>; mov.u64 %a999999, 1;", .says = "" },
	{ "a million registers in each function", .make = registers_everywhere, .says = "too many registers" },
	{ "2^32 registers", .body = ".reg .b64 %a<4294967296>;", .says = "4294967296" },
	{ "a frame of a terabyte", .body = ".local .b8 l[1099511627776]; st.local.u32 [l], 1;", .says = "l" },
	{ "2^31 bytes of shared memory", .body = ".shared .b8 s[2147483648]; st.shared.u32 [s], 1;", .says = "shared" },
	{ "2^64 - 1 bytes of a variable", .before = ".global .b8 g[18446744073709551615];", .says = "g" },
	{ "an array of 2^32 by 2^32 by 2", .before = ".global .u64 g[4294967296][4294967296][2];", .says = "g" },
	{ "recursion without end", .before = ".func f()\n{\n.local .b8 l[16];\ncall.uni f;\nret;\n}\n", .body = "call.uni f;",
	  .says = "stack" },
	{ "recursion without end or locals", .before = ".func f()\n{\ncall.uni f;\nret;\n}\n", .body = "call.uni f;",
	  .says = "no stack left" },
	{ "calls 20000 deep", .make = functions_many, .says = "local memory" },
	{ "100000 labels", .make = label_storm, .says = "" },
	{ "100000 branches on nothing", .make = label_storm_unset, .says = "branches on a value that nothing has written" },
	{ "one line of 2 MB", .make = long_line, .says = "" },
	{ "a name of 2 MB", .make = long_name, .says = "" },
	{ "scopes 100000 deep", .make = scopes_deep, .says = "deep" },
	{ "a million parentheses", .make = parentheses_deep, .says = "deep" },
	{ "vectors of vectors", .make = vectors_of_vectors, .says = "expected an operand" },
	{ "branches to the end of the text", .make = branches_to_the_end, .says = "" },
	{ "a loop for ever", .body = "L: bra L;", .says = "runs in an endless loop" },
	{ "a branch to itself at the end", .body = P1_FALSE "@%p1 bra L; L: @!%p1 bra L;", .says = "runs in an endless loop" },
	{ "2^31 - 1 blocks that only end", .body = "ret;", .grid = { 2147483647, 1, 1 }, .says = "the grid has not" },
	{ "2^31 - 1 blocks on two threads", .body = "ret;", .grid = { 2147483647, 1, 1 }, .threads = 2,
	  .says = "after 1048576 instructions" },
	{ "2^31 - 1 blocks, cooperative", .body = "ret;", .grid = { 2147483647, 1, 1 }, .cooperative = true,
	  .says = "too many blocks" },
	{ "more blocks than there are numbers", .body = "ret;", .grid = { 2147483647, 65535, 65535 }, .says = "blocks" },
	{ "no blocks", .body = "ret;", .grid = { 1, 1, 1 }, .block = { 1, 1, 4096 }, .says = "blockDim.z" },
	{ "2^32 - 1 bytes of dynamic shared memory", .body = "ret;", .dynamic_shared = UINT32_MAX, .says = "shared" },
	{ "fewer parameters than it reads", .body = "ret;", .params_len = 4, .says = "4 given" },
	{ "parameters read past their end", .body = "ld.param.u64 %rd2, [p+4096];",
	  .says = "byte 4096 of the kernel's parameters" },
	{ "parameters read before their start", .body = "ld.param.u64 %rd2, [p+-8];",
	  .says = "byte -8 of the kernel's parameters" },
	{ "%n and its kin", .before = PRINTS ".global .b8 f[] = {37, 110, 37, 104, 104, 110, 37, 108, 110, 0};",
	  .body = "cvta.global.u64 %rd2, f; mov.u64 %rd3, %rd1;" PRINT, .says = "" },
	{ "%s of a wild pointer", .before = PRINTS ".global .b8 f[] = {37, 115, 0};\n.global .u64 a = 0x4141414141414141;",
	  .body = "cvta.global.u64 %rd2, f; cvta.global.u64 %rd3, a;" PRINT, .says = "0x4141414141414141" },
	{ "a width of 2^31 - 1", .before = PRINTS ".global .b8 f[] = {37, 50, 49, 52, 55, 52, 56, 51, 54, 52, 55, 46, 50, 49, "
						  "52, 55, 52, 56, 51, 54, 52, 55, 100, 0};",
	  .body = "cvta.global.u64 %rd2, f; mov.u64 %rd3, %rd1;" PRINT, .says = "" },
	{ "a format without end", .before = PRINTS, .body = "mov.u64 %rd2, %rd1; mov.u64 %rd3, %rd1;" PRINT, .says = "" },
	{ "a wild format", .before = PRINTS, .body = "mov.u64 %rd2, 3; mov.u64 %rd3, -1;" PRINT, .says = "null pointer" },
	{ "arguments at the end of the addresses", .before = PRINTS ".global .b8 f[] = {37, 100, 0};",
	  .body = "cvta.global.u64 %rd2, f; mov.u64 %rd3, -1;" PRINT, .says = "null pointer" },
	{ "barrier 16", .body = "bar.sync 16;", .says = "barrier 16" },
	{ "barrier 2^32 - 1", .body = "mov.u32 %r2, -1; bar.sync %r2;", .says = "barrier 4294967295" },
	{ "a barrier of 33 threads", .body = "bar.sync 1, 33;", .says = "33 threads" },
	{ "a barrier of 2^32 - 32 threads", .body = "mov.u32 %r2, -32; bar.sync 1, %r2;", .says = "never arrive" },
	{ "an mbarrier at an odd address", .body = ".shared .align 8 .b8 s[64]; mbarrier.init.shared.b64 [s+3], 1;",
	  .says = "multiple of 8" },
	{ "an mbarrier past the end", .body = ".shared .align 8 .b8 s[64]; mbarrier.init.shared.b64 [s+64], 1;", .says = "s[8]" },
	{ "an mbarrier of 2^32 - 1 threads", .body = ".shared .align 8 .b8 s[64]; mov.u32 %r2, -1; mbarrier.init.shared.b64 [s], "
						     "%r2; mbarrier.arrive.shared.b64 %rd2, [s], %r2;",
						     .says = "nothing orders" },
	{ "arrivals without an mbarrier", .body = ".shared .align 8 .b8 s[64]; mbarrier.arrive.shared.b64 %rd2, [s]; "
						  "mbarrier.arrive_drop.shared.b64 %rd2, [s];",
						  .says = "no thread of the block has written" },
	{ "a copy from beyond the end", .body = ".shared .align 16 .b8 s[64]; cp.async.ca.shared.global [s], [%rd1+1020], 16; "
						"cp.async.wait_all;", .says = "array[255]" },
	{ "a copy to beyond the end", .body = ".shared .align 16 .b8 s[64]; cp.async.ca.shared.global [s+16777200], [%rd1], 16; "
					      "cp.async.wait_all;", .says = "s[1048575]" },
	{ "a copy before the beginning", .body = ".shared .align 16 .b8 s[64]; cp.async.ca.shared.global [s+-16], [%rd1], 16; "
						 "cp.async.wait_all;", .says = "s[-1]" },
	{ "a bulk copy of 2^32 - 16 bytes", .body = ".shared .align 16 .b8 s[64]; .shared .align 8 .b64 b; mov.u32 %r2, -16; "
	  "mbarrier.init.shared.b64 [b], 1;cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1], %r2, "
	  "[b];", .says = "s has 4 elements" },
	{ "ldmatrix askew", .body = ".shared .align 16 .b8 s[512]; mov.u32 %r2, s; add.u32 %r2, %r2, 2; "
				    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r4, %r5, %r6}, [%r2];",
				    .says = "multiple of 16" },
	{ "ldmatrix of nothing", .body = "mov.u32 %r2, -16; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r4, %r5, %r6}, "
					 "[%r2];", .says = "outside what the block has" },
	{ "wmma with a stride of 2^32 - 1",
	  .body = ".reg .b32 %w<8>; mov.u32 %r2, -1; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%w0, %w1, %w2, %w3, %w4, "
		  "%w5, %w6, %w7}, [%rd1], %r2;", .says = "array has 256 elements" },
	{ "a load across the end", .body = "ld.global.u64 %rd2, [%rd1+1020];", .says = "array[255]" },
	{ "a load at the end of the addresses", .body = "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [-16];",
	  .says = "0xfffffffffffffff0" },
	{ "a store into local memory of another", .body = ".local .b8 l[16]; mov.u32 %r2, l; st.local.u32 [%r2+16777212], 1;",
	  .says = "of its own local memory" },
	{ "an atomic on constants", .before = ".const .u32 c = 1;", .body = "cvta.const.u64 %rd2, c; atom.add.u32 %r2, [%rd2], "
									    "1;", .says = "constant memory" },
	{ "a jump by a wild index", .body = "mov.u32 %r2, -1; T: .branchtargets A, B; brx.idx %r2, T; A: B: ret;",
	  .says = "a branch table that has 2" },
	{ "a call of a wild address", .before = ".func f()\n{\nret;\n}\n",
	  .body = "P: .callprototype _ (); mov.u64 %rd2, 12345; call %rd2, P;", .says = "0x3039" },
	{ "sleep for ever", .body = "L: nanosleep.u32 -1; bra L;", .says = "runs in an endless loop" },
	{ "shifts and fields beyond all width", .body = "mov.u32 %r2, -1; shl.b64 %rd2, %rd1, %r2; bfe.s64 %rd3, %rd1, %r2, %r2; "
							"bfi.b64 %rd4, %rd1, %rd2, %r2, %r2; szext.wrap.s32 %r3, %r1, %r2; "
							"fns.b32 %r4, %r2, %r2, %r2;", .says = "" },
	{ "the least number divided by -1", .body = "mov.u32 %r2, 0x80000000; div.s32 %r3, %r2, -1; rem.s32 %r4, %r2, -1; "
						    "mov.u32 %r5, 0; div.u32 %r6, %r2, %r5; rem.s32 %r6, %r2, %r5;", .says = "" },
};

/* ---- running one ------------------------------------------------------------------------------ */

struct outcome { char text[2048]; enum simt_end end; bool loaded, beside_harmed; double seconds; };

static void hostile_write(const struct hostile *h, struct buf *text)
{
	if (h->make) {
		h->make(text);
		return;
	}
	kernel_open(text, h->before);
	buf_printf(text, "%s\nret;\n}\n", h->body ? h->body : "");
}

static void launch(const struct hostile *h, const char *kernel, struct simt_program *program, const uint64_t *params,
		   struct outcome *o)
{
	struct simt_launch l = { .kernel = kernel, .grid = h->grid.x ? h->grid : (struct dim3u){ 1, 1, 1 },
				 .block = h->block.x ? h->block : (struct dim3u){ 40, 1, 1 },
				 .dynamic_shared = h->dynamic_shared, .params = params,
				 .params_len = h->params_len ? h->params_len : 8, .checks = h->threads ? SIMT_CHECK_BOUNDS :
				 SIMT_CHECK_ALL, .budget = h->budget ? h->budget : 1u << 20,
				 .cooperative = h->cooperative, .threads = h->threads, .count_lines = true };
	struct simt_result result;
	struct error err = { 0 };

	if (simt_launch(program, &l, &result, &err)) {
		snprintf(o->text, sizeof o->text, "%s", err.text);
		return;
	}
	o->end = result.end;
	snprintf(o->text, sizeof o->text, "%s", result.end == SIMT_BAD_LAUNCH ? result.error.text : "");
	for (size_t k = 0; k < result.nfindings; k++)
		snprintf(o->text + strlen(o->text), sizeof o->text - strlen(o->text), "%s; ", result.findings[k].message);
	simt_result_release(&result);
}

/* The array is between two others, which the module never names. */
static void hostile_run(const struct hostile *h, struct outcome *o)
{
	static uint8_t fence[ARRAY], read[ARRAY];
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	uint64_t at[3] = { 0 };
	double start = clock_used();
	struct ptx_module *module;
	struct simt_mem *mem = simt_mem_new(MEMORY, &err);
	struct simt_program *program;

	memset(o, 0, sizeof *o);
	memset(fence, 0x5C, sizeof fence);
	hostile_write(h, &text);
	module = ptx_parse(buf_text(&text), text.len, "hostile.ptx", &err);
	program = module ? simt_program_new(module, mem, &err) : NULL;
	for (int k = 0; k < 3; k++)
		if (program && (simt_alloc(mem, ARRAY, "array", 4, SIMT_INITIALISED, &at[k], &err) ||
				simt_write(mem, at[k], fence, ARRAY, &err)))
			printf("# %s\n", err.text);
	if ((o->loaded = program))
		launch(h, module->functions[module->nfunctions - 1]->name, program, &at[1], o);
	else
		snprintf(o->text, sizeof o->text, "%s", err.text);
	for (int k = 0; program && k < 3; k += 2)
		o->beside_harmed |= simt_read(mem, at[k], read, ARRAY, &err) || memcmp(read, fence, ARRAY);
	simt_program_free(program);
	simt_mem_free(mem);
	ptx_free(module);
	buf_release(&text);
	o->seconds = clock_used() - start;
}

int main(void)
{
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		const struct hostile *h = &cases[k];
		struct outcome o;

		hostile_run(h, &o);
		if (!ok(o.seconds < SECONDS && !o.beside_harmed && strlen(o.text) < 600 &&
			(*h->says ? strstr(o.text, h->says) != NULL : !*o.text),
			"%s: %s", h->what, *h->says ? h->says : "it ends, and there is nothing to say"))
			printf("# %.1f s of the processor, %s, end %d: %.600s\n", o.seconds, o.loaded ? "loaded" : "rejected",
			       (int)o.end, o.text);
	}
	return tap_done();
}
