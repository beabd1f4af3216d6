/* solution.c - the reference solution from its file; wraps paragraphs of its comments again if they do not fit. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/source.h"
#include "tui/view.h"
#include "words/remark.h"

#define TAB    4
#define INDENT 2 /* of code in a step */

static void status_line(const struct model *m, struct buf *out)
{
	buf_puts(out, m->assignment.passed ? "you have passed this one" : "you have not passed this one yet");
}

/* Counts a tab as the step shows it. */
static int line_cols(const char *line, size_t len)
{
	int cols = 0;

	for (size_t i = 0; i < len; i++)
		cols += line[i] == '\t' ? TAB - cols % TAB : ((unsigned char)line[i] & 0xC0) != 0x80;
	return cols;
}

/* ---- comments that are too wide ------------------------------------------------------------------- */

/* A line that contains only a comment. */
struct remark_line { size_t len, prefix; bool is_prose, begins; };

static struct remark_line remark_line(const char *line, const char *sign)
{
	struct remark_line r = { .len = strcspn(line, "\n") };
	size_t at = strspn(line, " ");
	const char *text;

	if (strncmp(line + at, sign, strlen(sign)))
		return r;
	r.prefix = at + strlen(sign) + 1;
	text = line + r.prefix;
	/* Two blanks mean a table or code, whose lines stay as they are. */
	if (r.len <= r.prefix || text[-1] != ' ' || *text == ' ' || memmem(text, r.len - r.prefix, "  ", 2))
		return r;
	r.is_prose = true;
	r.begins = !strncmp(text, "- ", 2) || !strncmp(text, "* ", 2) || isdigit((unsigned char)*text);
	return r;
}

/* The number of lines of the paragraph that begins there; *wide: one is wider than `width`. 0: no paragraph begins. */
static size_t paragraph_lines(const char *line, const char *sign, int width, bool *wide)
{
	struct remark_line first = remark_line(line, sign), r = first;
	size_t n = 0;

	*wide = false;
	while (r.is_prose && r.prefix == first.prefix && !(n && r.begins)) {
		*wide |= line_cols(line, r.len) > width;
		n++;
		line += r.len + (line[r.len] == '\n');
		r = remark_line(line, sign);
	}
	return n;
}

static void put_wrapped(struct buf *out, const char *line, size_t lines, const char *sign, int width)
{
	size_t prefix = remark_line(line, sign).prefix;
	struct buf words = BUF_INIT, head = BUF_INIT;

	buf_append(&head, line, prefix);
	for (; lines; lines--) {
		size_t len = strcspn(line, "\n");

		buf_append(&words, line + prefix, len - prefix);
		buf_putc(&words, ' ');
		line += len + (line[len] == '\n');
	}
	buf_puts(out, buf_text(&head));
	text_wrap(out, buf_text(&words), width, text_width(buf_text(&head)), buf_text(&head));
	buf_release(&words);
	buf_release(&head);
}

/* The solution in lines of at most that many columns, except for longer lines of code. */
static void solution_put(const struct model *m, int width, struct buf *out)
{
	const char *sign = strcmp(model_language(m), "python") ? "//" : "#", *line = m->solution ? m->solution : "";

	while (*line) {
		bool wide;
		size_t lines = paragraph_lines(line, sign, width, &wide);

		if (wide)
			put_wrapped(out, line, lines, sign, width);
		for (lines = lines ? lines : 1; lines && *line; lines--) {
			size_t len = strcspn(line, "\n");

			len += line[len] == '\n';
			if (!wide)
				buf_append(out, line, len);
			line += len;
		}
	}
}

bool solution_fits(const struct model *m, int cols)
{
	struct buf text = BUF_INIT;
	bool fits = true;

	solution_put(m, cols - INDENT, &text);
	for (const char *line = buf_text(&text); *line && fits;) {
		size_t len = strcspn(line, "\n");

		fits = INDENT + line_cols(line, len) <= cols;
		line += len + (line[len] == '\n');
	}
	buf_release(&text);
	return fits;
}

static void content(const struct model *m, struct page *p)
{
	struct buf text = BUF_INIT;
	struct step code = { .kind = STEP_CODE, .language = model_language(m) };

	solution_put(m, p->width - INDENT, &text);
	code.text = arena_strndup(&p->arena, buf_text(&text), text.len);
	if (code.text)
		page_step(p, &code, NULL);
	buf_release(&text);
}

const struct view view_solution = { status_line, content, LAYOUT_SOURCE, NULL, NULL };
