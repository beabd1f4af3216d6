/* nearby.h - what a large window shows beside a lesson or an exercise. */
#ifndef WARPBOOK_TUI_PAGES_NEARBY_H
#define WARPBOOK_TUI_PAGES_NEARBY_H

#include "tui/view.h"

/* Below a lesson: the file of the exercise that the step asks for, else terms and exercises. */
void nearby_lesson(const struct model *m, struct page *p);
const char *nearby_lesson_title(const struct model *m);
/* Below an exercise: its lesson's exercises, and the terms. Below a result that does not pass: the task. */
void nearby_exercise(const struct model *m, struct page *p);
const char *nearby_exercise_title(const struct model *m);
void nearby_task(const struct model *m, struct page *p);
const char *nearby_task_title(const struct model *m);

#endif
