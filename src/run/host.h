/*
 * host.h - runs the cases of a host exercise, each in a process of its own.
 *
 * Theory: the learner's host code is foreign code in a process, so that process is nobody's witness but for
 * what it brings back. It is the program that session/host_build.c built from the learner's file and our
 * harness (worker/host_main.c), never loaded by a program of ours:
 *
 *	parent -- job of one case --> stdin
 *	       <- what is printed --- stdout, stderr: kept for the reader, up to a cap, and never believed
 *	       <- its result -------- descriptor 3
 *
 * How it ended is read from its exit, its signal and the clock, by the parent. Each case starts a fresh process: what one
 * case leaves behind the next does not see, and what it forges is believed of this case alone. A report that
 * stops short is that of a program that ended itself.
 *
 * What it can still do: read files that the user can read, talk to the network, and leave a process behind that made itself a
 * session of its own. On one's own machine that is one's own business; a class is graded where no such file is.
 *
 * It has the limits of any worker (box.h) but for memory: the vm reserves address space that it never
 * uses, so it is the memory that can be written that is limited. Nothing can be written to files.
 */
#ifndef WARPBOOK_RUN_HOST_H
#define WARPBOOK_RUN_HOST_H

#include "run/box.h"

/* As box_run, of a job with a program. A case after one that failed is not run. */
int host_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
	     struct error *err);

#endif
