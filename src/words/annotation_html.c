/* annotation_html.c - annotations_html of annotation.h: a report as boxes for a notebook, in the user's language. */
#include "config.h"

#include "words/annotation.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"

#define GREEN "#2a7d3f"
#define RED   "#b3261e"
#define AMBER "#b26a00"
#define GREY  "#666"

#define SOURCE_MOST ((size_t)16 << 20)
#define COLUMNS     1000 /* a browser scrolls */

static void put(struct buf *out, const char *text)
{
	text_put_xml(out, text, strlen(text));
}

static void box_open(struct buf *out, const char *colour)
{
	buf_printf(out, "<div style=\"border-left:4px solid %s;padding-left:.8em;margin:.5em 0\">", colour);
}

static void pre_open(struct buf *out)
{
	buf_puts(out, "<pre style=\"line-height:1.25;margin:.3em 0\">");
}

/* A label such as "error" or "next: ", and a text behind it. */
static void sentence_put(struct buf *out, const char *tag, const char *label, const char *between, const char *text)
{
	const char *blank = strrchr(label, ' ');
	int len = (int)(blank && !blank[1] ? blank - label : (ptrdiff_t)strlen(label));

	buf_printf(out, "<div style=\"white-space:pre-wrap\"><%s>%.*s</%s>%s", tag, len, label, tag, between);
	put(out, retold(text));
	buf_puts(out, "</div>");
}

/* Reads a file that a report names: in the current folder, or in the report's. */
static int named_read(const char *file, const char *report_path, struct buf *out)
{
	char beside[PATH_MAX];
	struct error ignored;

	if (!file_read(file, SOURCE_MOST, out, &ignored))
		return 0;
	buf_clear(out);
	return *file == '/' || snprintf(beside, sizeof beside, "%.*s%s", (int)(path_base(report_path) - report_path), report_path,
					file) >= (int)sizeof beside ? -1 : file_read(beside, SOURCE_MOST, out, &ignored);
}

/* The line of a place with a caret, if its file can be read. */
static void quote_put(struct buf *out, const json_t *place, const char *label, const char *path)
{
	int line = (int)json_integer_value(json_object_get(place, "line"));
	int column = (int)json_integer_value(json_object_get(place, "column"));
	struct buf text = BUF_INIT, excerpt = BUF_INIT;

	if (line > 0 && !named_read(json_word_of(place, "file"), path, &text)) {
		const struct source source = { buf_text(&text), text.len };

		source_excerpt(&source, line, column > 0 ? column : 0, COLUMNS, &excerpt);
	}
	if (excerpt.len) {
		if (label)
			buf_printf(out, "<div>%s</div>", label);
		pre_open(out);
		text_put_xml(out, excerpt.data, excerpt.len - 1); /* without its last newline */
		buf_puts(out, "</pre>");
	}
	buf_release(&excerpt);
	buf_release(&text);
}

/* The first of the two that the object has. */
static const char *word_of_two(const json_t *object, const char *key, const char *other)
{
	const char *word = json_word_of(object, key);

	return *word ? word : json_word_of(object, other);
}

/* A finding or a hint of a run, or a message of the compiler. */
static void entry_put(struct buf *out, const json_t *e, const char *path)
{
	static const struct { const char *level, *colour; } levels[] = {
		{ N_("error"), RED }, { N_("warning"), AMBER }, { N_("note"), GREY }, { N_("hint"), GREY },
	};
	const char *advice = word_of_two(e, "advice", json_object_get(e, "text") ? "hint" : "next");
	const char *kernel = json_word_of(e, "kernel"), *level = json_word_of(e, "level");
	json_int_t launch = json_integer_value(json_object_get(e, "launch_line"));
	size_t i = 0;

	if (!*word_of_two(e, "message", "text"))
		return;
	if (!*level)
		level = "hint";
	while (i < sizeof levels / sizeof *levels - 1 && strcmp(levels[i].level, level))
		i++;
	box_open(out, levels[i].colour);
	sentence_put(out, "b", _(levels[i].level), ": ", word_of_two(e, "message", "text"));
	quote_put(out, e, NULL, path);
	quote_put(out, json_object_get(e, "other"), _("the other access:"), path);
	if (*advice)
		sentence_put(out, "i", _("next: "), " ", advice);
	if (launch > 0) {
		struct buf place = BUF_INIT;

		buf_printf(&place, _("launched on line %d: %s"), (int)launch, *kernel ? kernel : _("a kernel"));
		buf_puts(out, "<div>");
		put(out, buf_text(&place));
		buf_puts(out, "</div>");
		buf_release(&place);
	}
	buf_puts(out, "</div>\n");
}

static void entries_put(struct buf *out, const json_t *report, const char *path)
{
	static const char *const lists[] = { "diagnostics", "findings", "hints" };
	const json_t *e;
	size_t i;

	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
		json_array_foreach(json_object_get(report, lists[l]), i, e)
			entry_put(out, e, path);
}

/* What the verdict says if no finding does, and the cases that were not right. */
static void cases_put(struct buf *out, const json_t *report)
{
	const char *message = json_word_of(report, "message"), *advice = json_word_of(report, "advice");
	const json_t *cases = json_object_get(report, "cases"), *c;
	size_t right = 0, i;

	pre_open(out);
	if (!json_array_size(json_object_get(report, "findings")) && *message) {
		put(out, retold(message));
		buf_putc(out, '\n');
		if (*advice) {
			put(out, _("next: "));
			put(out, retold(advice));
			buf_putc(out, '\n');
		}
	}
	json_array_foreach(cases, i, c) {
		right += json_is_true(json_object_get(c, "passed"));
		if (json_is_true(json_object_get(c, "passed")) || !json_is_true(json_object_get(c, "ran")))
			continue;
		put(out, _("FAILED"));
		buf_putc(out, ' ');
		put(out, json_word_of(c, "name"));
		buf_puts(out, ": ");
		put(out, retold(json_word_of(c, "message")));
		buf_putc(out, '\n');
	}
	if (json_array_size(cases))
		buf_printf(out, _("%zu of %zu cases are right"), right, json_array_size(cases));
	buf_puts(out, "</pre>");
}

void annotations_html(const json_t *report, const char *path, struct buf *out)
{
	const char *verdict = json_word_of(report, "verdict");

	if (!*verdict) {
		entries_put(out, report, path);
		return;
	}
	box_open(out, strcmp(verdict, "passed") ? RED : GREEN);
	buf_puts(out, "<b>");
	put(out, json_word_of(report, "exercise"));
	buf_puts(out, *json_word_of(report, "exercise") ? ": " : "");
	put(out, retold(json_word_of(report, "headline")));
	buf_puts(out, "</b>\n");
	entries_put(out, report, path);
	cases_put(out, report);
	buf_puts(out, "</div>\n");
}
