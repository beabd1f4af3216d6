/* author.c - `warpbook author`: commands for authors of lessons and exercises. */
#include "config.h"

#include "cmd/author/author.h"

static const struct command *const subs[] = { &command_author_check, &command_author_new, &command_author_texts, NULL };

const struct command command_author = {
	.name = "author", .arguments = "COMMAND", .summary = N_("prove your own lessons and exercises, or begin one"),
	.help = N_("FOLDER holds `lessons`, `exercises`, `solutions` and `tests/mutants`; exercises/README.md and\n"
		"lessons/README.md describe them.\n\n"),
	.max_args = 0, .subs = subs,
};
