/* native.c - compiles the vm's C to an object and loads it. See native.h. */
#include "config.h"

#include "toolchain/native.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "toolchain/cache.h"
#include "toolchain/toolchain.h"

#define SYMBOL      "warpbook_native"
#define OBJECT_MAX  (8u << 20)
#define TEXT_MAX    (64u << 20)
#define CPU_SECONDS 60
#define FAILURES     2   /* in a row: then the process stops trying */
#define FIRST_NUMBER 200 /* the first descriptor number of a library */
#define MEMORY      ((uint64_t)4 << 30)

static const char *const names[] = { "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang", "clang-14",
				     "gcc", "cc" };
static const char *const options[] = {
	"-x", "c", "-std=gnu11", "-O2", "-march=x86-64-v3", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno",
	"-fno-trapping-math", "-w", "-fPIC", "-shared", "-nostdlib", "-o", "object.so", "-",
};

/* The loaded objects, by key; kept until the process ends. */
struct loaded { char key[HASH_HEX]; const void *table; struct loaded *next; };
static struct loaded *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ending; /* the program is ending: compile nothing more; atomic */

static unsigned failures; /* since the last success; atomic */

/* A broken or slow compiler, or a full disk, would fail for the next kernel, too. */
static bool has_given_up(void) { return __atomic_load_n(&failures, __ATOMIC_RELAXED) >= FAILURES; }

static void outcome_note(bool good)
{
	if (good)
		__atomic_store_n(&failures, 0, __ATOMIC_RELAXED);
	else
		__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

static bool machine_is_able(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
	       __builtin_cpu_supports("bmi2");
#else
	return false;
#endif
}

static bool host_compiler_find(char out[PATH_MAX])
{
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (proc_find(names[k], out, PATH_MAX) == 0)
			return true;
	return false;
}

/*
 * Loads from memory that can no longer change. dlopen identifies libraries by path, so a path must never be used twice, even if a
 * program closes descriptors that it did not open: so the numbers ascend. Once loaded, the library no longer needs its
 * descriptor.
 */
static const void *object_load(const char *bytes, size_t len)
{
	static pthread_mutex_t numbers = PTHREAD_MUTEX_INITIALIZER;
	static int next = FIRST_NUMBER;
	int made = memfd_create("warpbook-native", MFD_CLOEXEC | MFD_ALLOW_SEALING), fd;
	const void *table = NULL;
	char path[64];
	void *library;

	if (made < 0)
		return NULL;
	pthread_mutex_lock(&numbers);
	fd = fcntl(made, F_DUPFD_CLOEXEC, next);
	next = fd < 0 ? next : fd + 1;
	pthread_mutex_unlock(&numbers);
	close(made);
	if (fd < 0)
		return NULL;
	if (file_write_fd(fd, bytes, len) || fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0)
		goto out;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if ((library = dlopen(path, RTLD_NOW | RTLD_LOCAL)) && !(table = dlsym(library, SYMBOL)))
		dlclose(library);
out:
	close(fd);
	return table;
}

/* At exit: ends a compilation on another thread, and waits only until its folder is removed. */
static void at_exit(void)
{
	__atomic_store_n(&ending, true, __ATOMIC_RELEASE);
	proc_interrupt();
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

static void at_exit_set(void)
{
	static bool is_set; /* protected by the lock */

	if (!is_set)
		is_set = atexit(at_exit) == 0;
}

/* Compiles in its own folder, in the sandbox of a compiler; returns the object's bytes. */
static bool object_make(const char *compiler, const char *text, size_t len, const volatile sig_atomic_t *stop, struct buf *object)
{
	const char *argv[2 + sizeof options / sizeof *options] = { compiler };
	struct proc_result result;
	char dir[PATH_MAX], path[PATH_MAX + 16];
	const char *base = getenv("TMPDIR");
	struct compiler c = { .kind = COMPILER_CLANG };
	struct sandbox sandbox;
	char search[PATH_MAX + 8], home[PATH_MAX + 8], tmp[PATH_MAX + 8];
	const char *envp[] = { search, home, tmp, "LC_ALL=C.UTF-8", NULL };
	bool good = false;

	if (strlen(compiler) >= sizeof c.path)
		return false;
	strcpy(c.path, compiler);

	memcpy(argv + 1, options, sizeof options);
	if ((size_t)snprintf(dir, sizeof dir, "%s/warpbook-native-XXXXXX", base && *base ? base : "/tmp") >= sizeof dir ||
	    !mkdtemp(dir))
		return false;
	snprintf(path, sizeof path, "%s/object.so", dir);
	snprintf(search, sizeof search, "PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/local/bin:/usr/bin:/bin");
	snprintf(home, sizeof home, "HOME=%s", dir);
	snprintf(tmp, sizeof tmp, "TMPDIR=%s", dir);
	compiler_sandbox(&c, &sandbox);
	sandbox_allow(&sandbox, dir, SANDBOX_SCRATCH);
	if (proc_run(&(struct proc_job){ .argv = argv, .envp = envp, .cwd = dir, .sandbox = &sandbox, .input = text,
					 .input_len = len, .stop = stop,
					 .limits = { .cpu_seconds = CPU_SECONDS, .wall_seconds = 5 * CPU_SECONDS,
						     .data_bytes = MEMORY, .file_bytes = OBJECT_MAX } }, &result, NULL) == 0) {
		good = result.end == PROC_EXITED && result.code == 0 && file_read(path, OBJECT_MAX, object, NULL) == 0;
		proc_result_release(&result);
	}
	path_remove_tree(dir, NULL);
	return good;
}

/* Fills *compiler and *key; false if this process cannot compile. */
static bool key_make(const char *text, size_t len, char compiler[PATH_MAX], char key[HASH_HEX])
{
	struct buf version = BUF_INIT;
	struct hash h;
	bool good = machine_is_able() && host_compiler_find(compiler) && !compiler_answer(compiler, &version, NULL) &&
		    version.len;

	if (good) {
		hash_init(&h);
		hash_add_text(&h, "native 3");
		hash_add_text(&h, PACKAGE_VERSION);
		hash_add_text(&h, compiler);
		hash_add(&h, version.data, version.len);
		for (size_t k = 0; k < sizeof options / sizeof *options; k++)
			hash_add_text(&h, options[k]);
		hash_add(&h, text, len);
		hash_hex(&h, key);
	}
	buf_release(&version);
	return good;
}

static bool object_cached(const char *key, struct buf *object)
{
	struct arena arena = { 0 };
	struct artifact artifact = { 0 };
	const bool good = cache_load(key, &arena, &artifact);

	if (good)
		buf_append(object, artifact.output, artifact.len);
	arena_release(&arena);
	return good && !object->failed;
}

/* The object's bytes, from the cache, or, if it may compile, compiled and then kept there. */
static bool object_get(const char *key, const char *compiler, const char *text, size_t len, bool may_compile,
		       const volatile sig_atomic_t *stop, struct buf *object)
{
	if (object_cached(key, object))
		return true;
	if (!may_compile || object->failed || !object_make(compiler, text, len, stop, object))
		return false;
	cache_store(key, &(struct artifact){ .output = object->data, .len = object->len, .raw = "" });
	return !object->failed;
}

/* With the lock held. */
static const void *table_get(const char *key, const char *compiler, const char *text, size_t len, bool may_compile)
{
	struct buf object = BUF_INIT;
	const void *table = NULL;

	at_exit_set();
	if (!__atomic_load_n(&ending, __ATOMIC_ACQUIRE) &&
	    object_get(key, compiler, text, len, may_compile, NULL, &object))
		table = object_load(object.data, object.len);
	buf_release(&object);
	return table;
}

static const void *native_table(const char *text, size_t len, bool may_compile)
{
	char key[HASH_HEX], compiler[PATH_MAX];
	const void *table;
	struct loaded *l;

	if (has_given_up() || !key_make(text, len, compiler, key))
		return NULL;
	pthread_mutex_lock(&lock);
	for (l = all; l && strcmp(l->key, key) != 0; l = l->next)
		;
	table = l ? l->table : table_get(key, compiler, text, len, may_compile);
	if (!l && may_compile)
		outcome_note(table != NULL);
	if (!l && (table || may_compile) && (l = calloc(1, sizeof *l))) {
		memcpy(l->key, key, sizeof key);
		l->table = table;
		l->next = all;
		all = l;
	}
	pthread_mutex_unlock(&lock);
	return table;
}

const void *native_load(const char *text, size_t len) { return native_table(text, len, true); }
const void *native_find(const char *text, size_t len) { return native_table(text, len, false); }

bool native_key(const char *from, size_t len, char key[HASH_HEX])
{
	char compiler[PATH_MAX];

	return !has_given_up() && key_make(from, len, compiler, key);
}

bool native_object(const char *text, size_t len, const volatile sig_atomic_t *stop, struct buf *object)
{
	char key[HASH_HEX], compiler[PATH_MAX];
	bool good = !has_given_up() && key_make(text, len, compiler, key) &&
		    object_get(key, compiler, text, len, true, stop, object);

	if (good || !*stop)
		outcome_note(good);
	return good;
}

/* ---- in a program of the user's ------------------------------------------------------------------ */

/* The hash comes first, so that the reader rejects an incomplete object. */
static bool object_send(int fd, const char *bytes, size_t len)
{
	char hash[HASH_HEX];

	hash_bytes(bytes, len, hash);
	return file_write_fd(fd, hash, sizeof hash) == 0 && file_write_fd(fd, bytes, len) == 0;
}

static const void *object_receive(int fd)
{
	char hash[HASH_HEX];
	const void *table = NULL;
	struct stat st;
	size_t len;
	char *bytes;

	if (fstat(fd, &st) || st.st_size <= (off_t)sizeof hash || st.st_size > (off_t)(OBJECT_MAX + sizeof hash))
		return NULL;
	len = (size_t)st.st_size;
	bytes = malloc(len);
	if (bytes && pread(fd, bytes, len, 0) == (ssize_t)len) {
		hash_bytes(bytes + sizeof hash, len - sizeof hash, hash);
		if (!memcmp(bytes, hash, sizeof hash))
			table = object_load(bytes + sizeof hash, len - sizeof hash);
	}
	free(bytes);
	return table;
}

static bool text_read(int fd, struct buf *text)
{
	char piece[65536];
	ssize_t n;

	while ((n = read(fd, piece, sizeof piece)) > 0 && text->len < TEXT_MAX)
		buf_append(text, piece, (size_t)n);
	return n == 0 && !text->failed;
}

int native_helper(bool may_compile)
{
	struct buf text = BUF_INIT, object = BUF_INIT;
	char key[HASH_HEX], compiler[PATH_MAX];
	bool good;

	proc_catch_signals();
	good = text_read(0, &text) && key_make(buf_text(&text), text.len, compiler, key) &&
	       object_get(key, compiler, buf_text(&text), text.len, may_compile, NULL, &object) &&
	       object_send(1, object.data, object.len);
	buf_release(&object);
	buf_release(&text);
	return good ? 0 : 1;
}

/* Closes all but two. Otherwise a reader that waits for the end of one of the program's pipes would wait for the compiler. */
static void descriptors_close(int one, int two)
{
	const unsigned low = (unsigned)(one < two ? one : two), high = (unsigned)(one < two ? two : one);

	if (low)
		syscall(SYS_close_range, 0u, low - 1, 0u);
	if (high - low > 1)
		syscall(SYS_close_range, low + 1, high - 1, 0u);
	syscall(SYS_close_range, high + 1, ~0u, 0u);
}

/* In the child: only async-signal-safe calls, since other threads of the program may have held any lock at the fork. */
_Noreturn static void helper_begin(const char *path, const char *job, pid_t parent, int in, int out)
{
	const char *argv[] = { "warpbook", "worker", job, NULL };
	sigset_t none;
	int nothing;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if ((pid_t)syscall(SYS_getppid) != parent || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
	    (nothing = open("/dev/null", O_WRONLY)) < 0 || dup2(nothing, 2) < 0)
		_exit(126);
	for (int k = 1; k < 32; k++) /* the helper must not ignore the signals that the program ignores */
		signal(k, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* It stays in the program's group: a key that interrupts the program interrupts it, too. */
	syscall(SYS_close_range, 3u, ~0u, 0u);
	execv(path, (char *const *)(uintptr_t)argv);
	_exit(127);
}

/*
 * Waits for the helper, since exec makes an ordinary child, with SIGCHLD, of
 * every process. The program's handlers do not run here.
 */
_Noreturn static void helper_await(const char *path, const char *job, pid_t parent, int in, int out)
{
	sigset_t all_signals;
	int status = -1;
	long child;

	sigfillset(&all_signals);
	sigprocmask(SIG_SETMASK, &all_signals, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if ((pid_t)syscall(SYS_getppid) != parent)
		_exit(126);
	descriptors_close(in, out);
	child = syscall(SYS_clone, (unsigned long)SIGCHLD, 0ul, 0ul, 0ul, 0ul);
	if (child == 0)
		helper_begin(path, job, (pid_t)syscall(SYS_getppid), in, out);
	while (child > 0 && waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
		;
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Like fork(), but without SIGCHLD, and without the program's handlers for fork(). */
static bool helper_run(const char *path, const char *job, int in, int out)
{
	const pid_t parent = getpid();
	const long child = syscall(SYS_clone, 0ul, 0ul, 0ul, 0ul, 0ul);
	int status = -1;

	if (child == 0)
		helper_await(path, job, parent, in, out);
	if (child < 0)
		return false;
	while (waitpid((pid_t)child, &status, __WCLONE) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A descriptor above 2, so that the helper can have its own 0, 1 and 2, even if the program closed those. */
static int memory_file(const char *name)
{
	int made = memfd_create(name, MFD_CLOEXEC), fd = made < 0 ? -1 : fcntl(made, F_DUPFD_CLOEXEC, 3);

	if (made >= 0)
		close(made);
	return fd;
}

/* A write beyond the program's file size limit would send it a signal. */
static bool files_may_be_large(size_t len)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= OBJECT_MAX + HASH_HEX && limit.rlim_cur >= len;
}

static const void *table_apart(const char *job, const char *text, size_t len)
{
	const char *path = getenv(NATIVE_HELPER);
	const void *table = NULL;
	int in, out;

	if (!path || *path != '/' || !machine_is_able() || has_given_up() || !files_may_be_large(len))
		return NULL;
	in = memory_file("warpbook-text");
	out = memory_file("warpbook-object");
	if (in >= 0 && out >= 0 && file_write_fd(in, text, len) == 0 && lseek(in, 0, SEEK_SET) == 0 &&
	    helper_run(path, job, in, out))
		table = object_receive(out);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	return table;
}

const void *native_load_apart(const char *text, size_t len)
{
	const void *table = table_apart("native", text, len);

	outcome_note(table != NULL);
	return table;
}

const void *native_find_apart(const char *text, size_t len) { return table_apart("native-cached", text, len); }
