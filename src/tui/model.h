/*
 * model.h - the state of the workbook that belongs to no single page: the stack of open pages, the course with the learner's
 * progress, what runs beside the loop, the panel of the learner's file. Each page keeps the rest itself (view.h).
 *
 *	key -> request -> action of a page -> effect (outside the model)
 *	                        ^                |
 *	                        +----- outcome --+
 *
 * The model uses neither terminal nor files, so a test can send keys to it. Its owner carries out the effects after every key
 * (effects.h).
 */
#ifndef WARPBOOK_TUI_MODEL_H
#define WARPBOOK_TUI_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "attempt/attempt.h"
#include "base/arena.h"
#include "tui/requests.h"
#include "tui/theme.h"

#define ID_MAX 128
#define MODEL_TICK_MS 120 /* time between steps of the spinner during a check */

/* ---- the course ---------------------------------------------------------------- */

enum progress { PROGRESS_NEW, PROGRESS_TRIED, PROGRESS_PASSED };

struct outline_exercise {
	const char *id, *name, *title;
	enum progress progress;
	int attempts, hints;
	int64_t worked_ms;       /* store.h */
	int minutes;             /* that it takes, its author thinks */
};

struct outline_lesson {
	const char *id, *title, *summary;
	int minutes;             /* for the pages; exercises have their own */
	int steps, steps_done;
	bool notes;              /* the learner has notes on it */
	struct outline_exercise *exercises; size_t nexercises;
	int passed;
};

struct outline {
	struct arena arena;
	struct outline_lesson *lessons; size_t nlessons;
	int passed, total;
	const char *editor_note; /* the editor that opens because none is set, and how to leave it; NULL: one is set */
};

/* ---- effects ---------------------------------------------------------------------- */

struct model;
struct tui_backend;
struct effect;

/*
 * Work outside the model: asks the backend, and changes the model by the answer. -1 with err: a page shows the error; what a page
 * shows otherwise, as a failure to record, the function shows itself, and returns 0.
 */
typedef int effect_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err);

struct task;

struct effect {
	effect_run *run;
	const struct task *task; /* work that takes more than a moment (effects.h), instead of a function */
	char id[ID_MAX];         /* what the three are for, the function says */
	int number;
	bool right;
};

/* ---- the state ------------------------------------------------------------------ */

struct place {
	enum page_id page;
	int scroll;
};

/* The subject of a page: work that the learner started there is useful only there. */
struct spot { int depth; enum page_id page; size_t step; char exercise[ID_MAX]; };

#define LATER_MOST 8

/* The panel of the learner's file, beside or above a page. */
struct file_panel {
	int scroll, left;        /* its first line and column; scroll -1: source_draw sets it */
	int rows, lines;         /* its size at its last drawing */
	bool focus, follow;      /* keys move in it; it shows the finding's line */
};

struct model {
	int rows, cols;
	bool ascii;

	struct place places[PAGE_COUNT + 1]; /* the stack of open pages; the top one is visible */
	int depth;
	int lines, body_rows;                /* size of the page at its last drawing */
	bool follow;                         /* the page scrolls to its selected line, until the learner scrolls */
	void *own[PAGE_COUNT];               /* the state of each page, of view.size bytes; the first owns the memory of all */

	struct outline outline;
	struct file_panel file;

	bool checking, check_again;          /* again: the file changed while its check ran */
	bool check_dropped;                  /* the learner no longer waits for it */
	char checking_id[ID_MAX];
	struct attempt_state state;          /* of the check */
	unsigned tick, started;              /* now, and when the check or the work began */
	char working[80];                    /* the work in progress outside the loop; "": none */
	struct spot working_at;              /* where the learner started it */
	bool work_dropped;                   /* the learner no longer waits for it */
	struct effect later[LATER_MOST]; size_t nlater; /* effects that wait for its end */

	enum theme theme;
	const char *device, *compiler;       /* as requested; NULL: not specified */
	bool pasting;
	bool mouse;                          /* the workbook takes the mouse, not the terminal */
	bool left;                           /* the learner leaves the workbook */

	void (*answered)(struct model *m, bool yes); /* waits for y or n to `question`; NULL: no question */
	char question[300];
	char notice[256];
	bool notice_bad;

	struct effect effects[8];
	size_t neffects;
};

/* Declares NAME_of(m), the state `struct NAME_page` of a page. */
#define STATE(name, page) \
	static inline struct name##_page *name##_of(const struct model *m) { return m->own[page]; }

/* Opens with that page; -1: out of memory. */
int model_init(struct model *m, enum page_id first, int rows, int cols, bool ascii);
void model_release(struct model *m);
bool model_is_class(const struct model *m); /* the table of a class, not a learner's workbook */

enum page_id model_page(const struct model *m);
enum page_id model_page_below(const struct model *m); /* the page that HELP explains */
/* Opens a page. If it is already open below, goes back to it: no page is open twice. */
void model_push(struct model *m, enum page_id page);
void model_pop(struct model *m);
int model_scroll(const struct model *m);
void model_set_size(struct model *m, int rows, int cols);
/* The frame sets the page's length; scrolling stays within it. */
void model_set_extent(struct model *m, int lines, int rows, int scroll);

/* ---- keys.c ------------------------------------------------------------------------ */

void model_key(struct model *m, int key);
/* Does what the request's key does on the open page. */
void model_act(struct model *m, enum request r, int key);
/* True if the request makes sense now: then the status line shows it. */
bool model_offers(const struct model *m, enum request r);
/* What the status line shows as its key: "q", "1-4". */
const char *model_keys(const struct model *m, enum request r);
/* Moves the page, its cursor or the file by that many lines. */
void model_move_by(struct model *m, int lines);
/* Asks a question; the next key answers it. */
void model_ask(struct model *m, void (*answered)(struct model *m, bool yes), const char *question);

/* ---- effects and notices ------------------------------------------------------------- */

void model_effect(struct model *m, effect_run *run, const char *id, int number, bool right);
void model_task(struct model *m, const struct task *task, const char *id, int number, bool right);
/* The oldest first; what the open page still lacks comes last, once nothing else is in progress. */
bool model_take_effect(struct model *m, struct effect *e);
void model_notice(struct model *m, bool bad, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Shows a failure to record as a notice, so that the learner can go on. */
int model_recorded(struct model *m, int status, const struct error *err);
/* Opens the page of an error. */
void model_set_problem(struct model *m, const struct error *problem);

/* ---- the course ------------------------------------------------------------------------ */

/* Reads the learner's progress again. */
effect_run outline_read;
/* The lesson of an exercise's or lesson's id, from the outline; NULL: unknown. */
const struct outline_lesson *model_lesson_of(const struct model *m, const char *id);
const struct outline_exercise *model_exercise_of(const struct model *m, const char *id);

#endif
