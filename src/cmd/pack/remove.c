/* remove.c - `warpbook pack remove`: takes a pack out of the workspace's course, and deletes the installed copy. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/pack/pack.h"
#include "desk/packs.h"
#include "desk/workspace.h"
#include "script/nearest.h"

/* Takes the word out of the workspace's list. 1: it is not in it. */
static int unlist(const struct workspace *w, const char *word, struct arena *a, struct error *err)
{
	const char **before, **list;
	size_t n, kept = 0;
	const struct pack *packs;
	size_t npacks;
	const bool was_sound = course_packs(&packs, &npacks, NULL) == 0;

	if (packs_remembered(w->root, a, &before, &n, err))
		return -1;
	list = arena_array(a, n + 1, sizeof *list);
	if (!list)
		return error_nomem(err);
	for (size_t i = 0; i < n; i++)
		if (strcmp(before[i], word) != 0)
			list[kept++] = before[i];
	if (kept == n)
		return 1;
	if (!kept) {
		error_set(err, PARTY_LEARNER, "'%s' is the only pack of this workspace", word);
		return error_remedy(err, "add another before you remove it: `warpbook pack add " PACK_OURS "`");
	}
	if (packs_remember(w->root, list, kept, err))
		return -1;
	packs_choose(w->root);
	if (was_sound && course_packs(&packs, &npacks, err)) { /* another pack needs it */
		packs_remember(w->root, before, n, NULL);
		return -1;
	}
	return 0;
}

static int report_unknown(const char *word, struct arena *a, struct error *err)
{
	const char **names = NULL, *near = NULL;
	size_t n = 0;

	if (packs_installed(a, &names, &n, NULL) == 0 && n)
		near = word_nearest(word, names, n);
	error_set(err, PARTY_LEARNER, "there is no pack '%.200s'", word);
	error_word(err);
	return near ? error_remedy(err, "did you mean '%s'? `warpbook pack list` lists them all", near)
		    : error_remedy(err, "`warpbook pack list` lists them all");
}

static int remove_pack(const struct workspace *w, const char *given, bool *listed, bool *deleted, struct arena *a,
		       struct error *err)
{
	char path[PATH_MAX];
	const char *word = given;
	int found = 1;

	if (w->root[0]) {
		found = unlist(w, word, a, err);
		if (found == 1 && realpath(given, path))
			found = unlist(w, path, a, err);
		if (found < 0)
			return -1;
	}
	*listed = found == 0;
	*deleted = pack_name_is_plain(word) && strcmp(word, PACK_OURS) != 0 && packs_folder(word, path, sizeof path, NULL) == 0;
	if (*deleted && path_remove_tree(path, err))
		return -1;
	return *listed || *deleted ? 0 : report_unknown(given, a, err);
}

static int run(int nargs, char **args)
{
	struct arena a = { 0 };
	struct workspace w;
	struct error err = { 0 };
	bool listed = false, deleted = false;
	int status = EXIT_DONE;

	(void)nargs;
	pack_without_variable();
	if (workspace_find(&w, NULL))
		w.root[0] = '\0';
	if (remove_pack(&w, args[0], &listed, &deleted, &a, &err))
		status = report_error(&err);
	else if (output.json)
		status = print_json(json_pack("{s:o, s:b, s:b}", "name", json_text(args[0]), "unlisted", listed, "deleted",
					      deleted));
	else
		printf(_("%s: %s%s%s; your own files stay\n"), args[0], listed ? _("no longer part of the course in ") : "",
		       listed ? w.root : "", deleted ? listed ? _(", and deleted") : _("deleted") : "");
	arena_release(&a);
	return status;
}

const struct command command_pack_remove = {
	.name = "pack remove", .arguments = "PACK|FOLDER", .summary = N_("take a pack out of the course, and delete its copy"),
	.help = N_("Your answers to its exercises and their progress stay in the workspace.\n"),
	.min_args = 1, .max_args = 1, .run = run,
};
