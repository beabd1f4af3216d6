/* render.c - renders each kind of step as lines, and a question with the learner's answer. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "base/text.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

#define WIDTH_LEAST 20
#define CODE_INDENT "  "

/* The next character that is not a space. apart: spaces before it separate two words. */
static const char *skip_spaces(const char *p, const char *text, bool *apart)
{
	const char *next = p + strspn(p, " ");

	*apart = next > p && p > text && text_is_word(p[-1]) && text_is_word(*next);
	return next;
}

bool step_blank_same(const char *a, const char *b)
{
	const char *p = a, *q = b;
	bool apart_a, apart_b;

	for (;; p++, q++) {
		p = skip_spaces(p, a, &apart_a);
		q = skip_spaces(q, b, &apart_b);
		if (*p != *q || apart_a != apart_b)
			return false;
		if (!*p)
			return true;
	}
}

static bool blank_right(const struct step *s, const char *text)
{
	for (size_t i = 0; i < s->nblank; i++)
		if (step_blank_same(s->blank[i], text))
			return true;
	return false;
}

bool step_answer_right(const struct step *s, const struct step_answer *a)
{
	if (!a || s->kind != STEP_QUESTION)
		return false;
	if (s->nchoices)
		return a->chosen >= 0 && (size_t)a->chosen < s->nchoices && s->choices[a->chosen].right;
	if (s->nblank)
		return blank_right(s, a->filled);
	return a->has_number && fabs(a->number - s->answer) <= s->slack;
}

/* "✓" or "✗" with the reason, under the answer. */
static void flow_why(struct flow *f, bool right, const char *why)
{
	enum style style = right ? STYLE_GOOD : STYLE_BAD;

	flow_add(f, style, right ? "     ✓ " : "     ✗ ");
	markup_words(f, style, why, strlen(why));
	flow_wrap(f, 7);
}

static void render_choices(struct flow *f, const struct step *s, const struct step_answer *a)
{
	for (size_t i = 0; i < s->nchoices; i++) {
		const struct choice *c = &s->choices[i];
		bool chosen = a && a->chosen >= 0 && (size_t)a->chosen == i;

		flow_printf(f, STYLE_DIM, "%3zu  ", i + 1);
		markup_words(f, !chosen ? STYLE_PLAIN : c->right ? STYLE_GOOD : STYLE_BAD, c->text, strlen(c->text));
		flow_wrap(f, 5);
		if (chosen || (a && a->revealed))
			flow_why(f, c->right, c->why);
	}
}

static bool has_typed(const struct step *s, const struct step_answer *a)
{
	return a && (s->nblank ? a->filled[0] != '\0' : a->has_number);
}

/* True once the page shows the reason and the right answer. */
static bool is_settled(const struct step *s, const struct step_answer *a)
{
	return has_typed(s, a) && (!a->again || step_answer_right(s, a));
}

static const char *again_text(const struct step *s)
{
	return s->norder ? "not in this order: try again" : s->nblank ? "not this: try again" : "not this number: try again";
}

/* Renders a number, or the text of a blank. */
static void render_typed(struct flow *f, const struct step *s, const struct step_answer *a)
{
	bool right = step_answer_right(s, a);
	enum style style = right ? STYLE_GOOD : STYLE_BAD;

	if (!has_typed(s, a))
		return;
	if (s->nblank)
		flow_printf(f, style, "  %s", a->filled + strspn(a->filled, " "));
	else
		flow_printf(f, style, "  %.10g", a->number);
	flow_wrap(f, 4);
	flow_why(f, right, is_settled(s, a) ? s->why : again_text(s));
}

static void render_text(struct flow *f, const struct step *s, const struct step_answer *a)
{
	markup_flow(f, STYLE_PLAIN, s->text, 0);
	if (s->table.rows) {
		flow_blank(f);
		table_flow(f, &s->table);
	}
}

/* The upper or lower edge of code in the workbook, with its language. */
static void flow_edge(struct flow *f, bool upper, const char *language, bool closed)
{
	int columns = f->width - 1 - closed;

	flow_add(f, STYLE_FRAME, f->ascii ? "+" : upper ? "╭" : "╰");
	if (language && columns > 20) {
		flow_add(f, STYLE_FRAME, f->ascii ? "- " : "─ ");
		flow_printf(f, STYLE_DIM, "%.10s ", language);
		columns -= 3 + text_width(language);
	}
	while (columns-- > 0)
		flow_add(f, STYLE_FRAME, f->ascii ? "-" : "─");
	if (closed)
		flow_add(f, STYLE_FRAME, f->ascii ? "+" : upper ? "╮" : "╯");
	flow_break(f);
}

/* Renders code in a frame, which stays open at the right if a line needs the room. */
static void flow_code(struct flow *f, const char *language, const char *text, const struct step_answer *a)
{
	struct flow code = { .a = f->a, .width = f->width, .ascii = f->ascii }, side = code;
	bool closed = true;

	if (!a || !a->here) {
		colour_flow(f, language, text, CODE_INDENT);
		return;
	}
	colour_flow(&code, language, text, f->ascii ? "| " : "│ ");
	for (size_t i = 0; i < code.nlines; i++) {
		closed &= flow_line_width(&code.lines[i]) + 2 <= f->width;
		flow_add(&side, STYLE_FRAME, f->ascii ? "|" : "│");
		flow_break(&side);
	}
	flow_edge(f, true, language, closed);
	if (closed)
		flow_beside(&code, 0, f->width - 1, &side);
	flow_beside(f, f->nlines, 0, &code);
	flow_edge(f, false, NULL, closed);
}

static void render_code(struct flow *f, const struct step *s, const struct step_answer *a)
{
	flow_code(f, s->language, s->text, a);
	if (!s->caption)
		return;
	flow_blank(f);
	markup_flow(f, STYLE_PLAIN, s->caption, 0);
}

static void render_grid(struct flow *f, const struct step *s, const struct step_answer *a)
{
	picture_flow(f, s);
	if (!s->text)
		return;
	flow_blank(f);
	markup_flow(f, STYLE_PLAIN, s->text, 0);
}

/* Renders the lines to sort; once the learner has sorted them, in the right order below the reason. */
static void render_order(struct flow *f, const struct step *s, const struct step_answer *a)
{
	char digits[32];

	for (size_t i = 0; i < s->norder; i++) {
		flow_printf(f, STYLE_DIM, "%3zu  ", i + 1);
		flow_add(f, STYLE_CODE, s->order[i]);
		flow_break(f);
	}
	flow_blank(f);
	render_typed(f, s, a);
	if (!is_settled(s, a))
		return;
	flow_blank(f);
	snprintf(digits, sizeof digits, "%.0f", s->answer);
	for (const char *d = digits; *d; d++) {
		flow_add(f, STYLE_PLAIN, "     ");
		flow_add(f, STYLE_CODE, s->order[*d - '1']);
		flow_break(f);
	}
}

/* After a second wrong text, shows the right one below the reason. */
static void render_blank(struct flow *f, const struct step *s, const struct step_answer *a)
{
	render_typed(f, s, a);
	if (!is_settled(s, a) || step_answer_right(s, a))
		return;
	flow_blank(f);
	flow_add(f, STYLE_PLAIN, "     ");
	flow_add(f, STYLE_CODE, s->blank[0]);
	flow_wrap(f, 7);
}

static void render_question(struct flow *f, const struct step *s, const struct step_answer *a)
{
	markup_flow(f, STYLE_PLAIN, s->text, 0);
	flow_blank(f);
	if (s->nchoices)
		render_choices(f, s, a);
	else if (s->norder)
		render_order(f, s, a);
	else if (s->nblank)
		render_blank(f, s, a);
	else
		render_typed(f, s, a);
}

static void render_exercise(struct flow *f, const struct step *s, const struct step_answer *a)
{
	flow_add(f, STYLE_PLAIN, _("Exercise "));
	flow_add(f, STYLE_EMPHASIS, s->exercise);
	flow_wrap(f, 2);
	if (a && a->here)
		return;
	flow_add(f, STYLE_DIM, _("In a shell: "));
	flow_add(f, STYLE_CODE, "warpbook show ");
	flow_add(f, STYLE_CODE, s->exercise);
	flow_wrap(f, 2);
}

static void render_experiment(struct flow *f, const struct step *s, const struct step_answer *a)
{
	if (s->text) {
		flow_code(f, s->language, s->text, a);
		flow_blank(f);
	}
	if (s->caption) {
		markup_flow(f, STYLE_PLAIN, s->caption, 0);
		flow_blank(f);
	}
	if (a && a->chart)
		chart_flow(f, a->chart);
}

static void render_points(struct flow *f, const struct step *s, const struct step_answer *a)
{
	for (size_t i = 0; i < s->npoints; i++) {
		flow_add(f, STYLE_PLAIN, "• ");
		markup_words(f, STYLE_PLAIN, s->points[i], strlen(s->points[i]));
		flow_wrap(f, 2);
	}
}

static const struct { const char *title; void (*render)(struct flow *f, const struct step *s, const struct step_answer *a); }
kinds[] = {
	[STEP_TEXT] = { NULL, render_text },
	[STEP_CODE] = { NULL, render_code },
	[STEP_GRID] = { NULL, render_grid },
	[STEP_QUESTION] = { N_("A question"), render_question },
	[STEP_EXERCISE] = { N_("Your turn"), render_exercise },
	[STEP_EXPERIMENT] = { N_("An experiment"), render_experiment },
	[STEP_POINTS] = { N_("Key points"), render_points },
};

const char *step_title(const struct step *s)
{
	return s->title || !kinds[s->kind].title ? s->title : _(kinds[s->kind].title);
}

/* For a question, the pictures show why its answer is right. */
static bool is_answered(const struct step *s, const struct step_answer *a)
{
	return s->nchoices ? a && (a->revealed || a->chosen >= 0) : is_settled(s, a);
}

int lesson_render(const struct step *s, const struct step_answer *answer, int width, bool ascii,
		  struct arena *a, struct line **lines, size_t *n, struct error *err)
{
	struct flow f = { .a = a, .width = width < WIDTH_LEAST ? WIDTH_LEAST : width, .ascii = ascii };
	const char *title = step_title(s);
	int column = s->npictures ? figure_column(s, f.width) : 0, whole = f.width;
	size_t top = 0;

	if (title) {
		markup_words(&f, STYLE_TITLE, title, strlen(title));
		flow_wrap(&f, 0);
		flow_blank(&f);
	}
	top = f.nlines;
	f.width = column ? column - 3 : whole;
	kinds[s->kind].render(&f, s, answer);
	f.width = whole;
	if (s->npictures && (s->kind != STEP_QUESTION || is_answered(s, answer)))
		figure_flow(&f, s, answer, top, column);
	while (f.nlines && !f.lines[f.nlines - 1].nspans)
		f.nlines--;
	*lines = f.lines;
	*n = f.nlines;
	return a->failed ? error_nomem(err) : 0;
}
