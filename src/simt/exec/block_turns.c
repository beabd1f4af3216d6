/*
 * block_turns.c - blocks that can wait for each other: several are resident at a time, as on a device, and take turns.
 *
 * The first block runs until it ends or seems to wait; then the next begins, as long as there is room, and after that all
 * resident blocks take turns in a round. A kernel that needs more blocks at once than fit hangs, as on a device. When all
 * resident blocks are stuck (stuck.h), the launch ends.
 *
 * The blocks of a cluster begin together. Another cluster begins when none is resident, or when all resident ones wait or poll:
 * clusters seldom wait for each other.
 *
 * With an order seed a few blocks at a time begin with short turns of random length, so that each may be ahead of any other: a
 * block that reads data that another has not yet written does not get the right value by luck.
 */
#include "config.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "simt/exec/blocks.h"
#include "simt/exec/crew.h"
#include "simt/exec/stuck.h"

#define JITTER_TURNS 4  /* short ones per block */
#define JITTER_BITS  11 /* their length: up to 2^11 instructions of each warp, and equally often up to 2^10, 2^9 ... */
#define JITTER_MOST  16 /* blocks at a time */

struct ring { struct cta *first, *last; uint32_t count; };

static void ring_push(struct ring *r, struct cta *cta)
{
	cta->next = NULL;
	vm_assert(!r->last == !r->count);
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

	vm_assert(cta && r->count);
	r->first = cta->next;
	if (!r->first)
		r->last = NULL;
	vm_assert(!r->first == (r->count == 1));
	r->count--;
	return cta;
}

/* Memory sites remember the address of shared memory, and each block has its own. */
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

/* The number of instructions for each of the block's warps; 0: until it ends or seems to wait. */
static uint64_t turn_length(struct cta *cta, struct rng *rng)
{
	vm_assert(cta->jittered <= JITTER_TURNS);
	if (cta->jittered == JITTER_TURNS)
		return 0;
	cta->jittered++;
	return 1 + rng_below(rng, (uint64_t)2 << rng_below(rng, JITTER_BITS));
}

/* Are all stuck, and has none changed memory since the first was found stuck? */
static bool all_stuck(struct launch *l, const struct ring *r)
{
	for (const struct cta *cta = r->first; cta; cta = cta->next)
		if (!cta->stuck || cta->stuck_at != l->changes)
			return false;
	return true;
}

/* Begins the blocks of the next cluster, at the end of the ring. False: out of memory. */
static bool cluster_begin(struct launch *l, struct ring *r, uint64_t *n)
{
	struct cluster *c = cluster_new(l->cluster_size);

	for (uint32_t k = 0; c && k < l->cluster_size; k++) {
		struct cta *cta = block_next(l, n);

		if (!cta) {
			if (!k)
				free(c);
			return false;
		}
		cluster_join(c, cta);
		ring_push(r, cta);
	}
	l->failed |= !c;
	return c;
}

void turns_run(struct launch *l, uint32_t resident, struct cta *stuck, uint64_t n)
{
	uint64_t blocks = crew_blocks(l->crew);
	struct cta *cta = NULL, *last = NULL;
	struct ring there = { 0 };
	uint32_t jittered = 0; /* of the resident blocks, how many have short turns */
	const uint32_t size = l->cluster_size;
	uint64_t changes = 0, waiting = 0; /* waiting: consecutive turns that ended with a block that waits or polls, and has
					      changed nothing */
	struct rng rng;

	rng_init(&rng, l->args->order_seed);
	if (stuck) {
		stuck->jittered = JITTER_TURNS;
		ring_push(&there, stuck);
	}
	vm_assert(size && n <= blocks);
	while (!launch_is_over(l) && !l->faulted && (n < blocks || there.count)) {
		uint64_t length = 0;
		bool room = n < blocks && there.count + size <= (resident > size ? resident : size);
		bool begins = room && jittered < JITTER_MOST && (size == 1 || waiting >= there.count);

		if (begins && size > 1) {
			if (!cluster_begin(l, &there, &n))
				break;
			jittered += l->args->order_seed ? size : 0;
			waiting = 0;
			begins = false;
		}
		if (!begins && !room && all_stuck(l, &there) &&
		    !ring_awaits_host(l, there.first) && ring_is_stuck(l, there.first)) {
			report_stuck(l, there.first, blocks - n);
			break;
		}
		cta = begins ? block_next(l, &n) : ring_pop(&there);
		if (!cta)
			break;
		vm_assert(n <= blocks && jittered <= there.count + 1);
		if (cta != last)
			shared_forget(l);
		last = cta;
		if (l->args->order_seed) {
			jittered -= !begins && cta->jittered < JITTER_TURNS;
			length = turn_length(cta, &rng);
		}
		if (length ? !cta_run_for(l, cta, length) : !cta_run(l, cta, true)) {
			jittered += l->args->order_seed && cta->jittered < JITTER_TURNS;
			ring_push(&there, cta);
			waiting = l->changes == changes ? waiting + 1 : 1;
			changes = l->changes;
			continue;
		}
		waiting = 0;
		cta_end(l, cta);
		cta->next = l->spare;
		l->spare = cta;
	}
	while (there.count)
		cta_free(ring_pop(&there));
}
