/* foreign_source.c - see foreign_source.h. The compiler's list decides; the text only serves to find the line to name. */
#include "config.h"

#include "bench/foreign_source.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "source/learner_source.h"
#include "toolchain/command.h"
#include "toolchain/messages.h"

/* The folder of a file as a real path with a slash; false if it is gone. */
static bool folder_of(const char *path, char out[PATH_MAX])
{
	char folder[PATH_MAX], real[PATH_MAX];
	size_t n = (size_t)(path_base(path) - path);

	if (n >= sizeof folder)
		return false;
	memcpy(folder, n ? path : ".", n ? n : 1);
	folder[n ? n : 1] = '\0';
	return realpath(folder, real) && snprintf(out, PATH_MAX, "%s%s", real, real[1] ? "/" : "") < PATH_MAX;
}

static bool begins(const char *path, const char *folder)
{
	return !strncmp(path, folder, strlen(folder));
}

/* All solutions are in one folder per lesson, and those folders in one. */
static bool is_solution(const struct exercise *e, const char *path)
{
	char folder[PATH_MAX], *slash;

	if (!folder_of(e->solution_path, folder))
		return false;
	folder[strlen(folder) - 1] = '\0';
	slash = strrchr(folder, '/');
	if (!slash)
		return false;
	slash[1] = '\0';
	return begins(path, folder);
}

static bool same_bytes(const char *a, const char *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same = file_read(a, SOURCE_MAX_BYTES, &x, NULL) == 0 && file_read(b, SOURCE_MAX_BYTES, &y, NULL) == 0 &&
		    x.len == y.len && x.len && !memcmp(x.data, y.data, x.len);

	buf_release(&x);
	buf_release(&y);
	return same;
}

/* ---- the line to name --------------------------------------------------------------- */

static bool names_file(const struct source_include *i, const char *folder, const char *file)
{
	char joined[PATH_MAX], real[PATH_MAX];

	if (!i->name)
		return false;
	return path_join(joined, sizeof joined, *i->name == '/' ? "" : folder, i->name) && realpath(joined, real) &&
	       !strcmp(real, file);
}

/* The line in `text` that includes the file; if none has its name, an #include through a macro, or 0. */
static int including_line(const char *text, size_t len, const char *folder, const char *file, bool by_macro, struct arena *arena)
{
	struct source_include *list;
	size_t n = source_includes(text, len, arena, &list);

	for (size_t i = 0; i < n; i++)
		if (names_file(&list[i], folder, file))
			return list[i].line;
	for (size_t i = 0; by_macro && i < n; i++)
		if (!list[i].name || !strcmp(path_base(list[i].name), path_base(file)))
			return list[i].line;
	return 0;
}

/* Puts the error in the learner's file, or in a header of theirs that includes the file. */
static void blame(const struct build *b, const char *own, const char *file, struct arena *arena, struct error *err)
{
	const struct compilation *c = &b->compilation;
	int line = including_line(buf_text(&b->source), b->source.len, own, file, false, arena);

	for (size_t i = 0; !line && i < c->nfiles; i++) {
		struct buf header = BUF_INIT;
		char folder[PATH_MAX];

		if (begins(c->files[i], own) && folder_of(c->files[i], folder) &&
		    file_read(c->files[i], SOURCE_MAX_BYTES, &header, NULL) == 0 &&
		    (line = including_line(buf_text(&header), header.len, folder, file, false, arena)))
			error_at(err, c->files[i], line);
		buf_release(&header);
	}
	if (err->line)
		return;
	if (!line)
		line = including_line(buf_text(&b->source), b->source.len, own, file, true, arena);
	error_at(err, b->path, line);
}

/* ---- after the compile ------------------------------------------------------------------ */

static enum verdict reject(struct build *b, const char *own, const char *file, bool reference, struct arena *arena,
			   struct error *err)
{
	if (reference)
		error_set(err, PARTY_LEARNER, "the file includes the reference solution, as '%s'", file);
	else
		error_set(err, PARTY_LEARNER, "the file includes '%s', which came neither with the compiler nor with it", file);
	error_remedy(err, "write the code in the file itself, or in a %s in its folder",
		     exercise_is_python(b->path) ? "module" : "header");
	blame(b, own, file, arena, err);
	b->compilation.ndiagnostics = 0;
	return VERDICT_FOREIGN_SOURCE;
}

/* The real path of a file as a message names it: in the learner's folder, which a kernel's compiler knows as COMMAND_INCLUDES. */
static bool own_path(const char *own, const char *name, char out[PATH_MAX])
{
	static const char folder[] = COMMAND_INCLUDES "/";
	char joined[PATH_MAX];

	if (begins(name, folder))
		name += sizeof folder - 1;
	if (!path_join(joined, sizeof joined, *name == '/' ? "" : own, name))
		return false;
	if (!realpath(joined, out))
		snprintf(out, PATH_MAX, "%s", joined);
	return true;
}

/* A file that the sandbox kept from the compiler is in no list, since the compile ends there; but a message names it. */
static enum verdict foreign_denied(struct build *b, const struct exercise *e, const char *own, struct arena *arena,
				   struct error *err)
{
	const struct compilation *c = &b->compilation;

	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];
		char name[PATH_MAX], file[PATH_MAX], asked[PATH_MAX];

		if (!message_denies_file(d, name, sizeof name) || !own_path(own, name, file) || begins(file, own))
			continue;
		reject(b, own, file, is_solution(e, file) || same_bytes(file, e->solution_path), arena, err);
		if (!err->line && d->file && strcmp(d->file, b->path) && own_path(own, d->file, asked))
			error_at(err, asked, d->line);
		else if (!err->line)
			error_at(err, b->path, d->line);
		return VERDICT_FOREIGN_SOURCE;
	}
	return VERDICT_PASSED;
}

enum verdict foreign_read(struct build *b, const struct exercise *e, struct arena *arena, struct error *err)
{
	const struct compilation *c = &b->compilation;
	char own[PATH_MAX];

	if (build_is_reference(e, b->path) || !folder_of(b->path, own))
		return VERDICT_PASSED;
	for (size_t i = 0; i < c->nfiles; i++)
		if (is_solution(e, c->files[i]) || same_bytes(c->files[i], e->solution_path))
			return reject(b, own, c->files[i], true, arena, err);
	for (size_t i = 0; i < c->nfiles; i++)
		if (!begins(c->files[i], own))
			return reject(b, own, c->files[i], false, arena, err);
	return foreign_denied(b, e, own, arena, err);
}

/* ---- before it ----------------------------------------------------------------------------- */

static const char *endless_kind(const char *path)
{
	struct stat st;

	if (stat(path, &st) || S_ISREG(st.st_mode))
		return NULL;
	return S_ISDIR(st.st_mode) ? "a folder" : S_ISFIFO(st.st_mode) ? "a named pipe" : S_ISSOCK(st.st_mode) ? "a socket" :
	       "a device";
}

enum verdict foreign_include(const struct build *b, const struct exercise *e, struct arena *arena, struct error *err)
{
	struct source_include *list;
	char own[PATH_MAX], joined[PATH_MAX];
	size_t n;

	if (build_is_reference(e, b->path) || !folder_of(b->path, own))
		return VERDICT_PASSED;
	n = source_includes(buf_text(&b->source), b->source.len, arena, &list);
	for (size_t i = 0; i < n; i++) {
		const char *name = list[i].name, *is;

		if (!name || !*name || (*name != '/' && list[i].angled) ||
		    !path_join(joined, sizeof joined, *name == '/' ? "" : own, name) || !(is = endless_kind(joined)))
			continue;
		error_set(err, PARTY_LEARNER, "the file includes '%s', which is %s, not a file", name, is);
		error_at(err, b->path, list[i].line);
		error_remedy(err, "take the line out, or name a header in the file's own folder");
		return VERDICT_BAD_SOURCE;
	}
	return VERDICT_PASSED;
}
