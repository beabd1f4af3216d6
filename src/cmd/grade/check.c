/* check.c - `warpbook grade check DIR`, or `warpbook grade DIR`: checks what has no result yet, and writes the grades. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "cmd/grade/grade.h"

static size_t count_students(const struct grading *g)
{
	size_t n = 0;

	for (size_t i = 0; i < g->list.n; i++)
		n += !grading_is_ghost(&g->list, &g->list.students[i]);
	return n;
}

static int print_grades(const struct grading *g)
{
	const struct queue *q = &g->queue;
	const size_t students = count_students(g);
	struct buf text = BUF_INIT;

	if (output.json)
		return print_json(json_pack("{s:s, s:o, s:f, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:b, s:o, "
					    "s:o, s:o, s:I, s:I, s:I}",
			"assignment", 			g->assignment.name, "title", json_text(g->assignment.title), "possible",
			assignment_possible(&g->assignment),
			"layout", g->list.platform->name, "database", g->database, "checked", (json_int_t)q->checked,
			"results_kept", (json_int_t)q->reused, "results_older", (json_int_t)q->older, "gone",
			(json_int_t)g->book.gone,
			"seconds", g->seconds, "written", (json_int_t)g->book.written,
			"kept", (json_int_t)g->book.kept, "would_differ", (json_int_t)g->book.differ,
			"not_graded", (json_int_t)g->book.not_graded, "interrupted", q->interrupted, "warnings",
			grading_warnings_json(g),
			"students", out_json(&g->view), "timed_on", json_text_or_null(g->timed_on), "timed", (json_int_t)q->timed,
			"times_kept", (json_int_t)q->times_known, "not_timed", (json_int_t)g->book.not_timed));
	if (g->unjoined)
		printf("%s\n\n", retold(g->unjoined));
	out_text(&g->assignment, &g->view, &text);
	printf("%s", buf_text(&text));
	printf(_("%s%zu student%s, %zu file%s: %zu checked in %.1f s, %zu known already; %zu grade%s written\n"),
	       text.len ? "\n" : "", students, students == 1 ? "" : "s", q->n, q->n == 1 ? "" : "s", q->checked, g->seconds,
	       q->reused, g->book.written, g->book.written == 1 ? "" : "s");
	if (*g->timed_on)
		printf(_("speed on %s: %zu timed in %.1f s, %zu known already\n"), g->timed_on, q->timed, g->time_seconds,
		       q->times_known);
	if (g->book.differ)
		printf(_("%zu grade%s come out differently now, because warpbook%s the assignment%s changed; --regrade shows "
		       "them\n"), g->book.differ, g->book.differ == 1 ? _(" would") : _("s would"), *g->timed_on ? "," : _(" or"),
		       *g->timed_on ? _(" or what is known of the speed") : "");
	if (q->older)
		printf(_("%zu result%s from another version of the exercise, warpbook or the compiler; --regrade checks these "
		       "files again\n"), q->older, q->older == 1 ? _(" is") : _("s are"));
	if (g->book.gone)
		printf(_("%zu file%s no longer in this folder; the grades stay\n"), g->book.gone,
		       g->book.gone == 1 ? _(" graded before is") : _("s graded before are"));
	if (g->book.not_graded && !q->interrupted)
		printf(_("%zu not graded, because this machine failed. The same command tries again\n"), g->book.not_graded);
	if (g->book.not_timed && !q->interrupted)
		printf(_("%zu not timed: the points for speed are open. %s\n"), g->book.not_timed,
		       given.speed ? _("The same command tries again") : _("--speed takes these times"));
	buf_release(&text);
	return EXIT_DONE;
}

static int check(struct grading *g, char **args, struct error *err)
{
	const struct book_scope all = { 0 };
	int status;

	if (grading_collect(g, args[0], err) || grading_check_files(g, err) || grading_check(g, &all, err))
		return report_error(err);
	if (given.dry_run)
		return EXIT_DONE;
	if (book_settle(&g->book, g->store, false, grading_author(), err) || grading_show(g, err) ||
	    (!g->queue.interrupted && grading_write(g, err)))
		return report_error(err);
	status = print_grades(g);
	grading_print_warnings(g);
	if (g->queue.interrupted) {
		fprintf(stderr, _("warpbook: interrupted: the same command goes on from here\n"));
		return EXIT_INTERRUPTED;
	}
	if (grading_last_line(g, err))
		return report_error(err);
	if (status == EXIT_DONE && (g->book.not_graded || g->book.not_timed))
		return EXIT_MACHINE;
	return status == EXIT_DONE && (g->filling.n || g->filling.nrows || g->unjoined) ? EXIT_LEARNER : status;
}

static int run(int nargs, char **args)
{
	const char *why = !nargs ? "'grade' needs the folder of submissions"
			  : given.exercise && given.assignment ? "--exercise takes the place of --assignment" :
			  grading_run_options();

	if (!why)
		why = grading_file_options();
	return why ? grading_usage("check", why) : grading_do(check, args);
}

static const struct option_row options[] = {
	GRADE_BOOK_ROWS, GRADE_EXERCISE_ROW, GRADE_CLASS_ROWS, GRADE_RUN_ROWS, GRADE_FILE_ROWS, GRADE_AUTHOR_ROW, GRADE_END_ROW,
};

const struct command command_grade_check = {
	.name = "grade check", .arguments = "DIR", .summary = N_("check submissions without a result, and write the grades"),
	.help = N_("DIR holds the submissions, as a learning platform exports them. You may interrupt it at any time: the same\n"
		"command carries on. If this machine fails, the row says `not graded`, not zero, and the exit status is 4.\n"),
	.options = options, .max_args = 1, .run = run,
};
