/* unpack.c - the parent's side of unpack.h: starts the child, and makes files from its output. */
#include "config.h"

#include "grade/in/unpack.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"

#define HEAD        9
#define NAME_MOST   1024
#define DEPTH_MOST  10
#define ODD_MOST    1000
#define MEMORY_MOST ((uint64_t)1 << 30) /* of the child, besides three times the archive */
#define OUTPUT_SLACK ((size_t)8 << 20)

static const char *const odd_names[UNPACK_ENTRIES] = {
	[UNPACK_LINK] = "is a symbolic link, not a file", [UNPACK_HARD_LINK] = "is a hard link, not a file",
	[UNPACK_PIPE] = "is a named pipe, not a file", [UNPACK_DEVICE] = "is a device, not a file",
	[UNPACK_SOCKET] = "is a socket, not a file", [UNPACK_ENCRYPTED] = "is encrypted", [UNPACK_LARGE] = "is larger than 4 MiB",
	[UNPACK_DAMAGED] = "is damaged",
};

bool unpack_is_archive(const char *name, size_t *stem)
{
	static const char *const ends[] = { ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".tar.lzma", ".tgz", ".txz",
					    ".tbz2", ".tbz",
		".tzst", ".zip", ".tar", ".7z", ".rar", ".gz", ".xz", ".bz2", ".zst", ".lzma" };
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (n > strlen(ends[i]) && !strcasecmp(name + n - strlen(ends[i]), ends[i])) {
			if (stem)
				*stem = n - strlen(ends[i]);
			return true;
		}
	return false;
}

/* ---- the child's output ------------------------------------------------------------------------------ */

static size_t number(const uint8_t *p)
{
	return (size_t)p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
}

/* Puts a relative path of plain names, with single slashes, into out. False: the name is not one. */
static bool plain_path(const char *name, size_t len, char out[NAME_MOST + 1])
{
	size_t n = 0;
	int depth = 0;

	if (!len || len > NAME_MOST || memchr(name, '\0', len) || *name == '/')
		return false;
	for (const char *p = name, *end = name + len; p < end;) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		size_t step = (size_t)((slash ? slash : end) - p);

		if (step && !(step == 1 && *p == '.')) {
			if (step > NAME_MAX || ++depth > DEPTH_MOST || (step == 2 && p[0] == '.' && p[1] == '.'))
				return false;
			if (n)
				out[n++] = '/';
			memcpy(out + n, p, step);
			n += step;
		}
		p += step + (slash != NULL);
	}
	out[n] = '\0';
	return true; /* may be empty: "./" */
}

static void leave_out(struct unpacked *u, struct arena *arena, const char *name, size_t len)
{
	if (!u->left_out++)
		u->first_left_out = arena_strndup(arena, name, len < 80 ? len : 80);
}

/* Makes the file, or replaces one. 1: something else is there. */
static int make_file(const char *path, const void *bytes, size_t len, struct unpacked *u, struct error *err)
{
	struct stat st;

	if (lstat(path, &st) == 0) {
		if (!S_ISREG(st.st_mode) || unlink(path))
			return 1;
		u->twice++;
	}
	u->bytes += len;
	return file_write_scratch(path, len ? bytes : "", len, err);
}

static int take_entry(enum unpack_entry kind, const char *plain, const void *bytes, size_t len, const char *to,
		      struct arena *arena, struct unpacked *u, struct error *err)
{
	char path[PATH_MAX], dir[PATH_MAX];
	struct stat st;
	struct unpack_odd *odd;
	int status;

	if (!path_join(path, sizeof path, to, plain)) {
		leave_out(u, arena, plain, strlen(plain));
		return 0;
	}
	snprintf(dir, sizeof dir, "%.*s", kind == UNPACK_FOLDER ? (int)strlen(path) : (int)(path_base(path) - path - 1), path);
	if ((stat(dir, &st) || !S_ISDIR(st.st_mode)) && path_make_dirs(dir, err)) {
		if (errno == ENOSPC || errno == EDQUOT)
			return -1;
		leave_out(u, arena, plain, strlen(plain)); /* there is a file in the place of a folder */
		return 0;
	}
	if (kind == UNPACK_FOLDER)
		return 0;
	status = make_file(path, bytes, len, u, err);
	if (status > 0)
		leave_out(u, arena, plain, strlen(plain));
	if (status || kind == UNPACK_FILE || u->n >= ODD_MOST)
		return status < 0 ? -1 : 0;
	odd = arena_push(arena, &u->odd, &u->n, &u->cap, sizeof *odd);
	if (odd)
		*odd = (struct unpack_odd){ arena_strdup(arena, path), odd_names[kind] };
	return 0;
}

static void take_end(const char *name, size_t len, struct arena *arena, struct unpacked *u)
{
	u->machine = len && *name == '!';
	if (len)
		u->problem = arena_strndup(arena, name + u->machine, len - u->machine);
}

int unpack_take(const uint8_t *bytes, size_t len, const char *name, const char *to, struct arena *arena, struct unpacked *out,
		bool *whole, struct error *err)
{
	char plain[NAME_MOST + 1];
	size_t stem = strlen(name);

	*whole = false;
	unpack_is_archive(name, &stem);
	for (size_t at = 0; len - at >= HEAD && !*whole;) {
		const uint8_t *head = bytes + at;
		size_t name_len = number(head + 1), size = number(head + 5);
		const char *said = (const char *)head + HEAD;

		if (head[0] >= UNPACK_ENTRIES || name_len > len - at - HEAD || size > len - at - HEAD - name_len)
			break;
		at += HEAD + name_len + size;
		if (head[0] == UNPACK_END) {
			take_end(said, name_len, arena, out);
			*whole = true;
		} else if (!name_len ? !plain_path(name, stem, plain) : !plain_path(said, name_len, plain)) {
			leave_out(out, arena, said, name_len);
		} else if (*plain && take_entry(head[0], plain, said + name_len, size, to, arena, out, err)) {
			return -1;
		}
	}
	return arena->failed ? error_nomem(err) : 0;
}

/* ---- running the child ------------------------------------------------------------------------------------ */

/* For a child that did not finish. */
static void note_failed_child(const struct proc_result *end, double seconds, struct unpacked *u)
{
	bool used_up = end->end == PROC_SIGNALLED && (end->code == SIGXCPU || end->cpu_seconds >= seconds);

	u->machine = end->end == PROC_DEADLINE || end->end == PROC_INTERRUPTED || end->end == PROC_IDLE ||
		     (end->end == PROC_SIGNALLED && !used_up && (end->code == SIGKILL || end->code == SIGTERM ||
								 end->code == SIGINT));
	u->problem = u->machine ? "cannot be opened: this machine was too busy, or too small" :
		     used_up ? "takes too long to unpack"
		     : end->out_truncated ? "unpacks to too much" : "is damaged, so that libarchive ended";
}

static int run_child(const struct buf *input, const struct unpack_limits *l, const char *name, const char *to,
		     struct arena *arena, struct unpacked *out, struct error *err)
{
	static const char *const argv[] = { "/proc/self/exe", "worker", "archive", NULL };
	const char *const envp[] = { proc_inherited("LD_LIBRARY_PATH"), NULL };
	struct sandbox sandbox = { .kind = SANDBOX_VM };
	const struct proc_job child = {
		.argv = argv, .envp = envp, .sandbox = &sandbox, .input = input->data, .input_len = input->len,
		.limits = { .wall_seconds = 20 * l->seconds, .idle_seconds = 30, .cpu_seconds = (unsigned)l->seconds,
#ifndef WITH_SANITIZERS
			    .memory_bytes = MEMORY_MOST + 3 * (uint64_t)input->len,
#endif
			    .file_bytes = 1, .open_files = 64, .stdout_bytes = l->bytes + OUTPUT_SLACK, .stderr_bytes = 4096 },
	};
	struct proc_result end;
	bool whole;
	int status;

	sandbox_allow_system(&sandbox);
	sandbox_allow(&sandbox, "/proc/self/exe", SANDBOX_READ | SANDBOX_RUN);
	if (proc_run(&child, &end, err))
		return -1;
	status = unpack_take((const uint8_t *)buf_text(&end.out), end.out.len, name, to, arena, out, &whole, err);
	if (!status && !whole)
		note_failed_child(&end, l->seconds, out);
	proc_result_release(&end);
	return status;
}

int unpack(const char *archive, const char *name, const char *to, enum unpack_what what, struct arena *arena,
	   struct unpacked *out, struct error *err)
{
	const struct unpack_limits *l = &unpack_limits[what];
	struct buf input = BUF_INIT;
	struct error why = { 0 };
	int status = 0;

	*out = (struct unpacked){ 0 };
	buf_putc(&input, (char)what);
	if (sandbox_layers() != (SANDBOX_HAS_LANDLOCK | SANDBOX_HAS_SECCOMP)) {
		out->machine = true;
		out->problem = "cannot be opened: this machine lacks a part of the sandbox (`warpbook doctor` says which)";
	} else if (file_read_itself(archive, l->archive_bytes, &input, &why)) {
		out->problem = arena_printf(arena, "cannot be read: %s", why.text);
	} else if (input.len == 1) {
		out->problem = "is empty";
	} else if (path_make_dirs(to, err) || run_child(&input, l, name, to, arena, out, err)) {
		status = -1;
	}
	buf_release(&input);
	return status;
}
