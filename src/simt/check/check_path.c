/*
 * check_path.c - where a barrier is missing: which of two accesses comes first in the program.
 *
 * Which one the vm ran first is chance. But a race within a block needs a path from one instruction to the other
 * without a barrier, and the barrier belongs on that path: from the write down to the read, or around the loop from
 * the read back to the write. The same ways tell which of several accesses a shadow word stands for.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"

#include <stdlib.h>

const struct ptx_function *function_of(const struct ptx_module *m, const struct ptx_instr *i)
{
	for (size_t k = 0; k < m->nfunctions; k++) {
		const struct ptx_function *f = m->functions[k];

		if (f->ninstrs && i >= f->instrs && i < f->instrs + f->ninstrs)
			return f;
	}
	return NULL;
}

static bool is_barrier(const struct ptx_instr *i, enum distance d)
{
	if (i->guard >= 0 || d == SAME_GRID)
		return false;
	if (i->op == PTX_BAR || i->op == PTX_BARRIER)
		return i->mode != PTX_M_ARRIVE && (i->mode != PTX_M_WARP || d == SAME_WARP);
	return d == SAME_WARP && i->sync;
}

/* Follows the block from instruction `at`: true if it reaches `to`; *open: it reaches the block's end. */
static bool block_walk(const struct ptx_function *f, const struct ptx_block *b, int at,
		       const struct ptx_instr *to, enum distance d, bool *open)
{
	*open = false;
	for (; at < b->end; at++) {
		if (&f->instrs[at] == to)
			return true;
		if (is_barrier(&f->instrs[at], d))
			return false;
	}
	*open = true;
	return false;
}

static bool graph_walk(const struct ptx_cfg *cfg, const struct ptx_function *f, int from,
		       const struct ptx_instr *to, enum distance d, int *stack, bool *seen)
{
	const struct ptx_block *b = &cfg->blocks[cfg->block_of[from]];
	bool open, found = block_walk(f, b, from + 1, to, d, &open);
	int depth = 0;

	while (!found) {
		for (int k = 0; open && k < b->nsucc + b->nmore; k++) {
			int next = ptx_block_successor(b, k);

			if (next >= 0 && !seen[next]) {
				seen[next] = true;
				vm_assert(depth < (int)cfg->nblocks);
				stack[depth++] = next;
			}
		}
		if (!depth)
			return false;
		b = &cfg->blocks[stack[--depth]];
		found = block_walk(f, b, b->first, to, d, &open);
	}
	return true;
}

static bool path_exists(const struct checker *c, const struct ptx_instr *from, const struct ptx_instr *to, enum distance d)
{
	const struct ptx_function *f = function_of(c->launch.module, from);
	struct ptx_cfg cfg;
	bool *seen, found;
	int *stack;

	if (!f || f != function_of(c->launch.module, to) || ptx_cfg_build(&cfg, f, NULL) < 0)
		return false;
	seen = calloc(cfg.nblocks, sizeof *seen);
	stack = calloc(cfg.nblocks, sizeof *stack);
	found = seen && stack && graph_walk(&cfg, f, (int)(from - f->instrs), to, d, stack, seen);
	free(seen);
	free(stack);
	ptx_cfg_release(&cfg);
	return found;
}

bool path_without_barrier(const struct checker *c, const struct ptx_instr *from, const struct ptx_instr *to,
			  enum distance d)
{
	struct path_known *known = c->paths;

	if (!known)
		return path_exists(c, from, to, d);
	known += ((uintptr_t)from / sizeof(void *) * 31 + (uintptr_t)to / sizeof(void *) + d) * 0x9e3779b97f4a7c15u >>
		 (64 - PATHS_BITS);
	if (known->from != from || known->to != to || known->d != d)
		*known = (struct path_known){ from, to, d, path_exists(c, from, to, d) };
	return known->is;
}

static bool is_plain(const struct ptx_instr *i)
{
	return i->op == PTX_LD || i->op == PTX_ST;
}

bool path_goes_round(const struct checker *c, const struct cause *k)
{
	return k->other && k->race.distance <= SAME_BLOCK && k->place.line != k->other_place.line && is_plain(k->at) &&
	       is_plain(k->other) && (k->race.both_write || k->other->op == PTX_LD) &&
	       path_without_barrier(c, k->at, k->other, k->race.distance) &&
	       path_without_barrier(c, k->other, k->at, k->race.distance);
}

/* Which blocks of the function lead to `to`? */
static void mark_leading(const struct ptx_cfg *cfg, int to, bool *leads)
{
	bool grew = true;

	vm_assert(to >= 0 && to < (int)cfg->nblocks);
	leads[to] = true;
	while (grew) {
		grew = false;
		for (int b = 0; b < (int)cfg->nblocks; b++)
			for (int k = 0; k < cfg->blocks[b].nsucc + cfg->blocks[b].nmore && !leads[b]; k++) {
				int next = ptx_block_successor(&cfg->blocks[b], k);

				grew |= leads[b] = next >= 0 && leads[next];
			}
	}
}

static bool in_a_loop(const struct ptx_cfg *cfg, int block)
{
	const struct ptx_block *b = &cfg->blocks[block];
	bool *leads = calloc(cfg->nblocks, sizeof *leads), loops = !leads;

	if (leads)
		mark_leading(cfg, block, leads);
	for (int k = 0; leads && k < b->nsucc + b->nmore; k++)
		loops |= ptx_block_successor(b, k) >= 0 && leads[ptx_block_successor(b, k)];
	free(leads);
	return loops;
}

#define GOAL_EXIT (-1)

/*
 * Walks from the `depth` blocks on the stack, past those that are `seen`: does
 * a path lead to block `goal`, or to the kernel's end?
 */
static bool walk(const struct ptx_cfg *cfg, bool *seen, int *stack, int depth, int goal)
{
	bool found = false;

	while (depth && !found) {
		const struct ptx_block *b = &cfg->blocks[stack[--depth]];

		vm_assert(depth >= 0 && depth < (int)cfg->nblocks);
		found = goal == GOAL_EXIT && b->nsucc + b->nmore == 0;
		for (int k = 0; k < b->nsucc + b->nmore; k++) {
			int next = ptx_block_successor(b, k);

			found |= next >= 0 && next == goal;
			if (next >= 0 && !seen[next]) {
				seen[next] = true;
				stack[depth++] = next;
			}
		}
	}
	return found;
}

bool path_bypasses(const struct checker *c, const struct ptx_instr *at)
{
	const struct ptx_function *f = at ? function_of(c->launch.module, at) : NULL;
	struct ptx_cfg cfg;
	bool *seen, found = false;
	int *stack, depth = 0, mine;

	if (!f || ptx_cfg_build(&cfg, f, NULL) < 0)
		return false;
	seen = calloc(cfg.nblocks, sizeof *seen);
	stack = calloc(cfg.nblocks, sizeof *stack);
	mine = cfg.block_of[at - f->instrs];
	if (seen && stack && mine && !in_a_loop(&cfg, mine)) {
		seen[0] = seen[mine] = true;
		stack[depth++] = 0;
	}
	found = depth && walk(&cfg, seen, stack, depth, GOAL_EXIT);
	free(seen);
	free(stack);
	ptx_cfg_release(&cfg);
	return found;
}

/* The branch at the block's end, if only some of its targets lead to the barrier. */
static bool parts_ways(const struct ptx_block *b, const bool *leads)
{
	int to = 0, past = 0;

	for (int k = 0; k < b->nsucc + b->nmore; k++) {
		int next = ptx_block_successor(b, k);

		*(next >= 0 && leads[next] ? &to : &past) += 1;
	}
	return to && past;
}

/*
 * Visits the lines of the branches that lead some threads to `at`, and others
 * past it; `uniform`: also those where all go one way.
 */
static void branches_visit(struct checker *c, const struct ptx_instr *at, bool uniform, void (*visit)(void *ctx, int line),
			   void *ctx)
{
	const struct ptx_function *f = at ? function_of(c->launch.module, at) : NULL;
	struct ptx_cfg cfg;
	bool *leads;

	if (!f || ptx_cfg_build(&cfg, f, NULL) < 0)
		return;
	leads = calloc(cfg.nblocks, sizeof *leads);
	if (leads)
		mark_leading(&cfg, cfg.block_of[at - f->instrs], leads);
	for (int b = 0; leads && b < (int)cfg.nblocks; b++) {
		const struct ptx_instr *branch = &f->instrs[cfg.blocks[b].end - 1];

		if (parts_ways(&cfg.blocks[b], leads) && (uniform || trace_condition(c, branch, NULL).thread))
			visit(ctx, ptx_instr_place(c->launch.module, branch).line);
	}
	free(leads);
	ptx_cfg_release(&cfg);
}

/* The one line; -1: several, or one that is not known. */
static void line_only(void *ctx, int line)
{
	int *only = ctx;

	*only = !line || (*only && *only != line) ? -1 : line;
}

int path_deciding_line(struct checker *c, const struct ptx_instr *at)
{
	int line = 0;

	branches_visit(c, at, false, line_only, &line);
	if (!line)
		branches_visit(c, at, true, line_only, &line);
	return line > 0 ? line : 0;
}

struct last_before { int before, line; };

static void line_last(void *ctx, int line)
{
	struct last_before *x = ctx;

	if (line <= x->before && line > x->line)
		x->line = line;
}

/* Where the compiler made a predicate of the guard: the line of the comparison, the last one before. */
static void predicate_visit(struct checker *c, const struct ptx_instr *at, void (*visit)(void *ctx, int line), void *ctx)
{
	const struct ptx_function *f = at->guard >= 0 ? function_of(c->launch.module, at) : NULL;

	for (const struct ptx_instr *i = at; f && i > f->instrs; i--)
		if (i[-1].op == PTX_SETP && i[-1].nops && i[-1].ops[0].reg == at->guard) {
			visit(ctx, ptx_instr_place(c->launch.module, &i[-1]).line);
			return;
		}
}

/* The only block that leads there at once; -1: none, or several. */
static int only_before(const struct ptx_cfg *cfg, int block)
{
	int found = -1, n = 0;

	for (int b = 0; b < (int)cfg->nblocks; b++)
		for (int k = 0; k < cfg->blocks[b].nsucc + cfg->blocks[b].nmore; k++)
			if (ptx_block_successor(&cfg->blocks[b], k) == block) {
				found = b;
				n++;
			}
	return n == 1 ? found : -1;
}

/* A guard in a loop: those whom it sends past `at` come back to it. Visits the branches of the blocks that must come before. */
static void before_visit(struct checker *c, const struct ptx_instr *at, void (*visit)(void *ctx, int line), void *ctx)
{
	const struct ptx_function *f = function_of(c->launch.module, at);
	struct ptx_cfg cfg;
	int block;

	if (!f || ptx_cfg_build(&cfg, f, NULL) < 0)
		return;
	block = cfg.block_of[at - f->instrs];
	for (size_t n = 0; n < cfg.nblocks && (block = only_before(&cfg, block)) >= 0; n++) {
		const struct ptx_instr *branch = &f->instrs[cfg.blocks[block].end - 1];

		if (cfg.blocks[block].nsucc + cfg.blocks[block].nmore > 1 && trace_condition(c, branch, NULL).thread)
			visit(ctx, ptx_instr_place(c->launch.module, branch).line);
	}
	ptx_cfg_release(&cfg);
}

int path_guarding_line(struct checker *c, const struct ptx_instr *at)
{
	struct last_before x = { ptx_instr_place(c->launch.module, at).line, 0 };

	branches_visit(c, at, false, line_last, &x);
	before_visit(c, at, line_last, &x);
	predicate_visit(c, at, line_last, &x);
	return x.line;
}

enum { FIRST_AT = 1, FIRST_OTHER = 2, FIRST_ELSE = 4, FIRST_EXIT = 8 };

/* Which barriers may threads at the beginning of the block reach first? */
static unsigned char first_barrier(const struct ptx_cfg *cfg, const struct ptx_function *f, int block, const struct parting *x,
				   const unsigned char *first)
{
	const struct ptx_block *b = &cfg->blocks[block];
	unsigned char found = b->nsucc + b->nmore == 0 ? FIRST_EXIT : 0;

	for (int k = b->first; k < b->end; k++)
		if (is_barrier(&f->instrs[k], SAME_BLOCK))
			return &f->instrs[k] == x->at ? FIRST_AT : &f->instrs[k] == x->other ? FIRST_OTHER : FIRST_ELSE;
	for (int k = 0; k < b->nsucc + b->nmore; k++)
		if (ptx_block_successor(b, k) >= 0)
			found |= first[ptx_block_successor(b, k)];
	return found;
}

static void first_barriers(const struct ptx_cfg *cfg, const struct ptx_function *f, const struct parting *x, unsigned char *first)
{
	bool grew = true;

	while (grew) {
		grew = false;
		for (int b = (int)cfg->nblocks - 1; b >= 0; b--) {
			unsigned char found = first_barrier(cfg, f, b, x, first);

			grew |= found != first[b];
			first[b] = found;
		}
	}
}

/* Do the ways from the block's end lead to different barriers, one of them of the two? */
static bool parts_barriers(const struct ptx_block *b, const unsigned char *first, bool exits)
{
	unsigned all = 0, each = ~0u;

	for (int k = 0; k < b->nsucc + b->nmore; k++)
		if (ptx_block_successor(b, k) >= 0) {
			all |= first[ptx_block_successor(b, k)];
			each &= first[ptx_block_successor(b, k)];
		}
	return all != each && (all & ~each) & (unsigned)(FIRST_AT | FIRST_OTHER | (exits ? FIRST_EXIT : 0));
}

bool path_parts_by(struct checker *c, const struct ptx_instr *at, const struct ptx_instr *other, const struct ptx_instr *read)
{
	const struct ptx_function *f = function_of(c->launch.module, at);
	const struct parting x = { at, other, false };
	struct because all = { false, false };
	struct ptx_cfg cfg;
	unsigned char *first;

	if (!f || !read || f != function_of(c->launch.module, read) || ptx_cfg_build(&cfg, f, NULL) < 0)
		return false;
	first = calloc(cfg.nblocks, 1);
	if (first)
		first_barriers(&cfg, f, &x, first);
	for (int b = 0; first && b < (int)cfg.nblocks; b++) {
		struct because why;

		if (!parts_barriers(&cfg.blocks[b], first, !other))
			continue;
		why = trace_condition(c, &f->instrs[cfg.blocks[b].end - 1], read);
		all.read |= why.read;
		all.thread |= why.thread && !why.read; /* the trip count of a loop that loads, as well */
	}
	free(first);
	ptx_cfg_release(&cfg);
	return all.read && !all.thread;
}

/* Does the instruction write memory, or the register? */
static bool changes(const struct ptx_instr *i, int reg)
{
	return i->op == PTX_ST || i->op == PTX_RED || (i->nops && i->ops[0].kind == PTX_O_REG && i->ops[0].reg == reg);
}

/* Blocks that cannot be in a loop that only looks at the address in `reg`: they change memory or the address. */
static void bar_changes(const struct ptx_cfg *cfg, const struct ptx_function *f, int reg, bool *barred)
{
	for (int b = 0; b < (int)cfg->nblocks; b++)
		for (int k = cfg->blocks[b].first; k < cfg->blocks[b].end; k++)
			barred[b] |= changes(&f->instrs[k], reg);
}

bool path_polls(const struct checker *c, const struct ptx_instr *at)
{
	const struct ptx_function *f = at && (at->op == PTX_LD || at->op == PTX_ATOM) ? function_of(c->launch.module, at) : NULL;
	struct ptx_cfg cfg;
	bool *seen, found = false;
	int *stack, depth = 0, mine;

	if (!f || at->nops < 2 || at->ops[1].kind != PTX_O_ADDR || ptx_cfg_build(&cfg, f, NULL) < 0)
		return false;
	seen = calloc(cfg.nblocks, sizeof *seen);
	stack = calloc(cfg.nblocks + 1, sizeof *stack);
	mine = cfg.block_of[at - f->instrs];
	if (seen && stack) {
		bar_changes(&cfg, f, at->ops[1].reg, seen);
		if (!seen[mine])
			stack[depth++] = mine;
	}
	found = depth && walk(&cfg, seen, stack, depth, mine);
	free(seen);
	free(stack);
	ptx_cfg_release(&cfg);
	return found;
}

/* ---- the rows that a word represents ---- */

void race_rows_note(struct checker *c, uint16_t row, uint16_t other)
{
	struct check_site *s = &c->sites[row];
	unsigned k = 0;

	while (k < s->nothers && k < SITE_OTHERS && s->others[k] != other)
		k++;
	c->rows_noted += k == s->nothers;
	if (k == SITE_OTHERS)
		s->nothers = SITE_OTHERS + 1;
	else if (k == s->nothers)
		s->others[s->nothers++] = other;
}

/* Adds the rows that words of row `site` represent, and those that they represent in turn. False: too many to keep. */
static bool others_collect(const struct checker *c, uint16_t site, uint16_t *found, size_t *n, size_t room)
{
	const struct check_site *s = &c->sites[site];

	vm_assert(site < c->nsites && *n <= room);
	if (s->nothers > SITE_OTHERS)
		return false;
	for (unsigned k = 0; k < s->nothers; k++) {
		size_t at = 0;

		while (at < *n && found[at] != s->others[k])
			at++;
		if (at < *n)
			continue;
		if (*n == room)
			return false;
		found[(*n)++] = s->others[k];
		if (!others_collect(c, s->others[k], found, n, room))
			return false;
	}
	return true;
}

static bool may_meet(const struct checker *c, const struct ptx_instr *a, const struct ptx_instr *b, enum distance d)
{
	return path_without_barrier(c, a, b, d) || path_without_barrier(c, b, a, d);
}

const struct ptx_instr *others_instr(const struct checker *c, uint64_t word, const struct ptx_instr *mine, enum distance d)
{
	uint16_t rows[16];
	size_t n = 0;
	const struct ptx_instr *found = NULL;
	bool met = false;

	if (!others_collect(c, (uint16_t)shadow_site(word), rows, &n, sizeof rows / sizeof *rows) || !n)
		return n ? NULL : c->sites[shadow_site(word)].instr;
	for (size_t k = 0; k < n; k++) {
		const struct ptx_instr *i = c->sites[rows[k]].instr;
		struct ptx_place at, before;
		bool meets;

		if (!i)
			return NULL;
		meets = may_meet(c, i, mine, d);
		if (!found || (meets && !met)) {
			found = i;
			met = meets;
			continue;
		}
		at = ptx_instr_place(c->launch.module, i);
		before = ptx_instr_place(c->launch.module, found);
		if (meets == met && !same_place(&at, i, &before, found))
			return NULL;
	}
	return found;
}

bool others_are_atomic(const struct checker *c, uint64_t word)
{
	uint16_t rows[16];
	size_t n = 0;
	bool all = others_collect(c, (uint16_t)shadow_site(word), rows, &n, sizeof rows / sizeof *rows) && n;

	for (size_t k = 0; k < n; k++) {
		const struct ptx_instr *i = c->sites[rows[k]].instr;

		all &= i && (i->op == PTX_ATOM || i->op == PTX_RED);
	}
	return all;
}
