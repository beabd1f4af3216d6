/*
 * limits.h - what a build for tests has: invariants that are checked, and limits that are reached early.
 *
 * vm_assert(x) stops where an invariant does not hold, in builds with --enable-sanitizers or --enable-small-limits; elsewhere it
 * is nothing, and x is not evaluated. It is for what no input can break: input is checked by code that returns an error.
 *
 * LIMIT(usual, small) is a limit that changes no result, except how many causes a report lists.
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
