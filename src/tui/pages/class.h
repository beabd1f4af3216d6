/* class.h - the table of a class, and the submission that is open: two pages over the same state. */
#ifndef WARPBOOK_TUI_PAGES_CLASS_H
#define WARPBOOK_TUI_PAGES_CLASS_H

#include "tui/effects.h"
#include "tui/view.h"

enum prompt { PROMPT_NONE, PROMPT_FILTER, PROMPT_POINTS, PROMPT_REASON, PROMPT_COMMENT };

#define ENTRY_MAX 200
#define FILTER_MAX 60

struct class_page {
	struct class_table table;
	const struct class_student **shown; size_t n; /* the visible ones in their order, after filtering; in the table */
	int row, column;         /* the chosen one of `shown`, and the chosen exercise */
	int by; bool backwards;  /* the order, as for class_table_sort */
	char filter[FILTER_MAX];
	struct submission submission; /* the open one */
	enum prompt prompt;      /* the input that the learner is typing */
	char entry[ENTRY_MAX];   /* the text so far */
	char points[24];         /* entered before the reason */
	bool regrading;
};

STATE(class, PAGE_CLASS)

/* The gradebook has changed: reads the table and the open submission again. */
void class_refresh(struct model *m);
/* A regrade has ended. said: the result; changes: it waits for a yes or no. */
void class_regraded(struct model *m, const char *said, bool changes);

/* ---- class_keys.c, for class.c and submission.c ---- */

extern const struct action class_actions[];
void class_begin(struct model *m);
void class_release_all(struct model *m);
int *class_cursor(struct model *m, int *rows);
/* Handles a key as input for the prompt; true if it was. */
bool class_takes(struct model *m, int key, bool pasted);
bool class_input(const struct model *m, struct screen *s, int row);
/* "points (7.5, +1, -2, none): "; NULL: the learner is not typing. */
const char *class_prompt(const struct model *m);
/* The chosen row of the table; NULL: none. */
const struct class_student *class_chosen(const struct model *m);

#endif
