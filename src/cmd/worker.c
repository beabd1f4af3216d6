/* worker.c - the hidden command that worker/box.h starts: this process becomes a worker. */
#include "config.h"

#include <string.h>

#include "cmd/cmd.h"
#include "grade/in/unpack.h"
#include "toolchain/native.h"
#include "worker/worker.h"

static int run(int nargs, char **args)
{
	if (nargs && !strcmp(args[0], "archive"))
		return unpack_worker();
	if (nargs == 2 && !strcmp(args[0], "card"))
		return worker_card(args[1]);
	if (nargs && !strcmp(args[0], "native"))
		return native_helper(true);
	if (nargs && !strcmp(args[0], "native-cached"))
		return native_helper(false);
	if (nargs && !strcmp(args[0], "translate"))
		return worker_translate();
	return nargs && !strcmp(args[0], "gpus") ? worker_gpus() : worker_main();
}

const struct command command_worker = {
	.name = "worker", .arguments = "[gpus|archive|card DEVICE|native|native-cached|translate]",
	.summary = N_("run one job from standard input (used by warpbook itself)"),
	.max_args = 2,
	.hidden = true, .run = run,
};
