/* ladder.c - reads a ladder and makes the cases of its rungs: see ladder.h. */
#include "config.h"

#include "catalog/ladder.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/path.h"
#include "catalog/course.h"
#include "catalog/experiment.h"
#include "catalog/internal.h"
#include "catalog/overlay.h"
#include "catalog/values.h"

#define RUNGS_MAX  7
#define VALUES_MAX 12
#define FOLDER     "lessons/demos"
#define SUFFIX     ".lua"

static const char *const fields[] = {
	"title", "about", "solutions", "sweep", "values", "sampled", "gpu", "case", "sample", "show", "scale", "bytes", "flops",
		"picture", "numpy", NULL,
};
static const char *const rung_fields[] = { SCRIPT_ITEMS, "label", "case", "sample", "time", "kernel", NULL };

/* ---- reading ------------------------------------------------------------------------------ */

struct reader { struct ladder *l; struct catalog catalog; };

/* Fails if the field is not a function; 0 absent, 1 present. */
static int function_there(struct script *s, const char *field, bool required, struct error *err)
{
	lua_State *lua = script_state(s);
	int type = lua_getfield(lua, -1, field);

	lua_pop(lua, 1);
	if (type == LUA_TFUNCTION)
		return 1;
	if (type == LUA_TNIL && !required)
		return 0;
	script_error(s, err, field, type == LUA_TNIL ? "is missing" : "should be a function, not a %s", lua_typename(lua, type));
	return error_remedy(err, "write %s = function(v) return ... end", field);
}

static int exercise_find(struct reader *r, const char *name, const char **id, struct error *err)
{
	struct error unknown = { 0 };
	const char *found;

	if (catalog_resolve(&r->catalog, name, &found, &unknown)) {
		error_set(err, PARTY_AUTHOR, "%s", unknown.text);
		return error_remedy(err, "%s", unknown.remedy[0] ? unknown.remedy : "name an exercise, whose solution runs");
	}
	*id = arena_strdup(&r->l->arena, found);
	return *id ? 0 : error_nomem(err);
}

/* Has the experiment what the rung names: a kernel, or an output with its time? */
static int experiment_fits(const struct experiment *x, const struct ladder_rung *rung, const char *name, struct error *err)
{
	const struct exercise *e = x->exercise;

	for (size_t i = 0; rung->kernel && i < x->nkernels; i++)
		if (e->kind == EXERCISE_KERNEL && !strcmp(x->kernels[i], rung->kernel))
			return 0;
	for (size_t i = 0; rung->time && i < e->nparams; i++)
		if (e->kind == EXERCISE_HOST && !strcmp(e->params[i].name, rung->time) && e->params[i].role == PARAM_OUT &&
		    e->params[i].type == VALUE_FLOAT)
			return 0;
	error_set(err, PARTY_AUTHOR, "'%s' has no %s `%s`", name, rung->kernel ? "kernel" : "output",
		  rung->kernel ? rung->kernel : rung->time);
	return error_remedy(err, rung->kernel ? "name one of its `kernels`" : "write the milliseconds into an output of type "
			    "float of its host function");
}

/* { "10_matmul/sgemm", label = "...", time = "ms" }, or kernel = "...": an experiment, in the folder of a lesson. */
static int experiment_find(struct reader *r, const char *name, const struct ladder_rung *rung, const char **id, struct error *err)
{
	const char *slash = strchr(name, '/');
	struct experiment *x;
	char lesson[100];
	int status;

	if (!slash || (size_t)snprintf(lesson, sizeof lesson, "%.*s", (int)(slash - name), name) >= sizeof lesson) {
		error_set(err, PARTY_AUTHOR, "'%s' %s, so it is an experiment", name,
			  rung->kernel ? "names a kernel" : "measures its own time");
		return error_remedy(err, "name it with the folder of its lesson: \"10_matmul/sgemm\"");
	}
	if (experiment_open(&x, lesson, slash + 1, err))
		return -1;
	status = experiment_fits(x, rung, name, err);
	experiment_close(x);
	if (status)
		return -1;
	*id = arena_strdup(&r->l->arena, name);
	return *id ? 0 : error_nomem(err);
}

/* "name", or { "name", label = "...", case = function, sample = function, time = "...", kernel = "..." }. */
static int rung_read(struct reader *r, int i, struct error *err)
{
	struct script *s = r->l->script;
	struct ladder_rung *rung = &r->l->rungs[i];
	const char *name = NULL;
	struct error unknown = { 0 };
	int table = lua_rawgeti(script_state(s), -1, i + 1) == LUA_TTABLE;

	lua_pop(script_state(s), 1);
	if (table ? script_enter_index(s, i + 1, err) != 1 || script_only(s, rung_fields, err) ||
			    script_item_string(s, &r->l->arena, 1, &name, err) != 1 ||
			    script_string(s, &r->l->arena, "label", false, &rung->label, err) ||
			    script_string(s, &r->l->arena, "time", false, &rung->time, err) ||
			    script_string(s, &r->l->arena, "kernel", false, &rung->kernel, err) ||
			    function_there(s, "case", false, err) < 0 || function_there(s, "sample", false, err) < 0
		  : script_item_string(s, &r->l->arena, i + 1, &name, err) != 1)
		return -1;
	rung->experiment = rung->time || rung->kernel;
	if (rung->experiment ? experiment_find(r, name, rung, &rung->exercise, &unknown) :
	    exercise_find(r, name, &rung->exercise, &unknown)) {
		script_error_item(s, err, table ? 1 : i + 1, "%s", unknown.text);
		return error_remedy(err, "%s", unknown.remedy);
	}
	if (!rung->label)
		rung->label = path_base(rung->exercise);
	if (table)
		script_leave(s);
	return 0;
}

static int rungs_read(struct reader *r, struct error *err)
{
	struct script *s = r->l->script;
	int n;

	if (script_enter(s, "solutions", true, err) != 1)
		return -1;
	n = script_length(s);
	if (n < 1 || n > RUNGS_MAX)
		return script_error(s, err, NULL, "a ladder has from 1 to %d solutions, not %d", RUNGS_MAX, n);
	r->l->nrungs = (size_t)n;
	r->l->rungs = arena_array(&r->l->arena, r->l->nrungs, sizeof *r->l->rungs);
	if (!r->l->rungs)
		return error_nomem(err);
	for (int i = 0; i < n; i++)
		if (rung_read(r, i, err))
			return -1;
	script_leave(s);
	return 0;
}

/* A list of whole numbers in ascending order. 0: absent. */
static int values_read(struct ladder *l, const char *field, bool required, int64_t **values, size_t *n, struct error *err)
{
	struct script *s = l->script;
	int found = script_enter(s, field, required, err);

	if (found != 1)
		return found;
	if (script_length(s) < 1 || script_length(s) > VALUES_MAX)
		return script_error(s, err, NULL, "should be a list of 1 to %d whole numbers", VALUES_MAX);
	*n = (size_t)script_length(s);
	*values = arena_array(&l->arena, *n, sizeof **values);
	if (!*values)
		return error_nomem(err);
	for (size_t i = 0; i < *n; i++) {
		if (script_item_integer(s, (int)i + 1, &(*values)[i], err) != 1)
			return -1;
		if ((*values)[i] < 1 || (i && (*values)[i] <= (*values)[i - 1]))
			return script_error_item(s, err, (int)i + 1, "the values should be above 0 and grow");
	}
	script_leave(s);
	return 0;
}

/* Appends `sampled` to the values of the vm; `sample` says what is run for them. */
static int sampled_read(struct ladder *l, struct error *err)
{
	struct script *s = l->script;
	int64_t *values = NULL, *all;
	const int sample = function_there(s, "sample", false, err);

	if (sample < 0 || values_read(l, "sampled", false, &values, &l->nsampled, err))
		return -1;
	l->has_sample = sample;
	if (!l->nsampled)
		return 0;
	if (!sample)
		return function_there(s, "sample", true, err);
	if (values[0] <= l->values[l->nvalues - 1])
		return script_error(s, err, "sampled", "should be above all `values`");
	all = arena_array(&l->arena, l->nvalues + l->nsampled, sizeof *all);
	if (!all)
		return error_nomem(err);
	memcpy(all, l->values, l->nvalues * sizeof *all);
	memcpy(all + l->nvalues, values, l->nsampled * sizeof *all);
	l->values = all;
	l->nvalues += l->nsampled;
	return 0;
}

static int show_read(struct reader *r, struct error *err)
{
	struct ladder *l = r->l;
	struct script *s = l->script;
	const char *show = NULL, *scale = NULL, *picture = NULL;
	struct error unknown = { 0 };

	if (script_string(s, &l->arena, "show", false, &show, err) || script_string(s, &l->arena, "scale", false, &scale, err) ||
	    script_string(s, &l->arena, "picture", false, &picture, err))
		return -1;
	l->metric = show ? metric_find(show) : NULL;
	if (show && !l->metric) {
		script_error(s, err, "show", "'%s' is not a metric", show);
		return error_remedy(err, "see the list of metrics in exercises/README.md");
	}
	l->logarithmic = scale && !strcmp(scale, "log");
	if (scale && !l->logarithmic) {
		script_error(s, err, "scale", "'%s' is not a scale", scale);
		return error_remedy(err, "write \"log\", or leave it out");
	}
	if (picture && exercise_find(r, picture, &l->picture, &unknown)) {
		script_error(s, err, "picture", "%s", unknown.text);
		return error_remedy(err, "%s", unknown.remedy);
	}
	for (size_t i = 0; l->picture && i < l->nrungs; i++)
		if (!strcmp(l->rungs[i].exercise, l->picture))
			return 0;
	return l->picture ? script_error(s, err, "picture", "should be one of the `solutions`") : 0;
}

/* Only the tasks of src/python/warpbook_cpu.py: a user's own ladder runs no Python of its own. */
static int numpy_read(struct ladder *l, struct error *err)
{
	static const char *const tasks[] = { "matmul", "sum", "transpose" };

	if (script_string(l->script, &l->arena, "numpy", false, &l->numpy, err))
		return -1;
	for (size_t i = 0; l->numpy && i < sizeof tasks / sizeof *tasks; i++)
		if (!strcmp(l->numpy, tasks[i]))
			return 0;
	if (!l->numpy)
		return 0;
	script_error(l->script, err, "numpy", "'%s' is no task that NumPy is measured with", l->numpy);
	return error_remedy(err, "write \"matmul\", \"sum\" or \"transpose\", or leave it out");
}

/* Either each rung has its own `case`, or the ladder has one for all. */
static int case_there(struct ladder *l, struct error *err)
{
	struct script *s = l->script;
	bool all = true;

	if (script_enter(s, "solutions", true, err) != 1)
		return -1;
	for (size_t i = 0; i < l->nrungs; i++) {
		lua_State *lua = script_state(s);
		int top = lua_gettop(lua);

		all = all && lua_rawgeti(lua, -1, (lua_Integer)i + 1) == LUA_TTABLE &&
		      lua_getfield(lua, -1, "case") == LUA_TFUNCTION;
		lua_settop(lua, top);
	}
	script_leave(s);
	return function_there(s, "case", !all, err) < 0 ? -1 : 0;
}

static int definition_read(struct script *s, void *ctx, struct error *err)
{
	struct reader *r = ctx;
	struct ladder *l = r->l;
	int bytes, flops;

	if (script_only(s, fields, err) || script_string(s, &l->arena, "title", true, &l->title, err) ||
	    script_string(s, &l->arena, "about", true, &l->about, err) || rungs_read(r, err) ||
	    catalog_read_identifier(s, &l->arena, "sweep", &l->sweep, err) ||
	    values_read(l, "values", true, &l->values, &l->nvalues, err) ||
	    values_read(l, "gpu", false, &l->gpu_values, &l->ngpu_values, err) || case_there(l, err) || show_read(r, err) ||
	    numpy_read(l, err))
		return -1;
	bytes = function_there(s, "bytes", false, err);
	flops = bytes < 0 ? -1 : function_there(s, "flops", false, err);
	if (flops < 0)
		return -1;
	l->has_bytes = bytes;
	l->has_flops = flops;
	if (!l->ngpu_values) {
		l->gpu_values = l->values;
		l->ngpu_values = l->nvalues;
	}
	return sampled_read(l, err);
}

/* ---- files --------------------------------------------------------------------------------- */

static bool is_ladder(const char *name)
{
	size_t n = strlen(name);

	return n > strlen(SUFFIX) && !strcmp(name + n - strlen(SUFFIX), SUFFIX) && name[0] != '.';
}

static int is_ladder_entry(const struct dirent *e)
{
	return is_ladder(e->d_name);
}

static int names_add(struct arena *a, const struct pack *p, const char ***names, size_t *n, size_t *cap, struct error *err)
{
	struct dirent **entries = NULL;
	char top[PATH_MAX];
	int found;

	if (!path_join(top, sizeof top, p->folder, FOLDER) || !path_is_dir(top)) /* a pack need not have any */
		return 0;
	found = scandir(top, &entries, is_ladder_entry, alphasort);
	if (found < 0)
		return error_errno(err, "cannot read the folder '%s'", top);
	for (int i = 0; i < found; i++) {
		const char *name = arena_strndup(a, entries[i]->d_name, strlen(entries[i]->d_name) - strlen(SUFFIX));
		bool there = !name;

		for (size_t k = 0; k < *n && !there; k++)
			there = !strcmp((*names)[k], name);
		if (!there && arena_push(a, names, n, cap, sizeof **names))
			(*names)[*n - 1] = name;
		free(entries[i]);
	}
	free(entries);
	return a->failed ? error_nomem(err) : 0;
}

int ladder_list(struct arena *a, const char ***names, size_t *n, struct error *err)
{
	const struct pack *packs;
	size_t npacks, cap = 0;

	*n = 0;
	*names = NULL;
	if (course_packs(&packs, &npacks, err))
		return -1;
	for (size_t i = 0; i < npacks; i++)
		if (names_add(a, &packs[i], names, n, &cap, err))
			return -1;
	if (*n)
		qsort(*names, *n, sizeof **names, order_texts);
	return 0;
}

static int open_file(struct ladder *l, const char *name, struct error *err)
{
	struct reader r = { .l = l };
	char inside[300], path[PATH_MAX];
	int status;

	if (is_ladder(name)) {
		l->path = arena_strdup(&l->arena, name);
		l->name = arena_strndup(&l->arena, path_base(name), strlen(path_base(name)) - strlen(SUFFIX));
	} else {
		snprintf(inside, sizeof inside, FOLDER "/%.200s" SUFFIX, name);
		if (course_path(inside, path, sizeof path, err))
			return -1;
		l->path = arena_strdup(&l->arena, path);
		l->name = arena_strdup(&l->arena, name);
	}
	if (l->arena.failed)
		return error_nomem(err);
	l->script = script_open(l->path, NULL, err);
	if (!l->script)
		return -1;
	status = catalog_open(&r.catalog, err) || script_protect(l->script, definition_read, &r, err) ? -1 : 0;
	catalog_release(&r.catalog);
	return status;
}

/* Puts what people read into the language in which the program speaks. */
static int tell(struct ladder *l, struct error *err)
{
	struct overlay *o;

	if (overlay_open(&o, FOLDER, err))
		return -1;
	l->title = overlay_text(o, &l->arena, l->title);
	l->about = overlay_text(o, &l->arena, l->about);
	for (size_t i = 0; i < l->nrungs; i++)
		if (strcmp(l->rungs[i].label, path_base(l->rungs[i].exercise)) != 0)
			l->rungs[i].label = overlay_text(o, &l->arena, l->rungs[i].label);
	overlay_close(o);
	return l->arena.failed ? error_nomem(err) : 0;
}

int ladder_open(struct ladder **out, const char *name, struct error *err)
{
	struct ladder *l = calloc(1, sizeof *l);

	*out = NULL;
	if (!l)
		return error_nomem(err);
	if (open_file(l, name, err) || tell(l, err)) {
		ladder_close(l);
		return -1;
	}
	*out = l;
	return 0;
}

void ladder_close(struct ladder *l)
{
	if (!l)
		return;
	if (l->script)
		script_close(l->script);
	arena_release(&l->arena);
	free(l);
}

/* ---- cases --------------------------------------------------------------------------------- */

struct asking {
	struct ladder *l;
	size_t rung;
	int64_t value;
	const struct exercise *e;
	const char *field;
	struct arena *arena;
	struct case_variable *variables;
	size_t n, cap;
	double amount;
};

/* Takes the variables from the table at the top, which `case` returned. */
static int variables_take(struct asking *a, struct script *s, struct error *err)
{
	lua_State *lua = script_state(s);

	lua_pushnil(lua);
	while (lua_next(lua, -2)) {
		struct case_variable v;
		bool right = lua_type(lua, -2) == LUA_TSTRING && catalog_number_get(lua, -1, &v.value);

		if (!right) {
			script_error(s, err, a->field, "returns something that is not a number for `%s`",
				     lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "an element without a name");
			return error_remedy(err, "return named numbers: { m = v, n = v }");
		}
		v.name = arena_strdup(a->arena, lua_tostring(lua, -2));
		if (!v.name || !arena_push(a->arena, &a->variables, &a->n, &a->cap, sizeof v))
			return error_nomem(err);
		a->variables[a->n - 1] = v;
		lua_pop(lua, 1);
	}
	for (size_t i = 0; i < a->e->nvariables; i++) {
		bool there = false;

		for (size_t k = 0; k < a->n; k++)
			there = there || !strcmp(a->variables[k].name, a->e->variables[i]);
		if (!there) {
			script_error(s, err, a->field, "returns no `%s`, which '%s' needs", a->e->variables[i], a->e->id);
			return error_remedy(err, "see the cases in its definition, exercises/%s.lua", a->e->id);
		}
	}
	return 0;
}

/* Calls the rung's own function of that name, or the ladder's. */
static int case_ask(struct script *s, void *ctx, struct error *err)
{
	struct asking *a = ctx;
	lua_State *lua = script_state(s);
	int top = lua_gettop(lua);

	if (lua_getfield(lua, -1, "solutions") != LUA_TTABLE || lua_rawgeti(lua, -1, (lua_Integer)a->rung + 1) != LUA_TTABLE ||
	    lua_getfield(lua, -1, a->field) != LUA_TFUNCTION) {
		lua_settop(lua, top);
		lua_getfield(lua, -1, a->field);
	} else {
		lua_replace(lua, top + 1);
		lua_settop(lua, top + 1);
	}
	lua_pushinteger(lua, a->value);
	if (script_call(s, a->field, 1, 1, err))
		return -1;
	if (lua_type(lua, -1) != LUA_TTABLE) {
		script_error(s, err, a->field, "returns a %s", lua_typename(lua, lua_type(lua, -1)));
		return error_remedy(err, "return named numbers: { m = v, n = v }");
	}
	return variables_take(a, s, err);
}

static int case_of(struct asking a, struct case_variable **variables, size_t *n, struct error *err)
{
	if (script_protect(a.l->script, case_ask, &a, err))
		return -1;
	*variables = a.variables;
	*n = a.n;
	return 0;
}

int ladder_case(struct ladder *l, size_t rung, int64_t value, const struct exercise *e, struct arena *arena,
		struct case_variable **variables, size_t *n, struct error *err)
{
	return case_of((struct asking){ .l = l, .rung = rung, .value = value, .e = e, .arena = arena, .field = "case" },
		       variables, n, err);
}

int ladder_part(struct ladder *l, size_t rung, int64_t value, const struct exercise *e, struct arena *arena,
		struct case_variable **variables, size_t *n, struct error *err)
{
	return case_of((struct asking){ .l = l, .rung = rung, .value = value, .e = e, .arena = arena, .field = "sample" },
		       variables, n, err);
}

bool ladder_samples(const struct ladder *l, int64_t value)
{
	return l->has_sample && value > l->values[l->nvalues - l->nsampled - 1];
}

static int amount_ask(struct script *s, void *ctx, struct error *err)
{
	struct asking *a = ctx;
	lua_State *lua = script_state(s);

	lua_getfield(lua, -1, a->field);
	lua_pushinteger(lua, a->value);
	if (script_call(s, a->field, 1, 1, err))
		return -1;
	if (lua_type(lua, -1) != LUA_TNUMBER)
		return script_error(s, err, a->field, "returns a %s, not a number", lua_typename(lua, lua_type(lua, -1)));
	a->amount = lua_tonumber(lua, -1);
	return 0;
}

int ladder_amount(struct ladder *l, const char *field, int64_t value, double *amount, struct error *err)
{
	struct asking a = { .field = field, .value = value };

	*amount = 0;
	if (!(!strcmp(field, "bytes") ? l->has_bytes : l->has_flops))
		return 0;
	if (script_protect(l->script, amount_ask, &a, err))
		return -1;
	*amount = a.amount;
	return 0;
}
