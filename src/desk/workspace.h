/*
 * workspace.h - the learner's folder: exercises/NN_topic/name.cu to edit, and .warpbook/ with the database and, for
 * each stub handed out, its hash at the time. In a workspace for Python (.warpbook/language says so) name.py replaces
 * name.cu if the exercise offers it.
 *
 * No function here ever overwrites a file that differs from its stub.
 */
#ifndef WARPBOOK_DESK_WORKSPACE_H
#define WARPBOOK_DESK_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "catalog/catalog.h"

struct workspace { char root[400]; char database[480]; bool python; };

/*
 * $WARPBOOK_WORKSPACE, else the nearest folder upwards from the working directory with .warpbook, else
 * workspace_default's folder if it has one.
 */
int workspace_find(struct workspace *w, struct error *err);

/*
 * The folder of a first workspace: $WARPBOOK_WORKSPACE, else ~/warpbook-exercises (~/warpbook is where people clone
 * the program to).
 */
int workspace_default(char *out, size_t size, struct error *err);

enum init_action { INIT_CREATED, INIT_UNCHANGED, INIT_UPDATED /* stub untouched by the learner, new version */,
	INIT_KEPT /* learner's edits kept; the new stub is next to it as name.cu.new */, INIT_RESTORED /* was deleted */ };
struct init_change { const char *path; enum init_action action; };

/*
 * Makes or upgrades the workspace at dir; reports what it did with each file. language: "python", "cuda", or NULL:
 * unchanged, at first CUDA C++. A language applies to all exercises, those that were switched too. The workspace remembers the
 * packs that $WARPBOOK_DATA names (desk/packs.h).
 */
int workspace_init(struct workspace *w, const char *dir, const char *language, struct arena *arena,
		   struct init_change **changes, size_t *n, struct error *err);
/* Answers this exercise in the other language from now on; hands its stub out unless the file is there. */
int workspace_switch(struct workspace *w, const char *id, struct error *err);
/* WORKSPACE/exercises/ID.cu, or .py */
int workspace_exercise_path(const struct workspace *w, const char *id, char *out, size_t size);
/*
 * Puts the stub back; keeps the learner's file as name.cu.~N~ (first free N), and returns that name in backup ("" if
 * the file equalled the stub).
 */
int workspace_reset(const struct workspace *w, const char *id, char *backup, size_t size, struct error *err);

#endif
