/*
 * demo_exercise.c - the demo of one exercise's solution: its own description, the cost of each of its lines, its
 * results in memory, and, for a host exercise, its operations over time. See demo.h.
 */
#include "config.h"

#include "sweep/demo.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "base/source.h"
#include "cost/cost.h"
#include "draw/gantt.h"
#include "judge/judge.h"

#define SEED        1
#define LINES_SHOWN 8
#define LABEL_COLS  34

struct show {
	struct demo_solution solution;
	struct exercise_case *c;
	const struct case_result *result;
	struct demo_solution twin;              /* in Python; twin_result NULL: none */
	const struct case_result *twin_result;
	struct target target;
	struct gpu gpu;
	struct arena *arena;
	struct demo *d;
};

/* ---- the solution's own description ------------------------------------------------------------- */

/* The lines of // at the top of the file, without the slashes. */
static const char *opening_comment(const char *text, struct arena *arena)
{
	struct buf out = BUF_INIT;
	const char *kept;

	while (!strncmp(text, "//", 2)) {
		size_t len = strcspn(text, "\n");

		text += 2;
		len -= 2;
		if (*text == ' ') {
			text++;
			len--;
		}
		buf_append(&out, text, len);
		buf_putc(&out, '\n');
		text += len + (text[len] == '\n');
	}
	kept = arena_strdup(arena, buf_text(&out));
	buf_release(&out);
	return kept;
}

/* ---- choosing the case --------------------------------------------------------------------------- */

/* Chooses the case to show, or the one with another `n`. */
static int case_choose(struct show *w, int64_t n, struct error *err)
{
	struct exercise *e = w->solution.exercise;
	struct case_variable *variables;
	struct bench bench;
	bool there = false;

	if (bench_open(&bench, e, SEED, w->target.is_gpu, w->arena, err))
		return -1;
	w->c = bench_case_to_show(&bench);
	if (n) {
		variables = arena_array(w->arena, w->c->nvariables + 1, sizeof *variables);
		if (!variables)
			return error_nomem(err);
		for (size_t i = 0; i < w->c->nvariables; i++) {
			bool is_n = !strcmp(w->c->variables[i].name, "n");

			variables[i] = w->c->variables[i];
			if (is_n)
				variables[i].value = (struct number){ true, n, (double)n };
			there = there || is_n;
		}
		if (!there) {
			error_set(err, PARTY_LEARNER, "the cases of '%s' have no n", e->id);
			error_remedy(err, "leave --n out: %s is shown", w->c->name);
			return error_word(err);
		}
		if (exercise_case_of(e, variables, w->c->nvariables, SEED, w->arena, &w->c, err))
			return -1;
	}
	w->c->measured = e->kind == EXERCISE_KERNEL; /* counted line by line */
	return 0;
}

/* ---- costs of lines -------------------------------------------------------------------------------- */

static double line_value(const struct show *w, const struct case_line *l, const char *counter)
{
	for (size_t i = 0; i < w->result->ncounters; i++)
		if (!strcmp(w->result->counters[i].name, counter))
			return (double)l->values[i];
	return 0;
}

/* The cost of a line, in two kinds; `sum` NULL ends the list. */
static const struct { const char *name, *noun, *counters[3]; } line_costs[] = {
	{ "global", "sectors of global memory", { "global_sectors", "global_atomic_sectors" } },
	{ "shared", "passes through shared memory", { "shared_wavefronts", "shared_atomic_wavefronts" } },
	{ "instructions", "instructions of warps", { "warp_instructions" } },
};
#define LINE_COSTS (sizeof line_costs / sizeof *line_costs)

static double cost_of_line(const struct show *w, const struct case_line *l, size_t kind)
{
	double sum = 0;

	for (size_t i = 0; line_costs[kind].counters[i]; i++)
		sum += line_value(w, l, line_costs[kind].counters[i]);
	return sum;
}

struct ranked { const struct case_line *line; double weight; };

static int by_weight(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->weight < y->weight) - (x->weight > y->weight);
}

ORDER_BY(by_line, struct ranked, line->line)

/* "12 out[i] = x[i];", cut and padded to LABEL_COLS. */
static const char *label_of(const struct show *w, int line)
{
	const struct source source = { .text = buf_text(&w->solution.build.source), .len = w->solution.build.source.len };
	struct buf text = BUF_INIT;
	const char *at, *label;
	char cut[LABEL_COLS + 1];
	size_t len = 0, n = 0;

	at = source_line(&source, line, &len);
	while (at && len && isspace((unsigned char)*at))
		at++, len--;
	for (; at && n < len && n < LABEL_COLS - 5; n++)
		cut[n] = isprint((unsigned char)at[n]) ? at[n] : ' ';
	cut[n] = '\0';
	if (strstr(cut, " //"))
		*strstr(cut, " //") = '\0';
	buf_printf(&text, "%4d %-*s", line, LABEL_COLS - 5, cut);
	label = arena_strdup(w->arena, buf_text(&text));
	buf_release(&text);
	return label;
}

static int lines_chart(struct show *w, struct error *err)
{
	const struct case_result *r = w->result;
	struct ranked *all = arena_array(w->arena, r->nlines + 1, sizeof *all);
	struct chart like = { .axis = "line", .device = w->d->device }, *c;
	size_t kinds[LINE_COSTS], nkinds = 0, n = 0;

	if (!all)
		return error_nomem(err);
	for (size_t k = 0; k < LINE_COSTS; k++) {
		double sum = 0;

		for (size_t i = 0; i < r->nlines; i++)
			sum += cost_of_line(w, &r->lines[i], k);
		/* Instructions add nothing if another kind is shown. */
		if (sum > 0 && (k < 2 || !nkinds))
			kinds[nkinds++] = k;
	}
	for (size_t i = 0; i < r->nlines && nkinds; i++) {
		all[n] = (struct ranked){ &r->lines[i], 0 };
		for (size_t k = 0; k < nkinds; k++)
			all[n].weight += cost_of_line(w, &r->lines[i], kinds[k]);
		n += all[n].weight > 0 && r->lines[i].line > 0;
	}
	if (!n)
		return 0;
	qsort(all, n, sizeof *all, by_weight);
	n = n < LINES_SHOWN ? n : LINES_SHOWN;
	qsort(all, n, sizeof *all, by_line);
	like.title = arena_printf(w->arena, "%s, line by line", w->solution.exercise->name);
	like.nseries = nkinds;
	c = chart_new(&like, n, false, w->arena);
	if (!c)
		return error_nomem(err);
	c->nlabels = n;
	for (size_t i = 0; i < n; i++)
		c->labels[i] = label_of(w, all[i].line->line);
	for (size_t k = 0; k < nkinds; k++) {
		c->noun = k ? arena_printf(w->arena, "%s (%s), %s (%s)", c->noun, c->series[0].name, line_costs[kinds[k]].noun,
					   line_costs[kinds[k]].name)
			    : line_costs[kinds[k]].noun;
		c->series[k].name = line_costs[kinds[k]].name;
		for (size_t i = 0; i < n; i++)
			c->series[k].values[i] = cost_of_line(w, all[i].line, kinds[k]);
	}
	if (!w->arena->failed)
		w->d->charts[w->d->ncharts++] = c;
	return w->arena->failed ? error_nomem(err) : 0;
}

/* ---- operations over time ---------------------------------------------------------------------------- */

static int gantt_make(struct show *w, struct error *err)
{
	return gantt_of(w->result->observed, w->arena, &w->d->gantt, &w->d->ngantt, err);
}

/* ---- figures ------------------------------------------------------------------------------------------- */

/* The list of figures grows; the twin's come last. */
struct figures { struct show *w; size_t cap; const char *of; };

static void figure_add(struct figures *list, const char *name, double value, const char *noun)
{
	struct show *w = list->w;
	struct demo_figure *f;

	if (!isfinite(value))
		return;
	f = arena_push(w->arena, &w->d->figures, &w->d->nfigures, &list->cap, sizeof *f);
	if (f)
		*f = (struct demo_figure){ arena_printf(w->arena, "%s%s", name, list->of), noun, value };
}

static void figures_of(struct figures *list, const struct demo_solution *solution, const struct case_result *r)
{
	struct show *w = list->w;
	/* The most telling rows of the table; `zero` also shows values of 0. */
	static const struct { const char *metric, *name; bool zero; } shown[] = {
		{ "warp_instructions", "work", false }, { "active_lanes", "lanes", true }, { "global_sectors", "memory", false },
		{ "sectors_per_request", "coalescing", false }, { "bank_conflict_factor", "banks", false },
		{ "atomics", "atomics", false }, { "flops", "arithmetic", false },
	};
	const struct observed *o = r->observed;

	figure_add(list, "time", demo_time(solution, w->c, &w->target, &w->gpu, r),
		   w->target.is_gpu ? "microseconds, the median of 21 runs"
				    : arena_printf(w->arena, "microseconds modelled for %s",
						   solution->exercise->kind == EXERCISE_HOST ? COST_MACHINE :
						   w->gpu.figures.called));
	if (o) {
		figure_add(list, "operations", (double)o->nops, "copies, kernels and the like");
		figure_add(list, "waits", (double)o->waits, "times the host waits for the device");
		figure_add(list, "memory", (double)o->device_memory.bytes, "bytes of device memory at most");
	}
	for (size_t i = 0; i < sizeof shown / sizeof *shown && solution->exercise->kind == EXERCISE_KERNEL; i++) {
		const struct metric *m = metric_find(shown[i].metric);
		double value = judge_metric(m, w->c, r);
		char caption[80];

		if (shown[i].zero || value > 0)
			figure_add(list, shown[i].name, value,
				   arena_strdup(w->arena, metric_caption(m, caption, sizeof caption)));
	}
}

static int figures_make(struct show *w, struct error *err)
{
	struct figures list = { w, 0, "" };

	figures_of(&list, &w->solution, w->result);
	if (w->twin_result) {
		list.of = ", in Python";
		figures_of(&list, &w->twin, w->twin_result);
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* ---- the twin ------------------------------------------------------------------------------------------- */

/* Runs the solution in Python on the same case; if there is none, the note says so. */
static int twin_run(struct show *w, const struct demo_options *o, struct error *err)
{
	struct compiler numba;

	if (!o->python)
		return 0;
	if (!exercise_offers_python(w->d->name)) {
		w->d->note = "the exercise has no twin in Python: `warpbook list --track python` names those that have one";
		return 0;
	}
	if (!demo_finds_python(&numba, w->arena, &w->d->note))
		return w->arena->failed ? error_nomem(err) : 0;
	return demo_solution_open(&w->twin, w->d->name, &numba, &w->target, w->arena, err) ||
	       demo_run(&w->twin, w->c, &w->target, o->seconds, w->arena, &w->twin_result, err) ? -1 : 0;
}

static int show(struct show *w, const struct demo_options *o, struct error *err)
{
	struct demo *d = w->d;
	const struct exercise *e = w->solution.exercise;

	d->name = arena_strdup(w->arena, e->id);
	d->title = arena_strdup(w->arena, e->title);
	d->about = opening_comment(buf_text(&w->solution.build.source), w->arena);
	if (!d->name || !d->title || !d->about)
		return error_nomem(err);
	if (case_choose(w, o->n, err) || demo_run(&w->solution, w->c, &w->target, o->seconds, w->arena, &w->result, err) ||
	    twin_run(w, o, err))
		return -1;
	d->case_name = w->c->name;
	d->picture = demo_picture_of(&w->solution, w->c, w->result, w->arena);
	return figures_make(w, err) || lines_chart(w, err) || gantt_make(w, err) ? -1 : 0;
}

int demo_exercise(const char *id, const struct demo_options *o, struct arena *arena, struct demo *d, struct error *err)
{
	struct show w = { .arena = arena, .d = d };
	struct compiler compiler;
	double began = clock_now();
	int status;

	memset(d, 0, sizeof *d);
	d->of_exercise = true;
	if (gpu_open(o->gpu, arena, &w.gpu, err) || target_choose(&w.target, o->device, err) ||
	    compiler_find(&compiler, o->compiler, err))
		return -1;
	d->device = arena_strdup(arena, w.target.name);
	d->timed = w.target.is_gpu;
	status = demo_solution_open(&w.solution, id, &compiler, &w.target, arena, err);
	if (!status)
		status = d->device ? show(&w, o, err) : error_nomem(err);
	demo_solution_close(&w.solution);
	demo_solution_close(&w.twin);
	d->seconds = clock_now() - began;
	return status;
}
