/*
 * source.h - the lines of a source file, and the excerpt under a message:
 *
 *	12 | out[i] = x[i] + y[i];
 *	   | ^
 */
#ifndef WARPBOOK_BASE_SOURCE_H
#define WARPBOOK_BASE_SOURCE_H

#include <stddef.h>

#include "base/buf.h"

struct source {
	const char *text; /* borrowed; must outlive the struct */
	size_t len;
};

/* The line without its newline; *len is its length. NULL past the end. 1-based. */
const char *source_line(const struct source *s, int line, size_t *len);

/*
 * Appends the excerpt. Tabs become spaces up to the next multiple of 4, other
 * control bytes and invalid UTF-8 become '?', and a line longer than `width`
 * columns is cut around the column. column 0 puts the caret under the first
 * non-blank.
 */
void source_excerpt(const struct source *s, int line, int column, int width, struct buf *out);

/*
 * Appends text made safe for a terminal and for JSON: '?' replaces control bytes and invalid UTF-8, and the number, such
 * as "<U+202E>", replaces characters that are invisible or reverse the text's direction.
 */
void text_sanitise(const char *text, size_t len, struct buf *out);

/*
 * The same into `size` bytes, at least 1, without allocating: one line, with
 * blanks for newlines and tabs. A text too long is cut.
 */
void text_copy_line(char *out, size_t size, const char *text);

/* The same for a file's name, which stays on one line: '?' replaces newlines and tabs, too. */
void text_sanitise_name(const char *name, struct buf *out);

/* The entity for this byte in XML and HTML, also in an attribute: "&lt;"; NULL: it needs none. */
const char *text_xml_entity(char c);
/* Appends text for XML and HTML: sanitised as above, and escaped. */
void text_put_xml(struct buf *out, const char *text, size_t len);

/* The number of terminal columns that UTF-8 text takes. */
int text_width(const char *text);
/* Appends text and spaces, so that the next column begins `width` columns on, and after at least one space. */
void text_put_column(struct buf *out, const char *text, int width);

#endif
