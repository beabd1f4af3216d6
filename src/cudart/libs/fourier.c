/* fourier.c - see fourier.h. */
#include "config.h"

#include "cudart/libs/fourier.h"

#include <math.h>
#include <stdlib.h>

#include "base/limits.h"

#define LARGEST_FACTOR 31 /* of sizes that use the recursion: a factor p costs p * p for p numbers */
#define TURN           6.283185307179586476925286766559

typedef struct fourier_number number;

/* A transform of one size. With `chirp` it uses a convolution of inner->n numbers, with the transform `inner`. */
struct line {
	int64_t n;
	number *turns;             /* n: exp(sign * 2 pi i k / n) */
	number *in, *out;          /* n each, for the data of a line */
	number *chirp;             /* n: exp(sign * pi i k^2 / n); NULL: the recursion handles n itself */
	number *filter;            /* inner->n: the transform of the conjugate chirp, divided by inner->n */
	struct line *inner;        /* its size is a power of two; sign -1 */
};

struct fourier {
	int rank;
	int64_t n[FOURIER_MAX_RANK];
	struct line *lines[FOURIER_MAX_RANK];
};

static number product(number a, number b)
{
	return (number){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static number turn(double part)
{
	return (number){ cos(TURN * part), sin(TURN * part) };
}

static int64_t smallest_factor(int64_t n)
{
	for (int64_t p = 2; p * p <= n; p++)
		if (n % p == 0)
			return p;
	return n;
}

static int64_t largest_factor(int64_t n)
{
	int64_t p = 1;

	while (n > 1) {
		p = smallest_factor(n);
		n /= p;
	}
	return p;
}

/*
 * out[0..n) = the transform of in[0], in[step], ...; n * step is the size of the line. First the transforms of every p-th
 * number, for the smallest factor p; then output k of each joins the p outputs k, k + n/p, ...
 */
static void recurse(const struct line *l, number *out, const number *in, int64_t n, int64_t step)
{
	const int64_t p = smallest_factor(n), m = n / p;
	number part[LARGEST_FACTOR];

	if (n == 1) {
		*out = *in;
		return;
	}
	vm_assert(p <= LARGEST_FACTOR && m * p == n);
	for (int64_t r = 0; r < p; r++)
		recurse(l, out + r * m, in + r * step, m, step * p);
	for (int64_t k = 0; k < m; k++) {
		for (int64_t r = 0; r < p; r++)
			part[r] = product(out[r * m + k], l->turns[r * k * step]);
		for (int64_t q = 0; q < p; q++) {
			number sum = part[0];

			for (int64_t r = 1; r < p; r++) {
				number v = product(part[r], l->turns[r * q % p * m * step]);

				sum.re += v.re;
				sum.im += v.im;
			}
			out[q * m + k] = sum;
		}
	}
}

/* From l->in to l->out. */
static void line_run(struct line *l)
{
	struct line *c = l->inner;

	if (!l->chirp) {
		recurse(l, l->out, l->in, l->n, 1);
		return;
	}
	vm_assert(c && c->n >= 2 * l->n - 1);
	for (int64_t k = 0; k < c->n; k++)
		c->in[k] = k < l->n ? product(l->in[k], l->chirp[k]) : (number){ 0, 0 };
	line_run(c);
	/* The inverse is the conjugate of the forward transform of the conjugate. */
	for (int64_t k = 0; k < c->n; k++) {
		number v = product(c->out[k], l->filter[k]);

		c->in[k] = (number){ v.re, -v.im };
	}
	line_run(c);
	for (int64_t k = 0; k < l->n; k++)
		l->out[k] = product((number){ c->out[k].re, -c->out[k].im }, l->chirp[k]);
}

static void line_free(struct line *l)
{
	if (!l)
		return;
	line_free(l->inner);
	free(l->turns);
	free(l->in);
	free(l->out);
	free(l->chirp);
	free(l->filter);
	free(l);
}

static struct line *line_new(int64_t n, int sign);

/* 0, or -1 when out of memory. */
static int chirp_make(struct line *l, int sign)
{
	int64_t padded = 1;

	while (padded < 2 * l->n - 1)
		padded *= 2;
	l->chirp = calloc((size_t)l->n, sizeof *l->chirp);
	l->filter = calloc((size_t)padded, sizeof *l->filter);
	l->inner = line_new(padded, -1);
	if (!l->chirp || !l->filter || !l->inner)
		return -1;
	for (int64_t k = 0; k < l->n; k++)
		l->chirp[k] = turn(sign * (double)(k * k % (2 * l->n)) / (2.0 * (double)l->n));
	for (int64_t k = 0; k < padded; k++)
		l->inner->in[k] = (number){ 0, 0 };
	for (int64_t k = 0; k < l->n; k++)
		l->inner->in[k] = l->inner->in[(padded - k) % padded] = (number){ l->chirp[k].re, -l->chirp[k].im };
	line_run(l->inner);
	for (int64_t k = 0; k < padded; k++)
		l->filter[k] = (number){ l->inner->out[k].re / (double)padded, l->inner->out[k].im / (double)padded };
	return 0;
}

static struct line *line_new(int64_t n, int sign)
{
	struct line *l = calloc(1, sizeof *l);

	if (!l)
		return NULL;
	l->n = n;
	l->turns = calloc((size_t)n, sizeof *l->turns);
	l->in = calloc((size_t)n, sizeof *l->in);
	l->out = calloc((size_t)n, sizeof *l->out);
	if (!l->turns || !l->in || !l->out || (largest_factor(n) > LARGEST_FACTOR && chirp_make(l, sign))) {
		line_free(l);
		return NULL;
	}
	for (int64_t k = 0; k < n; k++)
		l->turns[k] = turn(sign * (double)k / (double)n);
	return l;
}

struct fourier *fourier_new(int rank, const int *n, int sign)
{
	struct fourier *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->rank = rank;
	for (int d = 0; d < rank; d++) {
		f->n[d] = n[d];
		f->lines[d] = line_new(n[d], sign);
		if (!f->lines[d]) {
			fourier_free(f);
			return NULL;
		}
	}
	return f;
}

void fourier_free(struct fourier *f)
{
	for (int d = 0; f && d < f->rank; d++)
		line_free(f->lines[d]);
	free(f);
}

void fourier_run(struct fourier *f, number *data)
{
	int64_t all = 1, step = 1;

	for (int d = 0; d < f->rank; d++)
		all *= f->n[d];
	for (int d = f->rank; d-- > 0; step *= f->n[d]) {
		struct line *l = f->lines[d];

		/* A line's elements are `step` apart; lines begin wherever this dimension's index is 0. */
		for (int64_t first = 0; first < all; first++) {
			if (first / step % l->n)
				continue;
			for (int64_t k = 0; k < l->n; k++)
				l->in[k] = data[first + k * step];
			line_run(l);
			for (int64_t k = 0; k < l->n; k++)
				data[first + k * step] = l->out[k];
		}
	}
}
