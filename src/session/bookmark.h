/*
 * bookmark.h - the page on which the learner left the workbook, in WORKSPACE/.warpbook/place:
 *
 *	lesson 05_shared_memory 12
 *	exercise 05_shared_memory/smooth
 *
 * either line alone, or both for an exercise that was opened from its lesson. Without the file, or with another content, there is none.
 */
#ifndef WARPBOOK_SESSION_BOOKMARK_H
#define WARPBOOK_SESSION_BOOKMARK_H

#include "session/workspace.h"

struct bookmark {
	char lesson[128]; int step; /* "": no lesson was open; step from 1 on */
	char exercise[128];         /* "": no exercise was */
};

/* Sets all of *b; nothing that fails is an error here. */
void bookmark_read(const struct workspace *w, struct bookmark *b);
/* Of an empty one the file is removed. */
int bookmark_write(const struct workspace *w, const struct bookmark *b, struct error *err);

#endif
