/*
 * timeline_ask.c - figures of a timeline: busy times of engines, overlaps, and the chain that bounds the end.
 * All are functions over plain entries, so that the judge can apply them to a timeline that it received.
 */
#include "config.h"

#include "base/order.h"
#include "timeline/timeline.h"

#include <stdlib.h>

/* A busy interval of time; in a list they are disjoint and in order. */
struct span { uint64_t start, end; };
struct spans { struct span *at; size_t n; };

static bool is_asked(const struct timeline_entry *e, unsigned kinds, int device)
{
	return e->known && !e->dropped && kinds & TIMELINE_SET(e->kind) && (device < 0 || e->device == (unsigned)device);
}

ORDER_BY(by_start, struct span, start)

/* The times of these kinds, as disjoint intervals; the caller frees them. Empty if memory ran out. */
static struct spans spans_of(const struct timeline_entry *e, size_t n, unsigned kinds, int device)
{
	struct spans s = { malloc((n ? n : 1) * sizeof *s.at), 0 };
	size_t kept = 0;

	if (!s.at)
		return s;
	for (size_t i = 0; i < n; i++)
		if (is_asked(&e[i], kinds, device) && e[i].end > e[i].start)
			s.at[s.n++] = (struct span){ e[i].start, e[i].end };
	qsort(s.at, s.n, sizeof *s.at, by_start);
	for (size_t i = 0; i < s.n; i++)
		if (kept && s.at[i].start <= s.at[kept - 1].end) {
			if (s.at[i].end > s.at[kept - 1].end)
				s.at[kept - 1].end = s.at[i].end;
		} else {
			s.at[kept++] = s.at[i];
		}
	s.n = kept;
	return s;
}

static uint64_t spans_sum(const struct spans *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += s->at[i].end - s->at[i].start;
	return sum;
}

bool timeline_extent(const struct timeline_entry *e, size_t n, unsigned kinds, uint64_t *start, uint64_t *end)
{
	bool any = false;

	*start = *end = 0;
	for (size_t i = 0; i < n; i++) {
		if (!is_asked(&e[i], kinds, -1))
			continue;
		if (!any || e[i].start < *start)
			*start = e[i].start;
		if (e[i].end > *end)
			*end = e[i].end;
		any = true;
	}
	return any;
}

uint64_t timeline_busy(const struct timeline_entry *e, size_t n, unsigned kinds, int device)
{
	struct spans s = spans_of(e, n, kinds, device);
	uint64_t sum = spans_sum(&s);

	free(s.at);
	return sum;
}

uint64_t timeline_both(const struct timeline_entry *e, size_t n, unsigned a, unsigned b, int device)
{
	struct spans x = spans_of(e, n, a, device), y = spans_of(e, n, b, device);
	uint64_t sum = 0;

	for (size_t i = 0, k = 0; i < x.n && k < y.n;) {
		uint64_t start = x.at[i].start > y.at[k].start ? x.at[i].start : y.at[k].start;
		uint64_t end = x.at[i].end < y.at[k].end ? x.at[i].end : y.at[k].end;

		if (start < end)
			sum += end - start;
		if (x.at[i].end < y.at[k].end)
			i++;
		else
			k++;
	}
	free(x.at);
	free(y.at);
	return sum;
}

double timeline_overlap(const struct timeline_entry *e, size_t n, unsigned a, unsigned b)
{
	uint64_t busy = timeline_busy(e, n, a, -1);

	return busy ? (double)timeline_both(e, n, a, b, -1) / (double)busy : 0;
}

uint64_t timeline_idle(const struct timeline_entry *e, size_t n, unsigned kinds, int device)
{
	struct spans s = spans_of(e, n, kinds, device);
	uint64_t idle = s.n ? s.at[s.n - 1].end - s.at[0].start - spans_sum(&s) : 0;

	free(s.at);
	return idle;
}

unsigned timeline_most_at_once(const struct timeline_entry *e, size_t n, unsigned kinds)
{
	uint64_t *starts = malloc((n ? n : 1) * 2 * sizeof *starts), *ends = starts ? starts + n : NULL;
	size_t count = 0, ended = 0;
	unsigned most = 0;

	for (size_t i = 0; starts && i < n; i++)
		if (is_asked(&e[i], kinds, -1) && e[i].end > e[i].start) {
			starts[count] = e[i].start;
			ends[count++] = e[i].end;
		}
	if (count) {
		qsort(starts, count, sizeof *starts, order_words);
		qsort(ends, count, sizeof *ends, order_words);
	}
	for (size_t i = 0; i < count; i++) {
		while (ends[ended] <= starts[i])
			ended++;
		if (i + 1 - ended > most)
			most = (unsigned)(i + 1 - ended);
	}
	free(starts);
	return most;
}

uint64_t timeline_waits(const struct timeline_entry *e, size_t n)
{
	uint64_t waits = 0;

	for (size_t i = 0; i < n; i++)
		waits += e[i].kind == TIMELINE_HOST_WAIT && e[i].known && e[i].end > e[i].start;
	return waits;
}

size_t timeline_critical(const struct timeline_entry *e, size_t n, size_t *chain, size_t most)
{
	size_t last = TIMELINE_NO_ENTRY, length = 0, kept;

	for (size_t i = 0; i < n; i++)
		if (is_asked(&e[i], ~(TIMELINE_SET(TIMELINE_HOST_WAIT) | TIMELINE_SET(TIMELINE_HOST_CALL)), -1) &&
		    (last == TIMELINE_NO_ENTRY || e[i].end > e[last].end))
			last = i;
	for (size_t i = last; i != TIMELINE_NO_ENTRY; i = e[i].because)
		length++;
	kept = length < most ? length : most;
	for (size_t i = last, at = kept; at > 0; i = e[i].because)
		chain[--at] = i;
	return length;
}
