/*
 * check_moved.c - structs that a kernel copies whole, with members that were never written.
 *
 * Such a copy is not a mistake: no code looks at the member. So the check does not report the load of a piece of a struct if some other
 * piece is written, and marks the destination of its store as unwritten, too: a use of the member there is a finding.
 *
 *	ld r1, [from+4]   of unwritten bytes: a row for r1 and the warp, with these bytes of each lane
 *	st [to+4], r1     the bytes stay unwritten; in shared memory they count as written
 *
 * A register of a row has no other value than the load's, and each execution of the load begins the row anew. Rows are in a hash table by
 * register and warp; a new row that needs the place of another ends it, and the other's store then counts as written.
 */
#include "config.h"

#include "simt/check/check_state.h"

#define ROWS 4096

struct moved_row {
	const struct ptx_function *f; /* NULL: free */
	uint32_t block, warp;
	int reg;
	uint8_t missing[WARP_LANES];  /* per lane, a bit for each unwritten byte of the register */
};

static struct moved_row *row_of(const struct checker *c, const struct warp_place *w, const struct ptx_function *f, int reg)
{
	uint32_t h = w->block_linear * 2654435761u ^ w->warp * 40503u ^ (uint32_t)reg * 2246822519u;

	return &c->moved[(h ^ h >> 16) % ROWS];
}

static bool row_is(const struct moved_row *row, const struct warp_place *w, const struct ptx_function *f, int reg)
{
	return row->f == f && row->block == w->block_linear && row->warp == w->warp && row->reg == reg;
}

/* A bit for each unwritten byte. */
static uint8_t bytes_missing(const struct region *r, uint64_t at, unsigned bytes)
{
	uint8_t missing = 0;

	for (unsigned k = 0; k < bytes; k++)
		missing |= (uint8_t)((shadow_first_missing(r->shadow, at + k, 1) == at + k) << k);
	return missing;
}

static bool some_written(const struct region *r, uint64_t offset, const struct piece *p)
{
	uint64_t from = p->from < 0 && offset < (uint64_t)-p->from ? 0 : offset + (uint64_t)(int64_t)p->from;
	uint64_t to = offset + (uint64_t)p->to;

	if (to > r->alloc->bytes)
		to = r->alloc->bytes;
	for (uint64_t at = from; at < to; at++)
		if (shadow_first_missing(r->shadow, at, 1) != at)
			return true;
	return false;
}

bool moved_load(struct checker *c, const struct region *r, unsigned lane, bool accepted)
{
	struct check_site *site = &c->sites[r->site];
	uint64_t offset = region_offset(r, lane);
	const struct ptx_function *f;
	int regs[8], n;

	if (!site->instr || !r->alloc)
		return accepted;
	if (site->piece.is == PIECE_UNKNOWN)
		site->piece = trace_piece(c, site->instr);
	if (!accepted && (site->piece.is != PIECE_OF_MORE || !some_written(r, offset, &site->piece)))
		return false;
	n = site->piece.is == PIECE_NO ? 0 : trace_value_regs(site->instr, regs);
	if (!n || r->a->bytes / (unsigned)n > 8 || (!c->moved && !(c->moved = arena_array(c->arena, ROWS, sizeof *c->moved))))
		return true;
	f = trace_function(c, site->instr);
	for (int k = 0; k < n; k++) {
		struct moved_row *row = row_of(c, r->w, f, regs[k]);
		unsigned bytes = r->a->bytes / (unsigned)n;
		uint8_t missing = bytes_missing(r, offset + (unsigned)k * bytes, bytes);

		if (missing && !row_is(row, r->w, f, regs[k]))
			*row = (struct moved_row){ f, r->w->block_linear, r->w->warp, regs[k], { 0 } };
		if (missing)
			row->missing[lane] = missing;
	}
	return true;
}

void moved_begin(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	const struct ptx_function *f = a->instr && a->instr->op == PTX_LD ? trace_function(c, a->instr) : NULL;
	int regs[8], n = f ? trace_value_regs(a->instr, regs) : 0;

	for (int k = 0; k < n; k++) {
		struct moved_row *row = row_of(c, w, f, regs[k]);

		if (row_is(row, w, f, regs[k]))
			for_lanes(lane, a->mask)
				row->missing[lane] = 0;
	}
}

bool moved_store(struct checker *c, const struct region *r)
{
	const struct ptx_function *f = c->moved && r->alloc && r->a->instr && r->a->instr->op == PTX_ST ? trace_function(c, r->a->instr) : NULL;
	int regs[8], n = f ? trace_value_regs(r->a->instr, regs) : 0;
	const struct moved_row *rows[8];
	unsigned bytes = n ? r->a->bytes / (unsigned)n : 0;
	bool any = false;

	for (int k = 0; k < n; k++) {
		rows[k] = row_of(c, r->w, f, regs[k]);
		if (!row_is(rows[k], r->w, f, regs[k]))
			rows[k] = NULL;
		for_lanes(lane, r->mask)
			any |= rows[k] && rows[k]->missing[lane];
	}
	if (!any || bytes > 8)
		return false;
	for_lanes(lane, r->mask)
		for (unsigned at = 0; at < r->a->bytes; at++)
			if (!rows[at / bytes] || !(rows[at / bytes]->missing[lane] >> at % bytes & 1))
				c->failed |= shadow_set_init(r->shadow, region_offset(r, lane) + at, 1) < 0;
	return true;
}
