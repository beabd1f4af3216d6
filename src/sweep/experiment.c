/*
 * experiment.c - builds each kernel and runs it on all cases, as an attempt does, in both languages if there are two:
 * see experiment.h.
 */
#include "config.h"

#include "sweep/experiment.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/language.h"
#include "bench/bench.h"
#include "catalog/experiment.h"
#include "judge/judge.h"
#include "toolchain/python/numba.h"

#define MICRO 1e6

struct sweep {
	struct experiment *x;
	struct compiler compiler, numba;
	struct target target;
	struct bench bench;
	struct arena *arena;
	struct chart *chart;
	const char *lacks;           /* see chart */
};

static bool is_host(const struct sweep *w)
{
	return w->x->exercise->kind == EXERCISE_HOST;
}

/* The value of a bar for a case that finished. */
static double shown(const struct sweep *w, size_t i, const struct case_result *c)
{
	if (is_host(w))
		return (double)observed_work_ns(c->observed) / 1000;
	return w->chart->timed ? c->seconds * MICRO : judge_metric(w->x->metric, &w->bench.cases[i], c);
}

static int run_built(struct sweep *w, const struct build *build, struct chart_series *series, struct error *err)
{
	const struct bench_program program = { .build = build, .target = &w->target, .time_all = true };
	const struct bench_subject subject = { arena_printf(w->arena, "the experiment's %s", series->name), PARTY_AUTHOR, 0 };
	const struct case_result *results;

	if (!subject.what)
		return error_nomem(err);
	if (bench_run_all(&w->bench, &program, &subject, w->arena, &results, err))
		return -1;
	for (size_t i = 0; i < w->bench.ncases; i++)
		series->values[i] = shown(w, i, &results[i]);
	return 0;
}

static const char *series_name(const struct sweep *w, const char *kernel)
{
	return w->x->python_path ? arena_printf(w->arena, _("%s in %s"), kernel, w->x->exercise->python ? "Python" : "C++")
				 : arena_strdup(w->arena, kernel);
}

/* In the exercise's language. */
static int run_kernel(struct sweep *w, const char *kernel, struct chart_series *series, struct error *err)
{
	struct exercise *e = w->x->exercise;
	struct build build;
	enum verdict v;
	int status;

	e->kernel = kernel;
	series->name = series_name(w, kernel);
	if (!series->name)
		return error_nomem(err);
	v = build_run(&build, e, e->python ? w->x->python_path : w->x->source_path, e->python ? &w->numba : &w->compiler,
		      w->target.arch, w->arena, err);
	status = v == VERDICT_PASSED ? run_built(w, &build, series, err) : -1;
	build_release(&build);
	return status;
}

/* The swept variable's value in each case. */
static int labels_make(struct sweep *w, struct error *err)
{
	struct chart *c = w->chart;

	c->nlabels = w->bench.ncases;
	for (size_t i = 0; i < c->nlabels; i++) {
		const struct exercise_case *from = &w->bench.cases[i];

		for (size_t k = 0; k < from->nvariables; k++)
			if (!strcmp(from->variables[k].name, w->x->sweep))
				c->labels[i] = arena_printf(w->arena, "%.6g", from->variables[k].value.real);
		if (!c->labels[i] && !w->arena->failed) {
			error_set(err, PARTY_AUTHOR, "the cases have no variable '%s', which the experiment sweeps", w->x->sweep);
			return error_at(err, w->x->exercise->definition_path, 0);
		}
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* The chart says what is missing, and how to get it. */
static void python_lacks(struct sweep *w, const struct error *why)
{
	w->lacks = arena_printf(w->arena, "The kernel in Python did not run: %s%s%s", why->text, *why->remedy ? "; " : "",
				why->remedy);
}

static bool runs_python(struct sweep *w)
{
	struct error why = { 0 };

	if (!w->x->python_path)
		return false;
	if (numba_find(&w->numba, &why) == 0)
		return true;
	python_lacks(w, &why);
	return false;
}

/* A kernel in C++, then its twin. */
static int kernels_run(struct sweep *w, size_t languages, struct error *err)
{
	for (size_t i = 0; i < w->chart->nseries; i++) {
		w->x->exercise->python = i % languages == 1;
		if (run_kernel(w, w->x->kernels[i / languages], &w->chart->series[i], err))
			return -1;
	}
	return 0;
}

static int chart_make(struct sweep *w, struct error *err)
{
	size_t languages = runs_python(w) ? 2 : 1;
	char caption[80];
	const bool timed = w->target.is_gpu;
	const struct chart like = { .title = arena_strdup(w->arena, w->x->title), .axis = arena_strdup(w->arena, w->x->sweep),
				    .device = arena_strdup(w->arena, w->target.name), .timed = timed, .lacks = w->lacks,
				    .noun = is_host(w) ? "microseconds modelled for an H200"
					    : timed ? "microseconds"
					    : arena_strdup(w->arena, metric_caption(w->x->metric, caption, sizeof caption)),
				    .logarithmic = w->x->logarithmic, .nseries = languages * w->x->nkernels };
	struct chart *c = w->chart = chart_new(&like, w->bench.ncases, false, w->arena);

	if (!c || labels_make(w, err))
		return c ? -1 : error_nomem(err);
	if (kernels_run(w, languages, err)) {
		if (!w->x->exercise->python || (err->party != PARTY_MACHINE && err->party != PARTY_US))
			return -1;
		/* Numba is there, but does not work. */
		python_lacks(w, err);
		c->lacks = w->lacks;
		c->nseries = w->x->nkernels;
		*err = (struct error){ 0 };
		if (kernels_run(w, 1, err))
			return -1;
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

int experiment_run(const char *lesson, const char *name, const struct experiment_options *options, struct arena *arena,
		   struct chart **chart, struct error *err)
{
	struct sweep w = { .arena = arena };
	double began = clock_now();
	int status = -1;

	if (experiment_open(&w.x, lesson, name, err))
		return -1;
	/* The vm models the time of a host program. */
	if (target_choose(&w.target, is_host(&w) ? "vm" : options->device, err) == 0 &&
	    compiler_find(&w.compiler, options->compiler, err) == 0 && bench_open(&w.bench, w.x->exercise, 1, w.target.is_gpu,
										  arena, err) == 0)
		status = chart_make(&w, err);
	if (!status)
		w.chart->seconds = clock_now() - began;
	experiment_close(w.x);
	*chart = status ? NULL : w.chart;
	return status;
}

struct chart *chart_new(const struct chart *like, size_t nlabels, bool spread, struct arena *arena)
{
	struct chart *c = arena_alloc(arena, sizeof *c);

	if (!c)
		return NULL;
	*c = *like;
	c->nlabels = 0;
	c->labels = arena_array(arena, nlabels + 1, sizeof *c->labels);
	c->series = arena_array(arena, c->nseries + 1, sizeof *c->series);
	for (size_t s = 0; c->series && s < c->nseries; s++) {
		c->series[s].values = arena_array(arena, nlabels + 1, sizeof(double));
		if (spread) {
			c->series[s].least = arena_array(arena, nlabels + 1, sizeof(double));
			c->series[s].most = arena_array(arena, nlabels + 1, sizeof(double));
		}
	}
	return arena->failed ? NULL : c;
}

/* NULL for NULL. */
static json_t *numbers_json(const double *values, size_t n)
{
	json_t *all = values ? json_array() : NULL;

	for (size_t i = 0; values && i < n; i++)
		json_array_append_new(all, isfinite(values[i]) ? json_real(values[i]) : json_null());
	return all;
}

const char *chart_spread(const struct chart_series *s, size_t label, char *out, size_t size)
{
	const double percent = 50 * (s->most[label] - s->least[label]) / s->values[label];

	if (percent < 99.5)
		snprintf(out, size, " ±%.0f%%", percent);
	else
		snprintf(out, size, " ±>99%%");
	return out;
}

json_t *chart_json(const struct chart *c)
{
	json_t *labels = json_array(), *all = json_array();

	for (size_t i = 0; i < c->nlabels; i++)
		json_array_append_new(labels, json_string(c->labels[i]));
	for (size_t s = 0; s < c->nseries; s++)
		json_array_append_new(all, json_pack("{s:s, s:o, s:o*, s:o*}", "name", c->series[s].name, "values",
						     numbers_json(c->series[s].values, c->nlabels), "least",
						     numbers_json(c->series[s].least, c->nlabels), "most",
						     numbers_json(c->series[s].most, c->nlabels)));
	return json_pack("{s:s, s:s, s:o, s:s, s:s, s:b, s:o, s:o}", "title", c->title, "axis", c->axis, "labels", labels,
			 "noun", c->noun, "device", c->device, "timed", c->timed, "lacks",
			 json_text_or_null(c->lacks), "series", all);
}
