/*
 * order_cluster.c - the order that the barrier of a cluster creates between its threads.
 *
 * A warp's arrival in a phase represents everything that it did before; a warp that has waited for the phase is ordered after
 * that. Threads cannot be two phases ahead of others, so the last few arrivals are enough. An arrival with `relaxed` orders
 * nothing.
 */
#include "config.h"

#include "simt/check/check_order.h"

#include <stdlib.h>
#include <string.h>

#include "simt/cluster.h"

#define PHASES 4

struct cluster_clock {
	struct cluster_clock *next;
	uint64_t number;          /* of the cluster */
	uint32_t ended;           /* blocks that have ended */
	struct known *known;      /* what its threads learned from fences and atomics before they arrived; NULL: nothing */
	struct {
		uint32_t arrivals[BLOCK_WARPS];       /* number of phases in which it has arrived */
		uint32_t at[BLOCK_WARPS][PHASES];     /* its time at the arrival */
		bool lost;                            /* the block's times have started again */
	} blocks[CLUSTER_MOST];
};

static uint32_t size_of(const struct order_grid *g)
{
	return g->cluster.x * g->cluster.y * g->cluster.z;
}

bool order_cluster_begin(struct order *o)
{
	struct order_grid *g = o->grid;
	uint64_t number = cluster_of(&g->grid, &g->cluster, o->block, &o->rank);
	struct cluster_clock *c = g->clusters;

	o->cluster = NULL;
	o->waited_any = 0;
	memset(o->waited, 0, sizeof(o->waited));
	if (size_of(g) == 1)
		return false;
	while (c && c->number != number)
		c = c->next;
	if (!c && (c = calloc(1, sizeof *c))) {
		c->number = number;
		c->next = g->clusters;
		g->clusters = c;
	}
	g->failed |= !c;
	o->cluster = c;
	return true;
}

static void clock_free(struct cluster_clock *c)
{
	free(c->known);
	free(c);
}

void order_cluster_end(struct order *o)
{
	struct order_grid *g = o->grid;
	struct cluster_clock *c = o->cluster, **at = &g->clusters;

	o->cluster = NULL;
	if (!c || ++c->ended < size_of(g))
		return;
	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	clock_free(c);
}

void order_clusters_release(struct order_grid *g)
{
	while (g->clusters) {
		struct cluster_clock *next = g->clusters->next;

		clock_free(g->clusters);
		g->clusters = next;
	}
}

void order_cluster_lost(struct order *o)
{
	if (o->cluster)
		o->cluster->blocks[o->rank].lost = true;
}

void order_cluster_arrive(struct order *o, uint32_t warp, uint32_t phase, bool relaxed)
{
	struct cluster_clock *c = o->cluster;
	uint32_t *at, before;

	if (!c)
		return;
	at = c->blocks[o->rank].at[warp];
	before = c->blocks[o->rank].arrivals[warp] ? at[(c->blocks[o->rank].arrivals[warp] - 1) % PHASES] : 0;
	at[phase % PHASES] = relaxed ? before : o->warps[warp].now;
	c->blocks[o->rank].arrivals[warp] = phase + 1;
	order_tick(o, warp);
	if (o->lost)
		c->blocks[o->rank].lost = true;
	if (o->known && !relaxed && order_known_give(o, warp, &c->known) < 0)
		o->grid->failed = true;
}

void order_cluster_pass(struct order *o, uint32_t warp, uint32_t phase)
{
	if (!o->cluster)
		return;
	if (phase + 1 > o->waited[warp])
		o->waited[warp] = phase + 1;
	if (o->waited[warp] > o->waited_any)
		o->waited_any = o->waited[warp];
	if (o->cluster->known && order_known_take(o, warp, o->cluster->known) < 0)
		o->grid->failed = true;
}

/*
 * A warp that has not waited itself is ordered after one of its block that has, if a __syncthreads() came between:
 * errs to "ordered".
 */
bool order_clustered(const struct order *o, uint64_t word)
{
	const struct order_grid *g = o->grid;
	uint32_t thread = shadow_thread(word), block = thread / o->block_threads,
		warp = thread % o->block_threads / WARP_LANES, rank;
	const struct cluster_clock *c = o->cluster;

	if (!c || !o->waited_any || cluster_of(&g->grid, &g->cluster, block, &rank) != c->number)
		return false;
	/* A warp that ended before the phase is ordered before it. */
	return c->blocks[rank].lost || c->blocks[rank].arrivals[warp] < o->waited_any ||
	       shadow_time(word) <= c->blocks[rank].at[warp][(o->waited_any - 1) % PHASES];
}
