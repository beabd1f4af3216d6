/* profile.h - the profile of the open exercise's file, and the picture below it. */
#ifndef WARPBOOK_TUI_PAGES_PROFILE_H
#define WARPBOOK_TUI_PAGES_PROFILE_H

#include "tui/effects.h"
#include "tui/page.h"

struct profile_page {
	struct arena arena;                  /* of the profile */
	struct profile profile;              /* the last one of this exercise; no lines: none */
	const struct profile_line **lines;   /* in the order shown; NULL: there is no profile */
	enum profile_column_id by;           /* PROFILE_COLUMNS: by line */
	int row;
	bool old;                            /* the file has changed since */
	int beside_line;                     /* the line whose picture a large window shows below the profile; 0: none is
						requested */
	bool beside_made;                    /* it has come: */
	struct arena beside_arena;           /* of the picture */
	struct picture beside;
	struct error beside_error;           /* why there is none; text "": there is one */
};

STATE(profile, PAGE_PROFILE)

/* Another exercise is open. */
void profile_forget(struct model *m);
/* The chosen line; NULL: none. */
const struct profile_line *profile_chosen(const struct model *m);
/* What that line costs, below its picture. */
void profile_line_write(const struct model *m, struct page *p, int line);

/* ---- picture.c ---- */

struct drawn_page { struct arena arena; struct picture picture; };

STATE(drawn, PAGE_PICTURE)

/* Draws line `number` of the open exercise's file; `right`: below the profile. 0: a host program over time. */
extern const struct task picture_task;

#endif
