/* check.c - `warpbook check [EX|FILE]`: compiles, runs, judges, records. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attempt/attempt.h"
#include "base/language.h"
#include "base/path.h"
#include "child/sandbox.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cmd/exercise/checking.h"

static const char *compiler, *device, *exercise, *gpu, *json;
static uint64_t seed;
static bool no_record, untrusted;

/* How much of a report for people is on the screen. A GPU adds to it after the verdict, unless its times change the verdict. */
struct shown { bool report, device; enum verdict verdict; };

static void put_words(const char *text);

/* Shows what has come in since, or with `whole` all that is not there yet. */
static void show_report(struct shown *s, const struct attempt *a, bool whole)
{
	struct buf text = BUF_INIT;

	if (s->report && a->verdict != s->verdict) {
		s->report = s->device = false;
		buf_putc(&text, '\n');
	}
	if (!s->report) {
		attempt_text(a, 80, &text);
		s->device = whole || a->gpu != GPU_PENDING;
	} else {
		attempt_gpu_text(a, !s->device, whole, 80, &text);
		s->device = true;
	}
	s->report = true;
	s->verdict = a->verdict;
	put_words(buf_text(&text));
	fflush(stdout);
	buf_release(&text);
}

/* Shows it on one line, which the next state replaces, below the part of the report that is there. */
static void show_state(void *ctx, const struct attempt_state *state)
{
	struct shown *shown = ctx;
	struct buf text = BUF_INIT;

	if (output.colour && isatty(STDERR_FILENO) && state->so_far)
		fputs("\r\033[K", stderr);
	if (!output.json && (state->stage == STAGE_VERDICT || (state->stage == STAGE_TIME && !shown->device)))
		show_report(shown, state->so_far, false);
	if (state->stage != STAGE_DONE)
		attempt_state_text(state, &text);
	if (output.colour && isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K%s%s", buf_text(&text), state->stage == STAGE_DONE ? "" : " ...");
	else if (state->stage == STAGE_WAIT) /* it may take a while */
		fprintf(stderr, _("warpbook: waiting until other times on this GPU are taken\n"));
	fflush(stderr);
	buf_release(&text);
}

/* GitHub's runner obeys a line that begins with "::" or "##[", blanks aside: a learner's words get a backslash before it. */
static void put_words(const char *text)
{
	while (*text) {
		size_t blanks = strspn(text, " \t"), rest = strcspn(text + blanks, "\n");

		printf("%.*s", (int)blanks, text);
		text += blanks;
		if (!strncmp(text, "::", 2) || !strncmp(text, "##[", 3))
			putchar('\\');
		rest += text[rest] == '\n';
		fwrite(text, 1, rest, stdout);
		text += rest;
	}
}

/* Beside the text, which is on standard output. */
static int write_json(const struct attempt *a, const char *path)
{
	struct error err = { 0 };
	struct buf text = BUF_INIT;
	int status = attempt_json(a, &text) ? error_nomem(&err) : file_write(path, buf_text(&text), text.len, &err);

	if (status)
		error_print(stderr, "warpbook", &err);
	buf_release(&text);
	return status;
}

static int print_attempt(const struct attempt *a, struct shown *shown)
{
	struct buf text = BUF_INIT;
	int status = status_of_verdict(a->verdict);

	if (output.json && attempt_json(a, &text))
		status = EXIT_BUG;
	else if (!output.json)
		show_report(shown, a, true);
	put_words(buf_text(&text));
	if (json && *json && write_json(a, json))
		status = EXIT_MACHINE;
	buf_release(&text);
	if (a->sandbox && !sandbox_level_is_whole(a->sandbox) && !output.json)
		fprintf(stderr, _("warpbook: this machine confines a program only in part (%s); see `warpbook doctor sandbox`\n"),
			a->sandbox);
	if (a->record_warning[0]) {
		fprintf(stderr, _("warpbook: this attempt is not recorded: %s\n"), a->record_warning);
		if (status < EXIT_AUTHOR)
			status = EXIT_MACHINE;
	}
	return status;
}

/* Has the learner read a hint? Without a workspace there is no record of it. */
static bool hint_read(const char *database, const char *id)
{
	struct store *store;
	struct error ignored;
	int highest = 0;

	if (!database || store_open(&store, database, true, &ignored))
		return false;
	if (store_hints_used(store, id, &highest, &ignored))
		highest = 0;
	store_close(store);
	return highest > 0;
}

static char headline[200];

const char *checking_headline(void)
{
	return headline;
}

int checking_run(const char *id, const char *path, const struct attempt_options *options)
{
	struct attempt_options watched = *options;
	struct shown shown = { .report = false };
	struct attempt attempt;
	struct error err = { 0 };
	int status;

	watched.progress = show_state;
	watched.ctx = &shown;
	watched.hunting = !hint_read(options->database, id);
	if (attempt_run(id, path, &watched, &attempt, &err))
		return report_error(&err);
	status = print_attempt(&attempt, &shown);
	snprintf(headline, sizeof headline, "%s", attempt_headline(&attempt));
	attempt_release(&attempt);
	return status;
}

int checking_start(const char *word, const char *as, struct attempt_options *options, bool record,
		   int (*act)(const char *id, const char *path, const struct attempt_options *options))
{
	struct error err = { 0 };
	struct context context;
	const char *id;
	char path[600];
	int status;

	if (!options->device)
		options->device = getenv("WARPBOOK_DEVICE");
	if (options->device && *options->device && is_no_device(options->device))
		return EXIT_USAGE;
	if (context_open(&context, record ? CONTEXT_RECORDS : CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, word, as, &id, path, sizeof path, &err)) {
		status = report_error(&err);
	} else {
		options->database = record && context.workspace.root[0] ? context.workspace.database : NULL;
		status = act(id, path, options);
	}
	context_close(&context);
	return status;
}

static int run(int nargs, char **args)
{
	struct attempt_options options = { .compiler = compiler, .device = device, .gpu = gpu, .seed = seed,
					   .untrusted = untrusted };

	if (json && !*json)
		output_json();
	return checking_start(nargs ? args[0] : NULL, exercise, &options, !no_record, checking_run);
}

static const struct option_row options[] = {
	OPTION_COMPILER(compiler),
	{ "device", OPTION_TEXT, "NAME", N_("vm (default: finds the cause of mistakes), gpu, gpu:N, or auto: a GPU if there "
				"is one"),
	  &device },
	{ "gpu", OPTION_TEXT, "NAME", N_("the GPU that a kernel's time is modelled for: `warpbook profile --gpus` lists "
				      "them\n(default: h200)"), &gpu },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise },
	{ "seed", OPTION_NUMBER, "N", N_("replay the inputs of an earlier check"), &seed },
	{ "no-record", OPTION_FLAG, NULL, N_("leave the database alone"), &no_record },
	{ "untrusted", OPTION_FLAG, NULL, N_("FILE is not your own: run it only if this machine can confine it fully"),
			&untrusted },
	{ "json", OPTION_MAYBE, "=FILE", N_("the report as JSON: instead of the text, or in FILE beside it"), &json },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_check = {
	.name = "check", .arguments = "[EX|FILE]", .summary = N_("compile, run and judge an exercise, and record the verdict"),
	.help = N_("EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. Without either: the\n"
		"next exercise that you have not passed.\n"),
	.options = options, .max_args = 1, .run = run,
};
