/* table.c - see table.h: open addressing, at most half full. */
#include "config.h"

#include "base/table.h"

#include <stdlib.h>

#include "base/limits.h"

static struct table_slot *slot(struct table_slot *slots, size_t cap, uint64_t key)
{
	size_t i = (size_t)table_mix(key, 0) & (cap - 1);

	vm_assert(cap && !(cap & (cap - 1)));
	while (slots[i].row != TABLE_NEW && slots[i].key != key)
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

static bool grow(struct table *t)
{
	size_t cap = t->cap ? 2 * t->cap : 64;
	struct table_slot *more = malloc(cap * sizeof *more);

	if (!more)
		return false;
	for (size_t i = 0; i < cap; i++)
		more[i].row = TABLE_NEW;
	for (size_t i = 0; i < t->cap; i++)
		if (t->slots[i].row != TABLE_NEW)
			*slot(more, cap, t->slots[i].key) = t->slots[i];
	free(t->slots);
	t->slots = more;
	t->cap = cap;
	return true;
}

size_t *table_at(struct table *t, uint64_t key)
{
	struct table_slot *s;

	if (2 * (t->n + 1) > t->cap && !grow(t))
		return NULL;
	s = slot(t->slots, t->cap, key);
	t->n += s->row == TABLE_NEW;
	vm_assert(2 * t->n <= t->cap); /* so that a search ends at a free slot */
	s->key = key;
	return &s->row;
}

size_t table_find(const struct table *t, uint64_t key)
{
	return t->cap ? slot(t->slots, t->cap, key)->row : TABLE_NEW;
}

void table_release(struct table *t)
{
	free(t->slots);
	*t = (struct table){ 0 };
}
