/* array.c - see array.h. */
#include "config.h"

#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
