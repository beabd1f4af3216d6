/*
 * memory.h - the address space of the devices: allocations, their names, and their bytes. A chapter of simt.h, which others
 * include.
 */
#ifndef WARPBOOK_SIMT_MEMORY_H
#define WARPBOOK_SIMT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct simt_mem;

/* ---- memory ---- */

/* Addresses from simt_alloc lie in [base, end); on the machines that we support no host address does. */
#define SIMT_GLOBAL_BASE (1ull << 40)
#define SIMT_GLOBAL_END  (1ull << 46)

/* Creates a memory with device 0, of that capacity, as the current device. */
struct simt_mem *simt_mem_new(uint64_t capacity_bytes, struct error *err);
void simt_mem_free(struct simt_mem *m);

/*
 * Devices share the address space; each has its own capacity. Every allocation and program belongs to the device that was
 * current at its creation, including memory that a kernel allocates or a launch needs. A kernel can access its own
 * device's memory, that of the devices in simt_launch.reach, and host memory.
 */
#define SIMT_DEVICES 32
/* Declares a device, 0 to 31, or changes its capacity; memory in use stays. */
int simt_mem_device(struct simt_mem *m, unsigned device, uint64_t capacity_bytes, struct error *err);
/* Makes a declared device the current one: for simt_alloc, arrays, simt_heap_limit and simt_program_new. */
int simt_use_device(struct simt_mem *m, unsigned device, struct error *err);
/* In bytes. `refused`: the largest request that found no room; `no_room`: this machine had none for one, the device had. */
struct simt_usage { uint64_t used, capacity, heap_used, heap_limit, refused; bool no_room; };
struct simt_usage simt_mem_usage(const struct simt_mem *m, unsigned device);

/*
 * Bytes for malloc() and new in kernels of the current device, 8 MiB by default (cudaLimitMallocHeapSize);
 * blocks cost 64 more than their size.
 */
void simt_heap_limit(struct simt_mem *m, uint64_t bytes);

enum simt_alloc_flags {
	SIMT_READ_ONLY = 1, /* a kernel's write is a finding (input arrays) */
	SIMT_INITIALISED = 2, /* counts as written from the start */
	SIMT_PITCHED = 4,   /* rows with a pitch: for advice only */
};

/*
 * Device memory, 256-byte aligned, with unmapped space on both sides. `label`
 * names it in findings ("out"; cut after 63 bytes); `elem` is the element size for indices
 * in findings (1 if unknown). Fresh bytes are 0xA5 and not initialised.
 */
int simt_alloc(struct simt_mem *m, uint64_t bytes, const char *label, unsigned elem,
	       unsigned flags, uint64_t *addr, struct error *err);
int simt_free(struct simt_mem *m, uint64_t addr, struct error *err);

/*
 * Maps host memory that kernels of every device use at the host's own address (pinned, mapped, registered, managed).
 * The caller owns the bytes, which must live until simt_unmap, count as written, and use no device capacity. The
 * address is arbitrary, but may not overlap other mapped memory.
 */
int simt_map(struct simt_mem *m, void *host, uint64_t bytes, const char *label, unsigned elem, struct error *err);
int simt_unmap(struct simt_mem *m, void *host, struct error *err); /* `host` as it was mapped */

/* Names an existing allocation, or mapped memory; NULL or 0: unchanged. False: there is none at addr. */
bool simt_name(struct simt_mem *m, uint64_t addr, const char *label, unsigned elem);
/*
 * Gives it dimensions, stored row by row: findings then name a[2, 3]. inner:
 * the sizes of all but the first; n = 0: it has only one.
 */
#define SIMT_INNER 3
bool simt_shape(struct simt_mem *m, uint64_t addr, const uint64_t *inner, size_t n);

/*
 * Names allocations without a label: the vm calls it once per allocation, when a finding needs the name, even for freed and
 * mapped ones. Fills the label, and elem if known (both hold their present values). May call simt_allocation_info.
 */
typedef void simt_namer(void *ctx, uint64_t addr, char label[64], unsigned *elem);
void simt_mem_namer(struct simt_mem *m, simt_namer *namer, void *ctx);
/*
 * Says where memory was freed or unmapped, for a finding about a later use: it continues "was freed" with `where`: "on line 41".
 */
typedef void simt_freed(void *ctx, uint64_t addr, char where[64]);
void simt_mem_freed(struct simt_mem *m, simt_freed *freed, void *ctx);

struct simt_allocation_info {
	uint64_t addr, bytes;  /* its start; the range contains the addr asked for */
	int device;            /* the owner; -1: host memory, from simt_map */
	unsigned flags, elem;  /* as it was allocated */
	const char *label;     /* valid until the memory changes */
	uint8_t *host;         /* the bytes, for copies; NULL: freed */
	bool is_mapped, is_freed;
	bool is_heap;          /* from malloc() in a kernel */
	bool is_const;         /* a __constant__ variable */
};

/* The allocation that contains addr, even a freed one (kept for a while); false if there is none. */
bool simt_allocation_info(struct simt_mem *m, uint64_t addr, struct simt_allocation_info *info);

/* Each of these fails, and does nothing, unless each range lies in one live allocation. */
int simt_write(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err);
int simt_read(struct simt_mem *m, uint64_t addr, void *dst, uint64_t bytes, struct error *err);
/* Writes without marking the bytes initialised: for poison in an output. */
int simt_poison(struct simt_mem *m, uint64_t addr, const void *src, uint64_t bytes, struct error *err);
/* From device to device, as memmove; bytes never written stay so. */
int simt_move(struct simt_mem *m, uint64_t to, uint64_t from, uint64_t bytes, struct error *err);
/* Repeats the pattern, 1 to 16 bytes long, `count` times. */
int simt_fill(struct simt_mem *m, uint64_t addr, const void *pattern, unsigned pattern_bytes, uint64_t count, struct error *err);

#endif
