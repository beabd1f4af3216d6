/*
 * literals.c - reads literals of a definition without running it.
 *
 * The menu shows the titles of all exercises. Running two hundred definitions to get them would take longer than all other work
 * before the workbook's first window.
 */
#include "config.h"

#include <string.h>

#include "base/path.h"
#include "script/internal.h"

#define DIGITS_MOST 6

/* A text in quotes, without escapes. */
static bool plain_text(const char *value, size_t n, const char **out, struct arena *a)
{
	if (n < 2 || (*value != '"' && *value != '\'') || value[n - 1] != *value)
		return false;
	value++;
	n -= 2;
	if (memchr(value, value[-1], n) || memchr(value, '\\', n) || memchr(value, '\n', n) || !script_text_is_clean(value, n))
		return false;
	*out = arena_strndup(a, value, n);
	return *out != NULL;
}

static bool plain_whole(const char *value, size_t n, int *out)
{
	*out = 0;
	for (size_t i = 0; i < n; i++) {
		if (value[i] < '0' || value[i] > '9')
			return false;
		*out = 10 * *out + value[i] - '0';
	}
	return n > 0;
}

static bool read_literal(const struct buf *text, struct literal *p, struct arena *a)
{
	const char *value;
	size_t n;

	if (p->kind == LITERAL_COUNT) {
		p->number = where_count(buf_text(text), text->len, p->field);
		return p->number >= 0;
	}
	if (!where_value(buf_text(text), text->len, p->field, &value, &n))
		return false;
	return p->kind == LITERAL_TEXT ? plain_text(value, n, &p->text, a) :
	       n <= DIGITS_MOST && plain_whole(value, n, &p->number);
}

bool script_literals(const char *path, struct literal *fields, size_t n, struct arena *a)
{
	struct buf text = BUF_INIT;
	bool good = file_read(path, SCRIPT_FILE_MAX, &text, NULL) == 0;

	for (size_t i = 0; good && i < n; i++)
		good = read_literal(&text, &fields[i], a);
	buf_release(&text);
	return good;
}
