/*
 * library.h - all that can be read here, as texts to search: the steps of the lessons, the tasks and hints of the exercises, the
 * glossary.
 *
 * Texts are without markup, with one blank between words. What a learner has not asked for yet stays out of a search: hints not yet
 * seen, and the reasons that answer a question.
 */
#ifndef WARPBOOK_LESSON_LIBRARY_H
#define WARPBOOK_LESSON_LIBRARY_H

#include "lesson/glossary.h"
#include "session/workspace.h"

enum reading_kind { READING_TERM, READING_STEP, READING_TASK, READING_HINT, READING_NOTE };

struct reading {
	enum reading_kind kind;
	const char *lesson;        /* STEP, TASK, HINT, NOTE: id */
	int step;                  /* STEP: from 1 on */
	const char *exercise;      /* TASK, HINT: id */
	int hint;                  /* HINT: 1 to 3 */
	const char *title;         /* of the step or exercise, the term, a note's heading; never NULL */
	const char *text;
};

struct library {
	struct arena arena;
	struct glossary *glossary;
	struct reading *readings; size_t nreadings; /* terms first, then in the order of the lessons */
};

/* Leaves out a lesson or an exercise that is broken: opening it says why. A broken glossary is an error. */
int library_open(struct library **l, struct error *err);
/*
 * The learner's own notes, each part below a heading a text of its own; without a glossary. They change while others do not: a
 * search opens them anew.
 */
int library_notes(struct library **l, const struct workspace *w, struct error *err);
void library_close(struct library *l); /* accepts NULL */

/* at: of the match, a byte of the reading's text. */
struct found { const struct reading *reading; size_t at; };

/* How many hints of the exercise a search may show. */
typedef int hints_seen(void *ctx, const char *exercise);

/*
 * The readings that have all the words, each at the beginning of a word, in any case: those that have them in their titles first,
 * then those that have them side by side. No words: nothing.
 */
int library_search(const struct library *l, const char *words, hints_seen *seen, void *ctx, struct arena *a, struct found **list,
		   size_t *n, struct error *err);

/* Puts the second list behind the first, in the arena. */
int found_join(struct found **list, size_t *n, const struct found *more, size_t nmore, struct arena *a, struct error *err);

/* The text around the match, at most `width` columns of it. */
void found_excerpt(const struct found *f, int width, struct buf *out);
/* "05_shared_memory, step 12", "05_shared_memory/smooth, hint 2", "glossary", "notes on 05_shared_memory": where it is. */
void reading_place(const struct reading *r, struct buf *out);

/* A step's text as above; `answers`: with the reasons. */
void step_words(const struct step *s, bool answers, struct buf *out);
/* The first step in which the term occurs, of a lesson behind that of `after`; NULL as `after`: of any. NULL: none. */
const struct reading *library_next_use(const struct library *l, const struct term *t, const struct reading *after);

/* The glossary as the body of an HTML page, with links among its terms and into the lessons' pages. */
int library_glossary_html(const struct library *l, struct buf *out, struct error *err);

#endif
