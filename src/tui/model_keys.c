/*
 * model_keys.c - the effect of each key. A question waiting for y or n gets it first, then
 * the input of a number or text, then the requests of the page.
 */
#include "config.h"

#include "tui/model.h"

#include <stdlib.h>
#include <string.h>

#include "tui/layout.h"

#define SIDEWAYS 8 /* columns */

static void effect(struct model *m, enum effect_kind kind)
{
	model_effect(m, kind, NULL, 0, false);
}

/* ---- moving ------------------------------------------------------------------------ */

static bool moves_in_file(const struct model *m)
{
	return m->file_focus && m->file_rows && request_on_page(REQUEST_FOCUS, model_page(m));
}

static void move_to(struct model *m, int line)
{
	if (moves_in_file(m)) {
		m->file_scroll = layout_clamp(line, m->file_lines, m->file_rows);
		m->file_follow = false;
		return;
	}
	if (model_page(m) == PAGE_CLASS) {
		class_move_to(m, line);
	} else if (model_page(m) == PAGE_PROFILE) {
		int rows = (int)m->profile.own.nlines;

		m->profile_row = line >= rows ? rows - 1 : line < 0 ? 0 : line;
		m->file_follow = true;
	} else if (model_page(m) == PAGE_SEARCH) {
		m->search_row = line >= (int)m->search.n ? (int)m->search.n - 1 : line;
		m->search_row = m->search_row < 0 ? 0 : m->search_row;
	} else if (model_page(m) == PAGE_MENU) {
		int last = model_menu_rows(m) - 1;

		m->cursor = line > last ? last : line;
		if (m->cursor < 0)
			m->cursor = 0;
	} else {
		m->term_followed = false;
		m->places[m->depth].scroll = layout_clamp(line, m->lines, m->body_rows);
	}
}

static int last_line(const struct model *m)
{
	return model_page(m) == PAGE_CLASS ? (int)m->room.n : model_page(m) == PAGE_SEARCH ? (int)m->search.n : model_page(m) == PAGE_MENU ? model_menu_rows(m) : model_page(m) == PAGE_PROFILE ? (int)m->profile.own.nlines : moves_in_file(m) ? m->file_lines : m->lines;
}

static void move_by(struct model *m, int lines)
{
	move_to(m, (model_page(m) == PAGE_CLASS ? m->room.row : model_page(m) == PAGE_SEARCH ? m->search_row : model_page(m) == PAGE_MENU ? m->cursor : model_page(m) == PAGE_PROFILE ? m->profile_row : moves_in_file(m) ? m->file_scroll : model_scroll(m)) + lines);
}

static void stop_typing(struct model *m)
{
	m->typed[0] = '\0';
	m->filling = false;
}

static void leave_page(struct model *m)
{
	if (model_page(m) == PAGE_LESSON)
		effect(m, EFFECT_OUTLINE);
	stop_typing(m);
	if (!model_link_back(m))
		model_pop(m);
}

/* ---- the menu ------------------------------------------------------------------------- */

static void menu_open(struct model *m)
{
	struct menu_row row = model_menu_row(m, m->cursor);

	m->norigins = 0;
	if (row.exercise)
		model_effect(m, EFFECT_EXERCISE, row.exercise->id, 0, false);
	else if (row.lesson)
		model_effect(m, EFFECT_LESSON, row.lesson->id, 0, false);
}

static void menu_fold(struct model *m, bool unfold)
{
	struct menu_row row = model_menu_row(m, m->cursor);

	if (!row.lesson)
		return;
	row.exercise = NULL;
	if (!unfold)
		m->cursor = model_row_of(m, row);
	m->unfolded[row.lesson - m->outline.lessons] = unfold;
}

static bool menu_unfolded(const struct model *m)
{
	struct menu_row row = model_menu_row(m, m->cursor);

	return row.lesson && m->unfolded[row.lesson - m->outline.lessons];
}

static void menu_suggested(struct model *m)
{
	struct menu_row next = model_suggested(m);

	if (!next.lesson) {
		model_notice(m, false, "you have done everything");
		return;
	}
	m->unfolded[next.lesson - m->outline.lessons] = true;
	m->cursor = model_row_of(m, next);
}

/* ---- lessons ---------------------------------------------------------------------------- */

static bool takes_number(const struct model *m)
{
	const struct step *step = model_step(m);

	return model_page(m) == PAGE_LESSON && step && step->kind == STEP_QUESTION && !step->nchoices && !step->nblank;
}

static bool takes_text(const struct model *m)
{
	const struct step *step = model_step(m);

	return model_page(m) == PAGE_LESSON && step && step->nblank;
}

static void step_note(struct model *m, bool right)
{
	model_effect(m, EFFECT_STEP_DONE, m->lesson->id, (int)m->step + 1, right);
}

static void step_to(struct model *m, size_t step)
{
	m->step = step;
	stop_typing(m);
	m->places[m->depth].scroll = 0;
}

/* Reminds the learner of unfinished input, so that a key does not silently drop it. */
static bool typed_waits(struct model *m)
{
	if (m->typed[0])
		model_notice(m, false, "%s gives the %s %s, esc drops it", request_key(REQUEST_ENTER), m->filling ? "text" : "number", m->typed);
	return m->typed[0];
}

void model_turn_to(struct model *m, size_t step)
{
	if (!m->lesson || step >= m->lesson->nsteps || step == m->step || typed_waits(m))
		return;
	step_to(m, step);
	if (m->working[0] && !model_work_is_here(m))
		model_work_drop(m);
}

/* The number of exercises of a lesson that have not been passed. */
static int exercises_open(const struct model *m, const char *lesson)
{
	const struct outline_lesson *l = model_lesson_of(m, lesson);

	return l ? (int)l->nexercises - l->passed : 0;
}

/* A question is done once the learner has answered it; any other step, once the learner goes on. */
static void step_next(struct model *m)
{
	const struct step *step = model_step(m);
	int open;

	if (typed_waits(m))
		return;
	if (step && step->kind != STEP_QUESTION && step->kind != STEP_EXERCISE)
		step_note(m, true);
	if (m->step + 1 < m->lesson->nsteps) {
		step_to(m, m->step + 1);
		return;
	}
	open = exercises_open(m, m->lesson->id);
	m->cursor = -1; /* to the suggested row, once the outline has been read */
	leave_page(m);
	if (open)
		model_notice(m, false, "this was the last step of \"%s\"; %d exercise%s left", m->lesson->title, open, open == 1 ? " is" : "s are");
	else
		model_notice(m, false, "this was the last step of \"%s\"", m->lesson->title);
}

static void step_previous(struct model *m)
{
	if (m->step)
		step_to(m, m->step - 1);
	else
		model_notice(m, false, "this is the first step");
}

static void step_run(struct model *m)
{
	const struct step *step = model_step(m);

	if (step && step->kind == STEP_EXPERIMENT)
		model_effect(m, EFFECT_EXPERIMENT, step->experiment, 0, false);
	else
		model_notice(m, false, "there is no experiment here to run");
}

static void step_choose(struct model *m, int key)
{
	const struct step *step = model_step(m);
	size_t i = (size_t)(key - '1');

	if (!step || step->kind != STEP_QUESTION || i >= step->nchoices)
		return;
	m->answers[m->step].chosen = (int)i;
	step_note(m, step->choices[i].right);
}

static void step_number(struct model *m)
{
	struct step_answer *answer = &m->answers[m->step];
	char *end;
	double number = strtod(m->typed, &end);

	if (*end) {
		model_notice(m, true, "'%s' is not a number", m->typed);
	} else {
		answer->again = !answer->has_number; /* the reason mentions the number: so there are two tries */
		answer->has_number = true;
		answer->number = number;
		step_note(m, step_answer_right(model_step(m), answer));
	}
	m->typed[0] = '\0';
}

/* ---- the blank of a question: enter goes into it and gives the answer, escape leaves it ---- */

bool model_fills(const struct model *m)
{
	return m->filling && takes_text(m);
}

/* The blank and its explanation are at the end of the step. */
static void show_blank(struct model *m)
{
	m->places[m->depth].scroll = m->lines;
}

/* Starts with the last answer, which was wrong. */
static void fill_begin(struct model *m)
{
	m->filling = true;
	snprintf(m->typed, sizeof m->typed, "%s", m->answers[m->step].filled);
	show_blank(m);
}

/* A second wrong answer shows the reason, so the same answer again does not count. */
static void fill_give(struct model *m)
{
	struct step_answer *answer = &m->answers[m->step];

	if (!m->typed[strspn(m->typed, " ")]) {
		stop_typing(m);
	} else if (step_blank_same(m->typed, answer->filled)) {
		model_notice(m, false, "you have given this answer: change it, or leave it with esc");
	} else {
		answer->again = !answer->filled[0];
		snprintf(answer->filled, sizeof answer->filled, "%s", m->typed);
		step_note(m, step_answer_right(model_step(m), answer));
		stop_typing(m);
		show_blank(m);
	}
}

static bool moves_window(int key)
{
	return key == KEYCODE_UP || key == KEYCODE_DOWN || key == KEYCODE_PAGE_UP || key == KEYCODE_PAGE_DOWN || key == KEYCODE_CTRL_L;
}

/* Handles a key as part of the text in the blank; true if it was. Keys that scroll still do. */
static bool filled(struct model *m, int key)
{
	size_t n = strlen(m->typed);

	if (!model_fills(m) || moves_window(key))
		return false;
	if (key == KEYCODE_ENTER) {
		fill_give(m);
	} else if (key == KEYCODE_ESCAPE) {
		stop_typing(m);
	} else if (key == KEYCODE_BACKSPACE) {
		m->typed[n ? n - 1 : 0] = '\0';
	} else if (key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE && n + 1 < sizeof m->typed) {
		m->typed[n] = (char)key;
		m->typed[n + 1] = '\0';
	}
	return true;
}

/* Pastes into the blank; turns the end of a line into a space. */
static bool filled_by_paste(struct model *m, int key)
{
	bool space = key == KEYCODE_ENTER || key == KEYCODE_TAB;

	return model_fills(m) && (space || (key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE)) && filled(m, space ? KEYCODE_SPACE : key);
}

static void step_enter(struct model *m)
{
	const struct step *step = model_step(m);

	if (takes_text(m) && !step_answer_right(step, &m->answers[m->step]))
		fill_begin(m);
	else if (m->typed[0])
		step_number(m);
	else if (step && step->kind == STEP_EXERCISE)
		model_effect(m, EFFECT_EXERCISE, step->exercise, 0, false);
	else if (step && step->kind == STEP_EXPERIMENT && !m->answers[m->step].chart)
		step_run(m);
	else
		step_next(m);
}

/* ---- exercises ----------------------------------------------------------------------------- */

static bool has_next_hint(const struct model *m)
{
	return m->assignment.hints_used < 3 && m->assignment.hints[m->assignment.hints_used];
}

/* The first press opens the page with the hints read before; there, each press shows the next one. */
static void hint(struct model *m)
{
	bool arriving = model_page(m) != PAGE_HINTS;

	if (arriving)
		model_push(m, PAGE_HINTS);
	if (arriving && m->assignment.hints_used)
		return;
	if (!has_next_hint(m)) {
		model_notice(m, false, "there are no more hints");
		return;
	}
	model_effect(m, EFFECT_HINT, NULL, ++m->assignment.hints_used, false);
}

static void check(struct model *m)
{
	if (m->checking)
		model_notice(m, false, "a check is running; saving the file again replaces it");
	else if (m->working[0])
		model_work_drop(m), m->check_again = true;
	else
		effect(m, EFFECT_CHECK);
}

static bool passed(const struct model *m)
{
	return m->attempt && m->attempt->verdict == VERDICT_PASSED;
}

/* After a pass, goes to the page that opened the exercise; otherwise back to the exercise. */
static void continue_lesson(struct model *m)
{
	model_push(m, PAGE_EXERCISE);
	if (!passed(m))
		return;
	model_pop(m);
	if (model_page(m) == PAGE_LESSON)
		step_next(m);
	else
		menu_suggested(m);
}

/* The next exercise with one key, even if this one is not passed. */
static void follow(struct model *m)
{
	const struct outline_exercise *e = m->assignment.id ? model_following(m) : NULL;

	if (!m->assignment.id)
		model_notice(m, false, "no exercise is open: %s goes back", request_key(REQUEST_BACK));
	else if (e)
		model_effect(m, EFFECT_EXERCISE, e->id, 0, false);
	else
		model_notice(m, false, "you have passed all other exercises");
}

/* The exercise's lesson, at the step that asks for it. */
static void lesson_of_exercise(struct model *m)
{
	const struct outline_lesson *l = model_lesson_of(m, m->assignment.id);

	for (int i = 0; l && i < m->depth; i++)
		if (m->places[i].page == PAGE_LESSON && !strcmp(m->lesson->id, l->id)) {
			model_push(m, PAGE_LESSON); /* the learner came from there */
			return;
		}
	if (l)
		model_effect(m, EFFECT_LESSON, l->id, 0, true);
	else
		model_notice(m, false, "this exercise belongs to no lesson");
}

static void next_finding(struct model *m, int step)
{
	size_t n = model_findings(m);

	if (n < 2) {
		model_notice(m, false, "there is no other finding");
		return;
	}
	m->finding = (m->finding + (step > 0 ? 1 : n - 1)) % n;
	m->file_follow = true;
	m->places[m->depth].scroll = 0;
}

static void profile(struct model *m)
{
	if (m->checking)
		model_notice(m, false, m->assignment.host ? "a check is running; the picture can be drawn after it"
							  : "a check is running; the profile can be made after it");
	else if (m->assignment.host)
		effect(m, EFFECT_PICTURE);
	else if (model_page(m) != PAGE_PROFILE && m->profile_lines && !m->profile_old)
		model_push(m, PAGE_PROFILE);
	else
		effect(m, EFFECT_PROFILE);
}

static void language(struct model *m)
{
	if (m->checking)
		model_notice(m, false, "a check is running; the language can be changed after it");
	else if (!m->assignment.has_python)
		model_notice(m, false, "this exercise has no version in Python");
	else
		effect(m, EFFECT_LANGUAGE);
}

/* Sorts by line, then by each column that is not empty. */
static void profile_sort(struct model *m, int step)
{
	int n = PROFILE_COLUMNS + 1, by = (int)m->profile_by;

	do
		by = (by + n + step) % n;
	while (by != PROFILE_COLUMNS && !profile_column_used(&m->profile, (enum profile_column_id)by));
	model_sort_profile(m, (enum profile_column_id)by);
	model_notice(m, false, "sorted by %s", by == PROFILE_COLUMNS ? "line" : profile_columns[by].what);
}

/* The chosen line of the profile; 0: none. */
static int profile_line_at(const struct model *m)
{
	return model_page(m) == PAGE_PROFILE && m->profile_lines ? m->profile_lines[m->profile_row]->line : 0;
}

static void picture(struct model *m)
{
	const struct profile_line *l = model_profile_line(m);

	if (!model_has_picture(l))
		model_notice(m, false, "this line uses neither global nor shared memory: there is no picture");
	else if (m->checking)
		model_notice(m, false, "a check is running; the picture can be drawn after it");
	else
		model_effect(m, EFFECT_PICTURE, NULL, l->line, false);
}

/* The debugger's command for the request; NULL: none. */
static const char *step_command(enum request r)
{
	switch (r) {
	case REQUEST_STEP_NEXT: return "next";
	case REQUEST_STEP_BACK: return "back";
	case REQUEST_STEP_INTO: return "step";
	case REQUEST_STEP_ONE: return "stepi";
	case REQUEST_STEP_ONE_BACK: return "backi";
	case REQUEST_STEP_ON: return "continue";
	case REQUEST_STEP_BARRIER: return "barrier";
	case REQUEST_STEP_DIFFERENCE: return "diff";
	case REQUEST_STEP_START: return "start";
	case REQUEST_STEP_WARP: return "warp +";
	case REQUEST_STEP_LANE: return "lane +";
	case REQUEST_STEP_BLOCK: return "block +";
	default: return NULL;
	}
}

static void stepper(struct model *m)
{
	if (m->assignment.host)
		model_notice(m, false, "the stepper is for kernels; %s draws what this program does over time", request_key(REQUEST_PROFILE));
	else if (m->checking)
		model_notice(m, false, "a check is running; the stepper can begin after it");
	else
		model_effect(m, EFFECT_STEPPER, "", 0, false);
}

/* Opens the editor at the profile's line, at the line of the result, or where the stub expects the learner's code. */
static void edit(struct model *m)
{
	const struct source_place *place = model_mark(m);

	if (m->outline.editor_note && !m->editor_noted) {
		m->confirm = REQUEST_EDIT;
		return;
	}
	model_effect(m, EFFECT_EDIT, NULL, profile_line_at(m) ? profile_line_at(m) : place ? place->line : model_stub_line(m), false);
}

const char *model_question(const struct model *m)
{
	switch (m->confirm) {
	case REQUEST_SOLUTION:
		return "see the solution before you have passed?";
	case REQUEST_RESET:
		return "start again from the stub? a backup of your file is kept";
	case REQUEST_EDIT:
	case REQUEST_NOTES:
		return m->outline.editor_note ? m->outline.editor_note : "";
	case REQUEST_REGRADE:
		return m->room.question;
	default:
		return "";
	}
}

static void confirmed(struct model *m, int key)
{
	enum request r = m->confirm;

	m->confirm = REQUEST_NONE;
	if (r == REQUEST_REGRADE) {
		class_answered(m, key == 'y' || key == 'Y');
		return;
	}
	if (key != 'y' && key != 'Y')
		return;
	m->editor_noted |= r == REQUEST_EDIT || r == REQUEST_NOTES;
	if (r == REQUEST_EDIT)
		edit(m);
	else if (r == REQUEST_NOTES)
		model_effect(m, EFFECT_NOTES, m->note_lesson, 0, false);
	else
		effect(m, r == REQUEST_RESET ? EFFECT_RESET : EFFECT_SOLUTION);
}

/* ---- notes -------------------------------------------------------------------------------------- */

/* id: of a lesson, or of an exercise in it. heading: "" for the page's own. */
static void notes_open(struct model *m, const char *id, const char *heading)
{
	snprintf(m->note_lesson, sizeof m->note_lesson, "%.*s", (int)strcspn(id, "/"), id);
	snprintf(m->note_heading, sizeof m->note_heading, "%s", heading);
	if (m->outline.editor_note && !m->editor_noted)
		m->confirm = REQUEST_NOTES;
	else
		model_effect(m, EFFECT_NOTES, m->note_lesson, 0, false);
}

static void notes(struct model *m)
{
	notes_open(m, model_page(m) == PAGE_LESSON ? m->lesson->id : m->assignment.id, "");
}

/* ---- search and glossary --------------------------------------------------------------------- */

static void search_open(struct model *m)
{
	m->query[0] = '\0';
	model_set_search(m, &(struct search){ .n = 0 });
	model_push(m, PAGE_SEARCH);
}

/* Handles a key as part of the search text; true if it was. */
static bool searched(struct model *m, int key)
{
	size_t n = strlen(m->query);

	if (model_page(m) != PAGE_SEARCH)
		return false;
	if (key == KEYCODE_BACKSPACE && n)
		m->query[n - 1] = '\0';
	else if (key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE && n + 1 < sizeof m->query)
		m->query[n] = (char)key, m->query[n + 1] = '\0';
	else
		return key >= KEYCODE_SPACE && key <= KEYCODE_BACKSPACE;
	effect(m, EFFECT_SEARCH);
	return true;
}

static void open_found(struct model *m)
{
	const struct reading *r = m->search.n ? m->search.list[m->search_row].reading : NULL;

	if (!r)
		return;
	m->norigins = 0;
	model_pop(m);
	m->hint_wanted = r->hint;
	m->term = r->kind == READING_TERM ? r->title : NULL;
	if (r->kind == READING_TERM)
		effect(m, EFFECT_GLOSSARY);
	else if (r->kind == READING_NOTE)
		notes_open(m, r->lesson, r->title);
	else if (r->kind == READING_STEP)
		model_effect(m, EFFECT_LESSON, r->lesson, r->step, false);
	else
		model_effect(m, EFFECT_EXERCISE, r->exercise, 0, false);
}

/* ---- requests --------------------------------------------------------------------------------- */

bool model_offers(const struct model *m, enum request r)
{
	const struct step *step = model_step(m);
	struct link links[LINKS_MOST];

	switch (r) {
	case REQUEST_OPEN:
	case REQUEST_FOLD:
		return m->outline.nlessons > 0;
	case REQUEST_SUGGESTED:
		return model_row_of(m, model_suggested(m)) != m->cursor;
	case REQUEST_ANSWER:
		return step && step->kind == STEP_QUESTION && !(step->nblank && step_answer_right(step, &m->answers[m->step]));
	case REQUEST_ENTER:
		return step && step->kind == STEP_EXERCISE;
	case REQUEST_RUN:
		return step && step->kind == STEP_EXPERIMENT;
	case REQUEST_LINK:
		return model_links(m, links) > 0;
	case REQUEST_FOUND:
		return m->search.n > 0;
	case REQUEST_ALL_TERMS:
		return m->terms_here != NULL;
	case REQUEST_TERM_NEXT:
	case REQUEST_TERM_BEFORE:
		return m->glossary->nterms > 0;
	case REQUEST_PREVIOUS:
		return m->step > 0;
	case REQUEST_RESULT:
		return m->attempt != NULL;
	case REQUEST_CONTINUE:
		return passed(m);
	case REQUEST_FINDING:
		return model_findings(m) > 1;
	case REQUEST_CASES:
		return m->attempt && m->attempt->nran > 0;
	case REQUEST_FOLLOWING:
		return (m->assignment.passed || model_page(m) == PAGE_PROBLEM) && m->assignment.id && model_following(m);
	case REQUEST_CHECK:
		return !m->checking;
	case REQUEST_STEPPER:
		return !m->assignment.host;
	case REQUEST_LANGUAGE:
		return m->assignment.has_python;
	case REQUEST_HINT:
		return has_next_hint(m) || model_page(m) != PAGE_HINTS;
	default:
		return true;
	}
}

static void act(struct model *m, enum request r, int key)
{
	int rows = moves_in_file(m) ? m->file_rows : m->body_rows, window = rows > 1 ? rows - 1 : 1;

	if (model_is_class(m) && class_act(m, r))
		return;
	switch (r) {
	case REQUEST_OPEN: menu_open(m); break;
	case REQUEST_FOLD: menu_fold(m, !menu_unfolded(m)); break;
	case REQUEST_EXPAND: menu_fold(m, true); break;
	case REQUEST_COLLAPSE: menu_fold(m, false); break;
	case REQUEST_SUGGESTED: menu_suggested(m); break;
	case REQUEST_ANSWER: step_choose(m, key); break;
	case REQUEST_ENTER: step_enter(m); break;
	case REQUEST_RUN: step_run(m); break;
	case REQUEST_LINK: model_link_open(m); break;
	case REQUEST_LINK_NEXT: model_link_next(m); break;
	case REQUEST_NEXT:
		/* The space bar reads on, as in a pager: first to the end of the page. */
		if (key == KEYCODE_SPACE && model_scroll(m) + m->body_rows < m->lines && !m->typed[0])
			move_by(m, window);
		else
			step_next(m);
		break;
	case REQUEST_PREVIOUS: step_previous(m); break;
	case REQUEST_CONTINUE: continue_lesson(m); break;
	case REQUEST_RESULT:
		if (m->attempt)
			model_push(m, PAGE_RESULT);
		break;
	case REQUEST_PROFILE: profile(m); break;
	case REQUEST_PICTURE: picture(m); break;
	case REQUEST_STEPPER: stepper(m); break;
	case REQUEST_STEP_NEXT: case REQUEST_STEP_BACK: case REQUEST_STEP_INTO: case REQUEST_STEP_ONE: case REQUEST_STEP_ONE_BACK:
	case REQUEST_STEP_ON: case REQUEST_STEP_BARRIER: case REQUEST_STEP_DIFFERENCE: case REQUEST_STEP_START: case REQUEST_STEP_WARP:
	case REQUEST_STEP_LANE: case REQUEST_STEP_BLOCK:
		model_effect(m, EFFECT_STEPPER, step_command(r), 0, false);
		break;
	case REQUEST_SORT: profile_sort(m, 1); break;
	case REQUEST_UNSORT: profile_sort(m, -1); break;
	case REQUEST_EDIT: edit(m); break;
	case REQUEST_FOLLOWING: follow(m); break;
	case REQUEST_LESSON: lesson_of_exercise(m); break;
	case REQUEST_FINDING: next_finding(m, 1); break;
	case REQUEST_BEFORE: next_finding(m, -1); break;
	case REQUEST_CASES: m->cases_open = !m->cases_open; break;
	case REQUEST_FOCUS: m->file_focus = !m->file_focus && m->file_rows; break;
	case REQUEST_SIDE_LEFT: m->file_follow = false, m->file_left = m->file_left > SIDEWAYS ? m->file_left - SIDEWAYS : 0; break;
	case REQUEST_SIDE_RIGHT: m->file_follow = false, m->file_left += m->file_left < 10 * SIDEWAYS ? SIDEWAYS : 0; break;
	case REQUEST_THEME:
		m->theme = (m->theme + 1) % THEME_COUNT;
		model_notice(m, false, "theme: %s (WARPBOOK_THEME sets it)", theme_name(m->theme));
		effect(m, EFFECT_REDRAW);
		break;
	case REQUEST_CHECK: check(m); break;
	case REQUEST_HINT: hint(m); break;
	case REQUEST_SOLUTION:
		if (m->assignment.passed)
			effect(m, EFFECT_SOLUTION);
		else
			m->confirm = r;
		break;
	case REQUEST_RESET: m->confirm = r; break;
	case REQUEST_LANGUAGE: language(m); break;
	case REQUEST_UP: move_by(m, -1); break;
	case REQUEST_DOWN: move_by(m, 1); break;
	case REQUEST_PAGE_UP: move_by(m, -window); break;
	case REQUEST_PAGE_DOWN: move_by(m, window); break;
	case REQUEST_TOP: move_to(m, 0); break;
	case REQUEST_BOTTOM: move_to(m, last_line(m)); break;
	case REQUEST_REDRAW: effect(m, EFFECT_REDRAW); break;
	case REQUEST_MOUSE:
		m->mouse = !m->mouse;
		model_notice(m, false, m->mouse ? "the mouse moves and opens; with shift it selects text" : "the mouse selects text");
		break;
	case REQUEST_SEARCH: search_open(m); break;
	case REQUEST_NOTES: notes(m); break;
	case REQUEST_FOUND: open_found(m); break;
	case REQUEST_GLOSSARY:
		m->term = NULL;
		effect(m, EFFECT_GLOSSARY);
		break;
	case REQUEST_TERM_NEXT: model_term_next(m, 1); break;
	case REQUEST_TERM_BEFORE: model_term_next(m, -1); break;
	case REQUEST_ALL_TERMS:
		m->term = NULL;
		m->term_chosen = 0;
		m->terms_all = !m->terms_all || !m->terms_here;
		m->places[m->depth].scroll = 0;
		break;
	case REQUEST_PROGRESS: effect(m, EFFECT_HISTORY); break;
	case REQUEST_HELP: model_push(m, PAGE_HELP); break;
	case REQUEST_CLOSE:
	case REQUEST_BACK: leave_page(m); break;
	case REQUEST_LEAVE:
	case REQUEST_QUIT: effect(m, EFFECT_QUIT); break;
	case REQUEST_SUBMISSION: case REQUEST_COLUMN_NEXT: case REQUEST_COLUMN_BEFORE: case REQUEST_ORDER: case REQUEST_FILTER:
	case REQUEST_STUDENT_NEXT: case REQUEST_STUDENT_BEFORE: case REQUEST_ADJUST: case REQUEST_REGRADE:
	case REQUEST_NONE:
	case REQUEST_COUNT:
		model_notice(m, false, "this key does nothing here; %s shows the keys", request_key(REQUEST_HELP));
	}
}

/* Handles a key as part of the number that answers a question; true if it was. */
static bool typed(struct model *m, int key)
{
	size_t n = strlen(m->typed);

	if (!takes_number(m))
		return false;
	if ((key >= '0' && key <= '9') || key == '.' || key == '-') {
		if (n + 1 < sizeof m->typed) {
			m->typed[n] = (char)key;
			m->typed[n + 1] = '\0';
		}
		return true;
	}
	if (!n || (key != KEYCODE_BACKSPACE && key != KEYCODE_ESCAPE))
		return false;
	m->typed[key == KEYCODE_BACKSPACE ? n - 1 : 0] = '\0';
	return true;
}

/* Pasted text never acts as commands: only an input in progress takes it, or a question that expects a number. */
static void pasted(struct model *m, int key)
{
	if (key == KEYCODE_PASTE_END)
		m->pasting = false;
	else if (layout_of(m->rows, m->cols, LAYOUT_PAGE).too_small || m->confirm ||
		 (!(key != KEYCODE_ENTER && class_typed(m, key)) && !searched(m, key) && !filled_by_paste(m, key) && !typed(m, key)))
		model_notice(m, false, "pasted text does nothing here");
}

void model_key(struct model *m, int key)
{
	enum request r = request_of_key(model_page(m), key);

	if (m->pasting) {
		pasted(m, key);
		return;
	}
	m->notice[0] = '\0';
	if (key == KEYCODE_PASTE) {
		m->pasting = true;
	} else if (layout_of(m->rows, m->cols, LAYOUT_PAGE).too_small) {
		if (r == REQUEST_QUIT || r == REQUEST_REDRAW)
			act(m, r, key);
	} else if (m->confirm) {
		confirmed(m, key);
	} else if (key == KEYCODE_ESCAPE && m->working[0] && !m->work_dropped) {
		model_work_drop(m);
		model_notice(m, false, "ended; nothing has changed");
	} else if (!class_typed(m, key) && !searched(m, key) && !filled(m, key) && !typed(m, key)) {
		act(m, r, key);
	}
	if (m->working[0] && !model_work_is_here(m))
		model_work_drop(m);
}
