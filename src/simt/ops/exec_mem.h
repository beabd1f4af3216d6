/*
 * exec_mem.h - the fast path of memory operations, and moves. Included once per instruction set.
 *
 * An access of a whole warp to one element per lane, inside the span that the same instruction used last time, is
 * checked and executed without a look at single lanes: for an offset o from the span's start, o | (last - o) has its
 * top bit set exactly when o is out of range (below the start o itself wraps high), so the OR over all lanes is a
 * single test. Each half-warp is then uniform, consecutive, or scattered. All other accesses go to exec_LD or
 * exec_ST, which handle lanes one by one.
 */
#include "simt/exec/count.h"
#include "simt/exec/reuse.h"
#include "simt/exec/rows.h"
#include "simt/exec/twin.h"
#include "simt/fast_loads.h"

#define HALF 16

/* Offsets into the span of site s; false if any lane is outside it or misaligned. */
static inline bool span_offsets(struct warp *w, const struct insn *i, const struct site *s,
				unsigned bytes, uint64_t *restrict off)
{
	uint64_t bad = 0, low = 0;
	const uint64_t add = i->imm - s->addr, last = s->last;

	if (i->wide_base) {
		const uint64_t *base = ((const union row *)ref_at(w, i->a))->u64;

		for (unsigned l = 0; l < LANES; l++) {
			uint64_t o = base[l] + add;

			off[l] = o;
			bad |= o | (last - o);
			low |= o;
		}
	} else {
		const uint32_t *base = ((const union row *)ref_at(w, i->a))->u32;

		for (unsigned l = 0; l < LANES; l++) {
			uint64_t o = (uint32_t)(base[l] + (uint32_t)i->imm) - s->addr;

			off[l] = o;
			bad |= o | (last - o);
			low |= o;
		}
	}
	return !(bad >> 63) && !(low & (bytes - 1));
}

static inline enum access_shape half_shape(const uint64_t *off, unsigned bytes)
{
	uint64_t moved = 0, strayed = 0;

	for (unsigned l = 0; l < HALF; l++) {
		uint64_t o = off[l] - off[0];

		moved |= o;
		strayed |= o ^ l * bytes;
	}
	return !moved ? SHAPE_UNIFORM : !strayed ? SHAPE_CONSECUTIVE : SHAPE_SCATTERED;
}

/* The sectors of two halves whose shapes are not scattered: two runs of sectors, which may overlap. */
static inline uint32_t span_sectors(const uint64_t *off, const enum access_shape *shape, unsigned bytes)
{
	uint64_t first[2], last[2], n;

	for (unsigned h = 0; h < 2; h++) {
		uint64_t o = off[h * HALF];

		first[h] = o / 32;
		last[h] = (shape[h] == SHAPE_UNIFORM ? o + bytes - 1 : o + HALF * bytes - 1) / 32;
	}
	n = last[0] - first[0] + last[1] - first[1] + 2;
	if (first[0] <= last[1] && first[1] <= last[0])
		n -= (last[0] < last[1] ? last[0] : last[1]) -
		     (first[0] > first[1] ? first[0] : first[1]) + 1;
	return (uint32_t)n;
}

/*
 * The shared memory passes of two runs of consecutive words, each at most half as long as the number of banks: two if
 * different words share a bank.
 */
static inline uint32_t span_wavefronts(const uint64_t *off, const enum access_shape *shape)
{
	uint64_t apart = off[HALF] / 4 - off[0] / 4, banks = apart & (LANES - 1);
	uint64_t first = shape[0] == SHAPE_UNIFORM ? 1 : HALF, second = shape[1] == SHAPE_UNIFORM ? 1 : HALF;

	return 1 + ((banks < first && apart != banks) ||
		    (banks && LANES - banks < second && apart != banks - LANES));
}

static inline void span_count(struct site *s, const uint64_t *off, const enum access_shape *shape, unsigned bytes,
			      bool load)
{
	bool scattered = shape[0] == SHAPE_SCATTERED || shape[1] == SHAPE_SCATTERED;
	struct site_counts *c = &s->counts;

	if (s->space != PTX_SHARED) {
		c->global.requests++;
		c->global.sectors += scattered ? count_sectors(off, UINT32_MAX, bytes) : span_sectors(off, shape, bytes);
	} else if (scattered || bytes != 4) {
		count_shared(c, off, UINT32_MAX, bytes, load);
	} else {
		c->shared.requests++;
		c->shared.wavefronts += span_wavefronts(off, shape);
		c->shared.fewest++;
	}
}

/* A load of a warp that is noted. */
static void span_note(struct warp *w, struct site *s, const uint64_t *off, const enum access_shape *shape, unsigned bytes)
{
	const uint64_t by = s->addr - s->origin, at[2] = { off[0] + by, off[HALF] + by };
	const uint64_t stride[2] = { shape[0] == SHAPE_UNIFORM ? 0 : bytes, shape[1] == SHAPE_UNIFORM ? 0 : bytes };
	uint64_t addr[LANES];

	if (s->space != PTX_GLOBAL)
		return;
	if (shape[0] != SHAPE_SCATTERED && shape[1] != SHAPE_SCATTERED) {
		reuse_note_halves(w, s, at, stride, bytes);
		return;
	}
	for (unsigned l = 0; l < LANES; l++)
		addr[l] = off[l] + by;
	reuse_note(w, s, addr, UINT32_MAX, bytes);
}

/* A store of such a warp: only where its lanes are apart. */
static void span_note_store(struct warp *w, struct site *s, const uint64_t *off, const enum access_shape *shape, unsigned bytes)
{
	uint64_t addr[LANES];

	if (s->space != PTX_GLOBAL || shape[0] != SHAPE_SCATTERED)
		return;
	for (unsigned l = 0; l < LANES; l++)
		addr[l] = off[l] + s->addr - s->origin;
	reuse_note_store(w, s, addr, UINT32_MAX, bytes);
}

/* Did a load of shared memory read bytes that were never written? Then its result has a twin. */
static inline bool span_watch(struct warp *w, const struct insn *i, struct site *s,
			      enum access_kind kind, const uint64_t *off, const enum access_shape *shape, const uint64_t *value)
{
	struct warp_access a = access_of(w, i, kind);

	a.space = s->space;
	a.mask = w->mask;
	a.value = value;
	a.shape[0] = shape[0];
	a.shape[1] = shape[1];
	a.span = s->addr - s->origin;
	a.quiet = &s->quiet;
	w->missing.lanes = 0;
	a.missing = kind == ACCESS_LOAD && w->twins ? &w->missing : NULL;
	for (unsigned l = 0; l < LANES; l++)
		w->addr[l] = off[l] + (s->addr - s->origin);
	w->hooks->access(w->hooks->ctx, &w->place, &a);
	return w->missing.lanes;
}

/* A load that the checkers have handled already, by the bases of its halves. */
static inline bool span_checked(struct warp *w, const struct insn *i, struct site *s, unsigned bytes, const uint64_t *off,
				const enum access_shape *shape)
{
	const struct hooks *hooks = w->hooks;
	const uint64_t by = s->addr - s->origin, at[2] = { off[0] + by, off[HALF] + by },
		stride = shape[0] == SHAPE_UNIFORM ? 0 : bytes;

	if (shape[0] != shape[1] || shape[0] == SHAPE_SCATTERED)
		return false;
	if (bytes == FAST_BYTES && s->space == PTX_SHARED && fast_loads_on(hooks->fast_loads, &w->place, &s->fast) &&
	    fast_load(hooks->fast_loads, &s->fast, at, stride))
		return true;
	return load_watch(w, i, s, bytes, at, stride);
}

#define ACCESS_WIDTH(N, CELL, T) \
	static void do_LD##N(struct warp *w, const struct insn *i) \
	{ \
		struct site *s = &w->sites[i->site]; \
		alignas(64) uint64_t off[LANES]; \
		T *d = ((union row *)ref_at(w, i->d))->CELL; \
		enum access_shape shape[2]; \
		bool missing = false; \
	\
		if (w->mask != UINT32_MAX || !span_offsets(w, i, s, sizeof(T), off)) { \
			exec_LD(w, i); \
			return; \
		} \
		shape[0] = half_shape(off, sizeof(T)); \
		shape[1] = half_shape(off + HALF, sizeof(T)); \
		span_count(s, off, shape, sizeof(T), true); \
		if (w->noted) \
			span_note(w, s, off, shape, sizeof(T)); \
		if (w->async && s->space == PTX_SHARED) \
			async_note_load(w); \
		if (w->watched && !s->quiet && !span_checked(w, i, s, sizeof(T), off, shape)) \
			missing = span_watch(w, i, s, ACCESS_LOAD, off, shape, NULL); \
		for (unsigned h = 0; h < LANES; h += HALF) { \
			const uint8_t *from = s->host + off[h]; \
			T v; \
	\
			switch (shape[h / HALF]) { \
			case SHAPE_UNIFORM: \
				memcpy(&v, from, sizeof(v)); \
				for (unsigned l = 0; l < HALF; l++) \
					d[h + l] = v; \
				break; \
			case SHAPE_CONSECUTIVE: \
				memcpy(d + h, from, HALF * sizeof(T)); \
				break; \
			case SHAPE_SCATTERED: \
			case SHAPE_UNKNOWN: \
				for (unsigned l = 0; l < HALF; l++) \
					memcpy(d + h + l, s->host + off[h + l], sizeof(T)); \
				break; \
			} \
		} \
		if (missing) \
			twin_missing(w, i); \
	} \
	static void do_ST##N(struct warp *w, const struct insn *i) \
	{ \
		struct site *s = &w->sites[i->site]; \
		alignas(64) uint64_t off[LANES], value[LANES]; \
		const T *v = ((const union row *)ref_at(w, i->d))->CELL; \
		enum access_shape shape[2]; \
	\
		if (w->mask != UINT32_MAX || !span_offsets(w, i, s, sizeof(T), off)) { \
			exec_ST(w, i); \
			return; \
		} \
		shape[0] = half_shape(off, sizeof(T)); \
		shape[1] = half_shape(off + HALF, sizeof(T)); \
		span_count(s, off, shape, sizeof(T), false); \
		if (w->noted) \
			span_note_store(w, s, off, shape, sizeof(T)); \
		if (w->watched) { \
			for (unsigned l = 0; l < LANES; l++) \
				value[l] = v[l]; \
			span_watch(w, i, s, ACCESS_STORE, off, shape, value); \
		} \
		for (unsigned h = 0; h < LANES; h += HALF) { \
			if (shape[h / HALF] == SHAPE_CONSECUTIVE) \
				memcpy(s->host + off[h], v + h, HALF * sizeof(T)); \
			else \
				for (unsigned l = 0; l < HALF; l++) \
					memcpy(s->host + off[h + l], v + h + l, sizeof(T)); \
		} \
	} \
	static void do_MOV##N(struct warp *w, const struct insn *i) \
	{ \
		T *d = ((union row *)ref_at(w, i->d))->CELL; \
		const T *a = ((const union row *)ref_at(w, i->a))->CELL; \
		const uint32_t mask = w->mask; \
	\
		if (w->full) \
			memmove(d, a, LANES * sizeof(T)); \
		else \
			INDEPENDENT_LANES \
			for (unsigned l = 0; l < LANES; l++) \
				d[l] = mask >> l & 1 ? a[l] : d[l]; \
	} \
	static void do_SELP##N(struct warp *w, const struct insn *i) \
	{ \
		T *d = ((union row *)ref_at(w, i->d))->CELL; \
		const T *a = ((const union row *)ref_at(w, i->a))->CELL; \
		const T *b = ((const union row *)ref_at(w, i->b))->CELL; \
		const uint32_t p = *pred_at(w, i->c), mask = w->full ? UINT32_MAX : w->mask; \
	\
		INDEPENDENT_LANES \
		for (unsigned l = 0; l < LANES; l++) { \
			T v = p >> l & 1 ? a[l] : b[l]; \
	\
			d[l] = mask >> l & 1 ? v : d[l]; \
		} \
	}
ACCESS_WIDTH(32, u32, uint32_t)
ACCESS_WIDTH(64, u64, uint64_t)

/* Vectors, and elements that are narrower than their registers. */
static void do_LDN(struct warp *w, const struct insn *i)
{
	const unsigned bytes = (unsigned)i->elem * i->vec;
	struct site *s = &w->sites[i->site];
	alignas(64) uint64_t off[LANES];
	enum access_shape shape[2];
	bool missing = false;

	if (w->mask != UINT32_MAX || !span_offsets(w, i, s, bytes, off)) {
		exec_LD(w, i);
		return;
	}
	shape[0] = half_shape(off, bytes);
	shape[1] = half_shape(off + HALF, bytes);
	span_count(s, off, shape, bytes, true);
	if (w->noted)
		span_note(w, s, off, shape, bytes);
	if (w->async && s->space == PTX_SHARED)
		async_note_load(w);
	if (w->watched && !s->quiet && !span_checked(w, i, s, bytes, off, shape))
		missing = span_watch(w, i, s, ACCESS_LOAD, off, shape, NULL);
	for (unsigned k = 0; k < i->vec; k++)
		if (i->list[k] != NO_REF)
			for (unsigned l = 0; l < LANES; l++)
				cell_write(w, i, i->list[k], l, element_read(i, s->host + off[l] + k * i->elem));
	if (missing)
		twin_missing(w, i);
}

static void do_STN(struct warp *w, const struct insn *i)
{
	const unsigned bytes = (unsigned)i->elem * i->vec;
	struct site *s = &w->sites[i->site];
	alignas(64) uint64_t off[LANES], value[VECTOR_MOST * LANES];
	enum access_shape shape[2];

	if (w->mask != UINT32_MAX || !span_offsets(w, i, s, bytes, off)) {
		exec_ST(w, i);
		return;
	}
	shape[0] = half_shape(off, bytes);
	shape[1] = half_shape(off + HALF, bytes);
	span_count(s, off, shape, bytes, false);
	if (w->noted)
		span_note_store(w, s, off, shape, bytes);
	if (w->watched) {
		vm_assert(i->vec <= VECTOR_MOST);
		for (unsigned k = 0; k < i->vec; k++)
			for (unsigned l = 0; l < LANES; l++)
				value[k * LANES + l] = cell_read(w, i, i->list[k], l);
		span_watch(w, i, s, ACCESS_STORE, off, shape, value);
	}
	for (unsigned k = 0; k < i->vec; k++)
		for (unsigned l = 0; l < LANES; l++)
			element_write(i, s->host + off[l] + k * i->elem, cell_read(w, i, i->list[k], l));
}
