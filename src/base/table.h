/*
 * table.h - a hash table: the row of an array, or another number, by a 64-bit key: an id, an address, or a hash of what tells
 * rows apart (table_mix, text_hash of text.h).
 *
 * A zeroed struct is a valid empty table.
 */
#ifndef WARPBOOK_BASE_TABLE_H
#define WARPBOOK_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table { struct table_slot { uint64_t key; size_t row; } *slots; size_t cap, n; };

/*
 * The row of the key, which the caller may set: TABLE_NEW for one that was not
 * there. Valid until the next call. NULL without memory.
 */
#define TABLE_NEW SIZE_MAX
size_t *table_at(struct table *t, uint64_t key);
/* The row of the key, or TABLE_NEW. */
size_t table_find(const struct table *t, uint64_t key);
void table_release(struct table *t);

static inline uint64_t table_mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 32;
}

#endif
