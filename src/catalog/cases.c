/*
 * cases.c - builds the cases for a kernel from a definition and a seed.
 *
 * The order allows later parts to depend on earlier ones: first it draws the
 * variables, then it makes each parameter's size and data or value, then the launch. Every
 * function of the definition gets its own table of the variables, so that none can
 * change them for the next.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "catalog/image.h"
#include "catalog/internal.h"
#include "catalog/values.h"

struct build {
	struct exercise *e;
	uint64_t seed;
	bool on_gpu;
	struct arena *arena;
	struct exercise_case *cases;
	size_t n;
	uint64_t bytes; /* of all arrays so far */
	const struct case_variable *given; /* exercise_case_of: the variables of its one case */
	size_t ngiven;
};

void variables_push(lua_State *lua, const struct exercise_case *c)
{
	lua_createtable(lua, 0, (int)c->nvariables);
	for (size_t i = 0; i < c->nvariables; i++) {
		number_push(lua, c->variables[i].value);
		lua_setfield(lua, -2, c->variables[i].name);
	}
}

/* An error about the quantity, with its field or index. */
static int report_quantity(struct script *s, const char *field, int item, const struct exercise_case *c, const char *wrong,
			   const char *name, struct error *err)
{
	if (field)
		script_error(s, err, field, "%s '%s' (case %d)", wrong, name, c->index + 1);
	else
		script_error_item(s, err, item, "%s '%s' (case %d)", wrong, name, c->index + 1);
	return -1;
}

int quantity_read(struct script *s, const struct exercise_case *c, const char *field, int item,
		  struct number *out, struct error *err)
{
	lua_State *lua = script_state(s);
	int type = field ? lua_getfield(lua, -1, field) : lua_rawgeti(lua, -1, item);

	if (type == LUA_TSTRING) {
		const char *name = lua_tostring(lua, -1);

		for (size_t i = 0; i < c->nvariables; i++)
			if (!strcmp(c->variables[i].name, name)) {
				*out = c->variables[i].value;
				lua_pop(lua, 1);
				return 0;
			}
		report_quantity(s, field, item, c, "there is no case variable", name, err);
		return error_remedy(err, "give every case a `%s`", name);
	}
	if (type == LUA_TFUNCTION) {
		variables_push(lua, c);
		if (script_call(s, field, 1, 1, err))
			return -1;
	}
	if (!catalog_number_get(lua, -1, out))
		return report_quantity(s, field, item, c, "should be a number, the function returns a",
				       lua_typename(lua, lua_type(lua, -1)), err);
	lua_pop(lua, 1);
	return 0;
}

/* FNV-1a: a variable's stream depends only on its name, not on the other variables. */
static uint64_t name_hash(const char *name)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (; *name; name++)
		h = (h ^ (uint8_t)*name) * 0x100000001B3u;
	return h;
}

/* Draws from the value at the top: a number, a range, or a range with a step. */
static struct number variable_draw(const struct build *b, lua_State *lua, const char *name, size_t case_index)
{
	struct rng stream = stream_open(b->seed, case_index, name_hash(name));
	struct number low, high, step;

	if (catalog_number_get(lua, -1, &low))
		return low;
	lua_rawgeti(lua, -1, 1);
	lua_rawgeti(lua, -2, 2);
	catalog_number_get(lua, -2, &low);
	catalog_number_get(lua, -1, &high);
	lua_pop(lua, 2);
	if (lua_rawgeti(lua, -1, 3) == LUA_TNUMBER && catalog_number_get(lua, -1, &step)) {
		low.integer += step.integer * draw_integer(&stream, 0, (high.integer - low.integer) / step.integer).integer;
		low.real = (double)low.integer;
		lua_pop(lua, 1);
		return low;
	}
	lua_pop(lua, 1);
	return low.whole && high.whole ? draw_integer(&stream, low.integer, high.integer)
				       : catalog_draw_real(&stream, low.real, high.real);
}

/* The variable's position in the case's name: first those that the params mention, in their order, then the others. */
static size_t variable_rank(const struct exercise *e, const char *name)
{
	for (size_t i = 0; i < e->nvariables; i++)
		if (!strcmp(e->variables[i], name))
			return i;
	return e->nvariables;
}

static bool variable_before(const struct exercise *e, const char *a, const char *b)
{
	size_t ra = variable_rank(e, a), rb = variable_rank(e, b);

	return ra != rb ? ra < rb : strcmp(a, b) < 0;
}

/* On a GPU an experiment may use larger cases: replaces the value at the top by the value in the definition's table `gpu`. */
static void value_for_gpu(const struct build *b, lua_State *lua, const char *name)
{
	int top = lua_gettop(lua);

	if (b->on_gpu && lua_getfield(lua, 1, "gpu") == LUA_TTABLE && lua_getfield(lua, -1, name) == LUA_TNUMBER)
		lua_copy(lua, -1, top);
	lua_settop(lua, top);
}

/* Inserts the variable at its rank. */
static int variable_insert(struct build *b, struct exercise_case *c, struct case_variable v, size_t *cap, struct error *err)
{
	size_t at;

	if (!v.name || !arena_push(b->arena, &c->variables, &c->nvariables, cap, sizeof *c->variables))
		return error_nomem(err);
	for (at = c->nvariables - 1; at > 0 && variable_before(b->e, v.name, c->variables[at - 1].name); at--)
		c->variables[at] = c->variables[at - 1];
	c->variables[at] = v;
	return 0;
}

/* The table at the top is the case. Lua returns its fields in no fixed order, so this inserts each at its rank. */
static int variables_read(struct build *b, struct exercise_case *c, struct error *err)
{
	lua_State *lua = script_state(b->e->script);
	size_t cap = 0;

	lua_pushnil(lua);
	while (lua_next(lua, -2)) {
		struct case_variable v = { .name = arena_strdup(b->arena, lua_tostring(lua, -2)) };

		if (!v.name)
			return error_nomem(err);
		value_for_gpu(b, lua, v.name);
		v.value = variable_draw(b, lua, v.name, (size_t)c->index);
		if (variable_insert(b, c, v, &cap, err))
			return -1;
		lua_pop(lua, 1);
	}
	return 0;
}

static int case_name(struct build *b, struct exercise_case *c, struct error *err)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < c->nvariables; i++) {
		const struct number v = c->variables[i].value;

		buf_printf(&name, "%s%s = ", i ? ", " : "", c->variables[i].name);
		if (v.whole)
			buf_printf(&name, "%" PRId64, v.integer);
		else
			buf_printf(&name, "%.6g", v.real);
	}
	if (!c->nvariables)
		buf_printf(&name, "case %d", c->index + 1);
	c->name = name.failed ? NULL : arena_strdup(b->arena, buf_text(&name));
	buf_release(&name);
	return c->name ? 0 : error_nomem(err);
}

static int report_extent(struct script *s, const char *field, int item, const struct exercise_case *c, double value,
			 struct error *err)
{
	if (field)
		script_error(s, err, field, "is %.14g in case %d", value, c->index + 1);
	else
		script_error_item(s, err, item, "is %.14g in case %d", value, c->index + 1);
	return error_remedy(err, "an array has a whole number of elements, from 1 to %" PRIu64, ARRAY_MAX_ELEMENTS);
}

/* Multiplies the extent into *count. */
static int extent_read(struct script *s, const struct exercise_case *c, const char *field, int item,
		       uint64_t *extent, uint64_t *count, struct error *err)
{
	struct number n;

	if (quantity_read(s, c, field, item, &n, err))
		return -1;
	if (!n.whole || n.integer < 1 || (uint64_t)n.integer > ARRAY_MAX_ELEMENTS / *count)
		return report_extent(s, field, item, c, n.real * (double)*count, err);
	*extent = (uint64_t)n.integer;
	*count *= *extent;
	return 0;
}

static int shape_read(struct script *s, const struct exercise_case *c, struct case_arg *arg, struct error *err)
{
	int found;

	arg->count = 1;
	found = script_enter(s, "shape", false, err);
	if (found < 1)
		return found < 0 ? -1 : extent_read(s, c, "count", 0, &arg->shape[0], &arg->count, err);
	for (int i = 0; i < script_length(s); i++)
		if (extent_read(s, c, NULL, i + 1, &arg->shape[i], &arg->count, err))
			return -1;
	script_leave(s);
	return 0;
}

static int array_build(struct build *b, const struct exercise_case *c, const struct exercise_param *p, size_t index,
		       struct case_arg *arg, struct error *err)
{
	struct script *s = b->e->script;
	struct rng stream = stream_open(b->seed, (uint64_t)c->index, index);
	uint64_t bytes;

	if (shape_read(s, c, arg, err))
		return -1;
	bytes = arg->count * value_type_bytes(p->type);
	if (bytes > CASES_MAX_BYTES - b->bytes) {
		script_error(s, err, NULL, "the arrays of all cases take more than %" PRIu64 " MiB", CASES_MAX_BYTES >> 20);
		return error_remedy(err, "make the large cases smaller");
	}
	b->bytes += bytes;
	arg->bytes = arena_alloc(b->arena, bytes);
	if (!arg->bytes)
		return error_nomem(err);
	return p->role == PARAM_OUT ? 0 : catalog_fill_array(s, c, p, &stream, arg, err);
}

static int scalar_build(struct script *s, const struct exercise_case *c, const struct exercise_param *p, struct case_arg *arg,
			struct error *err)
{
	struct number n;
	uint8_t bytes[sizeof arg->bits] = { 0 };

	if (quantity_read(s, c, "value", 0, &n, err))
		return -1;
	if (!value_fits(p->type, n))
		return script_error(s, err, "value", "%.14g in case %d does not fit %s", n.real, c->index + 1,
				    value_type_name(p->type));
	value_store(p->type, n, bytes);
	memcpy(&arg->bits, bytes, sizeof bytes);
	arg->count = 1;
	return 0;
}

/* A result has no shape: reports name it without an index. */
static int result_build(struct build *b, struct case_arg *arg, struct error *err)
{
	arg->count = 1;
	arg->bytes = arena_alloc(b->arena, sizeof arg->bits);
	return arg->bytes ? 0 : error_nomem(err);
}

/* Poisons the padding of a sparse matrix. */
static int padding_poison(struct build *b, const struct exercise_case *c, size_t index, struct error *err)
{
	struct script *s = b->e->script;
	const struct exercise_param *p = &b->e->params[index];
	const struct case_arg *mark = NULL, *arg = &c->args[index];
	const unsigned bytes = value_type_bytes(p->type);
	const char *name = NULL;

	if (!catalog_field_present(s, "padding"))
		return 0;
	if (script_string(s, b->arena, "padding", true, &name, err))
		return -1;
	for (size_t i = 0; i < index && !mark; i++)
		if (!strcmp(b->e->params[i].name, name))
			mark = &c->args[i];
	if (!mark || mark->count != arg->count)
		return script_error(s, err, "padding", "'%s' has another number of elements in case %d", name, c->index + 1);
	for (uint64_t i = 0; i < arg->count; i++)
		if (value_load(VALUE_INT, mark->bytes + i * sizeof(int32_t)).integer < 0)
			value_store(p->type, number_of_real(CATALOG_POISON(c)), arg->bytes + i * bytes);
	return 0;
}

static int args_build(struct build *b, struct exercise_case *c, struct error *err)
{
	struct exercise *e = b->e;
	struct script *s = e->script;

	c->small = true;
	c->args = arena_array(b->arena, e->nparams, sizeof *c->args);
	if (!c->args)
		return error_nomem(err);
	if (script_enter(s, "params", true, err) != 1)
		return -1;
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		if (p->result) {
			if (result_build(b, &c->args[i], err))
				return -1;
			continue;
		}
		if (script_enter_index(s, (int)i + 1, err) != 1)
			return -1;
		if (p->role == PARAM_SCALAR ? scalar_build(s, c, p, &c->args[i], err)
					    : array_build(b, c, p, i, &c->args[i], err) || padding_poison(b, c, i, err))
			return -1;
		c->small = c->small && c->args[i].count <= SMALL_ELEMENTS;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

/* The limits of every CUDA device; shared: the maximum that a block can request on any device. */
static const int64_t grid_most[3] = { INT32_MAX, 65535, 65535 };
static const int64_t block_most[3] = { 1024, 1024, 64 };
#define BLOCK_MOST_THREADS 1024
#define SHARED_MOST_BYTES (227 * 1024)

/* A number, or a list of up to three; missing ones are 1. */
static int dimensions_read(struct script *s, const struct exercise_case *c, const char *field, const int64_t most[3],
			   struct dim3u *out, struct error *err)
{
	lua_State *lua = script_state(s);
	int64_t d[3] = { 1, 1, 1 };
	bool list = lua_getfield(lua, -1, field) == LUA_TTABLE;

	lua_pop(lua, 1);
	if (!list) {
		if (script_integer(s, field, true, &d[0], err))
			return -1;
	} else {
		if (script_enter(s, field, true, err) != 1)
			return -1;
		if (script_length(s) > 3)
			return script_error(s, err, NULL, "has %d dimensions", script_length(s));
		for (int i = 0; i < 3; i++)
			if (script_item_integer(s, i + 1, &d[i], err) < 0)
				return -1;
		script_leave(s);
	}
	for (int i = 0; i < 3; i++)
		if (d[i] < 1 || d[i] > most[i])
			return script_error(s, err, field, "%c is %" PRId64 " for '%s'; it can be from 1 to %" PRId64,
					    "xyz"[i], d[i], c->name, most[i]);
	*out = (struct dim3u){ (uint32_t)d[0], (uint32_t)d[1], (uint32_t)d[2] };
	return 0;
}

static int launch_read(struct build *b, struct exercise_case *c, struct error *err)
{
	struct script *s = b->e->script;
	lua_State *lua = script_state(s);
	int64_t shared = 0, resident = 0;
	uint64_t threads;

	if (b->e->fast)
		lua_getfield(lua, -1, "fast");
	lua_getfield(lua, -1, "launch");
	if (b->e->fast)
		lua_remove(lua, -2);
	variables_push(lua, c);
	if (script_call(s, "launch", 1, 1, err))
		return -1;
	if (lua_type(lua, -1) != LUA_TTABLE) {
		script_error(s, err, "launch", "returns a %s for '%s'", lua_typename(lua, lua_type(lua, -1)), c->name);
		return error_remedy(err, "return { grid = ceil_div(c.n, 256), block = 256 }");
	}
	if (script_enter_top(s, "launch", err) != 1 ||
	    script_only(s, (const char *const[]){ "grid", "block", "shared", "resident", NULL }, err) ||
	    dimensions_read(s, c, "grid", grid_most, &c->grid, err) ||
	    dimensions_read(s, c, "block", block_most, &c->block, err) ||
	    script_integer(s, "shared", false, &shared, err) || script_integer(s, "resident", false, &resident, err))
		return -1;
	threads = (uint64_t)c->block.x * c->block.y * c->block.z;
	if (threads > BLOCK_MOST_THREADS)
		return script_error(s, err, "block", "has %" PRIu64 " threads for '%s'; it can have up to %d", threads, c->name,
				    BLOCK_MOST_THREADS);
	if (shared < 0 || shared > SHARED_MOST_BYTES)
		return script_error(s, err, "shared", "is %" PRId64 " bytes for '%s'; it can be from 0 to %d", shared, c->name,
				    SHARED_MOST_BYTES);
	if (resident < 0 || resident > INT32_MAX)
		return script_error(s, err, "resident", "is %" PRId64 " blocks for '%s'; it must be at least 1", resident,
				    c->name);
	c->dynamic_shared = (uint32_t)shared;
	c->resident = (uint32_t)resident;
	script_leave(s);
	return 0;
}

/* Pushes the case's table: one of the list, or the measured one. */
static int case_enter(struct build *b, const struct exercise_case *c, struct error *err)
{
	struct script *s = b->e->script;

	if (!c->measured)
		return script_enter(s, "cases", true, err) == 1 ? script_enter_index(s, c->index + 1, err) : -1;
	return script_enter(s, "perf", true, err) == 1
		       ? script_enter(s, b->on_gpu && b->e->perf.has_gpu_case ? "gpu" : "case", true, err) : -1;
}

static int case_build(struct build *b, size_t index, struct error *err)
{
	struct script *s = b->e->script;
	struct exercise_case *c = &b->cases[index];

	c->index = (int)index;
	c->measured = b->e->perf.nlimits && index + 1 == b->n;
	if (case_enter(b, c, err) != 1 || variables_read(b, c, err))
		return -1;
	script_leave(s);
	script_leave(s);
	if (case_name(b, c, err) || args_build(b, c, err) ||
	    (b->e->kind == EXERCISE_HOST ? bounds_build(b->e, c, b->arena, err) : launch_read(b, c, err)))
		return -1;
	return c->measured ? perf_work_read(b->e, c, err) : 0;
}

static int cases_build(struct script *s, void *ctx, struct error *err)
{
	struct build *b = ctx;

	if (script_enter(s, "cases", true, err) != 1)
		return -1;
	b->n = (size_t)script_length(s) + (b->e->perf.nlimits > 0);
	script_leave(s);
	b->cases = arena_array(b->arena, b->n, sizeof *b->cases);
	if (!b->cases)
		return error_nomem(err);
	for (size_t i = 0; i < b->n; i++)
		if (case_build(b, i, err))
			return -1;
	return 0;
}

int exercise_cases(struct exercise *e, uint64_t seed, bool on_gpu, struct arena *arena,
		   struct exercise_case **cases, size_t *n, struct error *err)
{
	struct build b = { .e = e, .seed = seed, .on_gpu = on_gpu, .arena = arena };

	if (script_protect(e->script, cases_build, &b, err))
		return -1;
	*cases = b.cases;
	*n = b.n;
	return 0;
}

static int given_build(struct script *s, void *ctx, struct error *err)
{
	struct build *b = ctx;
	struct exercise_case *c = b->cases;
	size_t cap = 0;

	(void)s;
	for (size_t i = 0; i < b->ngiven; i++)
		if (variable_insert(b, c, (struct case_variable){ arena_strdup(b->arena, b->given[i].name), b->given[i].value },
				    &cap, err))
			return -1;
	return case_name(b, c, err) || args_build(b, c, err) ||
		       (b->e->kind == EXERCISE_HOST ? bounds_build(b->e, c, b->arena, err) : launch_read(b, c, err)) ? -1 : 0;
}

int case_of_table(struct exercise *e, uint64_t seed, struct arena *arena, struct exercise_case **c, struct error *err)
{
	struct build b = { .e = e, .seed = seed, .arena = arena };
	struct script *s = e->script;

	b.cases = arena_array(arena, 1, sizeof *b.cases);
	if (!b.cases)
		return error_nomem(err);
	if (script_enter(s, "case", true, err) != 1 || case_check(e, err) || variables_read(&b, b.cases, err))
		return -1;
	script_leave(s);
	script_leave(s); /* the fields of the definition are those of its top */
	if (given_build(s, &b, err) || script_enter(s, "picture", true, err) != 1)
		return -1;
	*c = b.cases;
	return 0;
}

int exercise_case_of(struct exercise *e, const struct case_variable *variables, size_t n, uint64_t seed, struct arena *arena,
		     struct exercise_case **c, struct error *err)
{
	struct build b = { .e = e, .seed = seed, .arena = arena, .given = variables, .ngiven = n };

	b.cases = arena_array(arena, 1, sizeof *b.cases);
	if (!b.cases)
		return error_nomem(err);
	if (script_protect(e->script, given_build, &b, err))
		return -1;
	*c = b.cases;
	return 0;
}
