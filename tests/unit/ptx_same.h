/*
 * ptx_same.h - are two modules the same, except for their places in their texts?
 */
#ifndef TESTS_UNIT_PTX_SAME_H
#define TESTS_UNIT_PTX_SAME_H

#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"

static bool text_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool var_same(const struct ptx_var *a, const struct ptx_var *b)
{
	bool same = text_same(a->name, b->name) && a->space == b->space && a->type == b->type
		&& a->align == b->align && a->size == b->size && a->is_array == b->is_array
		&& a->is_extern == b->is_extern && a->is_managed == b->is_managed && a->linkage == b->linkage
		&& a->init_len == b->init_len && a->naddrs == b->naddrs && !a->init == !b->init
		&& (!a->init || !memcmp(a->init, b->init, a->init_len));

	for (size_t k = 0; same && k < a->naddrs; k++)
		same = a->addrs[k].offset == b->addrs[k].offset && a->addrs[k].addend == b->addrs[k].addend
			&& a->addrs[k].generic == b->addrs[k].generic
			&& text_same(a->addrs[k].symbol, b->addrs[k].symbol);
	return same;
}

static bool operand_same(const struct ptx_operand *a, const struct ptx_operand *b)
{
	bool same = a->kind == b->kind && a->reg == b->reg && a->reg2 == b->reg2 && a->negated == b->negated
		&& a->is_float_imm == b->is_float_imm && a->float_width == b->float_width && a->bits == b->bits
		&& a->offset == b->offset && a->sreg == b->sreg && a->target == b->target
		&& text_same(a->name, b->name) && a->nelems == b->nelems && !a->var == !b->var
		&& (!a->var || var_same(a->var, b->var)) && !a->function == !b->function;

	for (int k = 0; same && k < a->nelems; k++)
		same = operand_same(&a->elems[k], &b->elems[k]);
	return same;
}

/* The printed opcode contains all modifiers. */
static bool instr_same(const struct ptx_instr *a, const struct ptx_instr *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same = a->op == b->op && a->form == b->form && a->guard == b->guard
		&& a->guard_negated == b->guard_negated && a->vec == b->vec && a->nops == b->nops && a->loc == b->loc;

	syntax_print(a, &x);
	syntax_print(b, &y);
	same = same && text_same(buf_text(&x), buf_text(&y));
	buf_release(&x);
	buf_release(&y);
	for (int k = 0; same && k < a->nops; k++)
		same = operand_same(&a->ops[k], &b->ops[k]);
	return same;
}

static bool vars_same(const struct ptx_var *a, size_t na, const struct ptx_var *b, size_t nb)
{
	bool same = na == nb;

	for (size_t k = 0; same && k < na; k++)
		same = var_same(&a[k], &b[k]);
	return same;
}

static bool function_same(const struct ptx_function *a, const struct ptx_function *b)
{
	bool same = text_same(a->name, b->name) && a->is_entry == b->is_entry && a->is_extern == b->is_extern &&
		    a->linkage == b->linkage
		&& vars_same(a->params, a->nparams, b->params, b->nparams)
		&& vars_same(a->rets, a->nrets, b->rets, b->nrets)
		&& a->nregs == b->nregs && a->nvars == b->nvars && a->ninstrs == b->ninstrs
		&& a->nprotos == b->nprotos && a->noreturn == b->noreturn
		&& a->first_loc == b->first_loc && a->end_loc == b->end_loc
		&& !memcmp(a->maxntid, b->maxntid, sizeof a->maxntid)
		&& !memcmp(a->reqntid, b->reqntid, sizeof a->reqntid);

	for (size_t k = 0; same && k < a->nregs; k++)
		same = a->regs[k].type == b->regs[k].type && text_same(a->regs[k].name, b->regs[k].name);
	for (size_t k = 0; same && k < a->nvars; k++)
		same = var_same(a->vars[k], b->vars[k]);
	for (size_t k = 0; same && k < a->nprotos; k++)
		same = function_same(a->prototypes[k], b->prototypes[k]);
	for (size_t k = 0; same && k < a->ninstrs; k++)
		same = instr_same(&a->instrs[k], &b->instrs[k]);
	return same;
}

static bool loc_same(const struct ptx_loc *a, const struct ptx_loc *b)
{
	return a->file == b->file && a->line == b->line && a->column == b->column && a->outer == b->outer
		&& a->inlined_file == b->inlined_file && a->inlined_line == b->inlined_line
		&& a->inlined_column == b->inlined_column && text_same(a->function, b->function)
		&& a->place_file == b->place_file && a->place_line == b->place_line;
}

static bool module_same(const struct ptx_module *a, const struct ptx_module *b)
{
	bool same = a->version_major == b->version_major && a->version_minor == b->version_minor
		&& a->target_sm == b->target_sm && a->nfiles == b->nfiles && a->nlocs == b->nlocs
		&& a->nvars == b->nvars && a->nfunctions == b->nfunctions;

	for (size_t k = 0; same && k < a->nfiles; k++)
		same = text_same(a->files[k], b->files[k]);
	for (size_t k = 0; same && k < a->nlocs; k++)
		same = loc_same(&a->locs[k], &b->locs[k]);
	for (size_t k = 0; same && k < a->nvars; k++)
		same = var_same(a->vars[k], b->vars[k]);
	for (size_t k = 0; same && k < a->nfunctions; k++)
		same = function_same(a->functions[k], b->functions[k]);
	return same;
}

#endif
