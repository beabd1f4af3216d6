/*
 * internal.h - turns a step into lines of glyphs.
 *
 * A flow collects glyphs - one character each, with its width and style - and
 * turns them into lines at the end of a paragraph or line, wrapped between words or cut.
 * All output goes through it, so that only one place handles width, tabs and terminals
 * without UTF-8.
 */
#ifndef WARPBOOK_LESSON_INTERNAL_H
#define WARPBOOK_LESSON_INTERNAL_H

#include "lesson/lesson.h"
#include "script/script.h"

struct glyph { const char *text; unsigned char len, width; enum style style; };

struct flow {
	struct arena *a;
	int width;
	bool ascii;
	size_t margin; /* glyphs before the column that tabs count from */
	struct glyph *glyphs; size_t nglyphs, glyph_cap; /* of the paragraph being collected */
	struct line *lines; size_t nlines, line_cap;
};

/* ---- flow.c ---- */
void flow_add(struct flow *f, enum style style, const char *text);
void flow_add_n(struct flow *f, enum style style, const char *text, size_t len);
void flow_printf(struct flow *f, enum style style, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Ends the paragraph: wraps it between words, and indents later lines by `hang`. */
void flow_wrap(struct flow *f, int hang);
/* Ends the line: keeps its blanks. If it does not fit, code continues below after a mark, and any other text at the full width. */
void flow_break(struct flow *f);
/* Ends the line, and drops the part that does not fit and blanks at its end. */
void flow_cut(struct flow *f);
/* The columns that a line takes. */
int flow_line_width(const struct line *l);
/* Puts the lines of `right` beside those from line `top` on, at that column. */
void flow_beside(struct flow *f, size_t top, int column, const struct flow *right);
/* Adds an empty line, unless the flow is empty or ends in one. */
void flow_blank(struct flow *f);

/* ---- markup.c ---- */
/* A paragraph, an item of a list, or code between two lines of three backticks, whose lines stay as they are. */
struct markup_block { const char *text; size_t len; bool is_item, is_code, is_python, after_blank; };
/* The language of a block of code, for colour_flow: the first line says ```python, or nothing for C++. */
#define markup_language(block) ((block)->is_python ? "python" : "cuda")
/* Reads the next block and moves *text past it; false at the end. */
bool markup_next(const char **text, struct markup_block *block);
/* Paragraphs, lists and blocks of code, with `code` and *stress* in them, each line indented. */
void markup_flow(struct flow *f, enum style base, const char *text, int indent);
/* Adds one paragraph's words to the flow; the caller ends the paragraph. */
void markup_words(struct flow *f, enum style base, const char *text, size_t len);
/* True if every ` has a closing one. */
bool markup_is_closed(const char *text);

/* ---- colour.c ---- */
bool colour_knows(const char *language);
/* Each line begins with the indent. */
void colour_flow(struct flow *f, const char *language, const char *code, const char *indent);

/* ---- picture.c ---- */
void picture_flow(struct flow *f, const struct step *s);

/* ---- table.c ---- */
/* Reads the `table` of the step at the top, if it has one. */
int table_read(struct script *s, struct arena *a, struct step *step, struct error *err);
void table_flow(struct flow *f, const struct step_table *t);
/* True if all cells of the column below its head are numbers, or empty. */
bool table_is_number(const struct step_table *t, size_t col);

/* ---- figure_read.c ---- */
/* Reads the `pictures` of the step at the top, if it has them. */
int figure_read(struct script *s, struct arena *a, struct step *step, struct error *err);

/* ---- figure.c ---- */
/* The column where its pictures begin beside the text of the step, in a window of that width; 0: they go under the text. */
int figure_column(const struct step *s, int width);
/* Adds the step's pictures under the text, or beside it from line `top` on. */
void figure_flow(struct flow *f, const struct step *s, const struct step_answer *a, size_t top, int column);

/* ---- chart.c ---- */
/* The least and the greatest value above 0. */
struct chart_range { double least, most; };
struct chart_range chart_range(const struct chart *c);
/* The length of a value's bar as a share of the longest bar's: 0 to 1. */
double chart_share(const struct chart *c, struct chart_range range, double value);
void chart_flow(struct flow *f, const struct chart *c);

/* ---- steps.c ---- */
int steps_read(struct script *s, struct lesson *l, struct error *err);

/* Adds the times of the last changes to the files that its pictures show to the lesson's version. */
void figures_stamp(struct lesson *l);

#endif
