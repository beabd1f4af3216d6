/*
 * model.h - the state of the workbook: the open pages, the cursor, the learner's answers,
 * the result of the last check.
 *
 *	key -> request -> model -> effects (actions outside the model)
 *	                    ^         |
 *	                    +-- outcomes (model_set_*, model_*_done)
 *
 * The model uses neither terminal nor files, so a test can send keys to it.
 * Its owner takes the effects after every key, carries them out (effects.h)
 * and reports the outcome.
 */
#ifndef WARPBOOK_TUI_MODEL_H
#define WARPBOOK_TUI_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "grade/classroom.h"
#include "lesson/library.h"
#include "attempt/attempt.h"
#include "debug/debugger.h"
#include "desk/bookmark.h"
#include "draw/picture.h"
#include "draw/profile.h"
#include "tui/kept.h"
#include "tui/requests.h"
#include "tui/theme.h"

#define ID_MAX 128
#define MODEL_TICK_MS 120 /* time between steps of the spinner during a check */

/* ---- what the menu lists --------------------------------------------------- */

enum progress { PROGRESS_NEW, PROGRESS_TRIED, PROGRESS_PASSED };

struct outline_exercise {
	const char *id, *name, *title;
	enum progress progress;
	int attempts, hints;
	int64_t worked_ms;       /* store.h */
	int minutes;             /* that it takes, its author thinks */
};

#define STEPS_MOST 128

/* Of a lesson: the highest step that the learner has read or answered; the questions with a right answer. */
struct steps_done { int highest; bool right[STEPS_MOST]; };

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

/* ---- what the exercise page shows ------------------------------------------- */

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
	bool host;               /* about the host's side: its picture takes the place of a profile */
	const char *hints[3];
	int hints_used;
	int attempts;
	bool passed;
	int last_verdict;        /* enum verdict of the last attempt; -1 when never tried */
	struct attempted tries[TRIES_MOST]; int ntries; /* the last ones, oldest first */
};

/* ---- what the progress page shows ------------------------------------------------ */

#define HISTORY_DAYS 28

struct history {
	struct arena arena;
	int attempts[HISTORY_DAYS];        /* [0] is today */
	const struct mistake { const char *verdict; int exercises, overcome; } *mistakes; size_t nmistakes;
};

/* ---- what the search page shows ------------------------------------------------------ */

#define QUERY_MAX 60

struct search {
	struct arena arena;
	struct found *list; size_t n; /* point to readings of the backend's library, which stays */
};

/* ---- what the pages of a class show ---------------------------------------------------- */

enum prompt { PROMPT_NONE, PROMPT_FILTER, PROMPT_POINTS, PROMPT_REASON };

#define ENTRY_MAX 200

/* tui/model_class.c changes it. */
struct class_model {
	struct class_table table;
	const struct class_student **shown; size_t n; /* the visible ones in their order, after filtering; in the table */
	int row, column;         /* the chosen one of `shown`, and the chosen exercise */
	int by; bool backwards;  /* the order, as for class_table_sort */
	char filter[QUERY_MAX];
	struct submission submission; /* the open one */
	enum prompt prompt;      /* the input that the learner is typing */
	char entry[ENTRY_MAX];   /* the text so far */
	char points[24];         /* entered before the reason */
	bool regrading;
	char question[ENTRY_MAX + 80]; /* about a regrade that has ended */
};

/* ---- effects: work outside the model ----------------------------------------------- */

enum effect_kind {
	EFFECT_QUIT, EFFECT_REDRAW,
	EFFECT_OUTLINE,      /* progress has changed: read it again */
	EFFECT_HISTORY,      /* read the data of the progress page, and open it */
	EFFECT_LESSON,       /* open lesson `id`, at step `number`; 0: at the learner's last step; `right`: where it asks for the open exercise */
	EFFECT_EXERCISE,     /* open exercise `id` */
	EFFECT_SOURCE,       /* read the open exercise's file again */
	EFFECT_FIGURE,       /* make the pictures of the lesson's step `number` */
	EFFECT_EXPERIMENT,   /* run the experiment of the lesson's step: `id` is its name */
	EFFECT_STEP_DONE,    /* record that step `number` of lesson `id` is done */
	EFFECT_EDIT,         /* open its file at line `number`; 0: anywhere */
	EFFECT_CHECK, EFFECT_RESET, EFFECT_SOLUTION, EFFECT_LANGUAGE, /* of the open exercise */
	EFFECT_PROFILE,      /* of the open exercise's file: create it, and open it */
	EFFECT_PICTURE,      /* of its line `number`; `right`: below the profile */
	EFFECT_STEPPER,      /* the command `id` for the debugger; "": start with its file, and open the page */
	EFFECT_CANCEL,       /* interrupt the running check: its file is outdated */
	EFFECT_SEARCH,       /* search for the typed text */
	EFFECT_GLOSSARY,     /* read the glossary, and open it */
	EFFECT_TERMS,        /* read the glossary */
	EFFECT_AHEAD,        /* read exercise `id`, for which the lesson's step asks: to show it beside the step */
	EFFECT_NOTES,        /* open the notes of lesson `id` at the page's heading */
	EFFECT_CLASS,        /* the gradebook has changed: read the table, and the open submission */
	EFFECT_SUBMISSION,   /* open the chosen submission of the table */
	EFFECT_ADJUST,       /* adjust the chosen submission: room.points, for the reason in room.entry */
	EFFECT_REGRADE,      /* check the chosen submission again */
	EFFECT_SETTLE,       /* `right`: apply the regrade; otherwise drop it */
	EFFECT_HINT,         /* record that its hint `number` was read */
};

struct effect {
	enum effect_kind kind;
	char id[ID_MAX];
	int number;
	bool right;
};

/* ---- the state ------------------------------------------------------------------ */

struct place {
	enum page_id page;
	int scroll;
};

/* The subject of a page: work that the learner started there is useful only there. */
struct spot { int depth; enum page_id page; size_t step; };

#define LATER_MOST 8

/* A lesson or exercise that the text of a page names; exercise NULL: the lesson itself. */
struct link { const struct outline_lesson *lesson; const struct outline_exercise *exercise; const char *at; /* private */ };
#define LINKS_MOST 8
#define LINK_TEXT 64
#define ORIGINS_MOST 8

struct model {
	int rows, cols;
	bool ascii;

	struct place places[PAGE_COUNT + 1]; /* the stack of open pages; the top one is visible */
	int depth;
	int lines, body_rows;                /* size of the page at its last drawing */

	struct outline outline;
	struct history history;
	bool *unfolded;                      /* per lesson */
	int cursor;                          /* row of the menu */

	struct lesson *lesson;
	size_t step;
	struct step_answer *answers;         /* per step */
	struct arena *charts;                /* per step: has its chart */
	struct arena *figures;               /* per step: has its pictures */
	struct kept kept;                    /* the pictures of lessons that were open before */
	size_t figure_asked;                 /* the step (from 1) whose pictures it has requested since the step is open; 0: none */
	size_t link, link_step;              /* the chosen one of the step's links */
	struct { char lesson[ID_MAX]; int step; } origins[ORIGINS_MOST]; size_t norigins; /* the pages from which links led here */
	char typed[STEP_BLANK_SIZE];         /* a number being typed, or the text of a blank */
	bool filling;                        /* the cursor is in the blank: keys are text for it */

	struct assignment assignment;
	struct assignment ahead;             /* the exercise that the lesson's step asks for; id NULL: none has been read */
	char *ahead_source;                  /* its file; NULL: unreadable */
	char ahead_asked[ID_MAX];            /* the last one that the model requested; "": none */
	struct attempt *attempt;             /* the last one of this exercise; NULL: none yet */
	char *source; size_t source_len;     /* its current file; NULL: unreadable */
	size_t finding;                      /* the finding that the page explains */
	int file_scroll, file_left;          /* first line and column of the file's panel */
	int file_rows, file_lines;           /* size at its last drawing */
	bool file_focus, file_follow;        /* keys move in the file; it shows the finding's line */
	bool cases_open;
	struct arena profile_arena;          /* of the profile */
	struct profile profile;              /* the last one of this exercise; no lines: none */
	const struct profile_line **profile_lines; /* in the order shown */
	enum profile_column_id profile_by;   /* PROFILE_COLUMNS: by line */
	int profile_row;
	int beside_line;                     /* the line whose picture a large window shows below the profile; 0: none is requested */
	bool beside_made;                    /* it has come: */
	struct arena beside_arena;           /* of the picture */
	struct picture beside;
	struct error beside_error;           /* why there is none; text "": there is one */
	struct arena picture_arena;          /* of the picture */
	struct picture picture;
	struct arena stepper_arena;          /* of the place in the debugger */
	struct debugger_view stepper;
	bool profile_old;                    /* the file has changed since */
	char *solution;
	struct error problem;

	struct class_model room;

	char query[QUERY_MAX];               /* as typed so far */
	struct search search;
	int search_row;
	const struct glossary *glossary;     /* the backend's; NULL: not read yet */
	bool terms_asked;                    /* the model has requested it for a large window */
	bool *terms_here;                    /* per term: the page below uses it; NULL: it uses none, so all are shown */
	bool terms_all;
	char note_lesson[ID_MAX], note_heading[200]; /* the notes to open; heading "": the page's own */
	const char *term;                    /* the first to show; NULL: from the top */
	size_t term_chosen;                  /* from 1 on; 0: none */
	bool term_followed;                  /* the page scrolls to it, wherever it was */
	int hint_wanted;                     /* the hints to open with the next exercise */

	bool checking, check_again;          /* again: the file changed while its check ran */
	char checking_id[ID_MAX];
	struct attempt_state state;          /* of the check */
	unsigned tick, started;              /* now, and when the check or the work began */

	char working[80];                    /* the work in progress outside the loop; "": none */
	struct spot working_at;              /* where the learner started it */
	bool work_dropped;                   /* the learner no longer waits for it */
	struct effect later[LATER_MOST]; size_t nlater; /* effects that wait for its end */

	enum theme theme;
	const char *device, *compiler;       /* as requested; NULL: not specified */
	bool pasting, editor_noted;
	bool mouse;                          /* the workbook takes the mouse, not the terminal */

	enum request confirm;                /* waits for y or n; REQUEST_NONE: no question */
	char notice[256];
	bool notice_bad;

	struct effect effects[8];
	size_t neffects;
};

void model_init(struct model *m, int rows, int cols, bool ascii);
/* The same for the table of a class. */
void model_init_class(struct model *m, int rows, int cols, bool ascii);
void model_release(struct model *m);

enum page_id model_page(const struct model *m);
enum page_id model_page_below(const struct model *m); /* the page that HELP explains */
int model_scroll(const struct model *m);
const struct step *model_step(const struct model *m); /* NULL without a lesson */
/* True while keys go into the blank of the open question; `typed` has its text. Enter submits it as the answer, escape leaves it. */
bool model_fills(const struct model *m);

void model_key(struct model *m, int key);
/* The oldest first; the pictures of the open page come last, once nothing else is in progress. */
bool model_take_effect(struct model *m, struct effect *e);

/* True if the request makes sense now: then the status line shows it. */
bool model_offers(const struct model *m, enum request r);
/* The question behind `confirm`. */
const char *model_question(const struct model *m);

/* ---- the menu's rows, as unfolded now --------------------------------------------- */

struct menu_row {
	const struct outline_lesson *lesson;
	const struct outline_exercise *exercise; /* NULL: the lesson's own row */
};
int model_menu_rows(const struct model *m);
struct menu_row model_menu_row(const struct model *m, int row);
/* Opens a lesson by its number, topic or id, or an exercise by its name or id. The menu's cursor goes there, too. */
void model_open(struct model *m, const char *word);
/* Goes to another step of the open lesson, from 0 on. */
void model_turn_to(struct model *m, size_t step);
/* Opens the places in the bookmark that still exist. */
void model_resume(struct model *m, const struct bookmark *b);
/* Stores the open lesson and exercise. */
void model_bookmark(const struct model *m, struct bookmark *b);
/* The place of the explained finding or compiler's message; NULL: it has none in the file. */
const struct source_place *model_mark(const struct model *m);
/* The number of findings to go through; for a file that does not compile, the number of the compiler's messages. */
size_t model_findings(const struct model *m);
/* The next exercise after the open one, in the order of the menu, that is not passed; NULL: none. */
const struct outline_exercise *model_following(const struct model *m);
/* The lesson of an exercise's or lesson's id, from the outline; NULL: unknown. */
const struct outline_lesson *model_lesson_of(const struct model *m, const char *id);
/* The open page's heading in the notes: "Step 12: Banks", or the exercise. */
void model_heading(const struct model *m, char *out, size_t size);
/* The next suggestion: an unread lesson or an exercise not passed; lesson NULL when all is done. */
struct menu_row model_suggested(const struct model *m);

/* ---- links: model_links.c ---------------------------------------------------------------------- */

/* The links of the open page of a lesson, in the order of its text. */
size_t model_links(const struct model *m, struct link list[LINKS_MOST]);
/* The index of the chosen one. */
size_t model_link(const struct model *m);
/* "lesson 05", "warp_sum" */
void link_text(const struct link *l, char out[LINK_TEXT]);
void model_link_next(struct model *m);
void model_link_open(struct model *m);
/* Returns to the page whose link led to this one; false: none. */
bool model_link_back(struct model *m);

/* ---- the glossary: model_glossary.c ------------------------------------------------------------ */

bool model_term_shown(const struct model *m, size_t i);
/* The term that comes first, before all others; the number of terms: none does. */
size_t model_term_first(const struct model *m);
/* Chooses the next of the terms that the page below uses (step -1: the previous one); after the last comes the first. */
void model_term_next(struct model *m, int step);

/* ---- outcomes and events ------------------------------------------------------------ */

void model_set_size(struct model *m, int rows, int cols);
/* The frame sets the page's length; scrolling stays within it. */
void model_set_extent(struct model *m, int lines, int rows, int scroll);
/* Each takes ownership of the contents of the struct, and leaves it empty. */
void model_set_outline(struct model *m, struct outline *o);
void model_set_history(struct model *m, struct history *h);
void model_set_search(struct model *m, struct search *s);
/* The backend still owns the glossary. */
void model_set_glossary(struct model *m, const struct glossary *g);
/* The text of the lesson or exercise on the page, without markup. */
void model_page_words(const struct model *m, struct buf *out);

/* ---- model_nearby.c: what a large window shows beside the page ---- */

/* Requests what it lacks. */
void model_ask_nearby(struct model *m);
/* The exercise that the open step asks for; NULL: the step asks for none, or it has not been read. */
const struct assignment *model_ahead(const struct model *m);
void model_set_ahead(struct model *m, struct assignment *a, char *source);
void model_forget_ahead(struct model *m);
/* The backend still owns the glossary. */
void model_set_terms(struct model *m, const struct glossary *g);
/* Goes to that step, from 1 on, of the lesson that was just set. */
void model_go_step(struct model *m, int step);
void model_set_lesson(struct model *m, struct lesson *l, const struct steps_done *done);
/* Sets the open step's chart, and takes over the arena that contains it. */
void model_set_chart(struct model *m, const struct chart *chart, struct arena *arena);
/* The same for the pictures of step `number`, from 1 on. */
void model_set_figure(struct model *m, int number, const struct figure *figure, struct arena *arena);
void model_set_assignment(struct model *m, struct assignment *a);
void model_set_solution(struct model *m, char *text);
/* The language of the open exercise's file: "cuda", "python". */
const char *model_language(const struct model *m);
/* Takes over the arena, which contains the whole profile, and opens its page. */
void model_set_profile(struct model *m, const struct profile *p, struct arena *arena);
/* The picture below the profile: takes over the arena. err: why there is none; NULL: there is one. */
void model_set_beside(struct model *m, int line, const struct picture *p, struct arena *arena, const struct error *err);
/* The chosen line of the profile; NULL: none. */
const struct profile_line *model_profile_line(const struct model *m);
/* Does it use global or shared memory, so that it has a picture? */
bool model_has_picture(const struct profile_line *l);
/* The same for a picture. */
void model_set_picture(struct model *m, const struct picture *p, struct arena *arena);
/* The same for a place in the debugger, whose page may be open already. */
void model_set_stepper(struct model *m, const struct debugger_view *v, struct arena *arena);
/* Sorts the profile by a column (PROFILE_COLUMNS: by line); the chosen line stays chosen. */
void model_sort_profile(struct model *m, enum profile_column_id by);
void model_set_source(struct model *m, char *text, size_t len);
void model_was_reset(struct model *m);
/* The line where the exercise's stub expects the learner's code, from 1; 0: none in the file. */
int model_stub_line(const struct model *m);
void model_set_problem(struct model *m, const struct error *problem);
void model_set_state(struct model *m, const struct attempt_state *state);
void model_check_started(struct model *m);
void model_check_done(struct model *m, struct attempt *a); /* malloc'ed; NULL: there is no verdict */
/* The open exercise's file was saved: starts its check; cancels a running check, because its file is outdated. */
void model_file_saved(struct model *m);
/*
 * Work outside the loop: one at a time, and never during a check. Escape interrupts it, and so do leaving its page and saving the
 * file; its result is then dropped.
 */
void model_work_started(struct model *m, const char *words);
/* Keeps the effect until the work has ended; false: no work is in progress. */
bool model_work_later(struct model *m, const struct effect *e);
/* True: the learner still waits for the result. */
bool model_work_ended(struct model *m);
void model_notice(struct model *m, bool bad, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- a class: model_class.c ------------------------------------------------------------ */

bool model_is_class(const struct model *m);
/* The chosen row of the table; NULL: none. */
const struct class_student *model_student(const struct model *m);
/* Both take over the contents of the struct, and leave it empty. */
void model_set_class(struct model *m, struct class_table *t);
void model_set_submission(struct model *m, struct submission *s);
void model_adjusted(struct model *m);
void model_regrade_started(struct model *m);
/* said: the result; changes: the regrade waits for a yes or no. */
void model_regraded(struct model *m, const char *said, bool changes);
/* "points (7.5, +1, -2, none): "; NULL: the learner is not typing. */
const char *model_prompt(const struct model *m);

/* ---- for model*.c only ------------------------------------------------ */

void model_push(struct model *m, enum page_id page);
void model_pop(struct model *m);
/* Cancels the work in progress: its result is useless. */
void model_work_drop(struct model *m);
bool model_work_is_here(const struct model *m);
void model_effect(struct model *m, enum effect_kind kind, const char *id, int number, bool right);
int model_row_of(const struct model *m, struct menu_row wanted); /* -1: folded away */
void class_release_all(struct class_model *room);
/* Handles a key as input for the prompt; true if it was. */
bool class_typed(struct model *m, int key);
bool class_act(struct model *m, enum request r); /* false: not a request of these pages */
void class_move_to(struct model *m, int row);
void class_answered(struct model *m, bool yes);

#endif
