/*
 * grade_numbers.c - every number on the pages of a class, computed again from the raw results: 1,000 classes drawn at random.
 * What is expected is computed here in another way than in src/grade: in whole hundredths of points, row by row, from the text
 * that the page shows.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/in/csv.h"
#include "grade/out/out.h"
#include "grade/points.h"
#include "tap/tap.h"

#define CLASSES   1000
#define STUDENTS  14
#define EXERCISES 3
#define COMMENTS  3
#define CASES     5
#define FINDINGS  4
#define BARS      12           /* on one chart */
#define DUE_MS    1000000000000
#define HOUR_MS   3600000

static uint64_t state = 20261129;

static int draw(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* ---- a class ------------------------------------------------------------------------------------ */

struct drawn {
	struct arena arena;
	struct assignment a;
	struct book_view v;
	struct class_list c;
	struct store_adjustment adjustments[STUDENTS * EXERCISES];
	struct store_comment comments[STUDENTS * EXERCISES][COMMENTS];
	size_t n;
};

static const char *const verdicts[] = { "passed", "passed", "passed", "wrong-answer", "data-race", "too-slow", "memory-error",
					"compile-error",
	"tampered" };

static void draw_assignment(struct drawn *d)
{
	static const double parts[][PARTS] = { { 0.8, 0, 0, 0.2 }, { 0.5, 0.2, 0.2, 0.1 }, { 1, 0, 0, 0 },
					       { 0.25, 0.25, 0.25, 0.25 } };
	static const char *const ids[] = { "01_kernels/add", "01_kernels/saxpy", "05_shared_memory/smooth" };

	d->a.name = d->a.title = "a";
	d->a.due_ms = draw(4) ? DUE_MS : 0;
	d->a.nexercises = 1 + (size_t)draw(EXERCISES);
	d->a.exercises = arena_array(&d->arena, EXERCISES, sizeof *d->a.exercises);
	for (size_t x = 0; x < d->a.nexercises; x++) {
		d->a.exercises[x] = (struct grade_exercise){ .id = ids[x], .points = 1 + draw(40) / 2.0,
							     .objected = draw(3) / 2.0 };
		memcpy(d->a.exercises[x].parts, parts[draw(4)], sizeof parts[0]);
	}
}

/* What the pages count: findings, some of them twice and some that are limits of speed, cases, and the speed on a GPU. */
static void draw_details(struct drawn *d, struct book_row *row)
{
	static const char *const kinds[] = { "race", "leak", "bounds" }, *const limits[] = { "slow", "greedy" };

	row->findings = arena_array(&d->arena, FINDINGS, sizeof *row->findings);
	row->cases = arena_array(&d->arena, CASES, sizeof *row->cases);
	for (row->nfindings = 0; row->nfindings < (size_t)draw(FINDINGS + 1); row->nfindings++) {
		bool limit = !draw(3);

		row->findings[row->nfindings] = (struct store_result_finding){
			.kind = limit ? limits[draw(2)] : kinds[draw(3)], .message = "m", .advice = "", .limit = limit };
	}
	for (int k = draw(2); k < CASES && row->ncases < CASES; k += 1 + draw(2))
		row->cases[row->ncases++] = (struct store_case){ arena_printf(&d->arena, "n = %d", k), draw(3) != 0, "",
								  true };
	if (draw(2))
		row->t = (struct store_result){ .id = 1, .verdict = "passed", .cases = 2, .right = 2 - !draw(6),
						.limits = draw(3), .speedup = (1 + draw(400)) / 100.0, .device_name = "GPU" };
	row->t.held = row->t.limits ? draw(row->t.limits + 1) : 0;
}

static void draw_result(struct drawn *d, struct book_row *row, size_t x)
{
	struct store_result *r = &row->r;
	bool passed;

	r->id = 1 + (int64_t)(size_t)(row - d->v.rows);
	r->verdict = verdicts[draw((int)(sizeof verdicts / sizeof *verdicts))];
	r->message = r->report = "";
	passed = !strcmp(r->verdict, "passed") || !strcmp(r->verdict, "too-slow");
	r->cases = 1 + draw(12);
	r->right = passed ? r->cases : strcmp(r->verdict, "compile-error") ? draw(r->cases) : 0;
	r->objected = !strcmp(r->verdict, "data-race") ? draw(r->cases - r->right + 1) : 0;
	r->errors = !passed && r->right < r->cases ? draw(3) : 0;
	r->limits = draw(3);
	r->held = !strcmp(r->verdict, "passed") ? r->limits : r->limits ? draw(r->limits) : 0;
	draw_details(d, row);
	row->g.before_late = points_of(&d->a.exercises[x], r, &row->t);
	row->g.points = draw(4) ? row->g.before_late : points_round(row->g.before_late * 0.9);
	row->g.late_days = row->g.points < row->g.before_late;
}

/* Items of a rubric, each once and some worth nothing, and comments without points. */
static void draw_comments(struct drawn *d, struct book_row *row)
{
	static const double worth[] = { -2, -0.5, 0, 0.25, 1 };
	static const char *const items[COMMENTS] = { "names", "style", "tests" };
	struct store_comment *list = d->comments[row - d->v.rows];

	row->comments = list;
	row->ncomments = draw(3) ? 0 : (size_t)draw(COMMENTS + 1);
	for (size_t i = 0; i < row->ncomments; i++) {
		list[i] = (struct store_comment){ .id = 1 + (int64_t)i, .line = draw(3), .source_sha256 = "",
						  .item = draw(2) ? items[i] : "", .text = "t", .author = "me" };
		list[i].points = *list[i].item ? worth[draw(5)] : 0;
		row->marks += list[i].points;
	}
}

static void draw_row(struct drawn *d, size_t i, size_t x)
{
	struct book_row *row = &d->v.rows[d->v.n++];
	const int kind = draw(10);

	*row = (struct book_row){ .name = d->c.students[i].name, .ghost = d->c.has_roster && !d->c.students[i].on_roster,
				  .points = 0 };
	row->g = (struct store_grade){ .student = d->c.students[i].id, .exercise = d->a.exercises[x].id,
				       .state = kind == 0 ? "missing"
				       : kind == 1 ? "not-graded" : "graded", .known = kind != 1,
				       .possible = d->a.exercises[x].points, .note = "", .source_sha256 = "",
				       .handed_in_ms = kind == 0 || !draw(6) ? 0 : DUE_MS + (int64_t)(4 - draw(100)) * HOUR_MS };
	row->r = (struct store_result){ .verdict = "", .message = "", .report = "" };
	row->t = (struct store_result){ .verdict = "" };
	row->picture = (struct store_picture){ 0, "", "" };
	if (kind > 1)
		draw_result(d, row, x);
	if (kind == 9) {
		struct store_adjustment *a = &d->adjustments[d->v.n - 1];

		*a = (struct store_adjustment){ .kind = draw(2) ? ADJUST_ADD : ADJUST_SET, .points = draw(9) / 4.0, .reason = "x",
						.author = "me" };
		row->adjusted = a;
	}
	draw_comments(d, row);
	row->points = book_points(&row->g, row->marks, row->adjusted, &row->known);
}

static void draw_class(struct drawn *d)
{
	memset(d, 0, sizeof *d);
	draw_assignment(d);
	d->c.n = 1 + (size_t)draw(STUDENTS);
	d->c.has_roster = draw(2);
	d->c.students = arena_array(&d->arena, d->c.n, sizeof *d->c.students);
	d->v.rows = arena_array(&d->arena, d->c.n * EXERCISES, sizeof *d->v.rows);
	for (size_t i = 0; i < d->c.n; i++) {
		d->c.students[i] = (struct student){ .id = arena_printf(&d->arena, "s%02zu", i), .on_roster = draw(5) != 0,
						     .seen = true, .consents = draw(3) != 0 };
		d->c.students[i].name = d->c.students[i].id;
		for (size_t x = 0; x < d->a.nexercises; x++)
			draw_row(d, i, x);
	}
}

/* ---- what is expected ----------------------------------------------------------------------------- */

static long hundredths(double points)
{
	return lround(points * 100);
}

/* From the raw results alone: r, and of the second pass on a GPU, t. */
static long expected_before_late(const struct grade_exercise *x, const struct store_result *r, const struct store_result *t)
{
	const int limits = r->limits + (t->id ? t->limits : 0), held = r->held + (t->id ? t->held : 0);
	const bool passed = !strcmp(r->verdict, "passed"), out = !strcmp(r->verdict, "tampered");
	double sum = 0;

	if (out)
		return 0;
	sum += x->parts[PART_CASES] * (r->right + x->objected * r->objected) / r->cases;
	sum += passed ? x->parts[PART_PASSED] : 0;
	sum += r->right && !r->errors && !r->objected ? x->parts[PART_FINDINGS] : 0;
	if (passed && !t->id)
		sum += x->parts[PART_SPEED];
	else if (passed ? t->right == t->cases : r->right == r->cases)
		sum += x->parts[PART_SPEED] * (limits ? (double)held / limits : passed);
	return hundredths(x->points * sum);
}

static const struct book_row *row_of(const struct drawn *d, size_t i, size_t x)
{
	return &d->v.rows[i * d->a.nexercises + x];
}

/* The row's points, from the grade and the adjustment; *known: there are some. */
static long expected_points(const struct book_row *row, bool *known)
{
	long points = row->g.known ? hundredths(row->g.points) : 0;

	for (size_t i = 0; row->g.known && i < row->ncomments; i++)
		points += hundredths(row->comments[i].points);
	if (row->ncomments && row->g.known && points < 0)
		points = 0;
	*known = row->g.known || row->adjusted;
	if (row->adjusted)
		points = (row->adjusted->kind == ADJUST_ADD ? points : 0) + hundredths(row->adjusted->points);
	return points;
}

static long expected_total(const struct drawn *d, size_t i, bool *known)
{
	long sum = 0;

	*known = true;
	for (size_t x = 0; x < d->a.nexercises; x++) {
		bool one;

		sum += expected_points(row_of(d, i, x), &one);
		*known &= one;
	}
	return sum;
}

/* ---- pages ------------------------------------------------------------------------------------------ */

/* The first number after `before`, in hundredths; -1: there is none. */
static long number_after(const char *text, const char *before)
{
	const char *p = strstr(text, before);

	return p ? hundredths(strtod(p + strlen(before), NULL)) : -1;
}

static bool raw_points_right(const struct drawn *d)
{
	for (size_t i = 0; i < d->v.n; i++)
		if (d->v.rows[i].r.id &&
		    expected_before_late(&d->a.exercises[i % d->a.nexercises], &d->v.rows[i].r, &d->v.rows[i].t) !=
		    hundredths(d->v.rows[i].g.before_late))
			return false;
	return true;
}

static bool csv_right(struct drawn *d)
{
	struct buf text = BUF_INIT;
	struct csv t;
	bool right;

	out_csv(&d->a, &d->v, &text);
	right = csv_parse("c.csv", buf_text(&text), text.len, &d->arena, &t, NULL) == 0 && t.n == d->c.n + 1;
	for (size_t i = 0; right && i < d->c.n; i++) {
		const struct csv_row *row = &t.rows[i + 1];
		bool known;
		long total = expected_total(d, i, &known), possible = 0;

		right = known ? hundredths(strtod(csv_cell(row, 2), NULL)) == total : !*csv_cell(row, 2);
		for (size_t x = 0; x < d->a.nexercises; x++) {
			long points = expected_points(row_of(d, i, x), &known);

			possible += hundredths(d->a.exercises[x].points);
			right &= known ? hundredths(strtod(csv_cell(row, 4 + (int)x), NULL)) == points :
				 !*csv_cell(row, 4 + (int)x);
		}
		right &= hundredths(strtod(csv_cell(row, 3), NULL)) == possible;
	}
	buf_release(&text);
	return right;
}

/* The parts of an exercise on a student's page add up to its points, and each is the raw result's. */
static bool sum_right(const struct drawn *d, const struct book_row *row, const struct grade_exercise *x, const char *page)
{
	long shown = number_after(page, "<p class=\"total\">"), sum = 0;
	const char *end = strstr(page, "</table>");
	bool known;
	long points = expected_points(row, &known);
	int parts = 0;

	(void)d;
	if (!known || !row->r.id)
		return known ? shown == points : true;
	for (const char *p = page; (p = strstr(p, "<td class=\"number\">")) && p < end; p += 10) {
		sum += hundredths(strtod(p + strlen("<td class=\"number\">"), NULL));
		parts++;
	}
	/* Each of the parts is rounded by itself. */
	return shown == points && labs(sum - points) <= parts && number_after(page, "cases that are right: ") ==
	       (x->parts[PART_CASES] > 0 ? row->r.right * 100L : -1);
}

static bool pages_right(const struct drawn *d)
{
	struct student_rows s;
	bool right = true;
	size_t i = 0;

	for (size_t at = 0; right && student_next(&d->v, &at, &s); i++) {
		struct buf page = BUF_INIT;
		const char *section;
		bool known;
		long total = expected_total(d, i, &known);

		out_html_student(&d->a, &d->v, &s, &page);
		right = !known || number_after(buf_text(&page), "<p class=\"total\">") == total;
		section = buf_text(&page);
		for (size_t x = 0; right && x < d->a.nexercises; x++) {
			section = strstr(section + 1, "<section>");
			right = section && sum_right(d, row_of(d, i, x), &d->a.exercises[x], section);
		}
		buf_release(&page);
	}
	return right;
}

static int compare_longs(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

/* The summary of the class: only students count, no submission of nobody. */
static bool report_right(const struct drawn *d)
{
	long totals[STUDENTS], students = 0, graded = 0, nothing = 0, shown[3];
	struct buf page = BUF_INIT;
	double median;
	bool right;

	for (size_t i = 0; i < d->c.n; i++) {
		bool known, any = false;
		long total = expected_total(d, i, &known);

		if (d->c.has_roster && !d->c.students[i].on_roster)
			continue;
		for (size_t x = 0; x < d->a.nexercises; x++)
			any |= strcmp(row_of(d, i, x)->g.state, "missing") != 0;
		students++;
		nothing += !any;
		if (known)
			totals[graded++] = total;
	}
	out_class_report(&d->a, &d->v, &d->c, false, &page);
	right = strstr(buf_text(&page), "<p>") && sscanf(strstr(buf_text(&page), "<p>"),
							 "<p>%ld student%*[s,] %ld graded; %ld handed", &shown[0],
							  &shown[1], &shown[2]) == 3;
	right = right && shown[0] == students && shown[1] == graded && shown[2] == nothing;
	if (right && graded) {
		qsort(totals, (size_t)graded, sizeof *totals, compare_longs);
		median = graded % 2 ? (double)totals[graded / 2] : (double)(totals[graded / 2 - 1] + totals[graded / 2]) / 2;
		right = fabs(strtod(strstr(buf_text(&page), "The median is ") + 14, NULL) * 100 - median) < 0.51;
	}
	if (!right)
		printf("# %ld students, %ld graded, %ld nothing: %.120s\n", students, graded, nothing,
		       strstr(buf_text(&page), "<p>"));
	buf_release(&page);
	return right;
}

/* ---- the charts of the class page ------------------------------------------------------------------ */

static bool is_student(const struct drawn *d, size_t i)
{
	return !d->c.has_roster || d->c.students[i].on_roster;
}

/* A bar: what its label says, and "n of of"; of 0: n alone. */
struct bar { char label[80]; size_t n, of; };

/* The bars of the chart with that title, as the page shows them. -1: there is no such chart. */
static int bars_of(const char *page, const char *title, struct bar bars[BARS])
{
	char begin[200];
	const char *p, *end;
	int n = 0;

	snprintf(begin, sizeof begin, "<title>%s</title>", title);
	if (!(p = strstr(page, begin)))
		return -1;
	for (end = strstr(p, "</svg>"); n < BARS && (p = strstr(p + 1, "text-anchor=\"end\">")) && p < end; n++) {
		bars[n].of = 0;
		if (sscanf(p, "text-anchor=\"end\">%79[^<]", bars[n].label) != 1 || !(p = strstr(p, "<rect")) ||
		    !(p = strstr(p, "<text")) || sscanf(strchr(p, '>'), ">%zu of %zu", &bars[n].n, &bars[n].of) < 1)
			return -1;
	}
	return n;
}

/* How many students of exercise x have that, and of how many: by what the label says. */
typedef void counting(const struct drawn *d, size_t x, const char *what, size_t *n, size_t *of);

static void count_verdict(const struct drawn *d, size_t x, const char *what, size_t *n, size_t *of)
{
	for (size_t i = 0; i < d->c.n; i++) {
		const struct book_row *row = row_of(d, i, x);

		*of += is_student(d, i);
		*n += is_student(d, i) && !strcmp(row->r.id ? row->r.verdict : row->g.state, what);
	}
}

static void count_finding(const struct drawn *d, size_t x, const char *what, size_t *n, size_t *of)
{
	for (size_t i = 0; i < d->c.n; i++) {
		const struct book_row *row = row_of(d, i, x);
		bool has = false;

		for (size_t k = 0; k < row->nfindings; k++)
			has |= !strcmp(row->findings[k].kind, what);
		*of += is_student(d, i) && row->r.id;
		*n += is_student(d, i) && has;
	}
}

static void count_item(const struct drawn *d, size_t x, const char *what, size_t *n, size_t *of)
{
	for (size_t i = 0; i < d->c.n; i++) {
		const struct book_row *row = row_of(d, i, x);
		bool has = false, any = row->r.id;

		for (size_t k = 0; k < row->ncomments; k++) {
			has |= !strcmp(row->comments[k].item, what);
			any |= *row->comments[k].item != 0;
		}
		*of += is_student(d, i) && any;
		*n += is_student(d, i) && has;
	}
}

static void count_case(const struct drawn *d, size_t x, const char *what, size_t *n, size_t *of)
{
	for (size_t i = 0; i < d->c.n; i++)
		for (size_t k = 0; is_student(d, i) && k < row_of(d, i, x)->ncases; k++)
			if (!strcmp(row_of(d, i, x)->cases[k].name, what)) {
				++*of;
				*n += !row_of(d, i, x)->cases[k].passed;
			}
}

/*
 * Has each bar the numbers that are counted, do they fall, and is there one for each of these names that anybody has? only: the
 * exercise, or -1: labels begin with it.
 */
static bool chart_right(const struct drawn *d, const char *page, const char *title, int only, const char *const *names,
			counting *count)
{
	struct bar bars[BARS] = { 0 };
	const int shown = bars_of(page, title, bars);
	int wanted = 0, matched = 0;
	bool right = true;

	for (size_t x = 0; x < d->a.nexercises; x++)
		for (size_t k = 0; names[k] && (only < 0 || x == (size_t)only); k++) {
			char label[80];
			size_t n = 0, of = 0;

			snprintf(label, sizeof label, "%s%s%s", only < 0 ? strchr(d->a.exercises[x].id, '/') + 1 : "",
				 only < 0 ? ": " : "", names[k]);
			count(d, x, names[k], &n, &of);
			wanted += n > 0;
			for (int i = 0; i < shown; i++)
				if (!strcmp(bars[i].label, label)) {
					right &= bars[i].n == n && bars[i].of == of;
					matched++;
				}
		}
	for (int i = 1; i < shown; i++)
		right &= bars[i - 1].n * bars[i].of >= bars[i].n * bars[i - 1].of;
	right &= (shown < 0 ? 0 : shown) == (wanted < BARS ? wanted : BARS) && matched == (shown < 0 ? 0 : shown);
	if (!right)
		printf("# %s: %d bars, %d wanted, %d matched\n", title, shown, wanted, matched);
	return right;
}

/* Students by tenths of the points. */
static bool distribution_right(const struct drawn *d, const char *page)
{
	const char *p = strstr(page, "Students by their share of the points</title>");
	long possible = 0;
	bool right = p;

	for (size_t x = 0; x < d->a.nexercises; x++)
		possible += hundredths(d->a.exercises[x].points);
	for (int bin = 0; right && bin <= 10; bin++) {
		size_t n = 0;

		for (size_t i = 0; i < d->c.n; i++) {
			bool known;
			long total = expected_total(d, i, &known);

			n += is_student(d, i) && known && (!bin || total * 10 >= possible * bin) &&
			     (bin == 10 || total * 10 < possible * (bin + 1));
		}
		p = strstr(p, "text-anchor=\"middle\">");
		right = p && strtoul(p + strlen("text-anchor=\"middle\">"), NULL, 10) == n;
		p = right ? strstr(p + 1, "text-anchor=\"middle\">") + 1 : p; /* of the label */
	}
	return right;
}

/* When each student's newest file came. */
static bool times_right(const struct drawn *d, const char *page)
{
	static const char *const labels[] = { "over 3 days before", "1 to 3 days before", "6 to 24 h before", "1 to 6 h before",
					      "the last hour", "late" };
	static const int64_t from[] = { 72, 24, 6, 1, 0, -1000000 };
	struct bar bars[BARS] = { 0 };
	const int shown = bars_of(page, "Students by the time before the deadline", bars);
	size_t counts[6] = { 0 }, known = 0;
	bool right;

	for (size_t i = 0; i < d->c.n; i++) {
		int64_t newest = 0, before;
		int k = 0;

		for (size_t x = 0; x < d->a.nexercises; x++)
			if (row_of(d, i, x)->g.handed_in_ms > newest)
				newest = row_of(d, i, x)->g.handed_in_ms;
		if (!newest || !is_student(d, i))
			continue;
		for (before = DUE_MS - newest; before < from[k] * HOUR_MS;)
			k++;
		counts[k]++;
		known++;
	}
	if (!d->a.due_ms || known < 3)
		return shown < 0;
	right = shown == 6;
	for (int k = 0; right && k < 6; k++)
		right = !strcmp(bars[k].label, labels[k]) && bars[k].n == counts[k];
	return right;
}

/* The slowest, the median and the fastest of each exercise that three or more have timed. */
static bool speeds_right(const struct drawn *d, const char *page)
{
	bool right = true;

	for (size_t x = 0; right && x < d->a.nexercises; x++) {
		long speeds[STUDENTS], shown[4];
		char begin[100];
		const char *p;
		int n = 0;

		for (size_t i = 0; i < d->c.n; i++)
			if (is_student(d, i) && row_of(d, i, x)->t.id)
				speeds[n++] = hundredths(row_of(d, i, x)->t.speedup);
		snprintf(begin, sizeof begin, "<td>%s</td><td class=\"number\">", d->a.exercises[x].id);
		p = strstr(page, begin);
		if (n < 3 || !p) {
			right = n < 3 && !p;
			continue;
		}
		qsort(speeds, (size_t)n, sizeof *speeds, compare_longs);
		for (int k = 0; k < 4; k++) {
			p = strstr(p, "<td class=\"number\">") + strlen("<td class=\"number\">");
			shown[k] = hundredths(strtod(p, NULL));
		}
		right = shown[0] == 100L * n && shown[1] == speeds[0] && shown[3] == speeds[n - 1] &&
			labs(2 * shown[2] - speeds[n / 2] - speeds[(n - 1) / 2]) <= 1;
	}
	return right;
}

/* Those who agreed, the best first, with the rank that their points give. */
static bool leaders_right(const struct drawn *d, const char *page)
{
	const char *p = strstr(page, ">Leaderboard<");
	long before = -1, wanted = 0, seen = 0;

	for (size_t i = 0; i < d->c.n; i++) {
		bool known;

		expected_total(d, i, &known);
		wanted += known && is_student(d, i) && d->c.students[i].consents;
	}
	for (; p && (p = strstr(p, "<tr><td class=\"number\">")); p++, seen++) {
		long rank = strtol(p + strlen("<tr><td class=\"number\">"), NULL, 10), better = 0, points;
		size_t who = (size_t)strtoul(strstr(p, "</td><td>s") + strlen("</td><td>s"), NULL, 10);
		bool known;

		if (who >= d->c.n || !d->c.students[who].consents || !is_student(d, who))
			return false;
		points = expected_total(d, who, &known);
		for (size_t i = 0; i < d->c.n; i++) {
			long others = expected_total(d, i, &known);

			better += known && is_student(d, i) && d->c.students[i].consents && others > points;
		}
		p = strstr(strstr(p, "</td><td>s") + 9, "<td class=\"number\">") + strlen("<td class=\"number\">");
		if (rank != better + 1 || hundredths(strtod(p, NULL)) != points || (seen && points > before))
			return false;
		before = points;
	}
	return seen == wanted;
}

static bool is_told(const char *what, bool right)
{
	if (!right)
		printf("# wrong: %s\n", what);
	return right;
}

static bool charts_right(const struct drawn *d)
{
	static const char *const kinds[] = { "race", "leak", "bounds", NULL }, *const limits[] = { "slow", "greedy", NULL },
	      *const items[] = { "names", "style", "tests", NULL },
	      *const cases[] = { "n = 0", "n = 1", "n = 2", "n = 3", "n = 4", NULL },
	      *const states[] = { "passed", "wrong-answer", "data-race", "too-slow", "memory-error", "compile-error", "tampered",
				  "missing", "not-graded", NULL };
	struct buf page = BUF_INIT;
	const char *text;
	size_t graded = 0;
	bool right;

	for (size_t i = 0; i < d->c.n; i++) {
		bool known;

		expected_total(d, i, &known);
		graded += known && is_student(d, i);
	}
	out_class_report(&d->a, &d->v, &d->c, false, &page);
	text = buf_text(&page);
	right = is_told("the leaderboard", leaders_right(d, text));
	if (graded < 3) { /* no chart may say who they are */
		right &= !strstr(text, "<svg");
	} else {
		right = is_told("shares of the points", distribution_right(d, text)) && right;
		right = is_told("times", times_right(d, text)) && right;
		right = is_told("speeds", speeds_right(d, text)) && right;
		for (size_t x = 0; right && x < d->a.nexercises; x++)
			right = chart_right(d, text, d->a.exercises[x].id, (int)x, states, count_verdict);
		right = right &&
			chart_right(d, text, "Students with each kind of finding, by exercise", -1, kinds, count_finding) &&
			chart_right(d, text, "Students who missed each limit, by exercise", -1, limits, count_finding) &&
			chart_right(d, text, "Students with each item, by exercise", -1, items, count_item) &&
			chart_right(d, text, "Students whose result is wrong, by case", -1, cases, count_case);
	}
	buf_release(&page);
	return right;
}

/* The JSON that scripts read has the same numbers. */
static bool json_right(const struct drawn *d)
{
	json_t *all = out_json(&d->v);
	bool right = json_array_size(all) == d->c.n;

	for (size_t i = 0; right && i < d->c.n; i++) {
		const json_t *student = json_array_get(all, i), *points = json_object_get(student, "points");
		bool known;
		long total = expected_total(d, i, &known);

		right = known ? hundredths(json_number_value(points)) == total : json_is_null(points);
	}
	json_decref(all);
	return right;
}

int main(void)
{
	int raw = 0, tables = 0, pages = 0, reports = 0, charts = 0, documents = 0;

	for (int i = 0; i < CLASSES; i++) {
		struct drawn d;

		draw_class(&d);
		raw += raw_points_right(&d);
		tables += csv_right(&d);
		pages += pages_right(&d);
		reports += report_right(&d);
		charts += charts_right(&d);
		documents += json_right(&d);
		arena_release(&d.arena);
	}
	printf("# of %d classes: %d %d %d %d %d %d\n", CLASSES, raw, tables, pages, reports, charts, documents);
	ok(raw == CLASSES, "points are what the raw results give");
	ok(tables == CLASSES, "the table has them, and their sums");
	ok(pages == CLASSES, "on each student's page the parts add up to the points");
	ok(reports == CLASSES, "the class page counts students, not submissions of nobody, and has their median");
	ok(charts == CLASSES, "and its charts, tables and ranks are what the rows give");
	ok(documents == CLASSES, "and the JSON has the same");
	return tap_done();
}
