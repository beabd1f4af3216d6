/*
 * runner.h - runs one attempt at a time in a thread of its own, so that the workbook answers
 * keys while a kernel runs. The thread touches neither model nor terminal.
 */
#ifndef WARPBOOK_TUI_RUNNER_H
#define WARPBOOK_TUI_RUNNER_H

#include <stdbool.h>

#include "base/error.h"
#include "session/attempt.h"

struct runner;

int runner_open(struct runner **r, struct error *err);
/* Interrupts an attempt that still runs, as Ctrl-C would, and waits for its end. Accepts NULL. */
void runner_close(struct runner *r);

/* A descriptor for poll: readable when the state has changed or the attempt is done. */
int runner_fd(const struct runner *r);

/* Starts an attempt; copies the texts. Ignores options->progress. Call it only while none is running. */
int runner_start(struct runner *r, const char *id, const char *path, const struct attempt_options *options,
		 struct error *err);
/* Ends the attempt that runs, as Ctrl-C would: its verdict is VERDICT_INTERRUPTED, unless it came first. */
void runner_cancel(struct runner *r);
/* Where the attempt is. */
struct attempt_state runner_state(struct runner *r);

/*
 * True once, when the attempt has ended: *a is malloc'ed and belongs to the caller, or is NULL
 * with err if there is no verdict.
 */
bool runner_take(struct runner *r, struct attempt **a, struct error *err);

#endif
