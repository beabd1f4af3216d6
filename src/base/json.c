/* json.c - see json.h. */
#include "config.h"

#include "base/json.h"

#include <string.h>

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

json_t *json_line_number(int n)
{
	return n > 0 ? json_integer(n) : json_null();
}
