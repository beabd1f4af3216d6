/* classroom_out.c - sorts and filters a class's table, and prints it in several formats: see classroom.h. */
#include "config.h"

#include "grade/classroom.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "grade/in/csv.h"

/* ---- sorting and filtering --------------------------------------------------------------------------- */

/* A value without points sorts below every number. */
static double worth(const struct class_student *p, int column)
{
	if (column == CLASS_BY_TOTAL)
		return p->total;
	return p->cells[column].known ? p->cells[column].points : -1;
}

static int compare_students(const struct class_student *a, const struct class_student *b, int column, bool backwards)
{
	int by = 0, names;

	if (column != CLASS_BY_NAME)
		by = worth(a, column) < worth(b, column) ? -1 : worth(a, column) > worth(b, column);
	if (by)
		return backwards ? -by : by;
	names = strcasecmp(a->name, b->name);
	names = names ? names : strcmp(a->id, b->id);
	return backwards && column == CLASS_BY_NAME ? -names : names;
}

/* A merge sort, as the comparison takes parameters. */
static void merge(const struct class_student **list, const struct class_student **scratch, size_t n, int column, bool backwards)
{
	size_t half = n / 2, a = 0, b = half;

	if (n < 2)
		return;
	merge(list, scratch, half, column, backwards);
	merge(list + half, scratch, n - half, column, backwards);
	for (size_t i = 0; i < n; i++)
		scratch[i] = b == n || (a < half && compare_students(list[a], list[b], column, backwards) <= 0) ? list[a++] :
			     list[b++];
	memcpy(list, scratch, n * sizeof *list);
}

void class_table_sort(const struct class_student **list, size_t n, int column, bool backwards)
{
	const struct class_student **scratch = calloc(n + 1, sizeof *scratch);

	if (scratch) /* without memory the order stays */
		merge(list, scratch, n, column, backwards);
	free(scratch);
}

static bool has_word(const char *text, const char *word, size_t len)
{
	for (; *text; text++)
		if (!strncasecmp(text, word, len))
			return true;
	return false;
}

/* A name of ours also counts as the user's language has it. */
static bool has_name(const char *name, const char *word, size_t len)
{
	return has_word(name, word, len) || has_word(tr(name), word, len);
}

static bool student_has(const struct class_table *t, const struct class_student *p, const char *word, size_t len)
{
	if (has_word(p->id, word, len) || has_word(p->name, word, len))
		return true;
	for (size_t x = 0; x < t->nexercises; x++) {
		const struct class_cell *cell = &p->cells[x];

		if (has_name(cell->verdict, word, len) || has_name(cell->state, word, len) ||
		    has_word(cell->note, word, len) || has_word(retold(cell->note), word, len) ||
		    (cell->adjusted && has_name(N_("adjusted"), word, len)) ||
		    (cell->comments && has_name(N_("commented"), word, len)) ||
		    (cell->late_days && has_name(N_("late"), word, len)))
			return true;
	}
	return false;
}

bool class_student_matches(const struct class_table *t, const struct class_student *p, const char *words)
{
	for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
		size_t len = strcspn(words, " ");

		if (!student_has(t, p, words, len))
			return false;
		words += len;
	}
	return true;
}

/* ---- text ------------------------------------------------------------------------------------------------ */

void class_cell_text(const struct class_cell *cell, struct buf *out)
{
	if (cell->kind == CELL_PROVISIONAL)
		buf_putc(out, '~');
	if (cell->known && (cell->kind != CELL_MISSING || cell->adjusted))
		csv_put_number(out, cell->points);
	else if (cell->kind == CELL_WAITING)
		buf_puts(out, "...");
	else if (cell->kind == CELL_NOT_GRADED)
		buf_puts(out, "!");
	else if (cell->kind == CELL_MISSING)
		buf_puts(out, "-");
	if (cell->adjusted)
		buf_putc(out, '*');
}

static int name_width(const struct class_student *const *list, size_t n)
{
	int width = 10;

	for (size_t i = 0; i < n; i++) {
		int now = text_width(list[i]->name) + 2;

		width = now > width ? now : width;
	}
	return width > 40 ? 40 : width;
}

static int column_width(const struct class_table *t, size_t x)
{
	int width = text_width(path_base(t->exercises[x]));

	return width < 8 ? 9 : width + 1;
}

void class_table_text(const struct class_table *t, const struct class_student *const *list, size_t n, struct buf *out)
{
	int names = name_width(list, n);
	struct buf text = BUF_INIT;

	text_put_column(out, _("student"), names);
	for (size_t x = 0; x < t->nexercises; x++)
		text_put_column(out, path_base(t->exercises[x]), column_width(t, x));
	buf_printf(out, "%s\n", _("total"));
	for (size_t i = 0; i < n; i++) {
		text_put_column(out, list[i]->name, names);
		for (size_t x = 0; x < t->nexercises; x++) {
			buf_clear(&text);
			class_cell_text(&list[i]->cells[x], &text);
			text_put_column(out, buf_text(&text), column_width(t, x));
		}
		if (!list[i]->known)
			buf_putc(out, '~');
		csv_put_number(out, list[i]->total);
		buf_putc(out, '\n');
	}
	buf_printf(out, _("\n%s: %zu of %zu student%s, %zu of %zu file%s checked"), t->name, n, t->n, t->n == 1 ? "" : "s",
		   t->checked, t->files, t->files == 1 ? "" : "s");
	if (t->not_graded)
		buf_printf(out, _(", %zu not graded"), t->not_graded);
	buf_puts(out, _("; of "));
	csv_put_number(out, t->possible);
	buf_puts(out, _(" points\n~ provisional  ... waits  - no file  ! not graded  * adjusted\n"));
	buf_release(&text);
}

void submission_text(const struct submission *s, struct buf *out)
{
	struct buf points = BUF_INIT;

	class_cell_text(&s->cell, &points);
	buf_printf(out, "%s, %s: %s%s", s->name, s->exercise, buf_text(&points), _(" of "));
	csv_put_number(out, s->cell.possible);
	buf_printf(out, "%s\n", _(" points"));
	buf_puts(out, s->sum);
	if (*s->adjustment)
		buf_printf(out, _("adjusted: %s\n"), s->adjustment);
	for (size_t i = 0; i < s->ncomments; i++)
		buf_printf(out, "%s\n", s->comments[i].text);
	if (*s->cell.note)
		buf_printf(out, _("note: %s\n"), retold(s->cell.note));
	if (*s->path)
		buf_printf(out, "%s\n", s->path);
	if (*s->report)
		buf_printf(out, "\n%s", s->report);
	else
		buf_printf(out, "\n%s\n", _(s->cell.state));
	buf_release(&points);
}

/* ---- JSON ---------------------------------------------------------------------------------------------------- */

static json_t *cell_json(const struct class_cell *cell)
{
	return json_pack("{s:s, s:o, s:o, s:f, s:b, s:b, s:i, s:i, s:o, s:I}", "state", cell->state, "verdict",
			 json_text_or_null(cell->verdict),
			 "points", cell->known ? json_real(cell->points) : json_null(), "possible", cell->possible, "provisional",
			 cell->kind == CELL_PROVISIONAL, "adjusted", cell->adjusted, "late_days", cell->late_days, "grace_days",
			 cell->grace_days, "note", json_text_or_null(cell->note), "comments", (json_int_t)cell->comments);
}

json_t *class_table_json(const struct class_table *t, const struct class_student *const *list, size_t n)
{
	json_t *students = json_array();

	for (size_t i = 0; i < n; i++) {
		json_t *exercises = json_object();

		for (size_t x = 0; x < t->nexercises; x++)
			json_object_set_new(exercises, t->exercises[x], cell_json(&list[i]->cells[x]));
		json_array_append_new(students, json_pack("{s:o, s:o, s:f, s:b, s:o}", "id",
							  json_text_or_null(list[i]->id), "name",
							  json_text_or_null(list[i]->name), "total", list[i]->total, "known",
							  list[i]->known, "exercises", exercises));
	}
	return json_pack("{s:s, s:o, s:f, s:I, s:I, s:I, s:I, s:o}", "assignment", t->name, "title", json_text_or_null(t->title),
			 "possible", t->possible, "files", (json_int_t)t->files, "checked", (json_int_t)t->checked, "waiting",
			 (json_int_t)t->waiting, "not_graded", (json_int_t)t->not_graded, "students", students);
}

json_t *submission_json(const struct submission *s)
{
	json_t *findings = json_array(), *cases = json_array(), *comments = json_array();

	for (size_t i = 0; i < s->nfindings; i++)
		json_array_append_new(findings, json_pack("{s:s, s:o, s:o, s:o}", "kind", s->findings[i].kind, "line",
							  json_line_number(s->findings[i].line), "message",
							  json_text_or_null(s->findings[i].message), "advice",
							  json_text_or_null(s->findings[i].advice)));
	for (size_t i = 0; i < s->ncomments; i++)
		json_array_append_new(comments, json_pack("{s:o, s:o}", "line", json_line_number(s->comments[i].line), "text",
							  json_text_or_null(s->comments[i].text)));
	for (size_t i = 0; i < s->ncases; i++)
		json_array_append_new(cases, json_pack("{s:o, s:b, s:o}", "name", json_text_or_null(s->cases[i].name), "passed",
						       s->cases[i].passed, "message", json_text_or_null(s->cases[i].message)));
	return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", json_text_or_null(s->id), "name",
			 json_text_or_null(s->name), "exercise", s->exercise, "grade", cell_json(&s->cell), "adjustment",
			 json_text_or_null(s->adjustment), "comments", comments, "path", json_text_or_null(s->path), "message",
			 json_text_or_null(s->cell.message), "findings", findings, "cases", cases, "source",
			 json_text_or_null(s->text));
}
