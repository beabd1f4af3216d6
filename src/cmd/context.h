/*
 * context.h - the context of a command about exercises: the catalog, the
 * learner's workspace if there is one, and their progress.
 */
#ifndef WARPBOOK_CMD_CONTEXT_H
#define WARPBOOK_CMD_CONTEXT_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "desk/workspace.h"
#include "store/store.h"

struct context {
	struct arena arena;
	struct catalog catalog;
	struct workspace workspace; /* root is "" if there is none */
	struct store_progress *progress; size_t nprogress;
};

enum context_needs { CONTEXT_NO_WORKSPACE, CONTEXT_WORKSPACE, CONTEXT_RECORDS };

/*
 * CONTEXT_WORKSPACE: a missing workspace is an error that says how to create one.
 * If the progress is unreadable, reports it on stderr and continues without. CONTEXT_RECORDS: does not report it, because
 * the command records an attempt, and would report the same failure again.
 * Always call context_close, also after a failure.
 */
int context_open(struct context *d, enum context_needs needs, struct error *err);
void context_close(struct context *d);

/* The exercise's progress; a zeroed row for an exercise without attempts. */
struct store_progress context_progress(const struct context *d, const char *id);

/*
 * One lesson of the catalog, with the progress in it; its exercises are catalog.ids[from] to [to - 1]. Begin with .to = 0; false:
 * that was the last.
 */
struct context_lesson { char id[64]; size_t from, to; int passed, tried; };
bool context_next_lesson(const struct context *d, struct context_lesson *l);

/* The first exercise that is not passed, in the catalog's order; the first of all if every one is passed. */
const char *context_next(const struct context *d);

/* Turns a command's EX argument into the id of an exercise; word NULL: context_next. */
int context_exercise(const struct context *d, const char *word, const char **id, struct error *err);

/*
 * A file whose name gives the language, for exercise_open_for: the word itself if
 * it names a Python file, otherwise the workspace's file.
 */
const char *context_language(const struct context *d, const char *id, const char *word, char *path, size_t size);

/*
 * EX|FILE: like context_exercise, or a .cu file in any folder that answers the exercise `as`, or if that is NULL
 * the exercise with the file's name. Fills the exercise's id and the path of the learner's file (size bytes).
 */
int context_choose(const struct context *d, const char *word, const char *as, const char **id, char *path, size_t size,
		struct error *err);

/* Opens the store, for a command that records something. The caller closes it. */
int context_store(const struct context *d, struct store **store, struct error *err);

#endif
