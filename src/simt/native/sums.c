/*
 * sums.c - the counts of accesses that are counted together (groups.c), in shared memory.
 *
 * All accesses of such a group count the same each time, and all are executed if the first one is, unless the text leaves
 * between. So the fast text adds to one sum of the warp's frame, and `flush` adds the sum to each site when the block stops
 * running. A text that leaves in the middle takes its share back and counts the accesses so far one by one. Besides the work this
 * saves stores between the loads, past which a compiler cannot move them: it would keep all that the block loads in memory until
 * its arithmetic.
 */
#include "config.h"

#include "simt/native/flow.h"
#include "simt/native/groups.h"

void sums_number(struct translation *t)
{
	for (size_t k = 0; k < t->code->ninsns; k++)
		t->together[k].sum = t->together[k].joins && t->together[k].of == k &&
				     t->code->insns[k].src->space == PTX_SHARED && t->nsums < NATIVE_SUMS ? (int)t->nsums++ : -1;
}

int sum_of(const struct translation *t, size_t k)
{
	return t->together[t->together[k].of].sum;
}

static bool is_member(const struct translation *t, size_t k, size_t of)
{
	return t->together[k].joins && t->together[k].of == of;
}

void put_sum(const struct translation *t, size_t k)
{
	if (t->together[k].sum >= 0)
		buf_printf(t->text, "\tadd_counts(n->sums[%d], g%zu_each);\n", t->together[k].sum, k);
}

void put_sums_back(const struct translation *t, const struct block *b, size_t k)
{
	for (size_t g = b->first; g < k && g < b->last; g++) {
		bool all = true;

		if (!is_member(t, g, g) || t->together[g].sum < 0)
			continue;
		for (size_t j = k; j < b->last; j++)
			all &= !is_member(t, j, g);
		if (all)
			continue;
		buf_printf(t->text, "\tadd_counts(n->sums[%d], -g%zu_each);\n", t->together[g].sum, g);
		for (size_t j = g; j < k; j++)
			if (is_member(t, j, g))
				buf_printf(t->text, "\tadd_counts(&n->sites[%u].c.srequests, g%zu_each);\n",
					   t->code->insns[j].site, g);
	}
}

void put_flush(const struct translation *t, size_t index)
{
	buf_printf(t->text, "static void flush_%zu(struct N *n)\n{\n", index);
	for (size_t g = 0; g < t->code->ninsns; g++) {
		if (!is_member(t, g, g) || t->together[g].sum < 0)
			continue;
		buf_puts(t->text, "\t{ static const uint32_t sites[] = { ");
		for (size_t j = g; j < t->code->ninsns; j++)
			if (is_member(t, j, g))
				buf_printf(t->text, "%u, ", t->code->insns[j].site);
		buf_printf(t->text, "};\n\tflush(n, n->sums[%d], sites, sizeof sites / sizeof *sites); }\n", t->together[g].sum);
	}
	buf_puts(t->text, "}\n");
}
