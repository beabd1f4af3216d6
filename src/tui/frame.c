/*
 * frame.c - the frame around every page: bar, panels with the visible part of their content, status
 * line. If the window is too small, it shows only that message.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "tui/layout.h"
#include "tui/view.h"

#define TEXT_COLS_MOST 104 /* wider text is hard to read */
#define WHEEL_LINES    3
#define SLOW_TICKS     10  /* after this many a check shows its seconds */

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

void view_minutes(int minutes, char out[16])
{
	if (minutes < 60)
		snprintf(out, 16, "%d min", minutes);
	else
		snprintf(out, 16, "%d h %02d", minutes / 60 % 1000, minutes % 60);
}

int view_lesson_minutes(const struct outline_lesson *l)
{
	int minutes = l->minutes;

	for (size_t i = 0; i < l->nexercises; i++)
		minutes += l->exercises[i].minutes;
	return minutes;
}

/* Many titles begin with the name. */
const char *view_title(const struct outline_exercise *e)
{
	size_t n = strlen(e->name);

	return !strncmp(e->title, e->name, n) && !strncmp(e->title + n, ": ", 2) ? e->title + n + 2 : e->title;
}

/* ---- pictures of progress --------------------------------------------------------------- */

static void add_times(struct page *p, enum style style, const char *sign, int times)
{
	struct buf text = BUF_INIT;

	while (times-- > 0)
		buf_puts(&text, sign);
	page_add(p, style, buf_text(&text));
	buf_release(&text);
}

void page_gauge(struct page *p, int done, int all, int columns)
{
	int full = all > 0 ? (int)((long)done * columns / all) : 0;

	if (done > 0 && full == 0)
		full = 1;
	add_times(p, done >= all && all > 0 ? STYLE_GOOD : STYLE_ACCENT, "▰", full);
	add_times(p, STYLE_FRAME, "▱", columns - full);
}

void page_strip(struct page *p, const struct outline_lesson *l, int columns)
{
	int shown = (int)l->nexercises <= columns ? (int)l->nexercises : columns - 1;

	for (int i = 0; i < shown; i++)
		page_add(p, style_of_progress(l->exercises[i].progress), mark_of_progress(l->exercises[i].progress));
	if (shown < (int)l->nexercises)
		page_add(p, STYLE_DIM, "…");
}

void page_cases(struct page *p, const struct attempt *a, int columns)
{
	int shown = (int)a->ncases <= columns ? (int)a->ncases : columns - 1;

	for (int i = 0; i < shown; i++) {
		bool passed = a->cases[i].verdict == VERDICT_PASSED;

		page_add(p, !a->cases[i].ran ? STYLE_DIM : passed ? STYLE_GOOD : STYLE_BAD,
			 !a->cases[i].ran ? "·" : passed ? "✓" : "✗");
	}
	if (shown < (int)a->ncases)
		page_add(p, STYLE_DIM, "…");
}

/* ---- the bar ---------------------------------------------------------------------------- */

static void write_lesson_name(const char *id, const char *title, struct buf *out)
{
	char number[8];

	view_number(id, number);
	buf_printf(out, "%s %s", number, title);
}

/* " warpbook › 01 Kernels › add": the path from the menu to this page; an exercise comes after its lesson. */
static void write_trail(const struct model *m, struct buf *out)
{
	buf_puts(out, " warpbook");
	if (model_is_class(m))
		buf_printf(out, " › %s", m->room.table.name ? m->room.table.name : "class");
	for (int i = 1; i <= m->depth; i++) {
		enum page_id page = m->places[i].page;

		buf_puts(out, " › ");
		if (page == PAGE_LESSON) {
			write_lesson_name(m->lesson->id, m->lesson->title, out);
		} else if (page == PAGE_EXERCISE) {
			const struct outline_lesson *l = model_lesson_of(m, m->assignment.id);
			const char *slash = strrchr(m->assignment.id, '/');

			if (l && m->places[i - 1].page != PAGE_LESSON) {
				write_lesson_name(l->id, l->title, out);
				buf_puts(out, " › ");
			}
			buf_puts(out, slash ? slash + 1 : m->assignment.id);
		} else if (page == PAGE_SUBMISSION) {
			buf_puts(out, path_base(m->room.submission.exercise));
		} else {
			buf_puts(out, page_info(page)->trail);
		}
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
		buf_puts(out, m->working);
	if (m->tick - m->started >= SLOW_TICKS)
		buf_printf(out, " %u s", (m->tick - m->started) * MODEL_TICK_MS / 1000);
}

/* " vm, clang ": if there is room. */
static void write_machine(const struct model *m, struct buf *out)
{
	const char *device = m->attempt && m->attempt->device ? m->attempt->device : m->device;
	const char *compiler = m->attempt && m->attempt->compiler ? m->attempt->compiler : m->compiler;

	if (device)
		buf_printf(out, "%s%s%s  ", device, compiler ? " · " : "", compiler ? compiler : "");
}

static void draw_bar(const struct model *m, struct screen *s)
{
	struct buf left = BUF_INIT, right = BUF_INIT, machine = BUF_INIT, done = BUF_INIT;
	const char *trail;
	int col, end;

	write_trail(m, &left);
	trail = buf_text(&left);
	if (m->checking)
		write_busy(m, &right);
	else
		views[model_page(m)]->status_line(m, &right);
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
	if (m->outline.total && model_page(m) != PAGE_MENU)
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

/* Shows only the first of a request's keys; for an answer, one key for each choice. */
static void write_keys(const struct model *m, enum request r, struct buf *out)
{
	const char *keys = request_info(r)->keys;
	const struct step *step = model_step(m);

	if (r != REQUEST_ANSWER || !step)
		buf_append(out, keys, strcspn(keys, " "));
	else if (step->nchoices)
		buf_printf(out, "1-%zu", step->nchoices);
	else if (step->nblank)
		buf_puts(out, request_key(REQUEST_ENTER));
	else
		buf_puts(out, "0-9");
}

static bool is_offered(const struct model *m, enum request r)
{
	return request_info(r)->in_bar && request_on_page(r, model_page(m)) && model_offers(m, r);
}

static int offer_width(const struct model *m, enum request r)
{
	struct buf keys = BUF_INIT;
	int width;

	write_keys(m, r, &keys);
	width = text_width(buf_text(&keys)) + 1 + text_width(request_info(r)->name);
	buf_release(&keys);
	return width;
}

/* Space reads to the end of a page before it goes on: a word of the same width. */
static const char *offer_name(const struct model *m, enum request r)
{
	bool below = model_scroll(m) + m->body_rows < m->lines;

	return r == REQUEST_NEXT && below ? "down" : request_info(r)->name;
}

/* "q back"; returns the column for the next. */
static int draw_offer(const struct model *m, struct screen *s, int col, enum request r, const char *name)
{
	struct buf keys = BUF_INIT;

	write_keys(m, r, &keys);
	col = screen_put(s, s->rows - 1, col, STYLE_KEY, buf_text(&keys));
	col = screen_put(s, s->rows - 1, col + 1, STYLE_DIM, name);
	buf_release(&keys);
	return col + 2;
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
			col = draw_offer(m, s, col, r, r == REQUEST_HELP && !fit ? "more" : offer_name(m, r));
	}
	return col;
}

/* While the learner fills in a blank, no other key has a meaning. */
static void draw_blank_keys(struct screen *s, int row, int col)
{
	col = screen_put(s, row, col, STYLE_KEY, "enter");
	col = screen_put(s, row, col + 1, STYLE_DIM, "gives the answer");
	col = screen_put(s, row, col + 2, STYLE_KEY, "esc");
	screen_put(s, row, col + 1, STYLE_DIM, "leaves it");
}

static void draw_status(const struct model *m, struct screen *s, int row, const char *position)
{
	int col = 1;

	if (m->confirm) {
		col = screen_put(s, row, col, STYLE_EMPHASIS, model_question(m));
		screen_put(s, row, col + 1, STYLE_PLAIN, "y / n");
		return;
	}
	if (m->working[0] && !m->work_dropped && m->tick != m->started) {
		struct buf words = BUF_INIT;

		write_busy(m, &words);
		buf_puts(&words, " (Esc cancels)");
		screen_put(s, row, col, STYLE_PLAIN, buf_text(&words));
		buf_release(&words);
		return;
	}
	if (m->notice[0] && !model_prompt(m)) {
		screen_put(s, row, col, m->notice_bad ? STYLE_BAD : STYLE_PLAIN, m->notice);
		return;
	}
	if (model_fills(m)) {
		draw_blank_keys(s, row, col);
		return;
	}
	if (model_prompt(m)) {
		int width = text_width(m->room.entry), room = s->cols - 4 - text_width(model_prompt(m));

		col = screen_put(s, row, col, STYLE_EMPHASIS, model_prompt(m));
		col = screen_put_within(s, row, col, s->cols - 2, width > room ? width - room : 0, STYLE_PLAIN, m->room.entry);
		screen_put(s, row, col, STYLE_ACCENT, m->ascii ? "_" : "▏");
		return;
	}
	col = draw_offers(m, s, col, *position ? text_width(position) + 2 : 0);
	if (col + text_width(position) < s->cols)
		screen_put(s, row, s->cols - 1 - text_width(position), STYLE_DIM, position);
}

/* ---- panels ------------------------------------------------------------------------------- */

/* A frame; it is joined to those that were drawn before. */
static void draw_edges(struct screen *s, struct rect f, bool focus)
{
	enum style style = focus ? STYLE_FOCUS : STYLE_FRAME;
	int bottom = f.row + f.rows - 1, right = f.col + f.cols - 1;

	screen_edge(s, f.row, f.col, style, ARM_DOWN | ARM_RIGHT);
	screen_edge(s, f.row, right, style, ARM_DOWN | ARM_LEFT);
	screen_edge(s, bottom, f.col, style, ARM_UP | ARM_RIGHT);
	screen_edge(s, bottom, right, style, ARM_UP | ARM_LEFT);
	for (int col = f.col + 1; col < right; col++) {
		screen_edge(s, f.row, col, style, ARM_LEFT | ARM_RIGHT);
		screen_edge(s, bottom, col, style, ARM_LEFT | ARM_RIGHT);
	}
	for (int row = f.row + 1; row < bottom; row++) {
		screen_edge(s, row, f.col, style, ARM_UP | ARM_DOWN);
		screen_edge(s, row, right, style, ARM_UP | ARM_DOWN);
	}
}

static void draw_title(struct screen *s, struct rect f, bool focus, const char *title)
{
	if (!*title)
		return;
	screen_put_within(s, f.row, f.col + 2, f.col + f.cols - 3, 0, STYLE_PLAIN, " ");
	screen_put(s, f.row, screen_put_within(s, f.row, f.col + 3, f.col + f.cols - 3, 0, focus ? STYLE_ACCENT : STYLE_TITLE, title),
		   STYLE_PLAIN, " ");
}

/* The same with its name at the top. */
static void draw_frame(struct screen *s, struct rect f, bool focus, const char *title)
{
	draw_edges(s, f, focus);
	draw_title(s, f, focus, title);
}

/* Text in the bottom edge, at its right end. */
static void draw_footer(struct screen *s, struct rect f, const char *words)
{
	int col = f.col + f.cols - 4 - text_width(words);

	if (!*words || col < f.col + 2)
		return;
	screen_put(s, f.row + f.rows - 1, col, STYLE_PLAIN, " ");
	screen_put(s, f.row + f.rows - 1, col + 1, STYLE_DIM, words);
	screen_put(s, f.row + f.rows - 1, col + 1 + text_width(words), STYLE_PLAIN, " ");
}

static void draw_lines(struct screen *s, const struct page *p, struct rect r, int scroll)
{
	for (int i = 0; i < r.rows && scroll + i < (int)p->nlines; i++) {
		const struct line *line = &p->lines[scroll + i];
		int col = r.col;

		for (size_t k = 0; k < line->nspans; k++)
			col = screen_put_within(s, r.row + i, col, r.col + r.cols, 0, line->spans[k].style, line->spans[k].text);
		if (scroll + i == p->selected)
			screen_reverse(s, r.row + i, r.col - 1, r.cols + 2);
	}
}

static void draw_page(struct model *m, struct screen *s, const struct page *p, struct rect r)
{
	int scroll = model_scroll(m), lines = (int)p->nlines;

	if (p->selected_last)
		scroll = layout_show(scroll, p->selected_last, lines, r.rows);
	if (p->selected >= 0)
		scroll = layout_show(scroll, p->selected, lines, r.rows);
	scroll = layout_clamp(scroll, lines, r.rows);
	draw_lines(s, p, r, scroll);
	model_set_extent(m, lines, r.rows, scroll);
}

/* "lines 1-20 of 31"; "" if all of them are visible. */
static void write_position(int scroll, int rows, int lines, const char *what, char out[64])
{
	out[0] = '\0';
	if (lines > rows)
		snprintf(out, 64, "%s %d-%d of %d", what, scroll + 1, scroll + rows < lines ? scroll + rows : lines, lines);
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

/* The title of the page's own panel. */
static const char *panel_title(const struct model *m)
{
	switch (model_page(m)) {
	case PAGE_MENU: return "lessons";
	case PAGE_LESSON: return m->lesson->title;
	case PAGE_EXERCISE: return "task";
	case PAGE_CLASS: return m->room.table.title ? m->room.table.title : "class";
	case PAGE_SUBMISSION: return m->room.submission.name;
	default: return page_info(model_page(m))->trail;
	}
}

static void draw_source(struct model *m, struct screen *s, const struct layout *l, struct page *p)
{
	const struct attempt *a = m->attempt;
	bool above = l->frame_page.col == l->frame_source.col;
	struct page strip;
	struct rect edge;
	char position[64];

	draw_frame(s, l->frame_source, m->file_focus, m->assignment.path ? path_base(m->assignment.path) : "");
	source_draw(m, s, l->source, p);
	write_position(m->file_scroll, m->file_rows, m->file_lines, above ? "↑ lines" : "lines", position);
	/* A page below the file shares an edge with it, which shows the page's title. */
	if (above)
		draw_frame(s, l->frame_page, !m->file_focus, panel_title(m));
	draw_footer(s, l->frame_source, position);
	if (!a || !a->nran || above)
		return;
	page_init(&strip, l->source.cols / 2, m->ascii);
	page_line(&strip);
	page_add(&strip, STYLE_PLAIN, " cases ");
	page_cases(&strip, a, l->source.cols / 3);
	page_add(&strip, STYLE_PLAIN, " ");
	edge = (struct rect){ l->frame_source.row + l->frame_source.rows - 1, l->source.col, 1, l->source.cols / 2 };
	draw_lines(s, &strip, edge, 0);
	page_release(&strip);
}

static int side_scroll(const struct page *p, const struct layout *l)
{
	return p->selected >= 0 ? layout_show(0, p->selected, (int)p->nlines, l->side.rows) : 0;
}

static int draw_side(const struct model *m, struct screen *s, const struct layout *l)
{
	const struct view *view = views[model_page(m)];
	struct page p;
	int status;

	page_init(&p, l->side.cols, m->ascii);
	view->side(m, &p);
	draw_frame(s, l->frame_side, false, view->side_title ? view->side_title(m) : "");
	draw_lines(s, &p, l->side, side_scroll(&p, l));
	p.selected = -1;
	status = p.arena.failed ? -1 : 0;
	page_release(&p);
	return status;
}

/* A table or a picture, which uses all columns. */
static bool is_wide_below(const struct model *m)
{
	return model_page(m) == PAGE_STEPPER || model_page(m) == PAGE_PROFILE;
}

static int draw_lower(const struct model *m, struct screen *s, const struct layout *l)
{
	const struct view *view = views[model_page(m)];
	struct page p;
	int status;

	page_init(&p, l->lower.cols < TEXT_COLS_MOST || is_wide_below(m) ? l->lower.cols : TEXT_COLS_MOST, m->ascii);
	view->lower(m, &p);
	draw_edges(s, l->frame_lower, false);
	if (l->source.rows && !m->file_focus)
		draw_frame(s, l->frame_page, true, panel_title(m)); /* the edge that they share belongs to the panel that the keys move */
	draw_title(s, l->frame_lower, false, view->lower_title(m));
	draw_lines(s, &p, l->lower, 0);
	if ((int)p.nlines > l->lower.rows)
		draw_footer(s, l->frame_lower, "more");
	status = p.arena.failed ? -1 : 0;
	page_release(&p);
	return status;
}

/* A solution is beside the file if its lines fit there; otherwise it takes the full width. A profile is beside it in a large window. */
static struct layout layout_undivided(const struct model *m)
{
	const struct view *view = views[model_page(m)];
	struct layout l = layout_of(m->rows, m->cols, view->side || view->layout != LAYOUT_SIDE ? view->layout : LAYOUT_PAGE);

	if (model_page(m) == PAGE_PROFILE && m->cols >= LAYOUT_TABLE_COLS)
		l = layout_of(m->rows, m->cols, LAYOUT_SOURCE);
	if (model_page(m) == PAGE_SOLUTION && l.source.rows && !solution_fits(m, l.page.cols))
		l = layout_of(m->rows, m->cols, LAYOUT_ABOVE);
	return l;
}

static struct layout layout_now(const struct model *m)
{
	struct layout l = layout_undivided(m);

	if (views[model_page(m)]->lower)
		layout_divide(&l, m->rows, m->cols);
	return l;
}

/* Links the file's name above its panel, and its path wherever the page shows it. */
static void link_file(const struct model *m, struct screen *s, const struct layout *l)
{
	int cols = text_width(path_base(m->assignment.path)), room = l->frame_source.cols - 6;

	screen_link(s, m->assignment.shown, m->assignment.path);
	if (l->source.rows && s->nlinks < SCREEN_LINKS)
		s->links[s->nlinks++] = (struct screen_link){ l->frame_source.row, l->frame_source.col + 3, cols < room ? cols : room,
							      m->assignment.path };
}

/* A table, code, or pictures beside a text, which use all available columns. */
static bool is_wide(const struct model *m)
{
	const struct step *s = model_page(m) == PAGE_LESSON ? model_step(m) : NULL;

	if (s && s->npictures && s->kind != STEP_QUESTION)
		return true;
	return model_page(m) == PAGE_SOLUTION || model_page(m) == PAGE_MENU || model_page(m) == PAGE_PROFILE || model_page(m) == PAGE_PICTURE ||
	       model_page(m) == PAGE_STEPPER || model_is_class(m);
}

static void write_content(const struct model *m, const struct layout *l, struct page *p)
{
	page_init(p, l->page.cols < TEXT_COLS_MOST || is_wide(m) ? l->page.cols : TEXT_COLS_MOST, m->ascii);
	p->lower = l->lower.rows > 0;
	views[model_page(m)]->content(m, p);
}

int frame_draw(struct model *m, struct screen *s)
{
	struct layout l = layout_now(m);
	bool below = l.source.rows && l.frame_page.col == l.frame_source.col;
	struct page p;
	char position[64];
	int status = 0;

	if ((s->rows != m->rows || s->cols != m->cols || !s->cells) && screen_resize(s, m->rows, m->cols, m->ascii))
		return -1;
	screen_clear(s);
	if (l.too_small) {
		draw_too_small(s);
		return 0;
	}
	write_content(m, &l, &p);
	if (l.lower.rows && (int)p.nlines > l.page.rows) { /* a long page needs the height */
		page_release(&p);
		l = layout_undivided(m);
		write_content(m, &l, &p);
	}
	if (l.framed && !below)
		draw_frame(s, l.frame_page, l.source.rows && !m->file_focus, panel_title(m));
	m->file_rows = 0;
	if (l.source.rows)
		draw_source(m, s, &l, &p);
	if (l.source.rows && !below)
		draw_frame(s, l.frame_page, !m->file_focus, panel_title(m));
	draw_page(m, s, &p, l.page);
	if (l.side.rows)
		status = draw_side(m, s, &l);
	if (l.lower.rows && draw_lower(m, s, &l))
		status = -1;
	draw_bar(m, s);
	write_position(model_scroll(m), m->body_rows, m->lines, "lines", position);
	if (l.framed)
		draw_footer(s, l.frame_page, position);
	draw_status(m, s, l.status, l.framed ? "" : position);
	if (m->assignment.path && views[model_page(m)]->layout == LAYOUT_SOURCE)
		link_file(m, s, &l);
	status = p.arena.failed ? -1 : status;
	page_release(&p);
	return status;
}

/* ---- the mouse ------------------------------------------------------------------------------ */

static bool is_in(struct rect r, int row, int col)
{
	return r.rows && row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols;
}

/* A click on a step in the column beside a lesson. */
static void click_side(struct model *m, const struct layout *l, int row)
{
	struct page p;
	int at;

	page_init(&p, l->side.cols, m->ascii);
	views[model_page(m)]->side(m, &p);
	at = view_lesson_step_at(m, side_scroll(&p, l) + row - l->side.row);
	page_release(&p);
	if (at >= 0)
		model_turn_to(m, (size_t)at);
}

void frame_mouse(struct model *m, int key, int row, int col)
{
	struct layout l = layout_now(m);
	int at;

	if (l.too_small || m->confirm)
		return;
	if (is_in(l.source, row, col) || is_in(l.page, row, col))
		m->file_focus = is_in(l.source, row, col);
	if (key != KEYCODE_CLICK) {
		for (int i = 0; i < WHEEL_LINES; i++)
			model_key(m, key == KEYCODE_WHEEL_UP ? KEYCODE_UP : KEYCODE_DOWN);
		return;
	}
	if (model_page(m) == PAGE_LESSON && is_in(l.side, row, col))
		click_side(m, &l, row);
	if (model_page(m) != PAGE_MENU || !is_in(l.page, row, col))
		return;
	at = view_menu_row_at(m, model_scroll(m) + row - l.page.row);
	if (at >= 0 && at == m->cursor)
		model_key(m, KEYCODE_ENTER);
	else if (at >= 0)
		m->cursor = at;
}
