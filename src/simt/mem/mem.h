/*
 * mem.h - the device address space: allocations with unmapped space between
 * them, found by address.
 *
 * The vm looks up each address in a table of allocations sorted by address, so a kernel cannot access other memory, and
 * addresses from simt_alloc are not host addresses. The 64-bit generic space:
 *
 *	0                          null page, never mapped
 *	SIMT_SHARED_BASE + offset  the block's shared window (16 MiB)
 *	SIMT_LOCAL_BASE  + offset  local windows, 512 KiB for each thread of the block, those of eight blocks (SIMT_LOCAL_WINDOW)
 *	SIMT_PARAM_BASE  + offset  the kernel's parameters, for reading
 *	SIMT_CODE_BASE   + 16 n    the module's functions: kernels can call them, not read them
 *	SIMT_GLOBAL_BASE ... _END  allocations: .global, .const and simt_alloc
 *	anywhere else              host memory from simt_map, at the host's own addresses
 *
 * Specific addresses of shared and local memory are plain offsets, as on hardware
 * (32-bit arithmetic on them works).
 */
#ifndef WARPBOOK_SIMT_MEM_MEM_H
#define WARPBOOK_SIMT_MEM_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/simt.h"

struct reservation;
struct shadow;
struct textures;
struct touched_map;

#define SIMT_WINDOW      (1ull << 24)
/* size of a slice of the shared window: first the block's own memory, then that of each block of its cluster, by rank */
#define SIMT_SLICE       (1ull << 19)
#define SIMT_SLICES      (SIMT_WINDOW / SIMT_SLICE)
#define SIMT_LOCAL_WINDOW (1ull << 32)
#define SIMT_SHARED_BASE (1ull << 32)
#define SIMT_LOCAL_BASE  (2ull << 32)
#define SIMT_PARAM_BASE  (3ull << 32)
#define SIMT_CODE_BASE   (4ull << 32)

struct simt_allocation {
	uint64_t addr, bytes;
	uint8_t *host;       /* the bytes */
	uint64_t reserved;   /* of a large one: the bytes from mmap; else 0 */
	struct simt_mem *mem;
	char label[64];      /* "out", or a variable's name; "" if it has none: findings use allocation_label */
	unsigned elem;       /* element size for indices */
	uint64_t inner[SIMT_INNER]; /* the sizes of its dimensions but the first, for indices; 0 behind the last */
	unsigned flags;      /* enum simt_alloc_flags */
	bool asked;          /* the namer has been called for the label */
	bool freed;          /* kept for a while so that a finding can name it after its free */
	bool is_const;
	bool was_written;    /* a kernel was the first to write some of its bytes, */
	bool was_read;       /* and something has read some of them: check_calm.c */
	bool scattered;      /* a kernel has stored at an index that depends on data */
	bool is_heap;        /* from malloc() in a kernel */
	uint32_t life;       /* of a heap block: a number that no other block of this memory ever gets; else 0 */
	bool is_mapped;      /* the caller of simt_map owns the bytes */
	bool placed;         /* in a reservation, which owns the bytes: it becomes longer and shorter (reserve.c) */
	uint8_t device;      /* the owner's number */
	uint32_t reach;      /* bits of the devices that own it: one, or all for host memory */
	struct touched_map *touched; /* of the running launch, if it records a footprint (touched.h) */
	struct shadow *shadow; /* the checkers' state of the bytes (shadow.h); NULL until needed */
};

/* The allocation that contains addr, even a freed one; else NULL. */
struct simt_allocation *simt_find(struct simt_mem *m, uint64_t addr);
/* The last one that begins at or before addr; NULL if there is none. */
struct simt_allocation *simt_below(struct simt_mem *m, uint64_t addr);
/* The one that contains addr or is nearest to it (for "40 bytes past the end of `out`"); NULL if there is none. */
struct simt_allocation *simt_nearest(struct simt_mem *m, uint64_t addr);
/* The name for a finding; asks the namer for name and elem if there is no label yet. "memory" if the name is unknown. */
const char *allocation_label(const struct simt_allocation *a);
/* " on line 41", where it was freed; "" if unknown. */
void allocation_freed(const struct simt_allocation *a, char where[65]);
/* The i-th live allocation, by address; NULL past the last. */
struct simt_allocation *simt_allocation_at(struct simt_mem *m, size_t i);
/* texture.c keeps its table there; NULL until there are any. */
struct textures **simt_mem_textures(struct simt_mem *m);

/* simt_alloc for a device other than the current one. */
int simt_alloc_on(struct simt_mem *m, unsigned device, uint64_t bytes, const char *label, unsigned elem,
		  unsigned flags, uint64_t *addr, struct error *err);
/* simt_alloc at that address; the caller knows it to be free, with a gap after it. */
int simt_alloc_at(struct simt_mem *m, uint64_t addr, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		  struct error *err);
unsigned simt_current_device(const struct simt_mem *m);
bool simt_fuses(const struct simt_mem *m);

/*
 * The device's heap, for malloc() in kernels: blocks are allocations like others. Their rows are never freed while
 * the memory lives, only reused for later blocks, so that pointers to rows stay valid.
 */
enum heap_result { HEAP_DONE, HEAP_FULL, HEAP_NO_MEMORY, HEAP_FREED_BEFORE, HEAP_NOT_A_BLOCK };
enum heap_result simt_heap_alloc(struct simt_mem *m, unsigned device, uint64_t bytes, const char *label, uint64_t *addr);
enum heap_result simt_heap_free(struct simt_mem *m, uint64_t addr);
/* Requests that did not fit, for which malloc() returned null: the label and bytes of the first, and the bytes of the largest. */
struct failed_malloc { char label[32]; uint64_t bytes, most; };
/* NULL: none so far. */
const struct failed_malloc *simt_failed_malloc(const struct simt_mem *m, unsigned device);

/*
 * A managed variable, shared by all programs of its module: zeroed pages at a host address, allocated for the first
 * program (`is_fresh`: the caller fills them) and freed with the last; or at `home`, in pages that stay the host's. `key`
 * identifies the variable.
 */
int simt_managed_take(struct simt_mem *m, const void *key, void *home, uint64_t bytes, const char *label, unsigned elem,
		      uint64_t *addr, bool *is_fresh, struct error *err);
void simt_managed_drop(struct simt_mem *m, const void *key);


/* ---- reserve.c ---- */

void reservations_free(struct simt_mem *m);
/*
 * What it needs of mem.c: its list; addresses that no allocation has or will have; a row, as a copy of `like`, and its end; a
 * part of a device's memory. 0, or -1 with a reason.
 */
struct reservation **simt_mem_reservations(struct simt_mem *m);
int simt_addresses_take(struct simt_mem *m, uint64_t bytes, uint64_t alignment, uint64_t *addr, struct error *err);
int simt_row_put(struct simt_mem *m, const struct simt_allocation *like, struct simt_allocation **row, struct error *err);
void simt_row_drop(struct simt_mem *m, struct simt_allocation *a);
int simt_capacity_take(struct simt_mem *m, unsigned device, uint64_t bytes, struct error *err);
void simt_capacity_return(struct simt_mem *m, unsigned device, uint64_t bytes);
/* And of shadow.c: `more` bytes, a multiple of 8, not initialised; all cells are forgotten. -1 when out of memory. */
int shadow_grow(struct shadow *s, uint64_t more);

#endif
