/* roster.c - tables about a class: who is in it, in which group, and when they handed in: see collect.h. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/order.h"
#include "grade/in/csv.h"
#include "grade/in/names.h"
#include "grade/in/students.h"

/* ---- the roster ---------------------------------------------------------------------------------------------------- */

#define GROUP_MOST 6 /* members, unless the assignment says that there are groups: a tutorial has more */

#define IDS_MOST 8

static const char *const firsts[] = { "first name", "Vorname", "Nombre", NULL };
static const char *const group_heads[] = { "group", "team", "Gruppe", "Grupo", NULL };
static const char *const lasts[] = { "last name", "surname", "Nachname", "Apellido(s)", "Apellidos", NULL };

/* The columns; -1: none. ids: the first that has a text says who it is. first, last: the two parts of a name. */
struct heads { int ids[IDS_MOST], nids, name, first, last, consent, group; };

static bool says_yes(const char *cell)
{
	return !strcasecmp(cell, "yes") || !strcasecmp(cell, "y") || !strcasecmp(cell, "true") || !strcmp(cell, "1");
}

/* Is there a column about people? Otherwise the first row is no header, or the table is another one. */
static int reject_headless(struct class_list *c, const struct csv *t, const char *path, struct error *err)
{
	struct buf heads = BUF_INIT;

	for (size_t k = 0; k < t->rows[0].n; k++)
		buf_printf(&heads, "%s%.40s", k ? ", " : "", class_clean(c, t->rows[0].cells[k]));
	error_set(err, PARTY_LEARNER, "no column of this table says who a student is: its first row is '%.200s'",
		  buf_text(&heads));
	buf_release(&heads);
	error_remedy(err, "name the columns in the first row, such as `id,name`");
	return error_at(err, path, 1);
}

static bool has_person(const struct class_list *c, const struct csv *t)
{
	for (size_t k = 0; k < t->rows[0].n; k++)
		if (platforms_names_person(&c->platforms, t->rows[0].cells[k]))
			return true;
	return false;
}

static bool is_blank(const char *cell)
{
	return !cell[strspn(cell, " ")];
}

/* NULL: no memory. */
static const char *join(struct arena *arena, const char *before, const char *after)
{
	return is_blank(before) ? after : is_blank(after) ? before : arena_printf(arena, "%s %s", before, after);
}

const char *class_name_in_parts(const struct csv *t, const struct csv_row *row, int parts[2], struct arena *arena)
{
	parts[0] = csv_column_of(t, firsts);
	parts[1] = csv_column_of(t, lasts);
	return parts[0] < 0 || parts[1] < 0 ? "" : join(arena, csv_cell(row, parts[0]), csv_cell(row, parts[1]));
}

/* The whole name; "" if the row has none. NULL: no memory. */
static const char *name_of(struct class_list *c, const struct csv_row *row, const struct heads *h)
{
	const char *name = csv_cell(row, h->name);

	return is_blank(name) ? join(&c->arena, csv_cell(row, h->first), csv_cell(row, h->last)) : name;
}

/* Moodle leaves the number of who has none empty: then another column says who it is, and the name only if no other does. */
static const char *id_of(const struct csv_row *row, const struct heads *h, const char *name)
{
	for (int i = 0; i < h->nids; i++) {
		const char *cell = csv_cell(row, h->ids[i]);

		if (!is_blank(cell) && (!i || h->ids[i] != h->name))
			return cell;
	}
	return name;
}

static bool in_two_parts(const struct heads *h)
{
	return h->first >= 0 && h->last >= 0;
}

/* A group's name is nobody's, and a first name alone may be another student's. */
static bool names_one(const struct heads *h, int column)
{
	return column != h->group && !(in_two_parts(h) && (column == h->first || column == h->last));
}

/* A row without an id and a name is a student's if its first cell or a column about people has a text. */
static bool says_something(const struct class_list *c, const struct csv *t, const struct csv_row *row)
{
	for (size_t k = 0; k < row->n && k < t->rows[0].n; k++)
		if (!is_blank(row->cells[k]) && (!k || platforms_names_person(&c->platforms, t->rows[0].cells[k])))
			return true;
	return false;
}

static int add_row(struct class_list *c, const struct csv *t, const struct csv_row *row, const struct heads *h, const char *path,
		   struct error *err)
{
	const char *name = name_of(c, row, h), *word, *group = csv_cell(row, h->group);
	struct student *p;

	if (!name)
		return error_nomem(err);
	word = id_of(row, h, name);
	if (platforms_is_nobody(&c->platforms, csv_cell(row, 0)) || (is_blank(word) && !says_something(c, t, row)))
		return 0;
	if (is_blank(word)) {
		error_set(err, PARTY_LEARNER, "this row does not say who the student is");
		error_remedy(err, "give each student an id, a mail address or a name");
		return error_at(err, path, row->line);
	}
	if (class_by_id(c, class_clean(c, word))) {
		error_set(err, PARTY_LEARNER, "'%s' is on the roster twice", class_clean(c, word));
		error_remedy(err, "give each student one row, with an id that no other has");
		return error_at(err, path, row->line);
	}
	p = class_add(c, word, *name ? name : word);
	if (!p)
		return error_nomem(err);
	p->on_roster = true;
	p->consents = h->consent >= 0 && says_yes(csv_cell(row, h->consent));
	if (!is_blank(group))
		class_group(c, p, group);
	if (in_two_parts(h)) {
		const char *first = csv_cell(row, h->first), *last = csv_cell(row, h->last);
		const char *forwards = join(&c->arena, first, last), *backwards = join(&c->arena, last, first);

		if (!forwards || !backwards)
			return error_nomem(err);
		class_alias(c, p, forwards);
		class_alias(c, p, backwards);
	}
	for (size_t k = 0; k < row->n; k++)
		if (names_one(h, (int)k)) {
			class_alias(c, p, row->cells[k]);
			class_alias(c, p, platforms_number(&c->platforms, row->cells[k]));
		}
	return 0;
}

/* A column `group` may as well say who sits in which tutorial: then one file would count for twenty. */
static int check_groups(const struct class_list *c, const char *path, struct error *err)
{
	for (size_t i = 0; i < c->n; i++) {
		size_t members = 0;

		for (size_t k = 0; c->students[i].group && k < c->n; k++)
			members += c->students[k].group && !strcmp(c->students[k].group, c->students[i].group);
		if (members <= GROUP_MOST)
			continue;
		error_set(err, PARTY_LEARNER, "the group '%s' has %zu members: do they hand in one submission together?",
			  c->students[i].group, members);
		error_remedy(err, "write `groups = true` in the assignment if they do, `groups = false` if the column means "
				  "something else");
		return error_at(err, path, 1);
	}
	return 0;
}

int class_roster(struct class_list *c, const char *path, const struct assignment *a, struct error *err)
{
	/*
	 * As Canvas and Moodle name them, Moodle also in German and in Spanish. A new one comes behind the old ones: a running
	 * class keeps its ids.
	 */
	static const char *const ids[] = {
		"id", "student", "username", "login", "SIS Login ID", "email", "identifier", "Identificador", "id number",
		"ID-Nummer", "Número de ID", "Matrikelnummer", "Anmeldename", "Nombre de usuario", "email address",
		"E-Mail-Adresse", "Dirección de correo", NULL,
	};
	static const char *const names[] = { "name", "full name", "Vollständiger Name", "Nombre completo", "student", NULL };
	struct heads h;
	struct csv t;

	c->nexercises = a->nexercises;
	if (class_platforms(c, NULL, err) || csv_read_whole(path, &c->arena, &t, err))
		return -1;
	h = (struct heads){ .name = csv_column_of(&t, names), .first = csv_column_of(&t, firsts),
			    .last = csv_column_of(&t, lasts), .consent = csv_column(&t, "leaderboard"),
			    .group = csv_column_of(&t, group_heads) };
	for (const char *const *head = ids; *head && h.nids < IDS_MOST; head++)
		if (csv_column(&t, *head) >= 0)
			h.ids[h.nids++] = csv_column(&t, *head);
	if (!h.nids && h.name < 0 && !has_person(c, &t))
		return reject_headless(c, &t, path, err);
	if (!h.nids && (h.name >= 0 || !in_two_parts(&h) || (h.first && h.last)))
		h.ids[h.nids++] = 0; /* the first column, unless it is a part of a name */
	c->has_roster = true;
	for (size_t i = 1; i < t.n; i++)
		if (add_row(c, &t, &t.rows[i], &h, path, err))
			return -1;
	for (size_t i = 0; !a->groups && i < c->n; i++)
		c->students[i].group = NULL;
	if (c->arena.failed)
		return error_nomem(err);
	return a->groups < 0 ? check_groups(c, path, err) : 0;
}

/* ---- times of submission ------------------------------------------------------------------------------------ */

/* Sets the time of one of their files: found by its name, or by the end of its path. */
static bool time_file(struct student *p, size_t nexercises, const char *name, int64_t ms)
{
	size_t n = strlen(name);
	bool found = false;

	for (size_t x = 0; n && x < nexercises; x++)
		for (size_t i = 0; i < p->hands[x].n; i++) {
			struct handed_file *f = &p->hands[x].files[i];
			size_t len = strlen(f->shown);

			if (len >= n && !strcmp(f->shown + len - n, name) && (len == n || f->shown[len - n - 1] == '/' ||
									      name[0] == '/')) {
				f->ms = ms;
				found = true;
			}
		}
	return found;
}

static struct student *student_by(struct class_list *c, const char *cell)
{
	struct student *p = is_blank(cell) ? NULL : class_find(c, cell, &c->arena);

	return p || is_blank(cell) ? p : class_find(c, platforms_number(&c->platforms, cell), &c->arena);
}

/*
 * The student of a row of a platform's table, by all its columns about people. NULL: none, or *other is another's cell. It is
 * strict, since a time in the wrong row makes a submission late; out_files.c has find_student() for the gradebook's students.
 */
static struct student *student_of(struct class_list *c, const struct csv *t, const struct csv_row *row, const char **other)
{
	int parts[2] = { -1, -1 };
	const char *name = class_name_in_parts(t, row, parts, &c->arena);
	struct student *p = name ? student_by(c, name) : NULL;
	const int group = csv_column_of(t, group_heads); /* whose name is nobody's */

	*other = NULL;
	for (size_t k = 0; k < t->rows[0].n; k++) {
		const char *cell = csv_cell(row, (int)k);
		struct student *by = !platforms_names_person(&c->platforms, t->rows[0].cells[k]) ||
				     (int)k == parts[0] || (int)k == parts[1] || (int)k == group ? NULL : student_by(c, cell);

		if (p && by && p != by) {
			*other = cell;
			return NULL;
		}
		p = p ? p : by;
	}
	return p;
}

static int time_of(const struct class_list *c, const char *text, int64_t *ms)
{
	char plain[PLATFORM_TIME_SIZE];

	return grade_time(platforms_time(&c->platforms, text, plain) ? plain : text, ms);
}

int class_times(struct class_list *c, const char *path, struct error *err)
{
	static const char *const whose[] = { "student", "id", "username", "login", "email", NULL };
	static const char *const when[] = { "submitted", "time", "date", NULL };
	struct csv t;
	int who, at, file;
	bool plain; /* not a platform's */

	if (csv_read_whole(path, &c->arena, &t, err))
		return -1;
	who = csv_column_of(&t, whose);
	at = csv_column_of(&t, when);
	plain = who >= 0 && at >= 0;
	for (size_t k = 0; k < t.rows[0].n && (who < 0 || at < 0); k++) {
		who = who < 0 && platforms_names_person(&c->platforms, t.rows[0].cells[k]) ? (int)k : who;
		at = at < 0 && platforms_names_time(&c->platforms, t.rows[0].cells[k]) ? (int)k : at;
	}
	file = csv_column(&t, "file");
	if (who < 0 || at < 0) {
		error_set(err, PARTY_LEARNER, "the table has no column '%s'", who < 0 ? "student" : "submitted");
		error_remedy(err, "its first row should be `student,submitted`");
		return error_at(err, path, 1);
	}
	for (size_t i = 1; i < t.n; i++) {
		const char *word = csv_cell(&t.rows[i], who), *text = csv_cell(&t.rows[i], at);
		const char *other = NULL;
		struct student *p = plain ? class_find(c, word, &c->arena) : student_of(c, &t, &t.rows[i], &other);
		int64_t ms = 0;

		if (!*text || !strcmp(text, "-")) /* so Moodle writes that there is nothing */
			continue;
		if (!p || time_of(c, text, &ms)) {
			error_set(err, PARTY_LEARNER, p ? "'%s' is not a time" :
				  other ? "the row of '%s' also names another student" : "'%s' is not in this class",
				  class_clean(c, p ? text : other ? other : word));
			error_remedy(err, p ? "write 2026-11-20 23:59, with +01:00 after it if it is not this machine's time"
					    : "write the student's id as `warpbook grade` prints it, or take the row out");
			return error_at(err, path, t.rows[i].line);
		}
		if (file < 0 || !time_file(p, c->nexercises, csv_cell(&t.rows[i], file), ms))
			p->handed_in_ms = ms > p->handed_in_ms || file < 0 ? ms : p->handed_in_ms;
	}
	return 0;
}

ORDER_BY_TEXT(compare_students, struct student, id)

static int compare_times(const void *a, const void *b)
{
	const struct handed_file *f = a, *g = b;

	return f->ms != g->ms ? f->ms < g->ms ? -1 : 1 : class_compare_files(a, b);
}

/* Where each file has a time of its own, the last one is the latest. */
static void sort_by_time(struct hand *hand)
{
	for (size_t i = 0; i < hand->n; i++)
		if (!hand->files[i].ms)
			return;
	if (hand->n > 1)
		qsort(hand->files, hand->n, sizeof *hand->files, compare_times);
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

/* "group 'G 3': handed in by 'ann' and 'ben'" */
static void note_group(struct class_list *c, struct student *const *members, size_t n)
{
	struct buf text = BUF_INIT;
	size_t seen = 0;

	for (size_t i = 0; i < n; i++)
		if (members[i]->seen)
			buf_printf(&text, "%s'%s'", seen++ ? " and " : "", members[i]->id);
	for (size_t i = 0; seen && i < n; i++)
		class_note(c, &members[i]->note, arena_printf(&c->arena, "group '%s': handed in by %s", members[i]->group,
							      buf_text(&text)));
	buf_release(&text);
}

/* All files of the group for an exercise, each with its owner's time. */
static struct hand pool_hands(struct class_list *c, struct student *const *members, size_t n, size_t x)
{
	struct hand pool = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct hand *own = &members[i]->hands[x];

		pool.odd = pool.odd ? pool.odd : own->odd;
		for (size_t k = 0; k < own->n; k++) {
			struct handed_file *f = arena_push(&c->arena, &pool.files, &pool.n, &pool.cap, sizeof *f);

			if (f)
				*f = own->files[k];
			if (f && !f->ms)
				f->ms = members[i]->handed_in_ms;
		}
	}
	if (pool.n > 1)
		qsort(pool.files, pool.n, sizeof *pool.files, class_compare_files);
	return pool;
}

/* What one member handed in, all have handed in. */
static void share(struct class_list *c, struct student *const *members, size_t n)
{
	const struct student *first = members[0];
	int64_t ms = 0;

	note_group(c, members, n);
	for (size_t x = 0; x < c->nexercises; x++) {
		const struct hand pool = pool_hands(c, members, n, x);

		for (size_t i = 0; i < n; i++)
			members[i]->hands[x] = pool;
	}
	for (size_t i = 0; i < n; i++) {
		ms = members[i]->handed_in_ms > ms ? members[i]->handed_in_ms : ms;
		first = members[i]->seen && !first->seen ? members[i] : first;
	}
	for (size_t i = 0; i < n; i++) {
		struct student *p = members[i];

		p->handed_in_ms = ms;
		if (p->seen || !first->seen)
			continue;
		p->seen = true;
		p->broken = first->broken;
		p->unopened = first->unopened;
		p->nothers = first->nothers;
		memcpy(p->others, first->others, sizeof p->others);
	}
}

static size_t count_seen(struct student *const *members, size_t n)
{
	size_t seen = 0;

	for (size_t i = 0; i < n; i++)
		seen += members[i]->seen;
	return seen;
}

static void warn(struct class_list *c, const char *text)
{
	const char **place = text ? arena_push(&c->arena, &c->warnings, &c->nwarnings, &c->warning_cap, sizeof *place) : NULL;

	if (place)
		*place = text;
}

static void share_groups(struct class_list *c)
{
	struct student **members = arena_array(&c->arena, c->n + 1, sizeof *members);
	size_t groups = 0, several = 0;
	const char **names = arena_array(&c->arena, c->n + 1, sizeof *names);

	for (size_t i = 0; members && names && i < c->n; i++)
		names[i] = c->students[i].group ? name_plain(c->students[i].group, false, &c->arena) : "";
	for (size_t i = 0; members && names && i < c->n; i++) {
		size_t n = 0;

		for (size_t k = i; *names[i] && k < c->n; k++)
			if (!strcmp(names[k], names[i])) {
				members[n++] = &c->students[k];
				if (k > i)
					names[k] = "";
			}
		if (n < 2)
			continue;
		groups++;
		several += count_seen(members, n) > 1;
		share(c, members, n);
	}
	if (groups)
		warn(c, arena_printf(&c->arena, "%zu group%s of the roster hand%s in together: what one member hands in counts "
						"for all%s", groups,
				     groups == 1 ? "" : "s", groups == 1 ? "s" : "",
				     several ? arena_printf(&c->arena, "; in %zu of them several did", several) : ""));
}

void class_sort(struct class_list *c)
{
	share_groups(c);
	for (size_t i = 0; i < c->n; i++)
		for (size_t x = 0; x < c->nexercises; x++)
			sort_by_time(&c->students[i].hands[x]);
	if (c->n)
		qsort(c->students, c->n, sizeof *c->students, compare_students);
	class_moved(c);
}

struct student *class_sorted_find(const struct class_list *c, const char *id)
{
	const struct student key = { .id = id };

	return c->n ? bsearch(&key, c->students, c->n, sizeof key, compare_students) : NULL;
}

/* ---- extensions --------------------------------------------------------------------------------------------------- */

void class_extend(struct class_list *c, const struct assignment *a)
{
	for (size_t i = 0; i < a->nextensions; i++) {
		struct student *p = class_find(c, a->extensions[i].student, &c->arena);

		if (p)
			p->extension_hours += a->extensions[i].hours;
		else
			warn(c, arena_printf(&c->arena, "the extension for '%s' names no student of this class",
					     a->extensions[i].student));
	}
}
