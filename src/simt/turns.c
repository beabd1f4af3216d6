/*
 * turns.c - blocks that can wait for each other: several are there at a time,
 * as on a device, and take turns.
 *
 * The first block runs until it ends or seems to wait; then the next begins,
 * as long as there is room, and after that all that are there go round. A
 * kernel that needs more blocks at once than fit hangs, here as there.
 *
 * So a block has often done its work before another begins, and what they do
 * to each other does not show: a lock that lets everybody in looks like one that
 * works. In a shuffled order the first turns of a launch are short, and of
 * random length: some blocks come to be in the middle of things together.
 */
#include "config.h"

#include "base/hash.h"
#include "simt/crew.h"

#define SHORT_TURNS 2048 /* few, so that those who wait use up little of a budget */
#define SHORT_MOST  32   /* instructions of a warp */
#define SHORT_ROOM  16   /* blocks */

struct ring { struct cta *first, *last; uint32_t count; };

static void ring_push(struct ring *r, struct cta *cta)
{
	cta->next = NULL;
	if (r->last)
		r->last->next = cta;
	else
		r->first = cta;
	r->last = cta;
	r->count++;
}

static struct cta *ring_pop(struct ring *r)
{
	struct cta *cta = r->first;

	r->first = cta->next;
	if (!r->first)
		r->last = NULL;
	r->count--;
	return cta;
}

/* Sites remember where shared memory is, and each block has its own. */
static void shared_forget(struct launch *l)
{
	for (uint32_t k = 0; k < l->image->nsites; k++)
		if (l->sites[k].space == PTX_SHARED)
			l->sites[k].last = UINT64_MAX;
}

static struct cta *block_next(struct launch *l, uint64_t *n)
{
	struct cta *cta = l->spare;

	if (cta)
		l->spare = cta->next;
	else
		cta = cta_new(l);
	if (!cta) {
		l->failed = true;
		return NULL;
	}
	if (cta_begin(l, cta, *n)) {
		++*n;
		return cta;
	}
	cta_free(cta);
	return NULL;
}

void turns_run(struct launch *l, uint32_t resident)
{
	uint64_t n = 0, blocks = crew_blocks(l->crew);
	unsigned shorts = l->args->order_seed && !l->args->cooperative ? SHORT_TURNS : 0;
	struct cta *cta = NULL, *last = NULL;
	struct ring there = { 0 };
	struct rng rng;

	rng_init(&rng, ~l->args->order_seed);

	while (!launch_is_over(l) && !l->faulted && (n < blocks || there.count)) {
		const uint32_t room = shorts && resident > SHORT_ROOM ? SHORT_ROOM : resident;

		cta = n < blocks && there.count < room ? block_next(l, &n) : ring_pop(&there);
		if (!cta)
			break;
		if (cta != last)
			shared_forget(l);
		last = cta;
		if (shorts ? shorts--, !cta_step(l, cta, 1 + rng_below(&rng, SHORT_MOST)) : !cta_run(l, cta, true)) {
			ring_push(&there, cta);
			continue;
		}
		cta_end(l, cta);
		cta->next = l->spare;
		l->spare = cta;
	}
	while (there.count)
		cta_free(ring_pop(&there));
}
