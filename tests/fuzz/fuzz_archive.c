/*
 * fuzz_archive.c - fuzz target: any bytes as an archive, as the child reads it and
 * the parent trusts it; and any bytes as a child's messages.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "fuzz/driver.h"
#include "grade/in/unpack.h"

const char fuzz_corpus[] = "fuzz/archive/*"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool collect(void *ctx, enum unpack_entry kind, const char *name, const void *bytes, size_t len)
{
	struct buf *out = ctx;
	size_t n = strlen(name);

	buf_putc(out, (char)kind);
	for (int i = 0; i < 4; i++)
		buf_putc(out, (char)(n >> 8 * i));
	for (int i = 0; i < 4; i++)
		buf_putc(out, (char)(len >> 8 * i));
	buf_append(out, name, n);
	buf_append(out, bytes, len);
	return !out->failed;
}

static void take(const uint8_t *bytes, size_t len)
{
	struct arena arena = { 0 };
	struct unpacked u = { 0 };
	struct error err = { 0 };
	char dir[256];
	bool whole;

	if (path_temp_dir(dir, sizeof dir, "warpbook-fuzz", &err))
		return;
	unpack_take(bytes, len, "add.cu.gz", dir, &arena, &u, &whole, &err);
	if (u.bytes > len)
		abort();
	for (size_t i = 0; i < u.n; i++)
		if (strncmp(u.odd[i].path, dir, strlen(dir)) || strstr(u.odd[i].path, "/../"))
			abort();
	path_remove_tree(dir, NULL);
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct unpack_limits small = { .archive_bytes = 1 << 20, .bytes = 1 << 20, .entries = 100, .skipped = 1 << 24,
					     .seconds = 1 };
	struct buf out = BUF_INIT;

	take(data, size);
	unpack_read(data, size, &small, collect, &out);
	take((const uint8_t *)buf_text(&out), out.len);
	buf_release(&out);
	return 0;
}
