/*
 * fuzz_record.c - the record decoders on arbitrary bytes: a worker that ran foreign code may send any.
 * For libFuzzer, and with driver.c in `make check`.
 */
#include "config.h"

#include "worker/record.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/record/*.rec"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct result result;
	struct error err;
	struct job job;

	result_decode(data, size, &arena, &result, &err);
	arena_release(&arena);
	job_decode(data, size, &arena, &job, &err);
	arena_release(&arena);
	return 0;
}
