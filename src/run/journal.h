/*
 * journal.h - reads the journal of a host program (words/journal.h) while it runs, and compares it with the program's report.
 *
 * The report is made at the end, from memory that the program's own code could write to. The journal left that memory call by
 * call, and lies in this process. So what a rule judges counts only if both agree: calls, operations with their virtual
 * times, waits, memory, objects that are left, findings, calls that failed on purpose. Places and texts are the report's.
 *
 *	journal_new -> journal_take (each piece of the report's stream) -> journal_differs -> journal_free
 */
#ifndef WARPBOOK_RUN_JOURNAL_H
#define WARPBOOK_RUN_JOURNAL_H

#include "base/buf.h"
#include "run/record.h"

struct journal;

/* NULL when out of memory. */
struct journal *journal_new(void);
void journal_free(struct journal *j);
/* Takes the journal's chunks out of the stream, and appends all else to `rest`. */
void journal_take(struct journal *j, const char *bytes, size_t n, struct buf *rest);
/* True if it is longer than any honest one. */
bool journal_floods(const struct journal *j);
/*
 * What the report of a case that came to its end tells otherwise than the journal: "calls"; NULL: nothing.
 * A missing, unfinished or unreadable journal differs. The text is constant.
 */
const char *journal_differs(struct journal *j, const struct case_result *c);

#endif
