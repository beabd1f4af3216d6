/* source.h - the panel of the learner's file. */
#ifndef WARPBOOK_TUI_PAGES_SOURCE_H
#define WARPBOOK_TUI_PAGES_SOURCE_H

#include "tui/view.h"

/* Draws the file into the rectangle, with its findings at their lines; sets its extent in the model. */
void source_draw(struct model *m, struct screen *s, struct rect r, struct page *p);
/* The first line of code of a file, counted from 0: after the comments, #includes and imports that open it. */
int source_code_begin(const char *text);
/* True if the panel shows the explained line, so that the text needs no excerpt. */
bool source_shows_mark(const struct model *m);

#endif
