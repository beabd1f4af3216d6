/*
 * view.h - a view writes the content of one page from the model; the frame puts
 * it between title bar and status line. Views change nothing.
 */
#ifndef WARPBOOK_TUI_VIEW_H
#define WARPBOOK_TUI_VIEW_H

#include "base/buf.h"
#include "tui/model.h"
#include "tui/page.h"
#include "tui/screen.h"

struct view {
	/* The title bar's right half: the learner's position. */
	void (*standing)(const struct model *m, struct buf *out);
	void (*content)(const struct model *m, struct page *p);
};

#define PAGE(id, view_name, trail, where, about) extern const struct view view_name;
#include "tui/pages.def"
#undef PAGE

/* Draws the page the model is on, and tells the model its extent. -1: out of memory. */
int frame_draw(struct model *m, struct screen *s);

/* ---- shared by views -------------------------------------------------------------- */

/* The marks for passed, tried and new. */
const char *mark_of_progress(enum progress progress);
enum style style_of_progress(enum progress progress);

/* "01" and "kernels" of "01_kernels": the number is shown before the title. */
void view_number(const char *lesson_id, char out[8]);

#endif
