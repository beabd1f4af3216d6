/*
 * host.h - runs the cases of a host exercise, each in a process of its own.
 *
 * Theory: the learner's host code is foreign code in a process, so that process can prove nothing beyond the result it returns. It
 * is the program that session/host_build.c built from the learner's file and our harness (worker/host_main.c); no program of ours
 * loads it:
 *
 *	parent -- job of one case --> stdin
 *	       <- what is printed --- stdout, stderr: kept for the reader, up to a cap, and never believed
 *	       <- its result -------- descriptor 3
 *
 * The parent decides how the program ended, from its exit status, its signal and the clock. Each case starts a fresh process: the
 * next case does not see what this one leaves behind, and a forged result can affect only its own case. A report that is incomplete
 * means that the program ended itself.
 *
 * The process is confined (base/walls.h): it reads the libraries, itself, its source and the scratch folder of its case, where it
 * may create a few files; it cannot start, signal or trace a process, and opens no socket. To find lines of its own code it asks the
 * parent (trace.h). On a machine without Landlock it can read whatever the user can, and write to the user's files: a learner's own
 * program runs even so, someone else's does not (session/attempt.h: untrusted).
 *
 * It has the limits of any worker (box.h) except for memory: the vm reserves address space that it never uses, so the limit applies
 * to writable memory instead. Memory that several processes could share is rejected.
 */
#ifndef WARPBOOK_RUN_HOST_H
#define WARPBOOK_RUN_HOST_H

#include "run/box.h"

/* As box_run, for a job with a program. After a case that failed no further case runs. */
int host_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
	     struct error *err);

#endif
