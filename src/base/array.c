/* array.c - see array.h. */
#include "config.h"

#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 64 /* elements */

void *array_push(void *array_ptr, size_t *n, size_t size)
{
	void *array;

	memcpy(&array, array_ptr, sizeof array);
	if (!(*n & (*n - 1))) {
		const size_t room = *n ? 2 * *n : 1;

		array = room <= SIZE_MAX / size ? realloc(array, room * size) : NULL;
		if (!array)
			return NULL;
		memcpy(array_ptr, &array, sizeof array);
	}
	return (char *)array + (*n)++ * size;
}

bool array_reserve(void *array_ptr, size_t *room, size_t wanted, size_t size)
{
	size_t more = *room ? *room : LEAST;
	void *array;

	if (wanted <= *room)
		return true;
	while (more < wanted && more <= SIZE_MAX / 2)
		more *= 2;
	memcpy(&array, array_ptr, sizeof array);
	array = more >= wanted && more <= SIZE_MAX / size ? realloc(array, more * size) : NULL;
	if (!array)
		return false;
	memcpy(array_ptr, &array, sizeof array);
	*room = more;
	return true;
}
