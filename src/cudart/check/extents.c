/*
 * extents.c - a sorted array of runs. A change merges the runs in its ranges into a second array, so a kernel that
 * writes every other element costs one pass.
 */
#include "config.h"

#include "cudart/check/extents.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/order.h"

void extents_release(struct extents *e)
{
	free(e->at);
	free(e->spare);
	*e = (struct extents){ 0 };
}

/* The first run that ends after addr. */
static size_t first_after(const struct extents *e, uint64_t addr)
{
	ORDER_SEARCH(first, e->n, mid, e->at[mid].end <= addr)

	return first;
}

static void put(struct extent *out, size_t *n, uint64_t start, uint64_t end, uint32_t state)
{
	if (start >= end || !state)
		return;
	vm_assert(!*n || out[*n - 1].end <= start); /* sorted, and disjoint */
	if (*n && out[*n - 1].end == start && out[*n - 1].state == state)
		out[*n - 1].end = end;
	else
		out[(*n)++] = (struct extent){ start, end, state };
}

/* Applies one range to the runs from `i` on; everything before `from` is finished. */
struct cursor {
	const struct extents *e;
	size_t i;      /* the run at or after `from` */
	uint64_t from;
	struct extent *out;
	size_t n;
};

/* Runs up to addr stay unchanged. */
static void keep_until(struct cursor *c, uint64_t addr)
{
	while (c->i < c->e->n && c->e->at[c->i].start < addr) {
		const struct extent *x = &c->e->at[c->i];
		uint64_t start = x->start > c->from ? x->start : c->from;

		put(c->out, &c->n, start, x->end < addr ? x->end : addr, x->state);
		if (x->end > addr)
			break;
		c->i++;
	}
	c->from = addr;
}

static int change(struct cursor *c, const struct async_range *r, extents_next *next, void *ctx)
{
	uint64_t end = r->addr + r->bytes;

	while (c->from < end) {
		const struct extent *x = c->i < c->e->n ? &c->e->at[c->i] : NULL;
		bool inside = x && x->start <= c->from;
		uint64_t to = inside ? x->end : x ? x->start : end;
		uint32_t state;

		if (to > end)
			to = end;
		vm_assert(c->from < to);
		state = next(ctx, inside ? x->state : 0, r->how, c->from, to - c->from);
		if (state == EXTENTS_FAILED)
			return -1;
		put(c->out, &c->n, c->from, to, state);
		if (inside && to == x->end)
			c->i++;
		c->from = to;
	}
	return 0;
}

int extents_change(struct extents *e, const struct async_range *ranges, size_t n, extents_next *next, void *ctx)
{
	size_t first, last, tail;
	uint64_t low, high;
	struct cursor c;

	if (!n)
		return 0;
	low = ranges[0].addr;
	high = ranges[n - 1].addr + ranges[n - 1].bytes;
	first = first_after(e, low);
	if (first && e->at[first - 1].end == low)
		first--; /* may merge with the first piece */
	last = first_after(e, high);
	last += last < e->n && e->at[last].start <= high;
	vm_assert(low <= high && (!last || e->at[last - 1].start <= high));
	if (!array_reserve(&e->spare, &e->spare_cap, 2 * (last - first + n) + 1, sizeof *e->spare))
		return -1;
	c = (struct cursor){ e, first, first < last ? e->at[first].start : low, e->spare, 0 };
	if (c.from > low)
		c.from = low;
	for (size_t i = 0; i < n; i++) {
		vm_assert(i == 0 || ranges[i].addr >= ranges[i - 1].addr + ranges[i - 1].bytes); /* sorted, and disjoint */
		if (!ranges[i].bytes)
			continue;
		keep_until(&c, ranges[i].addr);
		if (change(&c, &ranges[i], next, ctx))
			return -1;
	}
	keep_until(&c, last > c.i ? e->at[last - 1].end : c.from);

	tail = e->n - last;
	vm_assert(first <= last && last <= e->n && c.n <= e->spare_cap);
	if (!array_reserve(&e->at, &e->cap, first + c.n + tail, sizeof *e->at))
		return -1;
	if (tail)
		memmove(e->at + first + c.n, e->at + last, tail * sizeof *e->at);
	if (c.n)
		memcpy(e->at + first, e->spare, c.n * sizeof *e->at);
	e->n = first + c.n + tail;
	vm_assert(e->n <= e->cap);
	return 0;
}
