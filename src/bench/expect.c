/*
 * expect.c - the expected values of an attempt: see bench.h.
 *
 * The reference solution takes the learner's path (same compiler, same device, same inputs) in a separate worker. On
 * small cases the exercise's oracle, which was written independently of the solution, decides. An error here is never
 * the learner's fault.
 */
#include "config.h"

#include "bench/bench.h"

#include <string.h>

#include "base/thread.h"
#include "bench/build.h"
#include "bench/expectations.h"
#include "bench/native_box.h"
#include "judge/judge.h"

#define REFERENCE_LENIENCE 3 /* times the processor time of a learner: a slow machine is not their fault */

/* Sets the verdict, with the party in the error. */
static void set_failure(struct expectation *x, enum verdict verdict)
{
	x->verdict = verdict;
	x->error.party = verdict_party(verdict);
}

/* The learner's verdict on a faulty reference, in the form for its author. */
static enum verdict verdict_for_author(enum verdict v)
{
	return verdict_party(v) == PARTY_LEARNER && v != VERDICT_INTERRUPTED ? VERDICT_EXERCISE_BROKEN : v;
}

static int reference_run(struct expectation *x, const struct build *built)
{
	const struct bench_program program = { .build = built, .target = x->target };
	struct box_limits limits;
	struct job job;

	box_default_limits(&limits);
	limits.seconds *= REFERENCE_LENIENCE;
	if (bench_job(x->bench, &program, &x->arena, &job, &x->error) ||
	    native_box_run(&job, &limits, &x->arena, &x->run, &x->error)) {
		set_failure(x, x->error.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_OUR_BUG);
		return -1;
	}
	switch (x->run.end) {
	case BOX_FINISHED:
		break;
	case BOX_INTERRUPTED:
		set_failure(x, VERDICT_INTERRUPTED);
		return -1;
	case BOX_DEADLINE:
	case BOX_IDLE:
	case BOX_MEMORY:
	case BOX_STARVED:
	case BOX_ENDED:
		error_set(&x->error, PARTY_MACHINE, "the reference solution did not end within its limits");
		error_remedy(&x->error, "try again when the machine is less busy");
		error_busy(&x->error);
		set_failure(x, VERDICT_MACHINE_FAILED);
		return -1;
	default:
		error_set(&x->error, PARTY_US, "the worker that ran the reference solution crashed: %s",
			  x->run.stderr_tail[0] ? x->run.stderr_tail : strsignal(x->run.signal));
		set_failure(x, VERDICT_OUR_BUG);
		return -1;
	}
	if (x->run.result.load_failed) {
		x->error = x->run.result.error;
		set_failure(x, x->error.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_EXERCISE_BROKEN);
		return -1;
	}
	return 0;
}

/* ---- the oracle --------------------------------------------------------------------- */

/* Output buffers for the oracle: poison, or the inputs. */
static uint8_t **oracle_buffers(const struct bench *b, const struct exercise_case *c, struct arena *arena)
{
	const struct exercise *e = b->exercise;
	uint8_t **outs = arena_array(arena, e->nparams + 1, sizeof *outs);

	for (size_t i = 0; outs && i < e->nparams; i++) {
		size_t bytes = c->args[i].count * value_type_bytes(e->params[i].type);

		if (e->params[i].role != PARAM_OUT && e->params[i].role != PARAM_INOUT)
			continue;
		outs[i] = arena_alloc(arena, bytes);
		if (!outs[i])
			return NULL;
		memcpy(outs[i], c->args[i].bytes, bytes);
	}
	return outs;
}

static int oracle_check(struct expectation *x, const struct exercise_case *c, const struct case_result *r)
{
	struct exercise *e = x->bench->exercise;
	uint8_t **outs = oracle_buffers(x->bench, c, &x->arena);

	if (!outs)
		return error_nomem(&x->error);
	if (exercise_oracle(e, c, outs, &x->error))
		return -1;
	for (size_t i = 0; i < e->nparams; i++) {
		struct mismatch m;

		if (!outs[i])
			continue;
		if (judge_compare(e->params[i].type, r->buffers[i].bytes, outs[i], &c->args[i], e->params[i].name,
				  &e->tolerance, &x->arena, &m))
			return error_nomem(&x->error);
		if (m.any) {
			error_set(&x->error, PARTY_AUTHOR, "with %s the reference solution says %s is %s, the oracle %s",
				  c->name, m.where, m.got, m.expected);
			return error_at(&x->error, e->definition_path, 0);
		}
	}
	return 0;
}

/* Applies the definition's own check to the reference, on every case. */
static int accept_check(struct expectation *x, const struct exercise_case *c, const struct case_result *r)
{
	const struct exercise *e = x->bench->exercise;
	const uint8_t **outs = arena_array(&x->arena, e->nparams + 1, sizeof *outs);
	const char *why;

	if (!outs)
		return error_nomem(&x->error);
	for (size_t i = 0; i < e->nparams; i++)
		outs[i] = r->buffers[i].bytes;
	if (exercise_accept(e, c, outs, &x->arena, &why, &x->error))
		return -1;
	if (!why)
		return 0;
	error_set(&x->error, PARTY_AUTHOR, "with %s the reference solution is not accepted: %s", c->name, why);
	return error_at(&x->error, e->definition_path, 0);
}

/* Checks only cases that finished; the judge handles how a case ended. */
static void check_all(struct expectation *x)
{
	const struct result *result = &x->run.result;

	for (size_t i = 0; i < result->ncases && i < x->bench->ncases; i++) {
		const struct exercise_case *c = &x->bench->cases[i];

		if ((!c->small && !x->bench->exercise->has_accept) || result->cases[i].end != CASE_DONE ||
		    result->cases[i].nbuffers != x->bench->exercise->nparams)
			continue;
		if (x->bench->exercise->has_accept ? accept_check(x, c, &result->cases[i]) :
		    oracle_check(x, c, &result->cases[i])) {
			set_failure(x, x->error.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_EXERCISE_BROKEN);
			return;
		}
	}
}

/* The work of each case, compared with the heaviest one. */
static void take_shares(struct result *r)
{
	uint64_t most = 0;

	for (size_t i = 0; i < r->ncases; i++) {
		const uint64_t n = case_counter(&r->cases[i], "thread_instructions");

		most = n > most ? n : most;
	}
	for (size_t i = 0; most && i < r->ncases; i++)
		r->cases[i].share = (double)case_counter(&r->cases[i], "thread_instructions") / (double)most;
}

static void expect_own(struct expectation *x)
{
	const struct exercise *e = x->bench->exercise;
	struct build built;
	enum verdict v = build_run(&built, e, e->solution_path, x->compiler, x->target->arch, &x->arena, &x->error);

	if (v == VERDICT_COMPILE_ERROR) {
		struct error why = x->error;

		error_set(&x->error, PARTY_AUTHOR, "the reference solution does not compile: %.900s", why.text);
		error_at(&x->error, why.file, why.line);
	}
	if (v != VERDICT_PASSED)
		set_failure(x, verdict_for_author(v));
	else if (reference_run(x, &built) == 0) {
		take_shares(&x->run.result);
		if (e->has_oracle || e->has_accept)
			check_all(x);
	}
	build_release(&built);
}

static void *expect(void *ctx)
{
	struct expectation *x = ctx;
	bool ready = false;

	if (x->pool && !x->target->is_gpu)
		x->entry = expectations_hold(x->pool, x, &ready);
	if (!ready)
		expect_own(x);
	if (x->entry && !ready)
		expectations_made(x->pool, x->entry, x);
	return NULL;
}

/* ---- the thread ------------------------------------------------------------------------ */

void expectation_start(struct expectation *x, const struct bench *b, const struct compiler *compiler,
		       const struct target *target, struct expectations *pool)
{
	memset(x, 0, sizeof *x);
	x->bench = b;
	x->compiler = compiler;
	x->target = target;
	x->pool = pool;
	x->threaded = thread_start(&x->thread, 0, expect, x) == 0;
	if (!x->threaded)
		expect(x);
}

void expectation_join(struct expectation *x)
{
	if (x->threaded)
		pthread_join(x->thread, NULL);
	x->threaded = false;
}

void expectation_release(struct expectation *x)
{
	expectation_join(x);
	if (x->entry)
		expectations_release(x->pool, x->entry);
	arena_release(&x->arena);
}
