/*
 * fuzz_journal.c - the reader of a host program's journal on arbitrary bytes: the program's own code runs in the process that
 * sends it. For libFuzzer, and with driver.c in `make check`. The sum at the end is made right, or nothing would be told.
 */
#include "config.h"

#include <string.h>

#include "fuzz/driver.h"
#include "words/journal.h"
#include "worker/journal.h"

const char fuzz_corpus[] = "fuzz/journal/*.journal"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void chunk_put(struct journal *j, const void *bytes, size_t n, struct buf *rest)
{
	unsigned char head[JOURNAL_HEAD] = { JOURNAL_TAG };

	for (size_t i = 0; i < 8; i++)
		head[1 + i] = (unsigned char)((uint64_t)n >> 8 * i);
	journal_take(j, (const char *)head, sizeof head, rest);
	journal_take(j, bytes, n, rest);
}

/* Takes the records, in chunks, and tells what they say. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct journal *j = journal_new(&arena);
	struct case_result result = { .end = CASE_DONE };
	struct buf rest = BUF_INIT;
	uint64_t end[2] = { JOURNAL_END | 1 << 8, 0 }, word;

	size -= size % 8;
	for (size_t i = 0; i < size; i += 8) {
		memcpy(&word, data + i, 8);
		end[1] = journal_sum(end[1], word);
	}
	for (size_t i = 0; i < size; i += JOURNAL_CHUNK)
		chunk_put(j, data + i, size - i < JOURNAL_CHUNK ? size - i : JOURNAL_CHUNK, &rest);
	chunk_put(j, end, sizeof end, &rest);
	journal_fault(j);
	journal_tell(j, &result);
	journal_free(j);
	buf_release(&rest);
	arena_release(&arena);
	return 0;
}
