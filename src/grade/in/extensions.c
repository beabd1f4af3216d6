/* extensions.c - more time for students, from a table: see assignment.h. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "grade/in/assignment.h"
#include "grade/in/csv.h"
#include "grade/in/names.h"

#define HOURS_MOST (24 * 366)
#define HOUR_MS    3600e3

struct heads { int who, hours, days, until, assignment; };

/* The number in a cell; -1: it is none, or not from 0 to a year of hours. */
static double read_hours(const char *cell, double hours)
{
	char *end;
	const double number = strtod(cell, &end);

	end += strspn(end, " ");
	return end == cell || *end || !(number >= 0 && number * hours <= HOURS_MOST) ? -1 : number * hours;
}

static int reject(const char *path, int line, struct error *err, const char *cell, const char *what, const char *remedy)
{
	error_set(err, PARTY_LEARNER, "'%.80s' is %s", cell, what);
	error_remedy(err, "%s", remedy);
	return error_at(err, path, line);
}

/* *hours: of one row. */
static int row_hours(const struct assignment *a, const struct csv_row *row, const struct heads *h, const char *path,
		     double *hours, struct error *err)
{
	const char *until = csv_cell(row, h->until),
		*cell = *csv_cell(row, h->hours) ? csv_cell(row, h->hours) : csv_cell(row, h->days);
	int64_t ms;

	if (*cell) {
		*hours = read_hours(cell, cell == csv_cell(row, h->hours) ? 1 : 24);
		return *hours >= 0 ? 0 : reject(path, row->line, err, cell, "no number of hours or days up to a year",
						"write a number such as 48");
	}
	if (!*until)
		return reject(path, row->line, err, csv_cell(row, h->who), "given no time",
			      "fill in hours, days or until, or take the row out");
	if (grade_time(until, &ms))
		return reject(path, row->line, err, until, "not a time",
			      "write 2026-11-20 23:59, with +01:00 after it if it is not this machine's time");
	if (!a->due_ms)
		return reject(path, row->line, err, until, "a deadline for an assignment that has none",
			      "give the assignment a `due`");
	*hours = (double)(ms - a->due_ms) / HOUR_MS;
	return *hours >= 0 && *hours <= HOURS_MOST ? 0 : reject(path, row->line, err, until,
								"before the assignment is due, or a year later",
								"compare it with the assignment's `due`");
}

static int add_extension(struct assignment *a, const char *student, double hours, size_t *cap)
{
	struct grade_extension *x = arena_push(&a->arena, &a->extensions, &a->nextensions, cap, sizeof *x);

	if (x)
		*x = (struct grade_extension){ name_composed(student, &a->arena), hours };
	return x && x->student ? 0 : -1;
}

int assignment_extend(struct assignment *a, const char *path, struct error *err)
{
	static const char *const whose[] = { "student", "id", "username", "login", "email", "name", NULL };
	size_t cap = a->nextensions;
	struct heads h;
	struct csv t;

	if (csv_read_whole(path, &a->arena, &t, err))
		return -1;
	h = (struct heads){ csv_column_of(&t, whose), csv_column(&t, "hours"), csv_column(&t, "days"), csv_column(&t, "until"),
			    csv_column(&t, "assignment") };
	if (h.who < 0 || (h.hours < 0 && h.days < 0 && h.until < 0)) {
		error_set(err, PARTY_LEARNER, "the table has no column '%s'", h.who < 0 ? "student" : "hours', 'days' or 'until");
		error_remedy(err, "its first row should be `student,hours`");
		return error_at(err, path, 1);
	}
	for (size_t i = 1; i < t.n; i++) {
		const char *student = csv_cell(&t.rows[i], h.who), *assignment = csv_cell(&t.rows[i], h.assignment);
		double hours = 0;

		if (!student[strspn(student, " ")] || (*assignment && strcmp(assignment, a->name)))
			continue;
		if (row_hours(a, &t.rows[i], &h, path, &hours, err))
			return -1;
		if (add_extension(a, student, hours, &cap))
			return error_nomem(err);
	}
	return 0;
}
