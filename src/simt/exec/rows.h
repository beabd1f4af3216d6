/*
 * rows.h - the registers of a warp, a row of 32 lanes each, and the elements of a memory access: for the operations.
 */
#ifndef WARPBOOK_SIMT_EXEC_ROWS_H
#define WARPBOOK_SIMT_EXEC_ROWS_H

#include <string.h>

#include "base/limits.h"
#include "simt/exec/warp.h"

static inline void *ref_at(const struct warp *w, uint32_t ref)
{
	return w->base[ref & 1] + (ref >> 1);
}

/* The image's constants are the same in every lane. */
static inline bool ref_is_constant(uint32_t ref)
{
	return ref & 1;
}

static inline uint32_t *pred_at(const struct warp *w, uint32_t ref)
{
	return ref_at(w, ref);
}

/* Writes the active lanes of a predicate. */
static inline void pred_write(const struct warp *w, uint32_t ref, uint32_t bits)
{
	uint32_t *p = pred_at(w, ref);

	*p = (*p & ~w->mask) | (bits & w->mask);
}

/* One lane's parameters in a frame. */
static inline uint8_t *frame_params(const struct frame *f, unsigned lane)
{
	return f->rows + f->code->param_at + (size_t)lane * f->code->param_stride;
}

/*
 * Tells the checkers of a load by all lanes, by the address of each half's first lane and the stride: 0 or `bytes`. False: the
 * hook `access` must see it.
 */
static inline bool load_watch(const struct warp *w, const struct insn *i, struct site *s, uint32_t bytes, const uint64_t at[2],
			      uint64_t stride)
{
	const struct hooks *hooks = w->hooks;
	const struct ptx_instr *src = i->src;

	/* Plain in the same sense as in access_of. */
	if (src->op != PTX_LD || src->sem >= PTX_VOLATILE || src->cache == PTX_CV || src->cache == PTX_WT)
		return false;
	if (s->space == PTX_SHARED)
		return hooks->shared_load && hooks->shared_load(hooks->ctx, &w->place, src, bytes, at, stride, &s->fast);
	return s->space == PTX_GLOBAL && hooks->global_load && hooks->global_load(hooks->ctx, &w->place, src, bytes, at, stride,
										  s->addr - s->origin);
}

/* The part of a memory operation that all lanes share; the caller fills lanes, addresses and values. */
static inline struct warp_access access_of(const struct warp *w, const struct insn *i, enum access_kind kind)
{
	const struct ptx_instr *src = i->src;

	return (struct warp_access){
		.kind = kind, .bytes = (uint32_t)i->elem * i->vec, .elem = i->elem, .addr = w->addr, .instr = src,
		.shared = w->cta->shared, .is_sync = kind == ACCESS_ATOMIC || src->sem > PTX_VOLATILE ||
			   (src->op == PTX_MBARRIER && kind == ACCESS_LOAD),
		.is_volatile = src->sem == PTX_VOLATILE || src->cache == PTX_CV || src->cache == PTX_WT ||
			       (src->cache == PTX_CG && kind != ACCESS_ATOMIC),
		.polls = i->polls,
	};
}

/* In ascending order; uses the mask's initial value. */
#define each_lane(l, mask) \
	(uint32_t l##_left = (mask), l = 0; l##_left && (l = (uint32_t)__builtin_ctz(l##_left), true); l##_left &= l##_left - 1)

/* One value for every lane that executes. */
static inline void row_set(const struct warp *w, const struct insn *i, uint32_t ref, uint64_t v)
{
	union row *d = ref_at(w, ref);

	if (w->full && i->wide) {
		for (unsigned l = 0; l < LANES; l++)
			d->u64[l] = v;
	} else if (w->full) {
		for (unsigned l = 0; l < LANES; l++)
			d->u32[l] = (uint32_t)v;
	} else {
		for each_lane(l, w->mask) {
			if (i->wide)
				d->u64[l] = v;
			else
				d->u32[l] = (uint32_t)v;
		}
	}
}

/* ---- elements of a memory access: i->elem bytes, and a register of i->wide ---- */

/* Reads an element of memory into its register format. */
static inline uint64_t element_read(const struct insn *i, const uint8_t *from)
{
	uint64_t v = 0;

	vm_assert(i->elem >= 1 && i->elem <= 8);
	switch (i->elem) { /* so that the sizes are constants to the compiler */
	case 1: v = *from; break;
	case 2: memcpy(&v, from, 2); break;
	case 4: memcpy(&v, from, 4); break;
	default: memcpy(&v, from, 8); break;
	}
	if (i->sign && i->elem < 8 && v >> (8 * i->elem - 1) & 1)
		v |= UINT64_MAX << 8 * i->elem;
	return v;
}

/* The reverse: writes its low bytes. */
static inline void element_write(const struct insn *i, uint8_t *to, uint64_t v)
{
	switch (i->elem) {
	case 1: *to = (uint8_t)v; break;
	case 2: memcpy(to, &v, 2); break;
	case 4: memcpy(to, &v, 4); break;
	default: memcpy(to, &v, 8); break;
	}
}

static inline void cell_write(const struct warp *w, const struct insn *i, uint32_t ref, unsigned l, uint64_t v)
{
	union row *d = ref_at(w, ref);

	if (i->wide)
		d->u64[l] = v;
	else
		d->u32[l] = (uint32_t)v;
}

static inline uint64_t cell_read(const struct warp *w, const struct insn *i, uint32_t ref, unsigned l)
{
	const union row *r = ref_at(w, ref);

	return i->wide ? r->u64[l] : r->u32[l];
}

#endif
