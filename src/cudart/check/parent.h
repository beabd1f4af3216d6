/*
 * parent.h - asks the process that runs a confined program, on the descriptor that WARPBOOK_PLACES names (child/proc.h), for what
 * the program cannot do itself: read lines of its code, and compile. Call it with the runtime's lock held: there is one
 * descriptor.
 */
#ifndef WARPBOOK_CUDART_CHECK_PARENT_H
#define WARPBOOK_CUDART_CHECK_PARENT_H

#include "base/buf.h"

/* Whether there is one to ask. Otherwise the program is not confined, and starts what it needs itself. */
bool parent_answers(void);
/*
 * Appends the answer; the question is lines that end with an empty one, of less than 4 KiB. false: there is no
 * answer. An answer may be empty, as after too many questions.
 */
bool parent_ask(const char *question, size_t len, struct buf *answer);

#endif
