/* remark.c - see remark.h. */
#include "config.h"

#include "words/remark.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "base/text.h"

void text_wrap(struct buf *out, const char *text, int width, int used, const char *indent)
{
	struct buf clean = BUF_INIT;
	const char *p;
	int at = used;
	bool first = true;

	text_sanitise(text, strlen(text), &clean);
	p = buf_text(&clean) + strspn(buf_text(&clean), " \n\t");
	while (*p) {
		size_t len = strcspn(p, " \n\t");
		char word[256];
		int columns;

		if (len >= sizeof word)
			len = sizeof word - 1;
		memcpy(word, p, len);
		word[len] = '\0';
		columns = text_width(word);
		if (!first && at + 1 + columns > width) {
			buf_printf(out, "\n%s", indent);
			at = text_width(indent);
			first = true;
		}
		buf_printf(out, "%s%s", first ? "" : " ", word);
		at += columns + !first;
		first = false;
		p += len;
		p += strspn(p, " \n\t");
	}
	buf_putc(out, '\n');
	buf_release(&clean);
}

void text_label(struct buf *out, const char *label, const char *text, int width)
{
	char indent[16];

	label = _(label);
	snprintf(indent, sizeof indent, "%*s", text_width(label), "");
	buf_puts(out, label);
	text_wrap(out, text, width, text_width(label), indent);
}

void text_cut(struct buf *out, int width, const char *fmt, ...)
{
	struct buf line = BUF_INIT, clean = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&line, _(fmt), ap);
	va_end(ap);
	text_sanitise(buf_text(&line), line.len, &clean);
	if (text_width(buf_text(&clean)) > width) {
		while (clean.len && text_width(buf_text(&clean)) > width - 3) {
			while (clean.len > 1 && ((unsigned char)clean.data[clean.len - 1] & 0xC0) == 0x80)
				clean.data[--clean.len] = '\0';
			clean.data[--clean.len] = '\0';
		}
		buf_puts(&clean, "...");
	}
	buf_printf(out, "%s\n", buf_text(&clean));
	buf_release(&line);
	buf_release(&clean);
}

static bool is_own_file(const struct remark_source *own, const char *file)
{
	return own->text && file && !strcmp(file, own->path);
}

/* The source line, with the sentence after the caret under it. */
static bool put_excerpt(const struct remark_source *own, const struct remark *r, int width, struct buf *out)
{
	struct source source = { own->text, own->len };
	struct buf excerpt = BUF_INIT;
	const char *caret;
	char gutter[32], indent[40];
	int bar;

	if (!is_own_file(own, r->file) || r->line < 1)
		return false;
	source_excerpt(&source, r->line, r->column, width, &excerpt);
	caret = strrchr(buf_text(&excerpt), '^');
	if (!caret) {
		buf_release(&excerpt);
		return false;
	}
	while (caret > excerpt.data && caret[-1] != '\n')
		caret--;
	/* caret is now the start of the second line: "     |    ^" */
	bar = (int)strcspn(caret, "|");
	snprintf(gutter, sizeof gutter, "%*s| ", bar, "");
	snprintf(indent, sizeof indent, "%s  ", gutter);
	excerpt.data[excerpt.len - 1] = '\0'; /* removes its last newline: the sentence continues the line */
	buf_puts(out, excerpt.data);
	/* A caret far to the right leaves no room for the sentence on its line. */
	if (text_width(caret) > width / 2) {
		buf_printf(out, "\n%s", indent);
		text_wrap(out, retold(r->text), width, text_width(indent), indent);
	} else {
		buf_putc(out, ' ');
		text_wrap(out, retold(r->text), width, text_width(caret) + 1, indent);
	}
	if (r->within) {
		buf_puts(out, indent);
		text_wrap(out, r->within, width, text_width(indent), indent);
	}
	if (r->advice) {
		const char *next = _("next: ");

		buf_printf(out, "%s%s", indent, next);
		text_wrap(out, retold(r->advice), width, text_width(indent) + text_width(next), indent);
	}
	buf_release(&excerpt);
	return true;
}

void remark_put(const struct remark_source *own, const struct remark *r, int width, struct buf *out)
{
	if (put_excerpt(own, r, width, out))
		return;
	if (r->file && r->line > 0) {
		text_sanitise_name(r->file, out);
		buf_printf(out, ":%d: ", r->line);
	}
	text_wrap(out, retold(r->text), width, r->file && r->line > 0 ? text_width(r->file) + 8 : 0, "  ");
	if (r->within)
		text_label(out, "  ", r->within, width);
	if (r->advice)
		text_label(out, "  next: ", retold(r->advice), width);
}

/* "in pick(), inlined at line 5; line 12: in put(), inlined at line 6" */
static void frames_put(const struct finding *f, struct buf *out)
{
	source_frames_put(&f->place, out);
	if (!f->other.nframes)
		return;
	buf_printf(out, "%sline %d: ", out->len ? "; " : "", f->other.line);
	source_frames_put(&f->other, out);
}

/* The array that the sentence is about: "sums" of "sums[31] is read"; *len 0 if there is none. */
static const char *array_named(const char *message, size_t *len)
{
	const char *open = strchr(message, '['), *name = open;

	while (name && name > message && text_is_word(name[-1]))
		name--;
	*len = name ? (size_t)(open - name) : 0;
	return name;
}

/* Is the place on the right side of an assignment? */
static bool is_assigned(const char *line, const char *at)
{
	for (const char *p = line; p < at; p++)
		if (*p == '=' && p[1] != '=' && (p == line || !strchr("=!<>", p[-1])))
			return true;
	return false;
}

static bool is_declared_shared(const struct remark_source *own, const char *name, size_t n)
{
	static const char mark[] = "__shared__";
	const char *end = own->text + own->len, *p = own->text;

	for (; (p = memmem(p, (size_t)(end - p), mark, sizeof mark - 1)); p++)
		for (const char *at = p + sizeof mark - 1; at + n < end && *at != ';'; at++)
			if (!memcmp(at, name, n) && !text_is_word(at[-1]) && !text_is_word(at[n]))
				return true;
	return false;
}

/* The first array in shared memory that the line uses; NULL: none. */
static const char *shared_array_in(const struct remark_source *own, const char *line, size_t len)
{
	for (const char *p = line; p < line + len; p++) {
		size_t n = 0;

		while (p + n < line + len && text_is_word(p[n]))
			n++;
		if (n && (p == line || !text_is_word(p[-1])) &&
		    p + n < line + len && p[n] == '[' && is_declared_shared(own, p, n))
			return p;
	}
	return NULL;
}

/* Does the line only assign, as `a = b` does and `a += b` does not? Then it reads nothing on the left except in an index. */
static bool only_assigns(const char *line, size_t len)
{
	for (const char *p = line; p + 1 < line + len; p++)
		if (*p == '=')
			return p[1] != '=' && p > line && !strchr("=!<>+-*/%&|^", p[-1]);
	return false;
}

/*
 * The column in its line of the array that the sentence names. Of several places it takes the one that contains the compiler's
 * column; otherwise the first for a write, and for a read the first on the right of `=`. If the array is not in the line, it is
 * the compiler's column. Bank conflicts are those of an array in shared memory. Some compilers give the column where the
 * statement begins, which says nothing about a read if the statement assigns.
 */
int remark_column(const struct remark_source *own, const struct finding *f)
{
	struct source source = { own->text, own->len };
	bool vague, writes = strstr(f->message, " writes ") || strstr(f->message, "and written") ||
			     strstr(f->message, " updates ");
	size_t len, name_len;
	const char *name = array_named(f->message, &name_len), *found = NULL;
	const char *line = is_own_file(own, f->place.file) && f->place.line > 0 ?
			   source_line(&source, f->place.line, &len) : NULL;

	if (line && f->rule && strstr(f->rule, "bank") && (found = shared_array_in(own, line, len)))
		return (int)(found - line) + 1;
	vague = line && !writes && only_assigns(line, len) && f->place.column == 1 + (int)strspn(line, " \t");
	for (const char *p = line; name_len && line && p + name_len < line + len; p++) {
		const char *behind = p + name_len, *end;

		if (memcmp(p, name, name_len) || (p > line && text_is_word(p[-1])) || text_is_word(*behind))
			continue;
		behind += strspn(behind, " ");
		end = behind < line + len && *behind == '[' ? memchr(behind, ']', (size_t)(line + len - behind)) : NULL;
		if (f->place.column > 0 && !vague && line + f->place.column - 1 >= p &&
		    line + f->place.column - 1 <= (end ? end : behind))
			return (int)(p - line) + 1;
		if (!found || (!writes && !is_assigned(line, found) && is_assigned(line, p)))
			found = p;
	}
	return found ? (int)(found - line) + 1 : f->place.column;
}

void remark_findings(const struct remark_source *own, const struct finding *findings, size_t n, int width,
		     struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct finding *f = &findings[i];
		struct buf within = BUF_INIT;
		struct remark r = { .text = f->message, .advice = f->advice, .file = f->place.file,
					  .line = f->place.line, .column = remark_column(own, f) };

		frames_put(f, &within);
		r.within = within.len ? buf_text(&within) : NULL;
		buf_putc(out, '\n');
		remark_put(own, &r, width, out);
		buf_release(&within);
	}
}
