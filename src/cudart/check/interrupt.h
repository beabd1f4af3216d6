/*
 * interrupt.h - what was found is reported, and the JSON document written, also when a signal ends the program: SIGINT,
 * SIGTERM, SIGHUP and SIGABRT, where the program has left them as they are.
 *
 * A signal handler may do next to nothing, so a thread waits for it to come. A kernel that runs is stopped first.
 * A second signal, some seconds later, ends the program at once.
 */
#ifndef WARPBOOK_CUDART_CHECK_INTERRUPT_H
#define WARPBOOK_CUDART_CHECK_INTERRUPT_H

#include <signal.h>

/* Once, when the runtime starts. Without a thread (limits of the machine) signals end the program as ever. */
void interrupt_start(void);
/* The signal that is ending the program; 0: none. For simt_launch.stop. */
extern volatile sig_atomic_t interrupted;
/* How many threads of this process are our own, of those that wait for signals. */
unsigned interrupt_threads(void);

#endif
