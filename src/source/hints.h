/*
 * hints.h - what a program's text says that no run shows: random numbers that threads share, floats that are compared exactly.
 *
 * As learner_source.h, no preprocessor and no parser. The text is source[len].
 */
#ifndef WARPBOOK_SOURCE_HINTS_H
#define WARPBOOK_SOURCE_HINTS_H

#include <stdbool.h>
#include <stddef.h>

/* Who shares the seed, the sequence and the offset of curand_init(seed, sequence, offset, ...). */
enum same_random {
	RANDOM_DIFFERS,   /* or not known */
	RANDOM_OF_ALL,    /* threads */
	RANDOM_OF_BLOCKS, /* their threads of a number */
};

/*
 * Of all calls of curand_init that the `__global__` function makes, itself or through functions of the text: whether their first
 * three arguments are made of numbers and the kernel's parameters, or also of threadIdx, alone. *line is the first call's.
 */
enum same_random source_same_random(const char *source, size_t len, const char *kernel, int *line);
/*
 * Has the `__global__` function a loop `for (i = the thread's index in the grid; i < ...; i += blockDim.x)`, without a barrier in
 * it? *line is that of its step.
 */
bool source_block_stride(const char *source, size_t len, const char *kernel, int *line);
/*
 * The line that compares a float or double of that name with == or !=, or with memcmp; 0: none. whole: the name is that of a
 * number, rather than of an array, whose elements are meant.
 */
int source_exact_comparison(const char *source, size_t len, const char *name, bool whole);

#endif
