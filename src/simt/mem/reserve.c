/*
 * reserve.c - see reserve.h: addresses that are reserved, and memory mapped there piece by piece.
 *
 *	addresses   |<------------------ reservation ------------------>|
 *	pieces           |  p  |  q  |           |  r  |
 *	allocations      |     a     |           |  b  |                      p and q are open to the same devices
 *	host memory |....|ppppp|qqqqq|...........|rrrrr|................|    inaccessible where nothing is mapped
 *
 * The host's memory of a reservation is one range, so an allocation of several pieces has its bytes in a row. A piece is shared
 * memory of the system, seen there and wherever else it is mapped.
 */
#include "config.h"

#include "simt/reserve.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/order.h"
#include "simt/mem/mem.h"
#include "simt/mem/shadow.h"

#define POISON      0xA5
#define POISON_MOST (256ull << 20) /* of larger memory only what is used takes memory of the system */

struct reservation {
	struct reservation *next;
	uint64_t addr, bytes;
	uint8_t *host;
	struct simt_piece *pieces; /* by address */
	size_t n;
};

/* ---- memory --------------------------------------------------------------------------------------- */

uint8_t *simt_store_new(struct simt_mem *m, unsigned device, uint64_t bytes, struct error *err)
{
	uint8_t *view;

	if (simt_capacity_take(m, device, bytes, err) < 0)
		return NULL;
	view = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (view == MAP_FAILED) {
		simt_capacity_return(m, device, bytes);
		error_nomem(err);
		return NULL;
	}
	if (bytes < POISON_MOST)
		memset(view, POISON, bytes);
	return view;
}

void simt_store_free(struct simt_mem *m, unsigned device, uint8_t *view, uint64_t bytes)
{
	munmap(view, bytes);
	simt_capacity_return(m, device, bytes);
}

/* ---- reservations ------------------------------------------------------------------------------------ */

static struct reservation *reservation_at(struct simt_mem *m, uint64_t addr)
{
	struct reservation *r = *simt_mem_reservations(m);

	while (r && addr - r->addr >= r->bytes)
		r = r->next;
	return r;
}

int simt_reserve(struct simt_mem *m, uint64_t bytes, uint64_t alignment, uint64_t *addr, struct error *err)
{
	struct reservation *r = calloc(1, sizeof *r);

	vm_assert(bytes && bytes % SIMT_PIECE_BYTES == 0 && alignment % SIMT_PIECE_BYTES == 0);
	if (!r)
		return error_nomem(err);
	r->bytes = bytes;
	r->host = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (r->host == MAP_FAILED || simt_addresses_take(m, bytes, alignment, &r->addr, err) < 0) {
		if (r->host == MAP_FAILED)
			error_nomem(err);
		else
			munmap(r->host, bytes);
		free(r);
		return -1;
	}
	r->next = *simt_mem_reservations(m);
	*simt_mem_reservations(m) = r;
	*addr = r->addr;
	return 0;
}

bool simt_reservation_find(struct simt_mem *m, uint64_t addr, uint64_t *start, uint64_t *bytes)
{
	const struct reservation *r = reservation_at(m, addr);

	if (r) {
		*start = r->addr;
		*bytes = r->bytes;
	}
	return r;
}

static void reservation_free(struct reservation **at)
{
	struct reservation *r = *at;

	*at = r->next;
	munmap(r->host, r->bytes);
	free(r->pieces);
	free(r);
}

int simt_unreserve(struct simt_mem *m, uint64_t addr, struct error *err)
{
	struct reservation **at = simt_mem_reservations(m);

	while (*at && (*at)->addr != addr)
		at = &(*at)->next;
	if (!*at || (*at)->n)
		return error_set(err, PARTY_LEARNER, "0x%llx is not the start of reserved addresses without memory",
				 (unsigned long long)addr);
	reservation_free(at);
	return 0;
}

void reservations_free(struct simt_mem *m)
{
	while (*simt_mem_reservations(m))
		reservation_free(simt_mem_reservations(m));
}

/* ---- pieces ----------------------------------------------------------------------------------------- */

/* The first piece that ends after addr; n if there is none. */
static size_t piece_from(const struct reservation *r, uint64_t addr)
{
	ORDER_SEARCH(first, r->n, mid, r->pieces[mid].addr + r->pieces[mid].bytes <= addr)

	return first;
}

static struct simt_piece *piece_in(const struct reservation *r, uint64_t addr)
{
	const size_t i = r ? piece_from(r, addr) : 0;

	return r && i < r->n && r->pieces[i].addr <= addr ? &r->pieces[i] : NULL;
}

const struct simt_piece *simt_piece_at(struct simt_mem *m, uint64_t addr)
{
	return piece_in(reservation_at(m, addr), addr);
}

enum simt_gap simt_gap(struct simt_mem *m, uint64_t addr)
{
	const struct reservation *r = reservation_at(m, addr);
	const struct simt_piece *p = piece_in(r, addr);

	return !r || (p && p->reach) ? GAP_NOWHERE : p ? GAP_MAPPED : GAP_RESERVED;
}

int simt_piece_map(struct simt_mem *m, const struct simt_piece *p, struct error *err)
{
	struct reservation *r = reservation_at(m, p->addr);
	size_t at = r ? piece_from(r, p->addr) : 0;

	vm_assert(p->bytes && p->bytes % SIMT_PIECE_BYTES == 0 && p->addr % SIMT_PIECE_BYTES == 0 && !p->reach);
	if (!r || p->bytes > r->bytes - (p->addr - r->addr) || (at < r->n && r->pieces[at].addr < p->addr + p->bytes))
		return error_set(err, PARTY_LEARNER, "nothing can be mapped at 0x%llx", (unsigned long long)p->addr);
	if (!array_push(&r->pieces, &r->n, sizeof *r->pieces))
		return error_nomem(err);
	/* An old size of 0 makes a second view of shared memory. */
	if (mremap(p->view, 0, p->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, r->host + (p->addr - r->addr)) == MAP_FAILED) {
		r->n--;
		return error_nomem(err);
	}
	memmove(r->pieces + at + 1, r->pieces + at, (r->n - 1 - at) * sizeof *r->pieces);
	r->pieces[at] = *p;
	return 0;
}

/* ---- pieces as allocations ----------------------------------------------------------------------------- */

/* Whichever devices own them: programs spread one array over several. */
static bool may_join(const struct simt_allocation *a, const struct simt_allocation *b)
{
	return a && b && a->placed && b->placed && a->addr + a->bytes == b->addr && a->reach == b->reach;
}

/* Appends `next`, which lies behind it, and ends that. */
static int row_join(struct simt_mem *m, struct simt_allocation *a, struct simt_allocation *next, struct error *err)
{
	const uint64_t offset = a->bytes;

	vm_assert(may_join(a, next) && a->host + a->bytes == next->host);
	if (a->shadow && shadow_grow(a->shadow, next->bytes) < 0)
		return error_nomem(err);
	a->bytes += next->bytes;
	memset(a->inner, 0, sizeof a->inner);
	a->was_read |= next->was_read;
	a->was_written |= next->was_written;
	a->scattered |= next->scattered;
	if (next->shadow || a->shadow)
		shadow_moved(a, offset, next, 0, next->bytes);
	simt_row_drop(m, next);
	return 0;
}

/* The piece becomes an allocation, or part of its neighbours. Returns -1 when out of memory. */
static int row_begin(struct simt_mem *m, const struct reservation *r, const struct simt_piece *p, uint32_t reach, bool alone,
		     const struct simt_allocation *before, struct error *err)
{
	struct simt_allocation *a, *left = simt_below(m, p->addr - 1), *right = simt_find(m, p->addr + p->bytes);
	const struct simt_allocation like = {
		.addr = p->addr, .bytes = p->bytes, .host = r->host + (p->addr - r->addr), .mem = m, .elem = 1,
		.device = (uint8_t)p->device, .reach = reach, .placed = true,
	};

	if (simt_row_put(m, &like, &a, err) < 0)
		return -1;
	if (before)
		shadow_moved(a, 0, (struct simt_allocation *)before, 0, p->bytes);
	else if (p->is_written)
		shadow_written(a, 0, p->bytes);
	if (!alone && may_join(a, right) && row_join(m, a, right, err) < 0)
		return -1;
	return !alone && may_join(left, a) ? row_join(m, left, a, err) : 0;
}

/* What the host's and the kernels' accesses have left of a part of `a`: an allocation without bytes, only for shadow_moved. */
static struct simt_allocation part_of(struct simt_allocation *a, uint64_t offset, uint64_t bytes)
{
	struct simt_allocation part = *a;

	part.addr = a->addr + offset;
	part.bytes = bytes;
	part.host = a->host + offset;
	part.shadow = NULL;
	part.touched = NULL;
	memset(part.inner, 0, sizeof part.inner);
	if (a->shadow)
		shadow_moved(&part, 0, a, offset, bytes);
	return part;
}

/* Takes the piece out of its allocation, of which nothing, one part or two parts stay. */
static int row_cut(struct simt_mem *m, const struct simt_piece *p, struct error *err)
{
	struct simt_allocation *a = simt_find(m, p->addr), *row, left, right;
	const uint64_t offset = p->addr - a->addr, behind = offset + p->bytes;

	vm_assert(a->placed && behind <= a->bytes);
	left = part_of(a, 0, offset);
	right = part_of(a, behind, a->bytes - behind);
	*right.label = '\0';
	right.asked = false;
	simt_row_drop(m, a);
	if ((left.bytes && simt_row_put(m, &left, &row, err) < 0) || (right.bytes && simt_row_put(m, &right, &row, err) < 0))
		return -1;
	if (!left.bytes)
		shadow_free(left.shadow);
	if (!right.bytes)
		shadow_free(right.shadow);
	return 0;
}

int simt_piece_open(struct simt_mem *m, uint64_t addr, uint32_t reach, bool alone, struct error *err)
{
	struct reservation *r = reservation_at(m, addr);
	struct simt_piece *p = piece_in(r, addr);
	struct simt_allocation before, *row;
	const bool was_open = p && p->reach;
	int failed = 0;

	if (!p || p->addr != addr)
		return error_set(err, PARTY_LEARNER, "no memory is mapped at 0x%llx", (unsigned long long)addr);
	if (p->reach == reach)
		return 0;
	if (was_open) {
		row = simt_find(m, addr);
		if (!row) /* memory was lacking before */
			return error_nomem(err);
		before = part_of(row, addr - row->addr, p->bytes);
		failed = row_cut(m, p, err);
	}
	if (!failed && reach)
		failed = row_begin(m, r, p, reach, alone, was_open ? &before : NULL, err);
	if (was_open)
		shadow_free(before.shadow);
	p->is_written |= was_open;
	p->reach = failed ? 0 : reach;
	return failed;
}

void simt_pieces_written(struct simt_mem *m, const void *owner)
{
	for (struct reservation *r = *simt_mem_reservations(m); r; r = r->next)
		for (size_t i = 0; i < r->n; i++) {
			struct simt_piece *p = &r->pieces[i];
			struct simt_allocation *a = p->owner == owner && p->reach ? simt_find(m, p->addr) : NULL;

			p->is_written |= p->owner == owner;
			if (a)
				shadow_written(a, p->addr - a->addr, p->bytes);
		}
}

int simt_piece_unmap(struct simt_mem *m, uint64_t addr, struct error *err)
{
	struct reservation *r = reservation_at(m, addr);
	struct simt_piece *p = piece_in(r, addr);

	if (simt_piece_open(m, addr, 0, false, err) < 0)
		return -1;
	mmap(r->host + (addr - r->addr), p->bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	r->n--;
	memmove(p, p + 1, (size_t)(r->pieces + r->n - p) * sizeof *p);
	return 0;
}
