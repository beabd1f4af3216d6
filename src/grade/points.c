/* points.c - arithmetic of points: see points.h. */
#include "config.h"

#include "grade/points.h"

#include <math.h>
#include <string.h>

#define MINUTE_MS 60000.0
#define DAY_MS    86400000.0

double points_round(double points)
{
	return round(points * 100) / 100;
}

static bool is_disqualified(const char *verdict)
{
	return !strcmp(verdict, "tampered") || !strcmp(verdict, "foreign-source");
}

static bool is_timed(const struct store_result *timed)
{
	return timed && timed->id;
}

static bool is_right(const struct store_result *r)
{
	return r->cases > 0 && r->right == r->cases && !is_disqualified(r->verdict);
}

struct speed_limits points_speed(const struct store_result *r, const struct store_result *timed)
{
	struct speed_limits l = { r->limits, r->held };

	if (is_timed(timed)) {
		l.limits += timed->limits;
		l.held += timed->held;
	}
	return l;
}

static double speed_share(const struct store_result *r, const struct store_result *timed)
{
	const struct speed_limits l = points_speed(r, timed);
	bool passed = !strcmp(r->verdict, "passed");

	if (passed && !is_timed(timed))
		return 1;
	if (passed ? !is_right(timed) : !is_right(r))
		return 0;
	return l.limits ? (double)l.held / l.limits : passed;
}

/* The share earned of each part: 0 to 1. */
static void shares_of(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed,
		      double share[PARTS])
{
	bool disqualified = is_disqualified(r->verdict);

	share[PART_CASES] = r->cases && !disqualified ? (r->right + x->objected * r->objected) / r->cases : 0;
	share[PART_PASSED] = !strcmp(r->verdict, "passed");
	share[PART_FINDINGS] = r->right > 0 && r->errors == 0 && r->objected == 0 && !disqualified;
	share[PART_SPEED] = speed_share(r, timed);
}

void points_parts(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed,
		  double points[PARTS])
{
	double share[PARTS];

	shares_of(x, r, timed, share);
	for (int i = 0; i < PARTS; i++)
		points[i] = x->points * x->parts[i] * share[i];
}

double points_of(const struct grade_exercise *x, const struct store_result *r, const struct store_result *timed)
{
	double share[PARTS], sum = 0;

	shares_of(x, r, timed, share);
	for (int i = 0; i < PARTS; i++)
		sum += x->parts[i] * share[i];
	return points_round(x->points * sum);
}

double points_so_far(const struct grade_exercise *x, const struct store_result *r)
{
	double points[PARTS], sum = 0;

	points_parts(x, r, NULL, points);
	for (int i = 0; i < PARTS; i++)
		sum += i == PART_SPEED ? 0 : points[i];
	return points_round(sum);
}

/* The days begun after the due time, the extension and the buffer. */
static int days_late(const struct assignment *a, struct handing_in in)
{
	double late_ms = (double)(in.ms - a->due_ms) - in.extension_hours * 60 * MINUTE_MS;

	if (!in.ms)
		return in.marked && in.extension_hours <= 0 ? (int)a->late_marked : 0;
	return a->due_ms && late_ms > a->buffer_minutes * MINUTE_MS ? (int)ceil(late_ms / DAY_MS) : 0;
}

struct lateness lateness_of(const struct assignment *a, struct handing_in in, int64_t grace_left)
{
	struct lateness l = { .kept = 1, .days = days_late(a, in) };
	double lost;

	if (!l.days)
		return l;
	l.grace = grace_left < l.days ? (int)(grace_left > 0 ? grace_left : 0) : l.days;
	l.closed = a->late_days && l.days - l.grace > a->late_days;
	lost = (l.days - l.grace) * a->late_percent;
	l.kept = l.closed ? 0 : 1 - (lost > a->late_most ? a->late_most : lost) / 100;
	if (l.closed) /* what does not count uses up none */
		l.grace = 0;
	return l;
}
