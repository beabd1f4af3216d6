/*
 * report.c - see report.h. annotation.h reads the report; this file adds what
 * only an editor shows: ranges, related places, links.
 */
#include "config.h"

#include "lsp/report.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/text.h"
#include "lsp/text.h"
#include "base/json.h"
#include "words/annotation.h"
#include "words/finding.h"
#include "words/kinds.h"

enum severity { SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION, SEVERITY_HINT };

struct reading {
	const struct report_source *source;
	json_t *all;
	size_t missed;           /* limits of speed: each has its own diagnostic */
	struct buf other;        /* the text of another file: the last that was asked for */
	char other_path[PATH_MAX];
};

/* ---- places --------------------------------------------------------------------------------------- */

/* NULL or "": the file that was checked. */
static bool is_own(const struct reading *r, const char *file)
{
	return !file || !*file || !strcmp(file, r->source->path) || !strcmp(file, r->source->own);
}

static const char *whole_path(const struct reading *r, const char *file, char out[PATH_MAX])
{
	if (*file == '/')
		return file;
	return path_join(out, PATH_MAX, r->source->folder, file) ? out : file;
}

static json_t *uri_of(const struct reading *r, const char *file)
{
	char path[PATH_MAX];

	return is_own(r, file) ? json_string(r->source->uri) : annotation_uri(whole_path(r, file, path));
}

static const struct buf *text_of_file(struct reading *r, const char *file)
{
	char path[PATH_MAX];
	struct error ignored;

	if (is_own(r, file))
		return r->source->text;
	file = whole_path(r, file, path);
	if (strcmp(file, r->other_path)) {
		buf_clear(&r->other);
		snprintf(r->other_path, sizeof r->other_path, "%s", file);
		if (file_read(file, SOURCE_MAX_BYTES, &r->other, &ignored))
			buf_clear(&r->other);
	}
	return &r->other;
}

/*
 * From the column to the end of the name there; without a column, or at a
 * blank, what the line has. Line and column: from 1 on; 0: unknown.
 */
static json_t *range_of(struct reading *r, const char *file, size_t line, size_t column)
{
	size_t n, from = 0, to;
	const char *text = text_line(text_of_file(r, file), line ? line - 1 : 0, &n);

	line = line ? line - 1 : 0;
	if (column && column <= n && text[column - 1] != ' ' && text[column - 1] != '\t') {
		for (from = to = column - 1; to < n && text_is_word(text[to]);)
			to++;
		if (to == from)
			to++;
	} else {
		while (from < n && (text[from] == ' ' || text[from] == '\t'))
			from++;
		to = n;
	}
	return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", (int)line, "character", (int)text_units(text, from),
			 "end", "line", (int)line, "character", (int)text_units(text, to));
}

/* ---- related places --------------------------------------------------------------------------------- */

static void relate(struct reading *r, json_t *related, const char *file, size_t line, size_t column, json_t *message)
{
	if (line)
		json_array_append_new(related, json_pack("{s:{s:o, s:o}, s:o}", "location", "uri", uri_of(r, file), "range",
							 range_of(r, file, line, column), "message", message));
	else
		json_decref(message);
}

static void relate_frames(struct reading *r, json_t *related, const char *file, const json_t *frames)
{
	const json_t *frame;
	size_t i;

	json_array_foreach(frames, i, frame)
		relate(r, related, file, json_count(frame, "line"), 0,
		       json_sprintf(_("calls %s"), json_word_of(frame, "function")));
}

static json_t *related_of(struct reading *r, const struct annotation *a, const char *file)
{
	const char *kernel = json_word_of(a->entry, "kernel");
	json_t *related = json_array();

	relate_frames(r, related, file, json_object_get(a->entry, "inlined"));
	if (a->other) {
		const char *there = json_word_of(a->other, "file");

		relate(r, related, there, json_count(a->other, "line"), json_count(a->other, "column"),
		       json_string(_("the other place")));
		relate_frames(r, related, there, json_object_get(a->other, "inlined"));
	}
	relate(r, related, NULL, json_count(a->entry, "launch_line"), 0,
	       json_sprintf(_("launched here: %s"), *kernel ? kernel : _("the kernel")));
	return related;
}

/* ---- diagnostics --------------------------------------------------------------------------------------- */

/* The chapter of the manual that explains the findings, beside the program's data; NULL: it is not installed. */
static json_t *chapter(void)
{
	static const char *const places[] = { "doc/findings.md", "../doc/warpbook/doc/findings.md" };
	char path[PATH_MAX];
	struct error ignored;

	for (size_t i = 0; i < 2; i++)
		if (path_data(places[i], path, sizeof path, &ignored) == 0 && path_exists(path))
			return annotation_uri(path);
	return NULL;
}

/* Takes over `related`. Empty texts are left out; without a message there is no diagnostic. */
static void put(struct reading *r, const char *file, json_t *range, enum severity severity, const char *code, const char *message,
		const char *advice, json_t *related)
{
	json_t *uri = uri_of(r, file), *one = json_pack("{s:o, s:i, s:s, s:s}", "range", range, "severity", (int)severity,
							"source",
							"warpbook", "code", code);
	json_t *list = json_object_get(r->all, json_string_value(uri)), *href;

	json_object_set_new(one, "message", *advice ? json_sprintf(_("%s\nnext: %s"), retold(message), retold(advice))
						    : json_string(retold(message)));
	if (finding_kind_named(code) < FINDING_KINDS && (href = chapter()))
		json_object_set_new(one, "codeDescription", json_pack("{s:o}", "href", href));
	if (json_array_size(related))
		json_object_set(one, "relatedInformation", related);
	json_decref(related);
	if (!list && json_string_value(uri)) {
		list = json_array();
		json_object_set_new(r->all, json_string_value(uri), list);
	}
	if (*message)
		json_array_append_new(list, one);
	else
		json_decref(one);
	json_decref(uri);
}

static void take(void *arg, const struct annotation *a)
{
	struct reading *r = arg;
	/* annotations_of gives files as seen from this process's folder; the child ran in another one */
	const char *file = json_word_of(a->entry, "file");

	if (!a->entry && r->missed) /* the verdict would only say so once more */
		return;
	put(r, file, range_of(r, file, (size_t)a->line, (size_t)a->column),
	    !strcmp(a->level, "error") ? SEVERITY_ERROR : !strcmp(a->level,
								  "warning") ? SEVERITY_WARNING : SEVERITY_INFORMATION, a->id,
	    a->text, a->advice, related_of(r, a, file));
}

/* "sectors per load: 32, at most 8 is allowed" */
static void take_limit(struct reading *r, const json_t *limit)
{
	struct buf text = BUF_INIT;
	const json_t *value = json_object_get(limit, "value"), *bound = json_object_get(limit, "bound");

	buf_printf(&text, "%s", _(json_word_of(limit, "noun")));
	if (json_is_number(value) && json_is_number(bound))
		buf_printf(&text, !strcmp(json_word_of(limit, "side"), "least") ? _(": %.4g, where at least %.4g is asked for")
								   : _(": %.4g, where at most %.4g is asked for"),
			   json_number_value(value), json_number_value(bound));
	put(r, NULL, range_of(r, NULL, json_count(limit, "line"), 0), SEVERITY_ERROR, json_word_of(limit, "metric"),
	    buf_text(&text),
	    json_word_of(limit, "why"), NULL);
	buf_release(&text);
}

static void take_limits(struct reading *r, const json_t *report)
{
	const json_t *limit;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(report, "measured"), "limits"), i, limit)
		if (json_is_false(json_object_get(limit, "held"))) {
			r->missed++;
			take_limit(r, limit);
		}
}

/* A file that could not be judged. */
static void take_error(struct reading *r, const json_t *error)
{
	const char *file = json_word_of(error, "file");

	put(r, file, range_of(r, file, json_count(error, "line"), 0), SEVERITY_ERROR, "not-judged", json_word_of(error, "text"),
	    json_word_of(error, "remedy"), NULL);
}

json_t *report_diagnostics(const json_t *report, const struct report_source *source)
{
	struct reading r = { .source = source, .all = json_object() };
	const json_t *saving = json_object_get(report, "saving"), *error = json_object_get(report, "error");

	json_object_set_new(r.all, source->uri, json_array());
	take_limits(&r, report);
	annotations_of(report, source->own, take, &r);
	if (json_is_object(saving))
		put(&r, NULL, range_of(&r, NULL, json_count(saving, "line"), 0), SEVERITY_HINT, json_word_of(saving, "kind"),
		    json_word_of(saving, "message"), json_word_of(saving, "next"), NULL);
	if (json_is_object(error))
		take_error(&r, error);
	buf_release(&r.other);
	return r.all;
}
