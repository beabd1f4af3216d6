/*
 * standing.h - where each student of a course stands: the current grades of its assignments, weighted. It reads the gradebooks,
 * and grades nothing.
 *
 *	percent = 100 * (sum of weight * share over what counts, bonus included) / (sum of weight over what counts, without bonus)
 *
 * A share is points / possible. An assignment counts as soon as the class has grades for it, except where a student is excused,
 * or where it is among the dropped. A student without a grade in it has 0 there. What a machine could not grade leaves the
 * student's percent unknown; whether somebody passed is open until every assignment is graded.
 */
#ifndef WARPBOOK_GRADE_STANDING_H
#define WARPBOOK_GRADE_STANDING_H

#include "grade/book.h"
#include "grade/in/course.h"

enum standing_state {
	STANDING_LATER,      /* the class has no grades for it yet */
	STANDING_POINTS,
	STANDING_NONE,       /* the class has grades, this student has none: 0 */
	STANDING_OPEN,       /* not graded, or not timed yet */
	STANDING_EXCUSED,
};
extern const char *const standing_names[]; /* "later", "graded", "no grade", "not graded", "excused" */

struct standing_mark {
	enum standing_state state;
	bool dropped;
	double points, possible;
	double percent;      /* to a hundredth */
};

enum standing_pass { PASS_OPEN, PASS_YES, PASS_NO };

struct standing_student {
	const char *id, *name;
	bool ghost;                 /* there is a roster, and it has no such student */
	struct standing_mark *marks; /* by assignment */
	bool known;
	double percent;             /* to a hundredth: what is shown is what is compared */
	enum standing_pass passed;  /* open, too, if the course does not say what passes */
	const char *grade, *why;    /* "" or what the rule says; why not passed */
};

struct standing {
	struct arena arena;         /* owns everything below */
	const struct course *course;
	const char *folder;         /* of the first gradebook, for pseudonyms; NULL: there is none */
	bool *graded;               /* by assignment */
	size_t ngraded;
	struct standing_student *students; size_t n, cap; /* by id */
	const char **warnings; size_t nwarnings, warning_cap;
};

/* folder: of all gradebooks, in place of what the course says; NULL. list: the roster, or an empty list. */
int standing_open(struct standing *s, const struct course *c, const char *folder, const struct class_list *list,
		  struct error *err);
/* The arithmetic alone: percent and dropped, for each student, from the marks; then the pass rule. */
int standing_settle(struct standing *s, struct error *err);
/* Replaces ids, names and what the rule said; sorts by pseudonym. */
int standing_hide(struct standing *s, struct error *err);
void standing_release(struct standing *s);

/* Students without ghosts: all, those whose percent is known, and of these the median. */
struct standing_count { size_t students, known, passed, failed; double median; };
struct standing_count standing_count(const struct standing *s);

#endif
