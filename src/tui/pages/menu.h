/* menu.h - the first page: the lessons, and their exercises where they are unfolded; and the ways that begin there. */
#ifndef WARPBOOK_TUI_PAGES_MENU_H
#define WARPBOOK_TUI_PAGES_MENU_H

#include "desk/bookmark.h"
#include "tui/model.h"

struct menu_page {
	bool *unfolded;                      /* per lesson */
	int cursor;                          /* the chosen row */
};

STATE(menu, PAGE_MENU)

struct menu_row {
	const struct outline_lesson *lesson; /* NULL: there is no such row */
	const struct outline_exercise *exercise; /* NULL: the lesson's own row */
};

/* The rows, as unfolded now. */
int menu_rows(const struct model *m);
struct menu_row menu_row(const struct model *m, int row);
/* The next suggestion: an unread lesson or an exercise not passed; lesson NULL when all is done. */
struct menu_row menu_suggested(const struct model *m);
/* Moves the cursor there. */
void menu_to_suggested(struct model *m, int key);

/* Opens a lesson by its number, topic or id, or an exercise by its name or id. The cursor goes there, too. */
void menu_open(struct model *m, const char *word);
/* Opens the places in the bookmark that still exist. */
void menu_resume(struct model *m, const struct bookmark *b);
/* Stores the open lesson and exercise. */
void menu_bookmark(const struct model *m, struct bookmark *b);

#endif
