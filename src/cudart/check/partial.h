/*
 * partial.h - finds who wrote only a part of an array: a copy that got a count of elements instead of bytes, a grid that was
 * rounded down.
 *
 * After each operation the runtime notes the end of the written beginning of partly written memory. The operation that last moved
 * it is the one that stopped too early. What is written shows how: the beginning, or the beginnings of rows.
 */
#ifndef WARPBOOK_CUDART_CHECK_PARTIAL_H
#define WARPBOOK_CUDART_CHECK_PARTIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cudart/memory/memory.h"

void partial_start(void);
/*
 * "cudaMemcpy on line 16 wrote only its first 1000 of 4000 bytes: ..." about memory of which something is read that nothing has
 * written. Its numbers of elements are by the type of the array, where that is known. PARTIAL_MISTAKE: the grid covers just what
 * is written, or a size counts elements; otherwise the program may have meant to write a part, and to use only that.
 * PARTIAL_UNKNOWN: no text.
 */
enum partial { PARTIAL_UNKNOWN, PARTIAL_KNOWN, PARTIAL_MISTAKE };
enum partial partial_words(struct memory *m, char *text, size_t size);
/* Has it said that a grid is too small? */
bool partial_grid_told(void);
/* The same for the vm (simt.h, `partial`): the array at `addr`, also of what is yet to write it. ctx: the kernel's operation. */
bool partial_describe(void *ctx, uint64_t addr, char *text, size_t size);

/* The call frees the memory: has a kernel written it, and nothing read it since? A note. */
void results_check(struct memory *m, const struct call *freed);
/* The same for all memory at the end of a program in Python, which frees nothing itself. */
void results_check_all(void);

#endif
