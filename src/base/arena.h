/*
 * arena.h - memory that is freed all at once.
 *
 * A parsed module, a lesson page and an attempt each own an arena: it holds everything
 * they point to, and arena_release frees it. Allocations are zeroed and aligned for any
 * type. On failure they return NULL and set `failed`, which stays set, so that a
 * builder may check once at its end.
 *
 * A zeroed struct is a valid empty arena. `limit` (bytes, 0 = none) bounds
 * how much memory foreign text can make us allocate.
 */
#ifndef WARPBOOK_BASE_ARENA_H
#define WARPBOOK_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks; /* newest first; private */
	size_t used;                /* bytes handed out so far */
	size_t limit;
	bool failed;
};

void arena_release(struct arena *a);
void *arena_alloc(struct arena *a, size_t size);
void *arena_array(struct arena *a, size_t count, size_t size); /* checks the product */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Grows an array that lives in the arena: if *count == *cap, copies it to one
 * twice as large. Returns the address of the new, zeroed last element.
 */
void *arena_push(struct arena *a, void *array_ptr, size_t *count, size_t *cap, size_t size);

#endif
