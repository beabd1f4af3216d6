/* adjust.c - `warpbook grade adjust`: gives or takes points by hand, with a reason. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "cmd/grade/grade.h"

static bool beyond;

static int adjust(struct grading *g, char **words, struct error *err)
{
	const char *id = grading_exercise(g, words[1]);

	if (!given.reason || !*given.reason) {
		error_set(err, PARTY_LEARNER, "an adjustment needs a reason");
		error_remedy(err, "add --reason \"...\": the student reads it, and `warpbook grade trail` shows it later");
		error_word(err);
		return report_error(err);
	}
	if (beyond)
		words[2] = arena_printf(&g->arena, "%s!", words[2]);
	if (!words[2]) {
		error_nomem(err);
		return report_error(err);
	}
	if (book_adjust(g->store, g->assignment.name, words[0], id ? id : words[1], words[2], given.reason,
			grading_author(), err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:o, s:s, s:s}", "student", json_text(words[0]), "exercise", id, "adjusted",
					    words[2]));
	printf(_("%s, %s: adjusted (%s)\n"), words[0], id, words[2]);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	(void)nargs;
	return grading_do(adjust, args);
}

static const struct option_row options[] = {
	GRADE_BOOK_ROWS,
	{ "reason", OPTION_TEXT, "TEXT", N_("why you adjust the points: the student reads it"), &given.reason, 0 },
	{ "beyond", OPTION_FLAG, NULL, N_("the points may be more than the exercise has, or less than 0"), &beyond, 0 },
	GRADE_AUTHOR_ROW, GRADE_END_ROW,
};

const struct command command_grade_adjust = {
	.name = "grade adjust", .arguments = "STUDENT EX POINTS", .summary = N_("give or take points by hand"),
	.help = N_("POINTS sets the points (7.5), adds some (+1, -2), or takes an adjustment back (none).\n"),
	.options = options, .min_args = 3, .max_args = 3, .run = run,
};
