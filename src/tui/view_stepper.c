/* view_stepper.c - the learner's kernel, stopped before a line: the source around it, the thread's variables, the vm's findings. */
#include "config.h"

#include <string.h>

#include "base/source.h"
#include "tui/view.h"

#define ALL_COLS 10000 /* code is not wrapped */
#define LINES_LEAST 11

/* "step 17 of 254, thread (0,0,0) of block (0,0,0)": the part after the step; the whole text if it begins differently. */
static const char *after_step(const char *where)
{
	const char *comma = strstr(where, ", ");

	return !strncmp(where, "step ", 5) && comma ? comma + 2 : where;
}

static void standing(const struct model *m, struct buf *out)
{
	const char *where = m->stepper.where ? m->stepper.where : "";
	int step = (int)(after_step(where) - where);

	if (step)
		buf_printf(out, "%.*s", step - 2, where);
	if (m->stepper.mark)
		buf_printf(out, "%sline %d", step ? ", " : "", m->stepper.mark);
}

/* Writes lines of text unchanged. */
static void write_lines(struct page *p, enum style style, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		page_verbatim(p, 0, style, text, len);
		text += len + (text[len] == '\n');
	}
}

#define HEAD 8 /* bytes of a line before its code: "  b 12  " */

/* The code in its colours; ends with an ellipsis if it does not fit. */
static void write_code(const struct model *m, struct page *p, const char *text)
{
	const struct step code = { .kind = STEP_CODE, .text = text, .language = model_language(m) };
	struct line *lines;
	struct error ignored;
	size_t n;

	if (lesson_render(&code, NULL, ALL_COLS, m->ascii, &p->arena, &lines, &n, &ignored) || n != 1) {
		page_fit(p, STYLE_CODE, text, p->width - p->col);
		return;
	}
	for (size_t i = 0; i < lines[0].nspans; i++) {
		const char *span = lines[0].spans[i].text + (i ? 0 : strspn(lines[0].spans[i].text, " "));
		int left = p->width - p->col, rest = 0;

		for (size_t k = i + 1; k < lines[0].nspans; k++)
			rest += text_width(lines[0].spans[k].text);
		/* What does not fit needs three columns at the end. */
		if (text_width(span) + rest > left && text_width(span) > left - 3) {
			if (left > 3 && text_width(span) > left)
				page_fit(p, lines[0].spans[i].style, span, left);
			else
				page_add(p, STYLE_DIM, "...");
			break;
		}
		page_add(p, lines[0].spans[i].style, span);
	}
}

static void write_line(const struct model *m, struct page *p, const char *line, bool here)
{
	size_t len = strlen(line), blanks;
	char head[HEAD + 1];

	page_line(p);
	if (here)
		p->selected = (int)p->nlines - 1;
	page_add(p, STYLE_ACCENT, here ? ">" : " ");
	if (len < HEAD) {
		page_add(p, STYLE_NUMBER, line);
		return;
	}
	memcpy(head, line, HEAD);
	head[HEAD] = '\0';
	blanks = strspn(line + HEAD, " ");
	page_add(p, here ? STYLE_ACCENT : STYLE_NUMBER, head);
	page_add(p, STYLE_FRAME, p->ascii ? "| " : "│ ");
	page_to(p, p->col + (int)blanks);
	if (line[HEAD + blanks])
		write_code(m, p, line + HEAD + blanks);
}

static bool has_side(const struct model *m)
{
	return layout_of(m->rows, m->cols, LAYOUT_SIDE).side.rows > 0;
}

/* The source around the place: half of the page, in a low window a little more. */
static void write_source(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &m->stepper;
	int half = layout_of(m->rows, m->cols, LAYOUT_SIDE).page.rows / 4, at = v->mark - v->first, from, to;

	half = half < LINES_LEAST / 2 ? LINES_LEAST / 2 : half;
	from = v->mark && at > half ? at - half : 0;
	to = from + 2 * half + 1 < (int)v->nlines ? from + 2 * half + 1 : (int)v->nlines;
	for (int k = from; k < to; k++)
		write_line(m, p, v->lines[k], v->first + k == v->mark);
}

static void content(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &m->stepper;

	/* The title bar has the step's number: here it would change the length of the line, and move the code. */
	page_wrap(p, 0, STYLE_DIM, after_step(v->where));
	page_blank(p);
	write_source(m, p);
	if (!*v->ptx && !v->mark && !*v->said) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, "this is the end: %s goes back", request_key(REQUEST_STEP_BACK));
		page_printf(p, STYLE_DIM, ", %s to the beginning", request_key(REQUEST_STEP_START));
	}
	if (*v->ptx) {
		page_line(p);
		page_add(p, STYLE_DIM, "  ptx  ");
		page_fit(p, STYLE_DIM, v->ptx, p->width - p->col);
	}
	if (!has_side(m) && *v->locals) {
		page_blank(p);
		write_lines(p, STYLE_PLAIN, v->locals);
	}
	if (*v->said) {
		page_blank(p);
		for (const char *at = v->said; *at;) {
			size_t len = strcspn(at, "\n");
			char *line = arena_strndup(&p->arena, at, len);

			page_wrap(p, 0, STYLE_PLAIN, line ? line : "");
			at += len + (at[len] == '\n');
		}
	}
}

/* ---- the column beside it: the thread's values ------------------------------------------ */

/* "i = 3": the names in a column of their own. */
static void side(const struct model *m, struct page *p)
{
	const char *text = m->stepper.locals;

	if (!*text) {
		page_wrap(p, 0, STYLE_DIM, "the thread has no variables here");
		return;
	}
	while (*text) {
		size_t len = strcspn(text, "\n");
		const char *sign = memmem(text, len, " = ", 3);
		char *name = arena_strndup(&p->arena, text, sign ? (size_t)(sign - text) : len);
		char *value = arena_strndup(&p->arena, sign ? sign + 3 : "", sign ? len - (size_t)(sign - text) - 3 : 0);

		page_line(p);
		page_add(p, STYLE_EMPHASIS, name ? name : "");
		page_add(p, STYLE_DIM, sign ? " = " : "");
		page_fit(p, value && !strcmp(value, "not set yet") ? STYLE_DIM : STYLE_PLAIN, value ? value : "", p->width - p->col);
		text += len + (text[len] == '\n');
	}
}

static const char *side_title(const struct model *m)
{
	(void)m;
	return "values";
}

const struct view view_stepper = { standing, content, LAYOUT_SIDE, side, side_title, nearby_task, nearby_task_title };
