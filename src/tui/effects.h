/*
 * effects.h - carries out the effects that the pages request: each is a function of its page.
 *
 * A backend is everything outside the model: lessons, workspace, database, compiler, editor.
 * backend.c has the real one; the tests use a fake one with the same model.
 */
#ifndef WARPBOOK_TUI_EFFECTS_H
#define WARPBOOK_TUI_EFFECTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "debug/debugger.h"
#include "draw/image.h"
#include "draw/picture.h"
#include "draw/profile.h"
#include "draw/program.h"
#include "grade/classroom.h"
#include "lesson/library.h"
#include "tui/model.h"

/* ---- what the backend gives ------------------------------------------------------------ */

#define STEPS_MOST 128

/* Of a lesson: the highest step that the learner has read or answered; the questions with a right answer. */
struct steps_done { int highest; bool right[STEPS_MOST]; };

#define TRIES_MOST 30

/* One attempt at an exercise: the number of right cases. */
struct attempted { bool passed; int right, cases; };

struct assignment {
	struct arena arena;
	const char *id, *title, *task;
	const char *path;        /* the learner's file */
	const char *shown;       /* the same path for display: ~/... */
	int difficulty, minutes;
	bool python, has_python; /* its file is in Python; it can be */
	bool draws;              /* a pass shows its output as a picture */
	bool host;               /* about the host's side: its picture takes the place of a profile */
	const char *hints[3];
	int hints_used;
	int attempts;
	bool passed;
	int last_verdict;        /* enum verdict of the last attempt; -1 when never tried */
	struct attempted tries[TRIES_MOST]; int ntries; /* the last ones, oldest first */
};

#define HISTORY_DAYS 28

struct history {
	struct arena arena;
	int attempts[HISTORY_DAYS];        /* [0] is today */
	const struct mistake { const char *verdict; int exercises, overcome; } *mistakes; size_t nmistakes;
};

struct search {
	struct arena arena;
	struct found *list; size_t n; /* point to readings of the backend's library, which stays */
};

/* ---- work ------------------------------------------------------------------------------------ */

struct work;

/* A kind of work that takes more than a moment, as a profile: a constant of its page. */
struct task {
	const char *title;       /* what the learner waits for */
	const char *later;       /* the same for work with words; NULL: no other */
	bool steps;              /* with words it is a command of the debugger, which has a flag of its own to interrupt it */
	int (*run)(const struct tui_backend *b, struct work *w);
	void (*show)(struct model *m, struct work *w); /* takes over the arena, if it needs the result */
};

/* It has its own copy of everything that it needs, so that a thread can do it while the model changes. */
struct work {
	const struct task *task;
	char lesson[ID_MAX], exercise[ID_MAX], path[PATH_MAX];
	char words[ID_MAX];      /* of the effect: the experiment's name, the stepper's command */
	int number; bool right;  /* of the effect: a step, a line */
	/* The result lives in the arena. */
	struct arena arena;
	void *made;
	int status;
	struct error error;
};

/* ---- the backend ----------------------------------------------------------------------------- */

/* Each returns 0, or -1 with err. The model owns the texts and structs that it receives. */
struct tui_backend {
	void *ctx;
	int (*outline)(void *ctx, struct outline *o, struct error *err);
	int (*history)(void *ctx, struct history *h, struct error *err);
	int (*lesson)(void *ctx, const char *id, struct lesson **l, struct steps_done *done, struct error *err);
	/* The results point to readings of the backend's library, which stays. */
	int (*search)(void *ctx, const char *words, struct search *s, struct error *err);
	int (*glossary)(void *ctx, const struct glossary **g, struct error *err);
	/* The chart lives in the arena. */
	int (*experiment)(void *ctx, const char *lesson, const char *name, struct arena *arena, struct chart **chart,
			  struct error *err);
	/* The pictures of a step, counted from 1: they live in the arena. */
	int (*figure)(void *ctx, const char *lesson, int step, struct arena *arena, struct figure **figure, struct error *err);
	int (*step_done)(void *ctx, const char *lesson, int step, bool right, struct error *err);
	int (*assignment)(void *ctx, const char *id, struct assignment *a, struct error *err);
	/* The same without opening it: its file is not watched. *source: the file; NULL if it cannot be read. */
	int (*ahead)(void *ctx, const char *id, struct assignment *a, char **source, struct error *err);
	int (*hint_used)(void *ctx, const char *id, int number, struct error *err);
	/* Everything in the profile lives in the arena. */
	int (*profile)(void *ctx, const char *id, const char *path, struct arena *arena, struct profile *p, struct error *err);
	/* What `warpbook profile` says of tui_options.program. */
	int (*program)(void *ctx, struct arena *arena, struct program_profile *p, struct error *err);
	/*
	 * Starts with the file (command ""), or executes the command; a wrong command
	 * is an error about its words, and changes nothing.
	 */
	int (*stepper)(void *ctx, const char *id, const char *path, const char *command, struct arena *arena,
		       struct debugger_view *v, struct error *err);
	/* What the file draws; *image NULL: the exercise has no picture. */
	int (*image)(void *ctx, const char *id, const char *path, struct arena *arena, struct image **image, struct error *err);
	int (*picture)(void *ctx, const char *id, const char *path, int line, struct arena *arena, struct picture *p,
		       struct error *err);
	int (*solution)(void *ctx, const char *id, char **text, struct error *err);
	/* backup: the new name of the learner's file; "" if it was the stub */
	int (*reset)(void *ctx, const char *id, char *backup, size_t size, struct error *err);
	/* Answers the exercise in its other language: from now on `assignment` gives the other file. */
	int (*language)(void *ctx, const char *id, struct error *err);
	/* The learner's current file: malloc'ed. line: where the editor opens it; 0: anywhere. */
	int (*source)(void *ctx, const char *path, char **text, size_t *len, struct error *err);
	int (*edit)(void *ctx, const char *path, int line, struct error *err);
	/* Opens the editor on the notes of a lesson, below that heading. */
	int (*notes)(void *ctx, const char *lesson, const char *heading, struct error *err);
	/* For a class: NULL in the learner's workbook; a class has NULL for the others. See classroom.h. */
	int (*class_table)(void *ctx, struct class_table *t, struct error *err);
	int (*submission)(void *ctx, const char *student, const char *exercise, struct submission *s, struct error *err);
	int (*adjust)(void *ctx, const char *student, const char *exercise, const char *points, const char *reason,
		      struct error *err);
	int (*comment)(void *ctx, const char *student, const char *exercise, const char *words, struct error *err);
	int (*regrade)(void *ctx, const char *student, const char *exercise, struct error *err); /* only starts it */
	int (*settle)(void *ctx, bool apply, struct error *err);
	/* Only starts the check: the owner of the model reports its result later (check_done). */
	int (*check)(void *ctx, const char *id, const char *path, struct error *err);
	/*
	 * Does the work (work_do) in another thread; when it has ended, the owner of the model
	 * passes it to work_done (running.h). NULL: the caller does it at once.
	 */
	int (*aside)(void *ctx, struct work *w, struct error *err);
	/* Interrupts the running check or work, as Ctrl-C would; its result still arrives. */
	void (*cancel)(void *ctx);
	void (*redraw)(void *ctx);
};

/* Carries out all pending effects; false once the learner asks to leave. Reports failures. */
bool effects_run(struct model *m, const struct tui_backend *b);

#endif
