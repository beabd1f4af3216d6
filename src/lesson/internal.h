/*
 * internal.h - what the files of this room tell each other: the parts of a step, read from its definition and turned into lines
 * (flow.h).
 */
#ifndef WARPBOOK_LESSON_INTERNAL_H
#define WARPBOOK_LESSON_INTERNAL_H

#include "lesson/flow.h"
#include "lesson/lesson.h"
#include "script/script.h"

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
