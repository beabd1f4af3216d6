/* profile.c - `warpbook profile [EX|FILE]`: compares the cost of each line of a kernel with the reference's and the last attempt's. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/context.h"
#include "draw/profile.h"

#define WIDTH 80

static const char *compiler, *gpu, *exercise, *sort;
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

static int run(int nargs, char **args)
{
	enum profile_column_id by = sort ? profile_column_find(sort) : PROFILE_COLUMNS;
	struct error err = { 0 };
	struct context context;
	char path[600], own[600], kept[PATH_MAX] = "";
	const char *id;
	int status;

	if (gpus)
		return gpus_show();
	if (sort && by == PROFILE_COLUMNS && strcmp(sort, "line")) {
		fprintf(stderr, "warpbook: --sort takes line, share");
		for (enum profile_column_id i = PROFILE_share + 1; i < PROFILE_COLUMNS; i++)
			fprintf(stderr, "%s%s", i + 1 == PROFILE_COLUMNS ? " or " : ", ", profile_columns[i].id);
		fprintf(stderr, ", not '%s'\n", sort);
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, nargs ? args[0] : NULL, exercise, &id, path, sizeof path, &err)) {
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

static const struct option_row options[] = {
	{ "gpu", OPTION_TEXT, "NAME", "the GPU that times are modelled for (default: h200)", &gpu },
	{ "gpus", OPTION_FLAG, NULL, "list the GPUs; with --gpu, its figures and where they come from", &gpus },
	{ "sort", OPTION_TEXT, "COLUMN", "the most of it first: share, instructions, sectors_per_request ... (default: line)", &sort },
	{ "csv", OPTION_FLAG, NULL, "print CSV: a row for each line of each version", &csv },
	{ "as", OPTION_TEXT, "EX", "the exercise that FILE answers, when its name does not say", &exercise },
	{ "no-record", OPTION_FLAG, NULL, "neither show nor keep the last version", &no_record },
	{ "compiler", OPTION_TEXT, "NAME", "nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)", &compiler },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_profile = {
	.name = "profile", .arguments = "[EX|FILE]", .summary = "show what each line of a kernel costs, compared with the reference",
	.help = "EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. The virtual machine counts; the\n"
		"times are modelled for a GPU, and never measured. `ref.` and `last` are the parts of the time that the same line\n"
		"has in the reference solution, and in the last other version of the file that you profiled in the workspace.\n"
		"GPUs of your own: ~/.config/warpbook/gpus/NAME.lua, written like those of `warpbook profile --gpus --gpu h200`.\n",
	.options = options, .max_args = 1, .run = run,
};
