/* bar.c - the first and the last line of the window: the title bar and the status line. */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/frame.h"
#include "tui/pages/exercise.h"

#define SLOW_TICKS 10 /* after this many a check shows its seconds */

/* ---- the bar ---------------------------------------------------------------------------- */

/* " warpbook › 01 Kernels › add": the path from the first page to this one. */
static void write_trail(const struct model *m, struct buf *out)
{
	buf_puts(out, " warpbook");
	for (int i = 0; i <= m->depth; i++) {
		const struct view *view = view_of(m->places[i].page);

		if (i || view->trail)
			buf_puts(out, " › ");
		if (view->trail)
			view->trail(m, i, out);
		else
			buf_puts(out, i ? _(page_info(m->places[i].page)->trail) : "");
	}
}

/* "⠹ case 3 of 7, checking races 4 s" */
static void write_busy(const struct model *m, struct buf *out)
{
	static const char *const wheel[] = { "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧" };
	static const char *const ascii_wheel[] = { "|", "/", "-", "\\" };

	buf_printf(out, "%s ", m->ascii ? ascii_wheel[m->tick % 4] : wheel[m->tick % 8]);
	if (m->checking)
		attempt_state_text(&m->state, out);
	else
		buf_puts(out, _(m->working));
	if (m->tick - m->started >= SLOW_TICKS)
		buf_printf(out, " %u s", (m->tick - m->started) * MODEL_TICK_MS / 1000);
	if (m->working[0] || (m->tick - m->started >= SLOW_TICKS && !view_now(m)->undisturbed))
		buf_puts(out, _(" (Esc cancels)"));
}

/* " vm, clang ": if there is room. */
static void write_machine(const struct model *m, struct buf *out)
{
	const struct attempt *a = exercise_of(m)->attempt;
	const char *device = a && a->device ? a->device : m->device, *compiler = a && a->compiler ? a->compiler : m->compiler;

	if (device)
		buf_printf(out, "%s%s%s  ", device, compiler ? " · " : "", compiler ? compiler : "");
}

void bar_draw(const struct model *m, struct screen *s)
{
	struct buf left = BUF_INIT, right = BUF_INIT, machine = BUF_INIT, done = BUF_INIT;
	const char *trail;
	int col, end;

	write_trail(m, &left);
	trail = buf_text(&left);
	if (m->checking)
		write_busy(m, &right);
	else if (view_now(m)->status_line)
		view_now(m)->status_line(m, &right);
	buf_putc(&right, ' ');
	screen_fill(s, 0, STYLE_BAR);
	col = s->cols - text_width(buf_text(&right));
	/* If there is too little room, the end of the path matters most. */
	while (text_width(trail) >= col - 1 && strstr(trail, " › "))
		trail = strstr(trail, " › ") + strlen(" ›");
	end = screen_put(s, 0, 0, STYLE_BAR, trail);
	screen_put(s, 0, col - 1, STYLE_BAR, " ");
	screen_put(s, 0, col, STYLE_BAR, buf_text(&right));
	write_machine(m, &machine);
	if (m->outline.total && m->depth)
		buf_printf(&done, "✓ %d/%d  ", m->outline.passed, m->outline.total);
	if (end + 4 + text_width(buf_text(&machine)) <= col) {
		col -= text_width(buf_text(&machine));
		screen_put(s, 0, col, STYLE_BAR_DIM, buf_text(&machine));
		if (end + 4 + text_width(buf_text(&done)) <= col)
			screen_put(s, 0, col - text_width(buf_text(&done)), STYLE_BAR_DIM, buf_text(&done));
	}
	buf_release(&done);
	buf_release(&machine);
	buf_release(&left);
	buf_release(&right);
}

/* ---- the status line ------------------------------------------------------------------- */

static bool is_offered(const struct model *m, enum request r)
{
	return request_info(r)->in_bar && request_on_page(r, model_page(m)) && model_offers(m, r);
}

static int offer_width(const struct model *m, enum request r)
{
	return text_width(model_keys(m, r)) + 1 + text_width(_(request_info(r)->name));
}

/* Space reads to the end of a page before it goes on: a word of the same width. */
static const char *offer_name(const struct model *m, enum request r)
{
	bool below = model_scroll(m) + m->body_rows < m->lines;

	return r == REQUEST_NEXT && below ? _("down") : _(request_info(r)->name);
}

/* "q back"; returns the column for the next. */
static int draw_offer(const struct model *m, struct screen *s, int col, enum request r, const char *name)
{
	col = screen_put(s, s->rows - 1, col, STYLE_KEY, model_keys(m, r));
	return screen_put(s, s->rows - 1, col + 1, STYLE_DIM, name) + 2;
}

/* The number of optional requests that fit in `spare` columns. */
static int extra_offers(const struct model *m, int spare)
{
	int n = 0;

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		if (!is_offered(m, r) || !request_info(r)->if_room)
			continue;
		spare -= offer_width(m, r) + 2;
		if (spare < 0)
			break;
		n++;
	}
	return n;
}

/*
 * The keys of help and back are always shown. If others find no room, help is called "more", since the help page has
 * them all. `reserved` columns at the right end stay free.
 */
static int draw_offers(const struct model *m, struct screen *s, int col, int reserved)
{
	const bool helps = request_on_page(REQUEST_HELP, model_page(m));
	int all = 0, behind = 0, left, extra;
	bool fit;

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		int width = is_offered(m, r) && !request_info(r)->if_room ? offer_width(m, r) + 2 : 0;

		all += width;
		behind += r >= REQUEST_HELP ? width : 0;
	}
	fit = col + all - 2 <= s->cols - 1;
	left = s->cols - 1 - (helps && !fit ? behind - 2 : 0);
	extra = fit ? extra_offers(m, s->cols - 1 - reserved - (col + all - 2)) : 0;
	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		if (!is_offered(m, r) || (request_info(r)->if_room && extra-- <= 0))
			continue;
		/* After the first request without room, show only help and back: a shorter one would look like the next. */
		if (r < REQUEST_HELP && helps && !fit && col + offer_width(m, r) + 2 > left) {
			left = 0;
			continue;
		}
		if (r >= REQUEST_HELP || helps ? true : col + offer_width(m, r) <= s->cols - 1)
			col = draw_offer(m, s, col, r, r == REQUEST_HELP && !fit ? _("more") : offer_name(m, r));
	}
	return col;
}

void status_draw(const struct model *m, struct screen *s, int row, const char *position)
{
	int col = 1;

	if (m->answered) {
		col = screen_put(s, row, col, STYLE_EMPHASIS, m->question);
		screen_put(s, row, col + 1, STYLE_PLAIN, "y / n");
		return;
	}
	if (m->working[0] && !m->work_dropped && m->tick != m->started) {
		struct buf words = BUF_INIT;

		write_busy(m, &words);
		screen_put(s, row, col, STYLE_PLAIN, buf_text(&words));
		buf_release(&words);
		return;
	}
	if (view_now(m)->input && view_now(m)->input(m, s, row))
		return;
	if (m->notice[0]) {
		screen_put(s, row, col, m->notice_bad ? STYLE_BAD : STYLE_PLAIN, m->notice);
		return;
	}
	col = draw_offers(m, s, col, *position ? text_width(position) + 2 : 0);
	if (col + text_width(position) < s->cols)
		screen_put(s, row, s->cols - 1 - text_width(position), STYLE_DIM, position);
}
