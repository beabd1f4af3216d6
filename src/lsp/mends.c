/*
 * mends.c - code actions. After a check with findings, each edit that may remedy one (source/mend.h) is checked as the file was,
 * in the background; an edit that takes a finding away and brings nothing new is offered from then on, until the text changes.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "lsp/report.h"
#include "lsp/server.h"
#include "lsp/text.h"
#include "source/mend.h"
#include "words/annotation.h"

#define MENDS_MOST   8 /* of a check */
#define SEVERITY_BAD 2 /* errors and warnings count; remarks do not */

struct mends {
	struct arena arena;
	struct mend list[MENDS_MOST];
	size_t n, tried;
	json_t *before; /* the diagnostics of the check */
	json_t *offers; /* CodeActions */
};

/* ---- proposing ---------------------------------------------------------------------------------------------- */

struct proposing { const struct server *s; const struct doc *d; struct mends *m; };

static bool is_listed(const struct mends *m, const struct mend *one)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->list[i].at == one->at && m->list[i].cut == one->cut && !strcmp(m->list[i].put, one->put))
			return true;
	return false;
}

static void propose(void *arg, const struct annotation *a)
{
	struct proposing *p = arg;
	const char *file = json_string_value(json_object_get(a->entry, "file"));
	const struct mend_finding f = { .kind = a->id, .message = a->text, .advice = a->advice, .line = a->line,
					.other_line = (int)json_count(a->other, "line") };
	struct mend found[MENDS_MOST];
	size_t n;

	if (!a->entry || (file && *file && strcmp(file, p->s->now.path) && strcmp(file, p->s->now.own)))
		return;
	n = source_mends(buf_text(&p->d->text), p->d->text.len, p->d->python, &f, &p->m->arena, found, MENDS_MOST);
	for (size_t i = 0; i < n && p->m->n < MENDS_MOST; i++)
		if (!is_listed(p->m, &found[i]))
			p->m->list[p->m->n++] = found[i];
}

void mends_propose(struct server *s, struct doc *d, const json_t *report, const json_t *diagnostics)
{
	struct proposing p = { s, d, NULL };

	mends_clear(s, d);
	if (s->now.compiles_only || s->now.text.len != d->text.len || memcmp(buf_text(&s->now.text), buf_text(&d->text),
									     d->text.len))
		return;
	d->mends = p.m = calloc(1, sizeof *p.m);
	if (!p.m)
		return;
	annotations_of(report, s->now.own, propose, &p);
	p.m->before = json_deep_copy(diagnostics);
	p.m->offers = json_array();
	d->wanted[WORK_MEND] = p.m->n > 0;
}

void mends_clear(struct server *s, struct doc *d)
{
	if (s->now.work == WORK_MEND)
		work_cancel(s, d->uri);
	d->wanted[WORK_MEND] = false;
	if (!d->mends)
		return;
	json_decref(d->mends->before);
	json_decref(d->mends->offers);
	arena_release(&d->mends->arena);
	free(d->mends);
	d->mends = NULL;
}

/* ---- checking ------------------------------------------------------------------------------------------------ */

void mend_text(const struct doc *d, struct buf *out)
{
	const struct mend *m = &d->mends->list[d->mends->tried];

	buf_append(out, buf_text(&d->text), m->at);
	buf_puts(out, m->put);
	buf_append(out, buf_text(&d->text) + m->at + m->cut, d->text.len - m->at - m->cut);
}

static size_t newlines(const char *text, size_t n)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += text[i] == '\n';
	return found;
}

static size_t line_of(const json_t *diagnostic)
{
	return json_count(json_object_get(json_object_get(diagnostic, "range"), "start"), "line");
}

static bool is_bad(const json_t *diagnostic)
{
	return json_count(diagnostic, "severity") <= SEVERITY_BAD;
}

/* From line `from` on, the lines of the edited text are `added` further down. */
struct shift { size_t from, added; };

static size_t line_before(const struct shift *s, size_t line)
{
	return line >= s->from + s->added ? line - s->added : line > s->from ? s->from : line;
}

static bool has(const json_t *list, const struct shift *shift, const json_t *code, size_t line)
{
	const json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
		if (json_equal(json_object_get(one, "code"), code) && line_before(shift, line_of(one)) == line)
			return true;
	return false;
}

/* The diagnostics of before that the edit takes away; NULL: it takes none, or brings a new one. */
static json_t *taken_away(const struct mends *m, const struct buf *text, const json_t *after)
{
	const struct mend *mend = &m->list[m->tried];
	const size_t cut = newlines(buf_text(text) + mend->at, mend->cut), put = newlines(mend->put, strlen(mend->put));
	const struct shift shift = { (size_t)mend->line - 1, put > cut ? put - cut : 0 }, none = { 0, 0 };
	json_t *gone = json_array(), *one;
	size_t i;
	bool news = false;

	json_array_foreach(after, i, one)
		news = news || (is_bad(one) && !has(m->before, &none, json_object_get(one, "code"),
						    line_before(&shift, line_of(one))));
	json_array_foreach(m->before, i, one)
		if (is_bad(one) && !has(after, &shift, json_object_get(one, "code"), line_of(one)))
			json_array_append(gone, one);
	if (!news && json_array_size(gone))
		return gone;
	json_decref(gone);
	return NULL;
}

static json_t *position_of(const struct buf *text, size_t offset)
{
	const char *begin = buf_text(text), *line = begin + offset;

	while (line > begin && line[-1] != '\n')
		line--;
	return json_pack("{s:i, s:i}", "line", (int)newlines(begin, offset), "character",
			 (int)text_units(line, (size_t)(begin + offset - line)));
}

static void offer(struct doc *d, json_t *gone)
{
	const struct mend *m = &d->mends->list[d->mends->tried];

	json_array_append_new(d->mends->offers, json_pack("{s:s, s:s, s:o, s:{s:{s:[{s:{s:o, s:o}, s:s}]}}}", "title",
							  retold(m->title), "kind", "quickfix",
							  "diagnostics", gone, "edit", "changes", d->uri, "range", "start",
							  position_of(&d->text, m->at), "end",
							  position_of(&d->text, m->at + m->cut),
							  "newText", m->put));
}

void mend_checked(struct server *s, struct doc *d, const json_t *report)
{
	const struct report_source source = { .path = s->now.path, .own = s->now.own, .uri = d->uri, .folder = s->now.folder,
					      .text = &s->now.text };
	json_t *all, *gone;

	if (!d->mends)
		return;
	if (report) {
		all = report_diagnostics(report, &source);
		gone = taken_away(d->mends, &d->text, json_object_get(all, d->uri));
		if (gone)
			offer(d, gone);
		json_decref(all);
	}
	d->wanted[WORK_MEND] = ++d->mends->tried < d->mends->n;
}

/* ---- offering ------------------------------------------------------------------------------------------------- */

/* Does the editor ask for this kind of actions? */
static bool asks_for_fixes(const json_t *only)
{
	const json_t *kind;
	size_t i;

	json_array_foreach(only, i, kind)
		if (json_is_string(kind) && (!*json_string_value(kind) || !strcmp(json_string_value(kind), "quickfix")))
			return true;
	return !json_array_size(only);
}

/* Does it lie on these lines, or mend something that does? */
static bool is_near(const json_t *action, size_t from, size_t to)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(action, "diagnostics"), i, one)
		if (line_of(one) >= from && line_of(one) <= to)
			return true;
	return false;
}

json_t *actions_at(const struct doc *d, const json_t *params)
{
	const json_t *range = json_object_get(params, "range"),
		*only = json_object_get(json_object_get(params, "context"), "only");
	const size_t from = json_count(json_object_get(range, "start"), "line"),
		to = json_count(json_object_get(range, "end"), "line");
	json_t *all = json_array(), *action;
	size_t i;

	if (d->mends && asks_for_fixes(only))
		json_array_foreach(d->mends->offers, i, action)
			if (is_near(action, from, to))
				json_array_append(all, action);
	return all;
}
