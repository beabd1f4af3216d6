/* bench.c - `warpbook bench [EX|FILE]`: compares a kernel with the reference solution over sizes of its data. */
#include "config.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "lesson/lesson.h"
#include "sweep/sweep.h"

#define WIDTH 78

static const char *compiler, *device, *gpu, *exercise, *values, *sizes, *svg;
static uint64_t seconds;
static bool csv;

static int print_text(const struct sweep *s, struct buf *out, struct error *err)
{
	bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;

	if (s->timed)
		buf_printf(out, _("%s, times measured on %s\n\n"), s->exercise, s->device);
	else
		buf_printf(out, _("%s, counted on the virtual machine;\ntimes modelled on %s, never measured\n\n"), s->exercise,
			   name_alone(s->gpu.figures.called));
	sweep_text(s, out);
	if (s->note)
		buf_printf(out, _("\nnote: %s\n"), retold(s->note));
	buf_putc(out, '\n');
	if (chart_text(s->time, WIDTH, ascii, out, err))
		return -1;
	return 0;
}

static int print(const struct sweep *s, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = 0;

	if (svg) {
		chart_svg(s->time, &text);
		status = file_write(svg, text.data, text.len, err);
		buf_clear(&text);
	}
	if (!status && output.json)
		status = print_json(sweep_json(s));
	else if (!status && csv)
		sweep_csv(s, &text);
	else if (!status)
		status = print_text(s, &text, err);
	fputs(buf_text(&text), stdout);
	buf_release(&text);
	return status;
}

static int run(int nargs, char **args)
{
	const struct sweep_options options = {
		.compiler = compiler, .device = device ? device : getenv("WARPBOOK_DEVICE"), .gpu = gpu,
		.values = values, .sizes = sizes, .seconds = (double)seconds,
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct context context;
	struct sweep s;
	char path[600];
	const char *id;
	int status = EXIT_DONE;

	if (options.device && *options.device && is_no_device(options.device))
		return EXIT_USAGE;
	if (sizes && strcmp(sizes, "vm") && strcmp(sizes, "gpu")) {
		fprintf(stderr, _("warpbook: --sizes takes vm or gpu, not '%s'\n"), sizes);
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_choose(&context, nargs ? args[0] : NULL, exercise, &id, path, sizeof path, &err) ||
	    sweep_run(id, path, &options, &arena, &s, &err) || print(&s, &err))
		status = report_error(&err);
	context_close(&context);
	arena_release(&arena);
	return status;
}

static const struct option_row options[] = {
	{ "sweep", OPTION_TEXT, "NAME=N,N", N_("values of one variable of the exercise's case (default: its sizes, halved "
					    "and\ndoubled)"), &values },
	{ "sizes", OPTION_TEXT, "vm|gpu", N_("start from the sizes for the virtual machine or for a GPU (default: the "
					  "device's):\nwith them, modelled and measured times are of the same work"), &sizes },
	{ "gpu", OPTION_TEXT, "NAME", N_("the GPU that times are modelled for: `warpbook profile --gpus` lists them\n(default: "
				      "h200)"), &gpu },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default): counts and modelled times; gpu, gpu:N or auto: measured times"),
			&device },
	{ "seconds", OPTION_NUMBER, "N", N_("begin no size that is likely to end later (default: 10)"), &seconds },
	{ "csv", OPTION_FLAG, NULL, N_("print CSV: a row for each size"), &csv },
	{ "svg", OPTION_TEXT, "FILE", N_("draw the times into FILE"), &svg },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_bench = {
	.name = "bench", .arguments = "[EX|FILE]", .summary = N_("run a kernel with data of several sizes, and compare it "
				"with the reference"),
	.help = N_("EX is an exercise's name; FILE is a .cu file with an exercise's name, in any folder. On the virtual machine "
		"the work\nis counted and the time modelled; on a GPU the time is the median of 21 runs. Nothing is judged.\n"),
	.options = options, .max_args = 1, .run = run,
};
