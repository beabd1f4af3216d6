/*
 * internal.h - the bounded state itself: script.c runs it, sandbox.c gives it its functions, read.c reads from it;
 * literals.c reads a text without running it.
 */
#ifndef WARPBOOK_SCRIPT_INTERNAL_H
#define WARPBOOK_SCRIPT_INTERNAL_H

#include <lua.h>

#include "base/buf.h"
#include "script/script.h"
#include "script/where.h"

#define SCRIPT_FILE_MAX ((size_t)1 << 20) /* bytes */
#define SCRIPT_DEPTH 8 /* the maximum nesting of tables for a reader */

enum script_stop { STOP_NONE, STOP_STEPS, STOP_CPU, STOP_MEMORY };

struct script {
	lua_State *lua;
	char name[512];               /* the file, for errors */
	struct buf text;              /* its text, to find the lines of errors */
	struct script_limits limits;
	size_t memory;                /* bytes that Lua has allocated */
	uint64_t steps;               /* instructions left of the running call */
	double cpu_deadline;
	enum script_stop stop;        /* why script.c stopped the running call */
	struct place path[SCRIPT_DEPTH + 1]; /* the current table's path; one more for its field */
	int depth;
};

/* True for text that is safe on a terminal, in a file and in a C string. */
bool script_text_is_clean(const char *text, size_t len);
/* Opens the libraries of a definition; may raise a Lua error. */
void sandbox_open(lua_State *lua);

#endif
