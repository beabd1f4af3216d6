/*
 * too_early.h - a time between two events that the program asked for before the second event was reached, and used anyway.
 *
 * cudaEventElapsedTime then returns cudaErrorNotReady and stores no time. A program that drops that error is known by its code
 * (ignored.h). One that looks at it may still go on with the variable. So the check stores a signalling NaN there, and lets the
 * thread's processor raise SIGFPE at an invalid operation: the first instruction that computes with the variable, or converts it
 * for printf, is the use, and then gets the variable's old contents. Moving it around raises nothing.
 *
 * The runtime's own code runs without that (pause and resume), and threads that it starts. Only x86-64 has it.
 */
#ifndef WARPBOOK_CUDART_CHECK_TOO_EARLY_H
#define WARPBOOK_CUDART_CHECK_TOO_EARLY_H

#include "cudart/call.h"

/* The call had no time to store, and the program looks at its error. */
void too_early_mark(const struct call *call, float *ms);
/* A call has stored a time there. */
void too_early_over(const float *ms);
/* The thread enters or leaves the runtime. */
void too_early_pause(void);
void too_early_resume(void);
/* Reports the uses that were seen. */
void too_early_report(void);

#endif
