/* expectations.c - see expectations.h. A short list, most recently used first: callers judge one exercise after the other. */
#include "config.h"

#include "bench/expectations.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define BYTES_KEPT ((size_t)256 << 20) /* for values that no caller holds; held values are in use anyway */

struct expectations_entry {
	struct expectations_entry *next;
	char key[HASH_HEX];
	unsigned holders;
	bool making, ready;
	struct arena arena;       /* owns what `run` points to */
	struct box_report run;
};

struct expectations {
	pthread_mutex_t lock;     /* guards everything below, and the entries except for the contents of a ready one */
	pthread_cond_t made;
	struct expectations_entry *first;
	uint64_t nmade, nshared;
};

struct expectations *expectations_new(void)
{
	struct expectations *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->made, NULL);
	return p;
}

static void entry_free(struct expectations_entry *e)
{
	arena_release(&e->arena);
	free(e);
}

void expectations_free(struct expectations *p)
{
	if (!p)
		return;
	while (p->first) {
		struct expectations_entry *e = p->first;

		p->first = e->next;
		entry_free(e);
	}
	pthread_cond_destroy(&p->made);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void expectations_count(struct expectations *p, uint64_t *made, uint64_t *shared)
{
	pthread_mutex_lock(&p->lock);
	if (made)
		*made = p->nmade;
	if (shared)
		*shared = p->nshared;
	pthread_mutex_unlock(&p->lock);
}

/* Everything on which the values depend. The content's hash covers the reference solution and the definition. */
static void key_make(const struct expectation *x, char key[HASH_HEX])
{
	const struct bench *b = x->bench;
	struct hash h;

	hash_init(&h);
	hash_add_text(&h, b->exercise->id);
	hash_add_text(&h, b->exercise->content_hash);
	hash_add(&h, &b->seed, sizeof b->seed);
	hash_add_text(&h, x->compiler->path);
	hash_add_text(&h, x->compiler->version);
	hash_add_text(&h, x->target->device);
	hash_hex(&h, key);
}

/* With the lock: takes the entry out of the list. */
static void unlink_entry(struct expectations *p, const struct expectations_entry *e)
{
	struct expectations_entry **at = &p->first;

	while (*at && *at != e)
		at = &(*at)->next;
	if (*at)
		*at = e->next;
}

/* With the lock: frees the least recently used entries while the pool is too large. */
static void trim(struct expectations *p)
{
	size_t bytes = 0;

	for (struct expectations_entry **at = &p->first; *at;) {
		struct expectations_entry *e = *at;

		if (!e->holders && (bytes += e->arena.used) > BYTES_KEPT) {
			*at = e->next;
			entry_free(e);
		} else {
			at = &e->next;
		}
	}
}

static struct expectations_entry *entry_find(struct expectations *p, const char *key)
{
	struct expectations_entry *e = p->first;

	while (e && strcmp(e->key, key))
		e = e->next;
	if (e) {
		unlink_entry(p, e);
	} else if ((e = calloc(1, sizeof *e))) {
		memcpy(e->key, key, sizeof e->key);
	}
	if (e) {
		e->next = p->first;
		p->first = e;
	}
	return e;
}

struct expectations_entry *expectations_hold(struct expectations *p, struct expectation *x, bool *ready)
{
	struct expectations_entry *e;
	char key[HASH_HEX];

	key_make(x, key);
	pthread_mutex_lock(&p->lock);
	e = entry_find(p, key);
	*ready = false;
	if (e) {
		e->holders++;
		while (e->making)
			pthread_cond_wait(&p->made, &p->lock);
		*ready = e->ready;
		e->making = !e->ready;
		p->nmade += !e->ready;
		p->nshared += e->ready;
		if (e->ready)
			x->run = e->run;
	}
	pthread_mutex_unlock(&p->lock);
	return e;
}

void expectations_made(struct expectations *p, struct expectations_entry *e, struct expectation *x)
{
	pthread_mutex_lock(&p->lock);
	e->making = false;
	if (x->verdict == VERDICT_PASSED) {
		e->ready = true;
		e->run = x->run;
		e->arena = x->arena;
		x->arena = (struct arena){ 0 };
	}
	pthread_cond_broadcast(&p->made);
	pthread_mutex_unlock(&p->lock);
}

void expectations_release(struct expectations *p, struct expectations_entry *e)
{
	pthread_mutex_lock(&p->lock);
	e->holders--;
	if (!e->holders && !e->ready) {
		unlink_entry(p, e);
		entry_free(e);
	}
	trim(p);
	pthread_mutex_unlock(&p->lock);
}
