/* metric.c - metrics.def as functions and as a table: see metric.h. */
#include "config.h"

#include "words/metric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define C(name) c->counter(c->ctx, #name)
#define ASKED (C(global_load_bytes) + C(global_store_bytes))
#define WAVEFRONTS (C(shared_wavefronts) + C(shared_atomic_wavefronts))
#define METRIC(name, direction, noun, unit, base, what, formula, spending, sentence, advice) \
	static double value_of_##name(const struct metric_counts *c) { return formula; } \
	static double spent_on_##name(const struct metric_counts *c) { return spending; }
#include "words/metrics.def"

#define LESS false
#define MORE true

const struct metric metric_rows[] = {
#define METRIC(name, direction, noun, unit, base, what, formula, spending, sentence, advice) \
	{ #name, direction, noun, unit, base, what, sentence, advice, value_of_##name, spent_on_##name },
#include "words/metrics.def"
};
const size_t metric_nrows = sizeof metric_rows / sizeof *metric_rows;

const struct metric *metric_find(const char *name)
{
	for (size_t i = 0; i < metric_nrows; i++)
		if (!strcmp(metric_rows[i].name, name))
			return &metric_rows[i];
	return NULL;
}

char *metric_value_text(const struct metric *m, double value, char *out, size_t size)
{
	const bool ratio = !strcmp(m->unit, "x");
	char number[32];

	metric_text(value, number, sizeof number);
	snprintf(out, size, "%s%s%s", number, ratio && fabs(value) < 10 && !strpbrk(number, ".en") ? ".0" : "", m->unit);
	return out;
}

char *metric_caption(const struct metric *m, char *out, size_t size)
{
	if (*m->unit)
		snprintf(out, size, "%s (%s%s)", m->noun, m->unit + (*m->unit == ' '), m->base);
	else
		snprintf(out, size, "%s", m->noun);
	return out;
}

char *metric_text(double value, char *out, size_t size)
{
	static const char *const units[] = { "", " k", " M", " G", " T" };
	size_t unit = 0;

	if (fabs(value) >= 10000)
		for (; fabs(value) >= 999.5 && unit < 4; unit++)
			value /= 1000;
	snprintf(out, size, fabs(value) < 999.5 ? "%.3g%s" : "%.0f%s", value, units[unit]);
	return out;
}
