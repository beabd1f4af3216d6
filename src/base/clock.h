/* clock.h - elapsed seconds, for deadlines and durations. */
#ifndef WARPBOOK_BASE_CLOCK_H
#define WARPBOOK_BASE_CLOCK_H

/* CLOCK_MONOTONIC: the same in every process; its zero has no meaning. */
double clock_now(void);
/* Processor time that this process has used in all its threads. */
double clock_used(void);

#endif
