/*
 * check_moved.c - structs that a kernel copies whole, with members that were never written.
 *
 * Such a copy is not a mistake: no code looks at the member. So the check does not report the load of a piece of a struct if some
 * other piece is written, and marks the destination of its store as unwritten, too: a use of the member there is a finding.
 *
 *	ld r1, [from+4]   of unwritten bytes: a row for r1 and the warp, with these bytes of each lane
 *	st [to+4], r1     the bytes stay unwritten; in shared memory they count as written
 *
 * Where a launch may move what nothing has written (simt.h, may_move), that holds for each load whose value the kernel only
 * stores in global memory. The cause of such a load is held: no report, but the result says where the copies are. A store in
 * shared memory, where they would count as written, or a row that is lost before its store makes it a report again.
 *
 * A register of a row has no other value than the load's, and each execution of the load begins the row anew. Rows lie in a table
 * by the hash of what they are for; one that takes another's place ends it, and what its store writes counts as written.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_init.h"
#include "simt/check/check_trace.h"

#define ROWS 4096

struct moved_row {
	const struct ptx_function *f; /* NULL: free */
	uint32_t block, warp;
	int reg;
	bool stored;
	struct cause *held;           /* NULL: none */
	uint8_t missing[WARP_LANES];  /* per lane, a bit for each byte of the register that nothing has written */
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

static void row_lose(struct moved_row *row)
{
	if (row->f && row->held && !row->stored)
		row->held->moved.held = false;
}

static bool is_move(struct checker *c, const struct region *r)
{
	struct check_site *site = &c->sites[r->site];

	if (site->moves == MOVES_UNKNOWN)
		site->moves = site->instr && trace_is_move(c, site->instr) ? MOVES_YES : MOVES_NO;
	return site->moves == MOVES_YES;
}

bool moved_held(struct checker *c, const struct region *r, unsigned lane, struct cause *held)
{
	struct check_site *site = &c->sites[r->site];
	int regs[8], n;

	if (!c->launch.args.may_move || !r->alloc || r->a->kind != ACCESS_LOAD || !is_move(c, r))
		return false;
	n = trace_value_regs(site->instr, regs);
	if (!n || r->a->bytes / (unsigned)n > 8)
		return false;
	if (!held)
		return true;
	moved_load(c, r, lane, true);
	for (int k = 0; k < n && c->moved; k++) {
		struct moved_row *row = row_of(c, r->w, trace_function(c, site->instr), regs[k]);

		if (row_is(row, r->w, trace_function(c, site->instr), regs[k]))
			row->held = held;
	}
	return c->moved;
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
	n = site->piece.is == PIECE_NO && site->moves != MOVES_YES ? 0 : trace_value_regs(site->instr, regs);
	if (!n || r->a->bytes / (unsigned)n > 8 || (!c->moved && !(c->moved = arena_array(c->arena, ROWS, sizeof *c->moved))))
		return true;
	f = trace_function(c, site->instr);
	for (int k = 0; k < n; k++) {
		struct moved_row *row = row_of(c, r->w, f, regs[k]);
		unsigned bytes = r->a->bytes / (unsigned)n;
		uint8_t missing = bytes_missing(r, offset + (unsigned)k * bytes, bytes);

		if (missing && !row_is(row, r->w, f, regs[k])) {
			row_lose(row);
			*row = (struct moved_row){ .f = f, .block = r->w->block_linear, .warp = r->w->warp, .reg = regs[k] };
		}
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

/* Its copy is in the allocation now. */
static void held_stored(struct cause *k, uint64_t to)
{
	vm_assert(k->moved.n <= sizeof k->moved.to / sizeof *k->moved.to);
	for (unsigned i = 0; i < k->moved.n; i++)
		if (k->moved.to[i] == to)
			return;
	if (k->moved.n < sizeof k->moved.to / sizeof *k->moved.to)
		k->moved.to[k->moved.n++] = to;
}

bool moved_store(struct checker *c, const struct region *r)
{
	const struct ptx_function *f = c->moved && r->a->instr && r->a->instr->op == PTX_ST ?
				       trace_function(c, r->a->instr) : NULL;
	int regs[8], n = f ? trace_value_regs(r->a->instr, regs) : 0;
	struct moved_row *rows[8];
	unsigned bytes = n ? r->a->bytes / (unsigned)n : 0;
	bool any = false;

	for (int k = 0; k < n; k++) {
		rows[k] = row_of(c, r->w, f, regs[k]);
		if (!row_is(rows[k], r->w, f, regs[k]))
			rows[k] = NULL;
		for_lanes(lane, r->mask)
			any |= rows[k] && rows[k]->missing[lane];
	}
	for (int k = 0; any && k < n; k++)
		if (rows[k] && rows[k]->held && r->alloc)
			held_stored(rows[k]->held, r->alloc->addr);
		else if (rows[k])
			row_lose(rows[k]);
	if (!any || bytes > 8 || !r->alloc)
		return false;
	for (int k = 0; k < n; k++)
		if (rows[k])
			rows[k]->stored = true;
	r->shadow->moved = true;
	for_lanes(lane, r->mask)
		for (unsigned at = 0; at < r->a->bytes; at++)
			if (!rows[at / bytes] || !(rows[at / bytes]->missing[lane] >> at % bytes & 1))
				c->failed |= shadow_set_init(r->shadow, region_offset(r, lane) + at, 1) < 0;
			else if (rows[at / bytes]->held)
				c->failed |= shadow_clear_init(r->shadow, region_offset(r, lane) + at, 1) < 0;
	return true;
}
