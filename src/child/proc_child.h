/*
 * proc_child.h - the child's side of proc_run, between fork and the first line of its program: descriptors, folder, limits,
 * sandbox.
 *
 * A child that proc_run forks itself takes these steps before exec; one that a seed forks (proc_seed.h), before the seed's
 * program goes on in it.
 */
#ifndef WARPBOOK_CHILD_PROC_CHILD_H
#define WARPBOOK_CHILD_PROC_CHILD_H

#include "child/proc.h"

#define PROC_STREAMS     3 /* the child's outputs: standard output, standard error, and a report on descriptor 3 */
#define PROC_QUESTION_FD 4

/* What a child that cannot be confined says, and ends with. */
#define UNCONFINED "cannot be confined: "
#define UNCONFINED_CODE 126

/*
 * Uses limits, sandbox (after sandbox_ready), cwd and given of the job. in, outs, question: our descriptors for its descriptors 0
 * to 4, -1: none. All others are closed. -1: the child must end.
 */
int proc_child_enter(const struct proc_job *job, int in, const int outs[PROC_STREAMS], int question);

#endif
