/*
 * calls.h - makes the filters of system calls from calls.def.
 *
 * calls_begin() gives them to base/walls.h; without libseccomp it does nothing, and walls_have() tells. A filter is made when it is
 * first asked for, and stays: some milliseconds once in a process.
 */
#ifndef WARPBOOK_RUN_CALLS_H
#define WARPBOOK_RUN_CALLS_H

void calls_begin(void);

#endif
