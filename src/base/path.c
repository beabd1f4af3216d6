/* path.c - paths and files: see path.h for the guarantees. */
#include "config.h"

#include "base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

char *path_join(char *out, size_t size, const char *dir, const char *name)
{
	size_t n = strlen(dir);
	int need = snprintf(out, size, "%s%s%s", dir, n && dir[n - 1] != '/' ? "/" : "", name);

	return need >= 0 && (size_t)need < size ? out : NULL;
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *path_within(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	while (n && folder[n - 1] == '/')
		n--;
	return !strncmp(path, folder, n) && (path[n] == '/' || (!path[n] && n)) ? path + n : NULL;
}

bool path_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool path_is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int make_dir(const char *path, struct error *err)
{
	int reason;

	if (mkdir(path, 0777) == 0)
		return 0;
	reason = errno;
	if (path_is_dir(path))
		return 0;
	if (reason == EEXIST) {
		error_set(err, PARTY_MACHINE, "'%s' is not a folder", path);
		return error_remedy(err, "move it aside or choose another place");
	}
	errno = reason;
	return error_errno(err, "cannot make the folder '%s'", path);
}

int path_make_dirs(const char *path, struct error *err)
{
	char step[PATH_MAX];
	size_t n = strlen(path);

	if (n == 0 || n >= sizeof step)
		return error_set(err, PARTY_MACHINE, "the folder's name is %s", n ? "too long" : "empty");
	for (size_t i = 1; i < n; i++) {
		if (path[i] != '/' || path[i - 1] == '/')
			continue;
		memcpy(step, path, i);
		step[i] = '\0';
		if (make_dir(step, err))
			return -1;
	}
	return make_dir(path, err);
}

/* Opens a folder in the folder `at`, and no link, however few rights its maker left. */
static int open_folder(int at, const char *name)
{
	int place = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), fd;
	char itself[40];
	struct stat st;

	if (place < 0)
		return -1;
	snprintf(itself, sizeof itself, "/proc/self/fd/%d", place);
	if (fstat(place, &st) == 0 && (st.st_mode & 0700) != 0700)
		chmod(itself, 0700);
	fd = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	close(place);
	return fd;
}

/* Gives a folder in the folder `from` a name of its own in the folder `to`. */
static bool move_up(int from, const char *name, int to, unsigned *number)
{
	char own[32];
	int fd = open_folder(from, name); /* for the right to move it */

	if (fd < 0)
		return false;
	close(fd);
	do
		snprintf(own, sizeof own, "warpbook-%u", ++*number);
	while (renameat(from, name, to, own) && (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) &&
	       *number < UINT_MAX);
	return faccessat(from, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
}

static bool is_self(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Removes the files of the folder open at fd, and moves its folders up. True if it moved one. */
static bool flatten(int fd, int to, unsigned *number)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	bool moved = false;

	if (!dir) {
		close(fd);
		return false;
	}
	while ((entry = readdir(dir)))
		if (!is_self(entry->d_name) && unlinkat(fd, entry->d_name, 0) && unlinkat(fd, entry->d_name, AT_REMOVEDIR))
			moved |= move_up(fd, entry->d_name, to, number);
	closedir(dir);
	return moved;
}

/*
 * Removes the contents of the folder open at fd; follows no link. What lies deeper is moved up first, so that no depth is too
 * much for paths, descriptors or the stack.
 */
static int remove_inside(int fd)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	unsigned number = 0;
	bool moved;
	int status;

	if (!dir) {
		close(fd);
		return -1;
	}
	do {
		moved = false;
		status = 0;
		rewinddir(dir);
		while ((entry = readdir(dir))) {
			int sub = -1;

			if (is_self(entry->d_name) || unlinkat(fd, entry->d_name, 0) == 0)
				continue;
			if ((sub = open_folder(fd, entry->d_name)) >= 0)
				moved |= flatten(sub, fd, &number);
			if (sub < 0 || unlinkat(fd, entry->d_name, AT_REMOVEDIR))
				status = -1;
		}
	} while (moved);
	closedir(dir);
	return status;
}

static void temp_unlock(const char *path);

int path_remove_tree(const char *path, struct error *err)
{
	int fd = open_folder(AT_FDCWD, path);

	temp_unlock(path);
	if (fd < 0)
		return errno == ENOENT ? 0 : error_errno(err, "cannot remove '%s'", path);
	if (remove_inside(fd) || rmdir(path))
		return error_errno(err, "cannot remove '%s'", path);
	return 0;
}

/* ---- temporary folders ------------------------------------------------------------------ */

#define TEMP_PREFIX   "warpbook-"
#define TEMP_MOST     64
#define TEMP_SETTLED  60 /* seconds: the maker of a younger folder may not have locked it yet */

/*
 * The process that creates a folder holds a lock on it until it ends, for any reason. So no living process owns a
 * folder without a lock; the next process that creates a folder removes it.
 */
static pthread_mutex_t temp_lock = PTHREAD_MUTEX_INITIALIZER;
static struct held { char *path; int fd; } held[TEMP_MOST];

static void temp_hold(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	size_t i = 0;

	if (fd < 0 || flock(fd, LOCK_SH | LOCK_NB)) {
		if (fd >= 0)
			close(fd);
		return;
	}
	pthread_mutex_lock(&temp_lock);
	while (i < TEMP_MOST && held[i].path)
		i++;
	if (i < TEMP_MOST && (held[i].path = strdup(path)))
		held[i].fd = fd;
	pthread_mutex_unlock(&temp_lock); /* without a row in the table, the process holds the lock until it ends */
}

static void temp_unlock(const char *path)
{
	pthread_mutex_lock(&temp_lock);
	for (size_t i = 0; i < TEMP_MOST; i++)
		if (held[i].path && !strcmp(held[i].path, path)) {
			close(held[i].fd);
			free(held[i].path);
			held[i].path = NULL;
		}
	pthread_mutex_unlock(&temp_lock);
}

static void temp_sweep_one(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	if (fstat(fd, &st) || st.st_uid != geteuid() || st.st_mode & 077 || time(NULL) - st.st_mtime < TEMP_SETTLED ||
	    flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		return;
	}
	if (remove_inside(fd) == 0)
		unlinkat(folder, name, AT_REMOVEDIR);
}

static void temp_sweep(const char *tmp)
{
	static atomic_bool swept;
	struct dirent *entry;
	DIR *dir;

	if (atomic_exchange(&swept, true) || !(dir = opendir(tmp)))
		return;
	while ((entry = readdir(dir)))
		if (!strncmp(entry->d_name, TEMP_PREFIX, strlen(TEMP_PREFIX)))
			temp_sweep_one(dirfd(dir), entry->d_name);
	closedir(dir);
}

int path_temp_dir(char *out, size_t size, const char *prefix, struct error *err)
{
	const char *given = getenv("TMPDIR"), *tmp = given && *given ? given : "/tmp";
	int n = snprintf(out, size, "%s/%s-XXXXXX", tmp, prefix);

	if (n < 0 || (size_t)n >= size)
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	temp_sweep(tmp);
	if (!mkdtemp(out)) {
		error_errno(err, "cannot make a temporary folder in '%s'", tmp);
		return error_remedy(err, "free some space there, or set TMPDIR to a folder you can write");
	}
	temp_hold(out);
	return 0;
}

/* ---- reading and writing ------------------------------------------------------------------ */

static const char *file_kind(mode_t mode)
{
	return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a named pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* O_NONBLOCK: opening a FIFO must not wait for its writer. */
static int open_regular(const char *path, int flags, struct stat *st, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);

	if (fd < 0 && errno == ELOOP && flags & O_NOFOLLOW) {
		error_set(err, PARTY_LEARNER, "'%s' is a link, not a file", path);
		return error_remedy(err, "name the file that it points to, or put a copy in its place");
	}
	if (fd < 0)
		return error_errno(err, "cannot open '%s'", path);
	if (fstat(fd, st)) {
		error_errno(err, "cannot read '%s'", path);
	} else if (!S_ISREG(st->st_mode)) {
		error_set(err, PARTY_LEARNER, "'%s' is %s, not a file", path, file_kind(st->st_mode));
	} else {
		return fd;
	}
	close(fd);
	return -1;
}

static int read_regular(const char *path, int flags, size_t max, struct buf *out, struct error *err)
{
	struct stat st;
	size_t total = 0;
	ssize_t n;
	int fd = open_regular(path, flags, &st, err);

	if (fd < 0)
		return -1;
	for (;;) {
		size_t step = 65536;

		if (buf_reserve(out, step)) {
			close(fd);
			return error_nomem(err);
		}
		n = read(fd, out->data + out->len, step);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		out->len += (size_t)n;
		out->data[out->len] = '\0';
		total += (size_t)n;
		if (total > max) {
			close(fd);
			error_set(err, PARTY_LEARNER, "'%s' is larger than %zu KiB", path, max / 1024);
			return error_remedy(err, "make it smaller");
		}
	}
	close(fd);
	return n < 0 ? error_errno(err, "cannot read '%s'", path) : 0;
}

int file_read(const char *path, size_t max, struct buf *out, struct error *err)
{
	return read_regular(path, 0, max, out, err);
}

int file_read_itself(const char *path, size_t max, struct buf *out, struct error *err)
{
	return read_regular(path, O_NOFOLLOW, max, out, err);
}

int file_write_fd(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		bytes += n;
		len -= (size_t)n;
	}
	return 0;
}

/* A device, such as /dev/null, is not replaced by a file: root could. */
static bool is_device(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISCHR(st.st_mode);
}

static int write_device(const char *path, const void *bytes, size_t len, struct error *err)
{
	int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	int status = fd < 0 || file_write_fd(fd, bytes, len) ? error_errno(err, "cannot write '%s'", path) : 0;

	if (fd >= 0)
		close(fd);
	return status;
}

static int write_renamed(const char *path, const void *bytes, size_t len, bool sync, struct error *err)
{
	static atomic_uint serial; /* two threads of one process never share a temporary file */
	char temp[PATH_MAX];
	int fd, n = snprintf(temp, sizeof temp, "%s.%ld-%u.tmp", path, (long)getpid(), serial++);

	if (n < 0 || (size_t)n >= sizeof temp)
		return error_set(err, PARTY_MACHINE, "the name '%.200s...' is too long", path);
	if (is_device(path))
		return write_device(path, bytes, len, err);
	fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0)
		return error_errno(err, "cannot write '%s'", path);
	if (file_write_fd(fd, bytes, len) || (sync && fsync(fd))) {
		error_errno(err, "cannot write '%s'", path);
		close(fd);
		unlink(temp);
		return -1;
	}
	if (close(fd) || rename(temp, path)) {
		error_errno(err, "cannot write '%s'", path);
		unlink(temp);
		return -1;
	}
	return 0;
}

int file_write(const char *path, const void *bytes, size_t len, struct error *err)
{
	return write_renamed(path, bytes, len, true, err);
}

int file_write_quick(const char *path, const void *bytes, size_t len, struct error *err)
{
	return write_renamed(path, bytes, len, false, err);
}

int file_write_scratch(const char *path, const void *bytes, size_t len, struct error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int status = fd < 0 || file_write_fd(fd, bytes, len) ? error_errno(err, "cannot write '%s'", path) : 0;

	if (fd >= 0 && close(fd) && status == 0)
		status = error_errno(err, "cannot write '%s'", path);
	return status;
}

/* A candidate data folder counts if it contains `lessons`. */
static bool data_dir_holds(const char *dir, const char *name, char *out, size_t size)
{
	char probe[PATH_MAX];

	return path_join(probe, sizeof probe, dir, "lessons") && path_is_dir(probe) &&
	       path_join(out, size, dir, name) && path_exists(out);
}

bool path_data_folder(size_t i, char *out, size_t size)
{
	const char *given = getenv("WARPBOOK_DATA"), *end;

	if (!given || !*given || path_is_dir(given)) { /* a folder may have a colon in its name */
		end = given ? given + strlen(given) : NULL;
	} else {
		for (; i && (end = strchr(given, ':')); i--)
			given = end + 1;
		end = given + strcspn(given, ":");
	}
	return i == 0 && (size_t)snprintf(out, size, "%.*s", given ? (int)(end - given) : 0, given ? given : "") < size;
}

int path_data(const char *name, char *out, size_t size, struct error *err)
{
	char folder[PATH_MAX];
	size_t n = 0;

	while (path_data_folder(n, folder, sizeof folder))
		n++;
	while (n && path_data_folder(--n, folder, sizeof folder))
		if (*folder ? path_join(out, size, folder, name) && path_exists(out) : path_own(name, out, size, NULL) == 0)
			return 0;
	if (!*folder)
		return path_own(name, out, size, err);
	error_set(err, PARTY_MACHINE, "WARPBOOK_DATA names '%s', which has no '%s'", folder, name);
	return error_remedy(err, "unset WARPBOOK_DATA, or point it at the folder that holds `lessons`");
}

bool path_self(char *out, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", out, size);

	if (n <= 0 || (size_t)n >= size)
		return false;
	out[n] = '\0';
	return true;
}

/* The folder where the last search found something: a workbook asks for hundreds of files. */
static char own_folder[PATH_MAX];
static pthread_mutex_t own_lock = PTHREAD_MUTEX_INITIALIZER;

static bool own_known(const char *name, char *out, size_t size)
{
	bool found;

	pthread_mutex_lock(&own_lock);
	found = own_folder[0] && path_join(out, size, own_folder, name) && path_exists(out);
	pthread_mutex_unlock(&own_lock);
	return found;
}

static bool own_in(const char *dir, const char *name, char *out, size_t size)
{
	if (!data_dir_holds(dir, name, out, size))
		return false;
	pthread_mutex_lock(&own_lock);
	if (strlen(dir) < sizeof own_folder)
		memcpy(own_folder, dir, strlen(dir) + 1);
	pthread_mutex_unlock(&own_lock);
	return true;
}

int path_own(const char *name, char *out, size_t size, struct error *err)
{
	char self[PATH_MAX], dir[PATH_MAX + 32], *slash;

	if (own_known(name, out, size))
		return 0;
	if (path_self(self, sizeof self)) {
		*strrchr(self, '/') = '\0';
		if (own_in(self, name, out, size))
			return 0;
		slash = strrchr(self, '/');
		snprintf(dir, sizeof dir, "%.*s/share/warpbook", slash ? (int)(slash - self) : 0, self);
		if (own_in(dir, name, out, size))
			return 0;
	}
	if (own_in(WARPBOOK_PKGDATADIR, name, out, size) ||
	    own_in(WARPBOOK_SOURCE_DIR, name, out, size))
		return 0;
	error_set(err, PARTY_MACHINE, "cannot find warpbook's own '%s'", name);
	return error_remedy(err, "install warpbook again, or set WARPBOOK_DATA to the folder that holds `lessons`");
}

static bool library_in(const char *dir, const char *name, char *out, size_t size)
{
	char joined[PATH_MAX], real[PATH_MAX];

	/* An absolute path, because it becomes part of programs that run in other folders. */
	return path_join(joined, sizeof joined, dir, name) && realpath(joined, real) &&
	       (size_t)snprintf(out, size, "%s", real) < size;
}

int path_notebook(char *out, size_t size, struct error *err)
{
	return path_own("src/python/notebook", out, size, err) ? path_own("notebook", out, size, err) : 0;
}

int path_library(const char *name, char *out, size_t size, struct error *err)
{
	const char *given = getenv("WARPBOOK_LIBDIR");
	char self[PATH_MAX], dir[PATH_MAX + 32], *slash;

	if (given && *given) {
		if (library_in(given, name, out, size))
			return 0;
		error_set(err, PARTY_MACHINE, "WARPBOOK_LIBDIR names '%s', which has no '%s'", given, name);
		return error_remedy(err, "unset WARPBOOK_LIBDIR");
	}
	if (path_self(self, sizeof self)) {
		*strrchr(self, '/') = '\0';
		if (library_in(self, name, out, size))
			return 0;
		slash = strrchr(self, '/');
		snprintf(dir, sizeof dir, "%.*s/lib/warpbook", slash ? (int)(slash - self) : 0, self);
		if (library_in(dir, name, out, size))
			return 0;
	}
	if (library_in(WARPBOOK_PKGLIBDIR, name, out, size))
		return 0;
	error_set(err, PARTY_MACHINE, "cannot find warpbook's own '%s'", name);
	return error_remedy(err, "install warpbook again, or set WARPBOOK_LIBDIR to the folder that holds it");
}

int path_cache_dir(char *out, size_t size, struct error *err)
{
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int n;

	if (base && base[0] == '/')
		n = snprintf(out, size, "%s/warpbook", base);
	else if (home && home[0] == '/')
		n = snprintf(out, size, "%s/.cache/warpbook", home);
	else
		return error_set(err, PARTY_MACHINE, "neither XDG_CACHE_HOME nor HOME names a folder");
	if (n < 0 || (size_t)n >= size)
		return error_set(err, PARTY_MACHINE, "the name of the cache folder is too long");
	return path_make_dirs(out, err);
}

int path_link(const char *folder, const char *name, const char *target, struct error *err)
{
	char path[PATH_MAX], fresh[PATH_MAX], now[PATH_MAX];
	ssize_t n;

	if (!path_join(path, sizeof path, folder, name) ||
	    (size_t)snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid()) >= sizeof fresh)
		return error_set(err, PARTY_MACHINE, "the name of the folder is too long");
	n = readlink(path, now, sizeof now - 1);
	now[n > 0 ? n : 0] = '\0';
	if (!strcmp(now, target))
		return 0;
	/* Another run may be doing the same. */
	if (symlink(target, fresh) || rename(fresh, path)) {
		unlink(fresh);
		return error_errno(err, "cannot make the link '%s'", path);
	}
	return 0;
}

int path_config(const char *name, char *out, size_t size, struct error *err)
{
	const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	int n;

	if (base && base[0] == '/')
		n = snprintf(out, size, "%s/warpbook/%s", base, name);
	else if (home && home[0] == '/')
		n = snprintf(out, size, "%s/.config/warpbook/%s", home, name);
	else
		return error_set(err, PARTY_MACHINE, "neither XDG_CONFIG_HOME nor HOME names a folder");
	if (n < 0 || (size_t)n >= size)
		return error_set(err, PARTY_MACHINE, "the name of the settings' folder is too long");
	return 0;
}
