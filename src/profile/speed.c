/* speed.c - see speed.h: sums, modelled times, and the order of the sentences. */
#include "config.h"

#include "profile/speed.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct simt_counts speed_counts_mean(const struct simt_counts *sum, uint64_t launches)
{
	struct simt_counts c = *sum;

	launches = launches ? launches : 1;
#define COUNTER(name, unit, what) c.name = (c.name + launches / 2) / launches;
#include "simt/counters.def"
	return c;
}

struct cost_launch speed_mean(const struct speed_shape *shape, struct simt_counts *counts)
{
	*counts = speed_counts_mean(&shape->counts, shape->launches);
	return (struct cost_launch){ .counts = counts, .blocks = dim3u_volume(shape->grid), .threads = dim3u_volume(shape->block),
				     .shared_bytes = shape->shared_bytes, .touched = shape->touched,
				     .longest_warp = shape->longest_warp };
}

/* ---- a kernel's lines ------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct speed_line *x = a, *y = b;
	int files = strcmp(x->place.file, y->place.file);

	return files ? files : (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

static void shape_time(struct speed_shape *shape)
{
	struct simt_counts counts;
	const struct cost_launch launch = speed_mean(shape, &counts);

	shape->ns = (double)cost_kernel(&launch).ns * (double)shape->launches;
}

/* The shape's time, divided among its lines. */
static void lines_time(struct speed_shape *shape)
{
	struct simt_counts counts;
	const struct cost_launch launch = speed_mean(shape, &counts);
	double sum = 0;

	for (size_t i = 0; i < shape->nlines; i++) {
		struct simt_counts mean = speed_counts_mean(&shape->lines[i].counts, shape->launches);

		sum += shape->lines[i].ns = cost_share(&launch, &mean);
	}
	for (size_t i = 0; i < shape->nlines && sum > 0; i++)
		shape->lines[i].ns *= shape->ns / sum;
}

static bool lines_merge(struct speed_kernel *k, struct arena *arena)
{
	size_t n = 0;

	for (size_t i = 0; i < k->nshapes; i++)
		n += k->shapes[i].nlines;
	k->lines = arena_array(arena, n + 1, sizeof *k->lines);
	if (!k->lines)
		return false;
	for (size_t i = 0; i < k->nshapes; i++) {
		memcpy(k->lines + k->nlines, k->shapes[i].lines, k->shapes[i].nlines * sizeof *k->lines);
		k->nlines += k->shapes[i].nlines;
	}
	qsort(k->lines, k->nlines, sizeof *k->lines, by_place);
	n = k->nlines;
	k->nlines = 0;
	for (size_t i = 0; i < n; i++) {
		struct speed_line *last = k->nlines ? &k->lines[k->nlines - 1] : NULL;

		if (last && !by_place(last, &k->lines[i])) {
			simt_counts_add(&last->counts, &k->lines[i].counts);
			last->ns += k->lines[i].ns;
		} else {
			k->lines[k->nlines++] = k->lines[i];
		}
	}
	return true;
}

static void limit_find(struct speed_kernel *k)
{
	const struct speed_shape *most = NULL;

	for (size_t i = 0; i < k->nshapes; i++)
		if (!most || k->shapes[i].ns > most->ns)
			most = &k->shapes[i];
	if (most) {
		struct simt_counts counts;
		const struct cost_launch launch = speed_mean(most, &counts);

		k->limit = cost_limit_name(cost_kernel(&launch).limit);
	}
}

/* ---- sentences ---------------------------------------------------------------------------------- */

void speed_say(struct speed *s, const char *kind, const struct speed_place *place, const char *kernel, double saved_ns,
	       const char *next, const char *message, ...)
{
	static size_t cap;
	struct buf text = BUF_INIT;
	struct speed_advice *a;
	va_list ap;

	cap = s->nadvice ? cap : 0;
	a = arena_push(s->arena, &s->advice, &s->nadvice, &cap, sizeof *a);
	va_start(ap, message);
	buf_vprintf(&text, message, ap);
	va_end(ap);
	if (a)
		*a = (struct speed_advice){ .kind = kind, .place = *place, .kernel = kernel,
					    .message = arena_strdup(s->arena, buf_text(&text)), .next = next,
					    .saved_ns = saved_ns };
	buf_release(&text);
}

static int by_saving(const void *a, const void *b)
{
	const struct speed_advice *x = a, *y = b;

	if (x->saved_ns != y->saved_ns)
		return x->saved_ns < y->saved_ns ? 1 : -1;
	return (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

static void total_find(struct speed *s)
{
	for (size_t i = 0; i < s->nentries; i++)
		if (s->entries[i].known && !s->entries[i].dropped && (double)s->entries[i].end > s->ns)
			s->ns = (double)s->entries[i].end;
	for (size_t i = 0; i < s->nkernels; i++)
		s->kernels_ns += s->kernels[i].ns;
	for (size_t i = 0; i < s->nmigrations; i++)
		s->migrations_ns += s->migrations[i].ns;
	s->ns += s->migrations_ns;
}

bool speed_judge(struct speed *s)
{
	for (size_t i = 0; i < s->nkernels; i++) {
		struct speed_kernel *k = &s->kernels[i];

		for (size_t n = 0; n < k->nshapes; n++) {
			shape_time(&k->shapes[n]);
			lines_time(&k->shapes[n]);
			k->ns += k->shapes[n].ns;
			k->launches += k->shapes[n].launches;
		}
		if (!lines_merge(k, s->arena))
			return false;
		limit_find(k);
	}
	total_find(s);
	speed_say_kernels(s);
	speed_say_host(s);
	if (s->nadvice)
		qsort(s->advice, s->nadvice, sizeof *s->advice, by_saving);
	s->nadvice = s->nadvice < SPEED_ADVICE_MOST ? s->nadvice : SPEED_ADVICE_MOST;
	return !s->arena->failed;
}
