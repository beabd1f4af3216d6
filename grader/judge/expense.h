/*
 * expense.h - why a host program takes longer than the reference, and in which line.
 *
 * Compares the two programs, one kind of thing at a time: operations of a kind on the chain that the
 * end depends on, calls of a name, waits. Lines and the names of kernels differ between the two programs, kinds do not.
 */
#ifndef WARPBOOK_JUDGE_EXPENSE_H
#define WARPBOOK_JUDGE_EXPENSE_H

#include "base/arena.h"
#include "words/observed.h"

struct expense {
	const struct source_place *place; /* the line with most of that kind, of `o`; NULL: there is none */
	const char *told;                 /* "This line's `smooth` takes 80 us of it, 20 times"; the arena's. NULL: nothing stands out */
	double excess;                    /* ns beyond the reference's, of the kind */
};

struct expense expense_find(const struct observed *o, const struct observed *reference, struct arena *arena);

#endif
