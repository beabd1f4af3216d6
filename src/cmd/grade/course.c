/* course.c - `warpbook grade course FILE`: where each student stands over all assignments of a course. It grades nothing. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/grade/grade.h"
#include "grade/out/out_course.h"

static const char *page;

static int write_file(const char *path, struct buf *text, struct error *err)
{
	int status = text->failed ? error_nomem(err) : file_write(path, buf_text(text), text->len, err);

	buf_clear(text);
	return status;
}

static int write_files(const struct standing *s, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = 0;

	if (given.csv) {
		out_course_csv(s, &text);
		status = write_file(given.csv, &text, err);
	}
	if (!status && page) {
		out_course_html(s, &text);
		status = write_file(page, &text, err);
	}
	for (int large = 0; !status && large < 2; large++) {
		const char *path = large ? given.project : given.report;

		if (path) {
			out_course_report(s, large, &text);
			status = write_file(path, &text, err);
		}
	}
	buf_release(&text);
	return status;
}

static int print(const struct standing *s)
{
	struct buf text = BUF_INIT;

	if (output.json)
		return print_json(out_course_json(s));
	out_course_text(s, &text);
	printf("%s", buf_text(&text));
	buf_release(&text);
	for (size_t i = 0; i < s->nwarnings; i++)
		fprintf(stderr, _("warpbook: %s\n"), retold(s->warnings[i]));
	return EXIT_DONE;
}

/* Only for names: who hands in together makes no difference. */
static int read_roster(struct class_list *list, const struct course *course, struct error *err)
{
	struct assignment any = course->list[0].a;

	any.groups = 0;
	return given.roster ? class_roster(list, given.roster, &any, err) : 0;
}

static int run(int nargs, char **args)
{
	struct class_list list = { 0 };
	struct course course = { 0 };
	struct standing s = { 0 };
	struct error err = { 0 };
	int status;

	(void)nargs;
	if (course_open(&course, args[0], &err) || read_roster(&list, &course, &err) ||
	    standing_open(&s, &course, given.folder, &list, &err) || (given.pseudonyms && standing_hide(&s, &err)) ||
	    write_files(&s, &err))
		status = report_error(&err);
	else
		status = print(&s);
	standing_release(&s);
	class_release(&list);
	course_release(&course);
	return status;
}

static const struct option_row options[] = {
	{ "class", OPTION_TEXT, "DIR", N_("where the gradebooks are kept (default: beside each assignment)"), &given.folder, 0 },
	{ "roster", OPTION_TEXT, "FILE", N_("a table of the class, so that students without any grade have a row"),
	  &given.roster, 0 },
	{ "csv", OPTION_TEXT, "FILE", N_("write the course as a table"), &given.csv, 0 },
	{ "html", OPTION_TEXT, "FILE", N_("write the table as a page"), &page, 0 },
	{ "report", OPTION_TEXT, "FILE", N_("write a page about the course, with charts and without names"), &given.report, 0 },
	{ "project", OPTION_TEXT, "FILE", N_("write the same page in large type, for a projector"), &given.project, 0 },
	{ "pseudonyms", OPTION_FLAG, NULL, N_("print and write pseudonyms in place of names"), &given.pseudonyms, 0 },
	GRADE_END_ROW,
};

const struct command command_grade_course = {
	.name = "grade course", .arguments = "FILE", .summary = N_("add up the assignments of a course: weights, dropped "
				"ones, who passes"),
	.help = N_("FILE describes the course in Lua (grader/course.lua is an example with every field). The points are the "
		"current ones of the\ngradebooks; nothing is graded anew.\n"),
	.options = options, .min_args = 1, .max_args = 1, .run = run,
};
