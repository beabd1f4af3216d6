/*
 * exec_warp.c - operations between the lanes of a warp. For .sync forms warp.c has made the lanes of the mask operand
 * meet; w->mask has the lanes that are present.
 */
#include "config.h"

#include <math.h>

#include "simt/exec/rows.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"
#include "simt/ieee.h"

static void row_fill(const struct warp *w, uint32_t ref, uint32_t value)
{
	union row *d = ref_at(w, ref);

	for each_lane(l, w->mask)
		d->u32[l] = value;
}

void exec_WARP_BAR(struct warp *w, const struct insn *i)
{
	(void)w;
	(void)i;
}

void exec_ACTIVEMASK(struct warp *w, const struct insn *i)
{
	row_fill(w, i->d, w->mask);
}

/* Elects the lowest lane present. */
void exec_ELECT(struct warp *w, const struct insn *i)
{
	unsigned leader = (unsigned)__builtin_ctz(w->mask);

	if (i->d != NO_REF)
		row_fill(w, i->d, leader);
	if (i->e2 != NO_REF)
		pred_write(w, i->e2, 1u << leader);
}

void exec_VOTE(struct warp *w, const struct insn *i)
{
	uint32_t p = (*pred_at(w, i->a) ^ (i->flags & NEGATE_A ? UINT32_MAX : 0)) & w->mask;
	bool answer = false;

	switch (i->src->mode) {
	case PTX_M_BALLOT: row_fill(w, i->d, p); return;
	case PTX_M_ALL: answer = p == w->mask; break;
	case PTX_M_ANY: answer = p != 0; break;
	case PTX_M_UNI: answer = p == 0 || p == w->mask; break;
	default: break;
	}
	pred_write(w, i->d, answer ? UINT32_MAX : 0);
}

/*
 * Reductions and scans over a part of a warp read past its end, and then ignore the value: nothing to report, unless the value is
 * used (twin_absent). But a reduction that goes down by `step` uses what the first `step` lanes get; if the mask names the source
 * of one of them, that source lane has returned or never existed.
 */
static bool past_the_end(enum ptx_mode mode, uint32_t mask, bool named, unsigned lane, int from)
{
	if (mode == PTX_M_UP)
		return !(mask << (LANES - 1 - from));
	return mode == PTX_M_DOWN && !(mask >> from) && !(named && 2 * (int)lane < from);
}

/* True if the functions of CUDA C++ encode some power-of-two width this way: 32 - width in the upper bits. */
static bool is_width(int32_t segments)
{
	return segments == 0 || segments == 16 || segments == 24 || segments == 28 || segments == 30 || segments == 31;
}

/*
 * Source lane by mode; c packs the segment mask (bits 8-12) and the clamp (bits 0-4). A lane whose source lies outside
 * its segment keeps its own value; one whose source is elsewhere in the program, or has ended, gets 0: PTX leaves that
 * open, and an H200 gives 0.
 */
/* With all lanes none is absent. Returns the lanes that have a source; the others keep their own value. */
#define SHUFFLE_WHOLE(FROM, INSIDE) \
	for (unsigned l = 0; l < LANES; l++) { \
		const uint32_t by = b->u32[l] & 31, segment = c->u32[l] >> 8 & 31; \
		const uint32_t low = l & segment, high = low | (c->u32[l] & 31 & ~segment), from = (FROM); \
		const bool inside = (INSIDE); \
	\
		(void)low, (void)by; \
		value[l] = a->u32[inside ? from : l]; \
		good |= (uint32_t)inside << l; \
	} \
	return good

static uint32_t shuffle_whole(int mode, const union row *a, const union row *b, const union row *c, uint32_t value[LANES])
{
	uint32_t good = 0;

	switch (mode) {
	case PTX_M_UP: SHUFFLE_WHOLE(l - by, l >= by && from >= high);
	case PTX_M_DOWN: SHUFFLE_WHOLE(l + by, from <= high);
	case PTX_M_BFLY: SHUFFLE_WHOLE(l ^ by, from <= high);
	default: SHUFFLE_WHOLE(low | (by & ~segment), from <= high);
	}
}

/* Does each lane get its own value, because all offsets are at least as large as the width? Their upper bits do not count. */
static void shuffle_far(struct warp *w, const struct insn *i, const union row *b, const union row *c)
{
	unsigned lead = w->mask ? (unsigned)__builtin_ctz(w->mask) : 0, width = 32 - (c->u32[lead] >> 8 & 31);
	bool far = w->mask && width > 1;

	for each_lane(l, w->mask) {
		const unsigned by = b->u32[l] & 31;

		far &= b->u32[l] >= width && b->u32[l] < 1u << 16 && c->u32[l] == c->u32[lead] &&
		       (!by || (by >= width && i->src->mode != PTX_M_BFLY));
	}
	if (far)
		w->hooks->bad_mask(w->hooks->ctx, &w->place, MASK_FAR, w->mask, b->u32[lead] << 16 | width, i->src);
}

void exec_SHFL(struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a), *b = ref_at(w, i->b), *c = ref_at(w, i->c);
	const union row *member = i->e == NO_REF ? NULL : ref_at(w, i->e);
	uint32_t value[LANES], good = 0, readers = 0, absent = 0, past = 0;
	union row *d = i->d == NO_REF ? NULL : ref_at(w, i->d);

	if (w->mask == UINT32_MAX)
		good = shuffle_whole(i->src->mode, a, b, c, value);
	else for each_lane(l, w->mask) {
		unsigned by = b->u32[l] & 31, segment = c->u32[l] >> 8 & 31, clamp = c->u32[l] & 31;
		unsigned low = l & segment, high = low | (clamp & ~segment);
		int from = (int)l;
		bool inside = false;

		switch (i->src->mode) {
		case PTX_M_UP: from = (int)l - (int)by; inside = from >= (int)high; break;
		case PTX_M_DOWN: from = (int)(l + by); inside = from <= (int)high; break;
		case PTX_M_BFLY: from = (int)(l ^ by); inside = from <= (int)high; break;
		case PTX_M_IDX: from = (int)(low | (by & ~segment)); inside = from <= (int)high; break;
		default: break;
		}
		if (!inside)
			from = (int)l;
		if (inside && !(w->mask >> from & 1)) {
			bool named = member && member->u32[l] >> from & 1;

			if (!past_the_end(i->src->mode, w->mask, named, l, from)) {
				readers |= 1u << l;
				absent |= 1u << from;
			} else {
				past |= 1u << l;
			}
			from = -1;
		}
		good |= (uint32_t)inside << l;
		value[l] = from < 0 ? 0 : a->u32[from];
	}
	if (d)
		for each_lane(l, w->mask)
			d->u32[l] = value[l];
	if (i->e2 != NO_REF)
		pred_write(w, i->e2, good);
	/* The later use of the value decides whether it matters. A frame that differs is updated when the step is done. */
	if (past && w->twins && i->src->sync) {
		if (w->frame->differs)
			w->absent = past;
		else
			twin_absent(w, i, past);
	}
	if (w->hooks->bad_mask && w->mask && !is_width(c->s32[__builtin_ctz(w->mask)] >> 8))
		w->hooks->bad_mask(w->hooks->ctx, &w->place, MASK_BAD_WIDTH, w->mask,
				   (uint32_t)(32 - (c->s32[__builtin_ctz(w->mask)] >> 8)), i->src);
	if (w->hooks->bad_mask && i->src->mode != PTX_M_IDX && w->mask && (!good || b->u32[__builtin_ctz(w->mask)] >= LANES))
		shuffle_far(w, i, b, c);
	if (readers && w->hooks->bad_mask)
		w->hooks->bad_mask(w->hooks->ctx, &w->place, MASK_READS_ABSENT, readers, absent, i->src);
}

void exec_MATCH(struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a);
	union row *d = i->d == NO_REF ? NULL : ref_at(w, i->d);
	uint32_t result[LANES], all = UINT32_MAX;

	for each_lane(l, w->mask) {
		result[l] = 0;
		for each_lane(k, w->mask)
			if (i->wide ? a->u64[k] == a->u64[l] : a->u32[k] == a->u32[l])
				result[l] |= 1u << k;
		if (result[l] != w->mask)
			all = 0;
	}
	if (i->src->mode == PTX_M_ALL) {
		if (d)
			row_fill(w, i->d, all & w->mask);
		if (i->e2 != NO_REF)
			pred_write(w, i->e2, all);
		return;
	}
	for each_lane(l, w->mask)
		d->u32[l] = result[l];
}

/* Floats of which one is a NaN: the other, or with .NaN a NaN, as for min and max. -0 is less than 0. */
static uint32_t redux_float(const struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a);
	const struct ptx_instr *src = i->src;
	union row r = { .f32 = { NAN } };
	bool any_nan = false;

	for each_lane(l, w->mask) {
		float v = src->abs ? fabsf(a->f32[l]) : a->f32[l];

		any_nan |= v != v;
		r.f32[0] = src->mode == PTX_M_MIN ? min_f32(r.f32[0], v) : max_f32(r.f32[0], v);
	}
	r.f32[0] = src->nan && any_nan ? CANONICAL_F32 : canonical32(r.f32[0]);
	return r.u32[0];
}

static uint32_t redux_bits(const struct warp *w, const struct insn *i)
{
	const union row *a = ref_at(w, i->a);
	bool is_signed = i->src->type == PTX_S32, first = true;
	uint32_t r = 0;

	for each_lane(l, w->mask) {
		uint32_t v = a->u32[l];
		bool less = is_signed ? (int32_t)v < (int32_t)r : v < r;

		if (first) {
			r = v;
			first = false;
			continue;
		}
		switch (i->src->mode) {
		case PTX_M_ADD: r += v; break;
		case PTX_M_MIN: r = less ? v : r; break;
		case PTX_M_MAX: r = less || v == r ? r : v; break;
		case PTX_M_AND: r &= v; break;
		case PTX_M_OR: r |= v; break;
		case PTX_M_XOR: r ^= v; break;
		default: break;
		}
	}
	return r;
}

void exec_REDUX(struct warp *w, const struct insn *i)
{
	row_fill(w, i->d, i->src->type == PTX_F32 ? redux_float(w, i) : redux_bits(w, i));
}

void exec_ARRIVE(struct warp *w, const struct insn *i)
{
	unsigned lead = (unsigned)__builtin_ctz(w->mask);
	unsigned id = ((const union row *)ref_at(w, i->a))->u32[lead] & 15;
	struct barrier *b = &w->cta->barriers[id];

	if (barrier_is_bad(w, i, w->mask))
		return;
	w->launch->changes++;
	b->expected = ((const union row *)ref_at(w, i->b))->u32[lead];
	b->arrived += (unsigned)__builtin_popcount(w->mask);
	cta_barrier_check(w->cta, w->launch, id);
}
