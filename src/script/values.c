/* values.c - values between JSON and Lua: a function of a definition that takes one, and one that it returns. */
#include "config.h"

#include <lauxlib.h>
#include <string.h>

#include "script/internal.h"

#define DEPTH_MOST 16

/* The caller owns `value`: Lua may raise an error here. */
static void push_value(lua_State *lua, const json_t *value)
{
	const json_t *item;
	const char *key;
	size_t i;

	luaL_checkstack(lua, 4, NULL);
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		lua_newtable(lua);
		json_object_foreach((json_t *)(uintptr_t)value, key, item) {
			push_value(lua, item);
			lua_setfield(lua, -2, key);
		}
		break;
	case JSON_ARRAY:
		lua_newtable(lua);
		json_array_foreach(value, i, item) {
			push_value(lua, item);
			lua_rawseti(lua, -2, (lua_Integer)i + 1);
		}
		break;
	case JSON_STRING: lua_pushlstring(lua, json_string_value(value), json_string_length(value)); break;
	case JSON_INTEGER: lua_pushinteger(lua, (lua_Integer)json_integer_value(value)); break;
	case JSON_REAL: lua_pushnumber(lua, json_real_value(value)); break;
	case JSON_TRUE: lua_pushboolean(lua, 1); break;
	case JSON_FALSE: lua_pushboolean(lua, 0); break;
	case JSON_NULL: lua_pushnil(lua); break;
	}
}

static json_t *take_value(lua_State *lua, int depth, const char **why);

static json_t *take_table(lua_State *lua, int depth, const char **why)
{
	size_t n = lua_rawlen(lua, -1);
	json_t *all = n ? json_array() : json_object();

	for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) { /* without memory of its own, so it raises nothing */
		json_t *value = lua_type(lua, -2) == (n ? LUA_TNUMBER : LUA_TSTRING) ? take_value(lua, depth + 1, why) : NULL;
		size_t i = n ? (size_t)lua_tointeger(lua, -2) : 0;

		if (value && n && (i < 1 || i > n))
			value = (json_decref(value), NULL);
		if (!value || (n ? 0 : json_object_set_new(all, lua_tostring(lua, -2), value))) {
			*why = *why ? *why : "a table that is neither a list nor has names only";
			json_decref(all);
			return NULL;
		}
		if (n) {
			while (json_array_size(all) < i)
				json_array_append_new(all, json_null());
			json_array_set_new(all, i - 1, value);
		}
	}
	return all;
}

/* The value at the top as JSON; NULL: it is none, and *why says why. */
static json_t *take_value(lua_State *lua, int depth, const char **why)
{
	const char *text;
	json_t *value = NULL;
	size_t len;

	if (depth > DEPTH_MOST || !lua_checkstack(lua, 4)) {
		*why = "tables within tables without an end";
		return NULL;
	}
	switch (lua_type(lua, -1)) {
	case LUA_TTABLE:
		return take_table(lua, depth, why);
	case LUA_TSTRING:
		text = lua_tolstring(lua, -1, &len);
		value = json_stringn(text, len);
		break;
	case LUA_TBOOLEAN:
		value = json_boolean(lua_toboolean(lua, -1));
		break;
	case LUA_TNUMBER:
		value = lua_isinteger(lua, -1) ? json_integer(lua_tointeger(lua, -1)) : json_real(lua_tonumber(lua, -1));
		break;
	}
	if (!value)
		*why = lua_type(lua, -1) == LUA_TSTRING ? "a text that is not UTF-8" : lua_type(lua, -1) == LUA_TNUMBER ?
		       "a number that is none"
		       : "a value that is no text, number, truth or table";
	return value;
}

int script_call_json(struct script *s, const char *field, const json_t *arg, json_t **answer, struct error *err)
{
	lua_State *lua = s->lua;
	const char *why = NULL;

	if (lua_getfield(lua, -1, field) != LUA_TFUNCTION || !answer) {
		bool there = lua_type(lua, -1) == LUA_TFUNCTION;

		lua_pop(lua, 1);
		return !answer ? there : script_error(s, err, field, "should be a function");
	}
	*answer = NULL;
	push_value(lua, arg);
	if (script_call(s, field, 1, 1, err))
		return -1;
	if (lua_type(lua, -1) == LUA_TTABLE)
		*answer = take_value(lua, 0, &why);
	if (!*answer) {
		script_error(s, err, field, "returns %s", why ? why : "no table");
		return error_remedy(err, "return a table of texts, numbers, true, false and such tables");
	}
	lua_pop(lua, 1);
	return 0;
}
