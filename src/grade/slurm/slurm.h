/*
 * slurm.h - the checks of a class on a cluster that runs Slurm.
 *
 *	CLASS/.warpbook/slurm/ASSIGNMENT/
 *	  results/KEY.json      the result of a check (store/carry.h): the first complete one stays
 *	  started/KEY.WHO       a check began: WHO is job.task.restart.node
 *	  failed/KEY.txt        why a machine failed at it, the last time
 *	  files/KEY/add.cu      the file to check, as it was at planning
 *	  runs/N/plan.json      the files for each task of an array; never changed. Also job.sbatch, job (its number), log/
 *
 * KEY is a hash of everything on which a result depends: file, exercise, versions, compiler, device, seed.
 *
 * The result files are authoritative: each appears complete, by link(), which fails if the name exists. So two attempts at one
 * task may overlap (Slurm requeues a task whose node does not answer, and the node may go on), a job may be killed at any moment,
 * and a single process, which submits, waits and writes the database, makes one grade of each. There is no daemon: the same
 * command collects the existing results, plans the missing ones and submits those.
 *
 * A file at which a task died twice is checked by a task of its own; after three starts without a result it is not submitted
 * again.
 */
#ifndef WARPBOOK_GRADE_SLURM_SLURM_H
#define WARPBOOK_GRADE_SLURM_SLURM_H

#include "grade/slurm/slurm_profile.h"
#include "grade/queue.h"

#define SLURM_STARTS_MOST 3
#define SLURM_KEY 33 /* 32 hexadecimal digits and the NUL */

struct slurm_options {
	const struct slurm_profile *profile;
	const char *folder;      /* CLASS/.warpbook/slurm/ASSIGNMENT */
	const char *name;        /* the assignment's, for the job */
	struct buf *dry_run;     /* gets the job's file instead of submitting it; NULL: submit */
	/* Called now and then during the wait. May be NULL. */
	void (*progress)(void *ctx, const char *job, size_t done, size_t all, double seconds);
	void *ctx;
};

/*
 * Collects the existing results, submits the rest, waits for it, and collects that. Tasks without a result then have a failure,
 * or the queue is `interrupted`: the jobs go on without us. -1: nothing could be submitted.
 */
int slurm_run(struct queue *q, const char *database, const struct queue_options *qo, const struct slurm_options *o,
	      struct error *err);

/* Runs on a node: makes the checks of one task of runs/N, and their results. Its number comes from Slurm's variables. */
int slurm_task(const char *run, unsigned threads, struct error *err);

/* Code for both sides. */
void slurm_key(const struct task *t, const char *compiler, const char *device, uint64_t seed, char out[SLURM_KEY]);
/* How many times the check of this key has begun. */
struct slurm_starts { struct slurm_start { char key[SLURM_KEY]; unsigned n; } *list; size_t n, cap; };
int slurm_starts_read(struct slurm_starts *s, const char *folder, struct arena *arena, struct error *err);
unsigned slurm_started(const struct slurm_starts *s, const char *key);

#endif
