/*
 * out_report.c - the class as a page: the distribution of points, the findings, the hardest cases, the times of submission. It
 * names no student, so you can project it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/order.h"
#include "base/path.h"
#include "grade/out/out_page.h"

#define BARS_MOST  12
#define FEW        3    /* with fewer students than this no chart is drawn: it would reveal who they are */

struct tally { const char *exercise, *what; size_t n, of; };
struct tallies { struct arena *arena; struct tally *list; size_t n, cap; };

static struct tally *tally(struct tallies *t, const char *exercise, const char *what)
{
	struct tally *place;

	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->list[i].exercise, exercise) && !strcmp(t->list[i].what, what))
			return &t->list[i];
	place = arena_push(t->arena, &t->list, &t->n, &t->cap, sizeof *place);
	if (place)
		*place = (struct tally){ exercise, what, 0, 0 };
	return place;
}

/* The most frequent first; equal ones keep their order. */
static int compare_tallies(const void *a, const void *b)
{
	const struct tally *x = a, *y = b;
	double p = x->of ? (double)x->n / (double)x->of : 0, q = y->of ? (double)y->n / (double)y->of : 0;
	int by = strcmp(x->exercise, y->exercise);

	return p > q ? -1 : p < q ? 1 : by ? by : strcmp(x->what, y->what);
}

static void put_tallies(struct tallies *t, const char *title, bool name_exercise, struct buf *out)
{
	struct page_bar bars[BARS_MOST];
	size_t n = 0;

	if (t->n)
		qsort(t->list, t->n, sizeof *t->list, compare_tallies);
	for (size_t i = 0; i < t->n && n < BARS_MOST; i++) {
		const struct tally *x = &t->list[i];

		if (!x->n)
			continue;
		bars[n++] = (struct page_bar){
			name_exercise ? arena_printf(t->arena, "%s: %s", path_base(x->exercise), x->what) : x->what,
			x->of ? (double)x->n / (double)x->of : 0, arena_printf(t->arena, _("%zu of %zu"), x->n, x->of) };
	}
	if (n)
		page_bars(out, title, bars, n);
	else
		buf_printf(out, "<p>%s</p>\n", _("None."));
}

/* The number of students with a result for the exercise. */
static size_t judged(const struct book_view *v, const char *exercise)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += v->rows[i].r.id && !strcmp(v->rows[i].g.exercise, exercise);
	return n;
}

static void put_distribution(const struct book_view *v, struct arena *arena, struct buf *out)
{
	size_t counts[TENTHS + 1] = { 0 };
	struct student_rows s;

	for (size_t at = 0; student_next(v, &at, &s);)
		if (s.known && s.possible > 0)
			counts[page_tenth(s.points, s.possible)]++;
	page_tenths(out, _("Students by their share of the points"), counts, arena);
}

/* "Median 17 of 20 points; 58 of 60 are graded." */
static void put_summary(const struct book_view *v, struct arena *arena, struct buf *out)
{
	double *points = arena_array(arena, v->n + 1, sizeof *points), possible = 0;
	size_t n = 0, all = 0, nothing = 0;
	struct student_rows s;

	for (size_t at = 0; points && student_next(v, &at, &s); all++) {
		bool any = false;

		for (size_t i = s.first; i < s.first + s.n; i++)
			any |= strcmp(v->rows[i].g.state, "missing") != 0;
		nothing += !any;
		possible = s.possible;
		if (s.known)
			points[n++] = s.points;
	}
	buf_puts(out, "<p>");
	buf_printf(out, tr_n("%zu student, %zu graded; %zu handed in nothing.",
		   "%zu students, %zu graded; %zu handed in nothing.", all),
		   all, n, nothing);
	if (n) {
		qsort(points, n, sizeof *points, order_doubles);
		buf_puts(out, _(" The median is "));
		page_points(out, n % 2 ? points[n / 2] : (points[n / 2 - 1] + points[n / 2]) / 2);
		buf_puts(out, _(" of "));
		page_points(out, possible);
		buf_puts(out, _(" points."));
	}
	buf_puts(out, "</p>\n");
}

/* limits: of the missed limits of speed, which no checker finds; else of what the checkers found. */
static void put_findings(const struct book_view *v, bool limits, struct arena *arena, struct buf *out)
{
	struct tallies t = { .arena = arena };

	for (size_t i = 0; i < v->n; i++) {
		const struct book_row *row = &v->rows[i];

		for (size_t k = 0; k < row->nfindings; k++) {
			bool again = row->findings[k].limit != limits; /* count each student once */

			for (size_t j = 0; j < k; j++)
				again |= !strcmp(row->findings[j].kind, row->findings[k].kind);
			if (!again) {
				struct tally *x = tally(&t, row->g.exercise, row->findings[k].kind);

				if (x)
					x->n++;
			}
		}
	}
	for (size_t i = 0; i < t.n; i++)
		t.list[i].of = judged(v, t.list[i].exercise);
	if (limits && !t.n)
		return;
	buf_printf(out, "<h2>%s</h2>\n", limits ? _("Limits of speed that were missed") : _("What the checkers found"));
	put_tallies(&t, limits ? _("Students who missed each limit, by exercise")
		   : _("Students with each kind of finding, by exercise"),
		    true, out);
}

static bool has_item(const struct book_row *row)
{
	for (size_t k = 0; k < row->ncomments; k++)
		if (*row->comments[k].item)
			return true;
	return false;
}

/* How often each item of the rubric was given; also for what has no result, such as a file that is missing. */
static void put_rubric(const struct book_view *v, struct arena *arena, struct buf *out)
{
	struct tallies t = { .arena = arena };

	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < v->rows[i].ncomments; k++) {
			struct tally *x = *v->rows[i].comments[k].item ? tally(&t, v->rows[i].g.exercise,
									       v->rows[i].comments[k].item) : NULL;

			if (x)
				x->n++;
		}
	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < t.n && (v->rows[i].r.id || has_item(&v->rows[i])); k++)
			t.list[k].of += !strcmp(t.list[k].exercise, v->rows[i].g.exercise);
	if (!t.n)
		return;
	buf_printf(out, "<h2>%s</h2>\n", _("Items of the rubric"));
	put_tallies(&t, _("Students with each item, by exercise"), true, out);
}

static void put_verdicts(const struct assignment *a, const struct book_view *v, struct arena *arena, struct buf *out)
{
	for (size_t x = 0; x < a->nexercises; x++) {
		struct tallies t = { .arena = arena };
		size_t all = 0;

		for (size_t i = 0; i < v->n; i++) {
			const struct book_row *row = &v->rows[i];
			struct tally *one;

			if (strcmp(row->g.exercise, a->exercises[x].id))
				continue;
			all++;
			one = tally(&t, row->g.exercise, _(book_state(row)));
			if (one)
				one->n++;
		}
		for (size_t i = 0; i < t.n; i++)
			t.list[i].of = all;
		buf_puts(out, "<h3>");
		page_text(out, a->exercises[x].id);
		buf_puts(out, "</h3>\n");
		put_tallies(&t, a->exercises[x].id, false, out);
	}
}

/* For each exercise: the speed of the timed files, compared with the reference solution. */
static void put_speeds(const struct assignment *a, const struct book_view *v, struct arena *arena, struct buf *out)
{
	double *speeds = arena_array(arena, v->n + 1, sizeof *speeds);
	bool any = false;

	for (size_t x = 0; speeds && x < a->nexercises; x++) {
		const char *device = "";
		size_t n = 0;

		for (size_t i = 0; i < v->n; i++)
			if (v->rows[i].t.speedup > 0 && !strcmp(v->rows[i].g.exercise, a->exercises[x].id)) {
				speeds[n++] = v->rows[i].t.speedup;
				device = v->rows[i].t.device_name;
			}
		if (n < FEW)
			continue;
		qsort(speeds, n, sizeof *speeds, order_doubles);
		if (!any)
			buf_printf(out, "<h2>%s</h2>\n<div class=\"scroll\"><table>\n<tr><th scope=\"col\">%s</th><th "
					"scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th><th "
					"scope=\"col\">%s</th><th scope=\"col\">GPU</th></tr>\n",
				   _("Speed"), _("exercise"), _("timed"), _("slowest"), _("median"), _("fastest"));
		any = true;
		buf_puts(out, "<tr><td>");
		page_text(out, a->exercises[x].id);
		buf_printf(out, "</td><td class=\"number\">%zu</td><td class=\"number\">%.2f</td><td class=\"number\">%.2f</td>"
				"<td class=\"number\">%.2f</td><td>", n, speeds[0],
			   n % 2 ? speeds[n / 2] : (speeds[n / 2 - 1] + speeds[n / 2]) / 2, speeds[n - 1]);
		page_text(out, device);
		buf_puts(out, "</td></tr>\n");
	}
	if (any)
		buf_printf(out, "</table></div>\n<p class=\"dim\">%s</p>\n",
			   _("1 is as fast as the reference solution, 2 is twice as fast."));
}

static void put_hardest(const struct book_view *v, struct arena *arena, struct buf *out)
{
	struct tallies t = { .arena = arena };

	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < v->rows[i].ncases; k++) {
			struct tally *x = tally(&t, v->rows[i].g.exercise, v->rows[i].cases[k].name);

			if (x) {
				x->of++;
				x->n += !v->rows[i].cases[k].passed;
			}
		}
	buf_printf(out, "<h2>%s</h2>\n", _("The hardest cases"));
	put_tallies(&t, _("Students whose result is wrong, by case"), true, out);
}

static void put_times(const struct assignment *a, const struct book_view *v, struct arena *arena, struct buf *out)
{
	static const char *const labels[] = { N_("over 3 days before"), N_("1 to 3 days before"), N_("6 to 24 h before"),
		N_("1 to 6 h before"), N_("the last hour"), N_("late") };
	static const double hours[] = { 72, 24, 6, 1, 0 };
	size_t counts[6] = { 0 }, known = 0;
	struct page_bar bars[6];
	struct student_rows s;

	for (size_t at = 0; student_next(v, &at, &s);) {
		int64_t newest = 0;
		double before;
		size_t k = 0;

		for (size_t i = s.first; i < s.first + s.n; i++)
			newest = v->rows[i].g.handed_in_ms > newest ? v->rows[i].g.handed_in_ms : newest;
		before = (double)(a->due_ms - newest) / 3600e3;
		if (!newest)
			continue;
		known++;
		while (k < 5 && before < hours[k])
			k++;
		counts[k]++;
	}
	if (!a->due_ms || known < FEW)
		return;
	for (size_t i = 0; i < 6; i++)
		bars[i] = (struct page_bar){ _(labels[i]), (double)counts[i], arena_printf(arena, "%zu", counts[i]) };
	buf_printf(out, "<h2>%s</h2>\n", _("When they handed in"));
	page_bars(out, _("Students by the time before the deadline"), bars, 6);
}

static void put_leaders(const struct book_view *v, const struct class_list *c, struct buf *out)
{
	struct student_rows s, *list = NULL;
	size_t n = 0, cap = 0, rank = 0;
	struct arena arena = { 0 };

	for (size_t at = 0; student_next(v, &at, &s);) {
		const struct student *p = class_sorted_find(c, s.id);
		struct student_rows *place = p && p->consents && s.known ? arena_push(&arena, &list, &n, &cap,
										      sizeof *place) : NULL;
		size_t k = n - 1;

		if (!place)
			continue;
		for (; k && list[k - 1].points < s.points; k--)
			list[k] = list[k - 1];
		list[k] = s;
	}
	if (n)
		buf_printf(out, "<h2>%s</h2>\n<p class=\"dim\">%s</p>\n<table>\n", _("Leaderboard"),
			   _("Only those who agreed to be shown."));
	for (size_t i = 0; i < n; i++) {
		if (!i || list[i].points < list[i - 1].points)
			rank = i + 1; /* equal ones share a rank */
		buf_printf(out, "<tr><td class=\"number\">%zu</td><td>", rank);
		page_text(out, list[i].name);
		buf_puts(out, "</td><td class=\"number\">");
		page_points(out, list[i].points);
		buf_puts(out, "</td></tr>\n");
	}
	if (n)
		buf_puts(out, "</table>\n");
	out->failed |= arena.failed;
	arena_release(&arena);
}

/* The rows without those that belong to nobody on the roster: they are no students. In the arena. */
static struct book_view without_ghosts(const struct book_view *v, struct arena *arena)
{
	struct book_view kept = { .rows = arena_array(arena, v->n + 1, sizeof *kept.rows) };

	for (size_t i = 0; kept.rows && i < v->n; i++)
		if (!v->rows[i].ghost)
			kept.rows[kept.n++] = v->rows[i];
	return kept;
}

void out_class_report(const struct assignment *a, const struct book_view *all, const struct class_list *c, bool large,
		      struct buf *out)
{
	struct arena arena = { 0 };
	const struct book_view students = without_ghosts(all, &arena), *v = &students;
	struct student_rows s;
	size_t known = 0;

	page_open(out, a->title, large);
	put_summary(v, &arena, out);
	for (size_t at = 0; student_next(v, &at, &s);)
		known += s.known;
	if (known < FEW) {
		buf_printf(out, "<p>%s</p>\n", _("A chart of so few students would say who they are."));
	} else {
		buf_printf(out, "<h2>%s</h2>\n", _("Points"));
		put_distribution(v, &arena, out);
		buf_printf(out, "<h2>%s</h2>\n", _("Verdicts"));
		put_verdicts(a, v, &arena, out);
		put_findings(v, false, &arena, out);
		put_findings(v, true, &arena, out);
		put_rubric(v, &arena, out);
		put_hardest(v, &arena, out);
		put_speeds(a, v, &arena, out);
		put_times(a, v, &arena, out);
	}
	put_leaders(v, c, out);
	page_close(out);
	out->failed |= arena.failed;
	arena_release(&arena);
}
