/*
 * observe.h - lets an observer in the same process watch the program: the harness of host exercises (src/worker/host_main.c).
 * What happens goes into the journal (words/journal.h) as it happens, and the process that reads it makes struct observed of it.
 *
 * libwarpbook-cudart.so exports these names, and they are declared weak: in a program that runs on the real runtime
 * they are NULL, and rules that need them are checked only on the vm.
 *
 *	warpbook_observe_begin(send, to); forgets everything before: memory allocated earlier is not a leak later
 *	warpbook_observe_fail(3, 0);      optional
 *	solve(...);
 *	warpbook_observe_end(false);
 *
 * From begin on the library is quiet: its findings go into the journal instead of to stderr, and it
 * writes nothing at exit. Only one thread observes.
 */
#ifndef WARPBOOK_CUDART_OBSERVE_H
#define WARPBOOK_CUDART_OBSERVE_H

#include <stdbool.h>
#include <stddef.h>

#include "words/observed.h"

#define OBSERVE_API __attribute__((weak, visibility("default")))

/*
 * send: the destination of the journal (words/journal.h); NULL: none. It takes `len` bytes, of which it must fill in the first
 * JOURNAL_HEAD, and does not return before they have left the process. From now on it and `to` cannot change.
 */
typedef void observe_send(int to, unsigned char *chunk, size_t len);
OBSERVE_API void warpbook_observe_begin(observe_send *send, int to);

/*
 * Tells earlier, before the program's own code can run, where the journal goes. What comes before begin goes there too, for the
 * sake of the virtual times. It also takes SIGTRAP, which guard.c needs, so that the caller can close it to the program.
 */
OBSERVE_API void warpbook_observe_seal(observe_send *send, int to);

/*
 * Makes a call after begin fail: the n-th (from 1) of those that can fail for a reason outside the program. These are
 * all calls that return a cudaError, except those that free or destroy something, and those that only ask for the last
 * error or for an error's text. (A cudaLaunchKernel counts: cudaGetLastError reports a failed launch.) The call
 * does nothing and returns `error`; with 0 the usual one for the call: cudaErrorMemoryAllocation where
 * it would allocate or create something, cudaErrorLaunchOutOfResources for a launch, else cudaErrorUnknown. It is not sticky.
 * n = 0: none. In both cases the journal counts them.
 */
OBSERVE_API void warpbook_observe_fail(uint64_t n, int error);

/*
 * From now on each launch succeeds, and its kernel does nothing. A program may wait for ever for what a kernel would have
 * written: the process ends at the launch after `launches`. 0: kernels run. functions: host functions in streams do nothing,
 * and kernels run.
 */
OBSERVE_API void warpbook_observe_idle(uint64_t launches, bool functions);

/*
 * Ends the journal. It first runs the work for which nothing has waited, as if the process had waited for its
 * devices, and then makes the checks of a program's end: leaks, errors never checked. Calls of the program after that run,
 * but are not reported.
 *
 * crashed: the program is in a signal handler, or was ended in the middle of a call. Then the function runs nothing and
 * waits for nothing, takes no lock that could be held, and tells only what is already known; the journal has no end. (This
 * requires that guard.c, once it has explained a fault, passes it on to the handler that was installed before its own.)
 */
OBSERVE_API void warpbook_observe_end(bool crashed);

/* The place in the program's source of an address in its code; false if unknown. */
OBSERVE_API bool warpbook_observe_place(const void *code, struct source_place *place);

#endif
