/*
 * html.c - a step as a section of a page in a browser.
 *
 * The page needs no script: a choice unfolds to show whether it is right, and why; the answer to a question for a
 * number or a text and the result of an experiment unfold too. Words, code and pictures go through the same flow as on a
 * terminal, without a limit on the line's length; styles become elements, and doc/book.css gives them colours.
 */
#include "config.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "catalog/catalog.h"
#include "lesson/flow.h"
#include "lesson/internal.h"
#include "lesson/library.h"

#define WIDTH_ANY 1000000
#define WIDTH_PICTURE 78

struct page {
	struct buf *out;
	struct error *err;
	const struct step *s;
	const struct chart *chart;
	const struct figure *figure;
};

/* ---- text --------------------------------------------------------------------------------- */

static void escape(struct buf *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&': buf_puts(out, "&amp;"); break;
		case '<': buf_puts(out, "&lt;"); break;
		case '>': buf_puts(out, "&gt;"); break;
		case '"': buf_puts(out, "&quot;"); break;
		default: buf_putc(out, *text);
		}
	}
}

/* The tags around a run of a style: in a sentence, and in code or a picture. */
static const struct { const char *open, *close, *pre_open, *pre_close; } elements[] = {
	[STYLE_PLAIN] = { "", "", "", "" },
	[STYLE_TITLE] = { "", "", "", "" },
	[STYLE_CODE] = { "<code>", "</code>", "", "" },
	[STYLE_KEYWORD] = { "", "", "<b>", "</b>" },
	[STYLE_COMMENT] = { "", "", "<i>", "</i>" },
	[STYLE_EMPHASIS] = { "<em>", "</em>", "<span class=\"value\">", "</span>" },
	[STYLE_DIM] = { "", "", "<span class=\"dim\">", "</span>" },
	[STYLE_GOOD] = { "", "", "", "" },
	[STYLE_BAD] = { "", "", "", "" },
	[STYLE_HIGHLIGHT] = { "<strong>", "</strong>", "<mark>", "</mark>" },
};

static void put_line(struct buf *out, const struct line *line, bool pre)
{
	for (size_t i = 0; i < line->nspans; i++) {
		const struct span *span = &line->spans[i];

		buf_puts(out, pre ? elements[span->style].pre_open : elements[span->style].open);
		escape(out, span->text);
		buf_puts(out, pre ? elements[span->style].pre_close : elements[span->style].close);
	}
}

/* Writes lines [from, to), with `between` between them. */
static void put_lines(struct page *p, const struct flow *f, size_t from, size_t to, bool pre, const char *between)
{
	for (size_t i = from; i < to; i++) {
		if (i > from)
			buf_puts(p->out, between);
		put_line(p->out, &f->lines[i], pre);
	}
	if (f->a->failed)
		p->out->failed = true;
}

static void put_words(struct page *p, const char *text, size_t len)
{
	struct arena arena = { 0 };
	struct flow f = { .a = &arena, .width = WIDTH_ANY };

	markup_words(&f, STYLE_PLAIN, text, len);
	flow_wrap(&f, 0);
	put_lines(p, &f, 0, f.nlines, false, " ");
	arena_release(&arena);
}

static void put_code(struct page *p, const char *language, const char *code)
{
	struct arena arena = { 0 };
	struct flow f = { .a = &arena, .width = WIDTH_ANY };

	colour_flow(&f, language, code, "");
	buf_puts(p->out, "<pre class=\"code\" tabindex=\"0\"><code>");
	put_lines(p, &f, 0, f.nlines, true, "\n");
	buf_puts(p->out, "</code></pre>\n");
	arena_release(&arena);
}

static void put_block_of_code(struct page *p, const struct markup_block *block)
{
	struct buf code = BUF_INIT;

	buf_append(&code, block->text, block->len);
	put_code(p, markup_language(block), buf_text(&code));
	buf_release(&code);
}

/* Writes paragraphs, lists and blocks of code. */
static void put_text(struct page *p, const char *text)
{
	struct markup_block block;
	bool list = false;

	while (markup_next(&text, &block)) {
		if (list != block.is_item)
			buf_puts(p->out, block.is_item ? "<ul>\n" : "</ul>\n");
		list = block.is_item;
		if (block.is_code) {
			put_block_of_code(p, &block);
			continue;
		}
		buf_puts(p->out, list ? "<li>" : "<p>");
		put_words(p, block.text, block.len);
		buf_puts(p->out, list ? "</li>\n" : "</p>\n");
	}
	if (list)
		buf_puts(p->out, "</ul>\n");
}

/* ---- experiments ---------------------------------------------------------------------------- */

static void put_bar(struct page *p, const struct chart *c, struct chart_range range, size_t series, size_t label)
{
	double value = c->series[series].values[label];
	char number[32];

	buf_printf(p->out, "<td><div class=\"bar series-%zu\"><i style=\"width:%.2f%%\"></i> ", series,
		   100 * chart_share(c, range, value));
	buf_puts(p->out, isfinite(value) ? metric_text(value, number, sizeof number) : _("none"));
	buf_puts(p->out, "</div></td></tr>\n");
}

static void put_chart(struct page *p, const struct chart *c)
{
	struct chart_range range = chart_range(c);

	buf_puts(p->out, "<table class=\"chart\">\n<caption>");
	escape(p->out, retold(c->title));
	buf_puts(p->out, "</caption>\n<thead><tr><th scope=\"col\">");
	escape(p->out, c->axis);
	buf_printf(p->out, "</th><th scope=\"col\"%s>", c->nseries > 1 ? " colspan=\"2\"" : "");
	escape(p->out, retold(c->noun));
	buf_puts(p->out, c->timed ? _(", measured on ") : _(", counted on "));
	escape(p->out, retold(c->device));
	buf_printf(p->out, "%s</th></tr></thead>\n<tbody>\n", c->logarithmic ? _("; logarithmic") : "");
	for (size_t i = 0; i < c->nlabels; i++) {
		for (size_t s = 0; s < c->nseries; s++) {
			buf_puts(p->out, "<tr>");
			if (!s) {
				buf_printf(p->out, "<th scope=\"rowgroup\" rowspan=\"%zu\">", c->nseries);
				escape(p->out, c->labels[i]);
				buf_puts(p->out, "</th>");
			}
			if (c->nseries > 1) {
				buf_puts(p->out, "<td class=\"name\"><code>");
				escape(p->out, c->series[s].name);
				buf_puts(p->out, "</code></td>");
			}
			put_bar(p, c, range, s, i);
		}
	}
	buf_puts(p->out, "</tbody>\n</table>\n");
	if (c->lacks) {
		buf_puts(p->out, "<p>");
		escape(p->out, retold(c->lacks));
		buf_puts(p->out, "</p>\n");
	}
}

/* ---- the kinds of step ------------------------------------------------------------------------ */

static void put_table(struct page *p, const struct step_table *t)
{
	buf_puts(p->out, "<div class=\"scroll\"><table>\n");
	for (size_t r = 0; r < t->rows; r++) {
		buf_puts(p->out, r == 0 ? "<thead><tr>" : r == 1 ? "<tbody>\n<tr>" : "<tr>");
		for (size_t c = 0; c < t->cols; c++) {
			const char *cell = t->cells[r * t->cols + c];

			buf_printf(p->out, "<%s%s>", r ? "td" : "th scope=\"col\"",
				   table_is_number(t, c) ? " class=\"number\"" : "");
			put_words(p, cell, strlen(cell));
			buf_puts(p->out, r ? "</td>" : "</th>");
		}
		buf_puts(p->out, r ? "</tr>\n" : "</tr></thead>\n");
	}
	buf_puts(p->out, "</tbody></table></div>\n");
}

static int html_text(struct page *p)
{
	put_text(p, p->s->text);
	if (p->s->table.rows)
		put_table(p, &p->s->table);
	return 0;
}

static int html_code(struct page *p)
{
	put_code(p, p->s->language, p->s->text);
	if (p->s->caption)
		put_text(p, p->s->caption);
	return 0;
}

static int html_grid(struct page *p)
{
	struct arena arena = { 0 };
	struct flow f = { .a = &arena, .width = WIDTH_PICTURE };
	size_t drawn = 0; /* an empty line separates the picture from the sum below it */

	picture_flow(&f, p->s);
	while (drawn < f.nlines && f.lines[drawn].nspans)
		drawn++;
	buf_puts(p->out, "<pre class=\"picture\" tabindex=\"0\">");
	put_lines(p, &f, 0, drawn, true, "\n");
	buf_puts(p->out, "</pre>\n<p>");
	put_lines(p, &f, drawn + (drawn < f.nlines), f.nlines, false, "<br>\n");
	buf_puts(p->out, "</p>\n");
	arena_release(&arena);
	if (p->s->text)
		put_text(p, p->s->text);
	return 0;
}

static void put_choice(struct page *p, const struct choice *c)
{
	buf_puts(p->out, "<li><details><summary>");
	put_words(p, c->text, strlen(c->text));
	buf_printf(p->out, "</summary>\n<p class=\"%s\">", c->right ? "right" : "wrong");
	put_words(p, c->why, strlen(c->why));
	buf_puts(p->out, "</p></details></li>\n");
}

static int html_question(struct page *p)
{
	const struct step *s = p->s;

	put_text(p, s->text);
	if (s->nchoices) {
		buf_puts(p->out, "<ol class=\"choices\">\n");
		for (size_t i = 0; i < s->nchoices; i++)
			put_choice(p, &s->choices[i]);
		buf_puts(p->out, "</ol>\n");
		return 0;
	}
	for (size_t i = 0; i < s->norder; i++) {
		buf_puts(p->out, i ? "<li><code>" : "<ol class=\"order\">\n<li><code>");
		text_put_xml(p->out, s->order[i], strlen(s->order[i]));
		buf_puts(p->out, i + 1 < s->norder ? "</code></li>\n" : "</code></li>\n</ol>\n");
	}
	buf_printf(p->out, "<details><summary>%s</summary>\n<p class=\"right\"><strong>", _("The answer"));
	if (s->nblank) {
		buf_puts(p->out, "<code>");
		escape(p->out, s->blank[0]);
		buf_puts(p->out, "</code>");
	} else {
		buf_printf(p->out, "%.10g", s->answer);
	}
	buf_puts(p->out, "</strong>. ");
	put_words(p, s->why, strlen(s->why));
	buf_puts(p->out, "</p></details>\n");
	return 0;
}

static int put_stub(struct page *p, const struct exercise *e)
{
	struct buf stub = BUF_INIT;
	int status = file_read(e->stub_path, SOURCE_MAX_BYTES, &stub, p->err);

	if (status == 0) {
		buf_printf(p->out, "<details><summary>%s</summary>\n", _("Your starting file"));
		put_code(p, "cuda", buf_text(&stub));
		buf_puts(p->out, "</details>\n");
	}
	buf_release(&stub);
	return status;
}

static int html_exercise(struct page *p)
{
	struct buf task = BUF_INIT;
	struct exercise *e;
	int status;

	if (exercise_open(&e, p->s->exercise, p->err))
		return -1;
	buf_puts(p->out, "<p class=\"about\"><code>");
	escape(p->out, e->id);
	buf_puts(p->out, "</code>");
	buf_printf(p->out, _(", difficulty %d of 3, about %d minutes"), e->difficulty, e->minutes);
	buf_puts(p->out, "</p>\n");
	exercise_task_text(e, &task);
	put_text(p, buf_text(&task));
	buf_release(&task);
	status = put_stub(p, e);
	buf_printf(p->out, "<p>%s <code>warpbook show ", _("To begin:"));
	escape(p->out, e->id);
	buf_puts(p->out, "</code></p>\n");
	exercise_close(e);
	return status;
}

static int html_experiment(struct page *p)
{
	if (p->s->text)
		put_code(p, p->s->language, p->s->text);
	if (p->s->caption)
		put_text(p, p->s->caption);
	if (!p->chart)
		return 0;
	buf_printf(p->out, "<details><summary>%s</summary>\n", _("The result"));
	put_chart(p, p->chart);
	buf_puts(p->out, "</details>\n");
	return 0;
}

static int html_points(struct page *p)
{
	buf_puts(p->out, "<ul>\n");
	for (size_t i = 0; i < p->s->npoints; i++) {
		buf_puts(p->out, "<li>");
		put_words(p, p->s->points[i], strlen(p->s->points[i]));
		buf_puts(p->out, "</li>\n");
	}
	buf_puts(p->out, "</ul>\n");
	return 0;
}

static void put_figure(struct page *p)
{
	bool folded = p->s->kind == STEP_QUESTION;

	if (folded)
		buf_printf(p->out, "<details><summary>%s</summary>\n", _("A picture"));
	for (size_t i = 0; i < p->figure->n; i++) {
		const char *title = p->s->pictures[i].title;

		buf_puts(p->out, "<figure>\n");
		picture_svg_element(&p->figure->pictures[i], p->out);
		if (title) {
			buf_puts(p->out, "<figcaption>");
			put_words(p, title, strlen(title));
			buf_puts(p->out, "</figcaption>\n");
		}
		buf_puts(p->out, "</figure>\n");
	}
	if (p->figure->lacks) {
		buf_printf(p->out, "<p>%s", _("There is no picture: "));
		escape(p->out, retold(p->figure->lacks));
		buf_puts(p->out, "</p>\n");
	}
	if (folded)
		buf_puts(p->out, "</details>\n");
}

static const struct { const char *name; int (*html)(struct page *p); } kinds[] = {
	[STEP_TEXT] = { "text", html_text },
	[STEP_CODE] = { "listing", html_code },
	[STEP_GRID] = { "grid", html_grid },
	[STEP_QUESTION] = { "question", html_question },
	[STEP_EXERCISE] = { "exercise", html_exercise },
	[STEP_EXPERIMENT] = { "experiment", html_experiment },
	[STEP_POINTS] = { "points", html_points },
};

int lesson_html_head(const struct lesson *l, struct buf *out, struct error *err)
{
	struct page p = { .out = out, .err = err };

	buf_puts(out, "<h1>");
	escape(out, l->title);
	buf_puts(out, "</h1>\n<p class=\"about\">");
	put_words(&p, l->summary, strlen(l->summary));
	buf_putc(out, ' ');
	buf_printf(out, _("About %d minutes."), l->minutes);
	buf_puts(out, "</p>\n");
	return out->failed ? error_nomem(err) : 0;
}

int lesson_html(const struct step *s, size_t number, const struct step_answer *answer, struct buf *out, struct error *err)
{
	struct page p = { .out = out, .err = err, .s = s, .chart = answer ? answer->chart : NULL,
			  .figure = answer ? answer->figure : NULL };
	const char *title = step_title(s);
	int status;

	buf_printf(out, "<section class=\"%s\" id=\"step-%zu\">\n", kinds[s->kind].name, number);
	if (title) {
		buf_puts(out, "<h2>");
		put_words(&p, title, strlen(title));
		buf_puts(out, "</h2>\n");
	}
	status = kinds[s->kind].html(&p);
	if (!status && p.figure)
		put_figure(&p);
	buf_puts(out, "</section>\n");
	return status ? status : out->failed ? error_nomem(err) : 0;
}

/* ---- the glossary -------------------------------------------------------------------------------- */

/* "bank-conflict" */
static void put_anchor(struct buf *out, const char *name)
{
	for (; *name; name++)
		buf_putc(out, isalnum((unsigned char)*name) ? (char)tolower((unsigned char)*name) : '-');
}

static void put_uses(struct buf *out, const struct library *l, const struct term *t)
{
	const struct reading *r = NULL;
	char in_lesson[64];

	snprintf(in_lesson, sizeof in_lesson, "<br>\n%s", _("In lesson "));
	for (bool first = true; (r = library_next_use(l, t, r)); first = false)
		buf_printf(out, "%s<a href=\"%s.html#step-%d\">%.*s</a>", first ? in_lesson : ", ", r->lesson, r->step,
			   (int)strcspn(r->lesson, "_"), r->lesson);
}

int library_glossary_html(const struct library *l, struct buf *out, struct error *err)
{
	const char *about = _("The terms of the lessons. `K` on a page of the workbook lists those of the page; "
		     "`warpbook glossary` "
			      "prints them.");
	struct page p = { .out = out, .err = err };

	buf_printf(out, "<h1>%s</h1>\n<p class=\"about\">", _("Glossary"));
	put_words(&p, about, strlen(about));
	buf_puts(out, "</p>\n<dl>\n");
	for (size_t i = 0; i < l->glossary->nterms; i++) {
		const struct term *t = &l->glossary->terms[i];

		buf_puts(out, "<dt id=\"");
		put_anchor(out, t->name);
		buf_puts(out, "\">");
		escape(out, t->name);
		buf_puts(out, "</dt>\n<dd>");
		put_words(&p, t->text, strlen(t->text));
		for (size_t k = 0; k < t->nsee; k++) {
			buf_printf(out, "%s%s<a href=\"#", k ? ", " : "<br>\n", k ? "" : _("See "));
			put_anchor(out, t->see[k]);
			buf_puts(out, "\">");
			escape(out, t->see[k]);
			buf_puts(out, "</a>");
		}
		put_uses(out, l, t);
		buf_puts(out, "</dd>\n");
	}
	buf_puts(out, "</dl>\n");
	return out->failed ? error_nomem(err) : 0;
}
