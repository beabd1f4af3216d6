/*
 * reuse.c - see reuse.h. A table of the sectors that the block has loaded, one for each hash: a sector whose place another one took
 * counts as new, so the table is a little smaller than it looks.
 */
#include "config.h"

#include <stdlib.h>

#include "simt/exec/reuse.h"

#define SAMPLED 4          /* blocks of a launch */
#define MOST    (1u << 14) /* requests of a block */
#define SLOTS   (1u << 15) /* four times the sectors of the largest L1 */

struct slot { uint64_t key; uint32_t moment, block; };

struct reuse {
	uint32_t block;              /* numbers the sampled blocks, from 1 */
	uint32_t linear;             /* its number in the grid */
	uint32_t most;               /* requests of each of its warps */
	uint32_t moment[LANES], requests[LANES];
	struct slot slots[SLOTS];
};

void reuse_begin(struct launch *l, struct cta *cta)
{
	const struct dim3u *grid = &l->args->grid;
	uint64_t blocks = (uint64_t)grid->x * grid->y * grid->z, apart = blocks > SAMPLED ? blocks / SAMPLED : 1;
	bool is_sampled = l->image->nsites && cta->linear % apart == 0 && cta->linear / apart < SAMPLED;

	/* Without memory for it the estimate is missing, and nothing else. */
	if (is_sampled && !l->reuse)
		l->reuse = calloc(1, sizeof *l->reuse);
	is_sampled &= l->reuse != NULL;
	for (unsigned k = 0; k < cta->nwarps; k++)
		cta->warps[k].noted = is_sampled;
	if (!is_sampled)
		return;
	l->reuse->block++;
	l->reuse->linear = cta->linear;
	l->reuse->most = MOST / cta->nwarps;
	memset(l->reuse->moment, 0, sizeof l->reuse->moment);
	memset(l->reuse->requests, 0, sizeof l->reuse->requests);
}

/* How far back the block loaded the sector last; UINT32_MAX: it did not. Notes this time. */
static uint32_t distance(struct reuse *r, uint64_t sector, uint32_t now)
{
	struct slot *s = &r->slots[(sector * 0x9E3779B97F4A7C15u) >> 49];
	uint32_t far = UINT32_MAX;

	if (s->block == r->block && s->key == sector)
		far = s->moment > now ? s->moment - now : now - s->moment;
	*s = (struct slot){ sector, now, r->block };
	return far;
}

void reuse_note(struct warp *w, struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	static const uint32_t spans[REUSE_SPANS] = REUSE_SPAN_SECTORS;
	struct reuse *r = w->launch->reuse;
	uint64_t seen[2 * LANES];
	uint32_t n, farthest = 0;

	/* Blocks that take turns: another one has begun since. */
	if (r->linear != w->place.block_linear || ++r->requests[w->place.warp] > r->most) {
		w->noted = false;
		return;
	}
	n = distinct_sectors(addr, mask, bytes, seen);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t far = distance(r, seen[k], r->moment[w->place.warp]);

		farthest = far > farthest ? far : farthest;
		for (unsigned span = 0; span < REUSE_SPANS; span++)
			s->reuse.sectors_within[span] += far <= spans[span];
	}
	s->reuse.sectors += n;
	s->reuse.requests++;
	for (unsigned span = 0; span < REUSE_SPANS; span++)
		s->reuse.requests_within[span] += farthest <= spans[span];
	r->moment[w->place.warp] += n;
}
