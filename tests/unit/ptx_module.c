/*
 * ptx_module.c - the parser's result for a text: fields, places, control flow, limits.
 */
#include "config.h"

#include <stdlib.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "../tap/tap.h"

#define HEAD ".version 7.5\n.target sm_70\n.address_size 64\n"
#define REGS ".reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .pred %p<4>;\n"

static struct ptx_module *parse(const char *text)
{
	struct error err = { 0 };
	struct ptx_module *m = ptx_parse(text, strlen(text), "test.ptx", &err);

	if (!m)
		printf("# line %d: %s\n", err.line, err.text);
	return m;
}

static void test_table(void)
{
	ok(syntax_bad_row() == NULL, "every row of ops.def can be read");
	is_text(ptx_op_name(PTX_ADD), "add", "opcodes have names");
	is_text(ptx_type_name(PTX_F16X2), "f16x2", "types have names");
	ok(ptx_type_bytes(PTX_F64) == 8 && ptx_type_bytes(PTX_PRED) == 1 && ptx_type_bytes(PTX_NOTYPE) == 0,
	   "types have sizes");
	is_text(ptx_sreg_name(PTX_SR_TID_X), "%tid.x", "special registers have names");
}

static void test_bounds(void)
{
	struct ptx_module *m = parse(HEAD ".visible .entry k(.param .u32 w, .param .align 4 .b8 s[8]) {" REGS
		"mov.u32 %r1, %ctaid.y; mov.u32 %r2, %ntid.y; mov.u32 %r3, %tid.y; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
		"mov.b64 %rd1, s; ld.param.u32 %r5, [%rd1+4]; sub.s32 %r5, %r5, 1;\n"
		"mov.b64 %rd2, s; ld.param.u32 %r6, [%rd2+4]; add.s32 %r7, %r6, -1; setp.ge.s32 %p1, %r4, %r7;\n"
		"mov.u32 %r0, %tid.x;\nagain: add.s32 %r0, %r0, %r2; setp.lt.s32 %p2, %r0, %r5; @%p2 bra again; ret;}");
	struct ptx_bounds b;

	if (!ok(m && !ptx_bounds_find(m->functions[0], &b), "a kernel's indices are followed"))
		return;
	ok(b.n == 1 && b.at[0].axes == 2 && b.at[0].offset == 8 && b.at[0].bytes == 4 && b.at[0].add == -1 && b.at[0].reach == 1,
	   "an index is compared with a member of a parameter, less one");
	ok(b.loops == 1, "an index that a loop changes is no index of its own");
	ptx_free(m);
}

static void test_instr(void)
{
	struct ptx_module *m = parse(HEAD ".visible .entry k(.param .u64 a) {" REGS
		"@!%p1 ld.volatile.global.v2.u32 {%r1, _}, [%rd1+-4];\n"
		"setp.lt.and.f32 %p1|%p2, %f1, 1.5, !%p3;\n"
		"shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;\n"
		"bar.warp.sync %r1;\n"
		"atom.global.cta.add.f32 %f1, [%rd1], %f2;\n"
		"}");
	const struct ptx_instr *i;

	if (!ok(m != NULL, "a kernel parses"))
		return;
	ok(m->version_major == 7 && m->version_minor == 5 && m->target_sm == 70, "version and target are kept");
	ok(m->functions[0]->is_entry && m->functions[0]->ninstrs == 6, "a body that ends without ret gets one");
	i = &m->functions[0]->instrs[0];
	ok(i->op == PTX_LD && i->sem == PTX_VOLATILE && i->space == PTX_GLOBAL && i->vec == 2 && i->type == PTX_U32,
	   "modifiers become fields");
	ok(i->guard >= 0 && i->guard_negated, "a guard is kept with its negation");
	ok(i->ops[0].kind == PTX_O_VEC && i->ops[0].nelems == 2 && i->ops[0].elems[1].kind == PTX_O_SINK,
	   "a vector has its elements, sinks among them");
	ok(i->ops[1].kind == PTX_O_ADDR && i->ops[1].offset == -4 && i->ops[1].reg >= 0, "an address has base and offset");
	i++;
	ok(i->cmp == PTX_LT && i->boolop == PTX_BOOL_AND && i->ops[0].kind == PTX_O_PRED_PAIR && i->ops[3].negated,
	   "setp has comparison, combination, and its pair");
	ok(i->ops[2].is_float_imm && i->ops[2].float_width == 32 && i->ops[2].bits == 0x3FC00000,
	   "a decimal constant takes the width of its operand");
	i++;
	ok(i->sync && i->mode == PTX_M_BFLY && i->ops[0].reg2 >= 0, "shfl.sync has flag, mode and predicate");
	i++;
	ok(i->mode == PTX_M_WARP && i->sync, "bar.warp.sync is mode WARP with the sync flag");
	i++;
	ok(i->scope == PTX_CTA && i->space == PTX_GLOBAL && i->atom == PTX_A_ADD, "modifiers may come in another order");
	ptx_free(m);
}

static void test_call(void)
{
	struct ptx_module *m = parse(HEAD ".func (.param .b32 r) f(.param .b32 x);\n"
		".visible .entry k() {" REGS
		"{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call.uni (b), f, (a); ld.param.b32 %r2, [b]; }\n"
		"call f2;\n"
		"t: .branchtargets L, M; brx.idx %r1, t; L: ret; M: ret; }\n"
		".func f2 { ret; }\n"
		".func (.param .b32 r) f(.param .b32 x) { ret; }");
	const struct ptx_function *k;
	const struct ptx_instr *i;

	if (!ok(m != NULL, "calls parse"))
		return;
	k = ptx_find_function(m, "k");
	i = &k->instrs[1];
	ok(i->nops == 3 && i->ops[0].kind == PTX_O_LIST && i->ops[2].kind == PTX_O_LIST, "a call has three operands");
	ok(i->ops[2].elems[0].var == k->vars[0] && k->vars[0]->space == PTX_PARAM, "arguments are variables of the function");
	ok(i->ops[1].function == ptx_find_function(m, "f") && !i->ops[1].function->is_extern,
	   "a declaration and its definition are one function");
	i = &k->instrs[3];
	ok(i->ops[0].kind == PTX_O_NONE && i->ops[2].kind == PTX_O_NONE && i->ops[1].function != NULL,
	   "a call without values still has three, and may name a function that comes later");
	i++;
	ok(i->op == PTX_BRX && i->ops[1].nelems == 2 && i->ops[1].elems[1].target == 6, "brx.idx has its targets");
	ptx_free(m);
}

static void test_vars(void)
{
	struct ptx_module *m = parse(HEAD ".global .b8 text[4] = {104, 105};\n"
		".global .u64 p[2] = {7, generic(text)+2};\n.extern .shared .align 16 .b8 dyn[];\n"
		".const .f32 c[2][3] = {{1.0}, {0f40000000, 3.0}};\n");
	const struct ptx_var *v;

	if (!ok(m != NULL, "variables parse"))
		return;
	v = ptx_find_var(m, "text");
	ok(v->size == 4 && v->init_len == 2 && !memcmp(v->init, "hi", 2), "initial bytes are kept, the rest is zero");
	v = ptx_find_var(m, "p");
	ok(v->align == 8 && v->naddrs == 1 && v->addrs[0].offset == 8 && v->addrs[0].addend == 2 && v->addrs[0].generic,
	   "addresses are noted for the loader");
	v = ptx_find_var(m, "dyn");
	ok(v->is_extern && v->size == 0 && v->align == 16, "dynamic shared memory has no size");
	v = ptx_find_var(m, "c");
	ok(v->size == 24 && v->init_len == 20 && v->init[14] == 0 && v->init[15] == 0x40,
	   "rows in braces start where rows start");
	ok(ptx_find_var(m, "nothing") == NULL, "a missing name is not found");
	ptx_free(m);
}

/* The learner's line of instruction k of the first function. */
static int place_line(const struct ptx_module *m, int k)
{
	return ptx_instr_place(m, &m->functions[0]->instrs[k]).line;
}

static void test_place_nvcc(void)
{
	struct ptx_module *m = parse(HEAD ".visible .entry k() {" REGS
		"mov.u32 %r0, 0;\n"
		".loc 1 10 0\nmov.u32 %r0, 1;\n"
		".loc 1 12 3\n.loc 2 80 3, function_name $name, inlined_at 1 12 3\nmov.u32 %r0, 2;\n"
		".loc 1 12 3\n.loc 2 90 1, function_name $name, inlined_at 1 12 3\n"
		".loc 3 5 1, function_name $name, inlined_at 2 90 1\nmov.u32 %r0, 3;\n"
		".loc 1 13 3\n.loc 1 4 9, function_name $name, inlined_at 1 13 3\nmov.u32 %r0, 4;\n"
		".loc 1 0 3\nmov.u32 %r0, 5;\n"
		"}\n.file 1 \"dir/a.cu\"\n.file 2 \"h.hpp\"\n.file 3 \"i.hpp\"\n"
		".section .debug_str\n{\n$name:\n.b8 97,100,100\n.b8 0\n}\n");

	if (!ok(m != NULL, "nvcc's lines parse"))
		return;
	ok(place_line(m, 0) == 0, "an instruction before any line has no place");
	ok(place_line(m, 1) == 10, "a line of the learner's file is the place");
	is_text(ptx_instr_place(m, &m->functions[0]->instrs[1]).file, "dir/a.cu", "with the file as the compiler named it");
	ok(place_line(m, 2) == 12, "a line of a header is reported as its call site");
	ok(place_line(m, 3) == 12, "through a chain of headers");
	ok(place_line(m, 4) == 4, "a function of the learner's keeps its lines when inlined");
	ok(place_line(m, 5) == 4, "line 0 belongs to the line before");
	is_text(m->locs[2].function, "add", "the inlined function's name comes from .debug_str");
	ok(m->locs[5].outer == 4 && m->locs[4].outer == 3, "call sites are linked");
	ptx_free(m);
}

/* A header of the program's own has places; a toolkit's header, or one without a path, has none. */
static void test_place_own_header(void)
{
	struct ptx_module *m = parse(HEAD ".visible .entry k() {" REGS
		".loc 1 12 3\n.loc 2 80 3, function_name $name, inlined_at 1 12 3\nmov.u32 %r0, 2;\n"
		".loc 1 14 3\n.loc 2 90 1, function_name $name, inlined_at 1 14 3\n"
		".loc 3 5 1, function_name $name, inlined_at 2 90 1\nmov.u32 %r0, 3;\n"
		".loc 4 7 3\nmov.u32 %r0, 4;\n"
		"}\n.file 1 \"/home/me/a.cu\"\n.file 2 \"/home/me/include/own.h\"\n.file 3 \"/usr/local/cuda/include/theirs.h\"\n"
		".file 4 \"/tmp/warpbook-compile-x/inc/copy.h\"\n"
		".section .debug_str\n{\n$name:\n.b8 97,100,100\n.b8 0\n}\n");

	if (!ok(m != NULL, "lines of headers parse"))
		return;
	ok(place_line(m, 0) == 80, "a line of the program's own header is the place");
	is_text(ptx_instr_place(m, &m->functions[0]->instrs[0]).file, "/home/me/include/own.h", "with the header's name");
	ok(place_line(m, 1) == 90, "a toolkit's function that it calls belongs to its line");
	ok(place_line(m, 2) == 90, "a header's copy has no lines of its own");
	ptx_free(m);
}

static void test_place_clang(void)
{
	struct ptx_module *m = parse(HEAD ".visible .entry k() {" REGS
		".loc 3 10 0\nmov.u32 %r0, 1;\n.loc 1 80 3\nmov.u32 %r0, 2;\n.loc 3 11 3\nmov.u32 %r0, 3;\n}\n"
		".file 1 \"cuda.h\"\n.file 3 \"a.cu\"\n");

	if (!ok(m != NULL, "clang's lines parse"))
		return;
	ok(place_line(m, 0) == 10 && place_line(m, 1) == 10 && place_line(m, 2) == 11,
	   "a line of a header belongs to the last line before it in the main file");
	is_text(ptx_instr_place(m, &m->functions[0]->instrs[1]).file, "a.cu", "which the function's first line names");
	ptx_free(m);
}

static bool cfg_is(const char *body, size_t nblocks, const int *ipdom)
{
	struct buf text = BUF_INIT;
	struct ptx_module *m;
	struct ptx_cfg cfg;
	struct error err;
	bool same;

	buf_printf(&text, "%s.func f {%s%s}", HEAD, REGS, body);
	m = parse(buf_text(&text));
	buf_release(&text);
	if (!m || ptx_cfg_build(&cfg, m->functions[0], &err))
		return false;
	same = cfg.nblocks == nblocks && !memcmp(cfg.ipdom, ipdom, nblocks * sizeof *ipdom);
	if (!same)
		for (size_t b = 0; b < cfg.nblocks; b++)
			printf("# block %zu [%d,%d) ipdom %d\n", b, cfg.blocks[b].first, cfg.blocks[b].end, cfg.ipdom[b]);
	ptx_cfg_release(&cfg);
	ptx_free(m);
	return same;
}

static void test_cfg(void)
{
	ok(cfg_is("mov.u32 %r0, 1; ret;", 1, (int[]){ -1 }), "straight code is one block that leaves");
	ok(cfg_is("@%p1 bra L; mov.u32 %r0, 1; L: ret;", 3, (int[]){ 2, 2, -1 }), "if: both sides meet after it");
	ok(cfg_is("@%p1 bra L; mov.u32 %r0, 1; bra M; L: mov.u32 %r0, 2; M: ret;", 4, (int[]){ 3, 3, 3, -1 }),
	   "if and else meet after both");
	ok(cfg_is("L: mov.u32 %r0, 1; @%p1 bra L; ret;", 2, (int[]){ 1, -1 }), "a loop meets at its exit");
	ok(cfg_is("@%p1 ret; mov.u32 %r0, 1; ret;", 2, (int[]){ -1, -1 }), "a guarded return meets nowhere");
	ok(cfg_is("L: @%p1 bra M; mov.u32 %r0, 1; M: bra L;", 3, (int[]){ 2, 2, -1 }),
	   "inside a loop without exit, branches still meet");
	ok(cfg_is("t: .branchtargets A, B, A; brx.idx %r0, t; A: bra C; B: mov.u32 %r0, 1; C: ret;", 4,
		  (int[]){ 3, 3, 3, -1 }), "all targets of a brx.idx meet");
	ok(cfg_is("bra M; L: mov.u32 %r0, 1; M: @%p1 bra L; ret;", 4, (int[]){ 2, 2, 3, -1 }), "a loop entered at its test");
	ok(cfg_is("@%p1 bra L; trap; L: ret;", 3, (int[]){ -1, -1, -1 }), "a trap does not return");
}

/* Text that nests or repeats without end must be rejected in bounded time and memory. */
static void test_limits(void)
{
	static const struct { const char *head, *repeated, *what; int times; } rows[] = {
		{ HEAD ".func f {", "{", "braces", 100000 },
		{ HEAD ".func f { .reg .b32 %r; mov.u32 %r, ", "(", "parentheses", 100000 },
		{ HEAD ".func f { .reg .b32 %r; mov.u32 %r, ", "-", "signs", 100000 },
		{ HEAD ".func f { .reg .b32 %r; mov.u32 %r, 1", "+(1", "sums", 100000 },
		{ HEAD ".global .u32 x[1] = ", "{", "initialisers", 100000 },
		{ HEAD ".func f ", "(.param .u32 x", "parameters", 1000 },
		{ HEAD ".func f {", ".reg .b32 %r<1000000>;", "registers", 10 },
		{ HEAD ".global .u32 x", "[4294967295]", "dimensions", 10 },
		{ HEAD ".func f { .reg .b32 %r; mov.u32 %r, {", "%r,", "vector elements", 10000 },
		{ HEAD ".func f { add", ".f32", "modifiers", 10000 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct buf text = BUF_INIT;
		struct error err = { 0 };
		struct ptx_module *m;

		buf_puts(&text, rows[i].head);
		for (int n = 0; n < rows[i].times; n++)
			buf_puts(&text, rows[i].repeated);
		m = ptx_parse(text.data, text.len, "test.ptx", &err);
		ok(!m && err.text[0] && err.party == PARTY_US, "too many %s are rejected: %s", rows[i].what, err.text);
		ptx_free(m);
		buf_release(&text);
	}
}

/* Every prefix of a module parses or is rejected; ASan watches for memory errors. */
static void test_prefixes(void)
{
	static const char text[] = HEAD ".file 1 \"a.cu\"\n.global .u64 p[2] = {7, generic(p)+2};\n"
		".visible .entry k(.param .align 8 .b8 a[16]) .maxntid 32, 1, 1 {" REGS
		".loc 1 2 3, function_name $n, inlined_at 1 2 3\n@!%p1 ld.param.v2.f32 {%f0, _}, [a+0x8];\n"
		"mov.f32 %f1, 0f3F800000; mov.f32 %f1, 1.5e-3; L: @%p1 bra L; /* c */ mov.u32 %r1, %tid.x; }\n"
		".section .debug_str { $n: .b8 1,0 }\n";
	int whole = 0;

	for (size_t n = 0; n < sizeof text; n++) {
		char *copy = malloc(n + 1);
		struct error err = { 0 };
		struct ptx_module *m;

		if (!copy)
			break;
		memcpy(copy, text, n);
		m = ptx_parse(copy, n, "test.ptx", &err);
		whole += m != NULL;
		ptx_free(m);
		free(copy);
	}
	ok(whole > 0, "a text may end anywhere, also without a newline");
}

int main(void)
{
	test_table();
	test_bounds();
	test_instr();
	test_call();
	test_vars();
	test_place_nvcc();
	test_place_clang();
	test_place_own_header();
	test_cfg();
	test_limits();
	test_prefixes();
	return tap_done();
}
