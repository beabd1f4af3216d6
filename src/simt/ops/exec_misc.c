/*
 * exec_misc.c - operations on predicates, special registers, packed moves and
 * carry chains.
 */
#include "config.h"

#include <string.h>

#include "base/hash.h"
#include "simt/exec/count.h"
#include "simt/exec/lane.h"
#include "simt/exec/rows.h"
#include "simt/exec/stuck.h"
#include "simt/exec/warp.h"

void exec_guarded(struct warp *w, const struct insn *i)
{
	uint32_t p = *pred_at(w, i->guard), mask = w->mask;
	bool full = w->full;

	w->mask = mask & (i->guard_negated ? ~p : p);
	if (w->mask) {
		tally_add(&w->launch->tallies[i->tally], w->mask);
		w->full = full && w->mask == mask;
		i->guarded(w, i);
	}
	w->mask = mask;
	w->full = full;
}

static uint32_t pred_a(const struct warp *w, const struct insn *i)
{
	return *pred_at(w, i->a) ^ (i->flags & NEGATE_A ? UINT32_MAX : 0);
}

static uint32_t pred_b(const struct warp *w, const struct insn *i)
{
	return *pred_at(w, i->b) ^ (i->flags & NEGATE_B ? UINT32_MAX : 0);
}

void exec_PRED_MOV(struct warp *w, const struct insn *i) { pred_write(w, i->d, pred_a(w, i)); }
void exec_PRED_NOT(struct warp *w, const struct insn *i) { pred_write(w, i->d, ~pred_a(w, i)); }
void exec_PRED_AND(struct warp *w, const struct insn *i) { pred_write(w, i->d, pred_a(w, i) & pred_b(w, i)); }
void exec_PRED_OR(struct warp *w, const struct insn *i) { pred_write(w, i->d, pred_a(w, i) | pred_b(w, i)); }
void exec_PRED_XOR(struct warp *w, const struct insn *i) { pred_write(w, i->d, pred_a(w, i) ^ pred_b(w, i)); }

/* d = a op b, and e = !a op b if e is wanted: the second half of setp.op d|e, .., b. */
void exec_COMBINE(struct warp *w, const struct insn *i)
{
	uint32_t a = *pred_at(w, i->a), b = i->b == NO_REF ? 0 : pred_b(w, i), d, e;

	switch (i->src->boolop) {
	case PTX_BOOL_AND: d = a & b; e = ~a & b; break;
	case PTX_BOOL_OR: d = a | b; e = ~a | b; break;
	case PTX_BOOL_XOR: d = a ^ b; e = ~a ^ b; break;
	default: d = a; e = ~a; break;
	}
	if (i->d != NO_REF)
		pred_write(w, i->d, d);
	if (i->e != NO_REF)
		pred_write(w, i->e, e);
}

#define WARP_SLOTS 64 /* on a multiprocessor */

/*
 * PTX does not promise that %warpid is the warp's number in its block: it is the slot that the warp runs in, and here
 * the two always differ.
 */
static uint32_t warp_slot(const struct warp *w)
{
	uint64_t seed = w->launch->args->order_seed;
	struct rng r;

	if (!seed)
		return w->place.warp;
	rng_init(&r, seed ^ (uint64_t)w->place.block_linear << 32);
	return (uint32_t)(w->place.warp + 1 + rng_below(&r, WARP_SLOTS - 1)) % WARP_SLOTS;
}

uint64_t sreg_value(const struct warp *w, enum ptx_sreg s, unsigned lane)
{
	const struct simt_launch *args = w->launch->args;
	const struct cta *cta = w->cta;
	const struct dim3u *cluster = &w->launch->cluster;

	switch (s) {
	case PTX_SR_TID_X: return w->tid[0][lane];
	case PTX_SR_TID_Y: return w->tid[1][lane];
	case PTX_SR_TID_Z: return w->tid[2][lane];
	case PTX_SR_NTID_X: return args->block.x;
	case PTX_SR_NTID_Y: return args->block.y;
	case PTX_SR_NTID_Z: return args->block.z;
	case PTX_SR_CTAID_X: return cta->index.x;
	case PTX_SR_CTAID_Y: return cta->index.y;
	case PTX_SR_CTAID_Z: return cta->index.z;
	case PTX_SR_NCTAID_X: return args->grid.x;
	case PTX_SR_NCTAID_Y: return args->grid.y;
	case PTX_SR_NCTAID_Z: return args->grid.z;
	case PTX_SR_LANEID: return lane;
	case PTX_SR_WARPID: return warp_slot(w);
	case PTX_SR_NWARPID: return WARP_SLOTS;
	case PTX_SR_NSMID: return 1;
	case PTX_SR_LANEMASK_EQ: return 1u << lane;
	case PTX_SR_LANEMASK_LE: return UINT32_MAX >> (31 - lane);
	case PTX_SR_LANEMASK_LT: return (1u << lane) - 1;
	case PTX_SR_LANEMASK_GE: return UINT32_MAX << lane;
	case PTX_SR_LANEMASK_GT: return lane == 31 ? 0 : UINT32_MAX << (lane + 1);
	case PTX_SR_CLOCK:
	case PTX_SR_CLOCK64:
	case PTX_SR_GLOBALTIMER:
	case PTX_SR_GLOBALTIMER_LO: return w->launch->probe ? probe_clock(w->launch->probe) : w->cta->spent + w->cta->ticks++;
	case PTX_SR_CLOCK_HI:
	case PTX_SR_GLOBALTIMER_HI: return w->launch->probe ? probe_clock(w->launch->probe) >> 32 :
		(w->cta->spent + w->cta->ticks) >> 32;
	case PTX_SR_ENVREG1: return w->launch->grid_barrier >> 32;
	case PTX_SR_ENVREG2: return (uint32_t)w->launch->grid_barrier;
	case PTX_SR_DYNAMIC_SMEM_SIZE: return args->dynamic_shared;
	case PTX_SR_TOTAL_SMEM_SIZE: return w->launch->image->static_shared + args->dynamic_shared;
	case PTX_SR_RESERVED_SMEM_OFFSET_BEGIN:
	case PTX_SR_RESERVED_SMEM_OFFSET_0: return cta->reserved_at;
	case PTX_SR_RESERVED_SMEM_OFFSET_1: return cta->reserved_at + RESERVED_SHARED / 2;
	case PTX_SR_RESERVED_SMEM_OFFSET_END: return cta->shared_bytes;
	case PTX_SR_RESERVED_SMEM_OFFSET_CAP: return RESERVED_SHARED;
	case PTX_SR_CLUSTERID_X: return cta->index.x / cluster->x;
	case PTX_SR_CLUSTERID_Y: return cta->index.y / cluster->y;
	case PTX_SR_CLUSTERID_Z: return cta->index.z / cluster->z;
	case PTX_SR_NCLUSTERID_X: return args->grid.x / cluster->x;
	case PTX_SR_NCLUSTERID_Y: return args->grid.y / cluster->y;
	case PTX_SR_NCLUSTERID_Z: return args->grid.z / cluster->z;
	case PTX_SR_CLUSTER_CTAID_X: return cta->index.x % cluster->x;
	case PTX_SR_CLUSTER_CTAID_Y: return cta->index.y % cluster->y;
	case PTX_SR_CLUSTER_CTAID_Z: return cta->index.z % cluster->z;
	case PTX_SR_CLUSTER_NCTAID_X: return cluster->x;
	case PTX_SR_CLUSTER_NCTAID_Y: return cluster->y;
	case PTX_SR_CLUSTER_NCTAID_Z: return cluster->z;
	case PTX_SR_CLUSTER_CTARANK: return cta->cluster ? cta->rank : 0;
	case PTX_SR_CLUSTER_NCTARANK: return w->launch->cluster_size;
	case PTX_SR_AGGR_SMEM_SIZE: return (uint64_t)cta->shared_bytes * w->launch->cluster_size;
	default: return 0; /* %smid, and registers of the driver and the profiler */
	}
}

/* True if lanes of one warp read different values, or if reading changes it. */
static bool sreg_varies(enum ptx_sreg s)
{
	switch (s) {
	case PTX_SR_TID_X:
	case PTX_SR_TID_Y:
	case PTX_SR_TID_Z:
	case PTX_SR_LANEID:
	case PTX_SR_LANEMASK_EQ:
	case PTX_SR_LANEMASK_LE:
	case PTX_SR_LANEMASK_LT:
	case PTX_SR_LANEMASK_GE:
	case PTX_SR_LANEMASK_GT:
	case PTX_SR_CLOCK:
	case PTX_SR_CLOCK64:
	case PTX_SR_CLOCK_HI:
	case PTX_SR_GLOBALTIMER:
	case PTX_SR_GLOBALTIMER_LO:
	case PTX_SR_GLOBALTIMER_HI: return true;
	default: return false;
	}
}

/* The row with each lane's value, if there is one; else NULL. */
static const uint32_t *sreg_row(const struct warp *w, enum ptx_sreg s)
{
	switch (s) {
	case PTX_SR_TID_X: return w->tid[0];
	case PTX_SR_TID_Y: return w->tid[1];
	case PTX_SR_TID_Z: return w->tid[2];
	default: return NULL;
	}
}

void exec_SREG(struct warp *w, const struct insn *i)
{
	const enum ptx_sreg s = (enum ptx_sreg)i->imm;
	const uint32_t *row = sreg_row(w, s);
	union row *d = ref_at(w, i->d);

	if (row && w->full && !i->wide) {
		memcpy(d->u32, row, sizeof(d->u32));
		return;
	}
	if (!sreg_varies(s)) {
		row_set(w, i, i->d, sreg_value(w, s, 0));
		return;
	}
	for each_lane(l, w->mask) {
		uint64_t v = row ? row[l] : sreg_value(w, s, l);

		if (i->wide)
			d->u64[l] = v;
		else
			d->u32[l] = (uint32_t)v;
	}
}

/* Packs elements of i->elem bytes in i->list, lowest first, into one register. */
void exec_PACK(struct warp *w, const struct insn *i)
{
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		uint64_t v = 0;

		for (unsigned k = 0; k < i->vec; k++) {
			const union row *part = ref_at(w, i->list[k]);

			v |= (part->u32[l] & (UINT64_MAX >> (64 - 8 * i->elem))) << 8 * i->elem * k;
		}
		if (i->wide)
			d->u64[l] = v;
		else
			d->u32[l] = (uint32_t)v;
	}
}

void exec_UNPACK(struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a);

	for each_lane(l, w->mask) {
		uint64_t v = i->wide ? a->u64[l] : a->u32[l];

		for (unsigned k = 0; k < i->vec; k++)
			if (i->list[k] != NO_REF)
				((union row *)ref_at(w, i->list[k]))->u32[l] =
					(uint32_t)(v >> 8 * i->elem * k & (UINT64_MAX >> (64 - 8 * i->elem)));
	}
}

/* Extended-precision arithmetic: one carry flag per thread. */
void exec_CARRY(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const union row *ra = ref_at(w, i->a), *rb = ref_at(w, i->b);
	const union row *rc = i->c == NO_REF ? NULL : ref_at(w, i->c);
	union row *d = ref_at(w, i->d);
	bool takes = src->op == PTX_ADDC || src->op == PTX_SUBC || src->op == PTX_MADC;
	bool subtracts = src->op == PTX_SUB || src->op == PTX_SUBC;
	bool is_signed = src->type == PTX_S32 || src->type == PTX_S64;
	uint32_t flags = 0;

	for each_lane(l, w->mask) {
		uint128_t wide;
		uint64_t a = i->wide ? ra->u64[l] : ra->u32[l], b = i->wide ? rb->u64[l] : rb->u32[l];
		uint64_t carry = takes ? w->cc >> l & 1 : 0, top;

		if (rc) {
			wide = is_signed && i->wide ? (uint128_t)((int128_t)(int64_t)a * (int64_t)b)
			     : is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b)
			     : (uint128_t)a * b;
			a = (uint64_t)(src->half != PTX_MUL_HI ? wide : wide >> (i->wide ? 64 : 32));
			b = i->wide ? rc->u64[l] : rc->u32[l];
			if (!i->wide)
				a = (uint32_t)a;
		}
		wide = subtracts ? (uint128_t)a - b - carry
				 : (uint128_t)a + b + carry;
		top = (uint64_t)(wide >> (i->wide ? 64 : 32)) & 1;
		flags |= (uint32_t)top << l;
		if (i->wide)
			d->u64[l] = (uint64_t)wide;
		else
			d->u32[l] = (uint32_t)wide;
	}
	if (src->carry_out)
		w->cc = (w->cc & ~w->mask) | flags;
}
