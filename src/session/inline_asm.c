/* inline_asm.c - see inline_asm.h. */
#include "config.h"

#include "session/inline_asm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"

#define PIECES_MOST 64 /* that are tried one by one */

static const char begins[] = "// begin inline asm\n", ends[] = "// end inline asm";

/* The next piece from `from` on: from *at to *end. A text that the learner cut short goes to the end. */
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

/* Is the text readable without the piece that begins at `at`, or without any if that is NULL? */
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

/* The piece that is wrong: the one without which all is well, else the first. */
static const char *culprit(const char *ptx, size_t len)
{
	const char *at, *end = ptx, *first = NULL;

	for (unsigned n = 0; n < PIECES_MOST && piece_find(end, ptx + len, &at, &end); n++) {
		first = first ? first : at;
		if (readable_without(ptx, len, at))
			return at;
	}
	return first;
}

/* The line that the last .loc before the piece names. */
static int line_before(const char *ptx, const char *piece)
{
	static const char mark[] = "\t.loc";
	int line = 0, file;

	for (const char *at = ptx; (at = memmem(at, (size_t)(piece - at), mark, sizeof mark - 1)); at += sizeof mark - 1)
		if (sscanf(at + sizeof mark - 1, " %d %d", &file, &line) != 2)
			line = 0;
	return line;
}

bool inline_asm_is_wrong(const char *ptx, size_t len, const char *path, struct error *err)
{
	const struct error before = *err;
	const char *at, *end, *text = before.text;
	int line;

	if (before.party != PARTY_US || !piece_find(ptx, ptx + len, &at, &end) || !readable_without(ptx, len, NULL))
		return false;
	line = before.line && strcmp(before.file, "kernel.ptx") ? before.line : line_before(ptx, culprit(ptx, len));
	if (!strncmp(text, "PTX line ", 9) && strstr(text, ": "))
		text = strstr(text, ": ") + 2;
	error_set(err, PARTY_LEARNER, "the PTX in this asm statement is not valid, or too new: %s", text);
	error_at(err, line && line == before.line ? before.file : path, line);
	error_remedy(err, "compare it with the PTX manual, and its operands (%%0, %%1, ...) with the list behind the text");
	return true;
}
