/*
 * program.c - the profile of a program of the learner's own, no exercise: why it is slow, then what kernels and lines cost, as
 * `warpbook profile` says it. Saving the file changes nothing until the learner asks again.
 */
#include "config.h"

#include <string.h>

#include "base/language.h"
#include "tui/effects.h"
#include "tui/pages/program.h"
#include "tui/running.h"
#include "tui/view.h"

#define FIXED_COLS 7 /* the line's number and the blanks before its text */

struct program_page { struct arena arena; const struct program_profile *profile; };

STATE(program, PAGE_PROGRAM)

static void release(struct model *m)
{
	arena_release(&program_of(m)->arena);
	memset(program_of(m), 0, sizeof *program_of(m));
}

static void status_line(const struct model *m, struct buf *out)
{
	(void)m;
	buf_puts(out, _("times modelled, not measured"));
}

static void put_time(struct buf *out, double ns)
{
	if (ns < 1e6)
		buf_printf(out, _("%.3g us"), ns / 1e3);
	else
		buf_printf(out, _("%.3g ms"), ns / 1e6);
}

/* "1. p.cu:16, product: neighbouring threads are ..."; then what is saved. */
static void put_sentence(const struct program_profile *program, size_t i, struct buf *out)
{
	const struct program_advice *a = &program->advice[i];
	const bool line = a->file && a->line;

	buf_printf(out, "%zu. ", i + 1);
	if (line)
		buf_printf(out, "%s:%d", a->file, a->line);
	buf_printf(out, "%s%s%s%s", a->kernel && line ? ", " : "", a->kernel ? a->kernel : "", a->kernel || line ? ": " : "",
		   a->message);
	if (a->saved_ns >= 1) {
		struct buf saved = BUF_INIT, all = BUF_INIT;

		put_time(&saved, a->saved_ns);
		put_time(&all, program->ns > a->saved_ns ? program->ns : a->saved_ns);
		buf_printf(out, _("; without this, up to %s of %s are saved"), buf_text(&saved), buf_text(&all));
		buf_release(&saved);
		buf_release(&all);
	}
}

static void write_sentences(struct page *p, const struct program_profile *program)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < program->nadvice; i++) {
		buf_clear(&text);
		put_sentence(program, i, &text);
		page_wrap(p, 0, STYLE_WARN, buf_text(&text));
		buf_clear(&text);
		buf_printf(&text, _("next: %s"), program->advice[i].next);
		page_wrap(p, 3, STYLE_EMPHASIS, buf_text(&text));
	}
	if (!program->nadvice)
		page_wrap(p, 0, STYLE_PLAIN, _("nothing stands out: no change of a line or of a launch saves much of this time"));
	buf_release(&text);
}

static void columns_choose(const struct program_kernel *k, int width, bool shown[PROFILE_COLUMNS])
{
	for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++) {
		shown[c] = c == PROFILE_share;
		for (size_t i = 0; i < k->nlines; i++)
			shown[c] |= profile_value(&k->lines[i], c) > 0;
	}
	profile_columns_fit(shown, FIXED_COLS, width);
}

static void write_line(struct page *p, const struct profile_line *l, const bool *shown)
{
	struct buf figure = BUF_INIT;

	page_line(p);
	if (l->line)
		page_printf(p, STYLE_NUMBER, "%5d", l->line);
	else
		page_add(p, STYLE_NUMBER, "    -");
	for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++)
		if (shown[c]) {
			buf_clear(&figure);
			profile_figure(profile_value(l, c), profile_columns[c].kind, &figure);
			page_printf(p, STYLE_PLAIN, " %*s", profile_columns[c].width, buf_text(&figure));
		}
	page_add(p, STYLE_PLAIN, "  ");
	if (p->width > p->col)
		page_fit(p, l->line ? STYLE_CODE : STYLE_DIM, l->line ? l->text : _("(no line of this file)"), p->width - p->col);
	buf_release(&figure);
}

static void write_kernel(struct page *p, const struct program_kernel *k)
{
	struct buf head = BUF_INIT, time = BUF_INIT, heads = BUF_INIT;
	bool shown[PROFILE_COLUMNS];

	put_time(&time, k->ns);
	if (k->launches == 1)
		buf_printf(&head, _("%s: 1 launch, %s, limited by %s"), k->name, buf_text(&time), _(k->limit));
	else
		buf_printf(&head, _("%s: %llu launches, %s, limited by %s"), k->name, (unsigned long long)k->launches,
			   buf_text(&time), _(k->limit));
	page_blank(p);
	page_wrap(p, 0, STYLE_EMPHASIS, buf_text(&head));
	buf_release(&head);
	buf_release(&time);
	columns_choose(k, p->width, shown);
	page_line(p);
	page_printf(p, STYLE_DIM, "%5s", _("line"));
	for (enum profile_column_id c = 0; c < PROFILE_COLUMNS; c++)
		if (shown[c])
			profile_head(c, &heads);
	page_printf(p, STYLE_DIM, "%s  %s", buf_text(&heads), _("source"));
	buf_release(&heads);
	for (size_t i = 0; i < k->nlines; i++)
		write_line(p, &k->lines[i], shown);
}

static void write_total(struct page *p, const struct program_profile *program)
{
	struct buf text = BUF_INIT, all = BUF_INIT, kernels = BUF_INIT;

	put_time(&all, program->ns);
	put_time(&kernels, program->kernels_ns);
	buf_printf(&text, _("modelled on %s (never measured): %s, with kernels at work for %s"), program->on, buf_text(&all),
		   buf_text(&kernels));
	page_wrap(p, 0, STYLE_PLAIN, buf_text(&text));
	buf_release(&text);
	buf_release(&all);
	buf_release(&kernels);
}

static void content(const struct model *m, struct page *p)
{
	const struct program_profile *program = program_of(m)->profile;

	if (!program) {
		page_wrap(p, 0, STYLE_DIM,
			  m->working[0] ? _("the program runs on the virtual machine") : _("there is no profile"));
		return;
	}
	write_sentences(p, program);
	page_blank(p);
	write_total(p, program);
	for (size_t i = 0; i < program->nkernels; i++)
		write_kernel(p, &program->kernels[i]);
}

static int make(const struct tui_backend *b, struct work *w)
{
	struct program_profile *program = arena_alloc(&w->arena, sizeof *program);

	w->made = program;
	return program ? b->program(b->ctx, &w->arena, program, &w->error) : error_nomem(&w->error);
}

static void show(struct model *m, struct work *w)
{
	if (w->status) {
		model_set_problem(m, &w->error);
		return;
	}
	release(m);
	program_of(m)->profile = w->made;
	work_keep(w, &program_of(m)->arena);
}

static const struct task program_task = { .title = "your program runs, and what it costs is counted", .run = make, .show = show };

static void profile(struct model *m, int key)
{
	(void)key;
	model_task(m, &program_task, NULL, 0, false);
}

void program_open(struct model *m)
{
	model_push(m, PAGE_PROGRAM);
	profile(m, 0);
}

static const struct action actions[] = { { REQUEST_PROFILE, profile }, { REQUEST_NONE } };

const struct view view_program = {
	.size = sizeof(struct program_page), .release = release, .actions = actions, .status_line = status_line,
	.content = content, .wide = true,
};
