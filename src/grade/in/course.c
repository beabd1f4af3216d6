/* course.c - reads the definition of a course: see course.h. */
#include "config.h"

#include "grade/in/course.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "grade/in/names.h"
#include "script/script.h"

#define ASSIGNMENTS_MOST 200
#define EXCUSES_MOST     10000
#define WEIGHT_MOST      1e6
#define PERCENT_MOST     1000

static const char *const fields[] = { "title", "assignments", "drop_lowest", "most", "excused", "pass", NULL };
static const char *const assignment_fields[] = { SCRIPT_ITEMS, "weight", "bonus", "keep", "pass", "class", NULL };
static const char *const excuse_fields[] = { SCRIPT_ITEMS, "reason", NULL };

static int read_bounded(struct script *s, const char *field, double most, double *out, struct error *err)
{
	if (script_number(s, field, false, out, err))
		return -1;
	return *out >= 0 && *out <= most ? 0 : script_error(s, err, field, "should be from 0 to %g, is %g", most, *out);
}

/* A path in the definition is relative to its folder. NULL: no memory, or too long. */
static const char *path_beside(struct course *c, const char *word)
{
	char folder[PATH_MAX], out[PATH_MAX];
	int n = (int)(path_base(c->path) - c->path);

	if (*word == '/')
		return word;
	snprintf(folder, sizeof folder, "%.*s", n ? n : 1, n ? c->path : ".");
	return path_join(out, sizeof out, folder, word) ? arena_strdup(&c->arena, out) : NULL;
}

static int open_one(struct script *s, struct course *c, struct course_assignment *x, const char *word, struct error *err)
{
	x->path = path_beside(c, word);
	if (!x->path)
		return error_nomem(err);
	if (!path_exists(x->path)) {
		script_error_item(s, err, 1, "there is no assignment '%s'", word);
		return error_remedy(err, "write the path of its file, relative to the file of the course");
	}
	if (assignment_open(&x->a, x->path, err))
		return -1;
	c->n++; /* from here on it has an assignment to release */
	for (size_t i = 0; i + 1 < c->n; i++)
		if (!strcmp(c->list[i].a.name, x->a.name))
			return script_error_item(s, err, 1, "'%s' and '%s' have the same name, '%s'", c->list[i].path, x->path,
						 x->a.name);
	return assignment_possible(&x->a) > 0 ? 0 : script_error_item(s, err, 1, "'%s' has no points to share", x->a.name);
}

static int read_assignment(struct script *s, struct course *c, struct error *err)
{
	struct course_assignment *x = &c->list[c->n];
	const char *word = NULL;

	*x = (struct course_assignment){ .weight = NAN };
	if (script_only(s, assignment_fields, err) || script_item_string(s, &c->arena, 1, &word, err) < 0)
		return -1;
	if (!word) {
		script_error(s, err, NULL, "names no assignment");
		return error_remedy(err, "write `{ \"a1.lua\", weight = 20 }`");
	}
	if (open_one(s, c, x, word, err) || script_number(s, "weight", false, &x->weight, err) ||
	    script_boolean(s, "bonus", false, &x->bonus, err) || script_boolean(s, "keep", false, &x->keep, err) ||
	    read_bounded(s, "pass", 100, &x->pass, err) || script_string(s, &c->arena, "class", false, &x->folder, err))
		return -1;
	if (!isnan(x->weight) && !(x->weight >= 0 && x->weight <= WEIGHT_MOST))
		return script_error(s, err, "weight", "should be from 0 to %g, is %g", WEIGHT_MOST, x->weight);
	if (x->folder && !(x->folder = path_beside(c, x->folder)))
		return error_nomem(err);
	return 0;
}

/* All assignments have a weight, or none. */
static int settle_weights(struct script *s, struct course *c, struct error *err)
{
	size_t given = 0, without = 0, regular = 0;
	double sum = 0;

	for (size_t i = 0; i < c->n; i++) {
		given += !isnan(c->list[i].weight);
		without = isnan(c->list[i].weight) ? i : without;
		regular += !c->list[i].bonus;
	}
	if (given && given < c->n) {
		script_error(s, err, NULL, "'%s' has no weight, but other assignments have", c->list[without].a.name);
		return error_remedy(err, "give each a `weight`, or none: then each weighs as much as it has points");
	}
	for (size_t i = 0; i < c->n; i++) {
		if (!given)
			c->list[i].weight = assignment_possible(&c->list[i].a);
		sum += c->list[i].bonus ? 0 : c->list[i].weight;
	}
	if (sum <= 0)
		return script_error(s, err, NULL, regular ? "no assignment has a weight above 0" : "all assignments are bonus");
	if (c->drop_lowest < 0 || (size_t)c->drop_lowest >= regular)
		return script_error(s, err, "drop_lowest", "should be from 0 to %zu for %zu assignment%s without bonus, is %lld",
				    regular - 1, regular, regular == 1 ? "" : "s", (long long)c->drop_lowest);
	return 0;
}

static int read_assignments(struct script *s, struct course *c, struct error *err)
{
	int n;

	if (script_enter(s, "assignments", true, err) != 1)
		return -1;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n < 1 || n > ASSIGNMENTS_MOST)
		return script_error(s, err, NULL, "a course has from 1 to %d assignments, not %d", ASSIGNMENTS_MOST, n);
	c->list = arena_array(&c->arena, (size_t)n, sizeof *c->list);
	if (!c->list)
		return error_nomem(err);
	for (int i = 1; i <= n; i++) {
		if (script_enter_index(s, i, err) != 1 || read_assignment(s, c, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return settle_weights(s, c, err);
}

static int read_excuse(struct script *s, struct course *c, struct error *err)
{
	struct course_excuse *x = &c->excuses[c->nexcuses++];
	const char *name = NULL;

	*x = (struct course_excuse){ .reason = "", .assignment = c->n };
	if (script_only(s, excuse_fields, err) || script_item_string(s, &c->arena, 1, &x->student, err) < 0 ||
	    script_item_string(s, &c->arena, 2, &name, err) < 0 || script_string(s, &c->arena, "reason", false, &x->reason, err))
		return -1;
	if (!x->student || !name) {
		script_error(s, err, NULL, "should name a student and an assignment");
		return error_remedy(err, "write `{ \"1012\", \"a2\" }`");
	}
	x->student = name_composed(x->student, &c->arena);
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->list[i].a.name, name))
			x->assignment = i;
	if (x->assignment < c->n)
		return x->student ? 0 : error_nomem(err);
	script_error_item(s, err, 2, "the course has no assignment '%s'", name);
	return error_remedy(err, "write the `name` that the assignment's own file gives");
}

static int read_excuses(struct script *s, struct course *c, struct error *err)
{
	int entered = script_enter(s, "excused", false, err), n;

	if (entered < 1)
		return entered;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n > EXCUSES_MOST)
		return script_error(s, err, NULL, "has %d rows; at most %d are possible", n, EXCUSES_MOST);
	c->excuses = arena_array(&c->arena, (size_t)n + 1, sizeof *c->excuses);
	if (!c->excuses)
		return error_nomem(err);
	for (int i = 1; i <= n; i++) {
		if (script_enter_index(s, i, err) != 1 || read_excuse(s, c, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

static int read_all(struct script *s, void *ctx, struct error *err)
{
	struct course *c = ctx;

	c->title = "The course";
	if (script_only(s, fields, err) || script_string(s, &c->arena, "title", false, &c->title, err) ||
	    script_integer(s, "drop_lowest", false, &c->drop_lowest, err) || read_assignments(s, c, err) ||
	    read_bounded(s, "most", PERCENT_MOST, &c->most, err) || read_excuses(s, c, err))
		return -1;
	c->has_rule = script_call_json(s, "pass", NULL, NULL, err) == 1;
	return c->has_rule ? 0 : read_bounded(s, "pass", PERCENT_MOST, &c->pass, err);
}

int course_open(struct course *c, const char *path, struct error *err)
{
	struct script *s = script_open(path, NULL, err);
	int status = -1;

	memset(c, 0, sizeof *c);
	if (s) {
		c->path = arena_strdup(&c->arena, path);
		status = c->path ? script_protect(s, read_all, c, err) : error_nomem(err);
		script_close(s);
	}
	if (!status && c->arena.failed)
		status = error_nomem(err);
	if (status)
		course_release(c);
	return status;
}

void course_release(struct course *c)
{
	for (size_t i = 0; i < c->n; i++)
		assignment_release(&c->list[i].a);
	arena_release(&c->arena);
	memset(c, 0, sizeof *c);
}

/* ---- the function `pass` --------------------------------------------------------------------------- */

struct asking { json_t *const *students; size_t n; struct arena *arena; struct course_answer *answers; };

static int take_answer(struct script *s, const json_t *said, struct arena *arena, struct course_answer *out, struct error *err)
{
	const json_t *passed = json_object_get(said, "passed");
	const char *grade = json_string_value(json_object_get(said, "grade")),
		*why = json_string_value(json_object_get(said, "why"));

	if (!json_is_boolean(passed)) {
		script_error(s, err, "pass", "does not say whether the student passed");
		return error_remedy(err, "return `{ passed = true }` or `{ passed = false, grade = \"F\", why = \"...\" }`");
	}
	*out = (struct course_answer){ json_is_true(passed), arena_strdup(arena, grade ? grade : ""),
				       arena_strdup(arena, why ? why : "") };
	return out->grade && out->why ? 0 : error_nomem(err);
}

static int ask_all(struct script *s, void *ctx, struct error *err)
{
	const struct asking *w = ctx;

	for (size_t i = 0; i < w->n; i++) {
		json_t *said = NULL;
		int status = script_call_json(s, "pass", w->students[i], &said, err);

		status = status ? status : take_answer(s, said, w->arena, &w->answers[i], err);
		json_decref(said);
		if (status)
			return -1;
	}
	return 0;
}

int course_ask(const struct course *c, json_t *const *students, size_t n, struct arena *arena, struct course_answer *answers,
	       struct error *err)
{
	struct asking w = { students, n, arena, answers };
	struct script *s = script_open(c->path, NULL, err);
	int status = s ? script_protect(s, ask_all, &w, err) : -1;

	script_close(s);
	return status;
}
