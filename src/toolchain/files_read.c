/* files_read.c - see files_read.h. */
#include "config.h"

#include "toolchain/files_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "child/proc.h"
#include "toolchain/program/program_command.h"

#define RULE_BYTES ((size_t)4 << 20)

/* ---- the compiler's own folders -------------------------------------------------------- */

static void folder_add(struct compiler_folders *f, const char *path)
{
	char real[PATH_MAX];

	if (f->n < sizeof f->list / sizeof *f->list && realpath(path, real) &&
	    snprintf(f->list[f->n], sizeof f->list[0], "%s/", real) < PATH_MAX)
		f->n++;
}

/* True for folders that contain much more than a compiler: the system's, and the user's home. */
static bool is_wide(const char *home)
{
	static const char *const wide[] = { "", "/usr", "/usr/local", "/opt" };
	const char *own = getenv("HOME");

	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (!strcmp(home, wide[i]))
			return true;
	return own && path_within(own, home);
}

/* Adds a compiler's own folder; for a wide one, only the subfolders that a compiler reads. */
static void toolkit_add(struct compiler_folders *f, const char *toolkit)
{
	static const char *const parts[] = { "include", "lib", "lib64" };
	char part[PATH_MAX];

	if (!is_wide(toolkit)) {
		folder_add(f, toolkit);
		return;
	}
	for (size_t i = 0; *toolkit && i < sizeof parts / sizeof *parts; i++)
		if (path_join(part, sizeof part, toolkit, parts[i]))
			folder_add(f, part);
}

/* Adds the folder two levels above the host compiler. */
static void host_compiler_add(struct compiler_folders *f)
{
	char path[PATH_MAX], real[PATH_MAX], *slash;

	if (proc_find("g++", path, sizeof path) || !realpath(path, real))
		return;
	for (int i = 0; i < 2 && (slash = strrchr(real, '/')); i++)
		*slash = '\0';
	toolkit_add(f, real);
}

void compiler_folders_find(const struct compiler *c, struct compiler_folders *f)
{
	static const char *const always[] = { "/usr/include", "/usr/lib", "/usr/lib64", "/usr/local/include", "/nix/store" };
	char headers[PATH_MAX], api[PATH_MAX];
	struct error ignored;

	f->n = 0;
	if (headers_find(headers, sizeof headers, &ignored) == 0)
		folder_add(f, headers);
	if (program_headers(headers, api, &ignored) == 0) {
		*strrchr(api, '/') = '\0'; /* the headers include tables beside their folder */
		folder_add(f, api);
	}
	program_cccl(headers);
	if (*headers)
		folder_add(f, headers);
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		folder_add(f, always[i]);
	toolkit_add(f, c->toolkit);
	if (c->kind == COMPILER_NVCC)
		host_compiler_add(f);
}

static bool came_with_compiler(const struct compiler_folders *f, const char *path)
{
	for (size_t i = 0; i < f->n; i++) {
		size_t n = strlen(f->list[i]);

		if (!strncmp(path, f->list[i], n) && !strstr(path + n, "/../") && strncmp(path + n, "../", 3))
			return true;
	}
	return false;
}

/* ---- the files read ----------------------------------------------------------------------- */

/* A make rule: words after the first colon; a backslash precedes a blank inside a name, and a line's end. */
int files_read_list(const char *rule, struct arena *arena, struct word_list *files)
{
	struct buf text = BUF_INIT, word = BUF_INIT;
	const char *p;

	if (file_read(rule, RULE_BYTES, &text, NULL)) {
		buf_release(&text);
		return 0;
	}
	p = strstr(buf_text(&text), ": ");
	for (p = p ? p + 1 : ""; *p; p++) {
		if (*p == '\\' && (p[1] == ' ' || p[1] == '#')) {
			buf_putc(&word, *++p);
		} else if (*p == '$' && p[1] == '$') {
			buf_putc(&word, *++p);
		} else if (*p == ' ' || *p == '\n' || (*p == '\\' && p[1] == '\n')) {
			if (word.len)
				words_add(files, arena, arena_strdup(arena, word.data));
			buf_clear(&word);
		} else {
			buf_putc(&word, *p);
		}
	}
	buf_release(&word);
	buf_release(&text);
	return arena->failed ? -1 : 0;
}

static bool is_listed(const struct word_list *files, size_t n, const char *path)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(files->list[i], path))
			return true;
	return false;
}

int files_keep_own(const struct compiler_folders *folders, const char *from, const char *scratch, struct arena *arena,
		   struct word_list *files)
{
	char here[PATH_MAX], joined[PATH_MAX], real[PATH_MAX];
	size_t n = 0, inside;

	if (!realpath(scratch, here))
		here[0] = '\0';
	inside = strlen(here);
	for (size_t i = 0; i < files->n; i++) {
		const char *name = files->list[i];

		if (came_with_compiler(folders, name))
			continue;
		if (*name != '/' && !path_join(joined, sizeof joined, from, name))
			continue;
		/* A file that no longer exists keeps the name that the compiler read it by. */
		if (!realpath(*name == '/' ? name : joined, real))
			snprintf(real, sizeof real, "%s", name);
		if (came_with_compiler(folders, real) || (inside && !strncmp(real, here, inside) && real[inside] == '/') ||
		    is_listed(files, n, real))
			continue;
		files->list[n] = arena_strdup(arena, real);
		if (!files->list[n++])
			return -1;
	}
	files->n = n;
	return 0;
}
