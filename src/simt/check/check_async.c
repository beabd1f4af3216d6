/*
 * check_async.c - accesses to the bytes of an asynchronous copy before its thread has waited for it.
 *
 * For each word of shared memory the check records which copy will write it, and which has yet to read it, and in a list the
 * words of global memory that copies have yet to read. Once the copy's own thread has waited, the bytes count as written by that
 * thread at its wait, and check_race.c checks the other threads.
 */
#include "config.h"

#include "base/array.h"
#include "simt/check/check_async.h"
#include "simt/check/check_words.h"

#include <stdlib.h>

#include "words/kinds.h"

#define WORD 4

struct copied {
	const struct ptx_instr *instr;
	uint32_t thread;
	uint64_t from;           /* the word's source */
	uint64_t issued;         /* when and by which thread: a shadow word (shadow.h) */
};

struct source { uint64_t addr, bytes; struct copied by; };

struct copies {
	struct copied *words;    /* per word of shared memory; instr NULL: no copy into it is pending */
	struct copied *reads;    /* and none from it */
	uint32_t nwords, count, nreads; /* pending words of both */
	struct source *sources;
	size_t nsources;
};

void async_checks_free(struct block_state *b)
{
	if (!b->copies)
		return;
	free(b->copies->words);
	free(b->copies->reads);
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
		k->reads = calloc(k->nwords, sizeof *k->reads);
	}
	if (!k || !k->words || !k->reads) {
		async_checks_free(b);
		c->failed = true;
	}
	return b->copies;
}

static bool is_bulk(const struct ptx_instr *i)
{
	return i->op != PTX_CP || i->mode2 == PTX_M_BULK;
}

/*
 * Does the thread still read what was there before, so that the copy comes too early? Nothing orders the copy's beginning and
 * this read: if it is the wait for the copy that is missing, the first copy into this buffer has shown it.
 */
static bool is_refilled(const struct region *r, unsigned lane, uint64_t offset, const struct copied *by)
{
	uint64_t end = offset + r->a->bytes;

	return r->a->kind == ACCESS_LOAD && !r->alloc && r->shadow &&
	       shadow_first_missing(r->shadow, offset, r->a->bytes) == end &&
	       order_distance(&r->block->order, by->issued, r->w->warp % BLOCK_WARPS, lane) != SAME_THREAD;
}

static void report_refilled(const struct checker *c, struct cause *k, const struct region *r, uint64_t offset,
			    const struct copied *by)
{
	cause_say(k, "%s of %s reads %s while the asynchronous copy%s by %s already fills it again", words_thread(c, k->thread).s,
		  words_block(k->block).s, words_region(c, r, offset).s, words_line(c, by->instr).s,
		  words_thread(c, by->thread).s);
	if (is_bulk(by->instr))
		cause_advise(k, "before the next copy, its thread must wait until all have read what is there: at an mbarrier at "
				"which they arrive, or at __syncthreads()");
	else
		cause_advise(k, "put __syncthreads() between this read and the next copy into the same buffer%s, or use one "
				"buffer more", words_line(c, by->instr).s);
}

static void report(struct checker *c, const struct region *r, unsigned lane, uint64_t offset, const struct copied *by,
		   bool source)
{
	const struct ptx_instr *at = r->a->instr;
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, offset);
	struct cause *k = cause_add(c, KIND_ASYNC_COPY_PENDING, r->w, 1u << lane, at, by->instr, object);

	if (!k || !k->is_new_example)
		return;
	if (!source && is_refilled(r, lane, offset, by)) {
		report_refilled(c, k, r, offset, by);
		return;
	}
	if (source)
		cause_say(k, "%s of %s writes %s, which the asynchronous copy%s by %s may not have read yet",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_region(c, r, offset).s,
			  words_line(c, by->instr).s, words_thread(c, by->thread).s);
	else
		cause_say(k, "%s of %s %s %s while the asynchronous copy%s into it by %s is pending",
			  words_thread(c, k->thread).s, words_block(k->block).s, access_verb(r->a->kind),
			  words_region(c, r, offset).s, words_line(c, by->instr).s, words_thread(c, by->thread).s);
	cause_advise(k, is_bulk(by->instr) ? source ? "its thread must wait first: cp.async.bulk.wait_group.read 0, then "
						      "__syncthreads()" :
			"wait for the phase of the copy's mbarrier first" :
			"wait for the copy first (__pipeline_wait_prior(0), cp.async.wait_group 0, pipeline.consumer_wait()), "
			"and call __syncthreads() before other threads use it");
}

/* The first pending word of the range, or NULL. */
static const struct copied *word_pending(const struct copies *k, const struct copied *words, uint64_t offset, uint64_t bytes)
{
	for (uint64_t word = offset / WORD; word * WORD < offset + bytes && word < k->nwords; word++)
		if (words[word].instr)
			return &words[word];
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

/* Bytes of the block's own shared memory, or of another of its cluster. */
static void check_copied_shared(struct checker *c, const struct region *r, const struct copies *k)
{
	bool writes = r->a->kind != ACCESS_LOAD && k->nreads;

	for_lanes(lane, k->count || writes ? r->mask : 0) {
		const struct copied *by = word_pending(k, k->words, r->a->addr[lane], r->a->bytes);
		const struct copied *from = !by && writes ? word_pending(k, k->reads, r->a->addr[lane], r->a->bytes) : NULL;

		if (by || from)
			report(c, r, lane, region_offset(r, lane), by ? by : from, !by);
	}
}

void check_copied(struct checker *c, const struct region *r)
{
	const struct copies *k = r->alloc ? r->block->copies : r->memory->copies;

	if (!k)
		return;
	if (!r->alloc) {
		check_copied_shared(c, r, k);
		return;
	}
	for_lanes(lane, k->nsources && r->a->kind != ACCESS_LOAD ? r->mask : 0) {
		const struct copied *by = source_pending(k, r->a->addr[lane], r->a->bytes);

		if (by)
			report(c, r, lane, region_offset(r, lane), by, true);
	}
}

/* A copy from the block's own shared memory has yet to read it, or has read it. */
static void sources_note(struct checker *c, struct block_state *b, const struct warp_place *w, const struct warp_copy *x,
			 bool ends)
{
	struct copies *k = b && b->init ? copies_need(c, b) : NULL;

	for_lanes(lane, k ? x->mask : 0)
		for (uint64_t word = x->from[lane] / WORD; word * WORD < x->from[lane] + x->bytes[lane] && word < k->nwords;
		     word++) {
			struct copied *r = &k->reads[word];

			if (ends ? r->instr == x->instr : !r->instr)
				k->nreads += ends ? -1u : 1u;
			if (ends && r->instr == x->instr)
				r->instr = NULL;
			else if (!ends)
				*r = (struct copied){ .instr = x->instr, .thread = w->warp * WARP_LANES + lane };
		}
}

static struct block_state *owner_of(struct checker *c, const struct warp_place *w, const struct warp_copy *x)
{
	return x->owner ? block_find(c, x->owner - 1) : block_of(c, w->block_linear);
}

void check_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *x)
{
	struct checker *c = ctx;
	struct block_state *b = owner_of(c, w, x);
	struct copies *k = b && b->init && x->to_space == PTX_SHARED ? copies_need(c, b) : NULL;
	struct warp_access a = { .kind = ACCESS_STORE, .space = PTX_SHARED, .mask = x->mask, .elem = WORD, .bytes = WORD,
				 .addr = x->to, .instr = x->instr };
	struct region r = { .w = w, .a = &a, .block = b, .memory = b, .shadow = b ? b->init : NULL, .mask = x->mask };
	const struct block_state *mine = k ? block_of(c, w->block_linear) : NULL;
	const struct order *o = mine ? &mine->order : NULL;

	if (x->from_space == PTX_SHARED)
		sources_note(c, block_of(c, w->block_linear), w, x, false);
	for_lanes(lane, c->reads_async && is_bulk(x->instr) ? x->mask : 0) {
		if (x->from_space == PTX_SHARED)
			proxy_reads(c, w, lane, x->from[lane], x->bytes[lane], x->instr);
		if (b && x->to_space == PTX_SHARED)
			proxy_writes(b, x->to[lane], x->bytes[lane]);
	}
	for_lanes(lane, k ? x->mask : 0) {
		const uint32_t thread = w->warp * WARP_LANES + lane;
		struct copied me = { .instr = x->instr, .thread = thread };
		const struct copied *by = other_pending(k, x->to[lane], x->from[lane], x->bytes[lane]);
		struct source *s;

		if (o)
			me.issued = shadow_word(o->warps[w->warp % BLOCK_WARPS].now, o->first_thread + thread, 0, 0);
		if (by)
			report(c, &r, lane, x->to[lane], by, false);
		for (uint64_t word = x->to[lane] / WORD; word * WORD < x->to[lane] + x->bytes[lane]; word++) {
			k->count += !k->words[word].instr;
			me.from = x->from[lane] + word * WORD - x->to[lane];
			k->words[word] = me;
		}
		if (x->from_space == PTX_SHARED || !x->from[lane])
			continue;
		s = array_push(&k->sources, &k->nsources, sizeof *s);
		if (!s) {
			c->failed = true;
			return;
		}
		*s = (struct source){ x->from[lane], x->bytes[lane], me };
	}
}

void check_copy_end(void *ctx, const struct warp_place *w, const struct warp_copy *x)
{
	struct checker *c = ctx;
	struct block_state *b = owner_of(c, w, x);
	struct copies *k = b && x->to_space == PTX_SHARED ? b->copies : NULL;

	if (x->from_space == PTX_SHARED)
		sources_note(c, block_of(c, w->block_linear), w, x, true);

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
