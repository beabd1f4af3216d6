/*
 * array.h - an array in memory of malloc that grows at its end; free() it. It has no capacity: its room is its count, rounded up
 * to a power of two. So nothing else may allocate it; its count may fall.
 */
#ifndef WARPBOOK_BASE_ARRAY_H
#define WARPBOOK_BASE_ARRAY_H

#include <stddef.h>

/*
 * A new element, not initialised, and *n grows; NULL: no memory, and all is as before. array_ptr: where the array's pointer is.
 */
void *array_push(void *array_ptr, size_t *n, size_t size);

#endif
