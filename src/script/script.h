/*
 * script.h - bounded Lua: a state in which a definition file can neither access
 * anything outside nor run for ever.
 *
 * sandbox.c lists the functions that a definition can call: it cannot read files, load code,
 * catch an error, or hang in a C function (there are no string patterns, no
 * metatables and no coroutines). Memory, instructions and CPU time are limited;
 * it rejects binary chunks. Reading a value of the wrong kind gives an error
 * that names the file, the line of the field (or of the table that lacks it),
 * the field's path and what to write instead.
 *
 * Lua reports its own errors by longjmp. script_call catches those of a function
 * of the definition; all other code that touches the state, including the readers
 * below, must run in a body that script_protect calls.
 */
#ifndef WARPBOOK_SCRIPT_SCRIPT_H
#define WARPBOOK_SCRIPT_SCRIPT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct lua_State;
struct script;

/*
 * 0: 64 MiB, 50 million instructions, 10 seconds of CPU time for each call. The usual number of instructions is exact only after
 * script_count_exactly, which author's checks call: otherwise 50 ms of a long call are not counted, because counting halves Lua's
 * speed.
 */
struct script_limits { size_t memory_bytes; uint64_t steps; double cpu_seconds; bool exact; /* as is any number of steps */ };
void script_count_exactly(void);

/* Runs the file; it must return one table, which stays at stack index 1. */
struct script *script_open(const char *path, const struct script_limits *limits, struct error *err);
/* The same for text (tests, fuzzing). */
struct script *script_open_text(const char *name, const char *text, size_t len, const struct script_limits *limits,
				struct error *err);
void script_close(struct script *s);
struct lua_State *script_state(struct script *s);
const char *script_text(const struct script *s, size_t *len);

/*
 * Reads values that are literals in a definition's table: a text, a whole number, or the length of a list of tables. It reads the
 * file without running it, which takes a tenth of the time, and checks nothing else in it. False: the file is unreadable, or one
 * of the fields is not a literal. Then script_open has the values, or reports the error.
 */
enum literal_kind { LITERAL_TEXT, LITERAL_WHOLE, LITERAL_COUNT };
struct literal { const char *field; enum literal_kind kind; const char *text; int number; };
bool script_literals(const char *path, struct literal *fields, size_t n, struct arena *a);

/* Runs body(s, ctx, err) with the definition's table at index 1 and on top. Returns its result, or -1 if Lua raised an error. */
typedef int script_body(struct script *s, void *ctx, struct error *err);
int script_protect(struct script *s, script_body *body, void *ctx, struct error *err);

/*
 * lua_pcall with a renewed budget; nargs and nresults as in lua_pcall. `field`: the function's field in the current
 * table, for the place of an error that has no line from Lua. May be NULL.
 */
int script_call(struct script *s, const char *field, int nargs, int nresults, struct error *err);

/*
 * Calls the function in that field of the current table with one value, and reads the table that it returns. nil is null; a table
 * with a first element is a list, any other an object. The caller owns both values. answer NULL: asks only if there is such a
 * function: 1, or 0.
 */
int script_call_json(struct script *s, const char *field, const json_t *arg, json_t **answer, struct error *err);

/*
 * Readers of a field of the table at the stack top. script_enter and script_leave keep the `path` of nested
 * tables, so that errors can say `params[2].type`. A missing optional field leaves
 * *out unchanged and returns 0. Strings are copied to the arena; they are valid UTF-8 without control bytes.
 */
int script_enter(struct script *s, const char *field, bool required, struct error *err); /* 1 entered, 0 absent, -1 */
int script_enter_index(struct script *s, int i, struct error *err); /* 1-based; 1, 0 past the end, -1 */
/* Reads the table at the top, such as the result of a call, as if it were that field. 1, or -1 after popping it. */
int script_enter_top(struct script *s, const char *field, struct error *err);
void script_leave(struct script *s);
int script_string(struct script *s, struct arena *a, const char *field, bool required, const char **out, struct error *err);
int script_number(struct script *s, const char *field, bool required, double *out, struct error *err);
int script_integer(struct script *s, const char *field, bool required, int64_t *out, struct error *err);
int script_boolean(struct script *s, const char *field, bool required, bool *out, struct error *err);
/* Elements of a list, 1-based: 1, 0 past the end, -1. */
int script_item_string(struct script *s, struct arena *a, int i, const char **out, struct error *err);
int script_item_integer(struct script *s, int i, int64_t *out, struct error *err);
/* Elements of the list at the top. */
int script_length(struct script *s);
/*
 * Rejects fields that are not in the NULL-terminated list, and suggests the nearest. A list that
 * begins with SCRIPT_ITEMS also allows elements without a name.
 */
#define SCRIPT_ITEMS "[]"
/* For script_only: no element has a name. Otherwise `{ x = { ... } }` would be an empty list. */
#define SCRIPT_ROWS ((const char *const[]){ SCRIPT_ITEMS, NULL })
int script_only(struct script *s, const char *const *fields, struct error *err);
/* The lines on which the first n elements of the current list begin, 0 if unknown. */
void script_item_lines(const struct script *s, int *lines, int n);
/* An error about the current table or its field, with file, line and path. Returns -1. */
int script_error(struct script *s, struct error *err, const char *field, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
int script_error_item(struct script *s, struct error *err, int i, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
