/*
 * progress_export.c - the learner's progress as Markdown and as an HTML page: a table of the lessons, the exercises with an
 * attempt, the tries of each day, the kinds of mistakes. Both come from the same record.
 */
#include "config.h"

#include "cmd/progress_export.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "lesson/lesson.h"
#include "worker/verdict.h"

#define DAYS 28
#define BAR_PX 60

/* What the documents say besides the context's progress. */
struct record {
	struct arena arena;
	int days[DAYS];
	struct store_mistake *mistakes; size_t nmistakes;
};

static int record_read(const struct context *d, struct record *r, struct error *err)
{
	struct store *store;
	int status;

	memset(r, 0, sizeof *r);
	if (!path_exists(d->workspace.database)) /* nothing has been tried yet */
		return 0;
	if (store_open(&store, d->workspace.database, true, err))
		return -1;
	status = store_days(store, r->days, DAYS, err) || store_mistakes(store, &r->arena, &r->mistakes, &r->nmistakes,
									 err) ? -1 : 0;
	store_close(store);
	return status;
}

static void date_put(int64_t ms, struct buf *out)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm local;
	char text[32];

	if (ms && localtime_r(&seconds, &local) && strftime(text, sizeof text, "%Y-%m-%d", &local))
		buf_puts(out, text);
}

/* "12 min", rounded up; nothing if none is known. */
static void minutes_put(int64_t ms, struct buf *out)
{
	if (ms > 0)
		buf_printf(out, "%lld min", (long long)((ms + 59999) / 60000));
}

static const char *lesson_title(struct record *r, const char *id)
{
	struct lesson_card card;
	struct error ignored;

	return lesson_card(&card, id, &r->arena, &ignored) ? id : card.title;
}

static const char *mistake_text(const struct store_mistake *m)
{
	int verdict = verdict_from_name(m->verdict);

	return verdict < 0 ? m->verdict : _(verdict_headline((enum verdict)verdict));
}

static int passed_in_all(const struct context *d)
{
	int passed = 0;

	for (struct context_lesson s = { .to = 0 }; context_next_lesson(d, &s);)
		passed += s.passed;
	return passed;
}

static int days_sum(const struct record *r, int *most)
{
	int sum = 0;

	*most = 0;
	for (int day = 0; day < DAYS; day++) {
		sum += r->days[day];
		*most = r->days[day] > *most ? r->days[day] : *most;
	}
	return sum;
}

static const char *state_of(const struct store_progress *p)
{
	return p->passed ? _("passed") : p->attempts ? _("tried") : p->solution_seen ? _("solution seen") : _("hint read");
}

/* ---- Markdown ------------------------------------------------------------------------------- */

static void markdown_exercises(const struct context *d, const struct context_lesson *s, struct buf *out)
{
	for (size_t i = s->from; i < s->to; i++) {
		struct store_progress p = context_progress(d, d->catalog.ids[i]);

		if (!p.attempts && !p.hints && !p.solution_seen)
			continue;
		buf_printf(out, "| %s | %s | %d | %d | ", d->catalog.ids[i], state_of(&p), p.attempts, p.hints);
		minutes_put(p.worked_ms, out);
		buf_puts(out, " | ");
		date_put(p.first_pass_unix_ms, out);
		buf_puts(out, " |\n");
	}
}

int progress_markdown(const struct context *d, struct buf *out, struct error *err)
{
	struct record r;
	int most, sum;

	if (record_read(d, &r, err))
		return -1;
	buf_printf(out, "# %s, ", _("Progress in warpbook"));
	date_put((int64_t)time(NULL) * 1000, out);
	buf_puts(out, "\n\n");
	buf_printf(out, _("%d of %zu exercises passed"), passed_in_all(d), d->catalog.nids);
	buf_printf(out, ".\n\n## %s\n\n| %s | %s | %s | %s |\n|:--|--:|--:|--:|\n", _("Lessons"), _("lesson"), _("passed"),
		   _("tried"), _("exercises"));
	for (struct context_lesson s = { .to = 0 }; context_next_lesson(d, &s);)
		buf_printf(out, "| %.2s %s | %d | %d | %zu |\n", s.id, lesson_title(&r, s.id), s.passed, s.tried, s.to - s.from);
	buf_printf(out, "\n## %s\n\n| %s | %s | %s | %s | %s | %s |\n|:--|:--|--:|--:|--:|:--|\n", _("Exercises"), _("exercise"),
		   _("state"), _("tries"), _("hints"), _("time spent"), _("first passed"));
	for (struct context_lesson s = { .to = 0 }; context_next_lesson(d, &s);)
		markdown_exercises(d, &s, out);
	sum = days_sum(&r, &most);
	buf_printf(out, "\n## %s\n\n", _("Tries"));
	buf_printf(out, _("%d in four weeks, %d on the busiest day"), sum, most);
	buf_puts(out, ".\n");
	if (r.nmistakes)
		buf_printf(out, "\n## %s\n\n| %s | %s | %s |\n|:--|--:|--:|\n", _("What went wrong"), _("mistake"),
			   _("in exercises"), _("passed after it"));
	for (size_t i = 0; i < r.nmistakes; i++)
		buf_printf(out, "| %s | %d | %d |\n", mistake_text(&r.mistakes[i]), r.mistakes[i].exercises,
			   r.mistakes[i].overcome);
	arena_release(&r.arena);
	return out->failed ? error_nomem(err) : 0;
}

/* ---- HTML ------------------------------------------------------------------------------------- */

static const char style[] =
	"body{font:16px/1.5 sans-serif;max-width:52em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
	"table{border-collapse:collapse;width:100%}th,td{padding:.2em .6em;text-align:left;border-bottom:1px solid #ddd}"
	"td.n,th.n{text-align:right}meter{width:10em}.days{display:flex;align-items:flex-end;gap:2px;height:64px}"
	".days i{flex:1;background:#0060b0;min-height:1px}"
	"@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1c1c}th,td{border-color:#444}.days i{background:#6bd}}";

static void html_text(struct buf *out, const char *text)
{
	text_put_xml(out, text, strlen(text));
}

static void html_days(const struct record *r, struct buf *out)
{
	int most, sum = days_sum(r, &most);

	buf_printf(out, "<h2>%s</h2>\n<p>", _("Tries per day"));
	buf_printf(out, _("%d in four weeks, %d on the busiest day"), sum, most);
	buf_printf(out, "; %s.</p>\n<div class=\"days\">", _("today is at the right"));
	for (int day = DAYS - 1; day >= 0; day--)
		buf_printf(out, "<i style=\"height:%dpx\" title=\"%d\"></i>", most ? r->days[day] * BAR_PX / most : 0,
			   r->days[day]);
	buf_puts(out, "</div>\n");
}

static void html_exercises(const struct context *d, const struct context_lesson *s, struct buf *out)
{
	for (size_t i = s->from; i < s->to; i++) {
		struct store_progress p = context_progress(d, d->catalog.ids[i]);

		if (!p.attempts && !p.hints && !p.solution_seen)
			continue;
		buf_puts(out, "<tr><td>");
		html_text(out, d->catalog.ids[i]);
		buf_printf(out, "</td><td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">", state_of(&p),
			   p.attempts, p.hints);
		minutes_put(p.worked_ms, out);
		buf_puts(out, "</td><td>");
		date_put(p.first_pass_unix_ms, out);
		buf_puts(out, "</td></tr>\n");
	}
}

static void html_mistakes(const struct record *r, struct buf *out)
{
	if (r->nmistakes)
		buf_printf(out, "<h2>%s</h2>\n<table><tr><th>%s</th><th class=\"n\">%s</th><th class=\"n\">%s</th></tr>\n",
			   _("What went wrong"), _("mistake"), _("in exercises"), _("passed after it"));
	for (size_t i = 0; i < r->nmistakes; i++) {
		buf_puts(out, "<tr><td>");
		html_text(out, mistake_text(&r->mistakes[i]));
		buf_printf(out, "</td><td class=\"n\">%d</td><td class=\"n\">%d</td></tr>\n", r->mistakes[i].exercises,
			   r->mistakes[i].overcome);
	}
	buf_puts(out, r->nmistakes ? "</table>\n" : "");
}

int progress_html(const struct context *d, struct buf *out, struct error *err)
{
	const int passed = passed_in_all(d);
	struct record r;

	if (record_read(d, &r, err))
		return -1;
	buf_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><title>%s</title>"
			"<style>%s</style></head><body>\n<h1>%s, ", language_now() ? language_now() : "en",
				   _("Progress in warpbook"),
		   style, _("Progress in warpbook"));
	date_put((int64_t)time(NULL) * 1000, out);
	buf_printf(out, "</h1>\n<p><meter max=\"%zu\" value=\"%d\"></meter> ", d->catalog.nids, passed);
	buf_printf(out, _("%d of %zu exercises passed"), passed, d->catalog.nids);
	buf_puts(out, "</p>\n");
	html_days(&r, out);
	buf_printf(out, "<h2>%s</h2>\n<table><tr><th>%s</th><th></th><th class=\"n\">%s</th><th class=\"n\">%s</th></tr>\n",
		   _("Lessons"), _("lesson"), _("passed"), _("tried"));
	for (struct context_lesson s = { .to = 0 }; context_next_lesson(d, &s);) {
		buf_printf(out, "<tr><td>%.2s ", s.id);
		html_text(out, lesson_title(&r, s.id));
		buf_printf(out, "</td><td><meter max=\"%zu\" value=\"%d\"></meter></td><td class=\"n\">", s.to - s.from,
			   s.passed);
		buf_printf(out, _("%d of %zu"), s.passed, s.to - s.from);
		buf_printf(out, "</td><td class=\"n\">%d</td></tr>\n", s.tried);
	}
	buf_printf(out, "</table>\n<h2>%s</h2>\n<table><tr><th>%s</th><th>%s</th><th class=\"n\">%s</th><th class=\"n\">%s</th>"
			"<th class=\"n\">%s</th><th>%s</th></tr>\n", _("Exercises"), _("exercise"), _("state"), _("tries"),
				   _("hints"),
		   _("time spent"), _("first passed"));
	for (struct context_lesson s = { .to = 0 }; context_next_lesson(d, &s);)
		html_exercises(d, &s, out);
	buf_puts(out, "</table>\n");
	html_mistakes(&r, out);
	buf_puts(out, "</body></html>\n");
	arena_release(&r.arena);
	return out->failed ? error_nomem(err) : 0;
}
