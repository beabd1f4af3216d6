/* flow.c - see flow.h. */
#include "config.h"

#include "grade/flow.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"

#define ROUNDS 4 /* the labels of the last three are fingerprints */
#define FIRST_PRINTED 2
#define SORTED_MOST 8

struct flow {
	const struct ptx_module *m;
	const struct ptx_function *f;
	uint64_t *base;              /* by instruction: its operation, without its operands */
	uint64_t *label;             /* by instruction, after the last round */
	uint64_t *value, *fresh;     /* by register: the sum of its writers' labels, so that their order does not matter */
};

static unsigned kind_of_type(enum ptx_type t)
{
	switch (t) {
	case PTX_NOTYPE: return 0;
	case PTX_PRED: return 1;
	case PTX_F32: return 2;
	case PTX_F64: return 3;
	case PTX_F16: case PTX_F16X2: case PTX_BF16: case PTX_BF16X2: return 4;
	default: return 5; /* integers, whatever width and sign: compilers choose these by context */
	}
}

/* lt ge gt le map to one kind; gt and le swap their operands. */
static unsigned kind_of_comparison(enum ptx_cmp cmp, bool *swapped)
{
	*swapped = false;
	switch (cmp) {
	case PTX_CMP_NONE: return 0;
	case PTX_EQ: case PTX_NE: case PTX_EQU: case PTX_NEU: return 1;
	case PTX_GT: case PTX_LE: case PTX_HI: case PTX_LS: case PTX_GTU: case PTX_LEU: *swapped = true; return 2;
	case PTX_LT: case PTX_GE: case PTX_LO: case PTX_HS: case PTX_LTU: case PTX_GEU: return 2;
	default: return 3;
	}
}

static bool commutes(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_ADD: case PTX_MUL: case PTX_AND: case PTX_OR: case PTX_XOR: case PTX_MIN: case PTX_MAX:
		return true;
	case PTX_SETP: case PTX_SET:
		return i->cmp == PTX_EQ || i->cmp == PTX_NE || i->cmp == PTX_EQU || i->cmp == PTX_NEU;
	default:
		return false;
	}
}

/* Does it only pass a value on? */
static bool passes(const struct ptx_instr *i)
{
	return i->op == PTX_MOV || i->op == PTX_CVTA ||
	       (i->op == PTX_CVT && kind_of_type(i->type) == 5 && kind_of_type(i->stype) == 5);
}

static uint64_t base_of(const struct ptx_instr *i)
{
	bool swapped;
	const uint64_t facts[] = { i->op, kind_of_type(i->type), kind_of_type(i->stype), i->shape, i->space, i->atom, i->boolop,
				   kind_of_comparison(i->cmp, &swapped), i->op == PTX_MUL || i->op == PTX_MAD ? 0 : i->half,
				   i->mode, i->vec };
	uint64_t hash = 0;

	for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
		hash = print_mix(hash, facts[k]);
	return hash;
}

static uint64_t hash_text(const char *text)
{
	uint64_t hash = 7;

	for (; text && *text; text++)
		hash = print_mix(hash, (unsigned char)*text);
	return hash;
}

static uint64_t variable_label(const struct flow *x, const struct ptx_var *var)
{
	for (size_t k = 0; k < x->f->nparams; k++)
		if (var == &x->f->params[k])
			return print_mix(11, k);
	return print_mix(12, var ? var->space : 0);
}

static uint64_t operand_label(const struct flow *x, const struct ptx_operand *o)
{
	uint64_t hash = o->kind;

	switch (o->kind) {
	case PTX_O_REG:
		return o->reg >= 0 ? x->value[o->reg] : 1;
	case PTX_O_IMM:
		return print_mix(13, o->bits);
	case PTX_O_SREG:
		return print_mix(14, o->sreg);
	case PTX_O_VAR:
		return variable_label(x, o->var);
	case PTX_O_FUNC:
		return o->function && !o->function->is_extern ? 15 : hash_text(o->name); /* expf, but not a learner's name */
	case PTX_O_ADDR:
		return print_mix(print_mix(o->reg >= 0 ? x->value[o->reg] : 2, (uint64_t)o->offset),
				 o->var ? variable_label(x, o->var) : 0);
	case PTX_O_VEC: case PTX_O_LIST:
		for (int k = 0; k < o->nelems; k++)
			hash = print_mix(hash, operand_label(x, &o->elems[k]));
		return hash;
	default:
		return hash;
	}
}

static bool is_written(const struct ptx_operand *o, int k)
{
	return k == 0 && (o->kind == PTX_O_REG || o->kind == PTX_O_VEC || o->kind == PTX_O_PRED_PAIR || o->kind == PTX_O_SINK);
}

static uint64_t label_of(const struct flow *x, size_t at)
{
	const struct ptx_instr *i = &x->f->instrs[at];
	uint64_t from[SORTED_MOST], hash = x->base[at];
	bool swapped;
	int n = 0;

	for (int k = 0; k < i->nops; k++)
		if (!is_written(&i->ops[k], k) && i->ops[k].kind != PTX_O_LABEL && n < SORTED_MOST)
			from[n++] = operand_label(x, &i->ops[k]);
	if (passes(i) && n == 1)
		return from[0];
	kind_of_comparison(i->cmp, &swapped);
	if (commutes(i) || (i->op == PTX_MAD && n == 3) || (i->op == PTX_FMA && n == 3)) {
		qsort(from, n == 3 ? 2 : (size_t)n, sizeof *from, order_words);
	} else if (swapped && n >= 2) {
		uint64_t first = from[0];

		from[0] = from[1];
		from[1] = first;
	}
	for (int k = 0; k < n; k++)
		hash = print_mix(hash, from[k]);
	if (i->guard >= 0)
		hash = print_mix(hash, x->value[i->guard]);
	return hash;
}

static void give(struct flow *x, const struct ptx_operand *o, uint64_t label)
{
	if (o->reg >= 0 && (o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR))
		x->fresh[o->reg] += label;
	if (o->reg2 >= 0 && o->kind == PTX_O_PRED_PAIR)
		x->fresh[o->reg2] += label;
	for (int k = 0; o->kind == PTX_O_VEC && k < o->nelems; k++)
		if (o->elems[k].kind == PTX_O_REG && o->elems[k].reg >= 0)
			x->fresh[o->elems[k].reg] += print_mix(label, (uint64_t)k);
}

static void flow_round(struct flow *x)
{
	uint64_t *was = x->value;

	memset(x->fresh, 0, x->f->nregs * sizeof *x->fresh);
	for (size_t at = 0; at < x->f->ninstrs; at++) {
		const struct ptx_instr *i = &x->f->instrs[at];

		x->label[at] = label_of(x, at);
		if (i->nops && is_written(&i->ops[0], 0))
			give(x, &i->ops[0], x->label[at]);
	}
	x->value = x->fresh;
	x->fresh = was;
}

static int function_prints(struct flow *x, struct arena *arena, struct prints *out, size_t *cap)
{
	const struct ptx_function *f = x->f;
	struct arena scratch = { 0 };

	x->base = arena_array(&scratch, f->ninstrs + 1, sizeof *x->base);
	x->label = arena_array(&scratch, f->ninstrs + 1, sizeof *x->label);
	x->value = arena_array(&scratch, f->nregs + 1, sizeof *x->value);
	x->fresh = arena_array(&scratch, f->nregs + 1, sizeof *x->fresh);
	for (size_t at = 0; !scratch.failed && at < f->ninstrs; at++)
		x->base[at] = base_of(&f->instrs[at]);
	for (int round = 0; !scratch.failed && round < ROUNDS; round++) {
		flow_round(x);
		for (size_t at = 0; round >= FIRST_PRINTED - 1 && at < f->ninstrs; at++) {
			const struct ptx_instr *i = &f->instrs[at];
			struct print *p = NULL;

			if (!passes(i) && i->op != PTX_BRA && i->op != PTX_RET &&
			    (p = arena_push(arena, &out->list, &out->n, cap, sizeof *p)))
				*p = (struct print){ print_mix(x->label[at], (uint64_t)round), ptx_instr_place(x->m, i).line };
		}
	}
	arena_release(&scratch);
	return arena->failed || scratch.failed ? -1 : 0;
}

int flow_prints(const struct ptx_module *m, struct arena *arena, struct prints *out)
{
	size_t all = 0, cap = 0;

	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < m->nfunctions; i++)
		all += m->functions[i]->ninstrs;
	for (size_t i = 0; all <= FLOW_INSTRUCTIONS && i < m->nfunctions; i++) {
		struct flow x = { .m = m, .f = m->functions[i] };

		if (function_prints(&x, arena, out, &cap))
			return -1;
	}
	prints_sort(out);
	return 0;
}
