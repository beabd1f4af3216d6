/*
 * check.h - the checkers: hooks that keep shadow state and turn what they observe into findings, one per cause.
 *
 * findings.def lists the kinds of finding. A cause is a kind, a source line, the memory and, for a race, the line of
 * the other access; the checker reports it once, however many threads and loop iterations it concerns, with the
 * number of threads and, of those that it saw, the first in (block, thread) order.
 *
 * What is a race. Two accesses to the same bytes by different threads of a
 * launch, at least one of them a write, not both atomic, and neither ordered
 * before the other. The order is the one that the program defines, never the one
 * in which the vm happened to run the threads:
 *
 *	- a thread's own accesses are ordered;
 *	- a barrier orders everything that the block's threads do before it and after it;
 *	- __syncwarp() and the other .sync operations of a warp do so for their lanes;
 *	- a fence followed by an atomic or volatile store releases everything that is ordered before it to the
 *	  block, and an atomic operation on, or a volatile load of, the same word acquires it ("the last block sums
 *	  up", locks, flags, a grid barrier). So do a release and an acquire. The unit here is a warp, not a thread,
 *	  which can miss a race among threads that mix both ways but never reports a false one.
 *
 * Blocks are never ordered otherwise. A volatile access alone orders nothing, but any two threads may poll one volatile
 * word of global memory, and two warps of a block that uses fences one of shared memory: the PTX manual defines a
 * volatile access as a relaxed one. Loads and stores of the second cache (.cg) count as volatile: CUB 1 polls its flags so. A
 * race between lanes of one warp with no __syncwarp() between them is a warning of its own, race-within-warp, because such lanes
 * often run in lockstep; when they write different values to one element in one instruction, that is an error.
 * Two writes of the same value (`found = 1` by all) are never a race.
 *
 * The state per byte is in shadow.h, the order in check_order.c. Both follow
 * FastTrack (Flanagan, Freund: "FastTrack: Efficient and Precise Dynamic Race
 * Detection", PLDI 2009): a last access is an epoch, a thread and its time,
 * and only unusual orders need more.
 *
 * A race finding follows the order of the program, not of the run: a missing barrier belongs before `place`
 * (check_path.c) and after `other`. The line of `other` is 0 if several lines are possible and only its threads are
 * known. The consequences of another cause get no finding (check_fold.c).
 *
 * Blocks may take turns on one host thread: a hook's call concerns the block that it names (check_block.c).
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_H
#define WARPBOOK_SIMT_CHECK_CHECK_H

#include "base/arena.h"
#include "base/error.h"
#include "words/finding.h"
#include "ptx/ir.h"
#include "simt/hooks.h"
#include "simt/mem/mem.h"
#include "simt/mem/prologue.h"
#include "simt/mem/touched.h"
#include "simt/simt.h"

/* Where lowering put a __shared__ variable. */
struct checker_var {
	const struct ptx_var *var;
	uint32_t offset;
	uint32_t size;            /* of the dynamic one: its size in the launch */
};

struct checker;
struct global_var;          /* code.h */

struct checker_launch {
	const struct ptx_module *module;
	const struct ptx_function *kernel;
	struct simt_mem *mem;
	/* A copy, since parts of a launch change theirs. budget 0: a hang is not reported; params NULL: unknown. */
	struct simt_launch args;
	struct dim3u cluster;     /* x 0 or {1,1,1}: of one block */
	uint32_t min_access;      /* bytes of the kernel's smallest global or shared access: a granule is min(4, this) */
	bool reads_async;         /* the kernel has asynchronous operations that may read shared memory */
	bool hands_over;          /* the kernel has fences, or operations that release */
	bool defers;              /* parts of the launch may perform its reductions later (exec/deferred.h) */
	uint32_t min_shared;      /* the same for granules of shared memory; 0: min_access */
	const struct checker_var *shared_vars; /* NULL: findings give shared memory in bytes */
	size_t nshared_vars;
	const struct global_var *globals; /* where the module's variables are */
	size_t nglobals;
	struct touched *touched;  /* also records accesses; NULL: off */
	struct prologue *prologue; /* also records those before griddepcontrol.wait; NULL: off */
	const struct simt_stepper *stepper; /* numbers the findings' steps; NULL: off */
	unsigned device;          /* the kernel's device */
};

/* One launch's checker. Findings are allocated in `arena`; the launch's arrays are borrowed. */
struct checker *checker_new(const struct checker_launch *launch, struct arena *arena, struct error *err);
void checker_free(struct checker *c);
/* Frees the memory that the last checker left for the next one. */
void checker_spare_free(void);
/* The launch resumes after others have run: forgets everything remembered about memory. 0 or -1 (out of memory). */
int checker_resumed(struct checker *c);
/*
 * Says that the next hang does not come from the budget: the launch was stopped from outside, after that many warp instructions.
 */
void checker_stopped(struct checker *c, uint64_t after);
/* Hooks that have nothing to do are NULL. */
const struct hooks *checker_hooks(struct checker *c);
/*
 * Parts of a checker, one for each host thread that runs blocks of the launch: check_part.c. checker_divides: may it have some
 * now? While they exist, it gets no calls. checker_divide makes n of them; -1: out of memory. checker_unite ends them: true if
 * everything that they saw is now in the launch's checker, as if it had seen it itself. False if that is not known, or `good` is
 * false: the memory is then as it was before, and the blocks must run again.
 */
bool checker_divides(const struct checker *c);
int checker_divide(struct checker *c, unsigned n, struct checker **parts);
bool checker_unite(struct checker *c, bool good);
/* Has the part seen nothing yet that prevents this? */
bool checker_is_clean(const struct checker *part);
/* The launch's uses of global memory; NULL: the race check was off, or out of memory. */
struct simt_uses *uses_collect(struct checker *c);
/*
 * Turns the causes into findings: errors before warnings, divergent barriers before other errors, and otherwise in
 * the order of time. 0 or -1 (out of memory).
 */
int checker_findings(struct checker *c, struct finding **findings, size_t *n, struct error *err);
/* While the launch pauses: its first race so far. Causes stay as they are, so what explains it may follow. False: none. */
bool checker_race_so_far(struct checker *c, struct finding *f);
/* After it: what the kernel only moved. */
int checker_moves(struct checker *c, struct simt_move **moves, size_t *n, struct error *err);

#endif
