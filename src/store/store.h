/*
 * store.h - attempts, findings and hints in SQLite at WORKSPACE/.warpbook/warpbook.db.
 *
 * The only folder that uses SQL. One connection per process, opened only by the
 * parent; every write is one BEGIN IMMEDIATE transaction, so that parallel
 * checks wait for each other and lose nothing. Numbered migrations upgrade an
 * older file; a newer file is rejected and never changed. No trigger in the file runs, and each statement has a limit of time:
 * the file may be foreign.
 *
 * For use with sqlite3 there is the view `attempt_view`, one row per attempt,
 * whose columns never change their meaning:
 *
 *	attempt           number of the attempt
 *	exercise          "01_kernels/add"
 *	began             "2025-03-31 14:05:09", UTC
 *	verdict, message  "wrong-answer", and the sentence shown with it
 *	passed            1 or 0
 *	cases, cases_passed, findings
 *	first_finding     kind of the worst finding, NULL if none
 *	first_line        the line it names in the learner's file
 *	hints             hints that the learner had seen by then
 *	compile_seconds, run_seconds, compiler, device, seed
 *	device_name       "NVIDIA H200"
 *	timed_case        the case to which the following columns belong; NULL if it gave a wrong result
 *	seconds, reference_seconds, time_ratio  on a GPU, else NULL: a ratio of 2 is twice the reference's
 *	instruction_ratio, sector_ratio         on the vm, else NULL: of warp instructions, of sectors of global memory
 *	modelled_on, modelled_seconds, reference_modelled_seconds, modelled_ratio, modelled_limit, reference_modelled_limit
 *	                                        on the vm, else NULL: the modelled time on a GPU, and what limits a kernel there
 *	source_path, source_sha256, tool_version, content_version
 *
 * and the view `metric_view`, one row for each limit that an attempt was compared with:
 *
 *	attempt, exercise
 *	metric            "sectors_per_request"
 *	value, reference  the learner's and the reference's
 *	bound             the limit, as a number
 *	held              1 or 0
 *	line              the line of the learner's file that adds most to it; 0 if none does
 *
 * and `time_view`, one row for each attempt that was timed on a GPU, alternately with the reference:
 *
 *	attempt, exercise, device_name, timed_case, seconds, reference_seconds   as above
 *	speedup, speedup_low, speedup_high   the reference's time divided by the learner's, with its 95 % interval
 *	rounds, dropped_rounds               rounds used; rounds left out because heat slowed the card
 *	gb_per_s, tflop_per_s                what the kernel moves and computes; NULL: the exercise does not say how much it is
 *	share_of_memory, share_of_arithmetic of the card's peak, as measured at that time
 *	floor_seconds                        the time of an empty kernel
 *	driver                               CUDA version of the driver: 13000 for 13.0
 *	sm_mhz, memory_mhz, celsius, watts, watts_limit, power_capped, slowed, mig the card during the timing; NULL: not reported
 *
 * and `sandbox_view`: attempt, exercise, sandbox (sandbox_level() of child/sandbox.h; NULL for attempts of earlier
 * versions).
 *
 * How many attempts did each exercise take until it passed, and after how many hints?
 *
 *	sqlite3 .warpbook/warpbook.db "SELECT exercise, count(*), max(hints) FROM attempt_view
 *		GROUP BY exercise HAVING max(passed) ORDER BY count(*) DESC"
 */
#ifndef WARPBOOK_STORE_STORE_H
#define WARPBOOK_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "words/finding.h"

struct store;

/* Opens, creating and migrating as needed. read_only: the file must exist. */
int store_open(struct store **s, const char *path, bool read_only, struct error *err);
void store_close(struct store *s);
/* Checks the whole file: 0 if it is intact. */
int store_examine(struct store *s, struct error *err);
/* Sets how long to wait for another process that is writing; the default is 30 seconds. */
void store_patience(struct store *s, int milliseconds);

/* output_right: not passed, because of a finding, but its output is right. */
struct store_case { const char *name; bool passed; const char *message; bool output_right; };
struct store_counter { const char *name; int64_t value; };
/* A limit of the exercise: the metric's value, its bound, and the line that adds most to it (0: none). */
struct store_metric { const char *name; double value, reference, bound; bool held; int line; };

/* The attempt belongs to a class: it gets a grade_result (grades.h), in the same transaction. */
struct store_grading {
	const char *source_sha256; /* of the file with its headers; the attempt's own is of the file alone */
	const char *report;        /* for people */
};

/* See time_view. A value of 0 that may be NULL there is stored as NULL; the last three are valid only if `state` is true. */
struct store_time {
	double speedup, low, high;
	size_t rounds, dropped;
	double gb_per_s, tflop_per_s, share_of_memory, share_of_arithmetic, floor_seconds;
	int driver;
	unsigned sm_mhz, memory_mhz, celsius;
	double watts, watts_limit;
	bool state, capped, slowed, mig;
};

struct store_attempt {
	const char *exercise;       /* "01_kernels/add" */
	const char *verdict;        /* stable name of worker/verdict.def */
	const char *message;        /* the headline shown */
	const char *device, *compiler;
	const char *source_path, *source_sha256;
	const char *tool_version, *content_version; /* content: hash of the exercise's definition and solution */
	uint64_t seed;
	int64_t unix_ms;            /* when it began; 0 = now */
	double compile_seconds, run_seconds;
	const char *device_name;
	/* Compared with the reference. timed_case may be NULL; a number that is 0 is stored as NULL. */
	const char *timed_case;
	double seconds, reference_seconds, time_ratio, instruction_ratio, sector_ratio;
	/* On the vm, never measured: the GPU, and the resource that limits the kernel there. Each may be NULL. */
	const char *modelled_on, *modelled_limit, *reference_modelled_limit;
	double modelled_seconds, reference_modelled_seconds, modelled_ratio;
	const struct store_time *time; /* NULL: not timed on a GPU */
	const char *sandbox;        /* the sandbox of the program: "landlock+seccomp"; NULL: nothing ran */
	const struct store_case *cases; size_t ncases;
	const struct finding *findings; size_t nfindings;
	const struct store_counter *counters; size_t ncounters;
	const struct store_metric *metrics; size_t nmetrics; /* those that were measured */
	const struct store_grading *grading; /* NULL: none */
};

/*
 * Records everything in one transaction; *id is the new row. With `grading`, if there is already a result with the
 * same key: that one's attempt.
 */
int store_record(struct store *s, const struct store_attempt *a, int64_t *id, struct error *err);

struct store_progress {
	const char *exercise;
	int attempts, hints;
	bool passed, solution_seen;
	const char *last_verdict, *last_message; /* "" when never tried */
	int64_t last_unix_ms, first_pass_unix_ms;
	/*
	 * The time worked on it: before each of its tries, from the try before, of any exercise. A gap of more than 15 minutes is
	 * a pause, and does not count.
	 */
	int64_t worked_ms;
};
/* One row for each exercise with an attempt, a hint or a seen solution, by name; strings in the arena. */
int store_progress_all(struct store *s, struct arena *arena, struct store_progress **rows, size_t *n, struct error *err);
int store_progress_one(struct store *s, const char *exercise, struct arena *arena, struct store_progress *row, struct error *err);

/* attempts[0] is the number of attempts today, by the local calendar, attempts[1] yesterday, and so on for `days` days. */
int store_days(struct store *s, int *attempts, int days, struct error *err);
/* The last tries of an exercise, at most `most`, oldest first: did it pass, and how many of its cases were right? */
struct store_try { bool passed; int right, cases; };
int store_tries(struct store *s, const char *exercise, struct store_try *tries, int most, int *n, struct error *err);
/* The number of exercises with that verdict, and of those that passed later. */
struct store_mistake { const char *verdict; int exercises, overcome; };
/* The most frequent first, without passes and interrupted checks; strings in the arena. */
int store_mistakes(struct store *s, struct arena *arena, struct store_mistake **rows, size_t *n, struct error *err);

/* Records that hint `number` (1..3) was shown; showing it again changes nothing. */
int store_hint_used(struct store *s, const char *exercise, int number, struct error *err);
int store_hints_used(struct store *s, const char *exercise, int *highest, struct error *err);
int store_solution_seen(struct store *s, const char *exercise, struct error *err);

/* Lesson steps read and questions answered. Steps count from 1; highest is 0 when none was done. */
int store_step_done(struct store *s, const char *lesson, int step, bool right, struct error *err);
int store_steps_done(struct store *s, const char *lesson, int *highest, struct error *err);
/* Sets right[k - 1] for each step k, up to n, that was read or answered rightly. */
int store_steps_right(struct store *s, const char *lesson, bool *right, size_t n, struct error *err);

#endif
