/*
 * add.c - `warpbook pack add`: installs a pack, and makes it part of the workspace's course.
 *
 * Whatever it comes from, a pack is copied file by file into a new folder beside the installed ones, read there, and then
 * renamed. If the course cannot be read with it, all is put back. An archive is opened as a student's is (grade/in/unpack.h).
 */
#include "config.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "cmd/pack/pack.h"
#include "desk/packs.h"
#include "desk/workspace.h"
#include "grade/in/unpack.h"

struct adding {
	struct arena a;
	struct workspace w;        /* root "": there is none */
	struct pack pack;          /* its manifest, as installed */
	char home[PATH_MAX], staging[PATH_MAX], target[PATH_MAX], old[PATH_MAX];
	const char *replaced;      /* the version that was installed; NULL: none */
	size_t lessons, exercises, files;
};

/* ---- the files ------------------------------------------------------------------------------- */

static int not_a_pack(const char *source, struct error *err)
{
	error_set(err, PARTY_AUTHOR, "'%.200s' has no " PACK_MANIFEST, source);
	return error_remedy(err, "write one: return { name = \"...\", version = \"1.0\", licence = \"CC BY 4.0\" }; doc/packs.md "
				 "says more");
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* An archive may have everything in one folder: enters it. */
static void enter_only_folder(char *folder, size_t size)
{
	char inner[PATH_MAX], manifest[PATH_MAX];
	struct dirent **entries = NULL;
	int n;

	if (path_join(manifest, sizeof manifest, folder, PACK_MANIFEST) && path_exists(manifest))
		return;
	n = scandir(folder, &entries, is_visible, alphasort);
	if (n == 1 && path_join(inner, sizeof inner, folder, entries[0]->d_name) && path_is_dir(inner))
		snprintf(folder, size, "%s", inner);
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
}

static int stage(struct adding *d, const char *folder, const char *source, struct error *err)
{
	struct pack_files files;
	char manifest[PATH_MAX];

	if (!path_join(manifest, sizeof manifest, folder, PACK_MANIFEST) || !path_exists(manifest))
		return not_a_pack(source, err);
	snprintf(d->staging, sizeof d->staging, "%.3000s/.new-%ld", d->home, (long)getpid());
	return pack_files_list(folder, &d->a, &files, err) || path_make_dirs(d->home, err) ||
	       pack_files_copy(&files, folder, d->staging, err) ? -1 : 0;
}

static int reject(const char *source, const char *what, const char *why, struct error *err)
{
	struct buf shown = BUF_INIT;

	text_sanitise_name(what, &shown);
	text_sanitise_name(*why ? " " : "", &shown);
	text_sanitise_name(why, &shown);
	error_set(err, PARTY_AUTHOR, "'%.200s': %s", source, buf_text(&shown));
	buf_release(&shown);
	return error_remedy(err, "ask for the pack again; `warpbook pack build` makes archives that are sound");
}

static int stage_archive(struct adding *d, const char *archive, struct error *err)
{
	char temp[PATH_MAX], folder[PATH_MAX];
	struct unpacked u;
	int status;

	if (path_temp_dir(temp, sizeof temp, "warpbook-pack", err))
		return -1;
	snprintf(folder, sizeof folder, "%.4000s/pack", temp);
	status = unpack(archive, path_base(archive), folder, UNPACK_PACK, &d->a, &u, err);
	if (!status && u.problem && u.machine)
		status = error_set(err, PARTY_MACHINE, "'%s' %s", archive, u.problem);
	else if (!status && u.problem)
		status = reject(archive, "the archive", u.problem, err);
	else if (!status && u.n)
		status = reject(archive, u.odd[0].path + strlen(folder) + 1, u.odd[0].why, err);
	else if (!status && u.left_out)
		status = reject(archive, "it has a file outside its own folder, or with an invalid name:", u.first_left_out, err);
	else if (!status && u.twice)
		status = reject(archive, "it has several files of one name", "", err);
	if (!status) {
		enter_only_folder(folder, sizeof folder);
		status = stage(d, folder, archive, err);
	}
	path_remove_tree(temp, NULL);
	return status;
}

/* ---- installing -------------------------------------------------------------------------------- */

/* Puts the new folder in the place of the installed one, which stays beside it until settle. */
static int install(struct adding *d, struct error *err)
{
	struct pack old;

	if (pack_open(&d->pack, d->staging, &d->a, err)) {
		if (!strncmp(err->file, d->staging, strlen(d->staging)))
			memmove(err->file, err->file + strlen(d->staging) + 1, strlen(err->file + strlen(d->staging) + 1) + 1);
		return -1;
	}
	snprintf(d->target, sizeof d->target, "%.3000s/%s", d->home, d->pack.name);
	snprintf(d->old, sizeof d->old, "%.3000s/.old-%ld", d->home, (long)getpid());
	if (path_is_dir(d->target)) {
		d->replaced = pack_open(&old, d->target, &d->a, NULL) ? "?" : old.version;
		if (rename(d->target, d->old))
			return error_errno(err, "cannot move '%s'", d->target);
	}
	return rename(d->staging, d->target) ? error_errno(err, "cannot make '%s'", d->target) : 0;
}

static void put_back(struct adding *d)
{
	if (d->staging[0] && path_is_dir(d->staging))
		path_remove_tree(d->staging, NULL);
	else if (d->target[0] && path_is_dir(d->target))
		path_remove_tree(d->target, NULL);
	if (d->replaced)
		rename(d->old, d->target);
}

/* Puts the pack at the end of the workspace's list, unless it is there; warpbook's own course at its beginning. */
static int list_with(struct adding *d, const char *name, const char ***list, size_t *n, struct error *err)
{
	const char **before;
	size_t k;
	bool first = !strcmp(name, PACK_OURS);

	if (packs_remembered(d->w.root, &d->a, &before, &k, err))
		return -1;
	*list = arena_array(&d->a, k + 1, sizeof **list);
	*n = 0;
	if (!*list)
		return error_nomem(err);
	if (first)
		(*list)[(*n)++] = name;
	for (size_t i = 0; i < k; i++)
		if (!first || strcmp(before[i], name) != 0)
			(*list)[(*n)++] = before[i];
	for (size_t i = 0; i < k && !first; i++)
		if (!strcmp(before[i], name))
			return 0;
	if (!first)
		(*list)[(*n)++] = name;
	return 0;
}

/* The pack in the course; NULL: it is not in it. */
static const struct pack *in_course(const char *name)
{
	const struct pack *packs;
	size_t n;

	if (course_packs(&packs, &n, NULL) == 0)
		for (size_t i = 0; i < n; i++)
			if (!strcmp(packs[i].name, name))
				return &packs[i];
	return NULL;
}

/* The course with the pack must be sound; otherwise the list is as before. */
static int enlist(struct adding *d, const char *name, struct error *err)
{
	const char **before, **list;
	struct init_change *changes;
	size_t nbefore, n;

	if (packs_remembered(d->w.root, &d->a, &before, &nbefore, err) || list_with(d, name, &list, &n, err) ||
	    packs_remember(d->w.root, list, n, err))
		return -1;
	packs_choose(d->w.root);
	if (pack_count(in_course(name), &d->lessons, &d->exercises, err) ||
	    workspace_init(&d->w, d->w.root, NULL, &d->a, &changes, &d->files, err)) {
		packs_remember(d->w.root, before, nbefore, NULL);
		return -1;
	}
	for (size_t i = d->files; i-- > 0;)
		d->files -= changes[i].action != INIT_CREATED;
	return 0;
}

static int add(struct adding *d, const char *source, struct error *err)
{
	char folder[PATH_MAX];
	int status;

	if (packs_home(d->home, sizeof d->home, err))
		return -1;
	if (path_is_dir(source))
		status = stage(d, source, source, err);
	else if (path_exists(source) || strchr(source, '/') || unpack_is_archive(source, NULL))
		status = stage_archive(d, source, err);
	else if (packs_folder(source, folder, sizeof folder, err))
		return -1;
	else if (!d->w.root[0])
		return error_set(err, PARTY_LEARNER, "'%s' is installed, and there is no workspace that could use it", source);
	else
		return (!*folder ? 0 : pack_open(&d->pack, folder, &d->a, err)) || enlist(d, source, err) ? -1 : 0;
	if (!status)
		status = install(d, err);
	if (!status && d->w.root[0])
		status = enlist(d, d->pack.name, err);
	if (status)
		put_back(d);
	else if (d->replaced)
		path_remove_tree(d->old, NULL);
	return status;
}

/* ---- the command ---------------------------------------------------------------------------------- */

static int report(const struct adding *d)
{
	const struct pack *p = in_course(d->pack.name ? d->pack.name : PACK_OURS);

	if (!p)
		p = &d->pack;
	if (output.json)
		return print_json(json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I}", "name", json_text(p->name),
					    "version", json_text(p->version),
					    "licence", json_text(p->licence), "replaced", json_text(d->replaced),
					    "folder", json_text(*d->target ? d->target : p->folder),
					    "workspace", json_text(*d->w.root ? d->w.root : NULL), "lessons",
					    (json_int_t)d->lessons,
					    "exercises", (json_int_t)d->exercises, "created", (json_int_t)d->files));
	printf("%s %s", p->name, p->version);
	if (d->replaced)
		printf(_(", in place of %s"), d->replaced);
	printf("%s%s\n", *p->licence ? _(", licence: ") : "", p->licence);
	if (*d->w.root)
		printf(_("%zu lesson%s and %zu exercise%s are part of the course in %s: %zu new file%s\n"), d->lessons,
		       d->lessons == 1 ? "" : "s", d->exercises, d->exercises == 1 ? "" : "s", d->w.root, d->files,
		       d->files == 1 ? "" : "s");
	else
		printf(_("installed; no workspace uses it: make one with `warpbook init`, then `warpbook pack add %s` in it\n"),
		       p->name);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	struct adding d = { 0 };
	struct error err = { 0 };
	int status;

	(void)nargs;
	pack_without_variable();
	if (workspace_find(&d.w, NULL))
		d.w.root[0] = '\0';
	status = add(&d, args[0], &err) ? report_error(&err) : report(&d);
	arena_release(&d.a);
	return status;
}

const struct command command_pack_add = {
	.name = "pack add", .arguments = "FOLDER|FILE", .summary = N_("install a pack, and use it in the workspace"),
	.help = N_("FILE is an archive that `warpbook pack build` made (.tar.zst; .tar.gz and .zip do, too). A copy is\n"
		"installed: later changes of the folder count when you add it again. The name of an installed pack\n"
		"makes another workspace use it. Without a workspace the pack is only installed.\n"
		"Lessons and exercises of a pack are tables in Lua without access to files or programs, and what\n"
		"its kernels and solutions do is confined like what you write.\n"),
	.min_args = 1, .max_args = 1, .run = run,
};
