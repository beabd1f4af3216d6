/*
 * exec_tensor.c - copies and reductions of boxes that a tensor map describes.
 *
 * In shared memory the rows of a box follow one another, the fastest dimension first, and a swizzle permutes their units of 16
 * bytes (tensor_map.h). What lies outside of the array arrives as zeros or NaNs. All bytes of the box count at the mbarrier.
 *
 * As an H100 does, and no manual says (tests/programs/tma_boxes.cu ran there): a box must begin at a multiple of 16 bytes of a
 * row, or the GPU reports an illegal instruction, as it does for a store or a reduction at a negative coordinate; and what lies
 * outside is not written, but for the last unit of 16 bytes of a row, which is written whole.
 */
#include "config.h"

#include <string.h>

#include "simt/exec/rows.h"
#include "simt/ops/async.h"

#define TENSOR_ALIGN 128 /* of a box in shared memory */
#define UNIT         16  /* bytes that a swizzle keeps together */

/* The element with which a NaN fill replaces what is outside. NVIDIA documents only that it is a NaN. */
static uint64_t fill_of(const struct tensor_map *m)
{
	if (!m->nan)
		return 0;
	switch (m->type) {
	case TENSOR_F16: case TENSOR_BF16: return 0x7fff;
	case TENSOR_F64: return UINT64_MAX >> 1;
	default: return 0x7fffffff;
	}
}

/* The type for reductions. */
static enum ptx_type type_of(enum tensor_type t)
{
	static const enum ptx_type types[] = {
		[TENSOR_U8] = PTX_U8, [TENSOR_U16] = PTX_U16, [TENSOR_U32] = PTX_U32, [TENSOR_S32] = PTX_S32,
		[TENSOR_U64] = PTX_U64, [TENSOR_S64] = PTX_S64, [TENSOR_F16] = PTX_F16, [TENSOR_F32] = PTX_F32,
		[TENSOR_F64] = PTX_F64, [TENSOR_BF16] = PTX_BF16,
	};

	return types[t];
}

/* Is there a reduction of this kind for elements of the type? Halves' minimum and maximum are missing. */
static bool reduces(enum ptx_atom op, enum tensor_type t)
{
	bool whole = t == TENSOR_U32 || t == TENSOR_S32 || t == TENSOR_U64 || t == TENSOR_S64;

	switch (op) {
	case PTX_A_ADD: return (whole && t != TENSOR_S64) || t == TENSOR_F16 || t == TENSOR_BF16 || t == TENSOR_F32 ||
		t == TENSOR_F64;
	case PTX_A_INC: case PTX_A_DEC: return t == TENSOR_U32;
	default: return whole;
	}
}

/* ---- begin ---- */

/* Reads the lane's map; false after reporting what is wrong with it. */
static bool map_read(struct warp *w, const struct insn *i, unsigned l, uint64_t addr, struct tensor_map *m)
{
	static const unsigned dims[] = { [PTX_1D] = 1, [PTX_2D] = 2, [PTX_3D] = 3, [PTX_4D] = 4, [PTX_5D] = 5 };
	enum fault_kind why;
	struct spot spot;

	if (!lane_resolve(w, PTX_GENERIC, l, addr, TENSOR_MAP_BYTES, false, &spot, &why)) {
		lane_fault(w, i, why, l, spot.space == PTX_GENERIC ? PTX_GLOBAL : spot.space, spot.addr, TENSOR_MAP_BYTES);
		return false;
	}
	if (addr % TENSOR_MAP_ALIGN || spot.space == PTX_SHARED || spot.space == PTX_LOCAL || !tensor_map_read(spot.host, m)) {
		lane_fault(w, i, FAULT_TENSOR_MAP, l, PTX_GENERIC, addr, TENSOR_MAP_BYTES);
		return false;
	}
	if (i->src->reduce && !reduces(i->src->atom, m->type)) {
		lane_fault(w, i, FAULT_TENSOR_TYPE, l, PTX_GENERIC, m->type, TENSOR_MAP_BYTES);
		return false;
	}
	if (m->rank != dims[i->src->geometry]) {
		lane_fault(w, i, FAULT_TENSOR_RANK, l, PTX_GENERIC, m->rank | (uint64_t)dims[i->src->geometry] << 32,
			   TENSOR_MAP_BYTES);
		return false;
	}
	return true;
}

/* A row of the box as a copy uses it: what a store or a reduction writes ends with a whole unit. */
static struct tensor_row row_of(const struct box *b, uint32_t r, bool write)
{
	struct tensor_row row = tensor_row_at(&b->map, b->at, r);

	if (write)
		row.to = (row.to + UNIT - 1) / UNIT * UNIT;
	return row;
}

/* Are all rows of the box inside of memory? */
static bool rows_resolve(struct warp *w, const struct insn *i, unsigned l, const struct box *b, bool write)
{
	struct warp_access a = access_of(w, i, write ? ACCESS_STORE : ACCESS_LOAD);
	enum fault_kind why;
	struct spot spot;

	for (uint32_t r = 0, n = tensor_rows(&b->map); r < n; r++) {
		struct tensor_row row = row_of(b, r, write);

		if (row.from == row.to || lane_resolve(w, PTX_GLOBAL, l, row.addr, row.to - row.from, write, &spot, &why))
			continue;
		w->addr[l] = spot.addr;
		a.space = PTX_GLOBAL;
		a.mask = 1u << l;
		a.bytes = row.to - row.from;
		a.elem = (uint32_t)b->map.stride[0];
		launch_fault(w, why, a.mask, &a);
		return false;
	}
	return true;
}

/* Does the box lie where the instruction can move it? */
static bool place_check(struct warp *w, const struct insn *i, unsigned l, const struct box *b, bool write)
{
	int64_t byte = b->at[0] * (int64_t)b->map.stride[0];

	if (byte % UNIT) {
		lane_fault(w, i, FAULT_TENSOR_PLACE, l, PTX_GENERIC, (uint64_t)byte, UNIT);
		return false;
	}
	for (unsigned d = 0; write && d < b->map.rank; d++)
		if (b->at[d] < 0) {
			lane_fault(w, i, FAULT_TENSOR_NEGATIVE, l, PTX_GENERIC, (uint64_t)(int64_t)b->at[d], UNIT);
			return false;
		}
	return true;
}

static bool tensor_lane(struct warp *w, const struct insn *i, struct pending *p, unsigned l, struct cta *target)
{
	const struct transfer *t = i->transfer;
	bool loads = i->src->space == PTX_SHARED;
	uint64_t a = address_at(w, i->a, i->wide_base, i->imm, l),
		b = address_at(w, t->from.base, t->from.wide, t->from.offset, l);
	uint64_t shared = loads ? a : b;
	struct box *box = &p->boxes[l];
	enum fault_kind why;
	struct spot spot;

	if (!map_read(w, i, l, loads ? b : a, &box->map))
		return false;
	for (unsigned d = 0; d < TENSOR_DIMS; d++)
		box->at[d] = t->at[d] == NO_REF ? 0 : ((const union row *)ref_at(w, t->at[d]))->s32[l];
	if (!place_check(w, i, l, box, !loads))
		return false;
	p->bytes[l] = p->read[l] = tensor_rows(&box->map) * tensor_row_bytes(&box->map);
	if (!lane_resolve(w, PTX_SHARED, l, shared, p->bytes[l], loads, &spot, &why)) {
		lane_fault(w, i, why, l, PTX_SHARED, spot.addr, p->bytes[l]);
		return false;
	}
	if (spot.addr % TENSOR_ALIGN || (!loads && spot.cta != w->cta)) {
		lane_fault(w, i, spot.addr % TENSOR_ALIGN ? FAULT_TENSOR_ALIGN : FAULT_PEER_COPY, l, PTX_SHARED, spot.addr,
			   p->bytes[l]);
		return false;
	}
	p->to[l] = spot.addr;
	p->to_cta[l] = target ? target : spot.cta;
	p->group[l] = w->async->bulk_group[l];
	return rows_resolve(w, i, l, box, !loads) && bar_resolve(w, i, p, l, p->to_cta[l]);
}

/* ---- what the checkers see ---- */

static void row_watch(struct warp *w, const struct insn *i, enum access_kind kind, unsigned l, const struct tensor_map *m,
		      const struct tensor_row *row)
{
	uint64_t addr[LANES];
	uint32_t bytes[LANES];

	addr[l] = row->addr;
	bytes[l] = row->to - row->from;
	if (bytes[l])
		sizes_watch(w, i, kind, PTX_GLOBAL, NULL, (uint32_t)m->stride[0], addr, bytes, 1u << l);
}

static void rows_watch(struct warp *w, const struct insn *i, enum access_kind kind, unsigned l, const struct box *b)
{
	for (uint32_t r = 0, n = w->watched ? tensor_rows(&b->map) : 0; r < n; r++) {
		struct tensor_row row = row_of(b, r, kind != ACCESS_LOAD);

		row_watch(w, i, kind, l, &b->map, &row);
	}
}

static void part_watch(struct warp *w, const struct pending *p, unsigned l, bool ends, uint64_t shared, uint64_t global,
		       uint32_t bytes)
{
	uint64_t to[LANES], from[LANES];
	uint32_t sizes[LANES];
	bool loads = p->i->src->space == PTX_SHARED;
	struct warp_copy c = { .mask = 1u << l, .to = to, .from = from, .bytes = sizes, .to_space = p->i->src->space,
			       .from_space = p->i->src->space2, .owner = p->to_cta[l] == w->cta ? 0 : p->to_cta[l]->linear + 1,
			       .instr = p->i->src };

	if (!bytes)
		return;
	to[l] = loads ? shared : global;
	from[l] = loads ? global : shared;
	sizes[l] = bytes;
	(ends ? w->hooks->copy_end : w->hooks->copy_begin)(w->hooks->ctx, &w->place, &c);
}

/*
 * Tells the checkers which bytes are in use, row by row, in whole words of
 * shared memory. A swizzle moves bytes inside of a row only.
 */
static void parts_watch(struct warp *w, const struct pending *p, unsigned l, bool ends)
{
	const struct box *b = &p->boxes[l];
	uint32_t size = tensor_row_bytes(&b->map);

	if (ends ? !w->hooks->copy_end : !w->hooks->copy_begin)
		return;
	for (uint32_t r = 0, n = tensor_rows(&b->map); r < n; r++) {
		struct tensor_row row = row_of(b, r, p->i->src->space != PTX_SHARED);
		uint64_t at = p->to[l] + (uint64_t)r * size;
		uint32_t from = row.from & ~3u, to = (row.to + 3) & ~3u;

		part_watch(w, p, l, ends, at, 0, from);
		part_watch(w, p, l, ends, at + from, row.addr - (row.from - from), to - from);
		part_watch(w, p, l, ends, at + to, 0, size - to);
	}
}

static void tensor_count_lane(struct warp *w, const struct insn *i, const struct pending *p, unsigned l)
{
	struct site_counts *c = &w->sites[i->site].counts;
	const struct box *b = &p->boxes[l];

	for (uint32_t r = 0, n = tensor_rows(&b->map); r < n; r++) {
		struct tensor_row row = row_of(b, r, i->src->space != PTX_SHARED);

		if (row.from == row.to)
			continue;
		c->global.sectors += (row.addr % 32 + (row.to - row.from) + 31) / 32;
		c->global.idle -= (row.to - row.from + i->elem - 1) / i->elem;
	}
	c->shared.wavefronts += (p->bytes[l] + 127) / 128;
	c->shared.fewest += (p->bytes[l] + 127) / 128;
}

static void tensor_count_all(struct warp *w, const struct insn *i, const struct pending *p)
{
	struct site_counts *c = &w->sites[i->site].counts;

	c->async.requests += i->src->space == PTX_SHARED;
	c->shared.requests++;
	c->global.requests++;
	c->global.idle += LANES;
	for each_lane(l, p->mask)
		tensor_count_lane(w, i, p, l);
}

static void tensor_begin(struct warp *w, const struct insn *i, int rank, bool first)
{
	bool loads = i->src->space == PTX_SHARED;
	struct pending *p = pending_add(w, i, PENDING_TENSOR);

	for each_lane(l, p ? w->mask : 0) {
		struct cta *target;

		if (!multicast_target(w, i, l, rank, &target))
			continue;
		if (!tensor_lane(w, i, p, l, target))
			continue;
		p->mask |= 1u << l;
		if (loads && first)
			rows_watch(w, i, ACCESS_LOAD, l, &p->boxes[l]);
		parts_watch(w, p, l, false);
	}
	if (!p || !p->mask)
		return;
	if (!loads)
		sizes_watch(w, i, ACCESS_LOAD, PTX_SHARED, NULL, 4, p->to, p->bytes, p->mask);
	if (first)
		tensor_count_all(w, i, p);
}

void exec_TENSOR(struct warp *w, const struct insn *i)
{
	if (i->src->mode3 == PTX_M_PREFETCH) {
		struct tensor_map m;

		for each_lane(l, w->mask)
			map_read(w, i, l, address_at(w, i->a, i->wide_base, i->imm, l), &m);
		return;
	}
	multicast_each(w, i, tensor_begin);
}

/* ---- perform ---- */

static void fill(uint8_t *to, uint32_t bytes, uint64_t value, uint32_t elem)
{
	for (uint32_t at = 0; at < bytes; at += elem)
		memcpy(to + at, &value, elem);
}

/* A row as shared memory holds it, without the swizzle. */
static void row_gather(struct warp *w, const struct box *b, unsigned l, const struct tensor_row *row, uint32_t size,
		       uint8_t *bytes)
{
	enum fault_kind why;
	struct spot spot;

	fill(bytes, size, fill_of(&b->map), (uint32_t)b->map.stride[0]);
	if (row->from != row->to && lane_resolve(w, PTX_GLOBAL, l, row->addr, row->to - row->from, false, &spot, &why))
		memcpy(bytes + row->from, spot.host, row->to - row->from);
}

static void row_load(uint8_t *shared, uint64_t at, uint32_t size, uint32_t swizzle, const uint8_t *bytes)
{
	for (uint32_t k = 0; k < size; k += UNIT)
		memcpy(shared + tensor_swizzled(at + k, swizzle), bytes + k, UNIT);
}

static void row_store(struct warp *w, const struct pending *p, unsigned l, const struct tensor_row *row, uint64_t at,
		      uint32_t size)
{
	const struct tensor_map *m = &p->boxes[l].map;
	const struct ptx_instr *src = p->i->src;
	uint8_t bytes[2048];
	uint32_t elem = (uint32_t)m->stride[0];
	enum fault_kind why;
	struct spot spot;

	for (uint32_t k = 0; k < size; k += UNIT)
		memcpy(bytes + k, w->cta->shared + tensor_swizzled(at + k, m->swizzle), UNIT);
	if (row->from == row->to || !lane_resolve(w, PTX_GLOBAL, l, row->addr, row->to - row->from, true, &spot, &why))
		return;
	if (!src->reduce) {
		memcpy(spot.host, bytes + row->from, row->to - row->from);
		return;
	}
	for (uint32_t k = 0; k < row->to - row->from; k += elem) {
		uint64_t old = 0, b = 0;

		memcpy(&old, spot.host + k, elem);
		memcpy(&b, bytes + row->from + k, elem);
		old = atomic_result(src->atom, type_of(m->type), old, b, 0, PTX_GLOBAL);
		memcpy(spot.host + k, &old, elem);
	}
}

static void lane_perform(struct warp *w, struct pending *p, unsigned l)
{
	const struct box *b = &p->boxes[l];
	uint32_t size = tensor_row_bytes(&b->map);
	bool loads = p->i->src->space == PTX_SHARED;
	uint8_t bytes[2048];

	for (uint32_t r = 0, n = tensor_rows(&b->map); r < n; r++) {
		struct tensor_row row = row_of(b, r, !loads);
		uint64_t at = p->to[l] + (uint64_t)r * size;

		if (!loads) {
			row_store(w, p, l, &row, at, size);
			continue;
		}
		row_gather(w, b, l, &row, size, bytes);
		row_load(p->to_cta[l]->shared, at, size, b->map.swizzle, bytes);
	}
}

void tensor_perform(struct warp *w, struct pending *p, uint32_t mask)
{
	const struct ptx_instr *src = p->i->src;

	for each_lane(l, mask) {
		parts_watch(w, p, l, true);
		if (src->space == PTX_SHARED)
			sizes_watch(w, p->i, ACCESS_STORE, PTX_SHARED, p->to_cta[l], 4, p->to, p->bytes, 1u << l);
		else
			rows_watch(w, p->i, src->reduce ? ACCESS_ATOMIC : ACCESS_STORE, l, &p->boxes[l]);
	}
	if (src->reduce && !warp_in_turn(w))
		return;
	for each_lane(l, mask)
		lane_perform(w, p, l);
}
