/*
 * exec_bulk.c - bulk copies and reductions: between global memory and the block's own shared memory, and from there to other
 * blocks of the cluster; stores and reductions of single values to other blocks.
 */
#include "config.h"

#include <string.h>

#include "simt/exec/count.h"
#include "simt/exec/rows.h"
#include "simt/ops/async.h"

#define BULK_UNIT 16 /* bytes */

/* ---- multicast ---- */

void multicast_each(struct warp *w, const struct insn *i, void (*begin)(struct warp *w, const struct insn *i, int rank,
									bool first))
{
	const union row *blocks = i->src->multicast ? ref_at(w, i->transfer->blocks) : NULL;
	uint32_t ranks = 0;

	if (!blocks) {
		begin(w, i, -1, true);
		return;
	}
	for each_lane(l, w->mask)
		ranks |= blocks->u32[l] & 0xffff;
	for (uint32_t rest = ranks; rest; rest &= rest - 1)
		begin(w, i, __builtin_ctz(rest), rest == ranks);
}

bool multicast_target(struct warp *w, const struct insn *i, unsigned l, int rank, struct cta **target)
{
	const struct cluster *c = w->cta->cluster;

	*target = NULL;
	if (rank < 0)
		return true;
	if (!(((const union row *)ref_at(w, i->transfer->blocks))->u32[l] >> rank & 1))
		return false;
	*target = c ? (uint32_t)rank < c->size ? c->ctas[rank] : NULL : rank == 0 ? w->cta : NULL;
	if (!*target)
		lane_fault(w, i, c && (uint32_t)rank < c->size ? FAULT_PEER_ENDED : FAULT_PEER_BOUNDS, l, PTX_SHARED,
			   ((uint64_t)rank + 1) * SIMT_SLICE, 16);
	return *target;
}

/* ---- copies ---- */

static bool end_resolve(struct warp *w, const struct insn *i, enum ptx_space space, unsigned l, uint64_t addr, uint32_t bytes,
			bool write, struct spot *spot)
{
	enum fault_kind why;
	bool good = lane_resolve(w, space, l, addr, bytes, write, spot, &why);

	if (good && addr % BULK_UNIT) {
		why = FAULT_MISALIGNED;
		good = false;
	} else if (good && !write && space == PTX_SHARED && spot->cta != w->cta) {
		why = FAULT_PEER_COPY;
		good = false;
	} else if (good && bytes % BULK_UNIT) {
		why = FAULT_COPY_SIZE;
		good = false;
	}
	if (!good)
		end_fault(w, i, write ? ACCESS_STORE : ACCESS_LOAD, why, l, space, spot->addr, bytes);
	return good;
}

static uint32_t bulk_bytes(const struct warp *w, const struct insn *i, unsigned l)
{
	return ((const union row *)ref_at(w, i->transfer->size))->u32[l];
}

static void bulk_count(struct warp *w, const struct insn *i, const struct pending *p)
{
	bool from_global = i->src->space2 == PTX_GLOBAL, to_global = i->src->space == PTX_GLOBAL;
	struct site_counts *c = &w->sites[i->site].counts;

	c->async.requests += !to_global;
	if (!from_global && !to_global)
		return;
	c->global.requests++;
	c->global.idle += LANES;
	for each_lane(l, p->mask) {
		c->global.sectors += ((from_global ? p->from : p->to)[l] % 32 + p->bytes[l] + 31) / 32;
		c->global.idle -= p->bytes[l] / BULK_UNIT;
	}
}

static bool bulk_lane(struct warp *w, const struct insn *i, struct pending *p, unsigned l, struct cta *target)
{
	const struct transfer *t = i->transfer;
	const struct ptx_instr *src = i->src;
	uint64_t a = address_at(w, i->a, i->wide_base, i->imm, l),
		b = address_at(w, t->from.base, t->from.wide, t->from.offset, l);
	struct spot to, from;

	p->bytes[l] = p->read[l] = bulk_bytes(w, i, l);
	if (!p->bytes[l] || !end_resolve(w, i, src->space, l, a, p->bytes[l], true, &to) ||
	    !end_resolve(w, i, src->space2, l, b, p->bytes[l], false, &from))
		return false;
	p->to_cta[l] = src->space == PTX_SHARED ? target ? target : to.cta : w->cta;
	if (!bar_resolve(w, i, p, l, p->to_cta[l]))
		return false;
	p->to[l] = to.addr;
	p->to_host[l] = src->space == PTX_SHARED ? p->to_cta[l]->shared + to.addr : to.host;
	p->from[l] = from.addr;
	p->from_host[l] = from.host;
	p->group[l] = w->async->bulk_group[l];
	return true;
}

static struct warp_copy copy_of(const struct warp *w, const struct pending *p, uint32_t mask)
{
	const struct cta *of = p->to_cta[__builtin_ctz(mask)];

	return (struct warp_copy){ .mask = mask, .to = p->to, .from = p->from, .bytes = p->bytes, .to_space = p->i->src->space,
				   .from_space = p->i->src->space2, .owner = of == w->cta ? 0 : of->linear + 1,
				   .instr = p->i->src };
}

static void bulk_begin(struct warp *w, const struct insn *i, int rank, bool first)
{
	struct pending *p = pending_add(w, i, PENDING_BULK);

	for each_lane(l, p ? w->mask : 0) {
		struct cta *target;

		if (!multicast_target(w, i, l, rank, &target))
			continue;
		if (bulk_lane(w, i, p, l, target))
			p->mask |= 1u << l;
	}
	if (!p || !p->mask)
		return;
	if (first) {
		sizes_watch(w, i, ACCESS_LOAD, i->src->space2, NULL, 4, p->from, p->read, p->mask);
		bulk_count(w, i, p);
	}
	for (uint32_t rest = w->hooks->copy_begin ? p->mask : 0, one; rest; rest &= ~one) {
		struct warp_copy c = copy_of(w, p, one = lanes_to_one(p, rest));

		w->hooks->copy_begin(w->hooks->ctx, &w->place, &c);
	}
}

/* A prefetch: only the address counts. */
static void bulk_fetch(struct warp *w, const struct insn *i)
{
	for each_lane(l, w->mask) {
		struct spot spot;

		end_resolve(w, i, PTX_GLOBAL, l, address_at(w, i->a, i->wide_base, i->imm, l), bulk_bytes(w, i, l), false, &spot);
	}
}

void exec_BULK(struct warp *w, const struct insn *i)
{
	if (i->src->mode3 == PTX_M_PREFETCH) {
		bulk_fetch(w, i);
		return;
	}
	multicast_each(w, i, bulk_begin);
}

static void reduce_bytes(const struct insn *i, uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	unsigned elem = ptx_type_bytes(i->src->type);

	for (uint32_t at = 0; at < bytes; at += elem) {
		uint64_t old = 0, b = 0;

		memcpy(&old, to + at, elem);
		memcpy(&b, from + at, elem);
		old = atomic_result(i->src->atom, i->src->type, old, b, 0, i->src->space);
		memcpy(to + at, &old, elem);
	}
}

void bulk_perform(struct warp *w, struct pending *p, uint32_t mask)
{
	const struct ptx_instr *src = p->i->src;

	for (uint32_t rest = mask, one; rest; rest &= ~one) {
		struct warp_copy c = copy_of(w, p, one = lanes_to_one(p, rest));

		if (w->hooks->copy_end)
			w->hooks->copy_end(w->hooks->ctx, &w->place, &c);
		sizes_watch(w, p->i, src->reduce ? ACCESS_ATOMIC : ACCESS_STORE, src->space,
			    src->space == PTX_SHARED ? p->to_cta[__builtin_ctz(one)] : NULL, 4, p->to, p->bytes, one);
	}
	if (src->reduce && src->space == PTX_GLOBAL && !warp_in_turn(w))
		return;
	for each_lane(l, mask) {
		if (src->reduce)
			reduce_bytes(p->i, p->to_host[l], p->from_host[l], p->bytes[l]);
		else
			memcpy(p->to_host[l], p->from_host[l], p->bytes[l]);
	}
}

/* ---- values for other blocks ---- */

void exec_REMOTE(struct warp *w, const struct insn *i)
{
	const struct transfer *t = i->transfer;
	struct pending *p = pending_add(w, i, PENDING_VALUE);
	uint32_t bytes = (uint32_t)i->elem * i->vec;

	for each_lane(l, p ? w->mask : 0) {
		uint64_t addr = address_at(w, i->a, i->wide_base, i->imm, l);
		enum fault_kind why = FAULT_MISALIGNED;
		struct spot to = { .addr = addr };

		if (addr % bytes || !lane_resolve(w, PTX_SHARED, l, addr, bytes, true, &to, &why)) {
			lane_fault(w, i, why, l, PTX_SHARED, to.addr, bytes);
			continue;
		}
		p->to[l] = to.addr;
		p->to_cta[l] = to.cta;
		p->to_host[l] = to.host;
		p->bytes[l] = bytes;
		if (!bar_resolve(w, i, p, l, to.cta))
			continue;
		for (unsigned k = 0; k < i->vec; k++)
			p->value[k][l] = cell_read(w, i, t->value[k], l);
		p->mask |= 1u << l;
	}
	if (p && p->mask)
		count_shared(&w->sites[i->site].counts, p->to, p->mask, bytes, false);
}

void value_perform(struct warp *w, struct pending *p, uint32_t mask)
{
	const struct insn *i = p->i;
	bool adds = i->src->op == PTX_RED;

	for (uint32_t rest = mask, one; rest; rest &= ~one)
		sizes_watch(w, i, adds ? ACCESS_ATOMIC : ACCESS_STORE, PTX_SHARED, p->to_cta[__builtin_ctz(rest)], i->elem, p->to,
			    p->bytes, one = lanes_to_one(p, rest));
	for each_lane(l, mask)
		for (unsigned k = 0; k < i->vec; k++) {
			uint8_t *to = p->to_host[l] + k * i->elem;
			uint64_t v = p->value[k][l];

			if (adds)
				v = atomic_result(i->src->atom, i->src->type, element_read(i, to),
						  v & UINT64_MAX >> (64 - 8 * i->elem), 0, PTX_SHARED);
			element_write(i, to, v);
		}
}
