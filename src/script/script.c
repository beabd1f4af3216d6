/*
 * script.c - a Lua state with three limits.
 *
 * Memory: the allocator fails above the limit. Instructions: a hook takes
 * HOOK_STEP from the budget after that many instructions. CPU time: the same
 * hook reads the thread's clock, because C functions can work for long between
 * two instructions. Part of a long call is not counted (internal.h: unwatched). Nothing in the sandbox can catch an error, so an
 * error from any of the three ends the call.
 *
 * Our own code runs under the same protection: script_protect calls a body from
 * inside lua_pcall, so that running out of memory while reading a table is an
 * error like any other. So a body must own nothing that a longjmp would lose.
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/path.h"
#include "script/internal.h"

#define HOOK_STEP 500
#define WATCHED_FIRST 50000 /* instructions; most calls need fewer */
#define CHUNK_NAME "definition" /* the name of the text in Lua's messages: CHUNK_NAME:LINE: ... */

static bool all_exact; /* atomic */

static void *counted_alloc(void *ctx, void *block, size_t old_size, size_t new_size)
{
	struct script *s = ctx;
	size_t held = s->memory - (block ? old_size : 0);
	void *fresh;

	if (new_size == 0) {
		free(block);
		s->memory = held;
		return NULL;
	}
	if (new_size > s->limits.memory_bytes || held > s->limits.memory_bytes - new_size) {
		/* Lua relies on this: shrinking a block must succeed. */
		if (!block || new_size > old_size) {
			s->stop = STOP_MEMORY;
			return NULL;
		}
	}
	fresh = realloc(block, new_size);
	if (fresh)
		s->memory = held + new_size;
	return fresh;
}

static struct script *script_of(lua_State *lua)
{
	void *ctx;

	lua_getallocf(lua, &ctx);
	return ctx;
}

static void budget_hook(lua_State *lua, lua_Debug *debug)
{
	struct script *s = script_of(lua);

	if (s->steps < HOOK_STEP)
		s->stop = STOP_STEPS;
	else if (clock_used_by_thread() > s->cpu_deadline)
		s->stop = STOP_CPU;
	else
		s->steps -= HOOK_STEP;
	if (s->unwatched.may && s->limits.steps - s->steps >= WATCHED_FIRST) {
		s->unwatched.may = false;
		unwatched_begin(s);
	}
	if (s->stop == STOP_STEPS || s->stop == STOP_CPU) {
		luaL_where(lua, 0);
		lua_error(lua);
	}
}

static void budget_renew(struct script *s)
{
	s->stop = STOP_NONE;
	s->steps = s->limits.steps;
	s->cpu_deadline = clock_used_by_thread() + s->limits.cpu_seconds;
	s->unwatched.may = false;
}

void script_watch(lua_State *lua)
{
	lua_sethook(lua, budget_hook, LUA_MASKCOUNT, HOOK_STEP);
}

/* Splits "definition:12: text": returns the line, and moves *text past it. 0 if there is none. */
static int message_line(const char **text)
{
	const size_t n = sizeof CHUNK_NAME - 1;
	char *end;
	long line;

	if (strncmp(*text, CHUNK_NAME ":", n + 1) || !isdigit((unsigned char)(*text)[n + 1]))
		return 0;
	line = strtol(*text + n + 1, &end, 10);
	if (end[0] != ':' || line > INT32_MAX)
		return 0;
	*text = end + 1 + (end[1] == ' ');
	return (int)line;
}

/* Fills err from the message at the stack top and pops it. field: the field of the function that ran; NULL: unknown. */
static int report_raised(struct script *s, int status, const char *field, struct error *err)
{
	const char *text = lua_type(s->lua, -1) == LUA_TSTRING ? lua_tostring(s->lua, -1) : "an error that is not a text";
	int line = message_line(&text);
	bool no_memory = status == LUA_ERRMEM || !strcmp(text, "not enough memory"); /* the message of string buffers */

	if (!line && field) {
		s->path[s->depth] = (struct place){ .field = field };
		line = where_line(buf_text(&s->text), s->text.len, s->path, s->depth + 1);
	}
	if (s->stop == STOP_STEPS || s->stop == STOP_CPU) {
		error_set(err, PARTY_AUTHOR, "the script does not end");
		error_remedy(err, "look for a loop that never ends; %" PRIu64 " million instructions or %g seconds are "
			     "allowed", s->limits.steps / 1000000, s->limits.cpu_seconds);
	} else if (no_memory && s->stop == STOP_MEMORY) {
		error_set(err, PARTY_AUTHOR, "the script needs more than %zu MiB of memory", s->limits.memory_bytes >> 20);
		error_remedy(err, "make its tables and texts smaller, or look for a function that calls itself forever");
	} else if (no_memory) {
		error_nomem(err);
	} else {
		error_set(err, PARTY_AUTHOR, "%s", text);
		if (strstr(text, "nil value (global '") || strstr(text, "nil value (field '"))
			error_remedy(err, "see exercises/README.md for the functions a definition can call");
	}
	lua_pop(s->lua, 1);
	return error_at(err, s->name, line);
}

struct protected_body { struct script *s; script_body *body; void *ctx; struct error *err; int result; };

static int run_body(lua_State *lua)
{
	struct protected_body *call = lua_touserdata(lua, 1);

	luaL_checkstack(lua, 64, NULL);
	lua_remove(lua, 1);
	call->result = call->body(call->s, call->ctx, call->err);
	return 0;
}

int script_protect(struct script *s, script_body *body, void *ctx, struct error *err)
{
	struct protected_body call = { s, body, ctx, err, -1 };
	int depth = s->depth, status;

	budget_renew(s);
	lua_pushcfunction(s->lua, run_body);
	lua_pushlightuserdata(s->lua, &call);
	if (lua_type(s->lua, 1) == LUA_TTABLE)
		lua_pushvalue(s->lua, 1);
	else
		lua_pushnil(s->lua);
	status = lua_pcall(s->lua, 2, 0, 0);
	s->depth = depth;
	return status == LUA_OK ? call.result : report_raised(s, status, NULL, err);
}

void script_count_exactly(void)
{
	__atomic_store_n(&all_exact, true, __ATOMIC_RELAXED);
}

int script_call(struct script *s, const char *field, int nargs, int nresults, struct error *err)
{
	int status;

	budget_renew(s);
	s->unwatched.may = !s->limits.exact && !__atomic_load_n(&all_exact, __ATOMIC_RELAXED);
	status = lua_pcall(s->lua, nargs, nresults, 0);
	unwatched_end(s);
	s->unwatched.may = false;
	return status == LUA_OK ? 0 : report_raised(s, status, field, err);
}

static int open_libraries(struct script *s, void *ctx, struct error *err)
{
	sandbox_open(s->lua);
	return 0;
}

static int load_text(struct script *s, struct error *err)
{
	int status = luaL_loadbufferx(s->lua, buf_text(&s->text), s->text.len, "=" CHUNK_NAME, "t");

	if (status != LUA_OK)
		return report_raised(s, status, NULL, err);
	if (script_call(s, NULL, 0, 1, err))
		return -1;
	if (lua_type(s->lua, 1) != LUA_TTABLE) {
		error_set(err, PARTY_AUTHOR, "the file returns %s, not a table", luaL_typename(s->lua, 1));
		error_remedy(err, "begin the definition with `return {`");
		return error_at(err, s->name, where_line(buf_text(&s->text), s->text.len, NULL, 0));
	}
	return 0;
}

static void limits_set(struct script_limits *to, const struct script_limits *from)
{
	const struct script_limits usual = { .memory_bytes = (size_t)64 << 20, .steps = 50000000, .cpu_seconds = 10 };

	*to = from ? *from : (struct script_limits){ .steps = 0 };
	to->exact = to->exact || to->steps;
	if (!to->memory_bytes)
		to->memory_bytes = usual.memory_bytes;
	if (!to->steps)
		to->steps = usual.steps;
	if (!(to->cpu_seconds > 0))
		to->cpu_seconds = usual.cpu_seconds;
}

struct script *script_open_text(const char *name, const char *text, size_t len, const struct script_limits *limits,
				struct error *err)
{
	struct script *s = calloc(1, sizeof *s);

	if (!s) {
		error_nomem(err);
		return NULL;
	}
	snprintf(s->name, sizeof s->name, "%s", name);
	limits_set(&s->limits, limits);
	buf_append(&s->text, text, len);
	if (!s->text.failed)
		s->lua = lua_newstate(counted_alloc, s);
	if (!s->lua) {
		error_nomem(err);
		script_close(s);
		return NULL;
	}
	script_watch(s->lua);
	if (script_protect(s, open_libraries, NULL, err) || load_text(s, err)) {
		script_close(s);
		return NULL;
	}
	return s;
}

struct script *script_open(const char *path, const struct script_limits *limits, struct error *err)
{
	struct buf text = BUF_INIT;
	struct script *s = NULL;

	if (file_read(path, SCRIPT_FILE_MAX, &text, err)) {
		if (err && err->party == PARTY_LEARNER)
			err->party = PARTY_AUTHOR;
	} else {
		s = script_open_text(path, buf_text(&text), text.len, limits, err);
	}
	buf_release(&text);
	return s;
}

void script_close(struct script *s)
{
	if (!s)
		return;
	if (s->lua)
		lua_close(s->lua);
	buf_release(&s->text);
	free(s);
}

struct lua_State *script_state(struct script *s)
{
	return s->lua;
}

const char *script_text(const struct script *s, size_t *len)
{
	*len = s->text.len;
	return buf_text(&s->text);
}
