/*
 * grades.h - a class's gradebook, in the same database as the attempts.
 *
 *	grade_result      an attempt that says something about a file, once for each key: it is also the queue, as every file
 *	                  without a result is still to be checked. store_record writes it with its attempt, or not at all
 *	grade_assignment  the hidden seed of each assignment, and the GPU that measures its speed
 *	grade_set         all grades of an assignment at once: the current ones, those of a regrade that is not yet
 *	                  applied or dropped (proposed), and former ones (replaced, dropped), which are kept
 *	grade             one row for each student and exercise of a set, even for missing submissions
 *	grade_adjustment  by hand, with reason and author: of several, the last applies; no regrade touches them
 *	grade_comment     what instructors write about submissions (comments.h): no regrade touches it
 *	grade_event       the audit trail: every change of a grade
 *	grade_entry       each student's submission, written before the checks begin, so that others can watch them
 *	grade_source      the text of these files, for display
 *	grade_picture     the pictures for feedback, drawn once
 *
 * For use with sqlite3 there is the view `grade_view`, one row for each student and exercise of the current grades, whose
 * columns never change their meaning: assignment, student, exercise, state, note, points (adjusted; NULL: not graded), possible,
 * late_days, grace_days, verdict, cases, cases_passed, adjusted (the reason; NULL: not adjusted), adjusted_by, source_path,
 * source_sha256, attempt, timed_attempt (the one that measured the speed on a GPU; NULL: none), speedup (of that one), comments
 * (how many), rubric_points (of the rubric's items, in `points`).
 */
#ifndef WARPBOOK_STORE_GRADES_H
#define WARPBOOK_STORE_GRADES_H

#include "store/store.h"

/* Everything on which a result depends. */
struct store_key { const char *source_sha256, *exercise, *content_version, *tool_version, *compiler, *device; uint64_t seed; };

struct store_result {
	int64_t id, attempt;
	struct store_key key;
	const char *verdict, *message, *report;
	int cases, right;           /* all cases of the exercise, and those that are right */
	int objected;               /* cases that are not, because of a finding, although their output is right */
	int errors;                 /* findings of level error, without missed limits of speed */
	int limits, held;           /* limits of speed: measured, and held */
	double seconds;             /* of the compiler and the run, in wall-clock time */
	const char *device_name;    /* "NVIDIA H200" */
	double speedup, low, high;  /* on a GPU: compared with the reference, with its 95 % interval; 0: not timed */
};

/* *id: the result with this key; 0: there is none yet. */
int store_result_find(struct store *s, const struct store_key *key, int64_t *id, struct error *err);
/* The newest result for the same file, exercise, device and seed, whatever the version and compiler. */
int store_result_other(struct store *s, const struct store_key *key, int64_t *id, struct error *err);
int store_result_read(struct store *s, int64_t id, struct arena *arena, struct store_result *out, struct error *err);
/* limit: it is a missed limit of speed, which no checker found. */
struct store_result_finding { const char *kind, *message, *advice; int line; bool limit; };
int store_result_findings(struct store *s, int64_t attempt, struct arena *arena, struct store_result_finding **rows, size_t *n,
			  struct error *err);
int store_result_cases(struct store *s, int64_t attempt, struct arena *arena, struct store_case **rows, size_t *n,
		       struct error *err);


/* The line that adds most to a missed limit of speed; 0: none. */
int store_result_slow_line(struct store *s, int64_t attempt, int64_t *line, struct error *err);
/* Results with that seed and a greater id, by id; without their reports. */
int store_results_after(struct store *s, int64_t id, uint64_t seed, struct arena *arena, struct store_result **rows, size_t *n,
			struct error *err);

/* The assignment's seed: the existing one, otherwise `wanted`, which becomes its seed. */
int store_class_seed(struct store *s, const char *assignment, uint64_t wanted, uint64_t *seed, struct error *err);

/* The device that measures the assignment's speed, "gpu"; "": none does. */
int store_timed_on(struct store *s, const char *assignment, struct arena *arena, const char **device, struct error *err);
/* "" removes it. Call it after store_class_seed. */
int store_time_on(struct store *s, const char *assignment, const char *device, struct error *err);

struct store_grade {
	const char *student, *exercise;
	const char *state;          /* "graded", "missing", "empty", "unreadable", "not-graded", "not-timed" */
	const char *note;           /* "" or a remark: "2 files: ..." */
	bool known;                 /* there are points; false if a machine failed */
	double points, possible, before_late;
	int late_days, grace_days;
	int64_t handed_in_ms;       /* 0: unknown */
	const char *source_path, *source_sha256;
	int64_t result;             /* 0: none */
	int64_t timed;              /* the result from a GPU that measured its speed; 0: none */
};

/* The assignment's set in this state ("current", "proposed"); 0: there is none. */
int store_set_find(struct store *s, const char *assignment, const char *state, int64_t *set, struct error *err);
/* The grades of a set, by student and exercise. */
int store_grades(struct store *s, int64_t set, struct arena *arena, struct store_grade **rows, size_t *n, struct error *err);

struct store_event { const char *action, *student, *exercise, *reason; bool had, has; double before, after; };

/*
 * Writes rows into the assignment's set in that state, created if missing, with the events of the audit trail, all in one
 * transaction. A proposed set is emptied first.
 */
int store_grades_write(struct store *s, const char *assignment, const char *state, const char *author,
		       const struct store_grade *rows, size_t n, const struct store_event *events, size_t nevents,
		       struct error *err);
/* Makes the proposed set the current one, and the current one a replaced one; or drops it. With the events. */
int store_set_settle(struct store *s, const char *assignment, bool apply, const char *author, const struct store_event *events,
		     size_t nevents, struct error *err);

enum store_adjusting { ADJUST_SET, ADJUST_ADD, ADJUST_NONE };
struct store_adjustment {
	const char *student, *exercise;
	enum store_adjusting kind;
	double points;
	const char *reason, *author;
};
int store_adjust(struct store *s, const char *assignment, const struct store_adjustment *a, const struct store_event *event,
		 struct error *err);
/* The adjustments that apply. */
int store_adjustments(struct store *s, const char *assignment, struct arena *arena, struct store_adjustment **rows, size_t *n,
		      struct error *err);

/* Grace days that a student has used in all other assignments of this database. */
int store_grace_used(struct store *s, const char *assignment, const char *student, int64_t *days, struct error *err);

/* A student's submission for an exercise: source_path and source_sha256 are "" without a file. */
struct store_entry { const char *student, *exercise, *name, *source_path, *source_sha256, *note; };
/* Replaces the assignment's entries for these students and exercises; only: replaces all of them. */
int store_entries_write(struct store *s, const char *assignment, bool only, const struct store_entry *rows, size_t n,
			struct error *err);
/* By student and exercise. */
int store_entries(struct store *s, const char *assignment, struct arena *arena, struct store_entry **rows, size_t *n,
		  struct error *err);
/* The text of a file, stored once; NULL if it is unknown. */
struct store_source { const char *sha, *text; };
int store_sources_write(struct store *s, const struct store_source *rows, size_t n, struct error *err);
int store_source_read(struct store *s, const char *sha, struct arena *arena, const char **text, struct error *err);
/*
 * The picture of a result's worst finding, in the arena; line 0: of the output.
 * *found: it was drawn, or there is none to draw ("").
 */
struct store_picture { int line; const char *text, *svg; };
int store_picture_read(struct store *s, int64_t result, struct arena *arena, struct store_picture *p, bool *found,
		       struct error *err);
int store_picture_write(struct store *s, int64_t result, const struct store_picture *p, struct error *err);
/* A number that changes with every change of the database, by this connection or another process. */
int store_version(struct store *s, int64_t *version, struct error *err);

struct store_past { int64_t at_ms; const char *author; struct store_event event; };
/* The audit trail, oldest first. */
int store_trail(struct store *s, const char *assignment, struct arena *arena, struct store_past **rows, size_t *n,
		struct error *err);

#endif
