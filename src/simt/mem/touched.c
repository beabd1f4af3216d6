/*
 * touched.c - the footprint of a launch.
 *
 * A cell holds the marks of 64 bytes, a page those of 16 KiB: of each kind that it needs, since most memory is only read or
 * only written in a launch. The lanes of a warp mostly access neighbours, and then their bytes are marked as one range. A walk
 * over the pages turns marks into ranges: a cell whose bytes all have the same marks is one step, so a buffer that was used
 * completely costs little.
 */
#include "config.h"

#include "simt/mem/touched.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "simt/mem/shadow.h"

#define LANES       32
#define HALF        16
#define CELL_SHIFT  6
#define PAGE_SHIFT  14
#define PAGE_CELLS  (1u << (PAGE_SHIFT - CELL_SHIFT))
#define RECENT      64
#define LAST        8

enum { READ, WRITTEN, ATOMIC, ASKED, TOLD, KINDS };

/* `used`: a bit for each cell that may hold marks: small launches mark few. marks: a word for each cell; NULL: all 0. */
struct touched_page { uint64_t used[PAGE_CELLS / 64], *marks[KINDS]; };

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
	for (size_t p = 0; p < map->npages; p++) {
		for (unsigned k = 0; map->pages[p] && k < KINDS; k++)
			free(map->pages[p]->marks[k]);
		free(map->pages[p]);
	}
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

	if (t->last[at].a == a)
		return t->last[at].map;
	ORDER_SEARCH(first, t->n, mid, t->all[mid]->addr < a->addr)

	vm_assert(first == 0 || t->all[first - 1]->addr < a->addr);
	if (first == t->n || t->all[first] != a)
		return NULL;
	t->last[at].a = a;
	return t->last[at].map = &t->own[first];
}

static inline struct touched_map **map_of(struct touched *t, struct simt_allocation *a)
{
	return t->own ? own_map(t, a) : &a->touched;
}

static uint64_t *map_marks(struct touched_map **map, uint64_t bytes, uint64_t offset, unsigned kind)
{
	const unsigned c = (unsigned)(offset >> CELL_SHIFT) & (PAGE_CELLS - 1);
	struct touched_page **page;

	if (!map || (!*map && !(*map = map_new(bytes))))
		return NULL;
	vm_assert(offset >> PAGE_SHIFT < (*map)->npages && kind < KINDS);
	page = &(*map)->pages[offset >> PAGE_SHIFT];
	if (!*page && !(*page = calloc(1, sizeof **page)))
		return NULL;
	if (!(*page)->marks[kind] && !((*page)->marks[kind] = calloc(PAGE_CELLS, sizeof *(*page)->marks[kind])))
		return NULL;
	(*page)->used[c / 64] |= 1ull << c % 64;
	return &(*page)->marks[kind][c];
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

/* Adds the marks of another page, and takes what that one has and this one lacks. */
static void page_join(struct touched_page *to, struct touched_page *from)
{
	for (unsigned k = 0; k < KINDS; k++) {
		if (!to->marks[k]) {
			to->marks[k] = from->marks[k];
			from->marks[k] = NULL;
		}
		for (unsigned c = from->marks[k] ? cell_next(from, 0) : PAGE_CELLS; c < PAGE_CELLS; c = cell_next(from, c + 1))
			to->marks[k][c] |= from->marks[k][c];
	}
	for (unsigned k = 0; k < PAGE_CELLS / 64; k++)
		to->used[k] |= from->used[k];
}

static void map_join(struct touched_map **to, struct touched_map **from)
{
	struct touched_map *taken = *from;

	if (!*to || !taken) {
		*from = *to ? taken : NULL;
		*to = *to ? *to : taken;
		return;
	}
	vm_assert((*to)->npages == taken->npages);
	for (size_t p = 0; p < taken->npages; p++) {
		if ((*to)->pages[p] && taken->pages[p]) {
			page_join((*to)->pages[p], taken->pages[p]);
		} else if (taken->pages[p]) {
			(*to)->pages[p] = taken->pages[p];
			taken->pages[p] = NULL;
		}
	}
}

void touched_join(struct touched *t, struct touched *part)
{
	t->failed |= part->failed;
	for (size_t i = 0; i < part->n; i++)
		map_join(&part->all[i]->touched, &part->own[i]);
}

/* A kernel signals the host with a volatile store to memory that the host can poll, just as with an atomic one. */
static unsigned kind_of(const struct simt_allocation *to, const struct warp_access *a)
{
	const bool observes = a->is_volatile || a->is_sync;

	if (a->kind == ACCESS_LOAD)
		return observes && a->polls ? ASKED : READ;
	return a->kind != ACCESS_STORE ? ATOMIC : !observes ? WRITTEN : to->is_mapped ? ATOMIC : TOLD;
}

static void range_mark(struct touched *t, struct simt_allocation *a, unsigned kind, uint64_t offset, uint64_t bytes)
{
	while (bytes) {
		uint64_t in = offset & 63, n = bytes < 64 - in ? bytes : 64 - in;
		uint64_t *marks = map_marks(map_of(t, a), a->bytes, offset, kind);

		if (!marks) {
			t->failed = true;
			return;
		}
		vm_assert(n && in + n <= 64);
		*marks |= UINT64_MAX >> (64 - n) << in;
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

		if (!page || !page->marks[READ] || bits & ~page->marks[READ][offset >> CELL_SHIFT & (PAGE_CELLS - 1)])
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
					  .written = w->kinds >> WRITTEN & 1, .atomic = w->kinds >> ATOMIC & 1,
					  .asked = w->kinds >> ASKED & 1, .told = w->kinds >> TOLD & 1 };
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
	unsigned kinds = 0;

	for (unsigned k = 0; k < KINDS; k++)
		kinds |= (unsigned)(cell[k] >> bit & 1) << k;
	return kinds;
}

static void walk_cell(struct walk *w, const uint64_t cell[KINDS], uint64_t at)
{
	unsigned bit = 0;

	while (bit < 64) {
		/* The bits from here on that differ from this one in any of the kinds. */
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

		for (unsigned c = cell_next(page, 0); c < PAGE_CELLS; c = cell_next(page, c + 1)) {
			uint64_t cell[KINDS];

			for (unsigned k = 0; k < KINDS; k++)
				cell[k] = page->marks[k] ? page->marks[k][c] : 0;
			walk_cell(w, cell, (uint64_t)p << PAGE_SHIFT | (uint64_t)c << CELL_SHIFT);
		}
	}
	walk_flush(w);
}

int touched_collect(struct touched *t, uint64_t but, bool marks_shadow, struct arena *arena, struct simt_range **ranges,
		    size_t *n)
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
			if (w.list[k].written || w.list[k].told || w.list[k].atomic)
				shadow_written(a, w.list[k].addr - a->addr, w.list[k].bytes);
	}
	*ranges = w.list;
	*n = w.n;
	return w.failed || t->failed ? -1 : 0;
}
