/*
 * classroom.c - what an instructor writes in the workbook's pages of a class:
 * comments, lines and items of the rubric in one line of text.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "grade/book.h"
#include "grade/classroom.h"
#include "tap/tap.h"

static const char definition[] =
	"return { name = \"a\", exercises = { { \"01_kernels/add\", points = 10 } }, rubric = { { \"names\", points = -1, text = "
	"\"say more\" } } }";

/* A class of one, whose file has two lines. */
static int make_class(const char *folder, char *assignment, size_t size, struct error *err)
{
	const struct store_grade row = { .student = "ann", .exercise = "01_kernels/add", .state = "graded", .note = "",
					 .known = true, .points = 10, .possible = 10, .before_late = 10,
					 .source_path = "ann/add.cu", .source_sha256 = "abc" };
	const struct store_source text = { "abc", "one\ntwo\n" };
	char database[4096];
	struct store *s;
	int status;

	if (!path_join(assignment, size, folder, "a.lua") || file_write(assignment, definition, strlen(definition), err) ||
	    book_place(assignment, NULL, database, sizeof database, err) || store_open(&s, database, false, err))
		return -1;
	status = store_grades_write(s, "a", "current", "me", &row, 1, NULL, 0, err) ||
		 store_sources_write(s, &text, 1, err) ? -1 : 0;
	store_close(s);
	return status;
}

static bool written(struct classroom *c, const char *words, struct error *err)
{
	return classroom_comment(c, "ann", "01_kernels/add", words, err) == 0;
}

int main(void)
{
	char folder[4096], assignment[4096];
	struct classroom_options options = { .assignment = assignment, .author = "ada" };
	struct classroom *c = NULL;
	struct submission s;
	struct class_table t;
	struct error err = { 0 };

	ok(path_temp_dir(folder, sizeof folder, "warpbook-room", &err) == 0 &&
	   make_class(folder, assignment, sizeof assignment, &err) == 0 && classroom_open(&c, &options, &err) == 0,
	   "a class opens");
	if (!c) {
		printf("# %s\n", err.text);
		return tap_done();
	}
	ok(written(c, "well done: 10 of 10", &err), "words are a comment");
	ok(written(c, "2: why?", &err), "a number and a colon before them are a line");
	ok(!written(c, "3: why?", &err) && strstr(err.text, "no line 3"), "which the file has");
	ok(written(c, "1: =names like a and b", &err), "an item of the rubric may have words of its own");
	ok(!written(c, "=names", &err) && strstr(err.text, "already"), "and counts once");
	ok(!written(c, "=style", &err) && strstr(err.text, "no item 'style'"), "another is none");
	ok(!written(c, " ", &err), "without words there is no comment");
	ok(classroom_table(c, &t, &err) == 0 && t.students[0].cells[0].points == 9 && t.students[0].cells[0].comments == 3,
	   "the table has the points");
	class_table_release(&t);
	ok(classroom_submission(c, "ann", "01_kernels/add", &s, &err) == 0 && s.ncomments == 3 &&
	   !strcmp(s.comments[0].text, "ada: well done: 10 of 10") &&
	   !strcmp(s.comments[1].text, "ada: line 1: names (-1): like a and b") &&
	   !strcmp(s.comments[2].text, "ada: line 2: why?"),
	   "and the submission the words");
	submission_release(&s);
	classroom_close(c);
	path_remove_tree(folder, NULL);
	return tap_done();
}
