/*
 * cta.c - one block: its warps in turn, and its barriers.
 *
 * Warps take turns of QUANTUM instructions, so if one spins on a flag, the others can set it. When blocks take turns
 * as well (block_turns.c), one continues until it has polled global memory LOOKS times in a way that another block
 * could answer; the first turn is long, so that blocks that do not wait run to their end.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "simt/check/check.h"
#include "simt/exec/blocks.h"
#include "simt/exec/crew.h"
#include "simt/exec/native.h"
#include "simt/exec/reuse.h"
#include "simt/exec/rows.h"
#include "simt/exec/stuck.h"
#include "simt/exec/twin.h"

#define QUANTUM        8192
#define TURN_QUANTUM   1024  /* for a warp whose block takes turns */
#define WAIT_QUANTUM   256   /* for one whose block has waited before */
#define FIRST_TURN     16384
#define LOOKS          32
#define BEFORE_PROBE   2048  /* upper bound of the instructions by which a warp may exceed its turn */
#define CLUSTER_TURN   32768 /* instructions of a block before the others of its cluster get a turn */
/* instructions after which a block in which a thread has faulted ends, if it does not end before */
#define AFTER_FAULT    LIMIT(1u << 24, 1u << 17)
#define AHEAD          64    /* a part of the budget reserved until a block's turn */

static enum simt_cause cause_of(enum fault_kind kind)
{
	switch (kind) {
	case FAULT_COPY_SIZE:
	case FAULT_TENSOR_ALIGN:
	case FAULT_MISALIGNED: return SIMT_CAUSE_MISALIGNED;
	case FAULT_SURFACE_BOUNDS:
	case FAULT_TEXTURE: return SIMT_CAUSE_TEXTURE;
	case FAULT_STACK_OVERFLOW: return SIMT_CAUSE_STACK;
	case FAULT_BAD_BRANCH:
	case FAULT_PRINTF_FLOOD:
	case FAULT_TRAP: return SIMT_CAUSE_TRAP;
	case FAULT_ASSERT: return SIMT_CAUSE_ASSERT;
	case FAULT_DOUBLE_FREE:
	case FAULT_BAD_FREE: return SIMT_CAUSE_HEAP;
	case FAULT_BAD_CALL: return SIMT_CAUSE_CALL;
	case FAULT_TENSOR_PLACE:
	case FAULT_TENSOR_NEGATIVE:
	case FAULT_BAD_BARRIER: return SIMT_CAUSE_ILLEGAL;
	default: return SIMT_CAUSE_ADDRESS;
	}
}

static void cause_keep(struct launch *l, enum simt_cause cause)
{
	if (!l->result->cause)
		l->result->cause = cause;
}

/*
 * May the launch go on, as its caller asks? Only after an access that has no other effect: a bulk copy that is left out would
 * leave its barrier waiting. A part of a checker reports nothing, so its blocks run again.
 */
static bool goes_on(const struct warp *w, enum fault_kind kind, const struct warp_access *a)
{
	const enum simt_cause cause = cause_of(kind);

	if (!w->launch->args->goes_on || !w->hooks->fault || (cause != SIMT_CAUSE_ADDRESS && cause != SIMT_CAUSE_MISALIGNED) ||
	    !a || !a->instr)
		return false;
	switch (a->instr->op) {
	case PTX_LD: case PTX_LDU: case PTX_ST: case PTX_ATOM: case PTX_RED: case PTX_LDMATRIX: case PTX_STMATRIX: case PTX_WMMA:
		return a->instr->mode != PTX_M_ASYNC;
	default:
		return false;
	}
}

void launch_fault(struct warp *w, enum fault_kind kind, uint32_t mask, const struct warp_access *a)
{
	struct launch *l = w->launch;

	if (!l->in_turn && !launch_await(l))
		return;
	vm_assert(l->in_turn);
	if (!goes_on(w, kind, a)) {
		if (!l->faulted)
			l->ends_at = l->spent + (kind == FAULT_PRINTF_FLOOD ? 0 : AFTER_FAULT);
		l->faulted = true;
		cause_keep(l, cause_of(kind));
	}
	if (w->hooks->fault)
		w->hooks->fault(w->hooks->ctx, &w->place, kind, mask, a);
}

static void bad_barrier_report(struct warp *w, const struct insn *i, uint32_t mask, uint32_t id, uint32_t threads)
{
	struct warp_access a = { .kind = ACCESS_ATOMIC, .space = PTX_GLOBAL, .mask = mask, .bytes = 4, .elem = 4,
				 .addr = w->addr, .instr = i->src };

	for each_lane(l, mask)
		w->addr[l] = (uint64_t)threads << 32 | id;
	launch_fault(w, FAULT_BAD_BARRIER, mask, &a);
}

bool barrier_is_bad(struct warp *w, const struct insn *i, uint32_t mask)
{
	unsigned lead = (unsigned)__builtin_ctz(mask);
	uint32_t id = i->a == NO_REF ? CLUSTER_BARRIER : ((const union row *)ref_at(w, i->a))->u32[lead];
	uint32_t threads = i->b == NO_REF ? 0 : ((const union row *)ref_at(w, i->b))->u32[lead];

	if (i->a == NO_REF || (id < CLUSTER_BARRIER && threads % 32 == 0))
		return false;
	bad_barrier_report(w, i, mask, id, threads);
	return true;
}

bool launch_is_over(const struct launch *l)
{
	return l->hung || l->failed || l->dropped;
}

/* ---- barriers ---- */

static const struct ptx_instr *waiting_at(const struct group *g)
{
	const struct code *code = g->frame->code;

	return code->insns[code->blocks[g->pc].last].src;
}

/* bar.red: the result for all threads that took part. */
static void barrier_result(struct group *g, const struct barrier *b)
{
	const struct code *code = g->frame->code;
	const struct insn *i = &code->insns[code->blocks[g->pc].last];
	uint32_t all, *p;

	vm_assert(g->state == GROUP_AT_BARRIER && b->popc <= b->arrived);
	if (i->d == NO_REF)
		return;
	if (i->src->mode2 == PTX_M_POPC) {
		for each_lane(l, g->mask)
			((union row *)(g->frame->rows + (i->d >> 1)))->u32[l] = b->popc;
		return;
	}
	all = (i->src->mode2 == PTX_M_AND ? b->popc == b->arrived : b->popc != 0) ? UINT32_MAX : 0;
	p = (uint32_t *)(void *)(g->frame->rows + (i->d >> 1));
	*p = (*p & ~g->mask) | (all & g->mask);
}

/* The groups that wait at the barrier, one after the other: the next one after *g; NULL: no more. */
static struct group *next_waiting(const struct cta *cta, unsigned id, struct warp **w, const struct group *after)
{
	unsigned n = after ? (unsigned)(after - (*w)->groups) + 1 : 0;

	for (; *w < cta->warps + cta->nwarps; ++*w, n = 0)
		for (; n < (*w)->ngroups; n++)
			if ((*w)->groups[n].state == GROUP_AT_BARRIER && (*w)->groups[n].barrier == id)
				return &(*w)->groups[n];
	return NULL;
}

/* Reports threads at different barrier instructions, or threads that never arrive. */
static void barrier_judge(struct cta *cta, unsigned id, bool whole)
{
	const struct hooks *h = cta->warps[0].hooks;
	const struct ptx_instr *first = NULL, *second = NULL;
	struct parting x = { 0 };
	struct warp *w = cta->warps;

	if (!h->bad_barrier)
		return;
	for (struct group *g = NULL; (g = next_waiting(cta, id, &w, g)); x.within_warp |= g->mask != w->live) {
		x.at = waiting_at(g);
		/* Threads that only arrived, and then ended, are not missing. */
		if (whole && cta->barriers[id].arrived < cta->threads)
			h->bad_barrier(h->ctx, &w->place, g->mask, &x);
		if (!first)
			first = x.at;
		else if (!second && x.at != first)
			second = x.at;
	}
	w = cta->warps;
	for (struct group *g = NULL; second && (g = next_waiting(cta, id, &w, g));) {
		x.at = waiting_at(g);
		x.other = x.at == first ? second : first;
		h->bad_barrier(h->ctx, &w->place, g->mask, &x);
	}
}

void cta_barrier_check(struct cta *cta, struct launch *l, unsigned id)
{
	struct barrier *b = &cta->barriers[id];
	bool whole = !b->expected || b->expected >= cta->threads;

	vm_assert(id < CTA_BARRIERS && b->arrived <= cta->threads);
	if (!b->arrived || b->arrived < (b->expected ? b->expected : cta->live_threads))
		return;
	barrier_judge(cta, id, whole);
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		for (unsigned n = 0; n < w->ngroups; n++) {
			struct group *g = &w->groups[n];

			if (g->state != GROUP_AT_BARRIER || g->barrier != id)
				continue;
			barrier_result(g, b);
			g->state = GROUP_READY;
			g->pc++;
			if (w->ngroups > 1)
				group_moved(g);
		}
	}
	if (l->probe)
		probe_barrier(l, cta);
	memset(b, 0, sizeof *b);
	if (l->hooks->barrier)
		l->hooks->barrier(l->hooks->ctx, cta->linear);
}

/* ---- blocks ---- */

static const struct group *group_running(const struct warp *w)
{
	for (unsigned k = 0; k < w->ngroups; k++)
		if (w->groups[k].state == GROUP_READY)
			return &w->groups[k];
	return NULL;
}

/*
 * Reports the warp that waits for an mbarrier, if there is one; among the others, threads that loop rather than those
 * that wait for them at a barrier.
 */
static void report_hang(struct launch *l, struct cta *cta, bool deadlock)
{
	struct warp *first = NULL, *waiting = NULL;
	const struct group *at = NULL;

	if (!l->in_turn && !launch_await(l))
		return;
	l->hung = true;
	cause_keep(l, deadlock ? SIMT_CAUSE_DEADLOCK : SIMT_CAUSE_TIMEOUT);
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		if (!w->ngroups)
			continue;
		if (!at) {
			at = deadlock ? NULL : group_running(w);
			first = at || !first ? w : first;
		}
		if (!waiting && w->waits)
			waiting = w;
	}
	if (!cta->warps[0].hooks->hang)
		return;
	if (!first) /* this block has just ended: the grid does not end */
		cta->warps[0].hooks->hang(cta->warps[0].hooks->ctx, &cta->warps[0].place, 1, NULL, deadlock);
	else if (waiting && !deadlock)
		waiting->hooks->hang(waiting->hooks->ctx, &waiting->place, waiting->groups[0].mask, waiting->waits, false);
	else
		first->hooks->hang(first->hooks->ctx, &first->place, (at ? at : first->groups)->mask,
				   waiting_at(at ? at : first->groups), deadlock);
}

/*
 * Has this host thread used up its time? Its processor time cannot advance faster than the wall clock, which is cheap to
 * read.
 */
static bool time_is_up(struct launch *l)
{
	double now = clock_now(), used;

	if (now < l->look_at)
		return false;
	used = clock_used_by_thread();
	if (l->end_at == 0)
		l->end_at = used + l->args->seconds;
	l->look_at = now + (l->end_at - used);
	return used >= l->end_at;
}

static bool stop_is_asked(struct launch *l)
{
	if (l->args->stop && *l->args->stop)
		return true;
	return l->args->seconds > 0 && time_is_up(l);
}

/* How far the launch was. Where several threads ran blocks, one of them repeats its part, and is asked to stop once more. */
static void stop_note(const struct launch *l, const struct cta *cta)
{
	const uint64_t ended = crew_blocks_ended(l->crew);

	if (ended < l->result->at_stop.ended)
		return;
	l->result->at_stop.block_spent = cta->spent;
	l->result->at_stop.spent = l->before + l->spent;
	l->result->at_stop.ended = ended;
	l->result->at_stop.blocks = crew_blocks(l->crew);
}

/*
 * Ends the launch when its budget is spent or the caller stops it. A block that is ahead does not know when its turn
 * comes; it waits for its turn before it reports.
 */
static void watch_check(struct launch *l, struct cta *cta)
{
	if (l->args->progress && l->in_turn)
		l->args->progress(l->args->describe_ctx, crew_blocks_ended(l->crew), crew_blocks(l->crew));
	if (!l->in_turn && crew_is_stopping(l->crew))
		l->dropped = true;
	if (!l->faulted && !l->in_turn && l->spent <= l->budget / AHEAD && !stop_is_asked(l))
		return;
	if (launch_is_over(l) || (!l->in_turn && !launch_await(l)))
		return;
	if (l->faulted && l->spent > l->ends_at) { /* the fault is what ends the launch, and its findings are the result */
		l->hung = true;
	} else if (l->before + l->spent > l->budget) {
		report_hang(l, cta, false);
	} else if (stop_is_asked(l)) {
		checker_stopped(crew_checker(l->crew), l->before + l->spent);
		l->result->stopped = true;
		stop_note(l, cta);
		report_hang(l, cta, false);
	}
}

/* One turn for each warp. False when all have ended. */
static bool cta_round(struct launch *l, struct cta *cta, uint64_t quantum)
{
	bool ended = true, moved = false, busy = false, idle = false;

	for (unsigned n = 0, at = cta->first % cta->nwarps; n < cta->nwarps && !launch_is_over(l); n++) {
		struct warp *w = &cta->warps[at];
		uint64_t before = l->spent;
		enum warp_stop stop;

		at = at + 1 < cta->nwarps ? at + 1 : 0;
		if (!w->ngroups)
			continue;
		stop = warp_run(w, quantum);
		ended &= stop == WARP_EXITED;
		idle |= w->is_idle;
		busy |= stop == WARP_YIELDS && !w->is_idle;
		moved |= l->spent != before;
		w->spent += l->spent - before;
		watch_check(l, cta);
	}
	if (ended)
		return false;
	for (unsigned k = 0; k < cta->nwarps && !moved; k++)
		moved = warp_force_sync(&cta->warps[k]);
	cta->is_idle = idle && !busy;
	cta->waits = !moved && cluster_keeps(cta);
	if (!moved && !cta->waits && !launch_is_over(l))
		report_hang(l, cta, true);
	return true;
}

bool cta_run(struct launch *l, struct cta *cta, bool turns)
{
	uint64_t quantum = !turns ? QUANTUM : cta->turns ? WAIT_QUANTUM : TURN_QUANTUM;
	uint64_t until = cta->turns || l->args->cooperative ? 0 : FIRST_TURN, looks = cta->looks;

	uint64_t most = cta->cluster ? l->spent + CLUSTER_TURN : UINT64_MAX;

	cta->stuck = cluster_waits(cta);
	cta->stuck_at = l->changes;
	if (cta->stuck)
		return launch_is_over(l);
	/*
	 * A block that polled in vain first looks, and goes on in its next turn: so all blocks that wait for one event see it
	 * before any of them goes on. Otherwise the later ones would see, and be ordered after, what the first does next.
	 */
	if (turns && cta->turns && cta->is_idle) {
		bool goes_on;

		l->interprets = true;
		cta->only_looks = true;
		goes_on = !launch_is_over(l) && cta_round(l, cta, quantum);
		cta->only_looks = false;
		if (!goes_on)
			return true;
		if (!cta->waits && !cta->is_idle)
			return false;
	}
	for (;;) {
		if (probe_is_due(l) && !launch_is_over(l) && cta_probe(l, cta))
			return false;
		/*
		 * A probe compares all registers, and a translation does not update those that nothing will read. A
		 * probe may come between any two turns.
		 */
		l->interprets = turns || probe_is_near(l, (quantum + BEFORE_PROBE) * cta->nwarps);
		if (launch_is_over(l) || !cta_round(l, cta, quantum))
			return true;
		if (cta->waits) {
			cta->stuck = true;
			cta->stuck_at = l->changes;
			return false;
		}
		if (l->spent > most) {
			l->changes++; /* of memory, by plain stores */
			l->unseen++;
			return false;
		}
		if (turns && cta->is_idle) {
			cta->turns++;
			return false;
		}
		if (turns && cta->spent >= until && cta->looks - looks >= LOOKS) {
			cta->turns++;
			return false;
		}
	}
}

bool cta_run_for(struct launch *l, struct cta *cta, uint64_t length)
{
	return launch_is_over(l) || !cta_round(l, cta, length);
}

bool cta_begin(struct launch *l, struct cta *cta, uint64_t n)
{
	crew_block_at(l->crew, n, cta);
	native_look(l);
	vm_assert(n < crew_blocks(l->crew));
	cta->live_threads = cta->threads;
	cta->jittered = 0;
	cta->spent = cta->ticks = cta->looks = 0;
	cta->turns = 0;
	cta->waits = false;
	memset(cta->barriers, 0, sizeof(cta->barriers));
	reuse_begin(l, cta);
	if (cta->shared_bytes)
		memset(cta->shared, 0xA5, cta->reserved_at);
	memset(cta->shared + cta->reserved_at, 0, cta->shared_bytes - cta->reserved_at);
	for (unsigned k = 0; k < cta->nwarps; k++) {
		struct warp *w = &cta->warps[k];

		w->sites = l->sites;
		w->spent = 0;
		w->place.block = cta->index;
		w->place.block_linear = cta->linear;
		if (warp_start(w) < 0) {
			l->failed = true;
			return false;
		}
		native_begin(l, w);
	}
	if (l->hooks->block_begin)
		l->hooks->block_begin(l->hooks->ctx, cta->linear, cta->index, cta->shared_bytes, cta->reserved_at);
	return true;
}

void cta_end(struct launch *l, struct cta *cta)
{
	async_block_end(cta);
	cluster_leave(cta);
	for (unsigned k = 0; k < cta->nwarps; k++)
		if (cta->warps[k].spent > l->longest_warp)
			l->longest_warp = cta->warps[k].spent;
	if (cta->spent > l->longest_block)
		l->longest_block = cta->spent;
	if (l->hooks->block_end)
		l->hooks->block_end(l->hooks->ctx, cta->linear);
	crew_block_ended(l->crew);
}

/* Counts on from the first lane: divisions for each would take longer than the short kernels of many launches. */
static void tids_set(struct warp *w, uint32_t first, const struct dim3u *b)
{
	uint32_t x = first % b->x, y = first / b->x % b->y, z = first / b->x / b->y;

	for (unsigned n = 0; n < LANES; n++) {
		w->tid[0][n] = x;
		w->tid[1][n] = y;
		w->tid[2][n] = z;
		if (++x == b->x) {
			x = 0;
			if (++y == b->y) {
				y = 0;
				z++;
			}
		}
	}
}

static bool warp_make(struct launch *l, struct cta *cta, uint32_t number)
{
	const struct dim3u *b = &l->args->block;
	struct warp *w = &cta->warps[number];

	vm_assert(number < cta->nwarps && number * LANES < cta->threads);
	w->cta = cta;
	w->launch = l;
	w->hooks = l->hooks;
	w->watched = l->hooks->access;
	w->base[1] = l->image->constants;
	w->place.warp = number;
	w->place.lanes = cta->threads - number * LANES < LANES ? cta->threads - number * LANES : LANES;
	tids_set(w, number * LANES, b);
	if (l->local_bytes)
		w->local = calloc(LANES, l->local_bytes);
	w->twins = twins_wanted(l);
	if (w->twins && l->local_bytes)
		w->twin_local = calloc(LANES, l->local_bytes);
	return !l->local_bytes || (w->local && (!w->twins || w->twin_local));
}

/*
 * The memory of the warps, and of their first frames, of the last block that ended: most programs run one block after the
 * other, and the C library puts its free memory in order whenever it gets that much back.
 */
struct warps { _Alignas(64) size_t bytes; };
static struct warps *spare;

static struct warp *warps_get(size_t bytes)
{
	struct warps *m = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL);

	if (m && (m->bytes < bytes || m->bytes / 4 > bytes)) {
		free(m);
		m = NULL;
	}
	if (!m) {
		m = aligned_alloc(64, sizeof *m + bytes);
		if (!m)
			return NULL;
		m->bytes = bytes;
	}
	return memset(m + 1, 0, bytes);
}

static void warps_put(struct warp *warps)
{
	if (warps)
		free(__atomic_exchange_n(&spare, (struct warps *)(void *)warps - 1, __ATOMIC_ACQ_REL));
}

void cta_spare_free(void)
{
	free(__atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL));
}

struct cta *cta_new(struct launch *l)
{
	const struct dim3u *b = &l->args->block;
	struct cta *cta = calloc(1, sizeof *cta);
	const struct code *code = l->image->codes[0];
	const size_t frame = warp_first_bytes(code);
	size_t shared, warps;
	bool good;

	if (!cta)
		return NULL;
	cta->threads = b->x * b->y * b->z;
	vm_assert(cta->threads && cta->threads <= 1024); /* limits_check() */
	cta->nwarps = (cta->threads + LANES - 1) / LANES;
	cta->reserved_at = l->image->static_shared + l->args->dynamic_shared;
	cta->shared_bytes = cta->reserved_at;
	if (l->image->uses_reserved) {
		cta->reserved_at = (cta->reserved_at + 15u) & ~15u;
		cta->shared_bytes = cta->reserved_at + RESERVED_SHARED;
	}
	shared = (cta->shared_bytes + 255u) & ~255u;
	warps = ((cta->nwarps * sizeof(struct warp)) + 63) & ~(size_t)63;
	cta->shared = aligned_alloc(256, shared ? shared : 256);
	cta->warps = warps_get(warps + cta->nwarps * frame);
	good = cta->shared && cta->warps;
	for (uint32_t k = 0; k < cta->nwarps && good; k++) {
		warp_first_frame(&cta->warps[k], (char *)cta->warps + warps + k * frame, code);
		good = warp_make(l, cta, k);
	}
	if (good)
		return cta;
	cta_free(cta);
	return NULL;
}

void cta_free(struct cta *cta)
{
	if (!cta)
		return;
	cluster_leave(cta);
	for (unsigned k = 0; cta->warps && k < cta->nwarps; k++)
		warp_release(&cta->warps[k]);
	warps_put(cta->warps);
	free(cta->shared);
	free(cta);
}
