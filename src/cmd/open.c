/*
 * open.c - `warpbook open [LESSON|FILE]`: opens the full-screen workbook, at the named lesson or exercise, or with the profile
 * of a program, if there is one.
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "base/path.h"
#include "base/text.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/inspect/debug_launch.h"
#include "cmd/keys.h"
#include "cmd/workbook.h"
#include "tui/tui.h"

static const char *compiler, *device;
static bool show_keys;

/* The learner's workspace, created on the first visit. */
static int find_or_make(struct workspace *w, struct error *err)
{
	struct arena arena = { 0 };
	struct init_change *changes;
	char dir[sizeof w->root];
	size_t n;
	int status;

	if (workspace_find(w, err) == 0)
		return 0;
	status = workspace_default(dir, sizeof dir, err) || workspace_init(w, dir, NULL, &arena, &changes, &n, err) ? -1 : 0;
	arena_release(&arena);
	return status;
}

int workbook_open(const char *lesson)
{
	const bool program = lesson && path_exists(lesson) &&
			     (debug_is_program(lesson) || text_ends(lesson, ".py"));
	struct tui_options options = { .compiler = compiler, .device = device, .lesson = program ? NULL : lesson,
				       .program = program ? lesson : NULL };
	struct error err = { 0 };

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		error_set(&err, PARTY_LEARNER, "the workbook needs a terminal");
		error_remedy(&err, "without one, use the commands: `warpbook help`");
		return report_error(&err);
	}
	if (keys_configure(&err) || find_or_make(&options.workspace, &err) || tui_run(&options, &err))
		return report_error(&err);
	return proc_caught_signal() ? EXIT_INTERRUPTED : EXIT_DONE;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };

	if (show_keys)
		return keys_configure(&err) ? report_error(&err) : keys_print();
	return workbook_open(nargs ? args[0] : NULL);
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", N_("nvcc, clang, clang-19, or a path"), &compiler },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N, or auto: a GPU if there is one"), &device },
	{ "keys", OPTION_FLAG, NULL, N_("print what keys can do, with their names for the configuration, and open nothing"),
	  &show_keys },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_open = {
	.name = "open", .arguments = "[LESSON|FILE]",
	.summary = N_("open the workbook (what `warpbook` alone does), at a lesson or exercise, or with a program's profile"),
	.options = options, .max_args = 1, .run = run,
};
