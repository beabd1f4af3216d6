/*
 * signal_stack.h - room for a handler of signals.
 *
 * A handler with SA_ONSTACK runs on the stack that the program gave its thread with sigaltstack(2): often 8 to 64 KiB of its
 * heap, and what runs beyond its end overwrites that. A handler without SA_ONSTACK can't run at all after the program's own
 * stack overflowed.
 */
#ifndef WARPBOOK_BASE_SIGNAL_STACK_H
#define WARPBOOK_BASE_SIGNAL_STACK_H

/*
 * Runs work(arg), on 8 MiB of its own if the caller is a handler on a signal stack (or where it is, if there is no memory).
 * context: the handler's ucontext_t, as the kernel gave it. This function itself needs some 2 KiB of the signal stack. Other
 * signals may come meanwhile: they get the same stack as work().
 */
void signal_stack_leave(const void *context, void (*work)(void *), void *arg);

#endif
