/*
 * card.c - see card.h. A worker asks what to do next (proc.h: answer), and its question is the reply to the last command. So each
 * has a thread here that runs proc_run; the thread's answer waits until the caller of card_say has a command for it.
 */
#include "config.h"

#include "worker/card.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "base/thread.h"
#include "child/proc.h"

#define LOOK_NS 100000000 /* between looks at whether everything is to end */

/* The mutex guards everything but the thread and `device`. */
struct card {
	char device[16];
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t change;
	bool asking, sent, over, ended, used;
	volatile sig_atomic_t stop;
	char reply[CARD_LINE];
	const char *line;             /* the command */
	struct buf *whole;            /* a command that its caller gives away, instead of the line */
	const struct buf *output;     /* what the worker has written; the thread's, except while the worker asks */
	size_t taken;                 /* bytes of it that were read as results */
	int status;                   /* of box_serve */
	struct proc_result end;
	struct error error;
};

/* ---- the worker's thread ------------------------------------------------------------- */

static void wait_change(struct card *c)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&c->change, &c->mutex, &until);
}

static int answer(void *ctx, const char *question, struct buf *out)
{
	struct card *c = ctx;

	pthread_mutex_lock(&c->mutex);
	snprintf(c->reply, sizeof c->reply, "%.*s", (int)strcspn(question, "\n"), question);
	vm_assert(!c->asking);
	c->asking = true;
	pthread_cond_broadcast(&c->change);
	while (!c->sent && !c->over && !proc_interrupted())
		wait_change(c);
	if (c->sent && c->whole) {
		buf_release(out);
		*out = *c->whole;
		*c->whole = (struct buf)BUF_INIT;
	} else {
		buf_puts(out, c->sent ? c->line : "end");
	}
	c->sent = c->asking = false;
	pthread_mutex_unlock(&c->mutex);
	return 0;
}

static void see_output(void *ctx, const struct buf *output)
{
	struct card *c = ctx;

	pthread_mutex_lock(&c->mutex);
	c->output = output;
	pthread_mutex_unlock(&c->mutex);
}

static void *serve(void *ctx)
{
	struct card *c = ctx;
	const struct box_service service = { c->device, answer, see_output, c, &c->stop };

	c->status = box_serve(&service, &c->end, &c->error);
	pthread_mutex_lock(&c->mutex);
	c->ended = true;
	pthread_cond_broadcast(&c->change);
	pthread_mutex_unlock(&c->mutex);
	return NULL;
}

/* ---- workers that are ready before they are needed ---------------------------------------- */

#define SPARES 2 /* the reference's and the learner's */

static struct card *spares[SPARES];
static pthread_mutex_t spares_lock = PTHREAD_MUTEX_INITIALIZER;

static bool has_ended(struct card *c)
{
	bool ended;

	pthread_mutex_lock(&c->mutex);
	ended = c->ended;
	pthread_mutex_unlock(&c->mutex);
	return ended;
}

static struct card *spare_take(const char *device)
{
	struct card *c = NULL, *old = NULL;

	pthread_mutex_lock(&spares_lock);
	for (int i = 0; i < SPARES && !c; i++)
		if (spares[i] && !strcmp(spares[i]->device, device)) {
			c = spares[i];
			spares[i] = NULL;
		}
	pthread_mutex_unlock(&spares_lock);
	if (c && has_ended(c)) { /* it was interrupted, or its GPU is lost */
		old = c;
		c = NULL;
	}
	if (old)
		card_end(old, NULL, NULL, NULL);
	return c;
}

static struct card *card_new(const char *device)
{
	struct card *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	snprintf(c->device, sizeof c->device, "%s", device);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->change, NULL);
	if (!thread_start(&c->thread, 0, serve, c))
		return c;
	free(c);
	return NULL;
}

void card_spare(const char *device)
{
	for (int i = 0; i < SPARES; i++) {
		struct card *old, *fresh;

		pthread_mutex_lock(&spares_lock);
		old = spares[i];
		if (old && device && !strcmp(old->device, device) && !has_ended(old)) {
			pthread_mutex_unlock(&spares_lock);
			continue;
		}
		spares[i] = NULL;
		pthread_mutex_unlock(&spares_lock);
		if (old)
			card_end(old, NULL, NULL, NULL);
		fresh = device ? card_new(device) : NULL;
		pthread_mutex_lock(&spares_lock);
		vm_assert(!spares[i]); /* one thread at a time calls this */
		spares[i] = fresh;
		pthread_mutex_unlock(&spares_lock);
	}
}

bool card_return(struct card *c)
{
	bool kept = false;

	pthread_mutex_lock(&spares_lock);
	for (int i = 0; !c->used && i < SPARES && !kept; i++)
		if (!spares[i]) {
			spares[i] = c;
			kept = true;
		}
	pthread_mutex_unlock(&spares_lock);
	return kept;
}

struct card *card_start(const char *device)
{
	struct card *c = spare_take(device);

	return c ? c : card_new(device);
}

/* ---- the caller's thread --------------------------------------------------------------- */

/* Waits for the worker's next question. -1: it is gone. */
int card_ready(struct card *c)
{
	int status;

	pthread_mutex_lock(&c->mutex);
	while (!c->ended && (!c->asking || c->sent))
		wait_change(c);
	status = c->ended ? -1 : 0;
	pthread_mutex_unlock(&c->mutex);
	return status;
}

static int say(struct card *c, const char *line, struct buf *whole)
{
	if (card_ready(c))
		return -1;
	pthread_mutex_lock(&c->mutex);
	c->used = true;
	c->line = line;
	c->whole = whole;
	c->sent = true;
	pthread_cond_broadcast(&c->change);
	pthread_mutex_unlock(&c->mutex);
	return card_ready(c);
}

int card_say(struct card *c, const char *line)
{
	return say(c, line, NULL);
}

int card_job(struct card *c, const struct job *job)
{
	struct buf command = BUF_INIT;
	int status;

	buf_puts(&command, "job\n");
	status = job_encode(job, &command) || say(c, NULL, &command) ? -1 : 0;
	buf_release(&command);
	return status;
}

const char *card_reply(const struct card *c)
{
	return c->reply;
}

int card_results(struct card *c, struct arena *arena, struct result *results, struct error *err)
{
	size_t len;

	memset(results, 0, sizeof *results);
	if (card_ready(c))
		return 0; /* card_end has them, with the reason */
	len = c->output ? c->output->len : 0;
	vm_assert(c->taken <= len);
	if (len > c->taken && result_decode(c->output->data + c->taken, len - c->taken, arena, results, err))
		return -1;
	c->taken = len;
	return 0;
}

void card_finish(struct card *c)
{
	pthread_mutex_lock(&c->mutex);
	c->over = true;
	pthread_cond_broadcast(&c->change);
	pthread_mutex_unlock(&c->mutex);
}

int card_end(struct card *c, struct arena *arena, struct box_report *report, struct error *err)
{
	int status;

	c->stop = !report;
	card_finish(c);
	pthread_join(c->thread, NULL);
	status = c->status;
	if (status && err)
		*err = c->error;
	if (status == 0 && report)
		status = box_served(&c->end, c->taken, arena, report, err);
	else if (status == 0)
		proc_result_release(&c->end);
	pthread_cond_destroy(&c->change);
	pthread_mutex_destroy(&c->mutex);
	free(c);
	return status;
}
