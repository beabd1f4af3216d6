/*
 * backend.h - the real backend of the workbook: the installed lessons and exercises,
 * one workspace with its database, a runner, and a watch on the open file.
 */
#ifndef WARPBOOK_TUI_BACKEND_H
#define WARPBOOK_TUI_BACKEND_H

#include <limits.h>

#include "desk/watch.h"
#include "lesson/library.h"
#include "store/store.h"
#include "tui/effects.h"
#include "tui/runner.h"
#include "tui/tui.h"

struct backend {
	const struct tui_options *options;
	struct store *store;       /* NULL: the workbook can neither read nor record progress */
	struct runner *runner;
	struct watch *watch;       /* watches the file of the open exercise; NULL: none open */
	struct numba_ready *ready; /* for the next check of that file, in Python (desk/ready.h) */
	struct outline titles;     /* titles and counts, without progress */
	struct tui_backend work_by; /* the operations, for the thread that does the work */
	struct work *work;         /* in progress; NULL: none */
	struct debugger *debugger; /* for the file with which the stepper started; NULL: none */
	struct library *library;   /* NULL: no search yet */
	struct glossary *glossary; /* NULL: not needed yet */
	struct library *notes;     /* for the last search: its results point into it */
	bool redraw;               /* the next drawing starts from an unknown terminal */
};

/* Opens all parts. An unusable database is not a failure: it sets `warning`, which is "" if there is no problem. */
int backend_open(struct backend *b, const struct tui_options *options, struct error *warning, struct error *err);
void backend_close(struct backend *b);

struct tui_backend backend_operations(struct backend *b);
/* The work that was in progress, once, when it has ended; otherwise NULL. The caller owns it. */
struct work *backend_worked(struct backend *b);

#endif
