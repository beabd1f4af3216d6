/*
 * exercise.c - reads a definition and checks it against exercises/README.md.
 *
 * Checks everything that does not depend on a case; cases.c checks the rest
 * (counts, values, the launch). Every error names the field, its
 * line, and what to write instead.
 */
#include "config.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "catalog/course.h"
#include "catalog/internal.h"
#include "catalog/overlay.h"
#include "catalog/values.h"
#include "script/nearest.h"
#include "words/kinds.h"

#define NAME_OF(name, what) name,
static const char *const definition_fields[] = {
#define EVERY NAME_OF
#define KERNEL NAME_OF
#include "catalog/fields.def"
	NULL };
static const char *const host_fields[] = {
#define EVERY NAME_OF
#define HOST NAME_OF
#include "catalog/fields.def"
	NULL };
static const char *const param_fields[] = {
#define PARAM NAME_OF
#include "catalog/fields.def"
	NULL };
static const char *const tolerance_fields[] = {
#define TOLERANCE NAME_OF
#include "catalog/fields.def"
	NULL };

const struct exercise_field exercise_fields[] = {
#define EVERY(name, what) { FIELDS_EVERY, name, what },
#define KERNEL(name, what) { FIELDS_KERNEL, name, what },
#define HOST(name, what) { FIELDS_HOST, name, what },
#define PARAM(name, what) { FIELDS_PARAM, name, what },
#define TOLERANCE(name, what) { FIELDS_TOLERANCE, name, what },
#include "catalog/fields.def"
};
const size_t exercise_nfields = sizeof exercise_fields / sizeof *exercise_fields;

static const char *const kind_names[] = { [EXERCISE_KERNEL] = "kernel", [EXERCISE_HOST] = "host" };
static const char *const role_names[] = { [PARAM_SCALAR] = "", [PARAM_IN] = "in", [PARAM_OUT] = "out", [PARAM_INOUT] = "inout" };

#define FAST ".fast.cu"
#define COUNT_OF(array) (sizeof (array) / sizeof *(array))

static int name_index(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return (int)i;
	return -1;
}

static bool is_identifier(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	for (; *name; name++)
		if (!text_is_word(*name))
			return false;
	return true;
}

bool catalog_field_present(struct script *s, const char *field)
{
	bool present = lua_getfield(script_state(s), -1, field) != LUA_TNIL;

	lua_pop(script_state(s), 1);
	return present;
}

static int read_text(struct script *s, struct arena *a, const char *field, const char **out, struct error *err)
{
	if (script_string(s, a, field, true, out, err))
		return -1;
	if ((*out)[strspn(*out, " \t\n")] == '\0') {
		script_error(s, err, field, "is empty");
		return error_remedy(err, "write a text that tells a learner what to do");
	}
	return 0;
}

int catalog_read_identifier(struct script *s, struct arena *a, const char *field, const char **out, struct error *err)
{
	if (script_string(s, a, field, true, out, err))
		return -1;
	if (!is_identifier(*out)) {
		script_error(s, err, field, "'%s' is not a name in CUDA C", *out);
		return error_remedy(err, "use letters, digits and underscores; do not begin with a digit");
	}
	return 0;
}

static int read_bounded(struct script *s, const char *field, int low, int high, int *out, struct error *err)
{
	int64_t value = 0;

	if (script_integer(s, field, true, &value, err))
		return -1;
	if (value < low || value > high)
		return script_error(s, err, field, "should be from %d to %d, is %lld", low, high, (long long)value);
	*out = (int)value;
	return 0;
}

static int need_function(struct script *s, const char *field, bool required, bool *present, struct error *err)
{
	int type = lua_getfield(script_state(s), -1, field);

	lua_pop(script_state(s), 1);
	*present = type == LUA_TFUNCTION;
	if (*present || (type == LUA_TNIL && !required))
		return 0;
	script_error(s, err, type == LUA_TNIL ? NULL : field, type == LUA_TNIL ? "'%s' is missing" : "'%s' is not a function",
		     field);
	return error_remedy(err, "write `%s = function(c) ... end`", field);
}

int catalog_check_quantity(struct exercise *e, const char *field, int item, size_t *cap, struct error *err)
{
	lua_State *lua = script_state(e->script);
	int type = field ? lua_getfield(lua, -1, field) : lua_rawgeti(lua, -1, item);
	const char **name;

	if (type == LUA_TSTRING) {
		name = arena_push(&e->arena, &e->variables, &e->nvariables, cap, sizeof *e->variables);
		if (!name || !(*name = arena_strdup(&e->arena, lua_tostring(lua, -1))))
			return error_nomem(err);
	}
	lua_pop(lua, 1);
	if (type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TFUNCTION)
		return 0;
	if (field)
		script_error(e->script, err, field, "should be a number, a case variable's name or a function");
	else
		script_error_item(e->script, err, item, "should be a number, a case variable's name or a function");
	return error_remedy(err, "write 256, \"n\" or `function(c) return 2 * c.n end`");
}

static int check_fill(struct exercise *e, size_t *cap, struct error *err)
{
	struct script *s = e->script;
	const char *kind = NULL;
	bool function = lua_getfield(script_state(s), -1, "fill") == LUA_TFUNCTION;
	int nargs;

	lua_pop(script_state(s), 1);
	if (function) {
		if (!catalog_field_present(s, "scale") && !catalog_field_present(s, "used"))
			return 0;
		return script_error(s, err, "fill", "a function gives all elements itself: no `scale` and no `used`");
	}
	if (script_enter(s, "fill", true, err) != 1 || script_only(s, (const char *const[]){ SCRIPT_ITEMS, NULL }, err))
		return -1;
	if (script_item_string(s, &e->arena, 1, &kind, err) < 0)
		return -1;
	if (!kind || !fill_known(kind, &nargs)) {
		script_error(s, err, NULL, "'%s' is not a way to fill an array", kind ? kind : "");
		return error_remedy(err, "write uniform, integers, striped, eighths, halves, index, constant or ell_columns");
	}
	if (script_length(s) != nargs + 1)
		return script_error(s, err, NULL, "'%s' takes %d numbers, not %d", kind, nargs, script_length(s) - 1);
	for (int i = 0; i < nargs; i++)
		if (catalog_check_quantity(e, NULL, i + 2, cap, err))
			return -1;
	script_leave(s);
	return 0;
}

static int check_extent(struct exercise *e, struct exercise_param *p, size_t *cap, struct error *err)
{
	struct script *s = e->script;

	if (catalog_field_present(s, "count") == catalog_field_present(s, "shape")) {
		script_error(s, err, NULL, "an array has either `count` or `shape`");
		return error_remedy(err, "write `count = \"n\"`, or `shape = { \"h\", \"w\" }` with the slowest dimension first");
	}
	p->dimensions = 1;
	if (catalog_field_present(s, "count"))
		return catalog_check_quantity(e, "count", 0, cap, err);
	if (script_enter(s, "shape", true, err) != 1)
		return -1;
	if (script_length(s) < 2 || script_length(s) > 3)
		return script_error(s, err, NULL, "a shape has 2 or 3 dimensions, not %d", script_length(s));
	p->dimensions = script_length(s);
	for (int i = 1; i <= p->dimensions; i++)
		if (catalog_check_quantity(e, NULL, i, cap, err))
			return -1;
	script_leave(s);
	return 0;
}

/* Checks `scale`, a factor for all numbers of a fill. */
static int check_scale(struct exercise *e, const struct exercise_param *p, size_t *cap, struct error *err)
{
	struct script *s = e->script;

	if (!catalog_field_present(s, "scale"))
		return 0;
	if (p->role == PARAM_OUT || value_type_whole(p->type))
		return script_error(s, err, "scale", "needs an array of float or double with a fill");
	return catalog_check_quantity(e, "scale", 0, cap, err);
}

/* Checks `used`: how many elements of a row the kernel may read. The rest is NaN, which only floats have. */
static int check_used(struct exercise *e, const struct exercise_param *p, size_t *cap, struct error *err)
{
	struct script *s = e->script;

	if (!catalog_field_present(s, "used"))
		return 0;
	if (p->role == PARAM_OUT || value_type_whole(p->type) || !catalog_field_present(s, "shape")) {
		script_error(s, err, "used", "needs rows of float or double with a fill");
		return error_remedy(err, "give the array a `shape` whose last dimension is the length of a row");
	}
	return catalog_check_quantity(e, "used", 0, cap, err);
}

/*
 * Checks `padding`: the name of an int array before this one, whose negative elements mark those of this one that mean nothing.
 */
static int check_padding(struct exercise *e, const struct exercise_param *p, struct error *err)
{
	struct script *s = e->script;
	const char *name = NULL;

	if (!catalog_field_present(s, "padding"))
		return 0;
	if (p->role == PARAM_OUT || value_type_whole(p->type))
		return script_error(s, err, "padding", "needs an array of float or double with a fill");
	if (script_string(s, &e->arena, "padding", true, &name, err))
		return -1;
	for (const struct exercise_param *mark = e->params; mark < p; mark++)
		if (!strcmp(mark->name, name) && mark->role != PARAM_SCALAR && mark->role != PARAM_OUT && mark->type == VALUE_INT)
			return 0;
	return script_error(s, err, "padding", "there is no array of int before this one that is called '%s'", name);
}

static int read_array(struct exercise *e, struct exercise_param *p, size_t *cap, struct error *err)
{
	struct script *s = e->script;
	const char *role = NULL;
	int index;

	if (script_string(s, &e->arena, "role", true, &role, err))
		return -1;
	index = name_index(role, role_names, COUNT_OF(role_names));
	if (index <= PARAM_SCALAR) {
		script_error(s, err, "role", "'%s' is not a role", role);
		return error_remedy(err, "write in, out or inout");
	}
	p->role = (enum param_role)index;
	if (catalog_field_present(s, "value"))
		return script_error(s, err, "value", "an array has a `fill`, not a `value`");
	if (p->role == PARAM_OUT && catalog_field_present(s, "fill")) {
		script_error(s, err, "fill", "an output is poisoned before the run, not filled");
		return error_remedy(err, "take the fill out, or make the role inout");
	}
	return check_extent(e, p, cap, err) || (p->role != PARAM_OUT && check_fill(e, cap, err)) ||
		       check_scale(e, p, cap, err) || check_used(e, p, cap, err) || check_padding(e, p, err) ? -1 : 0;
}

static int read_scalar(struct exercise *e, struct exercise_param *p, size_t *cap, struct error *err)
{
	static const char *const not_for_scalars[] = { "count", "shape", "fill", "scale", "used", "padding" };

	for (size_t i = 0; i < COUNT_OF(not_for_scalars); i++)
		if (catalog_field_present(e->script, not_for_scalars[i])) {
			script_error(e->script, err, not_for_scalars[i], "a parameter without a role is a scalar and has no %s",
				     not_for_scalars[i]);
			return error_remedy(err, "add `role = \"in\"`, \"out\" or \"inout\" if it is an array");
		}
	p->role = PARAM_SCALAR;
	return catalog_check_quantity(e, "value", 0, cap, err);
}

static int read_type(struct exercise *e, struct exercise_param *p, struct error *err)
{
	const char *names[VALUE_TYPE_COUNT], *type = NULL, *near;
	int index;

	if (script_string(e->script, &e->arena, "type", true, &type, err))
		return -1;
	index = value_type_find(type);
	if (index >= 0) {
		p->type = (enum value_type)index;
		return 0;
	}
	for (int t = 0; t < VALUE_TYPE_COUNT; t++)
		names[t] = value_type_name((enum value_type)t);
	near = word_nearest(type, names, VALUE_TYPE_COUNT);
	script_error(e->script, err, "type", "'%s' is not a type a parameter can have", type);
	if (near)
		return error_remedy(err, "did you mean \"%s\"?", near);
	return error_remedy(err, "see the list of types in exercises/README.md");
}

static int read_param(struct exercise *e, struct exercise_param *p, size_t *cap, struct error *err)
{
	struct script *s = e->script;

	if (script_only(s, param_fields, err) || catalog_read_identifier(s, &e->arena, "name", &p->name, err) ||
	    read_type(e, p, err))
		return -1;
	for (const struct exercise_param *other = e->params; other < p; other++)
		if (!strcmp(other->name, p->name))
			return script_error(s, err, "name", "there is already a parameter '%s'", p->name);
	return catalog_field_present(s, "role") ? read_array(e, p, cap, err) : read_scalar(e, p, cap, err);
}

static int read_params(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	size_t cap = 0;

	if (script_enter(s, "params", true, err) != 1)
		return -1;
	e->nparams = (size_t)script_length(s);
	if (e->nparams < 1 || e->nparams > PARAMS_MAX)
		return script_error(s, err, NULL, "a %s has from 1 to %d parameters here, not %zu",
				    e->kind == EXERCISE_HOST ? "function" : "kernel", PARAMS_MAX, e->nparams);
	e->params = arena_array(&e->arena, e->nparams + 1, sizeof *e->params); /* one more for the return value */
	if (!e->params)
		return error_nomem(err);
	for (size_t i = 0; i < e->nparams; i++) {
		if (script_enter_index(s, (int)i + 1, err) != 1 || read_param(e, &e->params[i], &cap, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

/* Is the table at the top a range of two numbers, perhaps with a whole step? */
static bool is_range(lua_State *lua, double *low, double *high)
{
	size_t n = lua_rawlen(lua, -1);
	struct number v;
	bool good = n == 2 || n == 3;

	for (lua_Integer i = 1; good && i <= (lua_Integer)n; i++) {
		lua_rawgeti(lua, -1, i);
		good = lua_type(lua, -1) == LUA_TNUMBER && catalog_number_get(lua, -1, &v) &&
		       (n == 2 || (v.whole && (i < 3 || v.integer > 0)));
		if (i < 3)
			*(i == 1 ? low : high) = lua_tonumber(lua, -1);
		lua_pop(lua, 1);
	}
	return good;
}

/* Checks the value at the top, which a case gives to `name`: a number, or a range. */
static int check_variable(struct exercise *e, const char *name, struct error *err)
{
	lua_State *lua = script_state(e->script);
	int type = lua_type(lua, -1);
	double low = 0, high = 0;

	if (type == LUA_TTABLE && is_range(lua, &low, &high)) {
		type = LUA_TNUMBER;
		if (!(low <= high))
			return script_error(e->script, err, name, "the upper bound %.14g is below the lower, %.14g", high, low);
	}
	if (type != LUA_TNUMBER) {
		script_error(e->script, err, name, "should be a number or a range");
		return error_remedy(err, "write 257, or { 1000, 5000 } to draw it from the seed, or { 128, 512, 128 } to draw a "
					 "multiple of 128");
	}
	for (size_t i = 0; i < e->nparams; i++)
		if (e->params[i].role != PARAM_SCALAR && !strcmp(e->params[i].name, name))
			return script_error(e->script, err, name, "a case variable and an array parameter share this name");
	return 0;
}

int case_check(struct exercise *e, struct error *err)
{
	lua_State *lua = script_state(e->script);

	lua_pushnil(lua);
	while (lua_next(lua, -2)) {
		const char *name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : NULL;

		if (!name || !is_identifier(name)) {
			script_error(e->script, err, NULL, "a case holds named numbers only");
			return error_remedy(err, "write { n = 257, a = 2 }");
		}
		if (check_variable(e, name, err))
			return -1;
		lua_pop(lua, 1);
	}
	return 0;
}

static int check_cases(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	int n;

	if (script_enter(s, "cases", true, err) != 1)
		return -1;
	if (script_only(s, SCRIPT_ROWS, err))
		return -1;
	n = script_length(s);
	if (n < 1 || n > CASES_MAX)
		return script_error(s, err, NULL, "an exercise has from 1 to %d cases, not %d", CASES_MAX, n);
	for (int i = 1; i <= n; i++) {
		if (script_enter_index(s, i, err) != 1 || case_check(e, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

static int read_tolerance(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	struct tolerance *t = &e->tolerance;
	int64_t ulp = 0;

	if (script_enter(s, "tolerance", true, err) != 1 || script_only(s, tolerance_fields, err))
		return -1;
	if (!catalog_field_present(s, "why")) {
		script_error(s, err, NULL, "'why' is missing");
		return error_remedy(err, "say in a sentence why results may differ so much, or why they must be equal");
	}
	if (read_text(s, &e->arena, "why", &t->why, err) || script_integer(s, "ulp", false, &ulp, err) ||
	    script_number(s, "abs", false, &t->absolute, err) || script_number(s, "rel", false, &t->relative, err))
		return -1;
	if (ulp < 0 || ulp > 1 << 20)
		return script_error(s, err, "ulp", "should be from 0 to %d", 1 << 20);
	if (!(t->absolute >= 0))
		return script_error(s, err, "abs", "should not be negative");
	if (!(t->relative >= 0 && t->relative < 1))
		return script_error(s, err, "rel", "should be from 0 to 1");
	t->ulp = (unsigned)ulp;
	script_leave(s);
	return 0;
}

/* Reads `strict`: kinds of finding that are remarks elsewhere. */
static int read_strict(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	int found = script_enter(s, "strict", false, err), n = found == 1 ? script_length(s) : 0;

	if (found < 1)
		return found;
	e->strict = arena_array(&e->arena, (size_t)n + 1, sizeof *e->strict);
	if (!e->strict)
		return error_nomem(err);
	for (int i = 0; i < n; i++) {
		const char *name = NULL;

		if (script_item_string(s, &e->arena, i + 1, &name, err) != 1)
			return -1;
		e->strict[e->nstrict] = finding_kind_named(name);
		if (e->strict[e->nstrict++] == FINDING_KINDS)
			return script_error_item(s, err, i + 1, "'%s' is not a kind of finding", name);
	}
	script_leave(s);
	return 0;
}

/*
 * { no_barrier = "why" }: names of source/mutations.def, which the generator
 * checks. Line numbers are those of the CUDA C++ solution.
 */
static int read_excused_of(struct exercise *e, const char *field, size_t *cap, struct error *err)
{
	struct script *s = e->script;
	lua_State *lua = script_state(s);
	const bool of_cuda = !strcmp(field, "excused");
	int found = script_enter(s, field, false, err);

	if (found < 1)
		return found;
	lua_pushnil(lua);
	while (lua_next(lua, -2)) {
		struct excuse *x;

		if (lua_type(lua, -2) != LUA_TSTRING || lua_type(lua, -1) != LUA_TSTRING)
			return script_error(s, err, NULL, "names and reasons must be texts: { no_barrier = \"why\" }");
		if (!e->python || !of_cuda || !strchr(lua_tostring(lua, -2), ':')) {
			if (!(x = arena_push(&e->arena, &e->excused, &e->nexcused, cap, sizeof *x)))
				return error_nomem(err);
			x->mutation = arena_strdup(&e->arena, lua_tostring(lua, -2));
			x->why = arena_strdup(&e->arena, lua_tostring(lua, -1));
		}
		lua_pop(lua, 1);
	}
	script_leave(s);
	return e->arena.failed ? error_nomem(err) : 0;
}

static int read_excused(struct exercise *e, struct error *err)
{
	size_t cap = 0;

	return read_excused_of(e, "excused", &cap, err) || (e->python &&
							    read_excused_of(e, "excused_python", &cap, err)) ? -1 : 0;
}

static int read_hints_of(struct exercise *e, const char *field, struct error *err)
{
	struct script *s = e->script;
	const int wanted = (int)COUNT_OF(e->hints);

	if (script_enter(s, field, true, err) != 1)
		return -1;
	if (script_length(s) != wanted) {
		script_error(s, err, NULL, "there are %d hints, not %d", script_length(s), wanted);
		return error_remedy(err, "write the idea, the place, and almost the line");
	}
	for (int i = 0; i < wanted; i++) {
		if (script_item_string(s, &e->arena, i + 1, &e->hints[i], err) != 1)
			return -1;
		if (!*e->hints[i])
			return script_error_item(s, err, i + 1, "is empty");
	}
	script_leave(s);
	return 0;
}

static int read_hints(struct exercise *e, struct error *err)
{
	if (read_hints_of(e, "hints", err))
		return -1;
	return e->python && catalog_field_present(e->script, "hints_python") ? read_hints_of(e, "hints_python", err) : 0;
}

static bool is_param(const struct exercise *e, const char *name)
{
	for (size_t i = 0; i < e->nparams; i++)
		if (!strcmp(e->params[i].name, name))
			return true;
	return false;
}

/* { "vectorize", "x", "a", "out" } or { "guvectorize", "(n)->()", "x", "out" }: the decorator, its layout, and parameters. */
static int read_ufunc(struct exercise *e, struct error *err)
{
	struct script *s = e->script;
	const int found = script_enter(s, "ufunc", false, err);
	int first = 2;

	if (found < 1)
		return found;
	if (script_length(s) < 3)
		return script_error(s, err, NULL, "should be the decorator and the parameters of its function");
	for (int i = 1; i <= script_length(s); i++) {
		const char *word = NULL;

		if (script_item_string(s, &e->arena, i, &word, err) != 1)
			return -1;
		if (i == 1 && strcmp(word, "vectorize") && strcmp(word, "guvectorize"))
			return script_error_item(s, err, i, "'%s' is not a decorator: write vectorize or guvectorize", word);
		first = i == 1 && *word == 'g' ? 3 : first;
		if (i >= first && !is_param(e, word))
			return script_error_item(s, err, i, "there is no parameter '%s'", word);
		e->ufunc = e->ufunc ? arena_printf(&e->arena, "%s %s", e->ufunc, word) : word;
	}
	script_leave(s);
	return e->arena.failed ? error_nomem(err) : 0;
}

static int read_kind(struct exercise *e, struct error *err)
{
	const char *kind = NULL;
	int index;

	if (script_string(e->script, &e->arena, "kind", true, &kind, err))
		return -1;
	index = name_index(kind, kind_names, COUNT_OF(kind_names));
	if (index < 0) {
		script_error(e->script, err, "kind", "'%s' is not a kind of exercise", kind);
		return error_remedy(err, "write \"kernel\", or \"host\" where the learner writes the host's side");
	}
	e->kind = (enum exercise_kind)index;
	return 0;
}

int trial_read(struct exercise *e, struct error *err)
{
	bool has_launch;

	if (read_params(e, err) || check_cases(e, err))
		return -1;
	return e->kind == EXERCISE_HOST ? 0 : need_function(e->script, "launch", true, &has_launch, err);
}

/* Reads the launch of the fast solution. */
static int read_fast(struct exercise *e, struct error *err)
{
	bool has_launch;

	e->has_fast = catalog_field_present(e->script, "fast");
	if (!e->has_fast)
		return 0;
	if (script_enter(e->script, "fast", true, err) != 1 ||
	    script_only(e->script, (const char *const[]){ "launch", NULL }, err) ||
	    need_function(e->script, "launch", true, &has_launch, err))
		return -1;
	script_leave(e->script);
	return 0;
}

/* Reads the learner's function, its parameters, and how it is called. */
static int read_function(struct exercise *e, struct error *err)
{
	if (e->kind == EXERCISE_HOST)
		return read_params(e, err) || catalog_read_entry(e, err) || check_cases(e, err) || read_rules(e, err) ||
			       read_device(e, err)
		       ? -1 : 0;
	return catalog_read_identifier(e->script, &e->arena, "kernel", &e->kernel, err) || trial_read(e, err) ? -1 : 0;
}

static int read_accept(struct exercise *e, struct error *err)
{
	struct script *s = e->script;

	if (need_function(s, "accept", false, &e->has_accept, err))
		return -1;
	if (!e->has_accept || !e->has_oracle)
		return 0;
	script_error(s, err, "accept", "takes the place of 'oracle'; here are both");
	return error_remedy(err, "leave the oracle out");
}

/* Reports an unknown kind first; reports an unknown field with the list of fields of its kind of exercise. */
static int read_definition(struct script *s, void *ctx, struct error *err)
{
	struct exercise *e = ctx;

	return (catalog_field_present(s, "kind") && read_kind(e, err)) ||
		       script_only(s, e->kind == EXERCISE_HOST ? host_fields : definition_fields, err) ||
		       read_text(s, &e->arena, "title", &e->title, err) || read_kind(e, err) ||
		       read_bounded(s, "difficulty", 1, 3, &e->difficulty, err) ||
		       read_bounded(s, "minutes", 1, 240, &e->minutes, err) ||
		       read_text(s, &e->arena, "task", &e->task, err) ||
		       script_string(s, &e->arena, "task_python", false, &e->task_python, err) || read_function(e, err) ||
		       read_ufunc(e, err) || read_tolerance(e, err) || read_fast(e, err) ||
		       script_string(s, &e->arena, "repeatable", false, &e->repeatable, err) ||
		       script_string(s, &e->arena, "nvcc", false, &e->nvcc, err) ||
		       script_string(s, &e->arena, "keeps_state", false, &e->keeps_state, err) || read_strict(e, err) ||
		       read_excused(e, err) || need_function(s, "oracle", false, &e->has_oracle, err) || read_accept(e, err) ||
		       read_hints(e, err) || perf_read(e, err)
	       ? -1 : 0;
}

/* PACK/FOLDER/ID.SUFFIX, which must exist. */
static const char *locate(struct exercise *e, const char *folder, const char *suffix, const char *what, struct error *err)
{
	char name[300], found[PATH_MAX];
	const char *path;

	snprintf(name, sizeof name, "%s/%.200s.%s", folder, e->id, suffix);
	if (course_path(name, found, sizeof found, err) ||
	    (!path_exists(found) && !strcmp(folder, "solutions") && pack_unseal(name, found, sizeof found, err) < 0))
		return NULL;
	path = arena_strdup(&e->arena, found);
	if (!path) {
		error_nomem(err);
		return NULL;
	}
	if (!path_exists(path)) {
		error_set(err, PARTY_AUTHOR, "the exercise '%s' has no %s", e->id, what);
		error_remedy(err, "write '%s/%s.%s'", folder, e->id, suffix);
		return NULL;
	}
	return path;
}

int exercise_hash(struct exercise *e, struct error *err)
{
	struct buf solution = BUF_INIT;
	struct hash hash;
	const char *text;
	size_t len;
	int status = file_read(e->solution_path, SOURCE_MAX_BYTES, &solution, err);

	if (status == 0) {
		text = script_text(e->script, &len);
		hash_init(&hash);
		hash_add(&hash, text, len);
		hash_add(&hash, buf_text(&solution), solution.len);
		hash_hex(&hash, e->content_hash);
	}
	buf_release(&solution);
	return status;
}

static int name_parts(struct exercise *e, const char *id, struct error *err)
{
	const char *slash = strchr(id, '/');

	if (!slash || strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != (size_t)(slash - id) ||
	    slash == id || !is_identifier(slash + 1)) {
		error_set(err, PARTY_LEARNER, "'%s' is not the name of an exercise", id);
		return error_remedy(err, "names look like 01_kernels/add; `warpbook list` shows them");
	}
	e->id = arena_strdup(&e->arena, id);
	e->lesson = arena_strndup(&e->arena, id, (size_t)(slash - id));
	e->name = arena_strdup(&e->arena, slash + 1);
	e->hunt = !strncmp(slash + 1, "hunt_", 5);
	return e->arena.failed ? error_nomem(err) : 0;
}

bool exercise_is_python(const char *path)
{
	return text_ends(path, ".py");
}

bool exercise_is_fast(const char *path)
{
	size_t n = strlen(path);

	return n > strlen(FAST) && !strcmp(path + n - strlen(FAST), FAST);
}

bool exercise_offers_python(const char *id)
{
	char name[300], path[PATH_MAX];

	snprintf(name, sizeof name, "exercises/%.200s.py", id);
	return course_path(name, path, sizeof path, NULL) == 0 && path_exists(path);
}

/* Call it after the definition has been read. */
static int locate_fast(struct exercise *e, bool wanted, struct error *err)
{
	e->fast = wanted;
	if (wanted && !e->has_fast) {
		error_set(err, PARTY_LEARNER, "the exercise '%s' has no fast version with a launch of its own", e->id);
		error_word(err);
		return error_remedy(err, "write '%s.cu'", e->name);
	}
	if (wanted)
		e->solution_path = locate(e, "solutions", &FAST[1], "fast solution", err);
	return e->solution_path ? 0 : -1;
}

/* Finds stub and solution in the requested language. */
static int locate_sources(struct exercise *e, bool python, struct error *err)
{
	const char *suffix = python ? "py" : "cu";

	e->python = python;
	e->has_python = exercise_offers_python(e->id);
	if (python && !e->has_python) {
		error_set(err, PARTY_LEARNER, "the exercise '%s' has no version in Python", e->id);
		error_word(err);
		return error_remedy(err, "write '%s.cu'; `warpbook list` marks those that have one", e->name);
	}
	e->stub_path = locate(e, "exercises", suffix, "stub", err);
	e->solution_path = e->stub_path ? locate(e, "solutions", suffix, "solution", err) : NULL;
	return e->solution_path ? 0 : -1;
}

/* Does the lesson's order.lua say limits = "plain"? catalog.c reports other values. */
static bool lesson_is_plain(struct exercise *e)
{
	struct literal limits = { "limits", LITERAL_TEXT, NULL, 0 };
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%.*sorder.lua", (int)(path_base(e->definition_path) - e->definition_path),
		 e->definition_path);
	return script_literals(path, &limits, 1, &e->arena) && limits.text && !strcmp(limits.text, LIMITS_PLAIN);
}

static int open_files(struct exercise *e, const char *id, const char *path, struct error *err)
{
	if (name_parts(e, id, err))
		return -1;
	e->definition_path = locate(e, "exercises", "lua", "definition", err);
	if (!e->definition_path)
		return -1;
	if (locate_sources(e, path && exercise_is_python(path), err))
		return -1;
	e->plain = lesson_is_plain(e);
	e->script = script_open(e->definition_path, NULL, err);
	return !e->script || script_protect(e->script, read_definition, e, err) ||
	       locate_fast(e, path && exercise_is_fast(path), err)
	       ? -1 : 0;
}

static int open_text(struct exercise *e, const char *id, const char *text, size_t len, struct error *err)
{
	if (name_parts(e, id, err))
		return -1;
	e->script = script_open_text("exercise.lua", text, len, NULL, err);
	return e->script ? script_protect(e->script, read_definition, e, err) : -1;
}

static int close_on_error(struct exercise **e, int status)
{
	if (status) {
		exercise_close(*e);
		*e = NULL;
	}
	return status;
}

/* Puts what a learner reads into the language in which the program speaks. */
static int tell(struct exercise *e, struct error *err)
{
	const char **texts[] = { &e->title, &e->task, &e->task_python, &e->hints[0], &e->hints[1], &e->hints[2] };
	struct overlay *o;
	char folder[300];

	snprintf(folder, sizeof folder, "exercises/%.200s", e->lesson);
	if (overlay_open(&o, folder, err))
		return -1;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		*texts[i] = overlay_text(o, &e->arena, *texts[i]);
	for (size_t i = 0; i < e->nrules; i++)
		e->rules[i].why = overlay_text(o, &e->arena, e->rules[i].why);
	overlay_close(o);
	return e->arena.failed ? error_nomem(err) : 0;
}

int exercise_open_for(struct exercise **e, const char *id, const char *path, struct error *err)
{
	*e = calloc(1, sizeof **e);
	return *e ? close_on_error(e, open_files(*e, id, path, err) || tell(*e, err) ? -1 : 0) : error_nomem(err);
}

int exercise_open(struct exercise **e, const char *id, struct error *err)
{
	return exercise_open_for(e, id, NULL, err);
}

int exercise_card(struct exercise_card *card, const char *id, struct arena *a, struct error *err)
{
	struct literal literals[] = { { "title", LITERAL_TEXT, NULL, 0 }, { "minutes", LITERAL_WHOLE, NULL, 0 } };
	char name[300], path[PATH_MAX];
	struct overlay *o;
	struct exercise *e;

	snprintf(name, sizeof name, "exercises/%.200s.lua", id);
	if (course_path(name, path, sizeof path, err))
		return -1;
	if (script_literals(path, literals, COUNT_OF(literals), a)) {
		*card = (struct exercise_card){ literals[0].text, literals[1].number };
		snprintf(path, sizeof path, "exercises/%.*s", (int)strcspn(id, "/"), id);
		if (overlay_open(&o, path, err))
			return -1;
		card->title = overlay_text(o, a, card->title);
		overlay_close(o);
		return 0;
	}
	if (exercise_open(&e, id, err))
		return -1;
	*card = (struct exercise_card){ arena_strdup(a, e->title), e->minutes };
	exercise_close(e);
	return card->title ? 0 : error_nomem(err);
}

int exercise_parse(struct exercise **e, const char *id, const char *text, size_t len, struct error *err)
{
	*e = calloc(1, sizeof **e);
	return *e ? close_on_error(e, open_text(*e, id, text, len, err)) : error_nomem(err);
}

void exercise_close(struct exercise *e)
{
	if (!e)
		return;
	script_close(e->script);
	arena_release(&e->arena);
	free(e);
}
