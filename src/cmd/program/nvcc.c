/*
 * nvcc.c - `warpbook nvcc`: nvcc's command line, for build systems that support only nvcc.
 *
 *	words -> [files of options] -> program_words -> program_build, as `cc`     -> object, program, PTX, archive
 *	                                                the compiler itself (exec) -> products without our device code
 *
 * The same program started under the name `nvcc` is this command: toolkit/bin/nvcc is a link to it, in a folder with the
 * layout of a CUDA toolkit. CMake finds everything in it: it asks the compiler for its version, starts it with -v, and
 * reads the lines "#$ TOP=...", "#$ INCLUDES=...", "#$ LIBRARIES=..." and the last command, which names the linker and the
 * libraries. Then CMake links by itself; the libraries in toolkit/lib64 lead each such program to our runtime.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/version.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/program/run_cc.h"

static const char *compiler;
static bool fuse;

static bool has_word(int nargs, char **args, const char *a, const char *b)
{
	for (int i = 0; i < nargs; i++)
		if (!strcmp(args[i], a) || !strcmp(args[i], b))
			return true;
	return false;
}

/* The first line is nvcc's own, by which CMake recognises it; the version is the one in the macros that a source sees. */
static int print_version(void)
{
	struct compiler c;
	struct error err = { 0 };
	char name[128];

	if (compiler_find(&c, compiler, &err))
		return report_error(&err);
	compiler_describe(&c, name, sizeof name);
	printf("nvcc: NVIDIA (R) Cuda compiler driver\n"
	       "(this is warpbook %s in its place, with %s: the programs run on the virtual machine)\n", version_text(), name);
	if (c.kind == COMPILER_NVCC)
		printf("Cuda compilation tools, release %d.%d, V%s\n", c.major, c.minor, c.version);
	else
		printf("Cuda compilation tools, release 13.0, V13.0.0\n");
	return EXIT_DONE;
}

/* The architectures whose code the virtual machine runs, as nvcc lists its own. */
static int print_architectures(const char *prefix)
{
	static const int architectures[] = { 75, 80, 86, 87, 88, 89, 90 };

	for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
		printf("%s_%d\n", prefix, architectures[i]);
	return EXIT_DONE;
}

/* Prints what nvcc -v prints before its commands. */
static void print_surroundings(const char *toolkit)
{
	const char *path = getenv("PATH");

	fprintf(stderr, "#$ _HERE_=%s/bin\n#$ _THERE_=%s/bin\n#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n"
		"#$ PATH=%s/bin:%s\n#$ INCLUDES=\"-I%s/include\"  \n#$ LIBRARIES=  \"-L%s/lib64/stubs\" \"-L%s/lib64\"\n",
		toolkit, toolkit, toolkit, toolkit, toolkit, path ? path : "", toolkit, toolkit, toolkit);
}

/* Prints the commands, and the two of nvcc's that give a build system the architecture and the libraries. */
static void print_commands(const struct run_cc *b, const struct program_job *job, const char *made_by, const char *toolkit)
{
	const struct program_words *w = &b->words;
	const char *host = w->ccbin ? w->ccbin : "g++", *more = "";
	char found[PATH_MAX];

	for (size_t i = 0; i < w->nsources; i++)
		if (w->sources[i].kind == SOURCE_CUDA)
			fprintf(stderr, "#$ \"%s\" -arch compute_%d \"%s\"\n", b->compiler.path, w->arch, w->sources[i].name);
	for (const char *p = made_by; *p;) {
		size_t len = strcspn(p, "\n");

		fprintf(stderr, "#$ %.*s\n", (int)len, p);
		p += len + (p[len] == '\n');
	}
	if (w->compile_only || w->product != PRODUCT_PROGRAM)
		return;
	if (b->compiler.kind == COMPILER_CLANG && proc_find(host, found, sizeof found)) {
		host = b->compiler.path;
		more = " -lstdc++ -lm";
	}
	fprintf(stderr, "#$ %s -m64 -Wl,--start-group \"a.o\" \"-L%s/lib64/stubs\" \"-L%s/lib64\" -lcudadevrt -lcudart_static "
		"-lrt -lpthread -ldl%s -Wl,--end-group -o \"%s\"\n", host, toolkit, toolkit, more, job->output);
}

static int exec_command(const char *path, const char *const *argv)
{
	struct error err = { 0 };

	fflush(NULL);
	proc_release_signals();
	proc_unguard();
	execv(path, (char *const *)(uintptr_t)argv);
	error_errno(&err, "cannot start '%s'", path);
	return report_error(&err);
}

/* The value of an option with two names, if args[*at] is it, alone or with `=`; NULL: it is not. Steps over a separate value. */
static const char *value_of(int nargs, char **args, int *at, const char *brief, const char *whole)
{
	const char *names[] = { brief, whole };

	for (size_t k = 0; k < 2; k++) {
		size_t len = strlen(names[k]);

		if (strncmp(args[*at], names[k], len))
			continue;
		if (args[*at][len] == '=')
			return args[*at] + len + 1;
		if (!args[*at][len] && *at + 1 < nargs)
			return args[++*at];
	}
	return NULL;
}

/*
 * What a build system asks the host's compiler through nvcc: -Xcompiler --version. The answer needs no source, and ggml's
 * CMakeLists.txt names one that does not exist. Returns an exit status; -1: nothing is asked.
 */
static int answer_of_host(int nargs, char **args)
{
	static const char *const questions[] = { "--version", "-dumpversion", "-dumpfullversion", "-dumpmachine" };
	const char *host = "g++", *value, *argv[8] = { NULL };
	char path[PATH_MAX];
	struct error err = { 0 };
	struct arena arena = { 0 };
	size_t n = 1;

	for (int i = 0; i < nargs; i++) {
		if ((value = value_of(nargs, args, &i, "-ccbin", "--compiler-bindir"))) {
			host = value;
			continue;
		}
		value = value_of(nargs, args, &i, "-Xcompiler", "--compiler-options");
		for (size_t len; value && *value; value += len + (value[len] != 0)) {
			len = strcspn(value, ", ");
			for (size_t k = 0; k < sizeof questions / sizeof *questions; k++)
				if (strlen(questions[k]) == len && !strncmp(value, questions[k], len) && n < 7)
					argv[n++] = questions[k];
		}
	}
	if (n == 1)
		return -1;
	host = program_host_compiler(host, &arena);
	if (!host)
		error_nomem(&err);
	else if (proc_find(host, path, sizeof path))
		error_set(&err, PARTY_MACHINE, "there is no '%s'", host);
	arena_release(&arena);
	if (err.text[0])
		return report_error(&err);
	argv[0] = path;
	return exec_command(path, argv);
}

/* For a product that warpbook does not make: nvcc gets the words unchanged. */
static int compiler_start(struct run_cc *b, int nargs, char **args)
{
	struct program_job job = { .compiler = &b->compiler, .words = &b->words, .output = b->words.output };
	struct error err = { 0 };
	struct word_list command;

	if (b->compiler.kind == COMPILER_NVCC) {
		const char **argv = arena_array(&b->arena, (size_t)nargs + 2, sizeof *argv);

		if (!argv)
			return error_nomem(&err), report_error(&err);
		argv[0] = b->compiler.path;
		for (int i = 0; i < nargs; i++)
			argv[i + 1] = args[i];
		return exec_command(b->compiler.path, argv);
	}
	if (b->words.product == PRODUCT_CUBIN) {
		error_set(&err, PARTY_MACHINE, "there is no machine code for a GPU without NVIDIA's compiler, and clang alone "
					       "makes none");
		error_remedy(&err, "make PTX with -ptx, which programs load in the same way");
		return report_error(&err);
	}
	if (b->words.nsources != 1) {
		error_set(&err, PARTY_LEARNER, "this takes one source");
		return report_error(&err);
	}
	if (program_preprocess(&job, &b->arena, &command, &err))
		return report_error(&err);
	return exec_command(b->compiler.path, command.list);
}

static int build(struct run_cc *b, const char *toolkit)
{
	static const char *const names[] = { [PRODUCT_PROGRAM] = "a.out", [PRODUCT_DEVICE_LINK] = "a_dlink.o",
					     [PRODUCT_ARCHIVE] = "a.a" };
	struct program_job job = { .compiler = &b->compiler, .words = &b->words, .output = b->words.output, .fuse = fuse,
				   .dry_run = b->words.dry_run };
	struct error err = { 0 };
	struct buf text = BUF_INIT;
	struct program p;
	int status = EXIT_DONE;

	if (!job.output && !b->words.compile_only && b->words.product < sizeof names / sizeof *names)
		job.output = names[b->words.product];
	if (program_build(&job, &p, &err))
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	if (b->words.verbose || b->words.dry_run)
		print_commands(b, &job, p.said.command, toolkit);
	if (!p.said.ok) {
		status = run_cc_failed(b, &p, stdout);
	} else if (!job.dry_run) {
		run_cc_report(&p, &text);
		fputs(buf_text(&text), stderr);
		if (program_list_write(&job, &p, &err))
			status = report_error(&err);
	}
	buf_release(&text);
	program_release(&p);
	return status;
}

static int run(int nargs, char **args)
{
	char toolkit[PATH_MAX];
	struct error err = { 0 };
	struct run_cc b;
	int status = answer_of_host(nargs, args);

	if (status >= 0)
		return status;
	if (has_word(nargs, args, "--version", "-V"))
		return print_version();
	if (has_word(nargs, args, "--list-gpu-arch", "-arch-ls"))
		return print_architectures("compute");
	if (has_word(nargs, args, "--list-gpu-code", "-code-ls"))
		return print_architectures("sm");
	if (program_toolkit(toolkit, sizeof toolkit, &err))
		return report_error(&err);
	if (has_word(nargs, args, "-v", "--verbose") || has_word(nargs, args, "-dryrun", "--dryrun"))
		print_surroundings(toolkit);
	status = run_cc_open_nvcc(&b, compiler, (const char *const *)args, (size_t)nargs);
	if (status == EXIT_DONE && b.words.product >= PRODUCT_CUBIN && !b.words.compile_only)
		status = compiler_start(&b, nargs, args);
	else if (status == EXIT_DONE)
		status = build(&b, toolkit);
	run_cc_close(&b);
	return status;
}

static const struct option_row options[] = {
	OPTION_COMPILER(compiler),
	{ "fuse", OPTION_FLAG, NULL, N_("what is made rounds as on a GPU: products and sums become fma"), &fuse, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_nvcc = {
	.name = "nvcc", .arguments = "[nvcc options] FILE...", .summary = N_("stand in for nvcc in a build with CMake or make"),
	.help = N_("Takes nvcc's own command line and makes what nvcc makes, for the virtual machine: objects, programs,\n"
		   "archives, PTX. With an nvcc on this machine it compiles with that one, else with clang. What a build makes runs\n"
		   "by itself and reports its findings on stderr. Build systems want a file; in the source tree its folder is\n"
		   "build/toolkit:\n"),
	.example = "  cmake -DCMAKE_CUDA_COMPILER=" WARPBOOK_PKGLIBDIR "/toolkit/bin/nvcc ...\n"
		   "  make NVCC=" WARPBOOK_PKGLIBDIR "/toolkit/bin/nvcc\n"
		   "  make CUDA_PATH=" WARPBOOK_PKGLIBDIR "/toolkit\n",
	.options = options, .min_args = 1, .max_args = INT_MAX, .foreign = true, .run = run,
};
