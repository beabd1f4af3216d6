/*
 * assignment.h - the exercises of an assignment and its rules for points, read from a definition in bounded Lua
 * (script/script.h).
 *
 *	return {
 *	  name = "a1", title = "First kernels",
 *	  packs = { "warpbook", "../mine" },
 *	  exercises = {
 *	    { "01_kernels/add", points = 10 },
 *	    { "01_kernels/saxpy", points = 20, cases = 0.5, passed = 0.3, speed = 0.2 },
 *	  },
 *	  due = "2026-11-20 23:59 +01:00", buffer_minutes = 15, grace_days = 3,
 *	  late = { percent = 10, most = 50, days = 5 },
 *	  extensions = { { "o.brien", hours = 48 } },
 *	  counts = "last",
 *	}
 *
 * grader/assignment.lua is the example with every field. Errors name the file, the line and the field.
 */
#ifndef WARPBOOK_GRADE_IN_ASSIGNMENT_H
#define WARPBOOK_GRADE_IN_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

/*
 * What earns an exercise's points; the shares of each exercise add up to 1.
 *	cases     in proportion to the cases that are right; a case whose output is right although a checker objects counts in
 *	          part
 *	passed    all of it for the verdict "passed", otherwise nothing
 *	findings  all of it if a case is right and no checker found an error, otherwise nothing: never by their number,
 *	          and not for a missed limit of speed
 *	speed     in proportion to the limits of speed that are held, if every case is right; all of it for a pass without
 *	limits
 */
enum grade_part { PART_CASES, PART_PASSED, PART_FINDINGS, PART_SPEED, PARTS };
extern const char *const grade_part_names[PARTS];

struct grade_exercise {
	const char *id;             /* "01_kernels/add" */
	const char *file;           /* "add.cu": the name of the file that solves it */
	const char *python;         /* "add.py": its name in Python; accepted only if the exercise */
	bool takes_python;          /* offers Python */
	bool only_python;           /* the assignment wants Python */
	double points;
	double parts[PARTS];
	double objected;            /* of a case's share, for a right output although a checker objects */
};

/* What a name means: a student's id, for a folder, a number or a person's name; or an exercise, for a file. */
struct grade_alias { const char *from, *student; int exercise; /* -1: none */ };

/* An item of the rubric, which an instructor gives by hand. */
struct grade_item { const char *name, *text; double points; int exercise; /* -1: all */ };

struct grade_extension { const char *student; double hours; };

struct assignment {
	struct arena arena;         /* owns everything below */
	const char *name, *title;   /* the name is its key in the database */
	struct grade_exercise *exercises; size_t nexercises;
	int64_t due_ms;             /* in ms since 1970, UTC; 0: none */
	double buffer_minutes;      /* a submission that is late by no more than this is not late */
	int64_t grace_days;         /* grace days that each student has for all assignments of the class together */
	double late_percent, late_most; /* percent of the points per day; the most */
	int64_t late_marked;        /* days that count for work that the platform marks as late, if its time is unknown */
	int64_t late_days;          /* after this many days beyond grace nothing counts; 0: no limit */
	struct grade_extension *extensions; size_t nextensions;
	struct grade_alias *aliases; size_t naliases;
	int groups;                 /* does the roster's column `group` say who hands in together? 1, 0, -1: the assignment does
				       not say */
	struct grade_item *rubric; size_t nrubric;
	bool best;                  /* of several files the best counts, after the deduction for lateness; otherwise the last,
				       or */
	bool in_time;               /* the last one that is not late, or the last of all if each is late */
	uint64_t seed;              /* of all inputs; 0: a hidden one, drawn once and kept in the database */
};

/* If it names packs, the course is theirs from then on; otherwise it is again what it was before. */
int assignment_open(struct assignment *a, const char *path, struct error *err);
/*
 * Adds the extensions of a table: student, hours (or days, or until), and maybe assignment. Call it when name and due are known.
 */
int assignment_extend(struct assignment *a, const char *path, struct error *err);
/* One exercise of ten points without a definition; its name is the exercise's. */
int assignment_of(struct assignment *a, const char *exercise, struct error *err);
void assignment_release(struct assignment *a);
/* The id of an exercise and the names of its files, in the arena. -1: no memory. */
int grade_exercise_name(struct grade_exercise *x, const char *id, struct arena *arena);
/* "add.py", "ADD.PY" */
bool grade_is_python(const char *path);
/* The rubric's item of that name; NULL. */
const struct grade_item *assignment_item(const struct assignment *a, const char *name);
double assignment_possible(const struct assignment *a);

/*
 * "2026-11-20 23:59", with seconds, with T for the blank, with Z or +01:00 at its end: milliseconds since 1970. Without a zone
 * it is this machine's time. -1: it is not a time.
 */
int grade_time(const char *text, int64_t *ms);

#endif
