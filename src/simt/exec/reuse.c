/*
 * reuse.c - see reuse.h. A table of the sectors that the block has loaded, one for each hash: a sector whose place another one
 * took counts as new, so the table is a little smaller than it looks.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/exec/reuse.h"
#include "simt/exec/rows.h"

#include "base/limits.h"
#include "simt/exec/count.h"

#define SAMPLED 4          /* blocks of a launch */
#define MOST    (1u << 14) /* requests of a block */
#define SECTOR  32
#define APART_MOST (1u << 20) /* bytes: the sums of squares stay in 64 bits */
#define SLOTS   (1u << 15) /* four times the sectors of the largest L1 */

struct slot { uint64_t key; uint32_t moment, block; };

struct reuse {
	uint32_t block;              /* numbers the sampled blocks of all launches that used the table, from 1: a slot is of one
					of them */
	uint32_t linear;             /* its number in the grid */
	uint32_t most;               /* requests of each of its warps */
	uint32_t moment[LANES], requests[LANES], stores[LANES];
	struct slot slots[SLOTS];
};

/*
 * The program keeps a table between its launches: most launches are short, and
 * the system takes longer for a new table than a block for its loads.
 */
static struct reuse *reuse_take(struct simt_program *p)
{
	struct reuse *r = __atomic_exchange_n(&p->reuse, NULL, __ATOMIC_ACQUIRE);

	return r ? r : calloc(1, sizeof *r);
}

void reuse_end(struct launch *l)
{
	struct reuse *r = l->reuse, *none = NULL;

	l->reuse = NULL;
	if (r && !__atomic_compare_exchange_n(&l->program->reuse, &none, r, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		free(r);
}

void reuse_free(struct reuse *r)
{
	free(r);
}

void reuse_begin(struct launch *l, struct cta *cta)
{
	const struct dim3u *grid = &l->args->grid;
	uint64_t blocks = (uint64_t)grid->x * grid->y * grid->z, apart = blocks > SAMPLED ? blocks / SAMPLED : 1;
	bool is_sampled = l->image->nsites && cta->linear % apart == 0 && cta->linear / apart < SAMPLED;

	/* Without memory for it the estimate is missing, and nothing else. */
	if (is_sampled && !l->reuse)
		l->reuse = reuse_take(l->program);
	is_sampled &= l->reuse != NULL;
	for (unsigned k = 0; k < cta->nwarps; k++)
		cta->warps[k].noted = is_sampled;
	if (!is_sampled)
		return;
	if (!++l->reuse->block) {
		memset(l->reuse->slots, 0, sizeof l->reuse->slots);
		l->reuse->block = 1;
	}
	vm_assert(cta->nwarps);
	l->reuse->linear = cta->linear;
	l->reuse->most = MOST / cta->nwarps;
	memset(l->reuse->moment, 0, sizeof l->reuse->moment);
	memset(l->reuse->requests, 0, sizeof l->reuse->requests);
	memset(l->reuse->stores, 0, sizeof l->reuse->stores);
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

/* Does the block's sample go on with this request? */
static bool is_sampled(struct warp *w)
{
	struct reuse *r = w->launch->reuse;

	/* Blocks that take turns: another one has begun since. */
	if (r->linear == w->place.block_linear && ++r->requests[w->place.warp] <= r->most)
		return true;
	w->noted = false;
	return false;
}

static void request_note(struct warp *w, struct site *s, const uint64_t *sectors, uint32_t n)
{
	static const uint32_t spans[REUSE_SPANS] = REUSE_SPAN_SECTORS;
	struct reuse *r = w->launch->reuse;
	uint32_t now = r->moment[w->place.warp], farthest = 0, within[REUSE_SPANS] = { 0 };

	for (uint32_t k = 0; k < n; k++) {
		uint32_t far = distance(r, sectors[k], now);

		farthest = far > farthest ? far : farthest;
		for (unsigned span = 0; span < REUSE_SPANS; span++)
			within[span] += far <= spans[span];
	}
	vm_assert(n <= 2 * LANES && r->linear == w->place.block_linear);
	s->reuse.sectors += n;
	s->reuse.requests++;
	for (unsigned span = 0; span < REUSE_SPANS; span++) {
		s->reuse.sectors_within[span] += within[span];
		s->reuse.requests_within[span] += farthest <= spans[span];
	}
	r->moment[w->place.warp] = now + n;
}

/*
 * Most neighbours are as far apart as the first two, and further than what each of them accesses. (At a row's end they are
 * not.)
 */
static void apart_note(struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint32_t pairs = mask & mask >> 1, same = 0;
	uint64_t apart = 0;

	for each_lane(l, pairs) {
		uint64_t far = addr[l + 1] > addr[l] ? addr[l + 1] - addr[l] : addr[l] - addr[l + 1];

		apart = apart ? apart : far;
		same += far == apart;
	}
	if (apart <= bytes || apart > APART_MOST || 4 * same < 3 * (unsigned)__builtin_popcount(pairs))
		return;
	s->reuse.apart++;
	s->reuse.apart_bytes += apart;
	s->reuse.apart_squares += apart * apart;
}

void reuse_note(struct warp *w, struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	uint64_t seen[2 * LANES];

	if (!is_sampled(w))
		return;
	request_note(w, s, seen, distinct_sectors(addr, mask, bytes, seen));
	apart_note(s, addr, mask, bytes);
}

void reuse_note_store(struct warp *w, struct site *s, const uint64_t *addr, uint32_t mask, uint32_t bytes)
{
	struct reuse *r = w->launch->reuse;

	if (r->linear == w->place.block_linear && ++r->stores[w->place.warp] <= r->most)
		apart_note(s, addr, mask, bytes);
}

void reuse_note_halves(struct warp *w, struct site *s, const uint64_t at[2], const uint64_t stride[2], uint32_t bytes)
{
	uint64_t seen[2 * LANES], first[2], last[2];
	uint32_t n = 0;

	if (!is_sampled(w))
		return;
	for (unsigned h = 0; h < 2; h++) {
		first[h] = at[h] / SECTOR;
		last[h] = (at[h] + (LANES / 2 - 1) * stride[h] + bytes - 1) / SECTOR;
		for (uint64_t sector = first[h]; sector <= last[h]; sector++)
			if (!h || sector < first[0] || sector > last[0])
				seen[n++] = sector;
	}
	request_note(w, s, seen, n);
}
