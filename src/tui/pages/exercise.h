/* exercise.h - the open exercise: its task and file, the last attempt at it, and what that found. */
#ifndef WARPBOOK_TUI_PAGES_EXERCISE_H
#define WARPBOOK_TUI_PAGES_EXERCISE_H

#include "tui/effects.h"

struct exercise_page {
	struct assignment assignment;        /* id NULL: none is open */
	struct attempt *attempt;             /* the last one; NULL: none yet */
	bool so_far;                         /* a GPU still works on it: the texts are another's (runner_so_far) */
	char *source; size_t source_len;     /* the current file; NULL: unreadable */
	size_t finding;                      /* the finding that the result explains */
	bool cases_open;
	struct arena image_arena; struct image *image; /* what the file drew when it passed; NULL: nothing, or not yet */
	bool image_asked;
	char *solution;
	bool editor_noted;                   /* the learner knows which editor opens */
	void (*opens)(struct model *m);      /* what opens it, once the learner knows */
	char note_lesson[ID_MAX], note_heading[200]; /* the notes to open */
};

STATE(exercise, PAGE_EXERCISE)

/* Opens exercise `id`; `number`: with its hints. */
effect_run exercise_run;
/* Reads its file again. */
effect_run exercise_read;
/* A check of it has ended. Takes over the attempt. */
void exercise_checked(struct model *m, struct attempt *a);
/* It has its verdict, and a GPU still works on it. NULL: forgets such an attempt. */
void exercise_so_far(struct model *m, struct attempt *a);
/* Frees an attempt; NULL: none. */
void attempt_free(struct attempt *a);
/* The next exercise after the open one, in the order of the menu, that is not passed; NULL: none. */
const struct outline_exercise *exercise_following(const struct model *m);
/* The lesson that comes before that exercise: another than the open one's, with pages that have not been read; NULL: none. */
const struct outline_lesson *exercise_before(const struct model *m, const struct outline_exercise *e);
/* The language of its file: "cuda", "python". */
const char *exercise_language(const struct model *m);
/* The line where its stub expects the learner's code, from 1; 0: none in the file. */
int exercise_stub_line(const struct model *m);
/* Opens the editor with `open`, once the learner knows which it is if none is set. */
void exercise_with_editor(struct model *m, void (*open)(struct model *m));

/* ---- result.c ---- */

/* The place of the explained finding or compiler's message; NULL: it has none in the file. */
const struct source_place *result_mark(const struct model *m);
/* The number of findings to go through; for a file that does not compile, the number of the compiler's messages. */
size_t result_findings(const struct model *m);

/* ---- notes.c ---- */

/* Opens the notes on a lesson, or on an exercise in it. */
void notes_open(struct model *m, const char *id, const char *heading);
void notes_here(struct model *m, int key);

#endif
