/*
 * profile.c - `warpbook profile`: for an exercise, the cost of each line of the kernel, compared with the reference's and the last
 * attempt's; for a program, what its kernels and lines cost, and why it is slow. A file with a main(), or whose name is no
 * exercise's, is a program: it runs as `warpbook run` runs it, and its own process writes the profile at its end.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"
#include "base/source.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cmd/run_settings.h"
#include "draw/profile.h"

#define WIDTH 80

static const char *compiler, *gpu, *exercise, *sort, *html;
static bool csv, gpus, no_record;

/* ---- the GPUs ------------------------------------------------------------------------------------ */

static json_t *gpu_json(const char *id, const struct gpu *g)
{
	json_t *figures = json_object();

#define GPU_FIGURE(name, least, most, what) \
	json_object_set_new(figures, #name, json_pack("{s:f, s:o, s:s}", "value", g->figures.name, "source", json_text(g->sources.name), "what", what));
#include "cost/gpu.def"
	return json_pack("{s:o, s:o, s:o, s:o}", "id", json_text(id), "name", json_text(g->figures.name), "file", json_text(g->path), "figures",
			 figures);
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
			printf("%-10s %3g multiprocessors, %4g MHz, %4g GB/s, %3g MB of L2\n", names[i], g.figures.sms, g.figures.clock_mhz,
			       g.figures.dram_gbs, g.figures.l2_mb);
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
			error_remedy(&err, "`warpbook list` names the exercises; for a program of your own: `warpbook profile prog.cu`");
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

			has = end[strspn(end, " \t")] == '(' && (at == text.data || at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\t');
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

/* The profile, or the document, has stdout for itself: with --json what the program prints goes to stderr. */
static int program_profile(int nargs, char **args)
{
	struct run_settings settings = { .profile = html ? html : "-" };
	char descriptor[16];

	if (csv || sort || gpu) {
		fprintf(stderr, "warpbook: --%s is for exercises; a program's profile has --json and --html=FILE\n",
			csv ? "csv" : sort ? "sort" : "gpu");
		return EXIT_USAGE;
	}
	if (html && (strlen(html) < 5 || strcmp(html + strlen(html) - 5, ".html"))) {
		fprintf(stderr, "warpbook: --html takes a file whose name ends with .html, not '%s'\n", html);
		return EXIT_USAGE;
	}
	if (output.json) {
		int to = dup(STDOUT_FILENO);

		if (to < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
			fprintf(stderr, "warpbook: cannot redirect what the program prints\n");
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
		fprintf(stderr, "warpbook: --sort takes line, share");
		for (enum profile_column_id i = PROFILE_share + 1; i < PROFILE_COLUMNS; i++)
			fprintf(stderr, "%s%s", i + 1 == PROFILE_COLUMNS ? " or " : ", ", profile_columns[i].id);
		fprintf(stderr, ", not '%s'\n", sort);
		return EXIT_USAGE;
	}
	if (is_program(nargs, args))
		return program_profile(nargs, args);
	if (nargs && args[0][0] == '-') {
		fprintf(stderr, "warpbook: there is no option '%s'\n", args[0]);
		return EXIT_USAGE;
	}
	if (nargs > 1 || html) {
		fprintf(stderr, "warpbook: %s for a program: a file with a main(), or in Python\n",
			html ? "--html is" : "more words than an exercise or a file are");
		return EXIT_USAGE;
	}
	return exercise_profile(nargs, args, by);
}

static const struct option_row options[] = {
	{ "gpu", OPTION_TEXT, "NAME", "the GPU that times are modelled for (default: h200)", &gpu },
	{ "gpus", OPTION_FLAG, NULL, "list the GPUs; with --gpu, its figures and where they come from", &gpus },
	{ "sort", OPTION_TEXT, "COLUMN", "the most of it first: share, instructions, sectors_per_request ... (default: line)", &sort },
	{ "csv", OPTION_FLAG, NULL, "print CSV: a row for each line of each version", &csv },
	{ "html", OPTION_TEXT, "FILE", "a program's profile as a page that needs no other file", &html },
	{ "as", OPTION_TEXT, "EX", "the exercise that FILE answers, when its name does not say", &exercise },
	{ "no-record", OPTION_FLAG, NULL, "neither show nor keep the last version", &no_record },
	{ "compiler", OPTION_TEXT, "NAME", "nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)", &compiler },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_profile = {
	.name = "profile", .arguments = "[EX|FILE [compiler options] [-- ARG...]]",
	.summary = "show what each line of a kernel costs, and why a program is slow",
	.help = "EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. The virtual machine counts; the\n"
		"times are modelled for a GPU, and never measured. `ref.` and `last` are the parts of the time that the same line\n"
		"has in the reference solution, and in the last other version of the file that you profiled in the workspace.\n"
		"GPUs of your own: ~/.config/warpbook/gpus/NAME.lua, written like those of `warpbook profile --gpus --gpu h200`.\n"
		"\n"
		"A FILE with a main(), or another program in Python, runs as `warpbook run` runs it. At its end you see what its kernels\n"
		"and their lines cost, and at most five sentences that say why it is slow, those first that save most of the modelled time.\n",
	.options = options, .max_args = INT_MAX, .foreign = true, .run = run,
};
