/* solution.c - the reference solution from its file; wraps paragraphs of its comments again if they do not fit. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/view.h"
#include "words/remark.h"

#define TAB    4
#define INDENT 2 /* of code in a step */

static void status_line(const struct model *m, struct buf *out)
{
	buf_puts(out, exercise_of(m)->assignment.passed ? _("you have passed this one") : _("you have not passed this one yet"));
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
	const char *sign = strcmp(exercise_language(m), "python") ? "//" : "#",
		*line = exercise_of(m)->solution ? exercise_of(m)->solution : "";

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

/* True if each line of the solution fits on one line of a page with that many columns. */
static bool fits(const struct model *m, int cols)
{
	struct buf text = BUF_INIT;
	bool all = true;

	solution_put(m, cols - INDENT, &text);
	for (const char *line = buf_text(&text); *line && all;) {
		size_t len = strcspn(line, "\n");

		all = INDENT + line_cols(line, len) <= cols;
		line += len + (line[len] == '\n');
	}
	buf_release(&text);
	return all;
}

static void content(const struct model *m, struct page *p)
{
	struct buf text = BUF_INIT;
	struct step code = { .kind = STEP_CODE, .language = exercise_language(m) };

	solution_put(m, p->width - INDENT, &text);
	code.text = arena_strndup(&p->arena, buf_text(&text), text.len);
	if (code.text)
		page_step(p, &code, NULL);
	buf_release(&text);
}

/* ---- keys ------------------------------------------------------------------------------------------ */

static int solution_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	char *text;

	if (b->solution(b->ctx, exercise_of(m)->assignment.id, &text, err))
		return -1;
	free(exercise_of(m)->solution);
	exercise_of(m)->solution = text;
	model_push(m, PAGE_SOLUTION);
	return 0;
}

static void answered(struct model *m, bool yes)
{
	if (yes)
		model_effect(m, solution_run, NULL, 0, false);
}

static void solution(struct model *m, int key)
{
	if (exercise_of(m)->assignment.passed)
		answered(m, true);
	else
		model_ask(m, answered, _("see the solution before you have passed?"));
}

static const struct action actions[] = { { REQUEST_SOLUTION, solution }, { REQUEST_NONE } };

/* Beside the file if its lines fit there; otherwise it takes the full width. */
static enum layout_kind layout_now(const struct model *m)
{
	const struct layout l = layout_of(m->rows, m->cols, LAYOUT_SOURCE);

	return l.source.rows && !fits(m, l.page.cols) ? LAYOUT_ABOVE : LAYOUT_SOURCE;
}

const struct view view_solution = {
	.actions = actions, .undisturbed = true, .status_line = status_line, .content = content, .layout = LAYOUT_SOURCE,
	.wide = true, .layout_now = layout_now,
};
