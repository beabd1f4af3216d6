/* model.c - the state: pages, menu rows, and their changes by outcomes. model_keys.c has the actions of keys. */
#include "config.h"

#include "tui/model.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "tui/layout.h"

#define TO_SUGGESTED (-1) /* as `cursor`: the next outline moves it to the suggested row */

void model_init(struct model *m, int rows, int cols, bool ascii)
{
	memset(m, 0, sizeof *m);
	m->ascii = ascii;
	m->cursor = TO_SUGGESTED;
	m->places[0].page = PAGE_MENU;
	model_set_size(m, rows, cols);
	model_effect(m, EFFECT_OUTLINE, NULL, 0, false);
}

void model_init_class(struct model *m, int rows, int cols, bool ascii)
{
	memset(m, 0, sizeof *m);
	m->ascii = ascii;
	m->places[0].page = PAGE_CLASS;
	m->room.by = CLASS_BY_NAME;
	model_set_size(m, rows, cols);
	model_effect(m, EFFECT_CLASS, NULL, 0, false);
}

static void attempt_free(struct attempt *a)
{
	if (a)
		attempt_release(a);
	free(a);
}

/* Frees the answers, with the lesson that they belong to. */
static void answers_forget(struct model *m)
{
	for (size_t i = 0; m->lesson && i < m->lesson->nsteps; i++)
		arena_release(&m->charts[i]), kept_put(&m->kept, m->lesson, i, m->answers[i].figure, &m->figures[i]);
	free(m->charts);
	free(m->figures);
	free(m->answers);
	if (m->lesson)
		lesson_close(m->lesson);
}

void model_release(struct model *m)
{
	arena_release(&m->outline.arena);
	arena_release(&m->history.arena);
	arena_release(&m->search.arena);
	free(m->terms_here);
	class_release_all(&m->room);
	arena_release(&m->assignment.arena);
	model_forget_ahead(m);
	arena_release(&m->profile_arena);
	arena_release(&m->picture_arena);
	arena_release(&m->beside_arena);
	arena_release(&m->stepper_arena);
	free(m->unfolded);
	answers_forget(m);
	kept_release(&m->kept);
	free(m->solution);
	free(m->source);
	attempt_free(m->attempt);
	memset(m, 0, sizeof *m);
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

/* Opens a page. If it is already open below, goes back to it: no page is open twice. */
void model_push(struct model *m, enum page_id page)
{
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

void model_effect(struct model *m, enum effect_kind kind, const char *id, int number, bool right)
{
	struct effect *e;

	if (m->neffects == sizeof m->effects / sizeof *m->effects)
		return;
	e = &m->effects[m->neffects++];
	*e = (struct effect){ .kind = kind, .number = number, .right = right };
	snprintf(e->id, sizeof e->id, "%s", id ? id : "");
}

/* Does the page lack pictures that the model can request now? */
static bool wants_figure(struct model *m)
{
	const struct step *s = model_page(m) == PAGE_LESSON ? model_step(m) : NULL;

	if (!s || m->figure_asked != m->step + 1)
		m->figure_asked = 0;
	return s && s->npictures && !m->answers[m->step].figure && !m->figure_asked && !m->working[0] && !m->checking;
}

bool model_take_effect(struct model *m, struct effect *e)
{
	if (!m->neffects && wants_figure(m)) {
		m->figure_asked = m->step + 1;
		model_effect(m, EFFECT_FIGURE, NULL, (int)m->figure_asked, false);
	}
	if (!m->neffects)
		model_ask_nearby(m);
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
	m->notice_bad = bad;
}

/* ---- the menu ------------------------------------------------------------------------ */

int model_menu_rows(const struct model *m)
{
	int rows = 0;

	for (size_t i = 0; i < m->outline.nlessons; i++)
		rows += 1 + (m->unfolded[i] ? (int)m->outline.lessons[i].nexercises : 0);
	return rows;
}

struct menu_row model_menu_row(const struct model *m, int row)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];
		int shown = m->unfolded[i] ? (int)l->nexercises : 0;

		if (row == 0)
			return (struct menu_row){ l, NULL };
		if (row <= shown)
			return (struct menu_row){ l, &l->exercises[row - 1] };
		row -= 1 + shown;
	}
	return (struct menu_row){ NULL, NULL };
}

int model_row_of(const struct model *m, struct menu_row wanted)
{
	for (int i = 0, n = model_menu_rows(m); i < n; i++) {
		struct menu_row row = model_menu_row(m, i);

		if (row.lesson == wanted.lesson && row.exercise == wanted.exercise)
			return i;
	}
	return -1;
}

/* Suggests a lesson before its exercises, because its steps lead to them. */
struct menu_row model_suggested(const struct model *m)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		if (l->nexercises ? (size_t)l->passed == l->nexercises : l->steps_done >= l->steps)
			continue;
		if (l->steps_done < l->steps)
			return (struct menu_row){ l, NULL };
		for (size_t k = 0; k < l->nexercises; k++)
			if (l->exercises[k].progress != PROGRESS_PASSED)
				return (struct menu_row){ l, &l->exercises[k] };
	}
	return (struct menu_row){ NULL, NULL };
}

static void cursor_to_suggested(struct model *m)
{
	struct menu_row next = model_suggested(m);
	int row;

	if (next.lesson)
		m->unfolded[next.lesson - m->outline.lessons] = true;
	row = model_row_of(m, next);
	m->cursor = row < 0 ? 0 : row;
}

void model_set_outline(struct model *m, struct outline *o)
{
	if (!m->unfolded || o->nlessons != m->outline.nlessons) {
		bool *unfolded = calloc(o->nlessons + 1, sizeof *unfolded);

		if (!unfolded) {
			model_notice(m, true, "out of memory");
			arena_release(&o->arena);
			return;
		}
		free(m->unfolded);
		m->unfolded = unfolded;
		m->cursor = TO_SUGGESTED;
	}
	arena_release(&m->outline.arena);
	m->outline = *o;
	memset(o, 0, sizeof *o);
	if (m->cursor < 0)
		cursor_to_suggested(m);
	if (m->cursor >= model_menu_rows(m))
		m->cursor = 0;
}

const struct outline_lesson *model_lesson_of(const struct model *m, const char *id)
{
	size_t n = strcspn(id, "/");

	for (size_t i = 0; i < m->outline.nlessons; i++)
		if (!strncmp(m->outline.lessons[i].id, id, n) && !m->outline.lessons[i].id[n])
			return &m->outline.lessons[i];
	return NULL;
}

void model_heading(const struct model *m, char *out, size_t size)
{
	const struct step *step = model_step(m);

	if (model_page(m) != PAGE_LESSON)
		snprintf(out, size, "%s", m->assignment.title);
	else if (step && step_title(step))
		snprintf(out, size, "Step %zu: %s", m->step + 1, step_title(step));
	else
		snprintf(out, size, "Step %zu", m->step + 1);
}

static struct menu_row exercise_named(const struct model *m, const char *word)
{
	for (size_t i = 0; i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		for (size_t k = 0; k < l->nexercises; k++)
			if (!strcmp(l->exercises[k].id, word) || !strcmp(l->exercises[k].name, word))
				return (struct menu_row){ l, &l->exercises[k] };
	}
	return (struct menu_row){ NULL, NULL };
}

static void cursor_to(struct model *m, struct menu_row row)
{
	if (row.exercise)
		m->unfolded[row.lesson - m->outline.lessons] = true;
	m->cursor = model_row_of(m, row);
}

void model_open(struct model *m, const char *word)
{
	struct outline *o = &m->outline;
	const char **ids = arena_array(&o->arena, o->nlessons + 1, sizeof *ids), *id;
	struct menu_row row = exercise_named(m, word);
	struct error err = { 0 };

	for (size_t i = 0; ids && i < o->nlessons; i++)
		ids[i] = o->lessons[i].id;
	if (row.exercise) {
		cursor_to(m, row);
		model_effect(m, EFFECT_EXERCISE, row.exercise->id, 0, false);
	} else if (!ids) {
		model_notice(m, true, "out of memory");
	} else if (lesson_resolve(ids, o->nlessons, word, &id, &err)) {
		model_notice(m, true, "%s", err.text);
	} else {
		cursor_to(m, (struct menu_row){ model_lesson_of(m, id), NULL });
		model_effect(m, EFFECT_LESSON, id, 0, false);
	}
}

void model_resume(struct model *m, const struct bookmark *b)
{
	const struct outline_lesson *l = b->lesson[0] ? model_lesson_of(m, b->lesson) : NULL;
	struct menu_row row = exercise_named(m, b->exercise);

	if (l && !strcmp(l->id, b->lesson)) {
		cursor_to(m, (struct menu_row){ l, NULL });
		model_effect(m, EFFECT_LESSON, l->id, b->step, false);
	} else {
		l = NULL;
	}
	if (row.exercise) {
		cursor_to(m, row);
		model_effect(m, EFFECT_EXERCISE, row.exercise->id, 0, false);
	}
	if (l || row.exercise)
		model_notice(m, false, "here you left; %s goes %s", request_key(REQUEST_BACK), l && row.exercise ? "to the lesson" : "to the menu");
}

void model_bookmark(const struct model *m, struct bookmark *b)
{
	memset(b, 0, sizeof *b);
	for (int i = 0; i <= m->depth; i++) {
		if (m->places[i].page == PAGE_LESSON) {
			snprintf(b->lesson, sizeof b->lesson, "%s", m->lesson->id);
			b->step = (int)m->step + 1;
		} else if (m->places[i].page == PAGE_EXERCISE) {
			snprintf(b->exercise, sizeof b->exercise, "%s", m->assignment.id);
		}
	}
}

void model_set_history(struct model *m, struct history *h)
{
	arena_release(&m->history.arena);
	m->history = *h;
	memset(h, 0, sizeof *h);
	model_push(m, PAGE_PROGRESS);
}

/* ---- search -------------------------------------------------------------------------- */

void model_set_search(struct model *m, struct search *s)
{
	arena_release(&m->search.arena);
	m->search = *s;
	memset(s, 0, sizeof *s);
	m->search_row = 0;
}

/* ---- lessons and exercises -------------------------------------------------------------- */

const struct step *model_step(const struct model *m)
{
	return m->lesson && m->step < m->lesson->nsteps ? &m->lesson->steps[m->step] : NULL;
}

void model_set_lesson(struct model *m, struct lesson *l, const struct steps_done *done)
{
	struct step_answer *answers = calloc(l->nsteps + 1, sizeof *answers);
	struct arena *charts = calloc(l->nsteps + 1, sizeof *charts), *figures = calloc(l->nsteps + 1, sizeof *figures);

	if (!answers || !charts || !figures) {
		model_notice(m, true, "out of memory");
		free(answers);
		free(charts);
		free(figures);
		lesson_close(l);
		return;
	}
	for (size_t i = 0; i < l->nsteps; i++)
		answers[i] = (struct step_answer){ .chosen = -1, .here = true, .known = i < STEPS_MOST && done->right[i] };
	answers_forget(m);
	for (size_t i = 0; i < l->nsteps; i++)
		answers[i].figure = kept_take(&m->kept, l, i, &figures[i]);
	m->lesson = l;
	m->answers = answers;
	m->charts = charts;
	m->figures = figures;
	m->figure_asked = 0;
	m->step = done->highest > 0 && (size_t)done->highest < l->nsteps ? (size_t)done->highest : 0;
	m->typed[0] = '\0';
	m->filling = false;
	model_push(m, PAGE_LESSON);
}

void model_go_step(struct model *m, int step)
{
	if (m->lesson && step > 0 && (size_t)step <= m->lesson->nsteps)
		m->step = (size_t)step - 1;
}

void model_set_figure(struct model *m, int number, const struct figure *figure, struct arena *arena)
{
	size_t i = (size_t)number - 1;

	if (!m->lesson || i >= m->lesson->nsteps || !figure)
		return;
	arena_release(&m->figures[i]);
	m->figures[i] = *arena;
	memset(arena, 0, sizeof *arena);
	m->answers[i].figure = figure;
}

void model_set_chart(struct model *m, const struct chart *chart, struct arena *arena)
{
	if (!model_step(m))
		return;
	arena_release(&m->charts[m->step]);
	m->charts[m->step] = *arena;
	memset(arena, 0, sizeof *arena);
	m->answers[m->step].chart = chart;
	m->places[m->depth].scroll = INT_MAX / 2; /* the chart is at the end of the step */
}

static void profile_forget(struct model *m)
{
	arena_release(&m->profile_arena);
	memset(&m->profile, 0, sizeof m->profile);
	m->profile_lines = NULL;
	m->profile_row = 0;
	m->profile_old = false;
	m->beside_line = 0;
	m->beside_made = false;
}

void model_sort_profile(struct model *m, enum profile_column_id by)
{
	const struct profile_line *at = m->profile_lines ? m->profile_lines[m->profile_row] : NULL;
	const struct profile_line **lines = profile_sorted(&m->profile, by, &m->profile_arena);

	if (!lines) {
		model_notice(m, true, "out of memory");
		return;
	}
	m->profile_by = by;
	m->profile_lines = lines;
	for (int i = 0; i < (int)m->profile.own.nlines; i++)
		if (lines[i] == at)
			m->profile_row = i;
}

void model_set_profile(struct model *m, const struct profile *p, struct arena *arena)
{
	profile_forget(m);
	m->profile = *p;
	m->profile_arena = *arena;
	memset(arena, 0, sizeof *arena);
	model_sort_profile(m, PROFILE_share);
	m->profile_row = 0;
	if (!m->profile_lines || !p->own.nlines) {
		model_notice(m, true, "the kernel does nothing: there is no profile");
		profile_forget(m);
		return;
	}
	m->file_follow = true;
	model_push(m, PAGE_PROFILE);
}

void model_set_picture(struct model *m, const struct picture *p, struct arena *arena)
{
	arena_release(&m->picture_arena);
	m->picture = *p;
	m->picture_arena = *arena;
	memset(arena, 0, sizeof *arena);
	model_push(m, PAGE_PICTURE);
}

void model_set_stepper(struct model *m, const struct debugger_view *v, struct arena *arena)
{
	arena_release(&m->stepper_arena);
	m->stepper = *v;
	m->stepper_arena = *arena;
	memset(arena, 0, sizeof *arena);
	if (model_page(m) != PAGE_STEPPER)
		model_push(m, PAGE_STEPPER);
}

void model_set_assignment(struct model *m, struct assignment *a)
{
	arena_release(&m->assignment.arena);
	m->assignment = *a;
	memset(a, 0, sizeof *a);
	attempt_free(m->attempt);
	m->attempt = NULL;
	free(m->solution);
	m->solution = NULL;
	m->check_again = false;
	profile_forget(m);
	model_forget_ahead(m); /* its file and state will change */
	model_set_source(m, NULL, 0);
	m->file_scroll = -1; /* source_draw sets it */
	m->file_left = 0;
	m->file_focus = m->file_follow = m->cases_open = false;
	model_effect(m, EFFECT_SOURCE, NULL, 0, false);
	model_push(m, PAGE_EXERCISE);
	if (m->hint_wanted)
		model_push(m, PAGE_HINTS);
	m->hint_wanted = 0;
}

int model_stub_line(const struct model *m)
{
	const char *at = m->source ? strstr(m->source, "YOUR CODE HERE") : NULL;
	int line = 1;

	for (const char *p = m->source; at && p < at; p++)
		line += *p == '\n';
	return at ? line : 0;
}

void model_set_source(struct model *m, char *text, size_t len)
{
	free(m->source);
	m->source = text;
	m->source_len = text ? len : 0;
}

/* The verdict was about the previous file. */
void model_was_reset(struct model *m)
{
	attempt_free(m->attempt);
	m->attempt = NULL;
	m->finding = 0;
	m->file_scroll = -1;
	model_effect(m, EFFECT_SOURCE, NULL, 0, false);
	model_push(m, PAGE_EXERCISE);
}

void model_set_solution(struct model *m, char *text)
{
	free(m->solution);
	m->solution = text;
	model_push(m, PAGE_SOLUTION);
}

const char *model_language(const struct model *m)
{
	return m->assignment.path && exercise_is_python(m->assignment.path) ? "python" : "cuda";
}

void model_set_problem(struct model *m, const struct error *problem)
{
	m->problem = *problem;
	m->hint_wanted = 0;
	model_push(m, PAGE_PROBLEM);
}

/* ---- what the result is about ------------------------------------------------------------- */

/* The compiler's messages that the result shows. */
static const struct diagnostic *diagnostic_at(const struct attempt *a, size_t index)
{
	for (size_t i = 0; i < a->ndiagnostics; i++)
		if ((a->diagnostics[i].level == DIAGNOSTIC_WARNING) == (a->verdict != VERDICT_COMPILE_ERROR) && !index--)
			return &a->diagnostics[i];
	return NULL;
}

size_t model_findings(const struct model *m)
{
	size_t n = 0;

	if (!m->attempt)
		return 0;
	while (diagnostic_at(m->attempt, n))
		n++;
	return m->attempt->nfindings + n;
}

const struct source_place *model_mark(const struct model *m)
{
	static struct source_place place; /* for the last call */
	const struct diagnostic *d;

	if (!m->attempt)
		return NULL;
	if (m->finding < m->attempt->nfindings)
		return m->attempt->findings[m->finding].place.line ? &m->attempt->findings[m->finding].place : NULL;
	d = diagnostic_at(m->attempt, m->finding - m->attempt->nfindings);
	if (d)
		place = (struct source_place){ .file = d->file, .line = d->line, .column = d->column };
	else if (m->attempt->fault.line)
		place = (struct source_place){ .file = m->attempt->fault.file, .line = m->attempt->fault.line };
	else
		return NULL;
	return place.line ? &place : NULL;
}

const struct outline_exercise *model_following(const struct model *m)
{
	const struct outline_exercise *first = NULL;
	bool behind = false;

	for (size_t i = 0; m->assignment.id && i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		for (size_t k = 0; k < l->nexercises; k++) {
			const struct outline_exercise *e = &l->exercises[k];

			if (!strcmp(e->id, m->assignment.id)) {
				behind = true;
			} else if (e->progress != PROGRESS_PASSED) {
				if (behind)
					return e;
				first = first ? first : e;
			}
		}
	}
	return first;
}

/* ---- checks ------------------------------------------------------------------------------ */

void model_check_started(struct model *m)
{
	m->checking = true;
	m->check_again = false;
	m->state = (struct attempt_state){ .stage = STAGE_READ };
	m->started = m->tick;
	snprintf(m->checking_id, sizeof m->checking_id, "%s", m->assignment.id);
}

void model_set_state(struct model *m, const struct attempt_state *state)
{
	m->state = *state;
}

void model_file_saved(struct model *m)
{
	m->profile_old = true;
	model_effect(m, EFFECT_SOURCE, NULL, 0, false);
	if (m->checking) {
		if (!m->check_again)
			model_effect(m, EFFECT_CANCEL, NULL, 0, false);
		m->check_again = true;
	} else if (m->working[0]) {
		model_work_drop(m);
		m->check_again = true;
	} else {
		model_effect(m, EFFECT_CHECK, NULL, 0, false);
	}
}

/* ---- work beside the loop ------------------------------------------------------------------ */

static struct spot spot_of(const struct model *m)
{
	return (struct spot){ m->depth, model_page(m), m->step };
}

bool model_work_is_here(const struct model *m)
{
	const struct spot s = spot_of(m);

	return m->working_at.depth == s.depth && m->working_at.page == s.page && m->working_at.step == s.step;
}

void model_work_started(struct model *m, const char *words)
{
	snprintf(m->working, sizeof m->working, "%s", words);
	m->working_at = spot_of(m);
	m->work_dropped = false;
	m->started = m->tick;
}

bool model_work_later(struct model *m, const struct effect *e)
{
	if (!m->working[0])
		return false;
	if (m->nlater < LATER_MOST && !m->work_dropped)
		m->later[m->nlater++] = *e;
	return true;
}

void model_work_drop(struct model *m)
{
	m->nlater = 0;
	if (!m->work_dropped)
		model_effect(m, EFFECT_CANCEL, NULL, 0, false);
	m->work_dropped = true;
}

bool model_work_ended(struct model *m)
{
	bool wanted = !m->work_dropped && model_work_is_here(m);

	m->working[0] = '\0';
	m->work_dropped = false;
	for (size_t i = 0; wanted && i < m->nlater; i++)
		model_effect(m, m->later[i].kind, m->later[i].id, m->later[i].number, m->later[i].right);
	m->nlater = 0;
	if (m->check_again)
		model_effect(m, EFFECT_CHECK, NULL, 0, false), m->figure_asked = 0;
	m->check_again = false;
	return wanted;
}

/* Marks the lesson's current step as done if it asks for the solved exercise. */
static void step_solved(struct model *m, const char *exercise)
{
	const struct step *step = model_step(m);

	if (step && step->kind == STEP_EXERCISE && !strcmp(step->exercise, exercise))
		model_effect(m, EFFECT_STEP_DONE, m->lesson->id, (int)m->step + 1, true);
}

static void tries_add(struct assignment *to, const struct attempt *a)
{
	struct attempted *t;

	if (to->ntries == TRIES_MOST)
		memmove(to->tries, to->tries + 1, (size_t)--to->ntries * sizeof *to->tries);
	t = &to->tries[to->ntries++];
	*t = (struct attempted){ .passed = a->verdict == VERDICT_PASSED, .cases = (int)a->ncases };
	for (size_t i = 0; i < a->ncases; i++)
		t->right += a->cases[i].ran && a->cases[i].verdict == VERDICT_PASSED;
}

void model_check_done(struct model *m, struct attempt *a)
{
	bool cancelled = m->check_again && a && a->verdict == VERDICT_INTERRUPTED;
	bool here = a && m->assignment.id && !strcmp(a->exercise, m->assignment.id);

	m->checking = false;
	if (m->check_again)
		model_effect(m, EFFECT_CHECK, NULL, 0, false);
	m->check_again = false;
	if (cancelled)
		attempt_free(a);
	if (!a || cancelled)
		return;
	model_effect(m, EFFECT_OUTLINE, NULL, 0, false);
	if (a->verdict == VERDICT_PASSED)
		step_solved(m, a->exercise);
	if (!here || model_page(m) == PAGE_MENU || model_page(m) == PAGE_LESSON || model_page(m) == PAGE_SOLUTION ||
	    model_page(m) == PAGE_HELP || model_page(m) == PAGE_PROGRESS || model_page(m) == PAGE_SEARCH || model_page(m) == PAGE_GLOSSARY)
		model_notice(m, a->verdict != VERDICT_PASSED, "%s: %s", a->exercise, attempt_headline(a));
	else
		model_push(m, PAGE_RESULT);
	if (!here) {
		attempt_free(a);
		return;
	}
	tries_add(&m->assignment, a);
	m->assignment.attempts++;
	m->assignment.passed |= a->verdict == VERDICT_PASSED;
	m->assignment.last_verdict = (int)a->verdict;
	attempt_free(m->attempt);
	m->attempt = a;
	m->finding = 0;
	m->file_focus = m->cases_open = false;
	m->file_follow = true;
	model_effect(m, EFFECT_SOURCE, NULL, 0, false);
}
