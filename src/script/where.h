/*
 * where.h - the line on which a field of a definition is written.
 *
 * Lua's tables do not remember where they were made. This looks it up in the
 * text: only when there is an error to tell, so it may take its time.
 */
#ifndef WARPBOOK_SCRIPT_WHERE_H
#define WARPBOOK_SCRIPT_WHERE_H

#include <stddef.h>

/* One step into a table: a name, or where that is NULL the n-th element (from 1). */
struct place { const char *field; int index; };

/*
 * The line of the last step of the path that the text's returned table
 * constructor writes out; of the `return` when it has none; 0 without a `return`.
 */
int where_line(const char *text, size_t len, const struct place *path, int depth);

#endif
