/*
 * annotate.c - `warpbook annotate FILE...`: the JSON of `check`, `run` and `vm run`, as a code host shows it beside the source.
 *
 * GitHub's form is a line of a workflow's output for each remark ("Workflow commands for GitHub Actions": `error`, `warning`,
 * `notice`). SARIF is version 2.1.0 (OASIS standard, 27 March 2020), one run for all files.
 *
 * The files are foreign: what has not the shape of a report is an error, what lacks a field is passed over.
 */
#include "config.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/version.h"
#include "cmd/cmd.h"
#include "words/finding.h"

#define BYTES_MOST ((size_t)64 << 20)

static bool sarif, errors; /* errors: there was one */

/* One remark about a place. Texts live in the document; "" or NULL and 0 where there is nothing. */
struct remark {
	const char *id;           /* a finding's kind, a verdict, or "compiler" */
	const char *level;        /* note, warning or error */
	const char *title, *text, *advice, *file;
	int line, column;
	const json_t *other;      /* the second place, or NULL */
};

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int number_of(const json_t *object, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 && n < 1 << 30 ? (int)n : 0;
}

/* Code hosts know files by their place below the folder where the build runs. */
static const char *own_file(const json_t *object, const char *otherwise)
{
	const char *file = text_of(object, "file");
	char here[PATH_MAX];
	size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;

	if (n > 1 && !strncmp(file, here, n) && file[n] == '/')
		file += n + 1;
	return *file ? file : otherwise;
}

/* ---- GitHub ------------------------------------------------------------------------------------- */

/* A property's value ends at a colon or a comma; a message only at the line's end. */
static void put_escaped(const char *text, bool property)
{
	for (; *text; text++)
		if (*text == '%' || *text == '\r' || *text == '\n' || (property && (*text == ':' || *text == ',')))
			printf("%%%02X", (unsigned char)*text);
		else
			putchar(*text);
}

static void put_github(const struct remark *r)
{
	printf("::%s file=", strcmp(r->level, "note") ? r->level : "notice");
	put_escaped(r->file, true);
	if (r->line)
		printf(",line=%d", r->line);
	if (r->line && r->column)
		printf(",col=%d", r->column);
	printf(",title=");
	put_escaped(r->title, true);
	printf("::");
	put_escaped(r->text, false);
	if (*r->advice) {
		printf("%%0Anext: ");
		put_escaped(r->advice, false);
	}
	putchar('\n');
}

/* ---- SARIF --------------------------------------------------------------------------------------- */

/* A reference as RFC 3986 wants it: relative as it was given, or absolute. */
static json_t *uri(const char *path)
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
	text = json_text(buf_text(&out));
	buf_release(&out);
	return text;
}

static json_t *location(const char *file, int line, int column)
{
	json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri(file)), *region = json_object();

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

static json_t *sarif_result(const struct remark *r)
{
	json_t *text = *r->advice ? json_sprintf("%s\nnext: %s", r->text, r->advice) : json_string(r->text);
	json_t *result = json_pack("{s:s, s:s, s:{s:o}, s:[o]}", "ruleId", r->id, "level", r->level, "message", "text", text,
				   "locations", location(r->file, r->line, r->column));

	if (result && r->other && *text_of(r->other, "file")) {
		json_t *there = location(own_file(r->other, ""), number_of(r->other, "line"), number_of(r->other, "column"));

		json_object_set_new(there, "message", json_pack("{s:s}", "text", "the other access"));
		json_object_set_new(result, "relatedLocations", json_pack("[o]", there));
	}
	return result;
}

/* Every kind of finding, whether it occurs or not: readers show what a tool can find. */
static json_t *sarif_rules(void)
{
	json_t *rules = json_array();

	for (int k = 0; k < FINDING_KINDS; k++)
		json_array_append_new(rules, json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", finding_rows[k].name, "shortDescription", "text",
						       finding_rows[k].headline, "fullDescription", "text", finding_rows[k].fires));
	return rules;
}

static json_t *sarif_document(json_t *results)
{
	return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
			 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "version", "2.1.0", "runs",
			 "tool", "driver", "name", "warpbook", "version", version_text(), "rules", sarif_rules(), "results", results);
}

/* ---- reports --------------------------------------------------------------------------------------- */

static void put(json_t *results, const struct remark *r)
{
	if (!*r->text || !*r->file)
		return;
	errors |= !strcmp(r->level, "error");
	if (sarif)
		json_array_append_new(results, sarif_result(r));
	else
		put_github(r);
}

static const char *level_of(const json_t *object)
{
	const char *level = text_of(object, "level");

	return !strcmp(level, "error") || !strcmp(level, "fatal") ? "error" : !strcmp(level, "warning") ? "warning" : "note";
}

static void put_findings(json_t *results, const json_t *report, const char *file)
{
	const json_t *f;
	size_t i;

	json_array_foreach(json_object_get(report, "findings"), i, f) {
		const char *kind = text_of(f, "kind");
		enum finding_kind k = finding_kind_named(kind);

		put(results, &(struct remark){ *kind ? kind : "finding", level_of(f), k < FINDING_KINDS ? finding_rows[k].headline : kind,
					       text_of(f, "message"), text_of(f, "advice"), own_file(f, file), number_of(f, "line"),
					       number_of(f, "column"), json_object_get(f, "other") });
	}
	json_array_foreach(json_object_get(report, "diagnostics"), i, f)
		put(results, &(struct remark){ "compiler", level_of(f), "compiler", text_of(f, "text"), text_of(f, "hint"), own_file(f, file),
					       number_of(f, "line"), number_of(f, "column"), NULL });
}

/* Of a file that did not pass, for a reason that no line has: a wrong answer, a limit. */
static void put_verdict(json_t *results, const json_t *report, const char *file)
{
	const char *verdict = text_of(report, "verdict");

	if (*verdict && strcmp(verdict, "passed") && !json_array_size(json_object_get(report, "findings")) &&
	    !json_array_size(json_object_get(report, "diagnostics")))
		put(results, &(struct remark){ verdict, "error", text_of(report, "headline"), text_of(report, "message"),
					       text_of(report, "advice"), file, 0, 0, NULL });
}

static int read_report(const char *path, json_t **report, struct error *err)
{
	struct buf text = BUF_INIT;
	json_error_t why;
	int status = file_read(path, BYTES_MOST, &text, err);

	if (status) {
		err->party = PARTY_LEARNER;
	} else {
		*report = json_loadb(buf_text(&text), text.len, 0, &why);
		if (!*report)
			status = error_set(err, PARTY_LEARNER, "'%s' is no JSON: %s", path, why.text);
		else if (!json_is_array(json_object_get(*report, "findings")) && !json_is_array(json_object_get(*report, "diagnostics")))
			status = error_set(err, PARTY_LEARNER, "'%s' is no report of warpbook: it has no list of findings", path);
		if (status)
			json_decref(*report);
		if (status)
			error_remedy(err, "make one with `warpbook check --json`, or `warpbook run --json=FILE`");
	}
	buf_release(&text);
	return status;
}

static int run(int nargs, char **args)
{
	json_t *results = json_array();
	struct error err = { 0 };
	int status = EXIT_DONE;

	for (int i = 0; i < nargs; i++) {
		json_t *report = NULL;
		if (read_report(args[i], &report, &err)) {
			status = report_error(&err);
			continue;
		}
		put_findings(results, report, own_file(report, ""));
		put_verdict(results, report, own_file(report, ""));
		json_decref(report);
	}
	if (!sarif)
		json_decref(results);
	else if (print_json(sarif_document(results)))
		status = EXIT_MACHINE;
	return status == EXIT_DONE && errors ? EXIT_LEARNER : status;
}

static const struct option_row options[] = {
	{ "sarif", OPTION_FLAG, NULL, "print a SARIF 2.1.0 document instead, as code scanners exchange it", &sarif, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_annotate = {
	.name = "annotate", .arguments = "FILE...", .summary = "show reports beside the source, on GitHub and in other code hosts",
	.help = "FILE is what `warpbook check --json` printed, or `warpbook run --json=FILE` wrote. In a workflow of GitHub Actions\n"
		"each finding becomes an annotation at its line. GitHub shows ten errors and ten warnings of a step. The exit status is\n"
		"1 if there is an error among them.\n",
	.options = options, .min_args = 1, .max_args = 1000, .run = run,
};
