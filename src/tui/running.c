/* running.c - see running.h. */
#include "config.h"

#include "tui/running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/pages/exercise.h"
#include "tui/pages/lesson.h"
#include "tui/pages/profile.h"
#include "tui/view.h"

static int cancel_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	b->cancel(b->ctx);
	return 0;
}

/* Cancels the work for which the learner still waits. */
static bool work_stop(struct model *m)
{
	if (!m->working[0] || m->work_dropped)
		return false;
	m->nlater = 0;
	model_effect(m, cancel_run, NULL, 0, false);
	m->work_dropped = true;
	return true;
}

/* ---- checks ------------------------------------------------------------------------------ */

static int check_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct assignment *a = &exercise_of(m)->assignment;

	if (b->check(b->ctx, a->id, a->path, err))
		return -1;
	m->checking = true;
	m->check_again = false;
	m->state = (struct attempt_state){ .stage = STAGE_READ };
	m->started = m->tick;
	snprintf(m->checking_id, sizeof m->checking_id, "%s", a->id);
	return 0;
}

void check_start(struct model *m)
{
	if (m->checking && !m->check_again)
		model_effect(m, cancel_run, NULL, 0, false);
	else if (m->working[0])
		work_stop(m);
	m->check_again = m->checking || m->working[0];
	if (!m->check_again)
		model_effect(m, check_run, NULL, 0, false);
}

void check_saved(struct model *m)
{
	profile_of(m)->old = true;
	model_effect(m, exercise_read, NULL, 0, false);
	check_start(m);
}

static void check_again(struct model *m)
{
	if (m->check_again)
		model_effect(m, check_run, NULL, 0, false);
	m->check_again = false;
}

static bool is_of_open(const struct model *m, const struct attempt *a)
{
	const char *open = exercise_of(m)->assignment.id;

	return a && open && !strcmp(a->exercise, open);
}

void check_so_far(struct model *m, struct attempt *a)
{
	if (!is_of_open(m, a) || m->check_again || m->check_dropped || (!exercise_of(m)->so_far && view_now(m)->undisturbed)) {
		attempt_free(a);
		return;
	}
	if (!exercise_of(m)->so_far) {
		if (a->verdict == VERDICT_PASSED)
			lesson_solved(m, a->exercise);
		model_push(m, PAGE_RESULT);
	}
	exercise_so_far(m, a);
}

void check_done(struct model *m, struct attempt *a)
{
	const bool cancelled = (m->check_again || m->check_dropped) && a && a->verdict == VERDICT_INTERRUPTED;
	const bool here = is_of_open(m, a),
		shown = here && exercise_of(m)->so_far && exercise_of(m)->attempt->verdict == a->verdict;

	exercise_so_far(m, NULL);
	m->checking = m->check_dropped = false;
	check_again(m);
	if (!a || cancelled) {
		attempt_free(a);
		return;
	}
	model_effect(m, outline_read, NULL, 0, false);
	if (a->verdict == VERDICT_PASSED)
		lesson_solved(m, a->exercise);
	if (shown)
		; /* its page was there before, and the learner may have left it */
	else if (!here || view_now(m)->undisturbed)
		model_notice(m, a->verdict != VERDICT_PASSED, "%s: %s", a->exercise, attempt_headline(a));
	else
		model_push(m, PAGE_RESULT);
	if (here)
		exercise_checked(m, a);
	else
		attempt_free(a);
}

/* ---- work beside the loop ------------------------------------------------------------------ */

static struct spot spot_of(const struct model *m)
{
	struct spot s = { .depth = m->depth, .page = model_page(m), .step = lesson_of(m)->step };

	if (exercise_of(m)->assignment.id)
		snprintf(s.exercise, sizeof s.exercise, "%s", exercise_of(m)->assignment.id);
	return s;
}

static bool is_here(const struct model *m)
{
	const struct spot s = spot_of(m), *at = &m->working_at;

	return at->depth == s.depth && at->page == s.page && at->step == s.step && !strcmp(at->exercise, s.exercise);
}

bool running_nothing(const struct model *m)
{
	return !m->checking && !m->working[0];
}

bool running_end(struct model *m)
{
	if (work_stop(m))
		return true;
	if (!m->checking || m->check_again || m->check_dropped || view_now(m)->undisturbed)
		return false;
	model_effect(m, cancel_run, NULL, 0, false);
	m->check_dropped = true;
	return true;
}

void running_leave(struct model *m)
{
	if (!is_here(m))
		work_stop(m);
}

static void work_started(struct model *m, const char *words)
{
	snprintf(m->working, sizeof m->working, "%s", words);
	m->working_at = spot_of(m);
	m->work_dropped = false;
	m->started = m->tick;
}

int task_begin(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct assignment *a = &exercise_of(m)->assignment;
	struct work *w;

	if (m->working[0]) {
		if (m->nlater < LATER_MOST && !m->work_dropped)
			m->later[m->nlater++] = *e;
		return 0;
	}
	w = calloc(1, sizeof *w);
	if (!w)
		return error_nomem(err);
	w->task = e->task;
	w->number = e->number;
	w->right = e->right;
	snprintf(w->words, sizeof w->words, "%s", e->id);
	snprintf(w->lesson, sizeof w->lesson, "%s", lesson_of(m)->lesson ? lesson_of(m)->lesson->id : "");
	snprintf(w->exercise, sizeof w->exercise, "%s", a->id ? a->id : "");
	snprintf(w->path, sizeof w->path, "%s", a->path ? a->path : "");
	if (!b->aside) {
		work_do(b, w);
		w->task->show(m, w);
		work_free(w);
	} else if (b->aside(b->ctx, w, err)) {
		work_free(w);
		return -1;
	} else {
		work_started(m, w->task->later && *w->words ? w->task->later : w->task->title);
	}
	return 0;
}

void work_do(const struct tui_backend *b, struct work *w)
{
	w->status = w->task->run(b, w);
}

void work_free(struct work *w)
{
	if (w)
		arena_release(&w->arena);
	free(w);
}

void work_keep(struct work *w, struct arena *arena)
{
	arena_release(arena);
	*arena = w->arena;
	memset(&w->arena, 0, sizeof w->arena);
}

/* True: the learner still waits for the result. */
static bool work_ended(struct model *m)
{
	bool wanted = !m->work_dropped && is_here(m);

	m->working[0] = '\0';
	m->work_dropped = false;
	for (size_t i = 0; wanted && i < m->nlater; i++)
		model_task(m, m->later[i].task, m->later[i].id, m->later[i].number, m->later[i].right);
	m->nlater = 0;
	if (m->check_again)
		lesson_of(m)->figure_asked = 0;
	check_again(m);
	return wanted;
}

void work_done(struct model *m, struct work *w)
{
	if (work_ended(m))
		w->task->show(m, w);
	work_free(w);
}
