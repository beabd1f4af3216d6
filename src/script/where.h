/*
 * where.h - finds the line of a field in a definition.
 *
 * Lua's tables do not remember where they were made, so this searches the text.
 * where_line runs only to report an error, so it may be slow.
 *
 * where_value and where_count are for those who want a title and do not run the definition for it (script_literals).
 */
#ifndef WARPBOOK_SCRIPT_WHERE_H
#define WARPBOOK_SCRIPT_WHERE_H

#include <stdbool.h>
#include <stddef.h>

/* One step into a table: a name, or if that is NULL the n-th element (from 1). */
struct place { const char *field; int index; };

/*
 * Follows the path into the table constructor that the text returns, as far as
 * it is written there, and gives the last step's line; the `return`'s line if no
 * step is there; 0 without a `return`.
 */
int where_line(const char *text, size_t len, const struct place *path, int depth);

/*
 * The text of the value that the field has in the table that the text returns, as it is written there; false: it is not written there. A
 * title that is a literal need not be asked of Lua.
 */
bool where_value(const char *text, size_t len, const char *field, const char **value, size_t *n);
/* How many elements the list has that is this field's value; -1 unless all of them are written as tables. */
int where_count(const char *text, size_t len, const char *field);

/* The lines of the first n elements of the list at the path, in one pass; the list's own line for those that are not written there. */
void where_items(const char *text, size_t len, const struct place *path, int depth, int *lines, int n);

#endif
