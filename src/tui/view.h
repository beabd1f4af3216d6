/*
 * view.h - a view writes the content of one page from the model; the frame puts
 * it between title bar and status line. Views change nothing.
 */
#ifndef WARPBOOK_TUI_VIEW_H
#define WARPBOOK_TUI_VIEW_H

#include "base/buf.h"
#include "tui/layout.h"
#include "tui/model.h"
#include "tui/page.h"
#include "tui/screen.h"

struct view {
	/* The right half of the title bar: the learner's position. */
	void (*status_line)(const struct model *m, struct buf *out);
	void (*content)(const struct model *m, struct page *p);
	enum layout_kind layout;
	/* The column beside the page, for LAYOUT_SIDE. */
	void (*side)(const struct model *m, struct page *p);
	const char *(*side_title)(const struct model *m);
	/* The panel below the page in a large window; NULL: none. */
	void (*lower)(const struct model *m, struct page *p);
	const char *(*lower_title)(const struct model *m);
};

#define PAGE(id, view_name, trail, where, about) extern const struct view view_name;
#include "tui/pages.def"
#undef PAGE

/* Draws the model's current page, and sets the page's extent in the model. -1: out of memory. */
int frame_draw(struct model *m, struct screen *s);

/*
 * Handles the mouse at a cell of the window: key is KEYCODE_CLICK or KEYCODE_WHEEL_*. A click chooses a row of the menu, or opens
 * it if it is already chosen; elsewhere it chooses the panel. The wheel scrolls the panel under the pointer.
 */
void frame_mouse(struct model *m, int key, int row, int col);

/* ---- shared by views -------------------------------------------------------------- */

/* The marks for passed, tried and new. */
const char *mark_of_progress(enum progress progress);
enum style style_of_progress(enum progress progress);

/* "01" and "kernels" of "01_kernels": the number is shown before the title. */
void view_number(const char *lesson_id, char out[8]);
/* "45 min", "1 h 30". */
void view_minutes(int minutes, char out[16]);
/* Its title, without the name that many begin with. */
const char *view_title(const struct outline_exercise *e);
/* The minutes of a lesson with its exercises. */
int view_lesson_minutes(const struct outline_lesson *l);

/* "▰▰▰▱▱▱": `done` of `all` in that many columns; never full before the end, never empty after the start. */
void page_gauge(struct page *p, int done, int all, int columns);
/* A mark for each exercise, at most `columns`. */
void page_strip(struct page *p, const struct outline_lesson *l, int columns);
/* A mark for each case of a check: ✓ right, ✗ wrong, · not run. */
void page_cases(struct page *p, const struct attempt *a, int columns);

/* The row of the menu (model_menu_row) on that line of its page; -1: none. */
int view_menu_row_at(const struct model *m, int line);

/* The step on that line of the column beside a lesson's page; -1: none. */
int view_lesson_step_at(const struct model *m, int line);

/* ---- pages/nearby.c: what a large window shows beside a lesson or an exercise --------------- */

/* The terms that the page uses, each with its text; the exercises of a lesson, the open one marked; what the exercise asks for. */
void nearby_terms(const struct model *m, struct page *p);
void nearby_exercises(const struct model *m, struct page *p, const struct outline_lesson *l);
/* Below a lesson: the file of the exercise that the step asks for, else terms and exercises. */
void nearby_lesson(const struct model *m, struct page *p);
const char *nearby_lesson_title(const struct model *m);
/* Below an exercise: its lesson's exercises, and the terms. Below a result that does not pass: the task. */
void nearby_exercise(const struct model *m, struct page *p);
const char *nearby_exercise_title(const struct model *m);
void nearby_task(const struct model *m, struct page *p);
const char *nearby_task_title(const struct model *m);

/* ---- pages/profile.c ---------------------------------------------------------------------- */

/* What the picture's line costs, as the profile has it. */
void profile_line_write(const struct model *m, struct page *p);

/* ---- pages/solution.c ------------------------------------------------------------------- */

/* True if each line of the solution fits on one line of a page with that many columns. */
bool solution_fits(const struct model *m, int cols);

/* ---- pages/source.c: the learner's file -------------------------------------------------- */

/* Draws the file into the rectangle, with its findings at their lines; sets its extent in the model. */
void source_draw(struct model *m, struct screen *s, struct rect r, struct page *p);
/* The first line of code of a file, counted from 0: after the comments, #includes and imports that open it. */
int source_code_begin(const char *text);
/* True if the panel shows the explained line, so that the text needs no excerpt. */
bool source_shows_mark(const struct model *m);

#endif
