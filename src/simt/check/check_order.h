/*
 * check_order.h - decides which accesses of a launch are ordered before which.
 *
 * A warp's clock counts the events that can order its lanes with others. Times in one block are comparable; a barrier
 * sets all the block's clocks to one new time.
 *
 *	                     warp 0      warp 1
 *	block begins         1           1
 *	warp 0: __syncwarp   2           1
 *	warp 0: __syncwarp   3           1
 *	__syncthreads        4           4     `barrier` = 4: older accesses are ordered
 *
 * Each running block has a `struct order` of its own, since blocks that wait for each other take turns. `struct
 * order_grid` has the launch's state for the order between blocks.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_ORDER_H
#define WARPBOOK_SIMT_CHECK_CHECK_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "simt/mem/shadow.h"

#define WARP_LANES  32
#define BLOCK_WARPS 32

/* The scope of a fence: its own block, or other blocks too. */
enum reach { REACH_BLOCK, REACH_GRID, REACHES };

struct warp_clock {
	uint32_t now;
	uint32_t synced;   /* all lanes are ordered after accesses older than this */
	uint32_t fenced[REACHES]; /* the time of the last such fence; 0: none in this block */
	bool partial;      /* some lanes are synced later than `synced`: see the pair table */
	bool learned;      /* what it knows changed since the block's last barrier, */
	bool settled;      /* and is settled */
	uint32_t word, count; /* the last word from which it learned, counted from 1, and that word's count then */
};

struct updaters;
struct handover;           /* what fences and atomics order: check_order.c */
struct known;
typedef uint32_t lane_pairs[WARP_LANES][WARP_LANES];

/* The state that the blocks of a launch share. */
struct order_grid {
	struct dim3u grid, cluster; /* cluster: {1,1,1} without clusters */
	struct cluster_clock *clusters; /* of clusters with a block that has begun: order_cluster.c */
	uint32_t block_threads;    /* thread numbers reserved for each block: whole warps */
	uint32_t blocks;
	struct handover *handover; /* NULL until the first handover */
	struct updaters *updaters; /* of elements of global memory; NULL until the first one */
	bool failed;               /* out of memory: unknown orders count as ordered */
	bool shares;               /* a handover went through shared memory, and is forgotten when the block ends */
};

struct order {
	struct order_grid *grid;
	uint32_t block_threads;
	uint32_t block;            /* its number */
	uint32_t first_thread;     /* its first thread's number in the grid */
	uint32_t barrier;          /* the time of its last barrier */
	uint64_t barrier_word;     /* all shadow words below this are older */
	uint32_t flushed[REACHES]; /* the time of the last barrier that came after a fence */
	bool fenced;               /* a thread of the block executed a fence */
	bool lost;                 /* the clocks ran out: no more checks within the block */
	struct warp_clock warps[BLOCK_WARPS];
	lane_pairs *pairs;         /* one table per warp, allocated on first use */
	struct known *known;       /* from handovers; allocated on first use */
	struct cluster_clock *cluster; /* NULL: the cluster is this block alone */
	uint32_t rank;             /* in the cluster */
	uint32_t waited[BLOCK_WARPS], waited_any; /* the phases of the cluster's barrier that each warp, and that any warp, has
						     passed */
};

#include "simt/check/order_cluster.h"

/* check_order.c: advances the warp's clock; copies what it knows to *to, which is allocated, or from it. -1: out of memory. */
void order_tick(struct order *o, uint32_t warp);
int order_known_give(const struct order *o, uint32_t warp, struct known **to);
int order_known_take(struct order *o, uint32_t warp, const struct known *from);

void order_grid_init(struct order_grid *g, uint32_t block_threads, uint32_t blocks, struct dim3u grid, struct dim3u cluster);
void order_grid_release(struct order_grid *g);
void order_init(struct order *o, struct order_grid *g);
void order_release(struct order *o);
/* Has each word used for synchronisation had a number of its own so far? */
bool order_is_exact(const struct order_grid *g);

/* True: times start again, so the caller must forget the cells of shared memory. */
bool order_block_begin(struct order *o, uint32_t block);
bool order_barrier(struct order *o);
void order_block_end(struct order *o);
void order_warp_sync(struct order *o, uint32_t warp, uint32_t lanes, uint32_t mask);
void order_fence(struct order *o, uint32_t warp, enum reach reach);

/* A synchronising access by the warp to the word with this `key`. */
struct sync_access {
	uint64_t key;
	bool acquires, releases;
	bool settles;      /* an acquire by itself: needs no fence behind it */
	bool fences;       /* a release by itself: needs no fence before it, */
	enum reach reach;  /* but acts like a fence with this reach */
	bool shared;       /* the word is in shared memory, */
	uint32_t owner;    /* of this block */
};
void order_sync(struct order *o, uint32_t warp, const struct sync_access *s);
/* Can such an access order anything? Not before the first release. */
static inline bool order_syncs(const struct order *o, const struct sync_access *s)
{
	return o->grid->handover || (s->releases && (s->fences || o->fenced));
}


/* Is the word's access ordered before the warp through fences and atomics? */
bool order_handed(const struct order *o, uint64_t word, uint32_t warp);
/* It is, but no fence of the warp or its block came since: the warp may still read what was there before. */
bool order_unsettled(const struct order *o, uint64_t word, uint32_t warp);
/*
 * Not so, but the word's block has released something to the warp: another warp of it did, with a fence, and there was no barrier
 * between the word's access and that.
 */
bool order_unawaited(const struct order *o, uint64_t word, uint32_t warp);
/* The same for a thread of that block with only this knowledge; NULL: none. */
bool order_handed_to(const struct order_grid *g, uint32_t block, const struct known *known, uint64_t word);

/*
 * The lane updates the element at the address `key` of global memory atomically, with that shadow word; an update of it that is
 * not ordered before the lane's access, 0: none is known.
 */
void updaters_note(const struct order *o, uint64_t key, uint32_t warp, uint32_t lane, uint64_t word);
uint64_t updaters_unordered(const struct order *o, uint64_t key, uint32_t warp, uint32_t lane);

/*
 * The distance of a shadow word's access from a thread of the block with which it is not ordered; SAME_THREAD when it
 * is ordered.
 */
static inline enum distance order_distance(const struct order *o, uint64_t word, uint32_t warp,
					   uint32_t lane)
{
	uint32_t time = shadow_time(word), thread = shadow_thread(word) - o->first_thread;

	if (!word)
		return SAME_THREAD;
	if (thread >= o->block_threads)
		return (o->grid->handover && order_handed(o, word, warp)) || (o->cluster && order_clustered(o, word)) ?
		       SAME_THREAD : SAME_GRID;
	if (time < o->barrier || o->lost)
		return SAME_THREAD;
	if (thread / WARP_LANES != warp)
		return (o->grid->handover && order_handed(o, word, warp)) || (o->cluster && order_clustered(o, word)) ?
		       SAME_THREAD : SAME_BLOCK;
	if (thread % WARP_LANES == lane || time < o->warps[warp].synced)
		return SAME_THREAD;
	if (o->warps[warp].partial && time < o->pairs[warp][lane][thread % WARP_LANES])
		return SAME_THREAD;
	return o->cluster && order_clustered(o, word) ? SAME_THREAD : SAME_WARP;
}

/* The same for the accesses that the word only summarises. */
static inline enum distance order_others(const struct order *o, uint64_t word, uint32_t warp)
{
	enum distance others = shadow_others(word);
	uint32_t since = others == SAME_WARP ? o->warps[warp].synced : o->barrier;

	if (!others || o->grid->handover || o->cluster)
		return SAME_THREAD;
	return others == SAME_GRID || (shadow_time(word) >= since && !o->lost) ? others : SAME_THREAD;
}

#endif
