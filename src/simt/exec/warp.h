/*
 * warp.h - the state of a running block: its warps, their groups of lanes,
 * frames and barriers. Shared by warp.c (control), cta.c (blocks), crew.c (host
 * threads) and the exec files (operations).
 */
#ifndef WARPBOOK_SIMT_EXEC_WARP_H
#define WARPBOOK_SIMT_EXEC_WARP_H

#include <stdalign.h>
#include <string.h>

#include "simt/cluster.h"
#include "simt/code.h"
#include "simt/hooks.h"
#include "simt/simt.h"

__extension__ typedef unsigned __int128 uint128_t;
__extension__ typedef __int128 int128_t;

struct native_code;
struct native_frame;

/* 32 lanes of a register. */
union row {
	uint32_t u32[LANES]; int32_t s32[LANES]; float f32[LANES];
	uint64_t u64[LANES]; int64_t s64[LANES]; double f64[LANES];
};

/*
 * The cost of a memory instruction. A generic address may point to any space, so each space has its own counts.
 * `idle` counts, of each 32 lanes, those that took no part.
 */
struct site_counts {
	struct { uint64_t requests, sectors, idle; } global;
	struct { uint64_t requests, sectors; } local;
	struct { uint64_t requests, wavefronts, fewest; } shared; /* fewest: without bank conflicts */
	struct { uint64_t requests, ahead; } async; /* ahead: their warp loaded from shared memory meanwhile */
	uint64_t atomics, conflicts; /* lanes served, and lanes whose address another lane used before them */
};

/*
 * Of the loads of global memory that were noted (reuse.h): their sectors and requests, and those of them that the block had
 * loaded within a distance. A request is as far as its farthest sector.
 */
#define REUSE_SPANS 4
#define REUSE_SPAN_SECTORS { 32, 256, 2048, 16384 }
struct site_reuse {
	uint64_t sectors, requests, sectors_within[REUSE_SPANS], requests_within[REUSE_SPANS];
	uint64_t apart, apart_bytes, apart_squares; /* requests with a distance between lanes; sums of it and of its square */
};

/*
 * The span of a memory instruction's last access: tried first. An access at generic or specific address x is at
 * offset x - addr of host; it is legal if that is at most `last`, which is UINT64_MAX while nothing is known.
 * `origin` converts x into the space's own address.
 */
struct site {
	uint8_t *host;
	uint64_t addr, last;
	uint64_t origin;
	enum ptx_space space;
	uint32_t quiet;             /* the hook does not need loads from the span: hooks.h */
	struct site_counts counts;
	uint64_t low, high;         /* the range of global addresses of its atomics; low > high: none */
	struct fast_site fast;      /* hooks.h: plain loads of shared memory */
	struct site_reuse reuse;
};

/* How often a block, or a guarded instruction, ran and for how many lanes; how often its branch diverged. */
struct tally { uint64_t warps, threads, divergent; };

struct frame {
	struct frame *caller;       /* NULL for the kernel; next free one in the pool */
	const struct code *code;
	uint8_t *rows;
	size_t bytes;
	const struct call *call;
	uint32_t ret_block;
	uint32_t lanes;             /* lanes that have not returned */
	uint32_t depth;
	uint32_t local_at;          /* this frame's offset in the local window */
	uint32_t stack[LANES];      /* alloca: the caller's stack tops, for its lanes */
	struct twin *twin;          /* twin.c; NULL: none so far */
	bool differs;               /* some of its values depend on uninitialised contents */
	bool is_first;              /* its memory is the block's: cta.c */
};

/* An address that a loop polls; instr NULL: none. */
struct poll {
	const struct ptx_instr *instr;
	enum ptx_space space;
	uint64_t addr;
	uint32_t bytes;
	uint32_t mask;
};

/* What the lanes of a warp poll for: patience.c. */
struct patience {
	uint64_t asked[LANES][2];   /* the last two reads and their values, hashed */
	uint8_t times[LANES];
};

enum group_state { GROUP_READY, GROUP_AT_BARRIER, GROUP_AT_WARP_SYNC };

#define NO_BLOCK UINT32_MAX

/* Lanes of one warp at the same position. */
struct group {
	struct frame *frame;
	uint32_t mask;
	uint32_t pc;                /* block index in the frame's code */
	uint32_t from;              /* the previous block, in the same frame; NO_BLOCK: none */
	uint32_t rank;              /* of its position: group_rank, kept while the warp has several groups */
	enum group_state state;
	uint32_t barrier;           /* GROUP_AT_BARRIER */
	uint32_t favour;            /* turns still owed to this group */
	bool forced;                /* goes on without the lanes it waited for */
	uint64_t last_run;
};

struct warp {
	uint8_t *base[2];           /* the running frame's rows, the image's constants */
	uint32_t mask;              /* lanes that execute now */
	uint32_t live;              /* lanes that have not exited */
	bool full;                  /* mask covers every live lane: loops may write all 32 */
	struct site *sites;
	const struct hooks *hooks;
	bool watched;               /* the hooks need accesses */
	bool noted;                 /* its loads are noted: reuse.h */
	struct cta *cta;
	struct launch *launch;
	struct frame *frame;
	struct warp_place place;
	struct group groups[LANES];
	unsigned ngroups;
	struct frame *pool;         /* frames for reuse */
	size_t frame_bytes;         /* in all frames of the warp */
	uint8_t *local;             /* lane-major local memory */
	uint8_t *twin_local;        /* its twin, if twins are kept: twin.h */
	bool twins;                 /* tracks uninitialised values */
	struct warp_missing missing; /* unwritten bytes of shared memory that the current load read */
	uint32_t absent;            /* lanes to which the last shuffle gave no lane's value, in a frame that differs */
	uint32_t stack[LANES];      /* alloca: each lane's top, an offset in the local window */
	uint32_t tid[3][LANES];
	struct async *async;        /* copies under way, see exec_async.c; NULL: none yet */
	const struct ptx_instr *waits; /* the mbarrier wait that failed last; NULL if none */
	struct poll poll;           /* of a warp that is stuck: stuck.c */
	int64_t *left, skipped;     /* instructions of this turn still to run; given up */
	uint64_t spent;             /* instructions that it executed before this turn, */
	uint64_t quantum;           /* and may in this turn, of which `left` are left */
	uint32_t polling;           /* lanes that let the others go first */
	uint32_t wakes;             /* how often in this turn all of them were */
	bool progressed;            /* some lane has changed what others may wait for, since they were */
	bool is_idle;               /* the turn ended so */
	const struct native_code *translated; /* native/: what runs instead, from this block on; NULL: nothing */
	struct native_frame *native; /* and what it sees of the warp */
	uint64_t picks;             /* choices among groups, for fairness */
	uint32_t arrived[LANES];    /* the phase of the cluster's barrier in which the lane has arrived, and not yet waited:
				       cluster.c */
	uint8_t child_error[LANES]; /* the device runtime's last error: child.c */
	uint32_t cc, cc_differs;    /* carry flags; lanes whose flag depends on uninitialised values */
	alignas(64) uint64_t addr[LANES]; /* addresses of the current access */
	struct patience patience;
};

struct barrier {
	uint32_t arrived;           /* threads that wait or have arrived */
	uint32_t expected;          /* 0: every live thread */
	uint32_t popc;              /* bar.red: threads whose predicate held */
};

/* The barriers that a kernel can name, and its cluster's: the block's own if it is the whole cluster; else see cluster.c. */
#define CTA_BARRIERS    17
#define CLUSTER_BARRIER 16

/* A cooperative thread array: the running block. */
struct cta {
	struct warp *warps; uint32_t nwarps;
	uint32_t live_threads, threads;
	uint8_t *shared; uint32_t shared_bytes;
	uint32_t reserved_at;     /* the last of these bytes, RESERVED_SHARED or none, are the system's, and 0 at first */
	struct barrier barriers[CTA_BARRIERS];
	struct dim3u index; uint32_t linear;
	uint32_t first;             /* the first warp of each round */
	uint64_t spent;             /* warp instructions of the block: its clock */
	uint64_t ticks;             /* clock readings, so that the clock advances within a turn */
	uint64_t looks;             /* polls: operations by which blocks can wait for each other */
	uint32_t turns;             /* its turns so far, when blocks take turns */
	uint32_t jittered;          /* short turns of random length before those */
	bool stuck, by_clock;       /* the last probe's result; whether the block reads the clock, */
	bool by_barrier;            /* and whether it only loops over a barrier; */
	uint64_t stuck_at;          /* the launch's `changes` at that time */
	struct cluster *cluster;    /* NULL: the cluster is this block alone, or the block has not begun */
	uint32_t rank;              /* in the cluster */
	bool is_idle;               /* in its last round all warps polled in vain, or waited */
	bool only_looks;            /* a warp that polls ends its turn when it reads something new */
	bool waits;                 /* all its threads wait for other blocks of the cluster */
	struct cta *next;           /* in the ring of blocks that take turns, or the list of spare ones */
};

struct cluster {
	uint32_t size, there;       /* number of blocks; of blocks that have not ended */
	struct cta *ctas[CLUSTER_MOST]; /* by rank; NULL: ended */
	uint32_t live;              /* threads that have not exited */
	uint32_t arrived, phase;    /* of the barrier */
};

struct crew;
struct deferred;
struct probe;
struct reuse;

/* One host thread's part of a launch: its blocks, and its counters. */
struct launch {
	struct simt_program *program;
	struct image *image;
	const struct simt_launch *args;
	const struct hooks *hooks;
	struct crew *crew;
	struct cta *cta;            /* the running block */
	struct dim3u cluster;       /* blocks of a cluster */
	uint32_t cluster_size;
	struct cta *spare;
	struct site *sites;
	struct tally *tallies;
	struct simt_result *result; /* to be accessed in turn only */
	const uint8_t *lane_order;  /* [32] the order in which an atomic operation serves the lanes of a warp */
	uint64_t grid_barrier;      /* cooperative: address of the workspace for grid.sync(); else 0 */
	uint32_t max_depth;         /* of calls */
	uint32_t stack_at, local_bytes; /* as the image's, with the stack that the launch asked for */
	uint32_t reach;             /* bits of the devices whose memory the kernel may use */
	uint64_t budget;            /* warp instructions of the launch */
	uint64_t spent;             /* of this stretch of blocks */
	uint64_t before;            /* spent by earlier stretches: exact in turn, else a lower bound */
	uint64_t ends_at;           /* `spent` at which it ends, once it has faulted */
	uint64_t longest_warp;      /* of this stretch: instructions of the warp with the most, */
	uint64_t longest_block;     /* and of the block with the most, by warps */
	struct reuse *reuse;        /* NULL: no block was sampled yet */
	size_t stdout_max;
	uint64_t unprinted_most;    /* calls of printf beyond stdout_max */
	struct probe *probe;        /* the running probe: stuck.c; else NULL */
	uint64_t probe_at;          /* the launch's instruction count at which the next probe is due */
	uint64_t changes;           /* changes of memory by atomic operations, heap and printf, and during a probe by anything */
	uint64_t unseen;            /* of these, those that only may have been: nobody watched */
	struct { uint64_t changes, stores, hash, quiet; } paused; /* when it last went on after a pause: stuck.c */
	uint64_t ticks_seen;        /* the block's clock readings when its probe began */
	uint64_t resumed;           /* the instruction count when the host last went on; `probe_at` counts from there */
	uint64_t skipped;           /* how far the clocks were moved forward */
	uint64_t stretch;           /* number of the stretch of blocks that runs */
	double look_at, end_at;     /* for args->seconds: when to check the thread's processor time, and its limit; 0: not yet
				       known */
	struct deferred *deferred;  /* reductions to perform when its turn comes: deferred.h; NULL: each at once */
	bool in_turn;               /* all stretches before have ended */
	bool dropped;               /* an earlier block ended the launch: this stretch does not count */
	bool threaded;              /* other host threads touch the same memory; */
	bool divided;               /* they do, and each of them has a part of the checker */
	bool faulted, hung, failed; /* failed: out of memory */
	const struct simt_trace *trace;
	bool interprets;            /* interpret for a while, although there is a translation: before and during a probe */
	const struct native_code *native; /* a translation to use; NULL: none */
};

enum warp_stop { WARP_EXITED, WARP_WAITS, WARP_YIELDS };
/* Call it when a group that is not running has moved to another block. */
void group_moved(struct group *g);
/* Runs a warp until it ends, waits for others, or used its quantum. */
enum warp_stop warp_run(struct warp *w, uint64_t quantum);
int warp_start(struct warp *w);
/* Runs one block of instructions, or as much as one choice of a group covers, and returns the lanes in *ran. */
enum warp_stop warp_step(struct warp *w, uint32_t *ran);
void warp_release(struct warp *w);
/* Lets the lanes that wait at a warp operation continue without the others; false if none wait. */
bool warp_force_sync(struct warp *w);

/* cta.c: the lanes in mask did something illegal. */
void launch_fault(struct warp *w, enum fault_kind kind, uint32_t mask, const struct warp_access *a);
/* Reports the fault of an invalid barrier number, or of a barrier for a part of a warp. */
bool barrier_is_bad(struct warp *w, const struct insn *i, uint32_t mask);
/* Barrier b may be complete now. */
void cta_barrier_check(struct cta *cta, struct launch *l, unsigned b);

/*
 * crew.c: waits until all blocks before those of this host thread have ended. False if one of them ended the launch:
 * then skip the operation.
 */
bool launch_await(struct launch *l);

/*
 * Call it before any operation whose result depends on the order of blocks: see
 * struct insn's `ordered`.
 */
static inline bool warp_in_turn(struct warp *w)
{
	w->cta->looks++;
	return w->launch->in_turn || launch_await(w->launch);
}

/* exec_async.c: forgets the copies of a warp and frees their memory. */
void async_reset(struct warp *w);
void async_release(struct warp *w);
/* The block of a cluster ends, and is still in it. */
void async_block_end(struct cta *cta);
/* The warp loads from shared memory: copies in progress count as ahead. */
void async_note_load(struct warp *w);

/*
 * The start of a lane's local memory in the generic address space. Each thread has its own part of the window, so that an address
 * identifies the thread that owns the variable. On hardware all threads use the same addresses, each for its own memory, and the
 * vm behaves the same way: lane_resolve treats the address of another thread's variable as one of the lane's own.
 */
#define LOCAL_PART (512u << 10)
static inline uint64_t local_base(const struct warp *w, unsigned lane)
{
	uint64_t thread = (uint64_t)(w->place.block_linear & 7) << 10 | ((w->place.warp * LANES + lane) & 1023);

	return SIMT_LOCAL_BASE + thread * LOCAL_PART;
}

/*
 * A generic address in the local window, as the lane's own offset; just below its part it is negative. *foreign: it
 * belongs to another thread.
 */
static inline uint64_t local_offset(const struct warp *w, unsigned lane, uint64_t addr, bool *foreign)
{
	uint64_t offset = addr - local_base(w, lane);

	*foreign = offset + LOCAL_PART / 2 >= LOCAL_PART + LOCAL_PART / 2;
	return *foreign ? (addr - SIMT_LOCAL_BASE) % LOCAL_PART : offset;
}

/* exec_mem.c: resolves a lane's address in a space; false with the reason if it is invalid. Reports nothing. */
struct spot { uint8_t *host; enum ptx_space space; uint64_t addr; struct cta *cta; /* SHARED: whose memory */ };
bool lane_resolve(struct warp *w, enum ptx_space space, unsigned lane, uint64_t addr, uint64_t bytes,
		  bool write, struct spot *spot, enum fault_kind *why);

/* Resolves the lanes' addresses of an access, and finds the legal ones; reports faults and calls the hooks. */
struct plan {
	struct spot spot[LANES];
	uint32_t legal;
	uint32_t foreign;           /* lanes with the address of another thread's local variable */
	uint32_t in[PTX_SPACE_COUNT];
};
void plan_make(struct warp *w, const struct insn *i, enum access_kind kind, const uint64_t *value, struct plan *p);
void plan_count(struct warp *w, const struct insn *i, const struct plan *p);
/*
 * trace.c: runs a block's straight run and reports each step, with the terminator unless that one waits; returns the
 * run's end. The other function reports one instruction of the running frame.
 */
const struct insn *trace_block(struct warp *w, const struct block *b);
void trace_step(struct warp *w, const struct ptx_instr *src, uint32_t mask);
/* The lanes of the mask for which the instruction's guard holds. */
uint32_t guard_lanes(const struct warp *w, const struct insn *i, uint32_t mask);

/* The operations, one table per instruction set of the host. */
struct exec_table { void (*run[X_COUNT])(struct warp *w, const struct insn *i); };
extern const struct exec_table exec_base, exec_avx2, exec_avx512;
const struct exec_table *exec_table_choose(void);
void exec_guarded(struct warp *w, const struct insn *i);

#define EXTRA(id) void exec_##id(struct warp *w, const struct insn *i);
#define EXTRA_FAST(id)
#include "simt/extra.def"
/* The rare rows of alu.def: for any machine, and for one with AVX2. */
#define RARE(id) \
	void exec_##id(struct warp *w, const struct insn *i); \
	void exec_avx2_##id(struct warp *w, const struct insn *i);
#define RARE1(id, ...) RARE(id)
#define RARE2(id, ...) RARE(id)
#define RARE3(id, ...) RARE(id)
#define RARE4(id, ...) RARE(id)
#define RARE_CMP2(id, ...) RARE(id)
#include "simt/alu.def"
#undef RARE

#endif
