/* clock.h - elapsed seconds, for durations, processor seconds, for limits, and the date. */
#ifndef WARPBOOK_BASE_CLOCK_H
#define WARPBOOK_BASE_CLOCK_H

/* CLOCK_MONOTONIC: the same in every process; its zero has no meaning. */
double clock_now(void);
/* CLOCK_REALTIME: seconds since 1970. */
double clock_date(void);
/* Processor time that this process has used in all its threads. */
double clock_used(void);
/* The same of the calling thread alone. A system call: look at clock_now() first, which cannot advance less. */
double clock_used_by_thread(void);

#endif
