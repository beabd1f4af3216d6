/*
 * async.h - the asynchronous operations of a warp that are pending: shared by exec_async.c (cp.async, groups, mbarriers),
 * exec_bulk.c (bulk copies, stores and reductions to other blocks), exec_tensor.c (boxes of tensor maps) and exec_wgmma.c.
 */
#ifndef WARPBOOK_SIMT_OPS_ASYNC_H
#define WARPBOOK_SIMT_OPS_ASYNC_H

#include "simt/exec/warp.h"
#include "simt/tensor_map.h"

enum pending_kind {
	PENDING_COPY,    /* cp.async */
	PENDING_ARRIVAL, /* cp.async.mbarrier.arrive */
	PENDING_BULK,    /* cp.async.bulk, cp.reduce.async.bulk */
	PENDING_TENSOR,  /* the same with .tensor */
	PENDING_VALUE,   /* st.async, red.async */
	PENDING_PRODUCT, /* wgmma: its operands in shared memory must not change; `to` and `from` are the descriptors of A and
			    B */
};

/* Part of an array that a lane copies. */
struct box { struct tensor_map map; int32_t at[TENSOR_DIMS]; };

/* One instruction of a warp that is pending for the lanes in mask. A multicast has an entry for each block. */
struct pending {
	struct pending *next;
	const struct insn *i;
	enum pending_kind kind;
	bool ahead;                                  /* counted already */
	uint32_t mask;
	uint32_t group[LANES];
	uint64_t to[LANES], from[LANES], bar[LANES]; /* offsets in shared memory; global addresses; bar UINT64_MAX: none */
	struct cta *to_cta[LANES], *bar_cta[LANES];  /* whose shared memory: the warp's own block, or one of its cluster */
	uint8_t *to_host[LANES];
	const uint8_t *from_host[LANES];
	uint32_t bytes[LANES], read[LANES];          /* written to the destination, and read from the source */
	uint64_t value[4][LANES];                    /* PENDING_VALUE */
	struct box *boxes;                           /* [LANES] PENDING_TENSOR */
};

struct async {
	struct pending *first, **last;
	struct pending *pool;
	uint32_t group[LANES], bulk_group[LANES];    /* the group of the next copy */
	uint32_t product_group, products;            /* and of the next wgmma; how many of those are in the list */
};

/* exec_async.c. NULL: out of memory. */
struct async *async_need(struct warp *w);
struct pending *pending_add(struct warp *w, const struct insn *i, enum pending_kind kind);
/* Removes entries that are no longer pending for any lane. */
void pending_sweep(struct async *a);
/* A lane's address: a row and an offset. */
uint64_t address_at(const struct warp *w, uint32_t base, bool wide, uint64_t offset, unsigned l);
/*
 * Calls the hooks for accesses at addr, once for all lanes of one size. of: the block whose shared memory it is; NULL: the
 * warp's own, or global memory. elem: bytes of an element.
 */
void sizes_watch(struct warp *w, const struct insn *i, enum access_kind kind, enum ptx_space space, const struct cta *of,
		 uint32_t elem, const uint64_t *addr, const uint32_t *bytes, uint32_t mask);
/* The first lane of the mask and those that write to the same block. */
uint32_t lanes_to_one(const struct pending *p, uint32_t mask);
/* The mbarrier of a lane's operation, in p; false after reporting a fault. `to`: the block that the data go to. */
bool bar_resolve(struct warp *w, const struct insn *i, struct pending *p, unsigned l, struct cta *to);

/* Reports a fault of one lane, at an end of its copy; lane_fault: at one that it reads, or at none. */
void end_fault(struct warp *w, const struct insn *i, enum access_kind kind, enum fault_kind why, unsigned l, enum ptx_space space,
	       uint64_t addr, uint32_t bytes);
void lane_fault(struct warp *w, const struct insn *i, enum fault_kind why, unsigned l, enum ptx_space space, uint64_t addr,
		uint32_t bytes);

/* exec_bulk.c, exec_tensor.c: perform lanes that are still pending. w is the warp that began them. */
void bulk_perform(struct warp *w, struct pending *p, uint32_t mask);
void value_perform(struct warp *w, struct pending *p, uint32_t mask);
void tensor_perform(struct warp *w, struct pending *p, uint32_t mask);
/* Begins a copy: once with rank -1, or as a multicast for each rank to which some lane copies. */
void multicast_each(struct warp *w, const struct insn *i, void (*begin)(struct warp *w, const struct insn *i, int rank,
									bool first));
/* Does the lane copy to that rank? *target: the block there; NULL if this is no multicast. False also after reporting a fault. */
bool multicast_target(struct warp *w, const struct insn *i, unsigned l, int rank, struct cta **target);

/* exec_wgmma.c: the product's operands were in use until now. */
void product_perform(struct warp *w, const struct pending *p);

/* exec_mem.c: the element after an atomic operation. */
uint64_t atomic_result(enum ptx_atom op, enum ptx_type type, uint64_t old, uint64_t b, uint64_t c, enum ptx_space space);

#endif
