/*
 * debug.h - a launch that can stop before any of its instructions, and move forward and back.
 *
 * A launch on the vm is the same each time that it begins with the same memory. So a position in it is the number of its next
 * step (simt_stepper), and going back means launching again and stopping earlier: nothing is recorded.
 *
 *	debug_new -> debug_goto, debug_run, debug_back -> debug_at, and simt_step_* for the state there -> debug_free
 *
 * The launch runs on a thread of its own, which is paused whenever one of these functions has returned. So memory, registers and
 * shared memory may be read between two calls, and only then. One caller at a time.
 */
#ifndef WARPBOOK_DEBUG_DEBUG_H
#define WARPBOOK_DEBUG_DEBUG_H

#include <signal.h>

#include "ptx/ptx.h"
#include "simt/simt.h"

#define DEBUG_BUDGET ((uint64_t)1 << 27) /* the default limit of a launch, in warp instructions */

struct debug_setup {
	const struct ptx_module *module;  /* must outlive the debugger */
	uint64_t memory;                  /* bytes of device memory; 0: 1 GiB */
	/*
	 * Makes the arrays and fills the launch: kernel, grid, block, params and every other nonzero field. Called for each
	 * launch, in empty memory: it must do the same each time. What `launch` points to must outlive the debugger.
	 */
	/* called before the program exists; NULL: nothing to do */
	int (*prepare)(void *ctx, struct simt_mem *m, struct error *err);
	int (*fill)(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err);
	void *ctx;
};

struct debug;

/* Stops before the first step. -1 if memory or program cannot be made, or the device rejects the launch. */
int debug_new(struct debug **d, const struct debug_setup *setup, struct error *err);
void debug_free(struct debug *d);

/* The next step; NULL: the launch has ended. Valid until the launch moves. */
const struct simt_step *debug_at(const struct debug *d);
/* Its number; at the end the number of steps. */
uint64_t debug_now(const struct debug *d);
/* The number of steps in the launch, once it has reached its end; 0 before. */
uint64_t debug_total(const struct debug *d);
/* The result of the launch at its end; NULL before. Only the bounds check runs. */
const struct simt_result *debug_result(const struct debug *d);
struct simt_mem *debug_memory(struct debug *d);
const struct simt_launch *debug_launch(const struct debug *d);

/*
 * Is this the step at which to stop? Called on the launch's thread, in the order of steps, but not always from the first. s NULL:
 * the next calls do not continue the earlier ones.
 */
typedef bool debug_wanted(void *ctx, const struct simt_step *s);

/* Goes to the step with that number, or to the end; -1 with the error when the launch cannot be made again. */
int debug_goto(struct debug *d, uint64_t step, struct error *err);
/* Goes forward to the next wanted step, or to the end. */
int debug_run(struct debug *d, debug_wanted *wanted, void *ctx, struct error *err);
/* From now on calls `executed` after each instruction that some lanes have executed, on the launch's thread; NULL: no longer. */
void debug_trace(struct debug *d, void (*executed)(void *ctx, const struct simt_step *s), void *ctx);
/* Goes back to the last wanted step before this one, or to the first. *found may be NULL. */
int debug_back(struct debug *d, debug_wanted *wanted, void *ctx, bool *found, struct error *err);
/*
 * Ends the current movement as soon as possible: for a signal handler or another thread. The interrupted function returns -1, and
 * the next call must be debug_resume, which goes to the given step. If nothing is moving, the next movement ends.
 */
void debug_interrupt(struct debug *d);
int debug_resume(struct debug *d, uint64_t step, struct error *err);

/* One launch from its beginning to its end, independent of the paused one. */
struct debug_pass {
	unsigned checks;                  /* enum simt_check */
	/*
	 * Called for each access, before it is performed, with its step; NULL: not wanted. Requires `checks` to be 0
	 * or SIMT_CHECK_BOUNDS.
	 */
	void (*access)(void *ctx, uint64_t step, const struct simt_access *a);
	/* Called for each access that races with an earlier one, as in simt_watch; requires SIMT_CHECK_RACE. NULL: not wanted. */
	void (*raced)(void *ctx, uint64_t step, struct dim3u block, enum ptx_space space, uint64_t addr, uint32_t bytes);
	/* Called at the end, with its memory; NULL: not wanted. */
	int (*end)(void *ctx, struct simt_mem *m, struct error *err);
	void *ctx;
	uint64_t budget;                  /* 0: the setup's, or DEBUG_BUDGET */
	const volatile sig_atomic_t *stop; /* not 0: end soon, and return -1; NULL: never */
	uint64_t steps;                   /* filled: the number of steps */
};
/* The result's findings have their steps. The caller releases it. */
int debug_pass(const struct debug_setup *setup, struct debug_pass *pass, struct simt_result *result, struct error *err);

#endif
