/*
 * sandbox.c - the list of functions that a definition may call.
 *
 * A function is allowed if it cannot reach outside, cannot catch an error (so
 * that nothing survives the end of the budget), gives the same result on every
 * machine, and does an amount of work that its memory bounds. That leaves out
 * string patterns, which can backtrack for ever inside one C call; metatables,
 * whose finalizers run without the budget's hook; table.sort; math.random; and
 * pairs, whose order differs from run to run.
 */
#include "config.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdint.h>

#include "script/internal.h"

static const char *const base_names[] = { "assert", "error", "ipairs", "select", "tonumber", "tostring", "type", NULL };
static const char *const math_names[] = { "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod",
	"huge", "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan",
	"tointeger", "type", "ult", NULL };
static const char *const string_names[] = { "byte", "char", "format", "len", "lower", "rep", "reverse", "sub", "upper",
	NULL };
static const char *const table_names[] = { "concat", "insert", "pack", "remove", "unpack", NULL };
static const char *const utf8_names[] = { "char", "charpattern", "codepoint", "codes", "len", "offset", NULL };

static const struct library {
	const char *global; /* NULL: its functions are globals themselves */
	lua_CFunction open;
	const char *const *names;
} libraries[] = {
	{ NULL, luaopen_base, base_names },
	{ LUA_MATHLIBNAME, luaopen_math, math_names },
	{ LUA_STRLIBNAME, luaopen_string, string_names },
	{ LUA_TABLIBNAME, luaopen_table, table_names },
	{ LUA_UTF8LIBNAME, luaopen_utf8, utf8_names },
};

static int ceil_div(lua_State *lua)
{
	lua_Integer a = luaL_checkinteger(lua, 1), b = luaL_checkinteger(lua, 2);

	luaL_argcheck(lua, a >= 0, 1, "must not be negative");
	luaL_argcheck(lua, b > 0, 2, "must be positive");
	lua_pushinteger(lua, a / b + (a % b != 0));
	return 1;
}

static int round_to_float(lua_State *lua)
{
	lua_pushnumber(lua, (float)luaL_checknumber(lua, 1));
	return 1;
}

/* Drops the fraction, as a C cast does, and keeps the low 64 bits of the rest. */
static uint64_t low_bits(lua_State *lua)
{
	lua_Number x;

	if (lua_isinteger(lua, 1))
		return (uint64_t)lua_tointeger(lua, 1);
	x = trunc(luaL_checknumber(lua, 1));
	luaL_argcheck(lua, x >= -0x1p63 && x < 0x1p63, 1, "has no whole value of 64 bits");
	return (uint64_t)(int64_t)x;
}

static int wrap_to_int(lua_State *lua)
{
	lua_pushinteger(lua, (int32_t)(uint32_t)low_bits(lua));
	return 1;
}

static int wrap_to_byte(lua_State *lua)
{
	lua_pushinteger(lua, (uint8_t)low_bits(lua));
	return 1;
}

static const luaL_Reg own_functions[] = {
	{ "ceil_div", ceil_div },
	{ "f32", round_to_float },
	{ "i32", wrap_to_int },
	{ "u8", wrap_to_byte },
	{ NULL, NULL },
};

/* Copies the allowed functions from the table below the top to the table at the top. */
static void copy_names(lua_State *lua, const char *const *names)
{
	for (; *names; names++) {
		lua_getfield(lua, -2, *names);
		lua_setfield(lua, -2, *names);
	}
}

/* "text":upper() works; its metatable has only the allowed functions, and scripts cannot reach it. */
static void restrict_string_methods(lua_State *lua)
{
	lua_pushliteral(lua, "");
	lua_getmetatable(lua, -1);
	lua_getfield(lua, -3, LUA_STRLIBNAME);
	lua_setfield(lua, -2, "__index");
	lua_pop(lua, 2);
}

void sandbox_open(lua_State *lua)
{
	lua_newtable(lua); /* becomes the globals */
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		const struct library *l = &libraries[i];

		luaL_requiref(lua, l->global ? l->global : LUA_GNAME, l->open, 0);
		if (l->global)
			lua_newtable(lua);
		else
			lua_pushvalue(lua, -2);
		copy_names(lua, l->names);
		if (l->global)
			lua_setfield(lua, -3, l->global);
		else
			lua_pop(lua, 1);
		lua_pop(lua, 1);
	}
	luaL_setfuncs(lua, own_functions, 0);
	restrict_string_methods(lua);
	lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
