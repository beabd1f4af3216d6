/*
 * operands.h - what translate.c needs to know about an operation: its operands, and whether prelude.c has a text for
 * it.
 */
#ifndef WARPBOOK_SIMT_NATIVE_OPERANDS_H
#define WARPBOOK_SIMT_NATIVE_OPERANDS_H

#include "simt/exec/native.h"

enum width { NARROW, WIDE, PREDICATE };

/* How the stride of a result follows from those of the sources (prelude.c has S_name and V_name). */
enum rule {
	ADDS, SUBTRACTS, NEGATES, COPIES, SHIFTS, MULTIPLIES,
	WIDENS, WIDENS_SIGNED, MULTIPLIES_WIDE, MULTIPLIES_WIDE_SIGNED, /* if no lane leaves the range of 32 bits */
	/* scalar if the sources are the same in all lanes of a half */
	SAME_ONLY,
	/* there is only V_name, and the interpreter handles its NaNs */
	NO_SCALAR,
};

/* widths: of the destination and the sources, r 32 bits, w 64, p predicate. */
struct text { const char *name, *widths; enum rule rule; bool selects; };
/* NULL: none. */
const struct text *text_of(const struct insn *i);

/* Operands that are rows of the frame or constants; a destination that keeps some lanes is read, too. */
struct operands {
	struct { uint32_t ref; enum width width; bool is_read, is_written; } at[24];
	unsigned n;
};
/* False for an operation that only the interpreter can do. */
bool operands_of(const struct insn *i, struct operands *o);
/* Are the terminator's operands the ones that operands_of gives? */
bool terminator_is_known(const struct block *b, const struct insn *end);

#endif
