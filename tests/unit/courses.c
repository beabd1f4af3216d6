/*
 * courses.c - compares every tests/courses/NAME.ptx, from any compiler, with the results of the same
 * source on a host, or of libraries.py: all kernels, all checks, two orders.
 */
#include "config.h"

#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "../tap/native.h"
#include "../tap/tap.h"

#define THREADS 64

struct loaded { const struct ptx_module *module; struct simt_mem *mem; struct simt_program *program; uint64_t out, in; };

static bool load(struct loaded *l, struct error *err)
{
	int32_t in[THREADS];

	for (int k = 0; k < THREADS; k++)
		in[k] = (k * 37 + 11) % 97;
	l->mem = simt_mem_new(1u << 28, err);
	l->program = l->mem ? simt_program_new(l->module, l->mem, err) : NULL;
	return l->program && simt_alloc(l->mem, sizeof in, "out", 4, 0, &l->out, err) == 0 &&
	       simt_alloc(l->mem, sizeof in, "in", 4, SIMT_READ_ONLY, &l->in, err) == 0 &&
	       simt_write(l->mem, l->in, in, sizeof in, err) == 0;
}

static void unload(struct loaded *l)
{
	simt_program_free(l->program);
	simt_mem_free(l->mem);
}

/* Does `out` have the numbers in `want`? */
static bool same(struct loaded *l, const char *want)
{
	int32_t out[THREADS];
	struct error err;
	char *end;

	if (simt_read(l->mem, l->out, out, sizeof out, &err) < 0)
		return false;
	for (int k = 0; k < THREADS; k++, want = end) {
		long v = strtol(want, &end, 10);

		if (v != out[k]) {
			printf("# thread %d: %d, not %ld\n", k, out[k], v);
			return false;
		}
	}
	return true;
}

static void kernel_test(const struct ptx_module *module, const char *file, const char *kernel, const char *want, uint64_t seed)
{
	struct loaded l = { .module = module };
	struct error err = { 0 };
	struct simt_result r = { 0 };
	struct { uint64_t out, in; int32_t n; } params;
	struct simt_launch launch = { .kernel = kernel, .grid = { 1, 1, 1 }, .block = { THREADS, 1, 1 }, .params = &params,
				      .params_len = sizeof params, .checks = SIMT_CHECK_ALL, .budget = 1u << 24,
				      .order_seed = seed };
	bool good = load(&l, &err);

	params.out = l.out;
	params.in = l.in;
	params.n = THREADS;
	good = good && simt_launch(l.program, &launch, &r, &err) == 0 && r.end == SIMT_DONE && r.nfindings == 0 && same(&l, want);
	if (!ok(good, "%s: %s, order %d", file, kernel, (int)seed)) {
		printf("# %s%s\n", err.text, r.error.text);
		for (size_t k = 0; k < r.nfindings; k++)
			printf("# line %d: %s: %s\n", r.findings[k].place.line, finding_name(&r.findings[k]),
			       r.findings[k].message);
	}
	simt_result_release(&r);
	unload(&l);
}

/* One line of the expectation: a kernel's name and the values that its threads write. */
static void lines_test(const struct ptx_module *module, const char *file, const char *expected)
{
	for (const char *line = expected; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		char kernel[64];
		size_t len = strcspn(line, " ");

		snprintf(kernel, sizeof kernel, "%.*s", (int)len, line);
		for (uint64_t seed = 0; seed < 2; seed++)
			kernel_test(module, file, kernel, line + len, seed);
	}
}

static void file_test(const char *path, const char *expected)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *m = NULL;

	if (file_read(path, 4 << 20, &text, &err) == 0)
		m = ptx_parse(text.data, text.len, path_base(path), &err);
	if (ok(m != NULL, "%s parses", path_base(path)))
		lines_test(m, path_base(path), expected);
	else
		printf("# line %d: %s\n", err.line, err.text);
	ptx_free(m);
	buf_release(&text);
}

static void folder_test(const char *dir)
{
	struct buf expected = BUF_INIT;
	struct error err;
	char path[4096];
	glob_t files;

	snprintf(path, sizeof path, "%s/courses.expected", dir);
	ok(file_read(path, 1 << 20, &expected, &err) == 0, "the expectation is there");
	snprintf(path, sizeof path, "%s/*.ptx", dir);
	if (glob(path, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++)
			file_test(files.gl_pathv[i], buf_text(&expected));
		globfree(&files);
	}
	buf_release(&expected);
}

int main(void)
{
	const char *dir = getenv("TESTS_DIR") ? getenv("TESTS_DIR") : WARPBOOK_SOURCE_DIR "/tests";
	char path[4000];

	snprintf(path, sizeof path, "%s/courses", dir);
	folder_test(path);
	snprintf(path, sizeof path, "%s/courses/libraries", dir);
	folder_test(path);
	return tap_done();
}
