/*
 * sealed.c - solutions in a learner's pack: solutions/01_kernels/add.cu.sealed instead of add.cu.
 *
 * A check compiles the reference solution on the learner's machine, so that it cannot be a secret there. The seal only keeps it
 * from being read in passing, by an editor, a search or a preview; nobody should take it for encryption. The file is a line with
 * the SHA-256 of the solution, and the solution's bytes, exclusive-or with a stream that this sum gives.
 *
 * An opened solution is in a private folder until the process ends.
 */
#include "config.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "catalog/course.h"

#define MARK "warpbook seal 1 "

static char folder[PATH_MAX]; /* of opened solutions */
static pid_t maker;           /* the process that made it: a child of it must not remove it */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Seals bytes, or opens them. */
static void mix(char *bytes, size_t len, const char *sum)
{
	char block[HASH_HEX], seed[HASH_HEX + 32];

	for (size_t i = 0; i < len; i++) {
		if (i % (HASH_HEX - 1) == 0) {
			snprintf(seed, sizeof seed, "%s %zu", sum, i);
			hash_bytes(seed, strlen(seed), block);
		}
		bytes[i] = (char)(bytes[i] ^ block[i % (HASH_HEX - 1)]);
	}
}

void pack_seal(const struct buf *solution, struct buf *out)
{
	char sum[HASH_HEX];
	size_t from;

	hash_bytes(buf_text(solution), solution->len, sum);
	buf_printf(out, MARK "%s\n", sum);
	from = out->len;
	buf_append(out, buf_text(solution), solution->len);
	if (!out->failed)
		mix(out->data + from, solution->len, sum);
}

/* Opens the sealed bytes in place; *solution is where they begin. */
static int bytes_open(const char *path, struct buf *text, const char **solution, size_t *len, struct error *err)
{
	const size_t head = strlen(MARK) + HASH_HEX;
	char sum[HASH_HEX], found[HASH_HEX];

	if (text->len >= head && !memcmp(text->data, MARK, strlen(MARK)) && text->data[head - 1] == '\n') {
		snprintf(sum, sizeof sum, "%.*s", HASH_HEX - 1, text->data + strlen(MARK));
		mix(text->data + head, text->len - head, sum);
		hash_bytes(text->data + head, text->len - head, found);
		*solution = text->data + head;
		*len = text->len - head;
		if (!strcmp(sum, found))
			return 0;
	}
	error_set(err, PARTY_AUTHOR, "the sealed solution '%s' is damaged", path);
	return error_remedy(err, "add the pack again: `warpbook pack add`");
}

static void folder_remove(void)
{
	if (getpid() == maker)
		path_remove_tree(folder, NULL);
}

/* Names folder/ID.SUFFIX for "solutions/ID.SUFFIX", and makes its folder. */
static int place_make(const char *name, char *out, size_t size, struct error *err)
{
	char dir[PATH_MAX];

	if (maker != getpid()) {
		if (path_temp_dir(folder, sizeof folder, "warpbook-opened", err))
			return -1;
		maker = getpid();
		atexit(folder_remove);
	}
	if (!path_join(out, size, folder, name))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	snprintf(dir, sizeof dir, "%.*s", (int)(path_base(out) - out - 1), out);
	return path_make_dirs(dir, err);
}

int pack_unseal(const char *name, char *out, size_t size, struct error *err)
{
	char path[PATH_MAX], inside[300];
	struct buf text = BUF_INIT;
	const char *solution = "";
	size_t len = 0;
	int status;

	snprintf(inside, sizeof inside, "%.250s" PACK_SEALED, name);
	if (course_path(inside, path, sizeof path, err))
		return -1;
	if (!path_exists(path))
		return 1;
	pthread_mutex_lock(&lock);
	status = file_read(path, SOURCE_MAX_BYTES + 200, &text, err) || bytes_open(path, &text, &solution, &len, err) ||
		 place_make(name, out, size, err) || file_write_quick(out, solution, len, err) ? -1 : 0;
	pthread_mutex_unlock(&lock);
	buf_release(&text);
	return status;
}
