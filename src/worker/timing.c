/*
 * timing.c - two workers that take turns: see timing.h.
 *
 * A worker asks what to do next (proc.h: answer), and its question reports the outcome of the last command. So each worker has
 * a thread here that runs proc_run; the thread's answer waits until timing_run, in the caller's thread, has a command for it.
 */
#include "config.h"

#include "worker/timing.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"

#define WARM_SECONDS   0.2
#define PROCESSOR_SECONDS 120
#define ROUNDS_MOST    2000
#define LOOK_EVERY     4      /* rounds between evaluations of the interval, each of which takes a millisecond */
#define DROPPED_MOST   0.5    /* of the rounds */

/* One side during a run. The mutex guards everything but the thread. */
struct timed_worker {
	struct timing_side *side;
	struct table *table;
	pthread_t thread;
	bool started, asking, sent, ended;
	char reply[TIMING_LINE], command[TIMING_LINE];
	int status;                   /* of box_converse */
	struct error error;
	double *times; size_t ntimes;
};

struct table {
	struct timing *t;
	pthread_mutex_t mutex;
	pthread_cond_t change;
	bool over;                    /* every worker must end */
	struct timed_worker reference, learner;
};

/* ---- the worker's thread ------------------------------------------------------------- */

static void wait_change(struct table *table)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 100000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&table->change, &table->mutex, &until);
}

static int answer(void *ctx, const char *question, struct buf *out)
{
	struct timed_worker *p = ctx;
	struct table *table = p->table;

	pthread_mutex_lock(&table->mutex);
	snprintf(p->reply, sizeof p->reply, "%.*s", (int)strcspn(question, "\n"), question);
	vm_assert(!p->asking);
	p->asking = true;
	pthread_cond_broadcast(&table->change);
	while (!p->sent && !table->over && !proc_interrupted())
		wait_change(table);
	buf_puts(out, p->sent ? p->command : "end");
	p->sent = p->asking = false;
	pthread_mutex_unlock(&table->mutex);
	return 0;
}

static void *timed_worker_main(void *ctx)
{
	struct timed_worker *p = ctx;
	struct box_limits limits;

	box_default_limits(&limits);
	limits.seconds = PROCESSOR_SECONDS;
	p->status = box_converse(p->side->job, &limits, "time", answer, p, p->side->arena, &p->side->run, &p->error);
	pthread_mutex_lock(&p->table->mutex);
	p->ended = true;
	pthread_cond_broadcast(&p->table->change);
	pthread_mutex_unlock(&p->table->mutex);
	return NULL;
}

/* Signals go to the main thread. */
static int timed_worker_start(struct timed_worker *p, struct table *table, struct timing_side *side)
{
	sigset_t all, before;

	p->table = table;
	p->side = side;
	p->times = calloc(2 * ROUNDS_MOST, sizeof *p->times);
	if (!p->times)
		return -1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	p->started = pthread_create(&p->thread, NULL, timed_worker_main, p) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return p->started ? 0 : -1;
}

/* Accepts only numbers that a worker can honestly send: finite, and not below 0. */
static bool is_figure(double x)
{
	return isfinite(x) && x >= 0 && x < 1e18;
}

/* ---- the caller's thread --------------------------------------------------------------- */

/* Waits for the worker's next question, which reports the outcome of the last command. -1: it is gone. */
static int await_reply(struct timed_worker *p)
{
	int status;

	pthread_mutex_lock(&p->table->mutex);
	while (!p->ended && (!p->asking || p->sent))
		wait_change(p->table);
	status = p->ended ? -1 : 0;
	pthread_mutex_unlock(&p->table->mutex);
	return status;
}

static int send_to(struct timed_worker *p, const char *command)
{
	pthread_mutex_lock(&p->table->mutex);
	vm_assert(p->ended || !p->sent); /* it has taken the command before */
	snprintf(p->command, sizeof p->command, "%s", command);
	p->sent = true;
	pthread_cond_broadcast(&p->table->change);
	pthread_mutex_unlock(&p->table->mutex);
	return await_reply(p);
}

static int take(struct timed_worker *p, size_t set, double *seconds)
{
	char command[32];

	snprintf(command, sizeof command, "sample %zu", set);
	if (send_to(p, command) || sscanf(p->reply, "time %lf", seconds) != 1 || !is_figure(*seconds))
		return -1;
	vm_assert(p->ntimes < 2 * ROUNDS_MOST);
	p->times[p->ntimes++] = *seconds;
	return 0;
}

/* Keeps the sample that the worker took last. */
static int keep(struct timed_worker *p, size_t set)
{
	if (p->side->nkept == TIMING_KEPT_MOST)
		return 0;
	vm_assert(p->side->nkept < TIMING_KEPT_MOST && set < p->side->job->ncases);
	p->side->sets[p->side->nkept++] = set;
	return send_to(p, "keep");
}

/* Chooses which samples to keep: one at random from the first 20 rounds, one from the next 20, one from the next 40, and so on. */
struct choice { struct rng rng; size_t from, upto, round; bool second; };

static void choose(struct choice *c)
{
	c->from = c->upto;
	c->upto = c->upto ? 2 * c->upto : RATIO_ROUNDS_LEAST;
	vm_assert(c->from < c->upto);
	c->round = c->from + (size_t)rng_below(&c->rng, c->upto - c->from);
	c->second = rng_below(&c->rng, 2) == 1;
}

struct rounds { double ratio[ROUNDS_MOST], sm[ROUNDS_MOST], memory[ROUNDS_MOST]; size_t n, nclocks; };

/* True if the card was slowed since the last look. */
static bool look_at_card(struct table *table, struct rounds *r)
{
	struct card_state s, *all = &table->t->state;

	if (send_to(&table->reference, "state") || timing_get_state(table->reference.reply, &s) || !s.known)
		return false;
	all->known = true;
	vm_assert(r->nclocks < ROUNDS_MOST);
	r->sm[r->nclocks] = s.sm_mhz;
	r->memory[r->nclocks] = s.memory_mhz;
	r->nclocks += r->nclocks + 1 < ROUNDS_MOST;
	all->watts = fmax(all->watts, s.watts);
	all->watts_limit = s.watts_limit;
	all->celsius = s.celsius > all->celsius ? s.celsius : all->celsius;
	all->capped = all->capped || s.capped;
	all->slowed = all->slowed || s.slowed;
	all->mig = all->mig || s.mig;
	return s.slowed;
}

static int time_round(struct table *table, struct rounds *r, size_t number, struct choice *choice)
{
	struct timed_worker *a = &table->reference, *b = &table->learner;
	size_t nsets = b->side->job->ncases, timed = nsets > 1 ? nsets - 1 : 1, set = nsets > 1 ? 1 + number % timed : 0;
	const bool chosen = number == choice->round;
	double a1, b1, b2, a2;

	vm_assert(set < nsets && r->n < ROUNDS_MOST);
	if (take(a, set, &a1) || (number < timed && keep(a, set)) || take(b, set, &b1) || (chosen && !choice->second && keep(b, set)) ||
	    take(b, set, &b2) || (chosen && choice->second && keep(b, set)) || take(a, set, &a2))
		return -1;
	if (number + 1 == choice->upto)
		choose(choice);
	if (look_at_card(table, r)) {
		table->t->dropped++;
		vm_assert(a->ntimes >= 2 && b->ntimes >= 2);
		a->ntimes -= 2;
		b->ntimes -= 2;
	} else if (a1 > 0 && b1 > 0 && b2 > 0 && a2 > 0) {
		r->ratio[r->n++] = ratio_round(a1, b1, b2, a2);
	}
	return 0;
}

static void interval_of(struct table *table, const struct rounds *r)
{
	const double seconds = fmin(table->reference.times[0], table->learner.times[0]);

	ratio_of(r->ratio, r->n, &table->t->ratio);
	ratio_widen(&table->t->ratio, seconds > 0 ? TIMING_EXACT / seconds : 0);
}

/* The rule's width limit applies to the noise alone: more rounds do not reduce the rest. */
static double width_asked(const struct table *table)
{
	const double seconds = fmin(table->reference.times[0], table->learner.times[0]);

	return table->t->rule.half_width + (seconds > 0 ? TIMING_EXACT / seconds : 0);
}

static int play_rounds(struct table *table, struct rounds *r)
{
	struct timing *t = table->t;
	const double start = clock_now();
	struct ratio_rule rule = t->rule;
	struct choice choice = { .upto = 0 };
	size_t number = 0, last = 0, nsets = t->learner.job->ncases;

	rng_init(&choice.rng, t->seed);
	choose(&choice);
	do {
		if (proc_interrupted() || time_round(table, r, number, &choice))
			return -1;
		last = nsets > 1 ? 1 + number % (nsets - 1) : 0;
		rule.half_width = width_asked(table);
		if (++number % LOOK_EVERY == 0 || clock_now() - start >= t->rule.seconds)
			interval_of(table, r);
	} while (number < ROUNDS_MOST && (number % LOOK_EVERY || !ratio_is_settled(&t->ratio, &rule, clock_now() - start)) &&
		 clock_now() - start < t->rule.seconds);
	interval_of(table, r);
	return keep(&table->learner, last);
}

static int time_rounds(struct table *table, struct rounds *r)
{
	struct timed_worker *a = &table->reference, *b = &table->learner;
	char command[32];

	snprintf(command, sizeof command, "warm %g", WARM_SECONDS);
	if (await_reply(a) || await_reply(b) || send_to(a, "limits"))
		return -1;
	if (timing_get_limits(a->reply, &table->t->limits) || send_to(b, "limits")) /* the same happened in both */
		return -1;
	return send_to(a, command) || send_to(b, command) ? -1 : play_rounds(table, r);
}

/* ---- ending both -------------------------------------------------------------------------- */

static bool kernel_failed(const struct box_report *run)
{
	const struct result *r = &run->result;

	return run->end == BOX_FINISHED && r->ncases && r->cases[r->ncases - 1].end != CASE_DONE &&
	       r->cases[r->ncases - 1].end != CASE_DEVICE_FAILED;
}

/* 0 if the side ended well; otherwise the error says what was wrong. */
static int side_explain(const struct timed_worker *p, const char *whose, struct error *err)
{
	const struct box_report *run = &p->side->run;
	const struct result *r = &run->result;

	if (p->status) {
		*err = p->error;
		return -1;
	}
	if (run->end == BOX_FINISHED && r->load_failed) {
		*err = r->error;
		return -1;
	}
	if (run->end == BOX_FINISHED && r->ncases && r->cases[r->ncases - 1].end == CASE_DEVICE_FAILED) {
		*err = r->cases[r->ncases - 1].error;
		return -1;
	}
	if (run->end == BOX_FINISHED && !kernel_failed(run) && r->ncases == p->side->nkept)
		return 0;
	error_set(err, run->end == BOX_CRASHED ? PARTY_US : PARTY_MACHINE, "the worker that takes the %s times did not finish%s%s", whose,
		  run->stderr_tail[0] ? ": " : "", run->stderr_tail);
	if (err->party == PARTY_MACHINE)
		error_busy(err);
	return -1;
}

static void settle(struct table *table, int status)
{
	struct timing *t = table->t;

	if (proc_interrupted() || t->reference.run.end == BOX_INTERRUPTED || t->learner.run.end == BOX_INTERRUPTED)
		t->end = TIMING_INTERRUPTED;
	else if (table->learner.started && table->learner.status == 0 && kernel_failed(&t->learner.run))
		t->end = TIMING_LEARNER_FAILED;
	else if (side_explain(&table->reference, "reference's", &t->error) || side_explain(&table->learner, "program's", &t->error))
		t->end = TIMING_FAILED;
	else if (status || !(t->ratio.rounds > 0)) {
		if (t->dropped)
			error_set(&t->error, PARTY_MACHINE, "the GPU is slowed by heat or by its power supply");
		else
			error_set(&t->error, PARTY_MACHINE, "the GPU gave no times");
		error_busy(&t->error);
		t->end = TIMING_FAILED;
	}
}

void timing_run(struct timing *t)
{
	struct table table = { .t = t, .mutex = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER };
	struct timed_worker *workers[] = { &table.reference, &table.learner };
	struct rounds *rounds = calloc(1, sizeof *rounds);
	const double start = clock_now();
	int status = -1;

	t->end = TIMING_DONE;
	if (!rounds || timed_worker_start(&table.reference, &table, &t->reference) ||
	    timed_worker_start(&table.learner, &table, &t->learner)) {
		error_nomem(&t->error);
		t->end = TIMING_FAILED;
	} else {
		status = time_rounds(&table, rounds);
	}
	pthread_mutex_lock(&table.mutex);
	table.over = true;
	pthread_cond_broadcast(&table.change);
	pthread_mutex_unlock(&table.mutex);
	for (int i = 0; i < 2; i++)
		if (workers[i]->started)
			pthread_join(workers[i]->thread, NULL);
	if (t->end == TIMING_DONE)
		settle(&table, status);
	if (t->end == TIMING_DONE) {
		t->reference.seconds = ratio_median(table.reference.times, table.reference.ntimes);
		t->learner.seconds = ratio_median(table.learner.times, table.learner.ntimes);
		t->state.sm_mhz = (unsigned)ratio_median(rounds->sm, rounds->nclocks);
		t->state.memory_mhz = (unsigned)ratio_median(rounds->memory, rounds->nclocks);
	}
	for (int i = 0; i < 2; i++)
		free(workers[i]->times);
	free(rounds);
	t->took = clock_now() - start;
}

/* ---- replies -------------------------------------------------------------------------------- */

void timing_put_limits(const struct card_limits *l, char line[TIMING_LINE])
{
	snprintf(line, TIMING_LINE, "limits %.9g %.9g %.9g %.9g", l->bytes_per_second, l->flops_per_second, l->floor_seconds,
		 (double)l->cache_bytes);
}

int timing_get_limits(const char *line, struct card_limits *l)
{
	double cache;

	memset(l, 0, sizeof *l);
	if (sscanf(line, "limits %lf %lf %lf %lf", &l->bytes_per_second, &l->flops_per_second, &l->floor_seconds, &cache) == 4 &&
	    is_figure(l->bytes_per_second) && is_figure(l->flops_per_second) && is_figure(l->floor_seconds) && is_figure(cache)) {
		l->cache_bytes = (uint64_t)cache;
		return 0;
	}
	memset(l, 0, sizeof *l);
	return -1;
}

void timing_put_state(const struct card_state *s, char line[TIMING_LINE])
{
	snprintf(line, TIMING_LINE, "state %d %u %u %u %.9g %.9g %d %d %d", s->known, s->sm_mhz, s->memory_mhz, s->celsius, s->watts,
		 s->watts_limit, s->capped, s->slowed, s->mig);
}

int timing_get_state(const char *line, struct card_state *s)
{
	int known, capped, slowed, mig;

	memset(s, 0, sizeof *s);
	if (sscanf(line, "state %d %u %u %u %lf %lf %d %d %d", &known, &s->sm_mhz, &s->memory_mhz, &s->celsius, &s->watts, &s->watts_limit,
		   &capped, &slowed, &mig) != 9 || !is_figure(s->watts) || !is_figure(s->watts_limit)) {
		memset(s, 0, sizeof *s);
		return -1;
	}
	s->known = known;
	s->capped = capped;
	s->slowed = slowed;
	s->mig = mig;
	return 0;
}
