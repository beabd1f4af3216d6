/*
 * read.c - reads a definition's tables field by field.
 *
 * The current table is at the stack top; s->path is its path. All errors go
 * through tell(), which turns the path into "params[2].type" and into a line
 * of the file.
 */
#include "config.h"

#include <lauxlib.h>
#include <limits.h>
#include <string.h>

#include "base/source.h"
#include "script/internal.h"
#include "script/nearest.h"

static void path_text(const struct script *s, int depth, struct buf *out)
{
	for (int i = 0; i < depth; i++) {
		if (s->path[i].field)
			buf_printf(out, "%s%s", i ? "." : "", s->path[i].field);
		else
			buf_printf(out, "[%d]", s->path[i].index);
	}
	if (depth)
		buf_puts(out, ": ");
}

void script_item_lines(const struct script *s, int *lines, int n)
{
	where_items(buf_text(&s->text), s->text.len, s->path, s->depth, lines, n);
}

/* An error about the first `depth` steps of the path. */
static int report(struct script *s, struct error *err, int depth, const char *fmt, va_list ap)
{
	struct buf text = BUF_INIT;

	path_text(s, depth, &text);
	buf_vprintf(&text, fmt, ap);
	if (text.failed)
		error_nomem(err);
	else
		error_set(err, PARTY_AUTHOR, "%s", buf_text(&text));
	buf_release(&text);
	return error_at(err, s->name, where_line(buf_text(&s->text), s->text.len, s->path, depth));
}

int script_error(struct script *s, struct error *err, const char *field, const char *fmt, ...)
{
	va_list ap;

	s->path[s->depth] = (struct place){ .field = field };
	va_start(ap, fmt);
	report(s, err, s->depth + (field != NULL), fmt, ap);
	va_end(ap);
	return -1;
}

int script_error_item(struct script *s, struct error *err, int i, const char *fmt, ...)
{
	va_list ap;

	s->path[s->depth] = (struct place){ .index = i };
	va_start(ap, fmt);
	report(s, err, s->depth + 1, fmt, ap);
	va_end(ap);
	return -1;
}

/* An error about the value at the top, whose path has one more step; pops the value. */
static int report_wrong(struct script *s, struct error *err, struct place last, const char *wanted)
{
	lua_State *lua = s->lua;
	const char *found = luaL_typename(lua, -1);
	char value[64] = "";

	if (lua_type(lua, -1) == LUA_TNUMBER || lua_type(lua, -1) == LUA_TBOOLEAN) {
		snprintf(value, sizeof value, " (%s)", luaL_tolstring(lua, -1, NULL));
		lua_pop(lua, 1);
	}
	if (last.field)
		script_error(s, err, last.field, "should be %s, is a %s%s", wanted, found, value);
	else
		script_error_item(s, err, last.index, "should be %s, is a %s%s", wanted, found, value);
	lua_pop(lua, 1);
	return error_remedy(err, "write %s there", wanted);
}

static int report_missing(struct script *s, struct error *err, const char *field, const char *wanted)
{
	script_error(s, err, NULL, "'%s' is missing", field);
	return error_remedy(err, "add `%s = ` with %s", field, wanted);
}

/* Pushes the field: 1; 0 with nothing pushed if it is absent and optional; -1 on error. */
static int push_field(struct script *s, const char *field, bool required, const char *wanted, struct error *err)
{
	if (lua_getfield(s->lua, -1, field) != LUA_TNIL)
		return 1;
	lua_pop(s->lua, 1);
	return required ? report_missing(s, err, field, wanted) : 0;
}

/* The same for the i-th element of a list. */
static int push_item(struct script *s, int i, const char *wanted, struct error *err)
{
	if (i > script_length(s))
		return 0;
	if (lua_rawgeti(s->lua, -1, i) != LUA_TNIL)
		return 1;
	lua_pop(s->lua, 1);
	script_error_item(s, err, i, "is missing");
	return error_remedy(err, "write %s there", wanted);
}

static int enter_top(struct script *s, struct place step, struct error *err)
{
	if (lua_type(s->lua, -1) != LUA_TTABLE)
		return report_wrong(s, err, step, "a table");
	if (s->depth == SCRIPT_DEPTH)
		return script_error(s, err, step.field, "tables are nested too deep here");
	s->path[s->depth++] = step;
	return 1;
}

int script_enter(struct script *s, const char *field, bool required, struct error *err)
{
	int found = push_field(s, field, required, "a table", err);

	return found == 1 ? enter_top(s, (struct place){ .field = field }, err) : found;
}

int script_enter_index(struct script *s, int i, struct error *err)
{
	int found = push_item(s, i, "a table", err);

	return found == 1 ? enter_top(s, (struct place){ .index = i }, err) : found;
}

int script_enter_top(struct script *s, const char *field, struct error *err)
{
	return enter_top(s, (struct place){ .field = field }, err);
}

void script_leave(struct script *s)
{
	s->depth--;
	lua_pop(s->lua, 1);
}

int script_length(struct script *s)
{
	lua_Unsigned n = lua_rawlen(s->lua, -1);

	return n < INT_MAX ? (int)n : INT_MAX;
}

bool script_text_is_clean(const char *text, size_t len)
{
	struct buf clean = BUF_INIT;
	bool same;

	text_sanitise(text, len, &clean);
	same = !clean.failed && clean.len == len && !memcmp(buf_text(&clean), text, len);
	buf_release(&clean);
	return same;
}

/* Each take_* converts the value at the top, and pops it. */
static int take_string(struct script *s, struct arena *a, struct place step, const char **out, struct error *err)
{
	const char *text;
	size_t len;

	if (lua_type(s->lua, -1) != LUA_TSTRING)
		return report_wrong(s, err, step, "a text");
	text = lua_tolstring(s->lua, -1, &len);
	if (!script_text_is_clean(text, len)) {
		lua_pop(s->lua, 1);
		script_error(s, err, step.field, "the text holds control characters or is not UTF-8");
		return error_remedy(err, "save the file as UTF-8 and take them out");
	}
	*out = arena_strndup(a, text, len);
	lua_pop(s->lua, 1);
	return *out ? 1 : error_nomem(err);
}

static int take_integer(struct script *s, struct place step, int64_t *out, struct error *err)
{
	int whole = 0;
	lua_Integer value = 0;

	if (lua_type(s->lua, -1) == LUA_TNUMBER)
		value = lua_tointegerx(s->lua, -1, &whole);
	if (!whole)
		return report_wrong(s, err, step, "a whole number");
	lua_pop(s->lua, 1);
	*out = value;
	return 1;
}

int script_string(struct script *s, struct arena *a, const char *field, bool required, const char **out, struct error *err)
{
	int found = push_field(s, field, required, "a text", err);

	if (found == 1)
		found = take_string(s, a, (struct place){ .field = field }, out, err);
	return found < 0 ? -1 : 0;
}

int script_number(struct script *s, const char *field, bool required, double *out, struct error *err)
{
	int found = push_field(s, field, required, "a number", err);

	if (found < 1)
		return found;
	if (lua_type(s->lua, -1) != LUA_TNUMBER)
		return report_wrong(s, err, (struct place){ .field = field }, "a number");
	*out = lua_tonumber(s->lua, -1);
	lua_pop(s->lua, 1);
	return 0;
}

int script_integer(struct script *s, const char *field, bool required, int64_t *out, struct error *err)
{
	int found = push_field(s, field, required, "a whole number", err);

	if (found == 1)
		found = take_integer(s, (struct place){ .field = field }, out, err);
	return found < 0 ? -1 : 0;
}

int script_boolean(struct script *s, const char *field, bool required, bool *out, struct error *err)
{
	int found = push_field(s, field, required, "true or false", err);

	if (found < 1)
		return found;
	if (lua_type(s->lua, -1) != LUA_TBOOLEAN)
		return report_wrong(s, err, (struct place){ .field = field }, "true or false");
	*out = lua_toboolean(s->lua, -1);
	lua_pop(s->lua, 1);
	return 0;
}

int script_item_string(struct script *s, struct arena *a, int i, const char **out, struct error *err)
{
	int found = push_item(s, i, "a text", err);

	return found == 1 ? take_string(s, a, (struct place){ .index = i }, out, err) : found;
}

int script_item_integer(struct script *s, int i, int64_t *out, struct error *err)
{
	int found = push_item(s, i, "a whole number", err);

	return found == 1 ? take_integer(s, (struct place){ .index = i }, out, err) : found;
}

static bool listed(const char *const *fields, const char *name)
{
	for (; *fields; fields++)
		if (!strcmp(*fields, name))
			return true;
	return false;
}

static int report_unknown(struct script *s, const char *const *fields, const char *name, struct error *err)
{
	const char *near;
	char all[400] = "";
	size_t n = 0;

	for (size_t used = 0; fields[n]; n++)
		if (used < sizeof all)
			used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", n ? ", " : "", fields[n]);
	near = word_nearest(name, fields, n);
	script_error(s, err, name, "there is no such field");
	if (!n)
		return error_remedy(err, "write a list, whose elements have no names: `{ { ... }, { ... } }`");
	return near ? error_remedy(err, "did you mean `%s`?", near) : error_remedy(err, "the fields are %s", all);
}

int script_only(struct script *s, const char *const *fields, struct error *err)
{
	bool items = fields[0] && !strcmp(fields[0], SCRIPT_ITEMS);
	const char *unknown = NULL; /* the first in order of names, because lua_next has no fixed order */

	fields += items;
	lua_pushnil(s->lua);
	while (lua_next(s->lua, -2)) {
		lua_pop(s->lua, 1);
		if (lua_type(s->lua, -1) == LUA_TSTRING) {
			const char *name = lua_tostring(s->lua, -1);

			if (!listed(fields, name) && (!unknown || strcmp(name, unknown) < 0))
				unknown = name; /* a key: lives as long as the table */
		} else if (!(items && lua_isinteger(s->lua, -1))) {
			script_error(s, err, NULL, "an element without a name does not belong here");
			return error_remedy(err, "write `name = value`");
		}
	}
	return unknown ? report_unknown(s, fields, unknown, err) : 0;
}
