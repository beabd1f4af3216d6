/*
 * effects.h - carries out the effects that the model requests.
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
#include "tui/model.h"

/*
 * Work that takes more than a moment: an experiment, the pictures of a page, a profile, a picture, the stepper. It has its own copy
 * of everything that it needs, so that a thread can do it while the model changes.
 */
struct work {
	enum effect_kind kind;
	char lesson[ID_MAX], exercise[ID_MAX], path[PATH_MAX];
	char words[ID_MAX];      /* the experiment's name, the stepper's command */
	int line;
	bool beside;             /* a picture below the profile */
	/* The result: one field, by the kind of work; it lives in the arena. */
	struct arena arena;
	struct chart *chart;
	struct figure *figure;
	struct profile profile;
	struct picture picture;
	struct debugger_view place;
	int status;
	struct error error;
};

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
	/*
	 * Starts with the file (command ""), or executes the command; a wrong command
	 * is an error about its words, and changes nothing.
	 */
	int (*stepper)(void *ctx, const char *id, const char *path, const char *command, struct arena *arena, struct debugger_view *v,
		       struct error *err);
	int (*picture)(void *ctx, const char *id, const char *path, int line, struct arena *arena, struct picture *p, struct error *err);
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
	int (*adjust)(void *ctx, const char *student, const char *exercise, const char *points, const char *reason, struct error *err);
	int (*regrade)(void *ctx, const char *student, const char *exercise, struct error *err); /* only starts it */
	int (*settle)(void *ctx, bool apply, struct error *err);
	/* Only starts the check: the owner of the model reports its result later. */
	int (*check)(void *ctx, const char *id, const char *path, struct error *err);
	/*
	 * Does the work (work_do) in another thread; when it has ended, the owner of the model
	 * passes it to effects_worked. NULL: the caller does it at once.
	 */
	int (*aside)(void *ctx, struct work *w, struct error *err);
	/* Interrupts the running check or work, as Ctrl-C would; its result still arrives. */
	void (*cancel)(void *ctx);
	void (*redraw)(void *ctx);
};

/* Carries out all pending effects; false once the learner asks to leave. Reports failures. */
bool effects_run(struct model *m, const struct tui_backend *b);

/* Calls the backend's function for this kind of work, and nothing else. */
void work_do(const struct tui_backend *b, struct work *w);
void work_free(struct work *w);
/* Shows the result, if the learner still waits for it; frees it. */
void effects_worked(struct model *m, struct work *w);

#endif
