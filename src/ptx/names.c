/*
 * names.c - a hash table of texts, each with its stack of meanings.
 */
#include "config.h"

#include <string.h>

#include "base/text.h"
#include "ptx/names.h"

static struct name *entry_find(const struct names *n, const char *text, size_t len, uint64_t hash)
{
	struct name *e = n->buckets[hash & (n->nbuckets - 1)];

	while (e && (e->hash != hash || e->len != len || memcmp(e->text, text, len)))
		e = e->next;
	return e;
}

static int names_grow(struct names *n)
{
	size_t nbuckets = n->nbuckets * 4;
	struct name **buckets = arena_array(n->arena, nbuckets, sizeof *buckets);

	if (!buckets)
		return -1;
	for (size_t i = 0; i < n->nbuckets; i++) {
		for (struct name *e = n->buckets[i], *next; e; e = next) {
			next = e->next;
			e->next = buckets[e->hash & (nbuckets - 1)];
			buckets[e->hash & (nbuckets - 1)] = e;
		}
	}
	n->buckets = buckets;
	n->nbuckets = nbuckets;
	return 0;
}

static struct name *entry_need(struct names *n, const char *text, size_t len)
{
	uint64_t hash = text_hash(text, len);
	struct name *e = entry_find(n, text, len, hash);

	if (e)
		return e;
	if (n->count >= n->nbuckets && names_grow(n))
		return NULL;
	if (!(e = arena_alloc(n->arena, sizeof *e)) || !(e->text = arena_strndup(n->arena, text, len)))
		return NULL;
	e->len = len;
	e->hash = hash;
	e->next = n->buckets[hash & (n->nbuckets - 1)];
	n->buckets[hash & (n->nbuckets - 1)] = e;
	n->count++;
	return e;
}

int names_init(struct names *n, struct arena *arena, const struct names *reserved)
{
	*n = (struct names){ .arena = arena, .nbuckets = 64, .reserved = reserved };
	n->buckets = arena_array(arena, n->nbuckets, sizeof *n->buckets);
	return n->buckets ? 0 : -1;
}

int names_push(struct names *n)
{
	if (n->depth + 1 == NAMES_DEPTH)
		return -1;
	n->scopes[++n->depth] = NULL;
	return 0;
}

void names_pop(struct names *n)
{
	for (struct symbol *s = n->scopes[n->depth]; s; s = s->sibling)
		s->entry->top = s->outer;
	n->depth--;
}

struct symbol *names_find(struct names *n, const char *text, size_t len)
{
	struct name *e = entry_find(n, text, len, text_hash(text, len));

	return e ? e->top : NULL;
}

static bool is_reserved(const struct names *n, const struct name *e)
{
	return n->reserved && entry_find(n->reserved, e->text, e->len, e->hash);
}

/* "%temp" the first time, then "%temp$2", "%temp$3", ... without names in use. */
static const char *name_unique(struct names *n, struct name *e)
{
	if (e->uses++ == 0 && !is_reserved(n, e))
		return e->text;
	for (;;) {
		const char *text = arena_printf(n->arena, "%s$%u", e->text, e->uses);
		struct name *other = text ? entry_need(n, text, strlen(text)) : NULL;

		if (!other)
			return NULL;
		if (other->uses == 0 && !is_reserved(n, other)) {
			other->uses = 1;
			return other->text;
		}
		e->uses++;
	}
}

struct symbol *names_declare(struct names *n, const char *text, size_t len,
			     enum symbol_kind kind, bool unique, bool *taken)
{
	struct name *e = entry_need(n, text, len);
	struct symbol *s;

	*taken = false;
	if (!e)
		return NULL;
	if (e->top && e->top->depth == n->depth) {
		*taken = true;
		return NULL;
	}
	if (!(s = arena_alloc(n->arena, sizeof *s)))
		return NULL;
	s->kind = kind;
	s->depth = n->depth;
	s->name = unique ? name_unique(n, e) : e->text;
	s->outer = e->top;
	s->sibling = n->scopes[n->depth];
	s->entry = e;
	e->top = s;
	n->scopes[n->depth] = s;
	return s->name ? s : NULL;
}

int names_reserve(struct names *n, const char *text, size_t len)
{
	struct name *e = entry_need(n, text, len);

	if (!e || (e->uses && !e->is_reserved))
		return -1;
	e->uses = 1;
	e->is_reserved = true;
	return 0;
}
