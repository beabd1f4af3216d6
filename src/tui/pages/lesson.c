/*
 * lesson.c - one step of a lesson: its page, the way from step to step, its pictures and experiments. question.c has the answers.
 */
#include "config.h"

#include "tui/pages/lesson.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/exercise.h"
#include "tui/pages/menu.h"
#include "tui/pages/nearby.h"
#include "tui/running.h"

static void status_line(const struct model *m, struct buf *out)
{
	const struct outline_lesson *l = model_lesson_of(m, lesson_of(m)->lesson->id);

	buf_printf(out, _("%s%sstep %zu of %zu"), l && l->notes ? request_key(REQUEST_NOTES) : "", l && l->notes
			? _(" notes  ") : "",
		   lesson_of(m)->step + 1, lesson_of(m)->lesson->nsteps);
}

/* The exercise that the step asks for, as in the menu. */
static void write_exercise(const struct model *m, struct page *p, const char *id)
{
	const struct outline_exercise *e = model_exercise_of(m, id);
	char minutes[16];

	if (!e)
		return;
	view_minutes(e->minutes, minutes);
	page_blank(p);
	page_wrap(p, 0, STYLE_PLAIN, e->title);
	page_line(p);
	page_printf(p, style_of_progress(e->progress), "%s ", mark_of_progress(e->progress));
	page_add(p, STYLE_DIM, e->progress == PROGRESS_PASSED ? _("passed") : e->attempts ? _("tried") : _("new"));
	page_printf(p, STYLE_DIM, _(", about %s"), minutes);
}

/* The blank; if its text does not fit, the end of it. */
static void write_blank(const struct model *m, struct page *p)
{
	const struct step_answer *answer = &lesson_of(m)->answers[lesson_of(m)->step];
	int hidden = (int)strlen(lesson_of(m)->typed) - (p->width - 3);

	if (step_answer_right(lesson_step(m), answer))
		return;
	page_blank(p);
	page_line(p);
	if (!question_fills(m)) {
		page_printf(p, STYLE_ACCENT, answer->filled[0] ? _("> %s changes your answer") : _("> %s begins your answer"),
			    request_key(REQUEST_ENTER));
		return;
	}
	page_add(p, STYLE_DIM, "> ");
	page_add(p, STYLE_EMPHASIS, lesson_of(m)->typed + (hidden > 0 ? hidden : 0));
	page_add(p, STYLE_ACCENT, p->ascii ? "_" : "▏");
}

static void write_number(const struct model *m, struct page *p)
{
	page_blank(p);
	page_line(p);
	if (lesson_of(m)->typed[0]) {
		page_printf(p, STYLE_EMPHASIS, "> %s", lesson_of(m)->typed);
		page_printf(p, STYLE_DIM, _("   %s gives the answer"), request_key(REQUEST_ENTER));
	} else if (!step_answer_right(lesson_step(m), &lesson_of(m)->answers[lesson_of(m)->step])) {
		page_printf(p, STYLE_DIM, _("> type %s, then %s"),
			    lesson_of(m)->answers[lesson_of(m)->step].has_number ? _("another") : lesson_step(m)->norder ?
			    _("the lines' numbers in the right order (312...)") : _("a number"), request_key(REQUEST_ENTER));
	}
}

/* The lessons and exercises that the page names, and the keys that open them. */
static void write_links(const struct model *m, struct page *p)
{
	struct link links[LINKS_MOST];
	size_t n = links_find(m, links), chosen = links_chosen(m);
	char text[LINK_TEXT];

	if (!n)
		return;
	page_blank(p);
	page_line(p);
	page_printf(p, STYLE_ACCENT, _("> %s opens"), request_key(REQUEST_LINK));
	for (size_t i = 0; i < n; i++) {
		link_text(&links[i], text);
		if (p->col + text_width(text) + 3 > p->width)
			page_line(p);
		page_printf(p, i == chosen ? STYLE_ACCENT : STYLE_DIM, " %s%s", text, i + 1 < n ? "," : "");
	}
	if (n > 1 && p->col + 22 < p->width)
		page_printf(p, STYLE_DIM, _("   %s chooses"), request_key(REQUEST_LINK_NEXT));
}

static void content(const struct model *m, struct page *p)
{
	const struct step *step = lesson_step(m);

	if (!step) {
		page_wrap(p, 0, STYLE_DIM, _("this lesson has no steps"));
		return;
	}
	page_step(p, step, &lesson_of(m)->answers[lesson_of(m)->step]);
	if (step->kind == STEP_EXPERIMENT && !lesson_of(m)->answers[lesson_of(m)->step].chart) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_ACCENT, _("> %s runs it"), request_key(REQUEST_ENTER));
	}
	if (step->kind == STEP_EXERCISE) {
		write_exercise(m, p, step->exercise);
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_ACCENT, _("> %s opens it"), request_key(REQUEST_ENTER));
		if (lesson_ahead(m)) {
			page_blank(p);
			page_markup(p, lesson_ahead(m)->task);
		}
	}
	write_links(m, p);
	if (step->nblank)
		write_blank(m, p);
	else if (step->kind == STEP_QUESTION && !step->nchoices)
		write_number(m, p);
}

/* ---- the column beside it: the steps ------------------------------------------------------- */

#define SIDE_HEAD 2 /* lines above the steps */

static int steps_done(const struct model *m)
{
	const struct outline_lesson *l = model_lesson_of(m, lesson_of(m)->lesson->id);
	int done = l ? l->steps_done : 0;

	return done > (int)lesson_of(m)->step ? done : (int)lesson_of(m)->step;
}

/* An exercise that is not passed, or a question without a right answer: skipped, but not done. */
static bool is_unfinished(const struct model *m, const struct step *step)
{
	const struct step_answer *answer = &lesson_of(m)->answers[step - lesson_of(m)->lesson->steps];
	const struct outline_exercise *e = step->kind == STEP_EXERCISE ? model_exercise_of(m, step->exercise) : NULL;

	if (step->kind == STEP_QUESTION)
		return !answer->known && !step_answer_right(step, answer);
	return e && e->progress != PROGRESS_PASSED;
}

/* The question, in one line and without markup. */
static const char *question_words(const struct step *step, struct arena *arena)
{
	const struct step text = { .kind = STEP_TEXT, .text = step->text };
	struct buf words = BUF_INIT;
	const char *kept;

	step_words(&text, false, &words);
	kept = arena_strdup(arena, buf_text(&words));
	buf_release(&words);
	return kept ? kept : _("question");
}

static void side(const struct model *m, struct page *p)
{
	int done = steps_done(m);

	page_line(p);
	page_gauge(p, (int)lesson_of(m)->step + 1, (int)lesson_of(m)->lesson->nsteps, p->width - 8);
	page_printf(p, STYLE_DIM, " %zu/%zu", lesson_of(m)->step + 1, lesson_of(m)->lesson->nsteps);
	page_blank(p);
	p->fixed = SIDE_HEAD;
	for (size_t i = 0; i < lesson_of(m)->lesson->nsteps; i++) {
		static const char *const kinds[] = {
			[STEP_TEXT] = N_("text"), [STEP_CODE] = N_("code"), [STEP_GRID] = N_("picture"),
					[STEP_QUESTION] = N_("question"),
			[STEP_EXERCISE] = N_("exercise"), [STEP_EXPERIMENT] = N_("experiment"), [STEP_POINTS] = N_("key points"),
		};
		const struct step *step = &lesson_of(m)->lesson->steps[i];
		const char *own = step->kind == STEP_EXERCISE ? path_base(step->exercise) : step->title;
		const char *title = own ? own : step->kind == STEP_QUESTION && step->text ? question_words(step, &p->arena) :
				    _(kinds[step->kind]);
		bool here = i == lesson_of(m)->step, behind = (int)i < done && !is_unfinished(m, step);

		page_line(p);
		page_add(p, here ? STYLE_ACCENT : behind ? STYLE_GOOD : STYLE_DIM, here ? "▸ " : behind ? "✓ " : "· ");
		page_fit(p, here ? STYLE_ACCENT : behind || step->title ? STYLE_PLAIN : STYLE_DIM, title, p->width - 2);
		if (here)
			p->selected = (int)p->nlines - 1;
	}
}

/* ---- what is open ------------------------------------------------------------------------------ */

const struct step *lesson_step(const struct model *m)
{
	const struct lesson_page *l = lesson_of(m);

	return l->lesson && l->step < l->lesson->nsteps ? &l->lesson->steps[l->step] : NULL;
}

/* Frees the answers, with the lesson that they belong to. */
static void forget(struct model *m)
{
	struct lesson_page *l = lesson_of(m);

	for (size_t i = 0; l->lesson && i < l->lesson->nsteps; i++)
		arena_release(&l->charts[i]), kept_put(&l->kept, l->lesson, i, l->answers[i].figure, &l->figures[i]);
	free(l->charts);
	free(l->figures);
	free(l->answers);
	if (l->lesson)
		lesson_close(l->lesson);
}

static void release(struct model *m)
{
	forget(m);
	lesson_forget_ahead(m);
	kept_release(&lesson_of(m)->kept);
}

/* Takes over the lesson. */
static int open(struct model *m, struct lesson *new, const struct steps_done *done, struct error *err)
{
	struct lesson_page *l = lesson_of(m);
	struct step_answer *answers = calloc(new->nsteps + 1, sizeof *answers);
	struct arena *charts = calloc(new->nsteps + 1, sizeof *charts), *figures = calloc(new->nsteps + 1, sizeof *figures);

	if (!answers || !charts || !figures) {
		free(answers);
		free(charts);
		free(figures);
		lesson_close(new);
		return error_nomem(err);
	}
	forget(m);
	for (size_t i = 0; i < new->nsteps; i++) {
		answers[i] = (struct step_answer){ .chosen = -1, .here = true, .known = i < STEPS_MOST && done->right[i] };
		answers[i].figure = kept_take(&l->kept, new, i, &figures[i]);
	}
	l->lesson = new;
	l->answers = answers;
	l->charts = charts;
	l->figures = figures;
	l->figure_asked = 0;
	l->step = done->highest > 0 && (size_t)done->highest < new->nsteps ? (size_t)done->highest : 0;
	question_stop(m);
	model_push(m, PAGE_LESSON);
	return 0;
}

/* The step that asks for the open exercise, from 1 on; 0: none. */
static int step_of_exercise(const struct model *m, const struct lesson *l)
{
	for (size_t i = 0; i < l->nsteps; i++)
		if (l->steps[i].kind == STEP_EXERCISE && !strcmp(l->steps[i].exercise, exercise_of(m)->assignment.id))
			return (int)i + 1;
	return 0;
}

int lesson_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct steps_done done;
	struct lesson *l;
	int step;

	if (b->lesson(b->ctx, e->id, &l, &done, err))
		return -1;
	step = e->right ? step_of_exercise(m, l) : e->number;
	if (open(m, l, &done, err))
		return -1;
	if (step > 0 && (size_t)step <= l->nsteps)
		lesson_of(m)->step = (size_t)step - 1;
	return 0;
}

static int record_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	return model_recorded(m, b->step_done(b->ctx, e->id, e->number, e->right, err), err);
}

void lesson_record(struct model *m, bool right)
{
	model_effect(m, record_run, lesson_of(m)->lesson->id, (int)lesson_of(m)->step + 1, right);
}

void lesson_solved(struct model *m, const char *exercise)
{
	const struct step *step = lesson_step(m);

	if (step && step->kind == STEP_EXERCISE && !strcmp(step->exercise, exercise))
		lesson_record(m, true);
}

/* ---- the exercise that the step asks for, which a large window shows beside the step ---------------- */

const struct assignment *lesson_ahead(const struct model *m)
{
	const struct step *step = lesson_step(m);
	const struct assignment *ahead = &lesson_of(m)->ahead;

	return step && step->kind == STEP_EXERCISE && ahead->id && !strcmp(ahead->id, step->exercise) ? ahead : NULL;
}

void lesson_forget_ahead(struct model *m)
{
	struct lesson_page *l = lesson_of(m);

	arena_release(&l->ahead.arena);
	free(l->ahead_source);
	memset(&l->ahead, 0, sizeof l->ahead);
	l->ahead_source = NULL;
	l->ahead_asked[0] = '\0';
}

/* Without it the page is complete, so an error is not reported. */
static int ahead_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct assignment a = { .last_verdict = -1 };
	struct lesson_page *l = lesson_of(m);
	char *source = NULL;

	if (b->ahead(b->ctx, e->id, &a, &source, err)) {
		arena_release(&a.arena);
		return 0;
	}
	arena_release(&l->ahead.arena);
	free(l->ahead_source);
	l->ahead = a;
	l->ahead_source = source;
	return 0;
}

/* ---- work: the pictures of a step, an experiment ---------------------------------------------------- */

static int figure_make(const struct tui_backend *b, struct work *w)
{
	struct figure *figure;

	if (b->figure(b->ctx, w->lesson, w->number, &w->arena, &figure, &w->error))
		figure = figure_lacking(&w->error, &w->arena);
	w->made = figure;
	return 0;
}

static void figure_show(struct model *m, struct work *w)
{
	struct lesson_page *l = lesson_of(m);
	size_t i = (size_t)w->number - 1;

	if (!l->lesson || i >= l->lesson->nsteps || !w->made)
		return;
	l->answers[i].figure = w->made;
	work_keep(w, &l->figures[i]);
}

static int chart_make(const struct tui_backend *b, struct work *w)
{
	struct chart *chart;
	int status = b->experiment(b->ctx, w->lesson, w->words, &w->arena, &chart, &w->error);

	w->made = status ? NULL : chart;
	return status;
}

static void chart_show(struct model *m, struct work *w)
{
	struct lesson_page *l = lesson_of(m);

	if (w->status) {
		model_set_problem(m, &w->error);
		return;
	}
	if (!lesson_step(m))
		return;
	l->answers[l->step].chart = w->made;
	work_keep(w, &l->charts[l->step]);
	m->places[m->depth].scroll = INT_MAX / 2; /* the chart is at the end of the step */
}

static const struct task figure_task = { .title = N_("drawing the picture"), .run = figure_make, .show = figure_show };

static const struct task experiment_task = { .title = N_("the experiment runs"), .run = chart_make, .show = chart_show };

/* Requests the pictures and the exercise of the open step, once. */
static void lacks(struct model *m)
{
	const struct step *s = model_page(m) == PAGE_LESSON ? lesson_step(m) : NULL;
	struct lesson_page *l = lesson_of(m);

	if (!s || l->figure_asked != l->step + 1)
		l->figure_asked = 0;
	if (!s)
		return;
	if (s->npictures && !l->answers[l->step].figure && !l->figure_asked && running_nothing(m)) {
		l->figure_asked = l->step + 1;
		model_task(m, &figure_task, NULL, (int)l->figure_asked, false);
	} else if (m->cols >= LAYOUT_SIDE_COLS && m->rows >= LAYOUT_FRAME_ROWS && s->kind == STEP_EXERCISE &&
		   strcmp(l->ahead_asked, s->exercise)) {
		snprintf(l->ahead_asked, sizeof l->ahead_asked, "%s", s->exercise);
		model_effect(m, ahead_run, s->exercise, 0, false);
	}
}

/* ---- keys ---------------------------------------------------------------------------------------- */

static void step_to(struct model *m, size_t step)
{
	lesson_of(m)->step = step;
	question_stop(m);
	m->places[m->depth].scroll = 0;
}

static void leave(struct model *m, int key)
{
	model_effect(m, outline_read, NULL, 0, false);
	question_stop(m);
	if (!links_back(m))
		model_pop(m);
}

/* A question is done once the learner has answered it; any other step, once the learner goes on. */
void lesson_next(struct model *m)
{
	const struct lesson_page *l = lesson_of(m);
	const struct step *step = lesson_step(m);
	const struct outline_lesson *o = model_lesson_of(m, l->lesson->id);
	int open;

	if (question_waits(m))
		return;
	if (step && step->kind != STEP_QUESTION && step->kind != STEP_EXERCISE)
		lesson_record(m, true);
	if (l->step + 1 < l->lesson->nsteps) {
		step_to(m, l->step + 1);
		return;
	}
	open = o ? (int)o->nexercises - o->passed : 0;
	menu_of(m)->cursor = -1; /* to the suggested row, once the outline has been read */
	leave(m, 0);
	if (open)
		model_notice(m, false, tr_n("this was the last step of \"%s\"; %d exercise is left",
					    "this was the last step of \"%s\"; %d exercises are left", (uint64_t)open),
			     l->lesson->title, open);
	else
		model_notice(m, false, _("this was the last step of \"%s\""), l->lesson->title);
}

/* The space bar reads on, as in a pager: first to the end of the page. */
static void next(struct model *m, int key)
{
	if (key == KEYCODE_SPACE && model_scroll(m) + m->body_rows < m->lines && !lesson_of(m)->typed[0])
		model_act(m, REQUEST_PAGE_DOWN, key);
	else
		lesson_next(m);
}

static void previous(struct model *m, int key)
{
	if (lesson_of(m)->step)
		step_to(m, lesson_of(m)->step - 1);
	else
		model_notice(m, false, _("this is the first step"));
}

static bool has_previous(const struct model *m)
{
	return lesson_of(m)->step > 0;
}

static bool is_experiment(const struct model *m)
{
	return lesson_step(m) && lesson_step(m)->kind == STEP_EXPERIMENT;
}

static void experiment(struct model *m, int key)
{
	if (is_experiment(m))
		model_task(m, &experiment_task, lesson_step(m)->experiment, 0, false);
	else
		model_notice(m, false, _("there is no experiment here to run"));
}

static bool is_exercise(const struct model *m)
{
	return lesson_step(m) && lesson_step(m)->kind == STEP_EXERCISE;
}

static void enter(struct model *m, int key)
{
	if (question_enter(m))
		return;
	if (is_exercise(m))
		model_effect(m, exercise_run, lesson_step(m)->exercise, 0, false);
	else if (is_experiment(m) && !lesson_of(m)->answers[lesson_of(m)->step].chart)
		experiment(m, key);
	else
		lesson_next(m);
}

/* One key for each choice. */
static const char *answer_keys(const struct model *m)
{
	static char keys[8];
	const struct step *step = lesson_step(m);

	snprintf(keys, sizeof keys, "1-%zu", step && step->nchoices < 10 ? step->nchoices : 9);
	return step && step->nchoices ? keys : step && step->nblank ? request_key(REQUEST_ENTER) : "0-9";
}

static const struct action actions[] = {
	{ REQUEST_ANSWER, question_choose, question_is_open, answer_keys }, { REQUEST_ENTER, enter, is_exercise },
	{ REQUEST_RUN, experiment, is_experiment }, { REQUEST_LINK, links_open, links_any }, { REQUEST_LINK_NEXT, links_next },
	{ REQUEST_NEXT, next }, { REQUEST_PREVIOUS, previous, has_previous }, { REQUEST_BACK, leave }, { REQUEST_NONE },
};

/* A click on a step in the column beside it turns to the step. */
static void click_side(struct model *m, int line)
{
	size_t step = (size_t)(line - SIDE_HEAD);

	if (line >= SIDE_HEAD && step < lesson_of(m)->lesson->nsteps && step != lesson_of(m)->step && !question_waits(m))
		step_to(m, step);
	running_leave(m);
}

/* ---- the page ---------------------------------------------------------------------------------------- */

/* Pictures beside a text use all columns. */
static bool wide(const struct model *m)
{
	const struct step *s = lesson_step(m);

	return s && s->npictures && s->kind != STEP_QUESTION;
}

static const char *title(const struct model *m)
{
	return lesson_of(m)->lesson->title;
}

static void trail(const struct model *m, int depth, struct buf *out)
{
	char number[8];

	view_number(lesson_of(m)->lesson->id, number);
	buf_printf(out, "%s %s", number, lesson_of(m)->lesson->title);
}

const struct view view_lesson = {
	.size = sizeof(struct lesson_page), .release = release, .actions = actions, .takes = question_takes, .lacks = lacks,
	.undisturbed = true, .status_line = status_line, .content = content, .layout = LAYOUT_SIDE, .wide_now = wide,
	.side = side, .side_title = N_("steps"), .lower = nearby_lesson, .lower_title = nearby_lesson_title, .title_now = title,
	.trail = trail, .input = question_input, .click_side = click_side,
};
