/* standing.c - the grades of a course's assignments, added up for each student: see standing.h. */
#include "config.h"

#include "grade/standing.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/order.h"
#include "base/path.h"
#include "grade/in/pseudonym.h"
#include "grade/out/out.h"
#include "grade/points.h"

const char *const standing_names[] = { "later", "graded", "no grade", "not graded", "excused" };

/* ---- reading the gradebooks --------------------------------------------------------------------------- */

static struct standing_student *student_of(struct standing *s, const char *id)
{
	struct standing_student *p;

	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->students[i].id, id))
			return &s->students[i];
	p = arena_push(&s->arena, &s->students, &s->n, &s->cap, sizeof *p);
	if (!p)
		return NULL;
	*p = (struct standing_student){ .id = arena_strdup(&s->arena, id), .grade = "", .why = "",
				       .marks = arena_array(&s->arena, s->course->n, sizeof *p->marks) };
	p->name = p->id;
	return p->id && p->marks ? p : NULL;
}

static void take_warning(struct standing *s, const char *text)
{
	const char **place = text ? arena_push(&s->arena, &s->warnings, &s->nwarnings, &s->warning_cap, sizeof *place) : NULL;

	if (place)
		*place = text;
}

static int take_roster(struct standing *s, const struct class_list *list, struct error *err)
{
	for (size_t i = 0; i < list->n; i++) {
		struct standing_student *p = student_of(s, list->students[i].id);

		if (!p || !(p->name = arena_strdup(&s->arena, list->students[i].name)))
			return error_nomem(err);
	}
	return 0;
}

/* Those whom the roster does not name have the names of their submissions. */
static int take_names(struct standing *s, struct store *store, const char *assignment, bool has_roster, struct error *err)
{
	struct store_entry *entries;
	size_t n;

	if (store_entries(store, assignment, &s->arena, &entries, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < s->n; k++)
			if (!strcmp(s->students[k].id, entries[i].student) && (!has_roster || s->students[k].ghost) &&
			    *entries[i].name)
				s->students[k].name = entries[i].name;
	return 0;
}

static int take_grades(struct standing *s, size_t x, const struct book_view *v, bool has_roster, struct error *err)
{
	struct student_rows rows;

	for (size_t at = 0; student_next(v, &at, &rows);) {
		const size_t before = s->n;
		struct standing_student *p = student_of(s, rows.id);

		if (!p)
			return error_nomem(err);
		p->ghost |= has_roster && s->n > before;
		p->marks[x] = (struct standing_mark){ .state = rows.known ? STANDING_POINTS : STANDING_OPEN,
						      .points = rows.points, .possible = rows.possible };
	}
	return 0;
}

static int read_book(struct standing *s, size_t x, const char *database, bool has_roster, struct error *err)
{
	const char *name = s->course->list[x].a.name;
	struct store *store;
	struct book_view v = { 0 };
	int status;

	if (store_open(&store, database, true, err))
		return -1;
	status = book_view(&v, store, name, "current", NULL, err);
	if (!status && v.n) {
		s->graded[x] = true;
		s->ngraded++;
		status = take_grades(s, x, &v, has_roster, err) || take_names(s, store, name, has_roster, err) ? -1 : 0;
	}
	book_view_release(&v);
	store_close(store);
	return status;
}

static int read_books(struct standing *s, const char *folder, bool has_roster, struct error *err)
{
	for (size_t x = 0; x < s->course->n; x++) {
		const struct course_assignment *c = &s->course->list[x];
		char database[PATH_MAX];

		if (book_path(c->path, folder ? folder : c->folder, database, sizeof database, err) ||
		    (path_exists(database) && read_book(s, x, database, has_roster, err)))
			return -1;
		if (!s->graded[x])
			take_warning(s, arena_printf(&s->arena, "'%s' is not graded yet: there is no grade of it in '%s'",
						     c->a.name, database));
		else if (!s->folder)
			s->folder = arena_strndup(&s->arena, database, (size_t)(path_base(database) - database - 1));
	}
	if (s->ngraded)
		return 0;
	error_set(err, PARTY_LEARNER, "no assignment of '%s' is graded yet", s->course->path);
	error_remedy(err, "grade one with `warpbook grade DIR --assignment FILE`; if its gradebook is in another folder, add "
			  "--class DIR");
	return error_word(err);
}

static void take_excuses(struct standing *s)
{
	const struct course *c = s->course;

	for (size_t i = 0; i < c->nexcuses; i++) {
		size_t k = 0;

		while (k < s->n && strcmp(s->students[k].id, c->excuses[i].student))
			k++;
		if (k == s->n)
			take_warning(s, arena_printf(&s->arena, "'%s' is excused from '%s', but is no student of this course",
						     c->excuses[i].student, c->list[c->excuses[i].assignment].a.name));
		else
			s->students[k].marks[c->excuses[i].assignment].state = STANDING_EXCUSED;
	}
}

/* Whoever has no grade in a graded assignment has 0 there: that is never silent. */
static void note_absent(struct standing *s)
{
	for (size_t x = 0; x < s->course->n; x++) {
		struct buf names = BUF_INIT;
		size_t n = 0;

		for (size_t i = 0; i < s->n; i++) {
			struct standing_mark *m = &s->students[i].marks[x];

			if (!s->graded[x] || m->state != STANDING_LATER)
				continue;
			m->state = STANDING_NONE;
			m->possible = assignment_possible(&s->course->list[x].a);
			if (++n <= 8)
				buf_printf(&names, "%s'%.60s'", n == 1 ? "" : ", ", s->students[i].id);
		}
		if (n)
			take_warning(s, arena_printf(&s->arena, "%zu student%s no grade in '%s', which counts as 0: %s%s. If "
						     "they need none, say so in the course's `excused`", n,
						     n == 1 ? " has" : "s have", s->course->list[x].a.name, buf_text(&names),
						     n > 8 ? ", ..." : ""));
		buf_release(&names);
	}
}

ORDER_BY_TEXT(compare_students, struct standing_student, id)

static void note_ghosts(struct standing *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->students[i].ghost)
			take_warning(s, arena_printf(&s->arena, "'%s' has grades, but is not on the roster", s->students[i].id));
}

int standing_open(struct standing *s, const struct course *c, const char *folder, const struct class_list *list,
		  struct error *err)
{
	*s = (struct standing){ .course = c };
	s->graded = arena_array(&s->arena, c->n, sizeof *s->graded);
	if (!s->graded)
		return error_nomem(err);
	if (take_roster(s, list, err) || read_books(s, folder, list->has_roster, err))
		return -1;
	if (s->n)
		qsort(s->students, s->n, sizeof *s->students, compare_students);
	take_excuses(s);
	note_absent(s);
	note_ghosts(s);
	return s->arena.failed ? error_nomem(err) : standing_settle(s, err);
}

void standing_release(struct standing *s)
{
	arena_release(&s->arena);
	memset(s, 0, sizeof *s);
}

/* ---- the arithmetic ------------------------------------------------------------------------------------- */

static bool counts(const struct standing_mark *m)
{
	return (m->state == STANDING_POINTS || m->state == STANDING_NONE) && !m->dropped;
}

static double share_of(const struct standing_mark *m)
{
	return m->possible > 0 ? m->points / m->possible : 0;
}

/* The mark to drop next: the lowest share; of equal ones the heavier. Dropping never leaves nothing. -1: none. */
static int lowest(const struct course *c, const struct standing_mark *marks)
{
	int found = -1;
	size_t left = 0;

	for (size_t x = 0; x < c->n; x++) {
		if (c->list[x].bonus || !counts(&marks[x]))
			continue;
		left++;
		if (c->list[x].keep)
			continue;
		if (found < 0 || share_of(&marks[x]) < share_of(&marks[found]) ||
		    (share_of(&marks[x]) == share_of(&marks[found]) && c->list[x].weight > c->list[found].weight))
			found = (int)x;
	}
	return left > 1 ? found : -1;
}

static void settle_student(const struct course *c, struct standing_student *p)
{
	double sum = 0, weights = 0;
	int x;

	p->known = true;
	for (size_t i = 0; i < c->n; i++) {
		p->marks[i].dropped = false;
		p->marks[i].percent = points_round(100 * share_of(&p->marks[i]));
		p->known &= p->marks[i].state != STANDING_OPEN;
	}
	for (int64_t k = 0; p->known && k < c->drop_lowest && (x = lowest(c, p->marks)) >= 0; k++)
		p->marks[x].dropped = true;
	for (size_t i = 0; i < c->n; i++) {
		if (!counts(&p->marks[i]))
			continue;
		sum += c->list[i].weight * share_of(&p->marks[i]);
		weights += c->list[i].bonus ? 0 : c->list[i].weight;
	}
	p->known &= weights > 0;
	p->percent = p->known ? points_round(100 * sum / weights) : 0;
	if (c->most > 0 && p->percent > c->most)
		p->percent = c->most;
}

/* ---- who passes ----------------------------------------------------------------------------------------- */

/* The two rules that need no function. */
static void judge(struct standing *s, struct standing_student *p)
{
	const struct course *c = s->course;

	p->passed = p->percent >= c->pass ? PASS_YES : PASS_NO;
	p->why = p->passed == PASS_YES ? "" : arena_printf(&s->arena, "the course is below %g %%", c->pass);
	for (size_t x = 0; p->passed == PASS_YES && x < c->n; x++) {
		if (p->marks[x].state == STANDING_EXCUSED || p->marks[x].percent >= c->list[x].pass)
			continue;
		p->passed = PASS_NO;
		p->why = arena_printf(&s->arena, "%s is below %g %%", c->list[x].a.name, c->list[x].pass);
	}
}

/* What the function `pass` gets. */
static json_t *student_json(const struct course *c, const struct standing_student *p)
{
	json_t *marks = json_object();

	for (size_t x = 0; x < c->n; x++)
		if (p->marks[x].state != STANDING_EXCUSED)
			json_object_set_new(marks, c->list[x].a.name, json_pack("{s:f, s:f, s:f, s:b}", "points",
										p->marks[x].points, "possible",
						p->marks[x].possible, "percent", p->marks[x].percent, "dropped",
						p->marks[x].dropped));
	return json_pack("{s:o, s:o, s:f, s:o}", "id", json_text_or_null(p->id), "name", json_text_or_null(p->name), "percent",
			 p->percent, "assignments", marks);
}

static int ask_rule(struct standing *s, struct error *err)
{
	struct course_answer *answers = arena_array(&s->arena, s->n + 1, sizeof *answers);
	json_t **students = arena_array(&s->arena, s->n + 1, sizeof(json_t *));
	size_t n = 0;
	int status;

	if (!answers || !students)
		return error_nomem(err);
	for (size_t i = 0; i < s->n; i++)
		if (s->students[i].known)
			students[n++] = student_json(s->course, &s->students[i]);
	status = course_ask(s->course, students, n, &s->arena, answers, err);
	for (size_t i = 0, k = 0; i < s->n; i++)
		if (s->students[i].known) {
			if (!status) {
				s->students[i].passed = answers[k].passed ? PASS_YES : PASS_NO;
				s->students[i].grade = answers[k].grade;
				s->students[i].why = answers[k].why;
			}
			json_decref(students[k++]);
		}
	return status;
}

static bool says_who_passes(const struct course *c)
{
	bool says = c->pass > 0;

	for (size_t x = 0; x < c->n; x++)
		says |= c->list[x].pass > 0;
	return says;
}

int standing_settle(struct standing *s, struct error *err)
{
	for (size_t i = 0; i < s->n; i++)
		settle_student(s->course, &s->students[i]);
	if (s->ngraded < s->course->n)
		return 0;
	if (s->course->has_rule)
		return ask_rule(s, err);
	for (size_t i = 0; says_who_passes(s->course) && i < s->n; i++)
		if (s->students[i].known)
			judge(s, &s->students[i]);
	return s->arena.failed ? error_nomem(err) : 0;
}

/* ---- names and numbers of the class ------------------------------------------------------------------------ */

int standing_hide(struct standing *s, struct error *err)
{
	unsigned char secret[PSEUDONYM_SECRET];

	if (pseudonym_secret(s->folder, secret, err))
		return -1;
	for (size_t i = 0; i < s->n; i++) {
		struct standing_student *p = &s->students[i];
		char text[PSEUDONYM_TEXT];

		pseudonym_of(secret, p->id, text);
		p->id = p->name = arena_strdup(&s->arena, text);
		if (!p->id)
			return error_nomem(err);
		if (s->course->has_rule)
			p->why = "";
	}
	s->nwarnings = 0;
	if (s->n)
		qsort(s->students, s->n, sizeof *s->students, compare_students);
	return 0;
}

struct standing_count standing_count(const struct standing *s)
{
	struct standing_count n = { 0 };
	double *all = calloc(s->n + 1, sizeof *all);

	for (size_t i = 0; all && i < s->n; i++) {
		const struct standing_student *p = &s->students[i];

		if (p->ghost)
			continue;
		n.students++;
		n.passed += p->passed == PASS_YES;
		n.failed += p->passed == PASS_NO;
		if (p->known)
			all[n.known++] = p->percent;
	}
	if (n.known) {
		qsort(all, n.known, sizeof *all, order_doubles);
		n.median = points_round(n.known % 2 ? all[n.known / 2] : (all[n.known / 2 - 1] + all[n.known / 2]) / 2);
	}
	free(all);
	return n;
}
