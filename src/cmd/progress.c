/* progress.c - `warpbook progress`: counts the exercises that are passed, tried and left, by lesson. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cmd/progress_export.h"

#define BAR 20

static bool as_markdown, as_html;

static int print_as_json(const struct context *d)
{
	json_t *lessons = json_array(), *exercises = json_array();
	const char *next = context_next(d);

	for (struct context_lesson l = { .to = 0 }; context_next_lesson(d, &l);)
		json_array_append_new(lessons, json_pack("{s:s, s:I, s:i, s:i}", "lesson", l.id, "exercises",
							 (json_int_t)(l.to - l.from),
							 "passed", l.passed, "tried", l.tried));
	for (size_t i = 0; i < d->nprogress; i++) {
		const struct store_progress *p = &d->progress[i];

		json_array_append_new(exercises, json_pack("{s:o, s:b, s:i, s:i, s:b, s:o, s:I, s:I, s:I}", "id",
							   json_text(p->exercise),
							   "passed", p->passed, "attempts", p->attempts, "hints", p->hints,
							   "solution_seen", p->solution_seen, "last_verdict",
							   json_text(p->last_verdict),
							   "last_unix_ms", (json_int_t)p->last_unix_ms,
							   "first_pass_unix_ms", (json_int_t)p->first_pass_unix_ms,
							   "worked_ms", (json_int_t)p->worked_ms));
	}
	return print_json(json_pack("{s:o, s:o, s:o, s:o}", "lessons", lessons, "exercises", exercises, "next", json_text(next),
				    "database", json_text(d->workspace.database)));
}

static int print_as_text(const struct context *d)
{
	const char *next = context_next(d);
	int passed = 0;

	for (struct context_lesson l = { .to = 0 }; context_next_lesson(d, &l);) {
		int total = (int)(l.to - l.from), full = BAR * l.passed / total;

		printf(_("%-16s [%.*s%.*s] %2d of %2d passed"), l.id, full, "####################", BAR - full,
		       "....................", l.passed, total);
		printf(l.tried ? _(", %d tried\n") : "\n", l.tried);
		passed += l.passed;
	}
	printf(_("\n%d of %zu exercises passed"), passed, d->catalog.nids);
	if (next && (size_t)passed < d->catalog.nids)
		printf(_("; next: %s"), next);
	printf("\n");
	return EXIT_DONE;
}

static int print_document(const struct context *d)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	int status = (as_html ? progress_html : progress_markdown)(d, &text, &err) ? report_error(&err) : EXIT_DONE;

	if (status == EXIT_DONE)
		fputs(buf_text(&text), stdout);
	buf_release(&text);
	return status;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct context context;
	int status;

	(void)nargs;
	(void)args;
	if (as_html + as_markdown + output.json > 1) {
		fprintf(stderr, _("warpbook: --markdown, --html and --json are three forms of one answer: give one of them\n"));
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_WORKSPACE, &err))
		status = report_error(&err);
	else if (as_html || as_markdown)
		status = print_document(&context);
	else
		status = (output.json ? print_as_json : print_as_text)(&context);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "markdown", OPTION_FLAG, NULL, N_("as a document in Markdown, with exercises, tries and mistakes"), &as_markdown, 0 },
	{ "html", OPTION_FLAG, NULL, N_("the same as one HTML page"), &as_html, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_progress = {
	.name = "progress", .arguments = "", .summary = N_("show how far you are, lesson by lesson"), .run = run,
			.options = options,
};
