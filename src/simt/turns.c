/*
 * turns.c - blocks that can wait for each other: several are there at a time,
 * as on a device, and take turns.
 *
 * The first block runs until it ends or seems to wait; then the next begins,
 * as long as there is room, and after that all that are there go round. A
 * kernel that needs more blocks at once than fit hangs, here as there.
 */
#include "config.h"

#include "simt/crew.h"

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
	struct cta *cta = NULL, *last = NULL;
	struct ring there = { 0 };

	while (!launch_is_over(l) && !l->faulted && (n < blocks || there.count)) {
		cta = n < blocks && there.count < resident ? block_next(l, &n) : ring_pop(&there);
		if (!cta)
			break;
		if (cta != last)
			shared_forget(l);
		last = cta;
		if (!cta_run(l, cta, true)) {
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
