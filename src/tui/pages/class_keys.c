/*
 * class_keys.c - the state and keys of the pages of a class: the table's order
 * and choice, the input at a prompt, the open submission.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/pages/class.h"

void class_begin(struct model *m)
{
	class_of(m)->by = CLASS_BY_NAME;
	class_refresh(m);
}

void class_release_all(struct model *m)
{
	struct class_page *room = class_of(m);

	class_table_release(&room->table);
	submission_release(&room->submission);
	free(room->shown);
}

const struct class_student *class_chosen(const struct model *m)
{
	return class_of(m)->row < (int)class_of(m)->n && class_of(m)->table.nexercises ?
	       class_of(m)->shown[class_of(m)->row] : NULL;
}

int *class_cursor(struct model *m, int *rows)
{
	*rows = (int)class_of(m)->n;
	return &class_of(m)->row;
}

/* The exercise of the chosen submission. */
static const char *exercise_chosen(const struct model *m)
{
	return class_of(m)->table.exercises[class_of(m)->column];
}

/* Filters and sorts the visible rows; keeps the student with that id chosen. */
static void arrange(struct model *m, const char *chosen)
{
	struct class_page *room = class_of(m);

	room->n = 0;
	for (size_t i = 0; room->shown && i < room->table.n; i++)
		if (class_student_matches(&room->table, &room->table.students[i], room->filter))
			room->shown[room->n++] = &room->table.students[i];
	class_table_sort(room->shown, room->n, room->by, room->backwards);
	for (size_t i = 0; chosen && i < room->n; i++)
		if (!strcmp(room->shown[i]->id, chosen))
			room->row = (int)i;
	room->row = layout_clamp(room->row, (int)room->n, 1);
}

static void arrange_again(struct model *m)
{
	arrange(m, class_chosen(m) ? class_chosen(m)->id : NULL);
}

/* ---- effects ------------------------------------------------------------------------------ */

static int submission_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct class_student *p = class_chosen(m);
	struct class_page *room = class_of(m);
	struct submission s = { .id = NULL };
	bool same;

	if (!p)
		return 0;
	if (b->submission(b->ctx, p->id, exercise_chosen(m), &s, err)) {
		submission_release(&s);
		return -1;
	}
	same = room->submission.id && !strcmp(room->submission.id, s.id) && !strcmp(room->submission.exercise, s.exercise);
	submission_release(&room->submission);
	room->submission = s;
	if (model_page(m) != PAGE_SUBMISSION)
		model_push(m, PAGE_SUBMISSION);
	else if (!same)
		m->places[m->depth].scroll = 0;
	return 0;
}

/* Takes over the table; the chosen student stays chosen. */
static int table_set(struct model *m, struct class_table *t, struct error *err)
{
	struct class_page *room = class_of(m);
	const struct class_student **shown = calloc(t->n + 1, sizeof *shown);
	char *chosen = class_chosen(m) ? strdup(class_chosen(m)->id) : NULL;

	if (!shown) {
		free(chosen);
		return error_nomem(err);
	}
	free(room->shown);
	class_table_release(&room->table);
	room->shown = shown;
	room->table = *t;
	if (room->column >= (int)room->table.nexercises)
		room->column = 0;
	arrange(m, chosen);
	free(chosen);
	return 0;
}

static int table_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	struct class_table t = { .n = 0 };

	if (b->class_table(b->ctx, &t, err) || table_set(m, &t, err)) {
		class_table_release(&t);
		return -1;
	}
	return model_page(m) == PAGE_SUBMISSION ? submission_run(m, b, e, err) : 0;
}

void class_refresh(struct model *m)
{
	model_effect(m, table_run, NULL, 0, false);
}

/* An error is probably a typing mistake: shows it as a notice, and the page stays. */
static int adjust_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct class_student *p = class_chosen(m);
	const struct class_page *room = class_of(m);

	if (!p)
		return 0;
	if (b->adjust(b->ctx, p->id, exercise_chosen(m), room->points, room->entry, err)) {
		model_notice(m, true, "%s", err->text);
		return 0;
	}
	model_notice(m, false, _("adjusted; the files that `warpbook grade` writes have it when it runs again"));
	return table_run(m, b, e, err);
}

static int comment_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct class_student *p = class_chosen(m);

	if (!p)
		return 0;
	if (b->comment(b->ctx, p->id, exercise_chosen(m), class_of(m)->entry, err)) {
		model_notice(m, true, "%s", err->text);
		return 0;
	}
	model_notice(m, false, _("written; the feedback has it when `warpbook grade` runs again"));
	return table_run(m, b, e, err);
}

static int regrade_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	const struct class_student *p = class_chosen(m);

	if (!p)
		return 0;
	if (b->regrade(b->ctx, p->id, exercise_chosen(m), err)) {
		model_notice(m, true, "%s%s%s", err->text, err->remedy[0] ? ": " : "", err->remedy);
		return 0;
	}
	class_of(m)->regrading = true;
	model_notice(m, false, _("checking again; you may go on meanwhile"));
	return 0;
}

/* `right`: applies the regrade; otherwise drops it. */
static int settle_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	if (b->settle(b->ctx, e->right, err))
		return -1;
	model_notice(m, false, e->right ? _("the regrade counts now") : _("the regrade is dropped; the old points stay"));
	return table_run(m, b, e, err);
}

static void regrade_answered(struct model *m, bool yes)
{
	model_effect(m, settle_run, NULL, 0, yes);
}

void class_regraded(struct model *m, const char *said, bool changes)
{
	char question[ENTRY_MAX + 80];

	class_of(m)->regrading = false;
	if (!changes) {
		model_notice(m, false, "%s", said);
		return;
	}
	snprintf(question, sizeof question, "%.200s: apply?", said);
	class_of(m)->prompt = PROMPT_NONE;
	model_ask(m, regrade_answered, question);
}

/* ---- what is typed ------------------------------------------------------------------------- */

const char *class_prompt(const struct model *m)
{
	static const char *const prompts[] = {
		[PROMPT_NONE] = NULL, [PROMPT_FILTER] = N_("words: "), [PROMPT_POINTS] = N_("points (7.5, +1, -2, none): "),
		[PROMPT_REASON] = N_("reason, for the student: "),
		[PROMPT_COMMENT] = N_("comment (12: at a line, =ITEM): "),
	};

	return _(prompts[class_of(m)->prompt]);
}

static void ask(struct model *m, enum prompt prompt)
{
	class_of(m)->prompt = prompt;
	snprintf(class_of(m)->entry, sizeof class_of(m)->entry, "%s", prompt == PROMPT_FILTER ? class_of(m)->filter : "");
}

static void take_entry(struct model *m)
{
	struct class_page *room = class_of(m);

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
			model_effect(m, adjust_run, NULL, 0, false);
		else
			model_notice(m, true, _("not adjusted: an adjustment needs a reason"));
		break;
	case PROMPT_COMMENT:
		room->prompt = PROMPT_NONE;
		if (room->entry[0])
			model_effect(m, comment_run, NULL, 0, false);
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

	buf_put_utf8(&more, (uint32_t)key);
	if (!more.failed && strlen(text) + more.len < size)
		strcat(text, buf_text(&more));
	buf_release(&more);
}

bool class_takes(struct model *m, int key, bool pasted)
{
	struct class_page *room = class_of(m);
	bool filtering = room->prompt == PROMPT_FILTER;

	if (!room->prompt || (pasted && key == KEYCODE_ENTER))
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

bool class_input(const struct model *m, struct screen *s, int row)
{
	const char *prompt = class_prompt(m), *entry = class_of(m)->entry;
	int width = text_width(entry), room = s->cols - 4 - (prompt ? text_width(prompt) : 0), col;

	if (!prompt)
		return false;
	col = screen_put(s, row, 1, STYLE_EMPHASIS, prompt);
	col = screen_put_within(s, row, col, s->cols - 2, width > room ? width - room : 0, STYLE_PLAIN, entry);
	screen_put(s, row, col, STYLE_ACCENT, m->ascii ? "_" : "▏");
	return true;
}

/* ---- requests ----------------------------------------------------------------------------------- */

static const char *column_name(const struct model *m, int column)
{
	return column == CLASS_BY_NAME ? "name" : column == CLASS_BY_TOTAL ? "total" :
	       path_base(class_of(m)->table.exercises[column]);
}

static void sort_by(struct model *m, int step)
{
	int n = (int)class_of(m)->table.nexercises + 2;

	/* name, total, then the exercises, in the order of the columns */
	static const int first[] = { CLASS_BY_NAME, CLASS_BY_TOTAL };
	int at = class_of(m)->by == CLASS_BY_NAME ? 0 : class_of(m)->by == CLASS_BY_TOTAL ? 1 : class_of(m)->by + 2;

	at = (at + n + step) % n;
	class_of(m)->by = at < 2 ? first[at] : at - 2;
	arrange_again(m);
	model_notice(m, false, _("sorted by %s%s"), column_name(m, class_of(m)->by),
		     class_of(m)->by == CLASS_BY_NAME ? "" : class_of(m)->backwards ? _(", the highest first") :
		     _(", the lowest first"));
}

static void column_by(struct model *m, int by)
{
	class_of(m)->column = layout_clamp(class_of(m)->column + by, (int)class_of(m)->table.nexercises, 1);
}

static void student_by(struct model *m, int by)
{
	const int row = class_of(m)->row + by;

	if (row < 0 || row >= (int)class_of(m)->n) {
		model_notice(m, false, "%s", row < 0 ? _("this is the first student of the table")
				: _("this is the last student of the table"));
		return;
	}
	class_of(m)->row = row;
	model_effect(m, submission_run, NULL, 0, false);
}

static void open(struct model *m, int key)
{
	if (class_chosen(m))
		model_effect(m, submission_run, NULL, 0, false);
}

static void order(struct model *m, int key)
{
	class_of(m)->backwards = !class_of(m)->backwards;
	sort_by(m, 0);
}

static void adjust(struct model *m, int key)
{
	if (class_chosen(m))
		ask(m, PROMPT_POINTS);
}

static void comment(struct model *m, int key)
{
	ask(m, PROMPT_COMMENT);
}

static void regrade(struct model *m, int key)
{
	if (class_chosen(m))
		model_effect(m, regrade_run, NULL, 0, false);
}

static void filter(struct model *m, int key)
{
	ask(m, PROMPT_FILTER);
}

const struct action class_actions[] = {
	{ REQUEST_SUBMISSION, open }, { REQUEST_COLUMN_NEXT, column_by, .by = 1 }, { REQUEST_COLUMN_BEFORE, column_by, .by = -1 },
	{ REQUEST_SORT, sort_by, .by = 1 }, { REQUEST_UNSORT, sort_by, .by = -1 }, { REQUEST_ORDER, order },
	{ REQUEST_FILTER, filter }, { REQUEST_STUDENT_NEXT, student_by, .by = 1 },
	{ REQUEST_STUDENT_BEFORE, student_by, .by = -1 }, { REQUEST_ADJUST, adjust },
	{ REQUEST_COMMENT, comment }, { REQUEST_REGRADE, regrade }, { REQUEST_NONE },
};
