/*
 * large.h - huge pages for memory that will be filled: an exercise's data for a GPU are hundreds of megabytes, which several
 * processes copy, and Linux takes three times as long for small pages as for huge ones.
 */
#ifndef WARPBOOK_BASE_LARGE_H
#define WARPBOOK_BASE_LARGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE ((uintptr_t)2 << 20)

/* Before the memory is touched. Small memory stays as it is, and so does any if the system has no such pages. */
static inline void memory_is_large(void *memory, size_t len)
{
	const uintptr_t from = ((uintptr_t)memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
	const uintptr_t upto = ((uintptr_t)memory + len) / LARGE_PAGE * LARGE_PAGE;

#ifdef MADV_HUGEPAGE
	if (len >= 8 * LARGE_PAGE && upto > from)
		madvise((void *)from, upto - from, MADV_HUGEPAGE);
#endif
}

#endif
