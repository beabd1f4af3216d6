/*
 * exec_texture.c - a warp's reads and writes of textures and surfaces.
 *
 * The checkers see each texel that a lane reads as a load of device memory: so they report texels that were never
 * written, and races between surfaces, textures and pointers to the same bytes. A read outside a texture is legal,
 * and its address mode defines the result; outside a surface the instruction defines it: a fault, the nearest
 * element, or nothing.
 */
#include "config.h"

#include <string.h>

#include "simt/mem/texture.h"
#include "simt/exec/warp.h"
#include "simt/exec/rows.h"

static bool is_surface_op(const struct insn *i)
{
	return i->op != X_TEX && (i->op != X_TXQ || i->src->op == PTX_SUQ);
}

static struct warp_access texel_access(struct warp *w, const struct insn *i, enum access_kind kind)
{
	struct warp_access a = access_of(w, i, kind);

	a.space = PTX_GLOBAL;
	return a;
}

static void lane_fault(struct warp *w, const struct insn *i, enum access_kind kind, enum fault_kind why, unsigned l,
		       uint64_t addr, uint32_t bytes, const int32_t (*texel)[LANES])
{
	struct warp_access a = texel_access(w, i, kind);

	w->addr[l] = addr;
	a.mask = 1u << l;
	a.bytes = a.elem = bytes;
	a.texel = texel;
	launch_fault(w, why, a.mask, &a);
}

/* Does the instruction fit the kind of object? */
static bool object_fits(const struct simt_texture *t, const struct insn *i)
{
	const struct texel_op *op = i->texel;

	if (t->destroyed || t->kind != (is_surface_op(i) ? SURFACE_OBJECT : TEXTURE_OBJECT))
		return false;
	if (i->op == X_TXQ)
		return true;
	if (op->cube)
		return t->cube && op->layered == t->cube_layered;
	if (op->dims != t->dims || op->layered != t->layered || (t->cube && t->kind == TEXTURE_OBJECT))
		return false;
	if (i->src->op == PTX_TLD4)
		return t->gather || !t->array;
	return !t->linear || i->src->stype == PTX_S32;
}

/* The object of the lane's handle; NULL after reporting a fault. */
static struct simt_texture *lane_object(struct warp *w, const struct insn *i, enum access_kind kind, uint32_t ref, unsigned l)
{
	uint64_t handle = ((const union row *)ref_at(w, ref))->u64[l];
	struct simt_mem *m = w->launch->program->mem;
	struct simt_texture *t = texture_find(m, handle);
	const struct simt_allocation *a;

	if (!t || !object_fits(t, i)) {
		lane_fault(w, i, kind, FAULT_TEXTURE, l, handle, 1, NULL);
		return NULL;
	}
	a = simt_find(m, t->addr);
	if (!a || a->freed || a->addr > t->addr) {
		lane_fault(w, i, kind, a ? FAULT_FREED : FAULT_OUT_OF_BOUNDS, l, t->addr, t->texel, NULL);
		return NULL;
	}
	if (!(a->reach & w->launch->reach)) {
		lane_fault(w, i, kind, FAULT_OTHER_DEVICE, l, t->addr, t->texel, NULL);
		return NULL;
	}
	return t;
}

static void value_write(const struct warp *w, const struct insn *i, unsigned k, unsigned l, uint64_t v)
{
	union row *d;

	if (i->texel->value[k] == NO_REF)
		return;
	d = ref_at(w, i->texel->value[k]);
	if (i->texel->wide >> k & 1)
		d->u64[l] = v;
	else
		d->u32[l] = (uint32_t)v;
}

static uint64_t value_read(const struct warp *w, const struct insn *i, unsigned k, unsigned l)
{
	const union row *r = ref_at(w, i->texel->value[k]);

	return i->texel->wide >> k & 1 ? r->u64[l] : r->u32[l];
}

static int32_t coordinate(const struct warp *w, uint32_t ref, unsigned l)
{
	return ref == NO_REF ? 0 : ((const union row *)ref_at(w, ref))->s32[l];
}

/* Calls the hooks for the lanes' accesses at w->addr, once for all of one size. */
static void texels_watch(struct warp *w, const struct insn *i, enum access_kind kind, const uint32_t *bytes, uint32_t mask)
{
	struct warp_access a = texel_access(w, i, kind);

	for (uint32_t rest = w->watched ? mask : 0; rest; rest &= ~a.mask) {
		a.bytes = bytes[__builtin_ctz(rest)];
		a.elem = i->op == X_TEX ? a.bytes : i->elem;
		a.mask = 0;
		for each_lane(l, rest)
			if (bytes[l] == a.bytes)
				a.mask |= 1u << l;
		w->hooks->access(w->hooks->ctx, &w->place, &a);
	}
}

/* ---- textures ---- */

static const uint8_t *texel_host(struct warp *w, uint64_t addr)
{
	const struct simt_allocation *a = simt_find(w->launch->program->mem, addr);

	return a->host + (addr - a->addr);
}

static float number(const struct warp *w, uint32_t ref, unsigned l)
{
	return ref == NO_REF ? 0 : ((const union row *)ref_at(w, ref))->f32[l];
}

/* The first level that a lane reads of a mipmapped texture, and the weight of the next one, in 1/256. */
static unsigned level_of(const struct warp *w, const struct insn *i, const struct simt_texture *t, unsigned l, uint32_t *weight)
{
	const struct texel_op *op = i->texel;
	float slope[2][3], lod = 0;

	if (i->src->op == PTX_TEX && i->src->mode == PTX_M_GRAD) {
		for (unsigned k = 0; k < 6; k++)
			slope[k / 3][k % 3] = number(w, op->slope[k / 3][k % 3], l);
		lod = slopes_level(t, slope) + t->desc.level_bias;
	} else if (op->lod != NO_REF) {
		lod = number(w, op->lod, l) + t->desc.level_bias;
	}
	return levels_choose(t, lod, weight);
}

static void footprint_of(const struct warp *w, const struct insn *i, const struct simt_texture *t, unsigned l,
			 struct footprint *f)
{
	const struct texel_op *op = i->texel;
	enum fetch_mode mode = i->src->op == PTX_TLD4 ? FETCH_GATHER : i->src->stype == PTX_S32 ? FETCH_INDEX : FETCH_SAMPLE;
	float at[3] = { 0 };
	int32_t layer = coordinate(w, op->layer, l);

	for (unsigned d = 0; d < op->dims && mode != FETCH_INDEX; d++)
		at[d] = number(w, op->at[d], l);
	if (op->cube)
		cube_project(t, at, &layer);
	footprint_make(t, mode, at, mode == FETCH_INDEX ? coordinate(w, op->at[0], l) : 0, layer, f);
}

static void beyond_note(struct simt_texture *t, int64_t index)
{
	uint32_t before = __atomic_load_n(&t->beyond, __ATOMIC_RELAXED);

	if (index < (int64_t)t->size[0] || index > INT32_MAX)
		return;
	while ((uint32_t)index > before &&
	       !__atomic_compare_exchange_n(&t->beyond, &before, (uint32_t)index, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

/*
 * Notes where a filtered read lies between texels: half way between two of them in each dimension, or elsewhere; and how far
 * reads of memory go behind its end.
 */
static void place_note(struct simt_texture *t, const struct footprint *f)
{
	unsigned seen = 0;

	if (t->linear && f->taps[0].border)
		beyond_note(t, f->taps[0].at[0]);
	if (!f->blends || t->desc.normalized)
		return;
	for (unsigned d = 0; d < t->dims; d++) {
		const struct tap *near = &f->taps[0], *far = &f->taps[1u << d];

		if (t->size[d] == 1)
			continue;
		if (near->border || far->border || near->at[d] == far->at[d]) /* only the lower edge is at coordinate 0 */
			seen |= far->border || far->at[d] ? 0 : SAMPLED_AT_EDGE;
		else
			seen |= f->weight[d] == 128 ? SAMPLED_HALF_WAY : SAMPLED_ELSEWHERE;
	}
	if (seen & ~__atomic_load_n(&t->sampled, __ATOMIC_RELAXED))
		__atomic_fetch_or(&t->sampled, seen, __ATOMIC_RELAXED);
}

/* A filtered read ignores texels of weight 0. */
static bool tap_counts(const struct footprint *f, unsigned k, bool gather)
{
	if (k >= f->n || f->taps[k].border)
		return false;
	for (unsigned d = 0; d < 3 && !gather && f->n > 1; d++)
		if (k >> d & 1 && !f->weight[d])
			return false;
	return true;
}

static void lane_sample(struct warp *w, const struct insn *i, const struct simt_texture *t, const struct footprint *f,
			uint32_t value[4])
{
	static const uint8_t channel_of[] = { [PTX_M_R] = 0, [PTX_M_G] = 1, [PTX_M_B] = 2, [PTX_M_A] = 3 };
	uint32_t taps[8][4];
	bool gather = i->src->op == PTX_TLD4, outside = !gather && f->n == 1 && i->src->stype == PTX_S32;

	for (unsigned k = 0; k < f->n; k++) {
		if (!f->taps[k].border)
			texel_decode(t, texel_host(w, texel_address(t, f->taps[k].at)), f->blends, taps[k]);
		else if (outside)
			memset(taps[k], 0, sizeof(taps[k]));
		else
			texel_border(t, f->blends, taps[k]);
	}
	if (!gather)
		footprint_blend(t, f, taps, value);
	for (unsigned k = 0; k < 4 && gather; k++)
		value[k] = taps[k][channel_of[i->src->mode]];
}

/* The reads of a warp's lanes: for mipmapped textures some may also read a second level. */
struct reading {
	struct simt_texture *object[LANES];
	struct footprint f[LANES];
};

/* Shows the hooks the texels of all lanes in `mask`. */
static void reading_watch(struct warp *w, const struct insn *i, const struct reading *r, uint32_t lanes)
{
	bool gather = i->src->op == PTX_TLD4;
	uint32_t bytes[LANES];

	for (unsigned k = 0; k < 8 && w->watched; k++) {
		uint32_t mask = 0;

		for each_lane(l, lanes)
			if (tap_counts(&r->f[l], k, gather)) {
				mask |= 1u << l;
				bytes[l] = r->object[l]->texel;
				w->addr[l] = texel_address(r->object[l], r->f[l].taps[k].at);
			}
		texels_watch(w, i, ACCESS_LOAD, bytes, mask);
	}
}

/* Blends in the value of the next level. Only textures of floats can be filtered. */
static void levels_blend(uint32_t value[4], const uint32_t next[4], uint32_t weight)
{
	for (unsigned k = 0; k < 4; k++) {
		float a, b;

		memcpy(&a, &value[k], sizeof a);
		memcpy(&b, &next[k], sizeof b);
		a = (a * (float)(256 - weight) + b * (float)weight) / 256;
		memcpy(&value[k], &a, sizeof a);
	}
}

/* For lanes with mipmapped textures: sets `r` to the first level, and `next` to the other. Returns the lanes that read both. */
static uint32_t levels_place(struct warp *w, const struct insn *i, uint32_t lanes, struct reading *r, struct reading *next,
			     uint32_t weight[LANES])
{
	struct simt_mem *m = w->launch->program->mem;
	uint32_t both = 0;

	for each_lane(l, lanes) {
		const struct simt_texture *t = r->object[l];
		unsigned level = level_of(w, i, t, l, &weight[l]);

		r->object[l] = texture_find(m, t->level[level]);
		footprint_of(w, i, r->object[l], l, &r->f[l]);
		if (!weight[l])
			continue;
		next->object[l] = texture_find(m, t->level[level + 1]);
		footprint_of(w, i, next->object[l], l, &next->f[l]);
		both |= 1u << l;
	}
	return both;
}

/* With levels: a separate function, as few textures have them. */
static void levels_sample(struct warp *w, const struct insn *i, uint32_t lanes, struct reading *r)
{
	struct reading next;
	uint32_t weight[LANES], both;

	next.object[0] = NULL;
	both = levels_place(w, i, lanes, r, &next, weight);
	reading_watch(w, i, r, lanes);
	reading_watch(w, i, &next, both);
	for each_lane(l, lanes) {
		uint32_t value[4], other[4];

		lane_sample(w, i, r->object[l], &r->f[l], value);
		if (both >> l & 1) {
			lane_sample(w, i, next.object[l], &next.f[l], other);
			levels_blend(value, other, weight[l]);
		}
		for (unsigned k = 0; k < 4; k++)
			value_write(w, i, k, l, value[k]);
	}
}

void exec_TEX(struct warp *w, const struct insn *i)
{
	struct reading r;
	uint32_t good = 0, levels = 0, value[4];

	r.object[0] = NULL;
	for each_lane(l, w->mask) {
		if (!(r.object[l] = lane_object(w, i, ACCESS_LOAD, i->texel->object, l))) {
			for (unsigned k = 0; k < 4; k++)
				value_write(w, i, k, l, 0);
			continue;
		}
		good |= 1u << l;
		if (r.object[l]->nlevels && i->src->op == PTX_TEX)
			levels |= 1u << l;
		else
			footprint_of(w, i, r.object[l], l, &r.f[l]), place_note(r.object[l], &r.f[l]);
	}
	reading_watch(w, i, &r, good & ~levels);
	for each_lane(l, good & ~levels) {
		lane_sample(w, i, r.object[l], &r.f[l], value);
		for (unsigned k = 0; k < 4; k++)
			value_write(w, i, k, l, value[k]);
	}
	if (levels)
		levels_sample(w, i, levels, &r);
	if (i->d != NO_REF)
		pred_write(w, i->d, good);
}

/* ---- surfaces ---- */

static int32_t clamp(int32_t x, int64_t last)
{
	return x < 0 ? 0 : x > last ? (int32_t)last : x;
}

/* The lanes' addresses, in w->addr; returns the lanes with an access. */
static uint32_t surface_locate(struct warp *w, const struct insn *i, enum access_kind kind)
{
	int32_t at[3][LANES];
	uint32_t bytes = (uint32_t)i->elem * i->vec, good = 0;

	for each_lane(l, w->mask) {
		const struct simt_texture *t = lane_object(w, i, kind, i->texel->object, l);
		bool inside = true;

		for (unsigned d = 0; t && d < 3; d++) {
			int64_t room = d == 0 ? (int64_t)t->size[0] * t->texel - bytes :
				       (int64_t)(d == 2 && t->layered ? t->layers : t->size[d]) - 1;

			at[d][l] = d == 2 && t->layered ? coordinate(w, i->texel->layer, l) :
				   d < t->dims ? coordinate(w, i->texel->at[d], l) : 0;
			inside &= at[d][l] >= 0 && at[d][l] <= room;
			if (i->src->mode2 == PTX_M_CLAMP && room >= 0) {
				at[d][l] = clamp(at[d][l], room);
				inside = true;
			}
		}
		if (!t)
			continue;
		if ((uint32_t)at[0][l] % bytes) {
			lane_fault(w, i, kind, FAULT_MISALIGNED, l, t->addr + (uint32_t)at[0][l], bytes, NULL);
		} else if (inside) {
			w->addr[l] = t->addr + (uint32_t)at[2][l] * t->slice + (uint32_t)at[1][l] * t->pitch + (uint32_t)at[0][l];
			good |= 1u << l;
		} else if (i->src->mode2 != PTX_M_ZERO) {
			lane_fault(w, i, kind, FAULT_SURFACE_BOUNDS, l, ((const union row *)ref_at(w, i->texel->object))->u64[l],
				   bytes, (const int32_t (*)[LANES])at);
		}
	}
	return good;
}

/* The memory for the lanes with a legal access; calls the hooks. */
static uint32_t surface_open(struct warp *w, const struct insn *i, enum access_kind kind, uint8_t *host[LANES])
{
	uint32_t bytes[LANES], good = surface_locate(w, i, kind);

	for each_lane(l, good) {
		struct simt_allocation *a = simt_find(w->launch->program->mem, w->addr[l]);

		bytes[l] = (uint32_t)i->elem * i->vec;
		host[l] = a->host + (w->addr[l] - a->addr);
		if (kind != ACCESS_LOAD && a->flags & SIMT_READ_ONLY) {
			lane_fault(w, i, kind, FAULT_READ_ONLY, l, w->addr[l], bytes[l], NULL);
			good &= ~(1u << l);
		}
	}
	texels_watch(w, i, kind, bytes, good);
	return good;
}

void exec_SULD(struct warp *w, const struct insn *i)
{
	uint8_t *host[LANES];
	uint32_t good = surface_open(w, i, ACCESS_LOAD, host);

	for each_lane(l, w->mask)
		for (unsigned k = 0; k < i->vec; k++) {
			uint64_t v = 0;

			if (good >> l & 1)
				memcpy(&v, host[l] + k * i->elem, i->elem);
			value_write(w, i, k, l, v);
		}
}

void exec_SUST(struct warp *w, const struct insn *i)
{
	uint8_t *host[LANES];

	w->launch->changes++;
	for each_lane(l, surface_open(w, i, ACCESS_STORE, host))
		for (unsigned k = 0; k < i->vec; k++) {
			uint64_t v = value_read(w, i, k, l);

			memcpy(host[l] + k * i->elem, &v, i->elem);
		}
}

static uint64_t reduced(const struct insn *i, uint64_t old, uint64_t by)
{
	bool less;

	switch (i->src->type) {
	case PTX_S32: less = (int32_t)by < (int32_t)old; break;
	case PTX_S64: less = (int64_t)by < (int64_t)old; break;
	default: less = by < old; break;
	}
	switch (i->src->atom) {
	case PTX_A_ADD: return old + by;
	case PTX_A_MIN: return less ? by : old;
	case PTX_A_MAX: return less ? old : by;
	case PTX_A_AND: return old & by;
	default: return old | by;
	}
}

/* Handles the lanes one after the other; other blocks' reductions come before or after. */
void exec_SURED(struct warp *w, const struct insn *i)
{
	uint8_t *host[LANES];
	uint32_t good = surface_open(w, i, ACCESS_ATOMIC, host);

	if (!good || !warp_in_turn(w))
		return;
	w->launch->changes++;
	for (unsigned n = 0; n < LANES; n++) {
		unsigned l = w->launch->lane_order[n];
		uint64_t old = 0;

		if (!(good >> l & 1))
			continue;
		memcpy(&old, host[l], i->elem);
		old = reduced(i, old, value_read(w, i, 0, l));
		memcpy(host[l], &old, i->elem);
	}
}

/* ---- queries ------ */

void exec_TXQ(struct warp *w, const struct insn *i)
{
	union row *d = ref_at(w, i->d);

	for each_lane(l, w->mask) {
		const struct simt_texture *t = lane_object(w, i, ACCESS_LOAD, i->a, l);

		if (!t) {
			d->u32[l] = 0;
			continue;
		}
		switch (i->src->mode) {
		case PTX_M_WIDTH: d->u32[l] = t->size[0]; break;
		case PTX_M_HEIGHT: d->u32[l] = t->dims > 1 ? t->size[1] : 0; break;
		case PTX_M_DEPTH: d->u32[l] = t->dims > 2 ? t->size[2] : 0; break;
		case PTX_M_ARRAY_SIZE: d->u32[l] = t->layered ? t->layers : 0; break;
		default: d->u32[l] = t->desc.normalized; break;
		}
	}
}
