/* clock.h - seconds that have passed, for deadlines and for how long something took. */
#ifndef WARPBOOK_BASE_CLOCK_H
#define WARPBOOK_BASE_CLOCK_H

/* Of CLOCK_MONOTONIC: the same in every process, from a beginning that means nothing. */
double clock_now(void);
/* Of processors, that this process has used with all its threads. */
double clock_used(void);

#endif
