/*
 * notes.h - a learner's own notes: a Markdown file for each lesson, WORKSPACE/notes/NN_topic.md, which belongs to the learner.
 *
 * warpbook writes to it only the heading of the page that the editor is opened from, and takes it back if nothing was written below it.
 */
#ifndef WARPBOOK_SESSION_NOTES_H
#define WARPBOOK_SESSION_NOTES_H

#include <limits.h>

#include "base/buf.h"
#include "session/workspace.h"

#define NOTES_MAX_BYTES ((size_t)4 << 20)

/* A file being edited. */
struct note {
	char path[PATH_MAX];
	int line;          /* where to write: below the heading */
	bool there;        /* the file was there before */
	struct buf before, given; /* its text, without and with a heading of ours */
};

int notes_path(const struct workspace *w, const char *lesson, char *out, size_t size);
/* True if there is a file for the lesson. */
bool notes_exist(const struct workspace *w, const char *lesson);

/* Makes the file, or adds the heading "## ..." to it unless it has it. Always call note_end after it, also after a failure. */
int note_begin(struct note *n, const struct workspace *w, const char *lesson, const char *title, const char *heading, struct error *err);
/* If the file is as note_begin left it: as it was before. */
int note_end(struct note *n, struct error *err);

#endif
