/*
 * python_known.c - see python_known.h. An entry of the cache:
 *
 *	output   STAMP PATH, a line for each watched path; a stamp is "-" for a missing file
 *	raw      the answer
 *
 * The key has the question, the interpreter's path, the folder that warpbook runs in, and the environment variables that
 * decide where Python looks. pyenv's python3 is a script that chooses an interpreter by files of its own: those are watched, too.
 */
#include "config.h"

#include "toolchain/python/python_known.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"
#include "toolchain/cache.h"

#define SETTLED_SECONDS 2 /* a younger file may change again within the same tick of its clock */

extern char **environ;

struct question {
	char path[PATH_MAX];  /* the interpreter's, or that of a script in its place */
	char pyenv[PATH_MAX]; /* its folder, if the path is a shim in it; "" */
	char cwd[PATH_MAX];
	char key[HASH_HEX];
};

/* ---- what is asked -------------------------------------------------------------------------------------- */

/* False for a script of unknown origin: it may run another interpreter tomorrow. */
static bool is_understood(struct question *q)
{
	char magic[4] = "", tool[PATH_MAX + 32];
	FILE *file = fopen(q->path, "re");
	char *shims = strstr(q->path, "/shims/");
	bool elf;

	if (!file)
		return false;
	elf = fread(magic, 1, sizeof magic, file) == sizeof magic && !memcmp(magic, "\177ELF", 4);
	fclose(file);
	q->pyenv[0] = '\0';
	if (elf)
		return true;
	if (!shims || getenv("PYENV_DIR"))
		return false;
	snprintf(q->pyenv, sizeof q->pyenv, "%.*s", (int)(shims - q->path), q->path);
	snprintf(tool, sizeof tool, "%s/libexec/pyenv", q->pyenv);
	return path_exists(tool);
}

static bool question_make(struct question *q, const char *interpreter, const char *text)
{
	static const char *const counts[] = { "PATH=", "HOME=", "PYTHON", "PYENV", "VIRTUAL_ENV=", "CONDA" };
	struct hash h;

	if (proc_find(interpreter, q->path, sizeof q->path) || !getcwd(q->cwd, sizeof q->cwd) || !is_understood(q))
		return false;
	hash_init(&h);
	hash_add_text(&h, PACKAGE_VERSION);
	hash_add_text(&h, "python");
	hash_add_text(&h, text);
	hash_add_text(&h, q->path);
	hash_add_text(&h, q->cwd);
	for (char **e = environ; *e; e++)
		for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
			if (!strncmp(*e, counts[i], strlen(counts[i])))
				hash_add_text(&h, *e);
	hash_hex(&h, q->key);
	return true;
}

/* ---- what is watched -------------------------------------------------------------------------------------- */

/* False if the file has only just changed. */
static bool stamp_put(struct buf *out, const char *path)
{
	struct stat st;

	if (stat(path, &st)) {
		buf_printf(out, "- %s\n", path);
		return true;
	}
	buf_printf(out, "%lld.%09ld/%lld.%09ld/%lld/%llu %s\n", (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
		   (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec, (long long)st.st_size, (unsigned long long)st.st_ino, path);
	return st.st_mtim.tv_sec + SETTLED_SECONDS <= time(NULL) && st.st_ctim.tv_sec + SETTLED_SECONDS <= time(NULL);
}

static bool pyenv_put(struct buf *out, const struct question *q)
{
	char path[2 * PATH_MAX];
	size_t len = strlen(q->cwd);
	bool settled;

	snprintf(path, sizeof path, "%s/version", q->pyenv);
	settled = stamp_put(out, path);
	for (;; len--) {
		if (len == 0 || q->cwd[len] == '/' || q->cwd[len] == '\0') {
			snprintf(path, sizeof path, "%.*s/.python-version", (int)len, q->cwd);
			settled = stamp_put(out, path) && settled;
		}
		if (len == 0)
			return settled;
	}
}

/* Stamps of all files that the answer depends on; false if the answer cannot be kept. */
static bool stamps_make(struct buf *out, const struct question *q, const char *answer)
{
	static const char mark[] = "watch=";
	bool settled = stamp_put(out, q->path);
	char path[PATH_MAX];

	if (q->pyenv[0])
		settled = pyenv_put(out, q) && settled;
	for (const char *line = answer; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
		if (strncmp(line, mark, sizeof mark - 1))
			continue;
		line += sizeof mark - 1;
		if (snprintf(path, sizeof path, "%.*s", (int)strcspn(line, "\n"), line) >= (int)sizeof path || path[0] != '/')
			return false;
		settled = stamp_put(out, path) && settled;
	}
	return settled && !out->failed;
}

/* ---- the two ------------------------------------------------------------------------------------------------- */

bool python_recall(const char *interpreter, const char *question, struct buf *answer)
{
	struct question q;
	struct arena arena = { 0 };
	struct artifact kept;
	struct buf now = BUF_INIT;
	bool known = question_make(&q, interpreter, question) && cache_load(q.key, &arena, &kept) &&
		     stamps_make(&now, &q, kept.raw) && now.len == kept.len && !memcmp(now.data, kept.output, now.len);

	if (known)
		buf_puts(answer, kept.raw);
	buf_release(&now);
	arena_release(&arena);
	return known && !answer->failed;
}

void python_remember(const char *interpreter, const char *question, const char *answer)
{
	struct question q;
	struct buf stamps = BUF_INIT;

	if (strstr(answer, "\nwatch=") && question_make(&q, interpreter, question) && stamps_make(&stamps, &q, answer))
		cache_store(q.key, &(struct artifact){ stamps.data, stamps.len, answer });
	buf_release(&stamps);
}
