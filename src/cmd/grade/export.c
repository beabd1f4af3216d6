/*
 * export.c - `warpbook grade export`: the grades of the gradebook as files for people and platforms. `grade check` writes
 * the same files when it has graded.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "cmd/grade/grade.h"
#include "grade/in/pseudonym.h"
#include "grade/out/pictures.h"

static const char *column_filled(void)
{
	return given.column ? given.column : "Grade";
}

int grading_check_files(struct grading *g, struct error *err)
{
	if (given.autograder && !given.assignment) {
		error_set(err, PARTY_LEARNER, "--autograder needs an assignment's file");
		error_remedy(err, "add --assignment FILE");
		return error_word(err);
	}
	if (given.upload && !g->list.platform) {
		error_set(err, PARTY_LEARNER, "--upload needs the folder of submissions");
		return error_word(err);
	}
	return (given.upload && out_upload_possible(&g->list, err)) ||
	       (given.fill && out_fill_column(given.fill, column_filled(), &g->arena, err) < 0) ? -1 : 0;
}

static int write_text(const char *path, const struct buf *text, struct error *err)
{
	return text->failed ? error_nomem(err) : file_write(path, buf_text(text), text->len, err);
}

/* "canvas.csv" becomes "canvas-filled.csv": the platform's own file stays unchanged. */
static int write_filled(struct grading *g, struct error *err)
{
	struct buf text = BUF_INIT, path = BUF_INIT;
	const char *dot = strrchr(path_base(given.fill), '.');
	int status = out_fill(given.fill, column_filled(), &g->view, &g->list, &g->arena, &text, &g->filling, err);

	buf_append(&path, given.fill, dot ? (size_t)(dot - given.fill) : strlen(given.fill));
	buf_printf(&path, "-filled%s", dot ? dot : ".csv");
	if (!status)
		status = write_text(buf_text(&path), &text, err);
	if (!status)
		grading_warn(g, arena_printf(&g->arena, "%zu row%s filled in '%s'", g->filling.filled,
				g->filling.filled == 1 ? "" : "s", buf_text(&path)));
	for (size_t i = 0; i < g->filling.nrows; i++)
		grading_warn(g, arena_printf(&g->arena, "no grade for the row '%s'", g->filling.unmatched_rows[i]));
	for (size_t i = 0; i < g->filling.n; i++)
		grading_warn(g, arena_printf(&g->arena, "no row is filled for '%s'", g->filling.unmatched[i]));
	buf_release(&text);
	buf_release(&path);
	return status;
}

/* "NAME=REST": the platform of that name, and *rest; without NAME= the platform is `otherwise`. */
static const struct platform *named(const struct grading *g, const char *word, const char *otherwise, const char **rest,
				    struct error *err)
{
	const char *sign = strchr(word, '=');
	char name[PATH_MAX];

	snprintf(name, sizeof name, "%.*s", sign ? (int)(sign - word) : PATH_MAX - 1, sign ? word : otherwise);
	*rest = sign ? sign + 1 : word;
	return platforms_find(&g->list.platforms, name, err);
}

static int write_for_platforms(struct grading *g, struct error *err)
{
	const struct platform *p;
	const char *rest;

	if (given.autograder && (!(p = named(g, given.autograder, "gradescope", &rest, err)) ||
				 out_autograder(p, given.assignment, g->seed, rest, err)))
		return -1;
	if (given.gradescope && (!(p = platforms_find(&g->list.platforms, "gradescope", err)) ||
				 out_results(p, &g->assignment, &g->view, given.gradescope, err)))
		return -1;
	return given.results && (!(p = named(g, given.results, "", &rest, err)) ||
				 out_results(p, &g->assignment, &g->view, rest, err)) ? -1 : 0;
}

int grading_write(struct grading *g, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = 0;

	if (given.csv) {
		out_csv(&g->assignment, &g->view, &text);
		status = write_text(given.csv, &text, err);
	}
	if (!status && given.junit) {
		buf_clear(&text);
		out_junit(&g->assignment, &g->view, &text);
		status = write_text(given.junit, &text, err);
	}
	for (int large = 0; !status && large < 2; large++) {
		const char *path = large ? given.project : given.report;

		buf_clear(&text);
		if (path)
			out_class_report(&g->assignment, &g->view, &g->list, large, &text);
		if (path)
			status = write_text(path, &text, err);
	}
	buf_release(&text);
	if (!status && given.upload) {
		size_t without;

		status = out_upload(&g->assignment, &g->view, &g->list, given.upload, &without, err);
		if (!status && without)
			grading_warn(g, arena_printf(&g->arena, "'%s' has no page for %zu student%s not in the download",
						     given.upload, without,
					     without == 1 ? "" : "s"));
	}
	if ((!status && write_for_platforms(g, err)) ||
	    (!status && given.feedback && out_feedback(&g->assignment, &g->view, given.feedback, err)) ||
	    (!status && given.fill && write_filled(g, err)))
		status = -1;
	return status;
}

static int hide_names(struct grading *g, struct error *err)
{
	unsigned char secret[PSEUDONYM_SECRET];
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(g->database) - g->database - 1), g->database);
	return pseudonym_secret(folder, secret, err) ? -1 : pseudonym_view(&g->view, secret, err);
}


const char *grading_file_options(void)
{
	return given.pseudonyms && (given.upload || given.fill) ? "--upload and --fill need the names that --pseudonyms "
								  "hides" : NULL;
}

int grading_show(struct grading *g, struct error *err)
{
	return book_view(&g->view, g->store, g->assignment.name, "current", &g->list, err) ||
	       book_details(&g->view, &g->book, g->store, err) ||
	       ((given.feedback || given.upload) && !g->queue.interrupted &&
		pictures_draw(&g->view, g->store, given.compiler, err)) ||
	       (given.pseudonyms && hide_names(g, err)) ? -1 : 0;
}

int grading_last_line(struct grading *g, struct error *err)
{
	const char *name = given.line ? given.line : given.autolab ? "autolab" : NULL;
	const struct platform *p = name ? platforms_find(&g->list.platforms, name, err) : NULL;
	struct buf line = BUF_INIT;
	int failed = name && !output.json && (!p || out_line(p, &g->assignment, &g->view, &line, err));

	printf("%s", failed ? "" : buf_text(&line));
	buf_release(&line);
	return failed ? -1 : 0;
}

/* ---- the command -------------------------------------------------------------------------------------- */

/* Without the folder the pages lack the students' code, and the names are those of the roster. */
static int export(struct grading *g, char **args, struct error *err)
{
	int status;

	if ((args[0] && grading_collect(g, args[0], err)) || (!args[0] && grading_roster(g, err)) ||
	    grading_check_files(g, err) || book_enter(&g->book, &g->assignment, &g->list, NULL, &g->queue, err) ||
	    grading_show(g, err) || grading_write(g, err))
		return report_error(err);
	status = output.json ? print_json(json_pack("{s:s, s:o, s:f, s:o, s:o}", "assignment", g->assignment.name, "title",
						    json_text(g->assignment.title), "possible",
						    assignment_possible(&g->assignment),
						    "warnings", grading_warnings_json(g), "students",
						    out_json(&g->view))) : EXIT_DONE;
	grading_print_warnings(g);
	if (grading_last_line(g, err))
		return report_error(err);
	return status == EXIT_DONE && (g->filling.n || g->filling.nrows) ? EXIT_LEARNER : status;
}

static int run(int nargs, char **args)
{
	const char *why = grading_file_options();
	char *words[] = { nargs ? args[0] : NULL };

	return why ? grading_usage("export", why) : grading_do(export, words);
}

static const struct option_row options[] = {
	GRADE_BOOK_ROWS, GRADE_EXERCISE_ROW, GRADE_CLASS_ROWS, GRADE_FILE_ROWS,
	{ "compiler", OPTION_TEXT, "NAME", N_("which compiler runs a kernel for its picture (default: nvcc, else the newest "
				"clang)"),
	  &given.compiler, 0 },
	GRADE_END_ROW,
};

const struct command command_grade_export = {
	.name = "grade export", .arguments = "[DIR]", .summary = N_("write the grades as files, and check nothing"),
	.help = N_("It writes the grades as the gradebook has them. DIR holds the submissions: without it, the pages lack the "
		"students' code.\n"),
	.options = options, .max_args = 1, .run = run,
};
