/* sweep.c - see sweep.h. Each size has its own arena: the data of all sizes together may be gigabytes. */
#include "config.h"

#include "sweep/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "bench/bench.h"
#include "toolchain/python/numba.h"
#include "worker/modelled.h"

#define SEED      1
#define SECONDS   10
#define ROWS_MOST 12
#define LEAST     8   /* the least size; a smaller number is another kind of variable */
#define HALVED    2   /* times */
#define DOUBLED   4

/* Variables of a case that are sizes of its data, by their names in the exercises. */
static const char *const sizes[] = { "n", "m", "k", "w", "h", "d", "rows", "cols", "width", "height", "depth", "planes", NULL };

struct climb {
	const struct sweep_options *o;
	struct exercise *exercise;
	struct exercise_case *c;     /* the case whose sizes vary */
	struct compiler compiler;
	struct target target;
	struct build own, reference;
	struct arena *arena;
	struct sweep *s;
	char name[32];               /* the only variable given by the caller; "": all sizes */
	int64_t values[ROWS_MOST];   /* its values, or the factors times 2^HALVED */
	size_t nvalues;
};

/* ---- sizes ------------------------------------------------------------------------------------ */

static bool is_size(const struct case_variable *v)
{
	size_t i = 0;

	while (sizes[i] && strcmp(sizes[i], v->name))
		i++;
	return sizes[i] && v->value.whole && v->value.integer >= LEAST;
}

static int unknown_variable(struct climb *w, struct error *err)
{
	struct buf all = BUF_INIT;

	for (size_t i = 0; i < w->c->nvariables; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", w->c->variables[i].name);
	error_set(err, PARTY_LEARNER, "the cases of '%s' have no '%s'", w->exercise->id, w->name);
	error_remedy(err, all.len ? "they have %s" : "they have no variables%s", buf_text(&all));
	buf_release(&all);
	return error_word(err);
}

/* "n=256,1024" */
static int values_read(struct climb *w, struct error *err)
{
	const char *text = w->o->values, *at = strchr(text, '=');
	size_t len = at ? (size_t)(at - text) : 0;

	if (len && len < sizeof w->name) {
		memcpy(w->name, text, len);
		w->name[len] = '\0';
		do {
			char *end;
			long long v = strtoll(at + 1, &end, 10);

			if (end == at + 1 || v < 1 || v > INT64_C(1) << 40 || (*end && *end != ',') || w->nvalues == ROWS_MOST)
				break;
			w->values[w->nvalues++] = v;
			at = end;
		} while (*at == ',');
	}
	if (!w->nvalues || *at) {
		error_set(err, PARTY_LEARNER, "--sweep takes a variable and up to %d numbers above 0, not '%.60s'",
			  ROWS_MOST, text);
		error_remedy(err, "such as --sweep n=1024,4096,16384");
		return error_word(err);
	}
	for (size_t i = 0; i < w->c->nvariables; i++)
		if (!strcmp(w->c->variables[i].name, w->name))
			return 0;
	return unknown_variable(w, err);
}

static int values_choose(struct climb *w, struct error *err)
{
	bool any = false;

	w->s->axis = "";
	if (w->o->values) {
		if (values_read(w, err))
			return -1;
		w->s->axis = arena_strdup(w->arena, w->name);
		return w->s->axis ? 0 : error_nomem(err);
	}
	for (size_t i = 0; i < w->c->nvariables; i++) {
		if (is_size(&w->c->variables[i]) && !any)
			w->s->axis = arena_strdup(w->arena, w->c->variables[i].name);
		any = any || is_size(&w->c->variables[i]);
	}
	if (!any) {
		error_set(err, PARTY_LEARNER, "the cases of '%s' have no size that could vary", w->exercise->id);
		return error_remedy(err, "name a variable: --sweep NAME=1,2,4");
	}
	for (int i = 0; i <= HALVED + DOUBLED; i++)
		w->values[w->nvalues++] = 1 << i;
	return w->s->axis ? 0 : error_nomem(err);
}

/* Scales a size and keeps its shape: a multiple of 32 stays one. */
static int64_t scaled(int64_t size, int64_t factor)
{
	int64_t v = size * factor >> HALVED;

	if (size % 32 == 0)
		v = v < 32 ? 32 : v / 32 * 32;
	return v ? v : 1;
}

/* Makes the case. Returns 1 if there is no such case, or none that differs. */
static int case_make(struct climb *w, size_t at, struct arena *arena, struct exercise_case **c, struct sweep_row *row,
		     struct error *err)
{
	struct case_variable *v = arena_array(arena, w->c->nvariables + 1, sizeof *v);
	struct error ignored;

	if (!v)
		return error_nomem(err);
	for (size_t i = 0; i < w->c->nvariables; i++) {
		bool varies = *w->name ? !strcmp(w->c->variables[i].name, w->name) : is_size(&w->c->variables[i]);
		int64_t value = *w->name ? w->values[at] : scaled(w->c->variables[i].value.integer, w->values[at]);

		v[i] = w->c->variables[i];
		if (varies)
			v[i].value = (struct number){ true, value, (double)value };
		if (!strcmp(v[i].name, w->s->axis))
			row->label = arena_printf(w->arena, "%" PRId64, v[i].value.integer);
	}
	if (exercise_case_of(w->exercise, v, w->c->nvariables, SEED, arena, c, &ignored)) {
		w->s->note = arena_printf(w->arena, "%s = %s and above are left out: %s", w->s->axis, row->label, ignored.text);
		return 1;
	}
	(*c)->measured = true; /* without the checkers, whose time is not part of the kernel's */
	row->name = arena_strdup(w->arena, (*c)->name);
	row->bytes = bench_bytes(w->exercise, *c);
	return w->arena->failed ? error_nomem(err) : 0;
}

/* ---- points -------------------------------------------------------------------------------------- */

static int point_make(struct climb *w, struct exercise_case *c, const struct build *b, enum party party, uint64_t bytes,
		      struct arena *arena, struct sweep_point *p, struct error *err)
{
	const struct modelled_launch launch = { c->grid, c->block, c->dynamic_shared, bytes, &w->s->gpu.figures };
	const struct case_result *r;
	struct modelled m;

	if (bench_run(w->exercise, c, b, &w->target, 2 * SECONDS, party, arena, &r, err))
		return -1;
	*p = (struct sweep_point){ .blocks = dim3u_volume(c->grid), .threads = dim3u_volume(c->block) };
	if (w->target.is_gpu) {
		p->seconds = r->seconds;
		return 0;
	}
	m = modelled_kernel(&launch, r);
	p->seconds = m.seconds;
	p->limit = m.limit;
	p->instructions = case_counter(r, "warp_instructions");
	p->sectors = case_counter(r, "global_sectors") + case_counter(r, "global_atomic_sectors");
	p->longest_warp = r->longest_warp;
	p->shared_bytes = (uint64_t)c->dynamic_shared + r->static_shared;
	p->counters = arena_array(w->arena, r->ncounters + 1, sizeof *p->counters);
	for (; p->counters && p->ncounters < r->ncounters; p->ncounters++)
		p->counters[p->ncounters] = (struct case_counter){ arena_strdup(w->arena, r->counters[p->ncounters].name),
								   r->counters[p->ncounters].value };
	return w->arena->failed ? error_nomem(err) : 0;
}

static int row_make(struct climb *w, size_t at, struct error *err)
{
	struct sweep_row *row = &w->s->rows[w->s->nrows];
	struct arena arena = { 0 };
	struct exercise_case *c;
	int status = case_make(w, at, &arena, &c, row, err);

	if (status == 0)
		status = point_make(w, c, &w->own, PARTY_LEARNER, row->bytes, &arena, &row->own, err) ||
			 point_make(w, c, &w->reference, PARTY_AUTHOR, row->bytes, &arena, &row->reference, err) ? -1 : 0;
	if (status == 0 && (w->s->nrows == 0 || strcmp(row[-1].name, row->name)))
		w->s->nrows++;
	arena_release(&arena);
	return status;
}

static struct chart *chart_make(struct climb *w, const char *what, const char *noun, double (*value)(const struct sweep_point *p))
{
	const struct chart like = { .title = arena_printf(w->arena, "%s: %s", w->exercise->name, what), .axis = w->s->axis,
				    .noun = noun, .logarithmic = true, .nseries = 2, .device = w->s->device,
				    .timed = w->s->timed };
	struct chart *c = chart_new(&like, w->s->nrows, false, w->arena);

	for (int s = 0; c && s < 2; s++) {
		c->nlabels = w->s->nrows;
		c->series[s].name = s ? _("reference") : _("yours");
		for (size_t i = 0; i < c->nlabels; i++) {
			c->labels[i] = w->s->rows[i].label;
			c->series[s].values[i] = value(s ? &w->s->rows[i].reference : &w->s->rows[i].own);
		}
	}
	return c;
}

static double microseconds(const struct sweep_point *p)
{
	return 1e6 * p->seconds;
}

static double instructions(const struct sweep_point *p)
{
	return (double)p->instructions;
}

static int climb(struct climb *w, struct error *err)
{
	double began = clock_now(), budget = w->o->seconds > 0 ? w->o->seconds : SECONDS, last = 0, before = 0;
	bool for_gpu = w->o->sizes ? !strcmp(w->o->sizes, "gpu") : w->target.is_gpu;
	struct bench bench;
	int status = 0;

	if (bench_open(&bench, w->exercise, SEED, for_gpu, w->arena, err))
		return -1;
	w->c = bench_case_to_show(&bench);
	w->s->rows = arena_array(w->arena, ROWS_MOST, sizeof *w->s->rows);
	if (!w->s->rows)
		return error_nomem(err);
	if (values_choose(w, err))
		return -1;
	for (size_t i = 0; i < w->nvalues && !status; i++) {
		double at = clock_now(), growth = before > 0 && last > before ? last / before : 2;

		/* Expects the time to grow by the same factor as in the last step. */
		if (i && at - began + last * growth > budget) {
			w->s->note = "the larger sizes are left out: the time for this is over (--seconds N gives it more)";
			break;
		}
		status = row_make(w, i, err);
		before = last;
		last = clock_now() - at;
	}
	if (status < 0)
		return -1;
	if (!w->s->nrows) {
		error_set(err, PARTY_LEARNER, "no size can be run: %s", w->s->note ? w->s->note : "there is none");
		return -1;
	}
	w->s->time = chart_make(w, "time", w->s->timed ? "microseconds, the median of 21 runs"
				      : arena_printf(w->arena, "microseconds modelled for %s", w->s->gpu.figures.called),
				      microseconds);
	if (!w->s->timed)
		w->s->work = chart_make(w, "work", "instructions of warps", instructions);
	return w->arena->failed ? error_nomem(err) : 0;
}

/* ---- running a sweep --------------------------------------------------------------------------------- */

static int builds_make(struct climb *w, const char *path, struct error *err)
{
	enum verdict v = build_run(&w->own, w->exercise, path, &w->compiler, w->target.arch, w->arena, err);
	int status = -1;

	if (v == VERDICT_COMPILE_ERROR) {
		error_set(err, PARTY_LEARNER, "'%s' does not compile", path_base(path));
		error_remedy(err, "`warpbook check` shows the compiler's messages");
	}
	if (v == VERDICT_PASSED) {
		if (build_run(&w->reference, w->exercise, w->exercise->solution_path, &w->compiler, w->target.arch,
			      w->arena, err) ==
		    VERDICT_PASSED)
			status = climb(w, err);
		build_release(&w->reference);
	}
	build_release(&w->own);
	return status;
}

int sweep_run(const char *id, const char *path, const struct sweep_options *o, struct arena *arena, struct sweep *s,
	      struct error *err)
{
	struct climb w = { .o = o, .arena = arena, .s = s };
	char compiler[80];
	int status = -1;

	memset(s, 0, sizeof *s);
	if (gpu_open(o->gpu, arena, &s->gpu, err) || target_choose(&w.target, o->device, err) ||
	    compiler_find_for(&w.compiler, path, o->compiler, err) || exercise_open_for(&w.exercise, id, path, err))
		return -1;
	compiler_describe(&w.compiler, compiler, sizeof compiler);
	s->compiler = arena_strdup(arena, compiler);
	s->exercise = arena_strdup(arena, w.exercise->id);
	s->path = arena_strdup(arena, path);
	s->device = arena_strdup(arena, w.target.name);
	s->timed = w.target.is_gpu;
	if (arena->failed) {
		error_nomem(err);
	} else if (w.exercise->kind != EXERCISE_KERNEL) {
		error_set(err, PARTY_LEARNER, "'%s' is about the host's side: bench sweeps kernels", w.exercise->id);
		error_remedy(err, "its demo draws what overlaps: warpbook demo %s", w.exercise->id);
	} else {
		status = builds_make(&w, path, err);
	}
	exercise_close(w.exercise);
	return status;
}

/* ---- as text, CSV and JSON ------------------------------------------------------------------------------ */

static double ratio(const struct sweep_row *r)
{
	return r->reference.seconds > 0 ? r->own.seconds / r->reference.seconds : 0;
}

static double rate(const struct sweep_row *r, const struct sweep_point *p)
{
	return p->seconds > 0 ? 1e-9 * (double)r->bytes / p->seconds : 0;
}

void sweep_text(const struct sweep *s, struct buf *out)
{
	buf_printf(out, "%10s %9s  %9s %9s %6s  %7s  %s\n", s->axis, "MB", _("yours us"), _("ref. us"), _("ratio"), "GB/s",
		   s->timed ? "" : _("limited by"));
	for (size_t i = 0; i < s->nrows; i++) {
		const struct sweep_row *r = &s->rows[i];

		buf_printf(out, "%10s %9.3g  %9.4g %9.4g %5.2fx  %7.4g  %s\n", r->label, 1e-6 * (double)r->bytes,
			   1e6 * r->own.seconds, 1e6 * r->reference.seconds, ratio(r), rate(r, &r->own),
			   r->own.limit ? _(r->own.limit) : "");
	}
}

void sweep_csv(const struct sweep *s, struct buf *out)
{
	buf_printf(out, "size,bytes,times,yours_seconds,reference_seconds,ratio,yours_limit,reference_limit,yours_instructions,"
		   "reference_instructions,yours_sectors,reference_sectors\r\n");
	for (size_t i = 0; i < s->nrows; i++) {
		const struct sweep_row *r = &s->rows[i];

		buf_printf(out, "%s,%" PRIu64 ",%s,%.9g,%.9g,%.6g,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\r\n",
			   r->label, r->bytes, s->timed ? "measured" : "modelled", r->own.seconds, r->reference.seconds, ratio(r),
			   r->own.limit ? r->own.limit : "", r->reference.limit ? r->reference.limit : "", r->own.instructions,
			   r->reference.instructions, r->own.sectors, r->reference.sectors);
	}
}

static json_t *point_json(const struct sweep_row *r, const struct sweep_point *p)
{
	json_t *counters = json_object();

	for (size_t i = 0; i < p->ncounters; i++)
		json_object_set_new(counters, p->counters[i].name, json_integer((json_int_t)p->counters[i].value));
	return json_pack("{s:f, s:o, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:o}", "seconds", p->seconds, "limit",
			 json_text_or_null(p->limit),
			 "instructions", (json_int_t)p->instructions, "sectors", (json_int_t)p->sectors, "gb_per_s", rate(r, p),
			 "blocks", (json_int_t)p->blocks, "threads", (json_int_t)p->threads, "longest_warp",
			 (json_int_t)p->longest_warp, "shared_bytes", (json_int_t)p->shared_bytes, "counters",
			 counters);
}

json_t *sweep_json(const struct sweep *s)
{
	json_t *rows = json_array(), *charts = json_array();

	for (size_t i = 0; i < s->nrows; i++)
		json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:o, s:o, s:f}", "case", s->rows[i].name, "size",
						      s->rows[i].label, "bytes", (json_int_t)s->rows[i].bytes, "yours",
						      point_json(&s->rows[i], &s->rows[i].own),
						      "reference", point_json(&s->rows[i], &s->rows[i].reference), "ratio",
						      ratio(&s->rows[i])));
	json_array_append_new(charts, chart_json(s->time));
	if (s->work)
		json_array_append_new(charts, chart_json(s->work));
	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:o, s:s, s:o, s:o, s:o}", "exercise", s->exercise, "file",
			 json_text_bytes(s->path, strlen(s->path)), "compiler", s->compiler, "device", s->device, "times",
			 s->timed ? "measured" : "modelled", "modelled_on",
			 s->timed ? json_null() : json_text_or_null(s->gpu.figures.called),
			 "axis", s->axis, "note", json_text_or_null(s->note), "rows", rows, "charts", charts);
}
