/*
 * view.h - a page of the workbook: its state, its keys and its view, together in one file of pages/.
 *
 * A row of pages.def names the page's `struct view`. Its content is written from the model for each drawing, and changes nothing;
 * the frame puts it between title bar and status line. A request of a key is looked up in the actions of the open page, then in
 * those of all others: the key that opens a page from anywhere is an action of the page that it opens.
 */
#ifndef WARPBOOK_TUI_VIEW_H
#define WARPBOOK_TUI_VIEW_H

#include "base/buf.h"
#include "tui/layout.h"
#include "tui/model.h"
#include "tui/page.h"
#include "tui/screen.h"

struct action {
	enum request request;
	void (*act)(struct model *m, int by); /* by: `by` below; 0: the key */
	bool (*offers)(const struct model *m); /* does it make sense now? NULL: always */
	const char *(*keys)(const struct model *m); /* what the status line shows; NULL: the first of its keys */
	int by;
};

/* What a page leaves out is NULL or 0. */
struct view {
	/* ---- its state and keys ---- */
	size_t size;                         /* of its state, model.own[PAGE_ID]: zeroed at first */
	void (*begin)(struct model *m);      /* the workbook opens with this page */
	void (*release)(struct model *m);    /* what the state owns */
	const struct action *actions;        /* up to one with REQUEST_NONE */
	/* Takes a key as input, before requests are looked up; pasted text is nothing but input. */
	bool (*takes)(struct model *m, int key, bool pasted);
	/* Keys that move move this row of so many; NULL: they scroll. */
	int *(*cursor)(struct model *m, int *rows);
	void (*lacks)(struct model *m);      /* requests what the page still lacks, while nothing else is in progress */
	bool undisturbed;                    /* the result of a check comes as a notice, and does not replace the page */

	/* ---- its view ---- */
	void (*status_line)(const struct model *m, struct buf *out); /* the right half of the title bar: the learner's position */
	void (*content)(const struct model *m, struct page *p);
	enum layout_kind layout;
	bool wide;                           /* a table, code or pictures, which use all columns */
	bool wide_below;                     /* so does the lower panel */
	/* The column beside the page, for LAYOUT_SIDE. */
	void (*side)(const struct model *m, struct page *p);
	const char *side_title;
	/* The panel below the page in a large window. */
	void (*lower)(const struct model *m, struct page *p);
	const char *(*lower_title)(const struct model *m);
	const char *title;                   /* of its panel; NULL: the trail of pages.def */
	/* What replaces these where it depends on the model, and what replaces that trail in the title bar. */
	enum layout_kind (*layout_now)(const struct model *m);
	bool (*wide_now)(const struct model *m);
	const char *(*side_title_now)(const struct model *m);
	const char *(*title_now)(const struct model *m);
	void (*trail)(const struct model *m, int depth, struct buf *out);
	/* Draws the status line while the page takes typed text; false: it does not. */
	bool (*input)(const struct model *m, struct screen *s, int row);
	/* A click on a line of the page, or of the column beside it. */
	void (*click)(struct model *m, int line);
	void (*click_side)(struct model *m, int line);
};

#define PAGE(id, view_name, trail, where, about) extern const struct view view_name;
#include "tui/pages.def"
#undef PAGE

const struct view *view_of(enum page_id page);
const struct view *view_now(const struct model *m); /* of the open page */

#endif
