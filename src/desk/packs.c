/* packs.c - see packs.h. */
#include "config.h"

#include "desk/packs.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "catalog/course.h"
#include "desk/workspace.h"
#include "script/script.h"

#define LIST_MAX_BYTES ((size_t)1 << 16)

static char chosen[PATH_MAX]; /* the workspace that packs_choose named */

struct names { struct arena *a; const char **list; size_t n, cap; };

static int name_add(struct names *l, const char *name, struct error *err)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->list[i], name))
			return 0;
	if (!arena_push(l->a, &l->list, &l->n, &l->cap, sizeof *l->list) || !(l->list[l->n - 1] = arena_strdup(l->a, name)))
		return error_nomem(err);
	return 0;
}

/* ---- installed packs ------------------------------------------------------------------------------ */

int packs_home(char *out, size_t size, struct error *err)
{
	const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	int n;

	if (base && base[0] == '/')
		n = snprintf(out, size, "%s/warpbook/packs", base);
	else if (home && home[0] == '/')
		n = snprintf(out, size, "%s/.local/share/warpbook/packs", home);
	else
		return error_set(err, PARTY_MACHINE, "neither XDG_DATA_HOME nor HOME names a folder");
	return (size_t)n < size ? 0 : error_set(err, PARTY_MACHINE, "the name of the packs' folder is too long");
}

static int is_pack(const struct dirent *entry)
{
	return pack_name_is_plain(entry->d_name);
}

int packs_installed(struct arena *a, const char ***names, size_t *n, struct error *err)
{
	struct names l = { .a = a };
	char home[PATH_MAX];
	struct dirent **entries = NULL;
	int found, status = 0;

	*n = 0;
	if (packs_home(home, sizeof home, err))
		return -1;
	found = path_is_dir(home) ? scandir(home, &entries, is_pack, alphasort) : 0;
	if (found < 0)
		return error_errno(err, "cannot read the folder '%s'", home);
	for (int i = 0; i < found; i++) {
		if (!status)
			status = name_add(&l, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	*names = l.list;
	*n = l.n;
	return status;
}

int packs_folder(const char *word, char *out, size_t size, struct error *err)
{
	char home[PATH_MAX];

	if (!strcmp(word, PACK_OURS)) {
		*out = '\0';
		return 0;
	}
	if (*word == '/') {
		snprintf(out, size, "%s", word);
	} else if (!pack_name_is_plain(word)) {
		error_set(err, PARTY_LEARNER, "'%.100s' is not the name of a pack, and not the path of a folder from / on", word);
		return error_remedy(err, "`warpbook pack list` shows the packs");
	} else if (packs_home(home, sizeof home, err)) {
		return -1;
	} else if (!path_join(out, size, home, word)) {
		return error_set(err, PARTY_MACHINE, "the name of the packs' folder is too long");
	}
	if (path_is_dir(out))
		return 0;
	error_set(err, PARTY_LEARNER, "the pack '%.200s' is not on this machine", word);
	return error_remedy(err, "bring it back with `warpbook pack add`, or forget it with `warpbook pack remove %.200s`", word);
}

/* ---- the workspace's list -------------------------------------------------------------------------- */

static int list_path(const char *root, char out[PATH_MAX], struct error *err)
{
	return snprintf(out, PATH_MAX, "%s/.warpbook/packs", root) < PATH_MAX ? 0
		       : error_set(err, PARTY_MACHINE, "the workspace's path is too long");
}

int packs_remembered(const char *root, struct arena *a, const char ***list, size_t *n, struct error *err)
{
	struct names l = { .a = a };
	struct buf text = BUF_INIT;
	char path[PATH_MAX];
	int status = list_path(root, path, err);

	if (!status && !path_exists(path))
		status = name_add(&l, PACK_OURS, err);
	else if (!status)
		status = file_read(path, LIST_MAX_BYTES, &text, err);
	for (char *line = text.data, *rest = NULL; !status && line; line = NULL)
		for (line = strtok_r(line, "\n", &rest); line && !status; line = strtok_r(NULL, "\n", &rest))
			status = name_add(&l, line, err);
	buf_release(&text);
	*list = l.list;
	*n = l.n;
	return status;
}

int packs_remember(const char *root, const char *const *list, size_t n, struct error *err)
{
	struct buf text = BUF_INIT;
	char path[PATH_MAX];
	int status = list_path(root, path, err);

	for (size_t i = 0; i < n; i++)
		buf_printf(&text, "%s\n", list[i]);
	if (!status && text.failed)
		status = error_nomem(err);
	if (!status && n == 1 && !strcmp(list[0], PACK_OURS)) {
		if (unlink(path) && path_exists(path))
			status = error_errno(err, "cannot remove '%s'", path);
	} else if (!status) {
		status = file_write(path, buf_text(&text), text.len, err);
	}
	buf_release(&text);
	return status;
}

int packs_remember_variable(const char *root, struct error *err)
{
	struct arena a = { 0 };
	struct names l = { .a = &a };
	const struct pack *packs;
	char path[PATH_MAX];
	size_t n;
	int status;

	if (!getenv("WARPBOOK_DATA") || !*getenv("WARPBOOK_DATA"))
		return 0;
	status = course_packs(&packs, &n, err);
	for (size_t i = 0; i < n && !status; i++) {
		if (!packs[i].ours && !realpath(packs[i].folder, path))
			status = error_errno(err, "cannot use the folder '%s'", packs[i].folder);
		else
			status = name_add(&l, packs[i].ours ? PACK_OURS : path, err);
	}
	if (!status)
		status = packs_remember(root, l.list, l.n, err);
	arena_release(&a);
	return status;
}

/* ---- the configuration ------------------------------------------------------------------------------- */

static int configuration_read(struct script *s, void *ctx, struct error *err)
{
	struct names *l = ctx;
	const char *word = NULL;
	char path[PATH_MAX];
	int found = script_enter(s, "packs", false, err);

	if (found != 1)
		return found;
	for (int i = 1; i <= script_length(s); i++) {
		if (script_item_string(s, l->a, i, &word, err) != 1)
			return -1;
		if (!strncmp(word, "~/", 2) && getenv("HOME") && path_join(path, sizeof path, getenv("HOME"), word + 2))
			word = path;
		else if (*word != '/' && !pack_name_is_plain(word)) {
			script_error_item(s, err, i, "'%.100s' is not the name of a pack, and not a folder's path", word);
			return error_remedy(err, "write the name of an installed pack, or a path that begins with / or ~/");
		}
		if (name_add(l, word, err))
			return -1;
	}
	script_leave(s);
	return 0;
}

static int configured(struct names *l, struct error *err)
{
	char path[PATH_MAX];
	struct script *s;
	int status;

	if (path_config("config.lua", path, sizeof path, NULL) || !path_exists(path))
		return 0;
	s = script_open(path, NULL, err);
	status = s ? script_protect(s, configuration_read, l, err) : -1;
	script_close(s);
	if (status && err && err->party == PARTY_AUTHOR)
		err->party = PARTY_LEARNER;
	return status;
}

/* ---- the course's ---------------------------------------------------------------------------------------- */

int packs_words(struct arena *a, const char ***words, size_t *n, struct error *err)
{
	struct names all = { .a = a };
	struct workspace w;
	const char **remembered = (const char *[]){ PACK_OURS };
	size_t nremembered = 1;

	if (!*chosen && workspace_find(&w, NULL))
		w.root[0] = '\0';
	if ((*chosen || w.root[0]) && packs_remembered(*chosen ? chosen : w.root, a, &remembered, &nremembered, err))
		return -1;
	for (size_t i = 0; i < nremembered; i++)
		if (name_add(&all, remembered[i], err) || (!strcmp(remembered[i], PACK_OURS) && configured(&all, err)))
			return -1;
	*words = all.list;
	*n = all.n;
	return 0;
}

static int folders_ask(struct arena *a, const char ***folders, size_t *n, struct error *err)
{
	struct names found = { .a = a };
	const char **words;
	char folder[PATH_MAX];
	size_t nwords;

	if (packs_words(a, &words, &nwords, err))
		return -1;
	for (size_t i = 0; i < nwords; i++)
		if (packs_folder(words[i], folder, sizeof folder, err) || name_add(&found, folder, err))
			return -1;
	*folders = found.list;
	*n = found.n;
	return 0;
}

void packs_begin(void)
{
	course_source(folders_ask, packs_folder);
}

void packs_choose(const char *root)
{
	course_forget();
	snprintf(chosen, sizeof chosen, "%s", root);
}
