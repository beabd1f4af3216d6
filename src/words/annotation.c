/* annotation.c - see annotation.h. */
#include "config.h"

#include "words/annotation.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/path.h"
#include "base/source.h"
#include "base/version.h"
#include "words/finding.h"
#include "words/kinds.h"

static int number_of(const json_t *object, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 && n < 1 << 30 ? (int)n : 0;
}

/* Code hosts identify files by their path below the folder where the build runs. */
static const char *own_file(const json_t *object, const char *otherwise)
{
	const char *file = json_word_of(object, "file"), *rest;
	char here[PATH_MAX];

	rest = getcwd(here, sizeof here) && here[1] ? path_within(file, here) : NULL;
	if (rest && *rest)
		file = rest + 1;
	return *file ? file : otherwise;
}

/* ---- GitHub ------------------------------------------------------------------------------------- */

/* A property's value ends at a colon or a comma; a message only at the line's end. The report's texts are foreign. */
static void put_escaped(const char *raw, bool property, FILE *out)
{
	struct buf clean = BUF_INIT;

	text_sanitise(raw, strlen(raw), &clean);
	for (const char *text = buf_text(&clean); *text; text++)
		if (*text == '%' || *text == '\r' || *text == '\n' || (property && (*text == ':' || *text == ',')))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			putc(*text, out);
	buf_release(&clean);
}

void annotation_github(const struct annotation *a, FILE *out)
{
	fprintf(out, "::%s file=", strcmp(a->level, "note") ? a->level : "notice");
	put_escaped(a->file, true, out);
	if (a->line)
		fprintf(out, ",line=%d", a->line);
	if (a->line && a->column)
		fprintf(out, ",col=%d", a->column);
	fprintf(out, ",title=");
	put_escaped(a->title, true, out);
	fprintf(out, "::");
	put_escaped(a->text, false, out);
	if (*a->advice) {
		fprintf(out, "%%0Anext: ");
		put_escaped(a->advice, false, out);
	}
	putc('\n', out);
}

/* ---- SARIF --------------------------------------------------------------------------------------- */

json_t *annotation_uri(const char *path)
{
	struct buf out = BUF_INIT;
	json_t *text;

	if (*path == '/')
		buf_puts(&out, "file://");
	for (; *path; path++)
		if ((unsigned char)*path < 0x80 && (isalnum((unsigned char)*path) || strchr("/-._~", *path)))
			buf_append(&out, path, 1);
		else
			buf_printf(&out, "%%%02X", (unsigned char)*path);
	text = json_string(buf_text(&out));
	buf_release(&out);
	return text;
}

static json_t *location(const char *file, int line, int column)
{
	json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", annotation_uri(file)), *region = json_object();

	if (line)
		json_object_set_new(region, "startLine", json_integer(line));
	if (line && column)
		json_object_set_new(region, "startColumn", json_integer(column));
	if (line)
		json_object_set_new(physical, "region", region);
	else
		json_decref(region);
	return json_pack("{s:o}", "physicalLocation", physical);
}

json_t *annotation_sarif(const struct annotation *a)
{
	struct buf text = BUF_INIT;
	json_t *result;

	buf_printf(&text, *a->advice ? "%s\nnext: %s" : "%s", a->text, a->advice);
	result = json_pack("{s:s, s:s, s:{s:o}, s:[o]}", "ruleId", a->id, "level", a->level, "message", "text",
			   json_text_or_null(buf_text(&text)), "locations", location(a->file, a->line, a->column));
	buf_release(&text);
	if (result && a->other && *json_word_of(a->other, "file")) {
		json_t *there = location(own_file(a->other, ""), number_of(a->other, "line"), number_of(a->other, "column"));

		json_object_set_new(there, "message", json_pack("{s:s}", "text", "the other access"));
		json_object_set_new(result, "relatedLocations", json_pack("[o]", there));
	}
	return result;
}

/* Every kind of finding, whether it occurs or not: readers show the kinds that a tool can find. */
static json_t *sarif_rules(void)
{
	json_t *rules = json_array();

	for (int k = 0; k < FINDING_KINDS; k++)
		json_array_append_new(rules, json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", finding_rows[k].name,
						       "shortDescription", "text", finding_rows[k].headline, "fullDescription",
						       "text", finding_rows[k].fires));
	return rules;
}

json_t *sarif_document(json_t *results)
{
	return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
			 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "version",
			 "2.1.0", "runs",
			 "tool", "driver", "name", "warpbook", "version", version_text(), "rules", sarif_rules(), "results",
			 results);
}

/* ---- reports --------------------------------------------------------------------------------------- */

static const char *level_of(const json_t *object)
{
	const char *level = json_word_of(object, "level");

	return !strcmp(level, "error") || !strcmp(level, "fatal") ? "error" : !strcmp(level, "warning") ? "warning" : "note";
}

static void give(const struct annotation *a, annotation_fn *take, void *arg)
{
	if (*a->text && *a->file)
		take(arg, a);
}

/* For a file that did not pass, for a reason without a line: a wrong answer, a limit. */
static void report_verdict(const json_t *report, const char *file, annotation_fn *take, void *arg)
{
	const char *verdict = json_word_of(report, "verdict");

	if (*verdict && strcmp(verdict, "passed") && !json_array_size(json_object_get(report, "findings")) &&
	    !json_array_size(json_object_get(report, "diagnostics")))
		give(&(struct annotation){ verdict, "error", json_word_of(report, "headline"), json_word_of(report, "message"),
					   json_word_of(report, "advice"), file, 0, 0, NULL, NULL }, take, arg);
}

void annotations_of(const json_t *report, const char *otherwise, annotation_fn *take, void *arg)
{
	const char *file = own_file(report, otherwise ? otherwise : "");
	const json_t *f;
	size_t i;

	json_array_foreach(json_object_get(report, "findings"), i, f) {
		const char *kind = json_word_of(f, "kind");
		finding_kind k = finding_kind_named(kind);

		give(&(struct annotation){ *kind ? kind : "finding", level_of(f),
					   k < FINDING_KINDS ? finding_rows[k].headline : kind, json_word_of(f, "message"),
					   json_word_of(f, "advice"), own_file(f, file), number_of(f, "line"),
					   number_of(f, "column"),
					   json_object_get(f, "other"), f }, take, arg);
	}
	json_array_foreach(json_object_get(report, "diagnostics"), i, f)
		give(&(struct annotation){ "compiler", level_of(f), "compiler", json_word_of(f, "text"), json_word_of(f, "hint"),
					   own_file(f, file), number_of(f, "line"), number_of(f, "column"), NULL, f }, take, arg);
	report_verdict(report, file, take, arg);
}

static void append(void *results, const struct annotation *a)
{
	json_array_append_new(results, annotation_sarif(a));
}

json_t *sarif_of(const json_t *report, const char *otherwise)
{
	json_t *results = json_array();

	annotations_of(report, otherwise, append, results);
	return sarif_document(results);
}
