/*
 * ptx_maker.c - an instruction is a random row of ops.def with a random member for each
 * class of its modifiers; the front end's own syntax tables give the operands that it requires.
 *
 * Registers %r %rd and so on are written and read freely. %a, which contain addresses of every space,
 * are only read: most accesses stay near existing memory, and some go astray.
 */
#include "config.h"

#include <string.h>

#include "ptx/matrix.h"
#include "ptx/ptx.h"
#include "ptx/syntax.h"
#include "ptx_maker.h"

#define REGS 6
#define LABELS 6

/* ---- the tables -------------------------------------------------------------------- */

static const struct member { const char *class, *text; } members[] = {
#define CLASS(class, field)
#define MOD(class, text, value) { #class, text },
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};

#define T(type) (1ull << PTX_##type)
static const struct type_set { const char *name; uint64_t types; } type_sets[] = {
#define CLASS(class, field)
#define MOD(class, text, value)
#define TYPES(name, set) { #name, set },
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};
#undef T

/* A random one of the spellings that a name of a row stands for. */
static const char *name_spell(struct rng *rng, const char *name, size_t len)
{
	enum ptx_type type = syntax_type(name, len);
	const char *spelled = NULL;
	uint64_t seen = 0;

	for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
		if (!strncmp(members[k].class, name, len) && !members[k].class[len] && rng_below(rng, ++seen) == 0)
			spelled = members[k].text;
	for (size_t k = 0; k < sizeof type_sets / sizeof type_sets[0]; k++)
		if (!strncmp(type_sets[k].name, name, len) && !type_sets[k].name[len])
			for (enum ptx_type t = PTX_NOTYPE + 1; t < PTX_TYPE_COUNT; t++)
				if (type_sets[k].types >> t & 1 && rng_below(rng, ++seen) == 0)
					spelled = ptx_type_name(t);
	return type != PTX_NOTYPE ? ptx_type_name(type) : spelled;
}

/* The modifiers of a row, "{.rnd}.f16|f32 d, a", spelled at random; how many. */
static int row_spell(struct rng *rng, const char *row, struct syntax_suffix *suffixes)
{
	int n = 0;

	while (*row == '.' || *row == '{') {
		bool left_out = *row == '{' && rng_below(rng, 2);
		const char *name = row + 1 + (*row == '{');
		size_t len = strcspn(name, ".{} "), skip = 0;

		for (uint64_t at = 0, seen = 0; at < len; at += strcspn(name + at, "|.{} ") + 1)
			if (rng_below(rng, ++seen) == 0)
				skip = at;
		suffixes[n].text = name_spell(rng, name + skip, strcspn(name + skip, "|.{} "));
		if (!left_out && suffixes[n].text) {
			suffixes[n].len = strlen(suffixes[n].text);
			n++;
		}
		row = name + len + (name[len] == '}');
	}
	return n;
}

/* ---- operands ------------------------------------------------------------------------ */

void maker_number(struct rng *rng, struct buf *out)
{
	static const char *const odd[] = {
		"0", "1", "2", "3", "4", "7", "8", "15", "16", "31", "32", "33", "63", "64", "255", "-1", "-2", "127",
		"65535", "65536", "0x7fffffff", "0x80000000", "0xffffffff", "-2147483648", "0x100000000", "4096", "1000",
		"0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff", "0x1ffffff", "16777215", "16777216",
	};

	buf_puts(out, odd[rng_below(rng, sizeof odd / sizeof odd[0])]);
}

static void float_write(struct rng *rng, enum ptx_type type, struct buf *out)
{
	static const char *const f32[] = { "0f00000000", "0f80000000", "0f3F800000", "0f7F800000", "0fFF800000", "0f7FC00000",
					   "0f00000001", "0f7F7FFFFF", "0f4F000000", "0f5F000000", "0fBF000000" };
	static const char *const f64[] = { "0d0000000000000000", "0d8000000000000000", "0d3FF0000000000000",
					   "0d7FF0000000000000", "0d7FF8000000000000", "0d0000000000000001",
					   "0d7FEFFFFFFFFFFFFF", "0d41E0000000000000", "0dC3E0000000000000" };

	if (type == PTX_F64)
		buf_puts(out, f64[rng_below(rng, sizeof f64 / sizeof f64[0])]);
	else
		buf_puts(out, f32[rng_below(rng, sizeof f32 / sizeof f32[0])]);
}

static const char *register_prefix(enum ptx_type type)
{
	switch (type) {
	case PTX_PRED:
		return "%p";
	case PTX_F32:
		return "%f";
	case PTX_F64:
		return "%fd";
	default:
		return ptx_type_bytes(type) == 8 ? "%rd" : ptx_type_bytes(type) < 4 && ptx_type_bytes(type) ? "%h" : "%r";
	}
}

static void register_write(struct rng *rng, enum ptx_type type, struct buf *out)
{
	buf_printf(out, "%s%d", register_prefix(type), (int)rng_below(rng, REGS));
}

static void source_write(struct rng *rng, enum ptx_type type, struct buf *out)
{
	bool is_float = type == PTX_F32 || type == PTX_F64, no_number = type >= PTX_F16 && type <= PTX_TF32;

	if (type == PTX_PRED || no_number || rng_below(rng, 3))
		register_write(rng, type, out);
	else if (is_float)
		float_write(rng, type, out);
	else
		maker_number(rng, out);
}

/* Where memory of a space is: %a0 the array, %a1 shared, %a2 local, %a3 const, all generic; and by name. */
static void address_write(struct rng *rng, bool at_home, enum ptx_space space, struct buf *out)
{
	static const char *const bases[PTX_SPACE_COUNT][4] = {
		[PTX_GENERIC] = { "%a0", "%a1", "%a2", "%a4" },
		[PTX_GLOBAL] = { "%a0", "%a4", "g", "%a0" },
		[PTX_SHARED] = { "s", "%b0", "dyn", "bars" },
		[PTX_LOCAL] = { "l", "%b1", "l", "l" },
		[PTX_CONST] = { "c", "c", "c", "c" },
		[PTX_PARAM] = { "p0", "p0", "p0", "p0" },
	};
	static const int offsets[] = { 0, 0, 0, 0, 8, 16, 32, 64, 48, 4, 2, 1, -4, 4092, 512 };

	buf_putc(out, '[');
	if (rng_below(rng, 30) == 0)
		register_write(rng, PTX_B64, out);
	else if (at_home)
		buf_puts(out, bases[space][rng_below(rng, 4)]);
	else
		buf_puts(out, "%a0");
	buf_printf(out, "%+d]", offsets[rng_below(rng, sizeof offsets / sizeof offsets[0])]);
}

static void list_write(struct rng *rng, enum ptx_type type, unsigned n, struct buf *out)
{
	buf_putc(out, '{');
	for (unsigned k = 0; k < n; k++) {
		buf_puts(out, k ? ", " : "");
		register_write(rng, type, out);
	}
	buf_putc(out, '}');
}

static void special_write(struct rng *rng, struct buf *out)
{
	enum ptx_sreg s;

	do
		s = (enum ptx_sreg)(1 + rng_below(rng, PTX_SR_COUNT - 1));
	while (s == PTX_SR_CLOCK64 || s == PTX_SR_GLOBALTIMER);
	buf_puts(out, ptx_sreg_name(s));
}

/* Seldom a tensor map, for which the numbers would have to be right. */
static void tensor_write(struct rng *rng, enum ptx_geometry geometry, struct buf *out)
{
	static const unsigned dims[] = { [PTX_1D] = 1, [PTX_2D] = 2, [PTX_3D] = 3, [PTX_4D] = 4, [PTX_5D] = 5 };

	buf_puts(out, rng_below(rng, 2) ? "[%a0, " : "[%a4, ");
	list_write(rng, PTX_B32, dims[geometry], out);
	buf_putc(out, ']');
}

/* An operand of a slot; false when the slot is one that takes a statement made for it. */
static bool operand_write(struct rng *rng, bool at_home, const struct ptx_instr *i, const struct syntax_slot *slot,
			  int nth_address, struct buf *out)
{
	static const char *const vars[] = { "g", "s", "l", "c", "dyn" };
	enum ptx_type type = syntax_slot_type(i, slot);
	struct ptx_fragment fragment;

	switch (slot->role) {
	case SLOT_DST_SINK:
		if (rng_below(rng, 4) == 0) {
			buf_putc(out, '_');
			return true;
		}
		/* fall through */
	case SLOT_DST:
	case SLOT_MOV_DST:
		if (i->vec > 1)
			list_write(rng, type, i->vec, out);
		else
			register_write(rng, type, out);
		return true;
	case SLOT_SRC:
		if (i->vec > 1 && i->op == PTX_ST)
			list_write(rng, type, i->vec, out);
		else
			source_write(rng, type, out);
		return true;
	case SLOT_DST_PRED:
		register_write(rng, PTX_PRED, out);
		return true;
	case SLOT_SRC_PRED:
		buf_puts(out, rng_below(rng, 4) ? "" : "!");
		register_write(rng, PTX_PRED, out);
		return true;
	case SLOT_PAIR:
	case SLOT_PRED_PAIR:
		register_write(rng, slot->role == SLOT_PAIR ? type : PTX_PRED, out);
		if (rng_below(rng, 2)) {
			buf_putc(out, '|');
			register_write(rng, PTX_PRED, out);
		}
		return true;
	case SLOT_ADDR:
		address_write(rng, at_home, nth_address == 1 && i->space2 ? i->space2 : nth_address ? PTX_SHARED : i->space, out);
		return true;
	case SLOT_MOV_SRC:
		if (type == PTX_U32 && rng_below(rng, 2))
			special_write(rng, out);
		else
			source_write(rng, type, out);
		return true;
	case SLOT_VAR:
		if (at_home && rng_below(rng, 2))
			buf_puts(out, vars[rng_below(rng, sizeof vars / sizeof vars[0])]);
		else
			register_write(rng, type, out);
		return true;
	case SLOT_IMM:
		buf_printf(out, "%d", (int)(rng_below(rng, 2) ? 4u << rng_below(rng, 3) : rng_below(rng, 256)));
		return true;
	case SLOT_SIZE:
		source_write(rng, rng_below(rng, 4) ? PTX_U32 : PTX_PRED, out);
		return true;
	case SLOT_MATRIX_D:
	case SLOT_MATRIX_A:
	case SLOT_MATRIX_B:
	case SLOT_MATRIX_C:
		fragment = ptx_fragment(i,
					slot->role == SLOT_MATRIX_D ? PTX_MATRIX_D : slot->role == SLOT_MATRIX_A ? PTX_MATRIX_A :
					   slot->role == SLOT_MATRIX_B ? PTX_MATRIX_B : PTX_MATRIX_C);
		list_write(rng, fragment.reg_type, fragment.regs, out);
		return true;
	case SLOT_FACTOR:
		buf_puts(out, rng_below(rng, 2) ? "1" : "-1");
		return true;
	case SLOT_SWITCH:
		if (rng_below(rng, 2))
			register_write(rng, PTX_PRED, out);
		else
			buf_puts(out, "1");
		return true;
	case SLOT_TENSOR:
		tensor_write(rng, i->geometry, out);
		return true;
	case SLOT_LABEL:
		buf_printf(out, "L%d", (int)rng_below(rng, LABELS));
		return at_home;
	case SLOT_TARGETS:
		buf_puts(out, "targets");
		return at_home;
	default:
		return false;
	}
}

/* ---- statements ------------------------------------------------------------------------ */

/* Code that needs several instructions to be reached at all. */
static const char *const phrases[] = {
	"{ .param .b32 r; .param .b32 x; st.param.b32 [x], %r1; call.uni (r), f1, (x); ld.param.b32 %r2, [r]; }",
	"{ .param .b32 r; .param .b32 x; st.param.b32 [x], %r3; mov.u64 %rd5, f1; call (r), %rd5, (x), proto; ld.param.b32 %r2, "
	"[r]; }",
	"{ .param .b32 r; .param .b32 x; st.param.b32 [x], %r3; mov.u64 %rd5, f1; st.global.u64 [table+8], %rd5; ld.global.u64 "
	"%rd5, [table+8]; call (r), %rd5, (x), proto; ld.param.b32 %r2, [r]; }",
	"{ .param .b32 r; .param .b64 f; .param .b64 a; cvta.global.u64 %rd5, format; st.param.b64 [f], %rd5; st.param.b64 [a], "
	"%a2; call.uni (r), vprintf, (f, a); ld.param.b32 %r2, [r]; }",
	"{ .param .b32 r; .param .b64 f; .param .b64 a; st.param.b64 [f], %a0; st.param.b64 [a], %a2; call.uni (r), vprintf, (f, "
	"a); ld.param.b32 %r2, [r]; }",
	"{ .param .b64 r; .param .b64 n; st.param.b64 [n], 100; call.uni (r), malloc, (n); ld.param.b64 %rd4, [r]; }",
	"{ .param .b64 r; .param .b64 n; st.param.b64 [n], %rd4; call.uni (r), malloc, (n); ld.param.b64 %rd4, [r]; }",
	"{ .param .b64 q; st.param.b64 [q], %rd4; call.uni free, (q); }",
	"st.local.u64 [l], %rd4; st.local.u64 [l+8], %a0; st.local.f64 [l+16], %fd1;",
	"bar.sync 0;", "bar.warp.sync -1;", "mov.u32 %r4, %tid.x;", "setp.lt.u32 %p1, %r4, 7;", "membar.gl;",
	"mbarrier.init.shared.b64 [bars], 40;", "mbarrier.arrive.shared.b64 %rd3, [bars];",
	"mbarrier.test_wait.shared.b64 %p2, [bars], %rd3;",
	"cp.async.ca.shared.global [s], [%a0], 16; cp.async.commit_group; cp.async.wait_group 0;",
	"{ .reg .u32 %q; mov.u32 %q, 5; @%p1 exit; }", "@%p1 bra L1;", "@!%p1 bra.uni L4;", "ret;",
	"st.global.u32 [%a4], %r1;", "ld.global.u32 %r1, [%a4];", "ld.shared.u32 %r2, [%b0];", "st.shared.u32 [%b0], %r4;",
	"atom.global.add.u32 %r1, [g], 1;", "ld.volatile.global.u32 %r1, [g];", "fence.acq_rel.gpu;",
};

/* A random row's instruction, or nothing: calls have phrases, a kernel does not write its parameters. */
static void instruction_write(struct rng *rng, bool at_home, struct buf *out)
{
	enum ptx_op op = (enum ptx_op)rng_below(rng, PTX_OP_COUNT);
	struct syntax_suffix suffixes[SYNTAX_SUFFIXES];
	struct ptx_instr i = { .op = op, .vec = 1 };
	const struct syntax_form *form;
	const char *const *rows;
	size_t nrows = ptx_op_forms(op, &rows), start = out->len;
	int n = row_spell(rng, rows[rng_below(rng, nrows)], suffixes), naddr = 0;
	bool written = false;

	for (i.nops = 0; i.nops <= SYNTAX_SLOTS && syntax_match(&i, suffixes, n) != SYNTAX_OK; i.nops++)
		;
	if (i.nops > SYNTAX_SLOTS || op == PTX_CALL || (op == PTX_ST && i.space == PTX_PARAM))
		return;
	form = syntax_form(&i);
	if (rng_below(rng, 5) == 0)
		buf_printf(out, "@%s%%p%d ", rng_below(rng, 2) ? "!" : "", (int)rng_below(rng, REGS));
	buf_puts(out, ptx_op_name(op));
	for (int k = 0; k < n; k++)
		buf_printf(out, ".%s", suffixes[k].text);
	for (int k = 0; k < i.nops; k++) {
		buf_puts(out, k ? ", " : " ");
		written = operand_write(rng, at_home, &i, &form->slots[k], naddr, out);
		naddr += form->slots[k].role == SLOT_ADDR;
		if (!written)
			break;
	}
	buf_puts(out, ";\n");
	if (!written && i.nops)
		out->data[out->len = start] = '\0';
}

static void registers_write(struct buf *out)
{
	buf_printf(out, ".reg .pred %%p<%d>; .reg .b16 %%h<%d>; .reg .b32 %%r<%d>; .reg .b64 %%rd<%d>; .reg .f32 %%f<%d>; "
		   ".reg .f64 %%fd<%d>; .reg .b64 %%a<5>; .reg .b32 %%b<2>;\n", REGS, REGS, REGS, REGS, REGS, REGS);
}

bool maker_is_home(const char *text, size_t len)
{
	static const char sign[] = "%a<5>; .reg .b32 %b<2>;";

	for (size_t k = 0; k + sizeof sign <= len; k++)
		if (!memcmp(text + k, sign, sizeof sign - 1))
			return true;
	return false;
}

/* Writes one statement, or nothing if the random row gives none. */
static void statement_write(struct rng *rng, bool at_home, struct buf *out)
{
	if (at_home && rng_below(rng, 4) == 0)
		buf_printf(out, "%s\n", phrases[rng_below(rng, sizeof phrases / sizeof phrases[0])]);
	else
		instruction_write(rng, at_home, out);
}

static void head_write(const char *format, struct buf *out)
{
	buf_puts(out, ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
		 ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
		 ".func (.param .b32 r) f1(.param .b32 p0);\n"
		 ".extern .shared .align 16 .b8 dyn[];\n.global .align 16 .b8 g[256];\n.global .u64 table[2];\n"
		 ".const .align 16 .b8 c[64] = {1, 2, 3};\n.global .u64 pointers[2] = {g, generic(g)};\n.global .b8 "
		 "format[] = {");
	for (const char *p = format; *p; p++)
		buf_printf(out, "%d, ", *p);
	buf_puts(out, "0};\n");
}

static void body_open(bool entry, struct buf *out)
{
	buf_printf(out, "%s\n{\n", entry ? ".visible .entry k(.param .u64 p0, .param .u32 p1, .param .f64 p2)" :
					   ".func (.param .b32 r) f1(.param .b32 p0)");
	registers_write(out);
	buf_printf(out, ".local .align 16 .b8 l[64]; .shared .align 16 .b8 s[512]; .shared .align 8 .b64 bars[4];\n"
		   "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
		   "targets: .branchtargets L0, L1, L2, L3, L4;\n"
		   "%s mov.u32 %%b0, s; cvta.shared.u64 %%a1, s; cvta.local.u64 %%a2, l; cvta.const.u64 %%a3, c;\n"
		   "mov.u32 %%r0, %%tid.x; mul.wide.u32 %%a4, %%r0, 4; add.u64 %%a4, %%a4, %%a0;\n"
		   "mad.lo.u32 %%b0, %%r0, 4, %%b0; mov.u32 %%b1, l;\n",
		   entry ? "ld.param.u64 %a0, [p0];" : "cvta.global.u64 %a0, g;");
}

static void body_close(struct buf *out)
{
	buf_puts(out, "ret;\n}\n");
}

/* Asks only once for each spelling whether the vm rejects what the front end accepts. */
static bool is_lowered(const char *statement, maker_judge *judge)
{
	static uint8_t known[1 << 14];
	const char *spelling = statement + (*statement == '@' ? strcspn(statement, " ") + 1 : 0);
	size_t len = *spelling == '{' ? strlen(spelling) : strcspn(spelling, " ");
	struct buf probe = BUF_INIT;
	uint32_t h = 2166136261u; /* FNV-1a */

	for (size_t k = 0; k < len; k++)
		h = (h ^ (unsigned char)spelling[k]) * 16777619u;
	h = (h ^ h >> 15) % sizeof known;
	if (!known[h]) {
		head_write("", &probe);
		for (int entry = 1; entry >= 0; entry--) {
			body_open(entry, &probe);
			for (int k = 0; k < LABELS; k++)
				buf_printf(&probe, "L%d: %s", k, entry && !k ? statement : "\n");
			body_close(&probe);
		}
		known[h] = judge(buf_text(&probe), probe.len) ? 1 : 2;
		buf_release(&probe);
	}
	return known[h] == 1;
}

void maker_statements(struct rng *rng, maker_judge *judge, bool at_home, struct buf *out)
{
	struct buf statement = BUF_INIT;

	if (!at_home) {
		buf_puts(out, "{\n");
		registers_write(out);
		buf_puts(out, "mov.u64 %a0, 1099511628032;\n");
	}
	for (uint64_t n = 1 + rng_below(rng, 4); n;) {
		buf_clear(&statement);
		statement_write(rng, at_home, &statement);
		if (statement.len && (!judge || is_lowered(statement.data, judge))) {
			buf_puts(out, statement.data);
			n--;
		}
	}
	if (!at_home)
		buf_puts(out, "}\n");
	buf_release(&statement);
}

void maker_module(struct rng *rng, maker_judge *judge, struct buf *out)
{
	static const char *const formats[] = { "%d %s|", "%n%llx|%c", "%*d%.*f|", "%500.500f|", "%hhd%Lf%", "%2147483647d",
					       "%s%s%s%s", "%-+ #0199.3e", "%p%%%lu" };

	head_write(formats[rng_below(rng, sizeof formats / sizeof formats[0])], out);
	for (int entry = 1; entry >= 0; entry--) {
		body_open(entry, out);
		for (int k = 0; k < LABELS; k++) {
			buf_printf(out, "L%d:\n", k);
			for (uint64_t n = rng_below(rng, 4); n; n--)
				maker_statements(rng, judge, true, out);
		}
		body_close(out);
	}
}
