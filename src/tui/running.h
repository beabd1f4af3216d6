/*
 * running.h - what runs beside the loop, one at a time: the check of the open exercise, or work that takes more than a moment, as
 * a profile. Escape interrupts either. Leaving its page and saving the file interrupt work, too; its result is then dropped.
 */
#ifndef WARPBOOK_TUI_RUNNING_H
#define WARPBOOK_TUI_RUNNING_H

#include "tui/effects.h"

/* ---- a check -------------------------------------------------------------------- */

/* Starts the check of the open exercise; if one or other work is running, once that has ended. */
void check_start(struct model *m);
/* The open exercise's file was saved: starts its check; cancels a running check, because its file is outdated. */
void check_saved(struct model *m);
/* A verdict is there before a GPU is done: shows it. `a`: malloc'ed, with texts that live until check_done; NULL: nothing new. */
void check_so_far(struct model *m, struct attempt *a);
void check_done(struct model *m, struct attempt *a); /* malloc'ed; NULL: there is no verdict */

/* ---- work ------------------------------------------------------------------------- */

/* The effect of a task: starts it, or keeps the effect until the running one has ended. */
int task_begin(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err);
/* Calls the backend, and nothing else: for the thread that does the work. */
void work_do(const struct tui_backend *b, struct work *w);
/* Shows the result, if the learner still waits for it; frees it. */
void work_done(struct model *m, struct work *w);
void work_free(struct work *w);
/* For task.show: frees what the arena had, and gives it the result. */
void work_keep(struct work *w, struct arena *arena);

/*
 * For Escape: cancels the work for which the learner still waits, or the check,
 * on the pages of its exercise; false: there is none.
 */
bool running_end(struct model *m);
/* Cancels it if the learner has left its page. */
void running_leave(struct model *m);
/* Nothing runs, so that a page may request what it lacks. */
bool running_nothing(const struct model *m);

#endif
