/* tokens.c - see tokens.h. */
#include "config.h"

#include "source/tokens.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

bool word_is(const struct token *t, const char *text)
{
	return t->kind != TOKEN_END && strlen(text) == t->len && !memcmp(t->text, text, t->len);
}

static char peek(const struct reader *r, size_t ahead)
{
	return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

static void step(struct reader *r)
{
	if (*r->at == '\n') {
		r->line++;
		r->line_start = true;
	}
	r->at++;
}

/* Skips to the end of the line, or of the lines that backslashes join. */
static void skip_line(struct reader *r)
{
	while (r->at < r->end && *r->at != '\n') {
		if (*r->at == '\\' && (peek(r, 1) == '\n' || (peek(r, 1) == '\r' && peek(r, 2) == '\n')))
			while (*r->at != '\n')
				step(r);
		step(r);
	}
}

static void skip_comment(struct reader *r)
{
	r->at += 2;
	while (r->at < r->end && !(*r->at == '*' && peek(r, 1) == '/'))
		step(r);
	r->at = r->end - r->at > 2 ? r->at + 2 : r->end;
}

/* The line's end also closes a literal, so that a forgotten quote affects only one line. */
static void skip_literal(struct reader *r)
{
	char quote = *r->at;

	for (step(r); r->at < r->end && *r->at != '\n'; step(r)) {
		if (*r->at == quote) {
			step(r);
			return;
		}
		if (*r->at == '\\' && peek(r, 1))
			step(r);
	}
}

/* R"mark( ... )mark" */
static void skip_raw_literal(struct reader *r)
{
	const char *mark = r->at + 1, *open = memchr(mark, '(', (size_t)(r->end - mark));
	size_t n = open ? (size_t)(open - mark) : 0;

	if (!open || n > 16) {
		skip_literal(r);
		return;
	}
	for (r->at = open + 1; r->at < r->end; step(r)) {
		if (*r->at == ')' && (size_t)(r->end - r->at) > n + 1 && !memcmp(r->at + 1, mark, n) &&
		    r->at[n + 1] == '"') {
			r->at += n + 2;
			return;
		}
	}
}

static struct token token_take(struct reader *r, enum token_kind kind, size_t len)
{
	struct token t = { kind, r->at, len, r->line };

	r->at += len;
	r->line_start = false;
	return t;
}

struct token word_next(struct reader *r)
{
	while (r->at < r->end) {
		char c = *r->at;
		size_t n = 1;

		if (isspace((unsigned char)c) || c == '\0') {
			step(r);
		} else if ((c == '#' && r->line_start) || (c == '/' && peek(r, 1) == '/')) {
			skip_line(r);
		} else if (c == '/' && peek(r, 1) == '*') {
			skip_comment(r);
		} else if (c == '"' || c == '\'') {
			r->line_start = false;
			skip_literal(r);
		} else if (text_is_letter(c)) {
			while (text_is_letter(peek(r, n)))
				n++;
			if (peek(r, n) == '"' && c == 'R' && n == 1) {
				r->at++;
				skip_raw_literal(r);
				continue;
			}
			return token_take(r, isdigit((unsigned char)c) ? TOKEN_NUMBER : TOKEN_WORD, n);
		} else {
			return token_take(r, TOKEN_PUNCTUATION, c == ':' && peek(r, 1) == ':' ? 2 : 1);
		}
	}
	return (struct token){ TOKEN_END, r->end, 0, r->line };
}

bool word_among(const struct token *tokens, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (word_is(&tokens[i], word))
			return true;
	return false;
}

bool word_is_one_of(const struct token *t, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word_is(t, words[i]))
			return true;
	return false;
}

void words_skip_group(struct reader *r)
{
	int depth = 1;

	while (depth > 0) {
		struct token t = word_next(r);

		if (t.kind == TOKEN_END)
			return;
		depth += word_is(&t, "(") || word_is(&t, "[") || word_is(&t, "{");
		depth -= word_is(&t, ")") || word_is(&t, "]") || word_is(&t, "}");
	}
}
