/*
 * queue.h - the checks of a class, on several processors.
 *
 * The database is the queue: a file with a result there is done, and all others are to be checked. A result is written with its
 * attempt in one transaction, so a kill at any moment costs at most the checks in progress, and the same command goes on.
 * Identical files are checked once.
 *
 * Before a check the file is copied to a private folder under its exercise's name, with the files beside it (in/neighbours.h) if
 * it may read any and is in a folder of the student's own: so no odd file name of a student's reaches a compiler, and nothing
 * changes while it is read. Each check runs in a whole sandbox (attempt_options.untrusted).
 *
 * A check at which the machine fails has no result. It runs again when everything else is done, one at a time, and its failure is
 * then reported.
 *
 * A second pass can measure the time of files that passed on a GPU, one file at a time (queue_time). It makes an additional
 * result, which never replaces the first one.
 */
#ifndef WARPBOOK_GRADE_QUEUE_H
#define WARPBOOK_GRADE_QUEUE_H

#include "base/arena.h"
#include "grade/in/assignment.h"
#include "store/grades.h"

/* A file to judge. Equal files share a task. */
struct task {
	const char *exercise, *file;   /* "01_kernels/add", "add.cu" or "add.py" */
	const char *path, *shown;      /* of the first student's; as people know it, if it was unpacked; NULL: the same */
	const char *whose;             /* for the progress display */
	bool headers;                  /* it is in a folder of the student's own: what is beside it is theirs */
	char sha[65];                  /* of the file and what it includes */
	const char *content_version;
	const char *compiler;          /* for this file: the queue's, or Numba */
	int64_t result;                /* 0: none yet */
	const char *failure;           /* why there is none; NULL */
	bool timeable;                 /* a kernel that can be timed: not a host program */
	/* After queue_time: it passed and is timeable; the result on the GPU, 0: none yet; why there is none, or NULL. */
	bool wants_time;
	int64_t timed;
	const char *untimed;
};

struct queue {
	struct arena arena;
	struct task **tasks; size_t n, cap;
	size_t checked, reused;        /* after queue_run: attempts made, and existing results used, */
	size_t older;                  /* of these, results from another version of the exercise, the tool or the compiler */
	size_t timed, times_known;     /* the same after queue_time: times measured, and existing ones */
	bool interrupted;
	double check_seconds;          /* of compilers and runs, for the attempts made */
	struct task **todo; size_t ntodo; /* tasks without a result at the start, */
	const char *compiler, *device; /* and their compiler and device: "clang 14.0.6", "vm" */
};

struct queue_options {
	const char *compiler, *device; /* as compiler_find and target_choose take them; NULL: the default */
	uint64_t seed;
	unsigned threads;              /* 0: one per processor; on a GPU always one */
	bool same_version;             /* accept no result of another version (a regrade) */
	bool plan_only;                /* find the tasks without a result, but check none */
	bool elsewhere;                /* with plan_only: the checks run on another machine, whose GPU this one need not have */
	bool own;                      /* a learner's own file: it runs even if this machine cannot confine it fully */
	/* Called before each check, from several threads at once. May be NULL. */
	void (*begin)(void *ctx, const struct task *t);
	/* Called after each check, from one thread at a time. May be NULL. */
	void (*progress)(void *ctx, const struct task *t, size_t done, size_t all, double seconds);
	void *ctx;
};

/*
 * Adds a file; headers: as in a task. *task: its task, or NULL if it cannot be read, with the reason in *odd (in the
 * queue's arena; "": the file is empty). -1: no memory.
 */
int queue_add(struct queue *q, const struct grade_exercise *x, const char *path, bool headers, const char *whose,
	      struct task **task, const char **odd, struct error *err);

/* Finds or makes every task's result. -1 if it could not begin: no compiler, a broken exercise, no database. */
int queue_run(struct queue *q, const char *database, const struct queue_options *o, struct error *err);
/*
 * Call it after queue_run: measures the time of files that passed, compared with the reference's, on the GPU o->device. If there
 * is no such GPU, the driver fails or the times are too noisy, the task's `untimed` says so. plan_only: finds existing times and
 * measures none. -1 as above.
 */
int queue_time(struct queue *q, const char *database, const struct queue_options *o, struct error *err);
/* Copies the task's file, and the headers next to it that it may include, into a new folder. */
int queue_copy(const struct task *t, const char *dir, struct error *err);
void queue_release(struct queue *q);

#endif
