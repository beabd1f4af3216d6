/*
 * array.h - arrays in memory of malloc that grow; free() them. Nothing else may allocate them.
 *
 * array_push adds one element to an array without a capacity: its room is its count, rounded up to a power of two. The count may
 * fall; then the memory may shrink. array_reserve is for an array that keeps its room for another use, or grows by many.
 */
#ifndef WARPBOOK_BASE_ARRAY_H
#define WARPBOOK_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A new element, not initialised, and *n grows; NULL: no memory, and all is as before. array_ptr: where the array's pointer is.
 */
void *array_push(void *array_ptr, size_t *n, size_t size);
/* Makes room for that many elements. False: no memory, and all is as before. */
bool array_reserve(void *array_ptr, size_t *room, size_t wanted, size_t size);

#endif
