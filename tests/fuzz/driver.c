/*
 * driver.c - runs a fuzz target without libFuzzer: each file of the corpus (or
 * each given file) unchanged, then $ROUNDS times (default 50) with random damage,
 * from a fixed seed ($SEED, default 1), so that a failure is repeatable. If a target has its own mutator, that does
 * the damage, to the previous damaged copy, or now and then to a fresh one.
 */
#include "config.h"

#include <glob.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/path.h"
#include "../tap/tap.h"
#include "fuzz/driver.h"

#define GROWTH 4096 /* bytes that a mutator may add */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static struct rng rng;

/* One of: a byte changed, a piece removed, a piece copied elsewhere. */
static size_t damage(uint8_t *data, size_t size)
{
	size_t at = rng_below(&rng, size), len = 1 + rng_below(&rng, size - at < 64 ? size - at : 64);

	switch (rng_below(&rng, 3)) {
	case 0:
		data[at] = (uint8_t)rng_next(&rng);
		return size;
	case 1:
		memmove(data + at, data + at + len, size - at - len);
		return size - len;
	default:
		memmove(data + rng_below(&rng, size - len + 1), data + at, len);
		return size;
	}
}

/* The other function of libFuzzer that a target's mutator calls. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
	(void)max; /* it does not grow */
	for (uint64_t n = 1 + rng_below(&rng, 4); n && size > 1; n--)
		size = damage(data, size);
	return size;
}

static void run(const char *path, long rounds)
{
	struct buf file = BUF_INIT;
	struct error err;
	uint8_t *data;
	size_t size = 0;

	if (!file_read(path, 1 << 20, &file, &err) && file.len && (data = malloc(file.len + GROWTH))) {
		LLVMFuzzerTestOneInput((const uint8_t *)file.data, file.len);
		for (long k = 0; k < rounds; k++) {
			if (!LLVMFuzzerCustomMutator || !size || rng_below(&rng, 3) == 0)
				memcpy(data, file.data, size = file.len);
			size = LLVMFuzzerCustomMutator ?
				LLVMFuzzerCustomMutator(data, size, file.len + GROWTH, (unsigned)rng_next(&rng)) :
				LLVMFuzzerMutate(data, size, file.len);
			LLVMFuzzerTestOneInput(data, size);
		}
		free(data);
	}
	buf_release(&file);
}

int main(int argc, char **argv)
{
	const char *rounds = getenv("ROUNDS"), *dir = getenv("TESTS_DIR"), *seed = getenv("SEED");
	char pattern[4096];
	glob_t files;
	size_t n = 0;

	rng_init(&rng, seed ? strtoull(seed, NULL, 10) : 1);
	for (; n + 1 < (size_t)argc; n++)
		run(argv[n + 1], rounds ? atol(rounds) : 50);
	snprintf(pattern, sizeof pattern, "%s/%s", dir ? dir : WARPBOOK_SOURCE_DIR "/tests", fuzz_corpus);
	if (argc == 1 && glob(pattern, 0, NULL, &files) == 0) {
		for (; n < files.gl_pathc; n++)
			run(files.gl_pathv[n], rounds ? atol(rounds) : 50);
		globfree(&files);
	}
	ok(n > 0, "%zu files, and what random damage makes of them, do no harm", n);
	return tap_done();
}
