/*
 * cache.c - artifacts in $XDG_CACHE_HOME/warpbook/artifacts, one file each.
 *
 *	warpbook-artifact 2 SHA256 OUTPUTBYTES RAWBYTES
 *	the output, then the compiler's messages
 *
 * The hash covers the key and everything after the first line, so a write needs no fsync: a damaged or misplaced
 * entry is a miss. A rename puts a complete entry into place. The folders are private to the user; the cache does not use a
 * folder that another user owns. A hit renews the entry's time; when the folder outgrows CACHE_MAX_BYTES, or
 * $WARPBOOK_CACHE_BYTES, the cache removes the least recently used entries.
 */
#include "config.h"

#include "toolchain/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"

#define CACHE_MAX_BYTES ((off_t)128 << 20)
#define ENTRY_MAX_BYTES ((size_t)8 << 20)
#define HEADER "warpbook-artifact 2 "

/* ---- which sources may be cached ---------------------------------------------- */

/* The next byte for the preprocessor: a backslash before a line's end joins the lines. */
static int next_byte(const char *s, size_t len, size_t *at)
{
	while (*at < len && s[*at] == '\\') {
		size_t end = *at + 1;

		while (end < len && (s[end] == ' ' || s[end] == '\t' || s[end] == '\r'))
			end++;
		if (end >= len || s[end] != '\n')
			break;
		*at = end + 1;
	}
	return *at < len ? (unsigned char)s[(*at)++] : -1;
}

static bool has_prefix(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* True for `#include <name>` with a plain relative name and no comment in between. */
static bool include_is_plain(const char *line)
{
	line += strspn(line, " \t");
	if (*line++ != '#')
		return false;
	line += strspn(line, " \t");
	if (!has_prefix(line, "include"))
		return false;
	line += strlen("include");
	line += strspn(line, " \t");
	if (line[0] != '<' || line[1] == '/' || strstr(line, ".."))
		return false;
	line += 1 + strcspn(line + 1, "<>");
	return *line == '>';
}

static const char *last_of(const char *line, const char *word)
{
	const char *last = NULL;

	for (const char *at = strstr(line, word); at; at = strstr(at + 1, word))
		last = at;
	return last;
}

static bool comes_before(const char *line, const char *mark, const char *place)
{
	const char *at = strstr(line, mark);

	return at && at < place;
}

/* A word such as `include` matters only in a directive: after a #, or after the end of a comment. */
static bool line_is_closed(const char *line)
{
	const char *word = last_of(line, "include");

	if (word && (comes_before(line, "#", word) || comes_before(line, "%:", word) ||
		     comes_before(line, "*/", word)))
		return include_is_plain(line);
	word = last_of(line, "import");
	if (word && (comes_before(line, "#", word) || comes_before(line, "%:", word) || comes_before(line, "*/", word)))
		return false;
	return !strstr(line, "embed") && !strstr(line, "__DATE__") && !strstr(line, "__TIME");
}

bool cache_applies(const char *source, size_t len)
{
	char line[512];
	size_t n = 0, at = 0;

	for (;;) {
		int c = next_byte(source, len, &at);

		if (c >= 0 && c != '\n') {
			/* In a longer line the window slides, so that it never cuts a word unseen. */
			if (n == sizeof line - 1) {
				line[n] = '\0';
				if (strstr(line, "include") || strstr(line, "import") || !line_is_closed(line))
					return false;
				memmove(line, line + n - 16, 16);
				n = 16;
			}
			line[n++] = c ? (char)c : ' ';
			continue;
		}
		line[n] = '\0';
		if (!line_is_closed(line))
			return false;
		if (c < 0)
			return true;
		n = 0;
	}
}

/* ---- entries --------------------------------------------------------------------- */

/* Makes the folder private (0700). -1 if it is missing, a link, or another user's. */
static int folder_own(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;
	int status = -1;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid())
		status = st.st_mode & 077 ? fchmod(fd, 0700) : 0;
	close(fd);
	return status;
}

int cache_folder(const char *name, char *out, size_t size, struct error *err)
{
	char base[PATH_MAX];

	if (path_cache_dir(base, sizeof base, err))
		return -1;
	if (!path_join(out, size, base, name))
		return error_set(err, PARTY_MACHINE, "the name of the cache folder is too long");
	if (path_make_dirs(out, err))
		return -1;
	if (folder_own(out) == 0)
		return 0;
	error_set(err, PARTY_MACHINE, "the cache folder '%s' is not a private folder of yours", out);
	return error_remedy(err, "remove it, or set XDG_CACHE_HOME to another place");
}

/* A new file next to path; returns its name in temp. */
static int temp_write(const char *path, const void *head, size_t head_len, const void *body, size_t len, char temp[PATH_MAX])
{
	bool written;
	int fd;

	if (snprintf(temp, PATH_MAX, "%s.new-XXXXXX", path) >= PATH_MAX)
		return -1;
	fd = mkostemp(temp, O_CLOEXEC);
	if (fd < 0)
		return -1;
	written = write(fd, head, head_len) == (ssize_t)head_len && write(fd, body, len) == (ssize_t)len;
	if (close(fd) == 0 && written)
		return 0;
	unlink(temp);
	return -1;
}

int cache_write(const char *path, const void *head, size_t head_len, const void *body, size_t len)
{
	char temp[PATH_MAX];

	if (temp_write(path, head, head_len, body, len, temp))
		return -1;
	if (rename(temp, path) == 0)
		return 0;
	unlink(temp);
	return -1;
}

int cache_add(const char *path, const void *body, size_t len, const struct timespec times[2])
{
	char temp[PATH_MAX];
	int rc;

	if (temp_write(path, "", 0, body, len, temp))
		return -1;
	utimensat(AT_FDCWD, temp, times, 0);
	rc = link(temp, path) == 0 ? 0 : errno == EEXIST ? 1 : -1;
	if (rc < 0 && rename(temp, path) == 0) /* a file system without links */
		return 0;
	unlink(temp);
	return rc;
}

static void entry_hash(const char *key, const char *body, size_t len, char out[HASH_HEX])
{
	struct hash h;

	hash_init(&h);
	hash_add_text(&h, key);
	hash_add(&h, body, len);
	hash_hex(&h, out);
}

static bool entry_parse(const char *key, const struct buf *file, struct arena *arena, struct artifact *out)
{
	const char *body = file->data ? memchr(file->data, '\n', file->len) : NULL;
	char want[HASH_HEX], got[HASH_HEX];
	size_t output_len, raw_len, len;

	if (!body || !has_prefix(file->data, HEADER) ||
	    sscanf(file->data + strlen(HEADER), "%64s %zu %zu", want, &output_len, &raw_len) != 3)
		return false;
	body++;
	len = file->len - (size_t)(body - file->data);
	if (output_len > len || raw_len != len - output_len)
		return false;
	entry_hash(key, body, len, got);
	if (strcmp(got, want))
		return false;
	out->output = arena_strndup(arena, body, output_len);
	out->len = output_len;
	out->raw = arena_strndup(arena, body + output_len, raw_len);
	return out->output && out->raw;
}

bool cache_load(const char *key, struct arena *arena, struct artifact *out)
{
	char folder[PATH_MAX], path[PATH_MAX];
	struct buf file = BUF_INIT;
	bool hit;

	if (cache_folder("artifacts", folder, sizeof folder, NULL) || !path_join(path, sizeof path, folder, key))
		return false;
	hit = file_read_itself(path, 2 * ENTRY_MAX_BYTES, &file, NULL) == 0 && entry_parse(key, &file, arena, out);
	if (hit)
		utimensat(AT_FDCWD, path, NULL, 0);
	buf_release(&file);
	return hit;
}

/* ---- keeping it small ----------------------------------------------------------- */

struct entry {
	char name[96];
	struct timespec used;
	off_t size;
};

static int entry_older_first(const void *a, const void *b)
{
	const struct timespec *x = &((const struct entry *)a)->used, *y = &((const struct entry *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static struct entry *entries_read(DIR *dir, size_t *count, off_t *total)
{
	struct entry *list = NULL, *e;
	struct dirent *d;

	*count = 0;
	*total = 0;
	while ((d = readdir(dir))) {
		struct stat st;

		if (strlen(d->d_name) >= sizeof list->name ||
		    fstatat(dirfd(dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
			continue;
		e = array_push(&list, count, sizeof *e);
		if (!e)
			break;
		strcpy(e->name, d->d_name);
		e->used = st.st_mtim;
		e->size = st.st_size;
		*total += st.st_size;
	}
	return list;
}

void cache_trim(const char *folder, off_t max)
{
	DIR *dir = opendir(folder);
	struct entry *list;
	size_t count;
	off_t total;

	if (!dir)
		return;
	list = entries_read(dir, &count, &total);
	if (total > max) {
		qsort(list, count, sizeof *list, entry_older_first);
		for (size_t i = 0; i < count && total > max / 4 * 3; i++) {
			if (unlinkat(dirfd(dir), list[i].name, 0) == 0)
				total -= list[i].size;
		}
	}
	free(list);
	closedir(dir);
}

static off_t cache_limit(void)
{
	const char *given = getenv("WARPBOOK_CACHE_BYTES");
	long long bytes = given ? strtoll(given, NULL, 10) : 0;

	return bytes > 0 ? (off_t)bytes : CACHE_MAX_BYTES;
}

void cache_store(const char *key, const struct artifact *artifact)
{
	size_t raw_len = strlen(artifact->raw);
	char folder[PATH_MAX], path[PATH_MAX], hex[HASH_HEX];
	struct buf body = BUF_INIT, head = BUF_INIT;

	if (artifact->len + raw_len > ENTRY_MAX_BYTES || cache_folder("artifacts", folder, sizeof folder, NULL) ||
	    !path_join(path, sizeof path, folder, key))
		return;
	buf_append(&body, artifact->output, artifact->len);
	buf_append(&body, artifact->raw, raw_len);
	if (!body.failed) {
		entry_hash(key, buf_text(&body), body.len, hex);
		buf_printf(&head, HEADER "%s %zu %zu\n", hex, artifact->len, raw_len);
	}
	if (!body.failed && !head.failed && cache_write(path, head.data, head.len, buf_text(&body), body.len) == 0)
		cache_trim(folder, cache_limit());
	buf_release(&head);
	buf_release(&body);
}

/* ---- turns ------------------------------------------------------------------------ */

int cache_turn(const char *name, void (*waits)(void *ctx), void *ctx)
{
	static const struct timespec a_moment = { .tv_nsec = 100 * 1000 * 1000 };
	char folder[PATH_MAX], path[PATH_MAX];
	int fd = -1;

	if (cache_folder("turns", folder, sizeof folder, NULL) == 0 && path_join(path, sizeof path, folder, name))
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || proc_interrupted()) {
			close(fd);
			return -1;
		}
		if (waits)
			waits(ctx);
		waits = NULL;
		nanosleep(&a_moment, NULL);
	}
	return fd;
}
