/* values.c - the rows of values.def as functions: numbers to bytes and back. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "catalog/values.h"

static const struct value_row {
	const char *name;
	unsigned bytes;
	bool whole;
	int64_t least, greatest;
} values[] = {
#define VALUE(id, name, type, whole, least, greatest) [VALUE_##id] = { name, sizeof(type), whole, least, greatest },
#include "catalog/values.def"
#undef VALUE
};

const char *value_type_name(enum value_type t)
{
	return values[t].name;
}

unsigned value_type_bytes(enum value_type t)
{
	return values[t].bytes;
}

bool value_type_whole(enum value_type t)
{
	return values[t].whole;
}

int value_type_find(const char *name)
{
	for (int t = 0; t < VALUE_TYPE_COUNT; t++)
		if (!strcmp(values[t].name, name))
			return t;
	return -1;
}

bool value_fits(enum value_type t, struct number n)
{
	if (values[t].whole)
		return n.whole && n.integer >= values[t].least && n.integer <= values[t].greatest;
	return t != VALUE_FLOAT || isinf(n.real) || !isinf((float)n.real);
}

void value_store(enum value_type t, struct number n, uint8_t *to)
{
	switch (t) {
#define VALUE(id, name, type, is_whole, least, greatest)                          \
	case VALUE_##id: {                                                        \
		type value = (is_whole) ? (type)n.integer : (type)n.real;         \
		memcpy(to, &value, sizeof value);                                 \
		break;                                                            \
	}
#include "catalog/values.def"
#undef VALUE
	case VALUE_TYPE_COUNT:
		break;
	}
}

struct number value_load(enum value_type t, const uint8_t *from)
{
	struct number n = { 0 };

	switch (t) {
#define VALUE(id, name, type, is_whole, least, greatest)                                             \
	case VALUE_##id: {                                                                           \
		type value;                                                                          \
		memcpy(&value, from, sizeof value);                                                  \
		n = (is_whole) ? number_of_integer((int64_t)value) : number_of_real((double)value);  \
		break;                                                                               \
	}
#include "catalog/values.def"
#undef VALUE
	case VALUE_TYPE_COUNT:
		break;
	}
	return n;
}

struct number number_of_integer(int64_t i)
{
	return (struct number){ .whole = true, .integer = i, .real = (double)i };
}

struct number number_of_real(double d)
{
	return (struct number){ .real = d };
}

/* A float without a fraction counts as whole, because in Lua 2^10 is the float 1024.0. */
bool catalog_number_get(lua_State *lua, int index, struct number *n)
{
	int whole;
	lua_Integer i;

	if (lua_type(lua, index) != LUA_TNUMBER)
		return false;
	i = lua_tointegerx(lua, index, &whole);
	*n = (struct number){ .whole = whole, .integer = whole ? i : 0, .real = lua_tonumber(lua, index) };
	return true;
}

void number_push(lua_State *lua, struct number n)
{
	if (n.whole)
		lua_pushinteger(lua, n.integer);
	else
		lua_pushnumber(lua, n.real);
}
