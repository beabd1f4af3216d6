/*
 * proc_seed.h - a process that has loaded what several children need, and of which proc_run forks them (proc_job.seed).
 *
 * Theory of operation. A seed is a program of ours that runs no foreign code, and so it has no sandbox. It loads, reports that it
 * is ready, and then forks a child for each job. When this process asks for the child's end, the seed waits for it:
 *
 *	this process --- the job's limits, sandbox, folder, variables; descriptors ---> seed
 *	             <-- "born" --------------- child: a fork of it               the kernel adds the child's number
 *	             --- "reap" -----------------------------------------------> seed
 *	             <-- exit status, processor time ---------------------------- seed
 *
 * Before anything else the child takes the steps of any child (proc_child.h), so its descriptors, limits and sandbox are those of
 * a child that proc_run starts itself. Its processor time begins at 0. It has a copy of the seed's memory, and nothing of an
 * earlier child's. If the kernel permits it, the seed is in namespaces of its own (spaces.h); its children share these.
 *
 * The child does not outlive the seed, and the seed does not outlive the thread that started it. One child at a time.
 */
#ifndef WARPBOOK_CHILD_PROC_SEED_H
#define WARPBOOK_CHILD_PROC_SEED_H

#include "child/proc.h"

struct proc_seed;

/* ---- for the process that starts it ---------------------------------------------------------- */

/*
 * Starts argv[0], a path, in the folder, with the variables and WARPBOOK_SEED=4, the number of its descriptor for us; its output
 * goes to
 * /dev/null. Does not wait until it is ready. NULL if it cannot be started.
 */
struct proc_seed *proc_seed_start(const char *const *argv, const char *const *envp, const char *folder);
/* Waits until it is ready; false: it ended before, or this process is to end. */
bool proc_seed_ready(struct proc_seed *s);
/* Ends it. Ignores NULL. */
void proc_seed_end(struct proc_seed *s);

/* For proc_run. The child's number, -1 with errno; `fds`: for its descriptors 0 to 4, -1: none. */
pid_t proc_seed_fork(struct proc_seed *s, const struct proc_job *job, const char *const *envp, const int fds[5]);
/* Waits for the child's end; returns its status, as wait() has it. */
int proc_seed_reap(struct proc_seed *s, double *cpu_seconds, uint64_t *memory_peak);

/* ---- for the seed (worker/seed.c) ---------------------------------------------------------------- */

#define PROC_SEED_FDS   5
#define PROC_SEED_BORN  'b'
#define PROC_SEED_READY 'r'
#define PROC_SEED_REAP  'e'
#define PROC_SEED_BYTES ((size_t)192 << 10) /* the most of a job's message */

/*
 * Before the bytes of a job, which both ends of one build read: the sandbox's
 * paths, then the filter of calls, the folder, the variables.
 */
struct proc_seed_head {
	struct proc_limits limits; /* without the scratch folder, which the parent measures */
	unsigned kind, npaths, filter_len, nvariables;
	int given;                 /* bit i: descriptor i follows */
};

struct proc_seed_status { int status; unsigned peak_kib; double cpu_seconds; };

#endif
