/*
 * includes.c - finds the #include lines of a source without a preprocessor, to locate the line that includes a file.
 *
 * It skips comments, joins lines that end in a backslash, and leaves out the contents of `#if 0`. It cannot decide which
 * other branches are active: the compiler's own list of files read decides that.
 */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

struct scan {
	const char *at, *end;
	int line;        /* of `at` */
	char text[1024]; /* a line without comments, with its continuations joined */
	int first;       /* the number of its first line */
	bool in_comment;
};

/* The next byte, past any backslash that joins two lines; -1 at the end. */
static int byte_next(struct scan *s)
{
	while (s->at + 1 < s->end && s->at[0] == '\\' && (s->at[1] == '\n' ||
							  (s->at[1] == '\r' && s->at + 2 < s->end && s->at[2] == '\n'))) {
		s->at += s->at[1] == '\r' ? 3 : 2;
		s->line++;
	}
	if (s->at == s->end)
		return -1;
	s->line += *s->at == '\n';
	return (unsigned char)*s->at++;
}

static int byte_peek(const struct scan *s)
{
	return s->at < s->end ? (unsigned char)*s->at : -1;
}

static void comment_skip(struct scan *s)
{
	int c = byte_next(s);

	while (c >= 0 && !(c == '*' && byte_peek(s) == '/'))
		c = byte_next(s);
	byte_next(s);
}

static void line_rest_skip(struct scan *s)
{
	int c = byte_next(s);

	while (c >= 0 && c != '\n')
		c = byte_next(s);
}

/* Fills s->text; false at the end. Cuts a longer line: no directive is that long. */
static bool line_next(struct scan *s)
{
	size_t n = 0;
	int c, quote = 0;

	s->first = s->line;
	if (s->at == s->end)
		return false;
	while ((c = byte_next(s)) >= 0 && c != '\n') {
		if (!quote && c == '/' && byte_peek(s) == '*') {
			byte_next(s);
			comment_skip(s);
			c = ' ';
		} else if (!quote && c == '/' && byte_peek(s) == '/') {
			line_rest_skip(s);
			break;
		} else if (c == '"' || c == '\'') {
			quote = !quote ? c : quote == c ? 0 : quote;
		}
		if (n + 1 < sizeof s->text)
			s->text[n++] = (char)c;
		if (c == '\\' && quote && s->at < s->end && *s->at != '\n') {
			c = byte_next(s);
			if (n + 1 < sizeof s->text)
				s->text[n++] = (char)c;
		}
	}
	s->text[n] = '\0';
	return true;
}

/* The text after the # of a directive; NULL for any other line. */
static const char *directive_of(const char *line)
{
	line += strspn(line, " \t\f\v");
	if (*line == '#')
		line++;
	else if (!strncmp(line, "%:", 2))
		line += 2;
	else
		return NULL;
	return line + strspn(line, " \t\f\v");
}

static bool word_begins(const char **at, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*at, word, n) || strspn(*at + n, "abcdefghijklmnopqrstuvwxyz_0123456789"))
		return false;
	*at += n + strspn(*at + n, " \t\f\v");
	return true;
}

static bool reads_a_file(const char **at)
{
	return word_begins(at, "include") || word_begins(at, "include_next") || word_begins(at, "import") ||
	       word_begins(at, "embed");
}

/* The nesting depth inside #if 0 after this line: 0 is outside. */
static int skipped_depth(const char *directive, int depth)
{
	const char *at = directive;

	if (word_begins(&at, "if") && depth == 0)
		return (at[0] == '0' && at[strspn(at, "0 \t")] == '\0') || word_begins(&at, "false");
	at = directive;
	if (depth == 0)
		return 0;
	if (word_begins(&at, "if") || word_begins(&at, "ifdef") || word_begins(&at, "ifndef"))
		return depth + 1;
	if (word_begins(&at, "endif"))
		return depth - 1;
	return depth == 1 && (word_begins(&at, "else") || word_begins(&at, "elif")) ? 0 : depth;
}

static const char *name_of(const char *at, struct arena *arena)
{
	char close = *at == '<' ? '>' : '"';
	const char *end = *at == '<' || *at == '"' ? strchr(at + 1, close) : NULL;

	return end ? arena_strndup(arena, at + 1, (size_t)(end - at - 1)) : NULL;
}

size_t source_includes(const char *source, size_t len, struct arena *arena, struct source_include **list)
{
	struct scan s = { .at = source, .end = source + len, .line = 1 };
	size_t n = 0, cap = 0;
	int dead = 0;

	*list = NULL;
	while (line_next(&s)) {
		const char *at = directive_of(s.text);
		struct source_include *include;

		if (!at)
			continue;
		dead = skipped_depth(at, dead);
		if (dead || !reads_a_file(&at))
			continue;
		include = arena_push(arena, list, &n, &cap, sizeof **list);
		if (!include)
			return n;
		*include = (struct source_include){ name_of(at, arena), s.first, *at == '<' };
	}
	return n;
}
