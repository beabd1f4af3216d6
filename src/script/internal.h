/*
 * internal.h - the bounded state itself: script.c runs it, sandbox.c gives it its functions, read.c reads from it;
 * literals.c reads a text without running it.
 */
#ifndef WARPBOOK_SCRIPT_INTERNAL_H
#define WARPBOOK_SCRIPT_INTERNAL_H

#include <lua.h>
#include <signal.h>
#include <time.h>

#include "base/buf.h"
#include "script/script.h"
#include "script/where.h"

#define SCRIPT_FILE_MAX ((size_t)1 << 20) /* bytes */
#define SCRIPT_DEPTH 8 /* the maximum nesting of tables for a reader */

/*
 * Lua takes twice as long while a hook counts its instructions. So a call that has run for a while goes on without the hook; a
 * timer of the thread's processor time sends a signal that sets it again (unwatched.c).
 */
struct unwatched {
	bool may;                     /* the current call may still do it */
	bool is_on;
	timer_t timer;
	sigset_t mask;                /* the thread's before it */
};

enum script_stop { STOP_NONE, STOP_STEPS, STOP_CPU, STOP_MEMORY };

struct script {
	lua_State *lua;
	char name[512];               /* the file, for errors */
	struct buf text;              /* its text, to find the lines of errors */
	struct script_limits limits;
	size_t memory;                /* bytes that Lua has allocated */
	uint64_t steps;               /* instructions left of the running call */
	double cpu_deadline;
	struct unwatched unwatched;   /* the part of the call that is not counted */
	enum script_stop stop;        /* why script.c stopped the running call */
	struct place path[SCRIPT_DEPTH + 1]; /* the current table's path; one more for its field */
	int depth;
};

/* True for text that is safe on a terminal, in a file and in a C string. */
bool script_text_is_clean(const char *text, size_t len);
/* Takes the hook away for a time, if that can be done. Called by the hook. */
void unwatched_begin(struct script *s);
/* After the call: ends it, if it is on. The hook is set again. */
void unwatched_end(struct script *s);
/* The hook that counts: script.c. */
void script_watch(lua_State *lua);
/* Opens the libraries of a definition; may raise a Lua error. */
void sandbox_open(lua_State *lua);

#endif
