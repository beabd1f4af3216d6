/*
 * prove.c - tries the claims of a plan, several at once, each like a learner's attempt; and says what the author may
 * change if one does not hold.
 */
#include "config.h"

#include "prove/prove.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attempt/attempt.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/path.h"
#include "bench/expectations.h"
#include "child/proc.h"

#define MOST_THREADS 64
#define GENERATED_SECONDS 5 /* many of them never end */

struct work {
	const struct proof_options *options;
	struct proof *proofs;
	size_t n, next, done;
	struct arena *arena;
	uint64_t seed;               /* of this run: the seeds of exercises and rounds derive from it */
	struct expectations *expectations;
	struct error error;          /* of the first attempt that could not be made */
	bool failed;
	pthread_mutex_t lock;        /* of everything above that changes */
};

/* ---- checking a claim --------------------------------------------------------------- */

static bool found_at(const struct claim *c, const struct attempt *a)
{
	if (!strcmp(c->finding, "error")) {
		for (size_t i = 0; i < a->ndiagnostics; i++)
			if (a->diagnostics[i].level == DIAGNOSTIC_ERROR && (!c->line || a->diagnostics[i].line == c->line))
				return true;
		return false;
	}
	for (size_t i = 0; i < a->nfindings; i++)
		if (!strcmp(finding_name(&a->findings[i]), c->finding) && (!c->line || a->findings[i].place.line == c->line))
			return true;
	return false;
}

static bool held_with_margin(const struct claim *c, const struct attempt *a)
{
	for (size_t i = 0; i < a->nmeasured; i++)
		if (measurement_margin(&a->measured[i]) < c->margin)
			return false;
	return true;
}

/* The reason why the claim does not hold, or NULL. */
static const char *objection(const struct claim *c, const struct attempt *a)
{
	switch (c->kind) {
	case CLAIM_STUB:
		if (a->verdict == VERDICT_COMPILE_ERROR)
			return "the stub must compile: a learner starts from it";
		if (a->verdict == VERDICT_PASSED)
			return "the stub already passes: take the answer out of it, or ask for more";
		return verdict_party(a->verdict) == PARTY_LEARNER ? NULL : a->message;
	case CLAIM_RIGHT:
		if (a->verdict == VERDICT_PASSED && a->nfindings)
			return "it passes, but a checker reports it: fix it, or report a false alarm";
		if (a->verdict == VERDICT_PASSED && !held_with_margin(c, a))
			return "it keeps a limit of speed by less than the margin: make the limit wider, or the solution faster";
		return a->verdict == VERDICT_PASSED ? NULL : a->message;
	case CLAIM_GENERATED:
		if (a->verdict == VERDICT_PASSED && !c->excuse)
			return "it passes: add a case or a limit that distinguishes it from a right answer, or excuse it: "
			       "`excused = { ... }`";
		return verdict_party(a->verdict) == PARTY_LEARNER ? NULL : a->message;
	case CLAIM_WRONG:
		if (a->verdict == VERDICT_PASSED && !strncmp(c->name, "slow_", 5))
			return "it keeps every limit: make the limit narrower, or the measured case larger";
		if (a->verdict == VERDICT_PASSED)
			return "the cases do not distinguish it from a right answer: add one that does";
		if (a->verdict != c->verdict)
			return "another verdict comes out: change `Expect:`, or put a case in front where nothing else "
			       "goes wrong";
		if (c->finding && !found_at(c, a))
			return "the finding or its line differs: move the mark, or keep the access on one line";
		return NULL;
	}
	return NULL;
}

/* ", sectors per request: 4 (limit 4.5, reference 4)" and so on */
static void put_measured(const struct attempt *a, struct buf *text)
{
	for (size_t i = 0; i < a->nmeasured; i++) {
		buf_puts(text, ", ");
		attempt_measured_text(&a->measured[i], text);
	}
}

/* The outcome: "data-race data-race-shared:12". */
static const char *what_came(const struct attempt *a, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *kept;

	buf_puts(&text, verdict_name(a->verdict));
	for (size_t i = 0; i < a->nfindings; i++)
		buf_printf(&text, " %s:%d", finding_name(&a->findings[i]), a->findings[i].place.line);
	for (size_t i = 0; i < a->ndiagnostics; i++)
		if (a->diagnostics[i].level == DIAGNOSTIC_ERROR)
			buf_printf(&text, " error:%d", a->diagnostics[i].line);
	if (a->verdict == VERDICT_PASSED || a->verdict == VERDICT_TOO_SLOW)
		put_measured(a, &text);
	kept = arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept;
}

/* ---- running the claims ------------------------------------------------------------------ */

/* Called after a round. Of several rounds it reports the last one tried: the first that does not hold, if one does not. */
static void proof_note(struct work *w, struct proof *p, const struct attempt *a, bool last)
{
	const char *why = objection(p->claim, a);

	p->ran = a->verdict != VERDICT_INTERRUPTED;
	p->holds = p->ran && !why;
	p->survived = a->verdict == VERDICT_PASSED;
	p->rounds++;
	p->seed = a->seed;
	if (p->holds && !last)
		return;
	pthread_mutex_lock(&w->lock);
	p->said = what_came(a, w->arena);
	p->change = why ? arena_strdup(w->arena, why) : NULL;
	pthread_mutex_unlock(&w->lock);
}

static void proof_finish(struct work *w, struct proof *p)
{
	pthread_mutex_lock(&w->lock);
	w->done++;
	if (p->ran && w->options->progress)
		w->options->progress(w->options->ctx, p, w->done, w->n);
	pthread_mutex_unlock(&w->lock);
}

static void proof_fail(struct work *w, const struct error *err)
{
	pthread_mutex_lock(&w->lock);
	if (!w->failed)
		w->error = *err;
	w->failed = true;
	pthread_mutex_unlock(&w->lock);
}

static struct proof *proof_take(struct work *w)
{
	struct proof *p = NULL;

	pthread_mutex_lock(&w->lock);
	if (!w->failed && w->next < w->n && !proc_interrupted())
		p = &w->proofs[w->next++];
	pthread_mutex_unlock(&w->lock);
	return p;
}

/* The same for all programs of an exercise, so that they share its expected values. Not 0, and below 2^53. */
static uint64_t seed_of(const struct work *w, const char *exercise, unsigned round)
{
	char hex[HASH_HEX];
	struct hash h;

	hash_init(&h);
	hash_add(&h, &w->seed, sizeof w->seed);
	hash_add_text(&h, exercise);
	hash_add(&h, &round, sizeof round);
	hash_hex(&h, hex);
	hex[13] = '\0';
	return strtoull(hex, NULL, 16) | 1;
}

static int proof_try(struct work *w, struct proof *p, bool last)
{
	struct attempt_options options = { .compiler = p->compiler, .device = w->options->device,
					   .seed = seed_of(w, p->claim->exercise, p->rounds), .expectations = w->expectations,
					   .seconds = p->claim->kind == CLAIM_GENERATED ? GENERATED_SECONDS : 0 };
	struct error err = { 0 };
	struct attempt a;

	if (attempt_run(p->claim->exercise, p->claim->path, &options, &a, &err)) {
		proof_fail(w, &err);
		return -1;
	}
	proof_note(w, p, &a, last);
	attempt_release(&a);
	return 0;
}

static void *prove_some(void *ctx)
{
	struct work *w = ctx;
	unsigned rounds = w->options->rounds ? w->options->rounds : 1;
	struct proof *p;

	while ((p = proof_take(w))) {
		double began = clock_now();

		do
			if (proof_try(w, p, p->rounds + 1 == rounds))
				return NULL;
		while (p->holds && p->rounds < rounds && !proc_interrupted());
		p->seconds = clock_now() - began;
		proof_finish(w, p);
	}
	return NULL;
}

static unsigned thread_count(const struct proof_options *o, size_t work)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned n = o->threads ? o->threads : processors > 0 ? (unsigned)processors : 1;

	if (n > MOST_THREADS)
		n = MOST_THREADS;
	return n > work ? (unsigned)work : n;
}

/* An exercise about features that only nvcc has is not tried with clang. */
static bool is_for(const struct claim *c, const char *compiler)
{
	return !c->nvcc || strncmp(path_base(compiler), "clang", 5) != 0;
}

int plan_prove(const struct proof_plan *plan, const struct proof_options *o, struct arena *arena,
	       struct proof **proofs, size_t *n, struct error *err)
{
	struct work w = { .options = o, .arena = arena, .seed = o->seed ? o->seed : rng_fresh_seed() };
	pthread_t threads[MOST_THREADS];
	unsigned started = 0, wanted;

	w.proofs = arena_array(arena, plan->nclaims * (o->ncompilers + 1) + 1, sizeof *w.proofs);
	if (!w.proofs)
		return error_nomem(err);
	for (size_t i = 0; i < plan->nclaims; i++)
		for (size_t k = 0; k < (plan->claims[i].python ? 1 : o->ncompilers); k++)
			if (plan->claims[i].python || is_for(&plan->claims[i], o->compilers[k]))
				w.proofs[w.n++] = (struct proof){ .claim = &plan->claims[i],
							  .compiler = plan->claims[i].python ? "numba" : o->compilers[k] };
	wanted = thread_count(o, w.n);
	w.expectations = expectations_new(); /* without memory each attempt makes its own */
	pthread_mutex_init(&w.lock, NULL);
	while (started < wanted && !pthread_create(&threads[started], NULL, prove_some, &w))
		started++;
	if (!started)
		prove_some(&w);
	for (unsigned k = 0; k < started; k++)
		pthread_join(threads[k], NULL);
	pthread_mutex_destroy(&w.lock);
	expectations_free(w.expectations);
	*proofs = w.proofs;
	*n = w.n;
	if (w.failed) {
		*err = w.error;
		return -1;
	}
	return arena->failed ? error_nomem(err) : 0;
}
