/* watch.c - `warpbook watch [EX]`: a check on every save, until interrupted. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/exercise/checking.h"
#include "desk/ready.h"
#include "desk/watch.h"

static const char *compiler, *device;

/* Returns the last verdict's status, so that a script gets the final result. */
static int watch_file(const char *id, const char *path, const struct attempt_options *given)
{
	struct attempt_options options = *given;
	struct watch *watch;
	struct error err = { 0 };
	int status;

	if (watch_open(&watch, path, &err))
		return report_error(&err);
	options.ready = ready_new();
	options.stays = true;
	for (;;) {
		int event;

		status = checking_run(id, path, &options);
		if (!output.json)
			/* Last, because the report may be longer than the window. */
			printf(_("\n%s%swatching %s; Ctrl-C ends\n"), checking_headline(), *checking_headline() ? "\n" : "",
					path);
		fflush(stdout);
		ready_start(options.ready, path);
		while ((event = watch_wait(watch, 1000)) == 0 && !proc_caught_signal())
			;
		if (event < 0 || proc_caught_signal())
			break;
		if (output.colour)
			fputs("\033[2J\033[H", stdout);
	}
	ready_free(options.ready);
	attempt_leave();
	watch_close(watch);
	return status;
}

static int run(int nargs, char **args)
{
	struct attempt_options options = { .compiler = compiler, .device = device };

	return checking_start(nargs ? args[0] : NULL, NULL, &options, true, watch_file);
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", N_("nvcc, clang, clang-19, or a path"), &compiler },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N, or auto: a GPU if there is one"), &device },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_watch = {
	.name = "watch", .arguments = "[EX|FILE]", .summary = N_("check on every save, until Ctrl-C"),
	.help = N_("Without EX: the next exercise that you have not passed. With --json each check prints one document.\n"),
	.options = options, .max_args = 1, .run = run,
};
