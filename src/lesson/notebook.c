/*
 * notebook.c - a lesson as a Jupyter notebook (nbformat 4.5): each step is a cell of Markdown with the HTML of html.c, and what
 * the learner does is a cell of code with a magic of src/python/notebook.
 *
 * A notebook takes HTML for Markdown again after an empty line, and what is between two dollars for mathematics. So the HTML has
 * neither. It drops SVG; pictures are drawn by a cell.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "catalog/catalog.h"
#include "lesson/lesson.h"

struct notebook { const struct lesson *l; bool python; json_t *cells; struct error *err; };

static void add_cell(struct notebook *n, const char *name, size_t number, const struct buf *source)
{
	const bool code = strcmp(name, "page") != 0;
	char id[64];
	json_t *cell;

	snprintf(id, sizeof id, "%s-%zu", name, number);
	cell = json_pack("{s:s, s:s, s:{}, s:o}", "cell_type", code ? "code" : "markdown", "id", id, "metadata",
			 "source", json_text_bytes(source->data, source->len));
	if (cell && code) {
		json_object_set_new(cell, "execution_count", json_null());
		json_object_set_new(cell, "outputs", json_array());
	}
	json_array_append_new(n->cells, cell);
}

/* Is the line that begins here blank? */
static bool is_blank(const char *line)
{
	return line[strspn(line, " \t")] == '\n';
}

static void add_page(struct notebook *n, size_t number, const char *html)
{
	struct buf text = BUF_INIT;

	for (; *html; html++) {
		if (*html == '$')
			buf_puts(&text, "<span>&#36;</span>");
		else if (*html == '\n' && is_blank(html + 1))
			buf_puts(&text, "&#10;");
		else
			buf_putc(&text, *html);
	}
	add_cell(n, "page", number, &text);
	buf_release(&text);
}

/* A cell with the exercise's starting file, and one that asks for a hint. */
static int add_exercise(struct notebook *n, size_t number, const char *id)
{
	const bool python = n->python && exercise_offers_python(id);
	struct buf text = BUF_INIT;
	struct exercise *e;
	int status;

	if (exercise_open_for(&e, id, python ? "answer.py" : NULL, n->err))
		return -1;
	buf_printf(&text, "%%%%check %s%s\n", e->id, python ? " --python" : "");
	status = file_read(e->stub_path, SOURCE_MAX_BYTES, &text, n->err);
	if (!status) {
		add_cell(n, "exercise", number, &text);
		buf_clear(&text);
		buf_printf(&text, "%%hint %s", e->id);
		add_cell(n, "hint", number, &text);
	}
	buf_release(&text);
	exercise_close(e);
	return status;
}

static int add_step(struct notebook *n, size_t i)
{
	const struct step *s = &n->l->steps[i];
	struct buf text = BUF_INIT;
	int status = lesson_html(s, i + 1, NULL, &text, n->err);

	if (!status) {
		add_page(n, i + 1, buf_text(&text));
		buf_clear(&text);
		buf_printf(&text, "%%experiment %s %zu", n->l->id, i + 1);
		if (s->kind == STEP_EXPERIMENT || s->npictures)
			add_cell(n, "experiment", i + 1, &text);
		if (s->kind == STEP_EXERCISE)
			status = add_exercise(n, i + 1, s->exercise);
	}
	buf_release(&text);
	return status;
}

static int add_head(struct notebook *n, const char *package)
{
	struct buf text = BUF_INIT;
	int status = lesson_html_head(n->l, &text, n->err);

	if (!status) {
		add_page(n, 0, buf_text(&text));
		buf_clear(&text);
		buf_printf(&text, "import sys\nsys.path.append(r\"%s\")\n%%load_ext warpbook", package);
		add_cell(n, "load", 0, &text);
	}
	buf_release(&text);
	return status;
}

int lesson_notebook(const struct lesson *l, bool python, const char *package, json_t **notebook, struct error *err)
{
	struct notebook n = { .l = l, .python = python, .cells = json_array(), .err = err };
	int status = n.cells ? add_head(&n, package) : error_nomem(err);

	for (size_t i = 0; i < l->nsteps && !status; i++)
		status = add_step(&n, i);
	if (status) {
		json_decref(n.cells);
		return status;
	}
	*notebook = json_pack("{s:i, s:i, s:{s:{s:s, s:s, s:s}, s:{s:s}}, s:o}", "nbformat", 4, "nbformat_minor", 5, "metadata",
			      "kernelspec", "name", "python3", "display_name", "Python 3", "language", "python",
			      "language_info", "name", "python", "cells", n.cells);
	return *notebook ? 0 : error_nomem(err);
}
