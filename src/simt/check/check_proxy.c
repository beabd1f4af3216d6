/*
 * check_proxy.c - asynchronous reads of shared memory that a thread has written, without fence.proxy.async.
 *
 * wgmma and the bulk and tensor copies access memory by another way than loads and stores (PTX manual, "Async proxy"): a barrier
 * alone does not make a thread's stores visible to them. On the way from the store to the operation there must be a
 * fence.proxy.async, by the thread that stored, or by another one after a barrier or the like between the two.
 *
 * Each word of shared memory keeps the time of its last store, counted by the block's events; a fence by its thread, or by one
 * that was synchronised after the store, comes later. Whether the threads are ordered at all is check_race.c's question.
 */
#include "config.h"

#include <stdlib.h>

#include "simt/check/check_async.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

#define WORD 4

struct stored {
	const struct ptx_instr *by; /* NULL: nothing that a fence must follow */
	uint32_t time, thread;
};

struct proxy {
	uint32_t now;
	uint32_t synced[BLOCK_WARPS];              /* per warp: the last time that it was ordered after others */
	uint32_t fenced[BLOCK_WARPS * WARP_LANES]; /* per thread: its last fence */
	bool open[BLOCK_WARPS * WARP_LANES];       /* it has stored since then, */
	unsigned nopen;                            /* and how many threads have: usually none when a product begins */
	uint32_t covered;                          /* stores of all threads before this time have a fence after them */
	size_t nwords;
	struct stored words[];
};

void proxy_forget(struct block_state *b)
{
	free(b->proxy);
	b->proxy = NULL;
}

static struct proxy *proxy_need(struct checker *c, struct block_state *b)
{
	size_t n = b->shared_bytes / WORD + 1;

	if (b->proxy)
		return b->proxy;
	b->proxy = calloc(1, sizeof *b->proxy + n * sizeof b->proxy->words[0]);
	if (b->proxy) {
		b->proxy->nwords = n;
		b->proxy->now = 1;
	}
	c->failed |= !b->proxy;
	return b->proxy;
}

/* The first word of the range whose store has no fence after it; NULL: none. */
static const struct stored *unfenced(const struct proxy *p, uint64_t at, uint64_t bytes)
{
	for (uint64_t k = at / WORD; k * WORD < at + bytes && k < p->nwords; k++) {
		const struct stored *s = &p->words[k];

		if (s->by && s->time >= p->covered && s->time >= p->fenced[s->thread])
			return s;
	}
	return NULL;
}

void proxy_reads(struct checker *c, const struct warp_place *w, uint32_t lane, uint64_t at, uint64_t bytes,
		 const struct ptx_instr *by)
{
	struct block_state *b = block_of(c, w->block_linear);
	const struct stored *s = b && b->proxy && b->proxy->nopen ? unfenced(b->proxy, at, bytes) : NULL;
	uint64_t where = s ? (uint64_t)(s - b->proxy->words) * WORD : 0;
	struct cause *k = s ? cause_add(c, KIND_PROXY_FENCE, w, 1u << lane, by, NULL, shared_var_at(c, where)) : NULL;

	if (!k || !k->is_new_example)
		return;
	cause_say(k, "%s of %s lets an asynchronous operation read %s, which %s has written%s, with no fence.proxy.async in "
		     "between",
		  words_thread(c, k->thread).s, words_block(k->block).s, words_shared(c, where, ptx_type_bytes(s->by->type)).s,
		  words_thread(c, s->thread).s, words_line(c, s->by).s);
	cause_advise(k, "a thread that writes shared memory for wgmma or a bulk copy calls fence.proxy.async "
			"(cuda::ptx::fence_proxy_async) after it, and before the barrier: a barrier alone does not make stores "
			"visible to asynchronous operations");
}

void proxy_writes(struct block_state *b, uint64_t at, uint64_t bytes)
{
	struct proxy *p = b->proxy;

	for (uint64_t k = at / WORD; p && k * WORD < at + bytes && k < p->nwords; k++)
		p->words[k].by = NULL;
}

static void stores_note(struct checker *c, struct block_state *b, const struct warp_place *w, const struct warp_access *a)
{
	/* Copies are not followed so far as a fence. */
	bool by_thread = a->instr->op != PTX_CP && a->instr->mode != PTX_M_ASYNC;
	struct proxy *p = by_thread ? proxy_need(c, b) : b->proxy;

	for_lanes(lane, p ? a->mask : 0) {
		struct stored s = { by_thread ? a->instr : NULL, p->now, (w->warp % BLOCK_WARPS) * WARP_LANES + lane };

		for (uint64_t k = a->addr[lane] / WORD; k * WORD < a->addr[lane] + a->bytes && k < p->nwords; k++)
			p->words[k] = s;
		p->nopen += by_thread && !p->open[s.thread];
		p->open[s.thread] |= by_thread;
	}
}

void proxy_access(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	struct block_state *b = a->owner ? NULL : block_of(c, w->block_linear);

	if (!b)
		return;
	if (a->kind != ACCESS_LOAD)
		stores_note(c, b, w, a);
	else if (a->instr->op == PTX_WGMMA && b->proxy && b->proxy->nopen)
		for_lanes(lane, a->mask)
			proxy_reads(c, w, lane, a->addr[lane], a->bytes, a->instr);
}

/* ---- the order of threads, and fences ---- */

void proxy_block_synced(struct block_state *b)
{
	if (!b->proxy)
		return;
	b->proxy->now++;
	for (unsigned k = 0; k < BLOCK_WARPS; k++)
		b->proxy->synced[k] = b->proxy->now;
}

void proxy_warp_synced(struct block_state *b, uint32_t warp)
{
	if (b->proxy)
		b->proxy->synced[warp] = ++b->proxy->now;
}

void proxy_fenced(void *ctx, const struct warp_place *w, uint32_t mask)
{
	struct block_state *b = block_of(ctx, w->block_linear);
	struct proxy *p = b ? b->proxy : NULL;
	uint32_t warp = w->warp % BLOCK_WARPS;

	if (!p)
		return;
	p->now++;
	for_lanes(lane, mask) {
		p->fenced[warp * WARP_LANES + lane] = p->now;
		p->nopen -= p->open[warp * WARP_LANES + lane];
		p->open[warp * WARP_LANES + lane] = false;
	}
	p->covered = p->synced[warp] > p->covered ? p->synced[warp] : p->covered;
}
