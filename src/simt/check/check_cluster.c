/*
 * check_cluster.c - may a block use the shared memory of another block of its cluster at this moment? The other must have begun
 * and must not have ended: that is certain only between a barrier of the cluster that both have passed and one that neither has
 * reached.
 */
#include "config.h"

#include "simt/check/check_async.h"

#include <stdlib.h>

#include "simt/check/check_words.h"
#include "simt/cluster.h"
#include "words/kinds.h"

/* The last use by a warp of another block. */
struct peer_use {
	uint64_t word;                /* as in the shadow; 0: none */
	struct warp_place place;
	const struct ptx_instr *instr;
	uint32_t mask;
	enum access_kind kind;
};

static const char *doing(enum access_kind kind)
{
	return kind == ACCESS_LOAD ? "reads" : kind == ACCESS_STORE ? "writes" : "updates";
}

static struct dim3u block_index(const struct checker *c, uint32_t block)
{
	struct dim3u g = c->launch.args.grid;

	return (struct dim3u){ block % g.x, block / g.x % g.y, block / g.x / g.y };
}

void check_peer_ended(struct checker *c, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		      enum access_kind kind, uint32_t owner)
{
	struct cause *k = cause_add(c, KIND_PEER_LIFETIME, w, mask, at, NULL, NULL);

	if (!k || !k->is_new_example)
		return;
	cause_say(k, "%s of %s %s shared memory of %s, which may have ended by then", words_thread(c, k->thread).s,
		  words_block(k->block).s, doing(kind), words_block(block_index(c, owner)).s);
	cause_advise(k, "put cluster.sync() after the last use: the shared memory of a block is gone when the block ends, so no "
			"block may end before that use");
}

static void report_early(struct checker *c, const struct region *r)
{
	struct cause *k = cause_add(c, KIND_PEER_LIFETIME, r->w, r->mask, r->a->instr, NULL, NULL);

	if (!k || !k->is_new_example)
		return;
	cause_say(k, "%s of %s %s shared memory of %s, which may not have begun by then", words_thread(c, k->thread).s,
		  words_block(k->block).s, doing(r->a->kind), words_block(block_index(c, r->memory->block)).s);
	cause_advise(k, "put cluster.sync() before the first use: the blocks of a cluster run together, but need not begin at "
			"the same time");
}

void check_peer(struct checker *c, const struct region *r)
{
	const struct order *o = &r->block->order;
	uint32_t warp = r->w->warp % BLOCK_WARPS;
	struct peer_use *u;

	if (!o->waited_any && !o->known)
		report_early(c, r);
	if (!r->memory->peers)
		r->memory->peers = calloc(CLUSTER_MOST * BLOCK_WARPS, sizeof *r->memory->peers);
	if (!r->memory->peers) {
		c->failed = true;
		return;
	}
	u = &r->memory->peers[o->rank * BLOCK_WARPS + warp];
	*u = (struct peer_use){ .word = shadow_word(o->warps[warp].now,
						    o->first_thread + warp * WARP_LANES + (uint32_t)__builtin_ctz(r->mask),
						    r->site, 0),
				.place = *r->w, .instr = r->a->instr, .mask = r->mask, .kind = r->a->kind };
}

static bool is_over(const struct block_state *b, uint64_t word)
{
	if (order_clustered(&b->order, word))
		return true;
	for (uint32_t warp = 0; b->order.grid->handover && warp < BLOCK_WARPS; warp++)
		if (order_handed(&b->order, word, warp))
			return true;
	return false;
}

void check_peers_end(struct checker *c, struct block_state *b)
{
	for (unsigned k = 0; b->peers && k < CLUSTER_MOST * BLOCK_WARPS; k++)
		if (b->peers[k].word && !is_over(b, b->peers[k].word))
			check_peer_ended(c, &b->peers[k].place, b->peers[k].mask, b->peers[k].instr, b->peers[k].kind, b->block);
	free(b->peers);
	b->peers = NULL;
}

void check_cluster(void *ctx, const struct warp_place *w, uint32_t mask, uint32_t phase, enum cluster_step step)
{
	struct block_state *b = block_of(ctx, w->block_linear);

	(void)mask;
	if (!b)
		return;
	if (step == CLUSTER_PASSES)
		proxy_warp_synced(b, w->warp % BLOCK_WARPS);
	if (step == CLUSTER_PASSES)
		order_cluster_pass(&b->order, w->warp % BLOCK_WARPS, phase);
	else
		order_cluster_arrive(&b->order, w->warp % BLOCK_WARPS, phase, step == CLUSTER_ARRIVES_RELAXED);
}
