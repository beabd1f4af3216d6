/* points.h - computes the points of a result, and the deduction for lateness. */
#ifndef WARPBOOK_GRADE_POINTS_H
#define WARPBOOK_GRADE_POINTS_H

#include "grade/in/assignment.h"
#include "store/grades.h"

/*
 * Points of one result, to a hundredth. A file that tampers with its judging, or that contains another person's code, gets none,
 * whatever its cases say. timed: the result of the second pass on a GPU, which affects only the points for speed: the limits of
 * both count together, and a file that is wrong there keeps none of them. NULL or its id 0: there is none.
 */
double points_of(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed);

/* The same before rounding, part by part: points_of is the sum. All 0 for a file that gets none. */
void points_parts(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed,
		  double points[PARTS]);

/* The points known before the time is: all but those for speed. */
double points_so_far(const struct grade_exercise *x, const struct store_result *r);

/* The number of limits of speed, and of those that are held. */
struct speed_limits { int limits, held; };
struct speed_limits points_speed(const struct store_result *r, const struct store_result *timed);

struct lateness {
	int days;          /* begun days after the due time, the extension and the buffer */
	int grace;         /* how many of these use up the student's grace days: none if it is too late to count */
	double kept;       /* the share of the points that remains */
	bool closed;       /* too late: nothing counts */
};
/*
 * When a file was handed in. ms 0: unknown; it counts as on time, unless the
 * platform has marked it as late and there is no extension.
 */
struct handing_in { int64_t ms; double extension_hours; bool marked; };
/* grace_left: grace days that the student still has. */
struct lateness lateness_of(const struct assignment *a, struct handing_in in, int64_t grace_left);

double points_round(double points);

#endif
