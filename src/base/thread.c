/* thread.c - see thread.h. */
#include "config.h"

#include "base/thread.h"

#include <signal.h>

int thread_start(pthread_t *thread, size_t stack, void *(*run)(void *arg), void *arg)
{
	pthread_attr_t attr;
	sigset_t all, before;
	int status = pthread_attr_init(&attr);

	if (status)
		return status;
	if (stack)
		pthread_attr_setstacksize(&attr, stack);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	status = pthread_create(thread, &attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return status;
}
