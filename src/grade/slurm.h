/*
 * slurm.h - the checks of a class on a cluster that runs Slurm.
 *
 *	CLASS/.warpbook/slurm/ASSIGNMENT/
 *	  results/KEY.json      what a check came to (store/carry.h): the first complete one stays
 *	  started/KEY.WHO       a check began: WHO is job.task.restart.node
 *	  failed/KEY.txt        why a machine failed at it, the last time
 *	  files/KEY/add.cu      what is checked, as it was when it was planned
 *	  runs/N/plan.json      which files each task of an array checks; never changed. Also job.sbatch, job (its number), log/
 *
 * KEY is a hash of all that a result depends on: file, exercise, versions, compiler, device, seed.
 *
 * The result files are the truth: each appears whole, by link(), which fails if the name is there. So two attempts of one task may
 * overlap (Slurm requeues a task whose node does not answer, and the node may go on), a job may be killed at any moment, and
 * one process alone, which submits, waits and writes the database, makes one grade of each. There is no daemon: the same command
 * takes in what is there, plans what is missing and submits that.
 *
 * A file at which a task died twice is checked by a task of its own; after three starts without a result it is not submitted again.
 */
#ifndef WARPBOOK_GRADE_SLURM_H
#define WARPBOOK_GRADE_SLURM_H

#include "grade/slurm_profile.h"
#include "grade/queue.h"

#define SLURM_STARTS_MOST 3
#define SLURM_KEY 33 /* 32 hexadecimal digits and the NUL */

struct slurm_options {
	const struct slurm_profile *profile;
	const char *folder;      /* CLASS/.warpbook/slurm/ASSIGNMENT */
	const char *name;        /* the assignment's, for the job */
	struct buf *dry_run;     /* gets the job's file in place of submitting anything; NULL: submit */
	/* Now and then while it waits. May be NULL. */
	void (*progress)(void *ctx, const char *job, size_t done, size_t all, double seconds);
	void *ctx;
};

/*
 * Takes in the results that are there, submits the rest, waits for it, and takes that in. Tasks that have no result then have a
 * failure, or the queue is `interrupted`: the jobs go on without us. -1: nothing could be submitted.
 */
int slurm_run(struct queue *q, const char *database, const struct queue_options *qo, const struct slurm_options *o, struct error *err);

/* On a node: the checks of one task of runs/N, and their results. Its number comes from Slurm's variables. */
int slurm_task(const char *run, unsigned threads, struct error *err);

/* What both sides share. */
void slurm_key(const struct task *t, const char *compiler, const char *device, uint64_t seed, char out[SLURM_KEY]);
/* How often the check of this key has begun. */
struct slurm_starts { struct slurm_start { char key[SLURM_KEY]; unsigned n; } *list; size_t n, cap; };
int slurm_starts_read(struct slurm_starts *s, const char *folder, struct arena *arena, struct error *err);
unsigned slurm_started(const struct slurm_starts *s, const char *key);

#endif
