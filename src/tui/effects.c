/* effects.c - one function per effect; a failure opens a page with the reason. */
#include "config.h"

#include "tui/effects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

/* Shows a failure to record as a notice, so that the learner can go on; any other error as a page. */
static void report(struct model *m, const struct error *err)
{
	model_notice(m, true, "not recorded: %s", err->text);
}

static void outline(struct model *m, const struct tui_backend *b)
{
	struct outline o = { 0 };
	struct error err;

	if (b->outline(b->ctx, &o, &err)) {
		arena_release(&o.arena);
		model_set_problem(m, &err);
		return;
	}
	model_set_outline(m, &o);
}

static void history(struct model *m, const struct tui_backend *b)
{
	struct history h = { 0 };
	struct error err;

	if (b->history(b->ctx, &h, &err)) {
		arena_release(&h.arena);
		model_set_problem(m, &err);
		return;
	}
	model_set_history(m, &h);
}

static void search(struct model *m, const struct tui_backend *b)
{
	struct search s = { .n = 0 };
	struct error err;

	if (b->search(b->ctx, m->query, &s, &err)) {
		arena_release(&s.arena);
		model_set_problem(m, &err);
		return;
	}
	model_set_search(m, &s);
}

static void glossary(struct model *m, const struct tui_backend *b)
{
	const struct glossary *g;
	struct error err;

	if (b->glossary(b->ctx, &g, &err))
		model_set_problem(m, &err);
	else
		model_set_glossary(m, g);
}

/* What a large window shows in addition: without it the page is complete, so an error is not reported. */
static void terms(struct model *m, const struct tui_backend *b)
{
	const struct glossary *g;
	struct error ignored;

	if (!b->glossary(b->ctx, &g, &ignored))
		model_set_terms(m, g);
}

static void ahead(struct model *m, const struct tui_backend *b, const char *id)
{
	struct assignment a = { .last_verdict = -1 };
	struct error ignored;
	char *source = NULL;

	if (b->ahead(b->ctx, id, &a, &source, &ignored)) {
		arena_release(&a.arena);
		return;
	}
	model_set_ahead(m, &a, source);
}

/* The step that asks for the open exercise, from 1 on; 0: none. */
static int step_of_exercise(const struct model *m, const struct lesson *l)
{
	for (size_t i = 0; i < l->nsteps; i++)
		if (l->steps[i].kind == STEP_EXERCISE && !strcmp(l->steps[i].exercise, m->assignment.id))
			return (int)i + 1;
	return 0;
}

static void lesson(struct model *m, const struct tui_backend *b, const char *id, int step, bool of_exercise)
{
	struct lesson *l;
	struct steps_done done;
	struct error err;

	if (b->lesson(b->ctx, id, &l, &done, &err)) {
		model_set_problem(m, &err);
		return;
	}
	if (of_exercise)
		step = step_of_exercise(m, l);
	model_set_lesson(m, l, &done);
	model_go_step(m, step);
}

/* ---- work beside the loop ------------------------------------------------------------------ */

void work_do(const struct tui_backend *b, struct work *w)
{
	switch (w->kind) {
	case EFFECT_EXPERIMENT:
		w->status = b->experiment(b->ctx, w->lesson, w->words, &w->arena, &w->chart, &w->error);
		break;
	case EFFECT_FIGURE:
		if (b->figure(b->ctx, w->lesson, w->line, &w->arena, &w->figure, &w->error))
			w->figure = figure_lacking(&w->error, &w->arena);
		break;
	case EFFECT_PROFILE:
		w->status = b->profile(b->ctx, w->exercise, w->path, &w->arena, &w->profile, &w->error);
		break;
	case EFFECT_PICTURE:
		w->status = b->picture(b->ctx, w->exercise, w->path, w->line, &w->arena, &w->picture, &w->error);
		break;
	default:
		w->status = b->stepper(b->ctx, w->exercise, w->path, w->words, &w->arena, &w->place, &w->error);
	}
}

void work_free(struct work *w)
{
	if (w)
		arena_release(&w->arena);
	free(w);
}

static const char *work_words(const struct work *w)
{
	switch (w->kind) {
	case EFFECT_EXPERIMENT: return "the experiment runs";
	case EFFECT_FIGURE: return "drawing the picture";
	case EFFECT_PROFILE: return "your kernel and the reference are counted, line by line";
	case EFFECT_PICTURE: return "drawing the picture";
	default: return *w->words ? "the stepper goes there" : "preparing the stepper";
	}
}

static void work_show(struct model *m, struct work *w)
{
	const bool in_stepper = w->kind == EFFECT_STEPPER && *w->words;

	if (w->beside) {
		model_set_beside(m, w->line, &w->picture, &w->arena, w->status ? &w->error : NULL);
		return;
	}
	if (w->status && in_stepper) {
		model_notice(m, false, "%s", w->error.text);
		return;
	}
	if (w->status) {
		model_set_problem(m, &w->error);
		return;
	}
	switch (w->kind) {
	case EFFECT_EXPERIMENT: model_set_chart(m, w->chart, &w->arena); break;
	case EFFECT_FIGURE: model_set_figure(m, w->line, w->figure, &w->arena); break;
	case EFFECT_PROFILE: model_set_profile(m, &w->profile, &w->arena); break;
	case EFFECT_PICTURE: model_set_picture(m, &w->picture, &w->arena); break;
	default: model_set_stepper(m, &w->place, &w->arena);
	}
}

void effects_worked(struct model *m, struct work *w)
{
	if (model_work_ended(m))
		work_show(m, w);
	work_free(w);
}

static void work_begin(struct model *m, const struct tui_backend *b, const struct effect *e)
{
	struct error err = { 0 };
	struct work *w;

	if (model_work_later(m, e))
		return;
	w = calloc(1, sizeof *w);
	if (!w) {
		error_nomem(&err);
		model_set_problem(m, &err);
		return;
	}
	w->kind = e->kind;
	w->line = e->number;
	w->beside = e->kind == EFFECT_PICTURE && e->right;
	snprintf(w->words, sizeof w->words, "%s", e->id);
	snprintf(w->lesson, sizeof w->lesson, "%s", m->lesson ? m->lesson->id : "");
	snprintf(w->exercise, sizeof w->exercise, "%s", m->assignment.id ? m->assignment.id : "");
	snprintf(w->path, sizeof w->path, "%s", m->assignment.path ? m->assignment.path : "");
	if (!b->aside) {
		work_do(b, w);
		work_show(m, w);
		work_free(w);
	} else if (b->aside(b->ctx, w, &err)) {
		work_free(w);
		model_set_problem(m, &err);
	} else {
		model_work_started(m, work_words(w));
	}
}

/* ---- exercises ------------------------------------------------------------------------------- */

static void assignment(struct model *m, const struct tui_backend *b, const char *id)
{
	struct assignment a = { 0 };
	struct error err;

	if (b->assignment(b->ctx, id, &a, &err)) {
		arena_release(&a.arena);
		model_set_problem(m, &err);
		return;
	}
	model_set_assignment(m, &a);
}

static void solution(struct model *m, const struct tui_backend *b)
{
	struct error err;
	char *text;

	if (b->solution(b->ctx, m->assignment.id, &text, &err))
		model_set_problem(m, &err);
	else
		model_set_solution(m, text);
}

/* An unreadable file has no panel: the check reports the reason. */
static void source(struct model *m, const struct tui_backend *b)
{
	struct error err;
	char *text = NULL;
	size_t len = 0;

	if (!m->assignment.path || b->source(b->ctx, m->assignment.path, &text, &len, &err))
		text = NULL;
	model_set_source(m, text, len);
}

static void edit(struct model *m, const struct tui_backend *b, int line)
{
	struct error err;

	if (b->edit(b->ctx, m->assignment.path, line, &err))
		model_set_problem(m, &err);
}

static void notes(struct model *m, const struct tui_backend *b, const char *lesson)
{
	char heading[200];
	struct error err;

	if (m->note_heading[0])
		snprintf(heading, sizeof heading, "%s", m->note_heading);
	else
		model_heading(m, heading, sizeof heading);
	if (b->notes(b->ctx, lesson, heading, &err))
		model_set_problem(m, &err);
	outline(m, b);
}

static void reset(struct model *m, const struct tui_backend *b)
{
	char backup[512] = "";
	struct error err;

	if (b->reset(b->ctx, m->assignment.id, backup, sizeof backup, &err)) {
		model_set_problem(m, &err);
		return;
	}
	model_was_reset(m);
	if (backup[0])
		model_notice(m, false, "the stub is back; your file is now %s", path_base(backup));
	else
		model_notice(m, false, "the file is the stub already");
}

static void language(struct model *m, const struct tui_backend *b)
{
	char id[ID_MAX];
	struct error err;

	snprintf(id, sizeof id, "%s", m->assignment.id);
	if (b->language(b->ctx, id, &err)) {
		model_set_problem(m, &err);
		return;
	}
	assignment(m, b, id);
	if (model_page(m) == PAGE_EXERCISE)
		model_notice(m, false, "%s: your answer in %s; %s changes back", path_base(m->assignment.path),
			     m->assignment.python ? "Python" : "CUDA C++", request_key(REQUEST_LANGUAGE));
}

static void check(struct model *m, const struct tui_backend *b)
{
	struct error err;

	if (b->check(b->ctx, m->assignment.id, m->assignment.path, &err))
		model_set_problem(m, &err);
	else
		model_check_started(m);
}

/* ---- a class ---------------------------------------------------------------------------- */

static void open_submission(struct model *m, const struct tui_backend *b, const char *student, const char *exercise)
{
	struct submission s = { .id = NULL };
	struct error err = { 0 };

	if (!b->submission(b->ctx, student, exercise, &s, &err)) {
		model_set_submission(m, &s);
		return;
	}
	submission_release(&s);
	model_set_problem(m, &err);
}

static void chosen_submission(struct model *m, const struct tui_backend *b)
{
	const struct class_pupil *p = model_pupil(m);

	if (p)
		open_submission(m, b, p->id, m->room.table.exercises[m->room.column]);
}

static void class_table(struct model *m, const struct tui_backend *b)
{
	struct class_table t = { .n = 0 };
	struct error err = { 0 };

	if (b->class_table(b->ctx, &t, &err)) {
		class_table_release(&t);
		model_set_problem(m, &err);
		return;
	}
	model_set_class(m, &t);
	if (model_page(m) == PAGE_SUBMISSION)
		chosen_submission(m, b);
}

/* An error is probably a typing mistake: shows it as a notice, and the page stays. */
static void adjust(struct model *m, const struct tui_backend *b)
{
	const struct class_pupil *p = model_pupil(m);
	struct error err = { 0 };

	if (!p)
		return;
	if (b->adjust(b->ctx, p->id, m->room.table.exercises[m->room.column], m->room.points, m->room.entry, &err)) {
		model_notice(m, true, "%s", err.text);
		return;
	}
	model_adjusted(m);
	class_table(m, b);
}

static void regrade(struct model *m, const struct tui_backend *b)
{
	const struct class_pupil *p = model_pupil(m);
	struct error err = { 0 };

	if (!p)
		return;
	if (b->regrade(b->ctx, p->id, m->room.table.exercises[m->room.column], &err))
		model_notice(m, true, "%s%s%s", err.text, err.remedy[0] ? ": " : "", err.remedy);
	else
		model_regrade_started(m);
}

static void settle(struct model *m, const struct tui_backend *b, bool apply)
{
	struct error err = { 0 };

	if (b->settle(b->ctx, apply, &err)) {
		model_set_problem(m, &err);
		return;
	}
	model_notice(m, false, apply ? "the regrade counts now" : "the regrade is dropped; the old points stay");
	class_table(m, b);
}

bool effects_run(struct model *m, const struct tui_backend *b)
{
	struct effect e;

	while (model_take_effect(m, &e)) {
		struct error err;
		int status = 0;

		switch (e.kind) {
		case EFFECT_QUIT: return false;
		case EFFECT_REDRAW: b->redraw(b->ctx); break;
		case EFFECT_OUTLINE: outline(m, b); break;
		case EFFECT_HISTORY: history(m, b); break;
		case EFFECT_LESSON: lesson(m, b, e.id, e.number, e.right); break;
		case EFFECT_SEARCH: search(m, b); break;
		case EFFECT_GLOSSARY: glossary(m, b); break;
		case EFFECT_TERMS: terms(m, b); break;
		case EFFECT_AHEAD: ahead(m, b, e.id); break;
		case EFFECT_EXERCISE: assignment(m, b, e.id); break;
		case EFFECT_STEP_DONE: status = b->step_done(b->ctx, e.id, e.number, e.right, &err); break;
		case EFFECT_SOURCE: source(m, b); break;
		case EFFECT_EXPERIMENT: case EFFECT_FIGURE: case EFFECT_PROFILE: case EFFECT_PICTURE: case EFFECT_STEPPER: work_begin(m, b, &e); break;
		case EFFECT_CANCEL: b->cancel(b->ctx); break;
		case EFFECT_EDIT: edit(m, b, e.number); break;
		case EFFECT_NOTES: notes(m, b, e.id); break;
		case EFFECT_CHECK: check(m, b); break;
		case EFFECT_RESET: reset(m, b); break;
		case EFFECT_SOLUTION: solution(m, b); break;
		case EFFECT_LANGUAGE: language(m, b); break;
		case EFFECT_CLASS: class_table(m, b); break;
		case EFFECT_SUBMISSION: chosen_submission(m, b); break;
		case EFFECT_ADJUST: adjust(m, b); break;
		case EFFECT_REGRADE: regrade(m, b); break;
		case EFFECT_SETTLE: settle(m, b, e.right); break;
		case EFFECT_HINT: status = b->hint_used(b->ctx, m->assignment.id, e.number, &err); break;
		}
		if (status)
			report(m, &err);
	}
	return true;
}
