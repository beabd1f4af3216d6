/* question.c - the learner's answer to a question of a lesson: a choice, a number, or a text in a blank. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "tui/pages/lesson.h"

static struct step_answer *answer_of(const struct model *m)
{
	return &lesson_of(m)->answers[lesson_of(m)->step];
}

static bool takes_number(const struct model *m)
{
	const struct step *step = lesson_step(m);

	return step && step->kind == STEP_QUESTION && !step->nchoices && !step->nblank;
}

static bool takes_text(const struct model *m)
{
	return lesson_step(m) && lesson_step(m)->nblank;
}

bool question_is_open(const struct model *m)
{
	const struct step *step = lesson_step(m);

	return step && step->kind == STEP_QUESTION && !(step->nblank && step_answer_right(step, answer_of(m)));
}

void question_stop(struct model *m)
{
	lesson_of(m)->typed[0] = '\0';
	lesson_of(m)->filling = false;
}

bool question_waits(struct model *m)
{
	const struct lesson_page *l = lesson_of(m);

	if (l->typed[0])
		model_notice(m, false, l->filling ? _("%s gives the text %s, esc drops it") : _("%s gives the number %s, esc "
					"drops it"),
			     request_key(REQUEST_ENTER), l->typed);
	return l->typed[0];
}

void question_choose(struct model *m, int key)
{
	const struct step *step = lesson_step(m);
	size_t i = (size_t)(key - '1');

	if (!step || step->kind != STEP_QUESTION || i >= step->nchoices)
		return;
	answer_of(m)->chosen = (int)i;
	lesson_record(m, step->choices[i].right);
}

/* Types one more character. */
static void type(struct model *m, int key)
{
	char *typed = lesson_of(m)->typed;
	size_t n = strlen(typed);

	if (n + 1 < sizeof lesson_of(m)->typed)
		typed[n] = (char)key, typed[n + 1] = '\0';
}

static void untype(struct model *m)
{
	char *typed = lesson_of(m)->typed;
	size_t n = strlen(typed);

	typed[n ? n - 1 : 0] = '\0';
}

/* ---- a number ------------------------------------------------------------------------------- */

static void give_number(struct model *m)
{
	struct step_answer *answer = answer_of(m);
	char *typed = lesson_of(m)->typed, *end;
	double number = strtod(typed, &end);

	if (*end) {
		model_notice(m, true, _("'%s' is not a number"), typed);
	} else {
		answer->again = !answer->has_number; /* the reason mentions the number: so there are two tries */
		answer->has_number = true;
		answer->number = number;
		lesson_record(m, step_answer_right(lesson_step(m), answer));
	}
	typed[0] = '\0';
}

static bool types_number(struct model *m, int key)
{
	if (!takes_number(m))
		return false;
	if ((key >= '0' && key <= '9') || key == '.' || key == '-')
		type(m, key);
	else if (lesson_of(m)->typed[0] && key == KEYCODE_BACKSPACE)
		untype(m);
	else if (lesson_of(m)->typed[0] && key == KEYCODE_ESCAPE)
		lesson_of(m)->typed[0] = '\0';
	else
		return false;
	return true;
}

/* ---- the blank: enter goes into it and gives the answer, escape leaves it --------------------- */

bool question_fills(const struct model *m)
{
	return lesson_of(m)->filling && takes_text(m);
}

/* The blank and its explanation are at the end of the step. */
static void show_blank(struct model *m)
{
	m->places[m->depth].scroll = m->lines;
}

/* Starts with the last answer, which was wrong. */
static void fill_begin(struct model *m)
{
	lesson_of(m)->filling = true;
	snprintf(lesson_of(m)->typed, sizeof lesson_of(m)->typed, "%s", answer_of(m)->filled);
	show_blank(m);
}

/* A second wrong answer shows the reason, so the same answer again does not count. */
static void fill_give(struct model *m)
{
	struct step_answer *answer = answer_of(m);
	const char *typed = lesson_of(m)->typed;

	if (!typed[strspn(typed, " ")]) {
		question_stop(m);
	} else if (step_blank_same(typed, answer->filled)) {
		model_notice(m, false, _("you have given this answer: change it, or leave it with esc"));
	} else {
		answer->again = !answer->filled[0];
		snprintf(answer->filled, sizeof answer->filled, "%s", typed);
		lesson_record(m, step_answer_right(lesson_step(m), answer));
		question_stop(m);
		show_blank(m);
	}
}

static bool moves_window(int key)
{
	return key == KEYCODE_UP || key == KEYCODE_DOWN || key == KEYCODE_PAGE_UP || key == KEYCODE_PAGE_DOWN ||
	       key == KEYCODE_CTRL_L;
}

/* Keys that scroll still do. Pasted text turns the end of a line into a space, and gives no answer. */
static bool fills(struct model *m, int key, bool pasted)
{
	if (!question_fills(m) || moves_window(key))
		return false;
	if (pasted && (key == KEYCODE_ENTER || key == KEYCODE_TAB))
		key = KEYCODE_SPACE;
	if (key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE)
		type(m, key);
	else if (pasted)
		return false;
	else if (key == KEYCODE_ENTER)
		fill_give(m);
	else if (key == KEYCODE_ESCAPE)
		question_stop(m);
	else if (key == KEYCODE_BACKSPACE)
		untype(m);
	return true;
}

bool question_takes(struct model *m, int key, bool pasted)
{
	return fills(m, key, pasted) || types_number(m, key);
}

bool question_enter(struct model *m)
{
	if (takes_text(m) && !step_answer_right(lesson_step(m), answer_of(m)))
		fill_begin(m);
	else if (lesson_of(m)->typed[0])
		give_number(m);
	else
		return false;
	return true;
}

/* While the learner fills in a blank, no other key has a meaning. */
bool question_input(const struct model *m, struct screen *s, int row)
{
	int col = 1;

	if (!question_fills(m) || m->notice[0])
		return false;
	col = screen_put(s, row, col, STYLE_KEY, _("enter"));
	col = screen_put(s, row, col + 1, STYLE_DIM, _("gives the answer"));
	col = screen_put(s, row, col + 2, STYLE_KEY, _("esc"));
	screen_put(s, row, col + 1, STYLE_DIM, _("leaves it"));
	return true;
}
