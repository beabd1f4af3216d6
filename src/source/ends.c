/*
 * ends.c - the places where a source may be cut: after each statement, declaration and #include.
 *
 * A compiler that runs out of time names no line. Which statement costs that time shows by the shortest beginning of the file
 * that takes as long. Such a beginning is closed here, so that it is a program again.
 */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

#include "source/tokens.h"

#define DEPTH_MOST 64

struct cutter {
	struct arena *arena;
	struct source_end *list;
	size_t n, cap;
	int parens, line;       /* line: where the statement begins; 0: nothing of it yet */
	unsigned depth;
	int lines[DEPTH_MOST];  /* of the statements whose braces are open */
};

static bool end_add(struct cutter *c, const char *at, int line)
{
	struct source_end *end = arena_push(c->arena, &c->list, &c->n, &c->cap, sizeof *c->list);

	if (!end)
		return false;
	*end = (struct source_end){ at, line, c->depth };
	c->line = 0;
	return true;
}

static bool token_take(struct cutter *c, const struct token *t)
{
	c->line = c->line ? c->line : t->line;
	c->parens += word_is(t, "(") || word_is(t, "[");
	c->parens -= c->parens && (word_is(t, ")") || word_is(t, "]"));
	if (c->parens)
		return true;
	if (word_is(t, ";"))
		return end_add(c, t->text + 1, c->line);
	if (word_is(t, "{")) {
		if (c->depth < DEPTH_MOST)
			c->lines[c->depth] = c->line;
		c->depth++;
		c->line = 0;
	} else if (word_is(t, "}") && c->depth) {
		c->depth--;
		return end_add(c, t->text + 1, c->depth < DEPTH_MOST ? c->lines[c->depth] : t->line);
	}
	return true;
}

static const char *blanks_skip(const char *text, const char *end)
{
	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	return text;
}

/* Is that the line of a directive whose name begins so? */
static bool is_directive(const char *line, const char *end, const char *name)
{
	size_t len = strlen(name);

	line = blanks_skip(line, end);
	if (line == end || *line != '#')
		return false;
	line = blanks_skip(line + 1, end);
	return (size_t)(end - line) >= len && !memcmp(line, name, len);
}

/* The directives #include between two tokens; the first ends at `text`, in that line. */
static bool includes_take(struct cutter *c, const char *text, const char *end, int line)
{
	const char *p, *stop;

	for (; !c->parens && (p = memchr(text, '\n', (size_t)(end - text))); text = p + 1) {
		stop = memchr(p + 1, '\n', (size_t)(end - p - 1));
		line++;
		if (is_directive(p + 1, end, "include") && !end_add(c, stop ? stop : end, line))
			return false;
	}
	return true;
}

size_t source_ends(const char *source, size_t len, struct arena *arena, struct source_end **list)
{
	struct reader r = { source, source + len, 1, true };
	struct cutter c = { .arena = arena };

	for (struct token t = { TOKEN_END, source, 0, 1 }, next;; t = next) {
		next = word_next(&r);
		if (!includes_take(&c, t.text + t.len, next.text, t.line))
			return 0;
		if (next.kind == TOKEN_END)
			break;
		if (!token_take(&c, &next))
			return 0;
	}
	*list = c.list;
	return c.n;
}

/* How many #if are open at the end of the text. */
static unsigned conditions_open(const char *text, const char *end)
{
	unsigned open = 0;

	for (const char *line = text; line; line = memchr(line, '\n', (size_t)(end - line))) {
		line += line != text;
		open += is_directive(line, end, "if");
		open -= open && is_directive(line, end, "endif");
	}
	return open;
}

void source_cut(const char *source, const struct source_end *end, struct buf *out)
{
	buf_append(out, source, (size_t)(end->at - source));
	buf_putc(out, '\n');
	for (unsigned i = 0; i < end->depth; i++)
		buf_puts(out, "; }");
	buf_puts(out, ";\n");
	for (unsigned open = conditions_open(source, end->at); open; open--)
		buf_puts(out, "#endif\n");
}
