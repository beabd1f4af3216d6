/* out.c - grades as tables, JSON and JUnit: see out.h. */
#include "config.h"

#include "grade/out/out.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "grade/in/csv.h"
#include "grade/points.h"

bool student_next(const struct book_view *v, size_t *at, struct student_rows *s)
{
	size_t i = *at;

	if (i >= v->n)
		return false;
	*s = (struct student_rows){ .first = i, .id = v->rows[i].g.student, .name = v->rows[i].name, .known = true,
				    .graded = true };
	for (; i < v->n && !strcmp(v->rows[i].g.student, s->id); i++, s->n++) {
		s->points += v->rows[i].points;
		s->possible += v->rows[i].g.possible;
		s->known = s->known && v->rows[i].known;
		s->graded = s->graded && (v->rows[i].known || book_is_open(&v->rows[i].g));
	}
	s->points = points_round(s->points);
	*at = i;
	return true;
}

const struct book_row *student_row(const struct book_view *v, const struct student_rows *s, const char *exercise)
{
	for (size_t i = s->first; i < s->first + s->n; i++)
		if (!strcmp(v->rows[i].g.exercise, exercise))
			return &v->rows[i];
	return NULL;
}

/* ---- speed --------------------------------------------------------------------------------------- */

void out_speed(const struct store_result *timed, struct buf *out)
{
	const int digits = timed->speedup < 9.95 ? 2 : 1;

	buf_printf(out, "on %s: ", timed->device_name[0] ? timed->device_name : "the GPU");
	if (timed->speedup > 0)
		buf_printf(out, "%.*f times as fast as the reference solution (%.*f to %.*f)", digits, timed->speedup, digits,
			   timed->low, digits, timed->high);
	if (strcmp(timed->verdict, "passed"))
		buf_printf(out, "%s%s", timed->speedup > 0 ? "; " : "", timed->message);
	else if (timed->speedup <= 0)
		buf_puts(out, "right");
}

void out_open(const struct assignment *a, const struct book_row *row, struct buf *out)
{
	for (size_t x = 0; x < a->nexercises; x++)
		if (row->r.id && !strcmp(a->exercises[x].id, row->g.exercise))
			csv_put_number(out, points_so_far(&a->exercises[x], &row->r));
	buf_puts(out, _(" of "));
	csv_put_number(out, row->g.possible);
	buf_puts(out, _(" points so far"));
}

static const char *told_as_is(const char *text)
{
	return text;
}

__attribute__((format(printf, 3, 4)))
static void put_part(struct buf *out, telling *told, const char *fmt, ...)
{
	struct buf part = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&part, fmt, ap);
	va_end(ap);
	buf_printf(out, ", %s", told(buf_text(&part)));
	out->failed |= part.failed;
	buf_release(&part);
}

static void put_late(const struct book_row *row, telling *told, struct buf *out)
{
	const int late = row->g.late_days, grace = row->g.grace_days;

	if (grace)
		put_part(out, told, "%d day%s late (%d of grace)", late, late == 1 ? "" : "s", grace);
	else
		put_part(out, told, "%d day%s late", late, late == 1 ? "" : "s");
}

/* What the points alone do not show: state, lateness, adjustment, note. */
static void put_remark(const struct book_row *row, telling *told, struct buf *out)
{
	buf_puts(out, told(book_state(row)));
	if (row->g.late_days || row->g.grace_days)
		put_late(row, told, out);
	if (row->adjusted)
		put_part(out, told, "adjusted by %s", row->adjusted->author);
	if (row->adjusted)
		buf_printf(out, ": %s", row->adjusted->reason);
	if (row->t.speedup > 0)
		put_part(out, told, "%.2f times as fast as the reference", row->t.speedup);
	if (row->t.id && strcmp(row->t.verdict, "passed"))
		put_part(out, told, "%s on %s", row->t.verdict, row->t.device_name);
	if (row->g.note[0])
		put_part(out, told, "%s", row->g.note);
	for (size_t i = 0; i < row->ncomments; i++) {
		buf_printf(out, ", %s: ", row->comments[i].author);
		book_comment_text(&row->comments[i], row->g.source_sha256, told, out);
	}
}

bool out_note(const struct book_row *row, struct buf *out)
{
	static const char *const left_out[] = { NOTE_OFF_ROSTER, NOTE_SEVERAL_FIT };
	const char *at = row->g.note;

	buf_clear(out);
	while (*at) {
		const char *end = strstr(at, "; ");
		size_t n = end ? (size_t)(end - at) : strlen(at);
		bool kept = n > 0;

		for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
			kept &= n != strlen(left_out[i]) || strncmp(at, left_out[i], n) != 0;
		if (kept)
			buf_printf(out, "%s%.*s", out->len ? "; " : "", (int)n, at);
		at += n + (end ? 2 : 0);
	}
	return out->len > 0;
}

static bool is_remarkable(const struct book_row *row)
{
	return row->g.note[0] || row->adjusted || row->ncomments || row->g.late_days || !row->r.id ||
	       strcmp(row->r.verdict, "passed") || row->t.id;
}

/* ---- the report ---------------------------------------------------------------------------------- */

/* The deadline of the last student of the class. 0: none. */
static int64_t last_deadline(const struct assignment *a)
{
	double hours = 0;

	for (size_t i = 0; i < a->nextensions; i++) {
		double all = 0; /* of one student */

		for (size_t k = 0; k < a->nextensions; k++)
			all += strcmp(a->extensions[k].student, a->extensions[i].student) ? 0 : a->extensions[k].hours;
		hours = all > hours ? all : hours;
	}
	return a->due_ms ? a->due_ms + (int64_t)(a->buffer_minutes * 60e3 + hours * 3600e3) : 0;
}

void out_report_of(const struct assignment *a, const struct book_row *row, struct buf *out)
{
	const char *text = row->r.report ? row->r.report : "", *p = text, *seed;
	bool secret = (int64_t)time(NULL) * 1000 < last_deadline(a);

	while (secret && (seed = strstr(p, " --seed "))) { /* also in a student's own output: it may be the seed */
		buf_append(out, p, (size_t)(seed - p));
		buf_puts(out, " (you will see the seed after the deadline)");
		p = seed + 8 + strspn(seed + 8, "0123456789");
	}
	buf_puts(out, p);
}

/* ---- tables -------------------------------------------------------------------------------------- */

void out_csv(const struct assignment *a, const struct book_view *v, struct buf *out)
{
	struct buf remark = BUF_INIT;
	struct student_rows s;

	buf_puts(out, "student,name,points,possible");
	for (size_t x = 0; x < a->nexercises; x++) {
		buf_putc(out, ',');
		csv_put_text(out, a->exercises[x].id, ',');
	}
	buf_puts(out, ",remarks\r\n");
	for (size_t at = 0; student_next(v, &at, &s);) {
		csv_put_text(out, s.id, ',');
		buf_putc(out, ',');
		csv_put_text(out, s.name, ',');
		buf_putc(out, ',');
		if (s.known)
			csv_put_number(out, s.points);
		buf_putc(out, ',');
		csv_put_number(out, s.possible);
		buf_clear(&remark);
		for (size_t x = 0; x < a->nexercises; x++) {
			const struct book_row *row = student_row(v, &s, a->exercises[x].id);

			buf_putc(out, ',');
			if (row && row->known)
				csv_put_number(out, row->points);
			if (row && is_remarkable(row)) {
				buf_printf(&remark, "%s%s: ", remark.len ? " | " : "", path_base(a->exercises[x].id));
				put_remark(row, told_as_is, &remark);
			}
		}
		buf_putc(out, ',');
		csv_put_text(out, buf_text(&remark), ',');
		buf_puts(out, "\r\n");
	}
	out->failed |= remark.failed;
	buf_release(&remark);
}

void out_text(const struct assignment *a, const struct book_view *v, struct buf *out)
{
	struct student_rows s;
	int widest = 8;

	for (size_t at = 0; student_next(v, &at, &s);)
		if (text_width(s.id) > widest && text_width(s.id) <= 40)
			widest = text_width(s.id);
	for (size_t at = 0; student_next(v, &at, &s);) {
		buf_printf(out, "%s%*s  ", s.id, text_width(s.id) < widest ? widest - text_width(s.id) : 0, "");
		if (s.known)
			csv_put_number(out, s.points);
		else
			buf_puts(out, s.graded ? _("not timed") : _("not graded"));
		buf_puts(out, _(" of "));
		csv_put_number(out, s.possible);
		if (s.name && *s.name && strcmp(s.name, s.id))
			buf_printf(out, "  %s", s.name);
		buf_putc(out, '\n');
		for (size_t x = 0; x < a->nexercises; x++) {
			const struct book_row *row = student_row(v, &s, a->exercises[x].id);

			if (!row || !is_remarkable(row))
				continue;
			buf_printf(out, "    %s: ", a->exercises[x].id);
			if (!row->known && book_is_open(&row->g)) {
				out_open(a, row, out);
				buf_puts(out, ", ");
				put_remark(row, retold, out);
			} else if (row->known) {
				csv_put_number(out, row->points);
				buf_puts(out, ", ");
				put_remark(row, retold, out);
			} else {
				buf_printf(out, "%s%s%s", _("not graded"), row->g.note[0] ? ", " : "", retold(row->g.note));
			}
			buf_putc(out, '\n');
		}
	}
}

/* ---- JSON ------------------------------------------------------------------------------------------ */

static json_t *points_or_null(bool known, double points)
{
	return known ? json_real(points) : json_null();
}

/* { device, verdict, message, speedup, speedup_low, speedup_high, limits, limits_kept, attempt } or null */
static json_t *time_json(const struct store_result *t)
{
	const bool measured = t->speedup > 0;

	if (!t->id)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:i, s:I}", "device", json_text_or_null(t->device_name), "verdict",
			 json_text_or_null(t->verdict), "message", json_text_or_null(t->message), "speedup",
			 points_or_null(measured, t->speedup), "speedup_low", points_or_null(measured, t->low), "speedup_high",
			 points_or_null(measured, t->high), "limits", t->limits, "limits_kept", t->held, "attempt",
			 (json_int_t)t->attempt);
}

/* [ { id, line, item, points, text, author, of_this_file } ] */
static json_t *comments_json(const struct book_row *row)
{
	json_t *all = json_array();

	for (size_t i = 0; i < row->ncomments; i++) {
		const struct store_comment *c = &row->comments[i];

		json_array_append_new(all, json_pack("{s:I, s:o, s:o, s:f, s:o, s:o, s:b}", "id", (json_int_t)c->id, "line",
						     json_line_number(c->line),
						     "item", json_text_or_null(c->item), "points", c->points, "text",
						     json_text_or_null(c->text),
						     "author", json_text_or_null(c->author), "of_this_file",
						     !strcmp(c->source_sha256, row->g.source_sha256)));
	}
	return all;
}

json_t *out_row_json(const struct book_row *row)
{
	const struct store_result *r = &row->r;

	return json_pack("{s:s, s:s, s:o, s:o, s:f, s:o, s:i, s:i, s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:I, "
			 "s:o, s:o}",
			 "exercise", row->g.exercise, "state", row->g.state, "note", json_text_or_null(row->g.note),
			 "points", points_or_null(row->known, row->points), "possible", row->g.possible,
			 "points_before_late", points_or_null(row->g.known, row->g.before_late),
			 "late_days", row->g.late_days, "grace_days", row->g.grace_days,
			 "adjusted", json_text_or_null(row->adjusted ? row->adjusted->reason : NULL),
			 "adjusted_by", json_text_or_null(row->adjusted ? row->adjusted->author : NULL),
			 "verdict", json_text_or_null(r->id ? r->verdict : NULL), "cases", (json_int_t)r->cases,
			 "cases_passed", (json_int_t)r->right, "cases_objected", (json_int_t)r->objected, "message",
			 json_text_or_null(r->id ? r->message : NULL),
			 "source_sha256", json_text_or_null(row->g.source_sha256),
			 "content_version", json_text_or_null(r->id ? r->key.content_version : NULL),
			 "tool_version", json_text_or_null(r->id ? r->key.tool_version : NULL),
			 "compiler", json_text_or_null(r->id ? r->key.compiler : NULL), "attempt", (json_int_t)r->attempt,
			 "timed", time_json(&row->t), "comments", comments_json(row));
}

json_t *out_student_json(const struct book_view *v, const struct student_rows *s)
{
	json_t *exercises = json_array();

	for (size_t i = s->first; i < s->first + s->n; i++)
		json_array_append_new(exercises, out_row_json(&v->rows[i]));
	return json_pack("{s:o, s:o, s:o, s:f, s:o}", "id", json_text_or_null(s->id), "name", json_text_or_null(s->name),
			 "points", points_or_null(s->known, s->points), "possible", s->possible, "exercises", exercises);
}

json_t *out_json(const struct book_view *v)
{
	json_t *students = json_array();
	struct student_rows s;

	for (size_t at = 0; student_next(v, &at, &s);)
		json_array_append_new(students, out_student_json(v, &s));
	return students;
}

/* ---- JUnit ------------------------------------------------------------------------------------------- */

static void put_xml(struct buf *out, const char *text)
{
	text_put_xml(out, text, strlen(text));
}

static void put_test(const struct assignment *a, const struct book_row *row, struct buf *out)
{
	struct buf report = BUF_INIT;
	bool passed = row->r.id && !strcmp(row->r.verdict, "passed");

	buf_puts(out, "    <testcase classname=\"");
	put_xml(out, row->g.exercise);
	buf_puts(out, "\" name=\"");
	put_xml(out, row->g.student);
	buf_printf(out, "\" time=\"%.3f\">", row->r.seconds);
	if (!row->g.known) {
		buf_puts(out, "<error message=\"");
		put_xml(out, row->g.note);
		buf_puts(out, "\"/>");
	} else if (!passed) {
		buf_puts(out, "<failure message=\"");
		put_xml(out, book_state(row));
		buf_puts(out, "\">");
		out_report_of(a, row, &report);
		put_xml(out, row->r.id ? buf_text(&report) : row->g.note);
		buf_puts(out, "</failure>");
	}
	buf_puts(out, "</testcase>\n");
	out->failed |= report.failed;
	buf_release(&report);
}

void out_junit(const struct assignment *a, const struct book_view *v, struct buf *out)
{
	buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"");
	put_xml(out, a->name);
	buf_puts(out, "\">\n");
	for (size_t x = 0; x < a->nexercises; x++) {
		size_t tests = 0, failures = 0, errors = 0;

		for (size_t i = 0; i < v->n; i++) {
			const struct book_row *row = &v->rows[i];

			if (strcmp(row->g.exercise, a->exercises[x].id))
				continue;
			tests++;
			errors += !row->g.known;
			failures += row->g.known && !(row->r.id && !strcmp(row->r.verdict, "passed"));
		}
		buf_puts(out, "  <testsuite name=\"");
		put_xml(out, a->exercises[x].id);
		buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n", tests, failures, errors);
		for (size_t i = 0; i < v->n; i++)
			if (!strcmp(v->rows[i].g.exercise, a->exercises[x].id))
				put_test(a, &v->rows[i], out);
		buf_puts(out, "  </testsuite>\n");
	}
	buf_puts(out, "</testsuites>\n");
}
