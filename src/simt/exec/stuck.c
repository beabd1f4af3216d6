/*
 * stuck.c - see stuck.h. States are compared by 64-bit hashes, and cycles are found by Brent's method: the reference
 * state moves on after 1, 2, 4, 8 ... steps.
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "simt/check/check.h"
#include "simt/exec/count.h"
#include "simt/exec/crew.h"
#include "simt/exec/native.h"
#include "simt/exec/rows.h"
#include "simt/exec/stuck.h"
#include "simt/mem/mem.h"

#define FIRST_PROBE   (1u << 18) /* instructions of the launch; then at twice as many, and so on */
#define RESUMED_PROBE (1u << 14) /* the same after the host went on */
#define FIRST_LOOK    512        /* steps of one warp, in the first probes */
#define MOST_STEPS    8192       /* of a warp in a probe */
#define MOST_COMPARED 64         /* states of a warp */
#define MOST_CHANGES  4          /* of memory, in one probe of a warp */
#define ALL_CHANGES   8          /* of a block */
#define MOST_PASSES   64         /* over the warps of a block */
#define FAVOUR        64         /* picks for lanes that have not run */
#define MOST_HASHED   (1u << 18)   /* bytes of arrays that a launch stores to; */
#define MOST_QUIET    (1u << 12)   /* of more only the stores are counted, which may leave what was there: pauses in a row */
#define FIRST_SKIP    (1ull << 24) /* of the clocks */
#define MOST_SKIPPED  (1ull << 44)

/* The reference state for later ones. */
struct trail {
	uint64_t place, registers;
	uint64_t changes;       /* of memory, at that state */
	uint64_t steps, power;
	unsigned compared;
};

struct probe {
	struct hooks hooks;     /* the launch's own, called after the probe has looked at the access */
	const struct hooks *own;
	struct launch *launch;
	struct cta *cta;
	struct warp *warp;      /* the running one */
	struct trail block;     /* the states at openings of a barrier of all threads */
	uint64_t opened;        /* openings of such barriers and of others */
	uint64_t clock;         /* the time on the block's clocks */
	bool block_cycles;
	bool mapped;            /* the loop of the state reads memory that the host may write */
	bool by_clock;          /* or the clock */
};

uint64_t probe_first(const struct launch *l)
{
	return l->threaded || l->args->trace ? UINT64_MAX : FIRST_PROBE;
}

uint64_t probe_clock(struct probe *p)
{
	p->by_clock = true;
	return p->clock;
}

/* ---- watching memory ----------- */

static const uint8_t *host_of(const struct warp *w, enum ptx_space space, unsigned lane, uint64_t addr)
{
	const struct simt_allocation *a;

	switch (space) {
	case PTX_SHARED: return addr < w->cta->shared_bytes ? w->cta->shared + addr : NULL;
	case PTX_LOCAL: return w->local + (uint64_t)lane * w->launch->local_bytes + addr;
	default:
		a = simt_find(w->launch->program->mem, addr);
		return a && !a->freed ? a->host + (addr - a->addr) : NULL;
	}
}

static bool store_changes(const struct warp *w, const struct warp_access *a)
{
	if (!a->value || a->bytes != a->elem || a->elem > 8 || a->owner)
		return true;
	for each_lane(l, a->mask) {
		const uint8_t *at = host_of(w, a->space, l, a->addr[l]);

		if (!at || memcmp(at, &a->value[l], a->elem))
			return true;
	}
	return false;
}

static bool is_mapped(const struct warp *w, const struct warp_access *a)
{
	const struct simt_allocation *alloc = NULL;

	for each_lane(l, a->space == PTX_GLOBAL ? a->mask : 0) {
		if (!alloc || a->addr[l] - alloc->addr >= alloc->bytes)
			alloc = simt_find(w->launch->program->mem, a->addr[l]);
		if (alloc && alloc->is_mapped)
			return true;
	}
	return false;
}

/* The important access of a loop is the one that polls, and polling other blocks matters more than polling its own. */
static bool is_better(const struct poll *than, const struct warp_access *a)
{
	bool asks = a->is_volatile || a->is_sync;
	const struct ptx_instr *i = than->instr;

	return !i || (a->space == PTX_GLOBAL && than->space == PTX_SHARED) ||
	       (a->space == than->space && asks && i->op == PTX_LD && i->sem == PTX_WEAK && i->cache != PTX_CV);
}

static void poll_note(struct probe *p, const struct warp_access *a)
{
	struct poll *poll = &p->warp->poll;
	unsigned lane = (unsigned)__builtin_ctz(a->mask);

	p->mapped |= is_mapped(p->warp, a);
	if ((a->space == PTX_GLOBAL || (a->space == PTX_SHARED && !a->owner)) && is_better(poll, a))
		*poll = (struct poll){ a->instr, a->space, a->addr[lane], a->elem, a->mask };
}

static void on_access(void *ctx, const struct warp_place *place, const struct warp_access *a)
{
	struct probe *p = ctx;
	bool is_atom = a->instr->op == PTX_ATOM || a->instr->op == PTX_RED;

	/* exec_ATOM counts its own changes. */
	if (a->kind == ACCESS_STORE ? store_changes(p->warp, a) : a->kind == ACCESS_ATOMIC && !is_atom)
		p->launch->changes++;
	if (a->kind != ACCESS_STORE)
		poll_note(p, a);
	if (p->own->access)
		p->own->access(p->own->ctx, place, a);
}

static void on_copy_begin(void *ctx, const struct warp_place *w, const struct warp_copy *c)
{
	struct probe *p = ctx;

	p->launch->changes++;
	if (p->own->copy_begin)
		p->own->copy_begin(p->own->ctx, w, c);
}

/* Passes the others on to the launch's own hooks; each gets its own context. */
#define PASS_ON(name, params, ...) \
	static void on_##name params \
	{ \
		const struct probe *p = ctx; \
	\
		p->own->name(p->own->ctx, __VA_ARGS__); \
	}
PASS_ON(fault, (void *ctx, const struct warp_place *w, enum fault_kind k, uint32_t m, const struct warp_access *a), w, k, m, a)
PASS_ON(barrier, (void *ctx, uint32_t block), block)
PASS_ON(warp_sync, (void *ctx, const struct warp_place *w, uint32_t mask), w, mask)
PASS_ON(fence, (void *ctx, const struct warp_place *w, uint32_t mask, enum ptx_scope scope), w, mask, scope)
PASS_ON(handover, (void *ctx, const struct warp_place *w, uint32_t owner, uint64_t key, bool acquires, bool releases), w,
	owner, key, acquires, releases)
PASS_ON(cluster, (void *ctx, const struct warp_place *w, uint32_t mask, uint32_t phase, enum cluster_step step), w, mask,
	phase, step)
PASS_ON(copy_end, (void *ctx, const struct warp_place *w, const struct warp_copy *c), w, c)
PASS_ON(foreign, (void *ctx, const struct warp_place *w, const struct warp_access *a, uint32_t thread), w, a, thread)
PASS_ON(unset_moved, (void *ctx, const struct warp_place *w, uint64_t addr, uint32_t bytes, const struct warp_unset *x), w, addr,
	bytes, x)
PASS_ON(unset, (void *ctx, const struct warp_place *w, const struct warp_unset *x), w, x)
PASS_ON(bad_barrier, (void *ctx, const struct warp_place *w, uint32_t mask, const struct parting *x), w, mask, x)
PASS_ON(bad_mask, (void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask, uint32_t wanted,
		   const struct ptx_instr *at), w, kind, mask, wanted, at)

static void hooks_wrap(struct probe *p, const struct hooks *own)
{
	p->own = own;
	p->hooks = (struct hooks){
		.ctx = p, .access = on_access, .copy_begin = on_copy_begin,
		.fault = own->fault ? on_fault : NULL, .barrier = own->barrier ? on_barrier : NULL,
		.warp_sync = own->warp_sync ? on_warp_sync : NULL, .fence = own->fence ? on_fence : NULL,
		.cluster = own->cluster ? on_cluster : NULL,
		.handover = own->handover ? on_handover : NULL, .copy_end = own->copy_end ? on_copy_end : NULL,
		.foreign = own->foreign ? on_foreign : NULL, .unset = own->unset ? on_unset : NULL,
		.unset_moved = own->unset_moved ? on_unset_moved : NULL,
		.bad_barrier = own->bad_barrier ? on_bad_barrier : NULL, .bad_mask = own->bad_mask ? on_bad_mask : NULL,
	};
}

/* ---- states ---- */

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

/* The positions of the lanes; the order of the groups has no meaning. */
static uint64_t place_of(const struct warp *w)
{
	uint64_t all = w->live;

	for (unsigned k = 0; k < w->ngroups; k++) {
		const struct group *g = &w->groups[k];

		all += mix(mix(mix(g->mask, g->pc), (uintptr_t)g->frame), g->state);
	}
	return all;
}

static uint64_t words_hash(uint64_t h, const void *bytes, size_t n)
{
	const uint8_t *at = bytes;
	uint64_t lanes[4] = { h, 1, 2, 3 }, v[4];

	for (; n >= sizeof(v); n -= sizeof(v), at += sizeof(v)) {
		memcpy(v, at, sizeof(v));
		for (unsigned k = 0; k < 4; k++)
			lanes[k] = mix(lanes[k], v[k]);
	}
	memset(v, 0, sizeof(v));
	memcpy(v, at, n);
	for (unsigned k = 0; k < 4; k++)
		h = mix(h, mix(lanes[k], v[k]));
	return h;
}

static uint64_t registers_of(const struct warp *w)
{
	uint64_t all = words_hash(w->cc, w->stack, sizeof(w->stack));

	for (unsigned k = 0; k < w->ngroups; k++)
		for (const struct frame *f = w->groups[k].frame; f; f = f->caller)
			all += words_hash((uintptr_t)f, f->rows, f->code->frame_bytes);
	return all;
}

static void trail_begin(struct trail *t, uint64_t place, uint64_t registers, uint64_t changes)
{
	t->place = place;
	t->registers = registers;
	t->changes = changes;
	t->steps = 0;
}

/* ---- warps ---- */

enum probed { CYCLES, WAITS, MOVES };

static void warp_mark(struct probe *p, struct trail *t, struct warp *w)
{
	trail_begin(t, place_of(w), registers_of(w), p->launch->changes);
	p->mapped = p->by_clock = false;
	w->poll = (struct poll){ .instr = NULL };
}

/* Lanes that could have run, but did not. */
static uint32_t lanes_starved(struct warp *w, uint32_t ran)
{
	uint32_t starved = 0;

	for (unsigned k = 0; k < w->ngroups; k++)
		if (w->groups[k].state == GROUP_READY && w->groups[k].mask & ~ran) {
			starved |= w->groups[k].mask;
			w->groups[k].favour = FAVOUR;
		}
	return starved;
}

static bool state_repeats(struct trail *t, const struct warp *w)
{
	return t->place == place_of(w) && t->compared++ < MOST_COMPARED && t->registers == registers_of(w);
}

/* A loop that only reads the clock ends by itself; and only the host knows what it may still change. */
static enum probed cycle_judge(const struct probe *p, const struct warp *w)
{
	const struct simt_launch *args = p->launch->args;

	if (p->by_clock && !w->poll.instr)
		return MOVES;
	if (!p->mapped || args->await_host)
		return CYCLES;
	return args->host_writes && args->host_writes(args->describe_ctx) ? MOVES : CYCLES;
}

static enum probed warp_probe(struct probe *p, struct warp *w)
{
	struct launch *l = p->launch;
	struct trail t = { .power = 1 };
	unsigned changed = 0;
	uint32_t ran = 0;

	p->warp = w;
	warp_mark(p, &t, w);
	for (unsigned n = 0; n < MOST_STEPS && t.compared < MOST_COMPARED && !launch_is_over(l); n++) {
		if (warp_step(w, &ran) != WARP_YIELDS)
			return WAITS;
		if (p->block_cycles)
			return CYCLES;
		if (l->changes != t.changes) {
			if (++changed > MOST_CHANGES)
				return MOVES;
			t.power = 1;
			ran = 0;
			warp_mark(p, &t, w);
		} else if (state_repeats(&t, w)) {
			if (!lanes_starved(w, ran))
				return cycle_judge(p, w);
		} else if (++t.steps == t.power) {
			t.power *= 2;
			ran = 0;
			warp_mark(p, &t, w);
		}
	}
	return MOVES;
}

void probe_barrier(struct launch *l, struct cta *cta)
{
	struct probe *p = l->probe;
	struct trail *t = &p->block;
	uint64_t place = 0, registers = 0;

	vm_assert(p);
	p->opened++;
	if (p->cta != cta)
		return;
	for (unsigned k = 0; k < cta->nwarps; k++) {
		place = mix(place, place_of(&cta->warps[k]));
		registers = mix(registers, registers_of(&cta->warps[k]));
	}
	if (t->power && t->changes == l->changes && t->place == place && t->registers == registers) {
		p->block_cycles = true;
	} else if (!t->power || t->changes != l->changes) {
		trail_begin(t, place, registers, l->changes);
		t->power = 1;
	} else if (++t->steps == t->power) {
		t->power *= 2;
		trail_begin(t, place, registers, l->changes);
	}
}

/* ---- blocks ---- */

/* Goes around the whole block's loop once more, to see what it reads. */
static bool loop_read(struct probe *p)
{
	struct cta *cta = p->cta;
	uint32_t ran = 0;

	p->block.power = 0;
	p->block_cycles = p->mapped = p->by_clock = false;
	for (unsigned k = 0; k < cta->nwarps; k++)
		cta->warps[k].poll = (struct poll){ .instr = NULL };
	for (unsigned n = 0; n < MOST_STEPS && !p->block_cycles && !launch_is_over(p->launch); n++)
		for (unsigned k = 0; k < cta->nwarps && !p->block_cycles; k++) {
			p->warp = &cta->warps[k];
			while (cta->warps[k].ngroups && !p->block_cycles && n++ < MOST_STEPS)
				if (warp_step(&cta->warps[k], &ran) != WARP_YIELDS)
					break;
		}
	for (unsigned k = 0; k < cta->nwarps && p->block_cycles; k++)
		if (cycle_judge(p, &cta->warps[k]) == CYCLES)
			return cta->by_barrier = true;
	return false;
}

/* Probes all warps, until none of them changes memory or opens a barrier at which others waited. */
static bool warps_probe(struct probe *p)
{
	struct launch *l = p->launch;
	struct cta *cta = p->cta;
	uint64_t begun = l->changes;

	for (unsigned pass = 0; pass < MOST_PASSES; pass++) {
		uint64_t changes = l->changes, opened = p->opened;
		bool any = false;

		for (unsigned k = 0; k < cta->nwarps; k++) {
			struct warp *w = &cta->warps[k];
			enum probed is = w->ngroups ? warp_probe(p, w) : WAITS;

			cta->by_clock |= is == CYCLES && p->by_clock;
			if (p->block_cycles)
				return loop_read(p);
			if (is == MOVES || launch_is_over(l) || l->changes - begun > ALL_CHANGES)
				return false;
			any |= is == CYCLES;
		}
		if (l->changes == changes && p->opened == opened)
			return any;
	}
	return false;
}

/*
 * A short look at one warp that does not wait, without hooks: if its registers do not repeat, as in a loop that
 * counts, or the warp ends, the block is not stuck.
 */
static bool may_be_stuck(struct launch *l, struct cta *cta)
{
	uint64_t steps = FIRST_LOOK;
	struct trail t = { .power = 1 };
	struct warp *w = cta->warps;
	uint32_t ran = 0;

	for (uint64_t n = (l->before + l->spent) / FIRST_PROBE; n > 1 && steps < MOST_STEPS; n /= 2)
		steps *= 2;
	while (w < cta->warps + cta->nwarps && warp_step(w, &ran) != WARP_YIELDS)
		w++;
	if (w == cta->warps + cta->nwarps)
		return true;
	trail_begin(&t, place_of(w), registers_of(w), 0);
	for (uint64_t n = 0; n < steps && !launch_is_over(l); n++) {
		enum warp_stop stop = warp_step(w, &ran);

		if (stop == WARP_EXITED)
			return false;
		/* The clock advances here. */
		if (stop == WARP_WAITS || cta->ticks != l->ticks_seen)
			return true;
		if (state_repeats(&t, w))
			return true;
		if (++t.steps == t.power) {
			t.power *= 2;
			trail_begin(&t, place_of(w), registers_of(w), 0);
		}
	}
	return false;
}

static void warps_hook(struct cta *cta, const struct hooks *hooks, bool watched)
{
	for (unsigned k = 0; k < cta->nwarps; k++) {
		cta->warps[k].hooks = hooks;
		cta->warps[k].watched = watched;
	}
}

static uint64_t made;

uint64_t probes_made(void)
{
	return __atomic_load_n(&made, __ATOMIC_RELAXED);
}

bool cta_probe(struct launch *l, struct cta *cta)
{
	struct probe p = { .launch = l, .cta = cta, .clock = cta->spent + cta->ticks };
	const struct hooks *own = l->hooks;
	uint64_t begun = l->changes;

	__atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
	l->ticks_seen = cta->ticks;
	cta->stuck = may_be_stuck(l, cta);
	p.clock = cta->spent + cta->ticks;
	if (!cta->stuck || launch_is_over(l)) {
		cta->stuck = false;
		goto out;
	}
	hooks_wrap(&p, own);
	cta->by_clock = cta->by_barrier = false;
	for (unsigned k = 0; k < cta->nwarps; k++)
		native_settle(&cta->warps[k]);
	vm_assert(!l->probe);
	l->probe = &p;
	l->hooks = &p.hooks;
	warps_hook(cta, &p.hooks, true);
	cta->stuck = warps_probe(&p);
	warps_hook(cta, own, own->access);
	l->hooks = own;
	l->probe = NULL;
	cta->stuck_at = l->changes;
	if (cta->stuck && (l->changes == begun || l->resumed))
		return true;
	/* What it changed before it waited may be what others wait for: if each were probed after each such change, a grid
	 * barrier of many blocks would cost the square of their number. With a host that answers, each exchange is short. */
	cta->stuck = false;
out:
	/* The probe does not see what the block does from here on. */
	l->changes++;
	l->unseen++;
	l->probe_at = 2 * (l->before + l->spent) - l->resumed;
	return false;
}

/* A hash of the arrays to which the launch has stored, and the number of its stores. 0: they are too large. */
static uint64_t stores_hash(const struct launch *l, uint64_t *stores)
{
	uint64_t h = 1, bytes = 0;

	*stores = 0;
	for (size_t n = 0; n < l->image->ncodes; n++)
		for (size_t k = 0; k < l->image->codes[n]->ninsns; k++) {
			const struct insn *i = &l->image->codes[n]->insns[k];
			const struct site *s = insn_stores(i) ? &l->sites[i->site] : NULL;
			const struct simt_allocation *a;

			if (!s || !s->counts.global.requests)
				continue;
			*stores += s->counts.global.requests;
			a = simt_find(l->program->mem, s->addr);
			bytes += a ? a->bytes : 0;
			if (a && !a->freed && bytes <= MOST_HASHED)
				h = words_hash(mix(h, a->addr), a->host, a->bytes);
		}
	return bytes <= MOST_HASHED ? h : 0;
}

static void pause_ends(struct launch *l)
{
	l->paused.changes = l->changes - l->unseen;
	l->paused.hash = stores_hash(l, &l->paused.stores);
}

/* Is memory not as it was when the launch last went on? Stores outside probes are not compared one by one. */
static bool has_moved(struct launch *l)
{
	uint64_t stores, hash = stores_hash(l, &stores);

	if (l->changes - l->unseen != l->paused.changes || hash != l->paused.hash) {
		l->paused.quiet = 0;
		return true;
	}
	return stores != l->paused.stores && !hash && ++l->paused.quiet < MOST_QUIET;
}

bool ring_awaits_host(struct launch *l, struct cta *first)
{
	const struct simt_launch *args = l->args;
	struct finding race;
	bool polls = false;

	for (const struct cta *cta = first; args->await_host && cta; cta = cta->next)
		for (unsigned k = 0; k < cta->nwarps; k++)
			polls |= cta->warps[k].ngroups && cta->warps[k].poll.instr && cta->warps[k].poll.space == PTX_GLOBAL;
	if (polls && args->raced && checker_race_so_far(crew_checker(l->crew), &race))
		args->raced(args->describe_ctx, &race);
	if (!polls || !args->await_host(args->describe_ctx, has_moved(l)))
		return false;
	if (checker_resumed(crew_checker(l->crew)) < 0)
		l->failed = true;
	for (uint32_t k = 0; k < l->image->nsites; k++)
		l->sites[k].last = UINT64_MAX;
	pause_ends(l);
	l->changes++;
	l->unseen++;
	l->probe_at = l->before + l->spent;
	l->resumed = l->probe_at > RESUMED_PROBE ? l->probe_at - RESUMED_PROBE : 0;
	return true;
}

bool ring_is_stuck(struct launch *l, struct cta *first)
{
	uint64_t skip = l->skipped ? 15 * l->skipped : FIRST_SKIP;
	bool by_clock = false;

	for (const struct cta *cta = first; cta; cta = cta->next)
		by_clock |= cta->by_clock;
	if (!by_clock || l->skipped >= MOST_SKIPPED)
		return true;
	for (struct cta *cta = first; cta; cta = cta->next)
		cta->ticks += skip;
	l->skipped += skip;
	return false;
}

static struct warp_wait wait_of(const struct warp *w, const struct group *g)
{
	const struct code *code = g->frame->code;
	struct warp_wait x = { .place = w->place, .mask = g->mask, .at = code->insns[code->blocks[g->pc].last].src };
	const uint8_t *host;

	if (g->state == GROUP_AT_BARRIER && !(w->cta->by_barrier && w->poll.mask & g->mask))
		return x.how = WAIT_BARRIER, x;
	if (g->state == GROUP_AT_WARP_SYNC)
		return x.how = WAIT_WARP, x;
	x.how = WAIT_LOOP;
	if (!w->poll.instr || !(w->poll.mask & g->mask))
		return x;
	x.how = WAIT_POLL;
	x.at = w->poll.instr;
	x.space = w->poll.space;
	x.addr = w->poll.addr;
	x.bytes = w->poll.bytes;
	host = host_of(w, x.space, 0, x.addr);
	if (host)
		memcpy(&x.value, host, x.bytes < sizeof(x.value) ? x.bytes : sizeof(x.value));
	return x;
}

void report_stuck(struct launch *l, struct cta *first, uint64_t waiting)
{
	const struct hooks *h = l->hooks;
	bool polls = false;

	l->hung = true;
	for (const struct cta *cta = first; cta; cta = cta->next)
		for (unsigned k = 0; k < cta->nwarps; k++)
			for (unsigned n = 0; n < cta->warps[k].ngroups; n++) {
				struct warp_wait x = wait_of(&cta->warps[k], &cta->warps[k].groups[n]);

				polls |= x.how != WAIT_LOOP;
				if (h->waits && !l->faulted)
					h->waits(h->ctx, &x);
			}
	if (!l->result->cause)
		l->result->cause = polls ? SIMT_CAUSE_DEADLOCK : SIMT_CAUSE_TIMEOUT;
	/* No thread waits for threads that a fault has ended. */
	if (h->stuck && !l->faulted)
		h->stuck(h->ctx, waiting);
}
