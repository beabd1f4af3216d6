/* progress.c - the learner's progress: attempts per day, a row for each lesson, kinds of mistakes made and overcome. */
#include "config.h"

#include "base/language.h"
#include "base/source.h"
#include "tui/effects.h"
#include "tui/marks.h"

#define NAME_COLS  28
#define NAME_COLS_WIDE 36
#define STRIP_COLS 16
#define STRIP_COLS_WIDE 24
#define WIDE       100
#define CHART_ROWS 6 /* of the chart of a large window */
#define DAY_COLS   3
#define STEPS_COLS 12

static struct history *own(const struct model *m)
{
	return m->own[PAGE_PROGRESS];
}

static void status_line(const struct model *m, struct buf *out)
{
	int tries = 0;

	for (int day = 0; day < HISTORY_DAYS; day++)
		tries += own(m)->attempts[day];
	buf_printf(out, tr_n("%d try in four weeks", "%d tries in four weeks", (uint64_t)tries), tries);
}

/* ", 25 min", rounded up; nothing if none is known. */
static void write_worked(struct page *p, enum style style, int64_t ms)
{
	char text[16];

	if (ms <= 0)
		return;
	view_minutes((int)((ms + 59999) / 60000), text);
	if (p->col + 2 + text_width(text) <= p->width)
		page_printf(p, style, ", %s", text);
}

static bool is_large(const struct model *m, const struct page *p)
{
	return m->rows >= LAYOUT_LOWER_ROWS && p->width >= WIDE;
}

/* The chart of a large window: bars of several rows. */
static void write_chart(const struct model *m, struct page *p, int most)
{
	static const char *const parts[] = { "  ", "▁▁", "▂▂", "▃▃", "▄▄", "▅▅", "▆▆", "▇▇", "██" };

	page_blank(p);
	for (int row = CHART_ROWS - 1; row >= 0; row--) {
		page_line(p);
		if (row == CHART_ROWS - 1)
			page_printf(p, STYLE_DIM, "%5d ", most);
		page_to(p, 6);
		for (int day = HISTORY_DAYS - 1; day >= 0; day--) {
			int n = own(m)->attempts[day], eighths = (n * CHART_ROWS * 8 + most - 1) / most - 8 * row;

			eighths = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
			page_add(p, STYLE_ACCENT, !p->ascii ? parts[eighths] : eighths > 4 || (!row && n) ? "##" : "  ");
			page_to(p, p->col + 1);
		}
	}
	page_line(p);
	page_printf(p, STYLE_DIM, "%5d ", 0);
	for (int day = HISTORY_DAYS - 1; day >= 0; day--)
		page_add(p, STYLE_FRAME, day ? "───" : "──");
	page_line(p);
	page_to(p, 6);
	page_add(p, STYLE_DIM, _("four weeks ago"));
	page_to(p, 6 + HISTORY_DAYS * DAY_COLS - 1 - 5);
	page_add(p, STYLE_DIM, _("today"));
}

/* A column for each day, the last one today: "▁▃▇", and "." for a day without. In ASCII, digits up to 9. */
static void write_days(const struct model *m, struct page *p)
{
	static const char *const bars[] = { "·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const digits[] = { ".", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
	const int *attempts = own(m)->attempts;
	int most = 1, total = 0;

	for (int day = 0; day < HISTORY_DAYS; day++) {
		most = attempts[day] > most ? attempts[day] : most;
		total += attempts[day];
	}
	page_heading(p, STYLE_TITLE, _("tries per day"));
	if (is_large(m, p)) {
		page_printf(p, STYLE_DIM, _("  %d in all, %d on the busiest day"), total, total ? most : 0);
		write_chart(m, p, most);
		return;
	}
	if (p->width >= 60)
		page_add(p, STYLE_DIM, _("  four weeks, today at the right"));
	page_line(p);
	page_to(p, 2);
	for (int day = HISTORY_DAYS - 1; day >= 0; day--) {
		int n = attempts[day], height = !n ? 0 : most > 1 ? 1 + (n - 1) * 7 / (most - 1) : 1;

		page_add(p, n ? STYLE_ACCENT : STYLE_DIM, p->ascii ? digits[n < 9 ? n : 9] : bars[height]);
	}
	if (p->width < 60)
		page_line(p);
	page_printf(p, STYLE_PLAIN, _("  %d in all, %d on the busiest day"), total, total ? most : 0);
}

static void write_lesson(const struct model *m, struct page *p, const struct outline_lesson *l)
{
	int names = p->width < 60 ? p->width - 32 : p->width < WIDE ? NAME_COLS : NAME_COLS_WIDE;
	int marks = p->width < WIDE ? STRIP_COLS : STRIP_COLS_WIDE, tries = 0, hints = 0;
	int64_t worked = 0;
	char number[8];

	for (size_t i = 0; i < l->nexercises; i++) {
		tries += l->exercises[i].attempts;
		hints += l->exercises[i].hints;
		worked += l->exercises[i].worked_ms;
	}
	view_number(l->id, number);
	page_line(p);
	page_printf(p, STYLE_DIM, "  %s  ", number);
	page_fit(p, STYLE_PLAIN, l->title, names);
	page_to(p, p->col + 1);
	page_strip(p, l, marks);
	page_to(p, names + marks + 8);
	if (l->nexercises)
		page_printf(p, STYLE_PLAIN, "%2d/%zu", l->passed, l->nexercises);
	if (is_large(m, p)) {
		page_to(p, names + marks + 16);
		page_gauge(p, l->steps_done < l->steps ? l->steps_done : l->steps, l->steps, STEPS_COLS);
		page_printf(p, STYLE_DIM, _(" %3d/%d steps"), l->steps_done, l->steps);
		page_to(p, names + marks + 16 + STEPS_COLS + 14);
	}
	if (p->width < 60 || !tries)
		return;
	page_printf(p, STYLE_DIM, tr_n("  %d try", "  %d tries", (uint64_t)tries), tries);
	if (hints)
		page_printf(p, STYLE_DIM, tr_n(", %d hint", ", %d hints", (uint64_t)hints), hints);
	write_worked(p, STYLE_DIM, worked);
}

static void write_mistakes(const struct model *m, struct page *p)
{
	const struct history *h = own(m);

	if (!h->nmistakes)
		return;
	page_heading(p, STYLE_TITLE, _("what went wrong"));
	if (p->width >= 60)
		page_add(p, STYLE_DIM, _("  in how many exercises you passed after it"));
	for (size_t i = 0; i < h->nmistakes; i++) {
		const struct mistake *k = &h->mistakes[i];

		page_line(p);
		page_add(p, k->overcome == k->exercises ? STYLE_GOOD : STYLE_DIM, k->overcome == k->exercises ? "✓ " : "○ ");
		page_fit(p, STYLE_PLAIN, _(k->verdict), p->width < 60 ? p->width - 12 : 44);
		page_printf(p, STYLE_PLAIN, " %2d/%d", k->overcome, k->exercises);
	}
}

static void content(const struct model *m, struct page *p)
{
	int64_t worked = 0;

	page_line(p);
	page_to(p, 2);
	page_gauge(p, m->outline.passed, m->outline.total, p->width < 60 ? p->width / 3 : 40);
	page_printf(p, STYLE_PLAIN, _("  %d of %d exercises"), m->outline.passed, m->outline.total);
	for (size_t i = 0; i < m->outline.nlessons; i++)
		for (size_t k = 0; k < m->outline.lessons[i].nexercises; k++)
			worked += m->outline.lessons[i].exercises[k].worked_ms;
	if (p->width >= 60)
		write_worked(p, STYLE_PLAIN, worked);
	write_days(m, p);
	page_heading(p, STYLE_TITLE, _("lessons"));
	for (size_t i = 0; i < m->outline.nlessons; i++)
		write_lesson(m, p, &m->outline.lessons[i]);
	if (!layout_of(m->rows, m->cols, LAYOUT_SIDE).side.rows)
		write_mistakes(m, p);
	page_blank(p);
	page_wrap(p, 0, STYLE_DIM, _("in a shell: `warpbook progress --html` or --markdown makes a document of it"));
}

/* ---- the column beside it --------------------------------------------------------------------- */

static void side(const struct model *m, struct page *p)
{
	const struct history *h = own(m);

	page_wrap(p, 0, STYLE_DIM, h->nmistakes ? _("In how many exercises each went wrong, and in how many of these you passed "
						  "after it.") :
						  _("Nothing has gone wrong yet."));
	page_blank(p);
	for (size_t i = 0; i < h->nmistakes; i++) {
		const struct mistake *k = &h->mistakes[i];

		page_line(p);
		page_add(p, k->overcome == k->exercises ? STYLE_GOOD : STYLE_DIM, k->overcome == k->exercises ? "✓ " : "○ ");
		page_fit(p, STYLE_PLAIN, k->verdict, p->width - 10);
		page_printf(p, STYLE_PLAIN, _("%2d of %d"), k->overcome, k->exercises);
	}
}

/* ---- keys --------------------------------------------------------------------------------------- */

static int history_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct history h = { 0 };

	if (b->history(b->ctx, &h, err)) {
		arena_release(&h.arena);
		return -1;
	}
	arena_release(&own(m)->arena);
	*own(m) = h;
	model_push(m, PAGE_PROGRESS);
	return 0;
}

static void progress(struct model *m, int key)
{
	model_effect(m, history_run, NULL, 0, false);
}

static void release(struct model *m)
{
	arena_release(&own(m)->arena);
}

static const struct action actions[] = { { REQUEST_PROGRESS, progress }, { REQUEST_NONE } };

const struct view view_progress = {
	.size = sizeof(struct history), .release = release, .actions = actions, .undisturbed = true, .status_line = status_line,
	.content = content, .wide = true, .layout = LAYOUT_SIDE, .side = side, .side_title = N_("what went wrong"),
};
