/*
 * out_platform.c - what learning platforms take back: feedback pages under the names of their download, results and scores as
 * their definitions make them (grade/in/platform.h), and an archive with which a platform grades by itself.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "grade/in/zip.h"
#include "grade/out/out.h"

#define DEFINITION_MOST (1u << 20)

/* ---- feedback pages --------------------------------------------------------------------------------- */

/* The name under which the platform accepts a file for that student; false: there is none. */
static bool upload_name(const struct platform *platform, const struct student *p, struct buf *out)
{
	buf_clear(out);
	if (!p || !p->entry_before)
		return false;
	buf_append(out, p->entry, p->entry_before);
	buf_printf(out, "%s%s", p->entry_is_folder ? "/" : "", platform->upload);
	return true;
}

int out_upload_possible(const struct class_list *c, struct error *err)
{
	if (c->platform->upload)
		return 0;
	error_set(err, PARTY_LEARNER, "the submissions look like '%s', which takes no feedback in one upload", c->platform->name);
	error_remedy(err, "--feedback DIR writes a page for each student; --layout moodle or --layout canvas says what the "
			  "folder is");
	return error_word(err);
}

int out_upload(const struct assignment *a, const struct book_view *v, const struct class_list *c, const char *path,
	       size_t *without, struct error *err)
{
	struct buf page = BUF_INIT, name = BUF_INIT;
	struct zip zip = { 0 };
	struct student_rows s;
	int status;

	*without = 0;
	if (out_upload_possible(c, err))
		return -1;
	for (size_t at = 0; student_next(v, &at, &s);) {
		if (!upload_name(c->platform, class_sorted_find(c, s.id), &name)) {
			++*without;
			continue;
		}
		buf_clear(&page);
		out_html_student(a, v, &s, &page);
		zip_add(&zip, buf_text(&name), &page, false);
	}
	zip_end(&zip);
	status = zip.bytes.failed || name.failed ? error_nomem(err) : file_write(path, buf_text(&zip.bytes), zip.bytes.len, err);
	zip_release(&zip);
	buf_release(&page);
	buf_release(&name);
	return status;
}

/* ---- results and scores ----------------------------------------------------------------------------- */

/* The student's grades with the reports of the checks, in the assignment's order. */
static json_t *grades_of(const struct assignment *a, const struct book_view *v, const struct student_rows *s)
{
	json_t *student = out_student_json(v, s), *exercises = json_array();

	for (size_t x = 0; x < a->nexercises; x++) {
		const struct book_row *row = student_row(v, s, a->exercises[x].id);
		struct buf report = BUF_INIT;
		json_t *one = row ? out_row_json(row) : NULL;

		if (row && row->r.id) {
			out_report_of(a, row, &report);
			json_object_set_new(one, "report", json_text_bytes(buf_text(&report), report.len));
		}
		if (one)
			json_array_append_new(exercises, one);
		buf_release(&report);
	}
	json_object_set_new(student, "exercises", exercises);
	return student;
}

/* What the definition's function makes of a student's grades, as text. */
static int say_grades(const struct platform *p, const char *field, const struct assignment *a, const struct book_view *v,
		      const struct student_rows *s, size_t style, struct buf *out, struct error *err)
{
	json_t *student = grades_of(a, v, s), *answer = NULL;
	int status = platform_say(p, field, student, &answer, err);
	char *text = status ? NULL : json_dumps(answer, style | JSON_SORT_KEYS);

	buf_puts(out, text ? text : "");
	buf_putc(out, '\n');
	out->failed |= !status && !text;
	free(text);
	json_decref(answer);
	json_decref(student);
	return !status && out->failed ? error_nomem(err) : status;
}

static int lacks_function(const struct platform *p, const char *field, struct error *err)
{
	error_set(err, PARTY_LEARNER, "the platform '%s' has no `%s`", p->name, field);
	error_remedy(err, "grader/platforms/gradescope.lua and autolab.lua show how such a function is written");
	return error_word(err);
}

/* A platform takes no results without a score: a student who is not graded gets no file. */
int out_results(const struct platform *p, const struct assignment *a, const struct book_view *v, const char *folder,
		struct error *err)
{
	struct student_rows s;
	int status = !p->results ? lacks_function(p, "results", err) : path_make_dirs(folder, err);

	for (size_t at = 0; !status && student_next(v, &at, &s);) {
		struct buf text = BUF_INIT;

		if (s.known)
			status = say_grades(p, "results", a, v, &s, JSON_STYLE, &text, err) ||
				 out_write_for(folder, s.id, ".json", &text, err)
				 ? -1 : 0;
		buf_release(&text);
	}
	return status;
}

int out_line(const struct platform *p, const struct assignment *a, const struct book_view *v, struct buf *out, struct error *err)
{
	struct student_rows s;
	size_t at = 0;

	if (!p->line)
		return lacks_function(p, "line", err);
	if (student_next(v, &at, &s) && at == v->n && s.known)
		return say_grades(p, "line", a, v, &s, JSON_COMPACT | JSON_REAL_PRECISION(8), out, err);
	if (v->n && at >= v->n)
		return error_set(err, PARTY_MACHINE, "not all of it is graded: %s gets no scores", p->title);
	error_set(err, PARTY_LEARNER, "%s takes the scores of one student", p->title);
	return error_remedy(err, "give a folder with one student's folder in it");
}

/* ---- the platform grades by itself --------------------------------------------------------------------- */

int out_autograder(const struct platform *p, const char *definition, uint64_t seed, const char *path, struct error *err)
{
	struct buf text = BUF_INIT, lua = BUF_INIT;
	struct zip zip = { 0 };
	int status = p->nautograder ? file_read(definition, DEFINITION_MOST, &text, err) : lacks_function(p, "autograder", err);

	buf_puts(&lua, "local assignment = (function()\n");
	buf_append(&lua, buf_text(&text), text.len);
	buf_printf(&lua, "\nend)()\nassignment.seed = %llu -- the class's: every submission gets the same inputs\nreturn "
			 "assignment\n",
		   (unsigned long long)seed);
	for (size_t i = 0; i < p->nautograder; i++) {
		buf_clear(&text);
		buf_puts(&text, p->autograder[i].text);
		zip_add(&zip, p->autograder[i].name, &text, p->autograder[i].runs);
	}
	zip_add(&zip, "assignment.lua", &lua, false);
	zip_end(&zip);
	if (!status)
		status = zip.bytes.failed ? error_nomem(err) : file_write(path, buf_text(&zip.bytes), zip.bytes.len, err);
	zip_release(&zip);
	buf_release(&text);
	buf_release(&lua);
	return status;
}
