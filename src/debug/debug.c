/*
 * debug.c - see debug.h. The launch's thread and the caller take turns:
 *
 *	caller    go ----. waits ............. .- reads, thinks -. go -- ...
 *	launch           '-> runs, `before` --'  waits ...........'
 *
 * The caller sets a flag to end a launch that it no longer needs; the launch then runs without stops until it reads that flag,
 * within a turn of a warp.
 */
#include "config.h"

#include "debug/debug.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"

#define MEMORY ((uint64_t)1 << 30)
#define WINDOW 4096             /* steps examined first when going back */
#define WIDER  256              /* the factor for each further attempt */
#define NOWHERE UINT64_MAX

struct debug {
	struct debug_setup setup;
	struct simt_mem *mem;
	struct simt_program *program;
	struct simt_launch launch;
	struct simt_trace trace;
	struct simt_stepper stepper;
	struct simt_result result;
	volatile sig_atomic_t stop, interrupted;
	pthread_t thread;
	bool threaded, ended, leaving;  /* leaving: the launch should end without a stop */
	struct simt_step at;
	uint64_t total;
	debug_wanted *wanted;           /* NULL: every step */
	void *ctx;
	void (*executed)(void *ctx, const struct simt_step *s);
	void *executed_ctx;
	int status;                     /* of the launch that has ended */
	struct error error;
	pthread_mutex_t lock;
	pthread_cond_t turned;
	bool launch_turn;
};

static int memory_make(const struct debug_setup *s, struct simt_mem **mem, struct simt_program **program,
		       struct simt_launch *launch, struct error *err)
{
	*launch = (struct simt_launch){ .checks = SIMT_CHECK_BOUNDS, .budget = DEBUG_BUDGET };
	*program = NULL;
	*mem = simt_mem_new(s->memory ? s->memory : MEMORY, err);
	if (!*mem || (s->prepare && s->prepare(s->ctx, *mem, err)))
		return -1;
	*program = simt_program_new(s->module, *mem, err);
	if (!*program || s->fill(s->ctx, *mem, *program, launch, err))
		return -1;
	launch->threads = 1;
	return 0;
}

/* ---- turns --------------------------------------------------------------------------- */

static void turn_give(struct debug *d, bool to_launch)
{
	pthread_mutex_lock(&d->lock);
	d->launch_turn = to_launch;
	pthread_cond_broadcast(&d->turned);
	pthread_mutex_unlock(&d->lock);
}

static void turn_await(struct debug *d, bool of_launch)
{
	pthread_mutex_lock(&d->lock);
	while (d->launch_turn != of_launch)
		pthread_cond_wait(&d->turned, &d->lock);
	pthread_mutex_unlock(&d->lock);
}

static void on_step(void *ctx, const struct simt_step *s)
{
	struct debug *d = ctx;

	if (d->leaving || d->interrupted) {
		d->stepper.from = NOWHERE;
		return;
	}
	if (d->wanted && !d->wanted(d->ctx, s))
		return;
	d->at = *s;
	turn_give(d, false);
	turn_await(d, true);
}

static bool on_executed(void *ctx, const struct simt_step *s)
{
	struct debug *d = ctx;

	if (!d->leaving)
		d->executed(d->executed_ctx, s);
	return true;
}

static void *launch_thread(void *arg)
{
	struct debug *d = arg;

	turn_await(d, true);
	d->status = simt_launch(d->program, &d->launch, &d->result, &d->error);
	d->ended = true;
	turn_give(d, false);
	return NULL;
}

static int was_interrupted(struct error *err)
{
	return error_set(err, PARTY_LEARNER, "interrupted");
}

/* Runs the launch until it stops before a step or has ended. */
static int launch_go(struct debug *d, struct error *err)
{
	if (d->interrupted)
		return was_interrupted(err);
	turn_give(d, true);
	turn_await(d, false);
	if (!d->ended)
		return 0;
	if (d->interrupted)
		return was_interrupted(err);
	if (d->status < 0) {
		if (err)
			*err = d->error;
		return -1;
	}
	if (d->result.end == SIMT_BAD_LAUNCH) {
		if (err)
			*err = d->result.error;
		return -1;
	}
	d->total = d->stepper.next;
	return 0;
}

/* ---- launches ------------------------------------------------------------------------- */

static void launch_leave(struct debug *d)
{
	if (d->threaded) {
		d->leaving = true;
		d->stop = 1;
		d->stepper.from = NOWHERE;
		if (!d->ended) {
			turn_give(d, true);
			turn_await(d, false);
		}
		pthread_join(d->thread, NULL);
		simt_result_release(&d->result);
	}
	d->threaded = false;
	simt_program_free(d->program);
	simt_mem_free(d->mem);
	d->program = NULL;
	d->mem = NULL;
}

/* Makes memory and a thread for a new launch, which does not run yet. */
static int launch_begin(struct debug *d, struct error *err)
{
	launch_leave(d);
	d->ended = d->leaving = false;
	d->stop = 0;
	d->stepper = (struct simt_stepper){ .before = on_step, .ctx = d };
	d->trace = (struct simt_trace){ .ctx = d, .stepper = &d->stepper };
	if (memory_make(&d->setup, &d->mem, &d->program, &d->launch, err))
		return -1;
	d->launch.trace = &d->trace;
	d->launch.stop = &d->stop;
	d->launch_turn = false;
	d->threaded = thread_start(&d->thread, 0, launch_thread, d) == 0;
	return d->threaded ? 0 : error_set(err, PARTY_MACHINE, "cannot start a thread");
}

int debug_goto(struct debug *d, uint64_t step, struct error *err)
{
	if (d->threaded && step == debug_now(d))
		return 0;
	if (d->threaded && d->ended && step > d->total)
		return 0;
	if ((!d->threaded || step < debug_now(d)) && launch_begin(d, err))
		return -1;
	d->wanted = NULL;
	d->stepper.from = step;
	return launch_go(d, err);
}

int debug_run(struct debug *d, debug_wanted *wanted, void *ctx, struct error *err)
{
	if (d->ended)
		return 0;
	d->wanted = wanted;
	d->ctx = ctx;
	d->stepper.from = d->at.number + 1;
	wanted(ctx, NULL);
	return launch_go(d, err);
}

void debug_trace(struct debug *d, void (*executed)(void *ctx, const struct simt_step *s), void *ctx)
{
	d->executed = executed;
	d->executed_ctx = ctx;
	d->trace.step = executed ? on_executed : NULL;
}

/* ---- back -------------------------------------------------------------------------------- */

struct search {
	debug_wanted *wanted;
	void *ctx;
	uint64_t before, found;
};

static bool search_step(void *ctx, const struct simt_step *s)
{
	struct search *q = ctx;

	if (s->number >= q->before)
		return true;
	if (q->wanted(q->ctx, s))
		q->found = s->number;
	return false;
}

int debug_back(struct debug *d, debug_wanted *wanted, void *ctx, bool *found, struct error *err)
{
	struct search q = { wanted, ctx, debug_now(d), NOWHERE };
	uint64_t width = WINDOW, from;

	do {
		from = q.before > width ? q.before - width : 0;
		if (launch_begin(d, err))
			return -1;
		wanted(ctx, NULL);
		d->wanted = search_step;
		d->ctx = &q;
		d->stepper.from = from;
		if (launch_go(d, err))
			return -1;
		width = width > NOWHERE / WIDER ? NOWHERE : width * WIDER;
	} while (q.found == NOWHERE && from);
	if (found)
		*found = q.found != NOWHERE;
	return debug_goto(d, q.found == NOWHERE ? 0 : q.found, err);
}

void debug_interrupt(struct debug *d)
{
	d->interrupted = 1;
	d->stop = 1;
}

int debug_resume(struct debug *d, uint64_t step, struct error *err)
{
	launch_leave(d);
	d->interrupted = 0;
	return debug_goto(d, step, err);
}

/* ---- what is there ------------------------------------------------------------------------ */

const struct simt_step *debug_at(const struct debug *d)
{
	return d->ended ? NULL : &d->at;
}

uint64_t debug_now(const struct debug *d)
{
	return d->ended ? d->total : d->at.number;
}

uint64_t debug_total(const struct debug *d)
{
	return d->total;
}

const struct simt_result *debug_result(const struct debug *d)
{
	return d->ended ? &d->result : NULL;
}

struct simt_mem *debug_memory(struct debug *d)
{
	return d->mem;
}

const struct simt_launch *debug_launch(const struct debug *d)
{
	return &d->launch;
}

int debug_new(struct debug **out, const struct debug_setup *setup, struct error *err)
{
	struct debug *d = calloc(1, sizeof *d);

	*out = NULL;
	if (!d)
		return error_nomem(err);
	d->setup = *setup;
	pthread_mutex_init(&d->lock, NULL);
	pthread_cond_init(&d->turned, NULL);
	if (debug_goto(d, 0, err)) {
		debug_free(d);
		return -1;
	}
	*out = d;
	return 0;
}

void debug_free(struct debug *d)
{
	if (!d)
		return;
	launch_leave(d);
	pthread_cond_destroy(&d->turned);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

/* ---- one pass ------------------------------------------------------------------------------- */

struct pass {
	struct debug_pass *p;
	struct simt_stepper stepper;
};

static void on_access(void *ctx, const struct simt_access *a)
{
	struct pass *w = ctx;

	w->p->access(w->p->ctx, w->stepper.number, a);
}

static void on_race(void *ctx, struct dim3u block, enum ptx_space space, uint64_t addr, uint32_t bytes)
{
	struct pass *w = ctx;

	w->p->raced(w->p->ctx, w->stepper.number, block, space, addr, bytes);
}

int debug_pass(const struct debug_setup *setup, struct debug_pass *p, struct simt_result *result, struct error *err)
{
	struct pass w = { .p = p };
	const struct simt_trace trace = { .stepper = &w.stepper };
	const struct simt_watch watch = { p->access ? on_access : NULL, p->raced ? on_race : NULL, &w };
	struct simt_launch launch;
	struct simt_mem *mem = NULL;
	struct simt_program *program = NULL;
	int status = memory_make(setup, &mem, &program, &launch, err);

	memset(result, 0, sizeof *result);
	if (!status) {
		launch.checks = p->checks | SIMT_CHECK_BOUNDS;
		launch.trace = &trace;
		launch.watch = p->access || p->raced ? &watch : NULL;
		launch.budget = p->budget ? p->budget : launch.budget;
		launch.stop = p->stop;
		status = simt_launch(program, &launch, result, err);
	}
	if (!status && p->stop && *p->stop) {
		simt_result_release(result);
		status = was_interrupted(err);
	}
	p->steps = w.stepper.next;
	if (!status && p->end && p->end(p->ctx, mem, err)) {
		simt_result_release(result);
		status = -1;
	}
	simt_program_free(program);
	simt_mem_free(mem);
	return status;
}
