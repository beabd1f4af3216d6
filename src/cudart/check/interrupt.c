/* interrupt.c - see interrupt.h. */
#include "config.h"

#include "cudart/check/interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/thread.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"

#define PATIENCE 3 /* seconds for the report; after them the program ends without one */
#define AGAIN    2 /* seconds after which a second signal counts as deliberate */
#define STACK    (256u << 10)

volatile sig_atomic_t interrupted;

static const int ours[] = { SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGFPE, SIGBUS, SIGILL };
static sem_t came, done;
static pid_t process;
static unsigned nthreads;

static bool wait_for(sem_t *what)
{
	struct timespec until;
	int r;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE;
	while ((r = sem_timedwait(what, &until)) && errno == EINTR)
		;
	return r == 0;
}

/* The program's own doing, in the thread that the signal stops. */
static bool is_fault(int sig)
{
	return sig == SIGABRT || sig == SIGFPE || sig == SIGBUS || sig == SIGILL || sig == SIGSEGV;
}

static void end_by_signal(int sig)
{
	signal(sig, SIG_DFL);
	raise(sig);
}

static sig_atomic_t seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (sig_atomic_t)t.tv_sec;
}

/*
 * A thread in the middle of a call goes on until its kernel has stopped; any other waits here for the end of the
 * process, as after any signal.
 */
static void on_signal(int sig)
{
	static volatile sig_atomic_t since;
	int kept = errno;

	if (getpid() != process || (interrupted && seconds_now() - since >= AGAIN)) {
		end_by_signal(sig);
		return;
	}
	if (interrupted) /* timeout(1) sends one signal to the program and one to its group */
		return;
	since = seconds_now();
	interrupted = sig;
	sem_post(&came);
	if (is_fault(sig)) {
		wait_for(&done);
		end_by_signal(sig);
	} else if (!thread_state()->depth) {
		if (wait_for(&done))
			pause();
		end_by_signal(sig);
	}
	errno = kept;
}

void interrupt_fault(int sig)
{
	if (!nthreads || getpid() != process || interrupted)
		return;
	interrupted = sig;
	sem_post(&came);
	wait_for(&done);
}

static void *watch(void *unused)
{
	sigset_t one;

	pthread_setname_np(pthread_self(), RUNTIME_THREAD);
	free(malloc(1)); /* gives this thread a malloc arena of its own: the thread that the signal stopped may hold another's
			    lock */
	while (sem_wait(&came))
		;
	if (runtime_lock_within(PATIENCE)) {
		report_exit_status(128 + interrupted, false);
		report_end();
		runtime_unlock();
	}
	sem_post(&done);
	if (is_fault(interrupted))
		return unused;
	signal(interrupted, SIG_DFL);
	sigemptyset(&one);
	sigaddset(&one, interrupted);
	pthread_sigmask(SIG_UNBLOCK, &one, NULL);
	raise(interrupted);
	return unused;
}

unsigned interrupt_threads(void)
{
	return nthreads;
}

static bool watch_start(void)
{
	pthread_t thread;

	return !thread_start(&thread, STACK, watch, NULL) && !pthread_detach(thread);
}

static void (*python_handler)(int);

/* Python raises its exception only after the call returns: so this stops the kernel. */
static void on_python_interrupt(int sig)
{
	if (thread_state()->depth)
		interrupted = sig;
	python_handler(sig);
}

static void python_interrupt_start(void)
{
	struct sigaction now;

	if (!python_is_here() || sigaction(SIGINT, NULL, &now) || now.sa_flags & SA_SIGINFO || now.sa_handler == SIG_DFL ||
	    now.sa_handler == SIG_IGN)
		return;
	python_handler = now.sa_handler;
	now.sa_handler = on_python_interrupt;
	sigaction(SIGINT, &now, NULL);
}

void interrupt_start(void)
{
	struct sigaction a = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER }, now;

	process = getpid();
	sigemptyset(&a.sa_mask);
	if (sem_init(&came, 0, 0) || sem_init(&done, 0, 0) || !watch_start())
		return;
	nthreads = 1;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (!sigaction(ours[i], NULL, &now) && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL)
			sigaction(ours[i], &a, NULL);
	python_interrupt_start();
}
