/* pseudonym.c - see pseudonym.h. */
#include "config.h"

#include "grade/in/pseudonym.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"

#define BLOCK  64
#define DIGITS 12 /* 48 bits: among 10,000 students two share one with a probability of 2 in 10 million */

static void unhex(const char *hex, unsigned char out[32])
{
	for (int i = 0; i < 32; i++) {
		char pair[3] = { hex[2 * i], hex[2 * i + 1], '\0' };

		out[i] = (unsigned char)strtoul(pair, NULL, 16);
	}
}

/* HMAC-SHA256 in hexadecimal. */
static void pseudonym_hmac(const unsigned char *key, size_t key_len, const char *text, char out[65])
{
	unsigned char block[BLOCK] = { 0 }, inner[32];
	struct buf b = BUF_INIT;
	char hex[65];

	if (key_len > BLOCK) {
		hash_bytes(key, key_len, hex);
		unhex(hex, block);
	} else {
		memcpy(block, key, key_len);
	}
	for (int i = 0; i < BLOCK; i++)
		buf_putc(&b, (char)(block[i] ^ 0x36));
	buf_puts(&b, text);
	hash_bytes(buf_text(&b), b.len, hex);
	unhex(hex, inner);
	buf_clear(&b);
	for (int i = 0; i < BLOCK; i++)
		buf_putc(&b, (char)(block[i] ^ 0x5C));
	buf_append(&b, inner, sizeof inner);
	hash_bytes(buf_text(&b), b.len, out);
	buf_release(&b);
}

int pseudonym_secret(const char *folder, unsigned char secret[PSEUDONYM_SECRET], struct error *err)
{
	char path[PATH_MAX];
	struct stat st;
	ssize_t n;
	int fd;

	if (!path_join(path, sizeof path, folder, "pseudonyms.secret"))
		return error_set(err, PARTY_MACHINE, "the class's folder has too long a path");
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 && errno == ENOENT) {
		if (getrandom(secret, PSEUDONYM_SECRET, 0) != PSEUDONYM_SECRET)
			return error_errno(err, "cannot draw a secret");
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd < 0 || write(fd, secret, PSEUDONYM_SECRET) != PSEUDONYM_SECRET || fsync(fd)) {
			error_errno(err, "cannot write '%s'", path);
			if (fd >= 0) {
				close(fd);
				unlink(path);
			}
			return -1;
		}
		close(fd);
		return 0;
	}
	if (fd < 0)
		return error_errno(err, "cannot read '%s'", path);
	n = read(fd, secret, PSEUDONYM_SECRET);
	if (fstat(fd, &st) || (st.st_mode & 077) || n != PSEUDONYM_SECRET) {
		close(fd);
		error_set(err, PARTY_MACHINE, n == PSEUDONYM_SECRET ? "others may read '%s'" : "'%s' is damaged", path);
		return error_remedy(err, n == PSEUDONYM_SECRET ? "chmod 600 it; if others have read it, remove it: then there "
								 "are new pseudonyms"
							       : "restore it from a backup, or remove it: then there are new "
								 "pseudonyms");
	}
	close(fd);
	return 0;
}

static int compare_rows(const void *a, const void *b)
{
	const struct book_row *x = a, *y = b;
	int by = strcmp(x->g.student, y->g.student);

	return by ? by : strcmp(x->g.exercise, y->g.exercise);
}

void pseudonym_of(const unsigned char secret[PSEUDONYM_SECRET], const char *student, char out[PSEUDONYM_TEXT])
{
	char hex[65];

	pseudonym_hmac(secret, PSEUDONYM_SECRET, student, hex);
	snprintf(out, PSEUDONYM_TEXT, "s-%.*s", DIGITS, hex);
}

struct store_adjustment *pseudonym_adjustment(const struct store_adjustment *a, struct arena *arena)
{
	struct store_adjustment *without = arena_alloc(arena, sizeof *without);

	if (without) {
		*without = *a;
		without->author = without->reason = "by hand";
	}
	return without;
}

const struct store_comment *pseudonym_comments(const struct store_comment *list, size_t n, struct arena *arena)
{
	struct store_comment *without = arena_array(arena, n + 1, sizeof *without);

	for (size_t i = 0; without && i < n; i++) {
		without[i] = list[i];
		without[i].author = "by hand";
		without[i].text = *list[i].item ? list[i].item : "a comment";
	}
	return without;
}

int pseudonym_view(struct book_view *v, const unsigned char secret[PSEUDONYM_SECRET], struct error *err)
{
	for (size_t i = 0; i < v->n; i++) {
		struct book_row *row = &v->rows[i];
		char text[PSEUDONYM_TEXT];

		pseudonym_of(secret, row->g.student, text);
		row->name = row->g.student = arena_strdup(&v->arena, text);
		row->g.note = "";
		row->g.source_path = "";
		if (row->adjusted)
			row->adjusted = pseudonym_adjustment(row->adjusted, &v->arena);
		row->comments = pseudonym_comments(row->comments, row->ncomments, &v->arena);
		row->ncomments = row->comments ? row->ncomments : 0;
	}
	if (v->n)
		qsort(v->rows, v->n, sizeof *v->rows, compare_rows);
	return v->arena.failed ? error_nomem(err) : 0;
}
