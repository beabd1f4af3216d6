/*
 * grade_course.c - every number of a course, computed again from the raw marks: 1,000 courses drawn at random, some of them
 * through gradebooks on the disk. What is expected is computed here in another way than in src/grade: shares are compared as
 * whole numbers, and what is dropped comes from a sorted list.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "grade/in/csv.h"
#include "grade/out/out_course.h"
#include "tap/tap.h"

#define COURSES     1000
#define ON_DISK     40
#define STUDENTS    12
#define ASSIGNMENTS 6

static uint64_t state = 20261130;

static int draw(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* ---- a course -------------------------------------------------------------------------------------- */

struct drawn { struct arena arena; struct course c; struct standing s; };

static void draw_assignments(struct drawn *d)
{
	size_t regular = 0;

	d->c.n = 1 + (size_t)draw(ASSIGNMENTS);
	d->c.list = arena_array(&d->arena, d->c.n, sizeof *d->c.list);
	for (size_t x = 0; x < d->c.n; x++) {
		struct course_assignment *a = &d->c.list[x];

		*a = (struct course_assignment){ .weight = 1 + draw(5), .bonus = x && draw(5) == 0, .keep = draw(4) == 0,
						 .pass = draw(4) ? 0 : 10 * draw(6) };
		a->path = "a.lua";
		a->a.name = a->a.title = arena_printf(&d->arena, "a%zu", x);
		a->a.exercises = arena_array(&d->arena, 1, sizeof *a->a.exercises);
		a->a.nexercises = 1;
		a->a.exercises[0] = (struct grade_exercise){ .id = "01_kernels/add", .points = 1 + draw(20) };
		regular += !a->bonus;
	}
	d->c.drop_lowest = draw((int)regular < 3 ? (int)regular : 3);
	d->c.most = draw(3) ? 0 : 100;
	d->c.pass = draw(3) ? 50 : 0;
	d->c.title = d->c.path = "c";
}

static struct standing_mark draw_mark(const struct drawn *d, size_t x)
{
	struct standing_mark m = { .state = STANDING_LATER };
	const int kind = draw(16);

	if (!d->s.graded[x])
		return m;
	m.state = kind == 0 ? STANDING_NONE : kind == 1 ? STANDING_OPEN : kind == 2 ? STANDING_EXCUSED : STANDING_POINTS;
	m.possible = d->c.list[x].a.exercises[0].points;
	m.points = m.state == STANDING_POINTS ? draw(4 * (int)m.possible + 1) / 4.0 : 0;
	return m;
}

static void draw_course(struct drawn *d)
{
	memset(d, 0, sizeof *d);
	draw_assignments(d);
	d->s.course = &d->c;
	d->s.graded = arena_array(&d->arena, d->c.n, sizeof *d->s.graded);
	for (size_t x = 0; x < d->c.n; x++) {
		d->s.graded[x] = !x || draw(8);
		d->s.ngraded += d->s.graded[x];
	}
	d->s.n = 1 + (size_t)draw(STUDENTS);
	d->s.students = arena_array(&d->arena, d->s.n, sizeof *d->s.students);
	for (size_t i = 0; i < d->s.n; i++) {
		struct standing_student *p = &d->s.students[i];

		*p = (struct standing_student){ .id = arena_printf(&d->arena, "s%02zu", i), .ghost = draw(9) == 0, .grade = "",
						.why = "", .marks = arena_array(&d->arena, d->c.n, sizeof *p->marks) };
		p->name = p->id;
		for (size_t x = 0; x < d->c.n; x++)
			p->marks[x] = draw_mark(d, x);
	}
}

/* ---- what is expected ---------------------------------------------------------------------------------- */

struct expected { bool known, dropped[ASSIGNMENTS]; double percent; enum standing_pass passed; };

static const struct drawn *sorting;
static const struct standing_mark *sorted_marks;

/* Points are quarters, and possible points whole: shares are compared without division. */
static int compare_shares(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;
	const struct standing_mark *m = &sorted_marks[x], *n = &sorted_marks[y];
	long p = lround(m->points * 4) * lround(n->possible), q = lround(n->points * 4) * lround(m->possible);

	if (p != q)
		return p < q ? -1 : 1;
	if (sorting->c.list[x].weight != sorting->c.list[y].weight)
		return sorting->c.list[x].weight > sorting->c.list[y].weight ? -1 : 1;
	return x < y ? -1 : 1;
}

static void expect_dropped(const struct drawn *d, const struct standing_mark *marks, struct expected *e)
{
	size_t list[ASSIGNMENTS], n = 0, counted = 0;

	for (size_t x = 0; x < d->c.n; x++) {
		bool counts = (marks[x].state == STANDING_POINTS || marks[x].state == STANDING_NONE) && !d->c.list[x].bonus;

		counted += counts;
		if (counts && !d->c.list[x].keep)
			list[n++] = x;
	}
	sorting = d;
	sorted_marks = marks;
	qsort(list, n, sizeof *list, compare_shares);
	for (size_t k = 0; k < n && (int64_t)k < d->c.drop_lowest && counted > 1; k++, counted--)
		e->dropped[list[k]] = true;
}

static struct expected expect(const struct drawn *d, const struct standing_mark *marks)
{
	struct expected e = { .known = true, .passed = PASS_OPEN };
	double weights = 0;
	bool rule = d->c.pass > 0;

	for (size_t x = 0; x < d->c.n; x++)
		e.known &= marks[x].state != STANDING_OPEN;
	if (e.known)
		expect_dropped(d, marks, &e);
	for (size_t x = 0; x < d->c.n; x++) {
		rule |= d->c.list[x].pass > 0;
		if (e.dropped[x] || (marks[x].state != STANDING_POINTS && marks[x].state != STANDING_NONE))
			continue;
		if (!d->c.list[x].bonus)
			weights += d->c.list[x].weight;
		e.percent += d->c.list[x].weight * 100 * marks[x].points / d->c.list[x].a.exercises[0].points;
	}
	e.known &= weights > 0;
	e.percent = e.known ? e.percent / weights : 0;
	if (d->c.most > 0 && e.percent > d->c.most)
		e.percent = d->c.most;
	if (!e.known || !rule || d->s.ngraded < d->c.n)
		return e;
	e.passed = round(e.percent * 100) / 100 >= d->c.pass ? PASS_YES : PASS_NO;
	for (size_t x = 0; x < d->c.n; x++)
		if (marks[x].state != STANDING_EXCUSED &&
		    round(1e4 * marks[x].points / d->c.list[x].a.exercises[0].points) / 100 < d->c.list[x].pass)
			e.passed = PASS_NO;
	return e;
}

static bool near(double shown, double exact)
{
	return fabs(shown - exact) <= 0.005 + 1e-9;
}

/* ---- documents ------------------------------------------------------------------------------------------- */

static bool csv_right(struct drawn *d)
{
	struct buf text = BUF_INIT;
	struct csv t;
	bool right;

	out_course_csv(&d->s, &text);
	right = csv_parse("c.csv", buf_text(&text), text.len, &d->arena, &t, NULL) == 0 && t.n == d->s.n + 1;
	for (size_t i = 0; right && i < d->s.n; i++) {
		const struct standing_mark *marks = d->s.students[i].marks;
		const struct expected e = expect(d, marks);
		const struct csv_row *row = &t.rows[i + 1];

		right = e.known ? near(strtod(csv_cell(row, 2), NULL), e.percent) && *csv_cell(row, 2) : !*csv_cell(row, 2);
		right &= !strcmp(csv_cell(row, 3), e.passed == PASS_OPEN ? "" : e.passed == PASS_YES ? "yes" : "no");
		for (size_t x = 0; x < d->c.n; x++) {
			const char *cell = csv_cell(row, 6 + (int)x), *note = arena_printf(&d->arena, "a%zu: dropped", x);

			right &= marks[x].state == STANDING_POINTS ? strtod(cell, NULL) == marks[x].points && *cell : !*cell;
			right &= e.dropped[x] == (strstr(csv_cell(row, 6 + (int)d->c.n), note) != NULL);
		}
	}
	buf_release(&text);
	return right;
}

static bool json_right(const struct drawn *d)
{
	json_t *all = out_course_json(&d->s), *students = json_object_get(all, "students");
	long counted = 0, passed = 0, failed = 0;
	bool right = json_array_size(students) == d->s.n;

	for (size_t i = 0; right && i < d->s.n; i++) {
		const struct expected e = expect(d, d->s.students[i].marks);
		const json_t *p = json_array_get(students, i), *percent = json_object_get(p, "percent"),
			*marks = json_object_get(p, "assignments");

		right = e.known ? near(json_number_value(percent), e.percent) && json_is_number(percent) : json_is_null(percent);
		for (size_t x = 0; x < d->c.n; x++)
			right &= json_is_true(json_object_get(json_array_get(marks, x), "dropped")) == e.dropped[x];
		counted += !d->s.students[i].ghost;
		passed += !d->s.students[i].ghost && e.passed == PASS_YES;
		failed += !d->s.students[i].ghost && e.passed == PASS_NO;
	}
	right &= json_integer_value(json_object_get(all, "count")) == counted &&
		 json_integer_value(json_object_get(all, "passed")) == passed &&
		 json_integer_value(json_object_get(all, "not_passed")) == failed;
	json_decref(all);
	return right;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The number after the text, or -1. */
static double number_after(const char *page, const char *before)
{
	const char *p = strstr(page, before);

	return p ? strtod(p + strlen(before), NULL) : -1;
}

/* Text and pages: the counts and the median; ghosts are no students. */
static bool pages_right(struct drawn *d)
{
	double all[STUDENTS];
	size_t n = 0, students = 0, bins = 0;
	bool right = true;

	for (size_t i = 0; i < d->s.n; i++) {
		const struct expected e = expect(d, d->s.students[i].marks);

		students += !d->s.students[i].ghost;
		if (e.known && !d->s.students[i].ghost)
			all[n++] = e.percent;
	}
	qsort(all, n, sizeof *all, compare_numbers);
	for (int k = 0; k < 3; k++) {
		struct buf page = BUF_INIT;
		const char *at;

		if (k == 0)
			out_course_text(&d->s, &page);
		else if (k == 1)
			out_course_html(&d->s, &page);
		else
			out_course_report(&d->s, true, &page);
		at = strstr(buf_text(&page), arena_printf(&d->arena, "%zu student", students));
		right &= at && strstr(at, arena_printf(&d->arena, "%zu of %zu assignment", d->s.ngraded, d->c.n));
		if (n)
			right &= fabs(number_after(buf_text(&page), "the median is ") - (all[(n - 1) / 2] + all[n / 2]) /
				      2) <= 0.0101;
		if (k == 2 && n >= 3) { /* each column of the chart has the students of its tenth */
			for (at = buf_text(&page); bins < 11 && (at = strstr(at, "<rect class=\"bar\"")); at++, bins++) {
				size_t inside = 0;

				for (size_t i = 0; i < n; i++) {
					long tenth = lround(all[i] * 100) / 1000;

					inside += (long)bins == (tenth < 0 ? 0 : tenth > 10 ? 10 : tenth);
				}
				right &= (size_t)atol(strstr(strstr(at, "<text"), ">") + 1) == inside;
			}
			right &= bins == 11;
		}
		buf_release(&page);
	}
	return right;
}

/* ---- through gradebooks --------------------------------------------------------------------------------------- */

/* Writes the drawn marks into a gradebook, and what the course reads there replaces them. */
static bool write_book(const struct drawn *d, const char *folder, struct error *err)
{
	char database[4096];
	struct store *store;
	int status = book_place("", folder, database, sizeof database, err) || store_open(&store, database, false, err);

	for (size_t x = 0; !status && x < d->c.n; x++) {
		struct store_grade rows[STUDENTS];
		size_t n = 0;

		for (size_t i = 0; i < d->s.n; i++) {
			const struct standing_mark *m = &d->s.students[i].marks[x];

			if (m->state == STANDING_POINTS || m->state == STANDING_OPEN)
				rows[n++] = (struct store_grade){
					.student = d->s.students[i].id, .exercise = "01_kernels/add", .note = "",
					.source_path = "", .source_sha256 = "",
					.state = m->state == STANDING_OPEN ? "not-graded" : "graded",
					.known = m->state != STANDING_OPEN, .points = m->points, .before_late = m->points,
					.possible = m->possible };
		}
		if (n)
			status = store_grades_write(store, d->c.list[x].a.name, "current", "me", rows, n, NULL, 0, err);
	}
	if (!status)
		store_close(store);
	return !status;
}

static bool is_on_disk(struct drawn *d)
{
	char folder[4096];
	struct class_list list = { 0 };
	struct error err = { 0 };
	struct standing s;
	size_t found = 0;
	bool right;

	if (path_temp_dir(folder, sizeof folder, "warpbook-course", &err))
		return false;
	d->c.excuses = arena_array(&d->arena, STUDENTS * ASSIGNMENTS, sizeof *d->c.excuses);
	for (size_t i = 0; i < d->s.n; i++)
		for (size_t x = 0; x < d->c.n; x++)
			if (d->s.students[i].marks[x].state == STANDING_EXCUSED)
				d->c.excuses[d->c.nexcuses++] = (struct course_excuse){ d->s.students[i].id, "", x };
	right = write_book(d, folder, &err) && (standing_open(&s, &d->c, folder, &list, &err) == 0 ||
						strstr(err.text, "is graded yet"));
	for (size_t k = 0; right && !err.text[0] && k < s.n; k++) {
		size_t i = (size_t)atoi(s.students[k].id + 1);
		struct standing_student *p = &d->s.students[i];

		for (size_t x = 0; x < d->c.n; x++) /* a class without any points in an assignment is not graded there */
			right &= s.students[k].marks[x].state == p->marks[x].state || !s.graded[x] ||
				 p->marks[x].state == STANDING_LATER;
		for (size_t x = 0; x < d->c.n; x++)
			right &= s.students[k].marks[x].state != STANDING_POINTS ||
				 s.students[k].marks[x].points == p->marks[x].points;
		found++;
	}
	if (right && !err.text[0])
		standing_release(&s);
	path_remove_tree(folder, NULL);
	if (!right)
		printf("# %s (%zu found)\n", err.text, found);
	return right;
}

int main(void)
{
	int tables = 0, documents = 0, pages = 0, books = 0;

	for (int i = 0; i < COURSES; i++) {
		struct error err = { 0 };
		struct drawn d;

		draw_course(&d);
		standing_settle(&d.s, &err);
		tables += csv_right(&d);
		documents += json_right(&d);
		pages += pages_right(&d);
		if (i < ON_DISK)
			books += is_on_disk(&d);
		arena_release(&d.s.arena);
		arena_release(&d.arena);
	}
	printf("# of %d courses: %d %d %d; %d of %d on the disk\n", COURSES, tables, documents, pages, books, ON_DISK);
	ok(tables == COURSES, "the table has each percent, what is dropped, and who passes");
	ok(documents == COURSES, "the JSON has the same, and how many pass");
	ok(pages == COURSES, "text and pages have the counts, the median and the chart, without submissions of nobody");
	ok(books == ON_DISK, "gradebooks are read as they are");
	return tap_done();
}
