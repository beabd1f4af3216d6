/*
 * deferred.h - reductions that a stretch of blocks performs later, when its turn comes.
 *
 * Floats do not commute, nor do sums with maxima. So that blocks on several host threads need not wait for each other, a
 * stretch that is ahead only lists such reductions of global memory. They are performed in the order of the blocks, and so with
 * the result of one thread. Nobody may use the words meanwhile: the parts of the checker, which all of this needs, make sure
 * (check_part.c).
 */
#ifndef WARPBOOK_SIMT_EXEC_DEFERRED_H
#define WARPBOOK_SIMT_EXEC_DEFERRED_H

#include "simt/exec/warp.h"

struct deferred_step { const struct insn *insn; void *at; uint64_t value; };
struct deferred { struct deferred_step *steps; size_t n, room; }; /* zeroed: empty */

/*
 * May the instruction list its reductions? False: perform them; the list is empty then, and the stretch in turn. It waits for its
 * turn when the list is long. Call it before each instruction.
 */
bool deferred_begin(struct launch *l, const struct insn *i);
/* Lists one; the launch fails if there is no memory. */
void deferred_add(struct launch *l, const struct insn *i, void *at, uint64_t value);
/* Performs them all. */
void deferred_run(struct deferred *d);
void deferred_release(struct deferred *d);

/* exec_mem.c: performs the reduction of global memory. */
void reduction_run(const struct insn *i, void *at, uint64_t value);
/* crew.c: has the stretch's turn come? Then what it has listed is done. Does not wait. */
bool launch_is_next(struct launch *l);

#endif
