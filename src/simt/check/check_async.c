/*
 * check_async.c - accesses to the bytes of an asynchronous copy before its thread has waited for it.
 *
 * For each word of shared memory the check records which copy will write it, and in a list the words of global memory
 * that copies have yet to read. Once the copy's own thread has waited, the bytes count as written by that thread at
 * its wait, and check_race.c checks the other threads.
 */
#include "config.h"

#include "simt/check/check_state.h"

#include <stdlib.h>

#define WORD 4

struct copied {
	const struct ptx_instr *instr;
	uint32_t thread;
	uint64_t from;           /* the word's source */
};

struct source { uint64_t addr, bytes; struct copied by; };

struct copies {
	struct copied *words;    /* per word of shared memory; instr NULL: no copy is pending */
	uint32_t nwords, count;  /* count: pending words */
	struct source *sources;
	size_t nsources, cap_sources;
};

void async_checks_free(struct block_state *b)
{
	if (!b->copies)
		return;
	free(b->copies->words);
	free(b->copies->sources);
	free(b->copies);
	b->copies = NULL;
}

static struct copies *copies_need(struct checker *c, struct block_state *b)
{
	struct copies *k = b->copies;

	if (k)
		return k;
	k = b->copies = calloc(1, sizeof *k);
	if (k) {
		k->nwords = (uint32_t)(b->shared_bytes / WORD) + 1;
		k->words = calloc(k->nwords, sizeof *k->words);
	}
	if (!k || !k->words) {
		async_checks_free(b);
		c->failed = true;
	}
	return b->copies;
}

static void tell(struct checker *c, const struct region *r, unsigned lane, uint64_t offset, const struct copied *by, bool source)
{
	const struct ptx_instr *at = r->a->instr;
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, offset);
	struct cause *k = cause_add(c, KIND_ASYNC_COPY_PENDING, r->w, 1u << lane, at, by->instr, object);

	if (!k || !k->is_news)
		return;
	if (source)
		cause_say(k, "%s of %s writes %s, which the asynchronous copy%s by %s may not have read yet",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_region(c, r, offset).s,
			  words_line(c, by->instr).s, words_thread(c, by->thread).s);
	else
		cause_say(k, "%s of %s %s %s while the asynchronous copy%s into it by %s is pending",
			  words_thread(c, k->thread).s, words_block(k->block).s, access_verb(r->a->kind),
			  words_region(c, r, offset).s, words_line(c, by->instr).s, words_thread(c, by->thread).s);
	cause_advise(k, "wait for the copy first (__pipeline_wait_prior(0), cp.async.wait_group 0, pipeline.consumer_wait()), "
			"and call __syncthreads() before other threads use it");
}

/* The first pending word of the range, or NULL. */
static const struct copied *word_pending(const struct copies *k, uint64_t offset, uint64_t bytes)
{
	for (uint64_t word = offset / WORD; word * WORD < offset + bytes && word < k->nwords; word++)
		if (k->words[word].instr)
			return &k->words[word];
	return NULL;
}

/*
 * The pending copy into words that a new copy writes too: NULL if both copy the same bytes from the same source, as
 * surplus lanes do in memcpy_async of a group.
 */
static const struct copied *other_pending(const struct copies *k, uint64_t to, uint64_t from, uint64_t bytes)
{
	for (uint64_t word = to / WORD; word * WORD < to + bytes && word < k->nwords; word++)
		if (k->words[word].instr && k->words[word].from != from + word * WORD - to)
			return &k->words[word];
	return NULL;
}

static const struct copied *source_pending(const struct copies *k, uint64_t addr, uint64_t bytes)
{
	for (size_t i = 0; i < k->nsources; i++)
		if (addr < k->sources[i].addr + k->sources[i].bytes && k->sources[i].addr < addr + bytes)
			return &k->sources[i].by;
	return NULL;
}

void check_copied(struct checker *c, const struct region *r)
{
	const struct copies *k = r->block->copies;

	if (r->alloc ? !k->nsources || r->a->kind == ACCESS_LOAD : !k->count)
		return;
	for_lanes(lane, r->mask) {
		const struct copied *by = r->alloc ? source_pending(k, r->a->addr[lane], r->a->bytes)
						   : word_pending(k, r->a->addr[lane], r->a->bytes);

		if (by)
			tell(c, r, lane, region_offset(r, lane), by, r->alloc != NULL);
	}
}

void check_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *x)
{
	struct checker *c = ctx;
	struct block_state *b = block_of(c, w->block_linear);
	struct copies *k = b && b->init && x->to_space == PTX_SHARED ? copies_need(c, b) : NULL;
	struct warp_access a = { .kind = ACCESS_STORE, .space = PTX_SHARED, .mask = x->mask, .elem = WORD, .bytes = WORD,
				 .addr = x->to, .instr = x->instr };
	struct region r = { .w = w, .a = &a, .block = b, .shadow = b ? b->init : NULL, .mask = x->mask };

	for_lanes(lane, k ? x->mask : 0) {
		struct copied me = { x->instr, w->warp * WARP_LANES + lane, 0 };
		const struct copied *by = other_pending(k, x->to[lane], x->from[lane], x->bytes[lane]);
		struct source *s;

		if (by)
			tell(c, &r, lane, x->to[lane], by, false);
		for (uint64_t word = x->to[lane] / WORD; word * WORD < x->to[lane] + x->bytes[lane]; word++) {
			k->count += !k->words[word].instr;
			me.from = x->from[lane] + word * WORD - x->to[lane];
			k->words[word] = me;
		}
		if (k->nsources == k->cap_sources) {
			size_t cap = k->cap_sources ? 2 * k->cap_sources : 256;
			struct source *grown = realloc(k->sources, cap * sizeof *grown);

			if (!grown) {
				c->failed = true;
				return;
			}
			k->sources = grown;
			k->cap_sources = cap;
		}
		s = &k->sources[k->nsources++];
		*s = (struct source){ x->from[lane], x->bytes[lane], me };
	}
}

void check_copy_end(void *ctx, const struct warp_place *w, const struct warp_copy *x)
{
	struct checker *c = ctx;
	struct block_state *b = block_of(c, w->block_linear);
	struct copies *k = b && x->to_space == PTX_SHARED ? b->copies : NULL;

	for_lanes(lane, k ? x->mask : 0) {
		uint32_t me = w->warp * WARP_LANES + lane;

		for (uint64_t word = x->to[lane] / WORD; word * WORD < x->to[lane] + x->bytes[lane]; word++)
			if (k->words[word].thread == me && k->words[word].instr == x->instr) {
				k->words[word].instr = NULL;
				k->count--;
			}
		for (size_t i = 0; i < k->nsources; i++)
			if (k->sources[i].by.thread == me && k->sources[i].addr == x->from[lane] &&
			    k->sources[i].by.instr == x->instr) {
				k->sources[i] = k->sources[--k->nsources];
				break;
			}
	}
}
