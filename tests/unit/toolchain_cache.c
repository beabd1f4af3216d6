/* toolchain_cache.c - the cache saves time and has no other effect. */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/path.h"
#include "tap/tap.h"
#include "toolchain/cache.h"

#define KEY "aa11"

static char folder[PATH_MAX];

static bool applies(const char *source)
{
	return cache_applies(source, strlen(source));
}

static void test_applies(void)
{
	ok(applies("__global__ void k() {}"), "a file that includes nothing is cached");
	ok(applies("#include <stdio.h>\n  #  include <cuda_runtime.h>\nint x;"), "a system header is no obstacle");
	ok(applies("// what to include here\nint x; /* includes */\nint included;"), "nor is the word in a comment");
	ok(!applies("#include \"mine.h\""), "another file of the learner's is");
	ok(!applies("#include <../mine.h>") && !applies("#include </tmp/mine.h>"), "so is a path");
	ok(!applies("#include FILE_NAME") && !applies("#inc\\\nlude \"x.h\"") && !applies("%:include \"x.h\""),
	   "and an include in disguise");
	ok(!applies("# /* a\n b */ include \"x.h\"") && !applies("#/* */include \"x.h\""), "or after a comment");
	ok(!applies("#if __has_include(<x.h>)") && !applies("#embed \"x\"") && !applies("f(__TIME__)"),
	   "whatever asks about the world is not cached");
	ok(cache_applies("int a;\0int b;", 13) && !cache_applies("int a;\0\n#include \"b\"", 20), "NUL bytes hide nothing");
}

static void test_long_line(void)
{
	size_t len = 100000;
	char *line = malloc(len + 32);

	if (!line)
		return;
	memset(line, ' ', len);
	strcpy(line + len, "#include \"x.h\"");
	ok(!applies(line), "nor does a line of 100,000 bytes");
	memset(line, 'x', len);
	strcpy(line + len, ";");
	ok(applies(line), "a long line alone is no obstacle");
	free(line);
}

static bool load(struct arena *arena, struct artifact *a)
{
	return cache_load(KEY, arena, a);
}

static void store(const char *key, size_t size)
{
	char *text = calloc(1, size + 1);
	struct artifact a = { text, size, "a warning" };

	if (!text)
		return;
	memset(text, 'p', size);
	cache_store(key, &a);
	free(text);
}

static void entry_path(char out[PATH_MAX], const char *key)
{
	snprintf(out, PATH_MAX, "%.3000s/warpbook/artifacts/%s", folder, key);
}

static void test_entries(void)
{
	struct arena arena = { 0 };
	struct artifact a;
	char path[PATH_MAX];
	struct buf bytes = BUF_INIT;

	entry_path(path, KEY);
	ok(!load(&arena, &a), "an empty cache misses");
	store(KEY, 1000);
	ok(load(&arena, &a) && a.len == 1000 && a.output[999] == 'p' && !a.output[1000] && !strcmp(a.raw, "a warning"),
	   "a stored entry comes back, including warnings");
	file_read(path, 1 << 20, &bytes, NULL);
	bytes.data[bytes.len / 2] ^= 1;
	file_write(path, bytes.data, bytes.len, NULL);
	ok(!load(&arena, &a), "an altered entry misses");
	file_write(path, bytes.data, bytes.len / 2, NULL);
	ok(!load(&arena, &a), "a torn entry misses");
	file_write(path, "", 0, NULL);
	ok(!load(&arena, &a), "an empty entry misses");
	file_write(path, "warpbook-artifact 1 x 99999999999999999999 1\n", 45, NULL);
	ok(!load(&arena, &a), "an entry with wrong lengths is a miss");
	unlink(path);
	mkdir(path, 0700);
	store(KEY, 10);
	ok(!load(&arena, &a), "a folder in an entry's place misses");
	rmdir(path);
	store(KEY, 1000);
	ok(load(&arena, &a), "a bad entry is simply written again");
	store("huge", (size_t)9 << 20);
	entry_path(path, "huge");
	ok(!path_exists(path), "a huge artifact is not kept");
	buf_release(&bytes);
	arena_release(&arena);
}

static void test_limit(void)
{
	char path[PATH_MAX];
	struct arena arena = { 0 };
	struct artifact a;
	struct timespec old[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };

	setenv("WARPBOOK_CACHE_BYTES", "10000", 1);
	store("first", 3000);
	store("second", 3000);
	entry_path(path, "first");
	utimensat(AT_FDCWD, path, old, 0);
	entry_path(path, "second");
	utimensat(AT_FDCWD, path, old, 0);
	ok(cache_load("first", &arena, &a), "a hit makes an entry young");
	nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL); /* file times are coarse: the third file must be younger */
	store("third", 5000);
	ok(!path_exists(path), "the least recently used entry is removed first");
	entry_path(path, "third");
	ok(path_exists(path), "the newest stays");
	unsetenv("WARPBOOK_CACHE_BYTES");
	arena_release(&arena);
}

static void test_nowhere(void)
{
	struct arena arena = { 0 };
	struct artifact a;

	setenv("XDG_CACHE_HOME", "/dev/null/nowhere", 1);
	store(KEY, 10);
	ok(!load(&arena, &a), "a cache that cannot be written stores nothing and says nothing");
	arena_release(&arena);
}

int main(void)
{
	if (path_temp_dir(folder, sizeof folder, "warpbook-test", NULL))
		return 99;
	setenv("XDG_CACHE_HOME", folder, 1);
	test_applies();
	test_long_line();
	test_entries();
	test_limit();
	test_nowhere();
	path_remove_tree(folder, NULL);
	return tap_done();
}
