/*
 * happens_before.c - chains and vector clocks over the operations of all streams.
 */
#include "config.h"

#include "cudart/check/happens_before.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"

static void release(struct clock_vector *v)
{
	free(v->at);
	*v = (struct clock_vector){ 0 };
}

static int widen(struct clock_vector *v, uint32_t n)
{
	uint32_t *at;

	if (n <= v->n)
		return 0;
	at = realloc(v->at, n * sizeof *at);
	if (!at)
		return -1;
	memset(at + v->n, 0, (n - v->n) * sizeof *at);
	v->at = at;
	v->n = n;
	return 0;
}

static int merge(struct clock_vector *to, const struct clock_vector *from)
{
	if (widen(to, from->n))
		return -1;
	vm_assert(to->n >= from->n);
	for (uint32_t c = 0; c < from->n; c++)
		if (from->at[c] > to->at[c])
			to->at[c] = from->at[c];
	return 0;
}

void happens_release(struct happens *h)
{
	for (uint32_t i = 0; i < h->nops; i++)
		release(&h->ops[i].clock);
	release(&h->host);
	free(h->ops);
	free(h->tails);
	*h = (struct happens){ 0 };
}

static bool clock_covers(const struct happens *h, uint32_t op, const struct clock_vector *clock)
{
	const struct happens_op *o = &h->ops[op];

	vm_assert(op < h->nops && o->turn && o->turn <= h->tails[o->chain]);
	return o->chain < clock->n && o->turn <= clock->at[o->chain];
}

bool happens_before(const struct happens *h, uint32_t a, uint32_t b)
{
	return a == b || clock_covers(h, a, &h->ops[b].clock);
}

/* A chain whose last operation is before the operation of `clock`; otherwise a new one. */
static int chain_for(struct happens *h, const struct clock_vector *clock, uint32_t *chain)
{
	vm_assert(clock->n <= h->nchains);
	for (uint32_t c = 0; c < clock->n; c++)
		if (clock->at[c] == h->tails[c]) {
			*chain = c;
			return 0;
		}
	if (!array_push(&h->tails, &h->nchains, sizeof *h->tails))
		return -1;
	*chain = (uint32_t)h->nchains - 1;
	h->tails[*chain] = 0;
	return 0;
}

int happens_add(struct happens *h, const uint32_t *after, size_t n, uint32_t base, uint32_t *op)
{
	struct clock_vector clock = { 0 };
	size_t nops = h->nops;
	uint32_t chain;

	if (!array_push(&h->ops, &nops, sizeof *h->ops) || merge(&clock, &h->host))
		return -1;
	for (size_t i = 0; i < n; i++)
		if (after[i] >= base && merge(&clock, &h->ops[after[i] - base].clock))
			goto failed;
	if (chain_for(h, &clock, &chain) || widen(&clock, chain + 1))
		goto failed;
	vm_assert(clock.n > chain && clock.at[chain] == h->tails[chain]);
	clock.at[chain] = ++h->tails[chain];
	h->ops[h->nops] = (struct happens_op){ chain, h->tails[chain], false, clock };
	*op = h->nops++;
	return 0;
failed:
	release(&clock);
	return -1;
}

/*
 * Frees clocks that no query can need, because the host's own has the same information. The cost of a pass grows with
 * the operations since the oldest unfinished one, so it runs only now and then.
 */
static void drop_clocks(struct happens *h)
{
	bool all = true;

	if (h->nops < h->next_pass)
		return;
	for (uint32_t i = h->oldest; i < h->nops; i++) {
		struct happens_op *o = &h->ops[i];

		if (o->ran && clock_covers(h, i, &h->host))
			release(&o->clock);
		else
			all = false;
		if (all)
			h->oldest = i + 1;
	}
	vm_assert(h->oldest <= h->nops);
	h->next_pass = h->nops + (h->nops - h->oldest) / 2;
}

int happens_host_waits(struct happens *h, uint32_t op)
{
	if (clock_covers(h, op, &h->host))
		return 0;
	if (merge(&h->host, &h->ops[op].clock))
		return -1;
	drop_clocks(h);
	return 0;
}

static int all_that_ran(const struct happens *h, struct clock_vector *all)
{
	int failed = merge(all, &h->host);

	for (uint32_t i = h->oldest; i < h->nops && !failed; i++)
		if (h->ops[i].ran)
			failed = merge(all, &h->ops[i].clock);
	return failed;
}

/* The clock of an operation for which the host has waited may be gone: the host's own says as much. */
static const struct clock_vector *clock_of(const struct happens *h, uint32_t op)
{
	return h->ops[op].clock.n ? &h->ops[op].clock : &h->host;
}

int happens_follows(struct happens *h, uint32_t op, uint32_t earlier)
{
	struct clock_vector all = { 0 };
	int failed = earlier == HAPPENS_ALL ? all_that_ran(h, &all) : merge(&all, clock_of(h, earlier));

	vm_assert(op < h->nops && !h->ops[op].ran && (earlier == HAPPENS_ALL || earlier < h->nops));
	for (uint32_t i = h->nops; i-- > op && !failed;) /* from the last one on: `op` itself says who comes after it */
		if (!h->ops[i].ran && happens_before(h, op, i))
			failed = merge(&h->ops[i].clock, &all);
	release(&all);
	return failed;
}

bool happens_host_knows(const struct happens *h, uint32_t op)
{
	return clock_covers(h, op, &h->host);
}

void happens_ran(struct happens *h, uint32_t op)
{
	vm_assert(op < h->nops);
	h->ops[op].ran = true;
}

bool happens_is_quiet(struct happens *h)
{
	drop_clocks(h);
	return h->oldest == h->nops;
}
