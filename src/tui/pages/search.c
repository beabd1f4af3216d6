/* search.c - the search text, and the places that match it. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/pages/glossary.h"
#include "tui/pages/lesson.h"
#include "tui/view.h"

struct search_page {
	char query[60];          /* as typed so far */
	struct search found;
	int row;
};

STATE(search, PAGE_SEARCH)

static void status_line(const struct model *m, struct buf *out)
{
	if (search_of(m)->query[0])
		buf_printf(out, tr_n("%zu place", "%zu places", search_of(m)->found.n), search_of(m)->found.n);
}

/* How many bytes of the text the next word of the query takes, if it begins with one; longer words win. */
static size_t begins_with_word(const char *text, const char *query)
{
	size_t most = 0;

	while (*query) {
		size_t n = strcspn(query, " ");

		if (n > 1 && n > most && !strncasecmp(text, query, n))
			most = n;
		query += n + strspn(query + n, " ");
	}
	return most;
}

static void write_words(struct page *p, const char *text, const char *query)
{
	while (*text) {
		size_t plain = 0, n = 0;
		char part[400];

		while (text[plain] && plain < sizeof part - 1 && !(n = begins_with_word(text + plain, query)))
			plain++;
		snprintf(part, sizeof part, "%.*s", (int)plain, text);
		page_add(p, STYLE_PLAIN, part);
		text += plain;
		snprintf(part, sizeof part, "%.*s", (int)n, text);
		page_add(p, STYLE_EMPHASIS, part);
		text += n;
	}
}

static void write_found(const struct model *m, struct page *p, size_t i)
{
	const struct found *f = &search_of(m)->found.list[i];
	struct buf text = BUF_INIT;

	page_line(p);
	if ((int)i == search_of(m)->row)
		p->selected = (int)p->nlines - 1;
	reading_place(f->reading, &text);
	page_fit(p, STYLE_TITLE, f->reading->title, p->width - text_width(buf_text(&text)) - 2);
	page_add(p, STYLE_DIM, "  ");
	page_add(p, STYLE_DIM, buf_text(&text));
	buf_clear(&text);
	found_excerpt(f, p->width - 3, &text);
	page_line(p);
	page_add(p, STYLE_PLAIN, "  ");
	write_words(p, buf_text(&text), search_of(m)->query);
	buf_release(&text);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	page_add(p, STYLE_DIM, _("words: "));
	page_add(p, STYLE_EMPHASIS, search_of(m)->query);
	page_add(p, STYLE_ACCENT, p->ascii ? "_" : "▏");
	page_blank(p);
	if (!search_of(m)->query[0])
		page_wrap(p, 0, STYLE_DIM, page_info(PAGE_SEARCH)->about);
	else if (!search_of(m)->found.n)
		page_wrap(p, 0, STYLE_DIM, _("nothing has these words"));
	for (size_t i = 0; i < search_of(m)->found.n; i++)
		write_found(m, p, i);
}

/* ---- the column beside it: the text of the chosen place ----------------------------------------- */

static void side(const struct model *m, struct page *p)
{
	const struct reading *r = search_of(m)->found.n ? search_of(m)->found.list[search_of(m)->row].reading : NULL;
	struct buf place = BUF_INIT;

	if (!r) {
		page_wrap(p, 0, STYLE_DIM,
			  search_of(m)->query[0] ? _("nothing to show") : _("The text of the chosen place comes here."));
		return;
	}
	reading_place(r, &place);
	page_wrap(p, 0, STYLE_TITLE, r->title);
	page_wrap(p, 0, STYLE_DIM, buf_text(&place));
	page_blank(p);
	page_wrap(p, 0, STYLE_PLAIN, r->text);
	buf_release(&place);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void set(struct model *m, const struct search *s)
{
	arena_release(&search_of(m)->found.arena);
	search_of(m)->found = *s;
	search_of(m)->row = 0;
}

static int search_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct search s = { .n = 0 };

	if (b->search(b->ctx, search_of(m)->query, &s, err)) {
		arena_release(&s.arena);
		return -1;
	}
	set(m, &s);
	return 0;
}

static void search(struct model *m, int key)
{
	search_of(m)->query[0] = '\0';
	set(m, &(struct search){ .n = 0 });
	model_push(m, PAGE_SEARCH);
}

/* Handles a key as part of the search text. */
static bool takes(struct model *m, int key, bool pasted)
{
	char *query = search_of(m)->query;
	size_t n = strlen(query);

	if (key == KEYCODE_BACKSPACE && n)
		query[n - 1] = '\0';
	else if (key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE && n + 1 < sizeof search_of(m)->query)
		query[n] = (char)key, query[n + 1] = '\0';
	else
		return key >= KEYCODE_SPACE && key <= KEYCODE_BACKSPACE;
	model_effect(m, search_run, NULL, 0, false);
	return true;
}

static bool any(const struct model *m)
{
	return search_of(m)->found.n > 0;
}

static void go_there(struct model *m, int key)
{
	const struct reading *r = any(m) ? search_of(m)->found.list[search_of(m)->row].reading : NULL;

	if (!r)
		return;
	lesson_of(m)->norigins = 0;
	model_pop(m);
	if (r->kind == READING_TERM)
		glossary_show(m, r->title);
	else if (r->kind == READING_NOTE)
		notes_open(m, r->lesson, r->title);
	else if (r->kind == READING_STEP)
		model_effect(m, lesson_run, r->lesson, r->step, false);
	else
		model_effect(m, exercise_run, r->exercise, r->hint, false);
}

static int *cursor(struct model *m, int *rows)
{
	*rows = (int)search_of(m)->found.n;
	return &search_of(m)->row;
}

static void release(struct model *m)
{
	arena_release(&search_of(m)->found.arena);
}

static const struct action actions[] = { { REQUEST_SEARCH, search }, { REQUEST_FOUND, go_there, any }, { REQUEST_NONE } };

const struct view view_search = {
	.size = sizeof(struct search_page), .release = release, .actions = actions, .takes = takes, .cursor = cursor,
	.undisturbed = true, .status_line = status_line, .content = content, .layout = LAYOUT_SIDE, .side = side,
	.side_title = N_("text"),
};
