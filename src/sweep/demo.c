/* demo.c - ladders: runs each value of the sweep with each solution, in turn; and what both kinds of demo share. See demo.h. */
#include "config.h"

#include "sweep/demo.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "catalog/experiment.h"
#include "catalog/ladder.h"
#include "judge/judge.h"
#include "sweep/demo_cpu.h"
#include "draw/gantt.h"
#include "worker/modelled.h"
#include "toolchain/python/numba.h"

#define SEED         1   /* the same data, and so the same counts, each time */
#define SECONDS_VM   8
#define SECONDS_GPU  60
#define ROUNDS_GPU   5   /* each solution once a round, so that a change of the clocks affects all alike */
#define MICRO        1e6
#define PICTURE_JSON 65536 /* in elements; a larger one is drawn but left out of the JSON */
#define PICTURE_LEAST 8  /* rows and columns */
#define PICTURE_ALIKE 0.05 /* the mean step between neighbours, as a share of the range; a smoother output makes a picture */

/* ---- one solution ------------------------------------------------------------------------- */

int demo_solution_open(struct demo_solution *s, const char *id, const struct compiler *compiler, const struct target *target,
		       struct arena *arena, struct error *err)
{
	memset(s, 0, sizeof *s);
	if (exercise_open_for(&s->exercise, id, compiler->kind == COMPILER_NUMBA ? "answer.py" : NULL, err))
		return -1;
	s->built = true;
	return build_run(&s->build, s->exercise, s->exercise->solution_path, compiler, target->arch, arena, err) == VERDICT_PASSED
		       ? 0 : -1;
}

/* The same for a rung that is an experiment, which owns its exercise. */
static int experiment_open_as(struct demo_solution *s, const struct ladder_rung *rung, const struct compiler *compiler,
			      const struct target *target, struct arena *arena, struct error *err)
{
	const char *slash = strchr(rung->exercise, '/'), *lesson = arena_strndup(arena, rung->exercise,
										 (size_t)(slash - rung->exercise));

	memset(s, 0, sizeof *s);
	if (!lesson)
		return error_nomem(err);
	if (experiment_open(&s->experiment, lesson, slash + 1, err))
		return -1;
	s->exercise = s->experiment->exercise;
	s->exercise->kernel = rung->kernel ? rung->kernel : s->experiment->kernels[0];
	s->time = rung->time;
	s->built = true;
	return build_run(&s->build, s->exercise, s->experiment->source_path, compiler, target->arch, arena,
			 err) == VERDICT_PASSED ? 0 : -1;
}

bool demo_finds_python(struct compiler *c, struct arena *arena, const char **note)
{
	struct error why = { 0 };

	if (numba_find(c, &why) == 0)
		return true;
	*note = arena_printf(arena, "no twins in Python: %s%s%s", why.text, *why.remedy ? "; " : "", why.remedy);
	return false;
}

void demo_solution_close(struct demo_solution *s)
{
	if (s->built)
		build_release(&s->build);
	if (s->experiment)
		experiment_close(s->experiment);
	else
		exercise_close(s->exercise);
}

int demo_run(const struct demo_solution *s, struct exercise_case *c, const struct target *target, double seconds,
	     struct arena *arena, const struct case_result **result, struct error *err)
{
	const struct bench_program program = { .build = &s->build, .target = target, .time_all = !s->time };
	const struct bench_subject subject = { arena_printf(arena, "the solution of '%s'", s->exercise->id), PARTY_AUTHOR,
					      seconds };
	struct bench bench;

	bench_of(&bench, s->exercise, c);
	return subject.what ? bench_run_all(&bench, &program, &subject, arena, result, err) : error_nomem(err);
}

/* What the program measured itself, around a part of its work, in microseconds. */
static double own_time(const struct demo_solution *s, const struct case_result *r)
{
	for (size_t k = 0; k < s->exercise->nparams && k < r->nbuffers; k++)
		if (!strcmp(s->exercise->params[k].name, s->time) && r->buffers[k].len >= sizeof(float))
			return judge_value(s->exercise->params[k].type, r->buffers[k].bytes, 0) * 1000;
	return NAN;
}

double demo_time(const struct demo_solution *s, const struct exercise_case *c, const struct target *target, const struct gpu *gpu,
		 const struct case_result *r)
{
	const struct modelled_launch launch = { c->grid, c->block, c->dynamic_shared, bench_bytes(s->exercise, c),
						&gpu->figures };

	if (s->time)
		return own_time(s, r);
	if (target->is_gpu)
		return r->seconds > 0 ? r->seconds * MICRO : NAN;
	if (s->exercise->kind == EXERCISE_HOST)
		return r->observed ? (double)observed_work_ns(r->observed) / 1000 : NAN;
	return modelled_kernel(&launch, r).seconds * MICRO;
}

/*
 * The mean step from an element to the next in its row or its column, whichever is larger, as a share of the range; 1
 * without a range.
 */
static double roughness(const struct demo_picture *p)
{
	double low = INFINITY, high = -INFINITY, across = 0, down = 0, n = (double)(p->rows * p->cols);

	for (size_t i = 0; i < p->rows * p->cols; i++) {
		low = fmin(low, p->values[i]);
		high = fmax(high, p->values[i]);
		across += i % p->cols ? fabs(p->values[i] - p->values[i - 1]) : 0;
		down += i >= p->cols ? fabs(p->values[i] - p->values[i - p->cols]) : 0;
	}
	return high > low ? fmax(across, down) / n / (high - low) : 1;
}

struct demo_picture *demo_picture_of(const struct demo_solution *s, const struct exercise_case *c, const struct case_result *r,
				     struct arena *arena)
{
	const struct exercise *e = s->exercise;
	struct demo_picture *p = arena_alloc(arena, sizeof *p);

	for (size_t k = 0; p && k < e->nparams && k < r->nbuffers; k++) {
		const struct case_arg *a = &c->args[k];

		if ((e->params[k].role != PARAM_OUT && e->params[k].role != PARAM_INOUT) || !r->buffers[k].bytes || a->shape[2] ||
		    a->shape[0] < PICTURE_LEAST || a->shape[1] < PICTURE_LEAST ||
		    r->buffers[k].len < a->count * value_type_bytes(e->params[k].type))
			continue;
		*p = (struct demo_picture){ .rows = a->shape[0], .cols = a->shape[1],
					    .values = arena_array(arena, a->count, sizeof(double)) };
		p->title = arena_printf(arena, "%s[%zu][%zu], as %s leaves it", e->params[k].name, p->rows, p->cols, e->name);
		if (!p->values || !p->title)
			return NULL;
		for (uint64_t i = 0; i < a->count; i++) {
			p->values[i] = judge_value(e->params[k].type, r->buffers[k].bytes, i);
			if (!isfinite(p->values[i]))
				return NULL;
		}
		if (roughness(p) < PICTURE_ALIKE)
			return p;
	}
	return NULL;
}

/* ---- a ladder ------------------------------------------------------------------------------- */

/* What gets bars of its own: a rung of the ladder, or its twin in Python. */
struct contender { size_t rung; bool python; const char *label; };

struct ladder_run {
	struct ladder *l;
	const struct demo_options *o;
	struct compiler compiler, numba;
	struct contender *contenders; size_t n;
	struct target target;
	struct gpu gpu;
	struct demo_solution *solutions;
	struct arena *arena;
	struct demo *d;
	int64_t *values; size_t nvalues;
	struct chart *time, *work; /* two of the demo's charts; work NULL: only times are shown */
	size_t *of_work;           /* per series of `work`: its contender, a kernel; what a host program's library does is not
				      counted */
	struct demo_cpu cpu;
	struct chart *numpy;       /* the task on this machine's processor; NULL: not measured */
	double began, budget;
	bool stopped;
};

static void note_add(struct ladder_run *w, const char *text)
{
	if (text)
		w->d->note = w->d->note ? arena_printf(w->arena, "%s; %s", w->d->note, text) : text;
}

static struct chart *chart_add(struct ladder_run *w, const char *what, const char *noun, size_t nseries, bool spread)
{
	const struct chart like = { .title = arena_printf(w->arena, "%s: %s", w->l->name, what),
				    .axis = arena_strdup(w->arena, w->l->sweep), .noun = noun, .logarithmic = w->l->logarithmic,
				    .nseries = nseries, .device = w->d->device, .timed = w->target.is_gpu };
	struct chart *c = chart_new(&like, w->nvalues, spread, w->arena);

	for (size_t s = 0; c && s < nseries && s < w->n; s++)
		c->series[s].name = w->contenders[s].label;
	if (c)
		w->d->charts[w->d->ncharts++] = c;
	return c;
}

/* The metric of those that are kernels; without one there is no such chart. */
static void work_chart_make(struct ladder_run *w)
{
	size_t n = 0;
	char caption[80];

	w->of_work = arena_array(w->arena, w->n, sizeof *w->of_work);
	for (size_t s = 0; w->of_work && s < w->n; s++)
		if (w->solutions[s].exercise->kind != EXERCISE_HOST)
			w->of_work[n++] = s;
	w->work = n && w->of_work ? chart_add(w, "work",
					      arena_strdup(w->arena, metric_caption(w->l->metric, caption, sizeof caption)), n,
					      false) : NULL;
	for (size_t i = 0; w->work && !w->arena->failed && i < n; i++)
		w->work->series[i].name = w->contenders[w->of_work[i]].label;
}

static int charts_make(struct ladder_run *w, struct error *err)
{
	const char *missing = NULL;

	if (w->l->metric && !w->target.is_gpu)
		work_chart_make(w);
	w->time = chart_add(w, "time", w->target.is_gpu ? "microseconds" : arena_printf(w->arena, "microseconds modelled for %s",
											w->gpu.figures.called),
			    w->n, w->target.is_gpu);
	if (w->l->numpy && demo_cpu_find(&w->cpu, arena_strdup(w->arena, w->l->numpy), w->arena, &missing))
		w->numpy = chart_add(w, "NumPy, without a GPU", "microseconds", 1, true);
	note_add(w, missing);
	if (w->arena->failed)
		return error_nomem(err);
	if (w->numpy) {
		w->numpy->series[0].name = "NumPy";
		w->numpy->device = "this machine's processor";
		w->numpy->timed = true;
	}
	return 0;
}

/*
 * Fills the bar from the rounds' times: their median, and the half of them
 * around it, since a busy machine makes single ones long.
 */
static void bar_set(struct chart_series *s, size_t at, double *times, size_t n)
{
	qsort(times, n, sizeof *times, order_doubles);
	s->values[at] = n % 2 ? times[n / 2] : (times[n / 2 - 1] + times[n / 2]) / 2;
	if (s->least) {
		s->least[at] = times[n / 4];
		s->most[at] = times[n - 1 - n / 4];
	}
}

static bool out_of_time(const struct ladder_run *w)
{
	return clock_now() - w->began > w->budget;
}

/* ---- one value ------------------------------------------------------------------------------------ */

/* The whole case of a contender, and what is run of it: all of it, or, from some value on, some of its blocks. */
struct value_case { struct exercise_case *whole, *part; };

static bool is_sampled(const struct ladder_run *w, size_t at)
{
	return !w->target.is_gpu && ladder_samples(w->l, w->values[at]);
}

static int case_make(struct ladder_run *w, size_t at, size_t s, struct value_case *c, struct arena *arena, struct error *err)
{
	struct exercise *e = w->solutions[s].exercise;
	const size_t rung = w->contenders[s].rung;
	struct case_variable *variables;
	size_t n;

	if (is_sampled(w, at) && e->kind == EXERCISE_HOST) /* a program cannot be run in part */
		return 0;
	if (ladder_case(w->l, rung, w->values[at], e, arena, &variables, &n, err) ||
	    exercise_case_of(e, variables, n, SEED, arena, &c->whole, err))
		return -1;
	c->part = c->whole;
	if (is_sampled(w, at) && (ladder_part(w->l, rung, w->values[at], e, arena, &variables, &n, err) ||
				  exercise_case_of(e, variables, n, SEED, arena, &c->part, err)))
		return -1;
	return 0;
}

/* What all blocks would count, if they count like those that ran. */
static const struct case_result *result_whole(const struct value_case *c, const struct case_result *r, struct arena *arena)
{
	const uint64_t all = dim3u_volume(c->whole->grid), ran = dim3u_volume(c->part->grid);
	struct case_result *whole = arena_alloc(arena, sizeof *whole);

	if (c->part == c->whole || !whole || !ran)
		return c->part == c->whole ? r : whole;
	*whole = *r;
	whole->counters = arena_array(arena, r->ncounters, sizeof *r->counters);
	for (size_t i = 0; whole->counters && i < r->ncounters; i++)
		whole->counters[i] = (struct case_counter){ r->counters[i].name,
							     (uint64_t)((double)r->counters[i].value * (double)all /
									(double)ran) };
	return whole->counters ? whole : NULL;
}

/* One round of one contender; the metric of the first value is that of any round. */
static int contender_run(struct ladder_run *w, size_t at, size_t s, const struct value_case *c, double *time, struct arena *arena,
			 struct error *err)
{
	const struct demo_solution *solution = &w->solutions[s];
	const struct contender *contender = &w->contenders[s];
	const struct case_result *r, *whole;

	*time = NAN;
	if (!c->whole)
		return 0;
	if (demo_run(solution, c->part, &w->target, w->budget, arena, &r, err))
		return -1;
	whole = result_whole(c, r, arena);
	if (!whole)
		return error_nomem(err);
	*time = demo_time(solution, c->whole, &w->target, &w->gpu, whole);
	for (size_t i = 0; w->work && i < w->work->nseries; i++)
		if (w->of_work[i] == s)
			w->work->series[i].values[at] = judge_metric(w->l->metric, c->whole, whole);
	if (w->l->picture && c->part == c->whole && !contender->python &&
	    !strcmp(w->l->rungs[contender->rung].exercise, w->l->picture))
		w->d->picture = demo_picture_of(solution, c->whole, r, w->arena);
	return 0;
}

static void sample_explain(struct ladder_run *w, size_t at)
{
	const char *left_out = NULL;

	for (size_t s = 0; s < w->n; s++)
		if (w->solutions[s].exercise->kind == EXERCISE_HOST)
			left_out = left_out ? arena_printf(w->arena, "%s and %s", left_out, w->contenders[s].label) :
				   w->contenders[s].label;
	note_add(w, arena_printf(w->arena, "%s = %" PRId64 ": some of the blocks were run, and stand for all%s%s%s", w->l->sweep,
				 w->values[at], left_out ? "; " : "", left_out ? left_out : "",
				 left_out ? ", whole programs, would take too long there" : ""));
}

/* Data and results of one value have their own arena: those of all values together may be gigabytes. */
static int value_run(struct ladder_run *w, size_t at, struct arena *arena, struct error *err)
{
	size_t rounds = w->target.is_gpu ? ROUNDS_GPU : 1, n = 0;
	struct value_case *cases = arena_array(arena, w->n, sizeof *cases);
	double *times = arena_array(arena, w->n * rounds, sizeof *times);

	if (!cases || !times)
		return error_nomem(err);
	for (size_t s = 0; s < w->n; s++)
		if (case_make(w, at, s, &cases[s], arena, err))
			return -1;
	for (; n < rounds && (n == 0 || !out_of_time(w)); n++)
		for (size_t s = 0; s < w->n; s++)
			if (contender_run(w, at, s, &cases[s], &times[s * rounds + n], arena, err))
				return -1;
	for (size_t s = 0; s < w->n; s++)
		bar_set(&w->time->series[s], at, times + s * rounds, n);
	if (is_sampled(w, at))
		sample_explain(w, at);
	return 0;
}

/* Once it could not be measured it is not tried again: the chart ends there, or is not there at all. */
static int numpy_run(struct ladder_run *w, size_t at, struct error *err)
{
	struct chart *c = w->numpy;
	const char *missing = NULL;
	struct demo_span span;
	int status = c && !is_sampled(w, at) ? demo_cpu_run(&w->cpu, w->values[at], w->budget, &span, w->arena, &missing,
							    err) : 0;

	if (!c || status < 0)
		return status;
	if (is_sampled(w, at) && at) /* too large for this processor, too: the chart ends before */
		return 0;
	if (status || is_sampled(w, at)) {
		note_add(w, missing);
		w->numpy = NULL;
		w->d->ncharts -= at == 0; /* it is the last one */
		return 0;
	}
	c->series[0].values[at] = span.median;
	c->series[0].least[at] = span.least;
	c->series[0].most[at] = span.most;
	c->title = arena_printf(w->arena, "%s: NumPy %s, without a GPU", w->l->name, w->cpu.version);
	return c->title ? 0 : error_nomem(err);
}

static int label_add(struct ladder_run *w, size_t at, struct error *err)
{
	const char *label = arena_printf(w->arena, "%" PRId64, w->values[at]);

	for (size_t i = 0; label && i < w->d->ncharts; i++) {
		if (w->d->charts[i] != w->time && w->d->charts[i] != w->work &&
		    (w->d->charts[i] != w->numpy || is_sampled(w, at)))
			continue; /* NumPy's, which ended before */
		w->d->charts[i]->labels[at] = label;
		w->d->charts[i]->nlabels = at + 1;
	}
	return label ? 0 : error_nomem(err);
}

/* GB/s and TFLOP/s of the best solution at the last value. */
static int rates_set(struct ladder_run *w, struct error *err)
{
	static const struct { const char *field, *name, *noun; double scale; } rows[] = {
		/* from a number per microsecond */
		{ "flops", "arithmetic", "TFLOP/s", 1e-6 }, { "bytes", "memory", "GB/s", 1e-3 },
	};
	const struct chart *c = w->time;
	double best = INFINITY, amount;

	w->d->figures = arena_array(w->arena, sizeof rows / sizeof *rows, sizeof *w->d->figures);
	if (!w->d->figures)
		return error_nomem(err);
	for (size_t s = 0; s < c->nseries && c->nlabels; s++)
		best = fmin(best, c->series[s].values[c->nlabels - 1]);
	for (size_t i = 0; i < sizeof rows / sizeof *rows && c->nlabels && isfinite(best) && best > 0; i++) {
		if (ladder_amount(w->l, rows[i].field, w->values[c->nlabels - 1], &amount, err))
			return -1;
		if (amount > 0)
			w->d->figures[w->d->nfigures++] = (struct demo_figure){
				arena_printf(w->arena, "%s, the fastest at %s = %s", rows[i].name, c->axis,
					     c->labels[c->nlabels - 1]), rows[i].noun,
				amount / best * rows[i].scale };
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* Leaves out the values from `from` on, but no sampled ones: those take little time, and show most. False: none is left. */
static bool values_skip(struct ladder_run *w, size_t from)
{
	size_t next = from;

	while (next < w->nvalues && !is_sampled(w, next))
		next++;
	note_add(w, arena_printf(w->arena, "%s = %" PRId64 " and %s%s are left out: the time for this demo is over (--seconds N "
							   "gives it more)", w->l->sweep,
				 w->values[from], next < w->nvalues ? "others below " : "above",
				 next < w->nvalues ? arena_printf(w->arena, "%" PRId64, w->values[next]) : ""));
	memmove(w->values + from, w->values + next, (w->nvalues - next) * sizeof *w->values);
	w->nvalues -= next - from;
	return from < w->nvalues;
}

static int ladder_values(struct ladder_run *w, struct error *err)
{
	for (size_t i = 0; i < w->nvalues && !w->stopped; i++) {
		struct arena arena = { 0 };
		int status;

		if (i && !is_sampled(w, i) && out_of_time(w) && !values_skip(w, i))
			break;
		status = value_run(w, i, &arena, err) || numpy_run(w, i, err) || label_add(w, i, err) ? -1 : 0;
		arena_release(&arena);
		if (status)
			return -1;
		w->d->seconds = clock_now() - w->began;
		w->stopped = w->o->progress && !w->o->progress(w->o->ctx, w->d, i + 1, w->nvalues);
	}
	return rates_set(w, err);
}

/* Each solution, and with --python its twin after it. */
static int contenders_make(struct ladder_run *w, struct error *err)
{
	const bool python = w->o->python && demo_finds_python(&w->numba, w->arena, &w->d->note);

	w->contenders = arena_array(w->arena, 2 * w->l->nrungs, sizeof *w->contenders);
	w->solutions = arena_array(w->arena, 2 * w->l->nrungs, sizeof *w->solutions);
	for (size_t i = 0; w->contenders && i < w->l->nrungs; i++) {
		const struct ladder_rung *rung = &w->l->rungs[i];

		w->contenders[w->n++] = (struct contender){ i, false, arena_strdup(w->arena, rung->label) };
		if (python && !rung->experiment && exercise_offers_python(rung->exercise))
			w->contenders[w->n++] = (struct contender){ i, true, arena_printf(w->arena, "%s, Python", rung->label) };
	}
	if (python && w->n == w->l->nrungs)
		w->d->note = "none of these solutions has a twin in Python";
	return w->arena->failed ? error_nomem(err) : 0;
}

/*
 * Opens the n-th solution. A host program that this machine cannot build for its GPU (without nvcc, or cuBLAS) is left out of a
 * ladder that has others, and 1 is returned.
 */
static int contender_open(struct ladder_run *w, size_t n, struct error *err)
{
	const struct contender *c = &w->contenders[n];
	struct demo_solution *s = &w->solutions[n];

	if ((w->l->rungs[c->rung].experiment
	     ? experiment_open_as(s, &w->l->rungs[c->rung], &w->compiler, &w->target, w->arena, err)
	     : demo_solution_open(s, w->l->rungs[c->rung].exercise, c->python ? &w->numba : &w->compiler, &w->target, w->arena,
				  err)) == 0)
		return 0;
	if (!w->target.is_gpu || w->n == 1 || !s->exercise || s->exercise->kind != EXERCISE_HOST || err->party != PARTY_MACHINE)
		return -1;
	note_add(w, arena_printf(w->arena, "%s is left out: %s", c->label, err->text));
	demo_solution_close(s);
	memset(s, 0, sizeof *s);
	*err = (struct error){ 0 };
	return 1;
}

static void contender_drop(struct ladder_run *w, size_t n)
{
	w->n--;
	memmove(&w->contenders[n], &w->contenders[n + 1], (w->n - n) * sizeof *w->contenders);
}

/* Beside kernels, a host program's time has to be explained: it is that of its whole call. */
static void hosts_explain(struct ladder_run *w)
{
	const char *label = NULL;
	size_t hosts = 0;

	for (size_t s = 0; s < w->n; s++) {
		if (w->solutions[s].exercise->kind != EXERCISE_HOST || w->solutions[s].time)
			continue;
		label = w->contenders[s].label;
		hosts++;
	}
	if (w->target.is_gpu && hosts && hosts < w->n)
		note_add(w, arena_printf(w->arena, "%s: the time of the whole call on the host, with its allocations and copies; "
					 "the others are kernels alone", label));
}

/* A copy: values that are left out are taken from it. */
static int values_choose(struct ladder_run *w, struct error *err)
{
	const int64_t *all = w->o->n ? &w->o->n : w->target.is_gpu ? w->l->gpu_values : w->l->values;

	w->nvalues = w->o->n ? 1 : w->target.is_gpu ? w->l->ngpu_values : w->l->nvalues;
	w->values = arena_array(w->arena, w->nvalues, sizeof *w->values);
	if (!w->values)
		return error_nomem(err);
	memcpy(w->values, all, w->nvalues * sizeof *w->values);
	return 0;
}

static int ladder_run(struct ladder_run *w, struct error *err)
{
	int status = 0;
	size_t n = 0;

	if (values_choose(w, err) || contenders_make(w, err))
		return -1;
	while (n < w->n && status >= 0) {
		status = contender_open(w, n, err);
		if (status > 0)
			contender_drop(w, n);
		else
			n++;
	}
	status = status < 0 ? -1 : 0;
	if (!status) {
		hosts_explain(w);
		status = charts_make(w, err);
	}
	w->began = clock_now(); /* what compiles is kept, so it is no part of the demo */
	if (!status)
		status = ladder_values(w, err);
	while (n)
		demo_solution_close(&w->solutions[--n]);
	return status;
}

int demo_ladder(const char *name, const struct demo_options *o, struct arena *arena, struct demo *d, struct error *err)
{
	struct ladder_run w = { .o = o, .arena = arena, .d = d };
	int status;

	memset(d, 0, sizeof *d);
	if (ladder_open(&w.l, name, err))
		return -1;
	status = gpu_open(o->gpu, arena, &w.gpu, err) || target_choose(&w.target, o->device, err) ||
		 compiler_find(&w.compiler, o->compiler, err) ? -1 : 0;
	w.budget = o->seconds > 0 ? o->seconds : w.target.is_gpu ? SECONDS_GPU : SECONDS_VM;
	d->name = arena_strdup(arena, w.l->name);
	d->title = arena_strdup(arena, w.l->title);
	d->about = arena_strdup(arena, w.l->about);
	d->device = arena_strdup(arena, w.target.name);
	d->timed = w.target.is_gpu;
	if (!status)
		status = arena->failed ? error_nomem(err) : ladder_run(&w, err);
	ladder_close(w.l);
	return status;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static json_t *picture_json(const struct demo_picture *p)
{
	json_t *rows = json_array();

	for (size_t r = 0; r < p->rows; r++) {
		json_t *row = json_array();

		for (size_t c = 0; c < p->cols; c++)
			json_array_append_new(row, json_real(p->values[r * p->cols + c]));
		json_array_append_new(rows, row);
	}
	return json_pack("{s:s, s:o}", "title", p->title, "rows", rows);
}

json_t *demo_json(const struct demo *d)
{
	json_t *charts = json_array(), *figures = json_array();

	for (size_t i = 0; i < d->ncharts; i++)
		json_array_append_new(charts, chart_json(d->charts[i]));
	for (size_t i = 0; i < d->nfigures; i++)
		json_array_append_new(figures, json_pack("{s:s, s:f, s:s}", "name", d->figures[i].name, "value",
							 d->figures[i].value, "noun", d->figures[i].noun));
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s*, s:o, s:o, s:o*, s:o*, s:s*, s:f}", "name", d->name, "title", d->title,
			 "about", d->about,
			 "device", d->device, "times", d->timed ? "measured" : "modelled", "case", d->case_name, "charts", charts,
			 "figures", figures, "picture", d->picture && d->picture->rows * d->picture->cols <=
			 PICTURE_JSON ? picture_json(d->picture) : NULL, "operations",
			 d->ngantt ? gantt_json(d->gantt, d->ngantt) : NULL, "note", d->note, "seconds", d->seconds);
}
