/* check.c - `warpbook check [EX|FILE]`: compiles, runs, judges, records. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child/sandbox.h"
#include "cmd/cmd.h"
#include "cmd/checking.h"
#include "cmd/context.h"
#include "attempt/attempt.h"
#include "bench/target.h"

static const char *compiler, *device, *exercise, *gpu;
static uint64_t seed;
static bool no_record, untrusted;

/* Shows it on one line, which the next state replaces. */
static void show_state(void *ctx, const struct attempt_state *state)
{
	struct buf text = BUF_INIT;

	(void)ctx;
	if (state->stage != STAGE_DONE)
		attempt_state_text(state, &text);
	if (output.colour && isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K%s%s", buf_text(&text), state->stage == STAGE_DONE ? "" : " ...");
	else if (state->stage == STAGE_WAIT) /* it may take a while */
		fprintf(stderr, "warpbook: waiting until other times on this GPU are taken\n");
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

static int print_attempt(const struct attempt *a)
{
	struct buf text = BUF_INIT;
	int status = status_of_verdict(a->verdict);

	if (output.json) {
		if (attempt_json(a, &text))
			status = EXIT_BUG;
	} else {
		attempt_text(a, 80, &text);
	}
	put_words(buf_text(&text));
	buf_release(&text);
	if (a->sandbox && !sandbox_level_is_whole(a->sandbox) && !output.json)
		fprintf(stderr, "warpbook: this machine confines a program only in part (%s); see `warpbook doctor sandbox`\n", a->sandbox);
	if (a->record_warning[0]) {
		fprintf(stderr, "warpbook: this attempt is not recorded: %s\n", a->record_warning);
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

int checking_run(const char *id, const char *path, const struct attempt_options *options)
{
	struct attempt_options watched = *options;
	struct attempt attempt;
	struct error err = { 0 };
	int status;

	watched.progress = show_state;
	watched.hunting = !hint_read(options->database, id);
	if (attempt_run(id, path, &watched, &attempt, &err))
		return report_error(&err);
	status = print_attempt(&attempt);
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
	if (options->device && *options->device && !target_is_word(options->device)) {
		fprintf(stderr, "warpbook: --device takes vm, gpu, gpu:1 (and so on) or auto, not '%s'\n", options->device);
		return EXIT_USAGE;
	}
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
	struct attempt_options options = { .compiler = compiler, .device = device, .gpu = gpu, .seed = seed, .untrusted = untrusted };

	return checking_start(nargs ? args[0] : NULL, exercise, &options, !no_record, checking_run);
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", "nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)", &compiler },
	{ "device", OPTION_TEXT, "NAME", "vm (default: finds the cause of mistakes), gpu, gpu:N, or auto: a GPU if there is one", &device },
	{ "gpu", OPTION_TEXT, "NAME", "the GPU that a kernel's time is modelled for: `warpbook profile --gpus` lists them\n(default: h200)", &gpu },
	{ "as", OPTION_TEXT, "EX", "the exercise that FILE answers, when its name does not say", &exercise },
	{ "seed", OPTION_NUMBER, "N", "replay the inputs of an earlier check", &seed },
	{ "no-record", OPTION_FLAG, NULL, "leave the database alone", &no_record },
	{ "untrusted", OPTION_FLAG, NULL, "FILE is not your own: run it only if this machine can confine it fully", &untrusted },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_check = {
	.name = "check", .arguments = "[EX|FILE]", .summary = "compile, run and judge an exercise, and record the verdict",
	.help = "EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. Without either: the\n"
		"next exercise that you have not passed.\n",
	.options = options, .max_args = 1, .run = run,
};
