/* points.h - from a result to points, and what lateness takes of them. */
#ifndef WARPBOOK_GRADE_POINTS_H
#define WARPBOOK_GRADE_POINTS_H

#include "grade/assignment.h"
#include "store/grades.h"

/*
 * Points of one result, to a hundredth. A file that interferes with its judging, or that holds somebody else's code, gets
 * none, whatever its cases say.
 */
double points_of(const struct grade_exercise *x, const struct store_result *r);

/* The same before it is rounded, part by part: points_of is the sum. All 0 for a file that gets none. */
void points_parts(const struct grade_exercise *x, const struct store_result *r, double points[PARTS]);

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
