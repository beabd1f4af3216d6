/* comment.c - `warpbook grade comment`: what an instructor says about a submission, at a line or by an item of the rubric. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "cmd/grade/grade.h"

static const char *item;
static uint64_t line, taken_back;

static void print_comment(const struct store_comment *c, const char *sha)
{
	struct buf text = BUF_INIT;

	book_comment_text(c, sha, retold, &text);
	printf("%lld  %s (%s)\n", (long long)c->id, buf_text(&text), c->author);
	buf_release(&text);
}

/* All comments of that student on the exercise. */
static int list(struct grading *g, const char *student, const char *exercise, struct error *err)
{
	json_t *all = json_array();

	if (book_view(&g->view, g->store, g->assignment.name, "current", NULL, err)) {
		json_decref(all);
		return report_error(err);
	}
	for (size_t i = 0; i < g->view.n; i++) {
		const struct book_row *row = &g->view.rows[i];
		json_t *one;

		if (strcmp(row->g.student, student) || strcmp(row->g.exercise, exercise))
			continue;
		one = out_row_json(row);
		json_array_extend(all, json_object_get(one, "comments"));
		json_decref(one);
		for (size_t k = 0; !output.json && k < row->ncomments; k++)
			print_comment(&row->comments[k], row->g.source_sha256);
	}
	if (output.json)
		return print_json(json_pack("{s:o, s:s, s:o}", "student", json_text(student), "exercise", exercise,
					    "comments", all));
	json_decref(all);
	return EXIT_DONE;
}

static int comment(struct grading *g, char **args, struct error *err)
{
	const char *exercise = grading_exercise(g, args[1]);
	struct store_comment c = { .id = (int64_t)taken_back, .student = args[0], .exercise = exercise ? exercise : args[1],
				   .line = (int)line, .item = item ? item : "", .text = args[2] ? args[2] : "",
				   .author = grading_author() };

	if (!args[2] && !item && !taken_back)
		return list(g, c.student, c.exercise, err);
	if (taken_back ? book_uncomment(g->store, &g->assignment, &c, err) : book_comment(g->store, &g->assignment, &c, err))
		return report_error(err);
	if (output.json)
		return print_json(json_pack("{s:o, s:s, s:I, s:b}", "student", json_text(c.student), "exercise", c.exercise,
					    "comment", (json_int_t)c.id, "removed", taken_back != 0));
	printf(taken_back ? _("%s, %s: comment %lld is taken back\n") : _("%s, %s: comment %lld\n"), c.student, c.exercise,
	       (long long)c.id);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	char *words[] = { args[0], args[1], nargs > 2 ? args[2] : NULL };

	if (line > 1000000)
		return grading_usage("comment", "--line is a line of the file");
	return taken_back && (nargs > 2 || item || line) ? grading_usage("comment",
									 "--remove takes a comment back: it takes nothing else")
							 : grading_do(comment, words);
}

static const struct option_row options[] = {
	GRADE_BOOK_ROWS,
	{ "line", OPTION_NUMBER, "N", N_("the line of the file that counts, which the comment is about"), &line, 0 },
	{ "item", OPTION_TEXT, "NAME", N_("an item of the assignment's rubric: it has its points and its text"), &item, 0 },
	{ "remove", OPTION_NUMBER, "N", N_("take comment number N back"), &taken_back, 0 },
	GRADE_AUTHOR_ROW, GRADE_END_ROW,
};

const struct command command_grade_comment = {
	.name = "grade comment", .arguments = "STUDENT EX [TEXT]", .summary = N_("comment on a submission: at a line, or by "
				"an item of the rubric"),
	.help = N_("The student reads it in the feedback, under its line. It is kept when the class is graded again. Without "
		"TEXT and --item, it\nlists the comments there, with their numbers.\n"),
	.options = options, .min_args = 2, .max_args = 3, .run = run,
};
