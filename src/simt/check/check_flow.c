/*
 * check_flow.c - where a loaded value leads: to a branch, to an address, to a store that replaces it.
 *
 * A set of registers begins with the load's result, and grows by the results of all instructions that use one of it, wherever
 * they stand in the function. So it may be too large, but lacks only what goes through memory.
 * check_trace.c goes the other way.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/syntax.h"
#include "simt/check/check_flow.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"

/* ---- what is computed from a loaded value ---- */

/* Does the instruction use a register of the set? Its first operand is the result, unless it has none. */
static bool uses_any(const struct ptx_instr *i, const bool *set, size_t nregs)
{
	int regs[64], first = i->op == PTX_ST || i->op == PTX_RED || i->op == PTX_BRA ? 0 : 1;

	if (i->guard >= 0 && set[i->guard])
		return true;
	for (int o = first; o < i->nops; o++) {
		const struct ptx_operand *x = &i->ops[o];
		int n = operand_regs(x, regs, 64);

		if (x->kind == PTX_O_ADDR && x->reg >= 0 && set[x->reg])
			return true;
		for (int k = 0; k < n; k++)
			if (regs[k] >= 0 && (size_t)regs[k] < nregs && set[regs[k]])
				return true;
	}
	return false;
}

/* Adds the results that the instruction computes from the set; true: the set grew. */
static bool set_spread(const struct ptx_instr *i, bool *set)
{
	int regs[64], n = i->nops ? operand_regs(&i->ops[0], regs, 64) : 0;
	bool grew = false;

	for (int k = 0; k < n; k++)
		if (regs[k] >= 0 && !set[regs[k]])
			grew = set[regs[k]] = true;
	return grew;
}

/* The registers of the function that are computed from the load's result; NULL: none, or out of memory. The caller frees it. */
static bool *computed_from(const struct ptx_function *f, const struct ptx_instr *load)
{
	bool *set = f && (load->op == PTX_LD || load->op == PTX_ATOM) ? calloc(f->nregs + 1, sizeof *set) : NULL;
	bool grew = set && set_spread(load, set);

	while (grew) {
		grew = false;
		for (size_t k = 0; k < f->ninstrs; k++)
			if (uses_any(&f->instrs[k], set, f->nregs))
				grew |= f->instrs[k].op != PTX_ST && f->instrs[k].op != PTX_RED && set_spread(&f->instrs[k], set);
	}
	return set;
}

bool trace_decides(const struct checker *c, const struct ptx_instr *i)
{
	const struct ptx_function *f = i ? function_of(c->launch.module, i) : NULL;
	bool *set = f ? computed_from(f, i) : NULL, decides = false;

	for (size_t k = 0; set && k < f->ninstrs && !decides; k++)
		decides = uses_any(&f->instrs[k], set, f->nregs) &&
			  (f->instrs[k].op == PTX_BRA || f->instrs[k].op == PTX_RET || f->instrs[k].op == PTX_EXIT);
	free(set);
	return decides;
}

/* ---- a store that the value decides ---- */

/* Is the value that it stores one that the kernel has just loaded, as where two elements change places, or one from the set? */
static bool stores_loaded(const struct ptx_function *f, const struct ptx_instr *store, const bool *set)
{
	const int reg = store->nops > 1 && store->ops[1].kind == PTX_O_REG ? store->ops[1].reg : -1;

	for (size_t k = 0; k < f->ninstrs && reg >= 0; k++)
		if (f->instrs[k].op == PTX_LD && f->instrs[k].space != PTX_PARAM && f->instrs[k].nops &&
		    operand_has(&f->instrs[k].ops[0], reg))
			return true;
	return store->nops < 2 || (reg >= 0 && set[reg]) || (store->ops[1].kind != PTX_O_REG && store->ops[1].kind != PTX_O_IMM);
}

static bool is_same_address(const struct ptx_operand *a, const struct ptx_operand *b)
{
	return a && b && a->kind == b->kind && a->reg == b->reg && a->var == b->var && a->offset == b->offset;
}

static bool writes_register(const struct ptx_instr *i, int reg)
{
	for (int o = 0; o < i->nops; o++)
		if (syntax_writes(i, o) && operand_has(&i->ops[o], reg))
			return true;
	return false;
}

/* A branch past `to`. */
static bool leads_past(const struct ptx_function *f, const struct ptx_instr *i, const struct ptx_instr *to)
{
	return i->op == PTX_BRA && i->nops && i->ops[0].kind == PTX_O_LABEL && i->ops[0].target > (int)(to - f->instrs);
}

/* A branch of all threads to the instruction behind it. */
static bool leads_on(const struct ptx_function *f, const struct ptx_instr *i)
{
	return i->op == PTX_BRA && i->guard < 0 && i->nops && i->ops[0].kind == PTX_O_LABEL &&
	       f->instrs + i->ops[0].target == i + 1;
}

/* Does each thread run all from the one to the other, without a barrier, and without a new value in the register? */
static bool is_straight(const struct ptx_function *f, const struct ptx_instr *from, const struct ptx_instr *to, int reg)
{
	static const enum ptx_op parting[] = { PTX_BRA, PTX_BRX, PTX_CALL, PTX_RET, PTX_EXIT, PTX_BAR, PTX_BARRIER };

	for (const struct ptx_instr *i = from; i <= to; i++)
		for (size_t k = 0; k < sizeof parting / sizeof *parting && !leads_on(f, i); k++)
			if (i->op == parting[k] || (i < to && reg >= 0 && writes_register(i, reg)))
				return false;
	for (const struct ptx_instr *i = f->instrs; i < f->instrs + f->ninstrs; i++)
		for (int o = 0; o < i->nops; o++)
			if (i->ops[o].kind == PTX_O_LABEL && !leads_on(f, i) && f->instrs + i->ops[o].target > from &&
			    f->instrs + i->ops[o].target <= to)
				return false;
	return true;
}

/* Is the predicate, or a part of it, whether the loaded value is a certain one, such as that of an empty slot? */
static bool is_marker_test(const struct ptx_instr *load, const struct ptx_instr *before, int predicate, const bool *set)
{
	const struct ptx_instr *i = before - 1;
	bool is = false;

	while (i > load && !(i->nops && operand_has(&i->ops[0], predicate)))
		i--;
	if (i <= load)
		return false;
	if (i->op == PTX_SETP)
		return i->nops > 2 && (i->cmp == PTX_EQ || i->cmp == PTX_NE) && i->ops[1].kind == PTX_O_REG &&
		       set[i->ops[1].reg] && i->ops[2].kind == PTX_O_IMM;
	for (int o = 1; o < i->nops && (i->op == PTX_AND || i->op == PTX_OR || i->op == PTX_NOT); o++)
		is |= i->ops[o].kind == PTX_O_REG && is_marker_test(load, i, i->ops[o].reg, set);
	return is;
}

/* Does one way from the branch lead to the store alone, and the other one back, or elsewhere? */
static bool parts_at(const struct ptx_function *f, const struct ptx_instr *branch, const struct ptx_instr *store, int reg)
{
	const struct ptx_instr *to;

	if (branch->op != PTX_BRA || !branch->nops || branch->ops[0].kind != PTX_O_LABEL)
		return false;
	to = f->instrs + branch->ops[0].target;
	return to > branch && to <= store ? is_straight(f, to, store, reg) : is_straight(f, branch + 1, store, reg);
}

/* Does the load take what decides whether the store behind it replaces that? */
static bool decides_store(const struct ptx_function *f, const struct ptx_instr *load, const struct ptx_instr *store)
{
	const struct ptx_operand *from = operand_address(load), *to = operand_address(store);
	bool *set = is_same_address(from, to) ? computed_from(f, load) : NULL, tests = false, marks = false;

	for (const struct ptx_instr *i = load; set && i <= store && !tests && !marks; i++) {
		if (i < store && from->reg >= 0 && writes_register(i, from->reg))
			break;
		tests = (i == store || leads_past(f, i, store)) && i->guard >= 0 && set[i->guard];
		marks = i->guard >= 0 && set[i->guard] && is_marker_test(load, i, i->guard, set) &&
			(tests || parts_at(f, i, store, from->reg));
	}
	if (marks && store->nops > 1)
		tests = store->ops[1].kind == PTX_O_IMM || (store->ops[1].kind == PTX_O_REG && !set[store->ops[1].reg]);
	else
		tests = tests && !stores_loaded(f, store, set);
	free(set);
	return tests;
}

const struct ptx_instr *trace_test(const struct checker *c, const struct ptx_instr *at, const struct ptx_instr *other)
{
	const struct ptx_instr *store = at->op == PTX_ST ? at : other, *its = store == at ? other : at;
	const struct ptx_function *f = store && store->op == PTX_ST && its ? function_of(c->launch.module, store) : NULL;

	if (!f || (its->op != PTX_LD && its != store))
		return NULL;
	for (const struct ptx_instr *i = f->instrs; i < store; i++)
		if (i->op == PTX_LD && i->space == store->space && (i == its || its == store) && decides_store(f, i, store))
			return i;
	return NULL;
}

/* ---- what the value leads to ---- */

bool trace_leads_to(const struct checker *c, const struct ptx_instr *i, const struct ptx_instr *to)
{
	const struct ptx_function *f = i && to ? function_of(c->launch.module, i) : NULL;
	bool *set = f && f == function_of(c->launch.module, to) ? computed_from(f, i) : NULL, leads = false;

	for (int o = 0; set && o < to->nops; o++)
		leads |= to->ops[o].kind == PTX_O_ADDR && to->ops[o].reg >= 0 && set[to->ops[o].reg];
	free(set);
	return leads;
}

bool trace_updates(const struct checker *c, const struct ptx_instr *a, const struct ptx_instr *b, enum distance d)
{
	const struct ptx_instr *load = a && a->op == PTX_LD ? a : b, *store = load == a ? b : a;
	const struct ptx_function *f = load && store ? function_of(c->launch.module, load) : NULL;
	bool *set = NULL, updates;

	if (!f || load->op != PTX_LD || store->op != PTX_ST || load->guard >= 0 || store->guard >= 0 || store < load ||
	    f != function_of(c->launch.module, store) || load->space != store->space ||
	    !is_same_address(operand_address(load), operand_address(store)) ||
	    !is_straight(f, load, store, operand_address(load)->reg) || path_without_barrier(c, store, load, d))
		return false;
	set = computed_from(f, load);
	updates = set && store->nops > 1 && store->ops[1].kind == PTX_O_REG && set[store->ops[1].reg];
	free(set);
	return updates;
}

bool trace_places_writes(struct checker *c, const struct ptx_instr *i, const struct ptx_var *var)
{
	const struct ptx_function *f = i ? function_of(c->launch.module, i) : NULL;
	bool *set = f ? computed_from(f, i) : NULL, places = false;

	for (size_t k = 0; set && k < f->ninstrs && !places; k++) {
		const struct ptx_instr *to = &f->instrs[k];
		int o = to->op == PTX_ATOM ? 1 : 0;

		if ((to->op != PTX_ST && to->op != PTX_ATOM && to->op != PTX_RED) || to->nops <= o ||
		    to->ops[o].kind != PTX_O_ADDR || to->ops[o].reg < 0 || !set[to->ops[o].reg])
			continue;
		places = trace_address(c, to).var == var;
	}
	free(set);
	return places;
}

/* ---- loops around an atomicCAS() ---- */

/* Does it move a value, or a part of one, or put parts together? So do float2 and the halves of a word reach an atomicCAS(). */
static bool moves_parts(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_CVT: /* of integers */
		return i->type <= PTX_S64 && i->stype <= PTX_S64;
	case PTX_MOV: case PTX_SHL: case PTX_SHR: case PTX_OR: case PTX_BFI: case PTX_BFE: case PTX_PRMT:
		return true;
	default:
		return false;
	}
}

static bool regs_any(const struct ptx_operand *o, const bool *set)
{
	int regs[8], n = operand_regs(o, regs, 8);

	for (int k = 0; k < n; k++)
		if (regs[k] >= 0 && set[regs[k]])
			return true;
	return false;
}

/* Adds the registers that are moved into those of the set; false: there are no more. */
static bool moves_add(const struct ptx_function *f, bool *set)
{
	bool more = false;

	for (size_t i = 0; i < f->ninstrs; i++) {
		const struct ptx_operand *ops = f->instrs[i].ops;

		if (!moves_parts(&f->instrs[i]) || !regs_any(&ops[0], set))
			continue;
		for (int o = 1; o < f->instrs[i].nops; o++) {
			int regs[8], n = operand_regs(&ops[o], regs, 8);

			for (int k = 0; k < n; k++)
				if (regs[k] >= 0 && !set[regs[k]])
					set[regs[k]] = more = true;
		}
	}
	return more;
}

bool trace_retries(const struct ptx_function *f, const struct ptx_instr *load)
{
	bool *set = f && load->nops ? malloc((f->nregs + 1) * sizeof *set) : NULL, found = false;

	for (size_t k = 0; set && !found && k < f->ninstrs; k++) {
		const struct ptx_instr *cas = &f->instrs[k];

		if (cas->op != PTX_ATOM || cas->atom != PTX_A_CAS || cas->ops[0].kind != PTX_O_REG ||
		    cas->ops[2].kind != PTX_O_REG || cas->ops[0].reg < 0 || cas->ops[2].reg < 0)
			continue;
		memset(set, 0, (f->nregs + 1) * sizeof *set);
		set[cas->ops[2].reg] = true;
		while (moves_add(f, set))
			;
		found = set[cas->ops[0].reg] && regs_any(&load->ops[0], set);
	}
	free(set);
	return found;
}
