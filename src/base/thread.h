/* thread.h - threads to which no signal comes: signals are for the main thread, or for the threads of the learner's program. */
#ifndef WARPBOOK_BASE_THREAD_H
#define WARPBOOK_BASE_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* Starts a thread with all signals blocked; stack 0: of the usual size. Returns pthread_create's error, 0 for none. */
int thread_start(pthread_t *thread, size_t stack, void *(*run)(void *arg), void *arg);

#endif
