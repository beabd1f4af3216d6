/*
 * measure.c - judges whether a right kernel is fast enough.
 *
 * It computes the figures that the exercise limits from the counters of the measured case. It reports a missed limit
 * like a finding, at the source line that adds most to it. It does not judge figures that the device does not count.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge/judge.h"
#include "words/kinds.h"

#define LANES 32
/* Of the reference's. */
#define HEAVIER_LANES    0.9
#define HEAVIER_REQUESTS 2

/* A launch's counters, or one line's, by name. */
struct tally {
	const struct exercise_case *c;
	const struct case_result *r;
	const uint64_t *values; /* in the order of the result's counters; NULL: the totals */
};

static double tally_counter(const void *ctx, const char *name)
{
	const struct tally *t = ctx;
	double blocks = (double)t->c->grid.x * t->c->grid.y * t->c->grid.z;
	uint64_t threads = (uint64_t)t->c->block.x * t->c->block.y * t->c->block.z;

	for (size_t i = 0; i < t->r->ncounters; i++)
		if (!strcmp(t->r->counters[i].name, name))
			return (double)(t->values ? t->values[i] : t->r->counters[i].value);
	if (!strcmp(name, "launched_blocks"))
		return blocks;
	if (!strcmp(name, "launched_warps"))
		return blocks * (double)((threads + LANES - 1) / LANES);
	if (!strcmp(name, "bytes_needed") && t->c->bytes_needed > 0)
		return t->c->bytes_needed;
	if (!strcmp(name, "seconds") && t->r->seconds > 0)
		return t->r->seconds;
	return NAN;
}

double judge_metric(const struct metric *metric, const struct exercise_case *c, const struct case_result *r)
{
	const struct tally t = { c, r, NULL };

	return metric->value(&(struct metric_counts){ tally_counter, &t });
}

/* ---- a stride ------------------------------------------------------------------------- */

/*
 * Memory moves whole sectors, even if a warp needs only a part of one. So there are two reasons for much traffic: the
 * kernel loads the same data again, or the threads of a warp access it with a stride. They need different advice, and may
 * be in different lines.
 */
static const char stride_advice[] = "the threads of a warp access memory with a stride, so they use only a part of each "
				    "sector that moves: let neighbouring threads take neighbouring elements, in the same step";

static bool counts_traffic(const struct metric *metric)
{
	return !strcmp(metric->name, "traffic") || !strcmp(metric->name, "global_sectors");
}

/* Sectors beyond the fewest that could hold the threads' bytes: 0 or more. */
static double excess(const struct tally *t)
{
	double asked = tally_counter(t, "global_load_bytes") + tally_counter(t, "global_store_bytes");
	double waste = tally_counter(t, "global_sectors") - asked / 32;

	return waste > 0 ? waste : 0;
}

/* For a missed limit: finds whether it would hold without the waste, or whether the waste is at least half of the total. */
static void find_stride(struct measurement *m, const struct exercise_case *c, const struct case_result *r)
{
	double waste = 0, most = 0, sectors = 0;
	struct measurement worst = *m;

	for (size_t i = 0; i < r->nlines; i++) {
		const struct tally t = { c, r, r->lines[i].values };
		double own = excess(&t), requests = tally_counter(&t, "global_requests"),
			touched = tally_counter(&t, "global_sectors");

		sectors += touched + tally_counter(&t, "global_atomic_sectors");
		waste += own;
		if (!(own > most))
			continue;
		most = own;
		worst.file = r->lines[i].file;
		worst.line = r->lines[i].line;
		worst.sectors = touched / requests;
		worst.fewest = (touched - own) / requests;
	}
	worst.share = most / waste;
	worst.strided = true;
	if (waste > 0 && (m->value * (1 - waste / sectors) <= m->bound || waste >= sectors / 2))
		*m = worst;
}

/* Finds the line that adds most, and its share of the total. */
static void find_line(struct measurement *m, const struct exercise_case *c, const struct case_result *r)
{
	double most = 0, all = 0;

	for (size_t i = 0; i < r->nlines; i++) {
		const struct tally t = { c, r, r->lines[i].values };
		double spent = m->limit->metric->spent(&(struct metric_counts){ tally_counter, &t });

		if (!(spent > 0))
			continue;
		all += spent;
		if (spent <= most)
			continue;
		most = spent;
		m->file = r->lines[i].file;
		m->line = r->lines[i].line;
	}
	m->share = all > 0 ? most / all : 0;
}

double measurement_margin(const struct measurement *m)
{
	if (!m->counted || (!m->limit->at_least && m->value <= 0))
		return INFINITY;
	return (m->limit->at_least ? m->value / m->bound : m->bound / m->value) - 1;
}

static double requests(const struct case_result *r)
{
	return (double)case_counter(r, "global_requests") + (double)case_counter(r, "shared_requests");
}

/*
 * More instructions, but the lanes are as busy as the reference's, and read no
 * more: heavier arithmetic, and no work that is done twice.
 */
static bool is_heavier(const struct exercise_case *c, const struct case_result *learner, const struct case_result *reference)
{
	const struct metric *lanes = metric_find("active_lanes");

	return judge_metric(lanes, c, learner) >= HEAVIER_LANES * judge_metric(lanes, c, reference) &&
	       requests(learner) <= HEAVIER_REQUESTS * requests(reference);
}

static void measure(const struct perf_limit *limit, const struct exercise_case *c, const struct case_result *learner,
		    const struct case_result *reference, struct measurement *m)
{
	*m = (struct measurement){ .limit = limit, .value = judge_metric(limit->metric, c, learner),
				   .reference = judge_metric(limit->metric, c, reference) };
	m->bound = limit->relative ? limit->bound * m->reference : limit->bound;
	if (m->reference >= limit->where && m->bound < limit->no_less)
		m->bound = limit->no_less;
	if (limit->if_heavier > 0 && is_heavier(c, learner, reference))
		m->bound *= limit->if_heavier;
	m->counted = isfinite(m->value) && isfinite(m->bound);
	m->held = !m->counted || (limit->at_least ? m->value >= m->bound : m->value <= m->bound);
	if (m->counted && !m->held && counts_traffic(limit->metric))
		find_stride(m, c, learner);
	/* if there is too little of something, no line is responsible */
	if (m->counted && !m->strided && limit->at_least == limit->metric->more)
		find_line(m, c, learner);
}

int judge_measure(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		  const struct case_result *reference, struct arena *arena, struct measurement **list, size_t *n)
{
	*n = 0;
	*list = arena_array(arena, e->perf.nlimits + 1, sizeof **list);
	if (!*list)
		return -1;
	for (; *n < e->perf.nlimits; ++*n)
		measure(&e->perf.limits[*n], c, learner, reference, &(*list)[*n]);
	if (e->perf.blocks.metric) {
		measure(&e->perf.blocks, c, learner, reference, &(*list)[*n]);
		*n += !(*list)[*n].held;
	}
	return 0;
}

/* For a lesson that has not explained the metric: what to do, with no figure. */
static int plain_finding(const struct measurement *m, const struct exercise_case *c, struct arena *arena, struct finding *f)
{
	const struct perf_limit *l = m->limit;

	*f = (struct finding){ .kind = KIND_METRIC, .rule = l->metric->name, .level = FINDING_ERROR,
			       .message = arena_strdup(arena, l->advice ? l->advice : l->why),
			       .place = { .file = m->file, .line = m->line }, .threads = 1, .case_index = c->index };
	return f->message ? 0 : -1;
}

/* "each load ... touches 32 sectors ...; the limit is at most 4.5. This line causes 97 % of it" */
int measurement_finding(const struct measurement *m, const struct exercise_case *c, struct arena *arena, struct finding *f)
{
	const struct perf_limit *l = m->limit;
	const char *side = l->at_least ? "at least" : "at most", *at;
	struct buf text = BUF_INIT;
	char value[32], bound[32], times[32];

	if (l->plain)
		return plain_finding(m, c, arena, f);
	metric_text(m->value, value, sizeof value);
	metric_text(l->relative ? m->bound / m->reference : l->bound, bound, sizeof bound);
	buf_printf(&text, "with %s, ", c->name);
	at = strstr(l->metric->sentence, "%s");
	buf_printf(&text, "%.*s%s%s", (int)(at - l->metric->sentence), l->metric->sentence, value, at + 2);
	if (l->relative)
		buf_printf(&text, ", %s times the reference solution's value; the limit is %s %s times",
			   metric_text(m->value / m->reference, times, sizeof times), side, bound);
	else
		buf_printf(&text, "; the limit is %s %s", side, bound);
	if (m->strided)
		buf_printf(&text, ". A load or store of a warp in this line touches %.3g sectors where %.3g would do", m->sectors,
			   ceil(m->fewest));
	else if (m->share > 0 && m->share < 0.995)
		buf_printf(&text, ". This line causes %.0f %% of it", 100 * m->share);
	*f = (struct finding){ .kind = KIND_METRIC, .rule = l->metric->name, .level = FINDING_ERROR,
			       .message = arena_strdup(arena, buf_text(&text)),
			       .advice = l->advice ? l->advice : m->strided ? stride_advice : l->metric->advice,
			       .place = { .file = m->file, .line = m->line }, .threads = 1, .case_index = c->index };
	if (text.failed)
		f->message = NULL;
	buf_release(&text);
	return f->message ? 0 : -1;
}
