/* debugger.c - opens a debugger: builds, runs each case until one is worth a look, and compares. See debugger.h. */
#include "config.h"

#include "debug/debugger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "child/proc.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"
#include "judge/judge.h"
#include "toolchain/python/numba.h"

/*
 * Warp instructions after which a launch counts as endless: for the reference, and for a file as a multiple of the reference's.
 */
#define REFERENCE_BUDGET ((uint64_t)1 << 28)
#define LEAST_BUDGET     ((uint64_t)1 << 22)
#define BUDGET_TIMES     64

static int fill(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err)
{
	struct kernel_case *of = ctx;

	(void)p;
	launch->budget = of->job.cases[0].budget;
	return kernel_case_fill(of, m, launch, err);
}

/* ---- running a case ------------------------------------------------------------------ */

struct outputs { struct debugger *d; struct kernel_case *of; const uint8_t **list; };

static int outputs_read(void *ctx, struct simt_mem *m, struct error *err)
{
	struct outputs *o = ctx;
	const struct job_case *c = &o->of->job.cases[0];

	for (size_t i = 0; i < c->nargs; i++) {
		uint8_t *bytes;

		if (c->args[i].kind != JOB_BUFFER || c->args[i].role == JOB_IN)
			continue;
		bytes = arena_alloc(&o->d->arena, c->args[i].len + 1);
		if (!bytes)
			return error_nomem(err);
		if (c->args[i].len && simt_read(m, o->of->addr[i], bytes, c->args[i].len, err))
			return -1;
		o->list[i] = bytes;
	}
	return 0;
}

static int run_once(struct debugger *d, struct kernel_case *of, unsigned checks, const uint8_t ***list,
		    struct simt_result *result, uint64_t *steps, struct error *err)
{
	const struct debug_setup setup = { .module = of->module, .fill = fill, .ctx = of };
	struct outputs outputs = { d, of, arena_array(&d->arena, of->job.cases[0].nargs + 1, sizeof *outputs.list) };
	struct debug_pass pass = { .checks = checks, .end = outputs_read, .ctx = &outputs, .stop = proc_stop_flag() };

	if (!outputs.list)
		return error_nomem(err);
	if (debug_pass(&setup, &pass, result, err))
		return -1;
	*list = outputs.list;
	*steps = pass.steps;
	return 0;
}

/* The reference's outputs of the case, and its running time; no outputs, and no error, if it does not finish here. */
static int reference_run(struct debugger *d, const struct build *b, uint64_t *steps, struct error *err)
{
	struct simt_result result;
	struct kernel_case of;
	int status = kernel_case_open(&of, d->exercise, d->c, b, &d->target, &d->arena, err);

	d->want = NULL;
	*steps = 0;
	if (!status) {
		of.job.cases[0].budget = REFERENCE_BUDGET;
		status = run_once(d, &of, 0, &d->want, &result, steps, err);
	}
	if (!status && result.end != SIMT_DONE)
		d->want = NULL;
	if (!status)
		simt_result_release(&result);
	kernel_case_close(&of);
	return status;
}

static int wrong_find(struct debugger *d, struct error *err)
{
	size_t cap = 0;

	d->wrong = NULL;
	d->nwrong = d->never = 0;
	d->is_wrong_sorted = false;
	d->is_compared = d->survey.end == SIMT_DONE && d->want;
	for (size_t k = 0; d->is_compared && k < d->exercise->nparams; k++)
		for (uint64_t i = 0; d->got[k] && i < d->c->args[k].count; i++) {
			struct wrong *w;

			if (judge_same(d->exercise->params[k].type, d->got[k], d->want[k], i, &d->exercise->tolerance))
				continue;
			w = arena_push(&d->arena, &d->wrong, &d->nwrong, &cap, sizeof *w);
			if (!w)
				return error_nomem(err);
			*w = (struct wrong){ .arg = k, .index = i, .step = NO_STEP };
		}
	return 0;
}

static int forms_of_case(struct debugger *d, struct error *err)
{
	d->forms = arena_array(&d->arena, d->exercise->nparams + 1, sizeof *d->forms);
	if (!d->forms)
		return error_nomem(err);
	for (size_t k = 0; k < d->exercise->nparams; k++) {
		d->forms[k] = (struct form){ .typed = true, .type = d->exercise->params[k].type };
		memcpy(d->forms[k].shape, d->c->args[k].shape, sizeof d->forms[k].shape);
	}
	return 0;
}

static int case_try(struct debugger *d, struct exercise_case *c, const struct build *reference, struct error *err)
{
	uint64_t its;

	simt_result_release(&d->survey);
	kernel_case_close(&d->of);
	d->c = c;
	if (reference_run(d, reference, &its, err) || kernel_case_open(&d->of, d->exercise, c, &d->build, &d->target,
								       &d->arena, err))
		return -1;
	d->of.job.cases[0].budget = its * BUDGET_TIMES > LEAST_BUDGET ? its * BUDGET_TIMES : LEAST_BUDGET;
	if (run_once(d, &d->of, SIMT_CHECK_ALL, &d->got, &d->survey, &d->steps, err))
		return -1;
	if (d->survey.end == SIMT_BAD_LAUNCH) {
		if (err)
			*err = d->survey.error;
		return -1;
	}
	d->title = c->name;
	d->kernel = d->exercise->kernel;
	return forms_of_case(d, err) || wrong_find(d, err) ? -1 : 0;
}

static bool is_interesting(const struct debugger *d)
{
	if (d->nwrong || d->survey.end != SIMT_DONE)
		return true;
	for (size_t k = 0; k < d->survey.nfindings; k++)
		if (d->survey.findings[k].level == FINDING_ERROR)
			return true;
	return false;
}

/* ---- choosing the case ---------------------------------------------------------------- */

static struct exercise_case *case_named(struct debugger *d, const char *wanted)
{
	char *end = NULL;
	unsigned long long number = strtoull(wanted, &end, 10);

	for (size_t i = 0; i < d->bench.ncases; i++)
		if (!strcmp(d->bench.cases[i].name, wanted))
			return &d->bench.cases[i];
	return *wanted && !*end && number > 0 && number <= d->bench.ncases ? &d->bench.cases[number - 1] : NULL;
}

static int fail_no_case(struct debugger *d, const char *wanted, struct error *err)
{
	struct buf all = BUF_INIT;

	for (size_t i = 0; i < d->bench.ncases && all.len < 300; i++)
		buf_printf(&all, "%s%zu: %s", i ? "; " : "", i + 1, d->bench.cases[i].name);
	error_set(err, PARTY_LEARNER, "there is no case '%.60s'", wanted);
	error_remedy(err, "the cases are %s", buf_text(&all));
	buf_release(&all);
	return error_word(err);
}

/* Is the case a single row or column? */
static bool is_vector(const struct debugger *d, const struct exercise_case *c)
{
	for (size_t k = 0; k < d->exercise->nparams; k++)
		for (int i = 0; i < 3; i++)
			if (c->args[k].shape[1] && c->args[k].shape[i] == 1)
				return true;
	return false;
}

/* The smallest case with two blocks, else the one with the most threads: enough to see, and short. */
static struct exercise_case *case_small(const struct debugger *d)
{
	struct exercise_case *best = NULL;
	uint64_t most = 0;

	for (size_t i = 0; i < d->bench.ncases; i++) {
		struct exercise_case *c = &d->bench.cases[i];
		uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z,
			threads = blocks * c->block.x * c->block.y * c->block.z;
		uint64_t bytes = bench_bytes(d->exercise, c);

		threads = blocks > 1 && threads > 64 ? 64 : threads > 63 ? 63 : threads;
		threads = is_vector(d, c) ? threads / 2 : threads;
		if (!best || threads > most || (threads == most && bytes < bench_bytes(d->exercise, best))) {
			best = c;
			most = threads;
		}
	}
	return best;
}

static int case_choose(struct debugger *d, const char *wanted, const struct build *reference, struct error *err)
{
	struct exercise_case *c = wanted ? case_named(d, wanted) : NULL;

	if (wanted)
		return c ? case_try(d, c, reference, err) : fail_no_case(d, wanted, err);
	for (size_t i = 0; i < d->bench.ncases; i++) {
		if (d->bench.cases[i].measured && i)
			continue;
		if (case_try(d, &d->bench.cases[i], reference, err))
			return -1;
		if (is_interesting(d))
			return 0;
	}
	return case_try(d, case_small(d), reference, err);
}

/* ---- opening --------------------------------------------------------------------------- */

static int file_build(struct debugger *d, const char *path, struct error *err)
{
	enum verdict v = build_run(&d->build, d->exercise, path, &d->compiler, 0, &d->arena, err);

	d->is_built = true;
	if (v == VERDICT_COMPILE_ERROR) {
		error_set(err, PARTY_LEARNER, "there is nothing to step through: '%s' does not compile", path_base(path));
		return error_remedy(err, "`warpbook check` shows the compiler's messages");
	}
	d->source = (struct source){ buf_text(&d->build.source), d->build.source.len };
	d->own = arena_strdup(&d->arena, path_base(path));
	return v == VERDICT_PASSED ? 0 : -1;
}

int debugger_begin(struct debugger *d, struct error *err)
{
	const struct simt_step *s;

	if (debug_new(&d->debug, &d->setup, err))
		return -1;
	s = debug_at(d->debug);
	d->block = s ? s->block : (struct dim3u){ 0, 0, 0 };
	d->warp = s ? s->warp : 0;
	d->lane = s && s->active ? (unsigned)__builtin_ctz(s->active) : 0;
	d->reason = STOP_BEGIN;
	return arrays_list(d, err);
}

static int launch_begin(struct debugger *d, struct error *err)
{
	d->variables = d->compiler.for_stepping ? debug_variables_new(d->of.module, d->build.compilation.ptx,
								      d->build.compilation.ptx_len) : NULL;
	d->setup = (struct debug_setup){ .module = d->of.module, .fill = fill, .ctx = &d->of };
	return debugger_begin(d, err);
}

bool debugger_is_same(const struct debugger *a, const struct debugger *b)
{
	if (a->survey.end != b->survey.end || a->survey.nfindings != b->survey.nfindings || a->nwrong != b->nwrong ||
	    a->is_compared != b->is_compared)
		return false;
	for (size_t k = 0; k < a->survey.nfindings; k++)
		if (a->survey.findings[k].kind != b->survey.findings[k].kind ||
		    a->survey.findings[k].place.line != b->survey.findings[k].place.line)
			return false;
	for (size_t k = 0; k < a->nwrong; k++)
		if (a->wrong[k].arg != b->wrong[k].arg || a->wrong[k].index != b->wrong[k].index)
			return false;
	return true;
}

static void subject_release(struct debugger *d)
{
	simt_result_release(&d->survey);
	kernel_case_close(&d->of);
	if (d->is_built)
		build_release(&d->build);
	d->is_built = false;
}

static int case_build_for_stepping(struct debugger *d, const char *path, struct error *err)
{
	struct build reference;
	int status = file_build(d, path, err);

	if (status)
		return -1;
	status = build_run(&reference, d->exercise, d->exercise->solution_path, &d->compiler, 0, &d->arena, err) == VERDICT_PASSED
			 ? case_try(d, d->c, &reference, err) : -1;
	build_release(&reference);
	if (status || !d->exercise->python)
		return status;
	/* Another version of Numba may build as it always does: see python/warpbook_numba.py. */
	return memmem(d->build.compilation.ptx, d->build.compilation.ptx_len, ".debug_info", 11)
		       ? 0 : error_set(err, PARTY_US, "this version of Numba does not say where variables are");
}

/* Opens the same case with a build for stepping, which replaces the first if it behaves the same, or if the user asked for it. */
static int stepping_try(struct debugger *d, const char *path, const struct debugger_options *o, struct error *err)
{
	struct debugger checked = *d;
	struct error why = { 0 };
	bool same;

	d->compiler.for_stepping = true;
	d->is_built = false;
	memset(&d->survey, 0, sizeof d->survey);
	memset(&d->of, 0, sizeof d->of);
	if (case_build_for_stepping(d, path, &why)) {
		subject_release(d);
		checked.arena = d->arena;
		*d = checked;
		/* What Numba compiles for the check it may fail on without optimisation, in many ways. */
		if (o->build == DEBUGGER_STEPPING || (why.party == PARTY_MACHINE && !d->exercise->python)) {
			if (err)
				*err = why;
			return -1;
		}
		d->note = d->exercise->python && why.party == PARTY_LEARNER
				  ? N_("this is the optimised build that `check` runs, without variables: Numba does not compile "
				       "the kernel without optimisation")
				  : arena_printf(&d->arena, "this is the optimised build that `check` runs; there is none for "
							    "stepping: %s", why.text);
		return 0;
	}
	same = debugger_is_same(d, &checked);
	if (same || o->build == DEBUGGER_STEPPING) {
		simt_result_release(&checked.survey);
		kernel_case_close(&checked.of);
		build_release(&checked.build);
		d->note = same ? DEBUGGER_SAME("check") : DEBUGGER_DIFFERENT("check");
		return 0;
	}
	subject_release(d);
	checked.arena = d->arena;
	*d = checked;
	d->note = DEBUGGER_OPTIMISED("check");
	return 0;
}

static int open_all(struct debugger *d, const char *id, const char *path, const struct debugger_options *o, struct error *err)
{
	struct build reference;
	int status;

	if (target_choose(&d->target, "vm", err) || compiler_find_for(&d->compiler, path, o->compiler, err) ||
	    exercise_open_for(&d->exercise, id, path, err))
		return -1;
	if (d->exercise->kind != EXERCISE_KERNEL) {
		error_set(err, PARTY_LEARNER, "'%s' is about the host's side: here the debugger steps through exercises whose "
					      "kernel is yours",
			  d->exercise->id);
		return error_remedy(err, d->exercise->python ? N_("`warpbook check %s` names lines")
				    : N_("`warpbook debug %s` steps through the launches of its kernels"), d->exercise->name);
	}
	if (file_build(d, path, err) || bench_open(&d->bench, d->exercise, o->seed, false, &d->arena, err))
		return -1;
	status = build_run(&reference, d->exercise, d->exercise->solution_path, &d->compiler, 0, &d->arena, err) == VERDICT_PASSED
			 ? case_choose(d, o->case_wanted, &reference, err) : -1;
	build_release(&reference);
	if (!status && o->build != DEBUGGER_CHECKED)
		status = stepping_try(d, path, o, err);
	return status || launch_begin(d, err) ? -1 : 0;
}

int debugger_open(struct debugger **out, const char *id, const char *path, const struct debugger_options *options,
		  struct error *err)
{
	struct debugger *d = calloc(1, sizeof *d);

	*out = NULL;
	if (!d)
		return error_nomem(err);
	if (open_all(d, id, path, options, err)) {
		debugger_close(d);
		return -1;
	}
	*out = d;
	return 0;
}

void debugger_close(struct debugger *d)
{
	if (!d)
		return;
	debug_free(d->debug);
	written_forget(d);
	for (size_t k = 0; k < d->nbreaks; k++)
		free(d->breaks[k].at);
	for (size_t k = 0; k < d->nwatches; k++)
		free(d->watches[k].writes.list);
	for (size_t k = 0; k < sizeof d->said / sizeof *d->said; k++)
		buf_release(&d->said[k]);
	debug_variables_free(d->variables);
	subject_release(d);
	if (d->exercise)
		exercise_close(d->exercise);
	arena_release(&d->arena);
	free(d);
}

void debugger_interrupt(struct debugger *d)
{
	d->interrupted = 1;
	debug_interrupt(d->debug);
}
