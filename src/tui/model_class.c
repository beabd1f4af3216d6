/* model_class.c - the state of the pages of a class: the table's order and choice, the input at a prompt, the open submission. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "tui/model.h"
#include "tui/screen.h"

bool model_is_class(const struct model *m)
{
	return m->places[0].page == PAGE_CLASS;
}

void class_release_all(struct class_model *room)
{
	class_table_release(&room->table);
	submission_release(&room->submission);
	free(room->shown);
	room->shown = NULL;
}

const struct class_student *model_student(const struct model *m)
{
	return m->room.row < (int)m->room.n && m->room.table.nexercises ? m->room.shown[m->room.row] : NULL;
}

void class_move_to(struct model *m, int row)
{
	m->room.row = row >= (int)m->room.n ? (int)m->room.n - 1 : row;
	m->room.row = m->room.row < 0 ? 0 : m->room.row;
}

/* Filters and sorts the visible rows; keeps the student with that id chosen. */
static void arrange(struct model *m, const char *chosen)
{
	struct class_model *room = &m->room;

	room->n = 0;
	for (size_t i = 0; room->shown && i < room->table.n; i++)
		if (class_student_matches(&room->table, &room->table.students[i], room->filter))
			room->shown[room->n++] = &room->table.students[i];
	class_table_sort(room->shown, room->n, room->by, room->backwards);
	for (size_t i = 0; chosen && i < room->n; i++)
		if (!strcmp(room->shown[i]->id, chosen))
			room->row = (int)i;
	class_move_to(m, room->row);
}

static void arrange_again(struct model *m)
{
	arrange(m, model_student(m) ? model_student(m)->id : NULL);
}

void model_set_class(struct model *m, struct class_table *t)
{
	struct class_model *room = &m->room;
	const struct class_student **shown = calloc(t->n + 1, sizeof *shown);
	char *chosen = model_student(m) ? strdup(model_student(m)->id) : NULL;

	if (!shown) {
		model_notice(m, true, "out of memory");
		class_table_release(t);
		free(chosen);
		return;
	}
	free(room->shown);
	class_table_release(&room->table);
	room->shown = shown;
	room->table = *t;
	memset(t, 0, sizeof *t);
	if (room->column >= (int)room->table.nexercises)
		room->column = 0;
	arrange(m, chosen);
	free(chosen);
}

void model_set_submission(struct model *m, struct submission *s)
{
	bool same = m->room.submission.id && !strcmp(m->room.submission.id, s->id) && !strcmp(m->room.submission.exercise, s->exercise);

	submission_release(&m->room.submission);
	m->room.submission = *s;
	memset(s, 0, sizeof *s);
	if (model_page(m) != PAGE_SUBMISSION)
		model_push(m, PAGE_SUBMISSION);
	else if (!same)
		m->places[m->depth].scroll = 0;
}

/* ---- what is typed ------------------------------------------------------------------------- */

const char *model_prompt(const struct model *m)
{
	static const char *const prompts[] = {
		[PROMPT_NONE] = NULL, [PROMPT_FILTER] = "words: ", [PROMPT_POINTS] = "points (7.5, +1, -2, none): ",
		[PROMPT_REASON] = "reason, for the student: ",
	};

	return prompts[m->room.prompt];
}

static void ask(struct model *m, enum prompt prompt)
{
	m->room.prompt = prompt;
	snprintf(m->room.entry, sizeof m->room.entry, "%s", prompt == PROMPT_FILTER ? m->room.filter : "");
}

static void take_entry(struct model *m)
{
	struct class_model *room = &m->room;

	switch (room->prompt) {
	case PROMPT_POINTS:
		if (room->entry[0]) {
			snprintf(room->points, sizeof room->points, "%.20s", room->entry);
			ask(m, PROMPT_REASON);
		} else {
			room->prompt = PROMPT_NONE;
		}
		break;
	case PROMPT_REASON:
		room->prompt = PROMPT_NONE;
		if (room->entry[0])
			model_effect(m, EFFECT_ADJUST, NULL, 0, false);
		else
			model_notice(m, true, "not adjusted: an adjustment needs a reason");
		break;
	case PROMPT_FILTER:
	case PROMPT_NONE:
		room->prompt = PROMPT_NONE;
	}
}

/* Removes the last character, which may be several bytes. */
static void shorten(char *text)
{
	size_t n = strlen(text);

	while (n && ((unsigned char)text[n - 1] & 0xC0) == 0x80)
		n--;
	text[n ? n - 1 : 0] = '\0';
}

static void lengthen(char *text, size_t size, int key)
{
	struct buf more = BUF_INIT;

	screen_encode((uint32_t)key, &more);
	if (!more.failed && strlen(text) + more.len < size)
		strcat(text, buf_text(&more));
	buf_release(&more);
}

bool class_typed(struct model *m, int key)
{
	struct class_model *room = &m->room;
	bool filtering = room->prompt == PROMPT_FILTER;

	if (!room->prompt)
		return false;
	if (key == KEYCODE_ENTER) {
		take_entry(m);
		return true;
	}
	if (key == KEYCODE_ESCAPE) {
		room->prompt = PROMPT_NONE;
		room->entry[0] = '\0';
	} else if (key == KEYCODE_BACKSPACE) {
		shorten(room->entry);
	} else if ((key >= KEYCODE_SPACE && key < KEYCODE_BACKSPACE) || (key >= 0xA0 && key < KEYCODE_UP)) {
		lengthen(room->entry, filtering ? sizeof room->filter : sizeof room->entry, key);
	} else {
		return true;
	}
	if (filtering) { /* esc clears the filter */
		snprintf(room->filter, sizeof room->filter, "%.*s", (int)sizeof room->filter - 1, room->entry);
		arrange_again(m);
	}
	return true;
}

/* ---- outcomes -------------------------------------------------------------------------------- */

void model_adjusted(struct model *m)
{
	model_notice(m, false, "adjusted; the files that `warpbook grade` writes have it when it runs again");
}

void model_regrade_started(struct model *m)
{
	m->room.regrading = true;
	model_notice(m, false, "checking again; you may go on meanwhile");
}

void model_regraded(struct model *m, const char *said, bool changes)
{
	m->room.regrading = false;
	if (!changes) {
		model_notice(m, false, "%s", said);
		return;
	}
	snprintf(m->room.question, sizeof m->room.question, "%.200s: apply?", said);
	m->room.prompt = PROMPT_NONE;
	m->confirm = REQUEST_REGRADE;
}

void class_answered(struct model *m, bool yes)
{
	model_effect(m, EFFECT_SETTLE, NULL, 0, yes);
}

/* ---- requests ----------------------------------------------------------------------------------- */

static const char *column_name(const struct model *m, int column)
{
	return column == CLASS_BY_NAME ? "name" : column == CLASS_BY_TOTAL ? "total" : path_base(m->room.table.exercises[column]);
}

static void sort_by(struct model *m, int step)
{
	int n = (int)m->room.table.nexercises + 2;

	/* name, total, then the exercises, in the order of the columns */
	static const int first[] = { CLASS_BY_NAME, CLASS_BY_TOTAL };
	int at = m->room.by == CLASS_BY_NAME ? 0 : m->room.by == CLASS_BY_TOTAL ? 1 : m->room.by + 2;

	at = (at + n + step) % n;
	m->room.by = at < 2 ? first[at] : at - 2;
	arrange_again(m);
	model_notice(m, false, "sorted by %s%s", column_name(m, m->room.by),
		     m->room.by == CLASS_BY_NAME ? "" : m->room.backwards ? ", the highest first" : ", the lowest first");
}

static void column_to(struct model *m, int column)
{
	int n = (int)m->room.table.nexercises;

	m->room.column = column < 0 ? 0 : column >= n ? n ? n - 1 : 0 : column;
}

static void student_to(struct model *m, int row)
{
	if (row < 0 || row >= (int)m->room.n) {
		model_notice(m, false, "this is the %s student of the table", row < 0 ? "first" : "last");
		return;
	}
	m->room.row = row;
	model_effect(m, EFFECT_SUBMISSION, NULL, 0, false);
}

/* A request that a learner's workbook has, but a class does not. */
static bool is_foreign(enum request r)
{
	return r == REQUEST_SEARCH || r == REQUEST_GLOSSARY || r == REQUEST_PROGRESS || r == REQUEST_NOTES;
}

bool class_act(struct model *m, enum request r)
{
	switch (r) {
	case REQUEST_SUBMISSION:
		if (model_student(m))
			model_effect(m, EFFECT_SUBMISSION, NULL, 0, false);
		return true;
	case REQUEST_COLUMN_NEXT: column_to(m, m->room.column + 1); return true;
	case REQUEST_COLUMN_BEFORE: column_to(m, m->room.column - 1); return true;
	case REQUEST_SORT: sort_by(m, 1); return true;
	case REQUEST_UNSORT: sort_by(m, -1); return true;
	case REQUEST_ORDER:
		m->room.backwards = !m->room.backwards;
		sort_by(m, 0);
		return true;
	case REQUEST_FILTER: ask(m, PROMPT_FILTER); return true;
	case REQUEST_STUDENT_NEXT: student_to(m, m->room.row + 1); return true;
	case REQUEST_STUDENT_BEFORE: student_to(m, m->room.row - 1); return true;
	case REQUEST_ADJUST:
		if (model_student(m))
			ask(m, PROMPT_POINTS);
		return true;
	case REQUEST_REGRADE:
		if (model_student(m))
			model_effect(m, EFFECT_REGRADE, NULL, 0, false);
		return true;
	default:
		if (is_foreign(r))
			model_notice(m, false, "this key does nothing here; %s shows the keys", request_key(REQUEST_HELP));
		return is_foreign(r);
	}
}
