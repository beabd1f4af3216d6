/* mend_python.c - the edits of mend.h for a kernel in Python, from its lines: blanks say what belongs together. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "source/mend_state.h"

struct line { const char *text; size_t len, indent; bool blank; };

/* Line `number`, from 1 on. */
static bool line_get(const struct mender *m, int number, struct line *l)
{
	const char *at = m->source, *end = m->source + m->len, *stop;

	for (int i = 1; i < number; i++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return false;
		at++;
	}
	stop = memchr(at, '\n', (size_t)(end - at));
	*l = (struct line){ .text = at, .len = (size_t)((stop ? stop : end) - at) };
	while (l->indent < l->len && (at[l->indent] == ' ' || at[l->indent] == '\t'))
		l->indent++;
	l->blank = l->indent == l->len || at[l->indent] == '#' || at[l->indent] == '\r';
	return at < end;
}

static size_t word_at(const struct line *l, size_t from)
{
	size_t n = 0;

	while (from + n < l->len && text_is_word(l->text[from + n]))
		n++;
	return n;
}

/* `x[i] = ...` with a name for each: before it comes `if i < x.size:`. */
static void guard(struct mender *m)
{
	struct buf put = BUF_INIT, title = BUF_INIT;
	struct line l;
	size_t name, index, at;

	if (!line_get(m, m->f->line, &l) || !l.indent || !(name = word_at(&l, l.indent)))
		return;
	at = l.indent + name;
	if (at >= l.len || l.text[at] != '[' || !(index = word_at(&l, at + 1)) || at + 1 + index >= l.len ||
	    l.text[at + 1 + index] != ']')
		return;
	buf_printf(&title, "add the guard `if %.*s < %.*s.size:`", (int)index, l.text + at + 1, (int)name, l.text + l.indent);
	buf_printf(&put, "if %.*s < %.*s.size:\n%.*s    ", (int)index, l.text + at + 1, (int)name, l.text + l.indent,
		   (int)l.indent, l.text);
	mend_add(m, l.text + l.indent, 0, &put, &title);
}

/* Before the second line, or the outermost block around it that the first line is not in. */
static void barrier(struct mender *m)
{
	struct buf put = BUF_INIT, title = BUF_INIT;
	const int other = m->f->other_line ? m->f->other_line : m->f->line;
	const int a = m->f->line < other ? m->f->line : other, b = m->f->line < other ? other : m->f->line;
	struct line first, l, before;
	int at = b;

	if (a == b || !line_get(m, a, &first) || !line_get(m, b, &l))
		return;
	for (int i = b - 1; i > a && line_get(m, i, &before); i--)
		if (!before.blank && before.indent < l.indent) {
			l = before;
			at = i;
		}
	if (!l.indent || l.indent > first.indent)
		return;
	buf_printf(&put, "cuda.syncthreads()\n%.*s", (int)l.indent, l.text);
	buf_printf(&title, "put cuda.syncthreads() before line %d", at);
	mend_add(m, l.text + l.indent, 0, &put, &title);
}

void mends_python(struct mender *m)
{
	if (m->f->advice && strstr(m->f->advice, "guard"))
		guard(m);
	if (m->f->advice && strstr(m->f->advice, "syncthreads()"))
		barrier(m);
}
