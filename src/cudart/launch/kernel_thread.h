/*
 * kernel_thread.h - runs a kernel on a thread of its own, which can pause while the host goes on.
 *
 * Theory: the two threads never run at once. The host's thread lets the kernel run (kernel_thread_go) and sleeps until the
 * kernel has ended or pauses; a kernel that waits for the host pauses (kernel_thread_pause) and sleeps until the host's
 * next kernel_thread_go. So the program's results do not depend on how threads are scheduled. While it runs, the kernel's
 * thread counts as holding the runtime's lock, which the host's thread holds on its behalf.
 */
#ifndef WARPBOOK_CUDART_LAUNCH_KERNEL_THREAD_H
#define WARPBOOK_CUDART_LAUNCH_KERNEL_THREAD_H

#include <stdbool.h>

struct kernel_thread;

/* A thread that will call run(arg); NULL if the machine cannot create one. */
struct kernel_thread *kernel_thread_new(void (*run)(void *arg), void *arg);
/* Lets it run. True: run() has returned, and the thread has ended; false: it pauses. */
bool kernel_thread_go(struct kernel_thread *t);
/* Called on that thread: returns at the host's next kernel_thread_go. */
void kernel_thread_pause(struct kernel_thread *t);
/* The number of such threads, for all kernels together. */
unsigned kernel_threads(void);

#endif
