/* python.c - see python.h. */
#include "config.h"

#include "words/python.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"

/* Is it there, and not the part of a longer name? */
static bool stands(const char *text, const char *at, const char *words)
{
	const size_t len = strlen(words);

	return !strncmp(at, words, len) && !(at > text && text_is_word(at[-1]) && text_is_word(*words)) &&
	       !(text_is_word(words[len - 1]) && text_is_word(at[len]));
}

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

		while (i < n && !stands(text, p, rows[i].from))
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
