/*
 * native.c - C from the vm to a loaded object. See native.h.
 */
#include "config.h"

#include "toolchain/native.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/walls.h"
#include "toolchain/cache.h"
#include "toolchain/toolchain.h"

#define SYMBOL      "warpbook_native"
#define OBJECT_MAX  (8u << 20)
#define CPU_SECONDS 60
#define MEMORY      ((uint64_t)4 << 30)

static const char *const names[] = { "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang", "clang-14", "gcc", "cc" };
static const char *const options[] = {
	"-x", "c", "-std=gnu11", "-O2", "-march=x86-64-v3", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno",
	"-fno-trapping-math", "-w", "-fPIC", "-shared", "-nostdlib", "-o", "object.so", "-",
};

/* What is loaded, by key; kept for the process's life. */
struct loaded { char key[HASH_HEX]; const void *table; struct loaded *next; };
static struct loaded *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ending; /* the program ends: nothing is compiled any more; atomic */

static bool machine_is_able(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
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

/* From memory that can no longer change. Its descriptor stays open: dlopen knows libraries by path, and a number that came again would be the old one. */
static const void *object_load(const char *bytes, size_t len)
{
	int fd = memfd_create("warpbook-native", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	const void *table = NULL;
	char path[64];
	void *library;

	if (fd < 0)
		return NULL;
	for (size_t at = 0; at < len;) {
		ssize_t n = write(fd, bytes + at, len - at);

		if (n <= 0)
			goto out;
		at += (size_t)n;
	}
	if (fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0)
		goto out;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if ((library = dlopen(path, RTLD_NOW | RTLD_LOCAL)) && !(table = dlsym(library, SYMBOL)))
		dlclose(library);
out:
	if (!table)
		close(fd);
	return table;
}

/* An exit ends a compilation on another thread, and waits only until its folder is gone. */
static void at_exit(void)
{
	__atomic_store_n(&ending, true, __ATOMIC_RELEASE);
	proc_interrupt();
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

static void at_exit_set(void)
{
	static bool is_set; /* under the lock */

	if (!is_set)
		is_set = atexit(at_exit) == 0;
}

/* Compiles in a folder of its own, behind the walls of a compiler; the object's bytes. */
static bool object_make(const char *compiler, const char *text, size_t len, struct buf *object)
{
	const char *argv[2 + sizeof options / sizeof *options] = { compiler };
	struct proc_result result;
	char dir[PATH_MAX], path[PATH_MAX + 16];
	const char *base = getenv("TMPDIR");
	struct compiler c = { .kind = COMPILER_CLANG };
	struct walls walls;
	char search[PATH_MAX + 8], home[PATH_MAX + 8], tmp[PATH_MAX + 8];
	const char *envp[] = { search, home, tmp, "LC_ALL=C.UTF-8", NULL };
	bool good = false;

	if (strlen(compiler) >= sizeof c.path)
		return false;
	strcpy(c.path, compiler);

	memcpy(argv + 1, options, sizeof options);
	if ((size_t)snprintf(dir, sizeof dir, "%s/warpbook-native-XXXXXX", base && *base ? base : "/tmp") >= sizeof dir || !mkdtemp(dir))
		return false;
	snprintf(path, sizeof path, "%s/object.so", dir);
	snprintf(search, sizeof search, "PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/local/bin:/usr/bin:/bin");
	snprintf(home, sizeof home, "HOME=%s", dir);
	snprintf(tmp, sizeof tmp, "TMPDIR=%s", dir);
	compiler_walls(&c, &walls);
	walls_allow(&walls, dir, WALL_SCRATCH);
	if (proc_run(&(struct proc_job){ .argv = argv, .envp = envp, .cwd = dir, .walls = &walls, .input = text, .input_len = len,
					 .limits = { .cpu_seconds = CPU_SECONDS, .wall_seconds = 5 * CPU_SECONDS, .data_bytes = MEMORY,
						     .file_bytes = OBJECT_MAX } }, &result, NULL) == 0) {
		good = result.end == PROC_EXITED && result.code == 0 && file_read(path, OBJECT_MAX, object, NULL) == 0;
		proc_result_release(&result);
	}
	path_remove_tree(dir, NULL);
	return good;
}

static const void *table_get(const char *key, const char *compiler, const char *text, size_t len)
{
	struct arena arena = { 0 };
	struct buf object = BUF_INIT;
	struct artifact artifact = { 0 };
	const void *table = NULL;

	if (cache_load(key, &arena, &artifact)) {
		table = object_load(artifact.output, artifact.len);
	} else if (at_exit_set(), !__atomic_load_n(&ending, __ATOMIC_ACQUIRE) && object_make(compiler, text, len, &object)) {
		table = object_load(object.data, object.len);
		artifact = (struct artifact){ .output = object.data, .len = object.len, .raw = "" };
		if (table)
			cache_store(key, &artifact);
	}
	buf_release(&object);
	arena_release(&arena);
	return table;
}

const void *native_load(const char *text, size_t len)
{
	char key[HASH_HEX], compiler[PATH_MAX];
	struct buf version = BUF_INIT;
	struct loaded *l;
	struct hash h;

	if (!machine_is_able() || !host_compiler_find(compiler))
		return NULL;
	if (compiler_answer(compiler, &version, NULL) || !version.len) {
		buf_release(&version);
		return NULL;
	}
	hash_init(&h);
	hash_add_text(&h, "native 2");
	hash_add_text(&h, PACKAGE_VERSION);
	hash_add_text(&h, compiler);
	hash_add(&h, version.data, version.len);
	buf_release(&version);
	for (size_t k = 0; k < sizeof options / sizeof *options; k++)
		hash_add_text(&h, options[k]);
	hash_add(&h, text, len);
	hash_hex(&h, key);
	pthread_mutex_lock(&lock);
	for (l = all; l && strcmp(l->key, key) != 0; l = l->next)
		;
	if (!l && (l = calloc(1, sizeof *l))) {
		memcpy(l->key, key, sizeof key);
		l->table = table_get(key, compiler, text, len);
		l->next = all;
		all = l;
	}
	pthread_mutex_unlock(&lock);
	return l ? l->table : NULL;
}
