/*
 * slurm_profile.h - how to submit jobs to a cluster that runs Slurm, read from a definition in bounded Lua
 * (script/script.h).
 *
 *	return {
 *	  options = { "--partition=shared", "--constraint=skylake" },
 *	  gpu = { "--gres=gpu:1" },
 *	  setup = { "module purge", "module load LLVM" },
 *	  minutes = 20, memory = 2000, cpus = 4, files = 40, most = 1000,
 *	  scratch = "$SNIC_TMP",
 *	}
 *
 * grader/slurm has one for each of several centres; the account comes from sbatch's own variable SBATCH_ACCOUNT.
 */
#ifndef WARPBOOK_GRADE_SLURM_SLURM_PROFILE_H
#define WARPBOOK_GRADE_SLURM_SLURM_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct slurm_profile {
	struct arena arena;            /* owns everything below */
	const char *path;
	const char **options; size_t noptions; /* of sbatch, each "--name=value" */
	const char **gpu; size_t ngpu;         /* options that request one GPU, for jobs that need it; none: the cluster has
						  none */
	const char **setup; size_t nsetup;     /* lines of the job's shell before warpbook runs */
	int64_t minutes;               /* per task: Slurm's limit, a backstop */
	int64_t memory;                /* MB per task */
	int64_t cpus;                  /* per task: the number of checks at once */
	int64_t files;                 /* files per task */
	int64_t most;                  /* tasks per array: below the cluster's MaxArraySize */
	const char *program;           /* the command that runs warpbook on a node, as the job's shell reads it; "": this
					  program's own path */
	const char *scratch;           /* a folder on the node, as the job's shell writes it; "" for /tmp */
};

/* word: a path, or the name of a file in grader/slurm. */
int slurm_profile_open(struct slurm_profile *p, const char *word, struct error *err);
void slurm_profile_release(struct slurm_profile *p);

#endif
