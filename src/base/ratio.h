/*
 * ratio.h - how many times as long one thing takes as another, from times that were taken in turns, and how sure that is.
 *
 * A round takes four times, a b b a: whatever drifts evenly during a round (a clock that falls, a card that gets warm) adds the
 * same to both. A round's ratio is b / a, as a logarithm: half of log b1 + log b2 - log a1 - log a2. The result is the median of
 * the rounds, which outliers do not move, with a 95 % interval from the percentile bootstrap: medians of as many rounds, drawn
 * from them with replacement. The draws have a fixed seed, so the same rounds always give the same interval.
 *
 * Below RATIO_ROUNDS_LEAST rounds there is no bootstrap: the interval is the range of all rounds, which from 6 rounds on holds the
 * median in 96.9 % of cases or more; of fewer, a tenth more to either side, and of a single round half to twice of it.
 *
 * Measuring goes on until the interval is narrow enough, and no longer than allowed. To look at the interval again and again and
 * to stop once it is narrow makes it hold a little less often than 95 %: tests/unit/ratio.c says how often.
 */
#ifndef WARPBOOK_BASE_RATIO_H
#define WARPBOOK_BASE_RATIO_H

#include <stdbool.h>
#include <stddef.h>

#define RATIO_ROUNDS_LEAST 20

/* b / a of a round. All four times are above 0. */
double ratio_round(double a1, double b1, double b2, double a2);

/* low <= mid <= high; all 0 of no rounds. */
struct ratio { double mid, low, high; size_t rounds; };

/* `rounds`: what ratio_round gave. */
void ratio_of(const double *rounds, size_t n, struct ratio *r);

/*
 * Both ends move outwards by that share: what the rounds have in common (where the data happen to lie, the step of the clock) shows
 * in no bootstrap.
 */
void ratio_widen(struct ratio *r, double share);

/* b's interval becomes that of a / b. */
void ratio_invert(struct ratio *r);

/* Half the width of the interval, as a share of its middle. Infinite without rounds. */
double ratio_half_width(const struct ratio *r);

/* When to stop. */
struct ratio_rule {
	double half_width;      /* that is narrow enough: 0.005 */
	double seconds;         /* that it may take at most */
	const double *bounds;   /* the interval is to be on one side of each of these */
	size_t nbounds;
};

enum ratio_side { RATIO_BELOW, RATIO_ACROSS, RATIO_ABOVE };

/* On which side of the bound the whole interval lies; at the bound is below. Without rounds it is across. */
enum ratio_side ratio_side_of(const struct ratio *r, double bound);

/* True if measuring can end: there are RATIO_ROUNDS_LEAST, the interval is narrow enough and across no bound; or the time is over. */
bool ratio_is_settled(const struct ratio *r, const struct ratio_rule *rule, double seconds);

/* The median; the values are reordered. 0 of none. */
double ratio_median(double *values, size_t n);

#endif
