/*
 * cluster.c - blocks that are resident together: their barrier, and the addresses of each other's shared memory.
 *
 * All blocks of a cluster begin before the first of them runs, and take turns (block_turns.c). Each thread's arrival at the
 * barrier counts for the current phase; a phase is complete when all threads that have not ended have arrived, and a waiting
 * thread waits for the phase in which it arrived. The barrier does not wait for exited threads, as on hardware.
 *
 * The shared window is divided into slices. The first is the block's own memory, as in a kernel without clusters; slice n + 1 is
 * that of the block of rank n, whichever block uses the address, so that blocks can pass such addresses on.
 */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "simt/exec/blocks.h"
#include "simt/exec/crew.h"
#include "simt/exec/rows.h"
#include "simt/exec/stuck.h"
#include "simt/mem/mem.h"

#define NOT_ARRIVED UINT32_MAX

/* ---- members --------- */

struct cluster *cluster_new(uint32_t size)
{
	struct cluster *c = calloc(1, sizeof *c);

	if (c)
		c->size = size;
	return c;
}

void cluster_join(struct cluster *c, struct cta *cta)
{
	uint32_t rank;

	cta->cluster = c;
	cluster_of(&cta->warps[0].launch->args->grid, &cta->warps[0].launch->cluster, cta->linear, &rank);
	vm_assert(rank < c->size && !c->ctas[rank] && c->there < c->size);
	cta->rank = rank;
	c->ctas[rank] = cta;
	c->there++;
	c->live += cta->threads;
	for (uint32_t k = 0; k < cta->nwarps; k++)
		for (unsigned l = 0; l < LANES; l++)
			cta->warps[k].arrived[l] = NOT_ARRIVED;
}

void cluster_leave(struct cta *cta)
{
	struct cluster *c = cta->cluster;

	if (!c)
		return;
	vm_assert(c->there && c->ctas[cta->rank] == cta);
	cta->cluster = NULL;
	c->ctas[cta->rank] = NULL;
	if (!--c->there)
		free(c);
}

/* ---- the barrier ---- */

static void report(struct warp *w, uint32_t mask, uint32_t phase, enum cluster_step step)
{
	if (w->hooks->cluster)
		w->hooks->cluster(w->hooks->ctx, &w->place, mask, phase, step);
}

/* The lanes that wait for a phase that is not complete. */
static uint32_t lanes_pending(const struct warp *w, uint32_t mask)
{
	uint32_t pending = 0;

	for each_lane(l, mask)
		pending |= (uint32_t)(w->arrived[l] >= w->cta->cluster->phase) << l;
	return pending;
}

static void group_pass(struct warp *w, struct group *g)
{
	vm_assert(g->mask && w->arrived[__builtin_ctz(g->mask)] < w->cta->cluster->phase);
	report(w, g->mask, w->arrived[__builtin_ctz(g->mask)], CLUSTER_PASSES);
	for each_lane(l, g->mask)
		w->arrived[l] = NOT_ARRIVED;
	g->state = GROUP_READY;
	g->pc++;
	group_moved(g);
}

static void phase_end(struct cluster *c)
{
	vm_assert(c->arrived == c->live);
	c->phase++;
	c->arrived = 0;
	for (uint32_t r = 0; r < c->size; r++)
		for (uint32_t k = 0; c->ctas[r] && k < c->ctas[r]->nwarps; k++) {
			struct warp *w = &c->ctas[r]->warps[k];

			for (unsigned n = 0; n < w->ngroups; n++) {
				struct group *g = &w->groups[n];

				if (g->state == GROUP_AT_BARRIER && g->barrier == CLUSTER_BARRIER && !lanes_pending(w, g->mask))
					group_pass(w, g);
			}
		}
}

static void phase_check(struct cluster *c)
{
	if (c->arrived && c->arrived >= c->live)
		phase_end(c);
}

void exec_CLUSTER_ARRIVE(struct warp *w, const struct insn *i)
{
	struct cluster *c = w->cta->cluster;

	if (!c || !w->mask)
		return;
	report(w, w->mask, c->phase, i->src->sem == PTX_RELAXED ? CLUSTER_ARRIVES_RELAXED : CLUSTER_ARRIVES);
	for each_lane(l, w->mask) {
		c->arrived += w->arrived[l] != c->phase;
		w->arrived[l] = c->phase;
	}
	vm_assert(c->arrived <= c->live);
	w->launch->changes++;
	phase_check(c);
}

void cluster_wait(struct warp *w, struct group *g)
{
	if (!lanes_pending(w, g->mask)) {
		group_pass(w, g);
		return;
	}
	g->state = GROUP_AT_BARRIER;
	g->barrier = CLUSTER_BARRIER;
}

void cluster_exit(struct warp *w, uint32_t mask)
{
	struct cluster *c = w->cta->cluster;

	if (!c)
		return;
	vm_assert(c->live >= (unsigned)__builtin_popcount(mask));
	for each_lane(l, mask) {
		c->live--;
		c->arrived -= w->arrived[l] == c->phase;
	}
	phase_check(c);
}

bool cluster_keeps(const struct cta *cta)
{
	for (uint32_t k = 0; cta->cluster && k < cta->nwarps; k++)
		for (unsigned n = 0; n < cta->warps[k].ngroups; n++)
			if (cta->warps[k].groups[n].state == GROUP_AT_BARRIER &&
			    cta->warps[k].groups[n].barrier == CLUSTER_BARRIER)
				return true;
	return false;
}

bool cluster_waits(const struct cta *cta)
{
	for (uint32_t k = 0; cta->cluster && k < cta->nwarps; k++)
		for (unsigned n = 0; n < cta->warps[k].ngroups; n++)
			if (cta->warps[k].groups[n].state != GROUP_AT_BARRIER)
				return false;
	return cluster_keeps(cta);
}

/* ---- addresses ---- */

/* The rank that an offset in the shared window names. */
static uint32_t rank_of(const struct warp *w, uint64_t offset)
{
	return offset < SIMT_SLICE ? w->cta->rank : (uint32_t)(offset / SIMT_SLICE) - 1;
}

/*
 * An address in another space stays unchanged, as does one of rank 0 where there are no clusters: other ranks have no block then.
 */
void exec_MAPA(struct warp *w, const struct insn *i)
{
	const uint64_t base = i->src->space == PTX_SHARED ? 0 : SIMT_SHARED_BASE;
	const union row *a = ref_at(w, i->a), *b = ref_at(w, i->b);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint64_t addr = i->wide ? a->u64[l] : a->u32[l], rank = b->u32[l];

		if ((w->cta->cluster || rank) && addr - base < SIMT_WINDOW) {
			rank = rank < SIMT_SLICES - 1 ? rank : SIMT_SLICES - 2;
			addr = base + (addr - base) % SIMT_SLICE + (rank + 1) * SIMT_SLICE;
		}
		if (i->wide)
			d->u64[l] = addr;
		else
			d->u32[l] = (uint32_t)addr;
	}
}

void exec_GETCTARANK(struct warp *w, const struct insn *i)
{
	const uint64_t base = i->src->space == PTX_SHARED ? 0 : SIMT_SHARED_BASE;
	const union row *a = ref_at(w, i->a);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint64_t addr = i->wide ? a->u64[l] : a->u32[l];

		d->u32[l] = w->cta->cluster && addr - base < SIMT_WINDOW ? rank_of(w, addr - base) : 0;
	}
}

bool cluster_resolve(struct warp *w, uint64_t bytes, struct spot *spot, enum fault_kind *why)
{
	const struct cluster *c = w->cta->cluster;
	uint32_t rank = rank_of(w, spot->addr);
	uint64_t offset = spot->addr % SIMT_SLICE;

	*why = FAULT_PEER_BOUNDS;
	if (!c || rank >= c->size)
		return false;
	spot->cta = c->ctas[rank];
	if (!spot->cta) {
		*why = FAULT_PEER_ENDED;
		return false;
	}
	if (offset > spot->cta->shared_bytes || bytes > spot->cta->shared_bytes - offset)
		return false;
	spot->addr = offset;
	vm_assert(spot->cta->cluster == c && offset + bytes <= spot->cta->shared_bytes);
	spot->host = spot->cta->shared + offset;
	return true;
}
