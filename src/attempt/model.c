/*
 * model.c - the time that the model expects for the case that a GPU times, beside the measured one.
 *
 * The vm judged a smaller case. So while the GPU takes times, the vm counts what the kernel and the reference do in the large
 * one, if that is quick: the cost of the smaller case tells. The model must know the card: its name has the name of a profile in
 * gpus/.
 */
#include "config.h"

#include "attempt/trial.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "bench/native_box.h"
#include "worker/modelled.h"

#define WARPS_MOST 2e7 /* instructions: most of a second of a processor */
#define BYTES_MOST ((uint64_t)96 << 20)
#define SECONDS    1   /* of a processor, for each of both */

/* One side, with a thread of its own. */
struct modelling {
	struct trial_model *of;
	bool is_reference, started;
	pthread_t thread;
	struct arena arena;
	struct modelled result;
};

struct trial_model {
	struct trial *t;
	const struct bench *bench;
	struct gpu gpu;
	struct arena arena;
	struct modelling sides[2]; /* the learner's, the reference's */
};

/* The profile with the longest name that occurs in the card's. */
static bool find_profile(const char *card, struct arena *arena, struct gpu *gpu)
{
	const char **names, *best = NULL;
	struct error ignored;
	size_t n;

	if (gpu_list(arena, &names, &n, &ignored))
		return false;
	for (size_t i = 0; i < n; i++)
		if (strcasestr(card, names[i]) && (!best || strlen(names[i]) > strlen(best)))
			best = names[i];
	return best && gpu_open(best, arena, gpu, &ignored) == 0;
}

static struct modelled model(struct modelling *side, const struct build *build)
{
	struct trial_model *m = side->of;
	const struct bench_program program = { .build = build, .target = &m->t->target, .only = &m->bench->timed };
	const struct exercise_case *c = &m->bench->cases[m->bench->timed];
	struct modelled_launch launch = { c->grid, c->block, c->dynamic_shared, bench_bytes(m->bench->exercise, c),
					  &m->gpu.figures };
	struct box_limits limits;
	struct box_report run;
	struct error ignored;
	struct job job;

	box_default_limits(&limits);
	limits.seconds = SECONDS;
	if (bench_job(m->bench, &program, &side->arena, &job, &ignored) ||
	    native_box_run(&job, &limits, &side->arena, &run, &ignored) || run.result.ncases != 1 ||
	    run.result.cases[0].end != CASE_DONE)
		return (struct modelled){ 0, NULL };
	return modelled_kernel(&launch, &run.result.cases[0]);
}

static void *model_side(void *ctx)
{
	struct modelling *side = ctx;
	struct trial_model *m = side->of;
	struct build reference;
	struct error ignored;

	if (!side->is_reference) {
		side->result = model(side, &m->t->build);
		return NULL;
	}
	if (build_run(&reference, m->bench->exercise, m->bench->exercise->solution_path, &m->t->compiler, 0, &side->arena,
		      &ignored) == VERDICT_PASSED)
		side->result = model(side, &reference);
	build_release(&reference);
	return NULL;
}

/* As many times the work as the case has more data. */
static bool is_quick(const struct trial *t, const struct bench *b)
{
	const size_t i = t->bench.timed;
	const double small = (double)bench_bytes(t->exercise, &t->bench.cases[i]);
	const uint64_t bytes = bench_bytes(b->exercise, &b->cases[b->timed]);
	const double warps = i < t->run.result.ncases ? (double)case_counter(&t->run.result.cases[i], "warp_instructions") : 0;

	return small > 0 && warps > 0 && bytes <= BYTES_MOST && warps * (double)bytes / small <= WARPS_MOST;
}

static void end(struct trial_model *m)
{
	for (int i = 0; i < 2; i++) {
		if (m->sides[i].started)
			pthread_join(m->sides[i].thread, NULL);
		m->sides[i].started = false;
	}
}

static void release(struct trial_model *m)
{
	for (int i = 0; i < 2; i++)
		arena_release(&m->sides[i].arena);
	arena_release(&m->arena);
	free(m);
}

struct trial_model *trial_model_start(struct trial *t, const struct bench *b, const char *card)
{
	struct trial_model *m = is_quick(t, b) ? calloc(1, sizeof *m) : NULL;

	if (!m)
		return NULL;
	m->t = t;
	m->bench = b;
	if (!find_profile(card, &m->arena, &m->gpu)) {
		release(m);
		return NULL;
	}
	for (int i = 0; i < 2; i++) {
		m->sides[i] = (struct modelling){ .of = m, .is_reference = i == 1 };
		m->sides[i].started = !thread_start(&m->sides[i].thread, 0, model_side, &m->sides[i]);
	}
	return m;
}

void trial_model_take(struct trial_model *m)
{
	const struct modelled *own, *reference;
	struct attempt_speed *s;

	if (!m)
		return;
	end(m);
	s = &m->t->a->speed;
	own = &m->sides[0].result;
	reference = &m->sides[1].result;
	if (s->speedup > 0 && own->seconds > 0) {
		s->modelled = own->seconds;
		s->modelled_on = arena_strdup(&m->t->a->arena, m->gpu.figures.called);
		s->modelled_limit = own->limit;
		s->reference_modelled = reference->seconds;
		s->reference_modelled_limit = reference->limit;
		s->modelled_ratio = reference->seconds > 0 ? own->seconds / reference->seconds : 0;
	}
	release(m);
}
