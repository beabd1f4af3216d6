/*
 * calls.h - makes the filters of system calls from calls.def.
 *
 * calls_begin() passes them to child/sandbox.h; without libseccomp it does nothing, and sandbox_layers() reports that. A filter
 * is built at its first use and then kept: this costs some milliseconds once per process.
 */
#ifndef WARPBOOK_WORKER_CALLS_H
#define WARPBOOK_WORKER_CALLS_H

void calls_begin(void);

#endif
