/*
 * table.c - the table of a step: reads it, and draws it in columns.
 *
 *	     n   ms    TFLOP/s
 *	──────────────────────
 *	  1024   2.37      0.9      columns of numbers are right-aligned
 *
 * Columns are as wide as their cells. If the window is too narrow for that, the widest become narrower, and cells wrap; if even
 * that does not fit, each row becomes a list of its cells.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

#define COLUMNS_MAX  8
#define ROWS_MAX     24
#define GAP          2

/* ---- reading --------------------------------------------------------------------------------- */

static int read_row(struct script *s, struct arena *a, struct step_table *t, size_t row, struct error *err)
{
	if (script_length(s) != (int)t->cols)
		return script_error(s, err, NULL, "has %d cells, and the header has %zu", script_length(s), t->cols);
	for (size_t c = 0; c < t->cols; c++) {
		const char **cell = &t->cells[row * t->cols + c];

		if (script_item_string(s, a, (int)c + 1, cell, err) != 1)
			return -1;
		if (!markup_is_closed(*cell))
			return script_error_item(s, err, (int)c + 1, "a ` has no partner");
	}
	return 0;
}

int table_read(struct script *s, struct arena *a, struct step *step, struct error *err)
{
	struct step_table *t = &step->table;
	int found = script_enter(s, "table", false, err);

	if (found != 1)
		return found;
	t->rows = (size_t)script_length(s);
	if (t->rows < 2 || t->rows > ROWS_MAX) {
		script_error(s, err, NULL, "a table has from 2 to %d rows, not %zu", ROWS_MAX, t->rows);
		return error_remedy(err, "write { { \"head\", ... }, { \"cell\", ... }, ... }: the first row is the header");
	}
	for (size_t r = 0; r < t->rows; r++) {
		if (script_enter_index(s, (int)r + 1, err) != 1)
			return -1;
		if (!r) {
			t->cols = (size_t)script_length(s);
			if (t->cols < 2 || t->cols > COLUMNS_MAX)
				return script_error(s, err, NULL, "a table has from 2 to %d columns, not %zu", COLUMNS_MAX,
						    t->cols);
			t->cells = arena_array(a, t->rows * t->cols, sizeof *t->cells);
			if (!t->cells)
				return error_nomem(err);
		}
		if (read_row(s, a, t, r, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

bool table_is_number(const struct step_table *t, size_t col)
{
	bool any = false;

	for (size_t r = 1; r < t->rows; r++) {
		const char *cell = t->cells[r * t->cols + col];

		if (*cell && !isdigit((unsigned char)cell[*cell == '-']) && strcmp(cell, "-"))
			return false;
		any = any || isdigit((unsigned char)*cell);
	}
	return any;
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* A cell as lines. */
static struct flow cell_flow(const struct flow *f, const struct step_table *t, size_t at, int width)
{
	struct flow cell = { .a = f->a, .width = width, .ascii = f->ascii };

	markup_words(&cell, at < t->cols ? STYLE_EMPHASIS : STYLE_PLAIN, t->cells[at], strlen(t->cells[at]));
	flow_wrap(&cell, 0);
	return cell;
}

static int sum_of(const int *widths, size_t n)
{
	int sum = GAP * ((int)n - 1);

	for (size_t i = 0; i < n; i++)
		sum += widths[i];
	return sum;
}

/* The width in columns of the longest word. */
static int longest_word(const struct line *l)
{
	int most = 1, width = 0;

	for (size_t i = 0; i < l->nspans; i++)
		for (const char *p = l->spans[i].text; *p;) {
			size_t n = strcspn(p, " ");
			char word[128];

			snprintf(word, sizeof word, "%.*s", (int)n, p);
			width += text_width(word);
			most = width > most ? width : most;
			width = p[n] ? 0 : width;
			p += n + (p[n] == ' ');
		}
	return most;
}

/* False if even the narrowest columns, of whole words, do not fit. */
static bool widths_choose(const struct flow *f, const struct step_table *t, int *widths)
{
	int least[COLUMNS_MAX];

	for (size_t c = 0; c < t->cols; c++) {
		widths[c] = least[c] = 1;
		for (size_t r = 0; r < t->rows; r++) {
			struct flow cell = cell_flow(f, t, r * t->cols + c, INT16_MAX);
			int width = cell.nlines ? flow_line_width(&cell.lines[0]) : 0;

			int word = cell.nlines ? longest_word(&cell.lines[0]) : 0;

			widths[c] = width > widths[c] ? width : widths[c];
			least[c] = word > least[c] ? word : least[c];
		}
	}
	while (sum_of(widths, t->cols) > f->width) {
		size_t widest = t->cols;

		for (size_t c = 0; c < t->cols; c++)
			if (widths[c] > least[c] && (widest == t->cols || widths[c] > widths[widest]))
				widest = c;
		if (widest == t->cols)
			return false;
		widths[widest]--;
	}
	return true;
}

static void row_flow(struct flow *f, const struct step_table *t, size_t row, const int *widths)
{
	size_t top = f->nlines;
	int column = 0;

	for (size_t c = 0; c < t->cols; c++) {
		struct flow cell = cell_flow(f, t, row * t->cols + c, widths[c]);
		int spare = cell.nlines == 1 && table_is_number(t, c) ? widths[c] - flow_line_width(&cell.lines[0]) : 0;

		flow_beside(f, top, column + spare, &cell);
		column += widths[c] + GAP;
	}
}

/* "head: cell", line by line. */
static void list_flow(struct flow *f, const struct step_table *t)
{
	for (size_t r = 1; r < t->rows; r++) {
		for (size_t c = 0; c < t->cols; c++) {
			const char *head = t->cells[c], *cell = t->cells[r * t->cols + c];

			if (!*cell)
				continue;
			if (*head && c) {
				flow_add(f, STYLE_DIM, "  ");
				markup_words(f, STYLE_DIM, head, strlen(head));
				flow_add(f, STYLE_DIM, ": ");
			}
			markup_words(f, c ? STYLE_PLAIN : STYLE_EMPHASIS, cell, strlen(cell));
			flow_wrap(f, c ? 4 : 0);
		}
	}
}

void table_flow(struct flow *f, const struct step_table *t)
{
	int widths[COLUMNS_MAX];

	if (!widths_choose(f, t, widths)) {
		list_flow(f, t);
		return;
	}
	row_flow(f, t, 0, widths);
	for (int i = sum_of(widths, t->cols); i > 0; i--)
		flow_add(f, STYLE_DIM, "─");
	flow_break(f);
	for (size_t r = 1; r < t->rows; r++)
		row_flow(f, t, r, widths);
}
