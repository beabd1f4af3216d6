/* class.c - a class: students by exercises, with the points so far. */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/class.h"

#define CELL_COLS  11
#define TOTAL_COLS 9
#define NAME_LEAST 14
#define NAME_MOST  34 /* while exercises have the least columns */
#define HEAD_ROWS  3 /* above the students */

static void status_line(const struct model *m, struct buf *out)
{
	const struct class_table *t = &class_of(m)->table;

	if (class_of(m)->regrading)
		buf_puts(out, _("checking again, "));
	buf_printf(out, _("%zu of %zu checked"), t->checked, t->files);
}

static const char *mark_of_cell(const struct class_cell *c, enum style *style)
{
	bool passed = !strcmp(c->verdict, "passed");

	*style = STYLE_DIM;
	switch (c->kind) {
	case CELL_GRADED:
	case CELL_PROVISIONAL:
		*style = passed ? STYLE_GOOD : c->points > 0 ? STYLE_EMPHASIS : STYLE_BAD;
		return passed ? "✓" : c->points > 0 ? "○" : "✗";
	case CELL_NOT_GRADED:
		*style = STYLE_WARN;
		return "!";
	case CELL_MISSING: return "-";
	case CELL_WAITING: return "·";
	case CELL_NONE: break;
	}
	return " ";
}

/* The table's columns: of a student's name, of an exercise; the first exercise shown, and how many. */
struct columns { int names, cell, first, fit; };

static int longest_student(const struct class_table *t)
{
	int longest = 0;

	for (size_t i = 0; i < t->n; i++)
		if (text_width(t->students[i].name) > longest)
			longest = text_width(t->students[i].name);
	return longest;
}

static int longest_exercise(const struct class_table *t)
{
	int longest = 0;

	for (size_t i = 0; i < t->nexercises; i++)
		if (text_width(path_base(t->exercises[i])) > longest)
			longest = text_width(path_base(t->exercises[i]));
	return longest;
}

static int between(int least, int wanted, int most)
{
	return wanted < least || most < least ? least : wanted < most ? wanted : most;
}

/* As many exercises as fit, the chosen one among them; then names as long as there is room for. */
static struct columns columns_of(const struct model *m, const struct page *p)
{
	const struct class_table *t = &class_of(m)->table;
	int n = (int)t->nexercises, room = p->width - TOTAL_COLS;
	struct columns c = { .cell = CELL_COLS, .fit = (room - NAME_LEAST) / CELL_COLS };

	c.fit = c.fit < 1 ? 1 : c.fit > n ? n : c.fit;
	c.first = layout_clamp(class_of(m)->column - c.fit / 2, n, c.fit);
	c.names = room - c.fit * CELL_COLS;
	if (c.names <= NAME_MOST)
		return c;
	c.cell = between(CELL_COLS, longest_exercise(t) + 2, (room - NAME_MOST) / (c.fit ? c.fit : 1));
	c.names = between(NAME_MOST, longest_student(t) + 1, room - c.fit * c.cell);
	return c;
}

/* A blank or the cursor, the mark, the points. */
static void write_cell(struct page *p, const struct class_cell *c, int columns, bool chosen)
{
	struct buf text = BUF_INIT;
	int end = p->col + columns;
	enum style style;
	const char *mark = mark_of_cell(c, &style);

	if (c->kind == CELL_MISSING && !c->adjusted)
		buf_puts(&text, strcmp(c->state, "unreadable") ? _(c->state) : _("broken"));
	else if (c->known)
		class_cell_text(c, &text);
	else if (c->kind == CELL_WAITING || c->kind == CELL_NOT_GRADED)
		buf_puts(&text, c->kind == CELL_WAITING ? _("waits") : _("failed"));
	page_add(p, STYLE_ACCENT, chosen ? "▸" : " ");
	page_printf(p, style, "%s ", mark);
	page_fit(p, c->kind == CELL_GRADED || c->kind == CELL_NOT_GRADED ? STYLE_PLAIN : STYLE_DIM, buf_text(&text), columns - 4);
	page_to(p, end);
	buf_release(&text);
}

static void write_head(const struct model *m, struct page *p, const struct columns *c)
{
	const struct class_table *t = &class_of(m)->table;

	page_line(p);
	page_fit(p, class_of(m)->by == CLASS_BY_NAME ? STYLE_ACCENT : STYLE_TITLE, _("student"), c->names);
	for (int x = c->first; x < c->first + c->fit; x++) {
		page_add(p, STYLE_DIM, x == c->first && c->first > 0 ? "‹" : " ");
		page_fit(p, x == class_of(m)->column ? STYLE_KEY : class_of(m)->by == x ? STYLE_ACCENT : STYLE_TITLE,
			 path_base(t->exercises[x]), c->cell - 2);
		page_add(p, STYLE_DIM, x == c->first + c->fit - 1 && x + 1 < (int)t->nexercises ? "›" : " ");
	}
	page_add(p, class_of(m)->by == CLASS_BY_TOTAL ? STYLE_ACCENT : STYLE_TITLE, _("  total"));
}

static void write_student(const struct model *m, struct page *p, const struct class_student *student, bool chosen,
			  const struct columns *c)
{
	struct buf total = BUF_INIT;
	struct class_cell all = { .kind = student->known ? CELL_GRADED : CELL_PROVISIONAL, .points = student->total,
				  .known = true };

	page_line(p);
	if (chosen)
		p->selected = (int)p->nlines - 1;
	page_fit(p, STYLE_PLAIN, student->name, c->names - 1);
	page_to(p, c->names);
	for (int x = c->first; x < c->first + c->fit; x++)
		write_cell(p, &student->cells[x], c->cell, chosen && x == class_of(m)->column);
	class_cell_text(&all, &total);
	page_printf(p, student->known ? STYLE_TITLE : STYLE_DIM, "%7s", buf_text(&total));
	buf_release(&total);
}

static void write_sum(const struct model *m, struct page *p)
{
	const struct class_table *t = &class_of(m)->table;

	page_line(p);
	page_gauge(p, (int)t->checked, (int)t->files, p->width / 4);
	page_printf(p, STYLE_PLAIN, tr_n("  %zu student", "  %zu students", t->n), t->n);
	if (t->waiting)
		page_printf(p, STYLE_DIM, _(", %zu wait"), t->waiting);
	if (t->not_graded)
		page_printf(p, STYLE_WARN, _(", %zu not graded"), t->not_graded);
	if (class_of(m)->filter[0])
		page_printf(p, STYLE_ACCENT, _("  %zu with \"%s\""), class_of(m)->n, class_of(m)->filter);
}

static void content(const struct model *m, struct page *p)
{
	int rows = layout_of(m->rows, m->cols, LAYOUT_SIDE).page.rows - HEAD_ROWS, from;
	const struct columns c = columns_of(m, p);

	write_sum(m, p);
	page_line(p);
	if (!class_of(m)->table.n) {
		page_wrap(p, 0, STYLE_DIM, _("the gradebook has no submissions of this assignment yet; `warpbook grade` in "
					"another terminal enters them, and they appear here"));
		return;
	}
	write_head(m, p, &c);
	if (!class_of(m)->n)
		page_wrap(p, 0, STYLE_DIM, _("no student matches the filter; esc in it clears it"));
	from = layout_clamp(class_of(m)->row - rows / 2, (int)class_of(m)->n, rows > 0 ? rows : 1);
	for (int i = from; i < from + rows && i < (int)class_of(m)->n; i++)
		write_student(m, p, class_of(m)->shown[i], i == class_of(m)->row, &c);
}

/* ---- the column beside it: the chosen submission ------------------------------------------------ */

static void side(const struct model *m, struct page *p)
{
	const struct class_student *student = class_chosen(m);
	const struct class_cell *c;
	struct buf points = BUF_INIT;

	if (!student)
		return;
	c = &student->cells[class_of(m)->column];
	page_wrap(p, 0, STYLE_TITLE, student->name);
	if (strcmp(student->id, student->name))
		page_wrap(p, 0, STYLE_DIM, student->id);
	page_blank(p);
	class_cell_text(c, &points);
	page_line(p);
	page_printf(p, STYLE_TITLE, "%s", buf_text(&points));
	page_printf(p, STYLE_PLAIN, _(" of %g points"), c->possible);
	if (c->kind == CELL_PROVISIONAL)
		page_wrap(p, 0, STYLE_DIM, _("provisional: what lateness takes is not in it"));
	if (c->late_days) {
		page_line(p);
		page_printf(p, STYLE_PLAIN, tr_n("%d day late, %d of grace", "%d days late, %d of grace",
				(uint64_t)c->late_days), c->late_days,
			    c->grace_days);
	}
	page_blank(p);
	page_wrap(p, 0, STYLE_EMPHASIS, _(*c->verdict ? c->verdict : c->state));
	if (*c->message)
		page_wrap(p, 0, STYLE_PLAIN, retold(c->message));
	if (*c->note) {
		page_blank(p);
		page_wrap(p, 0, STYLE_DIM, retold(c->note));
	}
	buf_release(&points);
}

static const char *side_title(const struct model *m)
{
	return class_of(m)->table.nexercises ? path_base(class_of(m)->table.exercises[class_of(m)->column]) : "";
}

static const char *title(const struct model *m)
{
	return class_of(m)->table.title ? class_of(m)->table.title : "class";
}

static void trail(const struct model *m, int depth, struct buf *out)
{
	buf_puts(out, class_of(m)->table.name ? class_of(m)->table.name : _("class"));
}

const struct view view_class = {
	.size = sizeof(struct class_page), .begin = class_begin, .release = class_release_all, .actions = class_actions,
	.takes = class_takes, .cursor = class_cursor, .status_line = status_line, .content = content, .layout = LAYOUT_SIDE,
	.wide = true, .side = side, .side_title_now = side_title, .title_now = title, .trail = trail, .input = class_input,
};
