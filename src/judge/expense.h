/*
 * expense.h - finds why a host program takes longer than the reference, and in which line.
 *
 * It compares the two programs by kind: operations of a kind on the critical path, calls of a name, waits. Lines and
 * the names of kernels differ between the two programs, kinds do not.
 */
#ifndef WARPBOOK_JUDGE_EXPENSE_H
#define WARPBOOK_JUDGE_EXPENSE_H

#include "base/arena.h"
#include "words/observed.h"

struct expense {
	const struct source_place *place; /* the line of `o` with the most of that kind; NULL: none */
	const char *reported;             /* "This line's `smooth` takes 80 us of it, 20 times"; owned by the arena. NULL: no line
					     stands out */
	double excess;                    /* ns more than the reference spends on the kind */
};

struct expense expense_find(const struct observed *o, const struct observed *reference, struct arena *arena);

#endif
