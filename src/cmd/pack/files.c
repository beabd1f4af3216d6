/* files.c - the files of a pack, and what is no file of a pack: see pack.h. */
#include "config.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/order.h"
#include "base/path.h"
#include "base/source.h"
#include "cmd/pack/pack.h"

#define FILES_MOST 20000
#define BYTES_MOST ((size_t)64 << 20)
#define DEPTH_MOST 6
#define NAME_MOST 240

struct walk { struct arena *a; struct pack_files *out; const char *folder; };

/* The parts of a pack, at its top. */
static bool is_part(const char *name)
{
	static const char *const parts[] = { PACK_MANIFEST, "lessons", "exercises", "solutions", "tests", NULL };

	for (const char *const *part = parts; *part; part++)
		if (!strcmp(name, *part))
			return true;
	return !strncmp(name, "README", 6) || !strncmp(name, "LICENSE", 7) || !strncmp(name, "LICENCE", 7);
}

static bool is_left_out(const char *name, bool top)
{
	const size_t n = strlen(name);

	return name[0] == '.' || name[n - 1] == '~' || (top && !is_part(name));
}

static int refuse(const char *name, const char *why, const char *remedy, struct error *err)
{
	struct buf shown = BUF_INIT;

	text_sanitise_name(name, &shown);
	error_set(err, PARTY_AUTHOR, "'%.200s' %s", buf_text(&shown), why);
	buf_release(&shown);
	return error_remedy(err, "%s", remedy);
}

static int file_note(struct walk *w, const char *name, size_t bytes, struct error *err)
{
	struct pack_file *f;

	if (bytes > SOURCE_MAX_BYTES)
		return refuse(name, "is larger than 4 MiB", "make it smaller, or leave it out of the pack", err);
	w->out->bytes += bytes;
	if (w->out->n == FILES_MOST || w->out->bytes > BYTES_MOST)
		return refuse(w->folder, "has more than 20,000 files, or more than 64 MiB", "divide the pack", err);
	f = arena_push(w->a, &w->out->files, &w->out->n, &w->out->cap, sizeof *f);
	if (!f || !(f->name = arena_strdup(w->a, name)))
		return error_nomem(err);
	f->bytes = bytes;
	return 0;
}

static int folder_walk(struct walk *w, const char *inside, int depth, struct error *err);

static int entry_note(struct walk *w, const char *inside, const char *entry, int depth, struct error *err)
{
	char name[PATH_MAX], path[PATH_MAX];
	struct stat st;

	if (!path_join(name, sizeof name, inside, entry) || !path_join(path, sizeof path, w->folder, name) ||
	    strlen(name) > NAME_MOST)
		return refuse(entry, "has too long a name", "shorten it", err);
	for (const char *c = entry; *c; c++)
		if (*c < ' ' || *c > '~')
			return refuse(name, "has signs in its name that not every system takes",
				      "use letters, digits, _, - and . alone", err);
	if (lstat(path, &st))
		return error_errno(err, "cannot read '%s'", path);
	if (S_ISDIR(st.st_mode))
		return folder_walk(w, name, depth + 1, err);
	if (!S_ISREG(st.st_mode))
		return refuse(name, S_ISLNK(st.st_mode) ? "is a symbolic link" : "is not a file",
			      "a pack has only files and folders: put a file in its place", err);
	return file_note(w, name, (size_t)st.st_size, err);
}

static int folder_walk(struct walk *w, const char *inside, int depth, struct error *err)
{
	char path[PATH_MAX];
	struct dirent **entries = NULL;
	int n, status = 0;

	if (depth > DEPTH_MOST)
		return refuse(inside, "is too deep", "a pack has at most six folders in one another", err);
	if (!path_join(path, sizeof path, w->folder, inside))
		return refuse(inside, "has too long a name", "shorten it", err);
	n = scandir(path, &entries, NULL, alphasort);
	if (n < 0)
		return error_errno(err, "cannot read the folder '%s'", path);
	for (int i = 0; i < n; i++) {
		if (!status && !is_left_out(entries[i]->d_name, depth == 0))
			status = entry_note(w, inside, entries[i]->d_name, depth, err);
		free(entries[i]);
	}
	free(entries);
	return status;
}

ORDER_BY_TEXT(by_name, struct pack_file, name)

int pack_files_list(const char *folder, struct arena *a, struct pack_files *out, struct error *err)
{
	struct walk w = { a, out, folder };

	*out = (struct pack_files){ 0 };
	if (folder_walk(&w, "", 0, err))
		return -1;
	if (out->n)
		qsort(out->files, out->n, sizeof *out->files, by_name);
	return 0;
}

int pack_files_copy(const struct pack_files *files, const char *folder, const char *to, struct error *err)
{
	struct buf text = BUF_INIT;
	int status = path_make_dirs(to, err);

	for (size_t i = 0; i < files->n && !status; i++) {
		char from[PATH_MAX], path[PATH_MAX], dir[PATH_MAX];

		buf_clear(&text);
		if (!path_join(from, sizeof from, folder, files->files[i].name) ||
		    !path_join(path, sizeof path, to, files->files[i].name)) {
			status = refuse(files->files[i].name, "has too long a name", "shorten it", err);
			break;
		}
		snprintf(dir, sizeof dir, "%.*s", (int)(path_base(path) - path - 1), path);
		status = file_read_itself(from, SOURCE_MAX_BYTES, &text, err) || path_make_dirs(dir, err) ||
			 file_write_scratch(path, buf_text(&text), text.len, err) ? -1 : 0;
	}
	buf_release(&text);
	return status;
}
