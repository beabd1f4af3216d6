/* timing.c - two workers that take turns: see timing.h. */
#include "config.h"

#include "worker/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "child/proc.h"

#define WARM_SECONDS   0.1
#define ROUNDS_MOST    2000
#define LONG_SECONDS   1.25   /* of a kernel: it runs once */
#define LOOK_EVERY     4      /* rounds between evaluations of the interval, each of which takes a millisecond */
#define DROPPED_MOST   0.5    /* of the rounds */

/* One side during a run. */
struct timed_worker {
	struct timing_side *side;
	double *times; size_t ntimes;
};

struct table {
	struct timing *t;
	struct timed_worker reference, learner;
};

/* Accepts only numbers that a worker can honestly send: finite, and not below 0. */
static bool is_figure(double x)
{
	return isfinite(x) && x >= 0 && x < 1e18;
}

/* ---- commands ------------------------------------------------------------------------------ */

static int send_to(struct timed_worker *p, const char *command)
{
	return p->side->card ? card_say(p->side->card, command) : -1;
}

static const char *reply_of(const struct timed_worker *p)
{
	return card_reply(p->side->card);
}

static int take(struct timed_worker *p, size_t set, double *seconds)
{
	char command[32];

	snprintf(command, sizeof command, "sample %zu", set);
	if (send_to(p, command) || sscanf(reply_of(p), "time %lf", seconds) != 1 || !is_figure(*seconds))
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

/*
 * Chooses which samples to keep: one at random from the first 20 rounds, one from the next 20, one from the next 40, and so on.
 */
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

	if (send_to(&table->reference, "state") || timing_get_state(reply_of(&table->reference), &s) || !s.known)
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
	if (take(a, set, &a1) || (number < timed && keep(a, set)) || take(b, set, &b1))
		return -1;
	if (b1 > LONG_SECONDS && a1 > 0) {
		r->ratio[r->n++] = ratio_round(a1, b1, b1, a1);
		return 0;
	}
	if ((chosen && !choice->second && keep(b, set)) ||
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
	} while (table->learner.times[0] <= LONG_SECONDS && number < ROUNDS_MOST &&
		 (number % LOOK_EVERY || !ratio_is_settled(&t->ratio, &rule, clock_now() - start)) &&
		 clock_now() - start < t->rule.seconds);
	interval_of(table, r);
	return keep(&table->learner, last);
}

static int time_rounds(struct table *table, struct rounds *r)
{
	struct timed_worker *a = &table->reference, *b = &table->learner;
	char command[32];

	snprintf(command, sizeof command, "warm %g", WARM_SECONDS);
	if (send_to(a, "limits"))
		return -1;
	if (timing_get_limits(reply_of(a), &table->t->limits) || send_to(b, "limits")) /* the same happened in both */
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
static int side_explain(const struct timing_side *side, int status, const char *whose, struct error *err)
{
	const struct box_report *run = &side->run;
	const struct result *r = &run->result;

	if (status)
		return -1;
	if (run->end == BOX_FINISHED && r->load_failed) {
		*err = r->error;
		return -1;
	}
	if (run->end == BOX_FINISHED && r->ncases && r->cases[r->ncases - 1].end == CASE_DEVICE_FAILED) {
		*err = r->cases[r->ncases - 1].error;
		return -1;
	}
	if (run->end == BOX_FINISHED && !kernel_failed(run) && r->ncases == side->nkept)
		return 0;
	error_set(err, run->end == BOX_CRASHED ? PARTY_US : PARTY_MACHINE,
		  "the worker that takes the %s times did not finish%s%s", whose, run->stderr_tail[0] ? ": " : "",
		  run->stderr_tail);
	if (err->party == PARTY_MACHINE)
		error_busy(err);
	return -1;
}

/* Ends the workers, and says how the measurement ended. */
static void settle(struct timing *t, int status)
{
	struct timing_side *sides[] = { &t->reference, &t->learner };
	struct error errors[2] = { 0 };
	int ended[2];

	for (int i = 0; i < 2; i++)
		if (sides[i]->card)
			card_finish(sides[i]->card);
	for (int i = 0; i < 2; i++) {
		ended[i] = sides[i]->card ? card_end(sides[i]->card, sides[i]->arena, &sides[i]->run, &errors[i]) :
			   error_nomem(&errors[i]);
		sides[i]->card = NULL;
	}
	t->end = TIMING_DONE;
	if (proc_interrupted() || t->reference.run.end == BOX_INTERRUPTED || t->learner.run.end == BOX_INTERRUPTED)
		t->end = TIMING_INTERRUPTED;
	else if (ended[1] == 0 && kernel_failed(&t->learner.run))
		t->end = TIMING_LEARNER_FAILED;
	else if (side_explain(&t->reference, ended[0], "reference's", &errors[0])) {
		t->error = errors[0];
		t->end = TIMING_FAILED;
	} else if (side_explain(&t->learner, ended[1], "program's", &errors[1])) {
		t->error = errors[1];
		t->end = TIMING_FAILED;
	} else if (status || !(t->ratio.rounds > 0)) {
		error_set(&t->error, PARTY_MACHINE, t->dropped ? "the GPU is slowed by heat or by its power supply" : "the GPU "
			  "gave no times");
		error_busy(&t->error);
		t->end = TIMING_FAILED;
	}
}

void timing_run(struct timing *t)
{
	struct table table = { .t = t, .reference.side = &t->reference, .learner.side = &t->learner };
	struct rounds *rounds = calloc(1, sizeof *rounds);
	const double start = clock_now();
	int status = -1;

	table.reference.times = calloc(2 * ROUNDS_MOST, sizeof *table.reference.times);
	table.learner.times = calloc(2 * ROUNDS_MOST, sizeof *table.learner.times);
	if (rounds && table.reference.times && table.learner.times)
		status = time_rounds(&table, rounds);
	settle(t, status);
	if (t->end == TIMING_DONE) {
		t->reference.seconds = ratio_median(table.reference.times, table.reference.ntimes);
		t->learner.seconds = ratio_median(table.learner.times, table.learner.ntimes);
		t->state.sm_mhz = (unsigned)ratio_median(rounds->sm, rounds->nclocks);
		t->state.memory_mhz = (unsigned)ratio_median(rounds->memory, rounds->nclocks);
	}
	free(table.reference.times);
	free(table.learner.times);
	free(rounds);
	t->took = clock_now() - start;
}

/* ---- replies -------------------------------------------------------------------------------- */

void timing_put_limits(const struct card_limits *l, char line[CARD_LINE])
{
	snprintf(line, CARD_LINE, "limits %.9g %.9g %.9g %.9g", l->bytes_per_second, l->flops_per_second, l->floor_seconds,
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

void timing_put_state(const struct card_state *s, char line[CARD_LINE])
{
	snprintf(line, CARD_LINE, "state %d %u %u %u %.9g %.9g %d %d %d", s->known, s->sm_mhz, s->memory_mhz, s->celsius,
		 s->watts, s->watts_limit, s->capped, s->slowed, s->mig);
}

int timing_get_state(const char *line, struct card_state *s)
{
	int known, capped, slowed, mig;

	memset(s, 0, sizeof *s);
	if (sscanf(line, "state %d %u %u %u %lf %lf %d %d %d", &known, &s->sm_mhz, &s->memory_mhz, &s->celsius, &s->watts,
		   &s->watts_limit, &capped, &slowed, &mig) != 9 || !is_figure(s->watts) || !is_figure(s->watts_limit)) {
		memset(s, 0, sizeof *s);
		return -1;
	}
	s->known = known;
	s->capped = capped;
	s->slowed = slowed;
	s->mig = mig;
	return 0;
}
