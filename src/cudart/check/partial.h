/*
 * partial.h - finds who wrote only the beginning of an array: a copy that got a count of elements instead of bytes, a grid that was
 * rounded down.
 *
 * After each operation the runtime notes the end of the written beginning of partly written memory. If a later read goes past that
 * end, the operation that last moved it is the one that stopped too early.
 */
#ifndef WARPBOOK_CUDART_CHECK_PARTIAL_H
#define WARPBOOK_CUDART_CHECK_PARTIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cudart/memory/memory.h"

void partial_start(void);
/*
 * "cudaMemcpy on line 16 wrote only its first 1000 of 4000 bytes: ..." for memory whose first unwritten byte is `end`; false if
 * the runtime does not know it.
 */
bool partial_words(const struct memory *m, uint64_t end, char *text, size_t size);
/*
 * Does what is known of memory written up to `end` speak for a mistake: a grid with no more threads than elements written, or a size
 * in elements? Otherwise the program may have meant to write a part, and to use only that.
 */
bool partial_is_mistake(const struct memory *m, uint64_t end);
/* The same as partial_words for the vm (simt.h, `partial`): the array at `addr`. */
bool partial_describe(void *ctx, uint64_t addr, uint64_t end, char *text, size_t size);

#endif
