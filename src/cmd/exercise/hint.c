/* hint.c - `warpbook hint EX`: prints the next of three hints, and records that it was used. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "cmd/context.h"

static uint64_t wanted;

/* Chooses the number and records it. Without a workspace there is no record: always the first hint. */
static int next_number(const struct context *context, const char *id, int *number, struct error *err)
{
	struct store *store;
	int highest = 0, status = 0;

	*number = wanted ? (int)wanted : 1;
	if (!context->workspace.root[0])
		return 0;
	if (context_store(context, &store, err))
		return -1;
	if (store_hints_used(store, id, &highest, err))
		status = -1;
	else if (!wanted)
		*number = highest < 3 ? highest + 1 : 3;
	if (!status)
		status = store_hint_used(store, id, *number, err);
	store_close(store);
	return status;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct exercise *e;
	struct context context;
	const char *id;
	char path[600];
	int number, status;

	if (wanted > 3) {
		fprintf(stderr, _("warpbook: there are three hints, not %llu\n"), (unsigned long long)wanted);
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_exercise(&context, nargs ? args[0] : NULL, &id, &err) ||
	    exercise_open_for(&e, id, context_language(&context, id, nargs ? args[0] : NULL, path, sizeof path), &err)) {
		status = report_error(&err);
		context_close(&context);
		return status;
	}
	if (next_number(&context, id, &number, &err)) {
		/* Shows the hint even if recording it failed. */
		error_print(stderr, "warpbook", &err);
	}
	if (output.json) {
		status = print_json(json_pack("{s:s, s:i, s:i, s:o}", "exercise", id, "hint", number, "of", 3,
					      "text", json_text(e->hints[number - 1])));
	} else {
		printf(_("hint %d of 3 for %s\n\n"), number, id);
		status = print_markup(e->hints[number - 1]);
	}
	exercise_close(e);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "number", OPTION_NUMBER, "N", N_("that hint, 1 to 3, instead of the next"), &wanted },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_hint = {
	.name = "hint", .arguments = "[EX]", .summary = N_("show the next of three hints"),
	.help = N_("The first gives the idea, the second names the place, the third almost gives the line.\n"),
	.options = options, .max_args = 1, .run = run,
};
