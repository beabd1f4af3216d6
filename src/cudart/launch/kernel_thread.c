/* kernel_thread.c - see kernel_thread.h. */
#include "config.h"

#include "cudart/launch/kernel_thread.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cudart/call.h"

#define STACK (8u << 20)

struct kernel_thread {
	pthread_t thread;
	sem_t go, back; /* posted by the host's thread; by the kernel's */
	void (*run)(void *arg);
	void *arg;
	bool has_ended, ours; /* ours: as in struct thread */
};

static unsigned nthreads;

static void wait_for(sem_t *what)
{
	while (sem_wait(what) && errno == EINTR)
		;
}

static void go_on(struct kernel_thread *t)
{
	wait_for(&t->go);
	thread_state()->ours = t->ours;
}

static void *thread_main(void *arg)
{
	struct kernel_thread *t = arg;

	thread_state()->lent = true;
	thread_state()->depth = 1;
	go_on(t);
	t->run(t->arg);
	t->has_ended = true;
	sem_post(&t->back);
	return NULL;
}

/* Blocks signals in the thread: they are for the program's own threads. */
static int kernel_thread_start(struct kernel_thread *t)
{
	pthread_attr_t attr;
	sigset_t all, before;
	int rc = pthread_attr_init(&attr);

	if (rc)
		return rc;
	sigfillset(&all);
	sigdelset(&all, SIGSEGV); /* for pages that are closed to the host: guard.c */
	sigdelset(&all, SIGTRAP);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_attr_setstacksize(&attr, STACK);
	rc = pthread_create(&t->thread, &attr, thread_main, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return rc;
}

struct kernel_thread *kernel_thread_new(void (*run)(void *arg), void *arg)
{
	struct kernel_thread *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->run = run;
	t->arg = arg;
	if (sem_init(&t->go, 0, 0) == 0 && sem_init(&t->back, 0, 0) == 0 && kernel_thread_start(t) == 0) {
		nthreads++;
		return t;
	}
	free(t);
	return NULL;
}

bool kernel_thread_go(struct kernel_thread *t)
{
	vm_assert(!t->has_ended);
	t->ours = thread_state()->ours;
	sem_post(&t->go);
	wait_for(&t->back);
	if (!t->has_ended)
		return false;
	vm_assert(nthreads);
	pthread_join(t->thread, NULL);
	sem_destroy(&t->go);
	sem_destroy(&t->back);
	free(t);
	nthreads--;
	return true;
}

void kernel_thread_pause(struct kernel_thread *t)
{
	sem_post(&t->back);
	go_on(t);
}

unsigned kernel_threads(void)
{
	return nthreads;
}
