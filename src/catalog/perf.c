/*
 * perf.c - an exercise's limits on a kernel's speed: the field `perf` of a definition.
 *
 *	perf = { case = { n = 65536 }, limits = { { "sectors_per_request", most = 4.5, why = "..." } } }
 *
 * The kernel also runs on that case, and the judge compares its counts with the
 * limits. This file reads the field, and describes it in words.
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/language.h"
#include "catalog/internal.h"
#include "script/nearest.h"

#define LIMITS_MAX 8
#define MARGIN_USUAL 0.1
#define METRICS_MAX 64

static const char *const perf_fields[] = { "case", "gpu", "bytes", "flops", "margin", "share_work", "limits", NULL };
static const char *const limit_fields[] = { SCRIPT_ITEMS, "most", "least", "times", "needs", "why", "advice", NULL };

static int report_unknown(struct script *s, const char *name, struct error *err)
{
	const char *names[METRICS_MAX], *near;
	size_t n = 0;

	for (; n < metric_nrows && n < METRICS_MAX; n++)
		names[n] = metric_rows[n].name;
	near = word_nearest(name, names, n);
	script_error_item(s, err, 1, "'%s' is not a metric", name);
	return near ? error_remedy(err, "did you mean \"%s\"?", near)
		    : error_remedy(err, "see the list of metrics in exercises/README.md");
}

/* The bound is one of three fields; the metric's direction decides which one is allowed. */
static int read_bound(struct script *s, struct perf_limit *l, struct error *err)
{
	const char *fits = l->metric->more ? "least" : "most", *other = l->metric->more ? "most" : "least";
	double bound = 0, times = 0, wrong = 0, needs = 0;

	if (script_number(s, fits, false, &bound, err) || script_number(s, "times", false, &times, err) ||
	    script_number(s, other, false, &wrong, err) || script_number(s, "needs", false, &needs, err))
		return -1;
	if (needs > 0 && !l->metric->more && !catalog_field_present(s, fits) && !catalog_field_present(s, other) &&
	    !catalog_field_present(s, "times") && catalog_field_present(s, "advice")) {
		l->at_least = true;
		l->bound = needs;
		return 0;
	}
	if (needs != 0) {
		script_error(s, err, "needs", "must be above 0, be the only bound, have an `advice`, and belong to a metric of "
					      "which less is better");
		return error_remedy(err, "write { \"atomics\", needs = 64, why = \"...\", advice = \"...\" }");
	}
	if (wrong != 0) {
		script_error(s, err, other, "%s of '%s' is better", l->metric->more ? "more" : "less", l->metric->name);
		return error_remedy(err, "write `%s = ...`", fits);
	}
	if (!(bound > 0) == !(times > 0)) {
		script_error(s, err, NULL, "a limit has either `%s` or `times`, a number above 0", fits);
		return error_remedy(err, "write %s = 4.5, or times = 1.5 for 1.5 times the reference solution's", fits);
	}
	l->at_least = l->metric->more;
	l->relative = times > 0;
	l->bound = l->relative ? times : bound;
	return 0;
}

static int read_limit(struct exercise *e, struct perf_limit *l, struct error *err)
{
	struct script *s = e->script;
	const char *name = NULL;

	if (script_only(s, limit_fields, err))
		return -1;
	if (script_length(s) != 1 || script_item_string(s, &e->arena, 1, &name, err) != 1) {
		script_error(s, err, NULL, "a limit begins with the name of a metric");
		return error_remedy(err, "write { \"sectors_per_request\", most = 4.5, why = \"...\" }");
	}
	l->metric = metric_find(name);
	if (!l->metric)
		return report_unknown(s, name, err);
	for (const struct perf_limit *other = e->perf.limits; other < l; other++)
		if (other->metric == l->metric)
			return script_error_item(s, err, 1, "there is already a limit of '%s'", name);
	return read_bound(s, l, err) || script_string(s, &e->arena, "why", true, &l->why, err) ||
		       script_string(s, &e->arena, "advice", false, &l->advice, err) ? -1 : 0;
}

static int read_limits(struct exercise *e, struct error *err)
{
	struct script *s = e->script;

	const size_t shared = e->perf.nlimits;
	int found = script_enter(s, "limits", shared == 0, err);
	size_t listed;

	if (found != 1)
		return found;
	listed = (size_t)script_length(s);
	if (listed < 1 || shared + listed > LIMITS_MAX)
		return script_error(s, err, NULL, "there must be 1 to %zu limits, not %zu", LIMITS_MAX - shared, listed);
	for (size_t i = 0; i < listed; i++) {
		if (script_enter_index(s, (int)i + 1, err) != 1 || read_limit(e, &e->perf.limits[shared + i], err))
			return -1;
		e->perf.nlimits++;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

/*
 * `share_work = 4` stands for two limits that distinguish a kernel whose threads share the work from one in which a single thread
 * does all of it, or every thread does all of it. Among the programs tried, a kernel with one working thread keeps at most 31 %
 * of the lanes in use; a correct solution, however unusual, 78 % or more, with at most 2.6 times the reference's instructions.
 * Heavier arithmetic (a sum in pairs, a recursion) takes up to 4.4 times as many with all lanes busy, and threads that all do
 * everything hundreds of times.
 */
#define SHARED_LANES   13
#define SHARED_HEAVIER 3

static int read_share_work(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	double times = 0;

	e->perf.limits = arena_array(&e->arena, LIMITS_MAX, sizeof *e->perf.limits);
	if (!e->perf.limits)
		return error_nomem(err);
	if (script_number(s, "share_work", false, &times, err))
		return -1;
	if (!catalog_field_present(s, "share_work"))
		return 0;
	if (!(times > 1)) {
		script_error(s, err, "share_work", "should be above 1");
		return error_remedy(err, "write share_work = 4 for 4 times the reference solution's warp instructions");
	}
	e->perf.limits[0] = (struct perf_limit){
		.metric = metric_find("active_lanes"), .at_least = true, .bound = SHARED_LANES,
		.task = "*Keep the threads busy.* On average, at least 13 of the 32 threads of a warp must be working.",
		.why = "the 32 threads of a warp work side by side: one alone takes 32 times as long",
		.advice = "let each thread do its own part of the work, at the same time as its neighbours",
	};
	e->perf.limits[1] = (struct perf_limit){
		.metric = metric_find("warp_instructions"), .relative = true, .bound = times, .if_heavier = SHARED_HEAVIER,
		.task = arena_printf(&e->arena, "*Don't repeat work.* Your kernel may execute at most %g times as many "
				     "instructions as the reference solution.", times),
		.why = "a thread need not repeat work that another thread has already done",
		.advice = "share the work among the threads, and let each do its part once",
	};
	e->perf.nlimits = 2;
	return e->perf.limits[1].task ? 0 : error_nomem(err);
}

/*
 * Among the programs tried, where one block does nearly all the work it is at most 1/16 of the reference's blocks that work;
 * right programs, however unusual, keep SHARED_BLOCKS of them. Where the reference's are few, one block is still found: it
 * makes 1 to 1.1. With fewer than MANY_BLOCKS of the reference's the limit says nothing.
 */
#define SHARED_BLOCKS 0.125
#define ONE_BLOCK     1.2
#define MANY_BLOCKS   2.9

static void limit_blocks(struct exercise *e)
{
	const struct metric *blocks = metric_find("working_blocks");

	for (size_t i = 0; i < e->perf.nlimits; i++)
		if (e->perf.limits[i].metric == blocks)
			return;
	if (e->kind == EXERCISE_KERNEL && e->perf.nlimits)
		e->perf.blocks = (struct perf_limit){
			.metric = blocks, .at_least = true, .relative = true, .bound = SHARED_BLOCKS, .plain = e->plain,
			.no_less = ONE_BLOCK, .where = MANY_BLOCKS,
			.why = "a block runs on one multiprocessor: where one does all the work, the others are idle",
			.advice = "let each block do its own part of the work: one that does all of it leaves the other "
				  "multiprocessors idle",
		};
}

int perf_read(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	int found = script_enter(s, "perf", false, err);

	if (found != 1)
		return found;
	e->perf.margin = MARGIN_USUAL;
	if (script_only(s, perf_fields, err) || script_number(s, "margin", false, &e->perf.margin, err))
		return -1;
	if (!(e->perf.margin >= 0 && e->perf.margin < 1))
		return script_error(s, err, "margin", "should be from 0 to 1: 0.1 is ten percent");
	if (script_enter(s, "case", true, err) != 1 || case_check(e, err))
		return -1;
	script_leave(s);
	found = script_enter(s, "gpu", false, err);
	if (found < 0 || (found && case_check(e, err)))
		return -1;
	if (found)
		script_leave(s);
	e->perf.has_gpu_case = found;
	if (read_share_work(e, err) || read_limits(e, err))
		return -1;
	for (size_t i = 0; i < e->perf.nlimits; i++)
		/* a time needs no explanation */
		e->perf.limits[i].plain = e->plain && strcmp(e->perf.limits[i].metric->name, "time") != 0;
	limit_blocks(e);
	script_leave(s);
	return 0;
}

/* ---- the case's bytes ------------------------------------------------------------------- */

/* For a kernel that reads each input once and writes each output once. */
static double bytes_of_arrays(const struct exercise *e, const struct exercise_case *c)
{
	double bytes = 0;

	for (size_t i = 0; i < e->nparams; i++)
		if (e->params[i].role != PARAM_SCALAR)
			bytes += (double)c->args[i].count * value_type_bytes(e->params[i].type) *
				 (e->params[i].role == PARAM_INOUT ? 2 : 1);
	return bytes;
}

/* A number above 0, or a function of the case; `usual` if the field is missing. */
static int read_work(struct script *s, const struct exercise_case *c, const char *field, const char *least, double usual,
		     double *work, struct error *err)
{
	struct number n;
	bool said = lua_getfield(script_state(s), -1, field) != LUA_TNIL;

	lua_pop(script_state(s), 1);
	*work = usual;
	if (!said)
		return 0;
	if (quantity_read(s, c, field, 0, &n, err))
		return -1;
	if (!(n.real > 0))
		return script_error(s, err, field, "is %.14g for '%s'; a kernel %s", n.real, c->name, least);
	*work = n.real;
	return 0;
}

int perf_work_read(struct exercise *e, struct exercise_case *c, struct error *err)
{
	struct script *s = e->script;

	if (script_enter(s, "perf", true, err) != 1)
		return -1;
	if (read_work(s, c, "bytes", "moves at least one byte", bytes_of_arrays(e, c), &c->bytes_needed, err) ||
	    read_work(s, c, "flops", "that needs none has no such field", 0, &c->flops, err))
		return -1;
	script_leave(s);
	return 0;
}

/* ---- in words ---------------------------------------------------------------------------- */

void perf_limit_text(const struct perf_limit *l, struct buf *out)
{
	const struct metric *m = l->metric;
	const char *side = l->at_least ? "at least" : "at most";
	char bound[32];

	metric_text(l->bound, bound, sizeof bound);
	if (l->relative)
		buf_printf(out, "%s %s times the reference solution's %s", side, bound, m->noun);
	else if (*m->unit)
		buf_printf(out, "%s: %s %s%s%s", m->noun, side, bound, m->unit, m->base);
	else
		buf_printf(out, "%s %s %s", side, bound, m->noun);
}

/* Appends a sentence: with a capital letter, and a full stop if it has no mark at its end. */
static void put_sentence(struct buf *out, const char *text)
{
	const size_t n = strlen(text);

	buf_printf(out, "%c%s", toupper((unsigned char)text[0]), n ? text + 1 : "");
	if (n && !strchr(".!?", text[n - 1]))
		buf_putc(out, '.');
}

/* "- *At most 4.5 sectors per request.* 32 neighbouring floats are 4 sectors. (Counted: ...)" */
static void put_limit(const struct perf_limit *l, struct buf *out)
{
	struct buf limit = BUF_INIT;

	buf_puts(out, "- ");
	if (l->task) {
		buf_printf(out, "%s\n", l->task);
		return;
	}
	perf_limit_text(l, &limit);
	buf_putc(out, '*');
	put_sentence(out, buf_text(&limit));
	buf_puts(out, "* ");
	put_sentence(out, l->why);
	buf_printf(out, _(" (Counted: %s.)\n"), _(l->metric->what));
	buf_release(&limit);
}

/* Adds what the task's text does not say about an answer in Python. */
static void python_text(const struct exercise *e, struct buf *out)
{
	const bool general = e->kind == EXERCISE_KERNEL && !e->ufunc;

	buf_printf(out, "\n*%s* ", _("You write it in Python, with Numba."));
	if (general)
		buf_puts(out, _("The kernel gets the same parameters, under whatever names you like. The "
				"comment at the top of the file says what they are: an array of rows and columns has "
					     "two indices, "
				"`m[row, col]`. `cuda.grid(1)` is the number of the thread, `cuda.syncthreads()` the "
					     "barrier, and "
				"`cuda.shared.array(size, type)` shared memory."));
	if (general && e->task_python)
		buf_putc(out, ' ');
	if (e->task_python)
		buf_append(out, e->task_python, strlen(e->task_python) - (e->task_python[strlen(e->task_python) - 1] == '\n'));
	buf_putc(out, '\n');
}

void exercise_task_text(const struct exercise *e, struct buf *out)
{
	size_t len = strlen(e->task);

	while (len && strchr(" \t\n", e->task[len - 1]))
		len--;
	buf_append(out, e->task, len);
	buf_putc(out, '\n');
	if (e->python)
		python_text(e, out);
	if (e->nvcc)
		buf_printf(out, _("\n*This exercise needs nvcc:* %s comes with the CUDA toolkit, and clang alone "
			     "does not have it. "
				  "A GPU is not needed.\n"), e->nvcc);
	if (e->nrules)
		buf_printf(out, "\n*%s*\n\n", _("Your solution must also follow these rules:"));
	for (size_t i = 0; i < e->nrules; i++) {
		buf_puts(out, "- ");
		if (e->rules[i].most_stated > 0)
			buf_printf(out, _("it takes at most %.3g times as long as the reference solution, on the "
				     "modelled device: "),
				   e->rules[i].most_stated);
		buf_printf(out, "%s\n", e->rules[i].why);
	}
	if (!e->perf.nlimits || e->plain)
		return;
	buf_puts(out, _("\n*Performance limits.* Once every case passes, the grader checks:\n\n"));
	for (size_t i = 0; i < e->perf.nlimits; i++)
		put_limit(&e->perf.limits[i], out);
}
