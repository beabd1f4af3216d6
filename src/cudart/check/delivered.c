/* delivered.c - see delivered.h. */
#include "config.h"

#include "cudart/check/delivered.h"

#include <stdlib.h>

#include "base/array.h"
#include "cudart/check/extents.h"
#include "cudart/check/races.h"
#include "cudart/journal.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"

enum { HOW_READ, HOW_WRITE };

/* The state of a byte: the index of its copy, counted from 1. */
static struct extents extents;
static struct copied { struct op *op; /* held */ bool of_host; /* all bytes come from the host */ } *copies;
static size_t ncopies;

void delivered_begin(void)
{
	while (ncopies)
		op_drop(copies[--ncopies].op);
	extents_release(&extents);
}

/* The state of what `op` writes; 0: no copy, or there is no memory to remember it. of_host: what it writes is the host's. */
static uint32_t state_of(struct op *op, bool of_host)
{
	struct copied *copy;

	if (op->kind != &op_copy || ncopies == OBSERVED_OPS_MOST)
		return 0;
	copy = array_push(&copies, &ncopies, sizeof *copy);
	if (!copy)
		return 0;
	op_hold(op);
	*copy = (struct copied){ op, of_host };
	return (uint32_t)ncopies;
}

static void mark(uint32_t state, uint64_t addr)
{
	struct op *copy = state ? copies[state - 1].op : NULL;
	const struct memory *m = copy && !copy->read_in ? memory_find(addr) : NULL;

	if (!m)
		return;
	copy->read_in = m->addr;
	JOURNAL(JOURNAL_READ, NULL, copy->number, m->addr);
}

static uint32_t next(void *ctx, uint32_t state, unsigned how, uint64_t addr, uint64_t bytes)
{
	(void)bytes;
	if (how == HOW_WRITE)
		return *(const uint32_t *)ctx;
	mark(state, addr);
	return state;
}

static void use(const struct op_range *r, unsigned how, uint32_t state)
{
	const struct async_range bytes = { r->addr, r->bytes, how };
	const struct memory *m = r->bytes ? memory_find(r->addr) : NULL;

	if (!m || m->kind != MEMORY_DEVICE)
		return;
	/* Without memory, all that was brought counts as read. */
	if (extents_change(&extents, &bytes, 1, next, &state))
		for (size_t i = 0; i < extents.n; i++)
			mark(extents.at[i].state, extents.at[i].start);
}

/* ---- what the host sees ------------------------------------------------------------------------- */

static bool is_of_device(uint64_t addr)
{
	const struct memory *m = memory_find(addr);

	return m && (m->kind == MEMORY_DEVICE || m->kind == MEMORY_SYMBOL);
}

/* Of a copy's source, the bytes that the host has: its own memory, or what it brought to the device before. */
static uint64_t bytes_of_host(const struct op *op)
{
	uint64_t n = 0;

	for (size_t i = 0; i < op->nranges; i++) {
		const struct op_range *r = &op->ranges[i];

		if (r->write || r->life != LIFE_GOES_ON)
			continue;
		if (!memory_find(r->addr))
			n += r->bytes;
		for (size_t k = 0; is_of_device(r->addr) && k < extents.n; k++) {
			const struct extent *e = &extents.at[k];
			uint64_t from = e->start > r->addr ? e->start : r->addr,
				to = e->end < r->addr + r->bytes ? e->end : r->addr + r->bytes;

			n += copies[e->state - 1].of_host && from < to ? to - from : 0;
		}
	}
	return n;
}

/* The bytes of the operation's results that the host can read without another copy. */
static uint64_t bytes_seen(const struct op *op)
{
	uint64_t n = 0;

	for (size_t i = 0; i < op->nranges; i++)
		if (op->ranges[i].write && op->ranges[i].life == LIFE_GOES_ON && !is_of_device(op->ranges[i].addr))
			n += op->ranges[i].bytes;
	return n;
}

/* Managed memory is left out: whoever reads it may have it move. */
static bool is_hosts(const struct copy_side *side)
{
	const struct memory *m = memory_find(side->addr);

	return !m || m->kind == MEMORY_PINNED || m->kind == MEMORY_REGISTERED;
}

/* A hash of what a copy has just taken from the host's memory. */
static void tell_sent(const struct copy_op *c)
{
	const struct copy_side *host = &c->from;

	if (c->op.engine == ENGINE_TO_DEVICE && c->depth == 1 && (c->height == 1 || host->pitch == c->width) && is_hosts(host))
		JOURNAL(JOURNAL_SENT, NULL, c->op.number,
			observed_hash((const void *)(uintptr_t)host->addr, c->height * c->width));
}

static void tell_brought(const struct op *op, uint64_t of_host)
{
	uint64_t seen = op->kind == &op_copy || op->kind == &op_kernel ? bytes_seen(op) : 0;

	if (seen > of_host)
		JOURNAL(JOURNAL_BROUGHT, NULL, op->number, seen - of_host);
}

void delivered_ended(struct op *op)
{
	uint64_t of_host;
	uint32_t state;

	if (op->skipped)
		return;
	if (op->kind == &op_kernel && !races_want_ranges((const struct kernel_op *)op)) {
		for (size_t i = 0; i < extents.n; i++)
			mark(extents.at[i].state, extents.at[i].start);
		extents.n = 0; /* it may have written anything */
	}
	of_host = op->kind == &op_copy ? bytes_of_host(op) : 0;
	tell_brought(op, of_host);
	if (op->kind == &op_copy && observe_is_on())
		tell_sent((const struct copy_op *)op);
	for (size_t i = 0; i < op->nranges; i++)
		if (op->ranges[i].life == LIFE_GOES_ON && (!op->ranges[i].write || op->ranges[i].atomic))
			use(&op->ranges[i], HOW_READ, 0);
	state = state_of(op, of_host == op->bytes);
	for (size_t i = 0; i < op->nranges; i++)
		if (op->ranges[i].write || op->ranges[i].life != LIFE_GOES_ON)
			use(&op->ranges[i], HOW_WRITE, op->ranges[i].life == LIFE_GOES_ON ? state : 0);
}
