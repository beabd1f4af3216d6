/*
 * run.c - `warpbook run FILE... [-- args]`: builds and runs a CUDA program, with or without a GPU.
 *
 *	words -> cache -> [build] -> environment -> exec
 *
 * A program in Python needs no build: an interpreter runs it, in an environment in which numba.cuda finds our driver library.
 *
 * The program replaces this process, so its input, output, exit status and signals are its own. The environment
 * contains the runtime's settings; src/cudart/settings.h describes them.
 */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/program/run_cc.h"
#include "cmd/program/run_settings.h"
#include "toolchain/program/program_cache.h"
#include "toolchain/python/python.h"
#include "words/annotation.h"

static const char *compiler, *device;
static struct run_settings settings;

/* ---- the program ------------------------------------------------------------------------------ */

/* "dir/prog.cu" runs as "dir/prog": the program's own messages show this name. */
static char *program_name(struct run_cc *b)
{
	const char *name = b->words.nsources ? b->words.sources[0].name : b->words.inputs[0].word, *dot = strrchr(name, '.');

	return arena_strndup(&b->arena, name, dot && dot > path_base(name) ? (size_t)(dot - name) : strlen(name));
}

static int start(struct run_cc *b, const char *path, int nargs, char **args)
{
	char **argv = arena_array(&b->arena, (size_t)nargs + 2, sizeof *argv);
	struct error err = { 0 };

	if (!argv || !(argv[0] = program_name(b)))
		return error_nomem(&err), report_error(&err);
	for (int i = 0; i < nargs; i++)
		argv[i + 1] = args[i];
	if (!b->target.is_gpu && program_driver_opens(&err))
		return report_error(&err);
	run_settings_set(&settings, &b->target);
	fflush(NULL);
	proc_release_signals();
	proc_unguard();
	execv(path, argv);
	error_errno(&err, "cannot start '%s'", path);
	if (errno == EACCES)
		error_remedy(&err, "set XDG_CACHE_HOME to a folder that programs may run from");
	return report_error(&err);
}

/* The texts cached with the program: the messages as JSON in one line, then as text. */
static void said_put(const struct program *p, struct buf *said)
{
	json_t *all = run_cc_diagnostics(p);
	char *line = all ? json_dumps(all, JSON_COMPACT) : NULL;
	struct buf text = BUF_INIT;

	run_cc_report(p, &text);
	buf_printf(said, "%s\n%s", line ? line : "[]", buf_text(&text));
	buf_release(&text);
	free(line);
	json_decref(all);
}

/* Shows the messages as text, or passes them to the runtime, which writes the document. */
static void said_deliver(struct buf *said)
{
	char *text = said->len ? strchr(said->data, '\n') : NULL;

	if (!text)
		return;
	*text = '\0';
	if (settings.json || settings.sarif)
		setenv("WARPBOOK_DIAGNOSTICS", said->data, 1);
	if (!settings.json)
		fputs(text + 1, stderr);
}

static void write_document(const json_t *document, const char *where)
{
	if (json_write(document, *where ? where : "2"))
		fprintf(stderr, _("warpbook: cannot write the compiler's messages to %s\n"), where);
}

/*
 * The documents contain the compiler's messages instead of findings. The user gets
 * them as text, too, unless a document goes to stderr.
 */
static int build_failed(const struct run_cc *b, const struct program *p)
{
	const bool on_stderr = (settings.json && !*settings.json) || (settings.sarif && !*settings.sarif);
	json_t *document = run_cc_document(p), *shown = sarif_of(document, b->words.nsources ? b->words.sources[0].name : NULL);

	if (settings.json)
		write_document(document, settings.json);
	if (settings.sarif)
		write_document(shown, settings.sarif);
	json_decref(shown);
	json_decref(document);
	output.json = false;
	return on_stderr ? EXIT_LEARNER : run_cc_failed(b, p, stderr);
}

static int build(struct run_cc *b, struct program_entry *entry, struct buf *said)
{
	struct program_job job = { .compiler = &b->compiler, .words = &b->words, .output = entry->building,
				   .for_gpu = b->target.is_gpu };
	struct error err = { 0 };
	struct program p;
	int status = EXIT_DONE;

	if (program_build(&job, &p, &err)) {
		unlink(entry->building);
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	}
	if (b->words.verbose)
		fputs(p.said.command, stderr);
	if (!p.said.ok) {
		status = build_failed(b, &p);
	} else {
		said_put(&p, said);
		if (program_cache_keep(entry, &p, buf_text(said), &err))
			status = report_error(&err);
	}
	if (status)
		unlink(entry->building);
	program_release(&p);
	return status;
}

static int run_words(struct run_cc *b, const char *const *words, size_t n, int nargs, char **args)
{
	struct program_entry entry;
	struct error err = { 0 };
	struct buf said = BUF_INIT;
	int status = EXIT_DONE;

	if (program_cache_place(&entry, &b->compiler, words, n, b->target.is_gpu, &err))
		return report_error(&err);
	if (b->words.verbose || !program_cache_find(&entry, &said)) {
		buf_clear(&said);
		status = build(b, &entry, &said);
	}
	if (status == EXIT_DONE)
		said_deliver(&said);
	buf_release(&said);
	return status == EXIT_DONE ? start(b, entry.path, nargs, args) : status;
}

/* ---- a program in Python ------------------------------------------------------------------------ */

/* A program that never mentions Numba does not need it. */
static bool mentions_numba(const struct buf *text)
{
	return strstr(buf_text(text), "numba") != NULL;
}

static int start_python(const struct python *p, const struct target *target, int nargs, char **args)
{
	const char **argv = calloc((size_t)nargs + 2, sizeof *argv);
	struct error err = { 0 };

	if (!argv)
		return error_nomem(&err), report_error(&err);
	argv[0] = p->path;
	for (int i = 0; i < nargs; i++)
		argv[i + 1] = args[i];
	run_settings_set(&settings, target);
	fflush(NULL);
	proc_release_signals();
	proc_unguard();
	execvp(p->path, (char *const *)argv);
	error_errno(&err, "cannot start '%s'", p->path);
	free(argv);
	return report_error(&err);
}

/* `-m MODULE`, as Python takes it; a compiler's -m has a number. */
static bool is_module(int nargs, char **args)
{
	return nargs > 1 && !strcmp(args[0], "-m") && !isdigit((unsigned char)args[1][0]);
}

static int read_program(const char *path, bool *mentions, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = file_read(path, SOURCE_MAX_BYTES, &text, err);

	*mentions = status == 0 && mentions_numba(&text);
	buf_release(&text);
	if (status) {
		err->party = PARTY_LEARNER;
		if (!path_exists(path))
			error_word(err);
	}
	return status;
}

/* args: the program, or "-m" and a module, then its arguments; a first "--" between them is ours. */
static int run_python(int nargs, char **args)
{
	struct target target = { 0 };
	struct python python;
	struct error err = { 0 };
	const int named = is_module(nargs, args) ? 2 : 1; /* words that name the program */
	bool needs_numba = false;

	if (is_no_device(device))
		return EXIT_USAGE;
	if (target_choose(&target, device, &err))
		return report_error(&err);
	if (named == 1 && read_program(args[0], &needs_numba, &err))
		return report_error(&err);
	if (python_find(&python, &err) || (needs_numba && !target.is_gpu && python_can_numba(&python, &err)) ||
	    (!target.is_gpu && python_environment(&python, &err)))
		return report_error(&err);
	if (nargs > named && !strcmp(args[named], "--")) {
		memmove(args + 1, args, (size_t)named * sizeof *args);
		args++;
		nargs--;
	}
	return start_python(&python, &target, nargs, args);
}

static int not_a_program(const char *option)
{
	fprintf(stderr, _("warpbook: with '%s' there is no program to run; to build only, use `warpbook cc`\n"), option);
	return EXIT_USAGE;
}

static int run_program_words(int nargs, char **args)
{
	struct run_cc b;
	int n = 0, status;

	if (python_is_program(args[0]) || is_module(nargs, args))
		return run_python(nargs, args);
	while (n < nargs && strcmp(args[n], "--"))
		n++;
	status = run_cc_open(&b, device, compiler, (const char *const *)args, (size_t)n);
	if (status == EXIT_DONE && (b.words.compile_only || b.words.shared))
		status = not_a_program(b.words.compile_only ? "-c" : "-shared");
	else if (status == EXIT_DONE && b.words.output)
		status = not_a_program("-o");
	else if (status == EXIT_DONE)
		status = run_words(&b, (const char *const *)args, (size_t)n, n < nargs ? nargs - n - 1 : 0, args + n + 1);
	run_cc_close(&b);
	return status;
}

int run_program(const struct run_settings *s, const char *with_compiler, int nargs, char **args)
{
	settings = *s;
	compiler = with_compiler;
	device = "vm";
	return run_program_words(nargs, args);
}

static int run(int nargs, char **args)
{
	output.json = settings.json && !*settings.json; /* with a file for it, errors are told */
	return run_program_words(nargs, args);
}

static const struct option_row options[] = {
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N, or auto: a GPU if there is one"), &device, 0 },
	OPTION_COMPILER(compiler),
	RUN_SETTINGS_ROWS(settings),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_run_program = {
	.name = "run", .arguments = "FILE... [compiler options] [-- ARG...]",
	.summary = N_("run a CUDA program in C++ or Python, with or without a GPU"),
	.help = N_("The program's output and exit status are its own; the words after -- are its arguments. It is rebuilt\n"
		"only if one of its inputs has changed. Without a GPU the kernels run on the virtual machine, which\n"
		"reports on stderr what it finds. Compiler options are as for `warpbook cc`.\n"
		"\n"
		"A program in Python, prog.py, runs with the interpreter that has Numba; all words after it are its arguments.\n"
		"`-m MODULE` in its place runs a module, such as pytest or a package.\n"
		"What it does with numba.cuda runs on the virtual machine.\n"),
	.options = options, .min_args = 1, .max_args = INT_MAX, .foreign = true, .run = run,
};
