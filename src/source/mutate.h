/*
 * mutate.h - generates known-wrong programs: each makes one small change to a right one (mutations.def).
 *
 * It changes tokens of the text, without a parser, so some results do not compile, and some are still right.
 * The caller runs them to find out.
 */
#ifndef WARPBOOK_SOURCE_MUTATE_H
#define WARPBOOK_SOURCE_MUTATE_H

#include <stddef.h>

#include "base/arena.h"

enum mutation {
#define MUTATION(id, name, what) MUTATION_##id,
#include "source/mutations.def"
#undef MUTATION
	MUTATION_COUNT
};
const char *mutation_name(enum mutation m); /* "int_accumulator" */
const char *mutation_what(enum mutation m);

struct mutant {
	enum mutation mutation;
	int line;          /* of the change */
	const char *text;  /* the whole program, changed */
};

/* Makes all mutants of the text, in the order of mutations.def; in the arena. -1 if memory ran out. */
int mutants_make(const char *source, size_t len, const char *kernel, struct arena *arena, struct mutant **list, size_t *n);

#endif
