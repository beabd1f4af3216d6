/*
 * kernel_wait.h - kernels that wait, while they run, for a word that the host or another stream writes.
 *
 * Theory: such a kernel gets a thread of its own (kernel_thread.h), and pauses when all its threads wait. The queue then runs
 * what other streams have ready, and the kernels that wait there, in turn, until one of them has changed memory (queue.c). If
 * nothing can, the kernel waits for ever, and says so.
 */
#ifndef WARPBOOK_CUDART_LAUNCH_KERNEL_WAIT_H
#define WARPBOOK_CUDART_LAUNCH_KERNEL_WAIT_H

#include "cudart/launch/launch.h"

/* May it wait, and is there something that could write what it waits for? If not, it needs no thread of its own. */
bool kernel_may_wait(struct kernel_op *k, const struct simt_program *program);
/* For one that waits for that array for ever: names the operation behind it that would write the array. False: there is none. */
bool kernel_wait_advice(const struct op *kernel, uint64_t array, char *text, size_t size);

#endif
