/*
 * hooks.h - functions through which checkers watch the executor.
 *
 * The executor (exec_*.c, warp.c, launch.c) knows nothing of findings. It calls these hooks around operations. Any of
 * them may be NULL, as when a check is off; it then costs one predictable branch.
 *
 * Calls come in execution order. Blocks may take turns (block_turns.c): between
 * block_begin(b) and block_end(b) there may be calls about other blocks, and
 * warp_place.block_linear says which one it is; a launch that ends early leaves blocks
 * without their block_end. Calls come from one host thread, unless `fault` and
 * `hang` are the only hooks there are: those two may come from any, never two at a
 * time, and in the order of blocks. Each part of a checker (check/check_part.c)
 * gets its calls from one host thread.
 */
#ifndef WARPBOOK_SIMT_HOOKS_H
#define WARPBOOK_SIMT_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "words/finding.h"
#include "ptx/ir.h"

enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC };

/* What the executor knows about the addresses of half a warp, if all its lanes take part. */
enum access_shape {
	SHAPE_UNKNOWN,
	SHAPE_UNIFORM,     /* one address */
	SHAPE_CONSECUTIVE, /* each lane's begins where the last one's ends */
	SHAPE_SCATTERED,   /* neither */
};

/* Bytes of the block's own shared memory that a load reads although no thread has written them: the `access` hook fills this. */
struct warp_missing {
	uint32_t lanes;                /* 0 before the hook */
	uint32_t bytes[32];            /* per lane: a bit for each byte of its access */
	uint64_t addr;                 /* the first lane's first such byte */
	const struct ptx_instr *root;  /* the load that moved these bytes there, still unwritten, or this load */
	const struct ptx_instr *first; /* the first computation with them; NULL: none */
};

/* One warp's memory operation. Lanes outside `mask` have undefined entries. */
struct warp_access {
	enum access_kind kind;
	enum ptx_space space;      /* resolved: GLOBAL, SHARED, LOCAL, CONST, PARAM */
	uint32_t mask;             /* lanes that take part */
	uint32_t bytes;            /* per lane: element size times vector length */
	uint32_t elem;             /* element size */
	const uint64_t *addr;      /* [32]; GLOBAL/CONST: device address; SHARED/LOCAL: offset in the window */
	const uint64_t *value;     /* [bytes / elem][32] stored values, or NULL: to recognise races of equal values */
	const uint8_t *shared;     /* SHARED: the block's bytes before the access, or NULL */
	bool is_volatile, is_sync; /* .volatile; relaxed/acquire/release or atomic */
	bool polls;                /* such a load, or an atomic operation, by which a loop can wait */
	const struct ptx_instr *instr; /* gives place and kind */
	/*
	 * Of lanes 0-15 and 16-31. Both are known or neither; known: all 32 lanes take part, and their bytes lie in the
	 * allocation that begins at `span` (SHARED: in the block's memory). This changes no finding; it saves a look at single
	 * lanes.
	 */
	enum access_shape shape[2];
	uint64_t span;
	uint32_t *quiet;               /* the hook sets it to 1 if it needs no further load by this instruction from the span;
					  NULL: it is called anyway */
	uint32_t owner;                /* SHARED memory of another block of the cluster: that block's number plus 1; else 0 */
	struct warp_missing *missing;  /* SHARED loads into registers: the checker lists unwritten bytes, which the executor then
					  tracks; NULL: it does not */
	const int32_t (*texel)[32];    /* FAULT_SURFACE_BOUNDS: x in bytes, y, z or layer of each lane; else NULL */
};

enum fault_kind {
	FAULT_OUT_OF_BOUNDS, FAULT_NULL, FAULT_MISALIGNED, FAULT_READ_ONLY,
	FAULT_FREED, FAULT_SHARED_BOUNDS, FAULT_LOCAL_BOUNDS, FAULT_CONST_BOUNDS,
	FAULT_CONST_WRITE,
	FAULT_SURFACE_BOUNDS, FAULT_TEXTURE, /* addr: the object's handle */
	FAULT_STACK_OVERFLOW, FAULT_TRAP, FAULT_PRINTF_FLOOD, FAULT_ASSERT,
	FAULT_DOUBLE_FREE, FAULT_BAD_FREE, /* free(): of a freed block, of an address that malloc() never returned */
	FAULT_BAD_CALL,                    /* a call through a pointer that is not a function's address */
	FAULT_BAD_BRANCH,                  /* the address is the index, with the number of entries in its upper half */
	FAULT_COPY_SIZE,                   /* of a bulk copy: its size in bytes */
	FAULT_DESCRIPTOR,                  /* of wgmma; addr: its base offset, which the vm does not support */
	FAULT_TENSOR_TYPE,                 /* addr: a map's type that cannot be reduced so, which tensor_map.h numbers */
	FAULT_OTHER_DEVICE,                /* memory of a device without peer access */
	FAULT_PEER_BOUNDS,                 /* shared memory of another block of the cluster; addr: in the shared window, as the
					      access gave it */
	FAULT_PEER_COPY,                   /* an asynchronous copy from it, or one that only writes to the block's own */
	FAULT_TENSOR_MAP,                  /* addr: where there is no tensor map */
	FAULT_TENSOR_RANK,                 /* addr: the dimensions of the map, with those of the instruction in the upper half */
	FAULT_TENSOR_ALIGN,                /* addr: the place in shared memory, which is not a multiple of 128 */
	FAULT_TENSOR_PLACE,                /* addr: where a box begins in its rows, in bytes: signed, and no multiple of 16 */
	FAULT_TENSOR_NEGATIVE,             /* addr: the coordinate at which a box is stored */
	FAULT_PEER_ENDED,                  /* an access to a block of the cluster that has ended */
	FAULT_BAD_BARRIER,                 /* the address is the barrier's number, with the thread count in its upper half */
};

enum mask_fault {
	MASK_WITHOUT_CALLER, /* wanted: the given mask, which omits the calling lanes */
	MASK_NAMES_ABSENT,   /* wanted: lanes that the mask names but that do not arrive */
	MASK_READS_ABSENT,   /* wanted: lanes that are read but do not take part */
	MASK_BAD_WIDTH,      /* of a shuffle; wanted: the width */
	MASK_FAR,            /* a shuffle by as many lanes as its width, or more; wanted: the width, and that number in
				its upper half */
};

/* The use of a value that depends on uninitialised registers, local or shared memory. */
enum unset_use {
	UNSET_CONDITION, /* it decides a branch */
	UNSET_ADDRESS,   /* of a load, a store, an atomic operation or a texture */
	UNSET_STORE,     /* to global memory */
	UNSET_ATOMIC,
	UNSET_PRINT,
};

struct warp_unset {
	enum unset_use use;
	uint32_t mask;
	const struct ptx_instr *at;
	const void *root;              /* the same for all uses of one uninitialised value */
	const struct ptx_instr *first; /* the first computation with it; NULL: it was only copied */
	bool local;                    /* it comes from an element of a local array, at root's instruction */
	bool shared;                   /* it comes from shared memory, loaded by root's instruction: */
	uint64_t addr;                 /* from this byte, by `lane` of the warp */
	uint32_t lane;
	bool moved;                    /* it was stored in shared memory in between, maybe by another thread */
	bool absent;                   /* a shuffle, root, took it from a lane that does not take part */
};

/* A warp of a block; lane l is thread (warp * 32 + l) in linear order. */
struct warp_place {
	uint32_t block_linear;
	struct dim3u block;   /* block index */
	uint32_t warp;        /* in its block */
	uint32_t lanes;       /* how many exist (a last warp may have fewer than 32) */
};

/* One warp's asynchronous copies: at their start, or before they are performed. */
struct warp_copy {
	uint32_t mask;
	const uint64_t *to, *from;  /* [32]; SHARED: offset in the window, GLOBAL: device address */
	const uint32_t *bytes;      /* [32] written to `to` */
	enum ptx_space to_space, from_space; /* SHARED or GLOBAL, not both GLOBAL; from 0 in GLOBAL: from nowhere */
	uint32_t owner;             /* SHARED memory of another block of the cluster: that block's number plus 1; else 0 */
	const struct ptx_instr *instr;
};

/* Why lanes of a stuck launch do not go on. */
enum wait_how {
	WAIT_POLL,    /* they read the same memory again and again */
	WAIT_LOOP,    /* they loop, and read nothing */
	WAIT_BARRIER, /* for other threads of the block */
	WAIT_WARP,    /* for other lanes of the warp */
};

struct warp_wait {
	struct warp_place place;
	uint32_t mask;
	enum wait_how how;
	const struct ptx_instr *at;
	/* WAIT_POLL: the memory that they read, and its contents. */
	enum ptx_space space;
	uint64_t addr, value;
	uint32_t bytes;
};

/*
 * What the checker has prepared for plain loads of shared memory by the warp at `place`, which stays there while its block runs:
 * fast_loads.h. NULL: nothing, after any event
 * that could change it, until the next call of `shared_load`.
 */
struct fast_loads {
	const struct warp_place *place;
	uint64_t word;                  /* the shadow word of its lane 0, without a row */
	uint64_t barrier_word;          /* words below it are older than the block's last barrier */
	struct shadow_cell *cells;
	const uint64_t *read_by_all;    /* equal to barrier_word: several warps have read the 16 words, and no thread has written
					   them */
};

/* The same for one such instruction. Only loads that begin less than `room` bytes past `first` are the usual ones. */
struct fast_site {
	uint64_t row;                   /* in its place in a shadow word; 0: nothing is prepared */
	uint64_t first, room_row, room_one; /* of the half-warps that load 16 words, or one */
};

enum cluster_step { CLUSTER_ARRIVES, CLUSTER_ARRIVES_RELAXED, CLUSTER_PASSES };

/* Threads of a block that do not meet at one barrier. */
struct parting {
	const struct ptx_instr *at, *other; /* where these wait, and where others do; NULL: they have exited */
	bool within_warp;                   /* lanes of one warp wait at different ones: hardware may never bring them together */
};

struct hooks {
	void *ctx;
	/* From byte `set` on, shared memory begins with a value. */
	void (*block_begin)(void *ctx, uint32_t block_linear, struct dim3u block, uint32_t shared_bytes, uint32_t set);
	void (*block_end)(void *ctx, uint32_t block_linear);
	/* Before a legal access is performed. */
	void (*access)(void *ctx, const struct warp_place *w, const struct warp_access *a);
	/*
	 * A plain load of shared memory by all lanes: lane l of half-warp h reads `bytes` at at[h] + (l % 16) * stride, where the
	 * stride is 0 or `bytes`. Returns true if `access` need not see it. NULL: `access` sees all loads. `fast`: of the
	 * instruction, empty at first; the executor may call fast_load() instead if fast_loads_on().
	 */
	bool (*shared_load)(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes,
			    const uint64_t at[2], uint64_t stride, struct fast_site *fast);
	const struct fast_loads *fast_loads; /* NULL: none */
	/*
	 * The same for global memory, in the allocation that begins at `span`:
	 * the checkers have nothing to note. NULL: `access` sees all loads.
	 */
	bool (*global_load)(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes,
			    const uint64_t at[2], uint64_t stride, uint64_t span);
	/* Lanes in `mask` tried an illegal access, which is not performed for them. */
	void (*fault)(void *ctx, const struct warp_place *w, enum fault_kind kind, uint32_t mask, const struct warp_access *a);
	/* Threads passed a barrier of the block, all or the required number: a new interval begins. */
	void (*barrier)(void *ctx, uint32_t block_linear);
	/* __syncwarp and every .sync warp operation, for the lanes in mask. */
	void (*warp_sync)(void *ctx, const struct warp_place *w, uint32_t mask);
	/* membar / fence by the lanes in mask. */
	void (*fence)(void *ctx, const struct warp_place *w, uint32_t mask, enum ptx_scope scope);
	/* fence.proxy.async of shared memory by the lanes in mask. */
	void (*proxy_fence)(void *ctx, const struct warp_place *w, uint32_t mask);
	/* griddepcontrol.wait: what precedes the launch in its stream has ended. */
	void (*grid_wait)(void *ctx, const struct warp_place *w);
	/* The warp acquires or releases through the mbarrier at `key` in the shared memory of the block numbered `owner`. */
	void (*handover)(void *ctx, const struct warp_place *w, uint32_t owner, uint64_t key, bool acquires, bool releases);
	/* The lanes arrive at the barrier of their cluster in that phase, or pass the wait for it. */
	void (*cluster)(void *ctx, const struct warp_place *w, uint32_t mask, uint32_t phase, enum cluster_step step);
	/* From the first call to the second no thread may access the bytes of `to`, or write those of `from`. */
	void (*copy_begin)(void *ctx, const struct warp_place *w, const struct warp_copy *c);
	void (*copy_end)(void *ctx, const struct warp_place *w, const struct warp_copy *c);
	/*
	 * Threads wait at a barrier that the block cannot complete. If they wait at several instructions: one call for each group
	 * of lanes; if others have exited: one call.
	 */
	void (*bad_barrier)(void *ctx, const struct warp_place *w, uint32_t mask, const struct parting *x);
	/* shfl/vote/match/redux/syncwarp by the lanes in mask; the kind defines `wanted`. */
	void (*bad_mask)(void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask,
			 uint32_t wanted, const struct ptx_instr *at);
	/*
	 * No thread of the launch can change what the others wait for: one call for each group of waiting lanes, then one
	 * for the launch. `waiting`: blocks that have not begun, since there is no room for them.
	 */
	void (*waits)(void *ctx, const struct warp_wait *x);
	void (*stuck)(void *ctx, uint64_t waiting);
	/*
	 * The lanes use the address of another thread's local variable, and so access their own memory; UINT32_MAX:
	 * the thread is in another block.
	 */
	void (*foreign)(void *ctx, const struct warp_place *w, const struct warp_access *a, uint32_t thread);
	/* The lanes use a value that was never written; called just before or after the operation. */
	void (*unset)(void *ctx, const struct warp_place *w, const struct warp_unset *x);
	/*
	 * The lanes read a register that an asynchronous product of matrices writes, before they have waited for it; at ==
	 * product: they begin that product without a fence for its registers.
	 */
	void (*early)(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		      const struct ptx_instr *product);
	/* A lane has stored bytes at `addr` in the block's shared memory that still depend on unwritten ones: a bit for each. */
	void (*unset_moved)(void *ctx, const struct warp_place *w, uint64_t addr, uint32_t bytes, const struct warp_unset *from);
	/* The lane launches a kernel. Returns the number of this moment: simt_child.moment. */
	uint32_t (*launches)(void *ctx, const struct warp_place *w, uint32_t lane);
	/* The budget is spent or no thread can run: one call for the launch. */
	void (*hang)(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at, bool deadlock);
};

#endif
