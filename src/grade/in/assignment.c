/* assignment.c - reads an assignment's definition: see assignment.h. */
#include "config.h"

#include "grade/in/assignment.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/path.h"
#include "catalog/catalog.h"
#include "catalog/course.h"
#include "grade/in/names.h"
#include "script/script.h"

#define POINTS_MOST     1e6
#define POINTS_ALONE    10
#define OBJECTED        0.5
#define EXERCISES_MOST  100
#define PACKS_MOST      16
#define EXTENSIONS_MOST 10000

const char *const grade_part_names[PARTS] = { "cases", "passed", "findings", "speed" };

static const char *const fields[] = { "name", "title", "packs", "exercises", "due", "buffer_minutes", "grace_days", "late",
				      "extensions",
	"aliases", "groups", "rubric", "counts", "seed", NULL };
static const char *const task_fields[] = { SCRIPT_ITEMS, "points", "cases", "passed", "findings", "speed", "objected",
	"language", NULL };
static const char *const late_fields[] = { "percent", "most", "days", "marked", NULL };
static const char *const item_fields[] = { SCRIPT_ITEMS, "points", "text", "exercise", NULL };
static const char *const alias_fields[] = { SCRIPT_ITEMS, "student", "exercise", NULL };
static const char *const extensions_fields[] = { SCRIPT_ITEMS, "file", NULL };
static const char *const extension_fields[] = { SCRIPT_ITEMS, "hours", "days", NULL };

struct reading { struct assignment *a; struct catalog catalog; const char *path; };

/* ---- times ------------------------------------------------------------------------------------ */

/* "", "Z", "+01:00", "-0530": the offset in seconds; *local: there is none. -1: something else. */
static int read_zone(const char *p, long *seconds, bool *local)
{
	int hours, minutes, used = 0;

	while (*p == ' ')
		p++;
	*local = !*p;
	*seconds = 0;
	if (!*p || !strcmp(p, "Z") || !strcmp(p, "UTC"))
		return 0;
	if ((*p != '+' && *p != '-') || !isdigit((unsigned char)p[1]) || !isdigit((unsigned char)p[2]))
		return -1;
	if ((sscanf(p + 1, "%2d:%2d%n", &hours, &minutes, &used) != 2 && sscanf(p + 1, "%2d%2d%n", &hours, &minutes,
										&used) != 2) ||
	    p[1 + used] || hours > 14 || minutes < 0 || minutes > 59)
		return -1;
	*seconds = (hours * 60L + minutes) * 60 * (*p == '-' ? -1 : 1);
	return 0;
}

int grade_time(const char *text, int64_t *ms)
{
	int year, month, day, hour, minute, second = 0, used = 0, more = 0;
	struct tm t = { .tm_isdst = -1 }, same;
	long offset;
	bool local;
	time_t when;

	if (sscanf(text, "%4d-%2d-%2d%*1[T ]%2d:%2d%n", &year, &month, &day, &hour, &minute, &used) != 5 || !used)
		return -1;
	if (text[used] == ':') {
		if (sscanf(text + used, ":%2d%n", &second, &more) != 1)
			return -1;
		used += more;
		if (text[used] == '.')
			for (used++; isdigit((unsigned char)text[used]);)
				used++;
	}
	if (year < 1990 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 || minute < 0 ||
	    minute > 59 || second < 0 || second > 60 || read_zone(text + used, &offset, &local))
		return -1;
	t.tm_year = year - 1900;
	t.tm_mon = month - 1;
	t.tm_mday = day;
	t.tm_hour = hour;
	t.tm_min = minute;
	t.tm_sec = second;
	same = t;
	when = timegm(&same);
	if (same.tm_mday != day) /* a date that does not exist, such as February 30 */
		return -1;
	*ms = (int64_t)(local ? mktime(&t) : when - offset) * 1000;
	return 0;
}

/* ---- the definition ----------------------------------------------------------------------------- */

static int read_bounded(struct script *s, const char *field, bool required, double low, double high, double *out,
			struct error *err)
{
	if (script_number(s, field, required, out, err))
		return -1;
	if (!(*out >= low && *out <= high))
		return script_error(s, err, field, "should be from %g to %g, is %g", low, high, *out);
	return 0;
}

static int read_count(struct script *s, const char *field, int64_t most, int64_t *out, struct error *err)
{
	if (script_integer(s, field, false, out, err))
		return -1;
	if (*out < 0 || *out > most)
		return script_error(s, err, field, "should be from 0 to %lld, is %lld", (long long)most, (long long)*out);
	return 0;
}

/* The name is used in file names: letters, digits, and - _ . inside. */
static int check_name(struct script *s, const char *name, struct error *err)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)name[i]) && (i == 0 || !strchr("-_.", name[i])))
			n = 0;
	if (n && n <= 60)
		return 0;
	script_error(s, err, "name", "'%s' is not a name for an assignment", name);
	return error_remedy(err, "use letters, digits, '-', '_' and '.', at most 60, such as \"a1\"");
}

static void share_by_default(struct grade_exercise *x)
{
	x->parts[PART_CASES] = 0.8;
	x->parts[PART_SPEED] = 0.2;
}

static int read_parts(struct script *s, struct grade_exercise *x, struct error *err)
{
	double sum = 0;

	for (int i = 0; i < PARTS; i++) {
		if (read_bounded(s, grade_part_names[i], false, 0, 1, &x->parts[i], err))
			return -1;
		sum += x->parts[i];
	}
	if (sum == 0) {
		share_by_default(x);
	} else if (fabs(sum - 1) > 1e-9) {
		script_error(s, err, NULL, "the shares of the points add up to %g, not to 1", sum);
		return error_remedy(err, "write shares such as `cases = 0.6, passed = 0.2, speed = 0.2`, or none");
	}
	return 0;
}

int grade_exercise_name(struct grade_exercise *x, const char *id, struct arena *arena)
{
	x->id = arena_strdup(arena, id);
	x->file = arena_printf(arena, "%s.cu", path_base(id));
	x->python = arena_printf(arena, "%s.py", path_base(id));
	x->takes_python = exercise_offers_python(id);
	x->objected = OBJECTED;
	return x->id && x->file && x->python ? 0 : -1;
}

bool grade_is_python(const char *path)
{
	size_t n = name_plain_len(path);

	return n > 3 && !strcasecmp(path + n - 3, ".py");
}

static int read_language(struct script *s, struct grade_exercise *x, struct arena *arena, struct error *err)
{
	const char *language = NULL;

	if (script_string(s, arena, "language", false, &language, err))
		return -1;
	if (!language)
		return 0;
	x->only_python = !strcmp(language, "python");
	if (!x->only_python && strcmp(language, "cuda")) {
		script_error(s, err, "language", "'%s' is no language of answers", language);
		return error_remedy(err, "write \"python\" or \"cuda\", or leave it out: then both are taken where the exercise "
					 "offers Python");
	}
	if (x->only_python && !x->takes_python) {
		script_error(s, err, "language", "'%s' takes no answers in Python", x->id);
		return error_remedy(err, "`warpbook list` marks the exercises that do with `py`");
	}
	x->takes_python = x->only_python;
	return 0;
}

static int read_exercise(struct script *s, struct reading *r, struct error *err)
{
	struct assignment *a = r->a;
	struct grade_exercise *x = &a->exercises[a->nexercises];
	const char *word = NULL, *id;
	struct error why = { 0 };

	if (script_only(s, task_fields, err) || script_item_string(s, &a->arena, 1, &word, err) < 0)
		return -1;
	if (!word) {
		script_error(s, err, NULL, "names no exercise");
		return error_remedy(err, "write `{ \"01_kernels/add\", points = 10 }`");
	}
	if (catalog_resolve(&r->catalog, word, &id, &why)) {
		script_error_item(s, err, 1, "%s", why.text);
		return error_remedy(err, "%s", why.remedy[0] ? why.remedy : "`warpbook list` lists the exercises");
	}
	if (grade_exercise_name(x, id, &a->arena))
		return error_nomem(err);
	for (size_t i = 0; i < a->nexercises; i++)
		if (!strcmp(a->exercises[i].file, x->file))
			return script_error_item(s, err, 1, "'%s' and '%s' are both answered by a file '%s'",
						 a->exercises[i].id, id, x->file);
	if (read_bounded(s, "points", true, 0, POINTS_MOST, &x->points, err) || read_parts(s, x, err) ||
	    read_bounded(s, "objected", false, 0, 1, &x->objected, err) ||
	    read_language(s, x, &a->arena, err))
		return -1;
	a->nexercises++;
	return 0;
}

/* A pack by its name, or by its folder, whose path is relative to the definition. */
static int read_pack(struct script *s, const struct reading *r, int i, const char **out, struct error *err)
{
	const size_t len = (size_t)(path_base(r->path) - r->path);
	char folder[PATH_MAX], joined[PATH_MAX];
	const char *word = NULL;

	if (script_item_string(s, &r->a->arena, i, &word, err) != 1)
		return -1;
	*out = word;
	if (!strchr(word, '/'))
		return 0;
	snprintf(joined, sizeof joined, "%.*s%s", *word == '/' ? 0 : (int)len, r->path, word);
	if (realpath(joined, folder))
		return (*out = arena_strdup(&r->a->arena, folder)) ? 0 : error_nomem(err);
	script_error_item(s, err, i, "there is no folder '%s'", word);
	return error_remedy(err, "a path begins at the folder of the assignment");
}

/* Which packs the course has: before any exercise is looked for. */
static int read_packs(struct script *s, struct reading *r, struct error *err)
{
	const char *words[PACKS_MOST];
	struct error why = { 0 };
	int n, entered = script_enter(s, "packs", false, err);

	if (entered < 0 || (!entered && course_use(NULL, 0, err)))
		return -1;
	if (entered) {
		if (script_only(s, SCRIPT_ROWS, err))
			return -1;
		n = script_length(s);
		if (n < 1 || n > PACKS_MOST)
			return script_error(s, err, NULL, "an assignment has from 1 to %d packs, not %d", PACKS_MOST, n);
		for (int i = 0; i < n; i++)
			if (read_pack(s, r, i + 1, &words[i], err))
				return -1;
		if (course_use(words, (size_t)n, &why)) {
			script_error(s, err, NULL, "%s", why.text);
			return error_remedy(err, "%s", why.remedy);
		}
		script_leave(s);
	}
	return catalog_open(&r->catalog, err);
}

static int read_exercises(struct script *s, struct reading *r, struct error *err)
{
	int n;

	if (script_enter(s, "exercises", true, err) != 1)
		return -1;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n < 1 || n > EXERCISES_MOST)
		return script_error(s, err, NULL, "an assignment has from 1 to %d exercises, not %d", EXERCISES_MOST, n);
	r->a->exercises = arena_array(&r->a->arena, (size_t)n, sizeof *r->a->exercises);
	if (!r->a->exercises)
		return error_nomem(err);
	for (int i = 1; i <= n; i++) {
		if (script_enter_index(s, i, err) != 1 || read_exercise(s, r, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

static int read_late(struct script *s, struct assignment *a, struct error *err)
{
	int entered = script_enter(s, "late", false, err);

	if (entered < 1)
		return entered;
	if (script_only(s, late_fields, err) || read_bounded(s, "percent", true, 0, 100, &a->late_percent, err) ||
	    read_bounded(s, "most", false, 0, 100, &a->late_most, err) || read_count(s, "days", 1000, &a->late_days, err) ||
	    read_count(s, "marked", 1000, &a->late_marked, err))
		return -1;
	script_leave(s);
	return 0;
}

/* A table's path is relative to the definition. */
static int read_extensions_file(struct script *s, struct reading *r, struct error *err)
{
	const char *file = NULL;
	char folder[PATH_MAX], path[PATH_MAX];
	int n = (int)(path_base(r->path) - r->path);

	if (script_string(s, &r->a->arena, "file", false, &file, err))
		return -1;
	if (!file)
		return 0;
	snprintf(folder, sizeof folder, "%.*s", n ? n : 1, n ? r->path : ".");
	if (!path_join(path, sizeof path, *file == '/' ? "/" : folder, file + (*file == '/')))
		return error_nomem(err);
	if (!path_exists(path))
		return script_error(s, err, "file", "there is no table '%s'", file);
	return assignment_extend(r->a, path, err);
}

static int read_extensions(struct script *s, struct reading *r, struct error *err)
{
	struct assignment *a = r->a;
	int entered = script_enter(s, "extensions", false, err), n;

	if (entered < 1)
		return entered;
	n = script_length(s);
	if (script_only(s, extensions_fields, err))
		return -1;
	if (n > EXTENSIONS_MOST)
		return script_error(s, err, NULL, "has %d rows; at most %d are possible", n, EXTENSIONS_MOST);
	a->extensions = arena_array(&a->arena, (size_t)n + 1, sizeof *a->extensions);
	if (!a->extensions)
		return error_nomem(err);
	for (int i = 1; i <= n; i++) {
		struct grade_extension *x = &a->extensions[a->nextensions++];
		double days = 0;

		if (script_enter_index(s, i, err) != 1 || script_only(s, extension_fields, err) ||
		    script_item_string(s, &a->arena, 1, &x->student, err) < 0)
			return -1;
		x->student = x->student ? name_composed(x->student, &a->arena) : NULL;
		if (!x->student) {
			script_error(s, err, NULL, "names no student");
			return error_remedy(err, "write `{ \"student\", hours = 48 }`: the time is added to what is left");
		}
		if (read_bounded(s, "hours", false, 0, 24 * 366, &x->hours, err) ||
		    read_bounded(s, "days", false, 0, 366, &days, err))
			return -1;
		x->hours += 24 * days;
		if (x->hours <= 0) {
			script_error(s, err, NULL, "gives no time");
			return error_remedy(err, "write `{ \"student\", hours = 48 }`: the time is added to what is left");
		}
		script_leave(s);
	}
	if (read_extensions_file(s, r, err))
		return -1;
	script_leave(s);
	return 0;
}

/* The exercise with that id or name; -1. */
static int exercise_of(const struct assignment *a, const char *word)
{
	for (size_t i = 0; i < a->nexercises; i++)
		if (!strcmp(a->exercises[i].id, word) || !strcmp(path_base(a->exercises[i].id), word))
			return (int)i;
	return -1;
}

static int read_alias(struct script *s, struct assignment *a, struct error *err)
{
	struct grade_alias *x = &a->aliases[a->naliases++];
	const char *exercise = NULL;

	*x = (struct grade_alias){ .exercise = -1 };
	if (script_only(s, alias_fields, err) || script_item_string(s, &a->arena, 1, &x->from, err) < 0 ||
	    script_string(s, &a->arena, "student", false, &x->student, err) ||
	    script_string(s, &a->arena, "exercise", false, &exercise, err))
		return -1;
	if (!x->from || !x->student == !exercise) {
		script_error(s, err, NULL, x->from ? "should name either a student or an exercise" : "gives no name");
		return error_remedy(err, "write `{ \"Folder of Pat\", student = \"1012\" }` or `{ \"vector_add.cu\", exercise = "
					 "\"add\" }`");
	}
	x->exercise = exercise ? exercise_of(a, exercise) : -1;
	return exercise && x->exercise < 0 ? script_error(s, err, "exercise", "the assignment has no exercise '%s'",
							  exercise) : 0;
}

static int read_item(struct script *s, struct assignment *a, struct error *err)
{
	struct grade_item *x = &a->rubric[a->nrubric];
	const char *exercise = NULL;

	*x = (struct grade_item){ .exercise = -1 };
	if (script_only(s, item_fields, err) || script_item_string(s, &a->arena, 1, &x->name, err) < 0 ||
	    script_string(s, &a->arena, "text", false, &x->text, err) ||
	    read_bounded(s, "points", false, -POINTS_MOST, POINTS_MOST, &x->points, err) ||
	    script_string(s, &a->arena, "exercise", false, &exercise, err))
		return -1;
	if (!x->name || !*x->name) {
		script_error(s, err, NULL, "gives no name");
		return error_remedy(err, "write `{ \"names\", points = -1, text = \"names that say what they hold\" }`");
	}
	x->text = x->text ? x->text : x->name;
	if (assignment_item(a, x->name))
		return script_error(s, err, NULL, "'%s' is in the rubric twice", x->name);
	x->exercise = exercise ? exercise_of(a, exercise) : -1;
	a->nrubric++;
	return exercise && x->exercise < 0 ? script_error(s, err, "exercise", "the assignment has no exercise '%s'",
							  exercise) : 0;
}

/* Reads a list of tables; *rows has room for all of them. */
static int read_list(struct script *s, const char *field, struct assignment *a, void *rows, size_t size,
		     int (*read)(struct script *s, struct assignment *a, struct error *err), struct error *err)
{
	int entered = script_enter(s, field, false, err), n;
	void *list;

	if (entered < 1)
		return entered;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n > EXTENSIONS_MOST)
		return script_error(s, err, NULL, "has %d rows; at most %d are possible", n, EXTENSIONS_MOST);
	list = arena_alloc(&a->arena, ((size_t)n + 1) * size);
	if (!list)
		return error_nomem(err);
	memcpy(rows, &list, sizeof list);
	for (int i = 1; i <= n; i++) {
		if (script_enter_index(s, i, err) != 1 || read(s, a, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

static int read_groups(struct script *s, struct assignment *a, struct error *err)
{
	bool said[] = { false, true };

	if (script_boolean(s, "groups", false, &said[0], err) || script_boolean(s, "groups", false, &said[1], err))
		return -1;
	a->groups = said[0] == said[1] ? said[0] : -1;
	return 0;
}

static int read_due(struct script *s, struct assignment *a, struct error *err)
{
	const char *due = NULL;

	if (script_string(s, &a->arena, "due", false, &due, err))
		return -1;
	if (due && grade_time(due, &a->due_ms)) {
		script_error(s, err, "due", "'%s' is not a time", due);
		return error_remedy(err, "write \"2026-11-20 23:59 +01:00\", or without the zone for this machine's time");
	}
	return 0;
}

static int read_counts(struct script *s, struct assignment *a, struct error *err)
{
	const char *counts = NULL;

	if (script_string(s, &a->arena, "counts", false, &counts, err))
		return -1;
	a->best = counts && !strcmp(counts, "best");
	a->in_time = counts && !strcmp(counts, "last-in-time");
	if (counts && !a->best && !a->in_time && strcmp(counts, "last")) {
		script_error(s, err, "counts", "'%s' does not say which of several files counts", counts);
		return error_remedy(err, "write \"last\", \"best\" or \"last-in-time\"");
	}
	return 0;
}

static int read_all(struct script *s, void *ctx, struct error *err)
{
	struct reading *r = ctx;
	struct assignment *a = r->a;
	int64_t seed = 0;

	a->late_most = 100;
	a->late_marked = 1;
	if (script_only(s, fields, err) || script_string(s, &a->arena, "name", true, &a->name, err) ||
	    check_name(s, a->name, err))
		return -1;
	a->title = a->name;
	if (script_string(s, &a->arena, "title", false, &a->title, err) || read_packs(s, r, err) || read_exercises(s, r, err) ||
	    read_due(s, a, err) || read_bounded(s, "buffer_minutes", false, 0, 60 * 24, &a->buffer_minutes, err) ||
	    read_count(s, "grace_days", 1000, &a->grace_days, err) || read_late(s, a, err) ||
	    read_extensions(s, r, err) || read_list(s, "aliases", a, &a->aliases, sizeof *a->aliases, read_alias, err) ||
	    read_list(s, "rubric", a, &a->rubric, sizeof *a->rubric, read_item, err) ||
	    read_groups(s, a, err) || read_counts(s, a, err) || read_count(s, "seed", ((int64_t)1 << 53) - 1, &seed, err))
		return -1;
	a->seed = (uint64_t)seed;
	return 0;
}

int assignment_open(struct assignment *a, const char *path, struct error *err)
{
	struct reading r = { .a = a, .path = path };
	struct script *s;
	int status = -1;

	memset(a, 0, sizeof *a);
	s = script_open(path, NULL, err);
	if (s) {
		status = script_protect(s, read_all, &r, err);
		script_close(s);
	}
	catalog_release(&r.catalog);
	if (!status && a->arena.failed)
		status = error_nomem(err);
	if (status && err->party == PARTY_AUTHOR && !strcmp(err->file, path))
		err->party = PARTY_LEARNER; /* the assignment is the caller's own, unlike an exercise */
	if (status)
		assignment_release(a);
	return status;
}

int assignment_of(struct assignment *a, const char *exercise, struct error *err)
{
	struct catalog catalog = { 0 };
	const char *id;
	int status = catalog_open(&catalog, err);

	memset(a, 0, sizeof *a);
	if (!status)
		status = catalog_resolve(&catalog, exercise, &id, err);
	if (!status) {
		a->exercises = arena_array(&a->arena, 1, sizeof *a->exercises);
		a->groups = -1;
		a->name = a->title = arena_strdup(&a->arena, path_base(id));
		if (!a->exercises || !a->name || grade_exercise_name(&a->exercises[0], id, &a->arena))
			status = error_nomem(err);
	}
	if (!status) {
		a->exercises[a->nexercises++].points = POINTS_ALONE;
		share_by_default(&a->exercises[0]);
	}
	catalog_release(&catalog);
	return status;
}

void assignment_release(struct assignment *a)
{
	arena_release(&a->arena);
	memset(a, 0, sizeof *a);
}

const struct grade_item *assignment_item(const struct assignment *a, const char *name)
{
	for (size_t i = 0; i < a->nrubric; i++)
		if (!strcmp(a->rubric[i].name, name))
			return &a->rubric[i];
	return NULL;
}

double assignment_possible(const struct assignment *a)
{
	double sum = 0;

	for (size_t i = 0; i < a->nexercises; i++)
		sum += a->exercises[i].points;
	return sum;
}
