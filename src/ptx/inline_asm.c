/* inline_asm.c - see inline_asm.h. */
#include "config.h"

#include "ptx/inline_asm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "ptx/ptx.h"

#define PIECES_MOST 64 /* the most that are tried one by one, */
#define TRIED_MOST ((size_t)32 << 20) /* and the most text that these trials parse: nothing limits the time of this process */
#define SOURCE_MOST ((size_t)1 << 20)

static const char begins[] = "// begin inline asm\n", ends[] = "// end inline asm";

/* The next piece from `from` on, from *at to *end. If the learner's text is cut short, the piece goes to the end. */
static bool piece_find(const char *from, const char *last, const char **at, const char **end)
{
	const char *mark = memmem(from, (size_t)(last - from), begins, sizeof begins - 1);

	if (!mark)
		return false;
	*at = mark + sizeof begins - 1;
	*end = memmem(*at, (size_t)(last - *at), ends, sizeof ends - 1);
	*end = *end ? *end : last;
	return true;
}

static void blank(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		text[i] = text[i] == '\n' ? '\n' : ' ';
}

static bool is_readable(const char *ptx, size_t len)
{
	struct error ignored;
	struct ptx_module *m = ptx_parse(ptx, len, "kernel.ptx", &ignored);

	ptx_free(m);
	return m != NULL;
}

/* Is the text readable without the piece that begins at `which`, or without any piece if that is NULL? */
static bool readable_without(const char *ptx, size_t len, const char *which)
{
	const char *at, *end = ptx;
	char *copy = malloc(len + 1);
	bool readable;

	if (!copy)
		return false;
	memcpy(copy, ptx, len);
	copy[len] = '\0';
	while (piece_find(end, ptx + len, &at, &end))
		if (!which || at == which)
			blank(copy + (at - ptx), (size_t)(end - at));
	readable = is_readable(copy, len);
	free(copy);
	return readable;
}

/* The wrong piece: the text is readable without it; if there is no such piece, the first one. */
static const char *culprit(const char *ptx, size_t len)
{
	const char *at, *end = ptx, *first = NULL;

	for (size_t n = 0; n < PIECES_MOST && piece_find(end, ptx + len, &at, &end); n++) {
		first = first ? first : at;
		if (n * len >= TRIED_MOST)
			return first;
		if (readable_without(ptx, len, at))
			return at;
	}
	return first;
}

/* The line that the last .loc before the piece names, and the number of its file. */
static int line_before(const char *ptx, const char *piece, int *file)
{
	static const char mark[] = "\t.loc";
	int line = 0;

	for (const char *at = ptx; (at = memmem(at, (size_t)(piece - at), mark, sizeof mark - 1)); at += sizeof mark - 1)
		if (sscanf(at + sizeof mark - 1, " %d %d", file, &line) != 2)
			line = 0;
	return line;
}

/* The name that a .file directive gives to the number. */
static bool file_named(const char *ptx, size_t len, int file, char *name, size_t size)
{
	static const char mark[] = ".file";
	const char *last = ptx + len, *from, *to;

	for (const char *at = ptx; (at = memmem(at, (size_t)(last - at), mark, sizeof mark - 1)); at = from) {
		if (!(from = memchr(at, '"', (size_t)(last - at))) || !(to = memchr(from + 1, '"', (size_t)(last - from - 1))))
			return false;
		if (strtol(at + sizeof mark - 1, NULL, 10) == file) {
			snprintf(name, size, "%.*s", (int)(to - from - 1), from + 1);
			return true;
		}
	}
	return false;
}

/*
 * Does the source line that the error names contain an asm statement? The PTX is foreign, and so is the name of the file in it:
 * a process outside the sandbox passes the learner's text, and opens nothing.
 */
static bool line_is_asm(const struct error *e, const char *path, const struct source *own)
{
	struct buf text = BUF_INIT;
	struct source source = { NULL, 0 };
	const char *line;
	struct error ignored;
	size_t len = 0;
	bool is_asm;

	if (!e->line || !strcmp(e->file, "kernel.ptx"))
		return false;
	if (own && path && !strcmp(e->file, path)) {
		source = *own;
	} else if (!own && !file_read(e->file, SOURCE_MOST, &text, &ignored)) {
		source = (struct source){ buf_text(&text), text.len };
	}
	line = source.text ? source_line(&source, e->line, &len) : NULL;
	is_asm = line && memmem(line, len, "asm", 3);
	buf_release(&text);
	return is_asm;
}

/*
 * clang writes the name that a #line directive gives into a comment behind each .loc, as it is: a newline in it ends the comment,
 * and the rest is read as PTX. The .file directive has the name with escapes. True if there is such a name; *name is as in .file.
 */
static bool odd_name_find(const char *ptx, size_t len, char *name, size_t size)
{
	for (const char *at = ptx, *end = ptx + len, *next; at < end; at = next) {
		const char *newline = memchr(at, '\n', (size_t)(end - at)), *last = newline ? newline : end, *quote, *odd;

		next = last + (newline != NULL);
		while (at < last && (*at == ' ' || *at == '\t'))
			at++;
		if (last - at < 6 || memcmp(at, ".file", 5) || !(quote = memchr(at, '"', (size_t)(last - at))))
			continue;
		odd = memchr(quote, '\\', (size_t)(last - quote));
		if (!odd)
			continue;
		while (last > odd && *last != '"')
			last--;
		snprintf(name, size, "%.*s", (int)(last - quote - 1 < 200 ? last - quote - 1 : 200), quote + 1);
		return true;
	}
	return false;
}

/* The line of the first directive with a backslash in a string; 0: none, since it may be in a header. */
static int odd_directive(const struct source *own)
{
	const char *at = own ? own->text : NULL, *end = at ? at + own->len : NULL, *newline, *quote;

	for (int line = 1; at && at < end; line++, at = newline + 1) {
		newline = memchr(at, '\n', (size_t)(end - at));
		newline = newline ? newline : end;
		while (at < newline && (*at == ' ' || *at == '\t'))
			at++;
		if (at < newline && *at == '#' && (quote = memchr(at, '"', (size_t)(newline - at))) &&
		    memchr(quote, '\\', (size_t)(newline - quote)))
			return line;
	}
	return 0;
}

/* PTX that a name in a #line directive brought in. */
static bool name_is_wrong(const char *ptx, size_t len, const char *path, const struct source *own, struct error *err)
{
	char name[256];

	if (!odd_name_find(ptx, len, name, sizeof name))
		return false;
	error_set(err, PARTY_LEARNER, "a #line directive gives a name that no file has: %s", name);
	error_at(err, path ? path : "", odd_directive(own));
	error_remedy(err, "take it out, or give a plain name");
	return true;
}

bool inline_asm_is_wrong(const char *ptx, size_t len, const char *path, const struct source *own, struct error *err)
{
	const struct error before = *err;
	const char *at, *end, *text = before.text;
	char name[sizeof before.file];
	int line, file = 0;

	if (before.party != PARTY_US)
		return false;
	if (name_is_wrong(ptx, len, path, own, err))
		return true;
	if (piece_find(ptx, ptx + len, &at, &end) ? !readable_without(ptx, len, NULL) : !line_is_asm(&before, path, own))
		return false;
	line = before.line && strcmp(before.file, "kernel.ptx") ? before.line : line_before(ptx, culprit(ptx, len), &file);
	if (!path)
		path = file_named(ptx, len, file, name, sizeof name) ? name : "";
	if (!strncmp(text, "PTX line ", 9) && strstr(text, ": "))
		text = strstr(text, ": ") + 2;
	error_set(err, PARTY_LEARNER, "the PTX in this asm statement is not valid, or too new: %s", text);
	error_at(err, line && line == before.line ? before.file : path, line);
	error_remedy(err, "compare it with the PTX manual, and its operands (%%0, %%1, ...) with the list behind the text");
	return true;
}
