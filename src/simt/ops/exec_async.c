/*
 * exec_async.c - asynchronous operations that are pending, cp.async, and the mbarriers that signal their end.
 *
 * The vm performs a copy as late as possible: when its thread waits for its group, or when the phase of an mbarrier
 * could not complete without it. Until then the bytes stay unchanged, so that a missing wait always shows in the
 * result. A warp keeps its pending copies in a list, in program order; cp.async.mbarrier.arrive is in the list too,
 * since it arrives when the copies before it are done.
 *
 * The 64 bits of an mbarrier, and of the token that an arrival returns:
 *
 *	63   62     61        40 39      20 19      0
 *	+---+------+------------+----------+---------+
 *	| 0 |parity|bytes, signed| expected | pending |
 *	+---+------+------------+----------+---------+
 *
 * A phase is complete when no arrival and no bytes are pending; then the parity changes and `expected` arrivals are
 * pending again.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "simt/exec/count.h"
#include "simt/exec/rows.h"
#include "simt/ops/async.h"

#define COUNT_BITS 20
#define COUNT_MASK ((1ull << COUNT_BITS) - 1)
#define BYTES_MASK ((1ull << 22) - 1)

/* ---- the list ---- */

struct async *async_need(struct warp *w)
{
	if (!w->async && (w->async = calloc(1, sizeof *w->async)))
		w->async->last = &w->async->first;
	w->launch->failed |= !w->async;
	return w->async;
}

struct pending *pending_add(struct warp *w, const struct insn *i, enum pending_kind kind)
{
	struct async *a = async_need(w);
	struct pending *p = a ? a->pool : NULL;

	if (p)
		a->pool = p->next;
	else if (a && (p = malloc(sizeof *p)))
		p->boxes = NULL;
	if (p && kind == PENDING_TENSOR && !p->boxes && !(p->boxes = malloc(LANES * sizeof *p->boxes))) {
		free(p);
		p = NULL;
	}
	if (!p) {
		w->launch->failed = true;
		return NULL;
	}
	vm_assert(!*a->last);
	p->next = NULL;
	p->i = i;
	p->kind = kind;
	p->ahead = false;
	p->mask = 0;
	*a->last = p;
	a->last = &p->next;
	return p;
}

void pending_sweep(struct async *a)
{
	struct pending **link = &a->first, *p;

	while ((p = *link)) {
		if (p->mask) {
			link = &p->next;
			continue;
		}
		*link = p->next;
		p->next = a->pool;
		a->pool = p;
	}
	a->last = link;
}

void async_reset(struct warp *w)
{
	if (!w->async)
		return;
	for (struct pending *p = w->async->first; p; p = p->next)
		p->mask = 0;
	pending_sweep(w->async);
	memset(w->async->group, 0, sizeof(w->async->group));
	memset(w->async->bulk_group, 0, sizeof(w->async->bulk_group));
	w->async->product_group = w->async->products = 0;
}

void async_release(struct warp *w)
{
	async_reset(w);
	vm_assert(!w->async || !w->async->first);
	while (w->async && w->async->pool) {
		struct pending *next = w->async->pool->next;

		free(w->async->pool->boxes);
		free(w->async->pool);
		w->async->pool = next;
	}
	free(w->async);
	w->async = NULL;
}

void async_note_load(struct warp *w)
{
	for (struct pending *p = w->async->first; p; p = p->next)
		if (!p->ahead && p->mask && p->i->op != X_REMOTE && p->i->transfer && p->i->src->space == PTX_SHARED &&
		    p->kind <= PENDING_TENSOR && p->kind != PENDING_ARRIVAL) {
			w->sites[p->i->site].counts.async.ahead++;
			p->ahead = true;
		}
}

/* ---- copies ---- */

uint32_t lanes_to_one(const struct pending *p, uint32_t mask)
{
	const struct cta *of = p->to_cta[__builtin_ctz(mask)];
	uint32_t lanes = 0;

	vm_assert(mask && !(mask & ~p->mask));
	for each_lane(l, mask)
		lanes |= (uint32_t)(p->to_cta[l] == of) << l;
	return lanes;
}

void sizes_watch(struct warp *w, const struct insn *i, enum access_kind kind, enum ptx_space space, const struct cta *of,
		 uint32_t elem, const uint64_t *addr, const uint32_t *bytes, uint32_t mask)
{
	struct warp_access a = access_of(w, i, kind);

	if (of && of != w->cta) {
		a.owner = of->linear + 1;
		a.shared = of->shared;
	}
	a.is_sync = kind == ACCESS_ATOMIC;
	for (uint32_t rest = w->watched ? mask : 0; rest; rest &= ~a.mask) {
		a.bytes = bytes[__builtin_ctz(rest)];
		a.elem = a.bytes > 8 ? elem : a.bytes;
		a.addr = addr;
		a.space = space;
		a.mask = 0;
		for each_lane(l, rest)
			if (bytes[l] == a.bytes)
				a.mask |= 1u << l;
		if (a.bytes)
			w->hooks->access(w->hooks->ctx, &w->place, &a);
	}
}

/* Performs the lanes' copies now. w is the warp that began them. */
static void copy_perform(struct warp *w, struct pending *p, uint32_t mask)
{
	struct warp_copy c = { .mask = mask, .to = p->to, .from = p->from, .bytes = p->bytes, .to_space = PTX_SHARED,
			       .from_space = PTX_GLOBAL, .instr = p->i->src };

	if (!mask)
		return;
	if (w->hooks->copy_end)
		w->hooks->copy_end(w->hooks->ctx, &w->place, &c);
	sizes_watch(w, p->i, ACCESS_STORE, PTX_SHARED, NULL, 4, p->to, p->bytes, mask);
	for each_lane(l, mask) {
		vm_assert(p->read[l] <= p->bytes[l]);
		if (p->read[l])
			memcpy(p->to_host[l], p->from_host[l], p->read[l]);
		memset(p->to_host[l] + p->read[l], 0, p->bytes[l] - p->read[l]);
	}
}

static void perform(struct warp *w, struct pending *p, uint32_t mask)
{
	if (!mask)
		return;
	vm_assert(!(mask & ~p->mask));
	switch (p->kind) {
	case PENDING_COPY: copy_perform(w, p, mask); break;
	case PENDING_BULK: bulk_perform(w, p, mask); break;
	case PENDING_TENSOR: tensor_perform(w, p, mask); break;
	case PENDING_VALUE: value_perform(w, p, mask); break;
	case PENDING_PRODUCT: product_perform(w, p); break;
	case PENDING_ARRIVAL: break;
	}
	p->mask &= ~mask;
}

uint64_t address_at(const struct warp *w, uint32_t base, bool wide, uint64_t offset, unsigned l)
{
	const union row *row = ref_at(w, base);

	return wide ? row->u64[l] + offset : (uint32_t)(row->u32[l] + offset);
}

void end_fault(struct warp *w, const struct insn *i, enum access_kind kind, enum fault_kind why, unsigned l, enum ptx_space space,
	       uint64_t addr, uint32_t bytes)
{
	struct warp_access a = access_of(w, i, kind);

	w->addr[l] = addr;
	a.space = space;
	a.mask = 1u << l;
	a.bytes = bytes;
	launch_fault(w, why, a.mask, &a);
}

void lane_fault(struct warp *w, const struct insn *i, enum fault_kind why, unsigned l, enum ptx_space space, uint64_t addr,
		uint32_t bytes)
{
	end_fault(w, i, ACCESS_LOAD, why, l, space, addr, bytes);
}

/* Resolves one end of a lane's copy; false after reporting a fault. */
static bool end_resolve(struct warp *w, const struct insn *i, enum ptx_space space, unsigned l, uint64_t addr,
			uint32_t bytes, bool write, struct spot *spot)
{
	enum fault_kind why;
	bool good = lane_resolve(w, space, l, addr, bytes, write, spot, &why);

	if (good && addr % i->elem) {
		why = FAULT_MISALIGNED;
		good = false;
	} else if (good && space == PTX_SHARED && spot->cta != w->cta) {
		why = FAULT_PEER_COPY;
		good = false;
	}
	if (!good)
		end_fault(w, i, write ? ACCESS_STORE : ACCESS_LOAD, why, l, space, spot->addr, bytes);
	return good;
}

static void copy_sizes(const struct warp *w, const struct insn *i, unsigned l, uint32_t *bytes, uint32_t *read)
{
	const struct transfer *t = i->transfer;
	uint32_t given = t->size == NO_REF ? t->bytes : ((const union row *)ref_at(w, t->size))->u32[l];

	*bytes = t->bytes;
	*read = given < *bytes ? given : *bytes;
	if (t->ignore != NO_REF && (*pred_at(w, t->ignore) ^ (t->ignore_negated ? UINT32_MAX : 0)) >> l & 1)
		*read = 0;
}

/* Sectors of the global side, passes of the shared side; both counted in words of a lane's size. */
static void copy_count(struct warp *w, const struct insn *i, const struct pending *p)
{
	struct site_counts *c = &w->sites[i->site].counts;
	uint32_t readers = 0;

	for each_lane(l, p->mask)
		readers |= (uint32_t)(p->read[l] != 0) << l;
	c->async.requests++;
	c->global.requests += readers != 0;
	if (readers)
		c->global.idle += LANES - (unsigned)__builtin_popcount(readers);
	c->global.sectors += count_sectors(p->from, readers, i->elem);
	count_shared(c, p->to, p->mask, i->elem, false);
}

void exec_COPY(struct warp *w, const struct insn *i)
{
	const struct transfer *t = i->transfer;
	struct pending *p = pending_add(w, i, PENDING_COPY);
	struct warp_copy c;

	for each_lane(l, p ? w->mask : 0) {
		struct spot to, from = { .host = NULL };
		uint64_t a = address_at(w, i->a, i->wide_base, i->imm, l);
		uint64_t b = address_at(w, t->from.base, t->from.wide, t->from.offset, l);

		copy_sizes(w, i, l, &p->bytes[l], &p->read[l]);
		if (!p->bytes[l] || !end_resolve(w, i, PTX_SHARED, l, a, p->bytes[l], true, &to))
			continue;
		if (p->read[l] && !end_resolve(w, i, PTX_GLOBAL, l, b, p->read[l], false, &from))
			p->read[l] = 0;
		p->to[l] = to.addr;
		p->to_cta[l] = w->cta;
		p->to_host[l] = to.host;
		p->from[l] = p->read[l] ? from.addr : 0;
		p->from_host[l] = from.host;
		p->group[l] = w->async->group[l];
		p->bar[l] = UINT64_MAX;
		p->mask |= 1u << l;
	}
	if (!p || !p->mask)
		return;
	sizes_watch(w, i, ACCESS_LOAD, PTX_GLOBAL, NULL, 4, p->from, p->read, p->mask);
	copy_count(w, i, p);
	c = (struct warp_copy){ .mask = p->mask, .to = p->to, .from = p->from, .bytes = p->bytes, .to_space = PTX_SHARED,
				.from_space = PTX_GLOBAL, .instr = i->src };
	if (w->hooks->copy_begin)
		w->hooks->copy_begin(w->hooks->ctx, &w->place, &c);
}

void exec_COPY_COMMIT(struct warp *w, const struct insn *i)
{
	struct async *a = async_need(w);

	for each_lane(l, a ? w->mask : 0)
		(i->src->mode2 == PTX_M_BULK ? a->bulk_group : a->group)[l]++;
}

static bool is_bulk(const struct pending *p)
{
	return p->kind == PENDING_BULK || p->kind == PENDING_TENSOR;
}

/* Waits for all groups but the last i->imm, or for all. */
void exec_COPY_WAIT(struct warp *w, const struct insn *i)
{
	bool bulk = i->src->mode2 == PTX_M_BULK, all = i->src->mode3 == PTX_M_WAIT_ALL;
	struct async *a = w->async;

	for (struct pending *p = a ? a->first : NULL; p; p = p->next) {
		uint32_t done = 0;

		if (bulk ? !is_bulk(p) : p->kind != PENDING_COPY)
			continue;
		for each_lane(l, p->mask & w->mask) {
			uint32_t open = (bulk ? a->bulk_group : a->group)[l];

			done |= (uint32_t)((all || p->group[l] + i->imm < open) &&
					   p->bar[l] == UINT64_MAX) << l;
		}
		perform(w, p, done);
	}
	if (a)
		pending_sweep(a);
}

/* ---- mbarriers ---- */

static uint64_t bar_pending(uint64_t b) { return b & COUNT_MASK; }
static uint64_t bar_expected(uint64_t b) { return b >> COUNT_BITS & COUNT_MASK; }
static uint64_t bar_bytes(uint64_t b) { return b >> 2 * COUNT_BITS & BYTES_MASK; }
static uint64_t bar_parity(uint64_t b) { return b >> 62 & 1; }

static uint64_t bar_make(uint64_t parity, uint64_t bytes, uint64_t expected, uint64_t pending)
{
	return parity << 62 | (bytes & BYTES_MASK) << 2 * COUNT_BITS | (expected & COUNT_MASK) << COUNT_BITS |
	       (pending & COUNT_MASK);
}

/* The mbarrier's new value: that many more bytes expected, arrivals done, and expectations dropped. */
static uint64_t bar_change(uint64_t b, uint64_t bytes, uint64_t arrivals, uint64_t drops)
{
	uint64_t pending = bar_pending(b) - arrivals, expected = bar_expected(b) - drops;

	bytes += bar_bytes(b);
	if (!(pending & COUNT_MASK) && !(bytes & BYTES_MASK))
		return bar_make(!bar_parity(b), 0, expected, expected);
	return bar_make(bar_parity(b), bytes, expected, pending);
}

/* Reads from that block's shared memory. */
static uint64_t bar_read(const struct cta *of, uint64_t at)
{
	uint64_t b;

	memcpy(&b, of->shared + at, sizeof(b));
	return b;
}

static void bar_write(struct cta *of, uint64_t at, uint64_t b)
{
	memcpy(of->shared + at, &b, sizeof(b));
}

static void handover(struct warp *w, const struct cta *of, uint64_t at, bool acquires, bool releases)
{
	if (w->hooks->handover)
		w->hooks->handover(w->hooks->ctx, &w->place, of->linear, SIMT_SHARED_BASE + at, acquires, releases);
}

/* The lanes of this entry that are pending for the mbarrier. */
static uint32_t lanes_for(const struct pending *p, const struct cta *of, uint64_t at)
{
	uint32_t lanes = 0;

	if (p->kind == PENDING_COPY || p->kind == PENDING_PRODUCT)
		return 0;
	for each_lane(l, p->mask)
		lanes |= (uint32_t)(p->bar[l] == at && p->bar_cta[l] == of) << l;
	return lanes;
}

static uint64_t bytes_of(const struct pending *p, uint32_t lanes)
{
	uint64_t bytes = 0;

	for each_lane(l, p->kind == PENDING_ARRIVAL ? 0 : lanes)
		bytes += p->bytes[l];
	return bytes;
}

static void lanes_settle(struct warp *w, struct pending *p, uint32_t lanes, struct cta *of, uint64_t at)
{
	if (p->kind != PENDING_ARRIVAL) {
		uint64_t bytes = bytes_of(p, lanes);

		perform(w, p, lanes);
		handover(w, of, at, false, true);
		bar_write(of, at, bar_change(bar_read(of, at), -bytes, 0, 0));
		if (of != w->cta)
			w->launch->changes++;
		return;
	}
	for (struct pending *before = w->async->first; before != p; before = before->next)
		if (before->kind == PENDING_COPY)
			perform(w, before, before->mask & lanes);
	p->mask &= ~lanes;
	handover(w, of, at, false, true);
	bar_write(of, at, bar_change(bar_read(of, at), 0, (unsigned)__builtin_popcount(lanes), 0));
}

/* The k-th warp, of all in the block's cluster; NULL past the last. */
static struct warp *cluster_warp(struct cta *cta, unsigned k)
{
	const struct cluster *c = cta->cluster;

	for (unsigned r = 0; c && r < c->size; r++) {
		if (!c->ctas[r])
			continue;
		if (k < c->ctas[r]->nwarps)
			return &c->ctas[r]->warps[k];
		k -= c->ctas[r]->nwarps;
	}
	return !c && k < cta->nwarps ? &cta->warps[k] : NULL;
}

/* Performs the operations that are pending for the mbarrier if they complete its phase. */
static void bar_settle(struct cta *cta, uint64_t at)
{
	uint64_t arrivals = 0, bytes = 0, b = bar_read(cta, at);
	struct warp *w;

	for (unsigned k = 0; (w = cluster_warp(cta, k)); k++)
		for (struct pending *p = w->async ? w->async->first : NULL; p; p = p->next) {
			uint32_t lanes = lanes_for(p, cta, at);

			bytes += bytes_of(p, lanes);
			if (p->kind == PENDING_ARRIVAL)
				arrivals += (unsigned)__builtin_popcount(lanes);
		}
	if ((!arrivals && !bytes) || bar_pending(b) != arrivals || bar_bytes(b) != (bytes & BYTES_MASK))
		return;
	for (unsigned k = 0; (w = cluster_warp(cta, k)); k++) {
		for (struct pending *p = w->async ? w->async->first : NULL; p; p = p->next) {
			uint32_t lanes = lanes_for(p, cta, at);

			if (lanes)
				lanes_settle(w, p, lanes, cta, at);
		}
		if (w->async)
			pending_sweep(w->async);
	}
}

bool bar_resolve(struct warp *w, const struct insn *i, struct pending *p, unsigned l, struct cta *to)
{
	const struct transfer *t = i->transfer;
	uint64_t addr;
	enum fault_kind why;
	struct spot spot;

	p->bar[l] = UINT64_MAX;
	if (t->bar.base == NO_REF)
		return true;
	addr = address_at(w, t->bar.base, t->bar.wide, t->bar.offset, l);
	if (!lane_resolve(w, PTX_SHARED, l, addr, 8, true, &spot, &why)) {
		lane_fault(w, i, why, l, PTX_SHARED, spot.addr, 8);
		return false;
	}
	if (addr % 8) {
		lane_fault(w, i, FAULT_MISALIGNED, l, PTX_SHARED, addr, 8);
		return false;
	}
	p->bar[l] = spot.addr;
	p->bar_cta[l] = t->blocks == NO_REF ? spot.cta : to;
	return true;
}

/*
 * The block ends: what its threads began for others still happens, and what others have pending for its memory no longer can.
 * Copies among its own memory, and to global memory, that no thread waited for are dropped.
 */
void async_block_end(struct cta *cta)
{
	const struct cluster *c = cta->cluster;
	struct warp *w;

	for (unsigned k = 0; c && k < cta->nwarps; k++)
		for (struct pending *p = cta->warps[k].async ? cta->warps[k].async->first : NULL; p; p = p->next)
			for each_lane(l, p->mask)
				if (p->kind >= PENDING_BULK && p->kind <= PENDING_VALUE && p->mask >> l & 1 &&
				    p->bar[l] != UINT64_MAX && p->bar_cta[l] != cta)
					lanes_settle(&cta->warps[k], p, 1u << l, p->bar_cta[l], p->bar[l]);
	for (unsigned k = 0; c && (w = cluster_warp(cta, k)); k++)
		for (struct pending *p = w->cta != cta && w->async ? w->async->first : NULL; p; p = p->next)
			for each_lane(l, p->kind >= PENDING_BULK && p->kind <= PENDING_VALUE ? p->mask : 0)
				if (p->bar[l] != UINT64_MAX && (p->to_cta[l] == cta || p->bar_cta[l] == cta)) {
					lane_fault(w, p->i, FAULT_PEER_ENDED, l, PTX_SHARED,
						   p->to[l] + (cta->rank + 1) * SIMT_SLICE, p->bytes[l]);
					p->mask &= ~(1u << l);
				}
}

/* Arrives at the mbarrier when the copies so far are done; without .noinc as an additional arrival. */
void exec_COPY_ARRIVE(struct warp *w, const struct insn *i)
{
	struct pending *p = pending_add(w, i, PENDING_ARRIVAL);
	struct plan plan;

	if (!p)
		return;
	plan_make(w, i, ACCESS_ATOMIC, NULL, &plan);
	for each_lane(l, plan.in[PTX_SHARED]) {
		uint64_t at = plan.spot[l].addr, b = bar_read(w->cta, at);

		if (!i->src->noinc)
			bar_write(w->cta, at, bar_make(bar_parity(b), bar_bytes(b), bar_expected(b), bar_pending(b) + 1));
		p->bar[l] = at;
		p->bar_cta[l] = w->cta;
		p->mask |= 1u << l;
	}
}

static void bar_arrive(struct warp *w, const struct insn *i, unsigned l, struct cta *of, uint64_t at, uint64_t operand)
{
	bool tx = i->src->mode2 == PTX_M_EXPECT_TX, drop = i->src->mode == PTX_M_ARRIVE_DROP;
	uint64_t b = bar_read(of, at), count = tx || i->b == NO_REF ? 1 : operand;

	bar_write(of, at, bar_change(b, tx ? operand : 0, count, drop ? count : 0));
	if (i->d != NO_REF)
		((union row *)ref_at(w, i->d))->u64[l] = b;
}

static bool bar_test(struct warp *w, const struct insn *i, uint64_t at, uint64_t operand)
{
	uint64_t phase = i->src->mode2 == PTX_M_PARITY ? operand & 1 : bar_parity(operand);

	if (bar_parity(bar_read(w->cta, at)) == phase)
		bar_settle(w->cta, at);
	return bar_parity(bar_read(w->cta, at)) != phase;
}

/* A warp that waits for others gives them the rest of its turn. */
static void wait_failed(struct warp *w, const struct insn *i)
{
	w->waits = i->src;
	if (w->ngroups > 1 || *w->left < 0)
		return;
	w->skipped += *w->left + 1;
	*w->left = -1;
}

static void bar_wait(struct warp *w, const struct insn *i, const struct plan *p, const uint64_t *operand)
{
	uint32_t done = 0, acquired = 0;

	for each_lane(l, p->in[PTX_SHARED]) {
		uint64_t at = p->spot[l].addr;

		if (!bar_test(w, i, at, operand[l]))
			continue;
		done |= 1u << l;
		if (!acquired || at != p->spot[__builtin_ctz(acquired)].addr)
			handover(w, w->cta, at, true, false);
		acquired = 1u << l;
	}
	if (i->d != NO_REF)
		pred_write(w, i->d, done);
	if (done)
		w->waits = NULL;
	else
		wait_failed(w, i);
}

static enum access_kind bar_access(enum ptx_mode mode)
{
	switch (mode) {
	case PTX_M_INIT: case PTX_M_INVAL: return ACCESS_STORE;
	case PTX_M_TEST_WAIT: case PTX_M_TRY_WAIT: return ACCESS_LOAD;
	default: return ACCESS_ATOMIC;
	}
}

void exec_MBARRIER(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const union row *b = i->b == NO_REF ? NULL : ref_at(w, i->b);
	bool waits = src->mode == PTX_M_TEST_WAIT || src->mode == PTX_M_TRY_WAIT;
	bool token = waits && src->mode2 != PTX_M_PARITY;
	uint64_t operand[LANES] = { 0 }, last = UINT64_MAX;
	const struct cta *last_of = NULL;
	struct plan p;

	plan_make(w, i, bar_access(src->mode), NULL, &p);
	for each_lane(l, b ? w->mask : 0)
		operand[l] = token ? b->u64[l] : b->u32[l];
	if (waits) {
		bar_wait(w, i, &p, operand);
		return;
	}
	for each_lane(l, p.in[PTX_SHARED]) {
		uint64_t at = p.spot[l].addr;
		struct cta *of = p.spot[l].cta;

		if (src->mode != PTX_M_INIT && (at != last || of != last_of))
			handover(w, of, at, false, true);
		last_of = of;
		if (of != w->cta)
			w->launch->changes++;
		last = at;
		switch (src->mode) {
		case PTX_M_INIT: bar_write(of, at, bar_make(0, 0, operand[l], operand[l])); break;
		case PTX_M_INVAL: bar_write(of, at, 0xA5A5A5A5A5A5A5A5u); break;
		case PTX_M_EXPECT_TX: bar_write(of, at, bar_change(bar_read(of, at), operand[l], 0, 0)); break;
		case PTX_M_COMPLETE_TX: bar_write(of, at, bar_change(bar_read(of, at), -operand[l], 0, 0)); break;
		default: bar_arrive(w, i, l, of, at, operand[l]); break;
		}
	}
}

void exec_PENDING_COUNT(struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a);
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask)
		d->u32[l] = (uint32_t)bar_pending(a->u64[l]);
}
