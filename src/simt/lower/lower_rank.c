/*
 * lower_rank.c - the order in which the parts of a divergent warp run.
 *
 * Bourdoncle: "Efficient Chaotic Iteration Strategies with Widenings" (1993), section 3: a weak topological order.
 * Blocks outside loops come after all blocks that lead to them; the blocks of a loop are consecutive, its head first,
 * and so are those of inner loops. So the join of branches comes after the blocks that they skip, whatever the
 * compiler's layout, and warp.c joins lanes by running the group of the lowest rank.
 *
 * Each level finds the strongly connected components of a set of blocks (Tarjan 1972, without recursion), sorts the
 * set by them, and treats each loop without its head as a new set. If the text is already in such an order, it stays.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/lower/lower.h"
#include "simt/lower/passes.h"

/* Nesting of loops; deeper ones stay in the order of the text, which costs lanes, never results. */
#define MAX_NESTING 64

enum { UNVISITED = 0 };

/* Blocks of one set: order[first .. end). */
struct region { uint32_t first, end, depth; };

struct ranking {
	struct block *blocks;
	uint32_t *order;             /* blocks, one set after the other; at the end by rank */
	uint32_t *set;               /* per block: the number of its set */
	bool *is_entered;            /* per block: from outside its set */
	uint32_t *seen, *low, *next; /* Tarjan: number in the walk; lowest number that it reaches; its next successor */
	uint32_t *path;              /* of the walk */
	uint32_t *scc_stack, nscc_stack; /* visited blocks whose component is not complete */
	uint32_t *sorted, nsorted;   /* the set by components, in reverse */
	struct region *left; uint32_t nleft;
	uint32_t number, nsets;
};

static bool falls_through(const struct code *c, const struct block *b)
{
	bool leaves = b->term == TERM_BRA || b->term == TERM_BRX || b->term == TERM_RET || b->term == TERM_EXIT ||
		      b->term == TERM_TRAP;

	return !leaves || c->insns[b->last].guard != NO_REF;
}

/* The k-th successor of block b; false past the last. */
static bool successor(const struct code *c, uint32_t b, uint32_t k, uint32_t *to)
{
	const struct block *block = &c->blocks[b];
	uint32_t jumps = block->term == TERM_BRX ? block->ntargets : block->term == TERM_BRA;

	if (k < jumps)
		*to = block->term == TERM_BRX ? block->targets[k] : block->target;
	else if (k == jumps && falls_through(c, block) && b + 1 < c->nblocks)
		*to = b + 1;
	else
		return false;
	return true;
}

static int text_order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Visits the blocks that `root` reaches in its set; complete components go to `sorted`. */
static void components_find(struct ranking *r, const struct code *c, uint32_t root)
{
	uint32_t depth = 0;

	r->path[depth++] = root;
	while (depth) {
		uint32_t b = r->path[depth - 1], to;

		if (r->seen[b] == UNVISITED) {
			r->seen[b] = r->low[b] = ++r->number;
			r->next[b] = 0;
			r->scc_stack[r->nscc_stack++] = b;
		}
		if (successor(c, b, r->next[b], &to)) {
			bool here = r->set[to] == r->set[b];

			if (here && r->seen[to] == UNVISITED) {
				r->path[depth++] = to; /* this edge is examined again afterwards */
				continue;
			}
			if (here && r->low[to] < r->low[b])
				r->low[b] = r->low[to];
			r->next[b]++;
			continue;
		}
		depth--;
		if (r->low[b] != r->seen[b])
			continue;
		do {
			to = r->scc_stack[--r->nscc_stack];
			r->set[to] = r->nsets;
			r->sorted[r->nsorted++] = to;
		} while (to != b);
		r->nsets++;
	}
}

static bool reaches_itself(const struct code *c, uint32_t b)
{
	uint32_t to;

	for (uint32_t k = 0; successor(c, b, k, &to); k++)
		if (to == b)
			return true;
	return false;
}

/* The component order[first .. end): its head goes first, the rest becomes a region to visit later. */
static void component_rank(struct ranking *r, const struct code *c, uint32_t first, uint32_t end, uint32_t depth)
{
	uint32_t head = first;

	qsort(r->order + first, end - first, sizeof *r->order, text_order);
	while (head < end && !r->is_entered[r->order[head]])
		head++;
	if (head == end)
		head = first;
	if (head > first) {
		uint32_t b = r->order[head];

		memmove(r->order + first + 1, r->order + first, (head - first) * sizeof *r->order);
		r->order[first] = b;
	}
	r->blocks[r->order[first]].loop_end = end - first > 1 || reaches_itself(c, r->order[first]) ? end : 0;
	if (end - first > 1)
		r->left[r->nleft++] = (struct region){ first + 1, end, depth + 1 };
}

/* Sorts a set so that each component comes after those that lead to it. */
static void region_rank(struct ranking *r, const struct code *c, struct region at)
{
	uint32_t to;

	qsort(r->order + at.first, at.end - at.first, sizeof *r->order, text_order);
	if (at.depth > MAX_NESTING)
		return;
	for (uint32_t k = at.first; k < at.end; k++) {
		r->set[r->order[k]] = r->nsets;
		r->seen[r->order[k]] = UNVISITED;
	}
	r->nsets++;
	r->number = 0;
	for (uint32_t k = at.end; k-- > at.first;)
		if (r->seen[r->order[k]] == UNVISITED)
			components_find(r, c, r->order[k]);
	for (uint32_t k = at.first; k < at.end; k++)
		r->order[k] = r->sorted[--r->nsorted];
	for (uint32_t k = at.first; k < at.end; k++)
		r->is_entered[r->order[k]] = r->order[k] == 0;
	/* An edge from the set, or from the head of the loop around it. */
	for (uint32_t k = at.depth ? at.first - 1 : at.first; k < at.end; k++)
		for (uint32_t s = 0; successor(c, r->order[k], s, &to); s++)
			if (r->set[to] != r->set[r->order[k]])
				r->is_entered[to] = true;
	for (uint32_t k = at.first, end; k < at.end; k = end) {
		for (end = k + 1; end < at.end && r->set[r->order[end]] == r->set[r->order[k]]; end++)
			;
		component_rank(r, c, k, end, at.depth);
	}
}

static bool ranking_begin(struct ranking *r, struct code *c, struct arena *arena)
{
	uint32_t n = (uint32_t)c->nblocks;
	uint32_t **rows[] = { &r->order, &r->set, &r->seen, &r->low, &r->next, &r->path, &r->scc_stack, &r->sorted };

	*r = (struct ranking){ .blocks = c->blocks, .nsets = 1 };
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		*rows[k] = arena_array(arena, n + 1, sizeof **rows[k]);
	r->is_entered = arena_array(arena, n + 1, sizeof *r->is_entered);
	r->left = arena_array(arena, n + 1, sizeof *r->left);
	if (arena->failed)
		return false;
	for (uint32_t b = 0; b < n; b++)
		r->order[b] = b;
	return true;
}

bool lower_rank(struct lowering *lo, struct code *c)
{
	struct arena arena = { 0 };
	struct ranking r;
	bool good = ranking_begin(&r, c, &arena);

	if (good) {
		r.left[r.nleft++] = (struct region){ 0, (uint32_t)c->nblocks, 0 };
		while (r.nleft)
			region_rank(&r, c, r.left[--r.nleft]);
		for (uint32_t k = 0; k < c->nblocks; k++)
			c->blocks[r.order[k]].rank = k;
	}
	arena_release(&arena);
	return good || lower_nomem(lo);
}
