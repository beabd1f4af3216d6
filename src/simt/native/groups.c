/*
 * groups.c - accesses that are tested and counted together.
 *
 * An unrolled loop loads from one base at many distances. If nothing writes the base's register between, and if the lowest and
 * the highest of these addresses are in the allocation that the first access used last time, they all are, in the same one. Their
 * bank conflicts are the same, too: they differ by multiples of their size. Loads and stores have groups of their own, as do
 * state spaces: what one may access the other may not.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/native/flow.h"
#include "simt/native/groups.h"

#define MOST_OPEN 16

int64_t access_distance(const struct insn *i)
{
	return i->wide_base ? (int64_t)i->imm : (int64_t)(int32_t)(uint32_t)i->imm;
}

bool access_is_even(const struct translation *t, const struct insn *i)
{
	if (!t->shaped || i->guard != NO_REF || !is_scalar(t, i->a))
		return false;
	switch (i->op) {
	case X_LD32: case X_LD64: case X_ST32: case X_ST64: return !is_constant(i->d) && i->list[0] == i->d;
	case X_LDN: return i->elem <= 8;
	case X_STN: return i->elem <= 8 && i->list[0] != NO_REF;
	default: return false;
	}
}

static bool can_join(const struct translation *t, const struct insn *i)
{
	const int64_t stride = access_is_even(t, i) && !is_constant(i->a) ? shape_of(t, i->a).stride : -1;

	return (stride == 0 || stride == (int64_t)i->elem * i->vec) && !i->polls;
}

static bool is_load(const struct insn *i)
{
	return i->op == X_LD32 || i->op == X_LD64 || i->op == X_LDN;
}

static bool are_alike(const struct insn *i, const struct insn *k)
{
	const int64_t bytes = (int64_t)i->elem * i->vec;

	return i->a == k->a && i->wide_base == k->wide_base && is_load(i) == is_load(k) && bytes == (int64_t)k->elem * k->vec &&
	       i->src->space == k->src->space && i->src->sem == k->src->sem &&
	       (access_distance(i) - access_distance(k)) % bytes == 0;
}

struct open { size_t first[MOST_OPEN]; size_t n; };

static void access_join(struct translation *t, struct open *o, size_t k)
{
	const struct insn *i = &t->code->insns[k];
	struct together *of;
	size_t g = 0;

	while (g < o->n && !are_alike(&t->code->insns[o->first[g]], i))
		g++;
	if (g == o->n && o->n == MOST_OPEN)
		memmove(o->first, o->first + 1, (--o->n) * sizeof *o->first), g--;
	if (g == o->n)
		o->first[o->n++] = k;
	of = &t->together[o->first[g]];
	if (o->first[g] == k)
		of->low = of->high = access_distance(i);
	of->low = access_distance(i) < of->low ? access_distance(i) : of->low;
	of->high = access_distance(i) > of->high ? access_distance(i) : of->high;
	t->together[k].of = o->first[g];
	t->together[k].joins = true;
}

static void written_close(struct open *o, const struct translation *t, uint32_t ref)
{
	for (size_t g = o->n; g-- > 0;)
		if (t->code->insns[o->first[g]].a == ref) {
			memmove(o->first + g, o->first + g + 1, (o->n - g - 1) * sizeof *o->first);
			o->n--;
		}
}

bool groups_find(struct translation *t)
{
	t->together = calloc(t->code->ninsns + 1, sizeof *t->together);
	for (size_t n = 0; t->together && n < t->code->nblocks; n++) {
		const struct block *b = &t->code->blocks[n];
		struct open open = { .n = 0 };
		struct operands o;

		for (size_t k = b->first; k < b->last && operands_of(&t->code->insns[k], &o); k++) {
			if (can_join(t, &t->code->insns[k]))
				access_join(t, &open, k);
			for (unsigned j = 0; j < o.n; j++)
				if (o.at[j].is_written)
					written_close(&open, t, o.at[j].ref);
		}
	}
	return t->together;
}

bool block_has_groups(const struct translation *t, const struct block *b)
{
	for (size_t k = b->first; k < b->last; k++)
		if (t->together[k].joins)
			return true;
	return false;
}
