/*
 * program_static.c - gives each static variable one name in clang's relocatable PTX.
 *
 * With -fgpu-rdc clang renames a static variable that host code uses to `x__static__HASH`, but a kernel that
 * comes before that use still says `x`, and declares it .extern. (clang 14 to 19 do so.) This file puts the
 * variable's new name into the kernel.
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "toolchain/program/program_command.h"

#define MARK "__static__"

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Finds the word `name[len]` in the line from p on; NULL if it is missing. */
static const char *word_in(const char *p, const char *end, const char *name, size_t len)
{
	for (; (p = memmem(p, (size_t)(end - p), name, len)); p += len)
		if (!in_word(p[-1]) && !in_word(p[len]))
			return p;
	return NULL;
}

/* Copies the text with `name[len]` renamed to as[as_len], and without its declaration. False: it has no declaration. */
static bool renamed(const struct buf *ptx, const char *name, size_t len, const char *as, size_t as_len, struct buf *out)
{
	const char *end = ptx->data + ptx->len;
	bool found = false;

	for (const char *line = ptx->data; line < end;) {
		const char *newline = memchr(line, '\n', (size_t)(end - line)), *next = newline ? newline + 1 : end, *at;

		if (!strncmp(line, ".extern", 7) && word_in(line + 1, next, name, len)) {
			found = true;
			line = next;
			continue;
		}
		while (line + 1 < next && (at = word_in(line + 1, next, name, len))) {
			buf_append(out, line, (size_t)(at - line));
			buf_append(out, as, as_len);
			line = at + len;
		}
		buf_append(out, line, (size_t)(next - line));
		line = next;
	}
	return found;
}

void program_static_names(struct buf *ptx)
{
	size_t at = 0;
	char *mark;

	while (ptx->data && (mark = strstr(ptx->data + at, MARK))) {
		const char *from = mark, *to = mark;
		struct buf out = BUF_INIT;

		at = (size_t)(mark - ptx->data) + strlen(MARK);
		while (from > ptx->data && in_word(from[-1]))
			from--;
		while (in_word(*to))
			to++;
		if (from < mark && renamed(ptx, from, (size_t)(mark - from), from, (size_t)(to - from), &out) && !out.failed) {
			buf_release(ptx);
			*ptx = out;
			at = 0; /* the declaration is gone, so search from the start */
		} else {
			buf_release(&out);
		}
	}
}
