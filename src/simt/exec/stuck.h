/*
 * stuck.h - detects a running block that waits for something that none of its threads will do.
 *
 * A launch that has run for a while is probed. A probe continues the block, warp by warp, and compares the state of a
 * warp with its earlier states: registers, and the positions of its lanes. A warp whose state repeats, while no
 * thread has changed memory, repeats it for ever unless another thread changes what it reads. A block is stuck when
 * all its warps are, or wait at a barrier or for lanes that are. Warps that loop over a barrier of the block are
 * compared as a whole, each time that the barrier opens.
 *
 *	                      memory changed      state repeats        picks used up
 *	warp_run one pick --> start again         stuck                moves on: the next probe is later
 *
 * During a probe the clocks stop, so that a wait with a time limit counts as a wait. If all blocks of the launch are
 * stuck, and some read the clock, it is moved forward; a loop that only reads the clock is never stuck. A store of
 * the value that memory already holds, and an atomic operation that leaves it unchanged, change nothing.
 */
#ifndef WARPBOOK_SIMT_EXEC_STUCK_H
#define WARPBOOK_SIMT_EXEC_STUCK_H

#include "simt/exec/warp.h"

/* Is a probe due? Never in a launch of several host threads, or with a trace. */
static inline bool probe_is_due(const struct launch *l)
{
	return l->before + l->spent >= l->probe_at;
}

/* Is one due within that many more instructions? */
static inline bool probe_is_near(const struct launch *l, uint64_t more)
{
	return l->probe_at != UINT64_MAX && l->before + l->spent + more >= l->probe_at;
}

/* After how many instructions the first probe begins; UINT64_MAX: never. */
uint64_t probe_first(const struct launch *l);
/*
 * Probes the block, which continues meanwhile. True: it is stuck, cta->stuck says how, and the probe stays due, for
 * the other blocks. False: it moves on, or has ended; the next probe is later.
 */
bool cta_probe(struct launch *l, struct cta *cta);
/* How many blocks this process has probed so far: for tests, since a probe costs more than the instructions that it runs. */
uint64_t probes_made(void);
/* All blocks of the ring are stuck. True: the host went on meanwhile, and may have changed what they wait for. */
bool ring_awaits_host(struct launch *l, struct cta *first);
/* All blocks of the ring that begins at cta are stuck. False: their clocks were moved forward, so try again. */
bool ring_is_stuck(struct launch *l, struct cta *first);
/* Reports the deadlock, and ends the launch. `waiting`: blocks that have not begun. */
void report_stuck(struct launch *l, struct cta *first, uint64_t waiting);
/* The clocks' value during a probe. */
uint64_t probe_clock(struct probe *p);
/* A barrier of the block opens. */
void probe_barrier(struct launch *l, struct cta *cta);

#endif
