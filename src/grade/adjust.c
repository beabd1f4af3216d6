/* adjust.c - an instructor's adjustments of points: see book.h. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grade/book.h"
#include "grade/in/csv.h"

static int read_points(const char *text, struct store_adjustment *a, bool *beyond, struct error *err)
{
	char *end;

	if (!strcmp(text, "none")) {
		a->kind = ADJUST_NONE;
		return 0;
	}
	a->kind = *text == '+' || *text == '-' ? ADJUST_ADD : ADJUST_SET;
	a->points = strtod(text, &end);
	*beyond = *end == '!';
	end += *beyond;
	if (end != text && !*end && isfinite(a->points) && fabs(a->points) <= 1e6)
		return 0;
	error_set(err, PARTY_LEARNER, "'%s' is no number of points", text);
	error_remedy(err, "write 7.5 to give so many, +1 or -2 to add or take some, or none to take an adjustment back");
	return error_word(err);
}

static int reject_beyond(double points, double possible, const char *text, struct error *err)
{
	struct buf many = BUF_INIT;

	csv_put_number(&many, points);
	buf_puts(&many, points < 0 ? " points are less than 0" : " points are more than the ");
	if (points >= 0) {
		csv_put_number(&many, possible);
		buf_puts(&many, " that the exercise has");
	}
	error_set(err, PARTY_LEARNER, "%s", buf_text(&many));
	buf_release(&many);
	error_remedy(err, "write '%s!' if you mean it (or add --beyond to the command)", text);
	return error_word(err);
}

int book_adjust(struct store *s, const char *assignment, const char *student, const char *exercise, const char *points,
		const char *reason, const char *author, struct error *err)
{
	struct store_adjustment a = { .student = student, .exercise = exercise, .reason = reason, .author = author };
	struct store_event event = { .action = "adjusted", .student = student, .exercise = exercise, .reason = reason };
	const struct book_row *row;
	struct book_view v;
	bool beyond = false;
	int status;

	if (read_points(points, &a, &beyond, err))
		return -1;
	status = book_view(&v, s, assignment, "current", NULL, err);
	if (!status) {
		struct book_row after;

		row = book_row_need(&v, assignment, student, exercise, err);
		if (!row) {
			status = -1;
		} else {
			after = *row;
			after.adjusted = a.kind == ADJUST_NONE ? NULL : &a;
			after.points = book_points(&after.g, after.marks, after.adjusted, &after.known);
			if (!beyond && ((after.points > row->g.possible && after.points > row->points) ||
					(after.points < 0 && after.points < row->points)))
				status = reject_beyond(after.points, row->g.possible, points, err);
			event.had = row->known;
			event.before = row->points;
			event.has = after.known;
			event.after = after.points;
			if (!status)
				status = store_adjust(s, assignment, &a, &event, err);
		}
	}
	book_view_release(&v);
	return status;
}
