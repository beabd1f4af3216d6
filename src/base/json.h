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
/* null when unknown. */
json_t *json_line_number(int n);

#endif
