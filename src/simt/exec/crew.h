/*
 * crew.h - the host threads of a launch, and the order in which its blocks count.
 *
 * The grid's blocks have an order (order_seed shuffles it). Host threads take stretches of it, in order; a stretch is
 * in turn once all earlier ones have ended.
 *
 *	order   | 0 1 2 3 | 4 5 6 | 7 8 9 | 10 11 | 12 ...
 *	stretch   ended     in turn  ahead   ahead   not taken
 *
 * A block's effects that others could notice wait for its turn (lower_order.c). Each stretch has its own counters,
 * which are added to the total in order; if a block ends the launch, the counters of later stretches, which ran
 * ahead, are dropped.
 *
 * A kernel whose blocks can wait for each other runs as one stretch, on one host thread: see block_turns.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_CREW_H
#define WARPBOOK_SIMT_EXEC_CREW_H

#include "simt/exec/warp.h"

struct checker;

/* Runs all blocks; the caller sets everything in l but blocks and counts; afterwards l has the counts of the whole launch. */
int crew_run(struct launch *l, struct checker *checker, uint32_t resident, struct error *err);

/* ---- shared among crew.c, cta.c and block_turns.c ---- */

/* The number of blocks, and the n-th to run. */
uint64_t crew_blocks(const struct crew *crew);
void crew_block_at(const struct crew *crew, uint64_t n, struct cta *cta);
/* Counts a block that has ended; the second function returns how many have. */
void crew_block_ended(struct crew *crew);
uint64_t crew_blocks_ended(const struct crew *crew);
/* Has an earlier stretch ended the launch? Cheap; the answer may be late. */
bool crew_is_stopping(const struct crew *crew);
struct checker *crew_checker(const struct crew *crew);

/* cta.c */
struct cta *cta_new(struct launch *l);                        /* NULL: out of memory */
void cta_free(struct cta *cta);
void cta_spare_free(void); /* what the last block left for the next one */
bool cta_begin(struct launch *l, struct cta *cta, uint64_t n); /* the n-th block; false with l->failed */
/*
 * Runs it until it or the launch ends: true; or until it is stuck or, in `turns`, another block should run: false.
 */
bool cta_run(struct launch *l, struct cta *cta, bool turns);
/* Runs a turn of `length` instructions for each of its warps; returns the same. */
bool cta_run_for(struct launch *l, struct cta *cta, uint64_t length);
void cta_end(struct launch *l, struct cta *cta);
/* The launch goes no further: hang, out of memory, or dropped. (A block with a fault runs to its end.) */
bool launch_is_over(const struct launch *l);

/*
 * block_turns.c: runs all blocks, at most `resident` at a time; or those from the n-th on, together with `stuck`,
 * which it takes over unless it is NULL.
 */
void turns_run(struct launch *l, uint32_t resident, struct cta *stuck, uint64_t n);

#endif
