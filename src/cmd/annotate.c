/*
 * annotate.c - `warpbook annotate FILE...`: shows the JSON of `check`, `run` and `vm run` beside the source, on a code host or in
 * a notebook.
 *
 * The files are foreign: one that does not have the form of a report is an error; entries that lack a field are skipped.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "cmd/cmd.h"
#include "words/annotation.h"

#define BYTES_MOST ((size_t)64 << 20)

static bool sarif, html, errors; /* errors: at least one occurred */

static void put(void *results, const struct annotation *a)
{
	errors |= !strcmp(a->level, "error");
	if (sarif)
		json_array_append_new(results, annotation_sarif(a));
	else if (!html)
		annotation_github(a, stdout);
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
		else if (!json_is_array(json_object_get(*report, "findings")) &&
			 !json_is_array(json_object_get(*report, "diagnostics")))
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
	struct buf page = BUF_INIT;
	struct error err = { 0 };
	int status = EXIT_DONE;

	if (html && sarif) {
		json_decref(results);
		fputs(_("warpbook: --html and --sarif do not go together\n"), stderr);
		return EXIT_USAGE;
	}
	for (int i = 0; i < nargs; i++) {
		json_t *report = NULL;
		if (read_report(args[i], &report, &err)) {
			status = report_error(&err);
			continue;
		}
		if (html)
			annotations_html(report, args[i], &page);
		annotations_of(report, NULL, put, results);
		json_decref(report);
	}
	fputs(buf_text(&page), stdout);
	buf_release(&page);
	if (!sarif)
		json_decref(results);
	else if (print_json(sarif_document(results)))
		status = EXIT_MACHINE;
	return status == EXIT_DONE && errors ? EXIT_LEARNER : status;
}

static const struct option_row options[] = {
	{ "sarif", OPTION_FLAG, NULL, N_("print a SARIF 2.1.0 document instead, as code scanners exchange it"), &sarif, 0 },
	{ "html", OPTION_FLAG, NULL, N_("print HTML instead, with the lines of source, as notebooks show it"), &html, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_annotate = {
	.name = "annotate", .arguments = "FILE...", .summary = N_("show reports beside the source, on GitHub and in other "
							       "code hosts"),
	.help = N_("FILE is what `warpbook check --json` printed, or `warpbook run --json=FILE` wrote. In a workflow of GitHub "
		"Actions\neach finding becomes an annotation at its line. GitHub shows ten errors and ten warnings of a step. "
		"The exit status is\n1 if there is an error among them.\n"),
	.options = options, .min_args = 1, .max_args = 1000, .run = run,
};
