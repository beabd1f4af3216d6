/*
 * oracle.c - computes the expected outputs of a small case with the definition's `oracle`, or judges outputs
 * with its `accept`.
 *
 * The oracle gets the case variables, every parameter by name with the kernel's value (a
 * float has the float's value), and arrays as tables that start at 0. Outputs are empty
 * tables; an unwritten element is an error. The return value of a host function is the
 * number `result`.
 *
 * `accept` gets the same, but outputs are tables with the program's results; `before` also has the original contents of
 * outputs that were inputs. It returns a sentence that describes the error, or nothing.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog/internal.h"
#include "catalog/values.h"

struct run { struct exercise *e; const struct exercise_case *c; uint8_t **outs; };

/* A table with the elements; empty if the function may not see any. */
static void array_push(lua_State *lua, const struct exercise_param *p, uint64_t count, const uint8_t *elements)
{
	unsigned bytes = value_type_bytes(p->type);

	lua_createtable(lua, (int)count, 1);
	for (uint64_t i = 0; elements && i < count; i++) {
		number_push(lua, value_load(p->type, elements + i * bytes));
		lua_rawseti(lua, -2, (lua_Integer)i);
	}
}

static void scalar_push(lua_State *lua, const struct exercise_param *p, const struct case_arg *arg)
{
	uint8_t bytes[sizeof arg->bits];

	memcpy(bytes, &arg->bits, sizeof bytes);
	number_push(lua, value_load(p->type, bytes));
}

static bool is_output(const struct exercise_param *p)
{
	return p->role == PARAM_OUT || p->role == PARAM_INOUT;
}

/* Sets the field `before` of the table at the top: the inout arrays as they were. */
static void before_push(lua_State *lua, const struct exercise *e, const struct exercise_case *c)
{
	lua_newtable(lua);
	for (size_t i = 0; i < e->nparams; i++) {
		if (e->params[i].role != PARAM_INOUT)
			continue;
		array_push(lua, &e->params[i], c->args[i].count, c->args[i].bytes);
		lua_setfield(lua, -2, e->params[i].name);
	}
	lua_setfield(lua, -2, "before");
}

/* Pushes the table that oracle and accept get; `left`: a program's outputs, or NULL. */
static void case_push(lua_State *lua, const struct exercise *e, const struct exercise_case *c, const uint8_t *const *left)
{
	int table;

	variables_push(lua, c);
	table = lua_gettop(lua);
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];
		const struct case_arg *arg = &c->args[i];

		if (p->result && !left)
			continue;
		if (p->result)
			number_push(lua, value_load(p->type, left[i]));
		else if (p->role == PARAM_SCALAR)
			scalar_push(lua, p, arg);
		else if (left && is_output(p))
			array_push(lua, p, arg->count, left[i]);
		else
			array_push(lua, p, arg->count, p->role == PARAM_OUT ? NULL : arg->bytes);
		lua_setfield(lua, table, p->name);
	}
	if (left)
		before_push(lua, e, c);
}

/* Stores the value at the top in the array element named `called`. */
static int number_take(struct run *r, const struct exercise_param *p, const char *called, uint8_t *out, struct error *err)
{
	struct script *s = r->e->script;
	lua_State *lua = script_state(s);
	struct number n;

	if (!catalog_number_get(lua, -1, &n)) {
		int type = lua_type(lua, -1);

		return script_error(s, err, "oracle", "leaves %s %s for '%s'", called,
				    type == LUA_TNIL ? "unwritten" : lua_typename(lua, type), r->c->name);
	}
	if (!value_fits(p->type, n)) {
		script_error(s, err, "oracle", "writes %.14g to %s for '%s', which does not fit %s",
			     n.real, called, r->c->name, value_type_name(p->type));
		return error_remedy(err, "round with f32, i32 or u8, as the kernel's own arithmetic does");
	}
	value_store(p->type, n, out);
	return 0;
}

static int result_take(struct run *r, const struct exercise_param *p, uint8_t *out, struct error *err)
{
	lua_State *lua = script_state(r->e->script);

	if (number_take(r, p, p->name, out, err))
		return -1;
	lua_pop(lua, 1);
	return 0;
}

/* Reads the array that the oracle wrote from the table at the top. */
static int array_take(struct run *r, const struct exercise_param *p, const struct case_arg *arg, uint8_t *out, struct error *err)
{
	struct script *s = r->e->script;
	lua_State *lua = script_state(s);
	unsigned bytes = value_type_bytes(p->type);
	char called[96];

	for (uint64_t i = 0; i < arg->count; i++) {
		bool number = lua_rawgeti(lua, -1, (lua_Integer)i) == LUA_TNUMBER;

		snprintf(called, sizeof called, "%.64s[%" PRIu64 "]", p->name, i);
		if (number_take(r, p, called, out + i * bytes, err))
			return number ? -1 : error_remedy(err, "write every element, from 0 to %" PRIu64, arg->count - 1);
		lua_pop(lua, 1);
	}
	if (lua_rawgeti(lua, -1, (lua_Integer)arg->count) != LUA_TNIL)
		return script_error(s, err, "oracle", "writes %s[%" PRIu64 "] for '%s'; %s has %" PRIu64 " elements",
				    p->name, arg->count, r->c->name, p->name, arg->count);
	lua_pop(lua, 1);
	return 0;
}

static int oracle_run(struct script *s, void *ctx, struct error *err)
{
	struct run *r = ctx;
	const struct exercise *e = r->e;
	lua_State *lua = script_state(s);
	int table;

	case_push(lua, e, r->c, NULL);
	table = lua_gettop(lua);
	lua_getfield(lua, 1, "oracle");
	lua_pushvalue(lua, table);
	if (script_call(s, "oracle", 1, 0, err))
		return -1;
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		if (!is_output(p))
			continue;
		if (p->result) {
			lua_getfield(lua, table, p->name);
			if (result_take(r, p, r->outs[i], err))
				return -1;
			continue;
		}
		if (lua_getfield(lua, table, p->name) != LUA_TTABLE)
			return script_error(s, err, "oracle", "replaced the array '%s' by another value", p->name);
		if (array_take(r, p, &r->c->args[i], r->outs[i], err))
			return -1;
		lua_pop(lua, 1);
	}
	return 0;
}

int exercise_oracle(struct exercise *e, const struct exercise_case *c, uint8_t **outs, struct error *err)
{
	struct run r = { e, c, outs };

	return script_protect(e->script, oracle_run, &r, err);
}

struct look { const struct exercise *e; const struct exercise_case *c; const uint8_t *const *outs; struct arena *arena;
	      const char **why; };

static int accept_run(struct script *s, void *ctx, struct error *err)
{
	const struct look *l = ctx;
	lua_State *lua = script_state(s);

	lua_getfield(lua, 1, "accept");
	case_push(lua, l->e, l->c, l->outs);
	if (script_call(s, "accept", 1, 1, err))
		return -1;
	*l->why = NULL;
	if (lua_type(lua, -1) == LUA_TNIL)
		return 0;
	if (lua_type(lua, -1) != LUA_TSTRING)
		return script_error(s, err, "accept", "should return a sentence or nothing, returns a %s for '%s'",
				    lua_typename(lua, lua_type(lua, -1)), l->c->name);
	*l->why = arena_strdup(l->arena, lua_tostring(lua, -1));
	return *l->why ? 0 : error_nomem(err);
}

int exercise_accept(const struct exercise *e, const struct exercise_case *c, const uint8_t *const *outs, struct arena *arena,
		    const char **why, struct error *err)
{
	struct look l = { e, c, outs, arena, why };

	return script_protect(e->script, accept_run, &l, err);
}
