/* csv.c - reads and writes tables: see csv.h. */
#include "config.h"

#include "grade/in/csv.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "base/text.h"

#define MOST_BYTES (16u << 20)

struct reader { const char *at, *end, *name; int line; struct arena *arena; char separator; };

static int row_add(struct reader *r, struct csv_row *row, size_t *cap, const struct buf *cell)
{
	const char **place = arena_push(r->arena, &row->cells, &row->n, cap, sizeof *place);

	if (place)
		*place = arena_strndup(r->arena, buf_text(cell), cell->len);
	return place && *place && !cell->failed ? 0 : -1;
}

/* Reads from after the opening quote to after the closing one. */
static int read_quoted(struct reader *r, struct buf *cell, struct error *err)
{
	int began = r->line;

	for (;; r->at++) {
		if (r->at == r->end) {
			error_set(err, PARTY_LEARNER, "a quote is never closed");
			error_remedy(err, "export the table again, as CSV");
			return error_at(err, r->name, began);
		}
		if (*r->at == '"') {
			if (r->at + 1 == r->end || r->at[1] != '"')
				break;
			r->at++;
		}
		r->line += *r->at == '\n';
		buf_putc(cell, *r->at);
	}
	r->at++;
	return 0;
}

/* Reads one row, to after its end of line. */
static int read_row(struct reader *r, struct csv_row *row, struct error *err)
{
	struct buf cell = BUF_INIT;
	size_t cap = 0;
	int status = 0;
	bool more = true;

	*row = (struct csv_row){ .line = r->line };
	while (more && !status) {
		buf_clear(&cell);
		if (r->at < r->end && *r->at == '"') {
			r->at++;
			status = read_quoted(r, &cell, err);
		}
		while (!status && r->at < r->end && *r->at != r->separator && *r->at != '\n')
			buf_putc(&cell, *r->at++);
		more = r->at < r->end && *r->at == r->separator;
		if (!more && cell.len && cell.data[cell.len - 1] == '\r')
			cell.data[--cell.len] = '\0';
		if (!status && row_add(r, row, &cap, &cell))
			status = error_nomem(err);
		if (r->at < r->end)
			r->line += *r->at++ == '\n';
	}
	buf_release(&cell);
	return status;
}

/* The most frequent separator in the first line, outside quotes. */
static char find_separator(const char *at, const char *end)
{
	int commas = 0, semicolons = 0, tabs = 0;
	bool quoted = false;

	for (; at < end && (*at != '\n' || quoted); at++) {
		quoted ^= *at == '"';
		commas += !quoted && *at == ',';
		semicolons += !quoted && *at == ';';
		tabs += !quoted && *at == '\t';
	}
	return tabs > commas && tabs > semicolons ? '\t' : semicolons > commas ? ';' : ',';
}

int csv_parse(const char *name, const char *text, size_t len, struct arena *arena, struct csv *out, struct error *err)
{
	struct reader r = { .at = text, .end = text + len, .name = name, .line = 1, .arena = arena };
	size_t cap = 0;

	*out = (struct csv){ 0 };
	if (memchr(text, '\0', len)) {
		error_set(err, PARTY_LEARNER, "'%s' is not a table in UTF-8: it has bytes that are 0", name);
		return error_remedy(err, "export it again, as CSV (UTF-8)");
	}
	out->mark = text_mark(text, len);
	r.at += text_mark(text, len);
	r.separator = out->separator = find_separator(r.at, r.end);
	while (r.at < r.end) {
		struct csv_row row, *place;

		if (read_row(&r, &row, err))
			return -1;
		if (row.n == 1 && !row.cells[0][0])
			continue;
		place = arena_push(arena, &out->rows, &out->n, &cap, sizeof *place);
		if (!place)
			return error_nomem(err);
		*place = row;
	}
	out->torn = out->n > 1 && out->rows[out->n - 1].n < out->rows[0].n && r.end[-1] != '\n';
	if (!out->n) {
		error_set(err, PARTY_LEARNER, "'%s' has no row", name);
		return error_remedy(err, "its first row should name the columns");
	}
	return 0;
}

int csv_read(const char *path, struct arena *arena, struct csv *out, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = file_read(path, MOST_BYTES, &text, err);

	if (!status)
		status = csv_parse(path, buf_text(&text), text.len, arena, out, err);
	buf_release(&text);
	return status;
}

int csv_read_whole(const char *path, struct arena *arena, struct csv *out, struct error *err)
{
	if (csv_read(path, arena, out, err))
		return -1;
	if (!out->torn)
		return 0;
	error_set(err, PARTY_LEARNER, "the table ends within a row, which has %zu of %zu cells", out->rows[out->n - 1].n,
		  out->rows[0].n);
	error_remedy(err, "export or copy the table again: rows may be missing");
	return error_at(err, path, out->rows[out->n - 1].line);
}

int csv_column_of(const struct csv *c, const char *const *heads)
{
	for (; *heads; heads++)
		if (csv_column(c, *heads) >= 0)
			return csv_column(c, *heads);
	return -1;
}

int csv_column(const struct csv *c, const char *head)
{
	for (size_t i = 0; c->n && i < c->rows[0].n; i++)
		if (!strcasecmp(c->rows[0].cells[i], head))
			return (int)i;
	return -1;
}

const char *csv_cell(const struct csv_row *row, int column)
{
	return column >= 0 && (size_t)column < row->n ? row->cells[column] : "";
}

void csv_put(struct buf *out, const char *text, char separator)
{
	size_t n = strlen(text);
	bool quotes = strpbrk(text, "\"\r\n\t;,") || strchr(text, separator) || (n && (text[0] == ' ' || text[n - 1] == ' '));

	if (!quotes) {
		buf_puts(out, text);
		return;
	}
	buf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			buf_putc(out, '"');
		buf_putc(out, *text);
	}
	buf_putc(out, '"');
}

/*
 * A spreadsheet skips blanks before it looks, and treats the wide forms of these signs (U+FF1D and so on) the same.
 */
void csv_put_text(struct buf *out, const char *text, char separator)
{
	static const char *const signs[] = { "=", "+", "-", "@", "|", "%", "\t", "\r", "\xEF\xBC\x9D", "\xEF\xBC\x8B",
					     "\xEF\xBC\x8D",
		"\xEF\xBC\xA0" };
	const char *p = text + strspn(text, " \n\r\t");
	struct buf harmless = BUF_INIT;
	bool formula = *text == '\t' || *text == '\r';

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		formula = formula || !strncmp(p, signs[i], strlen(signs[i]));
	buf_printf(&harmless, "%s%s", formula ? "'" : "", text);
	csv_put(out, buf_text(&harmless), separator);
	buf_release(&harmless);
}

void csv_put_number(struct buf *out, double number)
{
	char text[40];
	size_t n = (size_t)snprintf(text, sizeof text, "%.4f", number == 0 ? 0.0 : number);

	while (n && text[n - 1] == '0')
		n--;
	if (n && text[n - 1] == '.')
		n--;
	text[n] = '\0';
	buf_puts(out, strcmp(text, "-0") ? text : "0");
}
