/*
 * debug.c - `warpbook debug [EX|FILE]`: steps through a kernel of an exercise,
 * a program or a file, forward and back, by commands.
 */
#include "config.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cmd/inspect/debug_launch.h"
#include "debug/debugger.h"

static const char *compiler, *exercise, *case_wanted, *commands_file, *build;
static struct option_list given;
static uint64_t seed = 1;
static struct debug_words words;

static struct debugger *interruptible;

static void on_interrupt(int signal)
{
	(void)signal;
	if (interruptible)
		debugger_interrupt(interruptible);
}

/* Prints one object for each command: its output, and the new place. */
static void answer_json(struct debugger *d, const char *command, const struct buf *text, const struct error *err)
{
	json_t *j = json_pack("{s: o, s: b, s: o}", "command", json_text(command), "ok", err == NULL, "text",
			      json_text(err ? err->text : buf_text(text)));

	if (err && *err->remedy)
		json_object_set_new(j, "remedy", json_text(err->remedy));
	json_object_set_new(j, "stop", debugger_stop_json(d));
	json_dumpf(j, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(j);
}

static void answer(struct debugger *d, const char *command, bool moved, struct buf *text, const struct error *err)
{
	if (output.json) {
		answer_json(d, command, text, err);
	} else if (err) {
		fflush(stdout);
		error_print(stderr, "warpbook", err);
	} else {
		if (moved)
			debugger_show(d, output.plain ? 0 : 2, text);
		fputs(buf_text(text), stdout);
	}
	fflush(stdout);
}

/* *failed: a command failed. Returns true to continue. */
static bool command_do(struct debugger *d, const char *command, bool *failed)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	bool moved, quit;
	int status = debugger_do(d, command, &text, &moved, &quit, &err);

	if (status)
		*failed = true;
	if (!quit && (status || text.len || moved || output.json))
		answer(d, command, moved, &text, status ? &err : NULL);
	buf_release(&text);
	return !quit;
}

static int commands_read(struct debugger *d, FILE *in, bool prompt, bool *failed)
{
	char *line = NULL, *last = NULL;
	size_t cap = 0;
	bool on = true;

	while (on) {
		const char *word;

		if (prompt) {
			fputs("(debug) ", stdout);
			fflush(stdout);
		}
		if (getline(&line, &cap, in) < 0)
			break;
		line[strcspn(line, "\r\n")] = '\0';
		word = line + strspn(line, " \t");
		if (*word) {
			free(last);
			last = strdup(word);
		}
		if (*word || (prompt && last))
			on = command_do(d, *word ? word : last, failed);
	}
	if (prompt && on)
		putchar('\n');
	free(line);
	free(last);
	return ferror(stdout) ? EXIT_MACHINE : 0;
}

static int session(struct debugger *d, FILE *in)
{
	const bool prompt = !given.n && in == stdin && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !output.json;
	struct sigaction act = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART }, before;
	struct buf text = BUF_INIT;
	bool failed = false, on = true;
	int status = 0;

	debugger_greet(d, true, &text);
	answer(d, "", true, &text, NULL);
	buf_release(&text);
	interruptible = d;
	sigaction(SIGINT, &act, &before);
	for (size_t k = 0; k < given.n && on; k++)
		on = command_do(d, given.values[k], &failed);
	if (!given.n)
		status = commands_read(d, in, prompt, &failed);
	sigaction(SIGINT, &before, NULL);
	interruptible = NULL;
	/* At a prompt the user has seen the failure; a script learns it from the status. */
	return status ? status : failed && !prompt ? EXIT_USAGE : 0;
}

/* A launch with arguments from the command line. */
static bool is_by_hand(const char *file)
{
	return text_ends(file, ".ptx") || (text_ends(file, ".cu") && (words.kernel || words.grid || words.block || words.args.n));
}

static int of_exercise(const char *word, const struct debugger_options *options, struct context *context, struct debugger **d,
		       struct debug_launch **launch)
{
	struct error err = { 0 };
	struct exercise *e;
	char path[600];
	const char *id;
	int status;

	if (context_choose(context, word, exercise, &id, path, sizeof path, &err) || exercise_open_for(&e, id, path, &err))
		return report_error(&err);
	if (e->kind == EXERCISE_HOST && !e->python)
		status = debug_host_open(e, path, &words, d, launch);
	else
		status = debugger_open(d, id, path, options, &err) ? report_error(&err) : EXIT_DONE;
	exercise_close(e);
	return status;
}

static int opened(int nargs, char **args, const struct debugger_options *options, struct context *context, struct debugger **d,
		  struct debug_launch **launch)
{
	words.compiler = compiler;
	words.seed = seed;
	words.build = options->build;
	words.case_wanted = case_wanted;
	if (nargs && !exercise && is_by_hand(args[0]))
		return debug_kernel_open(args[0], &words, d, launch);
	if (nargs && !exercise && text_ends(args[0], ".cu") && debug_is_program(args[0]))
		return debug_program_open(args[0], &words, nargs - 1, args + 1, d, launch);
	if (nargs > 1) {
		fprintf(stderr, _("warpbook: debug takes one exercise or file; only a program (a .cu file with main) has "
				"arguments of its own\n"));
		return EXIT_USAGE;
	}
	return of_exercise(nargs ? args[0] : NULL, options, context, d, launch);
}

static int run(int nargs, char **args)
{
	struct debugger_options options = { .compiler = compiler, .seed = seed, .case_wanted = case_wanted };
	struct debug_launch *launch = NULL;
	struct error err = { 0 };
	struct context context;
	struct debugger *d = NULL;
	FILE *in = stdin;
	int status;

	if (build && strcmp(build, "checked") && strcmp(build, "stepping")) {
		fprintf(stderr, _("warpbook: --build is checked or stepping, not '%s'\n"), build);
		return EXIT_USAGE;
	}
	options.build = !build ? DEBUGGER_EITHER : !strcmp(build, "checked") ? DEBUGGER_CHECKED : DEBUGGER_STEPPING;
	if (commands_file && given.n) {
		fprintf(stderr, _("warpbook: --do and --commands exclude each other\n"));
		return EXIT_USAGE;
	}
	if (commands_file && !(in = fopen(commands_file, "r"))) {
		error_errno(&err, "cannot open '%s'", commands_file);
		err.party = PARTY_LEARNER;
		return report_error(&err);
	}
	status = context_open(&context, CONTEXT_NO_WORKSPACE, &err) ? report_error(&err) :
		 opened(nargs, args, &options, &context, &d, &launch);
	if (status == EXIT_DONE)
		status = session(d, in);
	debugger_close(d);
	debug_launch_release(launch);
	context_close(&context);
	if (in != stdin)
		fclose(in);
	return status;
}

static const struct option_row options[] = {
	{ "case", OPTION_TEXT, "CASE", N_("the case, by its name or number (default: the first that goes wrong; of a host "
				"exercise: the first)"), &case_wanted },
	{ "seed", OPTION_NUMBER, "N", N_("of the case's data (default: 1)"), &seed },
	{ "build", OPTION_TEXT, "KIND", N_("checked: the optimised build that `check` runs; stepping: one that is not, with all "
		"variables\n(default: the latter, if both have the same results)"), &build },
	{ "do", OPTION_LIST, "COMMAND", N_("do this and end; may be given several times (default: commands from standard input)"),
	  &given },
	{ "commands", OPTION_TEXT, "FILE", N_("read the commands from FILE"), &commands_file },
	{ "launch", OPTION_NUMBER, "N", N_("of a program or a host exercise: the N-th launch (default: the first with an error, "
					"else the first)"), &words.launch },
	{ "kernel", OPTION_TEXT, "K", N_("of a file without main: the kernel, by its C++ name (default: the only one)"),
	  &words.kernel },
	{ "grid", OPTION_TEXT, "X,Y,Z", N_("its blocks (default: 1)"), &words.grid },
	{ "block", OPTION_TEXT, "X,Y,Z", N_("its threads of a block (default: 1)"), &words.block },
	{ "shared", OPTION_NUMBER, "BYTES", N_("its dynamic shared memory of a block"), &words.shared },
	{ "arg", OPTION_LIST, "ARG", N_("its arguments, as `warpbook vm run` takes them; once for each parameter"), &words.args },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_debug = {
	.name = "debug", .arguments = "[EX|FILE [ARG...]]", .summary = N_("step through your kernel, forward and back"),
	.help = N_("EX is an exercise's name; in a host exercise the debugger steps through a launch of its kernels. FILE is "
		"a .cu file with an exercise's name, in any folder; a program, which is a .cu file with\n"
		"main, and its arguments: it runs on the virtual machine up to the launch that you step through; or a .ptx or "
		".cu file\nwith a kernel, launched with --grid, --block and --arg.\n"
		"The kernel runs on the virtual machine, which does the same each time: so it also goes back. The commands are "
		"gdb's where\ngdb has them; the command `help` lists them. With --plain a stop is its line alone; with --json "
		"there is one object for\neach command.\n"),
	.options = options, .max_args = INT_MAX, .run = run,
};
