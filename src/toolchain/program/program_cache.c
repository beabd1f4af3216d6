/* program_cache.c - see program_cache.h. */
#include "config.h"

#include "toolchain/program/program_cache.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign_path.h"
#include "base/path.h"
#include "recipe.h"
#include "toolchain/cache.h"

#define HEADER "warpbook-program 4\n"
#define PROGRAMS_MAX_BYTES ((off_t)1 << 30)
#define FILES_MAX_BYTES ((size_t)8 << 20)
#define PROGRAM_MAX_BYTES ((size_t)512 << 20)
#define TICK_SECONDS 0.02 /* resolution of the clock of files' times */
#define MOST_KNOWN 64

static bool beside(const struct program_entry *e, const char *suffix, char out[PATH_MAX])
{
	return snprintf(out, PATH_MAX, "%s%s", e->path, suffix) < PATH_MAX;
}

static int place(struct program_entry *e, const char *kind, const struct compiler *c, const char *const *words, size_t n,
		 bool for_gpu, const char *folder_of_command, struct error *err)
{
	static const char *const heeded[] = {
		"PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "CUDA_HOME", "NVCC_PREPEND_FLAGS",
		"NVCC_APPEND_FLAGS", "CCC_OVERRIDE_OPTIONS",
	};
	char folder[PATH_MAX], runtime[PATH_MAX] = "", key[HASH_HEX];
	struct stat st;
	struct hash h;

	e->start = clock_date();
	if (cache_folder(kind, folder, sizeof folder, err))
		return -1;
	hash_init(&h);
	hash_add_text(&h, PACKAGE_VERSION);
	hash_add_text(&h, RECIPE); /* another warpbook may build differently */
	hash_add_text(&h, folder_of_command);
	hash_add_text(&h, c->path);
	hash_add_text(&h, c->version);
	if (stat(c->path, &st) == 0)
		hash_add(&h, &st.st_mtim, sizeof st.st_mtim);
	hash_add_text(&h, for_gpu ? "gpu" : "vm");
	if (!for_gpu && program_runtime(runtime, sizeof runtime, err))
		return -1;
	hash_add_text(&h, runtime);
	for (size_t i = 0; i < n; i++)
		hash_add_text(&h, words[i]);
	for (size_t i = 0; i < sizeof heeded / sizeof *heeded; i++) {
		const char *value = getenv(heeded[i]);

		hash_add_text(&h, value ? value : "");
	}
	hash_hex(&h, key);
	if (!path_join(e->path, sizeof e->path, folder, key) ||
	    snprintf(e->building, sizeof e->building, "%s.%ld", e->path, (long)getpid()) >= (int)sizeof e->building)
		return error_set(err, PARTY_MACHINE, "the name of the cache folder is too long");
	return 0;
}

int program_cache_place(struct program_entry *e, const struct compiler *c, const char *const *words, size_t n, bool for_gpu,
			struct error *err)
{
	char cwd[PATH_MAX];

	e->is_header = false;
	return place(e, "programs", c, words, n, for_gpu, getcwd(cwd, sizeof cwd) ? cwd : "", err);
}

int program_cache_place_header(struct program_entry *e, const struct compiler *c, const char *const *words, size_t n,
			       struct error *err)
{
	e->is_header = true;
	return place(e, "headers", c, words, n, true, "", err);
}

/*
 * The file's hash. One process compares the same few files for each program that it builds, above all the runtime's library: a
 * hash is kept until the file's ctime changes, which users cannot set. A file that changed in this tick may change again in it.
 */
static bool file_hash(const char *file, const struct stat *st, char hash[HASH_HEX])
{
	static struct known { dev_t dev; ino_t ino; off_t size; struct timespec changed; char hash[HASH_HEX]; } known[MOST_KNOWN];
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static unsigned n;
	const double age = clock_date() - ((double)st->st_ctim.tv_sec + (double)st->st_ctim.tv_nsec / 1e9);
	struct known now = { st->st_dev, st->st_ino, st->st_size, st->st_ctim, "" };
	struct buf bytes = BUF_INIT;
	bool good = false;

	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < MOST_KNOWN && !good; k++)
		if (known[k].ino == now.ino && known[k].dev == now.dev && known[k].size == now.size && *known[k].hash &&
		    known[k].changed.tv_sec == now.changed.tv_sec && known[k].changed.tv_nsec == now.changed.tv_nsec) {
			memcpy(hash, known[k].hash, HASH_HEX);
			good = true;
		}
	pthread_mutex_unlock(&lock);
	if (good)
		return true;
	good = file_read(file, PROGRAM_MAX_BYTES, &bytes, NULL) == 0;
	hash_bytes(buf_text(&bytes), bytes.len, hash);
	buf_release(&bytes);
	if (!good || age < TICK_SECONDS)
		return good;
	memcpy(now.hash, hash, HASH_HEX);
	pthread_mutex_lock(&lock);
	known[n++ % MOST_KNOWN] = now;
	pthread_mutex_unlock(&lock);
	return true;
}

/*
 * "SIZE SECONDS NANOSECONDS SHA256 NAME" for a file as it is now. The system's files, which are many and which users cannot
 * change, are compared by size and time, with "-" instead of the hash. The program is compared by all three. All others by size
 * and hash, with 0 instead of the time: a user can set times back, and a library that was linked again is often the same.
 */
static bool stamp_put(struct buf *out, const struct program_entry *e, const char *file, double before)
{
	char hash[HASH_HEX] = "-";
	struct timespec time;
	struct stat st;
	bool read = true;

	if (strchr(file, '\n') || stat(file, &st))
		return false;
	time = e->is_header ? st.st_ctim : st.st_mtim;
	if ((double)time.tv_sec + (double)time.tv_nsec / 1e9 > before)
		return false;
	if (!e->is_header && !path_is_foreign(file))
		read = file_hash(file, &st, hash);
	if (*hash != '-' && strcmp(file, e->path))
		time = (struct timespec){ 0 };
	buf_printf(out, "%jd %jd %ld %s %s\n", (intmax_t)st.st_size, (intmax_t)time.tv_sec, time.tv_nsec, hash, file);
	return read && !out->failed;
}

bool program_cache_find(struct program_entry *e, struct buf *said)
{
	char files[PATH_MAX], text[PATH_MAX];
	struct buf kept = BUF_INIT, now = BUF_INIT;
	bool found = beside(e, ".files", files) && beside(e, ".said", text) &&
		     file_read_itself(files, FILES_MAX_BYTES, &kept, NULL) == 0 &&
		     kept.len >= strlen(HEADER) && !strncmp(kept.data, HEADER, strlen(HEADER));

	for (char *line = found ? kept.data + strlen(HEADER) : NULL; found && line && *line;) {
		char *end = strchr(line, '\n'), *name = line;

		for (int i = 0; i < 4 && name; i++)
			name = strchr(name, ' ') ? strchr(name, ' ') + 1 : NULL;
		found = end && name && name < end;
		if (!found)
			break;
		*end = '\0';
		buf_clear(&now);
		found = stamp_put(&now, e, name, 1e18) && (size_t)(end - line) + 1 == now.len &&
			!strncmp(line, now.data, now.len - 1);
		line = end + 1;
	}
	if (found && file_read_itself(text, FILES_MAX_BYTES, said, NULL))
		found = false;
	if (found)
		utimensat(AT_FDCWD, files, NULL, 0); /* cache_trim removes the least recently used entries first */
	buf_release(&kept);
	buf_release(&now);
	return found;
}

static bool sync_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool done = fd >= 0 && fsync(fd) == 0;

	if (fd >= 0)
		close(fd);
	return done;
}

int program_cache_keep(const struct program_entry *e, const struct program *p, const char *said, struct error *err)
{
	char files[PATH_MAX], text[PATH_MAX], folder[PATH_MAX];
	struct buf list = BUF_INIT;
	bool whole = beside(e, ".files", files) && beside(e, ".said", text);

	unlink(files);
	path_remove_tree(e->path, NULL); /* in case a folder has that name */
	chmod(e->building, 0700);
	if (rename(e->building, e->path))
		return error_errno(err, "cannot keep the program as '%s'", e->path);
	buf_puts(&list, HEADER);
	for (size_t i = 0; whole && i < p->files.n; i++)
		whole = stamp_put(&list, e, p->files.list[i], e->start - TICK_SECONDS);
	/* The list begins with the program itself, so that a truncated or replaced program is a miss. */
	if (whole && p->files.n && sync_file(e->path) && stamp_put(&list, e, e->path, 1e18) &&
	    cache_write(text, "", 0, said, strlen(said)) == 0)
		cache_write(files, "", 0, list.data, list.len);
	buf_release(&list);
	snprintf(folder, sizeof folder, "%s", e->path);
	*strrchr(folder, '/') = '\0';
	cache_trim(folder, PROGRAMS_MAX_BYTES);
	return 0;
}
