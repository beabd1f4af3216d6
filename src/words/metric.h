/*
 * metric.h - the figures of metrics.def, computed from named counters.
 *
 * The caller passes a function that looks up a counter; so limits of exercises, charts of
 * lessons and reports use the same figures.
 */
#ifndef WARPBOOK_WORDS_METRIC_H
#define WARPBOOK_WORDS_METRIC_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the counter with that name; NaN if it is not counted. */
struct metric_counts {
	double (*counter)(const void *ctx, const char *name);
	const void *ctx;
};

struct metric {
	const char *name;     /* "sectors_per_request" */
	bool more;            /* more is better */
	const char *noun;     /* "sectors per request", "memory traffic" */
	const char *unit;     /* behind the value: "", " %", "x" */
	const char *base;     /* what the unit refers to: "", " the minimum" */
	const char *what;     /* a description for readers */
	const char *sentence; /* for a kernel that misses a limit; %s is the value */
	const char *advice;
	double (*value)(const struct metric_counts *c); /* NaN: nothing to measure, or not counted */
	double (*spent)(const struct metric_counts *c); /* for one source line; 0 or less: the line is not to blame */
};

extern const struct metric metric_rows[];
extern const size_t metric_nrows;

/* NULL if there is none with that name. */
const struct metric *metric_find(const char *name);

/* A value for people, with three digits: "4", "31.9", "0.25", "1.23 M". Returns out. */
char *metric_text(double value, char *out, size_t size);
/* A value of the metric with its unit, and without what the unit refers to: "1.3x", "98 %", "4". Returns out. */
char *metric_value_text(const struct metric *m, double value, char *out, size_t size);
/* The noun with unit and base, for a chart: "memory traffic (x the minimum)". Returns out. */
char *metric_caption(const struct metric *m, char *out, size_t size);

#endif
