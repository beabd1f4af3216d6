/*
 * main.c - finds argv[1] in the command table; without one, opens the workbook.
 */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "base/version.h"
#include "child/proc.h"
#include "child/shell_limits.h"
#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/workbook.h"
#include "desk/packs.h"
#include "desk/speech.h"
#include "worker/box.h"

static int print_overview(FILE *out)
{
	help_overview(out);
	return out == stdout ? EXIT_DONE : EXIT_USAGE;
}

/* Keeps a standard descriptor that was closed open, without a use, so that no file or pipe of ours gets its number. */
static void hold_descriptors(void)
{
	static const int useless[] = { O_WRONLY, O_RDONLY, O_RDONLY };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", useless[fd]) != fd)
			_exit(EXIT_MACHINE);
}

/* Speaks the learner's language; workers and other hidden commands speak English. */
static void speak(void)
{
	struct error err = { 0 };

	if (speech_begin(&err))
		error_print(stderr, "warpbook", &err);
	if (language_now() && !strcmp(setlocale(LC_CTYPE, NULL), "C") && !getenv("LC_ALL") && !getenv("LC_CTYPE") &&
	    !getenv("LANG"))
		setlocale(LC_CTYPE, "C.UTF-8"); /* other languages than English have more letters */
}

static int run(int argc, char **argv)
{
	const struct command *command = argc > 1 ? command_find(argv[1]) : NULL;

	/* toolkit/bin/nvcc is a link to this program: see src/cmd/program/nvcc.c. */
	if (argc > 0 && !strcmp(path_base(argv[0]), "nvcc")) {
		proc_catch_signals();
		return command_run(&command_nvcc, argc, argv);
	}
	if (!command || !command->hidden)
		speak();
	if (argc < 2)
		return workbook_open(NULL);
	if (!strcmp(argv[1], "help") && argc > 2 && command_find(argv[2])) {
		char option[] = "--help", *words[] = { argv[2], option, NULL };

		return command_run(command_find(argv[2]), 2, words);
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		return print_overview(stdout);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V") || !strcmp(argv[1], "version"))
		return printf("warpbook %s\n", version_text()) < 0 ? EXIT_MACHINE : EXIT_DONE;
	if (!command) {
		fprintf(stderr, _("warpbook: there is no command '%s'\n\n"), argv[1]);
		return print_overview(stderr);
	}
	if (!command->hidden)
		proc_catch_signals();
	return command_run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	struct error err;

	hold_descriptors();
	if (shell_limits_raise(argv, &err)) {
		error_print(stderr, "warpbook", &err);
		return EXIT_MACHINE;
	}
	box_begin();
	packs_begin();
	if (!setlocale(LC_ALL, ""))
		setlocale(LC_CTYPE, "C.UTF-8"); /* the environment names a locale that this machine does not have */
	setlocale(LC_NUMERIC, "C"); /* numbers in PTX, Lua and JSON have decimal points */
	return output_finish(run(argc, argv));
}
