/*
 * prelude.h - the header that clang includes before each source, precompiled: to parse cuda_runtime.h and what it includes takes
 * longer than all else that clang does for a short kernel, and most of the build of a program, for each of its sides.
 *
 * It is kept in the cache, as programs are, under the hash of clang's command, and is valid while each file in it stays as it
 * is. It only saves time: what does not compile with it is compiled without, and gets the messages of that. A learner's text
 * is no part of it.
 */
#ifndef WARPBOOK_TOOLCHAIN_PRELUDE_H
#define WARPBOOK_TOOLCHAIN_PRELUDE_H

#include "toolchain/program/program.h"

struct prelude {
	const struct compiler *compiler;
	const char *const *words; /* the command: what it does not depend on has fixed names here */
	size_t n;
	bool (*make)(void *ctx);  /* runs clang, and tells if it succeeded */
	void *ctx;
	const char *made, *deps;  /* what clang wrote then: the header, the list of the files in it */
};

/* Finds it or makes it; the path belongs to the arena. NULL: there is none. One thread and process makes it, the others wait. */
const char *prelude_path(const struct prelude *p, struct arena *arena);

#endif
