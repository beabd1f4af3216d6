/*
 * links_find.c - finds the lessons ("lesson Warps") and exercises ("warp_sum") that a page of a
 * lesson names; a key opens each of them, and another leads back.
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "tui/pages/exercise.h"
#include "tui/pages/lesson.h"

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Finds the word in the text, with no character of a name before or after it. */
static const char *find_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += n)
		if ((at == text || !is_name(at[-1])) && !is_name(at[n]))
			return at;
	return NULL;
}

/* Inserts a link in the order of the text. */
static void link_add(struct link *list, size_t *n, const char *at, struct link found)
{
	size_t i;

	if (*n == LINKS_MOST)
		return;
	found.at = at;
	for (i = (*n)++; i > 0 && list[i - 1].at > at; i--)
		list[i] = list[i - 1];
	list[i] = found;
}

/* Is it a lesson's name there: behind "lesson ", or behind "lessons " in the same sentence? */
static bool is_lesson(const char *text, const char *at)
{
	/* For translators: what stands before a lesson's name in lessons, "lesson *Grids*", without the first letter. */
	const char *one = _("esson "), *several = _("essons ");
	const size_t n = strlen(one);

	if ((size_t)(at - text) > n && !memcmp(at - n, one, n))
		return true;
	for (const char *p = at; p-- > text && *p != '.' && *p != ':' && *p != ';';)
		if (!strncmp(p, several, strlen(several)))
			return true;
	return false;
}

static void find_lesson(const struct model *m, const struct outline_lesson *l, const char *text, struct link *list, size_t *n)
{
	if (!strcmp(l->id, lesson_of(m)->lesson->id))
		return;
	for (const char *at = text; *l->title && (at = find_word(at, l->title)); at += strlen(l->title))
		if (is_lesson(text, at)) {
			link_add(list, n, at, (struct link){ .lesson = l });
			return;
		}
}

size_t links_find(const struct model *m, struct link list[LINKS_MOST])
{
	const struct step *s = model_page(m) == PAGE_LESSON ? lesson_step(m) : NULL;
	struct buf words = BUF_INIT;
	size_t n = 0;

	if (!s || s->kind == STEP_EXERCISE)
		return 0;
	step_words(s, false, &words);
	for (size_t i = 0; words.len && i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		find_lesson(m, l, buf_text(&words), list, &n);
		for (size_t k = 0; k < l->nexercises; k++) {
			/* "add" is also an ordinary word. */
			const char *at = strchr(l->exercises[k].name, '_') ? find_word(buf_text(&words),
										       l->exercises[k].name) : NULL;

			if (at)
				link_add(list, &n, at, (struct link){ .lesson = l, .exercise = &l->exercises[k] });
		}
	}
	buf_release(&words);
	return n;
}

void link_text(const struct link *l, char out[LINK_TEXT])
{
	if (l->exercise)
		snprintf(out, LINK_TEXT, "%s", l->exercise->name);
	else
		snprintf(out, LINK_TEXT, _("lesson %s"), l->lesson->title);
}

bool links_any(const struct model *m)
{
	struct link list[LINKS_MOST];

	return links_find(m, list) > 0;
}

size_t links_chosen(const struct model *m)
{
	return lesson_of(m)->link_step == lesson_of(m)->step ? lesson_of(m)->link : 0;
}

void links_next(struct model *m, int key)
{
	struct link list[LINKS_MOST];
	size_t n = links_find(m, list);

	lesson_of(m)->link = n ? (links_chosen(m) + 1) % n : 0;
	lesson_of(m)->link_step = lesson_of(m)->step;
}

void links_open(struct model *m, int key)
{
	struct link list[LINKS_MOST];
	size_t n = links_find(m, list);
	const struct link *l = &list[links_chosen(m) < n ? links_chosen(m) : 0];

	if (!n) {
		model_notice(m, false, _("this page names no other lesson or exercise"));
		return;
	}
	if (l->exercise) {
		model_effect(m, exercise_run, l->exercise->id, 0, false);
		return;
	}
	if (lesson_of(m)->norigins == ORIGINS_MOST)
		memmove(lesson_of(m)->origins, lesson_of(m)->origins + 1,
			--lesson_of(m)->norigins * sizeof *lesson_of(m)->origins);
	snprintf(lesson_of(m)->origins[lesson_of(m)->norigins].lesson, ID_MAX, "%s", lesson_of(m)->lesson->id);
	lesson_of(m)->origins[lesson_of(m)->norigins++].step = (int)lesson_of(m)->step + 1;
	model_effect(m, lesson_run, l->lesson->id, 0, false);
}

bool links_back(struct model *m)
{
	if (model_page(m) != PAGE_LESSON || !lesson_of(m)->norigins)
		return false;
	lesson_of(m)->norigins--;
	model_effect(m, lesson_run, lesson_of(m)->origins[lesson_of(m)->norigins].lesson,
		     lesson_of(m)->origins[lesson_of(m)->norigins].step, false);
	return true;
}
