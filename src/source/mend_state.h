/*
 * mend_state.h - what the files that propose edits share: the text as a list of
 * tokens, and the edits so far. Private to this folder.
 */
#ifndef WARPBOOK_SOURCE_MEND_STATE_H
#define WARPBOOK_SOURCE_MEND_STATE_H

#include "base/buf.h"
#include "source/mend.h"
#include "source/tokens.h"

struct mender {
	const char *source; size_t len;
	struct token *tokens; size_t n, cap; /* C++ alone; the last is TOKEN_END */
	const struct mend_finding *f;
	struct arena *arena;
	struct mend *list; size_t count, most;
};

/* Adds an edit; takes over `put` and `title`. */
void mend_add(struct mender *m, const char *at, size_t cut, struct buf *put, struct buf *title);
/* The line's blanks, if nothing else stands before `at` on its line; NULL: something does. */
const char *mend_indent(const struct mender *m, const char *at, int *n);

/* mend_python.c: the edits for a program in Python. */
void mends_python(struct mender *m);

#endif
