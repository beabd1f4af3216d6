/*
 * flow.h - turns text into lines of glyphs.
 *
 * A flow collects glyphs - one character each, with its width and style - and
 * turns them into lines at the end of a paragraph or line, wrapped between words or cut.
 * All output goes through it, so that only one place handles width, tabs and terminals
 * without UTF-8.
 */
#ifndef WARPBOOK_LESSON_FLOW_H
#define WARPBOOK_LESSON_FLOW_H

#include "lesson/lesson.h"

struct glyph { const char *text; unsigned char len, width; enum style style; };

struct flow {
	struct arena *a;
	int width;
	bool ascii;
	size_t margin; /* glyphs before the column that tabs count from */
	struct glyph *glyphs; size_t nglyphs, glyph_cap; /* of the paragraph being collected */
	struct line *lines; size_t nlines, line_cap;
};

void flow_add(struct flow *f, enum style style, const char *text);
void flow_add_n(struct flow *f, enum style style, const char *text, size_t len);
void flow_printf(struct flow *f, enum style style, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Ends the paragraph: wraps it between words, and indents later lines by `hang`. */
void flow_wrap(struct flow *f, int hang);
/*
 * Ends the line: keeps its blanks. If it does not fit, code continues below after a mark, and any other text at the full width.
 */
void flow_break(struct flow *f);
/* Ends the line, and drops the part that does not fit and blanks at its end. */
void flow_cut(struct flow *f);
/* The columns that a line takes. */
int flow_line_width(const struct line *l);
/* Puts the lines of `right` beside those from line `top` on, at that column. */
void flow_beside(struct flow *f, size_t top, int column, const struct flow *right);
/* Adds an empty line, unless the flow is empty or ends in one. */
void flow_blank(struct flow *f);

#endif
