/*
 * activity.h - whether a process does anything, however busy the machine is.
 *
 * A process that sleeps and one that waits for a processor look alike to a clock on the wall. Linux tells them apart: for each
 * thread it counts how long it ran and how long it waited to run (/proc/PID/task/TID/schedstat). What remains of the time, while
 * all threads of the process and of its descendants are asleep or stopped, is idle.
 */
#ifndef WARPBOOK_BASE_ACTIVITY_H
#define WARPBOOK_BASE_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What was seen last; begins as { 0 }. at: second of clock_now(), 0: nothing yet. */
struct activity { double at, busy; bool stopped; };

/*
 * Seconds since the last look that the process and its descendants were idle; 0 at the first look. It counts no more than three
 * times `expected` seconds: a caller that comes late did not get a processor either, so the child may have waited for the caller.
 * stopped: some thread is stopped by a signal.
 */
double activity_idle(struct activity *last, pid_t pid, double expected);

#endif
