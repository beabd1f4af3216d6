/*
 * values.h - the numbers of a definition and the bytes of a kernel: types of values, and the way between Lua and bytes.
 */
#ifndef WARPBOOK_CATALOG_VALUES_H
#define WARPBOOK_CATALOG_VALUES_H

#include <lua.h>
#include "catalog/catalog.h"

int value_type_find(const char *name); /* -1 if unknown */
bool value_type_whole(enum value_type t);
bool value_fits(enum value_type t, struct number n);
/* Converts as C does. */
void value_store(enum value_type t, struct number n, uint8_t *to);
struct number value_load(enum value_type t, const uint8_t *from);
struct number number_of_integer(int64_t i);
struct number number_of_real(double d);
bool catalog_number_get(lua_State *lua, int index, struct number *n); /* false if it is not a number */
void number_push(lua_State *lua, struct number n);

#endif
