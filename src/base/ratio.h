/*
 * ratio.h - the ratio of two durations, from times that were measured in turns, and its uncertainty.
 *
 * A round measures four times, a b b a: a steady drift during a round (a falling clock rate, a card that warms up) adds the
 * same to both. A round's ratio is b / a, as a logarithm: half of log b1 + log b2 - log a1 - log a2. The result is the median of
 * the rounds, which outliers do not move, with a 95 % interval from the percentile bootstrap: medians of the same number of
 * rounds, drawn from them with replacement. The draws have a fixed seed, so the same rounds always give the same interval.
 *
 * Below RATIO_ROUNDS_LEAST rounds there is no bootstrap: from 6 rounds on, the interval is the range of all rounds, which
 * contains the median in at least 96.9 % of cases; with fewer, a tenth more on either side, and for a single round half to twice
 * of it.
 *
 * The caller measures until the interval is narrow enough, within the allowed time. Because it checks the interval repeatedly
 * and stops once it is narrow, the interval contains the true value in slightly less than 95 % of cases: tests/unit/ratio.c has
 * the figures.
 */
#ifndef WARPBOOK_BASE_RATIO_H
#define WARPBOOK_BASE_RATIO_H

#include <stdbool.h>
#include <stddef.h>

#define RATIO_ROUNDS_LEAST 20

/* b / a of a round. All four times are above 0. */
double ratio_round(double a1, double b1, double b2, double a2);

/* low <= mid <= high; all 0 without rounds. */
struct ratio { double mid, low, high; size_t rounds; };

/* `rounds`: results of ratio_round. */
void ratio_of(const double *rounds, size_t n, struct ratio *r);

/*
 * Moves both ends outwards by that share: a bootstrap does not show an error that all rounds have in common (the place of the
 * data in memory, the resolution of the clock).
 */
void ratio_widen(struct ratio *r, double share);

/* Turns the interval of b / a into that of a / b. */
void ratio_invert(struct ratio *r);

/* Half the width of the interval, as a share of its middle. Infinite without rounds. */
double ratio_half_width(const struct ratio *r);

/* When to stop. */
struct ratio_rule {
	double half_width;      /* the width that is narrow enough: 0.005 */
	double seconds;         /* the most seconds to measure */
	const double *bounds;   /* the interval should be on one side of each of these */
	size_t nbounds;
};

enum ratio_side { RATIO_BELOW, RATIO_ACROSS, RATIO_ABOVE };

/* The side of the bound on which the whole interval lies; an end at the bound counts as below. Without rounds: across. */
enum ratio_side ratio_side_of(const struct ratio *r, double bound);

/* True if measuring can end: RATIO_ROUNDS_LEAST rounds, and the interval is narrow and across no bound; or the time is over. */
bool ratio_is_settled(const struct ratio *r, const struct ratio_rule *rule, double seconds);

/* The median; reorders the values. 0 if there are none. */
double ratio_median(double *values, size_t n);

#endif
