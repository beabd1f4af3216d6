/*
 * queue.h - the checks of a class, on several processors.
 *
 * The database is the queue: what has a result there is done, and all else is to be checked. A result is written with its
 * attempt in one transaction, so that a kill at any moment costs at most the checks that ran then, and the same command
 * goes on. Identical files are checked once.
 *
 * A file is copied to a private folder under its exercise's name before it is checked, with the headers that lie beside
 * it in a folder of the student's own, if it includes any: no odd name of a student's reaches a compiler, and nothing
 * changes while it is read. Each check goes behind all walls (attempt_options.untrusted).
 *
 * What a machine fails at has no result. It is tried again when all else is done, one at a time, and then reported.
 *
 * The time of what passed can be taken in a second pass on a GPU, one file at a time (queue_time). It gives another result, which
 * stands beside the first one and never in its place.
 */
#ifndef WARPBOOK_GRADE_QUEUE_H
#define WARPBOOK_GRADE_QUEUE_H

#include "base/arena.h"
#include "grade/assignment.h"
#include "store/grades.h"

/* A file to be judged. Equal files share a task. */
struct task {
	const char *exercise, *file;   /* "01_kernels/add", "add.cu" or "add.py" */
	const char *path, *shown;      /* of the first student's; as people know it, where it was unpacked; NULL: the same */
	const char *whose;             /* for the progress */
	bool headers;                  /* it lies in a folder of the student's own: the headers beside it are theirs */
	char sha[65];                  /* of the file and what it includes */
	const char *content_version;
	const char *compiler;          /* that checks it: the queue's, or Numba */
	int64_t result;                /* 0: none yet */
	const char *failure;           /* why there is none; NULL */
	bool timeable;                 /* a kernel whose time can be taken: not a program of the host */
	/* After queue_time: it passed and is timeable; the result on the GPU, 0: none yet; why there is none, or NULL. */
	bool wants_time;
	int64_t timed;
	const char *untimed;
};

struct queue {
	struct arena arena;
	struct task **tasks; size_t n, cap;
	size_t checked, reused;        /* after queue_run: attempts made, and results that were there, */
	size_t older;                  /* so many of them of another version of the exercise, the tool or the compiler */
	size_t timed, times_known;     /* the same after queue_time: times taken, and times that were there */
	bool interrupted;
	double check_seconds;          /* of compilers and runs, of the attempts made */
	struct task **todo; size_t ntodo; /* what had no result when it began, */
	const char *compiler, *device; /* and what it is checked with: "clang 14.0.6", "vm" */
};

struct queue_options {
	const char *compiler, *device; /* as compiler_find and target_choose take them; NULL: the default */
	uint64_t seed;
	unsigned threads;              /* 0: one for each processor; on a GPU always one */
	bool same_version;             /* take no result of another version (a regrade) */
	bool plan_only;                /* find what has no result, and check nothing */
	bool elsewhere;                /* with plan_only: the checks run on another machine, whose GPU this one need not have */
	bool own;                      /* a learner's own file: it runs also where this machine cannot confine it fully */
	/* Before each check, from several threads at once. May be NULL. */
	void (*begin)(void *ctx, const struct task *t);
	/* After each check, from one thread at a time. May be NULL. */
	void (*progress)(void *ctx, const struct task *t, size_t done, size_t all, double seconds);
	void *ctx;
};

/*
 * Adds a file; headers: as in a task. *task: its task, or NULL if it cannot be read, with the reason in *odd (in the
 * queue's arena; "": the file is empty). -1: no memory.
 */
int queue_add(struct queue *q, const struct grade_exercise *x, const char *path, bool headers, const char *whose,
	      struct task **task, const char **odd, struct error *err);

/* Finds or makes every task's result. -1 where nothing could begin: no compiler, a broken exercise, no database. */
int queue_run(struct queue *q, const char *database, const struct queue_options *o, struct error *err);
/*
 * After queue_run: the time of what passed, beside the reference's, on the GPU o->device. A machine without that GPU, a driver that fails
 * and times that are too noisy are the task's `untimed`. plan_only: finds the times that are there and takes none. -1 as above.
 */
int queue_time(struct queue *q, const char *database, const struct queue_options *o, struct error *err);
/* The task's file, and the headers beside it that it may include, into a folder of its own. */
int queue_copy(const struct task *t, const char *dir, struct error *err);
void queue_release(struct queue *q);

#endif
