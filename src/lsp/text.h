/*
 * text.h - the text of an open file. Places in it are lines and UTF-16 units, from 0 on, as the protocol has them; a place beyond
 * a line's end is that end, one beyond the last line is the text's end. The text may hold any bytes.
 */
#ifndef WARPBOOK_LSP_TEXT_H
#define WARPBOOK_LSP_TEXT_H

#include <jansson.h>
#include <stddef.h>

#include "base/buf.h"

/* The place in bytes. */
size_t text_offset(const struct buf *text, size_t line, size_t units);
/* The UTF-16 units of these bytes. */
size_t text_units(const char *bytes, size_t n);
/* Line `line` without its end; its length in *n. A line beyond the last is empty. */
const char *text_line(const struct buf *text, size_t line, size_t *n);

/* One TextDocumentContentChangeEvent. Without a range it replaces the whole text. */
void text_change(struct buf *text, const json_t *change);

/* The name at a Position, into word[size]; "": there is none. */
void text_word(const struct buf *text, const json_t *position, char *word, size_t size);

/* A member that is a number; 0 where it is none or below 0. */
size_t json_count(const json_t *object, const char *key);

#endif
