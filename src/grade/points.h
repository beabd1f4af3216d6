/* points.h - from a result to points, and what lateness takes of them. */
#ifndef WARPBOOK_GRADE_POINTS_H
#define WARPBOOK_GRADE_POINTS_H

#include "grade/assignment.h"
#include "store/grades.h"

/*
 * Points of one result, to a hundredth. A file that interferes with its judging, or that holds somebody else's code, gets
 * none, whatever its cases say. timed: the result of the second pass on a GPU, of which only the points for speed depend: the limits of
 * both count together, and a file that is not right there keeps none. NULL or its id 0: there is none.
 */
double points_of(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed);

/* The same before it is rounded, part by part: points_of is the sum. All 0 for a file that gets none. */
void points_parts(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed, double points[PARTS]);

/* What is known of it while the time is not: all but the points for speed. */
double points_so_far(const struct grade_exercise *x, const struct store_result *r);

/* Limits of speed in all, and those that are kept. */
struct speed_limits { int limits, held; };
struct speed_limits points_speed(const struct store_result *r, const struct store_result *timed);

struct lateness {
	int days;          /* begun after the due time, the extension and the buffer */
	int grace;         /* of these, so many are taken from the student's grace days */
	double kept;       /* the share of the points that is left */
	bool closed;       /* too late: nothing counts */
};
/* grace_left: days that the student still has. handed_in_ms 0: unknown, and then nothing is late. */
struct lateness lateness_of(const struct assignment *a, const char *student, int64_t handed_in_ms, int64_t grace_left);

double points_round(double points);

#endif
