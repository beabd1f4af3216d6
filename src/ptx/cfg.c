/*
 * cfg.c - basic blocks and immediate post-dominators.
 *
 * Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001), run on
 * the reversed graph from a virtual exit. A loop without an exit never reaches it;
 * so the loop's last block counts as an exit, and branches inside the loop still
 * reconverge within it.
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "ptx/ptx.h"

#define UNVISITED (-2)

/* Edges backwards: preds of block b are pred[pred_start[b] .. pred_start[b + 1]). */
struct graph {
	struct ptx_cfg *cfg;
	struct arena arena;   /* freed after the build */
	int n;                /* blocks; the exit's number */
	int *pred_start, *pred;
	int *order;           /* blocks in postorder of the walk from the exit, the exit last */
	int *number;          /* position in order, or UNVISITED */
	bool *leaves;         /* has an edge to the exit */
};

static bool instr_ends_block(const struct ptx_instr *i)
{
	return i->op == PTX_BRA || i->op == PTX_BRX || i->op == PTX_RET || i->op == PTX_EXIT
		|| i->op == PTX_TRAP;
}

/* ---- blocks --------------------------------------------------------------------------- */

static int leaders_count(const struct ptx_function *f, int *leader)
{
	int n = 0;

	vm_assert(f->ninstrs);
	leader[0] = 1;
	for (size_t k = 0; k < f->ninstrs; k++) {
		const struct ptx_instr *i = &f->instrs[k];

		vm_assert(i->op != PTX_BRA || (i->ops[0].target >= 0 && (size_t)i->ops[0].target < f->ninstrs));
		if (i->op == PTX_BRA)
			leader[i->ops[0].target] = 1;
		for (int t = 0; i->op == PTX_BRX && t < i->ops[1].nelems; t++)
			leader[i->ops[1].elems[t].target] = 1;
		if (instr_ends_block(i) && k + 1 < f->ninstrs)
			leader[k + 1] = 1;
	}
	for (size_t k = 0; k < f->ninstrs; k++)
		n += leader[k];
	return n;
}

static void blocks_cut(struct ptx_cfg *cfg, const struct ptx_function *f)
{
	int b = -1;

	for (size_t k = 0; k < f->ninstrs; k++) {
		if (cfg->block_of[k]) /* still the leader's mark */
			cfg->blocks[++b].first = (int)k;
		vm_assert(b >= 0 && (size_t)b < cfg->nblocks);
		cfg->block_of[k] = b;
		cfg->blocks[b].end = (int)k + 1;
	}
	vm_assert((size_t)b + 1 == cfg->nblocks);
}

static int block_connect(struct ptx_cfg *cfg, const struct ptx_function *f, struct ptx_block *b)
{
	const struct ptx_instr *last = &f->instrs[b->end - 1];
	bool always = instr_ends_block(last) && last->guard < 0;

	vm_assert(b->first < b->end && (size_t)b->end <= f->ninstrs);
	if (last->op == PTX_BRA)
		b->succ[b->nsucc++] = cfg->block_of[last->ops[0].target];
	if (last->op == PTX_BRX) {
		int *more = arena_array(&cfg->arena, last->ops[1].nelems, sizeof *more);

		if (!more)
			return -1;
		for (int t = 0; t < last->ops[1].nelems; t++)
			more[t] = cfg->block_of[last->ops[1].elems[t].target];
		b->more = more;
		b->nmore = last->ops[1].nelems;
	}
	if (!always && (size_t)b->end < f->ninstrs)
		b->succ[b->nsucc++] = cfg->block_of[b->end];
	return 0;
}

static bool block_leaves(const struct ptx_function *f, const struct ptx_block *b)
{
	const struct ptx_instr *last = &f->instrs[b->end - 1];

	return last->op == PTX_RET || last->op == PTX_EXIT || last->op == PTX_TRAP || (!b->nsucc && !b->nmore);
}

int ptx_block_successor(const struct ptx_block *b, int k)
{
	vm_assert(k >= 0 && k < b->nsucc + b->nmore);
	return k < b->nsucc ? b->succ[k] : b->more[k - b->nsucc];
}

/* ---- the reversed graph ---------------------------------------------------------------- */

static int graph_build(struct graph *g)
{
	const struct ptx_cfg *cfg = g->cfg;
	int edges = 0, *fill;

	for (int b = 0; b < g->n; b++)
		edges += cfg->blocks[b].nsucc + cfg->blocks[b].nmore;
	g->pred_start = arena_array(&g->arena, g->n + 2, sizeof *g->pred_start);
	g->pred = arena_array(&g->arena, edges + 1, sizeof *g->pred);
	fill = arena_array(&g->arena, g->n + 1, sizeof *fill);
	g->order = arena_array(&g->arena, g->n + 1, sizeof *g->order);
	g->number = arena_array(&g->arena, g->n + 1, sizeof *g->number);
	if (g->arena.failed)
		return -1;
	for (int b = 0; b < g->n; b++)
		for (int k = 0; k < cfg->blocks[b].nsucc + cfg->blocks[b].nmore; k++)
			g->pred_start[ptx_block_successor(&cfg->blocks[b], k) + 1]++;
	for (int b = 0; b < g->n; b++)
		g->pred_start[b + 1] += g->pred_start[b];
	vm_assert(g->pred_start[g->n] == edges);
	for (int b = 0; b < g->n; b++)
		for (int k = 0; k < cfg->blocks[b].nsucc + cfg->blocks[b].nmore; k++) {
			int s = ptx_block_successor(&cfg->blocks[b], k);

			vm_assert(s >= 0 && s < g->n && g->pred_start[s] + fill[s] < g->pred_start[s + 1]);
			g->pred[g->pred_start[s] + fill[s]++] = b;
		}
	return 0;
}

/* Walks backwards from `root` and appends to the postorder. `stack` has room for all blocks. */
static int graph_walk(struct graph *g, int root, int done, int *stack, int *next)
{
	int depth = 0;

	g->number[root] = -1; /* seen */
	stack[depth++] = root;
	next[root] = g->pred_start[root];
	while (depth) {
		int b = stack[depth - 1];

		if (next[b] == g->pred_start[b + 1]) {
			g->number[b] = done;
			g->order[done++] = b;
			depth--;
		} else {
			int pred = g->pred[next[b]++];

			if (g->number[pred] != UNVISITED)
				continue;
			vm_assert(depth < g->n);
			g->number[pred] = -1;
			next[pred] = g->pred_start[pred];
			stack[depth++] = pred;
		}
	}
	return done;
}

static int graph_number(struct graph *g)
{
	int *stack = arena_array(&g->arena, g->n + 1, sizeof *stack);
	int *next = arena_array(&g->arena, g->n + 1, sizeof *next);
	int done = 0;

	if (!stack || !next)
		return -1;
	for (int b = 0; b < g->n; b++)
		g->number[b] = UNVISITED;
	for (int b = g->n; b-- > 0;)
		if (g->leaves[b] && g->number[b] == UNVISITED)
			done = graph_walk(g, b, done, stack, next);
	for (int b = g->n; b-- > 0;)
		if (g->number[b] == UNVISITED) { /* in a loop without an exit */
			g->leaves[b] = true;
			done = graph_walk(g, b, done, stack, next);
		}
	vm_assert(done == g->n); /* every block is numbered, once */
	g->number[g->n] = done;
	g->order[done] = g->n;
	return 0;
}

/* ---- post-dominators --------------------------------------------------------------------- */

static int intersect(const struct graph *g, const int *ipdom, int a, int b)
{
	while (a != b) {
		vm_assert(a >= 0 && b >= 0 && g->number[a] != g->number[b]);
		while (g->number[a] < g->number[b])
			a = ipdom[a];
		while (g->number[b] < g->number[a])
			b = ipdom[b];
	}
	return a;
}

static int ipdom_of(const struct graph *g, const int *ipdom, int b)
{
	const struct ptx_block *block = &g->cfg->blocks[b];
	int best = g->leaves[b] ? g->n : UNVISITED;

	for (int k = 0; k < block->nsucc + block->nmore; k++) {
		int s = ptx_block_successor(block, k);

		if (ipdom[s] != UNVISITED)
			best = best == UNVISITED ? s : intersect(g, ipdom, s, best);
	}
	return best;
}

static int ipdom_solve(struct graph *g)
{
	int *ipdom = arena_array(&g->arena, g->n + 1, sizeof *ipdom);
	bool changed = true;

	if (!ipdom)
		return -1;
	for (int b = 0; b < g->n; b++)
		ipdom[b] = UNVISITED;
	ipdom[g->n] = g->n;
	while (changed) {
		changed = false;
		for (int k = g->n; k-- > 0;) {
			int b = g->order[k], found = ipdom_of(g, ipdom, b);

			changed |= found != ipdom[b];
			ipdom[b] = found;
		}
	}
	for (int b = 0; b < g->n; b++) {
		vm_assert(ipdom[b] != UNVISITED);
		g->cfg->ipdom[b] = ipdom[b] == g->n ? -1 : ipdom[b];
	}
	return 0;
}

static int cfg_solve(struct ptx_cfg *cfg, const struct ptx_function *f)
{
	struct graph g = { .cfg = cfg, .n = (int)cfg->nblocks };
	int failed = -1;

	g.leaves = arena_array(&g.arena, g.n + 1, sizeof *g.leaves);
	if (g.leaves) {
		for (int b = 0; b < g.n; b++)
			g.leaves[b] = block_leaves(f, &cfg->blocks[b]);
		failed = graph_build(&g) || graph_number(&g) || ipdom_solve(&g) ? -1 : 0;
	}
	arena_release(&g.arena);
	return failed;
}

int ptx_cfg_build(struct ptx_cfg *cfg, const struct ptx_function *f, struct error *err)
{
	memset(cfg, 0, sizeof *cfg);
	if (!f->ninstrs)
		return 0;
	cfg->block_of = arena_array(&cfg->arena, f->ninstrs, sizeof *cfg->block_of);
	if (!cfg->block_of)
		return error_nomem(err);
	cfg->nblocks = leaders_count(f, cfg->block_of);
	cfg->blocks = arena_array(&cfg->arena, cfg->nblocks, sizeof *cfg->blocks);
	cfg->ipdom = arena_array(&cfg->arena, cfg->nblocks, sizeof *cfg->ipdom);
	if (cfg->arena.failed) {
		ptx_cfg_release(cfg);
		return error_nomem(err);
	}
	blocks_cut(cfg, f);
	for (size_t b = 0; b < cfg->nblocks; b++)
		if (block_connect(cfg, f, &cfg->blocks[b])) {
			ptx_cfg_release(cfg);
			return error_nomem(err);
		}
	if (cfg_solve(cfg, f)) {
		ptx_cfg_release(cfg);
		return error_nomem(err);
	}
	return 0;
}

void ptx_cfg_release(struct ptx_cfg *cfg)
{
	arena_release(&cfg->arena);
	memset(cfg, 0, sizeof *cfg);
}
