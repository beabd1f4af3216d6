/* delivered.c - see delivered.h. */
#include "config.h"

#include "cudart/check/delivered.h"

#include <stdlib.h>

#include "cudart/check/extents.h"
#include "cudart/check/races.h"
#include "cudart/journal.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "cudart/runtime.h"

enum { HOW_READ, HOW_WRITE };

/* The state of a byte: the index of its copy, counted from 1. */
static struct extents extents;
static struct op **copies; /* each held */
static size_t ncopies, cap;

void delivered_begin(void)
{
	while (ncopies)
		op_drop(copies[--ncopies]);
	extents_release(&extents);
}

/* The state of what `op` writes; 0: no copy, or there is no memory to remember it. */
static uint32_t state_of(struct op *op)
{
	if (op->kind != &op_copy || ncopies == OBSERVED_OPS_MOST)
		return 0;
	if (ncopies == cap) {
		struct op **more = realloc(copies, (2 * cap + 64) * sizeof *more);

		if (!more)
			return 0;
		copies = more;
		cap = 2 * cap + 64;
	}
	op_hold(op);
	copies[ncopies++] = op;
	return (uint32_t)ncopies;
}

static void mark(uint32_t state, uint64_t addr)
{
	struct op *copy = state ? copies[state - 1] : NULL;
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

void delivered_ended(struct op *op)
{
	uint32_t state;

	if (op->skipped)
		return;
	if (op->kind == &op_kernel && !races_want_kernels())
		for (size_t i = 0; i < extents.n; i++)
			mark(extents.at[i].state, extents.at[i].start);
	for (size_t i = 0; i < op->nranges; i++)
		if (op->ranges[i].life == LIFE_GOES_ON && (!op->ranges[i].write || op->ranges[i].atomic))
			use(&op->ranges[i], HOW_READ, 0);
	state = state_of(op);
	for (size_t i = 0; i < op->nranges; i++)
		if (op->ranges[i].write || op->ranges[i].life != LIFE_GOES_ON)
			use(&op->ranges[i], HOW_WRITE, op->ranges[i].life == LIFE_GOES_ON ? state : 0);
}
