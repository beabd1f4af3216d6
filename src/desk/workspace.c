/*
 * workspace.c - hands out stubs without ever taking a learner's work away.
 *
 * .warpbook/stubs records, for each file handed out, its hash at that time: a line "HASH PATH" each; the file is
 * always rewritten as a whole. At the next start there are three versions - the present file, the one handed out, and
 * today's stub - and which of them are equal decides everything (see file_upgrade). A file in the way is renamed to
 * NAME.~N~ with the first free N; nothing is deleted.
 */
#include "config.h"

#include "desk/workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/path.h"
#include "catalog/course.h"
#include "desk/packs.h"

#define STUBS_MAX_BYTES ((size_t)4 << 20)
#define LANGUAGE_MAX_BYTES ((size_t)1 << 16)
#define BACKUPS_MAX 9999
#define HOME_FOLDER "warpbook-exercises"

static const char readme[] =
	"This folder is your warpbook workspace.\n"
	"\n"
	"  exercises/   the files to edit, one .cu (or .py) for each exercise\n"
	"  .warpbook/   your progress: leave it to warpbook\n"
	"\n"
	"  warpbook              opens the workbook\n"
	"  warpbook check NAME   compiles, runs and judges an exercise\n"
	"  warpbook watch NAME   does so each time you save\n"
	"  warpbook hint NAME    the next of three hints\n"
	"  warpbook reset NAME   starts an exercise over; your file is kept beside it\n"
	"\n"
	"Edits are never overwritten. After an upgrade, `warpbook init` brings new exercises; where one\n"
	"that you edited has a new version, it is put beside yours as NAME.cu.new.\n";

/* One file as handed out. */
struct handout { const char *path; char hash[HASH_HEX]; };
struct handouts { struct handout *rows; size_t n, cap; };

struct init {
	struct workspace *w;
	struct arena *arena;
	struct handouts known;  /* the contents of .warpbook/stubs, updated on the way */
	struct init_change *changes;
	size_t n, cap;
};

/* ---- the language --------------------------------------------------------------------- */

static bool language_path(const char *root, char out[PATH_MAX])
{
	return snprintf(out, PATH_MAX, "%s/.warpbook/language", root) < PATH_MAX;
}

/*
 * .warpbook/language: "python" or "cuda", the workspace's language; then a line for each exercise in the other one. Returns where
 * that exercise's line begins; NULL: it has none.
 */
static char *language_read(const char *root, const char *id, struct buf *text)
{
	size_t len = strlen(id);
	char path[PATH_MAX];

	if (!language_path(root, path) || !path_exists(path) || file_read(path, LANGUAGE_MAX_BYTES, text, NULL))
		return NULL;
	for (char *line = text->data; line && *line; line += strcspn(line, "\n"), line += *line == '\n')
		if (!strncmp(line, id, len) && line[len] == '\n')
			return line;
	return NULL;
}

static bool reads_python(const char *root)
{
	struct buf text = BUF_INIT;
	bool python = language_read(root, "python", &text) == text.data && text.len;

	buf_release(&text);
	return python;
}

static bool is_switched(const struct workspace *w, const char *id)
{
	struct buf text = BUF_INIT;
	bool is = language_read(w->root, id, &text) != NULL;

	buf_release(&text);
	return is;
}

static int language_set(struct workspace *w, const char *language, struct error *err)
{
	char path[PATH_MAX], text[32];

	w->python = !strcmp(language, "python");
	snprintf(text, sizeof text, "%s\n", language);
	if (!language_path(w->root, path))
		return error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	return file_write(path, text, strlen(text), err);
}

/* "exercises/01_kernels/add.py" if its language is Python and the exercise offers it, else .cu. */
static void exercise_name(const struct workspace *w, const char *id, char *out, size_t size)
{
	char data[PATH_MAX];

	snprintf(out, size, "exercises/%.200s.py", id);
	if (course_path(out, data, sizeof data, NULL) || !path_exists(data) || w->python == is_switched(w, id))
		snprintf(out, size, "exercises/%.200s.cu", id);
}

/* ---- where the workspace is --------------------------------------------------------- */

static int set_root(struct workspace *w, const char *root, struct error *err)
{
	if ((size_t)snprintf(w->root, sizeof w->root, "%s", root) >= sizeof w->root ||
	    (size_t)snprintf(w->database, sizeof w->database, "%s/.warpbook/warpbook.db", root) >= sizeof w->database)
		return error_set(err, PARTY_MACHINE, "the workspace's path '%.100s...' is too long", root);
	w->python = reads_python(root);
	return 0;
}

static bool is_workspace(const char *dir)
{
	char mark[PATH_MAX];

	return path_join(mark, sizeof mark, dir, ".warpbook") && path_is_dir(mark);
}

/* Shortens `dir` upwards until it is a workspace. */
static bool find_upwards(char *dir)
{
	for (;;) {
		char *slash;

		if (is_workspace(dir))
			return true;
		slash = strrchr(dir, '/');
		if (!slash || !dir[1])
			return false;
		slash[slash == dir] = '\0';
	}
}

int workspace_find(struct workspace *w, struct error *err)
{
	const char *given = getenv("WARPBOOK_WORKSPACE");
	char dir[PATH_MAX];

	if (given && *given) {
		if (realpath(given, dir) && is_workspace(dir))
			return set_root(w, dir, err);
		error_set(err, PARTY_LEARNER, "WARPBOOK_WORKSPACE names '%s', which is not a workspace", given);
		return error_remedy(err, "make it one with `warpbook init '%s'`, or unset WARPBOOK_WORKSPACE", given);
	}
	if (getcwd(dir, sizeof dir) && find_upwards(dir))
		return set_root(w, dir, err);
	if (workspace_default(dir, sizeof dir, NULL) == 0 && is_workspace(dir))
		return set_root(w, dir, err);
	error_set(err, PARTY_LEARNER, "there is no workspace here, in a folder above, or at ~/" HOME_FOLDER);
	return error_remedy(err, "make one with `warpbook init`");
}

int workspace_default(char *out, size_t size, struct error *err)
{
	const char *given = getenv("WARPBOOK_WORKSPACE"), *home = getenv("HOME");
	bool named = given && *given;

	if (!named && !(home && *home)) {
		error_set(err, PARTY_MACHINE, "HOME is not set, so there is no place for a workspace");
		return error_remedy(err, "name a folder: `warpbook init DIR`");
	}
	if (!path_join(out, size, named ? given : home, named ? "" : HOME_FOLDER))
		return error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	return 0;
}

int workspace_exercise_path(const struct workspace *w, const char *id, char *out, size_t size)
{
	char name[300];
	int n;

	exercise_name(w, id, name, sizeof name);
	n = snprintf(out, size, "%s/%s", w->root, name);
	return n >= 0 && (size_t)n < size ? 0 : -1;
}

/* ---- stubs handed out ---------------------------------------------------------------- */

static struct handout *handout_find(struct handouts *h, const char *path)
{
	for (size_t i = 0; i < h->n; i++)
		if (!strcmp(h->rows[i].path, path))
			return &h->rows[i];
	return NULL;
}

static int handout_note(struct init *in, const char *path, const char *hash, struct error *err)
{
	struct handout *row = handout_find(&in->known, path);

	if (!row) {
		row = arena_push(in->arena, &in->known.rows, &in->known.n, &in->known.cap, sizeof *row);
		if (!row || !(row->path = arena_strdup(in->arena, path)))
			return error_nomem(err);
	}
	memcpy(row->hash, hash, HASH_HEX);
	return 0;
}

static int stubs_path(const struct workspace *w, char *out, size_t size, struct error *err)
{
	if ((size_t)snprintf(out, size, "%s/.warpbook/stubs", w->root) >= size)
		return error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	return 0;
}

/* A line that is not "64 digits, blank, path" is skipped: its file then counts as the learner's own. */
static int stubs_read(struct init *in, struct error *err)
{
	char path[PATH_MAX];
	struct buf text = BUF_INIT;
	int status = 0;

	if (stubs_path(in->w, path, sizeof path, err))
		return -1;
	if (path_exists(path))
		status = file_read(path, STUBS_MAX_BYTES, &text, err);
	for (char *line = text.data, *next; status == 0 && line && *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		if (strspn(line, "0123456789abcdef") == HASH_HEX - 1 && line[HASH_HEX - 1] == ' ') {
			line[HASH_HEX - 1] = '\0';
			status = handout_note(in, line + HASH_HEX, line, err);
		}
	}
	buf_release(&text);
	return status;
}

static int stubs_write(const struct init *in, struct error *err)
{
	char path[PATH_MAX];
	struct buf text = BUF_INIT;
	int status;

	if (stubs_path(in->w, path, sizeof path, err))
		return -1;
	for (size_t i = 0; i < in->known.n; i++)
		buf_printf(&text, "%s %s\n", in->known.rows[i].hash, in->known.rows[i].path);
	status = text.failed ? error_nomem(err) : file_write(path, buf_text(&text), text.len, err);
	buf_release(&text);
	return status;
}

/* ---- files ---------------------------------------------------------------------------- */

/* Renames the file to the first free PATH.~N~: an empty file first reserves the name, and the rename replaces it. */
static int back_up(const char *path, char *backup, size_t size, struct error *err)
{
	for (int n = 1; n <= BACKUPS_MAX; n++) {
		int fd;

		if ((size_t)snprintf(backup, size, "%s.~%d~", path, n) >= size)
			return error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", path);
		fd = open(backup, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0)
			return error_errno(err, "cannot keep your file as '%s'", backup);
		close(fd);
		if (rename(path, backup) == 0)
			return 0;
		error_errno(err, "cannot keep your file as '%s'", backup);
		unlink(backup);
		return -1;
	}
	error_set(err, PARTY_LEARNER, "'%s' has %d backups", path, BACKUPS_MAX);
	return error_remedy(err, "delete some of them");
}

/* Reads the present file at path; *there is false if there is none. A dangling link counts as a file in the way. */
static int read_present(const char *path, struct buf *text, bool *there, struct error *err)
{
	char target[1];

	*there = path_exists(path) || readlink(path, target, sizeof target) >= 0;
	return *there ? file_read(path, SOURCE_MAX_BYTES, text, err) : 0;
}

static int change_note(struct init *in, const char *path, enum init_action action, struct error *err)
{
	struct init_change *row = arena_push(in->arena, &in->changes, &in->n, &in->cap, sizeof *row);

	if (!row || !(row->path = arena_strdup(in->arena, path)))
		return error_nomem(err);
	row->action = action;
	return 0;
}

/* Puts the new version next to the learner's file; keeps an older one there if it differs. */
static int put_beside(const char *path, const struct buf *stub, struct error *err)
{
	char beside[PATH_MAX], backup[PATH_MAX];
	struct buf present = BUF_INIT;
	bool there, same;

	if ((size_t)snprintf(beside, sizeof beside, "%s.new", path) >= sizeof beside)
		return error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", path);
	if (read_present(beside, &present, &there, err)) {
		buf_release(&present);
		return -1;
	}
	same = there && present.len == stub->len && !memcmp(buf_text(&present), buf_text(stub), stub->len);
	buf_release(&present);
	if (same)
		return 0;
	if (there && back_up(beside, backup, sizeof backup, err))
		return -1;
	return file_write(beside, buf_text(stub), stub->len, err);
}

/*
 * now = the file in the workspace, old = the version handed out, new = today's stub:
 *
 *	no file                   write new (created, or restored if there was an old)
 *	now = new                 nothing to do
 *	now = old, old != new     the learner has not touched it: write new
 *	else, old = new           the learner's edits, and nothing newer
 *	else                      the learner's edits; put new next to them
 */
static int file_upgrade(struct init *in, const char *relative, const struct buf *stub, struct error *err)
{
	char path[PATH_MAX], now[HASH_HEX], new[HASH_HEX];
	const struct handout *old = handout_find(&in->known, relative);
	struct buf present = BUF_INIT;
	enum init_action action;
	bool there;
	int status;

	if ((size_t)snprintf(path, sizeof path, "%s/%s", in->w->root, relative) >= sizeof path)
		return error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", relative);
	if (read_present(path, &present, &there, err)) {
		buf_release(&present);
		return -1;
	}
	hash_bytes(buf_text(&present), present.len, now);
	hash_bytes(buf_text(stub), stub->len, new);
	buf_release(&present);
	if (!there)
		action = old ? INIT_RESTORED : INIT_CREATED;
	else if (!strcmp(now, new) || (old && !strcmp(old->hash, new)))
		action = INIT_UNCHANGED;
	else
		action = old && !strcmp(now, old->hash) ? INIT_UPDATED : INIT_KEPT;
	switch (action) {
	case INIT_UNCHANGED:
		status = 0;
		break;
	case INIT_KEPT:
		status = put_beside(path, stub, err);
		break;
	case INIT_CREATED:
	case INIT_RESTORED:
		status = file_write_quick(path, buf_text(stub), stub->len, err); /* a new workspace has nearly two hundred */
		break;
	default:
		status = file_write(path, buf_text(stub), stub->len, err);
	}
	return status || handout_note(in, relative, new, err) || change_note(in, relative, action, err) ? -1 : 0;
}

/* ---- init ------------------------------------------------------------------------------ */

static int exercise_hand_out(struct init *in, const char *id, struct error *err)
{
	char folder[PATH_MAX], stub_path[PATH_MAX], name[300];
	struct buf stub = BUF_INIT;
	int status;

	exercise_name(in->w, id, name, sizeof name);
	if ((size_t)snprintf(folder, sizeof folder, "%s/exercises/%.*s", in->w->root, (int)strcspn(id, "/"), id) >= sizeof folder)
		return error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", id);
	if (course_path(name, stub_path, sizeof stub_path, err) || path_make_dirs(folder, err))
		return -1;
	status = file_read(stub_path, SOURCE_MAX_BYTES, &stub, err);
	if (status == 0)
		status = file_upgrade(in, name, &stub, err);
	buf_release(&stub);
	return status;
}

static int hand_out_all(struct init *in, struct error *err)
{
	struct buf text = BUF_INIT;
	struct catalog catalog;
	int status;

	if (catalog_open(&catalog, err))
		return -1;
	buf_puts(&text, readme);
	status = text.failed ? error_nomem(err) : file_upgrade(in, "README.txt", &text, err);
	buf_release(&text);
	for (size_t i = 0; status == 0 && i < catalog.nids; i++)
		status = exercise_hand_out(in, catalog.ids[i], err);
	catalog_release(&catalog);
	return status;
}

/* A workspace must not be the folder of the stubs themselves: edits would change the originals. */
static int reject_source_tree(const char *dir, struct error *err)
{
	char data[PATH_MAX], ours[PATH_MAX], exercises[PATH_MAX], theirs[PATH_MAX];
	const struct pack *packs;
	size_t n, i;

	if (course_packs(&packs, &n, err))
		return -1;
	if (!path_join(exercises, sizeof exercises, dir, "exercises") || !realpath(exercises, theirs))
		return 0;
	for (i = 0; i < n; i++)
		if (path_join(data, sizeof data, packs[i].folder, "exercises") && realpath(data, ours) && !strcmp(ours, theirs))
			break;
	if (i == n)
		return 0;
	error_set(err, PARTY_LEARNER, "'%s' is where warpbook keeps its own exercises", dir);
	return error_remedy(err, "choose another folder: `warpbook init ~/" HOME_FOLDER "`");
}

static int prepare_root(struct workspace *w, const char *dir, struct error *err)
{
	char root[PATH_MAX], inner[PATH_MAX];

	if (path_make_dirs(dir, err))
		return -1;
	if (!realpath(dir, root))
		return error_errno(err, "cannot use the folder '%s'", dir);
	packs_choose(root);
	if (reject_source_tree(root, err) || set_root(w, root, err))
		return -1;
	return path_join(inner, sizeof inner, root, ".warpbook") ? path_make_dirs(inner, err)
								  : error_set(err, PARTY_MACHINE, "the path is too long");
}

int workspace_init(struct workspace *w, const char *dir, const char *language, struct arena *arena,
		   struct init_change **changes, size_t *n, struct error *err)
{
	struct init in = { .w = w, .arena = arena };
	struct error unwritten;
	int status;

	if (prepare_root(w, dir, err) || packs_remember_variable(w->root, err) || (language && language_set(w, language, err)) ||
	    stubs_read(&in, err))
		return -1;
	status = hand_out_all(&in, err);
	if (status)
		stubs_write(&in, &unwritten); /* the files handed out before the error still count */
	else
		status = stubs_write(&in, err);
	*changes = in.changes;
	*n = in.n;
	return status;
}

/* ---- reset ------------------------------------------------------------------------------ */

static int put_back(const char *path, const struct buf *stub, char *backup, size_t size, struct error *err)
{
	struct buf present = BUF_INIT;
	bool there = path_exists(path), same = false;

	if (there && path_is_dir(path)) {
		error_set(err, PARTY_LEARNER, "'%s' is a folder, not a file", path);
		return error_remedy(err, "move it aside");
	}
	if (there && file_read(path, SOURCE_MAX_BYTES, &present, NULL) == 0)
		same = present.len == stub->len && !memcmp(buf_text(&present), buf_text(stub), stub->len);
	buf_release(&present);
	if (same)
		return 0;
	if (there && back_up(path, backup, size, err)) {
		*backup = '\0';
		return -1;
	}
	if (file_write(path, buf_text(stub), stub->len, err) == 0)
		return 0;
	if (there && rename(backup, path) == 0)
		*backup = '\0';
	return -1;
}

int workspace_reset(const struct workspace *w, const char *id, char *backup, size_t size, struct error *err)
{
	char path[PATH_MAX], stub_path[PATH_MAX], name[300];
	struct buf stub = BUF_INIT;
	int status;

	*backup = '\0';
	exercise_name(w, id, name, sizeof name);
	if (workspace_exercise_path(w, id, path, sizeof path))
		return error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	if (course_path(name, stub_path, sizeof stub_path, err))
		return -1;
	status = file_read(stub_path, SOURCE_MAX_BYTES, &stub, err);
	if (status == 0)
		status = put_back(path, &stub, backup, size, err);
	buf_release(&stub);
	return status;
}

/* ---- one exercise in the other language ----------------------------------------------------- */

/* Adds the exercise's line to the file, or takes it out. */
static int language_switch(const struct workspace *w, const char *id, struct error *err)
{
	struct buf text = BUF_INIT;
	char *line = language_read(w->root, id, &text), path[PATH_MAX];
	int status;

	if (line) {
		size_t len = strlen(id) + 1, from = (size_t)(line - text.data);

		memmove(line, line + len, text.len - from - len);
		text.len -= len;
	} else {
		buf_printf(&text, "%s%s\n", text.len ? "" : "cuda\n", id);
	}
	if (text.failed)
		status = error_nomem(err);
	else if (!language_path(w->root, path))
		status = error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	else
		status = file_write(path, text.data, text.len, err);
	buf_release(&text);
	return status;
}

int workspace_switch(struct workspace *w, const char *id, struct error *err)
{
	struct arena arena = { 0 };
	struct init in = { .w = w, .arena = &arena };
	int status;

	if (!exercise_offers_python(id)) {
		error_set(err, PARTY_LEARNER, "the exercise '%s' has no version in Python", id);
		return error_remedy(err, "`warpbook list` marks those that have one");
	}
	status = language_switch(w, id, err);
	if (!status)
		status = stubs_read(&in, err) || exercise_hand_out(&in, id, err) || stubs_write(&in, err) ? -1 : 0;
	arena_release(&arena);
	return status;
}
