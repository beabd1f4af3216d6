/* trail.c - `warpbook grade trail`: every change of a grade. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "cmd/grade/grade.h"

static int trail(struct grading *g, char **args, struct error *err)
{
	struct store_past *past;
	json_t *all = json_array();
	size_t n;

	(void)args;
	if (store_trail(g->store, g->assignment.name, &g->arena, &past, &n, err)) {
		json_decref(all);
		return report_error(err);
	}
	for (size_t i = 0; i < n; i++) {
		const struct store_event *e = &past[i].event;
		time_t at = (time_t)(past[i].at_ms / 1000);
		char when[32];

		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%SZ", gmtime(&at));
		json_array_append_new(all, json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "at", when, "author",
			json_text(past[i].author), "action", e->action, "student", json_text_or_null(e->student),
			"exercise", json_text_or_null(e->exercise), "before", e->had ? json_real(e->before) : json_null(),
			"after", e->has ? json_real(e->after) : json_null(), "reason", json_text_or_null(e->reason)));
		if (output.json)
			continue;
		printf("%s  %s  %s", when, past[i].author, e->action);
		if (*e->student) {
			printf("  %s, %s: ", e->student, e->exercise);
			print_points(e->had, e->before);
			printf(" -> ");
			print_points(e->has, e->after);
		}
		printf("%s%s%s\n", *e->reason ? " (" : "", e->reason, *e->reason ? ")" : "");
	}
	if (output.json)
		return print_json(json_pack("{s:s, s:o}", "assignment", g->assignment.name, "events", all));
	json_decref(all);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	(void)nargs;
	return grading_do(trail, args);
}

static const struct option_row options[] = { GRADE_BOOK_ROWS, GRADE_EXERCISE_ROW, GRADE_END_ROW };

const struct command command_grade_trail = {
	.name = "grade trail", .arguments = "", .summary = N_("print every change of a grade"),
	.options = options, .run = run,
};
