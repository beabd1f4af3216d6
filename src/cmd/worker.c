/* worker.c - the hidden command behind run/box.h: this process becomes a worker. */
#include "config.h"

#include "cmd/cmd.h"
#include "worker/worker.h"

static int run(int nargs, char **args)
{
	(void)nargs;
	(void)args;
	return worker_main();
}

const struct command command_worker = {
	.name = "worker", .arguments = "", .summary = "run one job from standard input (used by warpbook itself)",
	.hidden = true, .run = run,
};
