/* lsp.c - `warpbook lsp`: the language server, for editors; nobody types it. */
#include "config.h"

#include <unistd.h>

#include "cmd/cmd.h"
#include "lsp/lsp.h"

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	int status = lsp_serve(STDIN_FILENO, STDOUT_FILENO, &err);

	(void)nargs;
	(void)args;
	return status < 0 ? report_error(&err) : status ? EXIT_LEARNER : EXIT_DONE;
}

const struct command command_lsp = {
	.name = "lsp", .arguments = "", .summary = N_("serve an editor: findings, verdicts and hints beside the text"),
	.help = N_("An editor starts it and speaks the language server protocol with it, on standard input and output. The "
		"settings of\nseveral editors are in doc/editors.md. It checks a .cu file, an exercise or a Numba program when "
		"you save it.\nPrograms run only in the folders that the editor's settings trust; elsewhere a file is "
		"compiled.\n"),
	.max_args = 0, .run = run,
};
