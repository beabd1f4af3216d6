/* python.c - see python.h. */
#include "config.h"

#include "words/python.h"

#include <string.h>

#include "base/buf.h"

const char *python_words(const char *text, struct arena *arena)
{
	static const struct { const char *from, *to; } rows[] = {
#define WORDS(from, to) { from, to },
#include "words/python.def"
	};
	const size_t n = sizeof rows / sizeof *rows;
	struct buf out = BUF_INIT;
	const char *p = text;

	while (p && *p) {
		size_t i = 0;

		while (i < n && strncmp(p, rows[i].from, strlen(rows[i].from)))
			i++;
		if (i < n) {
			buf_puts(&out, rows[i].to);
			p += strlen(rows[i].from);
		} else {
			buf_append(&out, p++, 1);
		}
	}
	text = text && !out.failed ? arena_strdup(arena, buf_text(&out)) : text;
	buf_release(&out);
	return text;
}
