/*
 * task.c - `warpbook task RUN`: what a job of `warpbook grade --slurm` runs on a
 * node of the cluster (grade/slurm/slurm.h). Users do not type it.
 */
#include "config.h"

#include "child/proc.h"
#include "cmd/cmd.h"
#include "grade/slurm/slurm.h"

static uint64_t jobs;

static int run(int nargs, char **args)
{
	struct error err = { 0 };

	(void)nargs;
	if (slurm_task(args[0], (unsigned)jobs, &err))
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	return proc_interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
}

static const struct option_row options[] = {
	{ "jobs", OPTION_NUMBER, "N", N_("how many checks at once (default: one per processor)"), &jobs, 'j' },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_task = {
	.name = "task", .arguments = "RUN", .summary = N_("the checks of one task of a cluster"), .options = options,
			.min_args = 1,
	.max_args = 1, .hidden = true, .run = run,
};
