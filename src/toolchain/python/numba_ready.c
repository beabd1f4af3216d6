/*
 * numba_ready.c - the thread that manages the process, and its one question: see numba_ready.h.
 *
 *	thread   finds Python, creates the folder, runs the process; its answer to the process's question waits until a taker
 *	         takes the process (state TAKEN) or ends it (ENDING); while it waits, the clocks of proc.h stop
 *	taker    hands over the task, and waits for the thread's end
 */
#include "config.h"

#include "toolchain/python/numba_ready.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "base/thread.h"
#include "toolchain/python/numba.h"
#include "toolchain/python/python.h"

enum state { NONE, WAITING, TAKEN, ENDING };

struct numba_ready {
	pthread_mutex_t use;        /* for all callers that start, take or free the process; not for its thread */
	pthread_mutex_t lock;       /* for the data that the thread shares: state, known, ended, given */
	pthread_cond_t changed;
	volatile sig_atomic_t stop; /* ends the process unused, whatever it is doing */
	enum state state;           /* if not NONE: there is a thread to join */
	bool known;                 /* the thread has found Python and examined the folder: the fields below are set */
	bool ended;                 /* the process has ended, or never started */
	bool given;                 /* it has the task */
	const struct numba_task *task;
	pthread_t thread;
	char file[PATH_MAX];
	struct compiler compiler;
	struct numba_run run;
	struct stat folder;         /* the learner's, as the sandbox identifies it */
	int status;                 /* returned by numba_run */
	struct proc_result result;
};

struct numba_ready *numba_ready_new(void)
{
	struct numba_ready *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	pthread_mutex_init(&p->use, NULL);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->changed, NULL);
	return p;
}

/* ---- the thread ------------------------------------------------------------------------------------------- */

static void report(struct numba_ready *p, bool *what)
{
	pthread_mutex_lock(&p->lock);
	*what = true;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

/* The process has imported Numba. -1: it gets no task, and ends. */
static int answer(void *ctx, const char *question, struct buf *out)
{
	struct numba_ready *p = ctx;
	const struct numba_task *t;

	(void)question;
	pthread_mutex_lock(&p->lock);
	while (p->state == WAITING)
		pthread_cond_wait(&p->changed, &p->lock);
	t = p->state == TAKEN ? p->task : NULL;
	pthread_mutex_unlock(&p->lock);
	if (!t || numba_run_source(&p->run, t->source, t->len, NULL))
		return -1;
	buf_printf(out, "%s\n%s\n%s\n%s", t->label, t->kernel, t->parameters, t->kind ? t->kind : "");
	if (out->failed)
		return -1;
	report(p, &p->given);
	return 0;
}

/* Finds what numba_compile would find. */
static bool look(struct numba_ready *p)
{
	const size_t len = (size_t)(path_base(p->file) - p->file);
	char folder[PATH_MAX] = ".";

	if (len)
		snprintf(folder, sizeof folder, "%.*s", (int)len, p->file);
	return numba_find(&p->compiler, NULL) == 0 && numba_run_init(&p->run, &p->compiler, folder, NULL) == 0 &&
	       stat(p->run.real, &p->folder) == 0;
}

static void *ready_thread(void *ctx)
{
	struct numba_ready *p = ctx;

	p->status = -1;
	if (look(p)) {
		report(p, &p->known);
		if (numba_run_prepare(&p->run, NULL) == 0)
			p->status = numba_run(&p->run, (const char *[]){ "-", NULL },
					      &(struct numba_asked){ answer, p, &p->stop }, &p->result, NULL);
	}
	report(p, &p->ended);
	return NULL;
}

/* ---- the others -------------------------------------------------------------------------------------------- */

/* If there is a thread: ends it in this way, and waits for it. */
static void join(struct numba_ready *p, enum state how)
{
	pthread_mutex_lock(&p->lock);
	p->state = how;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	p->state = NONE;
}

static void end_unused(struct numba_ready *p)
{
	if (p->state == NONE)
		return;
	p->stop = 1;
	join(p, ENDING);
	if (p->status == 0)
		proc_result_release(&p->result);
	numba_run_release(&p->run);
}

void numba_ready_free(struct numba_ready *p)
{
	if (!p)
		return;
	end_unused(p);
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
	pthread_mutex_destroy(&p->use);
	free(p);
}

static void start(struct numba_ready *p, const char *file)
{
	bool over;

	pthread_mutex_lock(&p->lock);
	over = p->state != NONE && (p->ended || strcmp(p->file, file));
	pthread_mutex_unlock(&p->lock);
	if (over)
		end_unused(p);
	if (p->state != NONE || snprintf(p->file, sizeof p->file, "%s", file) >= (int)sizeof p->file)
		return;
	p->known = p->ended = p->given = false;
	p->stop = 0;
	memset(&p->run, 0, sizeof p->run);
	memset(&p->result, 0, sizeof p->result);
	p->state = WAITING;
	if (thread_start(&p->thread, 0, ready_thread, p))
		p->state = NONE;
}

void numba_ready_start(struct numba_ready *p, const char *file)
{
	/* Busy: a check is using it, and the next start comes after that check. */
	if (!p || !python_is_program(file) || pthread_mutex_trylock(&p->use))
		return;
	start(p, file);
	pthread_mutex_unlock(&p->use);
}

static bool fits(const struct numba_ready *p, const struct numba_run *want)
{
	const struct compiler *a = &p->compiler, *b = want->compiler;
	struct stat now;

	return !strcmp(a->path, b->path) && !strcmp(a->version, b->version) && !strcmp(a->toolkit, b->toolkit) &&
	       !strcmp(a->folders, b->folders) && !strcmp(p->run.shim, want->shim) && !strcmp(p->run.real, want->real) &&
	       stat(want->real, &now) == 0 && now.st_dev == p->folder.st_dev && now.st_ino == p->folder.st_ino;
}

static bool take(struct numba_ready *p, struct numba_run *want, const struct numba_task *task, struct proc_result *result)
{
	bool usable;

	if (p->state == NONE)
		return false;
	pthread_mutex_lock(&p->lock);
	while (!p->known && !p->ended)
		pthread_cond_wait(&p->changed, &p->lock);
	usable = p->known && !p->ended;
	pthread_mutex_unlock(&p->lock);
	if (!usable || !fits(p, want)) {
		end_unused(p);
		return false;
	}
	p->task = task;
	join(p, TAKEN);
	if (p->status == 0 && p->given) {
		*result = p->result;
		memcpy(want->folder, p->run.folder, sizeof want->folder);
		return true;
	}
	if (p->status == 0)
		proc_result_release(&p->result);
	numba_run_release(&p->run);
	return false;
}

bool numba_ready_take(struct numba_ready *p, struct numba_run *want, const struct numba_task *task, struct proc_result *result)
{
	bool taken;

	if (!p || pthread_mutex_trylock(&p->use))
		return false;
	taken = take(p, want, task, result);
	pthread_mutex_unlock(&p->use);
	return taken;
}
