/*
 * forms.c - every form of ops.def that computes registers from registers, and
 * a kernel for each.
 *
 * The strings of ops.def already say which modifiers and types go together, so
 * walking all choices of a string gives all spellings. The hardware lacks some of them
 * (".sat" on a type without it): the driver rejects these when agree stores a GPU's
 * results, so the file does not contain them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"

enum mod_class {
#define CLASS(class, field) CLASS_##class,
#define MOD(class, text, value)
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};

static const struct mod_row { enum mod_class class; const char *text; } mods[] = {
#define CLASS(class, field)
#define MOD(class, text, value) { CLASS_##class, text },
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};
#define MOD_COUNT (sizeof mods / sizeof mods[0])

/* Opcodes whose operands look like registers, but that also affect other state. */
static bool left_out(enum ptx_op op)
{
	switch (op) {
	case PTX_ACTIVEMASK: case PTX_BAR: case PTX_BARRIER: case PTX_CVTA: case PTX_ISSPACEP:
	case PTX_NANOSLEEP: case PTX_MOV: case PTX_BRX: case PTX_MBARRIER:
	case PTX_ALLOCA: case PTX_STACKSAVE: case PTX_STACKRESTORE: case PTX_CREATEPOLICY: case PTX_ELECT:
	case PTX_PMEVENT: case PTX_SETMAXNREG: case PTX_MAPA: case PTX_GETCTARANK: case PTX_WGMMA:
		return true;
	default:
		return false;
	}
}

static bool slots_fit(const struct syntax_form *form)
{
	for (int k = 0; k < form->nslots; k++)
		switch (form->slots[k].role) {
		case SLOT_DST: case SLOT_SRC: case SLOT_DST_PRED: case SLOT_SRC_PRED:
		case SLOT_PAIR: case SLOT_PRED_PAIR: case SLOT_IMM:
			break;
		default:
			return false;
		}
	return form->nslots > 0;
}

static int form_add(struct forms *f, const struct form *form)
{
	if (f->n == f->cap) {
		size_t cap = f->cap ? f->cap * 2 : 1024;
		struct form *all = realloc(f->all, cap * sizeof *all);

		if (!all)
			return -1;
		f->all = all;
		f->cap = cap;
	}
	f->all[f->n++] = *form;
	return 0;
}

static unsigned slot_bytes(const struct form *f, const struct syntax_slot *slot)
{
	unsigned bytes = ptx_type_bytes(syntax_slot_type(&f->instr, slot));

	return bytes < 2 ? 2 : bytes;
}

static bool is_warp_op(enum ptx_op op)
{
	return op == PTX_SHFL || op == PTX_VOTE || op == PTX_MATCH || op == PTX_REDUX;
}

/* All modifiers chosen: only the immediate is left. */
static int form_finish(struct forms *f, struct form *form, const struct syntax_form *syntax)
{
	static const uint32_t tables[] = { 0x96, 0xe8, 0xca, 0x1b, 0x80, 0x0f };
	const struct syntax_slot *first = &syntax->slots[0];
	size_t len = strlen(form->text);

	if (is_warp_op(form->instr.op) && !form->instr.sync)
		return 0;
	form->second = first->role == SLOT_PAIR || first->role == SLOT_PRED_PAIR || form->instr.carry_out;
	form->dst_bytes = first->role == SLOT_DST_PRED || first->role == SLOT_PRED_PAIR ||
			  syntax_slot_type(&form->instr, first) == PTX_PRED ? 1
			: (int)slot_bytes(form, first);
	if (syntax->slots[syntax->nslots - 1].role != SLOT_IMM)
		return form_add(f, form);
	for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
		form->imm = tables[k];
		snprintf(form->text + len, sizeof form->text - len, " 0x%x", (unsigned)tables[k]);
		if (form_add(f, form))
			return -1;
	}
	form->text[len] = '\0';
	return 0;
}

/* The suffixes of a finished form, given back to the table that ops.def is read into. */
static bool form_resolve(struct form *form, int nops)
{
	struct syntax_suffix suffixes[SYNTAX_SUFFIXES];
	struct ptx_instr i = { .op = form->instr.op, .guard = -1, .nops = nops };
	char *s = strchr(form->text, '.');
	int n = 0;

	while (s && n < SYNTAX_SUFFIXES) {
		suffixes[n].text = ++s;
		suffixes[n++].len = strcspn(s, ".");
		s = strchr(s, '.');
	}
	if (syntax_match(&i, suffixes, n) != SYNTAX_OK)
		return false;
	form->instr = i;
	return true;
}

static int modifiers_choose(struct forms *f, struct form *form, const struct syntax_form *syntax, int m)
{
	const struct syntax_modifier *mod = &syntax->modifiers[m];
	size_t len = strlen(form->text);
	struct form whole;

	if (m == syntax->nmodifiers) {
		whole = *form;
		return form_resolve(&whole, syntax->nslots) && syntax_form(&whole.instr) == syntax
			? form_finish(f, &whole, syntax) : 0;
	}
	if (mod->optional && modifiers_choose(f, form, syntax, m + 1))
		return -1;
	for (int t = 0; t < PTX_TYPE_COUNT; t++)
		if (mod->types >> t & 1) {
			snprintf(form->text + len, sizeof form->text - len, ".%s", ptx_type_name((enum ptx_type)t));
			if (modifiers_choose(f, form, syntax, m + 1))
				return -1;
		}
	for (size_t row = 0; row < MOD_COUNT; row++)
		for (int c = 0; c < mod->nclasses; c++)
			if (mods[row].class == mod->classes[c]) {
				snprintf(form->text + len, sizeof form->text - len, ".%s", mods[row].text);
				if (modifiers_choose(f, form, syntax, m + 1))
					return -1;
			}
	form->text[len] = '\0';
	return 0;
}

int forms_enumerate(struct forms *f)
{
	memset(f, 0, sizeof *f);
	for (int op = 0; op < PTX_OP_COUNT; op++)
		for (int k = 0; k < SYNTAX_FORMS && !left_out((enum ptx_op)op); k++) {
			struct form form = { .instr = { .op = (enum ptx_op)op, .form = (uint8_t)k } };
			const struct syntax_form *syntax = syntax_form(&form.instr);

			if (!slots_fit(syntax))
				continue;
			snprintf(form.text, sizeof form.text, "%s", ptx_op_name((enum ptx_op)op));
			if (modifiers_choose(f, &form, syntax, 0))
				return -1;
		}
	return 0;
}

/* ---- kernels ----------------------------------------------------------------- */

void forms_head(struct buf *out)
{
	buf_puts(out, ".version 8.3\n.target sm_90\n.address_size 64\n");
}

/* The prefix of a register for a value of that size: %h0, %r0, %d0. */
static char width_letter(unsigned bytes)
{
	return bytes <= 2 ? 'h' : bytes == 4 ? 'r' : 'd';
}

/* The membership mask of a warp operation is its last operand: all lanes. */
static bool is_membermask(const struct form *f, const struct syntax_form *syntax, int k)
{
	return is_warp_op(f->instr.op) && k == syntax->nslots - 1;
}

static void sources_load(const struct form *f, const struct syntax_form *syntax, struct buf *out)
{
	for (int k = 1; k < syntax->nslots; k++) {
		const struct syntax_slot *slot = &syntax->slots[k];
		unsigned bytes = slot_bytes(f, slot);
		bool pred = slot->role == SLOT_SRC_PRED || syntax_slot_type(&f->instr, slot) == PTX_PRED;

		if (slot->role == SLOT_IMM || is_membermask(f, syntax, k))
			continue;
		if (pred)
			buf_printf(out, "\tld.global.u32 %%r%d, [%%d10+%d];\n\tand.b32 %%r%d, %%r%d, %d;\n"
				   "\tsetp.ne.u32 %%p%d, %%r%d, 0;\n", k, 8 * AUX, k, k, 1 << k, k, k); /* a bit of its own */
		else
			buf_printf(out, "\tld.global.b%u %%%c%d, [%%d10+%d];\n", 8 * bytes,
				   width_letter(bytes), k, 8 * (k - 1));
	}
}

/* The carry input of addc and similar opcodes, from the last cell. */
static void carry_set(const struct form *f, struct buf *out)
{
	if (f->instr.op != PTX_ADDC && f->instr.op != PTX_SUBC && f->instr.op != PTX_MADC)
		return;
	buf_printf(out, "\tld.global.u32 %%r10, [%%d10+%d];\n\tand.b32 %%r10, %%r10, 1;\n", 8 * AUX);
	buf_puts(out, f->instr.op == PTX_SUBC ? "\tsub.cc.u32 %r11, 0, %r10;\n"
					       : "\tadd.cc.u32 %r11, %r10, 0xffffffff;\n");
}

static void operand_print(const struct form *f, const struct syntax_form *syntax, int k, struct buf *out)
{
	const struct syntax_slot *slot = &syntax->slots[k];
	char letter = width_letter(slot_bytes(f, slot));

	buf_puts(out, k ? ", " : " ");
	if (slot->role == SLOT_IMM)
		buf_printf(out, "0x%x", (unsigned)f->imm);
	else if (is_membermask(f, syntax, k))
		buf_puts(out, "0xffffffff");
	else if (slot->role == SLOT_PRED_PAIR)
		buf_puts(out, "%p0|%p7");
	else if (slot->role == SLOT_PAIR)
		buf_printf(out, "%%%c0|%%p7", letter);
	else if (slot->role == SLOT_DST_PRED || slot->role == SLOT_SRC_PRED ||
		 syntax_slot_type(&f->instr, slot) == PTX_PRED)
		buf_printf(out, "%%p%d", k);
	else
		buf_printf(out, "%%%c%d", letter, k);
}

void form_kernel(const struct form *f, size_t index, struct buf *out)
{
	const struct syntax_form *syntax = syntax_form(&f->instr);
	bool subtracts = f->instr.op == PTX_SUB || f->instr.op == PTX_SUBC;

	buf_printf(out, ".visible .entry k%zu(.param .u64 in, .param .u64 out)\n{\n", index);
	buf_puts(out, "\t.reg .b16 %h<12>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %d<16>;\n\t.reg .pred %p<8>;\n"
		 "\tmov.u32 %r12, %ctaid.x;\n\tmov.u32 %r13, %ntid.x;\n\tmov.u32 %r14, %tid.x;\n"
		 "\tmad.lo.u32 %r12, %r12, %r13, %r14;\n"
		 "\tld.param.u64 %d10, [in];\n\tld.param.u64 %d11, [out];\n");
	buf_printf(out, "\tmad.wide.u32 %%d10, %%r12, %d, %%d10;\n\tmad.wide.u32 %%d11, %%r12, 16, %%d11;\n",
		   8 * CELLS);
	sources_load(f, syntax, out);
	carry_set(f, out);
	buf_printf(out, "\t%.*s", (int)strcspn(f->text, " "), f->text);
	for (int k = 0; k < syntax->nslots; k++)
		operand_print(f, syntax, k, out);
	buf_puts(out, ";\n");
	if (f->instr.carry_out)
		buf_puts(out, subtracts ? "\tsubc.u32 %r15, 0, 0;\n" : "\taddc.u32 %r15, 0, 0;\n");
	else if (f->second)
		buf_puts(out, "\tselp.u32 %r15, 1, 0, %p7;\n");
	else
		buf_puts(out, "\tmov.u32 %r15, 0;\n");
	if (syntax->slots[0].role == SLOT_IMM) /* it has no result */
		buf_puts(out, "\tmov.u64 %d0, 0;\n");
	else if (f->dst_bytes == 1)
		buf_puts(out, "\tselp.u64 %d0, 1, 0, %p0;\n");
	else if (f->dst_bytes == 2)
		buf_puts(out, "\tcvt.u64.u16 %d0, %h0;\n");
	else if (f->dst_bytes == 4)
		buf_puts(out, "\tcvt.u64.u32 %d0, %r0;\n");
	buf_puts(out, "\tcvt.u64.u32 %d1, %r15;\n"
		 "\tst.global.u64 [%d11], %d0;\n\tst.global.u64 [%d11+8], %d1;\n\tret;\n}\n");
}
