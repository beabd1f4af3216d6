/* out_course.c - a course as text, table, JSON and pages: see out_course.h. */
#include "config.h"

#include "grade/out/out_course.h"

#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "base/source.h"
#include "grade/in/csv.h"
#include "grade/out/out_page.h"

#define FEW  3 /* with fewer students than this no chart is drawn: it would reveal who they are */

static const char *const passed_names[] = { [PASS_OPEN] = N_("open"), [PASS_YES] = N_("passed"), [PASS_NO] = N_("not passed") };

static bool says_passed(const struct standing *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->students[i].passed != PASS_OPEN)
			return true;
	return false;
}

/* "18", "(5)" dropped, "-" no grade, "!" not graded, "x" excused, "" later */
static void put_mark(const struct standing_mark *m, struct buf *out)
{
	if (m->dropped)
		buf_putc(out, '(');
	if (m->state == STANDING_POINTS)
		csv_put_number(out, m->points);
	else if (m->state != STANDING_LATER)
		buf_putc(out, m->state == STANDING_NONE ? '-' : m->state == STANDING_OPEN ? '!' : 'x');
	if (m->dropped)
		buf_putc(out, ')');
}

static void put_percent(const struct standing_student *p, struct buf *out)
{
	if (p->known)
		csv_put_number(out, p->percent);
	else
		buf_putc(out, '!');
}

/* "passed, A", "not passed: a1 is below 40 %", "so far", or nothing if the course does not say what passes */
static void put_passed(const struct standing *s, const struct standing_student *p, struct buf *out)
{
	if (s->ngraded < s->course->n || (p->passed == PASS_OPEN && !says_passed(s))) {
		buf_puts(out, s->ngraded < s->course->n ? _("so far") : "");
		return;
	}
	buf_puts(out, _(passed_names[p->passed]));
	if (*p->grade)
		buf_printf(out, ", %s", p->grade);
	if (*p->why)
		buf_printf(out, ": %s", retold(p->why));
}

/* "weight 20 of 100", "bonus 5" */
static void put_weight(const struct course *c, size_t x, struct buf *out)
{
	buf_puts(out, c->list[x].bonus ? _("bonus ") : _("weight "));
	csv_put_number(out, c->list[x].weight);
}

static void put_counts(const struct standing *s, struct buf *out)
{
	const struct standing_count n = standing_count(s);

	buf_printf(out, tr_n("%zu student, ", "%zu students, ", n.students), n.students);
	buf_printf(out, tr_n("%zu of %zu assignment graded", "%zu of %zu assignments graded", s->course->n), s->ngraded,
		   s->course->n);
	if (n.known) {
		buf_puts(out, _("; the median is "));
		csv_put_number(out, n.median);
		buf_printf(out, " %%%s", s->ngraded < s->course->n ? _(" so far") : "");
	}
	if (says_passed(s))
		buf_printf(out, _("; %zu passed, %zu did not"), n.passed, n.failed);
	if (n.students > n.known)
		buf_printf(out, _("; %zu still open"), n.students - n.known);
}

/* ---- text ------------------------------------------------------------------------------------------------ */

static int widest(const struct standing *s, bool names)
{
	int width = 8;

	for (size_t i = 0; i < s->n; i++) {
		int now = text_width(names ? s->students[i].name : s->students[i].id) + 2;

		width = now > width ? now : width;
	}
	return width > 40 ? 40 : width;
}

static int column_width(const struct standing *s, size_t x)
{
	int width = text_width(s->course->list[x].a.name) + 2;

	return width < 10 ? 10 : width;
}

static void put_row(const struct standing *s, const struct standing_student *p, int ids, int names, struct buf *out)
{
	struct buf text = BUF_INIT;

	text_put_column(out, p->id, ids);
	text_put_column(out, p->name, names);
	for (size_t x = 0; x < s->course->n; x++) {
		buf_clear(&text);
		put_mark(&p->marks[x], &text);
		text_put_column(out, buf_text(&text), column_width(s, x));
	}
	buf_clear(&text);
	put_percent(p, &text);
	text_put_column(out, buf_text(&text), 9);
	put_passed(s, p, out);
	buf_puts(out, p->ghost ? _("  (not on the roster)\n") : "\n");
	buf_release(&text);
}

void out_course_text(const struct standing *s, struct buf *out)
{
	const struct course *c = s->course;
	const int ids = widest(s, false), names = widest(s, true);

	text_put_column(out, _("student"), ids);
	text_put_column(out, _("name"), names);
	for (size_t x = 0; x < c->n; x++)
		text_put_column(out, c->list[x].a.name, column_width(s, x));
	buf_puts(out, _("percent\n"));
	for (size_t i = 0; i < s->n; i++)
		put_row(s, &s->students[i], ids, names, out);
	buf_putc(out, '\n');
	for (size_t x = 0; x < c->n; x++) {
		buf_printf(out, _("%s%s: of "), x ? "; " : "", c->list[x].a.name);
		csv_put_number(out, assignment_possible(&c->list[x].a));
		buf_puts(out, _(" points, "));
		put_weight(c, x, out);
	}
	buf_putc(out, '\n');
	put_counts(s, out);
	buf_puts(out, _("\n(5) dropped  - no grade: 0  ! not graded  x excused\n"));
}

/* ---- CSV --------------------------------------------------------------------------------------------------- */

static void put_remarks(const struct standing *s, const struct standing_student *p, struct buf *out)
{
	if (p->ghost)
		buf_puts(out, "not on the roster");
	for (size_t x = 0; x < s->course->n; x++) {
		const struct standing_mark *m = &p->marks[x];

		if (m->state != STANDING_POINTS && m->state != STANDING_LATER)
			buf_printf(out, "%s%s: %s", out->len ? " | " : "", s->course->list[x].a.name, standing_names[m->state]);
		if (m->dropped)
			buf_printf(out, "%s%s: dropped", out->len ? " | " : "", s->course->list[x].a.name);
	}
}

void out_course_csv(const struct standing *s, struct buf *out)
{
	buf_puts(out, "student,name,percent,passed,grade,why");
	for (size_t x = 0; x < s->course->n; x++) {
		buf_putc(out, ',');
		csv_put_text(out, s->course->list[x].a.name, ',');
	}
	buf_puts(out, ",remarks\r\n");
	for (size_t i = 0; i < s->n; i++) {
		const struct standing_student *p = &s->students[i];
		struct buf remarks = BUF_INIT;

		csv_put_text(out, p->id, ',');
		buf_putc(out, ',');
		csv_put_text(out, p->name, ',');
		buf_putc(out, ',');
		if (p->known)
			csv_put_number(out, p->percent);
		buf_printf(out, ",%s,", p->passed == PASS_OPEN ? "" : p->passed == PASS_YES ? "yes" : "no");
		csv_put_text(out, p->grade, ',');
		buf_putc(out, ',');
		csv_put_text(out, p->why, ',');
		for (size_t x = 0; x < s->course->n; x++) {
			buf_putc(out, ',');
			if (p->marks[x].state == STANDING_POINTS)
				csv_put_number(out, p->marks[x].points);
		}
		buf_putc(out, ',');
		put_remarks(s, p, &remarks);
		csv_put_text(out, buf_text(&remarks), ',');
		buf_puts(out, "\r\n");
		out->failed |= remarks.failed;
		buf_release(&remarks);
	}
}

/* ---- JSON ---------------------------------------------------------------------------------------------------- */

static json_t *number_or_null(bool known, double number)
{
	return known ? json_real(number) : json_null();
}

static json_t *mark_json(const struct course_assignment *a, const struct standing_mark *m)
{
	const bool known = m->state == STANDING_POINTS;

	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:b}", "name", a->a.name, "state", standing_names[m->state], "points",
			 number_or_null(known, m->points), "possible", number_or_null(m->possible > 0, m->possible), "percent",
			 number_or_null(known, m->percent), "dropped", m->dropped);
}

static json_t *student_json(const struct standing *s, const struct standing_student *p)
{
	json_t *marks = json_array();

	for (size_t x = 0; x < s->course->n; x++)
		json_array_append_new(marks, mark_json(&s->course->list[x], &p->marks[x]));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "id", json_text_or_null(p->id), "name",
			 json_text_or_null(p->name), "percent", number_or_null(p->known, p->percent), "passed",
			 p->passed == PASS_OPEN ? json_null() : json_boolean(p->passed == PASS_YES),
			 "grade", json_text_or_null(p->grade), "why", json_text_or_null(p->why), "on_roster", !p->ghost,
			 "assignments", marks);
}

json_t *out_course_json(const struct standing *s)
{
	const struct standing_count n = standing_count(s);
	json_t *assignments = json_array(), *students = json_array(), *warnings = json_array();

	for (size_t x = 0; x < s->course->n; x++) {
		const struct course_assignment *a = &s->course->list[x];

		json_array_append_new(assignments, json_pack("{s:s, s:o, s:f, s:f, s:b, s:b}", "name", a->a.name, "title",
							     json_text_or_null(a->a.title),
							     "possible", assignment_possible(&a->a), "weight", a->weight, "bonus",
							     a->bonus,
							     "graded", s->graded[x]));
	}
	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(students, student_json(s, &s->students[i]));
	for (size_t i = 0; i < s->nwarnings; i++)
		json_array_append_new(warnings, json_text_or_null(s->warnings[i]));
	return json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o}", "title", json_text_or_null(s->course->title), "assignments",
			 assignments, "students", students, "count", (json_int_t)n.students, "passed", (json_int_t)n.passed,
			 "not_passed", (json_int_t)n.failed, "median", number_or_null(n.known, n.median), "warnings", warnings);
}

/* ---- pages --------------------------------------------------------------------------------------------------- */

static void put_summary(const struct standing *s, struct buf *out)
{
	buf_puts(out, "<p>");
	put_counts(s, out);
	buf_puts(out, ".</p>\n");
}

static void put_heads(const struct standing *s, struct buf *out)
{
	struct buf weight = BUF_INIT;

	buf_printf(out, "<tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th>", _("student"), _("name"));
	for (size_t x = 0; x < s->course->n; x++) {
		buf_clear(&weight);
		put_weight(s->course, x, &weight);
		buf_puts(out, "<th scope=\"col\">");
		page_text(out, s->course->list[x].a.name);
		buf_printf(out, "<br><span class=\"dim\">%s</span></th>", buf_text(&weight));
	}
	buf_printf(out, "<th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr>\n", _("percent"), _("passed"));
	buf_release(&weight);
}

void out_course_html(const struct standing *s, struct buf *out)
{
	struct buf cell = BUF_INIT;

	page_open(out, s->course->title, false);
	put_summary(s, out);
	buf_puts(out, "<div class=\"scroll\"><table>\n");
	put_heads(s, out);
	for (size_t i = 0; i < s->n; i++) {
		const struct standing_student *p = &s->students[i];

		buf_puts(out, "<tr><td>");
		page_text(out, p->id);
		buf_puts(out, "</td><td>");
		page_text(out, p->name);
		buf_puts(out, "</td>");
		for (size_t x = 0; x < s->course->n; x++) {
			buf_clear(&cell);
			put_mark(&p->marks[x], &cell);
			buf_printf(out, "<td class=\"number%s\">%s</td>", p->marks[x].dropped ? " dim" : "", buf_text(&cell));
		}
		buf_clear(&cell);
		put_percent(p, &cell);
		buf_printf(out, "<td class=\"number\">%s</td><td class=\"%s\">", buf_text(&cell),
			   p->passed == PASS_YES ? "right" :
			   p->passed == PASS_NO ? "wrong" : "dim");
		buf_clear(&cell);
		put_passed(s, p, &cell);
		page_text(out, buf_text(&cell));
		buf_puts(out, p->ghost ? _(" (not on the roster)") : "");
		buf_puts(out, "</td></tr>\n");
	}
	buf_printf(out, "</table></div>\n<p class=\"dim\">%s</p>\n",
		   _("(5): dropped. -: no grade, which counts as 0. !: not graded. x: excused."));
	page_close(out);
	out->failed |= cell.failed;
	buf_release(&cell);
}

static void put_distribution(const struct standing *s, struct arena *arena, struct buf *out)
{
	size_t counts[TENTHS + 1] = { 0 };

	for (size_t i = 0; i < s->n; i++)
		if (s->students[i].known && !s->students[i].ghost)
			counts[page_tenth(s->students[i].percent, 100)]++;
	page_tenths(out, _("Students by their percent of the course"), counts, arena);
}

/* The mean share of each assignment, over the students with points in it. */
static void put_means(const struct standing *s, struct arena *arena, struct buf *out)
{
	struct page_bar *bars = arena_array(arena, s->course->n, sizeof *bars);
	size_t nbars = 0;

	for (size_t x = 0; bars && x < s->course->n; x++) {
		double sum = 0;
		size_t n = 0;

		for (size_t i = 0; i < s->n; i++)
			if (s->students[i].marks[x].state == STANDING_POINTS && !s->students[i].ghost) {
				sum += s->students[i].marks[x].percent;
				n++;
			}
		if (n < FEW)
			continue;
		bars[nbars++] = (struct page_bar){ s->course->list[x].a.title, sum / (double)n,
						   arena_printf(arena, _("%.0f %% (%zu students)"), sum / (double)n, n) };
	}
	if (nbars)
		buf_printf(out, "<h2>%s</h2>\n", _("Assignments"));
	if (nbars)
		page_bars(out, _("The mean of each assignment"), bars, nbars);
}

void out_course_report(const struct standing *s, bool large, struct buf *out)
{
	struct arena arena = { 0 };

	page_open(out, s->course->title, large);
	put_summary(s, out);
	if (standing_count(s).known < FEW) {
		buf_printf(out, "<p>%s</p>\n", _("A chart of so few students would say who they are."));
	} else {
		buf_printf(out, "<h2>%s</h2>\n", _("Percent of the course"));
		put_distribution(s, &arena, out);
		put_means(s, &arena, out);
	}
	page_close(out);
	out->failed |= arena.failed;
	arena_release(&arena);
}
