/* model.c - the stack of pages, their states, effects and notices. keys.c has the keys; each page the rest. */
#include "config.h"

#include "tui/model.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "tui/view.h"

static const struct view *const views[PAGE_COUNT] = {
#define PAGE(id, view, trail, where, about) &view,
#include "tui/pages.def"
#undef PAGE
};

const struct view *view_of(enum page_id page)
{
	return views[page];
}

const struct view *view_now(const struct model *m)
{
	return views[model_page(m)];
}

static size_t aligned(size_t size)
{
	return (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

int model_init(struct model *m, enum page_id first, int rows, int cols, bool ascii)
{
	size_t size = 1, at = 0;
	char *states;

	memset(m, 0, sizeof *m);
	for (int i = 0; i < PAGE_COUNT; i++)
		size += aligned(views[i]->size);
	states = calloc(1, size);
	if (!states)
		return -1;
	for (int i = 0; i < PAGE_COUNT; at += aligned(views[i++]->size))
		m->own[i] = states + at;
	m->ascii = ascii;
	m->places[0].page = first;
	model_set_size(m, rows, cols);
	views[first]->begin(m);
	return 0;
}

void model_release(struct model *m)
{
	for (int i = 0; m->own[0] && i < PAGE_COUNT; i++)
		if (views[i]->release)
			views[i]->release(m);
	arena_release(&m->outline.arena);
	free(m->own[0]);
	memset(m, 0, sizeof *m);
}

bool model_is_class(const struct model *m)
{
	return m->places[0].page == PAGE_CLASS;
}

/* ---- pages --------------------------------------------------------------------- */

enum page_id model_page(const struct model *m)
{
	return m->places[m->depth].page;
}

enum page_id model_page_below(const struct model *m)
{
	return m->places[m->depth ? m->depth - 1 : 0].page;
}

int model_scroll(const struct model *m)
{
	return m->places[m->depth].scroll;
}

void model_push(struct model *m, enum page_id page)
{
	m->follow = false;
	for (int i = 0; i <= m->depth; i++) {
		if (m->places[i].page == page) {
			m->depth = i;
			m->places[i].scroll = 0;
			return;
		}
	}
	m->places[++m->depth] = (struct place){ .page = page };
}

void model_pop(struct model *m)
{
	if (m->depth)
		m->depth--;
}

void model_set_size(struct model *m, int rows, int cols)
{
	m->rows = rows;
	m->cols = cols;
}

void model_set_extent(struct model *m, int lines, int rows, int scroll)
{
	m->lines = lines;
	m->body_rows = rows;
	m->places[m->depth].scroll = scroll;
}

/* ---- effects and notices ----------------------------------------------------------- */

static void effect_add(struct model *m, struct effect e, const char *id)
{
	if (m->neffects == sizeof m->effects / sizeof *m->effects)
		return;
	snprintf(e.id, sizeof e.id, "%s", id ? id : "");
	m->effects[m->neffects++] = e;
}

void model_effect(struct model *m, effect_run *run, const char *id, int number, bool right)
{
	effect_add(m, (struct effect){ .run = run, .number = number, .right = right }, id);
}

void model_task(struct model *m, const struct task *task, const char *id, int number, bool right)
{
	effect_add(m, (struct effect){ .task = task, .number = number, .right = right }, id);
}

bool model_take_effect(struct model *m, struct effect *e)
{
	for (int i = 0; !m->neffects && !model_is_class(m) && i < PAGE_COUNT; i++)
		if (views[i]->lacks)
			views[i]->lacks(m);
	if (!m->neffects)
		return false;
	*e = m->effects[0];
	memmove(m->effects, m->effects + 1, --m->neffects * sizeof *e);
	return true;
}

void model_notice(struct model *m, bool bad, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->notice, sizeof m->notice, fmt, ap);
	va_end(ap);
	if (!strcmp(fmt, "%s") && retold(m->notice) != m->notice) /* an error's text */
		text_copy_line(m->notice, sizeof m->notice, retold(m->notice));
	m->notice_bad = bad;
}

int model_recorded(struct model *m, int status, const struct error *err)
{
	if (status)
		model_notice(m, true, _("not recorded: %s"), retold(err->text));
	return 0;
}

/* ---- the course ------------------------------------------------------------------------ */

const struct outline_lesson *model_lesson_of(const struct model *m, const char *id)
{
	size_t n = strcspn(id, "/");

	for (size_t i = 0; i < m->outline.nlessons; i++)
		if (!strncmp(m->outline.lessons[i].id, id, n) && !m->outline.lessons[i].id[n])
			return &m->outline.lessons[i];
	return NULL;
}

const struct outline_exercise *model_exercise_of(const struct model *m, const char *id)
{
	const struct outline_lesson *l = model_lesson_of(m, id);

	for (size_t i = 0; l && i < l->nexercises; i++)
		if (!strcmp(l->exercises[i].id, id))
			return &l->exercises[i];
	return NULL;
}
