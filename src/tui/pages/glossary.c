/* glossary.c - the terms of the page below, or all of them; the chosen one under the cursor, with its text in view. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/pages/glossary.h"
#include "tui/pages/lesson.h"
#include "tui/view.h"

static bool is_on_page(const struct model *m, size_t i)
{
	return !glossary_of(m)->here || glossary_of(m)->here[i];
}

static bool is_shown(const struct model *m, size_t i)
{
	return glossary_of(m)->all || is_on_page(m, i);
}

/* The term that comes first, before all others; the number of terms: none does. */
static size_t first_shown(const struct model *m)
{
	const struct glossary *g = glossary_of(m)->glossary;
	size_t i = 0;

	while (i < g->nterms && (!glossary_of(m)->first || strcmp(g->terms[i].name, glossary_of(m)->first)))
		i++;
	return i;
}

static void status_line(const struct model *m, struct buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < glossary_of(m)->glossary->nterms; i++)
		n += is_shown(m, i);
	buf_printf(out, _("%zu of %zu terms"), n, glossary_of(m)->glossary->nterms);
}

/* Beside the name if there is room, otherwise below it. */
static void write_see(struct page *p, const struct term *t)
{
	struct buf text = BUF_INIT;

	for (size_t k = 0; k < t->nsee; k++)
		buf_printf(&text, "%s%s", k ? ", " : _("see: "), t->see[k]);
	if (text.len && p->col + 2 + text_width(buf_text(&text)) <= p->width) {
		page_add(p, STYLE_DIM, "  ");
		page_add(p, STYLE_DIM, buf_text(&text));
	} else if (text.len) {
		page_wrap(p, 0, STYLE_DIM, buf_text(&text));
	}
	buf_release(&text);
}

static void write_term(const struct model *m, struct page *p, size_t i)
{
	const struct term *t = &glossary_of(m)->glossary->terms[i];
	const bool chosen = m->follow && glossary_of(m)->chosen == i + 1;

	page_blank(p);
	page_line(p);
	if (chosen)
		p->selected = (int)p->nlines - 1;
	page_add(p, STYLE_TITLE, t->name);
	write_see(p, t);
	page_markup(p, t->text);
	if (chosen)
		p->selected_last = (int)p->nlines - 1;
}

static void content(const struct model *m, struct page *p)
{
	const size_t n = glossary_of(m)->glossary->nterms, first = first_shown(m);

	if (first < n)
		write_term(m, p, first);
	else if (!glossary_of(m)->here)
		page_wrap(p, 0, STYLE_DIM, _("These are all terms of the lessons."));
	else if (!glossary_of(m)->all)
		page_wrap(p, 0, STYLE_DIM, _("These terms are on the page that you come from."));
	for (size_t i = 0; i < n; i++)
		if (is_shown(m, i) && i != first)
			write_term(m, p, i);
	if (!n)
		page_wrap(p, 0, STYLE_DIM, _("These lessons have no glossary."));
}

/* ---- the column beside it: the names ------------------------------------------------------------ */

static void side(const struct model *m, struct page *p)
{
	for (size_t i = 0; i < glossary_of(m)->glossary->nterms; i++) {
		bool here = is_shown(m, i) && glossary_of(m)->chosen == i + 1;

		page_line(p);
		page_add(p, STYLE_ACCENT, here ? "▸ " : "  ");
		page_fit(p, here ? STYLE_ACCENT : is_shown(m, i) ? STYLE_PLAIN : STYLE_DIM,
			 glossary_of(m)->glossary->terms[i].name, p->width - 2);
		if (here)
			p->selected = (int)p->nlines - 1;
	}
}

/* ---- keys -------------------------------------------------------------------------------------- */

void glossary_words(const struct model *m, struct buf *out)
{
	const struct exercise_page *x = exercise_of(m);
	const struct step task = { .kind = STEP_TEXT, .text = x->assignment.task }, *step = lesson_step(m);

	if (model_page(m) == PAGE_LESSON && step) {
		buf_puts(out, step->title ? step->title : "");
		buf_putc(out, ' ');
		step_words(step, false, out);
	} else if (model_page(m) != PAGE_MENU && task.text) {
		step_words(&task, false, out);
	}
	for (size_t i = 0; model_page(m) == PAGE_RESULT && x->attempt && i < x->attempt->nfindings; i++)
		buf_printf(out, " %s", x->attempt->findings[i].message);
}

/* The terms of the open page. false: out of memory, or it has none. */
static bool find_here(struct model *m)
{
	const struct glossary *g = glossary_of(m)->glossary;
	struct buf words = BUF_INIT;
	bool any = false;

	free(glossary_of(m)->here);
	glossary_of(m)->here = calloc(g->nterms + 1, sizeof *glossary_of(m)->here);
	glossary_words(m, &words);
	for (size_t i = 0; glossary_of(m)->here && i < g->nterms; i++)
		any |= glossary_of(m)->here[i] = term_occurs(&g->terms[i], buf_text(&words));
	buf_release(&words);
	if (!any) {
		free(glossary_of(m)->here);
		glossary_of(m)->here = NULL;
	}
	return any;
}

static int glossary_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	if (b->glossary(b->ctx, &glossary_of(m)->glossary, err))
		return -1;
	if (model_page(m) == PAGE_GLOSSARY || find_here(m))
		glossary_of(m)->all = !glossary_of(m)->here || glossary_of(m)->first;
	else
		glossary_of(m)->all = true;
	glossary_of(m)->chosen = 0;
	model_push(m, PAGE_GLOSSARY);
	return 0;
}

void glossary_show(struct model *m, const char *term)
{
	glossary_of(m)->first = term;
	model_effect(m, glossary_run, NULL, 0, false);
}

/* What a large window shows in addition: without it the page is complete, so an error is not reported. */
static int terms_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	if (b->glossary(b->ctx, &glossary_of(m)->glossary, err))
		glossary_of(m)->glossary = NULL;
	return 0;
}

static void lacks(struct model *m)
{
	if (!m->depth || glossary_of(m)->asked || m->cols < LAYOUT_LOWER_COLS || m->rows < LAYOUT_LOWER_ROWS)
		return;
	glossary_of(m)->asked = true;
	if (!glossary_of(m)->glossary)
		model_effect(m, terms_run, NULL, 0, false);
}

static void glossary(struct model *m, int key)
{
	glossary_show(m, NULL);
}

/* The term at a position of the page, from 0 on. */
static size_t term_at(const struct model *m, size_t place)
{
	const size_t first = first_shown(m);

	if (first == glossary_of(m)->glossary->nterms)
		return place;
	return place == 0 ? first : place <= first ? place - 1 : place;
}

/* Chooses the next of the terms that the page below uses (by -1: the previous one); after the last comes the first. */
static void to_term(struct model *m, int by)
{
	const size_t n = glossary_of(m)->glossary->nterms;
	size_t place = by > 0 ? n - 1 : 0; /* if none is chosen: before the first, or after the last */

	for (size_t i = 0; i < n && glossary_of(m)->chosen; i++)
		if (term_at(m, i) == glossary_of(m)->chosen - 1)
			place = i;
	for (size_t i = 0; i < n; i++) {
		place = (place + (by > 0 ? 1 : n - 1)) % n;
		if (!is_on_page(m, term_at(m, place)))
			continue;
		glossary_of(m)->chosen = term_at(m, place) + 1;
		m->follow = true;
		return;
	}
}

static bool any(const struct model *m)
{
	return glossary_of(m)->glossary->nterms > 0;
}

static bool has_page(const struct model *m)
{
	return glossary_of(m)->here != NULL;
}

static void all_terms(struct model *m, int key)
{
	glossary_of(m)->first = NULL;
	glossary_of(m)->chosen = 0;
	glossary_of(m)->all = !glossary_of(m)->all || !glossary_of(m)->here;
	m->places[m->depth].scroll = 0;
}

static void release(struct model *m)
{
	free(glossary_of(m)->here);
}

static const struct action actions[] = {
	{ REQUEST_GLOSSARY, glossary }, { REQUEST_TERM_NEXT, to_term, any, .by = 1 },
		{ REQUEST_TERM_BEFORE, to_term, any, .by = -1 },
	{ REQUEST_ALL_TERMS, all_terms, has_page }, { REQUEST_NONE },
};

const struct view view_glossary = {
	.size = sizeof(struct glossary_page), .release = release, .actions = actions, .lacks = lacks, .undisturbed = true,
	.status_line = status_line, .content = content, .layout = LAYOUT_SIDE, .side = side, .side_title = N_("terms"),
};
