/*
 * lesson.h - lessons as data: a list of steps read from lessons/NN_topic/lesson.lua.
 *
 * The data do not depend on a terminal. lesson_render gives the lines of a step for
 * a width, with the style of each run of characters; TUI and `--plain` share it.
 * lesson_html renders a step for a browser. lesson_figure runs the kernels that the pictures of a step come from.
 */
#ifndef WARPBOOK_LESSON_LESSON_H
#define WARPBOOK_LESSON_LESSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "words/finding.h"
#include "draw/picture.h"
#include "sweep/demo.h"
#include "sweep/experiment.h"

enum step_kind { STEP_TEXT, STEP_CODE, STEP_GRID, STEP_QUESTION, STEP_EXERCISE, STEP_EXPERIMENT, STEP_POINTS };

struct choice { const char *text; bool right; const char *why; };

/* A picture of a step: figure_read.c */
struct step_picture {
	const char *of;          /* NAME of lessons/NN_topic/NAME.{lua,cu}, or an exercise, whose solution is drawn */
	const char *kernel;      /* of an experiment: one of its kernels or functions; NULL: the first */
	const char *source;      /* the source to use instead of the file's; NULL */
	const char *show;        /* one of picture_kinds */
	const char *at;          /* a part of the text of the line; NULL */
	const char *array;       /* only this one; NULL: all */
	const char *title;       /* NULL: the title of `warpbook picture` */
	struct case_variable *variables; size_t nvariables; /* none: the exercise's own case */
	struct dim3u block; bool has_block;
	int warp;                /* -1: the first */
	int line;                /* in the Lua file */
};

/* In rows; the first is the header. rows 0: no table. Cells have the markup of texts. */
struct step_table { const char **cells; size_t rows, cols; };

struct step {
	enum step_kind kind;
	const char *title;       /* may be NULL */
	const char *text;        /* TEXT, CODE (the code), QUESTION (the question), GRID (caption) */
	const char *language;    /* CODE, EXPERIMENT: "cuda", "python" */
	const char *caption;     /* CODE, EXPERIMENT */
	/* GRID */
	struct dim3u grid, block, at_block, at_thread;
	/*
	 * QUESTION: choices, a blank to fill in, or a number. With `order`, lines for the learner to sort, in the order
	 * shown: the number has a digit for each, the position in this list of the line that comes next.
	 */
	struct choice *choices; size_t nchoices;
	const char **order; size_t norder;
	const char **blank; size_t nblank; /* the right texts, the usual one first */
	double answer, slack;
	const char *why;         /* number, blank: shown after the answer */
	/* EXERCISE: id */
	const char *exercise;
	/* EXPERIMENT: text is the kernels' source, NULL until the lesson is opened from its folder; caption as in CODE */
	const char *experiment;  /* NAME of lessons/NN_topic/NAME.{lua,cu,py}; language and text are the .py file's if it
				    exists */
	/* POINTS */
	const char **points; size_t npoints;
	struct step_table table; /* TEXT: below it */
	/* TEXT, CODE, QUESTION */
	struct step_picture *pictures; size_t npictures;
	int line;                /* in the Lua file */
};

struct lesson {
	struct arena arena;
	const char *id;          /* "01_kernels" */
	const char *path;        /* of its file */
	const char *title, *summary;
	int minutes;
	struct step *steps; size_t nsteps;
	char version[HASH_HEX];  /* a hash of its text, and of the files that its pictures show: steps and pictures change only
				    with it */
};

/* The folder names below lessons/, in order. */
int lesson_list(struct arena *a, const char ***ids, size_t *n, struct error *err);
/* "1", "kernels" and "01_kernels" all mean the id 01_kernels; -1 with an error that suggests a similar name. */
int lesson_resolve(const char *const *ids, size_t n, const char *word, const char **id, struct error *err);
/* A lesson's entry in the menu, with the number of its steps. Read like exercise_card. */
struct lesson_card { const char *title, *summary; int minutes, steps; };
int lesson_card(struct lesson_card *card, const char *id, struct arena *a, struct error *err);
int lesson_open(struct lesson **l, const char *id, struct error *err);
/* The same for a text: used by tests and the fuzzer. */
int lesson_parse(struct lesson **l, const char *id, const char *text, size_t len, struct error *err);
void lesson_close(struct lesson *l);

/* The number of words on its pages, without exercises and texts that an answer reveals; and the minutes to read them. */
#define LESSON_WORDS_A_MINUTE 200
size_t lesson_words(const struct lesson *l);
int lesson_reading_minutes(const struct lesson *l);

/* The finished pictures of a step. lacks: why there are none, or NULL. */
struct figure { struct picture *pictures; size_t n; const char *lacks; };
/*
 * Makes the pictures of step `number`, from 0 on; they live in the arena. compiler: as in attempt_options. -1: an author's error
 * names the lesson's file and line; a machine's error says what is missing, such as a compiler.
 */
int lesson_figure(const struct lesson *l, size_t number, const char *compiler, struct arena *arena, struct figure **figure,
		  struct error *err);
/* The text that a page shows instead of the pictures; NULL if memory ran out. */
struct figure *figure_lacking(const struct error *why, struct arena *arena);

enum style { STYLE_PLAIN, STYLE_TITLE, STYLE_CODE, STYLE_KEYWORD, STYLE_COMMENT, STYLE_EMPHASIS, STYLE_DIM,
	STYLE_GOOD, STYLE_BAD, STYLE_HIGHLIGHT,
	/* for the workbook's window: a lesson uses them only if an answer has `here` */
	STYLE_WARN, STYLE_NOTE, STYLE_ACCENT, STYLE_FRAME, STYLE_FOCUS, STYLE_NUMBER, STYLE_BAR, STYLE_BAR_DIM, STYLE_KEY,
	STYLE_COUNT };
struct span { const char *text; enum style style; };
struct line { struct span *spans; size_t nspans; };

#define STEP_BLANK_SIZE 64 /* for the text in a blank, including its NUL */

/*
 * A learner's answer; chosen < 0: none yet. revealed: shows the reasons of all choices, and of a number. filled: the text in the
 * blank, "": none yet. again: the number or the text is the first wrong one, and the page keeps its reason until a second try.
 * here: shown in the workbook, where a key opens an exercise. chart: an experiment's results, or NULL. figure: the step's
 * pictures; NULL: not yet.
 */
struct step_answer {
	int chosen;
	bool revealed, has_number, again, here;
	bool known;      /* the answer was right in an earlier visit */
	double number;
	char filled[STEP_BLANK_SIZE];
	const struct chart *chart;
	const struct figure *figure;
};
bool step_answer_right(const struct step *s, const struct step_answer *a);
/* True if the texts differ only in spaces: it matters whether there are spaces between two words, but not how many. */
bool step_blank_same(const char *a, const char *b);

/* The step's own title, or its kind's; NULL: none. */
const char *step_title(const struct step *s);

/* ascii: no characters beyond ASCII. */
int lesson_render(const struct step *s, const struct step_answer *answer, int width, bool ascii,
		  struct arena *a, struct line **lines, size_t *n, struct error *err);

/* Appends the lesson's title and summary as HTML. */
int lesson_html_head(const struct lesson *l, struct buf *out, struct error *err);
/*
 * Appends step `number` as a section of an HTML page, with hidden answers. It uses
 * only chart and figure of the answer; NULL: neither.
 */
int lesson_html(const struct step *s, size_t number, const struct step_answer *answer, struct buf *out, struct error *err);
/*
 * The lesson as a Jupyter notebook, which the caller releases. python: exercises in Python where they offer it. package: the
 * folder of the Python package with the magics.
 */
int lesson_notebook(const struct lesson *l, bool python, const char *package, json_t **notebook, struct error *err);
/* The grids of a picture, or its timeline, as lines. */
int picture_render(const struct picture *p, int width, bool ascii, struct arena *a, struct line **lines, size_t *n,
		   struct error *err);

/* The pictures of a demo, which belong to no lesson; as text they end with a newline. */
int chart_text(const struct chart *c, int width, bool ascii, struct buf *out, struct error *err);
/* One SVG file without scripts, fonts or external resources. */
void chart_svg(const struct chart *c, struct buf *out);
/* Shades from the least value to the greatest; a cell is the mean of the elements that it represents. */
void demo_picture_text(const struct demo_picture *p, int width, bool ascii, struct buf *out);
void demo_picture_svg(const struct demo_picture *p, struct buf *out);

#endif
