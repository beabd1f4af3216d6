/* debug.c - `warpbook debug [EX|FILE]`: steps through a kernel, forward and back, by commands. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/context.h"
#include "session/debugger.h"

static const char *compiler, *exercise, *case_wanted, *commands_file, *build;
static struct option_list given;
static uint64_t seed = 1;

static struct debugger *interruptible;

static void on_interrupt(int signal)
{
	(void)signal;
	if (interruptible)
		debugger_interrupt(interruptible);
}

/* One object for each command: what it printed, and where it stands now. */
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

/* *failed: a command could not be done. True: go on. */
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

	debugger_greet(d, &text);
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
	/* At a prompt the person has seen what failed; a script learns it from the status. */
	return status ? status : failed && !prompt ? EXIT_USAGE : 0;
}

static int run(int nargs, char **args)
{
	struct debugger_options options = { .compiler = compiler, .seed = seed, .case_wanted = case_wanted };
	struct error err = { 0 };
	struct context context;
	struct debugger *d = NULL;
	FILE *in = stdin;
	char path[600];
	const char *id;
	int status;

	if (build && strcmp(build, "checked") && strcmp(build, "stepping")) {
		fprintf(stderr, "warpbook: --build is checked or stepping, not '%s'\n", build);
		return EXIT_USAGE;
	}
	options.build = !build ? DEBUGGER_EITHER : !strcmp(build, "checked") ? DEBUGGER_CHECKED : DEBUGGER_STEPPING;
	if (commands_file && given.n) {
		fprintf(stderr, "warpbook: --do and --commands exclude each other\n");
		return EXIT_USAGE;
	}
	if (commands_file && !(in = fopen(commands_file, "r"))) {
		error_errno(&err, "cannot open '%s'", commands_file);
		err.party = PARTY_LEARNER;
		return report_error(&err);
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, nargs ? args[0] : NULL, exercise, &id, path, sizeof path, &err) ||
	    debugger_open(&d, id, path, &options, &err))
		status = report_error(&err);
	else
		status = session(d, in);
	debugger_close(d);
	context_close(&context);
	if (in != stdin)
		fclose(in);
	return status;
}

static const struct option_row options[] = {
	{ "case", OPTION_TEXT, "CASE", "the case, by its name or number (default: the first that goes wrong)", &case_wanted },
	{ "seed", OPTION_NUMBER, "N", "of the case's data (default: 1)", &seed },
	{ "build", OPTION_TEXT, "KIND", "checked: the optimised build that `check` runs; stepping: one that is not, with all variables\n"
		"(default: the latter where both come to the same)", &build },
	{ "do", OPTION_LIST, "COMMAND", "do this and end; may be given several times (default: commands from standard input)", &given },
	{ "commands", OPTION_TEXT, "FILE", "read the commands from FILE", &commands_file },
	{ "as", OPTION_TEXT, "EX", "the exercise that FILE answers, when its name does not say", &exercise },
	{ "compiler", OPTION_TEXT, "NAME", "nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)", &compiler },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_debug = {
	.name = "debug", .arguments = "[EX|FILE]", .summary = "step through your kernel, forward and back",
	.help = "EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. The kernel runs on the virtual\n"
		"machine, which does the same each time: so it also goes back. The commands are gdb's where gdb has them; the command\n"
		"`help` lists them. With --plain a stop is its line alone; with --json there is one object for each command.\n",
	.options = options, .max_args = 1, .run = run,
};
