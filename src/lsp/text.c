/* text.c - see text.h. */
#include "config.h"

#include "lsp/text.h"

#include <string.h>

#include "base/text.h"

size_t json_count(const json_t *object, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 ? (size_t)n : 0;
}

/* A byte that begins a character of four has two units; a byte within a character has none. */
static size_t units_of(char c)
{
	const unsigned char b = (unsigned char)c;

	return (b & 0xC0) == 0x80 ? 0 : b >= 0xF0 ? 2 : 1;
}

size_t text_units(const char *bytes, size_t n)
{
	size_t units = 0;

	for (size_t i = 0; i < n; i++)
		units += units_of(bytes[i]);
	return units;
}

const char *text_line(const struct buf *text, size_t line, size_t *n)
{
	const char *at = buf_text(text), *end = at + text->len, *stop;

	for (; line; line--) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		at = next ? next + 1 : end;
		if (!next)
			break;
	}
	stop = memchr(at, '\n', (size_t)(end - at));
	if (!stop)
		stop = end;
	*n = (size_t)(stop - at);
	if (*n && at[*n - 1] == '\r')
		--*n;
	return at;
}

size_t text_offset(const struct buf *text, size_t line, size_t units)
{
	size_t n, i = 0, passed = 0;
	const char *at = text_line(text, line, &n);

	while (i < n && passed < units) {
		passed += units_of(at[i++]);
		while (i < n && !units_of(at[i])) /* the rest of the character */
			i++;
	}
	return (size_t)(at - buf_text(text)) + i;
}

static size_t offset_of(const struct buf *text, const json_t *position)
{
	return text_offset(text, json_count(position, "line"), json_count(position, "character"));
}

void text_change(struct buf *text, const json_t *change)
{
	const json_t *range = json_object_get(change, "range"), *put = json_object_get(change, "text");
	size_t from = 0, to = text->len;
	struct buf changed = BUF_INIT;

	if (!json_is_string(put))
		return;
	if (json_is_object(range)) {
		from = offset_of(text, json_object_get(range, "start"));
		to = offset_of(text, json_object_get(range, "end"));
		if (to < from)
			to = from;
	}
	buf_append(&changed, buf_text(text), from);
	buf_append(&changed, json_string_value(put), json_string_length(put));
	buf_append(&changed, buf_text(text) + to, text->len - to);
	buf_release(text);
	*text = changed;
}

void text_word(const struct buf *text, const json_t *position, char *word, size_t size)
{
	size_t n, from, to;
	const char *line = text_line(text, json_count(position, "line"), &n);

	from = to = offset_of(text, position) - (size_t)(line - buf_text(text));
	while (from > 0 && text_is_word(line[from - 1]))
		from--;
	while (to < n && text_is_word(line[to]))
		to++;
	word[0] = '\0';
	if (to - from < size) {
		memcpy(word, line + from, to - from);
		word[to - from] = '\0';
	}
}
