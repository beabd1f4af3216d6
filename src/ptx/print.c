/*
 * print.c - prints a module as text that parses back to the same module.
 *
 * All variables come first, then the functions in order, each flat: its
 * registers, variables, prototypes and branch targets before its instructions.
 * That is possible because names are unique in a function (see names.h).
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "ptx/ptx.h"
#include "ptx/syntax.h"

struct label { int target; const char *name; };

/* ---- operands ---------------------------------------------------------------------- */

static void print_operand(const struct ptx_function *f, const struct ptx_operand *o, struct buf *out);

static void print_elements(const struct ptx_function *f, const struct ptx_operand *o,
			   const char *brackets, struct buf *out)
{
	buf_putc(out, brackets[0]);
	for (int k = 0; k < o->nelems; k++) {
		buf_puts(out, k ? ", " : "");
		print_operand(f, &o->elems[k], out);
	}
	buf_putc(out, brackets[1]);
}

static void print_address(const struct ptx_function *f, const struct ptx_operand *o, struct buf *out)
{
	if (o->kind == PTX_O_ADDR)
		buf_putc(out, '[');
	if (o->var)
		buf_puts(out, o->var->name);
	else if (o->reg >= 0)
		buf_puts(out, f->regs[o->reg].name);
	if (!o->var && o->reg < 0)
		buf_printf(out, "%" PRId64, o->offset);
	else if (o->offset)
		buf_printf(out, "%+" PRId64, o->offset);
	if (o->nelems) {
		buf_puts(out, ", ");
		print_elements(f, o, "{}", out);
	}
	if (o->kind == PTX_O_ADDR)
		buf_putc(out, ']');
}

static void print_operand(const struct ptx_function *f, const struct ptx_operand *o, struct buf *out)
{
	switch (o->kind) {
	case PTX_O_NONE:
		break;
	case PTX_O_REG:
		buf_printf(out, "%s%s", o->negated ? "!" : "", f->regs[o->reg].name);
		break;
	case PTX_O_IMM:
		if (!o->is_float_imm)
			buf_printf(out, "%" PRId64, (int64_t)o->bits);
		else if (o->float_width == 32)
			buf_printf(out, "0f%08" PRIX64, o->bits);
		else
			buf_printf(out, "0d%016" PRIX64, o->bits);
		break;
	case PTX_O_SREG:
		buf_puts(out, ptx_sreg_name(o->sreg));
		break;
	case PTX_O_VAR:
	case PTX_O_ADDR:
		print_address(f, o, out);
		break;
	case PTX_O_FUNC:
	case PTX_O_LABEL:
	case PTX_O_TEXT:
		buf_puts(out, o->name);
		break;
	case PTX_O_VEC:
		print_elements(f, o, "{}", out);
		if (o->reg2 >= 0)
			buf_printf(out, "|%s", f->regs[o->reg2].name);
		break;
	case PTX_O_LIST:
		print_elements(f, o, "()", out);
		break;
	case PTX_O_SINK:
		buf_putc(out, '_');
		break;
	case PTX_O_PRED_PAIR:
		buf_printf(out, "%s|%s", o->reg < 0 ? "_" : f->regs[o->reg].name,
			   o->reg2 < 0 ? "_" : f->regs[o->reg2].name);
		break;
	}
}

/* (ret), f, (args), prototype */
static void print_call(const struct ptx_function *f, const struct ptx_operand *ops, struct buf *out)
{
	print_operand(f, &ops[0], out);
	if (ops[0].kind != PTX_O_NONE)
		buf_puts(out, ", ");
	print_operand(f, &ops[1], out);
	if (ops[2].kind != PTX_O_NONE)
		buf_puts(out, ", ");
	print_operand(f, &ops[2], out);
	if (ops[1].kind == PTX_O_REG)
		buf_printf(out, ", %s", ops[1].name);
}

void ptx_print_instr(const struct ptx_module *m, const struct ptx_function *f,
		     const struct ptx_instr *i, struct buf *out)
{
	if (i->guard >= 0)
		buf_printf(out, "@%s%s ", i->guard_negated ? "!" : "", f->regs[i->guard].name);
	if (i->op == PTX_LEFT_OUT) {
		buf_printf(out, "%s;", i->ops[0].name);
		return;
	}
	syntax_print(i, out);
	if (i->nops)
		buf_putc(out, ' ');
	if (i->op == PTX_CALL) {
		print_call(f, i->ops, out);
	} else {
		for (int k = 0; k < i->nops; k++) {
			buf_puts(out, k ? ", " : "");
			if (i->op == PTX_BRX && k == 1)
				buf_puts(out, i->ops[k].name);
			else
				print_operand(f, &i->ops[k], out);
		}
	}
	buf_putc(out, ';');
}

/* ---- variables ---------------------------------------------------------------------- */

static const struct ptx_init_addr *address_at(const struct ptx_var *v, size_t *next, uint64_t at)
{
	while (*next < v->naddrs && v->addrs[*next].offset + 8 <= at)
		++*next;
	return *next < v->naddrs && v->addrs[*next].offset <= at ? &v->addrs[*next] : NULL;
}

static void print_init_address(const struct ptx_init_addr *a, struct buf *out)
{
	buf_printf(out, a->generic ? "generic(%s" : "%s", a->symbol);
	if (a->addend)
		buf_printf(out, "%+" PRId64, a->addend);
	if (a->generic)
		buf_putc(out, ')');
}

/* An element at byte `at`: a number, an address, or a byte of one. */
static void print_init_value(const struct ptx_var *v, uint64_t at, size_t *next, struct buf *out)
{
	const struct ptx_init_addr *a = address_at(v, next, at);
	unsigned size = ptx_type_bytes(v->type);
	uint64_t bits = 0;

	if (a && size == 1) {
		buf_printf(out, "0x%" PRIX64 "(", UINT64_C(0xFF) << 8 * (at - a->offset));
		print_init_address(a, out);
		buf_putc(out, ')');
		return;
	}
	if (a) {
		print_init_address(a, out);
		return;
	}
	memcpy(&bits, v->init + at, size < sizeof bits ? size : sizeof bits);
	if (v->type == PTX_F32)
		buf_printf(out, "0f%08" PRIX64, bits);
	else if (v->type == PTX_F64)
		buf_printf(out, "0d%016" PRIX64, bits);
	else
		buf_printf(out, "%" PRIu64, bits);
}

static void print_init(const struct ptx_var *v, struct buf *out)
{
	unsigned size = ptx_type_bytes(v->type);
	size_t next = 0;

	buf_puts(out, v->is_array ? " = {" : " = ");
	for (uint64_t at = 0; at < v->init_len; at += size) {
		buf_puts(out, at ? ", " : "");
		print_init_value(v, at, &next, out);
	}
	buf_puts(out, v->is_array ? "}" : "");
}

/* ".shared .align 4 .b8 tile[1024]" */
static void print_var(const struct ptx_var *v, struct buf *out)
{
	buf_printf(out, ".%s%s .align %" PRIu64 " .%s %s", ptx_space_name(v->space),
		   v->is_managed ? " .attribute(.managed)" : "", v->align, ptx_type_name(v->type), v->name);
	if (v->is_array && v->size)
		buf_printf(out, "[%" PRIu64 "]", v->size / ptx_type_bytes(v->type));
	else if (v->is_array)
		buf_puts(out, "[]");
	if (v->init)
		print_init(v, out);
}

static void print_params(const struct ptx_var *params, size_t n, struct buf *out)
{
	buf_putc(out, '(');
	for (size_t k = 0; k < n; k++) {
		buf_puts(out, k ? ",\n\t" : "\n\t");
		print_var(&params[k], out);
	}
	buf_puts(out, n ? "\n)" : ")");
}

/* ---- functions ------------------------------------------------------------------------- */

/* True if the register's name is `prefix` followed by the number. */
static bool reg_is_numbered(const struct ptx_reg *r, const char *prefix, size_t len, size_t number)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%zu", number);
	return !strncmp(r->name, prefix, len) && !strcmp(r->name + len, digits);
}

/* Registers in their order: runs of %r0, %r1, ... as %r<n>. */
static void print_regs(const struct ptx_function *f, struct buf *out)
{
	for (size_t k = 0; k < f->nregs;) {
		const struct ptx_reg *r = &f->regs[k];
		size_t len = strlen(r->name) - 1, n = 0;

		while (r->name[len] == '0' && len && k + n < f->nregs && f->regs[k + n].type == r->type
		       && reg_is_numbered(&f->regs[k + n], r->name, len, n))
			n++;
		if (n > 1)
			buf_printf(out, "\t.reg .%s %.*s<%zu>;\n", ptx_type_name(r->type), (int)len, r->name, n);
		else
			buf_printf(out, "\t.reg .%s %s;\n", ptx_type_name(r->type), r->name);
		k += n > 1 ? n : 1;
	}
}

static int label_compare(const void *a, const void *b)
{
	const struct label *x = a, *y = b;

	return x->target != y->target ? (x->target > y->target) - (x->target < y->target)
		: strcmp(x->name, y->name);
}

/* Calls visit for every label that an instruction names. */
static size_t labels_collect(const struct ptx_function *f, struct label *labels)
{
	size_t n = 0;

	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];
		const struct ptx_operand *o = i->op == PTX_BRA ? i->ops : i->op == PTX_BRX ? i->ops[1].elems : NULL;
		int count = i->op == PTX_BRX ? i->ops[1].nelems : 1;

		for (int t = 0; o && t < count; t++, n++)
			if (labels)
				labels[n] = (struct label){ o[t].target, o[t].name };
	}
	return n;
}

static struct label *labels_sorted(const struct ptx_function *f, size_t *n)
{
	struct label *labels;

	*n = labels_collect(f, NULL);
	labels = calloc(*n + 1, sizeof *labels);
	if (labels) {
		labels_collect(f, labels);
		qsort(labels, *n, sizeof *labels, label_compare);
	}
	return labels;
}

/* Tables of brx.idx, each once. */
static void print_targets(const struct ptx_function *f, struct buf *out)
{
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_operand *list;
		size_t before = 0;

		if (f->instrs[k].op != PTX_BRX)
			continue;
		list = &f->instrs[k].ops[1];
		while (before < k && (f->instrs[before].op != PTX_BRX
				      || f->instrs[before].ops[1].elems != list->elems))
			before++;
		if (before < k)
			continue;
		buf_printf(out, "\t%s: .branchtargets ", list->name);
		for (int t = 0; t < list->nelems; t++)
			buf_printf(out, "%s%s", t ? ", " : "", list->elems[t].name);
		buf_puts(out, ";\n");
	}
}

static void print_prototypes(const struct ptx_function *f, struct buf *out)
{
	for (size_t k = 0; k < f->nprotos; k++) {
		const struct ptx_function *proto = f->prototypes[k];

		if (proto->ncallees) {
			buf_printf(out, "\t%s: .calltargets ", proto->name);
			for (size_t n = 0; n < proto->ncallees; n++)
				buf_printf(out, "%s%s", n ? ", " : "", proto->callees[n].name);
			buf_puts(out, ";\n");
			continue;
		}
		buf_printf(out, "\t%s: .callprototype ", proto->name);
		print_params(proto->rets, proto->nrets, out);
		buf_puts(out, " _ ");
		print_params(proto->params, proto->nparams, out);
		buf_puts(out, proto->noreturn ? " .noreturn;\n" : ";\n");
	}
}

/* The strings for .loc's function names, each once, sorted. */
struct strings { const char **names; size_t n; };

static int strings_collect(const struct ptx_module *m, struct strings *s)
{
	size_t kept = 0;

	s->n = 0;
	if (!(s->names = calloc(m->nlocs + 1, sizeof *s->names)))
		return -1;
	for (size_t k = 0; k < m->nlocs; k++)
		if (m->locs[k].function)
			s->names[s->n++] = m->locs[k].function;
	qsort(s->names, s->n, sizeof *s->names, order_texts);
	for (size_t k = 0; k < s->n; k++)
		if (!kept || strcmp(s->names[kept - 1], s->names[k]))
			s->names[kept++] = s->names[k];
	s->n = kept;
	return 0;
}

static void print_loc(const struct ptx_loc *l, const struct strings *s, struct buf *out)
{
	buf_printf(out, "\t.loc %d %d %d", l->file, l->line, l->column);
	if (l->function) {
		const char **found = bsearch(&l->function, s->names, s->n, sizeof *s->names, order_texts);

		buf_printf(out, ", function_name $L__info_string%td", found - s->names);
	}
	if (l->inlined_line)
		buf_printf(out, ", inlined_at %d %d %d", l->inlined_file, l->inlined_line, l->inlined_column);
	buf_putc(out, '\n');
}

static void print_body(const struct ptx_module *m, const struct ptx_function *f,
		       const struct strings *s, struct buf *out)
{
	size_t nlabels, label = 0;
	struct label *labels = labels_sorted(f, &nlabels);
	int loc = f->first_loc;

	if (!labels) {
		out->failed = true;
		return;
	}
	for (size_t k = 0; k < f->ninstrs; k++) {
		for (; loc <= f->instrs[k].loc; loc++)
			print_loc(&m->locs[loc], s, out);
		for (; label < nlabels && labels[label].target == (int)k; label++)
			if (!label || strcmp(labels[label - 1].name, labels[label].name))
				buf_printf(out, "%s:\n", labels[label].name);
		buf_putc(out, '\t');
		ptx_print_instr(m, f, &f->instrs[k], out);
		buf_putc(out, '\n');
	}
	for (; loc < f->end_loc; loc++)
		print_loc(&m->locs[loc], s, out);
	free(labels);
}

static void print_thread_counts(const char *directive, const uint32_t n[3], struct buf *out)
{
	if (n[0] || n[1] || n[2])
		buf_printf(out, "%s %" PRIu32 ", %" PRIu32 ", %" PRIu32 "\n", directive, n[0], n[1], n[2]);
}

static const char *linkage_text(enum ptx_linkage linkage, bool is_extern)
{
	static const char *const texts[] = {
		[PTX_LOCAL_LINKAGE] = "", [PTX_VISIBLE] = ".visible ", [PTX_WEAK_LINKAGE] = ".weak ", [PTX_COMMON] = ".common ",
	};

	return is_extern && linkage == PTX_LOCAL_LINKAGE ? ".extern " : texts[linkage];
}

static void print_function(const struct ptx_module *m, const struct ptx_function *f,
			   const struct strings *s, struct buf *out)
{
	buf_printf(out, "\n%s%s ", linkage_text(f->linkage, f->is_extern),
		   f->is_entry ? ".entry" : ".func");
	if (f->nrets) {
		print_params(f->rets, f->nrets, out);
		buf_putc(out, ' ');
	}
	buf_puts(out, f->name);
	print_params(f->params, f->nparams, out);
	buf_putc(out, '\n');
	print_thread_counts(".maxntid", f->maxntid, out);
	print_thread_counts(".reqntid", f->reqntid, out);
	print_thread_counts(".reqnctapercluster", f->reqnctapercluster, out);
	if (f->noreturn)
		buf_puts(out, ".noreturn\n");
	if (f->is_extern) {
		buf_puts(out, ";\n");
		return;
	}
	buf_puts(out, "{\n");
	print_regs(f, out);
	for (size_t k = 0; k < f->nvars; k++) {
		buf_putc(out, '\t');
		print_var(f->vars[k], out);
		buf_puts(out, ";\n");
	}
	print_prototypes(f, out);
	print_targets(f, out);
	print_body(m, f, s, out);
	buf_puts(out, "}\n");
}

/* ---- modules ----------------------------------------------------------------------------- */

static void print_strings(const struct strings *s, struct buf *out)
{
	if (!s->n)
		return;
	buf_puts(out, "\n.section .debug_str\n{\n");
	for (size_t k = 0; k < s->n; k++) {
		buf_printf(out, "$L__info_string%zu:\n.b8 ", k);
		for (const char *c = s->names[k]; *c; c++)
			buf_printf(out, "%d,", (unsigned char)*c);
		buf_puts(out, "0\n");
	}
	buf_puts(out, "}\n");
}

void ptx_print(const struct ptx_module *m, struct buf *out)
{
	struct strings s;

	if (strings_collect(m, &s)) {
		out->failed = true;
		return;
	}
	buf_printf(out, ".version %d.%d\n.target sm_%d\n.address_size 64\n",
		   m->version_major, m->version_minor, m->target_sm);
	for (size_t k = 0; k < m->nfiles; k++)
		if (m->files[k])
			buf_printf(out, ".file %zu \"%s\"\n", k, m->files[k]);
	for (size_t k = 0; k < m->nvars; k++) {
		buf_printf(out, "%s%s", m->vars[k]->is_extern ? ".extern " : "", linkage_text(m->vars[k]->linkage, false));
		print_var(m->vars[k], out);
		buf_puts(out, ";\n");
	}
	for (size_t k = 0; k < m->nfunctions; k++)
		print_function(m, m->functions[k], &s, out);
	for (size_t k = 0; k < m->nfunctions; k++)
		if (m->functions[k]->alias)
			buf_printf(out, "\n.alias %s, %s;\n", m->functions[k]->name, m->functions[k]->alias->name);
	print_strings(&s, out);
	free(s.names);
}
