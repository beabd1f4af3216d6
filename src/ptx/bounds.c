/*
 * bounds.c - finds the parameters that a kernel compares its indices with, `y < height`, and in which directions it loops.
 *
 * A register's value is one of: a constant or a size of the launch; an index, made of %tid, %ctaid and constants; a parameter,
 * with a constant added; the address of a parameter; anything else. The walk repeats until no value changes. It knows the few
 * instructions that compilers make an index with.
 */
#include "config.h"

#include "base/limits.h"
#include "ptx/ptx.h"
#include "ptx/syntax.h"

#define WALKS_MOST 16
#define REACH_MOST (1u << 20)

enum kind { UNSEEN, SIZE, INDEX, PARAMETER, ADDRESS, OTHER };

struct value {
	enum kind kind;
	unsigned axes;        /* of the indices in it, also of OTHER */
	bool apart, loops;    /* the largest of several indices; it may be another one in the next turn of a loop */
	uint64_t reach;       /* elements of an index */
	int64_t offset, add; unsigned bytes; /* PARAMETER, ADDRESS: the offset alone */
};

struct walk {
	const struct ptx_function *f;
	struct value *values;  /* per register */
	uint8_t *writes;       /* per register: how many instructions write it; 2: more than one */
	bool changed;
};

static struct value other(unsigned axes, bool loops)
{
	return (struct value){ .kind = OTHER, .axes = axes, .loops = loops };
}

static bool is_float(enum ptx_type type)
{
	return type == PTX_F32 || type == PTX_F64;
}

static struct value value_of_sreg(enum ptx_sreg r)
{
	if (r >= PTX_SR_TID_X && r <= PTX_SR_TID_Z)
		return (struct value){ .kind = INDEX, .axes = 1u << (r - PTX_SR_TID_X), .reach = 1 };
	if (r >= PTX_SR_CTAID_X && r <= PTX_SR_CTAID_Z)
		return (struct value){ .kind = INDEX, .axes = 1u << (r - PTX_SR_CTAID_X), .reach = 1 };
	if ((r >= PTX_SR_NTID_X && r <= PTX_SR_NTID_Z) || (r >= PTX_SR_NCTAID_X && r <= PTX_SR_NCTAID_Z))
		return (struct value){ .kind = SIZE };
	return other(0, false);
}

/* The byte of the kernel's parameters at which the variable begins; -1: it is none of them. */
static int64_t offset_of(const struct ptx_function *f, const struct ptx_var *v)
{
	uint64_t at = 0;

	for (size_t i = 0; i < f->nparams; i++) {
		at = (at + f->params[i].align - 1) / f->params[i].align * f->params[i].align;
		if (v == &f->params[i])
			return (int64_t)at;
		at += f->params[i].size;
	}
	return -1;
}

static struct value value_of(const struct walk *w, const struct ptx_operand *o)
{
	struct value v = { .kind = ADDRESS };

	if (o->kind == PTX_O_IMM)
		return (struct value){ .kind = SIZE };
	if (o->kind == PTX_O_SREG)
		return value_of_sreg(o->sreg);
	if ((o->kind == PTX_O_REG || o->kind == PTX_O_ADDR) && o->reg >= 0)
		v = w->values[o->reg];
	else
		v.offset = o->var && (o->kind == PTX_O_VAR || o->kind == PTX_O_ADDR) ? offset_of(w->f, o->var) : -1;
	v.offset += o->kind == PTX_O_REG ? 0 : o->offset;
	return v.kind == ADDRESS && v.offset < 0 ? other(0, false) : v;
}

static struct value value_loaded(struct value from, const struct ptx_instr *at)
{
	if (at->space != PTX_PARAM || from.kind != ADDRESS || is_float(at->type))
		return from.kind == UNSEEN ? from : other(0, false);
	from.kind = PARAMETER;
	from.bytes = ptx_type_bytes(at->type);
	return from;
}

/* Of a sum, a product, a minimum, a maximum. by: the constant factor, or 1. */
static struct value joined(struct value a, struct value b, uint64_t by, bool apart)
{
	struct value v = { .axes = a.axes | b.axes, .loops = a.loops || b.loops };

	if (a.kind == UNSEEN || b.kind == UNSEEN)
		return (struct value){ 0 };
	v.kind = a.kind == SIZE && b.kind == SIZE ? SIZE : INDEX;
	if ((a.kind != SIZE && a.kind != INDEX) || (b.kind != SIZE && b.kind != INDEX))
		return other(v.axes, v.loops);
	v.apart = a.apart || b.apart || (apart && a.axes && b.axes);
	v.reach = (a.reach > b.reach ? a.reach : b.reach) * by;
	return v.reach > REACH_MOST ? other(v.axes, v.loops) : v;
}

static uint64_t factor_of(const struct ptx_operand *o, bool is_shift)
{
	uint64_t n = o->kind == PTX_O_IMM ? o->bits : 1;

	if (is_shift)
		return o->kind == PTX_O_IMM && n < 20 ? 1u << n : 1;
	return n && n < REACH_MOST ? n : 1;
}

static struct value value_of_sum(const struct walk *w, const struct ptx_instr *at)
{
	struct value a = value_of(w, &at->ops[1]), b = value_of(w, &at->ops[2]);

	if (a.kind == PARAMETER && at->ops[2].kind == PTX_O_IMM) {
		const int64_t constant = (int32_t)at->ops[2].bits;

		a.add += at->op == PTX_SUB ? -constant : constant;
		return a;
	}
	return joined(a, b, 1, false);
}

/* What the instruction writes to its register. */
static struct value value_made(const struct walk *w, const struct ptx_instr *at)
{
	struct value a = at->nops > 1 ? value_of(w, &at->ops[1]) : other(0, false), b;

	switch (at->op) {
	case PTX_MOV: case PTX_CVT:
		return a;
	case PTX_LD:
		return value_loaded(a, at);
	case PTX_ADD: case PTX_SUB: case PTX_OR:
		return value_of_sum(w, at);
	case PTX_MIN: case PTX_MAX:
		return joined(a, value_of(w, &at->ops[2]), 1, true);
	case PTX_MUL: case PTX_SHL:
		b = value_of(w, &at->ops[2]);
		return joined(a, b, factor_of(&at->ops[2], at->op == PTX_SHL), false);
	case PTX_MAD:
		b = value_of(w, &at->ops[2]);
		b = joined(a, b, factor_of(&at->ops[2], false), false);
		return joined(b, value_of(w, &at->ops[3]), 1, false);
	default:
		a = other(0, false);
		for (int o = 1; o < at->nops; o++) {
			b = value_of(w, &at->ops[o]);
			a = other(a.axes | b.axes, a.loops || b.loops);
		}
		return a;
	}
}

static void value_set(struct walk *w, int reg, struct value v)
{
	struct value *is = &w->values[reg], before = *is;

	vm_assert((size_t)reg < w->f->nregs);
	if (v.kind == UNSEEN)
		return;
	if (w->writes[reg] > 1) { /* what it is depends on the way here: an index may change from turn to turn */
		v.axes |= before.axes;
		v = other(v.axes, v.axes != 0);
	}
	*is = v;
	w->changed |= is->kind != before.kind || is->axes != before.axes || is->loops != before.loops ||
		      is->apart != before.apart || is->reach != before.reach;
}

/* The elements of a vector of parameters follow each other. */
static void vector_set(struct walk *w, const struct ptx_instr *at)
{
	struct value v = at->op == PTX_LD ? value_made(w, at) : other(0, false);

	for (int e = 0; e < at->ops[0].nelems; e++, v.offset += v.bytes)
		if (at->ops[0].elems[e].kind == PTX_O_REG)
			value_set(w, at->ops[0].elems[e].reg, v);
}

static void step(struct walk *w, const struct ptx_instr *at)
{
	if (!at->nops || !syntax_writes(at, 0))
		return;
	if (at->ops[0].kind == PTX_O_VEC)
		vector_set(w, at);
	else if (at->ops[0].kind == PTX_O_REG && w->f->regs[at->ops[0].reg].type != PTX_PRED)
		value_set(w, at->ops[0].reg, value_made(w, at));
}

static void write_count(void *walk, int reg)
{
	struct walk *w = walk;

	if (reg >= 0 && w->writes[reg] < 2)
		w->writes[reg]++;
}

static void bound_add(struct ptx_bounds *all, const struct value *index, const struct value *p)
{
	for (size_t i = 0; i < all->n; i++) {
		struct ptx_bound *b = &all->at[i];

		if (b->axes == index->axes && b->offset == (uint64_t)p->offset) {
			b->reach += index->reach; /* a thread has another element for each comparison */
			return;
		}
	}
	if (all->n == PTX_BOUNDS)
		return;
	all->at[all->n++] = (struct ptx_bound){ .axes = index->axes, .apart = index->apart, .offset = (uint64_t)p->offset,
						.bytes = p->bytes, .add = p->add, .reach = index->reach };
}

static void compare_note(const struct walk *w, const struct ptx_instr *at, struct ptx_bounds *all)
{
	const bool ordered = at->cmp != PTX_EQ && at->cmp != PTX_NE && !is_float(at->type);
	const struct value a = value_of(w, &at->ops[1]), b = value_of(w, &at->ops[2]);

	all->loops |= (a.loops ? a.axes : 0) | (b.loops ? b.axes : 0);
	if (ordered && a.kind == INDEX && b.kind == PARAMETER)
		bound_add(all, &a, &b);
	else if (ordered && b.kind == INDEX && a.kind == PARAMETER)
		bound_add(all, &b, &a);
}

int ptx_bounds_find(const struct ptx_function *f, struct ptx_bounds *all)
{
	struct arena arena = { 0 };
	struct walk w = { .f = f, .values = arena_array(&arena, f->nregs + 1, sizeof *w.values),
			  .writes = arena_array(&arena, f->nregs + 1, sizeof *w.writes), .changed = true };

	*all = (struct ptx_bounds){ 0 };
	if (!w.values || !w.writes) {
		arena_release(&arena);
		return -1;
	}
	for (size_t i = 0; i < f->ninstrs; i++)
		for (int o = 0; o < f->instrs[i].nops; o++)
			if (syntax_writes(&f->instrs[i], o))
				syntax_regs(&f->instrs[i].ops[o], true, write_count, &w);
	for (int walks = 0; w.changed && walks < WALKS_MOST; walks++) {
		w.changed = false;
		for (size_t i = 0; i < f->ninstrs; i++)
			step(&w, &f->instrs[i]);
	}
	for (size_t i = 0; i < f->ninstrs; i++)
		if (f->instrs[i].op == PTX_SETP && f->instrs[i].nops > 2)
			compare_note(&w, &f->instrs[i], all);
	all->loops |= w.changed ? ~0u : 0;
	arena_release(&arena);
	return 0;
}
