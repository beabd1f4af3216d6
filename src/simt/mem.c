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

struct simt_mem {
	struct simt_allocation **table;
	size_t count, cap, freed;
	uint64_t cursor;      /* where the next allocation goes */
	uint64_t used, capacity;
	struct textures *textures;
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
	free(m->table);
	textures_free(m->textures);
	free(m);
}

struct textures **simt_mem_textures(struct simt_mem *m)
{
	return &m->textures;
}

static int table_reserve(struct simt_mem *m, struct error *err)
{
	size_t cap = m->cap ? m->cap * 2 : 32;
	struct simt_allocation **table;

	if (m->count < m->cap)
		return 0;
	table = realloc(m->table, cap * sizeof(*table));
	if (!table)
		return error_nomem(err);
	m->table = table;
	m->cap = cap;
	return 0;
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
	a = calloc(1, sizeof(*a));
	if (!a)
		return error_nomem(err);
	a->host = aligned_alloc(ALIGNMENT, room ? room : ALIGNMENT);
	if (!a->host) {
		free(a);
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
	for (size_t k = 0; k < m->count; k++)
		if (!m->table[k]->freed && i-- == 0)
			return m->table[k];
	return NULL;
}

/* Forgets the oldest freed row once there are too many. */
static void table_trim(struct simt_mem *m)
{
	if (m->freed <= MAX_FREED)
		return;
	for (size_t i = 0; i < m->count; i++)
		if (m->table[i]->freed) {
			free(m->table[i]);
			memmove(m->table + i, m->table + i + 1,
				(m->count - i - 1) * sizeof(*m->table));
			m->count--;
			m->freed--;
			return;
		}
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
	allocation_empty(a);
	a->freed = true;
	m->used -= a->bytes;
	m->freed++;
	table_trim(m);
	return 0;
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
