/*
 * stuck.h - does a running block wait for something that no thread of it will do?
 *
 * A launch that has run for a while is probed. A probe goes on with the block, warp by
 * warp, and compares the state of a warp with the states that it had before: registers, and where its
 * lanes are. A warp whose state comes back, while no thread has changed memory, does the same for ever
 * until another thread changes what it reads. It is stuck when all its warps are, or wait at a barrier or for
 * lanes that are. Warps that loop over a barrier of the block are compared as a whole, each time
 * that the barrier opens.
 *
 *	                      memory changed      state as before      picks used up
 *	warp_run one pick --> begin anew          stuck                moves on: the next probe is later
 *
 * During a probe the clocks stand still, so that a wait with a time limit counts as a wait. If all blocks of the
 * launch are stuck, and some look at the clock, it is moved forward; a loop that only reads the clock is never stuck.
 * A store of the value that is there already, and an atomic operation that leaves it so, change nothing.
 */
#ifndef WARPBOOK_SIMT_EXEC_STUCK_H
#define WARPBOOK_SIMT_EXEC_STUCK_H

#include "simt/exec/warp.h"

/* Is it time for a probe? Never in a launch of several host threads, or with a trace. */
static inline bool probe_is_due(const struct launch *l)
{
	return l->before + l->spent >= l->probe_at;
}

/* Is it due after so many instructions more? */
static inline bool probe_is_near(const struct launch *l, uint64_t more)
{
	return l->probe_at != UINT64_MAX && l->before + l->spent + more >= l->probe_at;
}

/* Begins the first probe after some instructions; UINT64_MAX: never. */
uint64_t probe_first(const struct launch *l);
/*
 * Probes the block, which goes on meanwhile. True: it is stuck, cta->stuck says how, and the probe stays due, for
 * the other blocks. False: it moves on, or has ended; the next probe is later.
 */
bool cta_probe(struct launch *l, struct cta *cta);
/* All blocks of the ring are stuck. True: the host has gone on meanwhile, and may have changed what they wait for. */
bool ring_awaits_host(struct launch *l, struct cta *first);
/* All blocks of the ring that begins at cta are stuck. False: their clocks have been moved forward, so try again. */
bool ring_is_stuck(struct launch *l, struct cta *first);
/* Reports it, and ends the launch. `waiting`: blocks that have not begun. */
void tell_stuck(struct launch *l, struct cta *first, uint64_t waiting);
/* What clocks show during a probe. */
uint64_t probe_clock(struct probe *p);
/* A barrier of the block opens. */
void probe_barrier(struct launch *l, struct cta *cta);

#endif
