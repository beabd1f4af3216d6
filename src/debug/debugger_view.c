/*
 * debugger_view.c - a debugger's position as a page shows it: the source, the
 * focus's values, and those of the other threads of its warp.
 */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"

#define ROWS_MOST 14

static const char *taken(struct arena *arena, struct buf *text)
{
	const char *kept;

	text_clean(text, 0);
	while (text->len && text->data[text->len - 1] == '\n')
		text->data[--text->len] = '\0';
	kept = arena_strdup(arena, buf_text(text));
	buf_clear(text);
	return kept;
}

/* The values of a text that has one a line: "i = 3". */
static struct debugger_value *values_taken(struct arena *arena, struct buf *text, size_t *n)
{
	struct debugger_value *list = NULL;
	size_t cap = 0;

	*n = 0;
	for (const char *at = taken(arena, text), *end; at && *at; at = end + (*end == '\n')) {
		struct debugger_value *v = arena_push(arena, &list, n, &cap, sizeof *v);
		const char *sign = strstr(at, " = ");

		end = at + strcspn(at, "\n");
		sign = sign && sign < end ? sign : end;
		if (!v)
			return NULL;
		v->name = arena_strndup(arena, at, (size_t)(sign - at));
		v->value = sign < end ? arena_strndup(arena, sign + 3, (size_t)(end - sign - 3)) : "";
		v->unset = v->value && (!strcmp(v->value, _("not set yet")) || !strcmp(v->value, _("unwritten")));
	}
	return arena->failed ? NULL : list;
}

/* ---- the elements that the line names -------------------------------------------------------- */

static void used_put(struct debugger *d, const struct simt_step *s, const struct use *u, struct buf *out)
{
	struct element e;
	struct error ignored;
	struct value v;
	uint64_t step;
	bool raced;

	if (!use_element(d, s, d->lane, u, &e)) {
		if (!value_of(d, s, d->lane, u->text, NULL, &v, &ignored)) /* of an array of the thread's own */
			buf_printf(out, v.is_real ? "%s = %.9g\n" : "%s = %.0f\n", u->text, v.is_real ? v.r : (double)v.i);
		return;
	}
	element_put(&e, out);
	buf_puts(out, " = ");
	if (element_value_put(d, &e, out, &ignored))
		buf_puts(out, "?");
	if (!is_raced(d, &e, &raced, &step, &ignored) && raced)
		buf_puts(out, _("  ! accesses to it race"));
	buf_puts(out, "\n");
}

/* ---- a value for each thread of the warp ------------------------------------------------------- */

static const char *number_text(const struct value *v, struct arena *arena)
{
	return v->is_real ? arena_printf(arena, "%.4g", v->r) : arena_printf(arena, "%" PRId64, v->i);
}

/* Numbers only: an array or a struct has no room in a cell, and the elements of a pointer are the same in all threads. */
static bool has_cells(const struct debug_variable *x)
{
	return !x->type.shape[0] && x->type.kind != DEBUG_STRUCT && x->type.kind != DEBUG_POINTER && x->type.size <= 8;
}

static const char *variable_cell(struct debugger *d, const struct simt_step *s, unsigned lane, const char *name,
				 struct arena *arena)
{
	const struct debug_variable *x = variable_named(d, s, name, strlen(name));
	uint8_t bytes[8];
	struct value v;

	if (!x || !has_cells(x))
		return "";
	if (debug_variable_read(d->variables, x, s, lane, 0, bytes, x->type.size) < x->type.size)
		return debug_variable_is_unset(x, s, lane) ? "?" : "";
	return bits_value(&x->type, bytes, &v) ? number_text(&v, arena) : "";
}

static const char *use_cell(struct debugger *d, const struct simt_step *s, unsigned lane, const struct use *u,
			    struct arena *arena)
{
	struct error ignored;
	struct element e;
	struct value v;
	bool written, raced;
	uint64_t step;
	const char *text;

	if (!use_element(d, s, lane, u, &e))
		return value_of(d, s, lane, u->text, NULL, &v, &ignored) ? "" : number_text(&v, arena);
	if (!element_bytes(d, &e) || is_written(d, &e, &written, &ignored))
		return "";
	if (!written)
		return "?";
	text = element_number(d, &e, &v) ? number_text(&v, arena) : "";
	if (text && *text && !is_raced(d, &e, &raced, &step, &ignored) && raced)
		text = arena_printf(arena, "%s!", text);
	return text ? text : "";
}

static void row_add(struct debugger_view *v, struct debugger_row *rows, const char *name, struct arena *arena)
{
	const char **values = arena_array(arena, v->nthreads, sizeof *values);

	for (unsigned l = 0; values && l < v->nthreads; l++)
		values[l] = "";
	if (name && values && v->nrows < ROWS_MOST)
		rows[v->nrows++] = (struct debugger_row){ name, values };
}

/* The names at the focus's step; a thread elsewhere that has no such variable has no value. */
static void rows_name(struct debugger *d, const struct simt_step *s, const struct use *uses, size_t nuses,
		      struct debugger_view *v, struct debugger_row *rows, struct arena *arena)
{
	const struct debug_variable *x;

	row_add(v, rows, "line", arena);
	for (size_t k = 0; d->variables && v->nrows + nuses < ROWS_MOST && (x = debug_variable_at(d->variables, s, k)); k++)
		if (has_cells(x) && variable_named(d, s, x->name, strlen(x->name)) == x)
			row_add(v, rows, arena_strdup(arena, x->name), arena);
	for (size_t k = 0; k < nuses; k++)
		row_add(v, rows, uses[k].text, arena);
}

static const char *line_cell(struct debugger *d, const struct simt_step *s, enum simt_thread state, struct arena *arena)
{
	int line = state == SIMT_THREAD_ENDED || !s->instr ? 0 : line_of(d, s->instr);

	if (state == SIMT_THREAD_ENDED)
		return "end";
	return line ? arena_printf(arena, "%d", line) : "";
}

static void rows_fill(struct debugger *d, const struct use *uses, size_t nuses, struct debugger_view *v,
		      struct debugger_row *rows, struct arena *arena)
{
	for (unsigned lane = 0; lane < v->nthreads; lane++) {
		struct simt_step s = { 0 };
		enum simt_thread state = simt_step_thread(debug_at(d->debug), d->warp, lane, &s);
		size_t first_use = v->nrows - nuses;

		for (size_t k = 0; k < v->nrows; k++)
			if (!k)
				rows[k].values[lane] = line_cell(d, &s, state, arena);
			else if (state != SIMT_THREAD_ENDED && s.instr)
				rows[k].values[lane] = k >= first_use ? use_cell(d, &s, lane, &uses[k - first_use], arena)
								       : variable_cell(d, &s, lane, rows[k].name, arena);
	}
}

static void rows_make(struct debugger *d, const struct simt_step *s, const struct use *uses, size_t nuses,
		      struct debugger_view *v, struct arena *arena)
{
	const struct dim3u b = d->of.job.cases[0].block;
	const uint64_t left = (uint64_t)b.x * b.y * b.z - (uint64_t)d->warp * LANES;
	struct debugger_row *rows = arena_array(arena, ROWS_MOST, sizeof *rows);
	const struct simt_step *at = debug_at(d->debug);

	if (!rows || !at || !same_block(at->block, d->block))
		return;
	nuses = nuses < ROWS_MOST / 2 ? nuses : ROWS_MOST / 2;
	v->nthreads = left < LANES ? (unsigned)left : LANES;
	rows_name(d, s, uses, nuses, v, rows, arena);
	if (!arena->failed)
		rows_fill(d, uses, nuses, v, rows, arena);
	v->rows = rows;
}

/* ---- the page ------------------------------------------------------------------------------------ */

static void lines_take(struct debugger *d, size_t lines, struct arena *arena, struct debugger_view *v, struct buf *text)
{
	const int first = v->mark > (int)lines / 2 ? v->mark - (int)lines / 2 : 1;
	size_t len;

	v->lines = arena_array(arena, lines + 1, sizeof *v->lines);
	for (int line = first; v->lines && v->nlines < lines && source_line(&d->source, line, &len); line++) {
		bool breaks = line_put(d, line, 0, text);

		v->lines[v->nlines++] = (struct debugger_line){ line, breaks, taken(arena, text) };
	}
}

int debugger_view(struct debugger *d, size_t lines, const char *said, struct arena *arena, struct debugger_view *v,
		  struct error *err)
{
	struct buf text = BUF_INIT;
	struct debugger_stop stop;
	enum simt_thread state;
	struct simt_step s;
	const struct use *uses;
	size_t nuses;

	*v = (struct debugger_view){ .ptx = "" };
	debugger_stop(d, &stop);
	spot_put(d, &stop, &text);
	v->where = taken(arena, &text);
	buf_puts(&text, said);
	v->said = taken(arena, &text);
	v->step = stop.step;
	v->steps = stop.at_end ? 0 : stop.steps;
	v->mark = stop.line;
	v->lane = stop.lane;
	v->active = stop.active;
	lines_take(d, lines, arena, v, &text);
	if (stop.ptx && focus_step(d, &s, &state)) {
		nuses = uses_of_line(d, stop.line, arena, &uses);
		v->ptx = arena_strdup(arena, stop.ptx);
		locals_put(d, &text);
		v->locals = values_taken(arena, &text, &v->nlocals);
		for (size_t k = 0; k < nuses; k++)
			used_put(d, &s, &uses[k], &text);
		v->used = values_taken(arena, &text, &v->nused);
		rows_make(d, &s, uses, nuses, v, arena);
	}
	buf_release(&text);
	return arena->failed ? error_nomem(err) : 0;
}
