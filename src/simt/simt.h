/*
 * simt.h - the PTX virtual machine: a device address space, programs lowered
 * from checked PTX modules, and launches over them.
 *
 * Lifetimes: a program borrows the ptx_module it was lowered from; a memory outlives the programs loaded into it.
 * Findings and texts of a result belong to the result's arena; the names of files in them belong to the module.
 *
 *	simt_mem_new -> simt_program_new (places module variables)
 *	             -> simt_alloc / simt_write -> simt_launch -> simt_read
 */
#ifndef WARPBOOK_SIMT_SIMT_H
#define WARPBOOK_SIMT_SIMT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "ptx/ir.h"
#include "simt/machine_code.h"
#include "simt/memory.h"
#include "simt/step.h"
#include "simt/uses.h"
#include "words/finding.h"

struct simt_mem;
struct simt_program;

/*
 * Appends the live allocations: addresses, names, contents, which bytes are written. Fails if there are textures.
 * simt_save_bytes: the size of their contents.
 */
uint64_t simt_save_bytes(struct simt_mem *m);
int simt_save(struct simt_mem *m, struct buf *out, struct error *err);
/*
 * Restores them, at their addresses and all on the current device, host memory too, in a memory that holds nothing but a
 * program's variables, whose contents are restored. simt_place_next: the next allocation gets that address; for variables, which
 * must keep their addresses.
 */
int simt_load(struct simt_mem *m, const void *bytes, size_t len, struct error *err);
void simt_place_next(struct simt_mem *m, uint64_t addr);

/*
 * Sets rounding for programs made in this memory from now on: like ptxas, fuses a product and the sum that uses it into one fma
 * where the PTX names no rounding. Off by default.
 */
void simt_fuse(struct simt_mem *m, bool on);

/*
 * Fails for errors that concern the whole module. If a single kernel uses a feature that the vm does not support,
 * simt_kernel_describe and simt_launch reject that kernel, with name, PTX line and source line.
 */
struct simt_program *simt_program_new(const struct ptx_module *module, struct simt_mem *m, struct error *err);
/*
 * The most bytes of all variables of a module, since each case fills and watches them anew; the first variable that exceeds them,
 * with the learner's error, which names it. NULL: all fit.
 */
#define SIMT_VARIABLES_MOST ((uint64_t)256 << 20)
const struct ptx_var *simt_variable_beyond(const struct ptx_module *module, struct error *err);
void simt_program_free(struct simt_program *p);
unsigned simt_program_device(const struct simt_program *p);
/* The address of its first variable that is not managed; 0: it has none. */
uint64_t simt_program_variables(const struct simt_program *p);

/* Is it one of the functions without a body that kernels may call (printf, malloc, sinf)? For ptx_link. */
bool simt_knows_function(const char *name);

/*
 * The address of a .global or .const variable of the program, by its name in the module; false if it has none.
 * Variables with .attribute(.managed) have host addresses, in pages of their own; all programs of the same module in
 * the same memory share them.
 */
bool simt_symbol(const struct simt_program *p, const char *name, uint64_t *addr, uint64_t *bytes);

/* The resources that a kernel needs, or the error because of which it cannot be launched. */
struct simt_kernel_info {
	uint32_t params_bytes, shared_bytes, local_bytes; /* static shared; local of a thread with all its calls */
	size_t functions;                                 /* reachable functions, the kernel included */
};
/* `info` may be NULL. */
int simt_kernel_describe(struct simt_program *p, const char *kernel, struct simt_kernel_info *info, struct error *err);

/*
 * Does its outcome not depend on the order in which threads run? Then a launch with SIMT_CHECK_ALL that is done and has no
 * finding leaves the same memory in every order and with every number of resident blocks. False if that is not known.
 */
bool simt_is_steady(const struct simt_program *p, const char *kernel);
/* Has it loops in which it may wait for another block, the host or another kernel? */
bool simt_may_wait(const struct simt_program *p, const char *kernel);

enum simt_check {
	SIMT_CHECK_BOUNDS = 1,  /* always on: bounds, null, alignment, read-only; the bit exists for the manual */
	SIMT_CHECK_INIT = 2,    /* uninitialised reads, global and shared */
	SIMT_CHECK_RACE = 4,    /* data races, shared and global */
	SIMT_CHECK_SYNC = 8,    /* divergent barriers, shuffle masks */
	SIMT_CHECK_ALL = 15,
};

/*
 * Numbers the instructions of a launch in the order in which warps execute them, from 0, and calls `before` before each. A
 * guarded instruction has a number even when its guard holds for no lane. The same launch over the same memory has the same
 * numbers, whatever its checks.
 */
struct simt_stepper {
	uint64_t from;              /* `before` is called from this step on; it may change it */
	void (*before)(void *ctx, const struct simt_step *s); /* NULL: only count */
	void *ctx;
	uint64_t number, next;      /* filled: the current step; the next one, at the end the number of steps */
};

/* Watches a launch instruction by instruction, which makes it slow. */
struct simt_trace {
	bool (*step)(void *ctx, const struct simt_step *s); /* false: do not call again. NULL: not wanted */
	void *ctx;
	struct simt_stepper *stepper; /* NULL: none */
};

/*
 * A warp's access to memory, by the lanes in `mask`: legal accesses only. An asynchronous copy (cp.async) reads when it begins
 * and writes when it ends.
 */
struct simt_access {
	struct dim3u block;
	uint32_t warp, mask;
	enum { SIMT_LOADS, SIMT_STORES, SIMT_ATOMIC } kind;
	enum ptx_space space;       /* GLOBAL, SHARED, LOCAL, CONST or PARAM, also for a generic address */
	uint32_t bytes, elem;       /* per lane; per element */
	const uint64_t *addr;       /* [32] GLOBAL, CONST: the device address; SHARED, LOCAL: the offset */
	const struct ptx_instr *instr;
};

/* Watches the accesses of a launch, before each is performed. */
struct simt_watch {
	void (*access)(void *ctx, const struct simt_access *a); /* NULL: not wanted */
	/*
	 * With SIMT_CHECK_RACE: called for each access that races with an earlier one; bytes and address as in
	 * simt_access. NULL: as above.
	 */
	void (*raced)(void *ctx, struct dim3u block, enum ptx_space space, uint64_t addr, uint32_t bytes);
	void *ctx;
};

/* Host memory that a kernel used like device memory: facts that only the runtime knows. */
struct simt_foreign {
	int param;          /* given: the kernel's parameter that the address came from, counted from 0; -1: unknown */
	uint64_t start;     /* given: the pointer in that parameter; else the address used */
	char name[64];      /* to be filled: the pointer's name in the host code; "" if unknown */
	char where[64];     /* to be filled: "stack", "heap", "a global variable" */
};
/* False: addr is not host memory either. Called for faults only, maybe in another host thread than the launch's. */
typedef bool simt_describe(void *ctx, uint64_t addr, struct simt_foreign *f);

#define SIMT_BUDGET (1ull << 40)    /* warp instructions: an hour or more of one processor */

struct simt_launch {
	const char *kernel;         /* the exact entry name in the module */
	struct dim3u grid, block;
	struct dim3u cluster;       /* blocks in a cluster; x 0: as the kernel declares, or one block. See below */
	uint32_t dynamic_shared;    /* bytes */
	uint32_t multiprocessors;   /* of the device; 0 = 132 */
	uint32_t resident;          /* the most blocks resident at once; 0 = as many as fit. See below */
	const void *params;         /* packed in the layout of the entry's .param list */
	size_t params_len;
	unsigned checks;            /* enum simt_check, or-ed */
	uint64_t budget;            /* warp instructions until "hang"; 0 = SIMT_BUDGET */
	uint64_t order_seed;        /* 0: blocks, warps, and lanes in atomics, in order; else shuffled */
	size_t stdout_max;          /* bytes of device printf kept; 0 = 64 KiB (cudaLimitPrintfFifoSize is 1 MiB) */
	uint32_t stack_bytes;       /* for each thread's recursion, beyond 16 KiB (cudaLimitStackSize); less is not enforced */
	bool count_lines;           /* fill result.lines */
	unsigned threads;           /* the most host threads; 0 = 1. See below */
	bool early;                 /* it may begin before the work that precedes it in its stream has ended: with footprint, fill
				       result.early */
	bool footprint;             /* fill result.touched; without checks, the launch then uses one host thread */
	bool keeps_uses;            /* fill result.uses, as a launch with children does anyway; only with SIMT_CHECK_RACE */
	/* Could another thread of this process write mapped memory now? Asked with describe_ctx; NULL: no. */
	bool (*host_writes)(void *ctx);
	/*
	 * All threads wait, and some of them for global memory: pauses the launch while the host goes on, or other launches.
	 * `moved`: it has changed memory since it paused last. True: memory may have changed; false: nobody will change anything
	 * more. Called with describe_ctx; afterwards the clocks go on; NULL: not possible.
	 */
	bool (*await_host)(void *ctx, bool moved);
	/*
	 * Before it pauses: the first race so far, which may never be reported otherwise. Called with describe_ctx; may be NULL.
	 */
	void (*raced)(void *ctx, const struct finding *f);
	bool cooperative;           /* grid.sync() works; rejected if the grid does not fit the device at once */
	bool goes_on;               /* after a load, store or atomic operation outside memory: it reads 0, or writes nothing */
	const volatile sig_atomic_t *stop; /* the launch ends as a hang soon after this becomes nonzero; may be NULL */
	double seconds;             /* and after this many processor seconds of one host thread; 0 = no limit */
	/*
	 * The number of its blocks that have ended: called often, from one thread at a time, with describe_ctx; NULL: not wanted.
	 */
	void (*progress)(void *ctx, uint64_t ended, uint64_t blocks);
	const struct simt_trace *trace; /* NULL: no trace */
	const struct simt_watch *watch; /* NULL: none. It sees only what the active checks leave: use it with SIMT_CHECK_BOUNDS
					   alone */
	simt_describe *describe;    /* distinguishes host pointers from wild ones; NULL: not possible */
	void *describe_ctx;
	/*
	 * Who wrote only a part of the array at addr, as the advice for a read of what is not written.
	 * Called with describe_ctx; may be NULL.
	 */
	bool (*partial)(void *ctx, uint64_t addr, char *text, size_t size);
	/* Bytes of an element of the shared variable, as declared; 0: unknown. Called with describe_ctx; may be NULL. */
	unsigned (*shared_elem)(void *ctx, const char *name);
	/*
	 * A kernel may load what nothing has written if it only stores it again: its copy counts as unwritten, too, and the
	 * result lists the move. False: each such load is a finding.
	 */
	bool may_move;
	uint32_t reach;             /* bit d: the kernel may also use memory of device d (peer access) */
};

/*
 * Blocks, their order, and host threads.
 *
 * Results, counters, output and findings are those of running the blocks one after the other in their order, however many host
 * threads there are. Blocks run ahead on other threads and wait for their turn before anything that depends on the order: atomic
 * operations on global memory (except integer reductions that commute), volatile, relaxed, acquire and release accesses, printf,
 * faults. Plain accesses of two blocks to one word, one of them a write, are a race: then the value read may depend on the
 * threads. After a fault or a hang in one block the blocks after it count as not run: they have no findings, counters or output;
 * but their stores so far stay in memory. The last 64th of a budget is enforced less strictly: blocks that ended ahead count as
 * within it. With several threads there is no probe for deadlocks (exec/stuck.h): the budget ends them, and the counters of a
 * hang may differ. With SIMT_CHECK_INIT or _SYNC only the blocks of kernels that are divisible (lower/lower_steady.c: they meet
 * in plain memory and reductions) run on several host threads, and only with SIMT_CHECK_RACE: each thread has its own shadow
 * memory, reductions that do not commute wait for their turn in a list (exec/deferred.h), and a launch that finds anything, or in
 * which two threads use the same bytes and one of them writes other than by reductions, goes back and runs these blocks again on
 * one thread (check/check_part.c). Then memory is that of one thread, too. A launch with a trace or a watch uses one host thread,
 * and so does a kernel whose blocks can wait for each other: one with a loop that reads global memory by an atomic operation or a
 * volatile, relaxed or acquire load, or that has a fence.
 *
 * The blocks of such a kernel, and of a cooperative launch, take turns. As many of them are resident as fit on the device's
 * multiprocessors, with 2048 threads, 32 blocks and 228 KiB of shared memory on each (the device reserves 1 KiB of it per block),
 * or simt_launch.resident, if that is fewer. Registers set no limit. With an order seed a block begins with a few short turns of
 * random length. A block that has run for a while and polled often yields to the next; when no more blocks fit, the resident ones
 * take turns in a round. So a block may wait for a later one, if both fit.
 *
 * The blocks of a cluster are resident together, whatever `resident` says, and take turns too. They can use each other's shared
 * memory (distributed shared memory): exec/cluster.c.
 */

/* The counts that hardware would give: counters.def; totals, and the same per source line. */
struct simt_counts {
#define COUNTER(name, unit, what) uint64_t name;
#include "simt/counters.def"
};

/* The table as data; a counter of some counts is the uint64_t at its offset. */
struct simt_counter { const char *name, *unit, *what; size_t offset; };
extern const struct simt_counter simt_counters[];
extern const size_t simt_ncounters;
void simt_counts_add(struct simt_counts *to, const struct simt_counts *c);
uint64_t simt_counter_value(const struct simt_counts *counts, const struct simt_counter *counter);

/*
 * A line is the innermost one of a call chain that is in the kernel's own file: counts in a header belong to the line
 * that called it.
 */
struct simt_line_counts { const char *file; int line; struct simt_counts counts; };

/*
 * Bytes of one allocation (global, constant, mapped) that a launch used in the same way. `read` and `written` by plain
 * accesses, `told` by stores that others may observe (volatile, relaxed, release), `asked` by such loads in loops,
 * `atomic` by atomic operations, which read and write, and by such stores to mapped memory; several can be true.
 */
struct simt_range { uint64_t addr, bytes; bool read, written, atomic, asked, told; };

enum simt_end {
	SIMT_DONE,       /* every thread ended */
	SIMT_FAULT,      /* stopped at a finding of level error at which hardware would stop too */
	SIMT_HANG,       /* budget spent, stopped from outside, or all threads wait for each other */
	SIMT_BAD_LAUNCH, /* geometry or parameters that the device rejects: see `error` */
};

/* What ended the launch, for callers that return an error code: the cause of the first fault, in the order of blocks. */
enum simt_cause {
	SIMT_CAUSE_NONE,
	SIMT_CAUSE_ADDRESS,    /* an access to memory that is unmapped, read-only, freed, the host's or another device's */
	SIMT_CAUSE_MISALIGNED,
	SIMT_CAUSE_ASSERT,     /* assert() */
	SIMT_CAUSE_TRAP,
	SIMT_CAUSE_STACK,      /* calls nest too deep */
	SIMT_CAUSE_CALL,       /* through a pointer that is not a function's address */
	SIMT_CAUSE_ILLEGAL,    /* an instruction that the GPU rejects: a barrier with an invalid number or count, a box that
				  begins at an odd place */
	SIMT_CAUSE_HEAP,       /* free() of an address that is not a block, or twice */
	SIMT_CAUSE_TEXTURE,    /* a wrong texture or surface object, or a texel outside a surface */
	SIMT_CAUSE_TIMEOUT,    /* budget spent, or stopped from outside */
	SIMT_CAUSE_DEADLOCK,   /* no thread can run */
};

/*
 * A request of a kernel's thread to the device runtime (dynamic parallelism): to launch a kernel of the same program, to copy, to
 * set memory. None of them has run: the caller runs them after the launch, in this order, the tail stream's last. Hardware may
 * run them earlier, but gives no kernel a way to wait for them.
 */
enum simt_child_kind {
	SIMT_CHILD_LAUNCH, SIMT_CHILD_COPY, SIMT_CHILD_SET,
	SIMT_CHILD_RECORD, SIMT_CHILD_WAIT, /* of an event in the stream: nothing to do, but they order the other requests */
};
#define SIMT_TAIL_STREAM 3 /* cudaStreamTailLaunch */
#define SIMT_FREE_STREAM 4 /* cudaStreamFireAndForget */
struct simt_child {
	enum simt_child_kind kind;
	bool is_asked;           /* false: the thread got a parameter buffer, and did not launch with it */
	bool is_invalid;         /* nor could it: no device accepts such a grid or block */
	const char *kernel;      /* mangled */
	struct dim3u grid, block;
	uint32_t dynamic_shared;
	const uint8_t *params; size_t params_len;
	uint64_t buffer;         /* for the vm: the parameter buffer's address, until the launch */
	uint64_t to, from, bytes; /* SIMT_CHILD_COPY and _SET */
	int value;
	uint64_t stream, event;  /* a stream belongs to a block: two blocks' streams with the same number differ */
	struct source_place place; /* of the request */
	struct dim3u by_block, by_thread;
	uint32_t block_linear;   /* by_block's number in the grid */
	uint32_t moment;         /* in the grid's uses */
	uint64_t spent;          /* instructions that the warp had executed by then */
};

/* A kernel stored in the allocation at that address what nothing had written, unchanged; the finding is for who uses the copy. */
struct simt_move { struct finding finding; uint64_t to; bool is_told; /* what caused it is a finding */ };

struct simt_result {
	struct arena arena;
	enum simt_end end;
	enum simt_cause cause; /* for SIMT_FAULT and SIMT_HANG */
	struct finding *findings; size_t nfindings; /* one per cause */
	struct simt_move *moves; size_t nmoves; /* with may_move */
	struct simt_counts counts;
	uint64_t longest_warp; /* instructions of the warp that executed the most */
	unsigned host_threads; /* that ran blocks at the same time */
	struct simt_line_counts *lines; size_t nlines;
	struct simt_range *touched; size_t ntouched; /* with launch.footprint: disjoint, by address, maximal; includes heap
							blocks */
	struct simt_range *early; size_t nearly; /* what blocks use before one of their threads executes griddepcontrol.wait; in
						    no order */
	struct buf output; /* device printf */
	bool output_truncated;
	uint64_t unprinted; /* calls of printf since then; four million, and four for each thread, end the launch */
	bool shows_host; /* the kernel has a fence of system scope, or a release */
	bool host_observes; /* it has accesses that the host may observe: volatile, or atomic in the system's scope */
	struct buf asserts; /* a line for each thread whose assert() failed, as hardware writes them to stderr; 64 KiB at most */
	bool stopped;    /* SIMT_HANG by `stop` or `seconds` */
	/* Then: warp instructions of the block that ran, and of all; blocks that had ended, and all. */
	struct { uint64_t block_spent, spent, ended, blocks; } at_stop;
	struct simt_child *children; size_t nchildren, cap_children;
	uint64_t handles; /* number of streams and events that threads created */
	struct simt_uses *uses; /* NULL: not wanted, or no memory. The caller may take it, and leave NULL */
	struct error error; /* for SIMT_BAD_LAUNCH */
};

/* How many host threads the vm may use: $WARPBOOK_VM_THREADS, or the number of processors; 1 to 1024. */
unsigned simt_host_threads(void);

/* 0 for any simt_end; -1, with an empty result, only when we or the machine failed. */
int simt_launch(struct simt_program *p, const struct simt_launch *launch,
		struct simt_result *result, struct error *err);
void simt_result_release(struct simt_result *result);

#endif
