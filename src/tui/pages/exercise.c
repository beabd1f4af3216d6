/* exercise.c - the open exercise: its task, its file, and what the learner can do with them. */
#include "config.h"

#include "tui/pages/exercise.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "catalog/catalog.h"
#include "tui/marks.h"
#include "tui/pages/lesson.h"
#include "tui/pages/nearby.h"
#include "tui/pages/profile.h"
#include "tui/running.h"

#define LABEL_COLS 10
#define GAUGE_COLS 14

static void status_line(const struct model *m, struct buf *out)
{
	const struct assignment *a = &exercise_of(m)->assignment;

	if (!a->attempts)
		buf_puts(out, _("not tried yet"));
	else
		{
		buf_puts(out, a->passed ? _("passed, ") : "");
		buf_printf(out, tr_n("%d try", "%d tries", (uint64_t)a->attempts), a->attempts);
	};
}

static void label(struct page *p, const char *name)
{
	page_line(p);
	page_add(p, STYLE_DIM, name);
	page_to(p, LABEL_COLS);
}

/* Wraps a long path, because a cut one is useless. */
static void write_file(struct page *p, const char *path)
{
	label(p, _("file"));
	if (text_width(path) <= p->width - LABEL_COLS)
		page_add(p, STYLE_CODE, path);
	else
		page_wrap(p, 2, STYLE_CODE, path);
}

/* In the line of the difficulty: a small window has few. */
static void write_language(const struct assignment *a, struct page *p)
{
	if (!a->has_python)
		return;
	page_printf(p, STYLE_DIM, _("; in %s ("), a->python ? _("Python") : "C++");
	page_add(p, STYLE_KEY, request_key(REQUEST_LANGUAGE));
	page_printf(p, STYLE_DIM, ": %s)", a->python ? "C++" : _("Python"));
}

static void write_hints(const struct model *m, struct page *p)
{
	int n = 0;

	while (n < 3 && exercise_of(m)->assignment.hints[n])
		n++;
	if (!n)
		return;
	label(p, _("hints"));
	page_printf(p, STYLE_PLAIN, _("%d of %d read"), exercise_of(m)->assignment.hints_used, n);
}

/* The running check: the number of finished cases, and its current stage. */
static void write_state(const struct model *m, struct page *p)
{
	struct buf text = BUF_INIT;

	attempt_state_text(&m->state, &text);
	if (m->state.at) {
		page_gauge(p, (int)m->state.at - 1, (int)m->state.of, m->state.of < GAUGE_COLS ? (int)m->state.of : GAUGE_COLS);
		page_add(p, STYLE_PLAIN, " ");
	} else {
		page_add(p, STYLE_PLAIN, _("being checked: "));
	}
	page_add(p, STYLE_PLAIN, buf_text(&text));
	buf_release(&text);
}

static void write_notes(const struct model *m, struct page *p)
{
	const struct outline_lesson *l = model_lesson_of(m, exercise_of(m)->assignment.id);

	if (!l || !l->notes)
		return;
	label(p, _("notes"));
	page_printf(p, STYLE_PLAIN, _("%s opens yours on this lesson"), request_key(REQUEST_NOTES));
}

/* A column for each attempt: its share of right cases, a full one for a pass. In ASCII tenths, and * for a pass. */
static void write_tries(const struct model *m, struct page *p)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const digits[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
	const struct assignment *a = &exercise_of(m)->assignment;
	int room = p->width - LABEL_COLS - 2, from = a->ntries > room ? a->ntries - room : 0;

	if (!a->ntries)
		return;
	label(p, _("tries"));
	for (int i = from; i < a->ntries; i++) {
		const struct attempted *t = &a->tries[i];

		if (t->passed)
			page_add(p, STYLE_GOOD, p->ascii ? "*" : bars[7]);
		else
			page_add(p, STYLE_PLAIN, p->ascii ? digits[t->cases ? t->right * 9 / t->cases :
								   0] : bars[t->cases ? t->right * 6 / t->cases : 0]);
	}
	if (a->ntries + 40 < room)
		page_add(p, STYLE_DIM, _("  how many cases were right, try by try"));
}

static void write_last(const struct model *m, struct page *p)
{
	int verdict = exercise_of(m)->assignment.last_verdict;

	label(p, _("last try"));
	if (m->checking && !strcmp(m->checking_id, exercise_of(m)->assignment.id))
		write_state(m, p);
	else if (verdict < 0)
		page_add(p, STYLE_DIM, _("not tried yet: saving the file checks it"));
	else
		page_add(p, verdict == VERDICT_PASSED ? STYLE_GOOD : STYLE_PLAIN,
			 verdict_headline((enum verdict)verdict));
}

static void content(const struct model *m, struct page *p)
{
	const struct assignment *a = &exercise_of(m)->assignment;

	page_line(p);
	page_add(p, STYLE_TITLE, a->title);
	page_line(p);
	page_printf(p, STYLE_DIM, a->has_python ? _("difficulty %d of 3, about %d min") : _("difficulty %d of 3, about %d "
				"minutes"),
		    a->difficulty, a->minutes);
	write_language(a, p);
	/* The facts come before the task, which may be longer than the window. */
	write_file(p, a->shown);
	write_hints(m, p);
	write_last(m, p);
	write_tries(m, p);
	write_notes(m, p);
	page_blank(p);
	page_markup(p, a->task);
}

/* ---- what is open --------------------------------------------------------------------------------- */

void attempt_free(struct attempt *a)
{
	if (a)
		attempt_release(a);
	free(a);
}

static void release(struct model *m)
{
	struct exercise_page *x = exercise_of(m);

	arena_release(&x->assignment.arena);
	arena_release(&x->image_arena);
	attempt_free(x->attempt);
	free(x->source);
	free(x->solution);
}

/* Its verdict was about another file. */
static void forget_attempt(struct model *m)
{
	attempt_free(exercise_of(m)->attempt);
	exercise_of(m)->attempt = NULL;
	exercise_of(m)->so_far = false;
	exercise_of(m)->finding = 0;
	m->file.scroll = -1;
	model_effect(m, exercise_read, NULL, 0, false);
	model_push(m, PAGE_EXERCISE);
}

/* Takes over the assignment. */
static void open(struct model *m, const struct assignment *a)
{
	const bool noted = exercise_of(m)->editor_noted;

	release(m);
	*exercise_of(m) = (struct exercise_page){ .assignment = *a, .editor_noted = noted };
	m->check_again = false;
	profile_forget(m);
	lesson_forget_ahead(m); /* its file and state will change */
	m->file.left = 0;
	m->file.focus = m->file.follow = false;
	forget_attempt(m);
}

int exercise_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct assignment a = { 0 };

	if (b->assignment(b->ctx, e->id, &a, err)) {
		arena_release(&a.arena);
		return -1;
	}
	open(m, &a);
	if (e->number)
		model_push(m, PAGE_HINTS);
	return 0;
}

/* An unreadable file has no panel: the check reports the reason. */
int exercise_read(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct exercise_page *x = exercise_of(m);
	char *text = NULL;
	size_t len = 0;

	if (!x->assignment.path || b->source(b->ctx, x->assignment.path, &text, &len, err))
		text = NULL;
	free(x->source);
	x->source = text;
	x->source_len = text ? len : 0;
	return 0;
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

static void show(struct model *m, struct attempt *a)
{
	struct exercise_page *x = exercise_of(m);

	attempt_free(x->attempt);
	x->attempt = a;
	x->finding = 0;
	x->cases_open = x->image_asked = false;
	x->image = NULL;
	m->file.focus = false;
	m->file.follow = true;
	model_effect(m, exercise_read, NULL, 0, false);
}

void exercise_so_far(struct model *m, struct attempt *a)
{
	struct exercise_page *x = exercise_of(m);

	if (a) {
		x->assignment.passed |= a->verdict == VERDICT_PASSED;
		show(m, a);
	} else if (x->so_far) {
		attempt_free(x->attempt);
		x->attempt = NULL;
	}
	x->so_far = a != NULL;
}

void exercise_checked(struct model *m, struct attempt *a)
{
	struct exercise_page *x = exercise_of(m);

	tries_add(&x->assignment, a);
	x->assignment.attempts++;
	x->assignment.passed |= a->verdict == VERDICT_PASSED;
	x->assignment.last_verdict = (int)a->verdict;
	show(m, a);
}

const char *exercise_language(const struct model *m)
{
	const char *path = exercise_of(m)->assignment.path;

	return path && exercise_is_python(path) ? "python" : "cuda";
}

int exercise_stub_line(const struct model *m)
{
	const char *source = exercise_of(m)->source, *at = source ? strstr(source, "YOUR CODE HERE") : NULL;
	int line = 1;

	for (const char *p = source; at && p < at; p++)
		line += *p == '\n';
	return at ? line : 0;
}

const struct outline_exercise *exercise_following(const struct model *m)
{
	const struct outline_exercise *first = NULL;
	const char *open = exercise_of(m)->assignment.id;
	bool behind = false;

	for (size_t i = 0; open && i < m->outline.nlessons; i++) {
		const struct outline_lesson *l = &m->outline.lessons[i];

		for (size_t k = 0; k < l->nexercises; k++) {
			const struct outline_exercise *e = &l->exercises[k];

			if (!strcmp(e->id, open)) {
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

/* ---- keys --------------------------------------------------------------------------------------------- */

#define SIDEWAYS 8 /* columns */

static bool can_check(const struct model *m)
{
	return !m->checking;
}

static void check(struct model *m, int key)
{
	if (m->checking)
		model_notice(m, false, _("a check is running; saving the file again replaces it"));
	else
		check_start(m);
}

static bool can_follow(const struct model *m)
{
	const struct assignment *a = &exercise_of(m)->assignment;

	return (a->passed || model_page(m) == PAGE_PROBLEM) && a->id && exercise_following(m);
}

const struct outline_lesson *exercise_before(const struct model *m, const struct outline_exercise *e)
{
	const struct outline_lesson *l = model_lesson_of(m, e->id);

	return l && l != model_lesson_of(m, exercise_of(m)->assignment.id) && l->steps_done < l->steps ? l : NULL;
}

/*
 * The next exercise with one key, even if this one is not passed; if that is of
 * another lesson, the pages of the lesson come first.
 */
static void follow(struct model *m, int key)
{
	const struct outline_exercise *e = exercise_following(m);
	const char *open = exercise_of(m)->assignment.id;

	if (!open) {
		model_notice(m, false, _("no exercise is open: %s goes back"), request_key(REQUEST_BACK));
		return;
	}
	if (!e) {
		model_notice(m, false, _("you have passed all other exercises"));
		return;
	}
	if (model_lesson_of(m, e->id) != model_lesson_of(m, open)) {
		m->depth = 0; /* the lesson below is not the one that this leads to */
		lesson_of(m)->norigins = 0;
	}
	if (exercise_before(m, e))
		model_effect(m, lesson_run, exercise_before(m, e)->id, 0, false);
	else
		model_effect(m, exercise_run, e->id, 0, false);
}

/* The exercise's lesson, at the step that asks for it. */
static void to_lesson(struct model *m, int key)
{
	const struct outline_lesson *l = model_lesson_of(m, exercise_of(m)->assignment.id);

	for (int i = 0; l && i < m->depth; i++)
		if (m->places[i].page == PAGE_LESSON && !strcmp(lesson_of(m)->lesson->id, l->id)) {
			model_push(m, PAGE_LESSON); /* the learner came from there */
			return;
		}
	if (l)
		model_effect(m, lesson_run, l->id, 0, true);
	else
		model_notice(m, false, _("this exercise belongs to no lesson"));
}

static int edit_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	return b->edit(b->ctx, exercise_of(m)->assignment.path, e->number, err);
}

/* Opens the editor at the profile's line, at the line of the result, or where the stub expects the learner's code. */
static void edit_now(struct model *m)
{
	const struct profile_line *l = model_page(m) == PAGE_PROFILE ? profile_chosen(m) : NULL;
	const struct source_place *place = result_mark(m);

	model_effect(m, edit_run, NULL, l && l->line ? l->line : place ? place->line : exercise_stub_line(m), false);
}

static void editor_answered(struct model *m, bool yes)
{
	if (!yes)
		return;
	exercise_of(m)->editor_noted = true;
	exercise_of(m)->opens(m);
}

void exercise_with_editor(struct model *m, void (*open_with)(struct model *m))
{
	exercise_of(m)->opens = open_with;
	if (m->outline.editor_note && !exercise_of(m)->editor_noted)
		model_ask(m, editor_answered, m->outline.editor_note);
	else
		open_with(m);
}

static void edit(struct model *m, int key)
{
	exercise_with_editor(m, edit_now);
}

static int reset_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	char backup[512] = "";

	if (b->reset(b->ctx, exercise_of(m)->assignment.id, backup, sizeof backup, err))
		return -1;
	forget_attempt(m);
	if (backup[0])
		model_notice(m, false, _("the stub is back; your file is now %s"), path_base(backup));
	else
		model_notice(m, false, _("the file is the stub already"));
	return 0;
}

static void reset_answered(struct model *m, bool yes)
{
	if (yes)
		model_effect(m, reset_run, NULL, 0, false);
}

static void reset(struct model *m, int key)
{
	model_ask(m, reset_answered, _("start again from the stub? a backup of your file is kept"));
}

static int language_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct assignment *a = &exercise_of(m)->assignment;

	if (b->language(b->ctx, e->id, err) || exercise_run(m, b, e, err))
		return -1;
	model_notice(m, false, _("%s: your answer in %s; %s changes back"), path_base(a->path), a->python ? _("Python")
			: _("CUDA C++"),
		     request_key(REQUEST_LANGUAGE));
	return 0;
}

static bool has_language(const struct model *m)
{
	return exercise_of(m)->assignment.has_python;
}

static void language(struct model *m, int key)
{
	if (m->checking)
		model_notice(m, false, _("a check is running; the language can be changed after it"));
	else if (!has_language(m))
		model_notice(m, false, _("this exercise has no version in Python"));
	else
		model_effect(m, language_run, exercise_of(m)->assignment.id, 0, false);
}

static void panel(struct model *m, int key)
{
	m->file.focus = !m->file.focus && m->file.rows;
}

static void side_left(struct model *m, int key)
{
	m->file.follow = false;
	m->file.left = m->file.left > SIDEWAYS ? m->file.left - SIDEWAYS : 0;
}

static void side_right(struct model *m, int key)
{
	m->file.follow = false;
	m->file.left += m->file.left < 10 * SIDEWAYS ? SIDEWAYS : 0;
}

static const struct action actions[] = {
	{ REQUEST_CHECK, check, can_check }, { REQUEST_FOLLOWING, follow, can_follow }, { REQUEST_LESSON, to_lesson },
		{ REQUEST_EDIT, edit },
	{ REQUEST_RESET, reset }, { REQUEST_LANGUAGE, language, has_language }, { REQUEST_NOTES, notes_here },
	{ REQUEST_FOCUS, panel }, { REQUEST_SIDE_LEFT, side_left }, { REQUEST_SIDE_RIGHT, side_right }, { REQUEST_NONE },
};

/* After its lesson, unless that is the page below. */
static void trail(const struct model *m, int depth, struct buf *out)
{
	const char *id = exercise_of(m)->assignment.id;
	const struct outline_lesson *l = model_lesson_of(m, id);
	char number[8];

	if (l && m->places[depth - 1].page != PAGE_LESSON) {
		view_number(l->id, number);
		buf_printf(out, "%s %s › ", number, l->title);
	}
	buf_puts(out, path_base(id));
}

const struct view view_exercise = {
	.size = sizeof(struct exercise_page), .release = release, .actions = actions, .status_line = status_line,
	.content = content, .layout = LAYOUT_SOURCE, .lower = nearby_exercise, .lower_title = nearby_exercise_title,
	.title = N_("task"), .trail = trail,
};
