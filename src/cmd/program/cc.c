/* cc.c - `warpbook cc FILE...`: builds a program that runs by itself on the virtual machine or on a GPU. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/program/run_cc.h"

static const char *compiler, *device;
static bool fuse;

static int build(struct run_cc *b)
{
	struct program_job job = { .compiler = &b->compiler, .words = &b->words, .output = b->words.output,
				   .for_gpu = b->target.is_gpu, .fuse = fuse };
	struct error err = { 0 };
	struct buf text = BUF_INIT;
	struct program p;
	int status;

	if (!job.output && !b->words.compile_only)
		job.output = "a.out";
	if (program_build(&job, &p, &err))
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	if (b->words.verbose)
		fputs(p.said.command, stderr);
	if (!p.said.ok) {
		status = run_cc_failed(b, &p, stdout);
	} else {
		run_cc_report(&p, &text);
		fputs(buf_text(&text), stderr);
		status = program_list_write(&job, &p, &err) ? report_error(&err) : EXIT_DONE;
		if (output.json)
			status = print_json(json_pack("{s:s, s:o, s:o, s:f}", "end", "built", "output", json_text(job.output),
						      "diagnostics", run_cc_diagnostics(&p), "seconds", p.said.seconds));
	}
	buf_release(&text);
	program_release(&p);
	return status;
}

static int run(int nargs, char **args)
{
	struct run_cc b;
	int status = run_cc_open(&b, device, compiler, (const char *const *)args, (size_t)nargs);

	if (status == EXIT_DONE)
		status = build(&b);
	run_cc_close(&b);
	return status;
}

static const struct option_row options[] = {
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N, or auto: a GPU if there is one"), &device, 0 },
	OPTION_COMPILER(compiler),
	{ "fuse", OPTION_FLAG, NULL, N_("the program, or one with the object, rounds as on a GPU:\nproducts and sums become fma"),
	  &fuse, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_cc = {
	.name = "cc", .arguments = "FILE... [-o PROGRAM] [compiler options]",
	.summary = N_("compile a CUDA program for the virtual machine"),
	.help = N_("FILEs are sources (.cu, .cpp, .cc, .c), objects and archives. The options are a compiler's, as nvcc takes\n"
		"them: -I -D -U -O -std -l -L -W -c -shared -rdc=true -Xcompiler and so on; -v shows the commands and\n"
		"which options have no effect. The program is an ordinary one: it finds warpbook's runtime by itself, and\n"
		"reports its findings on stderr.\n"),
	.options = options, .min_args = 1, .max_args = INT_MAX, .foreign = true, .run = run,
};
