/*
 * hints.h - what a kernel's text says that no run shows: which indices it uses, and random numbers that all threads share.
 *
 * As learner_source.h, no preprocessor and no parser. The text is source[len].
 */
#ifndef WARPBOOK_SOURCE_HINTS_H
#define WARPBOOK_SOURCE_HINTS_H

#include <stdbool.h>
#include <stddef.h>

/* The line where the body of the `__global__` function uses threadIdx.AXIS ('y', 'z'); 0: it does not, or there is no such function. */
int source_uses_axis(const char *source, size_t len, const char *kernel, char axis);
/*
 * The line of a call curand_init(seed, sequence, ...) in the body, whose first two arguments are numbers or parameters of the kernel: they
 * are equal for all threads. 0: none, or the body has other calls of it, too.
 */
int source_same_random(const char *source, size_t len, const char *kernel);

#endif
