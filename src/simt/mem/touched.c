/*
 * touched.c - the footprint of a launch.
 *
 * A cell holds the marks of 64 bytes, a page those of 16 KiB. The lanes of a warp mostly access neighbours, and then
 * their bytes are marked as one range. A walk over the pages turns marks into ranges: a cell whose bytes all have the
 * same marks is one step, so a buffer that was used completely costs little.
 */
#include "config.h"

#include "simt/mem/touched.h"

#include <stdlib.h>

#include "base/limits.h"
#include "simt/mem/shadow.h"

#define LANES       32
#define HALF        16
#define CELL_SHIFT  6
#define PAGE_SHIFT  14
#define PAGE_CELLS  (1u << (PAGE_SHIFT - CELL_SHIFT))
#define RECENT      64
#define LAST        8

enum { READ, WRITTEN, ATOMIC, KINDS };

/* `used`: a bit for each cell that may hold marks: small launches mark few. */
struct touched_page { uint64_t used[PAGE_CELLS / 64], cells[PAGE_CELLS][KINDS]; };

struct touched_map {
	struct touched_page **pages;
	size_t npages;
};

struct touched {
	struct simt_mem *mem;
	struct simt_allocation *recent[RECENT]; /* targets of the last accesses */
	bool failed;
	/* Of a part: its maps of all allocations, instead of theirs; and the last ones used. NULL: theirs. */
	struct touched_map **own;
	struct simt_allocation *const *all;
	size_t n;
	struct { const struct simt_allocation *a; struct touched_map **map; } last[LAST];
};

struct touched *touched_new(struct simt_mem *m)
{
	struct touched *t = calloc(1, sizeof *t);

	if (t)
		t->mem = m;
	return t;
}

void touched_map_free(struct touched_map *map)
{
	if (!map)
		return;
	for (size_t k = 0; k < map->npages; k++)
		free(map->pages[k]);
	free(map->pages);
	free(map);
}

void touched_free(struct touched *t)
{
	struct simt_allocation *a;

	if (!t)
		return;
	for (size_t i = 0; t->own && i < t->n; i++)
		touched_map_free(t->own[i]);
	for (size_t i = 0; !t->own && (a = simt_allocation_at(t->mem, i)); i++) {
		touched_map_free(a->touched);
		a->touched = NULL;
	}
	free(t->own);
	free(t);
}

/* ---- marks ---- */

static struct touched_map *map_new(uint64_t bytes)
{
	struct touched_map *map = calloc(1, sizeof *map);

	if (!map)
		return NULL;
	map->npages = (size_t)((bytes >> PAGE_SHIFT) + 1);
	map->pages = calloc(map->npages, sizeof *map->pages);
	if (map->pages)
		return map;
	free(map);
	return NULL;
}

/* Where a part has its map of the allocation; NULL: it does not know it. */
static struct touched_map **own_map(struct touched *t, const struct simt_allocation *a)
{
	const unsigned at = (uintptr_t)a / sizeof *a % LAST;
	size_t low = 0, high = t->n;

	if (t->last[at].a == a)
		return t->last[at].map;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (t->all[mid]->addr < a->addr)
			low = mid + 1;
		else
			high = mid;
	}
	vm_assert(low == 0 || t->all[low - 1]->addr < a->addr);
	if (low == t->n || t->all[low] != a)
		return NULL;
	t->last[at].a = a;
	return t->last[at].map = &t->own[low];
}

static inline struct touched_map **map_of(struct touched *t, struct simt_allocation *a)
{
	return t->own ? own_map(t, a) : &a->touched;
}

static uint64_t (*map_cell(struct touched_map **map, uint64_t bytes, uint64_t offset))[KINDS]
{
	const unsigned c = (unsigned)(offset >> CELL_SHIFT) & (PAGE_CELLS - 1);
	struct touched_page **page;

	if (!map || (!*map && !(*map = map_new(bytes))))
		return NULL;
	vm_assert(offset >> PAGE_SHIFT < (*map)->npages);
	page = &(*map)->pages[offset >> PAGE_SHIFT];
	if (!*page && !(*page = calloc(1, sizeof **page)))
		return NULL;
	(*page)->used[c / 64] |= 1ull << c % 64;
	return &(*page)->cells[c];
}

static uint64_t (*cell_of(struct touched *t, struct simt_allocation *a, uint64_t offset))[KINDS]
{
	uint64_t (*cell)[KINDS] = map_cell(map_of(t, a), a->bytes, offset);

	t->failed |= !cell;
	return cell;
}

struct touched *touched_part(const struct touched *t, struct simt_allocation *const *all, size_t n)
{
	struct touched *part = touched_new(t->mem);

	if (!part)
		return NULL;
	part->own = calloc(n + 1, sizeof(struct touched_map *));
	part->all = all;
	part->n = n;
	if (part->own)
		return part;
	free(part);
	return NULL;
}

/* The next cell from `c` on that may hold marks; PAGE_CELLS: none. */
static unsigned cell_next(const struct touched_page *page, unsigned c)
{
	for (; page && c < PAGE_CELLS; c = (c / 64 + 1) * 64)
		if (page->used[c / 64] >> c % 64)
			return c + (unsigned)__builtin_ctzll(page->used[c / 64] >> c % 64);
	return PAGE_CELLS;
}

static int map_join(struct simt_allocation *to, const struct touched_map *map)
{
	for (size_t p = 0; p < map->npages; p++)
		for (unsigned c = cell_next(map->pages[p], 0); c < PAGE_CELLS; c = cell_next(map->pages[p], c + 1)) {
			const uint64_t *more = map->pages[p]->cells[c];
			uint64_t (*cell)[KINDS] = map_cell(&to->touched, to->bytes, (uint64_t)p << PAGE_SHIFT | (uint64_t)c << CELL_SHIFT);

			if (!cell)
				return -1;
			for (unsigned k = 0; k < KINDS; k++)
				(*cell)[k] |= more[k];
		}
	return 0;
}

int touched_join(struct touched *t, const struct touched *part)
{
	t->failed |= part->failed;
	for (size_t i = 0; i < part->n; i++)
		if (part->own[i] && map_join(part->all[i], part->own[i]) < 0)
			return -1;
	return 0;
}

static inline void cell_mark(uint64_t (*cell)[KINDS], enum access_kind kind, uint64_t bits)
{
	switch (kind) {
	case ACCESS_LOAD:
		(*cell)[READ] |= bits;
		break;
	case ACCESS_STORE:
		(*cell)[WRITTEN] |= bits;
		break;
	case ACCESS_ATOMIC:
		(*cell)[ATOMIC] |= bits;
		break;
	}
}

/* A kernel signals the host with a volatile store to memory that the host can poll, just as with an atomic one. */
static enum access_kind kind_of(const struct simt_allocation *to, const struct warp_access *a)
{
	return to->is_mapped && a->kind == ACCESS_STORE && (a->is_volatile || a->is_sync) ? ACCESS_ATOMIC : a->kind;
}

static void range_mark(struct touched *t, struct simt_allocation *a, enum access_kind kind, uint64_t offset, uint64_t bytes)
{
	while (bytes) {
		uint64_t in = offset & 63, n = bytes < 64 - in ? bytes : 64 - in;
		uint64_t (*cell)[KINDS] = cell_of(t, a, offset);

		if (!cell)
			return;
		vm_assert(n && in + n <= 64);
		cell_mark(cell, kind, UINT64_MAX >> (64 - n) << in);
		offset += n;
		bytes -= n;
	}
}

/* The bytes that a half-warp accesses when its lanes all use one element, or consecutive ones; 0: neither. */
static inline uint64_t half_bytes(const uint64_t *addr, uint64_t bytes)
{
	uint64_t moved = 0, strayed = 0;

	for (unsigned l = 0; l < HALF; l++) {
		uint64_t o = addr[l] - addr[0];

		moved |= o;
		strayed |= o ^ l * bytes;
	}
	return !moved ? bytes : !strayed ? HALF * bytes : 0;
}

static bool holds(const struct simt_allocation *a, uint64_t addr)
{
	return a && addr - a->addr < a->bytes;
}

void touched_mark(struct touched *t, const struct warp_access *a)
{
	struct simt_allocation **recent = &t->recent[(uintptr_t)a->instr / sizeof *a->instr % RECENT];
	uint64_t last = UINT64_MAX;
	uint32_t rest = a->mask;

	if (a->space != PTX_GLOBAL && a->space != PTX_CONST)
		return;
	for (unsigned h = 0; h < LANES && a->mask == UINT32_MAX; h += HALF) {
		uint64_t addr = a->addr[h], bytes = half_bytes(a->addr + h, a->bytes);

		if (!bytes)
			continue;
		if (!holds(*recent, addr))
			*recent = simt_find(t->mem, addr);
		if (holds(*recent, addr + bytes - 1)) {
			range_mark(t, *recent, kind_of(*recent, a), addr - (*recent)->addr, bytes);
			rest &= ~(((1u << HALF) - 1) << h);
		}
	}
	for (; rest; rest &= rest - 1) {
		uint64_t addr = a->addr[__builtin_ctz(rest)];

		if (addr == last)
			continue;
		last = addr;
		if (!holds(*recent, addr))
			*recent = simt_find(t->mem, addr);
		if (*recent)
			range_mark(t, *recent, kind_of(*recent, a), addr - (*recent)->addr, a->bytes);
	}
}

bool touched_has_read(struct touched *t, const struct simt_allocation *a, uint64_t offset, uint64_t bytes)
{
	struct touched_map *const *at = t->own ? own_map(t, a) : &a->touched;
	const struct touched_map *map = at ? *at : NULL;

	while (bytes) {
		const uint64_t in = offset & 63, n = bytes < 64 - in ? bytes : 64 - in, bits = UINT64_MAX >> (64 - n) << in;
		const struct touched_page *page = map ? map->pages[offset >> PAGE_SHIFT] : NULL;

		if (!page || bits & ~page->cells[offset >> CELL_SHIFT & (PAGE_CELLS - 1)][READ])
			return false;
		offset += n;
		bytes -= n;
	}
	return true;
}

/* ---- ranges ---- */

/* The range being extended; kinds 0: none. */
struct walk {
	struct arena *arena;
	struct simt_range *list;
	size_t n, cap;
	uint64_t base, from, to;
	unsigned kinds;
	bool failed;
};

static void walk_flush(struct walk *w)
{
	struct simt_range *r = w->kinds ? arena_push(w->arena, &w->list, &w->n, &w->cap, sizeof *r) : NULL;

	if (r)
		*r = (struct simt_range){ .addr = w->base + w->from, .bytes = w->to - w->from, .read = w->kinds >> READ & 1,
					  .written = w->kinds >> WRITTEN & 1, .atomic = w->kinds >> ATOMIC & 1 };
	w->failed |= w->kinds && !r;
	w->kinds = 0;
}

/* Bytes [from, from + bytes) were accessed that way. */
static void walk_add(struct walk *w, uint64_t from, uint64_t bytes, unsigned kinds)
{
	vm_assert(!w->kinds || from >= w->to); /* ranges are in the order of addresses */
	if (kinds != w->kinds || from != w->to) {
		walk_flush(w);
		w->from = from;
		w->kinds = kinds;
	}
	w->to = from + bytes;
}

static unsigned kinds_at(const uint64_t cell[KINDS], unsigned bit)
{
	return (unsigned)(cell[READ] >> bit & 1) << READ | (unsigned)(cell[WRITTEN] >> bit & 1) << WRITTEN |
	       (unsigned)(cell[ATOMIC] >> bit & 1) << ATOMIC;
}

static void walk_cell(struct walk *w, const uint64_t cell[KINDS], uint64_t at)
{
	unsigned bit = 0;

	while (bit < 64) {
		/* The bits from here on that differ from this one in any of the three. */
		uint64_t differ = 0;
		unsigned n;

		for (unsigned k = 0; k < KINDS; k++)
			differ |= (cell[k] >> bit & 1 ? ~cell[k] : cell[k]) >> bit;
		differ &= UINT64_MAX >> bit;
		n = differ ? (unsigned)__builtin_ctzll(differ) : 64 - bit;
		vm_assert(n && bit + n <= 64);
		walk_add(w, at + bit, n, kinds_at(cell, bit));
		bit += n;
	}
}

static void walk_map(struct walk *w, const struct touched_map *map)
{
	for (size_t p = 0; p < map->npages; p++) {
		const struct touched_page *page = map->pages[p];

		for (unsigned c = cell_next(page, 0); c < PAGE_CELLS; c = cell_next(page, c + 1))
			walk_cell(w, page->cells[c], (uint64_t)p << PAGE_SHIFT | (uint64_t)c << CELL_SHIFT);
	}
	walk_flush(w);
}

int touched_collect(struct touched *t, uint64_t but, bool marks_shadow, struct arena *arena, struct simt_range **ranges, size_t *n)
{
	struct walk w = { .arena = arena };
	struct simt_allocation *a;

	for (size_t i = 0; (a = simt_allocation_at(t->mem, i)); i++) {
		size_t first = w.n;

		if (!a->touched || (but && a->addr == but))
			continue;
		w.base = a->addr;
		walk_map(&w, a->touched);
		for (size_t k = first; k < w.n && marks_shadow; k++)
			if (w.list[k].written || w.list[k].atomic)
				shadow_written(a, w.list[k].addr - a->addr, w.list[k].bytes);
	}
	*ranges = w.list;
	*n = w.n;
	return w.failed || t->failed ? -1 : 0;
}
