/*
 * race_quick.c - race_quick.h for any 64-bit machine, and the choice among the instruction sets.
 *
 * And lanes that are alike: where lanes have something to report, mostly many of them have the same. check_race.c does one, and
 * the last part of this file gives the others what that one left.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/check/race_quick.h"

#ifndef __clang__
#pragma GCC optimize("O3")
#endif
#define QUICK_TABLE race_quick_base
#include "simt/check/race_quick_body.h"

const struct quick_table *race_quick_choose(void)
{
#ifdef __x86_64__
	const char *most = getenv("WARPBOOK_ISA");
	bool base = most && !strcmp(most, "base"), no_wider = most && !strcmp(most, "avx2");

	if (!base && !no_wider && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
		return &race_quick_avx512;
	if (!base && __builtin_cpu_supports("avx2"))
		return &race_quick_avx2;
#endif
	return &race_quick_base;
}

/* ---- lanes that are alike ---- */

#define ALIKE_PREPARED 3
#define ALIKE_MISSED   6

/*
 * The words at that place, as the page, not of runs, keeps them, the second one 0 in a single page; NULL: of shared memory. Words
 * of one page that are equal mean the same, until its list of epochs changes.
 */
static inline struct shadow_cell alike_at(const struct shadow_page *page, const struct region *r, unsigned at)
{
	if (!page)
		return r->memory->cells[at];
	if (page->form == SHADOW_CODED)
		return (struct shadow_cell){ page->codes[at][0], page->codes[at][1] };
	return page->form == SHADOW_WIDE ? page->cells[at] : (struct shadow_cell){ page->words[at], 0 };
}

static void page_note(struct alike *a)
{
	if (!a->page)
		return;
	a->form = a->page->form;
	a->nepochs = a->page->nepochs;
	a->room = a->page->room;
}

/* The page's list of epochs only grows, or it is swept: then it is shorter, or has more room, or the page has another form. */
static bool page_holds(const struct alike *a)
{
	const struct shadow_page *page = a->page;

	return !page || (page->form == a->form && page->nepochs >= a->nepochs && page->room == a->room);
}

static bool page_choose(struct alike *a, const struct region *r, uint64_t granule)
{
	a->shift = SHADOW_THREAD_SHIFT;
	a->page = NULL;
	if (!r->alloc)
		return true;
	a->page = r->shadow->pages[granule >> SHADOW_PAGE_SHIFT];
	if (!a->page || a->page->launch != r->shadow->launch || a->page->form == SHADOW_RUNS)
		return false;
	if (a->page->form == SHADOW_CODED)
		a->shift = SHADOW_CODE_LANE;
	page_note(a);
	return true;
}

/* Lane l's number in the page; consecutive lanes in a row. */
#define AT(l) (is_row ? first + (l) : a->at[l])

/* The words of the lanes; others have any. */
static inline __attribute__((always_inline)) void alike_read(struct alike *a, const struct region *r, const bool is_row)
{
	const struct shadow_cell *cells = a->page ? a->page->cells : r->memory->cells;
	const unsigned first = a->at[0];

	if (a->page && a->form == SHADOW_CODED) {
		for (unsigned l = 0; l < WARP_LANES; l++) {
			a->write[l] = a->page->codes[AT(l)][0];
			a->read[l] = a->page->codes[AT(l)][1];
		}
	} else if (a->page && a->form == SHADOW_SINGLE) {
		for (unsigned l = 0; l < WARP_LANES; l++) {
			a->write[l] = a->page->words[AT(l)];
			a->read[l] = 0;
		}
	} else {
		for (unsigned l = 0; l < WARP_LANES; l++) {
			a->write[l] = cells[AT(l)].write;
			a->read[l] = cells[AT(l)].read;
		}
	}
}

bool stores_same(const struct region *r, unsigned lane)
{
	uint64_t offset = region_offset(r, lane); /* of the access: a granule may be only a part of it */
	uint32_t elem = r->a->elem;

	if (!r->host || !r->a->value || elem > 8)
		return false;
	for (unsigned i = 0; i < r->a->bytes; i++)
		if (r->host[offset + i] != (uint8_t)(r->a->value[i / elem * WARP_LANES + lane] >> 8 * (i % elem)))
			return false;
	return true;
}

static uint32_t lanes_same(const struct region *r, uint32_t lanes)
{
	const uint8_t *host = r->host;
	const uint64_t *value = r->a->value;
	uint32_t same = 0, old, is[WARP_LANES];

	if (!host || !value || r->a->elem != sizeof old || r->a->bytes != sizeof old) {
		for_lanes(lane, lanes)
			same |= (uint32_t)stores_same(r, lane) << lane;
		return same;
	}
	if (lanes == UINT32_MAX && access_is_row(r->a)) {
		memcpy(is, host + region_offset(r, 0), sizeof is);
		for (unsigned l = 0; l < WARP_LANES; l++)
			is[l] = is[l] == (uint32_t)value[l];
		for (unsigned l = 0; l < WARP_LANES; l++)
			same |= is[l] << l;
		return same;
	}
	for_lanes(lane, lanes) {
		memcpy(&old, host + region_offset(r, lane), sizeof old);
		same |= (uint32_t)(old == (uint32_t)value[lane]) << lane;
	}
	return same;
}

void alike_prepare(struct alike *a, const struct region *r, unsigned shift, uint32_t lanes)
{
	const uint64_t first = lanes ? region_offset(r, (unsigned)__builtin_ctz(lanes)) >> shift : 0;
	const uint64_t base = first & ~(SHADOW_PAGE_CELLS - 1ull);

	a->lanes = 0;
	a->is_row = false;
	if (a->prepared == ALIKE_PREPARED || !(lanes & (lanes - 1)))
		return;
	a->prepared++;
	if (!page_choose(a, r, first))
		return;
	if (lanes == UINT32_MAX && access_is_row(r->a) && (!a->page || first - base + WARP_LANES <= SHADOW_PAGE_CELLS)) {
		for (unsigned l = 0; l < WARP_LANES; l++)
			a->at[l] = (unsigned)(first - (a->page ? base : 0)) + l;
		a->lanes = lanes;
		a->is_row = true;
		alike_read(a, r, true);
	} else {
		memset(a->at, 0, sizeof a->at);
		for_lanes(lane, lanes) {
			uint64_t at = (region_offset(r, lane) >> shift) - (a->page ? base : 0);

			if (a->page && at >= SHADOW_PAGE_CELLS)
				break;
			a->at[lane] = (unsigned)at;
			a->lanes |= 1u << lane;
		}
		alike_read(a, r, false);
	}
	a->same = r->a->kind == ACCESS_STORE ? lanes_same(r, a->lanes) : 0;
}

uint32_t alike_others(struct alike *a, const struct checker *c, uint32_t lane)
{
	uint32_t others;

	if (!page_holds(a) || a->missed == ALIKE_MISSED)
		a->lanes = 0;
	if (!(a->lanes >> lane & 1))
		return 0;
	a->lanes &= ~(1u << lane);
	page_note(a);
	others = c->quick->alike(a->write, a->read, lane, a->shift) & a->lanes;
	if (a->write[lane])
		others &= a->same >> lane & 1 ? a->same : ~a->same;
	a->missed = others ? 0 : a->missed + 1;
	return others;
}

void alike_leave(struct alike *a, const struct checker *c, const struct region *r, uint32_t lane, uint32_t others)
{
	const struct shadow_cell left = alike_at(a->page, r, a->at[lane]);
	struct shadow_cell *cells = a->page ? a->page->cells : r->memory->cells;

	if (a->page && a->form == SHADOW_CODED && a->is_row) {
		c->quick->leave(a->page->codes + a->at[0], (uint32_t)left.write, (uint32_t)left.read, lane, others);
	} else if (a->page && a->form == SHADOW_CODED) {
		for_lanes(other, others) {
			a->page->codes[a->at[other]][0] = (uint32_t)word_turn(left.write, SHADOW_CODE_LANE, other - lane);
			a->page->codes[a->at[other]][1] = (uint32_t)word_turn(left.read, SHADOW_CODE_LANE, other - lane);
		}
	} else if (a->page && a->form == SHADOW_SINGLE) {
		for_lanes(other, others)
			a->page->words[a->at[other]] = word_turn(left.write, SHADOW_THREAD_SHIFT, other - lane);
	} else {
		for_lanes(other, others) {
			cells[a->at[other]].write = word_turn(left.write, SHADOW_THREAD_SHIFT, other - lane);
			cells[a->at[other]].read = word_turn(left.read, SHADOW_THREAD_SHIFT, other - lane);
			if (!a->page)
				r->memory->read_by_all[a->at[other] / SHADOW_RUN] = 0;
		}
	}
	a->lanes &= ~others;
}
