/*
 * where.c - follows a path into the table constructor that a Lua text returns.
 *
 * It needs no parser of Lua, only its tokens: the chunk's own `return` is the
 * first one outside every block and bracket, and an element of a constructor
 * ends at the first comma outside all brackets and blocks opened after it. Text
 * that Lua would reject gives some line, never a fault.
 */
#include "config.h"

#include "script/where.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_STRING, TOKEN_NUMBER, TOKEN_PUNCTUATION };

struct scan {
	const char *at, *end;
	int line;
	/* the token last read */
	enum token_kind kind;
	const char *text;
	size_t len;
	int token_line;
};

static void step_over(struct scan *s, size_t n)
{
	for (; n && s->at < s->end; n--)
		if (*s->at++ == '\n')
			s->line++;
}

/* Length of `[==[` at the scanner, or 0. */
static size_t long_bracket(const struct scan *s)
{
	const char *p = s->at;

	if (p == s->end || *p++ != '[')
		return 0;
	while (p < s->end && *p == '=')
		p++;
	return p < s->end && *p == '[' ? (size_t)(p - s->at) + 1 : 0;
}

static void skip_long(struct scan *s, size_t opener)
{
	step_over(s, opener);
	for (; s->at < s->end; step_over(s, 1)) {
		const char *p = s->at;
		size_t level = 0;

		if (*p != ']')
			continue;
		while (++p < s->end && *p == '=')
			level++;
		if (p < s->end && *p == ']' && level == opener - 2) {
			step_over(s, opener);
			return;
		}
	}
}

static void skip_quoted(struct scan *s)
{
	char quote = *s->at;

	for (step_over(s, 1); s->at < s->end && *s->at != quote; step_over(s, 1))
		if (*s->at == '\\')
			step_over(s, 1);
	step_over(s, 1);
}

static void skip_blank(struct scan *s)
{
	while (s->at < s->end) {
		if (isspace((unsigned char)*s->at)) {
			step_over(s, 1);
		} else if (*s->at == '-' && s->end - s->at > 1 && s->at[1] == '-') {
			size_t opener;

			step_over(s, 2);
			opener = long_bracket(s);
			if (opener)
				skip_long(s, opener);
			else
				while (s->at < s->end && *s->at != '\n')
					s->at++;
		} else {
			return;
		}
	}
}

static void next(struct scan *s)
{
	size_t opener;

	skip_blank(s);
	s->text = s->at;
	s->token_line = s->line;
	if (s->at == s->end) {
		s->kind = TOKEN_END;
	} else if (text_is_word(*s->at)) {
		s->kind = isdigit((unsigned char)*s->at) ? TOKEN_NUMBER : TOKEN_NAME;
		while (s->at < s->end && text_is_word(*s->at))
			s->at++;
	} else if (*s->at == '"' || *s->at == '\'') {
		s->kind = TOKEN_STRING;
		skip_quoted(s);
	} else if ((opener = long_bracket(s))) {
		s->kind = TOKEN_STRING;
		skip_long(s, opener);
	} else {
		s->kind = TOKEN_PUNCTUATION;
		step_over(s, 1);
	}
	s->len = (size_t)(s->at - s->text);
}

static bool is(const struct scan *s, const char *word)
{
	return s->kind != TOKEN_END && s->kind != TOKEN_STRING && s->len == strlen(word) && !memcmp(s->text, word, s->len);
}

/* The change in depth of brackets and blocks after the token. `for` and `while` open theirs with `do`. */
static int nesting(const struct scan *s)
{
	static const char *const open[] = { "{", "(", "[", "function", "if", "do", "repeat" };
	static const char *const shut[] = { "}", ")", "]", "end", "until" };

	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		if (is(s, open[i]))
			return 1;
	for (size_t i = 0; i < sizeof shut / sizeof *shut; i++)
		if (is(s, shut[i]))
			return -1;
	return 0;
}

/* Skips from an element's first token to the separator or brace that ends it. */
static void skip_element(struct scan *s)
{
	int depth = 0;

	for (; s->kind != TOKEN_END; next(s)) {
		if (depth == 0 && (is(s, ",") || is(s, ";") || is(s, "}")))
			return;
		depth += nesting(s);
	}
}

/* With the scanner on an element: true if it is the wanted one. Leaves the scanner on its value. */
static bool enter_element(struct scan *s, const struct place *want, int *position)
{
	struct scan ahead = *s;
	const char *name = s->text;
	size_t len = s->len;

	if (s->kind == TOKEN_NAME) {
		next(&ahead);
		if (is(&ahead, "=")) {
			struct scan after = ahead;

			next(&after);
			if (!is(&after, "=")) { /* not a comparison */
				*s = after;
				return want->field && strlen(want->field) == len && !memcmp(want->field, name, len);
			}
		}
	} else if (is(s, "[")) {
		return false; /* a computed key: errors in its value get the table's line */
	}
	++*position;
	return !want->field && want->index == *position;
}

/* Skips from the start of the chunk to its `return`, the last token read; false without one. */
static bool find_return(struct scan *s)
{
	int blocks = 0;

	for (next(s); s->kind != TOKEN_END && !(blocks == 0 && is(s, "return")); next(s))
		blocks += nesting(s);
	return s->kind != TOKEN_END;
}

/* Skips an unwanted element and its separator. */
static void pass_element(struct scan *s)
{
	skip_element(s);
	if (is(s, ",") || is(s, ";"))
		next(s);
}

/* Follows the path as far as the text has it; *line becomes the line of the last step found. True: found all of it. */
static bool follow(struct scan *s, const struct place *path, int depth, int *line)
{
	for (int i = 0; i < depth; i++) {
		int position = 0;

		if (!is(s, "{"))
			return false;
		next(s);
		for (;;) {
			int here = s->token_line;

			if (s->kind == TOKEN_END || is(s, "}"))
				return false;
			if (enter_element(s, &path[i], &position)) {
				*line = here;
				break;
			}
			pass_element(s);
		}
	}
	return true;
}

int where_line(const char *text, size_t len, const struct place *path, int depth)
{
	struct scan s = { .at = text, .end = text + len, .line = 1 };
	int line;

	if (!find_return(&s))
		return 0;
	line = s.token_line;
	next(&s);
	follow(&s, path, depth, &line);
	return line;
}

void where_items(const char *text, size_t len, const struct place *path, int depth, int *lines, int n)
{
	struct scan s = { .at = text, .end = text + len, .line = 1 };
	bool found = find_return(&s);
	int line = found ? s.token_line : 0, position = 0;

	next(&s);
	found = found && follow(&s, path, depth, &line) && is(&s, "{");
	for (int i = 0; i < n; i++)
		lines[i] = line;
	if (!found)
		return;
	for (next(&s); position < n && s.kind != TOKEN_END && !is(&s, "}"); pass_element(&s)) {
		int here = s.token_line, before = position;

		enter_element(&s, &(struct place){ .index = 0 }, &position);
		if (position > before)
			lines[before] = here;
	}
}

/* Skips from the start of the text to the value of that field in the table that the text returns. */
static bool find_value(struct scan *s, const char *field)
{
	const struct place path = { .field = field };
	int line = 0;

	if (!find_return(s))
		return false;
	next(s);
	return follow(s, &path, 1, &line);
}

bool where_value(const char *text, size_t len, const char *field, const char **value, size_t *n)
{
	struct scan s = { .at = text, .end = text + len, .line = 1 };

	if (!find_value(&s, field))
		return false;
	*value = s.text;
	skip_element(&s);
	for (*n = (size_t)(s.text - *value); *n && isspace((unsigned char)(*value)[*n - 1]); --*n)
		;
	return s.kind != TOKEN_END;
}

int where_count(const char *text, size_t len, const char *field)
{
	struct scan s = { .at = text, .end = text + len, .line = 1 };
	int n = 0;

	if (!find_value(&s, field) || !is(&s, "{"))
		return -1;
	for (next(&s); !is(&s, "}"); pass_element(&s), n++)
		if (!is(&s, "{"))
			return -1;
	return n;
}
