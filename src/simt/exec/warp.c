/*
 * warp.c - control: which lanes of a warp run next, and how terminators work.
 *
 * Lanes that are at the same block of the same frame form a group. The ready group in the deepest frame with the
 * block of lowest rank (lower_rank.c) runs, and groups that meet become one, so that lanes reconverge where branches
 * join. With one group, the usual case, none of this costs anything. No group waits for ever: every FAIRNESS choices
 * the group that has waited longest gets a turn, so a lane that spins does not block the lane that holds the lock.
 *
 * A group waits at a block barrier until the block's threads arrive, and at a .sync operation until the lanes of its
 * mask do. Frames of device functions are a list of our own, never the host's stack: each belongs to the lanes that
 * made the call together.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "simt/exec/blocks.h"
#include "simt/exec/count.h"
#include "simt/exec/native.h"
#include "simt/exec/patience.h"
#include "simt/exec/printf.h"
#include "simt/exec/rows.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"

#define FAIRNESS         LIMIT(2048, 7)
#define TURN             256
#define MAX_FRAME_BYTES  (16u << 20) /* of one warp */

/* ---- frames ---- */

#define BEFORE_ROWS ((sizeof(struct frame) + 63) & ~(size_t)63)

static size_t rows_bytes(const struct code *code)
{
	return (code->frame_bytes + 63u) & ~63u;
}

/* A frame in memory that is 0. */
static struct frame *frame_at(void *memory, const struct code *code)
{
	struct frame *f = memory;

	f->bytes = rows_bytes(code);
	f->rows = (uint8_t *)memory + BEFORE_ROWS;
	vm_assert(f->bytes >= code->frame_bytes && f->bytes % 64 == 0);
	return f;
}

size_t warp_first_bytes(const struct code *code)
{
	return BEFORE_ROWS + rows_bytes(code);
}

void warp_first_frame(struct warp *w, void *memory, const struct code *code)
{
	vm_assert(!w->pool && !w->frame_bytes);
	w->pool = frame_at(memory, code);
	w->pool->is_first = true;
	w->frame_bytes = w->pool->bytes;
}

/* NULL when the warp has too many, or, with launch->failed, when out of memory. */
static struct frame *frame_get(struct warp *w, const struct code *code)
{
	struct frame **link, *f;
	void *memory;

	for (link = &w->pool; (f = *link); link = &f->caller)
		if (f->bytes >= code->frame_bytes) {
			*link = f->caller;
			f->code = code;
			return f;
		}
	if (w->frame_bytes + code->frame_bytes > MAX_FRAME_BYTES && w->frame_bytes)
		return NULL;
	memory = aligned_alloc(64, warp_first_bytes(code));
	if (!memory) {
		w->launch->failed = true;
		return NULL;
	}
	f = frame_at(memset(memory, 0, warp_first_bytes(code)), code);
	w->frame_bytes += f->bytes;
	f->code = code;
	return f;
}

static void frame_put(struct warp *w, struct frame *f)
{
	f->caller = w->pool;
	w->pool = f;
}

/* Removes lanes from a frame; frees it when the last one leaves. */
static void frame_leave(struct warp *w, struct frame *f, uint32_t mask)
{
	vm_assert(mask && !(mask & ~f->lanes));
	f->lanes &= ~mask;
	if (!f->lanes)
		frame_put(w, f);
}

static void frames_free(struct frame *f)
{
	while (f) {
		struct frame *next = f->caller;

		twin_free(f);
		if (!f->is_first)
			free(f);
		f = next;
	}
}

/* ---- groups ---- */

/*
 * Groups run in the order of their block's rank; lanes that have finished an iteration wait at the head of the loop
 * until no others are in the loop.
 */
static uint32_t group_rank(const struct group *g)
{
	const struct block *blocks = g->frame->code->blocks, *at = &blocks[g->pc];

	if (at->loop_end && g->from != NO_BLOCK) {
		uint32_t from = blocks[g->from].rank;

		if (from >= at->rank && from < at->loop_end)
			return 2 * at->loop_end - 1;
	}
	return 2 * at->rank;
}

void group_moved(struct group *g)
{
	g->rank = group_rank(g);
}

static void group_add(struct warp *w, uint32_t mask, uint32_t from, uint32_t pc, struct frame *frame)
{
	vm_assert(mask && w->ngroups < LANES);
	w->groups[w->ngroups] = (struct group){ .frame = frame, .mask = mask, .from = from, .pc = pc };
	group_moved(&w->groups[w->ngroups++]);
}

static void group_remove(struct warp *w, struct group *g)
{
	vm_assert(g >= w->groups && g < w->groups + w->ngroups);
	*g = w->groups[--w->ngroups];
}

/* Adds to g every other group that is in the same state at the same place. */
static void group_merge(struct warp *w, struct group *g)
{
	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *o = &w->groups[k];

		if (o == g || o->state != g->state || o->pc != g->pc || o->frame != g->frame)
			continue;
		vm_assert(!(g->mask & o->mask));
		g->mask |= o->mask;
		g->forced |= o->forced;
		if (o->favour > g->favour)
			g->favour = o->favour;
		/* The last group moves into the gap; it may be g itself. */
		if (g == &w->groups[w->ngroups - 1]) {
			*o = *g;
			g = o;
			w->ngroups--;
			group_merge(w, g);
			return;
		}
		group_remove(w, o);
		k--;
	}
}

static bool group_before(const struct group *a, const struct group *b)
{
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth > b->frame->depth;
	vm_assert(a->rank == group_rank(a) && b->rank == group_rank(b));
	return a->rank < b->rank;
}

static const struct insn *group_terminator(const struct group *g)
{
	const struct code *code = g->frame->code;

	return &code->insns[code->blocks[g->pc].last];
}

/* The mask operand of each lane. */
static const uint32_t *group_members(const struct group *g, const struct warp *w)
{
	const struct insn *i = group_terminator(g);
	const uint8_t *base = i->e & 1 ? w->base[1] : g->frame->rows;

	return ((const union row *)(base + (i->e >> 1)))->u32;
}

static uint32_t member_of(const struct group *g, const struct warp *w, unsigned lane)
{
	return group_members(g, w)[lane];
}

/* Those of the lanes whose mask operand is `member`. */
static uint32_t lanes_with(const uint32_t members[LANES], uint32_t member, uint32_t lanes)
{
	uint32_t same = 0;

	for (unsigned l = 0; l < LANES; l++)
		same |= (uint32_t)(members[l] == member) << l;
	return same & lanes;
}

/* Lanes of g whose mask operand names only lanes of g (or lanes that have exited). Most often all have the same operand. */
static uint32_t group_complete(const struct group *g, const struct warp *w)
{
	const uint32_t *members = group_members(g, w);
	uint32_t complete = 0, same;

	for (uint32_t left = g->mask; left; left &= ~same) {
		uint32_t member = members[__builtin_ctz(left)];

		same = lanes_with(members, member, left);
		if (!(member & w->live & ~same))
			complete |= same;
	}
	return complete;
}

/* Groups that are owed turns come before the others, and polling ones after them. */
static int group_class(const struct warp *w, const struct group *g)
{
	return g->favour ? 0 : group_is_polling(w, g) ? 2 : 1;
}

static bool goes_before(const struct warp *w, const struct group *a, const struct group *b)
{
	int of_a = group_class(w, a), of_b = group_class(w, b);

	return of_a != of_b ? of_a < of_b : group_before(a, b);
}

/* The index of the group to run; -1 when none is ready. May end the turn: the group then runs in the next turn. */
static int group_pick(struct warp *w)
{
	struct group *best = NULL, *oldest = NULL;

	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *g = &w->groups[k];

		if (g->state != GROUP_READY)
			continue;
		if (!best || goes_before(w, g, best))
			best = g;
		if (!oldest || g->last_run < oldest->last_run)
			oldest = g;
	}
	if (!best)
		return -1;
	w->picks++;
	if (best->favour)
		best->favour--;
	else if (w->picks % FAIRNESS == 0) {
		best = oldest;
		best->favour = TURN;
	} else if (group_is_polling(w, best) && patience_ends(w)) {
		patience_give_up(w);
	}
	w->polling &= ~best->mask;
	best->last_run = w->picks;
	if (w->ngroups > 1) {
		uint32_t lanes = best->mask;

		group_merge(w, best);
		for (best = w->groups; !(best->mask & lanes); best++)
			;
	}
	return (int)(best - w->groups);
}

/* A group that waited executes its instruction again; it was counted when it arrived. */
static void group_retry(struct warp *w, struct group *g)
{
	const struct code *code = g->frame->code;
	const struct block *b = &code->blocks[g->pc];
	const struct insn *i = &code->insns[b->last];
	unsigned lanes = (unsigned)__builtin_popcount(g->mask);
	struct tally *of_block = &w->launch->tallies[b->tally], *of_guard = &w->launch->tallies[i->tally];

	of_block->warps--;
	of_block->threads -= lanes;
	if (i->guard != NO_REF) {
		of_guard->warps--;
		of_guard->threads -= lanes;
	}
	g->state = GROUP_READY;
	group_moved(g);
}

/* Waiting groups may go on if their missing lanes have since exited. */
static bool groups_recheck(struct warp *w)
{
	bool any = false;

	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *g = &w->groups[k];

		if (g->state == GROUP_AT_WARP_SYNC && group_complete(g, w)) {
			group_retry(w, g);
			any = true;
		}
	}
	return any;
}

bool warp_force_sync(struct warp *w)
{
	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *g = &w->groups[k];

		if (g->state == GROUP_AT_WARP_SYNC) {
			group_retry(w, g);
			g->forced = true;
			return true;
		}
	}
	return false;
}

static void group_enter(struct warp *w, const struct group *g, uint32_t mask)
{
	vm_assert(mask && !(mask & ~g->mask));
	w->frame = g->frame;
	w->base[0] = g->frame->rows;
	w->mask = mask;
	w->full = (mask & w->live) == w->live;
}

/* ---- terminators: each leaves g where it goes on ---- */

/* Removes exited lanes from all their frames. False when the group is gone. */
static void lanes_exit(struct warp *w, struct group *g)
{
	struct frame *f = g->frame, *caller;

	vm_assert(g->mask && !(g->mask & ~w->live));
	vm_assert(w->cta->live_threads >= (unsigned)__builtin_popcount(g->mask));
	w->live &= ~g->mask;
	w->launch->changes++;
	w->cta->live_threads -= (unsigned)__builtin_popcount(g->mask);
	cluster_exit(w, g->mask);
	for (; f; f = caller) {
		caller = f->caller;
		frame_leave(w, f, g->mask);
	}
	group_remove(w, g);
	for (unsigned b = 0; b < CTA_BARRIERS; b++)
		if (w->cta->barriers[b].arrived)
			cta_barrier_check(w->cta, w->launch, b);
}

static bool call_enter(struct warp *w, struct group *g, const struct call *call)
{
	struct frame *from = g->frame, *f = NULL;

	if (from->depth < w->launch->max_depth &&
	    (uint64_t)from->local_at + from->code->local_bytes + call->callee->local_bytes <=
	    w->launch->stack_at)
		f = frame_get(w, call->callee);
	if (!f)
		return false;
	f->caller = from;
	f->call = call;
	f->ret_block = g->pc + 1;
	f->lanes = g->mask;
	f->depth = from->depth + 1;
	f->local_at = from->local_at + from->code->local_bytes;
	if (w->launch->local_bytes > w->launch->stack_at)
		memcpy(f->stack, w->stack, sizeof(f->stack));
	for each_lane(l, g->mask)
		for (unsigned k = 0; k < call->nargs; k++)
			memcpy(frame_params(f, l) + call->args[k].to,
			       frame_params(from, l) + call->args[k].from, call->args[k].bytes);
	twin_enter(w, f);
	twin_call(w, from, f, g->mask);
	g->frame = f;
	g->from = NO_BLOCK;
	g->pc = 0;
	return true;
}

static void call_leave(struct warp *w, struct group *g)
{
	struct frame *f = g->frame, *to = f->caller;
	const struct call *call = f->call;

	for each_lane(l, g->mask)
		for (unsigned k = 0; k < call->nrets; k++)
			memcpy(frame_params(to, l) + call->rets[k].to,
			       frame_params(f, l) + call->rets[k].from, call->rets[k].bytes);
	twin_return(w, f, to, g->mask);
	if (w->launch->local_bytes > w->launch->stack_at)
		for each_lane(l, g->mask)
			w->stack[l] = f->stack[l];
	g->frame = to;
	g->from = NO_BLOCK;
	g->pc = f->ret_block;
	frame_leave(w, f, g->mask);
}

uint32_t guard_lanes(const struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t p;

	if (i->guard == NO_REF)
		return mask;
	p = *pred_at(w, i->guard);
	return mask & (i->guard_negated ? ~p : p);
}

/* Lanes branch by their index; one group for each target. */
/* Ends the lanes of the group whose index has no entry in the table in a fault; false if that is all of them. */
static bool branches_exist(struct warp *w, struct group *g, const struct block *b, const struct insn *i)
{
	const union row *index = ref_at(w, i->a);
	struct warp_access a = { .kind = ACCESS_LOAD, .space = PTX_GENERIC, .bytes = 4, .elem = 4, .addr = w->addr,
				 .instr = i->src };

	for each_lane(l, g->mask) {
		w->addr[l] = (uint64_t)b->ntargets << 32 | index->u32[l];
		a.mask |= (uint32_t)(index->u32[l] >= b->ntargets) << l;
	}
	if (!a.mask)
		return true;
	launch_fault(w, FAULT_BAD_BRANCH, a.mask, &a);
	g->mask &= ~a.mask;
	if (g->mask) {
		group_add(w, a.mask, NO_BLOCK, g->pc, g->frame);
		lanes_exit(w, &w->groups[w->ngroups - 1]);
		return true;
	}
	g->mask = a.mask;
	lanes_exit(w, g);
	return false;
}

static void branch_indexed(struct warp *w, struct group *g, const struct block *b, const struct insn *i)
{
	const union row *index = ref_at(w, i->a);
	uint32_t rest = g->mask, first = rest & -rest;
	uint32_t whole = rest;

	while (rest) {
		unsigned lead = (unsigned)__builtin_ctz(rest);
		uint32_t at = index->u32[lead], same = 0;
		uint32_t target = b->targets[at];

		for each_lane(l, rest)
			if (index->u32[l] == at)
				same |= 1u << l;
		rest &= ~same;
		if (same & first && same != whole)
			w->launch->tallies[b->tally].divergent++;
		if (same & first) {
			g->mask = same;
			g->pc = target;
		} else {
			group_add(w, same, g->from, target, g->frame);
		}
	}
}

static void barrier_arrive(struct warp *w, struct group *g, const struct insn *i)
{
	unsigned lead = (unsigned)__builtin_ctz(g->mask);
	unsigned id = i->a == NO_REF ? CLUSTER_BARRIER : ((const union row *)ref_at(w, i->a))->u32[lead] & 15;
	struct barrier *b = &w->cta->barriers[id];

	/* The usual one: for the whole block, and others are still missing. */
	if (i->a != NO_REF && i->b == NO_REF && i->c == NO_REF && ((const union row *)ref_at(w, i->a))->u32[lead] <
	    CLUSTER_BARRIER) {
		b->arrived += g->mask == UINT32_MAX ? LANES : (unsigned)__builtin_popcount(g->mask);
		g->state = GROUP_AT_BARRIER;
		g->barrier = id;
		if (b->arrived >= (b->expected ? b->expected : w->cta->live_threads))
			cta_barrier_check(w->cta, w->launch, id);
		return;
	}
	if (i->a == NO_REF && w->cta->cluster) {
		cluster_wait(w, g);
		return;
	}
	if (barrier_is_bad(w, i, g->mask)) {
		lanes_exit(w, g);
		return;
	}
	if (i->b != NO_REF)
		b->expected = ((const union row *)ref_at(w, i->b))->u32[lead];
	if (i->c != NO_REF)
		b->popc += (unsigned)__builtin_popcount((*pred_at(w, i->c) ^ (i->flags & NEGATE_C ? UINT32_MAX : 0)) & g->mask);
	b->arrived += g->mask == UINT32_MAX ? LANES : (unsigned)__builtin_popcount(g->mask);
	g->state = GROUP_AT_BARRIER;
	g->barrier = id;
	cta_barrier_check(w->cta, w->launch, id);
}

static void report_bad_mask(struct warp *w, enum mask_fault kind, uint32_t mask, uint32_t wanted,
			    const struct insn *i)
{
	if (w->hooks->bad_mask)
		w->hooks->bad_mask(w->hooks->ctx, &w->place, kind, mask, wanted, i->src);
}

/* Lanes that named the same mask execute the operation together. */
static void member_run(struct warp *w, struct group *g, const struct insn *i, uint32_t lanes)
{
	while (lanes) {
		uint32_t member = member_of(g, w, (unsigned)__builtin_ctz(lanes)),
			same = lanes_with(group_members(g, w), member, lanes);

		if (same & ~member)
			report_bad_mask(w, MASK_WITHOUT_CALLER, same & ~member, member, i);
		else if (g->forced && (member & w->live & ~same))
			report_bad_mask(w, MASK_NAMES_ABSENT, same, member & ~same, i);
		group_enter(w, g, same);
		if (g->frame->differs)
			twin_step(w, i, i + 1);
		else
			i->run(w, i);
		if (w->hooks->warp_sync)
			w->hooks->warp_sync(w->hooks->ctx, &w->place, same);
		lanes &= ~same;
	}
}

/* Joins lanes that wait at different __syncwarp()s, if they named the same mask. */
static bool warp_bar_joins(struct warp *w, struct group *g)
{
	uint32_t member = member_of(g, w, (unsigned)__builtin_ctz(g->mask)), there = 0;

	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *o = &w->groups[k];

		if (o == g || (o->state == GROUP_AT_WARP_SYNC && group_terminator(o)->op == X_WARP_BAR &&
			       member_of(o, w, (unsigned)__builtin_ctz(o->mask)) == member))
			there |= o->mask;
	}
	if (member & w->live & ~there)
		return false;
	for (unsigned k = 0; k < w->ngroups; k++) {
		struct group *o = &w->groups[k];

		if (o->state == GROUP_AT_WARP_SYNC && o->mask & there) {
			o->state = GROUP_READY;
			o->pc++;
			group_moved(o);
		}
	}
	if (w->hooks->warp_sync)
		w->hooks->warp_sync(w->hooks->ctx, &w->place, there);
	return true;
}

/* True when g (all or a part of it) goes on; lanes that must wait stay behind. */
static bool warp_sync_arrive(struct warp *w, unsigned *index, const struct insn *i)
{
	struct group *g = &w->groups[*index];
	uint32_t lanes = g->mask, complete;

	g->state = GROUP_AT_WARP_SYNC;
	group_merge(w, g);
	for (g = w->groups; !(g->mask & lanes); g++)
		;
	*index = (unsigned)(g - w->groups);
	complete = g->forced ? g->mask : group_complete(g, w);
	if (!complete) {
		if (i->op != X_WARP_BAR || !warp_bar_joins(w, g))
			return false;
		return true;
	}
	member_run(w, g, i, complete);
	if (g->mask & ~complete) {
		group_add(w, g->mask & ~complete, g->from, g->pc, g->frame);
		w->groups[w->ngroups - 1].state = GROUP_AT_WARP_SYNC;
	}
	g->mask = complete;
	g->state = GROUP_READY;
	g->forced = false;
	g->pc++;
	return true;
}

static void lanes_trap(struct warp *w, struct group *g, const struct insn *i)
{
	struct warp_access a = { .kind = ACCESS_LOAD, .space = PTX_GENERIC, .mask = g->mask,
				 .addr = w->addr, .instr = i->src };

	memset(w->addr, 0, sizeof(w->addr));
	if (i->imm == FAULT_ASSERT)
		lanes_assert(w, i, g->mask);
	launch_fault(w, (enum fault_kind)i->imm, g->mask, &a);
	lanes_exit(w, g);
}

static const struct call *call_target(const struct call *call, uint64_t addr)
{
	for (uint32_t k = 0; k < call->ntargets; k++)
		if (call->targets[k]->addr == addr)
			return call->targets[k];
	return NULL;
}

static void fault_bad_call(struct warp *w, struct group *g, const struct insn *i, uint64_t addr)
{
	struct warp_access a = { .kind = ACCESS_LOAD, .space = PTX_GLOBAL, .mask = g->mask, .bytes = 8, .elem = 8,
				 .addr = w->addr, .instr = i->src };

	for each_lane(l, g->mask)
		w->addr[l] = addr;
	launch_fault(w, FAULT_BAD_CALL, g->mask, &a);
	lanes_exit(w, g);
}

/*
 * Lanes call by their function pointers: those with the first lane's pointer go, the others stay, for a turn of their
 * own (the call is alone in its block).
 */
static bool call_indirect(struct warp *w, unsigned index, const struct insn *i)
{
	const union row *to = ref_at(w, i->a);
	struct group *g = &w->groups[index];
	uint64_t addr = to->u64[__builtin_ctz(g->mask)];
	const struct call *call = call_target(i->call, addr);
	uint32_t same = 0;

	for each_lane(l, g->mask)
		same |= (uint32_t)(to->u64[l] == addr) << l;
	if (same != g->mask) {
		group_add(w, g->mask & ~same, g->from, g->pc, g->frame);
		g->mask = same;
	}
	if (!call) {
		fault_bad_call(w, g, i, addr);
		return false;
	}
	if (call_enter(w, g, call))
		return true;
	lanes_trap(w, g, i);
	return false;
}

/*
 * Executes the block's terminator for the group. True when the same group (its index may have changed) can simply go
 * on.
 */
static bool terminate(struct warp *w, unsigned *index, const struct block *b, const struct insn *i)
{
	struct group *g = &w->groups[*index];
	uint32_t taken = guard_lanes(w, i, g->mask);

	if (!taken) {
		g->pc++;
		return true;
	}
	if (i->guard != NO_REF)
		tally_add(&w->launch->tallies[i->tally], taken);
	if (taken != g->mask) {
		group_add(w, g->mask & ~taken, g->from, g->pc + 1, g->frame);
		g->mask = taken;
		if (b->term == TERM_BRA)
			w->launch->tallies[b->tally].divergent++;
	}
	switch (b->term) {
	case TERM_BRA:
		g->pc = b->target;
		return true;
	case TERM_BRX:
		if (!branches_exist(w, g, b, i))
			return false;
		branch_indexed(w, g, b, i);
		return true;
	case TERM_CALL:
		if (i->call->targets)
			return call_indirect(w, *index, i);
		if (call_enter(w, g, i->call))
			return true;
		lanes_trap(w, g, i);
		return false;
	case TERM_RET:
		if (g->frame->caller) {
			call_leave(w, g);
			return true;
		}
		lanes_exit(w, g);
		return false;
	case TERM_EXIT:
		lanes_exit(w, g);
		return false;
	case TERM_BAR:
		barrier_arrive(w, g, i);
		return false;
	case TERM_WARP:
		return warp_sync_arrive(w, index, i);
	case TERM_TRAP:
		lanes_trap(w, g, i);
		return false;
	case TERM_NONE:
		break;
	}
	g->pc++;
	return true;
}

/* The same, with tracking of uninitialised values; returns the end. */
static const struct insn *straight_run(struct warp *w, const struct insn *i, const struct insn *end)
{
	const struct frame *f = w->frame;

	while (i != end) {
		if (f->differs)
			i = twin_step(w, i, end);
		else
			i->run(w, i), i++;
	}
	return end;
}

/* Runs group `index` until it stops, another should run, or the quantum is used up. */
static void group_run(struct warp *w, unsigned index, int64_t *left)
{
	const bool traced = w->launch->trace;

	for (;;) {
		struct group *g = &w->groups[index];
		const struct code *code = g->frame->code;
		const struct block *b;
		const struct insn *i, *end;
		enum native_end ran = NATIVE_NOT_RUN;
		uint32_t at;

		group_enter(w, g, g->mask);
		if (w->translated && (ran = native_run(w, g, left, &at)) == NATIVE_TURN)
			return;
		b = &code->blocks[g->pc];
		i = code->insns + (ran == NATIVE_INSIDE ? at : b->first);
		end = code->insns + b->last;
		if (ran == NATIVE_INSIDE && at == b->last && b->term == TERM_BAR && end->guard == NO_REF && !g->frame->differs) {
			barrier_arrive(w, g, end);
			return;
		}
		if (ran != NATIVE_INSIDE) {
			g->from = g->pc;
			tally_add(&w->launch->tallies[b->tally], g->mask);
			*left -= b->count;
		}
		if (__builtin_expect(traced, 0))
			i = trace_block(w, b);
		else if (w->translated && ran != NATIVE_INSIDE && !g->frame->differs)
			i = native_block(w, g);
		if (w->twins)
			i = straight_run(w, i, end);
		for (; i != end; i++)
			i->run(w, i);
		if (b->term != TERM_NONE && g->frame->differs)
			twin_terminate(w, end, b->term, g->mask);
		if (b->term == TERM_NONE)
			g->pc++;
		else if (!terminate(w, &index, b, end))
			return;
		else if (__builtin_expect(traced, 0) && b->term == TERM_WARP)
			trace_step(w, end->src, w->groups[index].mask);
		if (w->ngroups > 1) {
			group_moved(&w->groups[index]);
			return;
		}
		if (*left < 0)
			return;
	}
}

enum warp_stop warp_step(struct warp *w, uint32_t *ran)
{
	enum warp_stop stop = WARP_YIELDS;
	int64_t left = 0;
	int index;

	w->left = &left;
	w->quantum = 0;
	w->skipped = 0;
	index = group_pick(w);
	if (index >= 0) {
		*ran |= w->groups[index].mask;
		group_run(w, (unsigned)index, &left);
	} else if (!w->ngroups) {
		stop = WARP_EXITED;
	} else if (!groups_recheck(w)) {
		stop = WARP_WAITS;
	}
	w->launch->spent += 0 - (uint64_t)(left + w->skipped);
	w->cta->spent += 0 - (uint64_t)(left + w->skipped);
	return stop;
}

enum warp_stop warp_run(struct warp *w, uint64_t quantum)
{
	int64_t left = (int64_t)quantum;
	enum warp_stop stop = WARP_YIELDS;

	w->left = &left;
	w->quantum = quantum;
	w->skipped = 0;
	patience_turn(w);
	while (left >= 0) {
		int index = group_pick(w);

		if (index >= 0) {
			if (!w->is_idle)
				group_run(w, (unsigned)index, &left);
			if (w->ngroups == 1 && w->groups[0].state == GROUP_AT_BARRIER && left >= 0) {
				stop = WARP_WAITS; /* as the next look at its groups would find */
				break;
			}
		} else if (!w->ngroups) {
			stop = WARP_EXITED;
			break;
		} else if (!groups_recheck(w)) {
			stop = WARP_WAITS;
			break;
		}
	}
	w->launch->spent += quantum - (uint64_t)(left + w->skipped);
	w->cta->spent += quantum - (uint64_t)(left + w->skipped);
	return stop;
}

int warp_start(struct warp *w)
{
	uint32_t lanes = w->place.lanes;
	struct frame *f = frame_get(w, w->launch->image->codes[0]);

	if (!f)
		return -1;
	w->live = lanes == LANES ? UINT32_MAX : (1u << lanes) - 1;
	w->ngroups = 0;
	w->cc = w->cc_differs = 0;
	w->picks = 0;
	patience_begin(w);
	memset(w->child_error, 0, sizeof w->child_error);
	w->waits = NULL;
	async_reset(w);
	f->caller = NULL;
	f->lanes = w->live;
	f->depth = 0;
	f->local_at = 0;
	for (unsigned l = 0; l < LANES; l++)
		w->stack[l] = w->launch->stack_at;
	twin_enter(w, f);
	group_add(w, w->live, NO_BLOCK, 0, f);
	return 0;
}

/* Each frame is either in the pool or reachable from a group (if the launch was stopped). */
void warp_release(struct warp *w)
{
	async_release(w);
	while (w->ngroups)
		for (struct group *g = &w->groups[--w->ngroups]; g->frame;) {
			struct frame *f = g->frame;

			g->frame = f->caller;
			frame_leave(w, f, g->mask);
		}
	frames_free(w->pool);
	w->pool = NULL;
	native_release(w);
	free(w->local);
	free(w->twin_local);
	w->local = w->twin_local = NULL;
}
