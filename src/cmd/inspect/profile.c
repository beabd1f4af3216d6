/*
 * profile.c - `warpbook profile`: for an exercise, the cost of each line of the kernel, compared with the reference's and the
 * last attempt's; for a program, what its kernels and lines cost, and why it is slow. A file with a main(), or whose name is no
 * exercise's, is a program: it runs as `warpbook run` runs it, and its own process writes the profile at its end.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/language.h"
#include "base/path.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cmd/program/run_settings.h"
#include "draw/profile.h"
#include "toolchain/program/program.h"
#include "toolchain/python/python.h"

#define WIDTH 80

static const char *compiler, *device, *gpu, *exercise, *sort, *html;
static bool csv, gpus, no_record;

/* ---- the GPUs ------------------------------------------------------------------------------------ */

static json_t *gpu_json(const char *id, const struct gpu *g)
{
	json_t *figures = json_object();

#define GPU_FIGURE(name, least, most, what) \
	json_object_set_new(figures, #name, json_pack("{s:f, s:o, s:s}", "value", g->figures.name, \
		"source", json_text(g->sources.name), "what", what));
#include "cost/gpu.def"
	return json_pack("{s:o, s:o, s:o, s:o}", "id", json_text(id), "name", json_text(g->figures.name), "file",
			 json_text(g->path), "figures", figures);
}

static void gpu_print(const char *id, const struct gpu *g)
{
	printf("%s: %s\n", id, g->figures.name);
#define GPU_FIGURE(name, least, most, what) \
	printf("  %8g  %s (%s)\n", g->figures.name, what, g->sources.name);
#include "cost/gpu.def"
	putchar('\n');
}

/* Shows a named GPU in full, or the names of all. */
static int gpus_show(void)
{
	json_t *all = json_array();
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **names;
	struct gpu g;
	size_t n;
	int status = gpu_list(&arena, &names, &n, &err);

	if (!status && gpu) {
		names[0] = gpu;
		n = 1;
	}
	for (size_t i = 0; !status && i < n; i++) {
		status = gpu_open(names[i], &arena, &g, &err);
		if (!status && output.json)
			json_array_append_new(all, gpu_json(names[i], &g));
		else if (!status && gpu)
			gpu_print(names[i], &g);
		else if (!status)
			printf(_("%-10s %3g multiprocessors, %4g MHz, %4g GB/s, %3g MB of L2\n"), names[i], g.figures.sms,
			       g.figures.clock_mhz, g.figures.dram_gbs, g.figures.l2_mb);
	}
	if (output.json && !status)
		return arena_release(&arena), print_json(all);
	json_decref(all);
	arena_release(&arena);
	return status ? report_error(&err) : EXIT_DONE;
}

/* ---- a profile ---------------------------------------------------------------------------------------- */

static int show(const char *id, const char *path, const char *kept, enum profile_column_id by)
{
	const struct profile_options options = { .compiler = compiler, .gpu = gpu, .kept = kept };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct buf text = BUF_INIT;
	struct profile p;
	int status = EXIT_DONE;

	if (profile_run(id, path, &options, &arena, &p, &err))
		status = report_error(&err);
	else if (output.json)
		status = print_json(profile_json(&p));
	else if (csv)
		profile_csv(&p, &text);
	else
		profile_text(&p, by, WIDTH, &text);
	fputs(buf_text(&text), stdout);
	buf_release(&text);
	arena_release(&arena);
	return status;
}

static int exercise_profile(int nargs, char **args, enum profile_column_id by)
{
	struct error err = { 0 };
	struct context context;
	char path[600], own[600], kept[PATH_MAX] = "";
	const char *id;
	int status;

	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, nargs ? args[0] : NULL, exercise, &id, path, sizeof path, &err)) {
		if (nargs && !err.remedy[0])
			error_remedy(&err, "`warpbook list` names the exercises; for a program of your own: `warpbook profile "
					   "prog.cu`");
		status = report_error(&err);
	} else {
		/* Only the workspace's own file has a previous version. */
		if (!no_record && context.workspace.root[0] &&
		    workspace_exercise_path(&context.workspace, id, own, sizeof own) == 0 && !strcmp(own, path))
			snprintf(kept, sizeof kept, "%s/.warpbook/profiles", context.workspace.root);
		status = show(id, path, kept[0] ? kept : NULL, by);
	}
	context_close(&context);
	return status;
}

/* ---- a program ---------------------------------------------------------------------------------------- */

/* Is there a call or definition of that name in the file? */
static bool has_function(const char *path, const char *name)
{
	struct buf text = BUF_INIT;
	struct error err;
	bool has = false;

	if (file_read(path, SOURCE_MAX_BYTES, &text, &err) == 0)
		for (const char *at = buf_text(&text); !has && (at = strstr(at, name)); at += strlen(name)) {
			const char *end = at + strlen(name);

			has = end[strspn(end, " \t")] == '(' && (at == text.data || at[-1] == ' ' || at[-1] == '\n' ||
								 at[-1] == '\t');
		}
	buf_release(&text);
	return has;
}

static bool is_exercise(const char *word)
{
	struct context context;
	struct error err = { 0 };
	const char *id;
	bool is = !context_open(&context, CONTEXT_NO_WORKSPACE, &err) && !context_exercise(&context, word, &id, &err);

	context_close(&context);
	return is;
}

/* A program, rather than an exercise's name or a file that answers one. */
static bool is_program(int nargs, char **args)
{
	if (!nargs || exercise)
		return false;
	if (!strcmp(args[0], "-m"))
		return true;
	if (!strchr(path_base(args[0]), '.') && !path_exists(args[0]))
		return false;
	return has_function(args[0], "main") || !is_exercise(args[0]);
}

/* ---- beside it, a GPU ------------------------------------------------------------------------------------ */

/* An exercise's profile counts and models; its times are measured by `check`. */
static void exercise_say(void)
{
	if (!device || strncmp(device, "gpu", 3))
		return;
	fputs(_("warpbook: a profile counts on the virtual machine, and its times are modelled, not measured\n"), stderr);
	fputs(_("next: `warpbook check --device gpu` measures an exercise's kernel on the GPU\n"), stderr);
}

/* The calls that launch a kernel, and one that would take their events: cudart/include/warpbook_measured.cu */
#define MEASURED "--wrap=cudaLaunchKernel,--wrap=cudaLaunchKernel_ptsz,--wrap=__cudaLaunchKernel,--wrap=__cudaLaunchKernel_ptsz," \
	"--wrap=cudaLaunchCooperativeKernel,--wrap=cudaLaunchCooperativeKernel_ptsz,--wrap=cudaLaunchKernelExC," \
	"--wrap=cudaLaunchKernelExC_ptsz,--wrap=cudaDeviceReset"

/* `run --device gpu` with the program's words and those that measure. NULL: no memory. */
static const char **measuring_words(const char *source, int nargs, char **args)
{
	const char **argv = calloc((size_t)nargs + 10, sizeof *argv);
	int n = 0, i = 0;

	if (!argv)
		return NULL;
	argv[n++] = "/proc/self/exe";
	argv[n++] = "run";
	argv[n++] = "--device";
	argv[n++] = device;
	if (compiler) {
		argv[n++] = "--compiler";
		argv[n++] = compiler;
	}
	for (; i < nargs && strcmp(args[i], "--"); i++)
		argv[n++] = args[i];
	argv[n++] = source;
	argv[n++] = "-Xlinker";
	argv[n++] = MEASURED;
	for (; i < nargs; i++)
		argv[n++] = args[i];
	return argv;
}

static void nothing_measured(const char *why)
{
	fprintf(stderr, _("warpbook: the times are modelled only: %s\n"), why);
}

/* Runs the program on the GPU, without input, and its output unseen; what it measures goes to the descriptor. */
static void measure(int to, int nargs, char **args)
{
	char headers[PATH_MAX], api[PATH_MAX], source[PATH_MAX + 32], where[32];
	struct error err = { 0 };
	struct proc_result r;
	struct target target;
	struct proc_job job = { .given = &to, .ngiven = 1 };
	const bool is_lazy = !getenv("CUDA_MODULE_LOADING");
	const char **argv;

	if (target_choose(&target, device, &err) || !target.is_gpu) {
		nothing_measured(err.text[0] ? err.text : target.note);
		return;
	}
	if (program_headers(headers, api, &err)) {
		nothing_measured(err.text);
		return;
	}
	snprintf(source, sizeof source, "%s/warpbook_measured.cu", api);
	snprintf(where, sizeof where, "/proc/self/fd/%d", PROC_GIVEN);
	setenv("WARPBOOK_MEASURED", where, 1);
	if (is_lazy)
		setenv("CUDA_MODULE_LOADING", "EAGER", 1); /* else a kernel's first launch also loads it */
	job.envp = (const char *const *)environ;
	argv = measuring_words(source, nargs, args);
	job.argv = argv;
	if (!argv || proc_run(&job, &r, &err)) {
		nothing_measured(argv ? err.text : _("there is no memory left"));
	} else {
		if (r.end != PROC_EXITED || r.code)
			fprintf(stderr, _("warpbook: on the GPU the program failed:\n%s"), buf_text(&r.err));
		if (lseek(to, 0, SEEK_END) <= 0)
			nothing_measured(_("none of the program's own kernels ran to the end on the GPU, and those of "
					   "libraries and graphs are not measured"));
		proc_result_release(&r);
	}
	free(argv);
	unsetenv("WARPBOOK_MEASURED");
	if (is_lazy)
		unsetenv("CUDA_MODULE_LOADING");
}

/* A program's kernels are measured before the vm counts; its process there reads what was. */
static void program_measure(int nargs, char **args)
{
	char path[32];
	int file;

	if (!device || !strcmp(device, "vm"))
		return;
	if (python_is_program(args[0]) || !strcmp(args[0], "-m")) {
		nothing_measured(_("for Python, `nsys profile --stats=true` measures each kernel on the GPU"));
		return;
	}
	file = memfd_create("measured", 0);
	if (file < 0) {
		nothing_measured(strerror(errno));
		return;
	}
	measure(file, nargs, args);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	setenv("WARPBOOK_MEASURED", path, 1);
}

/* The profile, or the document, has stdout for itself: with --json what the program prints goes to stderr. */
static int program_profile(int nargs, char **args)
{
	struct run_settings settings = { .profile = html ? html : "-" };
	char descriptor[16];

	if (csv || sort || gpu) {
		fprintf(stderr, _("warpbook: --%s is for exercises; a program's profile has --json and --html=FILE\n"),
			csv ? _("csv") : sort ? _("sort") : _("gpu"));
		return EXIT_USAGE;
	}
	if (html && (strlen(html) < 5 || strcmp(html + strlen(html) - 5, ".html"))) {
		fprintf(stderr, _("warpbook: --html takes a file whose name ends with .html, not '%s'\n"), html);
		return EXIT_USAGE;
	}
	program_measure(nargs, args);
	if (output.json) {
		int to = dup(STDOUT_FILENO);

		if (to < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
			fprintf(stderr, _("warpbook: cannot redirect what the program prints\n"));
			return EXIT_MACHINE;
		}
		snprintf(descriptor, sizeof descriptor, "%d", to);
		settings.json = descriptor;
		settings.profile = html ? html : "1";
		output.json = false;
	}
	return run_program(&settings, compiler, nargs, args);
}

static int run(int nargs, char **args)
{
	enum profile_column_id by = sort ? profile_column_find(sort) : PROFILE_COLUMNS;

	if (gpus)
		return gpus_show();
	if (sort && by == PROFILE_COLUMNS && strcmp(sort, "line")) {
		fprintf(stderr, _("warpbook: --sort takes line, share"));
		for (enum profile_column_id i = PROFILE_share + 1; i < PROFILE_COLUMNS; i++)
			fprintf(stderr, "%s%s", i + 1 == PROFILE_COLUMNS ? _(" or ") : ", ", profile_columns[i].id);
		fprintf(stderr, _(", not '%s'\n"), sort);
		return EXIT_USAGE;
	}
	if (is_no_device(device))
		return EXIT_USAGE;
	if (is_program(nargs, args))
		return program_profile(nargs, args);
	exercise_say();
	if (nargs && args[0][0] == '-') {
		fprintf(stderr, _("warpbook: there is no option '%s'\n"), args[0]);
		return EXIT_USAGE;
	}
	if (nargs > 1 || html) {
		fprintf(stderr, _("warpbook: %s for a program: a file with a main(), or in Python\n"),
			html ? _("--html is") : _("more words than an exercise or a file are"));
		return EXIT_USAGE;
	}
	return exercise_profile(nargs, args, by);
}

static const struct option_row options[] = {
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), or gpu, gpu:1 (and so on), auto: a program runs there, too, and "
					   "its kernels are measured"), &device },
	{ "gpu", OPTION_TEXT, "NAME", N_("the GPU that times are modelled for (default: h200)"), &gpu },
	{ "gpus", OPTION_FLAG, NULL, N_("list the GPUs; with --gpu, its figures and where they come from"), &gpus },
	{ "sort", OPTION_TEXT, "COLUMN", N_("the most of it first: share, instructions, sectors_per_request ... (default: "
					 "line)"), &sort },
	{ "csv", OPTION_FLAG, NULL, N_("print CSV: a row for each line of each version"), &csv },
	{ "html", OPTION_TEXT, "FILE", N_("a program's profile as a page that needs no other file"), &html },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise },
	{ "no-record", OPTION_FLAG, NULL, N_("neither show nor keep the last version"), &no_record },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_profile = {
	.name = "profile", .arguments = "[EX|FILE [compiler options] [-- ARG...]]",
	.summary = N_("show what each line of a kernel costs, and why a program is slow"),
	.help = N_("EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. The virtual machine "
		"counts; the\ntimes are modelled for a GPU. `ref.` and `last` are the parts of the time that "
		"the same line\nhas in the reference solution, and in the last other version of the file that you profiled in "
		"the workspace.\nGPUs of your own: ~/.config/warpbook/gpus/NAME.lua, written like those of `warpbook profile "
		"--gpus --gpu h200`.\n\n"
		"A FILE with a main(), or another program in Python, runs as `warpbook run` runs it. At its end you see what its "
		"kernels\nand their lines cost, and at most five sentences that say why it is slow, those first that save most "
		"of the modelled time.\n"),
	.options = options, .max_args = INT_MAX, .foreign = true, .run = run,
};
