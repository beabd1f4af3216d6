/*
 * bookmark.h - remembers the page on which the learner left the workbook, in WORKSPACE/.warpbook/place:
 *
 *	lesson 05_shared_memory 12
 *	exercise 05_shared_memory/smooth
 *
 * The file has either line alone, or both for an exercise that was opened from its lesson. If it is missing or has other
 * contents, there is no bookmark.
 */
#ifndef WARPBOOK_DESK_BOOKMARK_H
#define WARPBOOK_DESK_BOOKMARK_H

#include "desk/workspace.h"

struct bookmark {
	char lesson[128]; int step; /* "": no lesson was open; step counts from 1 */
	char exercise[128];         /* "": no exercise was open */
};

/* Sets all of *b; a file that cannot be read is not an error here. */
void bookmark_read(const struct workspace *w, struct bookmark *b);
/* Removes the file if the bookmark is empty. */
int bookmark_write(const struct workspace *w, const struct bookmark *b, struct error *err);

#endif
