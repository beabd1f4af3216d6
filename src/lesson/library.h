/*
 * library.h - all readable texts, for searches: the steps of the lessons, the tasks and hints of the exercises, the
 * glossary.
 *
 * Texts have no markup, and one blank between words. A search skips texts that the learner has not requested yet: unseen hints,
 * and the reasons that answer a question.
 */
#ifndef WARPBOOK_LESSON_LIBRARY_H
#define WARPBOOK_LESSON_LIBRARY_H

#include "desk/workspace.h"
#include "lesson/glossary.h"

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

/* Leaves out a broken lesson or exercise: opening it shows the error. A broken glossary is an error. */
int library_open(struct library **l, struct error *err);
/*
 * The learner's own notes; each part below a heading is a text; without a glossary. Notes change while the other texts do not:
 * each search opens them again.
 */
int library_notes(struct library **l, const struct workspace *w, struct error *err);
void library_close(struct library *l); /* accepts NULL */

/* at: the place of the match, in bytes of the reading's text. */
struct found { const struct reading *reading; size_t at; };

/* The number of hints of the exercise that a search may show. */
typedef int hints_seen(void *ctx, const char *exercise);

/*
 * The readings that contain all the words, each at the start of a word, ignoring case: first those with the words in their
 * titles, then those with adjacent words. Without words: none.
 */
int library_search(const struct library *l, const char *words, hints_seen *seen, void *ctx, struct arena *a, struct found **list,
		   size_t *n, struct error *err);

/* Appends the second list to the first, in the arena. */
int found_join(struct found **list, size_t *n, const struct found *more, size_t nmore, struct arena *a, struct error *err);

/* The text around the match, at most `width` columns. */
void found_excerpt(const struct found *f, int width, struct buf *out);
/* The place: "05_shared_memory, step 12", "05_shared_memory/smooth, hint 2", "glossary", "notes on 05_shared_memory". */
void reading_place(const struct reading *r, struct buf *out);

/* A step's text as above; `answers`: with the reasons. */
void step_words(const struct step *s, bool answers, struct buf *out);
/* The first step with the term, in a lesson after that of `after`; NULL as `after`: in any lesson. NULL: none. */
const struct reading *library_next_use(const struct library *l, const struct term *t, const struct reading *after);

/* The glossary as the body of an HTML page, with links between its terms and into the lessons' pages. */
int library_glossary_html(const struct library *l, struct buf *out, struct error *err);

#endif
