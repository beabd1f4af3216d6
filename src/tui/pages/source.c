/*
 * source.c - the learner's current file, in colours, with line numbers and, in the margin, the findings of
 * the last check.
 *
 *	✗ 4 │ out[i] = x[i] + y[i];
 *	    │ ^
 *
 * A finding belongs to the text that was checked: once its line has changed, its mark disappears.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/pages/exercise.h"
#include "tui/pages/profile.h"
#include "tui/pages/source.h"
#include "words/kinds.h"
#include "words/remark.h"

#define NEAR_COLS 4 /* seen beside a place to which a long line moves */
#define ALL_COLS 4000 /* lines are not wrapped: the panel scrolls sideways */
#define TAB      4
#define SHARE_COLS 5
#define SHARE_MUCH 0.25 /* such a line costs much of the time */

static bool is_own(const struct attempt *a, const char *file)
{
	return !file || !*file || !strcmp(path_base(file), path_base(a->path));
}

/* Is the line still the same as at the check? */
static bool is_as_checked(const struct model *m, int line)
{
	const struct source then = { exercise_of(m)->attempt->source, exercise_of(m)->attempt->source_len },
		now = { exercise_of(m)->source, exercise_of(m)->source_len };
	const char *a, *b;
	size_t an, bn;

	if (!then.text || !now.text)
		return false;
	a = source_line(&then, line, &an);
	b = source_line(&now, line, &bn);
	return a && b && an == bn && !memcmp(a, b, an);
}

bool source_shows_mark(const struct model *m)
{
	const struct source_place *place = result_mark(m);

	return place && exercise_of(m)->source && layout_of(m->rows, m->cols, LAYOUT_SOURCE).source.rows &&
	       is_own(exercise_of(m)->attempt, place->file) && is_as_checked(m, place->line);
}

/* ---- marks ------------------------------------------------------------------------------ */

struct mark { const char *sign; enum style style; };

static struct mark mark_of_level(int level, bool slow)
{
	if (slow)
		return (struct mark){ "▲", STYLE_WARN };
	return level == 2 ? (struct mark){ "✗", STYLE_BAD } : level == 1 ? (struct mark){ "!", STYLE_WARN }
								    : (struct mark){ "•", STYLE_NOTE };
}

/* The most severe finding on the line; sign NULL: none. */
static struct mark mark_of_line(const struct model *m, int line)
{
	const struct attempt *a = exercise_of(m)->attempt;
	struct mark mark = { NULL, STYLE_PLAIN };
	int worst = -1;

	if (!a || !is_as_checked(m, line))
		return mark;
	for (size_t i = 0; i < a->nfindings; i++) {
		const struct finding *f = &a->findings[i];

		if (f->place.line == line && is_own(a, f->place.file) && (int)f->level > worst) {
			worst = (int)f->level;
			mark = mark_of_level(worst, f->kind == KIND_METRIC);
		} else if (f->other.line == line && is_own(a, f->other.file) && worst < 0) {
			worst = 0;
			mark = mark_of_level(0, false);
		}
	}
	for (size_t i = 0; i < a->ndiagnostics; i++) {
		const struct diagnostic *d = &a->diagnostics[i];

		if (d->line == line && is_own(a, d->file) && (int)d->level > worst) {
			worst = (int)d->level;
			mark = mark_of_level(d->level == DIAGNOSTIC_ERROR ? 2 : d->level == DIAGNOSTIC_WARNING ? 1 : 0, false);
		}
	}
	if (worst < 0 && a->fault.line == line && a->fault.file[0] && is_own(a, a->fault.file))
		mark = mark_of_level(2, false);
	return mark;
}

/* The byte column of the explained finding, 0-based; -1: none. */
static int mark_column(const struct model *m, const struct source_place *place)
{
	const struct attempt *a = exercise_of(m)->attempt;
	const struct remark_source own = { a->path, a->source, a->source_len };
	int column = place->column;

	if (exercise_of(m)->finding < a->nfindings)
		column = remark_column(&own, &a->findings[exercise_of(m)->finding]);
	return column - 1;
}

/* The screen columns before a byte of the line, and the width of the word that begins there. */
static int columns_before(const char *line, size_t len, int byte, int *word)
{
	int width = 0, n = 0;

	for (int i = 0; i < byte && (size_t)i < len; i++)
		width += line[i] == '\t' ? TAB - width % TAB : ((unsigned char)line[i] & 0xC0) != 0x80;
	for (size_t i = (size_t)byte; i < len && (line[i] == '_' || isalnum((unsigned char)line[i])); i++)
		n++;
	*word = n ? n : 1;
	return width;
}

/* ---- drawing ------------------------------------------------------------------------------ */

struct sheet {
	const struct model *m;
	struct screen *s;
	struct rect r;
	int digits, code; /* the numbers' columns, and the code's first one */
	int share;        /* columns for a line's part of the time; 0: not shown */
};

/* The line's part of the modelled time, on the page of the profile. */
static void draw_share(const struct sheet *t, int row, int number)
{
	const struct profile_side *own = &profile_of(t->m)->profile.own;
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < own->nlines; i++) {
		if (own->lines[i].line != number)
			continue;
		profile_figure(own->lines[i].share, PROFILE_PERCENT, &text);
		screen_put_within(t->s, row, t->code - 3 - text_width(buf_text(&text)), t->code - 2, 0,
				  own->lines[i].share >= SHARE_MUCH ? STYLE_WARN : STYLE_DIM, buf_text(&text));
	}
	buf_release(&text);
}

static void draw_line(const struct sheet *t, int row, int number, const struct line *line, bool active)
{
	struct mark mark = mark_of_line(t->m, number);
	int col = t->r.col, end = t->r.col + t->r.cols, skip = t->m->file.left + 2;
	char text[24];

	if (mark.sign)
		screen_put(t->s, row, col, mark.style, mark.sign);
	snprintf(text, sizeof text, "%*d", t->digits, number);
	screen_put_within(t->s, row, col + 2, end, 0, mark.sign ? mark.style : STYLE_NUMBER, text);
	if (t->share)
		draw_share(t, row, number);
	screen_put_within(t->s, row, t->code - 2, end, 0, STYLE_FRAME, "│");
	col = t->code;
	for (size_t i = 0; i < line->nspans; i++) {
		int width = text_width(line->spans[i].text);

		col = screen_put_within(t->s, row, col, end, skip, line->spans[i].style, line->spans[i].text);
		if (skip > 0 && width >= skip)
			skip = 0;
		else if (skip > 0)
			skip -= width;
		if (col >= end) {
			screen_put_within(t->s, row, end - 1, end, 0, STYLE_ACCENT, "›");
			break;
		}
	}
	if (active)
		screen_reverse(t->s, row, t->r.col - 1, t->r.cols + 2);
}

/* The column of the place in its line, and of how many the word there is; false: the file has no such line now. */
static bool place_columns(const struct model *m, const struct source_place *place, int *column, int *word)
{
	const struct source now = { exercise_of(m)->source, exercise_of(m)->source_len };
	int byte = mark_column(m, place);
	size_t len;
	const char *line = source_line(&now, place->line, &len);

	if (!line)
		return false;
	if (byte < 0)
		byte = (int)strspn(line, " \t");
	*column = columns_before(line, len, byte, word);
	return true;
}

/* The caret under the explained line. */
static void draw_caret(const struct sheet *t, int row, const struct source_place *place)
{
	struct mark mark = mark_of_line(t->m, place->line);
	int word, at;

	screen_put_within(t->s, row, t->code - 2, t->r.col + t->r.cols, 0, STYLE_FRAME, "│");
	if (!place_columns(t->m, place, &at, &word))
		return;
	at += t->code - t->m->file.left;
	for (int i = 0; i < word; i++)
		if (at + i >= t->code && at + i < t->r.col + t->r.cols)
			screen_put(t->s, row, at + i, mark.style, "^");
}

int source_code_begin(const char *text)
{
	static const char *const opening[] = { "//", "/*", "*", "#", "import ", "from " };
	int line = 0;

	for (const char *at = text; *at; line++) {
		const char *word = at + strspn(at, " \t"), *end = strchr(at, '\n');
		bool opens = *word == '\n';

		for (size_t k = 0; k < sizeof opening / sizeof *opening; k++)
			opens |= !strncmp(word, opening[k], strlen(opening[k]));
		if (!opens && *word)
			return line;
		if (!end)
			break;
		at = end + 1;
	}
	return 0;
}

/*
 * The first line for a low panel, which would otherwise show only the comments at the top: where the stub expects the
 * learner's code, otherwise where the code begins.
 */
static int first_shown(const struct model *m, int lines, int rows)
{
	return exercise_stub_line(m) ? layout_show(0, exercise_stub_line(m), lines, rows) :
	       source_code_begin(exercise_of(m)->source);
}

/* Moves a long line sideways until the place in it can be seen. */
static void follow_sideways(struct model *m, const struct source_place *place, int columns)
{
	int column, word;

	if (!place_columns(m, place, &column, &word))
		return;
	if (column + word < columns)
		m->file.left = 0;
	else if (column < m->file.left)
		m->file.left = column - NEAR_COLS;
	else if (column + word + 1 > m->file.left + columns)
		m->file.left = column + word + NEAR_COLS - columns < column ? column + word + NEAR_COLS - columns : column;
}

void source_draw(struct model *m, struct screen *s, struct rect r, struct page *p)
{
	const struct step code = { .kind = STEP_CODE, .text = exercise_of(m)->source ? exercise_of(m)->source : "",
				   .language = exercise_language(m) };
	const bool profiled = model_page(m) == PAGE_PROFILE && !profile_of(m)->old;
	const struct profile_line *chosen = profiled ? profile_chosen(m) : NULL;
	struct sheet t = { m, s, r, 3, 0, profiled ? SHARE_COLS : 0 };
	const struct source_place *place = model_page(m) == PAGE_RESULT && source_shows_mark(m) ? result_mark(m) : NULL;
	struct line *lines;
	struct error err;
	size_t n;
	int row = r.row;

	m->file.rows = r.rows;
	m->file.lines = 0;
	if (!exercise_of(m)->source) {
		screen_put_within(s, row, r.col, r.col + r.cols, 0, STYLE_BAD, _("the file cannot be read"));
		screen_put_within(s, row + 1, r.col, r.col + r.cols, 0, STYLE_DIM, _("R brings the exercise's stub back"));
		return;
	}
	if (lesson_render(&code, NULL, ALL_COLS, m->ascii, &p->arena, &lines, &n, &err))
		return;
	t.digits = snprintf(NULL, 0, "%zu", n < 100 ? (size_t)99 : n);
	t.code = r.col + 2 + t.digits + t.share + 3;
	m->file.lines = (int)n;
	if (place && m->file.follow) {
		m->file.scroll = layout_show(m->file.scroll, place->line, (int)n + 1, r.rows);
		follow_sideways(m, place, r.col + r.cols - t.code);
	}
	if (chosen && chosen->line && m->file.follow && m->file.scroll >= 0)
		m->file.scroll = layout_show(m->file.scroll, chosen->line, (int)n, r.rows);
	if (m->file.scroll < 0 || (!place && m->file.follow && m->file.scroll < source_code_begin(exercise_of(m)->source)))
		m->file.scroll = first_shown(m, (int)n, r.rows);
	m->file.scroll = layout_clamp(m->file.scroll, (int)n + (place != NULL), r.rows);
	for (size_t i = (size_t)m->file.scroll; i < n && row < r.row + r.rows; i++) {
		bool active = place && (int)i + 1 == place->line;

		draw_line(&t, row++, (int)i + 1, &lines[i], active || (chosen && (int)i + 1 == chosen->line));
		if (active && row < r.row + r.rows)
			draw_caret(&t, row++, place);
	}
}
