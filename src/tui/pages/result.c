/*
 * result.c - the result of a check: the verdict, the reason with the source
 * line under it, the cases, the kernel's output, and how to repeat it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "tui/marks.h"
#include "tui/pages/exercise.h"
#include "tui/pages/lesson.h"
#include "tui/pages/menu.h"
#include "tui/pages/nearby.h"
#include "tui/pages/source.h"
#include "tui/running.h"
#include "words/remark.h"

/* Limits how much a wrong kernel can print onto the page; the record keeps everything. */
#define OUTPUT_BYTES 4000
#define FAILED_SHOWN 2 /* cases, while the list is folded */

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, "%s %s", exercise_of(m)->attempt->verdict == VERDICT_PASSED ? "✓" : "✗",
		   _(attempt_headline(exercise_of(m)->attempt)));
}

/* In a small window a picture takes the place of the file. */
static enum layout_kind layout_now(const struct model *m)
{
	const struct layout l = layout_of(m->rows, m->cols, LAYOUT_SOURCE);

	return exercise_of(m)->image && l.source.rows && l.source.col == l.page.col ? LAYOUT_PAGE : LAYOUT_SOURCE;
}

static void section(struct page *p, const char *name)
{
	page_blank(p);
	page_line(p);
	page_add(p, STYLE_DIM, name);
}

static void write_excerpt(const struct attempt *a, struct page *p, const char *file, int line, int column)
{
	const struct source source = { a->source, a->source_len };
	struct buf text = BUF_INIT;

	if (!a->source || line < 1 || (file && strcmp(path_base(file), path_base(a->path))))
		return;
	source_excerpt(&source, line, column, p->width, &text);
	page_verbatim(p, 0, STYLE_CODE, buf_text(&text), text.len);
	buf_release(&text);
}

static void write_advice(struct page *p, const char *advice)
{
	char text[1000];

	if (!advice)
		return;
	snprintf(text, sizeof text, _("next: %s"), retold(advice));
	page_wrap(p, 0, STYLE_EMPHASIS, text);
}

/* ---- why and where ------------------------------------------------------------------- */

static enum style style_of_level(enum finding_level level)
{
	return level == FINDING_ERROR ? STYLE_BAD : level == FINDING_WARNING ? STYLE_WARN : STYLE_NOTE;
}

static void write_frames(struct page *p, const struct source_place *place)
{
	struct buf text = BUF_INIT;

	source_frames_put(place, &text);
	if (text.len)
		page_wrap(p, 0, STYLE_DIM, retold(buf_text(&text)));
	buf_release(&text);
}

/* The second access of a race, which the file beside the text also marks. */
static void write_other(const struct attempt *a, struct page *p, const struct source_place *other, bool with_source)
{
	if (!other->line)
		return;
	if (with_source) {
		page_wrap(p, 0, STYLE_DIM, _("the other access:"));
		write_excerpt(a, p, other->file, other->line, other->column);
	} else {
		page_line(p);
		page_add(p, STYLE_NOTE, "•");
		page_printf(p, STYLE_DIM, _(" the other access: line %d"), other->line);
	}
	write_frames(p, other);
}

/* with_source: shows the line, because the file is not beside the text. */
static void write_finding(const struct attempt *a, struct page *p, const struct finding *f, bool with_source)
{
	const struct remark_source own = { a->path, a->source, a->source_len };
	const char *words = f->rule ? finding_name(f) : finding_rows[f->kind].headline;
	char head[200];
	const struct metric *metric = a->verdict == VERDICT_TOO_SLOW ? metric_find(finding_name(f)) : NULL;

	page_blank(p);
	if (!(metric && a->plain) && (a->nfindings > 1 || metric || strcmp(words, attempt_headline(a)))) {
		snprintf(head, sizeof head, "%s: %s",
			 metric ? _("too slow") : f->rule ? _("broken rule") : _(finding_level_name(f->level)),
			 _(metric ? metric->noun : words));
		for (char *c = head; f->rule && (c = strchr(c, '_')) != NULL;) /* "checks_errors" */
			*c = ' ';
		page_wrap(p, 0, metric ? STYLE_WARN : style_of_level(f->level), head);
	}
	page_wrap(p, 0, STYLE_PLAIN, retold(f->message));
	if (with_source)
		write_excerpt(a, p, f->place.file, f->place.line, remark_column(&own, f));
	write_frames(p, &f->place);
	write_other(a, p, &f->other, with_source);
	write_advice(p, f->advice);
}

static void write_diagnostic(const struct attempt *a, struct page *p, const struct diagnostic *d, bool with_source)
{
	static const struct { const char *name; enum style style; } levels[] = {
		[DIAGNOSTIC_NOTE] = { N_("note"), STYLE_PLAIN },
		[DIAGNOSTIC_WARNING] = { N_("warning"), STYLE_WARN },
		[DIAGNOSTIC_ERROR] = { N_("error"), STYLE_BAD },
	};

	page_blank(p);
	page_line(p);
	page_add(p, levels[d->level].style, _(levels[d->level].name));
	if (d->file && d->line)
		page_printf(p, STYLE_DIM, "  %s:%d", path_base(d->file), d->line);
	page_wrap(p, 0, STYLE_PLAIN, d->text);
	if (with_source)
		write_excerpt(a, p, d->file, d->line, d->column);
	write_advice(p, d->hint);
}

static void write_message(const struct attempt *a, struct page *p)
{
	if (!a->message || !*a->message || attempt_repeated_below(a))
		return;
	page_wrap(p, 0, STYLE_PLAIN, retold(a->message));
	if (a->fault.file[0]) {
		page_line(p);
		page_add(p, STYLE_DIM, a->fault.file);
		if (a->fault.line)
			page_printf(p, STYLE_DIM, ":%d", a->fault.line);
		write_excerpt(a, p, a->fault.file, a->fault.line, 0);
	}
	write_advice(p, a->advice);
}

static void write_headline(const struct attempt *a, struct page *p)
{
	bool passed = a->verdict == VERDICT_PASSED;
	struct buf text = BUF_INIT;

	page_line(p);
	page_add(p, passed ? STYLE_GOOD : a->verdict == VERDICT_TOO_SLOW ? STYLE_WARN : STYLE_BAD, passed ? "✓ " : "✗ ");
	page_add(p, STYLE_TITLE, _(attempt_headline(a)));
	if (passed) {
		attempt_speedup_text(a, &text);
		if (text.len && p->width >= 4 + text_width(_(attempt_headline(a))) + text_width(buf_text(&text))) {
			page_add(p, STYLE_PLAIN, ", ");
			page_add(p, STYLE_PLAIN, buf_text(&text));
		}
	}
	if (attempt_not_yours(a)) {
		buf_clear(&text);
		buf_printf(&text, _("not your fault: %s"), _(attempt_not_yours(a)));
		page_wrap(p, 0, STYLE_DIM, buf_text(&text));
	}
	buf_release(&text);
}

/* ---- cases, output, facts ------------------------------------------------------------ */

static void write_case(const struct attempt *a, struct page *p, const struct attempt_case *c, int name_cols)
{
	bool passed = c->verdict == VERDICT_PASSED;
	struct buf remark = BUF_INIT;

	page_line(p);
	page_add(p, passed ? STYLE_GOOD : STYLE_BAD, passed ? "✓ " : "✗ ");
	if (passed) {
		page_fit(p, STYLE_PLAIN, c->name, p->width - p->col);
		page_fit(p, STYLE_PLAIN, _(attempt_case_purpose(a, c)), p->width - p->col);
		return;
	}
	attempt_case_remark(a, c, &remark);
	page_fit(p, STYLE_PLAIN, c->name, name_cols);
	page_fit(p, STYLE_PLAIN, buf_text(&remark), p->width - name_cols - 2);
	buf_release(&remark);
}

static int name_columns(const struct attempt *a, int width)
{
	int widest = 0;

	for (size_t i = 0; i < a->ncases; i++)
		if (text_width(a->cases[i].name) > widest)
			widest = text_width(a->cases[i].name);
	return (widest < width / 2 ? widest : width / 2) + 2;
}

static void write_cases(const struct attempt *a, struct page *p, bool open)
{
	int name_cols = name_columns(a, p->width), left_out = 0, failed = 0;

	if (!a->nran)
		return;
	section(p, _("cases"));
	page_add(p, STYLE_DIM, "  ");
	page_cases(p, a, p->width - 28);
	for (size_t i = 0; i < a->ncases; i++) {
		failed += a->cases[i].ran && a->cases[i].verdict != VERDICT_PASSED;
		left_out += !a->cases[i].ran;
	}
	if (left_out)
		page_printf(p, STYLE_DIM, _("  %d not run"), left_out);
	for (size_t i = 0, shown = 0; i < a->ncases; i++)
		if (a->cases[i].ran && (open || (a->cases[i].verdict != VERDICT_PASSED && shown++ < FAILED_SHOWN)))
			write_case(a, p, &a->cases[i], name_cols);
	if (!open && failed > FAILED_SHOWN) {
		page_line(p);
		page_printf(p, STYLE_DIM, _("  %d more failed; o shows all cases"), failed - FAILED_SHOWN);
	}
}

static void write_measured(const struct attempt *a, struct page *p)
{
	static const struct { enum style style; const char *sign; } marks[] = {
		[MEASURED_NOT] = { STYLE_DIM, "-" }, [MEASURED_NOISY] = { STYLE_WARN, "?" },
		[MEASURED_HELD] = { STYLE_GOOD, "✓" }, [MEASURED_MISSED] = { STYLE_BAD, "✗" },
	};

	if (a->plain || !a->nmeasured)
		return;
	section(p, _("measured"));
	page_printf(p, STYLE_DIM, _(" with %s"), a->measured_case);
	for (size_t i = 0; i < a->nmeasured; i++) {
		const struct measurement *m = &a->measured[i];
		const enum measured_mark mark = attempt_measured_mark(m);
		struct buf text = BUF_INIT;

		attempt_measured_text(m, &text);
		page_hang(p, marks[mark].style, marks[mark].sign, m->counted ? STYLE_PLAIN : STYLE_DIM, buf_text(&text));
		buf_release(&text);
	}
}

static void write_output(const struct attempt *a, struct page *p)
{
	size_t len = a->output_len < OUTPUT_BYTES ? a->output_len : OUTPUT_BYTES;

	if (!len)
		return;
	section(p, _("the kernel printed"));
	if (a->output_case)
		page_printf(p, STYLE_DIM, _(", with %s"), a->output_case);
	page_verbatim(p, 2, STYLE_PLAIN, a->output, len);
	if (len < a->output_len || a->output_truncated)
		page_wrap(p, 2, STYLE_DIM, _("... and more"));
}

/* The figures that a learner compares: the time on a GPU, the work on the vm. */
static void write_speed(const struct attempt *a, struct page *p)
{
	struct buf text = BUF_INIT;

	attempt_speed_text(a, &text);
	if (text.len && a->verdict == VERDICT_PASSED) {
		section(p, attempt_speed_is_time(a) ? _("speed") : _("work"));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_roofline_text(a, &text);
	if (text.len) {
		section(p, _("limit"));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_model_text(a, &text);
	if (text.len) {
		section(p, _("model"));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_saving_text(a, &text);
	if (text.len) {
		section(p, _("costs"));
		page_printf(p, STYLE_DIM, _(", and %s shows more"), request_key(REQUEST_PROFILE));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_counted_text(a, &text);
	if (text.len) {
		section(p, _("counted"));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_release(&text);
}

static void write_device(const struct attempt *a, struct page *p)
{
	struct buf text = BUF_INIT;

	attempt_device_text(a, &text);
	if (text.len)
		page_wrap(p, 0, a->gpu == GPU_DIFFERS ? STYLE_BAD : STYLE_DIM, buf_text(&text));
	if (text.len && a->gpu_next)
		write_advice(p, a->gpu_next);
	buf_release(&text);
}

static void write_facts(const struct attempt *a, struct page *p)
{
	struct buf again = BUF_INIT;

	page_blank(p);
	page_line(p);
	if (a->compiler)
		page_printf(p, STYLE_DIM, _("%s, compiled in %.2f s%s"), a->compiler, a->compile_seconds,
			    a->compile_cached ? _(" (kept from before)") : "");
	if (a->nran) {
		page_printf(p, STYLE_DIM, _("; %s, ran in %.2f s"), a->device ? a->device : "", a->run_seconds);
		write_device(a, p);
		buf_puts(&again, _("To rerun with the same data: "));
		attempt_replay_text(a, &again);
		page_wrap(p, 0, STYLE_DIM, buf_text(&again));
	}
	if (a->record_warning[0])
		page_wrap(p, 0, STYLE_BAD, a->record_warning);
	buf_release(&again);
}

/* What the learner must know of a pass in any case. */
static void write_warnings(const struct attempt *a, struct page *p)
{
	if (a->device_note || a->gpu_says || a->record_warning[0])
		page_blank(p);
	write_device(a, p);
	if (a->record_warning[0])
		page_wrap(p, 0, STYLE_BAD, a->record_warning);
}

/* Beside the file, only the finding whose line is marked there; otherwise all of them. */
static void write_findings(const struct model *m, struct page *p)
{
	const struct attempt *a = exercise_of(m)->attempt;
	bool beside = source_shows_mark(m);
	size_t at = 0, n = result_findings(m);

	if (beside && n > 1) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, _("finding %zu of %zu"), exercise_of(m)->finding + 1, n);
		page_add(p, STYLE_KEY, "  ]");
		page_add(p, STYLE_DIM, _(" next"));
	}
	for (size_t i = 0; i < a->nfindings; i++, at++)
		if (!beside || at == exercise_of(m)->finding)
			write_finding(a, p, &a->findings[i], !beside);
	for (; at < n; at++)
		if (!beside || at == exercise_of(m)->finding)
			write_diagnostic(a, p, attempt_diagnostic(a, at - a->nfindings), !beside);
}

static void write_key(struct page *p, enum request r, const char *does)
{
	page_line(p);
	page_printf(p, STYLE_KEY, "%-5s", request_key(r));
	page_fit(p, STYLE_DIM, does, p->width - p->col);
}

/* The next step after a pass. */
static void write_onward(const struct model *m, struct page *p)
{
	const struct outline_exercise *e = exercise_following(m);
	const struct outline_lesson *l = e ? exercise_before(m, e) : NULL;
	char *next = !e ? NULL : l ? arena_printf(&p->arena, _(" begins the next lesson: %s"), l->title) :
			 arena_printf(&p->arena, _(" opens the next exercise: %s"), e->name);

	page_blank(p);
	write_key(p, REQUEST_CONTINUE,
		  m->depth > 1 && m->places[m->depth - 2].page == PAGE_LESSON ? _(" goes on with the lesson") : _(" goes on"));
	if (next)
		write_key(p, REQUEST_FOLLOWING, next);
	write_key(p, REQUEST_SOLUTION, _(" shows a solution with its reasons"));
	write_key(p, REQUEST_CASES, exercise_of(m)->cases_open ? _(" hides the cases and what was "
								 "counted") : _(" shows the cases and what was counted"));
}

/* Repeats the task below a result that is beside the file, or that leaves room for all of it. */
static void write_task(const struct model *m, struct page *p)
{
	struct layout l = layout_of(m->rows, m->cols, LAYOUT_SOURCE);
	bool beside = l.source.rows && l.source.col != l.page.col;
	size_t before = p->nlines;

	/* the panel below has it */
	if (exercise_of(m)->attempt->verdict == VERDICT_PASSED || !exercise_of(m)->assignment.task || p->lower)
		return;
	section(p, _("task"));
	page_markup(p, exercise_of(m)->assignment.task);
	if (!beside && (int)p->nlines > l.page.rows)
		p->nlines = before;
}

#define IMAGE_ROWS 8 /* the least, even if the page then scrolls */

/* What the learner's program draws, as high as there is room for. */
static void write_image(const struct model *m, struct page *p)
{
	const struct image *image = exercise_of(m)->image;
	struct layout l = layout_of(m->rows, m->cols, layout_now(m));
	int rows;

	if (!image)
		return;
	if (p->lower)
		layout_divide(&l, m->rows, m->cols);
	rows = l.page.rows - (int)p->nlines - 1;
	page_blank(p);
	page_image(p, image, rows > IMAGE_ROWS ? rows : IMAGE_ROWS);
}

/* Counts and times, behind a key after a pass: a beginner's first question is what comes next. */
static void write_details(const struct model *m, struct page *p)
{
	const struct attempt *a = exercise_of(m)->attempt;

	write_cases(a, p, exercise_of(m)->cases_open);
	write_measured(a, p);
	write_speed(a, p);
	write_facts(a, p);
}

static void content(const struct model *m, struct page *p)
{
	const struct attempt *a = exercise_of(m)->attempt;
	const bool passed = a->verdict == VERDICT_PASSED;

	write_headline(a, p);
	write_message(a, p);
	if (!exercise_of(m)->source)
		write_advice(p, _("R brings the exercise's stub back"));
	if (passed)
		write_onward(m, p);
	write_findings(m, p);
	write_output(a, p);
	if (!passed || exercise_of(m)->cases_open)
		write_details(m, p);
	else
		write_warnings(a, p);
	write_image(m, p);
	write_task(m, p);
}

/* ---- what the result is about ------------------------------------------------------------- */

size_t result_findings(const struct model *m)
{
	const struct attempt *a = exercise_of(m)->attempt;
	size_t n = 0;

	if (!a)
		return 0;
	while (attempt_diagnostic(a, n))
		n++;
	return a->nfindings + n;
}

const struct source_place *result_mark(const struct model *m)
{
	static struct source_place place; /* for the last call */
	const struct attempt *a = exercise_of(m)->attempt;
	const size_t finding = exercise_of(m)->finding;
	const struct diagnostic *d;

	if (!a)
		return NULL;
	if (finding < a->nfindings)
		return a->findings[finding].place.line ? &a->findings[finding].place : NULL;
	d = attempt_diagnostic(a, finding - a->nfindings);
	if (d)
		place = (struct source_place){ .file = d->file, .line = d->line, .column = d->column };
	else if (a->fault.line)
		place = (struct source_place){ .file = a->fault.file, .line = a->fault.line };
	else
		return NULL;
	return place.line ? &place : NULL;
}

/* ---- keys ------------------------------------------------------------------------------------- */

static bool is_passed(const struct model *m)
{
	const struct attempt *a = exercise_of(m)->attempt;

	return a && a->verdict == VERDICT_PASSED;
}

/* After a pass, goes to the page that opened the exercise; otherwise back to the exercise. */
static void go_on(struct model *m, int key)
{
	model_push(m, PAGE_EXERCISE);
	if (!is_passed(m))
		return;
	model_pop(m);
	if (model_page(m) == PAGE_LESSON)
		lesson_next(m);
	else
		menu_to_suggested(m, 0);
}

static bool has_result(const struct model *m)
{
	return exercise_of(m)->attempt != NULL;
}

static void show(struct model *m, int key)
{
	if (has_result(m))
		model_push(m, PAGE_RESULT);
}

static bool has_findings(const struct model *m)
{
	return result_findings(m) > 1;
}

static void to_finding(struct model *m, int by)
{
	struct exercise_page *x = exercise_of(m);
	size_t n = result_findings(m);

	if (n < 2) {
		model_notice(m, false, _("there is no other finding"));
		return;
	}
	x->finding = (x->finding + (by > 0 ? 1 : n - 1)) % n;
	m->file.follow = true;
	m->places[m->depth].scroll = 0;
}

static bool has_cases(const struct model *m)
{
	return has_result(m) && exercise_of(m)->attempt->nran > 0;
}

static void cases(struct model *m, int key)
{
	exercise_of(m)->cases_open = !exercise_of(m)->cases_open;
}

/* ---- what the learner's program draws ------------------------------------------------------------ */

static int image_run(const struct tui_backend *b, struct work *w)
{
	struct image *image = NULL;
	int status = b->image(b->ctx, w->exercise, w->path, &w->arena, &image, &w->error);

	w->made = status ? NULL : image;
	return status;
}

/* A pass is complete without it, so an error is not reported. */
static void image_show(struct model *m, struct work *w)
{
	exercise_of(m)->image = w->made;
	work_keep(w, &exercise_of(m)->image_arena);
}

static const struct task image_task = { .title = N_("drawing what your program makes"), .run = image_run, .show = image_show };

static void lacks(struct model *m)
{
	struct exercise_page *x = exercise_of(m);

	if (model_page(m) != PAGE_RESULT || !x->assignment.draws || x->image_asked || !is_passed(m) || !running_nothing(m))
		return;
	x->image_asked = true;
	model_task(m, &image_task, NULL, 0, false);
}

static const struct action actions[] = {
	{ REQUEST_CONTINUE, go_on, is_passed }, { REQUEST_RESULT, show, has_result },
		{ REQUEST_FINDING, to_finding, has_findings, .by = 1 },
	{ REQUEST_BEFORE, to_finding, .by = -1 }, { REQUEST_CASES, cases, has_cases }, { REQUEST_NONE },
};

const struct view view_result = {
	.actions = actions, .lacks = lacks, .status_line = status_line, .content = content, .layout = LAYOUT_SOURCE,
	.layout_now = layout_now, .lower = nearby_task, .lower_title = nearby_task_title,
};
