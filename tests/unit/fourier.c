/* fourier.c - compares transforms with the sum that defines them, for sizes that use each of the methods, and inverts them. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "cudart/libs/fourier.h"
#include "tap/tap.h"

typedef struct fourier_number number;

static number *noise(int64_t n)
{
	number *v = malloc((size_t)n * sizeof *v);
	unsigned state = 12345;

	for (int64_t i = 0; v && i < n; i++) {
		state = state * 1664525u + 1013904223u;
		v[i].re = (double)(state >> 8) / (1 << 24) - 0.5;
		state = state * 1664525u + 1013904223u;
		v[i].im = (double)(state >> 8) / (1 << 24) - 0.5;
	}
	return v;
}

/* How far output k is from its sum, with indices in three dimensions. */
static double error_at(const number *in, const number *out, const int n[3], int64_t k, int sign)
{
	const int64_t all = (int64_t)n[0] * n[1] * n[2];
	number sum = { 0, 0 };

	for (int64_t j = 0; j < all; j++) {
		double part = 0, c, s;

		for (int64_t d = 3, a = j, b = k; d-- > 0; a /= n[d], b /= n[d])
			part += (double)(a % n[d] * (b % n[d]) % n[d]) / n[d];
		c = cos(2 * M_PI * part);
		s = sign * sin(2 * M_PI * part);
		sum.re += in[j].re * c - in[j].im * s;
		sum.im += in[j].re * s + in[j].im * c;
	}
	return hypot(out[k].re - sum.re, out[k].im - sum.im);
}

static double worst_of(int rank, const int n[3], int sign)
{
	const int64_t all = (int64_t)n[0] * n[1] * n[2];
	number *in = noise(all), *out = noise(all);
	struct fourier *f = fourier_new(rank, n + 3 - rank, sign);
	double worst = in && out && f ? 0 : 1;

	if (worst == 0)
		fourier_run(f, out);
	/* For long transforms only some outputs. */
	for (int64_t k = 0; worst == 0 && k < all; k += all < 2000 ? 1 : all / 50)
		worst = fmax(worst, error_at(in, out, n, k, sign));
	fourier_free(f);
	free(in);
	free(out);
	return worst;
}

int main(void)
{
	static const int sizes[][3] = { { 1, 1, 1 }, { 1, 1, 2 }, { 1, 1, 961 }, { 1, 1, 37 }, { 1, 1, 1009 }, { 1, 1, 4096 },
					{ 1, 1, 2 * 37 * 41 },
		{ 1, 1, 65537 }, { 1, 6, 10 }, { 1, 1, 1000 }, { 1, 37, 5 }, { 3, 4, 5 }, { 2, 41, 3 }, { 7, 1, 2 } };
	double worst = 0;

	for (int n = 1; n <= 70; n++)
		worst = fmax(worst, fmax(worst_of(1, (const int[]){ 1, 1, n }, -1), worst_of(1, (const int[]){ 1, 1, n }, 1)));
	ok(worst < 1e-13, "all sizes up to 70, both ways: %g", worst);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		worst = worst_of(3, sizes[i], i % 2 ? 1 : -1);
		ok(worst < 1e-10, "%d x %d x %d: %g", sizes[i][0], sizes[i][1], sizes[i][2], worst);
	}
	return tap_done();
}
