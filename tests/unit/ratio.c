/*
 * ratio.c - the interval of a ratio of times: how often it contains the true value, and what does not move it. All data are
 * synthetic, with fixed seeds.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/ratio.h"
#include "tap/tap.h"

#define ROUNDS_MOST 400

static double normal(struct rng *r)
{
	double u = rng_unit(r) + 0x1p-60;

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * rng_unit(r));
}

/* Times of a machine: noise of each sample, outliers now and then that only make it slower, and a drift from round to round. */
struct machine { double ratio, noise, outliers, drift, skew; };

static double sample(const struct machine *m, struct rng *r, double seconds, double *at)
{
	double noise = m->noise * normal(r);

	*at += 1;
	if (m->skew > 0) /* a long tail to one side */
		noise = m->skew * (exp(normal(r)) - 1);
	if (rng_unit(r) < m->outliers)
		noise += 0.1 + rng_unit(r);
	return seconds * exp(noise + m->drift * *at);
}

static double round_of(const struct machine *m, struct rng *r, double *at)
{
	double a1 = sample(m, r, 1e-3, at), b1 = sample(m, r, 1e-3 * m->ratio, at);
	double b2 = sample(m, r, 1e-3 * m->ratio, at), a2 = sample(m, r, 1e-3, at);

	return ratio_round(a1, b1, b2, a2);
}

/* The percentage of intervals that contain the true ratio. *width: the mean half width. */
static double coverage(const struct machine *m, size_t rounds, unsigned trials, double *width)
{
	double list[ROUNDS_MOST], at = 0, sum = 0;
	unsigned holds = 0;
	struct rng r;

	rng_init(&r, 77);
	for (unsigned t = 0; t < trials; t++) {
		struct ratio found;

		for (size_t i = 0; i < rounds; i++)
			list[i] = round_of(m, &r, &at);
		ratio_of(list, rounds, &found);
		holds += found.low <= m->ratio && m->ratio <= found.high;
		sum += (found.high - found.low) / 2 / found.mid;
	}
	*width = sum / trials;
	return 100.0 * holds / trials;
}

static void test_coverage(void)
{
	static const struct { const char *what; struct machine m; size_t rounds; } rows[] = {
		{ "even noise of 1 %, 20 rounds", { 1, 0.01, 0, 0, 0 }, 20 },
		{ "the same of another ratio", { 1.42, 0.01, 0, 0, 0 }, 20 },
		{ "25 rounds, an odd number", { 1, 0.01, 0, 0, 0 }, 25 },
		{ "100 rounds", { 1, 0.01, 0, 0, 0 }, 100 },
		{ "one sample in ten is an outlier", { 1, 0.01, 0.1, 0, 0 }, 40 },
		{ "noise with a long tail", { 0.8, 0, 0, 0, 0.01 }, 40 },
		{ "a clock that falls all the time", { 1.1, 0.005, 0, 1e-5, 0 }, 40 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double width, share = coverage(&rows[i].m, rows[i].rounds, 600, &width);

		ok(share >= 91.5 && share <= 98.5, "of 600 intervals %.1f %% hold the true ratio, half as wide as %.2f %%: "
						   "%s", share,
		   100 * width, rows[i].what);
	}
}

/* With the stopping rule, as a session uses it: it looks after every fourth round. */
static void test_stopping(void)
{
	const struct machine m = { 1, 0.008, 0.02, 0, 0 };
	const struct ratio_rule rule = { .half_width = 0.005, .seconds = 400 };
	double list[ROUNDS_MOST], at = 0, share;
	unsigned holds = 0, trials = 300;
	size_t rounds = 0;
	struct rng r;

	rng_init(&r, 5);
	for (unsigned t = 0; t < trials; t++) {
		struct ratio found = { .rounds = 0 };
		size_t n = 0;

		while (n < ROUNDS_MOST && (n % 4 || !ratio_is_settled(&found, &rule, (double)n))) {
			list[n++] = round_of(&m, &r, &at);
			if (n % 4 == 0)
				ratio_of(list, n, &found);
		}
		holds += found.low <= 1 && 1 <= found.high;
		rounds += n;
	}
	share = 100.0 * holds / trials;
	ok(share >= 90, "stopped once it is narrow, it holds in %.1f %% of %u cases, after %.0f rounds on average", share, trials,
	   (double)rounds / trials);
}

/* Fewer rounds than a bootstrap needs. */
static void test_few(void)
{
	const struct machine m = { 1.2, 0.01, 0.05, 0, 0 };

	for (size_t rounds = 2; rounds < 20; rounds += 4) {
		double width, share = coverage(&m, rounds, 600, &width);

		ok(share >= 95, "of %zu rounds the interval holds in %.1f %%", rounds, share);
	}
}

static void test_drift(void)
{
	double a = 1, list[24];
	struct ratio r;

	/* Each sample takes 1 % longer than the one before. */
	ok(fabs(ratio_round(a, a * 1.01, a * 1.0201, a * 1.030301) - 1) < 1e-12, "an even drift within a round cancels");
	ok(fabs(ratio_round(1, 2, 2, 1) - 2) < 1e-12 && fabs(ratio_round(2, 1, 1, 2) - 0.5) < 1e-12,
	   "a ratio of 2 is b twice as long as a");
	for (size_t i = 0; i < 24; i++, a *= 1.04060401)
		list[i] = ratio_round(a, 3 * a * 1.01, 3 * a * 1.0201, a * 1.030301);
	ratio_of(list, 24, &r);
	ok(fabs(r.mid - 3) < 1e-9 && r.high - r.low < 1e-9, "so does one through all rounds");
}

static void test_edges(void)
{
	double one[] = { 1.5 }, same[32], mostly[32], two[] = { 1, 4 };
	const double bounds[] = { 1.5 };
	const struct ratio_rule rule = { .half_width = 0.005, .seconds = 10, .bounds = bounds, .nbounds = 1 };
	struct ratio r, again;

	ratio_of(one, 0, &r);
	ok(r.rounds == 0 && r.mid == 0 && isinf(ratio_half_width(&r)), "no rounds give no ratio");
	ratio_invert(&r);
	ok(r.mid == 0 && r.low == 0, "and none to invert");
	ratio_of(one, 1, &r);
	ok(fabs(r.mid - 1.5) < 1e-12 && ratio_side_of(&r, 2.9) == RATIO_ACROSS && ratio_side_of(&r, 3.1) == RATIO_BELOW &&
	   ratio_side_of(&r, 0.7) == RATIO_ABOVE, "one round says only what is off by a factor of two");
	ratio_of(two, 2, &r);
	ok(fabs(r.mid - 2) < 1e-12 && r.low < 0.92 && r.high > 4.3, "the middle of two is that of their logarithms");
	for (size_t i = 0; i < 32; i++) {
		same[i] = 1.25;
		mostly[i] = i % 8 ? 1.25 : 40;
	}
	ratio_of(same, 32, &r);
	ok(r.low == r.mid && r.mid == r.high && fabs(r.mid - 1.25) < 1e-12 && ratio_half_width(&r) == 0,
	   "ties give an interval of no width");
	ratio_of(mostly, 32, &r);
	ok(fabs(r.mid - 1.25) < 1e-12 && fabs(r.high - 1.25) < 1e-12, "four outliers of 32 do not move it");
	mostly[3] = 1.26;
	mostly[5] = 1.24;
	ratio_of(mostly, 32, &r);
	ratio_of(mostly, 32, &again);
	ok(!memcmp(&r, &again, sizeof r), "the same rounds give the same interval");
	ratio_invert(&again);
	ok(fabs(again.low * r.high - 1) < 1e-12 && fabs(again.high * r.low - 1) < 1e-12 && again.low <= again.mid,
	   "inverted, the ends change places");

	r = (struct ratio){ 2, 1.98, 2.02, 20 };
	ratio_widen(&r, 0.01);
	ok(fabs(r.low - 1.98 / 1.01) < 1e-12 && fabs(r.high - 2.02 * 1.01) < 1e-12 && r.mid == 2,
	   "widened, both ends move outwards");
	r = (struct ratio){ 1.0, 0.998, 1.002, 20 };
	ok(ratio_is_settled(&r, &rule, 1), "narrow, and below the bound: it can end");
	r = (struct ratio){ 1.5, 1.497, 1.503, 20 };
	ok(!ratio_is_settled(&r, &rule, 1) && ratio_side_of(&r, 1.5) == RATIO_ACROSS, "narrow, but across the bound: it goes on");
	ok(ratio_is_settled(&r, &rule, 10.5), "until the time is over");
	r = (struct ratio){ 1.2, 1.1, 1.3, 20 };
	ok(!ratio_is_settled(&r, &rule, 1) && ratio_side_of(&r, 1.5) == RATIO_BELOW, "wide goes on, too");
	r = (struct ratio){ 1.6, 1.597, 1.603, 19 };
	ok(!ratio_is_settled(&r, &rule, 1), "and so do fewer than 20 rounds");
	r = (struct ratio){ 1.5, 1.5, 1.5, 20 };
	ok(ratio_side_of(&r, 1.5) == RATIO_BELOW && ratio_side_of(&r, 1.49) == RATIO_ABOVE, "at the bound is within it");
}

int main(void)
{
	test_coverage();
	test_stopping();
	test_few();
	test_drift();
	test_edges();
	return tap_done();
}
