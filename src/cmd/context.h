/*
 * context.h - what a command about exercises has before it: the catalog, the
 * learner's workspace if there is one, and their progress.
 */
#ifndef WARPBOOK_CMD_CONTEXT_H
#define WARPBOOK_CMD_CONTEXT_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "session/workspace.h"
#include "store/store.h"

struct desk {
	struct arena arena;
	struct catalog catalog;
	struct workspace workspace; /* root is "" when there is none */
	struct store_progress *progress; size_t nprogress;
};

enum desk_needs { DESK_NO_WORKSPACE, DESK_WORKSPACE };

/*
 * DESK_WORKSPACE: having no workspace is an error that says how to make one.
 * Progress that cannot be read is told on stderr and counts as none. Always
 * desk_close, also after a failure.
 */
int desk_open(struct desk *d, enum desk_needs needs, struct error *err);
void desk_close(struct desk *d);

/* The exercise's progress; a zeroed row for one never tried. */
struct store_progress desk_progress(const struct desk *d, const char *id);

/* The first exercise not yet passed, in the catalog's order; the first one when all are. */
const char *desk_next(const struct desk *d);

/* A command's EX argument: the id of the exercise that the word means; word NULL: desk_next. */
int desk_exercise(const struct desk *d, const char *word, const char **id, struct error *err);

/*
 * EX|FILE: as desk_exercise, or a .cu file anywhere, which answers the exercise `as`, or if that is NULL
 * the one of its own name. Fills the exercise's id and the path of the learner's file (size bytes).
 */
int desk_choose(const struct desk *d, const char *word, const char *as, const char **id, char *path, size_t size,
		struct error *err);

/* For a command that records something. Caller closes the store. */
int desk_store(const struct desk *d, struct store **store, struct error *err);

#endif
