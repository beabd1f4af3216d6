/* init.c - `warpbook init [DIR]`: creates or upgrades a workspace, and reports what happened to each file. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "desk/workspace.h"
#include "toolchain/python/numba.h"

static const char *language;

static const struct { const char *name, *text; } outcomes[] = {
	[INIT_CREATED] = { N_("created"), N_("new") },
	[INIT_UNCHANGED] = { N_("unchanged"), N_("unchanged") },
	[INIT_UPDATED] = { N_("updated"), N_("brought up to date (you had not touched it)") },
	[INIT_KEPT] = { N_("kept"), N_("yours, kept; the newer stub is beside it as .new") },
	[INIT_RESTORED] = { N_("restored"), N_("was gone, put back") },
};

static int print_changes(const struct workspace *w, const struct init_change *changes, size_t n)
{
	size_t count[sizeof outcomes / sizeof *outcomes] = { 0 };

	for (size_t i = 0; i < n; i++)
		count[changes[i].action]++;
	if (output.json) {
		json_t *files = json_array();

		for (size_t i = 0; i < n; i++)
			json_array_append_new(files, json_pack("{s:o, s:s}", "path", json_text(changes[i].path),
							       "action", outcomes[changes[i].action].name));
		return print_json(json_pack("{s:o, s:o, s:o}", "workspace", json_text(w->root),
					    "database", json_text(w->database), "files", files));
	}
	for (size_t i = 0; i < n; i++)
		if (changes[i].action != INIT_UNCHANGED && changes[i].action != INIT_CREATED)
			printf("  %s: %s\n", changes[i].path, _(outcomes[changes[i].action].text));
	printf(_("workspace %s: %zu files"), w->root, n);
	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
		if (count[i])
			printf(", %zu %s", count[i], _(outcomes[i].name));
	printf("\n");
	return EXIT_DONE;
}

/* The named folder; otherwise the workspace around the current folder, or the default place for a first one. */
static int choose_dir(const char *named, char *out, size_t size, struct error *err)
{
	struct workspace here;

	if (!named)
		return workspace_find(&here, NULL) ? workspace_default(out, size, err)
						   : path_join(out, size, here.root, "") ? 0 : -1;
	if (path_join(out, size, named, ""))
		return 0;
	return error_set(err, PARTY_LEARNER, "the folder's name '%.100s...' is too long", named);
}

/* Checks need Numba, but beginning does not: the files exist for learners who install it later. */
static void warn_without_numba(void)
{
	struct compiler numba;
	struct error err = { 0 };

	if (numba_find(&numba, &err))
		error_print(stderr, "warpbook", &err);
}

static int run(int nargs, char **args)
{
	struct arena arena = { 0 };
	struct init_change *changes;
	struct workspace w;
	struct error err = { 0 };
	char dir[sizeof w.root];
	size_t n;
	int status;

	if (language && strcmp(language, "python") && strcmp(language, "cuda")) {
		fprintf(stderr, _("warpbook: --lang takes python or cuda, not '%s'\n"), language);
		return EXIT_USAGE;
	}
	if (choose_dir(nargs ? args[0] : NULL, dir, sizeof dir, &err) ||
	    workspace_init(&w, dir, language, &arena, &changes, &n, &err))
		status = report_error(&err);
	else
		status = print_changes(&w, changes, n);
	if (status == EXIT_DONE && w.python && language)
		warn_without_numba();
	arena_release(&arena);
	return status;
}

static const struct option_row options[] = {
	{ "lang", OPTION_TEXT, "NAME", N_("python: answers in Python, where an exercise offers it; cuda: in CUDA C++"),
	  &language, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_init = {
	.name = "init", .arguments = "[DIR]",
	.summary = N_("make or upgrade a workspace with the exercises' stubs"),
	.help = N_("Without DIR: the workspace you are in, else ~/warpbook-exercises. It never overwrites a file that\n"
		"you have edited: if its stub has changed meanwhile, it puts the newer stub beside your file as\n"
		"NAME.cu.new.\n"
		"With --lang python the exercises that can be answered with Numba come as NAME.py, the others as\n"
		"NAME.cu; --lang cuda takes that back. The files that you have stay.\n"),
	.options = options, .max_args = 1, .run = run,
};
