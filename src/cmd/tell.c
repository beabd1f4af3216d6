/* tell.c - `warpbook tell -- TEXT`: a message in the user's language, for the package of notebooks (src/python/notebook). */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "desk/speech.h"

static int run(int nargs, char **args)
{
	struct error ignored;

	(void)nargs;
	speech_begin(&ignored); /* a broken catalogue is reported by what the package calls else */
	puts(tr(args[0]));
	return EXIT_DONE;
}

const struct command command_tell = {
	.name = "tell", .arguments = "-- TEXT", .summary = N_("translate a message (used by notebooks)"),
	.min_args = 1, .max_args = 1, .hidden = true, .run = run,
};
