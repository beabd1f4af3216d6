/*
 * stepper.c - the learner's kernel, stopped before a line: the source around it, the thread's variables, the vm's findings, and
 * where there is room a table with the values of all threads of the warp.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/pages/nearby.h"
#include "tui/running.h"

#define GAP_COLS 3
#define ALL_COLS 10000 /* code is not wrapped */
#define LINES_LEAST 11
#define TABLE_ROWS  30 /* the minimum height of a window that shows the table in the page */
#define TABLE_LINES 16 /* of a page, for the table */
#define OTHER_LINES 6  /* of a page, for everything else but the source */
#define NAME_COLS_MOST 24
#define CELL_COLS_MOST 9

struct stepper_page { struct arena arena; struct debugger_view view; };

STATE(stepper, PAGE_STEPPER)

static void status_line(const struct model *m, struct buf *out)
{
	const struct debugger_view *v = &stepper_of(m)->view;

	if (v->steps)
		buf_printf(out, _("step %" PRIu64 " of %" PRIu64), v->step, v->steps);
	if (v->mark)
		buf_printf(out, _("%sline %d"), v->steps ? ", " : "", v->mark);
}

/* Writes values: short ones beside each other, as many as fit on a line. */
static void write_compact(struct page *p, enum style style, const struct debugger_value *values, size_t n)
{
	bool beside = false;

	for (size_t k = 0; k < n; k++) {
		const char *text = arena_printf(&p->arena, "%s = %s", values[k].name, values[k].value);
		bool is_short = text && !strchr(text, '{') && text_width(text) <= p->width;

		if (is_short && beside && p->col + GAP_COLS + text_width(text) <= p->width)
			page_to(p, p->col + GAP_COLS);
		else if (is_short)
			page_line(p);
		if (is_short)
			page_add(p, style, text);
		else if (text)
			page_verbatim(p, 0, style, text, strlen(text));
		beside = is_short;
	}
}

/* The code in its colours; ends with an ellipsis if it does not fit. */
static void write_code(const struct model *m, struct page *p, const char *text)
{
	const struct step code = { .kind = STEP_CODE, .text = text, .language = exercise_language(m) };
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

static void write_line(const struct model *m, struct page *p, const struct debugger_line *line, bool here)
{
	size_t blanks = strspn(line->code, " ");

	page_line(p);
	if (here)
		p->selected = (int)p->nlines - 1;
	page_add(p, STYLE_ACCENT, here ? ">" : " ");
	page_printf(p, here ? STYLE_ACCENT : STYLE_NUMBER, " %c%4d  ", line->breaks ? 'b' : ' ', line->number);
	page_add(p, STYLE_FRAME, p->ascii ? "| " : "│ ");
	page_to(p, p->col + (int)blanks);
	if (line->code[blanks])
		write_code(m, p, line->code + blanks);
}

static bool has_side(const struct model *m)
{
	return layout_of(m->rows, m->cols, LAYOUT_SIDE).side.rows > 0;
}

static bool has_table(const struct model *m, const struct page *p)
{
	return stepper_of(m)->view.nrows && !p->lower && m->rows >= TABLE_ROWS;
}

/* The number of lines of source, which stays the same from step to step: nothing below it jumps. */
static int source_lines(const struct model *m, const struct page *p)
{
	struct layout l = layout_of(m->rows, m->cols, LAYOUT_SIDE);
	int rows;

	if (p->lower)
		layout_divide(&l, m->rows, m->cols);
	if (!l.side.rows) /* the values follow below it */
		return l.page.rows / 2 < LINES_LEAST ? LINES_LEAST : l.page.rows / 2;
	rows = l.page.rows - OTHER_LINES - (!p->lower && m->rows >= TABLE_ROWS ? TABLE_LINES : 0);
	return rows < LINES_LEAST ? LINES_LEAST : rows;
}

/* The source, with the place in the middle if it does not fit. */
static void write_source(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &stepper_of(m)->view;
	int n = source_lines(m, p), at = v->nlines ? v->mark - v->lines[0].number : 0, from = 0;

	if (v->mark && at > n / 2 && (int)v->nlines > n)
		from = at - n / 2;
	for (int k = from; k < (int)v->nlines && k < from + n; k++)
		write_line(m, p, &v->lines[k], v->lines[k].number == v->mark);
}

/* ---- the threads of the warp ---------------------------------------------------------------- */

static int widest_name(const struct debugger_view *v)
{
	int widest = 4; /* "lane" */

	for (size_t k = 0; k < v->nrows; k++)
		if (text_width(v->rows[k].name) > widest)
			widest = text_width(v->rows[k].name);
	return widest < NAME_COLS_MOST ? widest : NAME_COLS_MOST;
}

static int widest_cell(const struct debugger_view *v)
{
	int widest = 2;

	for (size_t k = 0; k < v->nrows; k++)
		for (unsigned l = 0; l < v->nthreads; l++)
			if (text_width(v->rows[k].values[l]) > widest)
				widest = text_width(v->rows[k].values[l]);
	return widest < CELL_COLS_MOST ? widest : CELL_COLS_MOST;
}

static void write_cell(struct page *p, enum style style, const char *text, int columns)
{
	page_add(p, STYLE_PLAIN, " ");
	page_to(p, p->col + (text_width(text) < columns ? columns - text_width(text) : 0));
	page_fit(p, style, text, text_width(text) < columns ? text_width(text) : columns);
}

/* The lanes [from, to): two lines, and one for each row. */
static void write_lanes(const struct model *m, struct page *p, unsigned from, unsigned to, int names, int cell)
{
	const struct debugger_view *v = &stepper_of(m)->view;
	char number[16];

	page_line(p);
	page_fit(p, STYLE_DIM, _("lane"), names);
	for (unsigned l = from; l < to; l++) {
		snprintf(number, sizeof number, "%u", l);
		write_cell(p, l == v->lane ? STYLE_ACCENT : STYLE_NUMBER, number, cell);
	}
	page_line(p);
	page_fit(p, STYLE_DIM, "", names);
	for (unsigned l = from; l < to; l++)
		write_cell(p, !(v->active >> l & 1) ? STYLE_FRAME : l == v->lane ? STYLE_ACCENT : STYLE_GOOD,
			   !(v->active >> l & 1) ? "·" : p->ascii ? "#" : "■", cell);
	for (size_t k = 0; k < v->nrows; k++) {
		page_line(p);
		page_fit(p, k ? STYLE_EMPHASIS : STYLE_DIM, v->rows[k].name, names);
		for (unsigned l = from; l < to; l++) {
			const char *value = v->rows[k].values[l];

			write_cell(p, l == v->lane ? STYLE_ACCENT : strchr(value, '!') ? STYLE_WARN : !k ||
				   *value == '?' ? STYLE_DIM : STYLE_PLAIN, value, cell);
		}
	}
}

/*
 *	lane    0    1    2    3
 *	        ■    ■    ■    ·
 *	line    6    6    6    9
 *	i       0    1    2    3
 *	x[i]  0.5  1.2   -3
 *
 * In several parts, one below the other, if that many lines have room; else the part with the focus.
 */
static void write_table(const struct model *m, struct page *p, int lines)
{
	const struct debugger_view *v = &stepper_of(m)->view;
	const int names = widest_name(v), cell = widest_cell(v), part = (int)v->nrows + 2;
	unsigned shown = (unsigned)((p->width - names) / (cell + 1)), from;
	int parts;

	if (!shown || !v->nthreads)
		return;
	shown = shown < v->nthreads ? shown : v->nthreads;
	parts = (int)((v->nthreads + shown - 1) / shown);
	if (parts > 1 && parts * (part + 1) - 1 > lines) {
		from = v->lane < shown ? 0 : v->lane - shown + 1;
		write_lanes(m, p, from, from + shown, names, cell);
		page_line(p);
		page_printf(p, STYLE_DIM, _("%u of the warp's %u threads; %s follows the next"), shown, v->nthreads,
			    request_key(REQUEST_STEP_LANE));
		return;
	}
	shown = (v->nthreads + (unsigned)parts - 1) / (unsigned)parts;
	for (from = 0; from < v->nthreads; from += shown) {
		page_blank(p);
		write_lanes(m, p, from, from + shown < v->nthreads ? from + shown : v->nthreads, names, cell);
	}
}

static int lower_rows(const struct model *m)
{
	struct layout l = layout_of(m->rows, m->cols, LAYOUT_SIDE);

	layout_divide(&l, m->rows, m->cols);
	return l.lower.rows;
}

static void lower(const struct model *m, struct page *p)
{
	if (stepper_of(m)->view.nrows)
		write_table(m, p, lower_rows(m));
	else
		nearby_task(m, p);
}

static const char *lower_title(const struct model *m)
{
	return stepper_of(m)->view.nrows ? _("the threads of the warp") : _("task");
}

/* ---- the page ------------------------------------------------------------------------------- */

static void content(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &stepper_of(m)->view;

	/* The title bar has the step's number: here it would change the length of the line, and move the code. */
	page_wrap(p, 0, STYLE_DIM, v->where);
	page_blank(p);
	write_source(m, p);
	if (!*v->ptx && !v->mark && !*v->said) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, _("this is the end: %s goes back"), request_key(REQUEST_STEP_BACK));
		page_printf(p, STYLE_DIM, _(", %s to the beginning"), request_key(REQUEST_STEP_START));
	}
	if (*v->ptx) {
		page_line(p);
		page_add(p, STYLE_DIM, _("  ptx  "));
		page_fit(p, STYLE_DIM, v->ptx, p->width - p->col);
	}
	if (!has_side(m) && (v->nlocals || v->nused)) {
		page_blank(p);
		write_compact(p, STYLE_EMPHASIS, v->used, v->nused);
		write_compact(p, STYLE_PLAIN, v->locals, v->nlocals);
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
	if (has_table(m, p)) {
		page_blank(p);
		write_table(m, p, layout_of(m->rows, m->cols, LAYOUT_SIDE).page.rows - (int)p->nlines);
	}
}

/* ---- the column beside it: the thread's values ------------------------------------------ */

/* The length of the text up to the last comma in that many columns; 0: there is none. */
static size_t prefix_to_comma(const char *text, int columns)
{
	size_t fits = 0;

	for (int k = 0; text[k] && k < columns; k++)
		if (text[k] == ',')
			fits = (size_t)k + 1;
	return fits;
}

/* A value that is too long for the line goes on below it. */
static void write_value(struct page *p, const struct debugger_value *v)
{
	page_line(p);
	page_add(p, STYLE_EMPHASIS, v->name);
	page_add(p, STYLE_DIM, *v->value ? " = " : "");
	if (text_width(v->value) > p->width - p->col) {
		size_t fits = prefix_to_comma(v->value, p->width - p->col);
		char *head = arena_strndup(&p->arena, v->value, fits);

		page_add(p, STYLE_PLAIN, head ? head : "");
		page_wrap(p, 2, STYLE_PLAIN, v->value + fits + strspn(v->value + fits, " "));
		return;
	}
	page_add(p, v->unset ? STYLE_DIM : STYLE_PLAIN, v->value);
}

static void side(const struct model *m, struct page *p)
{
	const struct debugger_view *v = &stepper_of(m)->view;

	for (size_t k = 0; k < v->nlocals; k++)
		write_value(p, &v->locals[k]);
	if (v->nused) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, _("in line %d"), v->mark);
		for (size_t k = 0; k < v->nused; k++)
			write_value(p, &v->used[k]);
	}
	if (!p->nlines)
		page_wrap(p, 0, STYLE_DIM, _("the thread has no variables here"));
	if (m->rows >= LAYOUT_LOWER_ROWS) {
		page_blank(p);
		page_line(p);
		page_add(p, STYLE_DIM, _("task"));
		page_blank(p);
		nearby_task(m, p);
	}
}

/* ---- keys ----------------------------------------------------------------------------------- */

static int make(const struct tui_backend *b, struct work *w)
{
	w->made = arena_alloc(&w->arena, sizeof(struct debugger_view));
	return w->made ? b->stepper(b->ctx, w->exercise, w->path, w->words, &w->arena, w->made, &w->error) :
	       error_nomem(&w->error);
}

static void show(struct model *m, struct work *w)
{
	if (w->status && *w->words) {
		model_notice(m, false, "%s", w->error.text);
	} else if (w->status) {
		model_set_problem(m, &w->error);
	} else {
		stepper_of(m)->view = *(struct debugger_view *)w->made;
		work_keep(w, &stepper_of(m)->arena);
		if (model_page(m) != PAGE_STEPPER)
			model_push(m, PAGE_STEPPER);
	}
}

static const struct task stepper_task = {
	.title = N_("preparing the stepper"), .later = N_("the stepper goes there"), .steps = true, .run = make,
	.show = show,
};

static bool has_kernel(const struct model *m)
{
	return !exercise_of(m)->assignment.host;
}

static void stepper(struct model *m, int key)
{
	if (!has_kernel(m))
		model_notice(m, false, _("the stepper is for kernels; %s draws what this program does over time"),
			     request_key(REQUEST_PROFILE));
	else if (m->checking)
		model_notice(m, false, _("a check is running; the stepper can begin after it"));
	else
		model_task(m, &stepper_task, "", 0, false);
}

static void command(struct model *m, int request)
{
	static const struct { enum request request; const char *words; } commands[] = {
		{ REQUEST_STEP_NEXT, "next" }, { REQUEST_STEP_BACK, "back" }, { REQUEST_STEP_INTO, "step" },
			{ REQUEST_STEP_ONE, "stepi" },
		{ REQUEST_STEP_ONE_BACK, "backi" }, { REQUEST_STEP_ON, "continue" }, { REQUEST_STEP_BARRIER, "barrier" },
		{ REQUEST_STEP_DIFFERENCE, "diff" }, { REQUEST_STEP_START, "start" }, { REQUEST_STEP_WARP, "warp +" },
		{ REQUEST_STEP_LANE, "lane +" }, { REQUEST_STEP_BLOCK, "block +" },
	};

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (commands[i].request == (enum request)request)
			model_task(m, &stepper_task, commands[i].words, 0, false);
}

#define COMMAND(name) { REQUEST_STEP_##name, command, .by = REQUEST_STEP_##name }

static const struct action actions[] = {
	{ REQUEST_STEPPER, stepper, has_kernel }, COMMAND(NEXT), COMMAND(BACK), COMMAND(INTO), COMMAND(ONE), COMMAND(ONE_BACK),
		COMMAND(ON),
	COMMAND(BARRIER), COMMAND(DIFFERENCE), COMMAND(START), COMMAND(WARP), COMMAND(LANE), COMMAND(BLOCK), { REQUEST_NONE },
};

static void release(struct model *m)
{
	arena_release(&stepper_of(m)->arena);
}

const struct view view_stepper = {
	.size = sizeof(struct stepper_page), .release = release, .actions = actions, .status_line = status_line,
	.content = content, .layout = LAYOUT_SIDE, .wide = true, .wide_below = true, .side = side, .side_title = N_("values"),
	.lower = lower, .lower_title = lower_title,
};
