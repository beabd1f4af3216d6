/* picture.c - `warpbook picture [EX|FILE]`: shows which elements the threads of a line use, and where the output is wrong. */
#include "config.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "draw/picture.h"
#include "words/dim.h"

static const char *compiler, *exercise, *array, *block_text, *warp_text, *svg;
static uint64_t line;
static bool lanes;

static int print(const struct picture *p, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = 0;

	if (svg) {
		picture_svg(p, &text);
		status = file_write(svg, text.data, text.len, err);
		buf_clear(&text);
	}
	if (!status && output.json)
		status = print_json(picture_json(p));
	else if (!status)
		picture_text(p, strcmp(nl_langinfo(CODESET), "UTF-8") != 0, output.colour, &text);
	fputs(buf_text(&text), stdout);
	if (!status && svg && !output.json)
		printf(_("\ndrawn in %s\n"), svg);
	buf_release(&text);
	return status;
}

static int options_read(struct picture_options *o, struct dim3u *block)
{
	char *end = NULL;

	*o = (struct picture_options){ .compiler = compiler, .line = line < 1 << 30 ? (int)line : 0, .array = array, .warp = -1,
				       .show = lanes ? "lanes" : NULL };
	if (block_text && dim3u_read(block_text, strlen(block_text), 0, block)) {
		fprintf(stderr, _("warpbook: --block takes X, X,Y or X,Y,Z, not '%s'\n"), block_text);
		return EXIT_USAGE;
	}
	if (block_text)
		o->block = block;
	if (warp_text) {
		long warp = strtol(warp_text, &end, 10);

		if (!*warp_text || *end || warp < 0 || warp > 31) {
			fprintf(stderr, _("warpbook: --warp takes a number from 0 to 31, not '%s'\n"), warp_text);
			return EXIT_USAGE;
		}
		o->warp = (int)warp;
	}
	if (!line && (array || (!lanes && (block_text || warp_text)))) {
		fprintf(stderr, _("warpbook: --array, --block and --warp are of a line: give --line, too\n"));
		return EXIT_USAGE;
	}
	return 0;
}

static int run(int nargs, char **args)
{
	struct picture_options options;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct context context;
	struct picture p;
	struct dim3u block;
	char path[600];
	const char *id;
	int status = options_read(&options, &block);

	if (status)
		return status;
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, nargs ? args[0] : NULL, exercise, &id, path, sizeof path, &err) ||
	    picture_make(id, path, &options, &arena, &p, &err) || print(&p, &err))
		status = report_error(&err);
	context_close(&context);
	arena_release(&arena);
	return status;
}

static const struct option_row options[] = {
	{ "line", OPTION_NUMBER, "N", N_("draw what line N does to memory (default: the output beside the reference's)"), &line },
	{ "lanes", OPTION_FLAG, NULL, N_("draw which lanes of a warp execute what, from line N on or from the beginning"),
			&lanes },
	{ "array", OPTION_TEXT, "NAME", N_("this array alone"), &array },
	{ "block", OPTION_TEXT, "X,Y,Z", N_("of this block (default: the first that comes to the line)"), &block_text },
	{ "warp", OPTION_TEXT, "N", N_("and this warp of it (default: the first)"), &warp_text },
	{ "svg", OPTION_TEXT, "FILE", N_("draw it into FILE, too"), &svg },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_picture = {
	.name = "picture", .arguments = "[EX|FILE]", .summary = N_("draw what a line of a kernel does to memory, or where the "
								"output is wrong"),
	.help = N_("EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. The kernel runs on the "
		"virtual\nmachine. For a line: the elements that the lanes of a warp use, sector by sector; the banks of shared "
		"memory, pass\nby pass; how often the threads of the block use each element. Accesses outside of memory are not "
		"drawn. With --lanes: which lanes of\na warp execute which line, one after the other. Of a host exercise: its "
		"calls, copies and kernels over time.\n"),
	.options = options, .max_args = 1, .run = run,
};
