/*
 * box.h - runs a job in a worker process and brings back its result.
 *
 * Theory: the worker is a fork of this program that execs /proc/self/exe with the
 * hidden command `worker`, so that it holds none of the parent's memory (no
 * expected values, no database). It is its own process group with no_new_privs,
 * limits on processor time, memory, files and output, an empty environment, and is
 * killed when it has used them up. Job in on stdin, result out on stdout. Before exec it raises the walls of base/walls.h: it reads
 * the libraries, writes nothing, starts no process, and signals and talks to none.
 *
 *	parent -- job --> stdin   worker: limits, no descriptors but these three
 *	       <- result- stdout
 *	       <- last words - stderr
 *
 * A job with a program in place of an image is run case by case: host.h.
 *
 * What a worker says is only decoded here; whether to believe it is the judge's
 * business.
 */
#ifndef WARPBOOK_RUN_BOX_H
#define WARPBOOK_RUN_BOX_H

#include "base/proc.h"
#include "run/record.h"

enum box_end {
	BOX_FINISHED,    /* the worker said goodbye */
	BOX_DEADLINE,    /* out of processor time */
	BOX_IDLE,        /* a host program, or a worker on a GPU, slept for longer than it may */
	BOX_CRASHED,     /* ended by a signal or without a goodbye */
	BOX_MEMORY,      /* killed by the machine for its memory */
	BOX_STARVED,     /* the machine did not let it come to an end: it got no processor, or was stopped */
	BOX_ENDED,       /* a signal from outside that no crash sends */
	BOX_FLOOD,       /* wrote more than any result of the job can have */
	BOX_INTERRUPTED, /* a signal for the parent */
};

/* No verdict on a program depends on wall-clock time: see proc.h. */
struct box_limits {
	double seconds;        /* of a processor, for all cases; default 20 */
	double idle_seconds;   /* asleep, for all cases; default 10, on a GPU 20 */
	double wall_seconds;   /* then it is the machine that is too busy; default 600 */
	uint64_t memory_bytes; /* default 2 GiB */
};

/*
 * On a GPU the driver maps far more than it uses, opens many files and starts threads: only time is
 * limited there, and the environment holds what the driver is found by.
 */

struct box_report {
	enum box_end end;
	int signal;            /* BOX_CRASHED, BOX_ENDED; 0 if it exited */
	bool silent;           /* a host program ended by itself, and reported nothing: its own _exit(), or the harness without memory */
	struct result result;  /* as much as arrived */
	char stderr_tail[512]; /* what the worker said last, for bug reports */
	double wall_seconds, cpu_seconds;
};

/* At the start of a program that runs boxes: the filters of calls, and proc_guard. */
void box_begin(void);

void box_default_limits(struct box_limits *l);

/* RLIMIT_CPU for so many seconds, of which it knows whole ones. */
unsigned box_cpu_seconds(double seconds);

/*
 * Runs the job to whatever end. -1 only when no worker could be started, or when what it
 * wrote is no result at all. The result lives in the arena.
 */
int box_run(const struct job *job, const struct box_limits *limits, struct arena *arena,
	    struct box_report *report, struct error *err);

/*
 * The same, of a worker with another task ("time"), which asks what to do next: proc.h's `answer`. Its results may be some more than
 * the job has cases.
 */
int box_converse(const struct job *job, const struct box_limits *limits, const char *task,
		 int (*answer)(void *ctx, const char *question, struct buf *out), void *ctx, struct arena *arena,
		 struct box_report *report, struct error *err);

/* What the GPU driver is found and steered by, as an environment that ends with NULL. */
void box_driver_environment(char store[2][4096], const char *envp[3]);

/*
 * Raises around this process the walls of a worker on the vm, for good: for a child (proc.h's child_main) that has compiled a
 * submission and goes on to run its kernel itself. What it needs of files it reads before. -1 with the machine's error.
 */
int box_confine(struct error *err);

struct walls;
/* What a process on a GPU needs beside libraries: the device files, the driver's description of itself, LD_LIBRARY_PATH. */
void box_allow_gpu(struct walls *w);

/* For `doctor`: "own process group, rlimits, no_new_privs; ..." */
void box_describe(struct buf *out);

#endif
