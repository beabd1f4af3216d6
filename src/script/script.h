/*
 * script.h - bounded Lua: a state in which a definition file runs with no way
 * out and no way to run for ever.
 *
 * There is no io, os, package, debug, load, loadfile, dofile, require,
 * string.dump, collectgarbage; math, string, table and utf8 are there. Memory
 * and instruction counts are limited; binary chunks are refused. Reading a
 * value that is not as wanted gives an error that names file, line of the table's
 * constructor (or of the last call), the field's path and what to write instead.
 */
#ifndef WARPBOOK_SCRIPT_SCRIPT_H
#define WARPBOOK_SCRIPT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct lua_State;
struct script;

struct script_limits { size_t memory_bytes; uint64_t steps; }; /* 0: 64 MiB, 50 million */

/* Runs the file; it must return one table, which then is at stack index 1. */
struct script *script_open(const char *path, const struct script_limits *limits, struct error *err);
/* The same for text (tests, fuzzing). */
struct script *script_open_text(const char *name, const char *text, size_t len, const struct script_limits *limits, struct error *err);
void script_close(struct script *s);
struct lua_State *script_state(struct script *s);

/* lua_pcall with the step budget renewed; nargs/nresults as there. */
int script_call(struct script *s, int nargs, int nresults, struct error *err);

/*
 * Readers of a field of the table at the stack top. `path` of nested tables is tracked with
 * script_enter / script_leave, so that errors can say `params[2].type`. A missing optional field leaves
 * *out alone and returns 0. Strings are copied to the arena.
 */
int script_enter(struct script *s, const char *field, bool required, struct error *err); /* 1 entered, 0 absent, -1 */
int script_enter_index(struct script *s, int i, struct error *err); /* 1-based; 1, 0 past the end, -1 */
void script_leave(struct script *s);
int script_string(struct script *s, struct arena *a, const char *field, bool required, const char **out, struct error *err);
int script_number(struct script *s, const char *field, bool required, double *out, struct error *err);
int script_integer(struct script *s, const char *field, bool required, int64_t *out, struct error *err);
int script_boolean(struct script *s, const char *field, bool required, bool *out, struct error *err);
/* Refuses fields that are not in the NULL-terminated list, suggesting the nearest. */
int script_only(struct script *s, const char *const *fields, struct error *err);
/* An error about the current table or its field, with file, line and path. Returns -1. */
int script_error(struct script *s, struct error *err, const char *field, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
