/*
 * runner.h - runs one attempt, or other work, at a time in a thread of its own, so that the workbook
 * answers keys while a kernel runs. The thread touches neither model nor terminal.
 */
#ifndef WARPBOOK_TUI_RUNNER_H
#define WARPBOOK_TUI_RUNNER_H

#include <stdbool.h>

#include "base/error.h"
#include "session/attempt.h"

struct runner;

int runner_open(struct runner **r, struct error *err);
/* Interrupts what still runs, as Ctrl-C would, and waits for its end. Accepts NULL. */
void runner_close(struct runner *r);

/* A descriptor for poll: readable when the state has changed, and when what runs is done. */
int runner_fd(const struct runner *r);

/* Starts an attempt; copies the texts. Ignores options->progress. Call it only while none is running. */
int runner_start(struct runner *r, const char *id, const char *path, const struct attempt_options *options,
		 struct error *err);
/* The same for any function; what it works on is the caller's, and the thread's until runner_worked has returned it. */
int runner_work(struct runner *r, void (*work)(void *ctx), void *ctx, struct error *err);
/* Ends what runs, as Ctrl-C would (proc_interrupt): an attempt's verdict is VERDICT_INTERRUPTED, unless it came first. */
void runner_cancel(struct runner *r);
/* Where the attempt is. */
struct attempt_state runner_state(struct runner *r);

/*
 * True once, when the attempt has ended: *a is malloc'ed and belongs to the caller, or is NULL
 * with err if there is no verdict.
 */
bool runner_take(struct runner *r, struct attempt **a, struct error *err);
/* The ctx of runner_work, once, when the work has ended; else NULL. */
void *runner_worked(struct runner *r);

#endif
