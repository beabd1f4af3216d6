/*
 * backend.h - the real backend of the workbook: the installed lessons and exercises,
 * one workspace with its database, a runner, and a watch on the open file.
 */
#ifndef WARPBOOK_TUI_BACKEND_H
#define WARPBOOK_TUI_BACKEND_H

#include <limits.h>

#include "lesson/library.h"
#include "session/watch.h"
#include "store/store.h"
#include "tui/effects.h"
#include "tui/runner.h"
#include "tui/tui.h"

struct backend {
	const struct tui_options *options;
	struct store *store;       /* NULL: progress can be neither read nor recorded */
	struct runner *runner;
	struct watch *watch;       /* on the file of the open exercise; NULL: none open */
	struct numba_ready *ready; /* for the next check of that file, in Python (session/ready.h) */
	struct outline shelf;      /* titles and counts, without progress */
	struct tui_backend work_by; /* the operations, for the thread that works */
	struct work *work;         /* under way; NULL: none */
	struct debugger *debugger; /* of the file that the stepper began with; NULL: none */
	struct library *library;   /* NULL: nobody has searched yet */
	struct library *notes;     /* of the last search: what it found lies in it */
	bool redraw;               /* the next drawing starts from an unknown terminal */
};

/*
 * Opens all parts. An unusable database is not a failure: it sets `warning`, which is "" if
 * all is well.
 */
int backend_open(struct backend *b, const struct tui_options *options, struct error *warning, struct error *err);
void backend_close(struct backend *b);

struct tui_backend backend_operations(struct backend *b);
/* The work that was under way, once, when it has ended; else NULL. It belongs to the caller. */
struct work *backend_worked(struct backend *b);

#endif
