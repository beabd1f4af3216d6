/*
 * host.h - runs the cases of a host exercise, each in a process of its own; where nothing is judged any more, all in one.
 *
 * Theory: the learner's host code is foreign code in a process, so that process can prove nothing beyond the result it returns.
 * It is the program that bench/host_build.c built from the learner's file and our harness (worker/host_main.c); no program of
 * ours loads it:
 *
 *	parent -- job of one case --> stdin
 *	       <- what is printed --- stdout, stderr: kept for the reader, up to a cap, and never believed
 *	       <- its result -------- descriptor 3
 *
 *	       <- questions ---------- descriptor 4: lines of its own code, 64 at most (trace.h)
 *
 * Before its own code runs, the harness reads the job and moves the report. That code finds these descriptors open
 * (tests/attacks/honest_descriptors.cu checks it), and can do with them, as long as the kernel has seccomp:
 *
 *	0   /dev/null, to read              nothing
 *	1   pipe: standard output           write; read again what it wrote itself
 *	2   pipe: standard error            the same
 *	4   socket: questions               ask for lines; a closed or silent one gets no answer
 *	5   /dev/null, to write             nothing: the repeated call prints there
 *	12  socket: the report and journal  nothing: not write, duplicate, close or replace it (worker/host_gate.h)
 *
 * None of them leads to an expected value, a file, or another process's memory.
 *
 * The parent reads how it ended from its exit status, its signal and the clock. Each case starts a fresh process: it does not
 * see what an earlier case left behind, and what it forges counts for this case alone. If a report
 * stops short, the program ended itself. A program in Python is a fork of a process that has loaded Numba, and nothing of the
 * learner's (child/proc_seed.h); what such a case finds open, and its sandbox and limits, are the same.
 *
 * The process is confined (child/sandbox.h): it reads the libraries, itself, its source and the scratch folder of its case, where
 * it may create a few files; it cannot start, signal or trace a process, and opens no socket. To find lines of its own code it
 * asks the parent (trace.h). On a machine without Landlock it can read whatever the user can, and write to the user's files: a
 * learner's own program runs even so, someone else's does not (attempt/attempt.h: untrusted).
 *
 * It has the limits of any worker (box.h) except for memory: the vm reserves address space that it never uses, so the limit
 * applies to writable memory instead. Memory that several processes could share is rejected.
 */
#ifndef WARPBOOK_WORKER_HOST_H
#define WARPBOOK_WORKER_HOST_H

#include "worker/box.h"

/*
 * A Python that has loaded Numba, for several runs, one after the other (job.seed). It belongs to the thread that starts it. Once
 * a run with checkers, a learner's, has used it, it serves no more runs without: of the reference, on which the verdict relies.
 */
struct host_seed;

/* Does not wait until it is ready. NULL if it cannot be started. */
struct host_seed *host_seed_start(const char *program, const struct job_python *python);
/* Ends it. Ignores NULL. */
void host_seed_end(struct host_seed *s);

/*
 * As box_run, for a job with a program. After a case that failed no further case runs. job.together: one process runs all
 * cases, where the verdict is known and the GPU only has to confirm it (attempt/confirm.c). A case that did not return has no
 * result then, nor do the later ones.
 */
int host_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
	     struct error *err);

#endif
