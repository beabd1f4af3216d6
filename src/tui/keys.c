/*
 * keys.c - the way of a key. A question waiting for y or n gets it first, then the page that takes text; then its request is
 * looked up in the actions of the open page, of the other pages, and of every page, which are here.
 */
#include "config.h"

#include "base/language.h"
#include "tui/effects.h"
#include "tui/running.h"
#include "tui/view.h"

#include <string.h>

/* ---- moving ------------------------------------------------------------------------ */

static bool moves_in_file(const struct model *m)
{
	return m->file.focus && m->file.rows && request_on_page(REQUEST_FOCUS, model_page(m));
}

static void move_to(struct model *m, int line)
{
	const struct view *view = view_now(m);
	int rows, *row;

	if (moves_in_file(m)) {
		m->file.scroll = layout_clamp(line, m->file.lines, m->file.rows);
		m->file.follow = false;
	} else if (view->cursor) {
		row = view->cursor(m, &rows);
		*row = layout_clamp(line, rows, 1);
	} else {
		m->follow = false;
		m->places[m->depth].scroll = layout_clamp(line, m->lines, m->body_rows);
	}
}

void model_move_by(struct model *m, int lines)
{
	const struct view *view = view_now(m);
	int rows;

	if (moves_in_file(m))
		move_to(m, m->file.scroll + lines);
	else
		move_to(m, (view->cursor ? *view->cursor(m, &rows) : model_scroll(m)) + lines);
}

static void bottom(struct model *m, int key)
{
	const struct view *view = view_now(m);
	int rows = m->lines;

	if (moves_in_file(m))
		rows = m->file.lines;
	else if (view->cursor)
		view->cursor(m, &rows);
	move_to(m, rows);
}

static int window(const struct model *m)
{
	int rows = moves_in_file(m) ? m->file.rows : m->body_rows;

	return rows > 1 ? rows - 1 : 1;
}

static void page_by(struct model *m, int by)
{
	model_move_by(m, by * window(m));
}

static void top(struct model *m, int key)
{
	move_to(m, 0);
}

/* ---- what every page has -------------------------------------------------------------- */

static int redraw_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	b->redraw(b->ctx);
	return 0;
}

static void redraw(struct model *m, int key)
{
	model_effect(m, redraw_run, NULL, 0, false);
}

static void theme(struct model *m, int key)
{
	m->theme = (m->theme + 1) % THEME_COUNT;
	model_notice(m, false, _("theme: %s (WARPBOOK_THEME sets it)"), theme_name(m->theme));
	redraw(m, key);
}

static void mouse(struct model *m, int key)
{
	m->mouse = !m->mouse;
	model_notice(m, false, m->mouse ? _("the mouse moves and opens; with shift it selects text")
			: _("the mouse selects text"));
}

/* The learner may have worked in a shell meanwhile. */
static void back(struct model *m, int key)
{
	model_pop(m);
	if (!m->depth && !model_is_class(m))
		model_effect(m, outline_read, NULL, 0, false);
}

static void leave(struct model *m, int key)
{
	m->left = true;
}

static const struct action everywhere[] = {
	{ REQUEST_UP, model_move_by, .by = -1 }, { REQUEST_DOWN, model_move_by, .by = 1 }, { REQUEST_PAGE_UP, page_by, .by = -1 },
	{ REQUEST_PAGE_DOWN, page_by, .by = 1 }, { REQUEST_TOP, top },
	{ REQUEST_BOTTOM, bottom }, { REQUEST_REDRAW, redraw }, { REQUEST_THEME, theme }, { REQUEST_MOUSE, mouse },
	{ REQUEST_BACK, back }, { REQUEST_CLOSE, back }, { REQUEST_LEAVE, leave }, { REQUEST_QUIT, leave }, { REQUEST_NONE },
};

static const struct action *action_in(const struct action *list, enum request r)
{
	for (; list && list->request; list++)
		if (list->request == r)
			return list;
	return NULL;
}

static const struct action *action_of(const struct model *m, enum request r)
{
	const struct action *a = action_in(view_now(m)->actions, r);

	for (int i = 0; !a && i < PAGE_COUNT; i++)
		a = action_in(view_of((enum page_id)i)->actions, r);
	return a ? a : action_in(everywhere, r);
}

/* A request that a learner's workbook has, but a class does not. */
static bool is_foreign(const struct model *m, enum request r)
{
	return model_is_class(m) && (r == REQUEST_SEARCH || r == REQUEST_GLOSSARY || r == REQUEST_PROGRESS || r == REQUEST_NOTES);
}

bool model_offers(const struct model *m, enum request r)
{
	const struct action *a = action_of(m, r);

	return !a || !a->offers || a->offers(m);
}

const char *model_keys(const struct model *m, enum request r)
{
	const struct action *a = action_of(m, r);

	return a && a->keys ? a->keys(m) : request_key(r);
}

void model_act(struct model *m, enum request r, int key)
{
	const struct action *a = is_foreign(m, r) ? NULL : action_of(m, r);

	if (a)
		a->act(m, a->by ? a->by : key);
	else
		model_notice(m, false, _("this key does nothing here; %s shows the keys"), request_key(REQUEST_HELP));
}

/* ---- questions and input ------------------------------------------------------------------ */

void model_ask(struct model *m, void (*answered)(struct model *m, bool yes), const char *question)
{
	m->answered = answered;
	snprintf(m->question, sizeof m->question, "%s", question);
}

static void answer(struct model *m, int key)
{
	void (*answered)(struct model *m, bool yes) = m->answered;

	m->answered = NULL;
	answered(m, key == 'y' || key == 'Y');
}

static bool is_too_small(const struct model *m)
{
	return layout_of(m->rows, m->cols, LAYOUT_PAGE).too_small;
}

static bool is_taken(struct model *m, int key, bool pasted)
{
	return view_now(m)->takes && view_now(m)->takes(m, key, pasted);
}

/* Pasted text never acts as commands: only an input in progress takes it, or a question that expects a number. */
static void paste(struct model *m, int key)
{
	if (key == KEYCODE_PASTE_END)
		m->pasting = false;
	else if (is_too_small(m) || m->answered || !is_taken(m, key, true))
		model_notice(m, false, _("pasted text does nothing here"));
}

void model_key(struct model *m, int key)
{
	enum request r = request_of_key(model_page(m), key);

	if (m->pasting) {
		paste(m, key);
		return;
	}
	m->notice[0] = '\0';
	if (key == KEYCODE_PASTE) {
		m->pasting = true;
	} else if (is_too_small(m)) {
		if (r == REQUEST_QUIT || r == REQUEST_REDRAW)
			model_act(m, r, key);
	} else if (m->answered) {
		answer(m, key);
	} else if (key == KEYCODE_ESCAPE && running_end(m)) {
		model_notice(m, false, _("ended; nothing has changed"));
	} else if (!is_taken(m, key, false)) {
		model_act(m, r, key);
	}
	running_leave(m);
}
