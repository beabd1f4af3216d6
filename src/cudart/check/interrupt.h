/*
 * interrupt.h - reports the findings, and writes the JSON document, even when a signal ends the program: SIGINT,
 * SIGTERM, SIGHUP and SIGABRT, unless the program handles them itself.
 *
 * A signal handler may do next to nothing, so a thread waits for the signal. It first stops a running kernel. A second
 * signal, some seconds later, ends the program at once.
 */
#ifndef WARPBOOK_CUDART_CHECK_INTERRUPT_H
#define WARPBOOK_CUDART_CHECK_INTERRUPT_H

#include <signal.h>

/* Call it once, when the runtime starts. If the machine's limits allow no thread, signals end the program as usual. */
void interrupt_start(void);
/*
 * In the handler of a fault that is about to end the program: has what was
 * found written, by another thread. Do not hold the lock.
 */
void interrupt_fault(int sig);
/* The signal that is ending the program; 0: none. For simt_launch.stop. */
extern volatile sig_atomic_t interrupted;
/* The number of our own threads in this process that wait for signals. */
unsigned interrupt_threads(void);

#endif
