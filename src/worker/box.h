/*
 * box.h - runs a job in a worker process and brings back its result.
 *
 * Theory: the worker is a fork of this program that execs /proc/self/exe with the hidden command `worker`, so it holds none of
 * the parent's memory (no expected values, no database). It runs in its own process group with no_new_privs, limits on processor
 * time, memory, files and output, and an empty environment; the parent or the kernel kills it when it exceeds a limit. The job
 * goes in on stdin, the result comes out on stdout. Before exec the child enters the sandbox of child/sandbox.h: it may read the
 * libraries, but not write, start a process, send a signal or talk to another process.
 *
 *	parent -- job --> stdin   worker: limits, no descriptors but these three
 *	       <- result- stdout
 *	       <- last words - stderr
 *	       <- "native ..." - descriptor 4    a kernel on the vm whose job has translations (bench/native_box.h): it may ask for them,
 *	       -- objects ---> 5, 6: memory      and finds them here
 *
 * A job with a program in place of an image runs case by case: host.h.
 *
 * This module only decodes the worker's output; the judge decides whether to believe it.
 */
#ifndef WARPBOOK_WORKER_BOX_H
#define WARPBOOK_WORKER_BOX_H

#include "child/proc.h"
#include "worker/record.h"

enum box_end {
	BOX_FINISHED,    /* the worker wrote the end mark */
	BOX_DEADLINE,    /* out of processor time */
	BOX_IDLE,        /* a host program, or a worker on a GPU, slept longer than its limit */
	BOX_CRASHED,     /* ended by a signal or without the end mark */
	BOX_MEMORY,      /* the machine killed it for its memory, or most likely for it */
	BOX_STARVED,     /* the machine did not let it finish: it got no processor, or was stopped */
	BOX_ENDED,       /* a signal from outside that no crash raises */
	BOX_FLOOD,       /* wrote more than any result of the job can need */
	BOX_PRINTED,     /* a host program printed more than a program may (proc.h) */
	BOX_INTERRUPTED, /* the parent received a signal */
};

/* No verdict on a program depends on wall-clock time: see proc.h. */
struct box_limits {
	double seconds;        /* processor time for all cases; default 20 */
	double idle_seconds;   /* time asleep, for all cases; default 10, on a GPU 20 */
	double wall_seconds;   /* past this the machine is too busy; default 600 */
	uint64_t memory_bytes; /* default 2 GiB */
};

/*
 * On a GPU the driver maps far more than it uses, opens many files and starts threads: there only time is limited,
 * and the environment keeps the variables by which programs find the driver.
 */

struct box_report {
	enum box_end end;
	int signal;            /* BOX_CRASHED, BOX_ENDED; 0 if it exited */
	bool silent;           /* a host program ended by itself without a report: it called _exit(), or the harness ran out of
				  memory */
	struct result result;  /* as much of it as arrived */
	char stderr_tail[512]; /* the end of the worker's stderr, for bug reports */
	bool filled_memory;    /* BOX_MEMORY: and it held at least half of it */
	uint64_t memory_peak;
	double wall_seconds, cpu_seconds;
};

/* Call this at the start of a program that runs boxes: it loads the filters of system calls, and calls proc_guard. */
void box_begin(void);

void box_default_limits(struct box_limits *l);

/* `seconds` as RLIMIT_CPU takes it: in whole seconds, rounded up. */
unsigned box_cpu_seconds(double seconds);

/*
 * Runs the job, however it ends. Returns -1 only if no worker could be started, or if the worker's output is not a
 * result at all. The result lives in the arena.
 */
int box_run(const struct job *job, const struct box_limits *limits, struct arena *arena,
	    struct box_report *report, struct error *err);

struct proc_result;

/* A worker that lives on: it opens the device, then asks what to do next (worker/card.h, and timer.c at its end). */
struct box_service {
	const char *device;
	int (*answer)(void *ctx, const char *question, struct buf *out); /* as proc.h has them */
	void (*see_output)(void *ctx, const struct buf *output);
	void *ctx;
	const volatile sig_atomic_t *stop;
};

/* Runs it until it ends. box_served reads its result, from the given byte of its output on; it also releases *end. */
int box_serve(const struct box_service *service, struct proc_result *end, struct error *err);
int box_served(struct proc_result *end, size_t from, struct arena *arena, struct box_report *report, struct error *err);

/*
 * Runs a worker with the task "translate", in the same sandbox, and appends what it writes. -1 with the error, or if `stop` (may
 * be NULL) is set meanwhile.
 */
int box_translate(const void *request, size_t len, const volatile sig_atomic_t *stop, struct buf *out, struct error *err);

/*
 * The variables by which a worker finds its libraries, and the GPU driver is found and configured, as an environment that ends
 * with NULL. The text is that of this process's environment.
 */
void box_environment(const char *envp[3]);

/*
 * Puts this process into the sandbox of a vm worker, for good: for a child (proc.h's child_main) that has compiled a
 * submission and now runs its kernel itself. It must read the files it needs before. Returns -1 with the machine's error.
 */
int box_confine(struct error *err);

struct sandbox;
/* Adds what a process on a GPU needs besides libraries: the device files, the driver's description of itself. */
void box_allow_gpu(struct sandbox *s);

/* For `doctor`: "own process group, rlimits, no_new_privs; ..." */
void box_describe(struct buf *out);

#endif
