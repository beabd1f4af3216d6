/*
 * fuzz_link.c - fuzz target: a text replaces each of three that belong together (tests/unit/linked); the target links them,
 * and prints, parses and runs the result. Nothing crashes, and the printed result parses.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "ptx_mutate.h"
#include "simt/simt.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "unit/linked/*.ptx"; /* below tests; see driver.c */

#define TEXTS  3
#define MEMORY (1u << 24)
#define ARRAY  4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static const struct ptx_text *texts_read(void)
{
	static const char *const names[TEXTS] = { "kernel", "tables", "shapes" };
	static struct ptx_text texts[TEXTS];
	static struct buf bytes[TEXTS];
	const char *tests = getenv("TESTS_DIR");
	struct error err;

	for (size_t k = 0; k < TEXTS && !texts[k].text; k++) {
		char path[1024];

		snprintf(path, sizeof path, "%s/unit/linked/%s.ptx", tests ? tests : WARPBOOK_SOURCE_DIR "/tests", names[k]);
		if (file_read(path, 1u << 20, &bytes[k], &err)) {
			error_print(stderr, "fuzz_link", &err);
			abort();
		}
		texts[k] = (struct ptx_text){ buf_text(&bytes[k]), bytes[k].len, names[k] };
	}
	return texts;
}

static void kernel_run(const struct ptx_module *module)
{
	struct error err;
	struct simt_mem *mem = simt_mem_new(MEMORY, &err);
	struct simt_program *program = mem ? simt_program_new(module, mem, &err) : NULL;
	struct simt_launch launch = { .kernel = "k", .grid = { 1, 1, 1 }, .block = { 8, 1, 1 }, .checks = SIMT_CHECK_ALL,
				      .footprint = true, .budget = 3000 };
	struct simt_result result;
	uint64_t params[2] = { 0, 0 };

	if (program && !simt_alloc(mem, ARRAY, "out", 4, 0, &params[0], &err) &&
	    !simt_alloc(mem, ARRAY, "in", 4, SIMT_INITIALISED, &params[1], &err)) {
		launch.params = params;
		launch.params_len = sizeof params;
		if (!simt_launch(program, &launch, &result, &err))
			simt_result_release(&result);
	}
	simt_program_free(program);
	simt_mem_free(mem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ptx_text *all = texts_read();

	for (size_t k = 0; k < TEXTS; k++) {
		struct ptx_text texts[TEXTS];
		struct buf printed = BUF_INIT;
		struct ptx_module *m, *again;
		struct error err;

		memcpy(texts, all, sizeof texts);
		texts[k] = (struct ptx_text){ (const char *)data, size, "fuzz.ptx" };
		if (!(m = ptx_link(texts, TEXTS, simt_knows_function, &err)))
			continue;
		kernel_run(m);
		ptx_print(m, &printed);
		if (!(again = ptx_parse(buf_text(&printed), printed.len, "printed.ptx", &err))) {
			error_print(stderr, "fuzz_link", &err);
			abort();
		}
		ptx_free(again);
		ptx_free(m);
		buf_release(&printed);
	}
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	struct rng rng;

	rng_init(&rng, seed);
	return ptx_mutate(&rng, NULL, data, size, max);
}
