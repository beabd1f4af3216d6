/* submission.c - one submission of a class: the calculation of its points, the findings in its code, its cases. */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/class.h"

#define NUMBER_COLS 6
#define LINES_MOST  3000

static void status_line(const struct model *m, struct buf *out)
{
	struct buf points = BUF_INIT;

	if (class_of(m)->regrading)
		buf_puts(out, _("checking again, "));
	class_cell_text(&class_of(m)->submission.cell, &points);
	buf_printf(out, _("%s of %g points"), buf_text(&points), class_of(m)->submission.cell.possible);
	buf_release(&points);
}

static void write_finding(struct page *p, const struct submission_finding *f, int indent)
{
	struct buf text = BUF_INIT;

	buf_printf(&text, "^ %s: %s", f->kind, retold(f->message));
	page_wrap(p, indent, STYLE_BAD, buf_text(&text));
	if (f->advice && *f->advice)
		page_wrap(p, indent + 2, STYLE_NOTE, retold(f->advice));
	buf_release(&text);
}

/* Shows tabs as blanks; cuts a line that does not fit. */
static void write_line(struct page *p, int number, const char *line, size_t len, bool found)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < len; i++) {
		if (line[i] != '\t')
			buf_putc(&text, line[i]);
		else
			do
				buf_putc(&text, ' ');
			while (text.len % 4);
	}
	page_line(p);
	page_printf(p, found ? STYLE_BAD : STYLE_NUMBER, "%4d  ", number);
	page_fit(p, STYLE_CODE, buf_text(&text), p->width - NUMBER_COLS);
	buf_release(&text);
}

static bool has_finding(const struct submission *s, int line)
{
	for (size_t i = 0; i < s->nfindings; i++)
		if (s->findings[i].line == line)
			return true;
	return false;
}

static void write_code(struct page *p, const struct submission *s)
{
	const struct source source = { s->text, strlen(s->text) };
	const char *line;
	size_t len;

	page_heading(p, STYLE_TITLE, _("the code"));
	for (int i = 1; i <= LINES_MOST && (line = source_line(&source, i, &len)); i++) {
		if (!len && line == source.text + source.len)
			break;
		write_line(p, i, line, len, has_finding(s, i));
		for (size_t k = 0; k < s->nfindings; k++)
			if (s->findings[k].line == i)
				write_finding(p, &s->findings[k], NUMBER_COLS);
		for (size_t k = 0; k < s->ncomments; k++)
			if (s->comments[k].line == i)
				page_wrap(p, NUMBER_COLS, STYLE_ACCENT, s->comments[k].text);
	}
}

static void write_cases(struct page *p, const struct submission *s)
{
	if (!s->ncases)
		return;
	page_heading(p, STYLE_TITLE, _("cases"));
	for (size_t i = 0; i < s->ncases; i++) {
		page_line(p);
		page_add(p, s->cases[i].passed ? STYLE_GOOD : STYLE_BAD, s->cases[i].passed ? "✓ " : "✗ ");
		page_add(p, STYLE_PLAIN, s->cases[i].name);
		if (*s->cases[i].message)
			page_wrap(p, 4, STYLE_DIM, retold(s->cases[i].message));
	}
}

static void content(const struct model *m, struct page *p)
{
	const struct submission *s = &class_of(m)->submission;
	const struct class_cell *c = &s->cell;
	bool passed = !strcmp(c->verdict, "passed");

	page_line(p);
	page_printf(p, STYLE_DIM, "%s, %s", s->exercise, s->id);
	page_wrap(p, 0, passed ? STYLE_GOOD : STYLE_EMPHASIS, *c->message ? retold(c->message)
		  : _(*c->verdict ? c->verdict : c->state));
	if (*s->sum)
		page_verbatim(p, 2, STYLE_DIM, s->sum, strlen(s->sum) - 1);
	if (*s->adjustment) {
		page_line(p);
		page_add(p, STYLE_ACCENT, _("  adjusted: "));
		page_add(p, STYLE_PLAIN, s->adjustment);
	}
	for (size_t i = 0; i < s->ncomments; i++)
		if (!s->comments[i].line || !s->text)
			page_wrap(p, 2, STYLE_ACCENT, s->comments[i].text);
	if (c->kind == CELL_PROVISIONAL)
		page_wrap(p, 2, STYLE_DIM, _("provisional: what lateness takes is not in it"));
	if (*c->note)
		page_wrap(p, 2, STYLE_DIM, retold(c->note));
	for (size_t i = 0; i < s->nfindings; i++)
		if (!s->findings[i].line || !s->text)
			write_finding(p, &s->findings[i], 2);
	if (s->text)
		write_code(p, s);
	else if (*s->report)
		page_verbatim(p, 0, STYLE_PLAIN, s->report, strlen(s->report));
	write_cases(p, s);
}

static const char *title(const struct model *m)
{
	return class_of(m)->submission.name;
}

static void trail(const struct model *m, int depth, struct buf *out)
{
	buf_puts(out, path_base(class_of(m)->submission.exercise));
}

const struct view view_submission = {
	.takes = class_takes, .status_line = status_line, .content = content, .wide = true, .title_now = title, .trail = trail,
	.input = class_input,
};
