/* vm_print.c - `warpbook vm print FILE`: prints the module as the vm reads it. */
#include "config.h"

#include <stdio.h>

#include "cmd/vm/vm.h"
#include "cmd/own_file.h"

static const char *compiler;

static int print_module(struct hand_file *f)
{
	struct buf text = BUF_INIT;
	int status = EXIT_DONE;

	ptx_print(f->module, &text);
	if (text.failed) {
		struct error err;

		error_nomem(&err);
		status = report_error(&err);
	} else if (output.json) {
		status = print_json(json_pack("{s:o, s:o}", "file", json_text(f->path), "ptx", json_text(buf_text(&text))));
	} else {
		fwrite(text.data, 1, text.len, stdout);
	}
	buf_release(&text);
	return status;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct hand_file f;
	int status = own_file_read(&f, args[0], compiler, false);

	(void)nargs;
	if (status == EXIT_DONE)
		status = hand_file_parse(&f, &err) ? report_error(&err) : print_module(&f);
	hand_file_release(&f);
	return status;
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", N_("for .cu: nvcc, clang, clang-19, or a path"), &compiler, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_print = {
	.name = "vm print", .arguments = "FILE", .summary = N_("print the module as PTX text again"),
	.help = N_("Scopes are flattened and operands resolved; parsing the text again gives the same module.\n"),
	.options = options, .min_args = 1, .max_args = 1, .run = run,
};
