/* solution.c - `warpbook solution EX`: the reference solution, after a pass or with --anyway. */
#include "config.h"

#include <stdio.h>

#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"

static bool anyway, fast;

static int reject(const char *id)
{
	struct error err;

	error_set(&err, PARTY_LEARNER, "you have not passed '%s' yet", id);
	error_remedy(&err, "try `warpbook hint %s`; to see the solution anyway, add --anyway", path_base(id));
	return report_error(&err);
}

static void note_seen(const struct context *context, const char *id)
{
	struct store *store;
	struct error err = { 0 };

	if (!context->workspace.root[0])
		return;
	if (context_store(context, &store, &err)) {
		error_print(stderr, "warpbook", &err);
		return;
	}
	if (store_solution_seen(store, id, &err))
		error_print(stderr, "warpbook", &err);
	store_close(store);
}

static int run(int nargs, char **args)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct exercise *e;
	struct context context;
	const char *id;
	char path[600];
	int status;

	(void)nargs;
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) || catalog_resolve(&context.catalog, args[0], &id, &err)) {
		status = report_error(&err);
	} else if (!anyway && !context_progress(&context, id).passed) {
		status = reject(id);
	} else if (exercise_open_for(&e, id, fast ? "answer.fast.cu" : context_language(&context, id, args[0], path,
											sizeof path), &err)) {
		status = report_error(&err);
	} else {
		if (file_read(e->solution_path, SOURCE_MAX_BYTES, &text, &err)) {
			status = report_error(&err);
		} else {
			note_seen(&context, id);
			status = output.json ? print_json(json_pack("{s:s, s:o, s:o}", "exercise", id, "file",
								    json_text(e->solution_path),
								    "source", json_text(buf_text(&text))))
					     : fputs(buf_text(&text), stdout) < 0;
		}
		exercise_close(e);
	}
	buf_release(&text);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "fast", OPTION_FLAG, NULL, N_("the fast solution, where there is one: it has a launch of its own, which the exercise's "
				     "definition has"), &fast },
	{ "anyway", OPTION_FLAG, NULL, N_("show it before you have passed"), &anyway },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_solution = {
	.name = "solution", .arguments = "EX", .summary = N_("show the reference solution, once you have passed"),
	.options = options, .min_args = 1, .max_args = 1, .run = run,
};
