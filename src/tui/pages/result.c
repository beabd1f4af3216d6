/*
 * result.c - the result of a check: the verdict, the reason with the source
 * line under it, the cases, the kernel's output, and how to repeat it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "tui/view.h"
#include "words/remark.h"

/* Limits how much a wrong kernel can print onto the page; the record keeps everything. */
#define OUTPUT_BYTES 4000
#define FAILED_SHOWN 2 /* cases, while the list is folded */

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, "%s %s", m->attempt->verdict == VERDICT_PASSED ? "✓" : "✗", attempt_headline(m->attempt));
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
	snprintf(text, sizeof text, "next: %s", advice);
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
		page_wrap(p, 0, STYLE_DIM, buf_text(&text));
	buf_release(&text);
}

/* The second access of a race, which the file beside the text also marks. */
static void write_other(const struct attempt *a, struct page *p, const struct source_place *other, bool with_source)
{
	if (!other->line)
		return;
	if (with_source) {
		page_wrap(p, 0, STYLE_DIM, "the other access:");
		write_excerpt(a, p, other->file, other->line, other->column);
	} else {
		page_line(p);
		page_add(p, STYLE_NOTE, "•");
		page_printf(p, STYLE_DIM, " the other access: line %d", other->line);
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
		snprintf(head, sizeof head, "%s: %s", metric ? "too slow" : f->rule ? "broken rule" : finding_level_name(f->level),
			 metric ? metric->noun : words);
		for (char *c = head; f->rule && (c = strchr(c, '_')) != NULL;) /* "checks_errors" */
			*c = ' ';
		page_wrap(p, 0, metric ? STYLE_WARN : style_of_level(f->level), head);
	}
	page_wrap(p, 0, STYLE_PLAIN, f->message);
	if (with_source)
		write_excerpt(a, p, f->place.file, f->place.line, remark_column(&own, f));
	write_frames(p, &f->place);
	write_other(a, p, &f->other, with_source);
	write_advice(p, f->advice);
}

static void write_diagnostic(const struct attempt *a, struct page *p, const struct diagnostic *d, bool with_source)
{
	static const struct { const char *name; enum style style; } levels[] = {
		[DIAGNOSTIC_NOTE] = { "note", STYLE_PLAIN },
		[DIAGNOSTIC_WARNING] = { "warning", STYLE_WARN },
		[DIAGNOSTIC_ERROR] = { "error", STYLE_BAD },
	};

	page_blank(p);
	page_line(p);
	page_add(p, levels[d->level].style, levels[d->level].name);
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
	page_wrap(p, 0, STYLE_PLAIN, a->message);
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
	static const char *const not_the_learner[] = {
		[PARTY_LEARNER] = "",
		[PARTY_AUTHOR] = "not your fault: the exercise's author must fix this",
		[PARTY_MACHINE] = "not your fault: the cause is this machine",
		[PARTY_US] = "not your fault: the cause is warpbook itself",
	};
	const char *whose = not_the_learner[verdict_party(a->verdict)];
	bool passed = a->verdict == VERDICT_PASSED;
	struct buf text = BUF_INIT;

	page_line(p);
	page_add(p, passed ? STYLE_GOOD : a->verdict == VERDICT_TOO_SLOW ? STYLE_WARN : STYLE_BAD, passed ? "✓ " : "✗ ");
	page_add(p, STYLE_TITLE, attempt_headline(a));
	if (passed) {
		attempt_speedup_text(a, &text);
		if (text.len && p->width >= 4 + text_width(attempt_headline(a)) + text_width(buf_text(&text))) {
			page_add(p, STYLE_PLAIN, ", ");
			page_add(p, STYLE_PLAIN, buf_text(&text));
		}
		buf_release(&text);
	}
	if (*whose)
		page_wrap(p, 0, STYLE_DIM, whose);
}

/* ---- cases, output, facts ------------------------------------------------------------ */

static void write_case(const struct attempt *a, struct page *p, const struct attempt_case *c, int name_cols)
{
	bool passed = c->verdict == VERDICT_PASSED;
	struct buf remark = BUF_INIT;

	page_line(p);
	page_add(p, passed ? STYLE_GOOD : STYLE_BAD, passed ? "✓ " : "✗ ");
	if (passed) {
		page_add(p, STYLE_PLAIN, c->name);
		page_add(p, STYLE_PLAIN, attempt_case_purpose(a, c));
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
	section(p, "cases");
	page_add(p, STYLE_DIM, "  ");
	page_cases(p, a, p->width - 28);
	for (size_t i = 0; i < a->ncases; i++) {
		failed += a->cases[i].ran && a->cases[i].verdict != VERDICT_PASSED;
		left_out += !a->cases[i].ran;
	}
	if (left_out)
		page_printf(p, STYLE_DIM, "  %d not run", left_out);
	for (size_t i = 0, shown = 0; i < a->ncases; i++)
		if (a->cases[i].ran && (open || (a->cases[i].verdict != VERDICT_PASSED && shown++ < FAILED_SHOWN)))
			write_case(a, p, &a->cases[i], name_cols);
	if (!open && failed > FAILED_SHOWN) {
		page_line(p);
		page_printf(p, STYLE_DIM, "  %d more failed; o shows all cases", failed - FAILED_SHOWN);
	}
}

static void write_measured(const struct attempt *a, struct page *p)
{
	if (a->plain || !a->nmeasured)
		return;
	section(p, "measured");
	page_printf(p, STYLE_DIM, " with %s", a->measured_case);
	for (size_t i = 0; i < a->nmeasured; i++) {
		const struct measurement *m = &a->measured[i];
		struct buf text = BUF_INIT;

		attempt_measured_text(m, &text);
		page_hang(p, !m->counted ? STYLE_DIM : m->held ? STYLE_GOOD : STYLE_BAD, !m->counted ? "-" : m->held ? "✓" : "✗",
			  m->counted ? STYLE_PLAIN : STYLE_DIM, buf_text(&text));
		buf_release(&text);
	}
}

static void write_output(const struct attempt *a, struct page *p)
{
	size_t len = a->output_len < OUTPUT_BYTES ? a->output_len : OUTPUT_BYTES;

	if (!len)
		return;
	section(p, "the kernel printed");
	if (a->output_case)
		page_printf(p, STYLE_DIM, ", with %s", a->output_case);
	page_verbatim(p, 2, STYLE_PLAIN, a->output, len);
	if (len < a->output_len || a->output_truncated)
		page_wrap(p, 2, STYLE_DIM, "... and more");
}

/* The figures that a learner compares: the time on a GPU, the work on the vm. */
static void write_speed(const struct attempt *a, struct page *p)
{
	struct buf text = BUF_INIT;

	attempt_speed_text(a, &text);
	if (text.len && a->verdict == VERDICT_PASSED) {
		section(p, a->speed.time_ratio > 0 || a->speed.note ? "speed" : "work");
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_saving_text(a, &text);
	if (text.len) {
		section(p, "costs");
		page_printf(p, STYLE_DIM, ", and %s shows more", request_key(REQUEST_PROFILE));
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_clear(&text);
	attempt_counted_text(a, &text);
	if (text.len) {
		section(p, "counted");
		page_wrap(p, 2, STYLE_PLAIN, buf_text(&text));
	}
	buf_release(&text);
}

static void write_device(const struct attempt *a, struct page *p)
{
	char text[1400];

	if (a->device_note) {
		snprintf(text, sizeof text, "the virtual machine instead of a GPU: %s", a->device_note);
		page_wrap(p, 0, STYLE_DIM, text);
	} else if (a->device && strcmp(a->device, "vm") && a->device_name) {
		page_wrap(p, 0, STYLE_DIM, a->device_name);
	}
	if (a->vm_says)
		page_wrap(p, 0, STYLE_DIM, a->vm_says);
}

static void write_facts(const struct attempt *a, struct page *p)
{
	char again[300];

	page_blank(p);
	page_line(p);
	if (a->compiler)
		page_printf(p, STYLE_DIM, "%s, compiled in %.2f s%s", a->compiler, a->compile_seconds,
			    a->compile_cached ? " (kept from before)" : "");
	if (a->nran) {
		page_printf(p, STYLE_DIM, "; %s, ran in %.2f s", a->device ? a->device : "", a->run_seconds);
		write_device(a, p);
		snprintf(again, sizeof again, "To rerun with the same data: warpbook check %s --seed %llu", a->exercise,
			 (unsigned long long)a->seed);
		page_wrap(p, 0, STYLE_DIM, again);
	}
	if (a->record_warning[0])
		page_wrap(p, 0, STYLE_BAD, a->record_warning);
}

/* Beside the file, only the finding whose line is marked there; otherwise all of them. */
static void write_findings(const struct model *m, struct page *p)
{
	const struct attempt *a = m->attempt;
	bool beside = source_shows_mark(m);
	size_t at = 0, n = model_findings(m);

	if (beside && n > 1) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, "finding %zu of %zu", m->finding + 1, n);
		page_add(p, STYLE_KEY, "  ]");
		page_add(p, STYLE_DIM, " next");
	}
	for (size_t i = 0; i < a->nfindings; i++, at++)
		if (!beside || at == m->finding)
			write_finding(a, p, &a->findings[i], !beside);
	for (size_t i = 0; i < a->ndiagnostics; i++) {
		if ((a->diagnostics[i].level == DIAGNOSTIC_WARNING) != (a->verdict != VERDICT_COMPILE_ERROR))
			continue;
		if (!beside || at == m->finding)
			write_diagnostic(a, p, &a->diagnostics[i], !beside);
		at++;
	}
}

/* The next step after a pass. */
static void write_onward(const struct model *m, struct page *p)
{
	const struct outline_exercise *e = model_following(m);

	if (m->attempt->verdict != VERDICT_PASSED)
		return;
	page_blank(p);
	page_line(p);
	page_add(p, STYLE_KEY, "enter");
	page_add(p, STYLE_DIM, " goes on   ");
	page_add(p, STYLE_KEY, "s");
	page_add(p, STYLE_DIM, " shows a solution");
	if (!e)
		return;
	page_line(p);
	page_add(p, STYLE_KEY, "n");
	if (model_lesson_of(m, e->id) == model_lesson_of(m, m->attempt->exercise))
		page_printf(p, STYLE_DIM, " opens the next exercise: %s", e->name);
	else
		page_printf(p, STYLE_DIM, " opens the next exercise: %s, of lesson \"%s\"", e->name, model_lesson_of(m, e->id)->title);
}

/* Repeats the task below a result that is beside the file, or that leaves room for all of it. */
static void write_task(const struct model *m, struct page *p)
{
	struct layout l = layout_of(m->rows, m->cols, LAYOUT_SOURCE);
	bool beside = l.source.rows && l.source.col != l.page.col;
	size_t before = p->nlines;

	if (m->attempt->verdict == VERDICT_PASSED || !m->assignment.task || p->lower) /* the panel below has it */
		return;
	section(p, "task");
	page_markup(p, m->assignment.task);
	if (!beside && (int)p->nlines > l.page.rows)
		p->nlines = before;
}

static void content(const struct model *m, struct page *p)
{
	const struct attempt *a = m->attempt;

	write_headline(a, p);
	write_message(a, p);
	if (!m->source)
		write_advice(p, "R brings the exercise's stub back");
	write_onward(m, p);
	write_findings(m, p);
	write_output(a, p);
	write_cases(a, p, m->cases_open);
	write_measured(a, p);
	write_speed(a, p);
	write_facts(a, p);
	write_task(m, p);
}

const struct view view_result = { status_line, content, LAYOUT_SOURCE, NULL, NULL, nearby_task, nearby_task_title };
