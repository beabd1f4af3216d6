/*
 * class.c - `warpbook class`: the instructor's view of a class, in the terminal or as text.
 *
 *	class --assignment a1.lua          the table of students by exercises; it fills while `warpbook grade` runs
 *	class DIR --assignment a1.lua      with the submissions, so that the instructor can regrade one
 *	class --assignment a1.lua --plain  the same table as text (also without a terminal)
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/keys.h"
#include "grade/classroom.h"
#include "tui/tui.h"

static const char *assignment, *folder, *roster, *times, *layout, *compiler, *author, *sort, *filter, *student, *exercise;
static bool backwards, pseudonyms;

/* Finds the column of "name", "total" or an exercise. */
static int find_column(const struct class_table *t, const char *word, int *column, struct error *err)
{
	*column = CLASS_BY_NAME;
	if (!word || !strcmp(word, "name"))
		return 0;
	*column = CLASS_BY_TOTAL;
	if (!strcmp(word, "total"))
		return 0;
	for (size_t x = 0; x < t->nexercises; x++)
		if (!strcmp(t->exercises[x], word) || !strcmp(path_base(t->exercises[x]), word)) {
			*column = (int)x;
			return 0;
		}
	error_set(err, PARTY_LEARNER, "'%s' is no column of this table", word);
	error_remedy(err, "write name, total, or an exercise of the assignment");
	return error_word(err);
}

static int print_table(const struct class_table *t, struct error *err)
{
	const struct class_student **list = calloc(t->n + 1, sizeof *list);
	struct buf text = BUF_INIT;
	int column, status = EXIT_DONE;
	size_t n = 0;

	if (!list) {
		error_nomem(err);
		return report_error(err);
	}
	for (size_t i = 0; i < t->n; i++)
		if (class_student_matches(t, &t->students[i], filter ? filter : ""))
			list[n++] = &t->students[i];
	if (find_column(t, sort, &column, err)) {
		status = report_error(err);
	} else {
		class_table_sort(list, n, column, backwards);
		if (output.json) {
			status = print_json(class_table_json(t, list, n));
		} else {
			class_table_text(t, list, n, &text);
			printf("%s", buf_text(&text));
		}
	}
	buf_release(&text);
	free(list);
	return status;
}

/* The id of the exercise that a word names; the word itself if there is none. */
static const char *find_exercise(const struct class_table *t, const char *word)
{
	for (size_t x = 0; x < t->nexercises; x++)
		if (!strcmp(path_base(t->exercises[x]), word))
			return t->exercises[x];
	return word;
}

static int print_submission(struct classroom *c, const struct class_table *t, struct error *err)
{
	struct submission s;
	struct buf text = BUF_INIT;
	int status = EXIT_DONE;

	if (classroom_submission(c, student, find_exercise(t, exercise), &s, err)) {
		status = report_error(err);
	} else if (output.json) {
		status = print_json(submission_json(&s));
	} else {
		submission_text(&s, &text);
		printf("%s", buf_text(&text));
	}
	buf_release(&text);
	submission_release(&s);
	return status;
}

static int print(struct classroom *c, struct error *err)
{
	struct class_table t;
	int status;

	if (classroom_table(c, &t, err))
		status = report_error(err);
	else
		status = student ? print_submission(c, &t, err) : print_table(&t, err);
	class_table_release(&t);
	return status;
}

static int run(int nargs, char **args)
{
	struct classroom_options o = { .assignment = assignment, .folder = folder, .submissions = nargs ? args[0] : NULL,
				       .roster = roster, .times = times, .compiler = compiler, .author = author, .layout = layout,
				       .pseudonyms = pseudonyms };
	struct classroom *c = NULL;
	struct error err = { 0 };
	int status;

	if (!assignment || !student != !exercise) {
		fprintf(stderr, _("warpbook: %s\n          see `warpbook class --help`\n"),
			assignment ? _("--student and --exercise belong together") : _("'class' needs --assignment FILE"));
		return EXIT_USAGE;
	}
	if (classroom_open(&c, &o, &err))
		return report_error(&err);
	if (output.plain || output.json || student || sort || filter || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		status = print(c, &err);
	else if (keys_configure(&err) || tui_watch(c, &err))
		status = report_error(&err);
	else
		status = proc_caught_signal() ? EXIT_INTERRUPTED : EXIT_DONE;
	classroom_close(c);
	return status;
}

static const struct option_row options[] = {
	{ "assignment", OPTION_TEXT, "FILE", N_("the assignment, as for `warpbook grade`"), &assignment, 'a' },
	{ "class", OPTION_TEXT, "DIR", N_("where the gradebook is kept (default: the assignment's folder)"), &folder, 0 },
	{ "roster", OPTION_TEXT, "FILE", N_("for a regrade: the table of the class"), &roster, 0 },
	{ "times", OPTION_TEXT, "FILE", N_("for a regrade: when students handed in"), &times, 0 },
	{ "layout", OPTION_TEXT, "NAME", N_("for a regrade: as `warpbook grade` takes it"), &layout, 0 },
	{ "compiler", OPTION_TEXT, "NAME", N_("for a regrade: nvcc, clang, clang-19, or a path"), &compiler, 0 },
	{ "author", OPTION_TEXT, "NAME", N_("who adjusts points (default: your login)"), &author, 0 },
	{ "sort", OPTION_TEXT, "COLUMN", N_("print the table by name, total, or an exercise, the lowest points first"), &sort,
			0 },
	{ "backwards", OPTION_FLAG, NULL, N_("with --sort: the highest first"), &backwards, 0 },
	{ "filter", OPTION_TEXT, "WORDS", N_("print only students with these words in name, id, verdict, state or note"),
	  &filter, 0 },
	{ "pseudonyms", OPTION_FLAG, NULL, N_("show pseudonyms in place of names, as `warpbook grade --pseudonyms` does"),
	  &pseudonyms, 0 },
	{ "student", OPTION_TEXT, "ID", N_("with --exercise: print this submission's report"), &student, 0 },
	{ "exercise", OPTION_TEXT, "EX", N_("with --student: the exercise"), &exercise, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_class = {
	.name = "class", .arguments = "[DIR]", .summary = N_("watch a class being graded: a table to sort, read and adjust"),
	.help = N_("The table has the students by the assignment's exercises, as the gradebook knows them, and fills while "
		"`warpbook grade`\nruns in another terminal. Enter opens a submission: the findings in the student's code, the "
		"cases, how the points came\nabout. There you adjust the points, with a reason, or check the file again; DIR is "
		"the folder of submissions that a\nnew check needs. Without a terminal, or with --plain or --json, it prints the "
		"table as it is now.\n"),
	.options = options, .max_args = 1, .run = run,
};
