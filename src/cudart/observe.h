/*
 * observe.h - what the program did, asked by somebody in the same process: the harness of host exercises
 * (src/worker/host_main.c), which tells it to the judge.
 *
 * The names are exported from libwarpbook-cudart.so and declared weak: in a program that runs on the real
 * runtime they are NULL, and rules that need them are left to the vm.
 *
 *	warpbook_observe_begin();       all that was before is forgotten: memory that lives then is no leak later
 *	warpbook_observe_fail(3, 0);    optional
 *	solve(...);
 *	o = warpbook_observe_end();
 *
 * From begin on the library is quiet: findings are kept for the observer instead of going to stderr, and
 * nothing is written at exit. Only one thread observes.
 */
#ifndef WARPBOOK_CUDART_OBSERVE_H
#define WARPBOOK_CUDART_OBSERVE_H

#include "words/observed.h"

#define OBSERVE_API __attribute__((weak, visibility("default")))

OBSERVE_API void warpbook_observe_begin(void);

/*
 * Makes the n-th (from 1) of the calls after begin fail that can fail for a reason outside the program: all
 * that return a cudaError, but for those that free or destroy something, and those that only ask for the last
 * error or for the text of one. (A cudaLaunchKernel counts: a launch that fails is seen by cudaGetLastError.) The call
 * does nothing and returns `error`; 0: the one that is usual there, cudaErrorMemoryAllocation where
 * something is made, cudaErrorLaunchOutOfResources for a launch, else cudaErrorUnknown. It is not sticky.
 * n = 0: none. Either way observed.can_fail counts them.
 */
OBSERVE_API void warpbook_observe_fail(uint64_t n, int error);

/*
 * What happened since begin. Work that nobody waited for is run first, as if the process had waited for its devices,
 * and then the checks are made that a program's end makes: leaks, errors never looked at. NULL when memory ran out.
 * The result lives until the next begin, and the program must call nothing more of the runtime.
 *
 * crashed: the program is in a signal handler, or was ended in the middle of a call. Then nothing is run or waited
 * for, no lock is taken that could be held, and only what is known already is told. (For that guard.c, once it has
 * explained a fault, must hand it on to the handler that was there before its own.)
 */
OBSERVE_API const struct observed *warpbook_observe_end(bool crashed);

/* Where an address of the program's code is in its source; false when that cannot be told. */
OBSERVE_API bool warpbook_observe_place(const void *code, struct source_place *place);

#endif
