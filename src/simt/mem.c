/*
 * mem.c - the device address space.
 *
 * Addresses are handed out by a cursor that only moves up, with a hole after
 * every allocation, so an address names one allocation for the life of the
 * memory and an overrun lands in a hole. The table is therefore sorted by
 * address simply by appending. Freed allocations keep their row (not their
 * bytes) while there are not too many of them, so that a later use of the
 * address can be told from a wild one.
 */
#include "config.h"

#include "simt/mem.h"

#include <stdlib.h>
#include <string.h>

#include "simt/shadow.h"
#include "simt/texture.h"

#define ALIGNMENT   256u
#define HOLE        (1ull << 16)
#define POISON      0xA5
#define MAX_FREED   1024
#define HEAP_BYTES  (8ull << 20) /* for malloc() in kernels */
#define HEAP_COST   64u          /* of a block beside its bytes, as hardware has some */

struct simt_mem {
	struct simt_allocation **table;
	size_t count, cap, freed;
	struct simt_allocation **spare; /* rows that may be used again; as many as freed rows were dropped */
	size_t nspare;
	uint64_t cursor;      /* where the next allocation goes */
	uint64_t used, capacity;
	struct textures *textures;
	uint64_t heap_used, heap_limit;
	size_t walk_index, walk_row; /* where simt_allocation_at was last */
};

struct simt_mem *simt_mem_new(uint64_t capacity_bytes, struct error *err)
{
	struct simt_mem *m = calloc(1, sizeof(*m));

	if (!m) {
		error_nomem(err);
		return NULL;
	}
	m->cursor = SIMT_GLOBAL_BASE;
	m->capacity = capacity_bytes;
	m->heap_limit = HEAP_BYTES;
	return m;
}

/* Gives the bytes back and keeps the row. */
static void allocation_empty(struct simt_allocation *a)
{
	shadow_free(a->shadow);
	a->shadow = NULL;
	free(a->host);
	a->host = NULL;
}

void simt_mem_free(struct simt_mem *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->count; i++) {
		allocation_empty(m->table[i]);
		free(m->table[i]);
	}
	for (size_t i = 0; i < m->nspare; i++)
		free(m->spare[i]);
	free(m->table);
	textures_free(m->textures);
	free(m->spare);
	free(m);
}

struct textures **simt_mem_textures(struct simt_mem *m)
{
	return &m->textures;
}

static int table_reserve(struct simt_mem *m, struct error *err)
{
	size_t cap = m->cap ? m->cap * 2 : 32;
	struct simt_allocation **table, **spare;

	m->walk_index = m->walk_row = 0;
	if (m->count < m->cap)
		return 0;
	table = realloc(m->table, cap * sizeof(*table));
	if (table)
		m->table = table;
	/* Room for every row, so that dropping one needs no memory. */
	spare = table ? realloc(m->spare, cap * sizeof(*spare)) : NULL;
	if (!spare)
		return error_nomem(err);
	m->spare = spare;
	m->cap = cap;
	return 0;
}

static struct simt_allocation *row_new(struct simt_mem *m)
{
	struct simt_allocation *a;

	if (!m->nspare)
		return calloc(1, sizeof(*a));
	a = m->spare[--m->nspare];
	memset(a, 0, sizeof(*a));
	return a;
}

int simt_alloc(struct simt_mem *m, uint64_t bytes, const char *label, unsigned elem,
	       unsigned flags, uint64_t *addr, struct error *err)
{
	uint64_t room = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	struct simt_allocation *a;

	if (bytes > m->capacity - m->used || room < bytes) {
		error_set(err, PARTY_MACHINE, "device memory is full: %llu bytes asked, %llu of %llu left",
			  (unsigned long long)bytes, (unsigned long long)(m->capacity - m->used),
			  (unsigned long long)m->capacity);
		return error_remedy(err, "free something first, or use a smaller problem");
	}
	if (table_reserve(m, err) < 0)
		return -1;
	a = row_new(m);
	if (!a)
		return error_nomem(err);
	a->host = aligned_alloc(ALIGNMENT, room ? room : ALIGNMENT);
	if (!a->host) {
		m->spare[m->nspare++] = a;
		return error_nomem(err);
	}
	memset(a->host, POISON, room ? room : ALIGNMENT);
	a->addr = m->cursor;
	a->bytes = bytes;
	a->elem = elem ? elem : 1;
	a->flags = flags;
	strncpy(a->label, label ? label : "", sizeof(a->label) - 1);
	m->cursor += (room / HOLE + 2) * HOLE;
	m->used += bytes;
	m->table[m->count++] = a;
	*addr = a->addr;
	return 0;
}

/* The row with the greatest address not above addr, as an index; -1 if none. */
static ptrdiff_t row_below(const struct simt_mem *m, uint64_t addr)
{
	size_t low = 0, high = m->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->table[mid]->addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return (ptrdiff_t)low - 1;
}

struct simt_allocation *simt_find(struct simt_mem *m, uint64_t addr)
{
	ptrdiff_t i = row_below(m, addr);

	if (i < 0 || addr - m->table[i]->addr >= m->table[i]->bytes)
		return NULL;
	return m->table[i];
}

struct simt_allocation *simt_nearest(struct simt_mem *m, uint64_t addr)
{
	ptrdiff_t i = row_below(m, addr);
	struct simt_allocation *below = i >= 0 ? m->table[i] : NULL;
	struct simt_allocation *above = i + 1 < (ptrdiff_t)m->count ? m->table[i + 1] : NULL;
	uint64_t under, over;

	if (!below || !above)
		return below ? below : above;
	under = addr - below->addr < below->bytes ? 0 : addr - below->addr - below->bytes;
	over = above->addr - addr;
	return under <= over ? below : above;
}

struct simt_allocation *simt_allocation_at(struct simt_mem *m, size_t i)
{
	if (i < m->walk_index)
		m->walk_index = m->walk_row = 0;
	for (size_t k = m->walk_row; k < m->count; k++)
		if (!m->table[k]->freed && m->walk_index++ == i) {
			m->walk_index = i;
			m->walk_row = k;
			return m->table[k];
		}
	m->walk_index = m->walk_row = 0;
	return NULL;
}

/* Forgets the oldest freed rows once there are too many. */
static void table_trim(struct simt_mem *m)
{
	size_t kept = 0;

	m->walk_index = m->walk_row = 0;
	if (m->freed <= 2 * MAX_FREED)
		return;
	for (size_t i = 0; i < m->count; i++)
		if (m->table[i]->freed && m->freed > MAX_FREED) {
			m->spare[m->nspare++] = m->table[i];
			m->freed--;
		} else {
			m->table[kept++] = m->table[i];
		}
	m->count = kept;
}

static void row_free(struct simt_mem *m, struct simt_allocation *a)
{
	allocation_empty(a);
	a->freed = true;
	m->used -= a->bytes;
	m->freed++;
	table_trim(m);
}

int simt_free(struct simt_mem *m, uint64_t addr, struct error *err)
{
	ptrdiff_t i = row_below(m, addr);
	struct simt_allocation *a = i >= 0 ? m->table[i] : NULL;

	if (addr == 0)
		return 0;
	if (!a || a->addr != addr)
		return error_set(err, PARTY_LEARNER, "0x%llx is not the start of a device allocation",
				 (unsigned long long)addr);
	if (a->freed)
		return error_set(err, PARTY_LEARNER, "device allocation '%s' was freed before", a->label);
	if (a->is_heap)
		return error_set(err, PARTY_LEARNER, "'%s' was allocated in a kernel and can only be freed in one", a->label);
	row_free(m, a);
	return 0;
}

/* ---- the heap of kernels ---- */

void simt_heap_limit(struct simt_mem *m, uint64_t bytes)
{
	m->heap_limit = bytes;
}

static uint64_t heap_cost(uint64_t bytes)
{
	return (bytes + 15) / 16 * 16 + HEAP_COST;
}

enum heap_result simt_heap_alloc(struct simt_mem *m, uint64_t bytes, const char *label, uint64_t *addr)
{
	struct error unheard = { 0 };

	if (bytes > m->heap_limit || m->heap_used + heap_cost(bytes) > m->heap_limit || bytes > m->capacity - m->used)
		return HEAP_FULL;
	if (simt_alloc(m, bytes, label, 1, 0, addr, &unheard) < 0)
		return HEAP_NO_MEMORY;
	m->table[m->count - 1]->is_heap = true;
	m->heap_used += heap_cost(bytes);
	return HEAP_DONE;
}

enum heap_result simt_heap_free(struct simt_mem *m, uint64_t addr)
{
	ptrdiff_t i = row_below(m, addr);
	struct simt_allocation *a = i >= 0 ? m->table[i] : NULL;

	if (!a || a->addr != addr || !a->is_heap)
		return HEAP_NOT_A_BLOCK;
	if (a->freed)
		return HEAP_FREED_BEFORE;
	m->heap_used -= heap_cost(a->bytes);
	row_free(m, a);
	return HEAP_DONE;
}

/* The live bytes [addr, addr + bytes), or NULL with the reason. */
static struct simt_allocation *range_find(struct simt_mem *m, uint64_t addr, uint64_t bytes,
					  const char *verb, struct error *err)
{
	ptrdiff_t i = row_below(m, addr);
	struct simt_allocation *a = i >= 0 ? m->table[i] : NULL;

	if (!a || addr - a->addr > a->bytes || bytes > a->bytes - (addr - a->addr)) {
		error_set(err, PARTY_LEARNER, "cannot %s %llu bytes at 0x%llx: not inside one device allocation",
			  verb, (unsigned long long)bytes, (unsigned long long)addr);
		return NULL;
	}
	if (a->freed) {
		error_set(err, PARTY_LEARNER, "cannot %s '%s': it was freed", verb, a->label);
		return NULL;
	}
	return a;
}

static struct simt_allocation *range_fill(struct simt_mem *m, uint64_t addr, const void *src,
					  uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "write", err);

	if (a && bytes)
		memcpy(a->host + (addr - a->addr), src, bytes);
	return a;
}

int simt_poison(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_fill(m, addr, src, bytes, err);

	if (!a)
		return -1;
	if (bytes)
		shadow_poisoned(a, addr - a->addr, bytes);
	return 0;
}

int simt_write(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_fill(m, addr, src, bytes, err);

	if (!a)
		return -1;
	if (bytes)
		shadow_written(a, addr - a->addr, bytes);
	return 0;
}

int simt_read(struct simt_mem *m, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	struct simt_allocation *a = range_find(m, addr, bytes, "read", err);

	if (!a)
		return -1;
	if (bytes)
		memcpy(dst, a->host + (addr - a->addr), bytes);
	return 0;
}
