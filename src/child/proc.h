/*
 * proc.h - runs a child process under limits on its time, memory and output.
 *
 * The child has its own process group, a minimal environment, and no open
 * descriptors but 0, 1, 2 and those described below. proc_run reads its standard
 * output and error until both close or the deadline passes, and then kills the
 * whole group. It counts output beyond the cap and drops it; a child that writes PROC_OUTPUT_MOST more than is kept ends there.
 *
 * Three clocks end a child. cpu_seconds and idle_seconds do not depend on what else the machine does, so they say something
 * about the child: it computed that long, or it slept that long. wall_seconds does depend on it, and says something about the
 * machine only.
 *
 *	parent --- stdin (bytes given) ---> child
 *	       <-- stdout, stderr ---------
 */
#ifndef WARPBOOK_CHILD_PROC_H
#define WARPBOOK_CHILD_PROC_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

struct proc_limits {
	double wall_seconds;    /* 0 = none */
	double idle_seconds;    /* total time in which it and its descendants neither run nor wait for a processor or a disk; 0 =
				   none */
	int idle_signal;        /* proc_run sends it then, IDLE_GRACE idle seconds before it kills the child; 0 = none */
	unsigned cpu_seconds;   /* RLIMIT_CPU; 0 = none */
	uint64_t memory_bytes;  /* RLIMIT_AS; 0 = none */
	uint64_t data_bytes;    /* RLIMIT_DATA: writable memory, excluding space that is only reserved; 0 = none */
	uint64_t file_bytes;    /* RLIMIT_FSIZE; 0 = none */
	unsigned open_files;    /* RLIMIT_NOFILE; 0 = none */
	size_t stdout_bytes;    /* kept from each stream; 0 = 1 MiB */
	size_t stderr_bytes;
	size_t report_bytes;
	const char *scratch;    /* a folder without subfolders; proc_run measures its files now and then */
	uint64_t scratch_bytes; /* if they exceed this, proc_run ends the child, as it does for too long a report */
	unsigned processes;     /* RLIMIT_NPROC: all processes of the user, threads included; no limit for root; 0 = none */
};

struct sandbox;
struct proc_seed;

struct proc_job {
	const char *const *argv;  /* argv[0] is a path, or looked up in PATH */
	const char *const *envp;  /* NULL: PATH, HOME, TMPDIR, LD_LIBRARY_PATH, LANG=C.UTF-8 only */
	const char *cwd;          /* NULL: unchanged */
	const void *input;        /* bytes for the child's stdin */
	size_t input_len;
	bool wants_report;        /* a third stream, separate from the child's output, on its descriptor 3 */
	/* Receives each piece of the report, and appends to `rest` the part to keep; false ends the child. NULL: keep all. */
	bool (*take_report)(void *ctx, const char *bytes, size_t n, struct buf *rest);
	void *take_ctx;
	/* Sees the child's output so far, after each piece; it must not wait. May be NULL. */
	void (*see_output)(void *ctx, const struct buf *output);
	void *see_ctx;
	struct proc_limits limits;
	const struct sandbox *sandbox; /* paths and calls that it may use (sandbox.h); NULL: the same as this process */
	/*
	 * Answers the child's questions; NULL: it may ask none. The child writes a question to descriptor 4, ends it with an
	 * empty line, and reads there a line with the answer's length, then the answer, which may be empty. -1: it gets no
	 * more answers. The clocks stop meanwhile: an answer may have to wait. What the child wrote before the question has been
	 * read, and seen by see_output.
	 */
	int (*answer)(void *ctx, const char *question, struct buf *out);
	void *answer_ctx;
	unsigned questions;       /* the most questions that it may ask; 0 = 64 */
	const int *given;         /* descriptors of ours that it gets, from PROC_GIVEN on, in this order; -1: it lacks that one */
	unsigned ngiven;          /* PROC_GIVEN_MOST at most */
	bool stops_while_asking;  /* answers may take long, unwatched: the child's group is stopped until the answer is ready */
	/*
	 * Asked once, when the child's processes have run, or waited to run, for doubt_seconds; the group and the clocks are
	 * stopped meanwhile. It returns the processor seconds that each of the child's processes may use in all, in place of
	 * limits.cpu_seconds; 0: the child ends, with PROC_DOUBTED. Needs idle_seconds; NULL: never asked.
	 */
	unsigned (*doubt)(void *ctx);
	void *doubt_ctx;
	double doubt_seconds;
	const volatile sig_atomic_t *stop; /* not 0: the child ends soon, as by proc_interrupt; may be NULL */
	/*
	 * When argv is NULL, the child is a fork of this process that calls
	 * child_main(ctx) and exits with what it returns. Its stdin and stdout
	 * are the pipes above. It must not touch the terminal or the database.
	 */
	int (*child_main)(void *ctx);
	void *ctx;
	/*
	 * Not NULL: the child is a fork of this process, which is ready (proc_seed.h), with the job's environment instead of its
	 * own; argv is NULL. `given` is not supported, nor is a sandbox of the kind SANDBOX_GPU.
	 */
	struct proc_seed *seed;
};

#define IDLE_GRACE      6.0
#define PROC_GIVEN      5   /* its first descriptor after 0 to 4 */
#define PROC_GIVEN_MOST 2

#define PROC_OUTPUT_MOST ((uint64_t)64 << 20)

enum proc_end { PROC_EXITED, PROC_SIGNALLED, PROC_DEADLINE, PROC_IDLE, PROC_INTERRUPTED, PROC_FLOOD, PROC_DOUBTED };

struct proc_result {
	enum proc_end end;
	int code;                 /* exit status, or the signal */
	struct buf out, err, report;
	bool out_truncated, err_truncated, report_truncated;
	bool stopped;             /* PROC_IDLE: a signal had stopped it (SIGSTOP), again after proc_run had let it go on */
	bool out_of_memory;       /* it was killed or failed while the kernel ended processes for lack of memory: it may be one of
				     them */
	bool filled_memory;       /* one of its processes held half of this machine's memory, or of this container's */
	uint64_t memory_peak;     /* the most that one of its processes held */
	double wall_seconds, cpu_seconds;
};

/* "NAME=value" as this process's environment has it, for proc_job.envp; NULL: there is no such variable. */
const char *proc_inherited(const char *name);

/* 0 if the child was started and reaped, whatever it did; -1 if not. */
int proc_run(const struct proc_job *job, struct proc_result *result, struct error *err);
void proc_result_release(struct proc_result *result);

/*
 * True, with the machine's error, if a limit of the shell (ulimit -v, -u) leaves the failed child `what` less memory or fewer
 * processes than it should have. `said` is the child's output; NULL: only the memory limit counts.
 */
bool proc_is_cramped(const char *what, uint64_t memory_bytes, const char *said, struct error *err);

/*
 * Did the child's program not start? result->err then says what could not run, and why. A child whose program did can pretend it.
 */
bool proc_is_unstarted(const struct proc_result *result);

/* Sets the machine's error, for a child that is out_of_memory, and did not fill it. Returns -1. */
int proc_memory_short(const char *what, uint64_t memory_peak, struct error *err);

/* Sets the machine's error, for a child that exceeded wall_seconds or that another process stopped. Returns -1. */
int proc_held_up(const char *what, const struct proc_result *result, struct error *err);

/*
 * From here on no other process of the user can inspect this one (PR_SET_DUMPABLE 0; to debug it, start it in the
 * debugger or set WARPBOOK_DUMPABLE). Orphans among its descendants become its own children: after each child, proc_run
 * ends those that carry a child's mark (no_new_privs) and belong to no running proc_run.
 */
void proc_guard(void);
void proc_unguard(void); /* for exec of another program */

/*
 * SIGINT, SIGTERM and SIGHUP while proc_run waits: the handler installed here notes
 * the signal, proc_run kills its group and reports PROC_INTERRUPTED. proc_interrupt
 * does the same without a signal, for a proc_run in another thread; it cannot be undone.
 */
void proc_catch_signals(void);
void proc_release_signals(void); /* restores the previous handlers, for exec of another program */
int proc_caught_signal(void);  /* the signal, or 0 */
void proc_interrupt(void);
/* Undoes proc_interrupt after everything that it interrupted has ended; a signal stays noted. */
void proc_resume(void);
bool proc_interrupted(void);   /* by a signal or by proc_interrupt */
/* A flag that is not 0 if proc_interrupted() is true, for loops of other modules to poll. */
const volatile sig_atomic_t *proc_stop_flag(void);

/* Looks `name` up in PATH. Returns 0 and fills out, or -1. */
int proc_find(const char *name, char *out, size_t size);

#endif
