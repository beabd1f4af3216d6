/*
 * view_frame.c - the frame around every page: title bar, the visible part of the
 * body, status line. If the window is too small, it shows only that message.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "tui/layout.h"
#include "tui/view.h"

static const struct view *const views[PAGE_COUNT] = {
#define PAGE(id, view, trail, where, about) &view,
#include "tui/pages.def"
#undef PAGE
};

const char *mark_of_progress(enum progress progress)
{
	static const char *const marks[] = {
		[PROGRESS_NEW] = "·", [PROGRESS_TRIED] = "○", [PROGRESS_PASSED] = "✓",
	};

	return marks[progress];
}

enum style style_of_progress(enum progress progress)
{
	return progress == PROGRESS_PASSED ? STYLE_GOOD : progress == PROGRESS_TRIED ? STYLE_EMPHASIS : STYLE_DIM;
}

void view_number(const char *lesson_id, char out[8])
{
	snprintf(out, 8, "%.*s", (int)strcspn(lesson_id, "_"), lesson_id);
}

/* ---- the title bar ------------------------------------------------------------------- */

/* " warpbook  01 Kernels  Add two arrays": the way from the menu to this page. */
static void write_trail(const struct model *m, struct buf *out)
{
	buf_puts(out, " warpbook");
	for (int i = 1; i <= m->depth; i++) {
		enum page_id page = m->places[i].page;

		buf_puts(out, " › ");
		if (page == PAGE_LESSON) {
			char number[8];

			view_number(m->lesson->id, number);
			buf_printf(out, "%s %s", number, m->lesson->title);
		} else if (page == PAGE_EXERCISE) {
			const char *slash = strrchr(m->assignment.id, '/');

			buf_puts(out, slash ? slash + 1 : m->assignment.id);
		} else {
			buf_puts(out, page_info(page)->trail);
		}
	}
}

static void write_checking(const struct model *m, struct buf *out)
{
	static const char *const wheel[] = { "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧" };
	static const char *const ascii_wheel[] = { "|", "/", "-", "\\" };
	static const char *const stages[] = {
		[STAGE_READ] = "reading", [STAGE_COMPILE] = "compiling", [STAGE_RUN] = "running",
		[STAGE_JUDGE] = "judging", [STAGE_DONE] = "done",
	};

	buf_printf(out, "%s %s", m->ascii ? ascii_wheel[m->tick % 4] : wheel[m->tick % 8], stages[m->stage]);
}

static void draw_title(const struct model *m, struct screen *s)
{
	struct buf left = BUF_INIT, right = BUF_INIT;
	int col;

	write_trail(m, &left);
	if (m->checking)
		write_checking(m, &right);
	else
		views[model_page(m)]->standing(m, &right);
	buf_putc(&right, ' ');
	col = s->cols - text_width(buf_text(&right));
	screen_put(s, 0, 0, STYLE_TITLE, buf_text(&left));
	screen_put(s, 0, col - 1, STYLE_PLAIN, " ");
	screen_put(s, 0, col, STYLE_PLAIN, buf_text(&right));
	screen_reverse(s, 0);
	buf_release(&left);
	buf_release(&right);
}

/* ---- the status line ------------------------------------------------------------------- */

/* Shows only the first of a request's keys; for an answer, one key for each choice. */
static void write_keys(const struct model *m, enum request r, struct buf *out)
{
	const char *keys = request_info(r)->keys;
	const struct step *step = model_step(m);

	if (r != REQUEST_ANSWER || !step)
		buf_append(out, keys, strcspn(keys, " "));
	else if (step->nchoices)
		buf_printf(out, "1-%zu", step->nchoices);
	else
		buf_puts(out, "0-9");
}

/* Draws "q back", or nothing if it would reach past `limit`. Returns the column for the next. */
static int draw_offer(const struct model *m, struct screen *s, int col, int limit, enum request r)
{
	struct buf keys = BUF_INIT;
	int end;

	write_keys(m, r, &keys);
	end = col + text_width(buf_text(&keys)) + 1 + text_width(request_info(r)->name);
	if (end <= limit) {
		col = screen_put(s, s->rows - 1, col, STYLE_EMPHASIS, buf_text(&keys));
		screen_put(s, s->rows - 1, col + 1, STYLE_DIM, request_info(r)->name);
		col = end + 2;
	}
	buf_release(&keys);
	return col;
}

/* Always leaves room for the keys of help and back. */
static int draw_offers(const struct model *m, struct screen *s, int col)
{
	static const char reserved[] = "? help  q back  ";
	int limit = s->cols - (int)sizeof reserved;

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		if (r == REQUEST_HELP)
			limit = s->cols - 1;
		if (request_info(r)->in_bar && request_on_page(r, model_page(m)) && model_offers(m, r))
			col = draw_offer(m, s, col, limit, r);
	}
	return col;
}

static void draw_status(const struct model *m, struct screen *s, int row, const char *position)
{
	int col = 1;

	if (m->confirm) {
		col = screen_put(s, row, col, STYLE_EMPHASIS, model_question(m));
		screen_put(s, row, col + 1, STYLE_PLAIN, "y / n");
		return;
	}
	if (m->notice[0]) {
		screen_put(s, row, col, m->notice_bad ? STYLE_BAD : STYLE_PLAIN, m->notice);
		return;
	}
	col = draw_offers(m, s, col);
	if (col + text_width(position) < s->cols)
		screen_put(s, row, s->cols - 1 - text_width(position), STYLE_DIM, position);
}

/* ---- the whole window --------------------------------------------------------------------- */

static void draw_body(struct model *m, struct screen *s, const struct page *p, const struct layout *l)
{
	int scroll = model_scroll(m), lines = (int)p->nlines;

	if (p->selected >= 0)
		scroll = layout_show(scroll, p->selected, lines, l->rows);
	scroll = layout_clamp(scroll, lines, l->rows);
	for (int i = 0; i < l->rows && scroll + i < lines; i++) {
		const struct line *line = &p->lines[scroll + i];
		int col = l->left;

		for (size_t k = 0; k < line->nspans; k++)
			col = screen_put(s, l->top + i, col, line->spans[k].style, line->spans[k].text);
		if (scroll + i == p->selected)
			screen_reverse(s, l->top + i);
	}
	model_set_extent(m, lines, l->rows, scroll);
}

/* The position in a long page; "" if all of it is visible. */
static void write_position(const struct model *m, char out[16])
{
	int hidden = m->lines - m->body_rows;

	out[0] = '\0';
	if (hidden > 0)
		snprintf(out, 16, "%d%%", model_scroll(m) * 100 / hidden);
}

static void draw_too_small(struct screen *s)
{
	char needs[32];

	snprintf(needs, sizeof needs, "needs %dx%d", LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
	if (s->cols >= 36) {
		int col = screen_put(s, 0, 0, STYLE_PLAIN, "window too small: ");

		screen_put(s, 0, col, STYLE_PLAIN, needs);
	} else {
		screen_put(s, 0, 0, STYLE_PLAIN, "window too small:");
		screen_put(s, 1, 0, STYLE_PLAIN, needs);
	}
}

int frame_draw(struct model *m, struct screen *s)
{
	struct layout l = layout_of(m->rows, m->cols);
	struct page p;
	char position[16];
	int status;

	if ((s->rows != m->rows || s->cols != m->cols || !s->cells) && screen_resize(s, m->rows, m->cols, m->ascii))
		return -1;
	screen_clear(s);
	if (l.too_small) {
		draw_too_small(s);
		return 0;
	}
	page_init(&p, l.cols, m->ascii);
	views[model_page(m)]->content(m, &p);
	draw_body(m, s, &p, &l);
	draw_title(m, s);
	write_position(m, position);
	draw_status(m, s, l.status, position);
	status = p.arena.failed ? -1 : 0;
	page_release(&p);
	return status;
}
