/*
 * mutate.h - generates known-wrong programs: each makes one small change to a right one (mutations.def).
 *
 * It changes tokens of the text, without a parser, so some results do not compile, and some are still right.
 * The caller runs them to find out.
 */
#ifndef WARPBOOK_SOURCE_MUTATE_H
#define WARPBOOK_SOURCE_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum mutation {
#define MUTATION(id, name, what) MUTATION_##id,
#include "source/mutations.def"
#undef MUTATION
	MUTATION_COUNT
};
const char *mutation_name(enum mutation m); /* "int_accumulator" */

struct mutant {
	enum mutation mutation;
	int line;          /* of the change */
	const char *text;  /* the whole program, changed */
};

/*
 * Data for the changes of sizes: the parameters of the function that are whole numbers, and their values in cases.
 * `fixed` are the cases whose sizes are the same for every seed.
 */
struct mutant_sizes {
	size_t *params, nparams;       /* places in the parameter list */
	int64_t *fixed; size_t nfixed; /* nfixed rows of nparams */
	struct size_pair { size_t a, b; } *pairs; size_t npairs; /* two sizes that are the sides of an array, as indices of
								    `params` */
};

/* A parameter that is a number: its value in the first case as C++ writes it, NULL for an array; and whether it has 64 bits. */
struct mutant_scalar { const char *first; bool is_long; };

struct mutant_source {
	const char *text; size_t len;
	const char *entry;             /* the kernel's or the function's name */
	bool host, returns;            /* a function of the host; one that returns a value */
	uint64_t outputs;              /* bit i: parameter i is an array that the function only writes */
	struct mutant_sizes sizes;
	const struct mutant_scalar *scalars; size_t nscalars; /* one for each parameter */
	bool many_devices;             /* cases differ in the number of devices */
};

/*
 * Makes all mutants of the text, in the order of mutations.def, in the arena. -1 if memory ran out. An entry whose
 * parameters have no names, or that has a different number of them, gets no changes of sizes.
 */
int mutants_make(const struct mutant_source *source, struct arena *arena, struct mutant **list, size_t *n);

#endif
