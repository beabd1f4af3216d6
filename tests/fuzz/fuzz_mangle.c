/*
 * fuzz_mangle.c - fuzz target: each line as a mangled name, and the whole text as a source in which it looks for kernels,
 * parameters and arrays. The demangled name stays within limits, however often parts repeat.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "source/learner_source.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/names/*"; /* below tests; see driver.c */

#define UNFOLDED_MOST (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void name_unfold(const char *name)
{
	struct buf whole = BUF_INIT, last = BUF_INIT;

	ptx_demangle(name, &whole);
	ptx_demangle_name(name, &last);
	if (whole.len > UNFOLDED_MOST || last.len > UNFOLDED_MOST)
		abort();
	buf_release(&whole);
	buf_release(&last);
}

static void source_look(const char *text, size_t size)
{
	struct arena arena = { 0 };
	const char **kernels, **names, *array;
	int line;
	size_t n = source_kernels(text, size, &arena, &kernels);

	for (size_t i = 0; i < n; i++)
		source_kernel_params(text, size, kernels[i], &arena, &names, &line);
	source_function_params(text, size, "solve", &arena, &names, &line);
	source_own_array(text, size, &arena, &array, &line);
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	source_look((const char *)data, size);
	for (char *line = text, *end; *line; line = *end ? end + 1 : end) {
		char was;

		end = line + strcspn(line, "\n");
		was = *end;
		*end = '\0';
		name_unfold(line);
		*end = was;
	}
	free(text);
	return 0;
}
