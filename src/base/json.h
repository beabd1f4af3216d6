/*
 * json.h - warpbook's values as JSON, for every command's --json. Foreign text goes through
 * text_sanitise here, so that a document is valid for any input.
 */
#ifndef WARPBOOK_BASE_JSON_H
#define WARPBOOK_BASE_JSON_H

#include <jansson.h>
#include <stddef.h>

/* NULL and "" become null. */
json_t *json_text_or_null(const char *s);
json_t *json_text_bytes(const char *text, size_t len);
/* The text of an object's member; "" if it has none. */
const char *json_word_of(const json_t *object, const char *key);
/* null when unknown. */
json_t *json_line_number(int n);

/* How documents that people read are dumped. A figure has 15 digits: 1.6, not 1.6000000000000001. */
#define JSON_STYLE (JSON_INDENT(2) | JSON_REAL_PRECISION(15))

/*
 * Writes a document. where: a path, in which %p stands for the process's number, or the number of an open descriptor. -1 if that
 * fails, or if document is NULL.
 */
int json_write(const json_t *document, const char *where);

#endif
