/* reset.c - `warpbook reset EX`: restores the stub, and keeps the learner's file under another name. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "cmd/context.h"

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct context context;
	const char *id;
	char path[600], backup[640];
	int status = EXIT_DONE;

	(void)nargs;
	if (context_open(&context, CONTEXT_WORKSPACE, &err) || catalog_resolve(&context.catalog, args[0], &id, &err) ||
	    workspace_exercise_path(&context.workspace, id, path, sizeof path) ||
	    workspace_reset(&context.workspace, id, backup, sizeof backup, &err))
		status = report_error(&err);
	else if (output.json)
		status = print_json(json_pack("{s:s, s:o, s:o}", "exercise", id, "file", json_text(path),
					      "backup", backup[0] ? json_text(backup) : json_null()));
	else if (backup[0])
		printf(_("%s is the stub again; what you had is in %s\n"), path, backup);
	else
		printf(_("%s is the stub already\n"), path);
	context_close(&context);
	return status;
}

const struct command command_reset = {
	.name = "reset", .arguments = "EX", .summary = N_("start an exercise over, keeping what you had in a backup"),
	.min_args = 1, .max_args = 1, .run = run,
};
