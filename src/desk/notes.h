/*
 * notes.h - a learner's own notes: a Markdown file for each lesson, WORKSPACE/notes/NN_topic.md, which belongs to the learner.
 *
 * warpbook only writes the heading of the page from which the learner opens the editor, and removes it if nothing was written
 * below it.
 */
#ifndef WARPBOOK_DESK_NOTES_H
#define WARPBOOK_DESK_NOTES_H

#include <limits.h>

#include "base/buf.h"
#include "desk/workspace.h"

#define NOTES_MAX_BYTES ((size_t)4 << 20)

/* A file being edited. */
struct note {
	char path[PATH_MAX];
	int line;          /* where to write: below the heading */
	bool there;        /* the file existed before */
	struct buf before, given; /* its text, without and with our heading */
};

int notes_path(const struct workspace *w, const char *lesson, char *out, size_t size);
/* True if there is a file for the lesson. */
bool notes_exist(const struct workspace *w, const char *lesson);

/* Creates the file, or adds the heading "## ..." unless it is there. Always call note_end after it, also after a failure. */
int note_begin(struct note *n, const struct workspace *w, const char *lesson, const char *title, const char *heading,
	       struct error *err);
/* If the file is still as note_begin left it, restores its earlier state. */
int note_end(struct note *n, struct error *err);

#endif
