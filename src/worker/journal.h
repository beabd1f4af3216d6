/*
 * journal.h - reads the journal of a host program (words/journal.h) while it runs, and compares it with the program's report.
 *
 * The program makes the report at its end, from memory that its own code could write to. The journal left that memory call by
 * call, and is kept in this process. So data that a rule judges counts only if both agree: calls, operations with their
 * virtual times, waits, memory, objects that are left, findings, calls that failed on purpose. Places and texts come from the
 * report alone.
 *
 *	journal_new -> journal_take (each piece of the report's stream) -> journal_differs -> journal_free
 */
#ifndef WARPBOOK_WORKER_JOURNAL_H
#define WARPBOOK_WORKER_JOURNAL_H

#include "base/buf.h"
#include "worker/record.h"

struct journal;

/* NULL when out of memory. */
struct journal *journal_new(void);
void journal_free(struct journal *j);
/* Takes the journal's chunks out of the stream, and appends everything else to `rest`. */
void journal_take(struct journal *j, const char *bytes, size_t n, struct buf *rest);
/* True if the journal is longer than any honest one. */
bool journal_floods(const struct journal *j);
/*
 * What in the report of a case that ran to its end differs from the journal: "calls"; NULL: nothing. A missing,
 * unfinished or unreadable journal differs. The text is constant.
 */
const char *journal_differs(struct journal *j, const struct case_result *c);

#endif
