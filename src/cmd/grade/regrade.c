/*
 * regrade.c - `warpbook grade regrade`: grades again what changed, and shows old and new points. No grade changes before --apply.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/grade/grade.h"

static bool apply, drop;

static json_t *changes_json(const struct book_change *list, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(all, json_pack("{s:o, s:s, s:o, s:o, s:s, s:s}", "student", json_text(list[i].student),
			"exercise", list[i].exercise, "before", list[i].had ? json_real(list[i].before) : json_null(),
			"after", list[i].has ? json_real(list[i].after) : json_null(), "was", list[i].was, "is", list[i].is));
	return all;
}

static void print_changes(const struct book_change *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		printf("%s, %s: ", list[i].student, list[i].exercise);
		print_points(list[i].had, list[i].before);
		printf(" -> ");
		print_points(list[i].has, list[i].after);
		if (list[i].possible != list[i].possible_before) {
			printf(_(", of "));
			print_points(true, list[i].possible_before);
			printf(" -> ");
			print_points(true, list[i].possible);
		}
		printf(strcmp(list[i].was, list[i].is) ? " (%s -> %s)\n" : " (%s)\n", list[i].was, list[i].is);
	}
}

/* --student and --exercise, as ids. */
static int find_scope(struct grading *g, struct book_scope *scope, struct error *err)
{
	const struct student *p = given.student ? class_find(&g->list, given.student, &g->arena) : NULL;

	*scope = (struct book_scope){ p ? p->id : NULL, given.exercise ? grading_exercise(g, given.exercise) : NULL };
	if (given.student && !p)
		error_set(err, PARTY_LEARNER, "'%s' is not in this class", given.student);
	else if (given.exercise && !scope->exercise)
		error_set(err, PARTY_LEARNER, "the assignment has no exercise '%s'", given.exercise);
	else
		return 0;
	return error_word(err);
}

static int print_regrade(struct grading *g, struct error *err)
{
	struct book_change *list;
	size_t n;

	if (book_changes(g->store, g->assignment.name, &g->arena, &list, &n, err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "assignment", g->assignment.name, "checked",
			(json_int_t)g->queue.checked, "results_kept", (json_int_t)g->queue.reused, "not_graded",
			(json_int_t)g->book.not_graded, "not_timed", (json_int_t)g->book.not_timed, "warnings",
			grading_warnings_json(g), "changes", changes_json(list, n)));
	print_changes(list, n);
	if (g->book.not_timed)
		printf(_("%s%zu not timed, because no time is known: these grades stay\n"), n ? "\n" : "", g->book.not_timed);
	printf(_("%s%zu checked, %zu known already; %zu grade%s. No grade has changed yet: --apply or --drop\n"), n ? "\n" : "",
	       g->queue.checked, g->queue.reused, n, n == 1 ? _(" would change") : _("s would change"));
	return EXIT_DONE;
}

static int settle(struct grading *g, char **args, struct error *err)
{
	struct book_change *list;
	size_t n, listed;

	(void)args;
	if (book_changes(g->store, g->assignment.name, &g->arena, &list, &listed, err) ||
	    book_apply(g->store, g->assignment.name, apply, grading_author(), &n, err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:s, s:b, s:o}", "assignment", g->assignment.name, "applied", apply, "changes",
					    changes_json(list, listed)));
	if (apply)
		print_changes(list, listed);
	printf(apply ? _("%zu grade%s changed\n") : _("%zu grade%s would have changed; the regrade is dropped\n"), n,
	       n == 1 ? "" : "s");
	return EXIT_DONE;
}

static int regrade(struct grading *g, char **args, struct error *err)
{
	struct book_scope scope;
	int status;

	g->again = true;
	if (grading_collect(g, args[0], err) || find_scope(g, &scope, err) || grading_check(g, &scope, err))
		return report_error(err);
	if (given.dry_run)
		return EXIT_DONE;
	if (g->queue.interrupted) {
		fprintf(stderr, _("warpbook: interrupted: the same command goes on from here\n"));
		return EXIT_INTERRUPTED;
	}
	if (book_settle(&g->book, g->store, true, grading_author(), err))
		return report_error(err);
	status = print_regrade(g, err);
	grading_print_warnings(g);
	return status == EXIT_DONE && (g->book.not_graded || g->book.not_timed) ? EXIT_MACHINE : status;
}

static int run(int nargs, char **args)
{
	const char *why = nargs + apply + drop != 1 ? "'grade regrade' takes a folder, or --apply, or --drop: only one of these"
			  : !nargs && given.speed ? "--speed needs a folder" : grading_run_options();

	return why ? grading_usage("regrade", why) : grading_do(nargs ? regrade : settle, args);
}

static const struct option_row options[] = {
	GRADE_BOOK_ROWS, GRADE_CLASS_ROWS, GRADE_RUN_ROWS,
	{ "student", OPTION_TEXT, "ID", N_("only this student"), &given.student, 0 },
	{ "exercise", OPTION_TEXT, "EX", N_("only this exercise; without --assignment: the exercise that was graded"),
	  &given.exercise, 0 },
	{ "apply", OPTION_FLAG, NULL, N_("apply the regrade: its points count from now on"), &apply, 0 },
	{ "drop", OPTION_FLAG, NULL, N_("drop the regrade: the old points stay"), &drop, 0 },
	GRADE_AUTHOR_ROW, GRADE_END_ROW,
};

const struct command command_grade_regrade = {
	.name = "grade regrade", .arguments = "[DIR]", .summary = N_("grade again what changed, and show old and new points"),
	.help = N_("DIR holds the submissions. No grade changes yet: run the command again without DIR, and with --apply or "
		"--drop.\n"),
	.options = options, .max_args = 1, .run = run,
};
