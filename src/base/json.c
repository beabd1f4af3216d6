/* json.c - see json.h. */
#include "config.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/source.h"

/* Makes valid UTF-8 of any bytes; NULL and "" become null. */
json_t *json_text_bytes(const char *text, size_t len)
{
	struct buf clean = BUF_INIT;
	json_t *j;

	if (!text || !len)
		return json_null();
	text_sanitise(text, len, &clean);
	j = json_stringn(buf_text(&clean), clean.len);
	buf_release(&clean);
	return j;
}

json_t *json_text_or_null(const char *s)
{
	return json_text_bytes(s, s ? strlen(s) : 0);
}

const char *json_word_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

json_t *json_line_number(int n)
{
	return n > 0 ? json_integer(n) : json_null();
}

static FILE *open_at(const char *where)
{
	const char *mark = strstr(where, "%p");
	struct buf path = BUF_INIT;
	char *end;
	long fd = strtol(where, &end, 10);
	FILE *out;

	if (!*end && end != where)
		return fdopen(dup((int)fd), "w");
	if (!mark)
		return fopen(where, "we");
	buf_printf(&path, "%.*s%ld%s", (int)(mark - where), where, (long)getpid(), mark + 2);
	out = fopen(buf_text(&path), "we");
	buf_release(&path);
	return out;
}

int json_write(const json_t *document, const char *where)
{
	FILE *out = document ? open_at(where) : NULL;
	int failed;

	if (!out)
		return -1;
	failed = json_dumpf(document, out, JSON_STYLE) || putc('\n', out) == EOF;
	return fclose(out) || failed ? -1 : 0;
}
