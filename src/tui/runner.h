/*
 * runner.h - runs one attempt, or other work, at a time in a thread of its own, so that the workbook
 * answers keys while a kernel runs. The thread touches neither model nor terminal.
 */
#ifndef WARPBOOK_TUI_RUNNER_H
#define WARPBOOK_TUI_RUNNER_H

#include <stdbool.h>

#include "attempt/attempt.h"
#include "base/error.h"

struct runner;

int runner_open(struct runner **r, struct error *err);
/* Interrupts the running attempt or work, as Ctrl-C would, and waits for its end. Accepts NULL. */
void runner_close(struct runner *r);

/* A descriptor for poll: readable after a change of state, and after the end of the attempt or work. */
int runner_fd(const struct runner *r);

/* Starts an attempt; copies the texts. Ignores options->progress. Call it only while none is running. */
int runner_start(struct runner *r, const char *id, const char *path, const struct attempt_options *options,
		 struct error *err);
/* The same for any function; the caller owns its data, which only the thread may use until runner_worked returns it. */
int runner_work(struct runner *r, void (*work)(void *ctx), void *ctx, struct error *err);
/*
 * Interrupts the attempt or work, as Ctrl-C would (proc_interrupt): an attempt's
 * verdict is VERDICT_INTERRUPTED, unless it came first.
 */
void runner_cancel(struct runner *r);
/* The current stage of the attempt. */
struct attempt_state runner_state(struct runner *r);
/*
 * The attempt's report once it has its verdict and a GPU still works on it, or NULL: a copy to free, whose texts belong to the
 * attempt that runner_take returns later.
 */
struct attempt *runner_so_far(struct runner *r);

/*
 * True once, when the attempt has ended: *a is malloc'ed and belongs to the caller, or is NULL
 * with err if there is no verdict.
 */
bool runner_take(struct runner *r, struct attempt **a, struct error *err);
/* The ctx of runner_work, once, when the work has ended; otherwise NULL. */
void *runner_worked(struct runner *r);

#endif
