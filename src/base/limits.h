/*
 * limits.h - for test builds: checks of invariants, and limits that are reached early.
 *
 * vm_assert(x) aborts if the invariant x does not hold, in builds with --enable-sanitizers or --enable-small-limits; in other
 * builds it does not evaluate x. Use it for conditions that no input can break: for input, write code that returns an error.
 *
 * LIMIT(usual, small) is a limit that changes no result, except how many causes a report lists, and how often the instructions of
 * a warp that has diverged are counted.
 */
#ifndef WARPBOOK_BASE_LIMITS_H
#define WARPBOOK_BASE_LIMITS_H

#if defined(WITH_SANITIZERS) || defined(SMALL_LIMITS)
#include <stdio.h>
#include <stdlib.h>
#define vm_assert(x) \
	((x) ? (void)0 : (fprintf(stderr, "%s:%d: the invariant '%s' does not hold\n", __FILE__, __LINE__, #x), abort()))
#else
#define vm_assert(x) ((void)sizeof(!(x)))
#endif

#ifdef SMALL_LIMITS
#define LIMIT(usual, small) (small)
#else
#define LIMIT(usual, small) (usual)
#endif

#endif
