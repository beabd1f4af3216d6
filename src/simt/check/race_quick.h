/*
 * race_quick.h - does the work of check_race.c for half a warp's accesses to 16 granules in one step.
 *
 * Nearly all accesses are reads of granules that were only read so far, or writes of granules that only the same
 * thread accessed, or none. For these the new cells follow from the old ones without a branch, so the compiler
 * vectorises the 16 lanes; race_quick_body.h is compiled once per instruction set.
 *
 * A function either has exactly the effect of check_race.c on the lanes in their order, and returns true, or changes
 * nothing and returns false. It never has anything to report. The caller ensures these conditions: a plain access of
 * one granule per lane; no handover between blocks in the launch, clocks that did not run out, and no lanes of the
 * warp that synchronised without the others.
 */
#ifndef WARPBOOK_SIMT_CHECK_RACE_QUICK_H
#define WARPBOOK_SIMT_CHECK_RACE_QUICK_H

#include "simt/check/check_race.h"

#define HALF_WARP (WARP_LANES / 2)

/* The warp that accesses, and its clocks. */
struct quick {
	struct checker *c;
	uint64_t me;           /* lane 0's shadow word */
	uint64_t barrier_word; /* smaller words are older than the block's last barrier, */
	uint64_t synced_word;  /* or than the warp's last .sync */
	uint64_t first_thread, block_threads, warp_first; /* warp_first: lane 0's thread number in the grid */
	unsigned spread;       /* each lane accesses 1 << spread granules, at most 4 */
};

/* An access, and the place of its shadow. */
struct span {
	struct quick q;
	const uint64_t *addr;
	const enum access_shape *shape;
	struct shadow *shadow;     /* of global memory; NULL: shared memory, */
	const struct block_state *block; /* of this block */
	uint64_t base;
	unsigned shift;            /* of the granules' size */
};

/* check_quick.c: prepares a plain access; false: it is not simple. `me` is lane 0's word. */
bool quick_begin(struct checker *c, const struct region *r, uint64_t me, struct span *s);
/* Of the whole warp, with known shapes: returns the lanes that remain to be checked, after the others. */
uint32_t quick_access(const struct span *s, const struct warp_access *a);
/* The same for plain accesses by these lanes, whatever their shape. */
uint32_t quick_lanes(const struct span *s, enum access_kind kind, uint32_t mask);
/* Atomic operations by these lanes, in order: returns those from the first one on that is not like the ones before it. */
uint32_t quick_atomics(const struct span *s, const struct warp_access *a, uint32_t mask);
/* A load or store by one lane, to elements that it does not share with another lane's store; false: nothing is done. */
bool quick_lane(const struct span *s, enum access_kind kind, uint32_t lane);

/*
 * The words that the lanes of an access find, if each has one granule of its own. Lanes are alike if their words differ only by
 * the lanes in them, by as much as the lanes do, all counted round the warp: then they leave such words, too, and report the
 * same. So check_race.c need do only one of them.
 */
struct alike {
	uint32_t lanes;            /* whose words are known */
	unsigned shift;            /* of the lane in them */
	unsigned prepared, missed; /* how often, and how often no other lane was alike */
	struct shadow_page *page;  /* of all of them, in this state; NULL: shared memory */
	enum shadow_form form;
	uint32_t nepochs, room;
	unsigned at[WARP_LANES];   /* in the page */
	bool is_row;               /* one after the other, of all lanes */
	uint64_t write[WARP_LANES], read[WARP_LANES]; /* as the page keeps them */
	uint32_t same;             /* lanes that store what is there */
};

/* The word with its lane moved round the warp; an empty one stays empty. */
static inline uint64_t word_turn(uint64_t word, unsigned shift, uint32_t lanes)
{
	const uint64_t field = (uint64_t)(WARP_LANES - 1) << shift;

	return word ? (word & ~field) | ((word + ((uint64_t)(lanes % WARP_LANES) << shift)) & field) : 0;
}

/* Looks at the words of these lanes, whose addresses ascend. */
void alike_prepare(struct alike *a, const struct region *r, unsigned shift, uint32_t lanes);
/* The lanes that are alike to one that has just left its words; forgets what it knows if that may no longer be so. */
uint32_t alike_others(struct alike *a, const struct checker *c, uint32_t lane);
/* They leave such words. */
void alike_leave(struct alike *a, const struct checker *c, const struct region *r, uint32_t lane, uint32_t others);
/* The lane stores the value that the bytes already have. */
bool stores_same(const struct region *r, unsigned lane);
/* Each lane accesses the element after that of the lane before. */
static inline bool access_is_row(const struct warp_access *a)
{
	return a->shape[0] == SHAPE_CONSECUTIVE && a->shape[1] == SHAPE_CONSECUTIVE &&
	       a->addr[HALF_WARP] == a->addr[HALF_WARP - 1] + a->bytes;
}

/* Did quick_access leave it alone, since the executor knows no shape, or stores are not in rows? */
static inline bool access_is_odd(const struct warp_access *a)
{
	return a->shape[0] == SHAPE_UNKNOWN ||
	       (a->kind != ACCESS_LOAD && (a->shape[0] == SHAPE_SCATTERED || a->shape[1] == SHAPE_SCATTERED));
}

/* ---- check_quick.c: the common kinds of access, handled in one step ---- */

/* If lanes in a row read, or update atomically, one address, two of them are enough. */
uint32_t rows_thin(const uint64_t *addr, uint32_t mask);
/* hooks.h: global_load, of a launch that also records its footprint; shared_load. */
bool quick_global_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, uint64_t span);
bool quick_shared_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, struct fast_site *fast);
/* Checks a plain load completely, if that is simple. */
enum quick_read {
	QUICK_NOT,        /* not simple: nothing was done */
	QUICK_READ,       /* done */
	QUICK_READ_AGAIN, /* done; the launch had already read the same bytes */
};
enum quick_read quick_read(struct checker *c, const struct warp_place *w, const struct warp_access *a);

/* ---- for each instruction set ---- */

struct quick_table {
	/* Lane first + l / (1 << spread) reads, or writes, the granule of word l of 16 consecutive ones of a single page. */
	bool (*reads)(const struct quick *q, uint64_t *words, unsigned first);
	bool (*writes)(const struct quick *q, uint64_t *words, unsigned first);
	/* The same for 16 consecutive cells of shared memory. *by_all: several warps have already read them all. */
	bool (*shared_reads)(const struct quick *q, struct shadow_cell *cells, unsigned first, bool *by_all);
	bool (*shared_writes)(const struct quick *q, struct shadow_cell *cells, unsigned first);
	/* The lanes whose words are those of this lane, turned. */
	uint32_t (*alike)(const uint64_t *write, const uint64_t *read, unsigned lane, unsigned shift);
	/* The codes of these lanes, of 32 in a row, become this lane's, turned. */
	void (*leave)(uint32_t (*codes)[2], uint32_t write, uint32_t read, unsigned lane, uint32_t others);
};

/* Chooses the table for this machine; $WARPBOOK_ISA applies as for the executor. */
const struct quick_table *race_quick_choose(void);

extern const struct quick_table race_quick_base, race_quick_avx2, race_quick_avx512;

#endif
