/*
 * classroom.h - the instructor's view of a class: students by exercises, while another process grades them.
 *
 *	grade_entry (what was handed in) + grade_result (checked so far) + the current set -> class_table
 *
 * A cell has the grade that counts. Before there is one, it has the points of the file's result, without the deduction for
 * lateness (provisional); before that, it waits. Only a regrade needs the folder of submissions.
 */
#ifndef WARPBOOK_GRADE_CLASSROOM_H
#define WARPBOOK_GRADE_CLASSROOM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

struct classroom;

struct classroom_options {
	const char *assignment;    /* its definition */
	const char *folder;        /* the folder of the gradebook; NULL: the assignment's */
	/* For a regrade, as `warpbook grade` takes them: the submissions; NULL: no regrade is possible. */
	const char *submissions, *roster, *times, *compiler;
	const char *layout;        /* NULL: guess it */
	const char *author;        /* of adjustments; NULL: the login name */
	bool pseudonyms;           /* tables and submissions show these instead of ids and names; the calls below take them */
};

enum cell_state {
	CELL_NONE,                 /* no information */
	CELL_WAITING,              /* handed in, but not checked yet */
	CELL_PROVISIONAL,          /* checked, but not graded yet */
	CELL_GRADED,
	CELL_MISSING,              /* no file, an empty or an unreadable one: `state` says which */
	CELL_NOT_GRADED,           /* a machine failed */
};

struct class_cell {
	enum cell_state kind;
	const char *state;         /* "graded", "waiting", "missing", "empty", "unreadable", "not-graded", "" */
	const char *verdict;       /* "wrong-answer"; "" without a result */
	const char *message, *note; /* the verdict's sentence; a remark on the submission */
	double points, possible;   /* including the adjustment */
	bool known;                /* there are points */
	bool adjusted;             /* by hand: by an adjustment, or by items of the rubric */
	int late_days, grace_days;
	size_t comments;           /* how many */
};

struct class_student {
	const char *id, *name;
	struct class_cell *cells;  /* by exercise */
	double total;
	bool known;                /* all points are known, and none is provisional */
};

struct class_table {
	struct arena arena;        /* owns everything below */
	const char *name, *title;  /* of the assignment */
	const char **exercises; size_t nexercises; /* ids */
	struct class_student *students; size_t n;
	double possible;
	size_t files, checked;     /* handed in; of these, with a result */
	size_t waiting, not_graded;
};

struct submission_finding { const char *kind, *message, *advice; int line; };
/* line: of this text; 0: about all of it, or about an earlier file, which the text says. */
struct submission_comment { int line; const char *text; };
struct submission_case { const char *name, *message; bool passed; };

/* One submission, to read. */
struct submission {
	struct arena arena;        /* owns everything below */
	const char *id, *name, *exercise;
	struct class_cell cell;
	const char *sum;           /* how the points are computed, a line each */
	const char *adjustment;    /* "+1 by ada: a good question"; "" */
	struct submission_comment *comments; size_t ncomments;
	const char *path;          /* as people know it; "" */
	const char *text;          /* of the file; NULL: unknown */
	struct submission_finding *findings; size_t nfindings;
	struct submission_case *cases; size_t ncases;
	const char *report;        /* the check's output; "" */
};

int classroom_open(struct classroom **c, const struct classroom_options *o, struct error *err);
void classroom_close(struct classroom *c);

/* True if the gradebook has changed since the table was read. */
bool classroom_changed(struct classroom *c);
int classroom_table(struct classroom *c, struct class_table *t, struct error *err);
void class_table_release(struct class_table *t);
int classroom_submission(struct classroom *c, const char *student, const char *exercise, struct submission *s, struct error *err);
void submission_release(struct submission *s);
/* words: "why?", "12: why?" about line 12, "=names" or "=names why?" for an item of the rubric, or "12: =names". */
int classroom_comment(struct classroom *c, const char *student, const char *exercise, const char *words, struct error *err);
int classroom_adjust(struct classroom *c, const char *student, const char *exercise, const char *points, const char *reason,
		     struct error *err);

/*
 * Begins to check one submission again, in a thread. classroom_regraded returns true once, when that has ended: then *said
 * says what would change, or `failed` has the reason. *changes: classroom_settle applies or drops it.
 */
int classroom_regrade(struct classroom *c, const char *student, const char *exercise, struct error *err);
bool classroom_regraded(struct classroom *c, char *said, size_t size, bool *changes, struct error *failed);
int classroom_settle(struct classroom *c, bool apply, struct error *err);

/* ---- sorting and filtering --------------------------------------------------------------------------- */

#define CLASS_BY_NAME  (-1)
#define CLASS_BY_TOTAL (-2)

/* Sorts the students (by a column: an exercise from 0 on, or one of the above), the lowest points first; equal ones by name. */
void class_table_sort(const struct class_student **list, size_t n, int column, bool backwards);
/* Does each word occur in the id, the name, or a cell's state, verdict or note, in English or as shown? Ignores case. */
bool class_student_matches(const struct class_table *t, const struct class_student *p, const char *words);
/* The text of a cell: "7.5", "~7.5" provisional, "7.5*" adjusted, "..." waiting, "-" missing, "!" not graded, "". */
void class_cell_text(const struct class_cell *cell, struct buf *out);

void class_table_text(const struct class_table *t, const struct class_student *const *list, size_t n, struct buf *out);
json_t *class_table_json(const struct class_table *t, const struct class_student *const *list, size_t n);
void submission_text(const struct submission *s, struct buf *out);
json_t *submission_json(const struct submission *s);

#endif
