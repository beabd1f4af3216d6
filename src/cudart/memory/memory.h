/*
 * memory.h - records of all memory: of the devices, and host memory that they can use.
 *
 * A pointer that no record here covers is pageable memory of the host (malloc, the stack, globals).
 */
#ifndef WARPBOOK_CUDART_MEMORY_MEMORY_H
#define WARPBOOK_CUDART_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudart/call.h"
#include "words/finding.h"

enum memory_kind {
	MEMORY_DEVICE,     /* cudaMalloc and the like: an address of the vm, which the host cannot access */
	MEMORY_PINNED,     /* cudaMallocHost, cudaHostAlloc: ours, page by page */
	MEMORY_REGISTERED, /* cudaHostRegister: the program's own */
	MEMORY_MANAGED,    /* cudaMallocManaged */
	MEMORY_SYMBOL,     /* a __device__ or __constant__ variable */
};

/* Of managed memory: cudaMemAdvise, cudaMemPrefetchAsync (managed.c). Places of type 0: none. */
struct memory_advice {
	bool read_mostly;
	struct cudaMemLocation preferred, prefetched;
	uint32_t accessed_by; /* bit d: device d; the highest: the host */
};

struct memory {
	uint64_t addr, bytes;
	enum memory_kind kind;
	int device;            /* the owner; for host memory the device that was current at the allocation */
	unsigned flags;        /* of cudaHostAlloc, cudaMallocManaged */
	struct call made;      /* the call that allocated it */
	struct call freed;     /* the call that freed it; name NULL: not freed. Kept for device memory, whose addresses are not
				  reused */
	char name[64];         /* "d_x", from the source line of the call; empty until the first memory_name */
	unsigned elem;         /* bytes of what sizeof() names there, or of what its pointer points to; 1 if unknown */
	uint64_t number;       /* in the order of creation */
	bool named;
	struct begun {
		uint64_t bytes;  /* from the beginning that were written when the call `by` ended: check/partial.h */
		struct call by;  /* name NULL: none */
		struct dim3u grid, block;  /* of a kernel; else 0, */
		uint64_t width, height;    /* and for a copy or a memset the bytes of a row, and its rows; */
		uint64_t row;              /* of a copy: from row to row of its source */
	} begun;
	bool placed;           /* mapped at reserved addresses: driver/virtual.c */
	bool is_variable;      /* a variable of the program: never freed */
	bool graph_frees;      /* a node of a graph frees it at each launch; the program need not */
	bool graph_allocs;     /* a node of a graph allocates it at each launch; the program may free it between two */
	bool graph_holds;      /* a launch of a graph has allocated it, and nothing has freed it since */
	struct memory_advice advice;
	uint64_t pitch, row;   /* of cudaMallocPitch and cudaMalloc3D, and the bytes of a row that were asked for; 0: none */
	bool was_read;         /* by an operation that is no kernel */
	void *pool;            /* cudaMallocAsync's; NULL for others */
};

/* The record that covers the address, even a freed one. NULL: pageable host memory. */
struct memory *memory_find(uint64_t addr);
/*
 * Pinned or managed memory that was freed, if the address was in it: the system
 * may have given it to others since. NULL: not that is known.
 */
struct memory *memory_gone(uint64_t addr);
/* Has there ever been memory that both the host and a device use: pinned, registered or managed? */
bool memory_shared(void);
/* Calls back for each record that is not freed, in order of address. */
void memory_each(void (*visit)(struct memory *m, void *ctx), void *ctx);
/* The same, but freed ones too. */
void memory_each_ever(void (*visit)(struct memory *m, void *ctx), void *ctx);
/* memory_name.c. The call that allocated it, by the name that the program's source has for it. Takes time. */
const char *memory_made_by(struct memory *m);
/* The program's variable that holds its address, if the source shows it; else "". Takes time: for findings. */
const char *memory_name(struct memory *m);
/* "on line 41", of the call that freed the memory, for the vm's finding about a later use; "" if unknown. */
void memory_where(const struct call *call, char *text, size_t size);

/* A record of memory that exists already; NULL when out of memory. */
struct memory *memory_add(const struct call *call, enum memory_kind kind, int device, uint64_t addr, uint64_t bytes);
/* Forgets it: its addresses may belong to others. */
void memory_remove(struct memory *m);
/* The call frees it: its record stays, to recognise a later use. */
void memory_died(struct memory *m, const struct call *call);
/* Marks it as a variable of a kernel's file, which is never freed. */
void memory_is_variable(struct memory *m);

/* Bytes of the built-in type with that name, as "unsigned int"; 0 if it is none of those that are known. */
unsigned memory_type_bytes(const char *name, size_t len);
/*
 * The size of its elements, that of a variable by its declaration in the file with the call; 0: unknown, or a struct, parts of
 * which may be meant. Takes time.
 */
unsigned memory_elem(struct memory *m, const struct call *call);
/*
 * The advice for a kernel's access behind the end of memory that is too small: its size is the sizeof() of a pointer, or a number
 * that the kernel's parameters have, too, most likely as one of elements. False: that is not so.
 */
bool memory_size_advice(const struct finding *f, const uint8_t *params, size_t params_len, char *text, size_t size);
/* A kernel is launched: memory_label() looks in that file for variables of the device. */
void memory_launched(const struct call *launch);
/* Bytes of an element of a variable in the kernel's shared memory, as declared in the file of its launch; 0: unknown. */
unsigned memory_shared_elem(void *op, const char *name);
/* Names an allocation for findings of the vm; ctx is unused. */
void memory_label(void *ctx, uint64_t addr, char label[64], unsigned *elem);
void memory_freed(void *ctx, uint64_t addr, char where[64]);

cudaError_t memory_alloc(const struct call *call, int device, size_t bytes, unsigned flags, uint64_t *addr);
cudaError_t memory_free(const struct call *call, uint64_t addr);
/* Host memory that the devices use at the same address: whole pages of our own. */
cudaError_t memory_alloc_host(const struct call *call, enum memory_kind kind, unsigned flags, size_t bytes, void **host);
cudaError_t memory_free_host(const struct call *call, uint64_t addr, enum memory_kind kind);

#endif
