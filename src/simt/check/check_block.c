/*
 * check_block.c - the running blocks, each with its own clocks and shared memory.
 *
 * Blocks may take turns, so a hook's call concerns the block it names. Usually it is the block of the last call,
 * which block_of() tries first. The next block reuses the state of an ended one: cells of older times count as empty,
 * so nothing is cleared between them.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_async.h"

#include <stdlib.h>
#include <string.h>

/* Its place among the running blocks; nblocks: it has none. Thousands may take turns. */
static size_t block_at(const struct checker *c, uint32_t block)
{
	uint32_t *where = c->nblocks ? &c->where[block & (c->room - 1)] : NULL;

	if (where && *where < c->nblocks && c->blocks[*where]->block == block)
		return *where;
	for (size_t i = 0; i < c->nblocks; i++)
		if (c->blocks[i]->block == block)
			return *where = (uint32_t)i;
	return c->nblocks;
}

struct block_state *block_find(struct checker *c, uint32_t block)
{
	size_t at = block_at(c, block);

	return at < c->nblocks ? c->running = c->blocks[at] : NULL;
}

bool block_runs(const struct checker *c, uint32_t block)
{
	return block_at(c, block) < c->nblocks;
}

static void block_free(struct block_state *b)
{
	if (!b)
		return;
	async_checks_free(b);
	free(b->peers);
	proxy_forget(b);
	order_release(&b->order);
	shadow_free(b->init);
	free(b->cells);
	free(b->views);
	free(b->moved);
	free(b->read_by_all);
	free(b);
}

#define SPARE_MOST 4096 /* bytes of shared memory: more is cheaper to get anew than to clear */

/* A block's memory for the next launch: most launches are small. */
static struct block_state *spare;

static void block_put(struct block_state *b)
{
	struct block_state *none = NULL;

	if (b->shared_bytes > SPARE_MOST || b->copies || b->peers || b->proxy || b->views || b->moved || !b->init) {
		block_free(b);
		return;
	}
	order_release(&b->order);
	memset(&b->order, 0, sizeof b->order);
	b->is_used = true;
	if (!__atomic_compare_exchange_n(&spare, &none, b, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		block_free(b);
}

static struct block_state *block_get(void)
{
	struct block_state *b = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQUIRE);

	return b ? b : calloc(1, sizeof *b);
}

/* Adds a row, for a block without shared memory yet. */
static int blocks_grow(struct checker *c)
{
	size_t room = c->room ? 2 * c->room : 1;
	struct block_state *b;

	if (c->made == c->room) {
		struct block_state **blocks = realloc(c->blocks, room * sizeof *blocks);
		uint32_t *where = blocks ? calloc(room, sizeof *where) : NULL;

		c->blocks = blocks ? blocks : c->blocks;
		if (!where)
			return -1;
		free(c->where);
		c->where = where;
		c->room = room;
	}
	b = block_get();
	if (!b)
		return -1;
	order_init(&b->order, &c->grid);
	vm_assert(c->made < c->room && c->nblocks <= c->made);
	c->blocks[c->made++] = b;
	return 0;
}

static size_t granules_of(const struct checker *c, uint64_t bytes)
{
	return (bytes >> c->shared_shift) + 1;
}

static size_t runs_of(const struct checker *c, uint64_t bytes)
{
	return granules_of(c, bytes) / SHADOW_RUN + 1;
}

static void cells_forget(const struct checker *c, struct block_state *b)
{
	if (!b->cells)
		return;
	vm_assert(b->read_by_all);
	memset(b->cells, 0, granules_of(c, b->shared_bytes) * sizeof *b->cells);
	memset(b->read_by_all, 0, runs_of(c, b->shared_bytes) * sizeof *b->read_by_all);
}

/* Sets up shared memory of that size, with nothing written. */
static void shared_begin(struct checker *c, struct block_state *b, uint64_t bytes, bool restart)
{
	bool races = c->launch.args.checks & SIMT_CHECK_RACE;

	if (!b->init || b->shared_bytes != bytes || b->shared_shift != c->shared_shift || (races && !b->cells)) {
		shadow_free(b->init);
		free(b->cells);
		free(b->views);
		free(b->read_by_all);
		b->views = NULL;
		b->init = shadow_new(bytes, false);
		b->cells = races ? calloc(granules_of(c, bytes), sizeof *b->cells) : NULL;
		b->read_by_all = races ? calloc(runs_of(c, bytes), sizeof *b->read_by_all) : NULL;
		b->shared_bytes = bytes;
		b->shared_shift = c->shared_shift;
		if (!b->init || (races && (!b->cells || !b->read_by_all))) {
			shadow_free(b->init);
			b->init = NULL;
			c->failed = true;
		}
	} else if (restart || b->is_used) {
		cells_forget(c, b);
	}
	b->is_used = false;
	free(b->moved);
	b->moved = NULL;
	if (b->init)
		shadow_clear_init(b->init, 0, bytes);
}

static void on_block_begin(void *ctx, uint32_t block_linear, struct dim3u block, uint32_t shared_bytes, uint32_t set)
{
	struct checker *c = ctx;
	struct block_state *b;
	bool restart;

	if (c->nblocks == c->made && blocks_grow(c) < 0) {
		c->failed = true;
		return;
	}
	c->fast_loads.place = NULL;
	b = c->running = c->blocks[c->nblocks++];
	proxy_forget(b);
	vm_assert(c->nblocks <= c->made);
	b->block = block_linear;
	restart = order_block_begin(&b->order, block_linear);
	shared_begin(c, b, shared_bytes, restart);
	if (b->init && set < shared_bytes && shadow_set_init(b->init, set, shared_bytes - set) < 0)
		c->failed = true;
}

static void on_block_end(void *ctx, uint32_t block_linear)
{
	struct checker *c = ctx;
	size_t at = block_at(c, block_linear);
	struct block_state *b;

	c->fast_loads.place = NULL;
	c->running = NULL;
	if (at == c->nblocks)
		return;
	b = c->blocks[at];
	check_peers_end(c, b);
	order_block_end(&b->order);
	async_checks_free(b); /* forgets the copies of an ended block */
	vm_assert(at < c->nblocks && b->block == block_linear);
	c->blocks[at] = c->blocks[--c->nblocks];
	c->blocks[c->nblocks] = b;
}

static void on_barrier(void *ctx, uint32_t block_linear)
{
	struct checker *c = ctx;
	struct block_state *b = block_of(c, block_linear);

	if (b && order_barrier(&b->order))
		cells_forget(c, b);
	if (b)
		proxy_block_synced(b);
}

static void on_warp_sync(void *ctx, const struct warp_place *w, uint32_t mask)
{
	struct block_state *b = block_of(ctx, w->block_linear);

	if (b)
		order_warp_sync(&b->order, w->warp % BLOCK_WARPS,
				w->lanes < WARP_LANES ? (1u << w->lanes) - 1 : UINT32_MAX, mask);
	if (b)
		proxy_warp_synced(b, w->warp % BLOCK_WARPS);
}

static void on_fence(void *ctx, const struct warp_place *w, uint32_t mask, enum ptx_scope scope)
{
	struct block_state *b = block_of(ctx, w->block_linear);

	if (b)
		order_fence(&b->order, w->warp % BLOCK_WARPS, scope == PTX_CTA ? REACH_BLOCK : REACH_GRID);
}

static void on_handover(void *ctx, const struct warp_place *w, uint32_t owner, uint64_t key, bool acquires, bool releases)
{
	struct block_state *b = block_of(ctx, w->block_linear);
	struct sync_access s = { .key = key, .acquires = acquires, .releases = releases, .fences = releases, .shared = true,
				 .owner = owner, .reach = b && b->order.cluster ? REACH_GRID : REACH_BLOCK };

	if (b)
		order_sync(&b->order, w->warp % BLOCK_WARPS, &s);
	if (b && acquires)
		proxy_warp_synced(b, w->warp % BLOCK_WARPS);
}

void blocks_wire(struct checker *c)
{
	if (!keeps_shadows(c))
		return;
	c->hooks.block_begin = on_block_begin;
	c->hooks.block_end = on_block_end;
	if (!(c->launch.args.checks & SIMT_CHECK_RACE))
		return;
	c->hooks.barrier = on_barrier;
	c->hooks.warp_sync = on_warp_sync;
	c->hooks.fence = on_fence;
	c->hooks.proxy_fence = c->reads_async ? proxy_fenced : NULL;
	c->hooks.handover = on_handover;
	c->hooks.cluster = check_cluster;
	c->hooks.launches = check_launches;
	c->hooks.copy_begin = check_copy_begin;
	c->hooks.copy_end = check_copy_end;
}

void blocks_release(struct checker *c)
{
	if (!c) {
		block_free(__atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL));
		return;
	}
	for (size_t i = 0; i < c->made; i++)
		block_put(c->blocks[i]);
	free(c->blocks);
	free(c->where);
}
