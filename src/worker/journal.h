/*
 * journal.h - reads the journal of a host program (words/journal.h) while it runs, and makes struct observed of it.
 *
 * The journal left the program's memory call by call, and is kept in this process: nothing that the program does later changes
 * it. So it is the one account of a run. The reader computes the virtual times itself, and checks the journal against itself:
 * each submitted operation runs once, as submitted, and has one cost; calls return; the end's sum is that of all records.
 *
 *	journal_new -> journal_take (each piece of the report's stream) -> journal_fault -> journal_tell -> journal_free
 */
#ifndef WARPBOOK_WORKER_JOURNAL_H
#define WARPBOOK_WORKER_JOURNAL_H

#include "base/buf.h"
#include "worker/record.h"

struct journal;

/* texts: the arena of what it will tell. NULL when out of memory. */
struct journal *journal_new(struct arena *texts);
void journal_free(struct journal *j);
/* Takes the journal's chunks out of the stream, and appends everything else to `rest`. */
void journal_take(struct journal *j, const char *bytes, size_t n, struct buf *rest);
/* True if the journal is longer than any honest one. */
bool journal_floods(const struct journal *j);
/*
 * Why the journal of a case that ran to its end is not what the library wrote: "a call in it never returns"; NULL: it is. The
 * text is constant.
 */
const char *journal_fault(struct journal *j);
/*
 * Adds to the result what the program did, its counters and what was found. The result's own findings come after
 * the journal's, and only if none of those is an error. Of a program that was cut short in the middle of a call, it tells what
 * was found and which call was to fail. -1 without memory.
 */
int journal_tell(struct journal *j, struct case_result *c);

#endif
