/*
 * mem.c - the device address space: its allocations.
 *
 * A cursor that only moves up gives addresses, with a gap after every allocation, so an address names one allocation
 * for the life of the memory and an overrun lands in a gap. The table is sorted by address, so a new row goes to its
 * end, before the few rows of host memory, whose addresses we cannot choose. Freed allocations keep their row (not
 * their bytes) while there are not too many of them, so that a later use of the address can be distinguished from a
 * wild one; freed host memory keeps it until the host reuses the addresses.
 */
#include "config.h"

#include "simt/mem/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/order.h"
#include "simt/mem/shadow.h"
#include "simt/mem/texture.h"
#include "simt/mem/touched.h"

#define ALIGNMENT   256u
#define LARGE_PAGE  (2ull << 20)
#define RESERVED_LEAST (256ull << 20)
#define PIECE       (64ull << 20)
#define HOLE        (1ull << 16)
#define POISON      0xA5
#define MAX_FREED   1024
#define HEAP_BYTES  (8ull << 20) /* for malloc() in kernels */
#define HEAP_COST   64u          /* the overhead of a block, as on hardware */
#define NULL_PAGE   4096u

/* A variable that programs share, see mem.h. */
struct managed {
	struct managed *next;
	const void *key;
	void *pages;
	size_t room;          /* size of the pages; 0: they are the program's own */
	size_t users;
};

struct simt_mem {
	struct simt_allocation **table;
	size_t count, cap, freed;
	struct simt_allocation **spare; /* rows to reuse; as many as freed rows were dropped */
	size_t nspare, spare_cap;
	uint64_t cursor;      /* the address of the next allocation */
	uint32_t lives;       /* number of heap blocks so far */
	struct simt_usage device[SIMT_DEVICES];
	struct failed_malloc failed[SIMT_DEVICES];
	uint32_t declared;    /* bits of the declared devices */
	unsigned current;
	bool fuses;
	struct textures *textures;
	struct reservation *reservations;
	struct managed *managed;
	simt_namer *namer;
	void *namer_ctx;
	simt_freed *freed_where;
	void *freed_where_ctx;
	size_t walk_index, walk_row; /* the last position of simt_allocation_at */
};

struct simt_mem *simt_mem_new(uint64_t capacity_bytes, struct error *err)
{
	struct simt_mem *m = calloc(1, sizeof *m);

	if (!m) {
		error_nomem(err);
		return NULL;
	}
	m->cursor = SIMT_GLOBAL_BASE;
	simt_mem_device(m, 0, capacity_bytes, err);
	return m;
}

int simt_mem_device(struct simt_mem *m, unsigned device, uint64_t capacity_bytes, struct error *err)
{
	if (device >= SIMT_DEVICES)
		return error_set(err, PARTY_LEARNER, "there is no device %u: the vm has %u at most", device, SIMT_DEVICES);
	m->device[device].capacity = capacity_bytes;
	if (!(m->declared >> device & 1))
		m->device[device].heap_limit = HEAP_BYTES;
	m->declared |= 1u << device;
	return 0;
}

int simt_use_device(struct simt_mem *m, unsigned device, struct error *err)
{
	if (device >= SIMT_DEVICES || !(m->declared >> device & 1))
		return error_set(err, PARTY_LEARNER, "there is no device %u", device);
	m->current = device;
	return 0;
}

unsigned simt_current_device(const struct simt_mem *m)
{
	return m->current;
}

struct simt_usage simt_mem_usage(const struct simt_mem *m, unsigned device)
{
	return device < SIMT_DEVICES ? m->device[device] : (struct simt_usage){ 0 };
}

/* Frees the bytes and keeps the row. */
static void allocation_empty(struct simt_allocation *a)
{
	shadow_free(a->shadow);
	a->shadow = NULL;
	touched_map_free(a->touched);
	a->touched = NULL;
	if (a->reserved)
		munmap(a->host, a->reserved);
	else if (!a->is_mapped && !a->placed)
		free(a->host);
	a->host = NULL;
	a->reserved = 0;
}

static void managed_free(struct managed **at)
{
	struct managed *v = *at;

	*at = v->next;
	if (v->room)
		munmap(v->pages, v->room);
	free(v);
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
	while (m->managed)
		managed_free(&m->managed);
	reservations_free(m);
	free(m->table);
	textures_free(m->textures);
	free(m->spare);
	free(m);
}

struct textures **simt_mem_textures(struct simt_mem *m)
{
	return &m->textures;
}

struct reservation **simt_mem_reservations(struct simt_mem *m)
{
	return &m->reservations;
}

static int table_reserve(struct simt_mem *m, struct error *err)
{
	m->walk_index = m->walk_row = 0;
	/* Room for every row, so that dropping one needs no memory. */
	if (!array_reserve(&m->table, &m->cap, m->count + 1, sizeof *m->table) ||
	    !array_reserve(&m->spare, &m->spare_cap, m->cap, sizeof *m->spare))
		return error_nomem(err);
	vm_assert(m->count < m->cap && m->nspare <= m->cap);
	return 0;
}

static struct simt_allocation *row_new(struct simt_mem *m)
{
	struct simt_allocation *a = m->nspare ? m->spare[--m->nspare] : malloc(sizeof *a);

	if (a)
		*a = (struct simt_allocation){ .mem = m };
	return a;
}

/* The row with the greatest address not above addr, as an index; -1 if none. */
static ptrdiff_t row_below(const struct simt_mem *m, uint64_t addr)
{
	ORDER_SEARCH(above, m->count, mid, m->table[mid]->addr <= addr)

	return (ptrdiff_t)above - 1;
}

/* The table has room for it. */
static void row_insert(struct simt_mem *m, struct simt_allocation *a)
{
	size_t at = (size_t)(row_below(m, a->addr) + 1);

	vm_assert(m->count < m->cap && a->mem == m);
	memmove(m->table + at + 1, m->table + at, (m->count - at) * sizeof *m->table);
	m->table[at] = a;
	m->count++;
	vm_assert((!at || m->table[at - 1]->addr <= a->addr) && (at + 1 == m->count || a->addr < m->table[at + 1]->addr));
}

/* NULL or 0: unchanged. */
static void row_name(struct simt_allocation *a, const char *label, unsigned elem)
{
	if (label && label != a->label)
		snprintf(a->label, sizeof(a->label), "%s", label);
	a->elem = elem ? elem : a->elem ? a->elem : 1;
}

static uint64_t bytes_left(const struct simt_usage *u)
{
	return u->capacity > u->used ? u->capacity - u->used : 0;
}

/*
 * Large arrays get large pages where the system has them: a kernel that walks down the columns of a matrix would need the address
 * of another page at each step.
 */
static void *bytes_new(uint64_t room)
{
	void *bytes;

	if (room < 2 * LARGE_PAGE)
		return aligned_alloc(ALIGNMENT, room ? room : ALIGNMENT);
	if (posix_memalign(&bytes, LARGE_PAGE, room))
		return NULL;
	madvise(bytes, room / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE); /* or small ones */
	return bytes;
}

/*
 * A reservation, for arrays that a program may use in part: memory of the system is needed for what is written.
 *
 *	| piece | piece | piece | ...   each a private view of the same poisoned file: the first write to a page copies it
 */
static void *bytes_reserve(uint64_t room)
{
	static int poison = -1; /* nobody writes it any more */
	uint8_t *bytes, *view;

	if (poison < 0) {
		poison = memfd_create("warpbook-unwritten", MFD_CLOEXEC);
		view = poison < 0 || ftruncate(poison, PIECE) ? MAP_FAILED : mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED,
										  poison, 0);
		if (view == MAP_FAILED) {
			if (poison >= 0)
				close(poison);
			poison = -1;
			return NULL;
		}
		memset(view, POISON, PIECE);
		munmap(view, PIECE);
	}
	bytes = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	for (uint64_t at = 0; bytes != MAP_FAILED && at < room; at += PIECE)
		if (mmap(bytes + at, room - at < PIECE ? room - at : PIECE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, poison, 0) == MAP_FAILED) {
			munmap(bytes, room);
			return NULL;
		}
	return bytes == MAP_FAILED ? NULL : bytes;
}

/* Sets the bytes of a new allocation, all of which hold POISON. */
static bool bytes_take(struct simt_allocation *a, uint64_t room)
{
	vm_assert(!a->host && !a->shadow);
	a->host = room >= RESERVED_LEAST ? bytes_reserve(room) : NULL;
	a->reserved = a->host ? room : 0;
	if (a->host)
		return true;
	a->host = bytes_new(room);
	if (a->host)
		memset(a->host, POISON, room ? room : ALIGNMENT);
	return a->host;
}

int simt_capacity_take(struct simt_mem *m, unsigned device, uint64_t bytes, struct error *err)
{
	struct simt_usage *usage = &m->device[device];

	vm_assert(device < SIMT_DEVICES);
	if (bytes <= bytes_left(usage)) {
		usage->used += bytes;
		return 0;
	}
	usage->refused = bytes > usage->refused ? bytes : usage->refused;
	error_set(err, PARTY_MACHINE, "device memory is full: %llu bytes requested, %llu of %llu left",
		  (unsigned long long)bytes, (unsigned long long)bytes_left(usage), (unsigned long long)usage->capacity);
	return error_remedy(err, "free something first, or use a smaller problem");
}

void simt_capacity_return(struct simt_mem *m, unsigned device, uint64_t bytes)
{
	vm_assert(m->device[device].used >= bytes);
	m->device[device].used -= bytes;
}

int simt_addresses_take(struct simt_mem *m, uint64_t bytes, uint64_t alignment, uint64_t *addr, struct error *err)
{
	const uint64_t at = (m->cursor + alignment - 1) / alignment * alignment;

	if (at < m->cursor || at > SIMT_GLOBAL_END - 2 * HOLE || bytes > SIMT_GLOBAL_END - at - 2 * HOLE)
		return error_set(err, PARTY_MACHINE, "device memory is full: all of its addresses are used up");
	m->cursor = at + (bytes / HOLE + 2) * HOLE;
	*addr = at;
	return 0;
}

int simt_row_put(struct simt_mem *m, const struct simt_allocation *like, struct simt_allocation **row, struct error *err)
{
	struct simt_allocation *a = table_reserve(m, err) < 0 ? NULL : row_new(m);

	if (!a)
		return error_nomem(err);
	*a = *like;
	row_insert(m, a);
	*row = a;
	return 0;
}

void simt_row_drop(struct simt_mem *m, struct simt_allocation *a)
{
	const ptrdiff_t at = row_below(m, a->addr);

	vm_assert(at >= 0 && m->table[at] == a && !a->freed && m->nspare < m->cap);
	allocation_empty(a);
	m->count--;
	memmove(m->table + at, m->table + at + 1, (m->count - (size_t)at) * sizeof *m->table);
	m->spare[m->nspare++] = a;
	m->walk_index = m->walk_row = 0;
}

int simt_alloc_on(struct simt_mem *m, unsigned device, uint64_t bytes, const char *label, unsigned elem,
		  unsigned flags, uint64_t *addr, struct error *err)
{
	uint64_t room = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	struct simt_usage *usage = &m->device[device];
	struct simt_allocation *a;

	vm_assert(device < SIMT_DEVICES);
	if (bytes > bytes_left(usage))
		return simt_capacity_take(m, device, bytes, err); /* says why */
	if (room < bytes || room > SIMT_GLOBAL_END - m->cursor - 2 * HOLE)
		return error_set(err, PARTY_MACHINE, "device memory is full: all of its addresses are used up");
	if (table_reserve(m, err) < 0)
		return -1;
	a = row_new(m);
	if (!a)
		return error_nomem(err);
	if (!bytes_take(a, room)) {
		usage->refused = bytes > usage->refused ? bytes : usage->refused;
		usage->no_room = true;
		vm_assert(m->count + m->nspare < m->cap);
		m->spare[m->nspare++] = a;
		return error_nomem(err);
	}
	a->addr = m->cursor;
	a->bytes = bytes;
	a->flags = flags;
	row_name(a, label, elem);
	m->cursor += (room / HOLE + 2) * HOLE;
	a->device = (uint8_t)device;
	a->reach = 1u << device;
	usage->used += bytes;
	row_insert(m, a);
	*addr = a->addr;
	return 0;
}

int simt_alloc(struct simt_mem *m, uint64_t bytes, const char *label, unsigned elem,
	       unsigned flags, uint64_t *addr, struct error *err)
{
	return simt_alloc_on(m, m->current, bytes, label, elem, flags, addr, err);
}

void simt_place_next(struct simt_mem *m, uint64_t addr)
{
	m->cursor = addr;
}

int simt_alloc_at(struct simt_mem *m, uint64_t addr, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		  struct error *err)
{
	const uint64_t cursor = m->cursor;
	uint64_t at;
	int status;

	m->cursor = addr;
	status = simt_alloc(m, bytes, label, elem, flags, &at, err);
	/* Addresses of host memory do not move our cursor. */
	if (m->cursor < cursor || addr < SIMT_GLOBAL_BASE || addr >= SIMT_GLOBAL_END)
		m->cursor = cursor;
	return status;
}

struct simt_allocation *simt_below(struct simt_mem *m, uint64_t addr)
{
	ptrdiff_t i = row_below(m, addr);

	return i >= 0 ? m->table[i] : NULL;
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

/*
 * Forgets the oldest freed rows once there are too many: more than the others, so that to free n rows takes time in proportion to
 * n.
 */
static void table_trim(struct simt_mem *m)
{
	size_t kept = 0;

	m->walk_index = m->walk_row = 0;
	if (m->freed <= 2 * MAX_FREED || m->freed < m->count - m->freed)
		return;
	for (size_t i = 0; i < m->count; i++)
		if (m->table[i]->freed && m->freed > MAX_FREED) {
			vm_assert(m->nspare < m->cap);
			m->spare[m->nspare++] = m->table[i];
			m->freed--;
		} else {
			m->table[kept++] = m->table[i];
		}
	m->count = kept;
	vm_assert(m->freed <= kept && kept + m->nspare <= m->cap);
}

static void row_free(struct simt_mem *m, struct simt_allocation *a)
{
	vm_assert(!a->freed && (a->is_mapped || m->device[a->device].used >= a->bytes));
	allocation_empty(a);
	a->freed = true;
	m->device[a->device].used -= a->is_mapped ? 0 : a->bytes;
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
	if (a->is_mapped)
		return error_set(err, PARTY_LEARNER, "'%s' is host memory: it was not allocated on the device", a->label);
	if (a->is_heap)
		return error_set(err, PARTY_LEARNER, "'%s' was allocated in a kernel and can only be freed in one", a->label);
	if (a->placed)
		return error_set(err, PARTY_LEARNER, "'%s' was mapped, and can only be unmapped", a->label);
	row_free(m, a);
	return 0;
}

bool simt_name(struct simt_mem *m, uint64_t addr, const char *label, unsigned elem)
{
	struct simt_allocation *a = simt_find(m, addr);

	if (a)
		row_name(a, label, elem);
	return a;
}

bool simt_shape(struct simt_mem *m, uint64_t addr, const uint64_t *inner, size_t n)
{
	struct simt_allocation *a = simt_find(m, addr);

	if (!a || a->addr != addr || n > SIMT_INNER)
		return false;
	for (size_t i = 0; i < SIMT_INNER; i++)
		a->inner[i] = i < n ? inner[i] : 0;
	return true;
}

void simt_mem_namer(struct simt_mem *m, simt_namer *namer, void *ctx)
{
	m->namer = namer;
	m->namer_ctx = ctx;
}

void simt_mem_freed(struct simt_mem *m, simt_freed *freed, void *ctx)
{
	m->freed_where = freed;
	m->freed_where_ctx = ctx;
}

void allocation_freed(const struct simt_allocation *a, char where[65])
{
	char text[64] = "";

	if (a->mem->freed_where)
		a->mem->freed_where(a->mem->freed_where_ctx, a->addr, text);
	snprintf(where, 65, "%s%.63s", *text ? " " : "", text);
}

const char *allocation_label(const struct simt_allocation *a)
{
	struct simt_allocation *row = a->asked || !a->mem->namer ? NULL : simt_below(a->mem, a->addr);

	if (row == a) {
		row->asked = true;
		a->mem->namer(a->mem->namer_ctx, a->addr, row->label, &row->elem);
		row->label[sizeof(row->label) - 1] = '\0';
		row->elem = row->elem ? row->elem : 1;
	}
	return a->label[0] ? a->label : "memory";
}

bool simt_allocation_info(struct simt_mem *m, uint64_t addr, struct simt_allocation_info *info)
{
	const struct simt_allocation *a = simt_find(m, addr);

	if (a)
		*info = (struct simt_allocation_info){
			.addr = a->addr, .bytes = a->bytes, .device = a->is_mapped ? -1 : a->device, .flags = a->flags,
			.elem = a->elem, .label = a->label, .host = a->host, .is_mapped = a->is_mapped, .is_freed = a->freed,
			.is_heap = a->is_heap, .is_const = a->is_const,
		};
	return a;
}

/* ---- host memory ---- */

/* Are the addresses outside windows and device memory, so that host memory may be there? */
static bool address_is_free(uint64_t addr, uint64_t bytes)
{
	static const struct { uint64_t from, to; } ours[] = {
		{ 0, NULL_PAGE }, { SIMT_SHARED_BASE, SIMT_SHARED_BASE + SIMT_WINDOW },
		{ SIMT_LOCAL_BASE, SIMT_LOCAL_BASE + SIMT_LOCAL_WINDOW }, { SIMT_PARAM_BASE, SIMT_PARAM_BASE + SIMT_WINDOW },
		{ SIMT_CODE_BASE, SIMT_CODE_BASE + SIMT_WINDOW }, { SIMT_GLOBAL_BASE, SIMT_GLOBAL_END },
	};

	if (bytes > UINT64_MAX - addr)
		return false;
	for (size_t k = 0; k < sizeof(ours) / sizeof *ours; k++)
		if (addr < ours[k].to && addr + bytes > ours[k].from)
			return false;
	return true;
}

/* Forgets unmapped rows in the new memory's range; false if memory there is still mapped, with `*first` the row. */
static bool rows_clear(struct simt_mem *m, uint64_t addr, uint64_t bytes, const struct simt_allocation **first)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->count; i++) {
		*first = m->table[i];
		if ((*first)->addr < addr + bytes && (*first)->addr + (*first)->bytes > addr && !(*first)->freed)
			return false;
	}
	for (size_t i = 0; i < m->count; i++) {
		struct simt_allocation *a = m->table[i];

		if (a->addr < addr + bytes && a->addr + a->bytes > addr) {
			m->spare[m->nspare++] = a;
			m->freed--;
		} else {
			m->table[kept++] = a;
		}
	}
	m->count = kept;
	return true;
}

int simt_map(struct simt_mem *m, void *host, uint64_t bytes, const char *label, unsigned elem, struct error *err)
{
	uint64_t addr = (uintptr_t)host;
	const struct simt_allocation *other;
	struct simt_allocation *a;

	if (!bytes || !address_is_free(addr, bytes))
		return error_set(err, PARTY_LEARNER, "%llu bytes of host memory at %p cannot be mapped",
				 (unsigned long long)bytes, host);
	if (table_reserve(m, err) < 0)
		return -1;
	if (!rows_clear(m, addr, bytes, &other))
		return error_set(err, PARTY_LEARNER, "host memory at %p is mapped already: it overlaps '%s'", host, other->label);
	a = row_new(m);
	if (!a)
		return error_nomem(err);
	a->addr = addr;
	a->bytes = bytes;
	a->host = host;
	a->flags = SIMT_INITIALISED;
	a->is_mapped = true;
	a->reach = UINT32_MAX;
	row_name(a, label, elem);
	row_insert(m, a);
	return 0;
}

int simt_unmap(struct simt_mem *m, void *host, struct error *err)
{
	struct simt_allocation *a = simt_find(m, (uintptr_t)host);

	if (!a || a->addr != (uintptr_t)host || !a->is_mapped)
		return error_set(err, PARTY_LEARNER, "%p is not the start of mapped host memory", host);
	if (a->freed)
		return error_set(err, PARTY_LEARNER, "host memory '%s' was unmapped before", a->label);
	row_free(m, a);
	return 0;
}

/* The link to the variable's row, or the link at the end. */
static struct managed **managed_find(struct simt_mem *m, const void *key)
{
	struct managed **at = &m->managed;

	while (*at && (*at)->key != key)
		at = &(*at)->next;
	return at;
}

int simt_managed_take(struct simt_mem *m, const void *key, void *home, uint64_t bytes, const char *label, unsigned elem,
		      uint64_t *addr, bool *is_fresh, struct error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), room = ((size_t)bytes + page) / page * page;
	struct managed **at = managed_find(m, key), *v = *at;

	*is_fresh = !v;
	if (!v) {
		v = calloc(1, sizeof *v);
		if (!v)
			return error_nomem(err);
		*v = (struct managed){ .key = key, .pages = home, .room = home ? 0 : room };
		if (!home)
			v->pages = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (v->pages == MAP_FAILED || simt_map(m, v->pages, bytes ? bytes : 1, label, elem, err) < 0) {
			if (v->pages == MAP_FAILED)
				error_nomem(err);
			else if (!home)
				munmap(v->pages, room);
			free(v);
			return -1;
		}
		*at = v;
	}
	v->users++;
	*addr = (uintptr_t)v->pages;
	return 0;
}

void simt_managed_drop(struct simt_mem *m, const void *key)
{
	struct managed **at = managed_find(m, key);

	if (!*at || --(*at)->users)
		return;
	simt_unmap(m, (*at)->pages, NULL);
	managed_free(at);
}

void simt_fuse(struct simt_mem *m, bool on)
{
	m->fuses = on;
}

bool simt_fuses(const struct simt_mem *m)
{
	return m->fuses;
}

/* ---- the heap of kernels ---- */

void simt_heap_limit(struct simt_mem *m, uint64_t bytes)
{
	m->device[m->current].heap_limit = bytes;
}

static uint64_t heap_cost(uint64_t bytes)
{
	return (bytes + 15) / 16 * 16 + HEAP_COST;
}

static enum heap_result malloc_fails(struct failed_malloc *r, uint64_t bytes, const char *label)
{
	if (!r->most) {
		snprintf(r->label, sizeof r->label, "%s", label);
		r->bytes = bytes;
	}
	r->most = bytes > r->most ? bytes : r->most;
	return HEAP_FULL;
}

const struct failed_malloc *simt_failed_malloc(const struct simt_mem *m, unsigned device)
{
	return m->failed[device].most ? &m->failed[device] : NULL;
}

enum heap_result simt_heap_alloc(struct simt_mem *m, unsigned device, uint64_t bytes, const char *label, uint64_t *addr)
{
	struct simt_usage *u = &m->device[device];
	struct error ignored = { 0 };

	if (bytes > u->heap_limit || u->heap_used + heap_cost(bytes) > u->heap_limit || bytes > bytes_left(u))
		return malloc_fails(&m->failed[device], bytes, label);
	if (simt_alloc_on(m, device, bytes, label, 1, 0, addr, &ignored) < 0)
		return HEAP_NO_MEMORY;
	m->table[row_below(m, *addr)]->is_heap = true;
	m->table[row_below(m, *addr)]->life = ++m->lives;
	u->heap_used += heap_cost(bytes);
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
	m->device[a->device].heap_used -= heap_cost(a->bytes);
	row_free(m, a);
	return HEAP_DONE;
}
