/*
 * debug.h - a launch that can be stopped before any of its instructions, and taken forward and back.
 *
 * A launch on the vm does the same each time that it begins with the same memory. So a place in it is a number, of the step that is next
 * (simt_stepper), and to go back is to launch again and to stop earlier: nothing is recorded.
 *
 *	debug_new -> debug_goto, debug_run, debug_back -> debug_at, and simt_step_* for what is there -> debug_free
 *
 * The launch runs on a thread of its own, which stands still whenever one of these functions has returned. So memory, registers and
 * shared memory may be read between two calls, and only then. One caller at a time.
 */
#ifndef WARPBOOK_DEBUG_DEBUG_H
#define WARPBOOK_DEBUG_DEBUG_H

#include <signal.h>

#include "ptx/ptx.h"
#include "simt/simt.h"

#define DEBUG_BUDGET ((uint64_t)1 << 27) /* warp instructions of a launch, by default */

struct debug_setup {
	const struct ptx_module *module;  /* outlives the debugger */
	uint64_t memory;                  /* bytes of the device; 0: 1 GiB */
	/*
	 * Makes the arrays and fills the launch: kernel, grid, block, params and what else differs from zero. Called for each launch, in
	 * empty memory: it must do the same each time. What `launch` points to outlives the debugger.
	 */
	int (*prepare)(void *ctx, struct simt_mem *m, struct error *err); /* before there is a program; NULL: nothing to do */
	int (*fill)(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err);
	void *ctx;
};

struct debug;

/* Stands before the first step. -1 if memory or program cannot be made, or the device rejects the launch. */
int debug_new(struct debug **d, const struct debug_setup *setup, struct error *err);
void debug_free(struct debug *d);

/* The step that is next; NULL: the launch has ended. Valid until the launch moves. */
const struct simt_step *debug_at(const struct debug *d);
/* Its number; at the end how many steps there were. */
uint64_t debug_now(const struct debug *d);
/* How many steps the launch has, once it has come to its end; 0 before. */
uint64_t debug_total(const struct debug *d);
/* What came of the launch at its end; NULL before. Without checks but those of bounds. */
const struct simt_result *debug_result(const struct debug *d);
struct simt_mem *debug_memory(struct debug *d);
const struct ptx_module *debug_module(const struct debug *d);
const struct simt_launch *debug_launch(const struct debug *d);

/*
 * Is this the step to stop before? Called on the launch's thread, in the order of steps, perhaps not from the first. s NULL: what comes
 * next does not follow what was seen before.
 */
typedef bool debug_wanted(void *ctx, const struct simt_step *s);

/* To the step of that number, or to the end; -1 with the error when the launch cannot be made again. */
int debug_goto(struct debug *d, uint64_t step, struct error *err);
/* Forward to the next step that is wanted, or to the end. */
int debug_run(struct debug *d, debug_wanted *wanted, void *ctx, struct error *err);
/* Back to the last step before this one that is wanted, or to the first. *found may be NULL. */
int debug_back(struct debug *d, debug_wanted *wanted, void *ctx, bool *found, struct error *err);
/*
 * Ends what moves the launch as soon as it can: for a signal handler or another thread. The function returns -1, and the next that is
 * called must be debug_resume, which goes to the step. Without one under way, the next ends.
 */
void debug_interrupt(struct debug *d);
int debug_resume(struct debug *d, uint64_t step, struct error *err);

/* One launch from its beginning to its end, apart from the one that stands. */
struct debug_pass {
	unsigned checks;                  /* enum simt_check */
	/* Each access, before it is performed, with its step; NULL: not wanted. Needs `checks` to be 0 or SIMT_CHECK_BOUNDS. */
	void (*access)(void *ctx, uint64_t step, const struct simt_access *a);
	/* Each access that races with an earlier one, as simt_watch has it; needs SIMT_CHECK_RACE. NULL: not wanted. */
	void (*raced)(void *ctx, uint64_t step, struct dim3u block, enum ptx_space space, uint64_t addr, uint32_t bytes);
	/* When it has ended, with its memory; NULL: not wanted. */
	int (*end)(void *ctx, struct simt_mem *m, struct error *err);
	void *ctx;
	uint64_t budget;                  /* 0: as the setup says, or DEBUG_BUDGET */
	const volatile sig_atomic_t *stop; /* not 0: end soon, and return -1; NULL: never */
	uint64_t steps;                   /* filled: how many there were */
};
/* The result's findings have their steps. The caller releases it. */
int debug_pass(const struct debug_setup *setup, struct debug_pass *pass, struct simt_result *result, struct error *err);

#endif
