/* lesson.h - the open lesson: its step, the learner's answers, its pictures; and the ways to it. */
#ifndef WARPBOOK_TUI_PAGES_LESSON_H
#define WARPBOOK_TUI_PAGES_LESSON_H

#include "lesson/library.h"
#include "tui/effects.h"
#include "tui/kept.h"
#include "tui/screen.h"

/* A lesson or exercise that the text of a page names; exercise NULL: the lesson itself. */
struct link { const struct outline_lesson *lesson; const struct outline_exercise *exercise; const char *at; /* private */ };
#define LINKS_MOST 8
#define LINK_TEXT 64
#define ORIGINS_MOST 8

struct lesson_page {
	struct lesson *lesson;               /* NULL: none is open */
	size_t step;
	struct step_answer *answers;         /* per step */
	struct arena *charts;                /* per step: has its chart */
	struct arena *figures;               /* per step: has its pictures */
	struct kept kept;                    /* the pictures of lessons that were open before */
	size_t figure_asked;                 /* the step (from 1) whose pictures it has requested since the step is open; 0:
						none */
	size_t link, link_step;              /* the chosen one of the step's links */
	/* the pages from which links led here */
	struct { char lesson[ID_MAX]; int step; } origins[ORIGINS_MOST]; size_t norigins;
	char typed[STEP_BLANK_SIZE];         /* a number being typed, or the text of a blank */
	bool filling;                        /* the cursor is in the blank: keys are text for it */
	struct assignment ahead;             /* the exercise that the step asks for; id NULL: none has been read */
	char *ahead_source;                  /* its file; NULL: unreadable */
	char ahead_asked[ID_MAX];            /* the last one that it requested; "": none */
};

STATE(lesson, PAGE_LESSON)

/* Opens lesson `id` at step `number`; 0: at the learner's last step; `right`: where it asks for the open exercise. */
effect_run lesson_run;
const struct step *lesson_step(const struct model *m); /* NULL without a lesson */
/* Goes to the next step; after the last one leaves the lesson. */
void lesson_next(struct model *m);
/* An exercise has been solved: so is the step, if it asks for it. */
void lesson_solved(struct model *m, const char *exercise);
/* The exercise that the open step asks for; NULL: the step asks for none, or it has not been read. */
const struct assignment *lesson_ahead(const struct model *m);
void lesson_forget_ahead(struct model *m);

/* ---- question.c: the learner's answer to a step ---- */

/*
 * True while keys go into the blank of the open question; `typed` has its text. Enter submits it as the answer, escape leaves it.
 */
bool question_fills(const struct model *m);
bool question_takes(struct model *m, int key, bool pasted);
/* Draws the keys of a blank. */
bool question_input(const struct model *m, struct screen *s, int row);
/* Enter on the page: begins an answer, or gives the number typed; false: there is nothing to answer. */
bool question_enter(struct model *m);
/* Reminds the learner of unfinished input, so that a key does not silently drop it. */
bool question_waits(struct model *m);
void question_stop(struct model *m);
void question_choose(struct model *m, int key);
bool question_is_open(const struct model *m);
/* Records that the open step is done, or was answered wrongly. */
void lesson_record(struct model *m, bool right);

/* ---- links.c ---- */

/* The links of the open page of a lesson, in the order of its text. */
size_t links_find(const struct model *m, struct link list[LINKS_MOST]);
bool links_any(const struct model *m);
/* The index of the chosen one. */
size_t links_chosen(const struct model *m);
/* "lesson 05", "warp_sum" */
void link_text(const struct link *l, char out[LINK_TEXT]);
void links_next(struct model *m, int key);
void links_open(struct model *m, int key);
/* Returns to the page whose link led to this one; false: none. */
bool links_back(struct model *m);

#endif
