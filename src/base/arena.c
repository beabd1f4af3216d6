/*
 * arena.c - a list of chunks, each of which hands out its bytes in order.
 *
 * A chunk is twice as large as the one before it, up to CHUNK_MAX; a larger
 * request gets its own chunk.
 */
#include "config.h"

#include "base/arena.h"
#include "base/large.h"
#include "base/limits.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_MIN LIMIT((size_t)4096, (size_t)128)
#define CHUNK_MAX ((size_t)1 << 20)

struct arena_chunk {
	struct arena_chunk *next;
	size_t size, used;
	max_align_t bytes[];
};

/*
 * A small chunk of zeros for the next arena: many live for a moment, and hold little. Not with sanitizers, which see uses of
 * freed memory.
 */
static struct arena_chunk *spare;

static void chunk_free(struct arena_chunk *c)
{
#ifndef WITH_SANITIZERS
	struct arena_chunk *none = NULL;

	if (c->size == CHUNK_MIN && !__atomic_load_n(&spare, __ATOMIC_RELAXED)) {
		memset(c->bytes, 0, c->used);
		c->used = 0;
		if (__atomic_compare_exchange_n(&spare, &none, c, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
			return;
	}
#endif
	free(c);
}

void arena_release(struct arena *a)
{
	struct arena_chunk *c = a->chunks;

	while (c) {
		struct arena_chunk *next = c->next;

		chunk_free(c);
		c = next;
	}
	a->chunks = NULL;
	a->used = 0;
	a->failed = false;
}

static struct arena_chunk *chunk_add(struct arena *a, size_t need)
{
	size_t size = a->chunks ? a->chunks->size * 2 : CHUNK_MIN;
	struct arena_chunk *c;

	if (size > CHUNK_MAX)
		size = CHUNK_MAX;
	if (size < need)
		size = need;
	c = size == CHUNK_MIN ? __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQUIRE) : NULL;
	c = c ? c : calloc(1, sizeof *c + size);
	if (!c)
		return NULL;
	memory_is_large(c, sizeof *c + size);
	c->size = size;
	c->next = a->chunks;
	a->chunks = c;
	return c;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	struct arena_chunk *c = a->chunks;
	void *p;

	if (a->failed)
		return NULL;
	if (size > SIZE_MAX / 2 || (a->limit && size > a->limit - a->used))
		goto fail;
	size = (size + align - 1) / align * align;
	if (!c || c->size - c->used < size) {
		c = chunk_add(a, size);
		if (!c)
			goto fail;
	}
	p = (char *)c->bytes + c->used;
	c->used += size;
	a->used += size;
	if (a->limit && a->used > a->limit)
		a->used = a->limit;
	return p;
fail:
	a->failed = true;
	return NULL;
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size) {
		a->failed = true;
		return NULL;
	}
	return arena_alloc(a, count * size);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *copy = arena_alloc(a, n + 1);

	if (copy && n)
		memcpy(copy, s, n);
	return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0) {
		a->failed = true;
		return NULL;
	}
	text = arena_alloc(a, (size_t)n + 1);
	if (!text)
		return NULL;
	va_start(ap, fmt);
	vsnprintf(text, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return text;
}

void *arena_push(struct arena *a, void *array_ptr, size_t *count, size_t *cap, size_t size)
{
	void *array;

	memcpy(&array, array_ptr, sizeof array);
	if (*count == *cap) {
		size_t grown = *cap ? *cap * 2 : 8;
		void *larger = arena_array(a, grown, size);

		if (!larger)
			return NULL;
		if (*count)
			memcpy(larger, array, *count * size);
		array = larger;
		memcpy(array_ptr, &array, sizeof array);
		*cap = grown;
	}
	return (char *)array + (*count)++ * size;
}
