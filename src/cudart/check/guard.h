/*
 * guard.h - the host's own accesses to memory: of a device, which it cannot access, and of pinned or managed buffers that pending
 * work uses, which it must not access yet.
 *
 * Theory: while a copy is pending, the host cannot access the pages that it will write, and cannot write those that it will read.
 * While a kernel is pending, the same holds for all managed buffers and for the pinned ones among its arguments. The host's first
 * access then raises SIGSEGV, which gives the line. For a copy, it is certain at once that this is a mistake: the guard reports
 * it, opens the pages, and the program continues with the old bytes. A kernel's accesses are known only after it ran: so the
 * guard then runs the pending kernels, and reports the access only if one of them wrote what the host accesses (or read what the
 * host writes), then and later, until the host waits.
 *
 * A kernel that then waits for the host is parked (queue.h), and its pages stay closed. The guard lets each access by the host
 * through as a single step of the processor, and before the host's next access after a write it resumes the kernel: so both
 * answer each other in turn, in the same order in every run. If the host only polls, other streams go on, which may write what
 * the kernel waits for. A host that only reads, for a long time, while all its kernels are
 * parked, waits for ever, and so does one that waits for a kernel ended by a fault: the guard reports that and ends the program.
 *
 * A stream may write a word for the host (op.signals), which polls it: the host's access runs the stream up to that write. A
 * stream may also wait until the host has written a word: what comes after such a wait has not begun, so that the host may still
 * use its memory, and only what the stream writes for the host is closed.
 */
#ifndef WARPBOOK_CUDART_CHECK_GUARD_H
#define WARPBOOK_CUDART_CHECK_GUARD_H

#include "cudart/queue.h"

/* For handlers of signals: the place in the program of the ucontext_t, as a call site. */
void guard_site(const void *context, struct call_site *site);
void guard_start(void);
/* A part of it that may come earlier, before the program can take the signal. */
void guard_catch_steps(void);
/* Its handler again, in front of one that was installed after guard_start. */
void guard_catch_faults(void);
/* The operation was submitted, and nothing waits for it yet. */
void guard_close(struct op *op);
/* It is about to run, or will never run. */
void guard_open(struct op *op);
/* It has run: closes the pages again that other pending operations use. */
void guard_again(struct op *op);
/*
 * A host function runs for `op`: operations that wait for it have not begun, and the function may access their
 * memory. Ends when the function has returned.
 */
void guard_lift(struct op *op);
void guard_lift_end(struct op *op);
/* It waited for memory, and has ended: what comes after it has begun, and is guarded like all else. */
void guard_waited(const struct op *op);
/* Do kernels run now because the host touched memory that they use, rather than because it waits for them? */
bool guard_runs_early(void);
/* While the guard ends kernels that wait for the host: what the host waits for in turn; else NULL. */
const char *guard_host_waits(void);
/* The host has asked whether `op` is done; it is not, because a kernel waits for the host. */
void guard_asked(struct op *op);
/* Can the host go on while a kernel is parked? The guard then sees its memory accesses one by one. */
bool guard_can_step(void);

#endif
