/*
 * where.h - finds the line of a field in a definition.
 *
 * Lua's tables do not record where they were created, so this searches the text.
 * where_line runs only to report an error, so it may be slow.
 *
 * where_value and where_count serve script_literals, which reads a title without running the definition.
 */
#ifndef WARPBOOK_SCRIPT_WHERE_H
#define WARPBOOK_SCRIPT_WHERE_H

#include <stdbool.h>
#include <stddef.h>

/* One step into a table: a name, or if that is NULL the n-th element (from 1). */
struct place { const char *field; int index; };

/*
 * Follows the path into the table constructor that the text returns, as far as
 * the text has it, and returns the last step's line; the `return`'s line if it
 * has no step; 0 without a `return`.
 */
int where_line(const char *text, size_t len, const struct place *path, int depth);

/*
 * The text of the field's value in the table constructor that the text returns; false: the field is not in it. For a title that
 * is a literal, the caller need not run Lua.
 */
bool where_value(const char *text, size_t len, const char *field, const char **value, size_t *n);
/* The number of elements of the list that is this field's value; -1 unless all of them are table constructors. */
int where_count(const char *text, size_t len, const char *field);

/*
 * The lines of the first n elements of the list at the path, in one pass; the
 * list's own line for elements that are not in the text.
 */
void where_items(const char *text, size_t len, const struct place *path, int depth, int *lines, int n);

#endif
