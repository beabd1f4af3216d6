/*
 * runner.c - the thread, and the data that it shares with the loop: the state of the check, an
 * eventfd that wakes the loop, and the outcome, which belongs to the thread until `ended`
 * is set and to the loop from then on.
 */
#include "config.h"

#include "tui/runner.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/thread.h"
#include "child/proc.h"
#include "desk/ready.h"

struct runner {
	int wake;
	bool running, cancelled;
	pthread_t thread;
	pthread_mutex_t lock; /* for the state */
	struct attempt_state state;
	atomic_bool ended;
	void (*work)(void *ctx); /* NULL: an attempt runs */
	void *ctx;
	char id[128], path[PATH_MAX], compiler[512], database[PATH_MAX];
	struct attempt_options options;
	struct attempt *attempt;
	struct attempt *so_far;        /* under the lock: its report before the GPU's part is complete; NULL: taken, or none */
	struct error error;
};

int runner_open(struct runner **out, struct error *err)
{
	struct runner *r = calloc(1, sizeof *r);

	*out = NULL;
	if (!r)
		return error_nomem(err);
	pthread_mutex_init(&r->lock, NULL);
	r->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (r->wake < 0) {
		error_errno(err, "cannot make an event descriptor");
		pthread_mutex_destroy(&r->lock);
		free(r);
		return -1;
	}
	*out = r;
	return 0;
}

int runner_fd(const struct runner *r)
{
	return r->wake;
}

static void wake(struct runner *r)
{
	uint64_t one = 1;

	while (write(r->wake, &one, sizeof one) < 0 && errno == EINTR)
		;
}

static void state_set(struct runner *r, const struct attempt_state *state)
{
	pthread_mutex_lock(&r->lock);
	r->state = *state;
	pthread_mutex_unlock(&r->lock);
}

/* Keeps a copy of what there is of the attempt, whose texts live as long as it does. */
static void keep_so_far(struct runner *r, const struct attempt *a)
{
	struct attempt *copy = malloc(sizeof *copy);

	if (copy) {
		*copy = *a;
		copy->arena = (struct arena){ 0 };
	}
	pthread_mutex_lock(&r->lock);
	free(r->so_far);
	r->so_far = copy;
	pthread_mutex_unlock(&r->lock);
}

static void note_state(void *ctx, const struct attempt_state *state)
{
	struct attempt_state alone = *state;

	if (state->so_far)
		keep_so_far(ctx, state->so_far);
	alone.so_far = NULL;
	state_set(ctx, &alone);
	wake(ctx);
}

static void attempt(void *ctx)
{
	struct runner *r = ctx;
	struct attempt *a = calloc(1, sizeof *a);

	if (!a) {
		error_nomem(&r->error);
	} else if (attempt_run(r->id, r->path, &r->options, a, &r->error)) {
		attempt_release(a);
		free(a);
		a = NULL;
	}
	r->attempt = a;
	ready_start(r->options.ready, r->path); /* for the next attempt */
}

static void *run(void *ctx)
{
	struct runner *r = ctx;

	if (r->work)
		r->work(r->ctx);
	else
		attempt(r);
	r->ended = true;
	wake(r);
	return NULL;
}

static int begin(struct runner *r, void (*work)(void *ctx), void *ctx, struct error *err)
{
	int status;

	r->work = work;
	r->ctx = ctx;
	r->ended = false;
	/* Only the loop's thread handles signals. */
	status = thread_start(&r->thread, 0, run, r);
	if (status) {
		errno = status;
		return error_errno(err, "cannot start a thread");
	}
	r->running = true;
	return 0;
}

static int is_running(struct error *err)
{
	return error_set(err, PARTY_LEARNER, "a check is running");
}

static const char *keep(char *copy, size_t size, const char *text)
{
	snprintf(copy, size, "%s", text ? text : "");
	return text ? copy : NULL;
}

int runner_start(struct runner *r, const char *id, const char *path, const struct attempt_options *options,
		 struct error *err)
{
	if (r->running)
		return is_running(err);
	keep(r->id, sizeof r->id, id);
	keep(r->path, sizeof r->path, path);
	r->options = *options;
	r->options.compiler = keep(r->compiler, sizeof r->compiler, options->compiler);
	r->options.database = keep(r->database, sizeof r->database, options->database);
	r->options.progress = note_state;
	r->options.ctx = r;
	state_set(r, &(struct attempt_state){ .stage = STAGE_READ });
	return begin(r, NULL, NULL, err);
}

int runner_work(struct runner *r, void (*work)(void *ctx), void *ctx, struct error *err)
{
	return r->running ? is_running(err) : begin(r, work, ctx, err);
}

void runner_cancel(struct runner *r)
{
	if (!r->running || r->ended)
		return;
	r->cancelled = true;
	proc_interrupt(); /* no other part of this process runs children meanwhile */
}

struct attempt_state runner_state(struct runner *r)
{
	struct attempt_state state;

	pthread_mutex_lock(&r->lock);
	state = r->state;
	pthread_mutex_unlock(&r->lock);
	return state;
}

/* True once, when the attempt or work has ended. */
static bool take(struct runner *r)
{
	uint64_t count;

	while (read(r->wake, &count, sizeof count) < 0 && errno == EINTR)
		;
	if (!r->running || !r->ended)
		return false;
	pthread_join(r->thread, NULL);
	r->running = false;
	if (r->cancelled)
		proc_resume();
	r->cancelled = false;
	return true;
}

bool runner_take(struct runner *r, struct attempt **a, struct error *err)
{
	if (r->work || !take(r))
		return false;
	free(runner_so_far(r));
	*a = r->attempt;
	r->attempt = NULL;
	if (!*a)
		*err = r->error;
	return true;
}

struct attempt *runner_so_far(struct runner *r)
{
	struct attempt *a;

	pthread_mutex_lock(&r->lock);
	a = r->so_far;
	r->so_far = NULL;
	pthread_mutex_unlock(&r->lock);
	return a;
}

void *runner_worked(struct runner *r)
{
	void *ctx = r->work && take(r) ? r->ctx : NULL;

	if (ctx)
		r->work = NULL;
	return ctx;
}

void runner_close(struct runner *r)
{
	if (!r)
		return;
	if (r->running) {
		if (!r->ended)
			proc_interrupt(); /* no other part of this process is running any more */
		pthread_join(r->thread, NULL);
		if (r->attempt)
			attempt_release(r->attempt);
		free(r->attempt);
	}
	free(r->so_far);
	close(r->wake);
	pthread_mutex_destroy(&r->lock);
	free(r);
}
