/* neighbours.c - see neighbours.h. */
#include "config.h"

#include "grade/in/neighbours.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "grade/in/assignment.h"

#define FILES_MOST 1000
#define BYTES_MOST ((size_t)64 << 20)
#define FILE_BYTES (4u << 20)
#define DEPTH_MOST 8

/* ---- does it need them? ---------------------------------------------------------------------------- */

/* The text without lines' ends behind a backslash, and without the blanks and comments behind p. */
static const char *skip_blanks(const char *p)
{
	for (;;) {
		p += strspn(p, " \t");
		if (p[0] != '/' || p[1] != '*')
			return p;
		p = strstr(p, "*/");
		if (!p)
			return "";
		p += 2;
	}
}

static void join_lines(const struct buf *text, struct buf *out)
{
	for (const char *p = buf_text(text); *p; p++) {
		size_t end = p[0] == '\\' ? p[1] == '\n' ? 1 : p[1] == '\r' && p[2] == '\n' ? 2 : 0 : 0;

		p += end;
		if (!end)
			buf_putc(out, *p);
	}
}

/* Only `#include <...>` reaches no file beside it: a name may be a macro's. */
static bool includes_own(const struct buf *text)
{
	static const char *const words[] = { "include", "import", "embed", "incbin" };
	struct buf joined = BUF_INIT;
	bool found = false;

	join_lines(text, &joined);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *p = buf_text(&joined); !found && (p = strstr(p, words[i]));)
			found = *skip_blanks(p += strlen(words[i])) != '<';
	buf_release(&joined);
	return found;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && strcmp(entry->d_name, "__pycache__") != 0;
}

/* Does it name a file or a folder that is next to it? If so, all that are there are taken, as that one may import another. */
static bool names_own(const char *dir, const char *path, const struct buf *text)
{
	struct dirent **list;
	bool found = false;
	int n = scandir(dir, &list, is_visible, alphasort);

	for (int i = 0; i < n; i++) {
		char word[NAME_MAX + 1];

		snprintf(word, sizeof word, "%.*s", (int)strcspn(list[i]->d_name, "."), list[i]->d_name);
		found |= strcmp(list[i]->d_name, path_base(path)) && *word && strstr(buf_text(text), word);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	return found;
}

static void folder_of(const char *path, char *dir, size_t size)
{
	const int n = (int)(path_base(path) - path);

	snprintf(dir, size, "%.*s", n ? n : 2, n ? path : "./");
}

bool neighbours_needed(const char *path, const struct buf *text)
{
	char dir[PATH_MAX];

	folder_of(path, dir, sizeof dir);
	return grade_is_python(path) ? names_own(dir, path, text) : includes_own(text);
}

/* ---- all of them ------------------------------------------------------------------------------------ */

struct walk {
	const char *own, *file;  /* the answer's path, and its name in the copy; NULL */
	struct hash *hash;       /* either this, */
	const char *to;          /* or the folder for copies */
	size_t files, bytes;
	struct error *err;
};

static int take(struct walk *w, const char *from, const char *name)
{
	struct buf text = BUF_INIT;
	char copy[PATH_MAX];
	int status = 0;

	if (file_read_itself(from, FILE_BYTES, &text, NULL)) {
		buf_release(&text);
		return 0;
	}
	w->bytes += text.len;
	if (++w->files > FILES_MOST || w->bytes > BYTES_MOST) {
		status = error_set(w->err, PARTY_MACHINE, "more than %d files or %zu MiB lie beside '%s'", FILES_MOST,
				   BYTES_MOST >> 20, path_base(w->own));
		error_remedy(w->err, "remove from that folder what the answer does not read");
	} else if (w->hash) {
		hash_add_text(w->hash, name);
		hash_add(w->hash, buf_text(&text), text.len);
	} else if (path_join(copy, sizeof copy, w->to, name)) {
		status = file_write_scratch(copy, buf_text(&text), text.len, w->err);
	}
	buf_release(&text);
	return status;
}

static int take_folder(struct walk *w, const char *dir, const char *below, int depth);

static int take_entry(struct walk *w, const char *dir, const char *below, const char *entry, bool folders, int depth)
{
	char from[PATH_MAX], name[PATH_MAX], copy[PATH_MAX];
	struct stat st;

	snprintf(name, sizeof name, "%s%s", below, entry);
	if (!path_join(from, sizeof from, dir, entry) || lstat(from, &st) || folders != S_ISDIR(st.st_mode))
		return 0;
	if (!folders)
		return (!*below && (!strcmp(entry, path_base(w->own)) || (w->file && !strcmp(entry, w->file)))) ||
		       !S_ISREG(st.st_mode) ? 0
		       : take(w, from, name);
	if (depth == DEPTH_MOST || (w->to && (!path_join(copy, sizeof copy, w->to, name) || path_make_dirs(copy, w->err))))
		return 0;
	if (strlen(name) + 2 > sizeof name)
		return 0;
	strcat(name, "/");
	return take_folder(w, from, name, depth + 1);
}

/* Its files first, then its folders. */
static int take_folder(struct walk *w, const char *dir, const char *below, int depth)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_visible, alphasort), status = 0;

	for (int folders = 0; folders < 2; folders++)
		for (int i = 0; i < n && !status; i++)
			status = take_entry(w, dir, below, list[i]->d_name, folders, depth);
	for (int i = 0; i < n; i++)
		free(list[i]);
	if (n >= 0)
		free(list);
	return status;
}

void neighbours_hash(const char *path, struct hash *hash)
{
	struct walk w = { .own = path, .hash = hash };
	char dir[PATH_MAX];

	folder_of(path, dir, sizeof dir);
	take_folder(&w, dir, "", 0);
}

int neighbours_copy(const char *path, const char *to, const char *file, struct error *err)
{
	struct walk w = { .own = path, .file = file, .to = to, .err = err };
	char dir[PATH_MAX];

	folder_of(path, dir, sizeof dir);
	return take_folder(&w, dir, "", 0);
}
