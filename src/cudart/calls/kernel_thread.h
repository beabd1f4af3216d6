/*
 * kernel_thread.h - a kernel on a thread of its own, which can pause while the host goes on.
 *
 * Theory: the two threads never run at once. The host's lets the kernel run (kernel_thread_go) and sleeps until the
 * kernel has ended or pauses; a kernel that waits for what the host has yet to write pauses (kernel_thread_pause)
 * and sleeps until the host's next go. So what the program computes does not depend on how threads are scheduled. While it
 * runs, the kernel's thread counts as holding the runtime's lock, which the host's thread holds for it.
 */
#ifndef WARPBOOK_CUDART_CALLS_KERNEL_THREAD_H
#define WARPBOOK_CUDART_CALLS_KERNEL_THREAD_H

#include <stdbool.h>

struct kernel_thread;

/* A thread that will call run(arg); NULL if the machine gives none. */
struct kernel_thread *kernel_thread_new(void (*run)(void *arg), void *arg);
/* Lets it run. True: run() has returned, and the thread is gone; false: it pauses. */
bool kernel_thread_go(struct kernel_thread *t);
/* Called on that thread: returns at the host's next go. */
void kernel_thread_pause(struct kernel_thread *t);
/* The threads that there are, of all kernels together. */
unsigned kernel_threads(void);

#endif
