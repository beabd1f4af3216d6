/* marks.h - what several pages write in the same way: marks and pictures of progress, times, names. */
#ifndef WARPBOOK_TUI_MARKS_H
#define WARPBOOK_TUI_MARKS_H

#include "tui/view.h"

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
/* A heading after a blank line. */
void page_heading(struct page *p, enum style style, const char *text);

#endif
