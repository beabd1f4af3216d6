/*
 * activity.h - measures how long a process does nothing, independent of the load on the machine.
 *
 * By elapsed time alone, a process that sleeps looks like one that waits for a processor. Linux distinguishes them: for each
 * thread it counts how long it ran and how long it waited to run (/proc/PID/task/TID/schedstat). A process is idle in the
 * remaining time while all its threads, and all threads of its descendants, are asleep or stopped.
 */
#ifndef WARPBOOK_CHILD_ACTIVITY_H
#define WARPBOOK_CHILD_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The previous measurement; begins as { 0 }. at: second of clock_now(), 0: none yet. */
struct activity { double at, busy; bool stopped; };

/*
 * Returns the idle seconds of the process and its descendants since the previous call; 0 at the first call. It counts at most
 * three times `expected` seconds: a caller that comes late did not get a processor either, so the child may have waited for it.
 * stopped: a signal has stopped at least one thread.
 */
double activity_idle(struct activity *last, pid_t pid, double expected);
/* Limits the processor time of each of them, and of those that they start, from now on: as limits.cpu_seconds of proc.h does. */
void activity_limit(pid_t pid, unsigned cpu_seconds);

#endif
