/* ratio.c - medians and bootstrap: see ratio.h. */
#include "config.h"

#include "base/ratio.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"

#define DRAWS      1000  /* medians of drawn rounds */
#define TAIL       0.025 /* the share of them beyond each end of the interval */
#define RANGE      6     /* from this number of rounds on, their range is an interval */
#define SEED       0x5EED5EEDu
#define SLACK      1e-9  /* a bound that is a round number must not fail by the last bit */

double ratio_median(double *values, size_t n)
{
	if (n == 0)
		return 0;
	qsort(values, n, sizeof *values, order_doubles);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double ratio_round(double a1, double b1, double b2, double a2)
{
	return exp((log(b1) + log(b2) - log(a1) - log(a2)) / 2);
}

/*
 * The median of n draws from sorted values: it counts how often each value is drawn and
 * walks to the middle, which is faster than sorting the draws.
 */
static double drawn_median(const double *sorted, size_t n, struct rng *rng, uint32_t *times)
{
	size_t lower = (n - 1) / 2, upper = n / 2, seen = 0, i = 0;
	double first;

	memset(times, 0, n * sizeof *times);
	for (size_t k = 0; k < n; k++)
		times[rng_below(rng, n)]++;
	while (seen + times[i] <= lower)
		seen += times[i++];
	first = sorted[i];
	while (seen + times[i] <= upper)
		seen += times[i++];
	return (first + sorted[i]) / 2;
}

/* Interpolates between two of the sorted values. */
static double quantile(const double *sorted, size_t n, double share)
{
	double at = share * (double)(n - 1);
	size_t i = (size_t)at;

	return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

/* For sorted logarithms, with two arrays to work in. */
static void bootstrap(const double *logs, size_t n, double *medians, uint32_t *times, struct ratio *r)
{
	struct rng rng;

	rng_init(&rng, SEED);
	for (size_t i = 0; i < DRAWS; i++)
		medians[i] = drawn_median(logs, n, &rng, times);
	qsort(medians, DRAWS, sizeof *medians, order_doubles);
	r->low = fmin(quantile(medians, DRAWS, TAIL), r->mid);
	r->high = fmax(quantile(medians, DRAWS, 1 - TAIL), r->mid);
}

static void range(const double *logs, size_t n, struct ratio *r)
{
	double more = n >= RANGE ? 0 : n > 1 ? log(1.1) : log(2);

	r->low = logs[0] - more;
	r->high = logs[n - 1] + more;
}

void ratio_of(const double *rounds, size_t n, struct ratio *r)
{
	double *logs = malloc((n + 1) * sizeof *logs), *medians = malloc(DRAWS * sizeof *medians);
	uint32_t *times = malloc((n + 1) * sizeof *times);

	*r = (struct ratio){ .rounds = 0 };
	if (n && logs && medians && times) {
		for (size_t i = 0; i < n; i++)
			logs[i] = log(rounds[i]);
		r->mid = ratio_median(logs, n);
		if (n >= RATIO_ROUNDS_LEAST)
			bootstrap(logs, n, medians, times, r);
		else
			range(logs, n, r);
		*r = (struct ratio){ exp(r->mid), exp(r->low), exp(r->high), n };
	}
	free(logs);
	free(medians);
	free(times);
}

void ratio_widen(struct ratio *r, double share)
{
	r->low /= 1 + share;
	r->high *= 1 + share;
}

void ratio_invert(struct ratio *r)
{
	if (r->rounds)
		*r = (struct ratio){ 1 / r->mid, 1 / r->high, 1 / r->low, r->rounds };
}

double ratio_half_width(const struct ratio *r)
{
	return !r->rounds || !(r->mid > 0) ? INFINITY : (r->high - r->low) / 2 / r->mid;
}

enum ratio_side ratio_side_of(const struct ratio *r, double bound)
{
	if (!r->rounds)
		return RATIO_ACROSS;
	return r->high <= bound * (1 + SLACK) ? RATIO_BELOW : r->low > bound * (1 + SLACK) ? RATIO_ABOVE : RATIO_ACROSS;
}

bool ratio_is_settled(const struct ratio *r, const struct ratio_rule *rule, double seconds)
{
	if (seconds >= rule->seconds)
		return true;
	for (size_t i = 0; i < rule->nbounds; i++)
		if (ratio_side_of(r, rule->bounds[i]) == RATIO_ACROSS)
			return false;
	return r->rounds >= RATIO_ROUNDS_LEAST && ratio_half_width(r) <= rule->half_width;
}
