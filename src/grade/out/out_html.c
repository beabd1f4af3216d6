/* out_html.c - feedback for each student as a page of its own, and what all pages share: see out.h and out_page.h. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "grade/out/out_page.h"
#include "grade/points.h"
#include "grade/in/csv.h"

#define LINES_MOST 3000

/* ---- pages ------------------------------------------------------------------------------------- */

static const char style[] =
	":root{color-scheme:light "
	"dark;--paper:#fff;--ink:#22262b;--dim:#5d656e;--line:#d9d6cd;--panel:#f4f2ec;--right:#2a6b1c;--wrong:#a8321f;"
	"--bar:#3a78b5}\n"
	"@media "
	"(prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#dcdfe3;--dim:#9aa3ad;--line:#363c44;--panel:#1f2329;--right:#8fcf7c;"
	"--wrong:#f09a86;--bar:#5b9bd8}}\n"
	"*{box-sizing:border-box}body{margin:0 auto;padding:1rem;max-width:75rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.5 system-ui,sans-serif}\n"
	"body.large{font-size:max(1.6rem,1.4vw);max-width:none;padding:1.5vw 3vw}body.large "
	"svg{width:100%}h1,h2,h3{line-height:1.2}section{border-top:1px solid var(--line);margin-top:2rem}\n"
	".total{font-size:1.5em;font-weight:bold}.dim{color:var(--dim)}.right{color:var(--right)}.wrong{color:var(--wrong)}\n"
	".scroll{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.15rem .7rem "
	".15rem 0}\ntd.number{text-align:right}.next{background:var(--panel);border-left:.3rem solid var(--bar);padding:.5rem "
	"1rem;overflow-wrap:anywhere}\ntable.code{background:var(--panel);width:100%;font-size:.9rem}table.code td{padding:0 "
	".5rem}\ntable.code td.n{color:var(--dim);text-align:right;user-select:none}table.code "
	"code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;white-space:pre}\n"
	"table.code tr.found td{background:var(--paper)}table.code td.margin{color:var(--wrong);font-family:system-ui,sans-serif;"
	"min-width:14rem;max-width:26rem;border-left:.2rem solid var(--wrong)}\n"
	"pre{overflow-x:auto;background:var(--panel);padding:.5rem}svg{max-width:100%;height:auto}svg "
	"text{fill:var(--ink);font:14px system-ui,sans-serif}svg .bar{fill:var(--bar)}svg.picture text{fill:#222;font:13px "
	"monospace}svg.picture .head{font-weight:bold}svg.picture "
	".dim{fill:#555}summary{cursor:pointer}h1,h2,h3,p,li{overflow-wrap:anywhere}\n";

void page_text(struct buf *out, const char *text)
{
	text_put_xml(out, text, strlen(text));
}

void page_points(struct buf *out, double points)
{
	csv_put_number(out, points);
}

void page_open(struct buf *out, const char *title, bool large)
{
	buf_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
		   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", language_now()
			   ? language_now() : "en");
	page_text(out, title);
	buf_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body%s>\n<h1>", style, large ? " class=\"large\"" : "");
	page_text(out, title);
	buf_puts(out, "</h1>\n");
}

void page_close(struct buf *out)
{
	buf_puts(out, "</body>\n</html>\n");
}

/* ---- charts --------------------------------------------------------------------------------------- */

#define BAR_ROW   26
#define LETTER    7.7 /* about the width of one, at 14 px */
#define LABEL_MOST 72 /* letters; a longer label is cut */
#define BARS_WIDE 900.0
#define COLUMN    80.0
#define COLUMNS_HIGH 240.0

static double most_of(const struct page_bar *bars, size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = bars[i].value > most ? bars[i].value : most;
	return most > 0 ? most : 1;
}

static void chart_open(struct buf *out, const char *title, double wide, double high)
{
	buf_printf(out, "<svg role=\"img\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
		   "xmlns=\"http://www.w3.org/2000/svg\"><title>", wide, high, wide, high);
	page_text(out, title);
	buf_puts(out, "</title>\n");
}

/* The room that the longest label needs, or the longest number. */
static double room_of(const struct page_bar *bars, size_t n, bool labels)
{
	int longest = 0;

	for (size_t i = 0; i < n; i++) {
		int now = text_width(labels ? bars[i].label : bars[i].shown);

		longest = now > longest ? now : longest;
	}
	return 18 + LETTER * (longest > LABEL_MOST ? LABEL_MOST + 1 : longest);
}

/* A label is never clipped by the edge: one that is too long ends with three dots. */
static void put_label(const char *label, struct buf *out)
{
	size_t n = 0, letters = 0;

	while (label[n] && letters < LABEL_MOST)
		letters += ((unsigned char)label[++n] & 0xC0) != 0x80;
	text_put_xml(out, label, n);
	buf_puts(out, label[n] ? "..." : "");
}

void page_bars(struct buf *out, const char *title, const struct page_bar *bars, size_t n)
{
	const double most = most_of(bars, n), left = room_of(bars, n, true), room = BARS_WIDE - left - room_of(bars, n, false);

	chart_open(out, title, BARS_WIDE, (double)(n * BAR_ROW + 4));
	for (size_t i = 0; i < n; i++) {
		double y = (double)(i * BAR_ROW), wide = bars[i].value / most * room;

		buf_printf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">", left - 10, y + 18);
		put_label(bars[i].label, out);
		buf_printf(out, "</text><rect class=\"bar\" x=\"%.0f\" y=\"%.0f\" width=\"%.1f\" height=\"18\"/><text x=\"%.1f\" "
				"y=\"%.0f\">",
			   left, y + 4, wide, left + wide + 8, y + 18);
		page_text(out, bars[i].shown);
		buf_puts(out, "</text>\n");
	}
	buf_puts(out, "</svg>\n");
}

static void put_columns(struct buf *out, const char *title, const struct page_bar *bars, size_t n)
{
	double most = most_of(bars, n);

	chart_open(out, title, (double)n * COLUMN, COLUMNS_HIGH + 50);
	for (size_t i = 0; i < n; i++) {
		double x = (double)i * COLUMN, high = bars[i].value / most * COLUMNS_HIGH;

		buf_printf(out, "<rect class=\"bar\" x=\"%.0f\" y=\"%.1f\" width=\"%.0f\" height=\"%.1f\"/><text x=\"%.0f\" "
				"y=\"%.1f\" text-anchor=\"middle\">", x + 6, 22 + COLUMNS_HIGH - high, COLUMN - 12, high,
				x + COLUMN / 2,
			   17 + COLUMNS_HIGH - high);
		page_text(out, bars[i].shown);
		buf_printf(out, "</text><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", x + COLUMN / 2, COLUMNS_HIGH + 42);
		page_text(out, bars[i].label);
		buf_puts(out, "</text>\n");
	}
	buf_puts(out, "</svg>\n");
}

/* In hundredths of points: as doubles, 2.4 of 3 are less than 80 %. */
size_t page_tenth(double points, double possible)
{
	const long of = lround(possible * 100), have = lround(points * 100);

	return have >= of ? TENTHS : have <= 0 ? 0 : (size_t)(have * TENTHS / of);
}

void page_tenths(struct buf *out, const char *title, const size_t counts[TENTHS + 1], struct arena *arena)
{
	struct page_bar bars[TENTHS + 1];

	for (size_t i = 0; i <= TENTHS; i++)
		bars[i] = (struct page_bar){ i == TENTHS ? "100 %" : arena_printf(arena, "%zu-%zu %%", i * 10, i * 10 + 9),
					     (double)counts[i], arena_printf(arena, "%zu", counts[i]) };
	put_columns(out, title, bars, TENTHS + 1);
}

/* ---- a student's page -------------------------------------------------------------------------------- */

static const struct grade_exercise *exercise_of(const struct assignment *a, const char *id)
{
	for (size_t i = 0; i < a->nexercises; i++)
		if (!strcmp(a->exercises[i].id, id))
			return &a->exercises[i];
	return NULL;
}

/* ": 1 of 3; of 2 more only the output is right, which counts 50 %" */
static void put_cases_right(const struct grade_exercise *x, const struct store_result *r, struct buf *out)
{
	buf_printf(out, _(": %d of %d"), r->right, r->cases);
	if (r->objected && x->objected > 0)
		buf_printf(out, _("; of %d more only the output is right, which counts %.3g %%"), r->objected, x->objected * 100);
}

static void put_number_row(const char *text, double points, struct buf *out)
{
	buf_puts(out, "<tr><th scope=\"row\">");
	page_text(out, text);
	buf_puts(out, "</th><td class=\"number\">");
	page_points(out, points_round(points));
	buf_puts(out, "</td><td></td></tr>\n");
}

/* The rubric's items; they do not lead below 0. */
static void put_marks(const struct book_row *row, struct buf *out)
{
	double rest = book_points(&row->g, row->marks, NULL, &(bool){ false }) - (row->g.known ? row->g.points : 0);

	for (size_t i = 0; i < row->ncomments; i++) {
		if (row->comments[i].points == 0)
			continue;
		put_number_row(row->comments[i].item, row->comments[i].points, out);
		rest -= row->comments[i].points;
	}
	if (fabs(rest) >= 0.005)
		put_number_row(_("not below 0"), rest, out);
}

/* How the points are computed, row by row; they add up to the total above. */
static void put_sum(const struct assignment *a, const struct book_row *row, struct buf *out)
{
	static const char *const what[PARTS] = { N_("cases that are right"), N_("the verdict is passed"),
		N_("no error found by a checker"), N_("limits of speed kept") };
	const struct grade_exercise *x = exercise_of(a, row->g.exercise);
	const struct speed_limits limits = points_speed(&row->r, &row->t);
	const bool open = book_is_open(&row->g);
	double points[PARTS];

	if (!x || !row->r.id)
		return;
	points_parts(x, &row->r, &row->t, points);
	buf_puts(out, "<table>\n");
	for (int i = 0; i < PARTS; i++) {
		if (x->parts[i] <= 0)
			continue;
		buf_puts(out, "<tr><th scope=\"row\">");
		buf_puts(out, _(what[i]));
		if (i == PART_CASES)
			put_cases_right(x, &row->r, out);
		if (i == PART_SPEED && !open && limits.limits)
			buf_printf(out, _(": %d of %d"), limits.held, limits.limits);
		buf_puts(out, "</th><td class=\"number\">");
		if (i == PART_SPEED && open)
			buf_puts(out, _("open"));
		else
			page_points(out, points_round(points[i]));
		buf_printf(out, "</td><td>%s", _("of "));
		page_points(out, points_round(x->points * x->parts[i]));
		buf_puts(out, "</td></tr>\n");
	}
	if (row->g.points != row->g.before_late || row->g.late_days) {
		buf_puts(out, "<tr><th scope=\"row\">");
		buf_printf(out, tr_n("%d day late, %d of grace", "%d days late, %d of grace", (uint64_t)row->g.late_days),
			   row->g.late_days, row->g.grace_days);
		buf_puts(out, "</th><td class=\"number\">");
		page_points(out, points_round(row->g.points - row->g.before_late));
		buf_puts(out, "</td><td></td></tr>\n");
	}
	put_marks(row, out);
	if (row->adjusted) {
		buf_printf(out, "<tr><th scope=\"row\">%s", _("adjusted by "));
		page_text(out, row->adjusted->author);
		buf_puts(out, ": ");
		page_text(out, row->adjusted->reason);
		buf_puts(out, "</th><td class=\"number\">");
		page_points(out, points_round(row->points - book_points(&row->g, row->marks, NULL, &(bool){ false })));
		buf_puts(out, "</td><td></td></tr>\n");
	}
	buf_puts(out, "</table>\n");
}

static void put_cases(const struct book_row *row, struct buf *out)
{
	static const char not_run[] = "not run: ";

	if (!row->ncases)
		return;
	buf_printf(out, "<h3>%s</h3>\n<div class=\"scroll\"><table>\n", _("Cases"));
	for (size_t i = 0; i < row->ncases; i++) {
		const char *message = row->cases[i].message ? row->cases[i].message : "";
		bool ran = strncmp(message, not_run, strlen(not_run)) != 0;

		buf_printf(out, "<tr><td class=\"%s\">%s</td><td>", row->cases[i].passed ? "right" : "wrong",
			   row->cases[i].passed ? _("passed") : ran ? _("wrong") : _("not run"));
		page_text(out, row->cases[i].name);
		buf_puts(out, "</td><td>");
		page_text(out, retold(ran ? message : message + strlen(not_run)));
		buf_puts(out, "</td></tr>\n");
	}
	buf_puts(out, "</table></div>\n");
}

/* Is the comment about this line of the code that is shown? */
static bool is_at(const struct book_row *row, const struct store_comment *c, int line)
{
	return c->line == line && !strcmp(c->source_sha256, row->g.source_sha256);
}

static void put_comment(const struct store_comment *c, const char *text, struct buf *out)
{
	buf_puts(out, "<strong>");
	page_text(out, c->author);
	buf_puts(out, "</strong>: ");
	page_text(out, text);
}

static void put_margin(const struct book_row *row, int line, struct buf *out)
{
	for (size_t i = 0; i < row->ncomments; i++)
		if (is_at(row, &row->comments[i], line)) {
			put_comment(&row->comments[i], row->comments[i].text, out);
			buf_puts(out, "<br>");
		}
	for (size_t i = 0; i < row->nfindings; i++) {
		const struct store_result_finding *f = &row->findings[i];

		if (f->line != line)
			continue;
		buf_puts(out, "<strong>");
		page_text(out, f->kind);
		buf_puts(out, "</strong>: ");
		page_text(out, retold(f->message));
		buf_puts(out, "<br>");
	}
}

static bool is_found(const struct book_row *row, int line)
{
	for (size_t i = 0; i < row->nfindings; i++)
		if (row->findings[i].line == line)
			return true;
	for (size_t i = 0; i < row->ncomments; i++)
		if (is_at(row, &row->comments[i], line))
			return true;
	return false;
}

/* All comments, also those at lines: without the folder of submissions there is no code beside which to show them. */
static void put_comments(const struct book_row *row, struct buf *out)
{
	struct buf text = BUF_INIT;

	if (row->ncomments)
		buf_printf(out, "<h3>%s</h3>\n<ul>\n", _("Comments"));
	for (size_t i = 0; i < row->ncomments; i++) {
		buf_clear(&text);
		book_comment_text(&row->comments[i], row->g.source_sha256, retold, &text);
		buf_puts(out, "<li>");
		put_comment(&row->comments[i], buf_text(&text), out);
		buf_puts(out, "</li>\n");
	}
	buf_puts(out, row->ncomments ? "</ul>\n" : "");
	out->failed |= text.failed;
	buf_release(&text);
}

static void put_code(const struct book_row *row, struct buf *out)
{
	struct buf text = BUF_INIT;
	struct source source;
	const char *line;
	size_t len;

	if (!row->file || file_read_itself(row->file, SOURCE_MAX_BYTES, &text, NULL)) {
		buf_printf(out, "<p class=\"dim\">%s</p>\n", _("The file itself is not in the folder any more."));
		buf_release(&text);
		return;
	}
	source = (struct source){ buf_text(&text), text.len };
	buf_printf(out, "<h3>%s</h3>\n<div class=\"scroll\"><table class=\"code\">\n", _("Your code"));
	for (int i = 1; i <= LINES_MOST && (line = source_line(&source, i, &len)); i++) {
		bool found = is_found(row, i);

		if (!len && line == source.text + source.len)
			break;
		buf_printf(out, "<tr%s><td class=\"n\">%d</td><td><code>", found ? " class=\"found\"" : "", i);
		text_put_xml(out, line, len && line[len - 1] == '\r' ? len - 1 : len);
		buf_puts(out, "</code></td>");
		if (found) {
			buf_puts(out, "<td class=\"margin\">");
			put_margin(row, i, out);
			buf_puts(out, "</td>");
		} else {
			buf_puts(out, "<td></td>");
		}
		buf_puts(out, "</tr>\n");
		if (i == row->picture.line && *row->picture.svg) {
			buf_puts(out, "<tr class=\"found\"><td class=\"n\"></td><td colspan=\"2\">");
			buf_printf(out, _("What line %d does to memory:"), i);
			buf_printf(out, "<br>\n%s</td></tr>\n", row->picture.svg);
		}
	}
	buf_puts(out, "</table></div>\n");
	buf_release(&text);
}

/* Formats `code` as code. */
static void put_code_apart(const char *text, struct buf *out)
{
	size_t quotes = 0;
	bool inside = false;

	for (const char *p = text; *p; p++)
		quotes += *p == '`';
	for (const char *p = text; *p;) {
		size_t len = strcspn(p, "`");

		text_put_xml(out, p, len);
		p += len;
		if (*p && (inside || quotes > 1)) {
			buf_puts(out, inside ? "</code>" : "<code>");
			inside = !inside;
			quotes--;
		} else if (*p) {
			buf_putc(out, *p);
		}
		p += *p != '\0';
	}
}

/* Formats the text as a sentence. */
static void put_advice(const char *text, struct buf *out)
{
	size_t n = strlen(text);

	put_code_apart(text, out);
	buf_puts(out, n && strchr(".?!", text[n - 1]) ? " " : ". ");
}

/* The report's paragraph that begins with `next: `, as one line; false: it has none, or none in this language. */
static bool report_advice(const char *report, struct buf *out)
{
	const char *mark = _("next: "), *at = report, *end;

	buf_clear(out);
	while (at && (at = strstr(at, mark)) && (at == report || at[-1] != '\n'))
		at++;
	if (!at)
		return false;
	at += strlen(mark);
	end = strstr(at, "\n\n");
	for (end = end ? end : at + strlen(at); at < end; at += strspn(at, " \n")) {
		size_t word = strcspn(at, " \n");

		buf_printf(out, "%s%.*s", out->len ? " " : "", (int)word, at);
		at += word;
	}
	return out->len > 0;
}

/* The advice of the worst finding, or else of the report; otherwise where to read on. */
static void put_next(const struct book_row *row, struct buf *out)
{
	struct buf said = BUF_INIT;
	const char *advice = row->nfindings && row->findings[0].advice[0] ? row->findings[0].advice
			     : report_advice(row->r.report, &said) ? buf_text(&said) : NULL;

	if (!strcmp(row->r.verdict, "passed") && !advice) {
		buf_release(&said);
		return;
	}
	buf_printf(out, "<p class=\"next\"><strong>%s</strong> ", _("What to do next:"));
	if (advice)
		put_advice(retold(advice), out);
	buf_clear(&said);
	buf_printf(&said, _("Read on with `warpbook show %s`; `warpbook hint %s` gives a hint."), row->g.exercise,
		   row->g.exercise);
	put_code_apart(buf_text(&said), out);
	buf_puts(out, "</p>\n");
	buf_release(&said);
}

static void put_state(const struct book_row *row, struct buf *out)
{
	struct buf note = BUF_INIT;

	buf_puts(out, "<p>");
	if (!row->known && book_is_open(&row->g))
		buf_printf(out, "%s <strong>%s</strong>: %s", _("Your program is right."), _("Its speed is not measured yet"),
			   _("this is not your mistake."));
	else if (!row->known)
		buf_printf(out, "<strong>%s</strong>: %s", _("Not graded yet"),
			   _("the machine could not finish the check. This is not your mistake."));
	else if (!strcmp(row->g.state, "missing"))
		buf_puts(out, _("You handed in no file for this exercise."));
	else if (row->r.id)
		page_text(out, retold(row->r.message));
	else
		buf_puts(out, _("There is no file that can be judged."));
	buf_puts(out, "</p>\n");
	if (row->t.id) {
		struct buf text = BUF_INIT;

		out_speed(&row->t, &text);
		buf_printf(out, "<p>%s", _("Speed, measured "));
		page_text(out, retold(buf_text(&text)));
		buf_puts(out, ".</p>\n");
		out->failed |= text.failed;
		buf_release(&text);
	}
	if (out_note(row, &note)) {
		buf_printf(out, "<p>%s", _("Note: "));
		page_text(out, retold(buf_text(&note)));
		buf_puts(out, ".</p>\n");
	}
	buf_release(&note);
}

static void put_exercise(const struct assignment *a, const struct book_row *row, struct buf *out)
{
	struct buf report = BUF_INIT;

	buf_puts(out, "<section>\n<h2>");
	page_text(out, row->g.exercise);
	buf_puts(out, "</h2>\n<p class=\"total\">");
	if (row->known) {
		page_points(out, row->points);
		buf_puts(out, _(" of "));
		page_points(out, row->g.possible);
		buf_puts(out, _(" points"));
	} else if (book_is_open(&row->g)) {
		out_open(a, row, out);
	} else {
		buf_puts(out, _("Not graded"));
	}
	buf_puts(out, "</p>\n");
	put_state(row, out);
	put_sum(a, row, out);
	put_comments(row, out);
	if (row->r.id) {
		put_next(row, out);
		put_cases(row, out);
		if (!row->picture.line && *row->picture.svg)
			buf_printf(out, "<h3>%s</h3>\n<div class=\"scroll\">%s</div>\n", _("Where the output is wrong"),
				   row->picture.svg);
		put_code(row, out);
		out_report_of(a, row, &report);
		/* Only the report has text that is about no line of the code above: a compiler's messages. */
		buf_printf(out, "<details%s><summary>%s</summary>\n<pre>",
			   row->nfindings || !strcmp(row->r.verdict, "passed") ? "" : " open", _("The whole report"));
		page_text(out, buf_text(&report));
		buf_puts(out, "</pre>\n</details>\n");
	}
	buf_puts(out, "</section>\n");
	out->failed |= report.failed;
	buf_release(&report);
}

void out_html_student(const struct assignment *a, const struct book_view *v, const struct student_rows *s, struct buf *out)
{
	struct buf title = BUF_INIT;

	buf_printf(&title, "%s: %s", a->title, s->name);
	page_open(out, buf_text(&title), false);
	buf_release(&title);
	buf_puts(out, "<p class=\"total\">");
	if (s->known) {
		page_points(out, s->points);
		buf_puts(out, _(" of "));
		page_points(out, s->possible);
		buf_puts(out, _(" points"));
	} else {
		buf_puts(out, s->graded ? _("The points for speed are still open") : _("Not all of it is graded yet"));
	}
	buf_puts(out, "</p>\n");
	for (size_t x = 0; x < a->nexercises; x++) {
		const struct book_row *row = student_row(v, s, a->exercises[x].id);

		if (row)
			put_exercise(a, row, out);
	}
	page_close(out);
}
