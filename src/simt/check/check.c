/*
 * check.c - the checker of a launch: sets up the hooks, finds the memory of an access, and merges the findings of the
 * check_*.c files into causes.
 *
 * Almost all accesses are right, so their path is short: one test of 32 addresses against the allocation that the
 * instruction used last, and nothing more if that is an initialised array that no kernel may write, or that nothing
 * in this launch writes (check_calm.c).
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_async.h"
#include "simt/check/check_bounds.h"
#include "simt/check/check_init.h"
#include "simt/check/check_race.h"
#include "simt/check/check_sync.h"
#include "simt/check/check_trace.h"
#include "simt/check/race_quick.h"
#include "words/kinds.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- causes ---- */

bool same_place(const struct ptx_place *p, const struct ptx_instr *at, const struct ptx_place *q, const struct ptx_instr *other)
{
	if (at == other)
		return true;
	return at && other && p->line && p->line == q->line && p->file == q->file;
}

/* The two places of a race may match in either order. */
static bool cause_matches(const struct cause *k, const struct cause *q)
{
	if (k->kind != q->kind || k->object != q->object)
		return false;
	if (same_place(&k->place, k->at, &q->place, q->at) &&
	    same_place(&k->other_place, k->other, &q->other_place, q->other))
		return true;
	return same_place(&k->place, k->at, &q->other_place, q->other) &&
	       same_place(&k->other_place, k->other, &q->place, q->at);
}

/* Moves an entry to the front. */
static struct seen *seen_first(struct cause *k, struct seen **link)
{
	struct seen *s = *link;

	*link = s->next;
	s->next = k->seen;
	return k->seen = s;
}

/* The threads of the block that the cause counted; reuses the entry of a block that has ended. NULL: out of memory. */
static struct seen *seen_of(struct checker *c, struct cause *k, uint32_t block)
{
	struct seen **link = &k->seen, *over;

	while (*link && (*link)->block != block)
		link = &(*link)->next;
	if (*link)
		return seen_first(k, link);
	/* Entries of running blocks are fewer than those: this one has none. */
	link = &k->seen;
	while (k->nseen >= c->nblocks && *link && block_runs(c, (*link)->block))
		link = &(*link)->next;
	if (k->nseen >= c->nblocks && *link) {
		over = seen_first(k, link);
	} else {
		over = malloc(sizeof *over);
		if (!over)
			return NULL;
		over->next = k->seen;
		k->seen = over;
		k->nseen++;
	}
	over->block = block;
	memset(over->lanes, 0, sizeof(over->lanes));
	return over;
}

static void seen_free(struct seen *s)
{
	while (s) {
		struct seen *next = s->next;

		free(s);
		s = next;
	}
}

static void cause_count(struct checker *c, struct cause *k, const struct warp_place *w, uint32_t lanes)
{
	struct seen *seen = seen_of(c, k, w->block_linear);
	uint32_t *counted = seen ? &seen->lanes[w->warp % BLOCK_WARPS] : &lanes;

	vm_assert(!seen || seen->block == w->block_linear);
	k->threads += (unsigned)__builtin_popcount(lanes & ~*counted);
	*counted |= lanes;
}

static struct ptx_place place_of(const struct checker *c, const struct ptx_instr *i)
{
	return i ? ptx_instr_place(c->launch.module, i) : (struct ptx_place){ NULL, 0, 0 };
}

/* The cause, a new one if need be; NULL: there are too many. */
static struct cause *cause_find(struct checker *c, finding_kind kind, const struct ptx_instr *at, const struct ptx_instr *other,
				const void *object)
{
	const struct cause fresh = { .kind = kind, .at = at, .other = other, .object = object, .block_linear = UINT32_MAX,
				     .place = place_of(c, at), .other_place = place_of(c, other) };
	struct cause *k = c->causes;

	while (k < c->causes + c->ncauses && !cause_matches(k, &fresh))
		k++;
	if (k == c->causes + CAUSES)
		return NULL;
	vm_assert(c->ncauses < CAUSES || k < c->causes + c->ncauses);
	if (k == c->causes + c->ncauses) {
		*k = fresh;
		c->ncauses++;
	}
	return k;
}

static bool is_known(const struct cause_known *k, const struct cause_known *as)
{
	return k->cause && k->kind == as->kind && k->at == as->at && k->other == as->other && k->object == as->object;
}

/* The same, at once if these two instructions have met before. Two that share a slot have another one, too. */
static struct cause *cause_of_all(struct checker *c, finding_kind kind, const struct ptx_instr *at, const struct ptx_instr *other,
				  const void *object)
{
	uint64_t hash = ((uintptr_t)at ^ (uintptr_t)other * 31 ^ (uintptr_t)object * 1023) + (uint64_t)kind;
	struct cause_known fresh = { kind, at, other, object, NULL };
	const uint64_t slot = hash * 0x9e3779b97f4a7c15u >> (64 - CAUSES_KNOWN_BITS);

	if (is_known(&c->known[slot], &fresh))
		return c->known[slot].cause;
	if (is_known(&c->known[slot ^ 1], &fresh))
		return c->known[slot ^ 1].cause;
	fresh.cause = cause_find(c, kind, at, other, object);
	c->known[slot ^ 1] = c->known[slot];
	c->known[slot] = fresh;
	return fresh.cause;
}

struct cause *cause_add(struct checker *c, finding_kind kind, const struct warp_place *w, uint32_t lanes,
			const struct ptx_instr *at, const struct ptx_instr *other, const void *object)
{
	uint32_t thread = w->warp * WARP_LANES + (lanes ? (uint32_t)__builtin_ctz(lanes) : 0);
	/* the launch's own checker will report a part's */
	struct cause *k = c->part ? NULL : cause_of_all(c, kind, at, other, object);

	if (!k) {
		c->more++;
		return NULL;
	}
	cause_count(c, k, w, lanes);
	k->is_new_example = w->block_linear < k->block_linear ||
		(w->block_linear == k->block_linear && thread < k->thread);
	if (!k->is_new_example)
		return k;
	k->block_linear = w->block_linear;
	k->block = k->reported_block = w->block;
	k->thread = k->reported_thread = thread;
	k->step = c->launch.stepper ? c->launch.stepper->number : 0;
	k->at = at;
	k->other = other;
	k->place = place_of(c, at);
	k->other_place = place_of(c, other);
	return k;
}

void cause_say(struct cause *k, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(k->message, sizeof(k->message), fmt, ap);
	va_end(ap);
}

void cause_advise(struct cause *k, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(k->advice, sizeof(k->advice), fmt, ap);
	va_end(ap);
}

void cause_advise_alone(struct cause *k, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(k->advice_alone, sizeof(k->advice_alone), fmt, ap);
	va_end(ap);
}

/* ---- the hooks ---- */

/* The row's object, if its address is computed from a single one. */
static void site_trace(struct checker *c, struct check_site *site)
{
	const struct ptx_instr *i = site->instr;
	struct origin o;

	/* Its first address is a map's, or one of two in shared memory. */
	if (i->op == PTX_CP && (i->tensor || (i->space == PTX_SHARED && i->space2 == PTX_SHARED)))
		return;
	o = trace_address(c, i);
	site->scattered = site->instr->op == PTX_ST && trace_is_scattered(c, site->instr);
	if (o.kind == ORIGIN_ARRAY)
		site->meant = o.addr;
	for (size_t k = 0; o.kind == ORIGIN_VAR && k < c->launch.nshared_vars; k++)
		if (c->launch.shared_vars[k].var == o.var)
			site->var = &c->launch.shared_vars[k];
}

uint32_t site_make(struct checker *c, const struct ptx_instr *instr, uint32_t slot)
{
	vm_assert(instr && slot < SITE_SLOTS);
	while (c->site_slots[slot]) {
		if (c->sites[c->site_slots[slot]].instr == instr)
			return c->site_slots[slot];
		slot = (slot + 1) % SITE_SLOTS;
	}
	if (c->nsites == SHADOW_SITES)
		return 0;
	c->sites[c->nsites] = (struct check_site){ .instr = instr };
	c->sites[c->nsites].updates = instr->op == PTX_ATOM || instr->op == PTX_RED ||
				      (instr->op == PTX_MBARRIER && instr->mode != PTX_M_INIT && instr->mode != PTX_M_INVAL);
	c->site_slots[slot] = (uint16_t)c->nsites;
	site_trace(c, &c->sites[c->nsites]);
	vm_assert(c->nsites < SHADOW_SITES);
	return c->nsites++;
}

/* The lanes whose address lies in the allocation. */
static uint32_t lanes_inside(const struct simt_allocation *alloc, const uint64_t *addr, uint32_t mask)
{
	uint64_t outside = 0;
	uint32_t inside = 0;

	if (mask == UINT32_MAX) {
		for (unsigned l = 0; l < WARP_LANES; l++) {
			uint64_t offset = addr[l] - alloc->addr;

			outside |= offset | (alloc->bytes - 1 - offset);
		}
		if (!(outside >> 63))
			return mask;
	}
	for_lanes(lane, mask)
		inside |= (uint32_t)(addr[lane] - alloc->addr < alloc->bytes) << lane;
	return inside;
}

static void region_check(struct checker *c, const struct region *r)
{
	check_async(c, r);
	if (c->launch.args.checks & SIMT_CHECK_RACE)
		check_race(c, r);
	if (c->launch.args.checks & SIMT_CHECK_INIT)
		check_init(c, r);
}

/* Its receiver waits for it at an mbarrier, or it is found when the receiver ends. */
static bool is_asynchronous(const struct ptx_instr *i)
{
	return i->op == PTX_CP || ((i->op == PTX_ST || i->op == PTX_RED) && i->mode == PTX_M_ASYNC);
}

static void access_shared(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	struct block_state *b = block_of(c, w->block_linear), *m = a->owner ? block_find(c, a->owner - 1) : b;
	struct region r = { .w = w, .a = a, .block = b, .memory = m, .host = a->shared, .mask = a->mask };

	c->running = b;
	if (!b || !m || !m->init)
		return;
	r.shadow = m->init;
	r.site = site_find(c, a->instr);
	if (c->sites[r.site].var && c->sites[r.site].var->size < b->shared_bytes && !is_inside_variable(c->sites[r.site].var, a))
		check_strayed_shared(c, &r);
	if (m != b && c->launch.args.checks & SIMT_CHECK_RACE && !is_asynchronous(a->instr))
		check_peer(c, &r);
	region_check(c, &r);
}

/* Memory that the kernel allocated has no shadow before its first use. */
static struct shadow *shadow_seen(struct checker *c, struct simt_allocation *a)
{
	if (c->part)
		return part_shadow(c, a);
	if (a->shadow)
		return a->shadow;
	return shadow_of(a) && shadow_launch(a->shadow, c->granule_shift) == 0 ? a->shadow : NULL;
}

static bool is_plain_load(const struct warp_access *a)
{
	return a->kind == ACCESS_LOAD && !a->is_sync && !a->is_volatile;
}

static void access_global(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	struct region r = { .w = w, .a = a, .block = block_of(c, w->block_linear), .site = site_find(c, a->instr) };
	struct check_site *site = &c->sites[r.site];

	for (uint32_t rest = r.block ? a->mask : 0; rest; rest &= ~r.mask) {
		struct simt_allocation *alloc = site->alloc;

		if (alloc && a->shape[0] != SHAPE_UNKNOWN && alloc->addr == a->span)
			r.mask = rest;
		else
			r.mask = alloc ? lanes_inside(alloc, a->addr, rest) : 0;
		if (!r.mask) {
			alloc = simt_find(c->launch.mem, a->addr[__builtin_ctz(rest)]);
			r.mask = alloc ? lanes_inside(alloc, a->addr, rest) : 0;
			if (!r.mask)
				return;
			site->alloc = alloc;
		}
		r.shadow = site->own = shadow_seen(c, alloc);
		if (!r.shadow) {
			c->failed = true;
			return;
		}
		vm_assert(r.mask && !(r.mask & ~rest) && r.shadow->bytes == alloc->bytes);
		r.alloc = alloc;
		r.base = alloc->addr;
		if (site->meant && site->meant != alloc->addr)
			check_strayed(c, &r);
		if (!r.shadow->missing && (alloc->flags & SIMT_READ_ONLY || alloc->is_const ||
					   (is_plain_load(a) && site_is_calm(c, site)))) {
			if (r.mask == UINT32_MAX && is_plain_load(a) && alloc->addr == a->span &&
			    (!site->meant || site->meant == alloc->addr))
				access_quiet(c, a);
			continue;
		}
		r.host = alloc->host;
		r.shadow->stored |= a->kind == ACCESS_STORE;
		r.shadow->updated |= a->kind == ACCESS_ATOMIC;
		if (site->scattered && c->part)
			part_scattered(c, alloc);
		else if (site->scattered)
			alloc->scattered = true;
		region_check(c, &r);
	}
}

static void access_check(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	if (a->space == PTX_SHARED)
		access_shared(c, w, a);
	else if (a->space == PTX_GLOBAL)
		access_global(c, w, a);
}

/* Runs before anything else: the fast path does not see every access. */
static void views_look(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	if (c->has_views && a->space == PTX_SHARED && a->instr)
		check_views(c, w, a, (uint16_t)site_find(c, a->instr));
	if (c->reads_async && a->space == PTX_SHARED && a->instr)
		proxy_access(c, w, a);
}

static void on_access(void *ctx, const struct warp_place *w, const struct warp_access *a)
{
	views_look(ctx, w, a);
	if (((struct checker *)ctx)->moved && a->kind == ACCESS_LOAD)
		moved_begin(ctx, w, a);
	if (quick_read(ctx, w, a) == QUICK_NOT)
		access_check(ctx, w, a);
}

/* Records the footprint, with or without checks. */
static void on_access_touched(void *ctx, const struct warp_place *w, const struct warp_access *a)
{
	struct checker *c = ctx;
	enum quick_read quick;

	views_look(c, w, a);
	if (c->launch.prologue)
		prologue_access(c->launch.prologue, w->block_linear, a);
	quick = quick_read(c, w, a);
	if (quick == QUICK_READ_AGAIN)
		return;
	touched_mark(c->launch.touched, a);
	if (keeps_shadows(c) && quick == QUICK_NOT)
		access_check(c, w, a);
}

static void on_grid_wait(void *ctx, const struct warp_place *w)
{
	prologue_waited(((struct checker *)ctx)->launch.prologue, w->block_linear);
}

/* ---- from launch to findings ---- */

static int shadows_prepare(struct checker *c)
{
	struct simt_allocation *a;

	for (size_t i = 0; (a = simt_allocation_at(c->launch.mem, i)); i++) {
		struct shadow *s = shadow_of(a);

		if (!s || shadow_launch(s, c->granule_shift) < 0)
			return -1;
	}
	return 0;
}

int checker_resumed(struct checker *c)
{
	c->fast_loads.place = NULL;
	return keeps_shadows(c) ? shadows_prepare(c) : 0;
}

static void on_access_watched(void *ctx, const struct warp_place *w, const struct warp_access *a)
{
	const struct simt_watch *watch = ((struct checker *)ctx)->launch.args.watch;
	const struct simt_access seen = {
		.block = w->block, .warp = w->warp, .mask = a->mask,
		.kind = a->kind == ACCESS_LOAD ? SIMT_LOADS : a->kind == ACCESS_STORE ? SIMT_STORES : SIMT_ATOMIC,
		.space = a->space, .bytes = a->bytes, .elem = a->elem, .addr = a->addr, .instr = a->instr,
	};

	if (a->mask && a->instr && a->addr)
		watch->access(watch->ctx, &seen);
}

static void hooks_wire(struct checker *c)
{
	c->hooks.ctx = c;
	c->hooks.fault = check_fault;
	c->hooks.hang = check_hang;
	c->hooks.waits = check_waits;
	c->hooks.stuck = check_stuck;
	if (c->launch.args.checks & SIMT_CHECK_SYNC) {
		c->hooks.bad_barrier = check_bad_barrier;
		c->hooks.bad_mask = check_bad_mask;
		c->hooks.early = check_early;
	}
	if (c->launch.args.checks & SIMT_CHECK_INIT) {
		c->hooks.unset = check_unset;
		c->hooks.unset_moved = check_unset_moved;
		c->hooks.foreign = check_foreign;
	}
	if (c->launch.touched)
		c->hooks.access = on_access_touched;
	else if (keeps_shadows(c))
		c->hooks.access = on_access;
	else if (c->launch.args.watch && c->launch.args.watch->access)
		c->hooks.access = on_access_watched;
	if (c->launch.prologue)
		c->hooks.grid_wait = on_grid_wait;
	else if (c->hooks.access == on_access_touched && c->launch.args.checks & SIMT_CHECK_RACE)
		c->hooks.global_load = quick_global_load;
	if (keeps_shadows(c) && c->launch.args.checks & SIMT_CHECK_RACE && !c->has_views) {
		c->hooks.shared_load = quick_shared_load;
		c->hooks.fast_loads = &c->fast_loads;
	}
	blocks_wire(c);
}

/* Shadow words have bits for threads and times; the race check is off for a launch that exceeds them. */
static bool launch_fits(uint64_t threads, uint64_t blocks)
{
	return threads <= BLOCK_WARPS * WARP_LANES && blocks <= UINT32_MAX &&
	       threads * blocks <= SHADOW_THREADS;
}

static unsigned shift_of(uint32_t smallest)
{
	return smallest >= 4 ? 2 : smallest >= 2 ? 1 : 0;
}

/* The memory of the last checker, for the next launch: it is large, and most programs have one launch at a time. */
static struct checker *spare;

static struct checker *checker_get(void)
{
	struct checker *c = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL);

	if (!c && (c = malloc(sizeof *c)))
		memset(c->site_slots, 0, sizeof c->site_slots);
	return c;
}

static uint32_t site_slot(const struct ptx_instr *instr)
{
	return (uint32_t)((uintptr_t)instr / sizeof(void *) * 2654435761u) % SITE_SLOTS;
}

static void site_slots_clear(struct checker *c)
{
	for (uint32_t row = 1; row < c->nsites; row++) {
		uint32_t slot = site_slot(c->sites[row].instr);

		while (c->site_slots[slot] != row)
			slot = (slot + 1) % SITE_SLOTS;
		c->site_slots[slot] = 0;
	}
}

static void checker_put(struct checker *c)
{
	free(__atomic_exchange_n(&spare, c, __ATOMIC_ACQ_REL));
}

void checker_spare_free(void)
{
	checker_put(NULL);
	blocks_release(NULL);
}

static struct checker *checker_make(const struct checker_launch *launch, struct arena *arena, struct part *part,
				    struct error *err)
{
	uint64_t threads = (uint64_t)launch->args.block.x * launch->args.block.y * launch->args.block.z;
	uint64_t numbers = (threads + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
	uint64_t blocks = (uint64_t)launch->args.grid.x * launch->args.grid.y * launch->args.grid.z;
	struct checker *c = checker_get();

	if (!c) {
		error_nomem(err);
		return NULL;
	}
	memset(c, 0, offsetof(struct checker, site_slots));
	c->sites[0] = (struct check_site){ .instr = NULL };
	c->launch = *launch;
	if (!c->launch.cluster.x)
		c->launch.cluster = (struct dim3u){ 1, 1, 1 };
	c->arena = arena;
	c->part = part;
	c->nsites = 1;
	c->quick = race_quick_choose();
	c->granule_shift = shift_of(launch->min_access);
	c->shared_shift = launch->min_shared ? shift_of(launch->min_shared) : c->granule_shift;
	if (!launch_fits(numbers, blocks))
		c->launch.args.checks &= ~(unsigned)SIMT_CHECK_RACE;
	order_grid_init(&c->grid, (uint32_t)numbers, (uint32_t)blocks, launch->args.grid, c->launch.cluster);
	c->has_views = check_has_views(c);
	c->reads_async = launch->reads_async && c->launch.args.checks & SIMT_CHECK_RACE;
	hooks_wire(c);
	if (!part && keeps_shadows(c) && shadows_prepare(c) < 0) {
		checker_free(c);
		error_nomem(err);
		return NULL;
	}
	return c;
}

struct checker *checker_new(const struct checker_launch *launch, struct arena *arena, struct error *err)
{
	return checker_make(launch, arena, NULL, err);
}

struct checker *checker_new_part(const struct checker_launch *launch, struct part *part)
{
	struct checker *c = checker_make(launch, NULL, part, NULL);

	/* Whatever these would report comes again, from the launch's own checker. */
	if (c)
		c->hooks.fault = NULL, c->hooks.hang = NULL, c->hooks.waits = NULL, c->hooks.stuck = NULL;
	return c;
}

void checker_free(struct checker *c)
{
	if (!c)
		return;
	for (struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		seen_free(k->seen);
	blocks_release(c);
	trace_release(c);
	free(c->paths);
	order_grid_release(&c->grid);
	moments_free(c->moments, c->nmoments);
	free(c->waits);
	site_slots_clear(c);
	checker_put(c);
}

void checker_stopped(struct checker *c, uint64_t after)
{
	c->launch.args.budget = 0;
	c->stopped_after = after;
}

const struct hooks *checker_hooks(struct checker *c)
{
	return &c->hooks;
}

/*
 * Numba's kernel is a wrapper, into which the function of the same name is inlined; vectorize and guvectorize write one more
 * around theirs. To the learner all of them are one.
 */
static bool is_wrapper(struct checker *c, const char *inlined)
{
	static const char *const written[] = { "", "__gufunc_", "__vectorized_" };
	struct buf name = BUF_INIT;
	bool is_demangled = ptx_demangle_name(c->launch.kernel->name, &name) == 0, same = false;

	for (size_t i = 0; is_demangled && i < sizeof written / sizeof *written; i++) {
		const size_t n = strlen(written[i]);

		same = same || (!strncmp(buf_text(&name), written[i], n) && !strcmp(buf_text(&name) + n, inlined));
	}
	c->failed |= name.failed;
	buf_release(&name);
	return same;
}

static struct source_place source_of(struct checker *c, const struct ptx_place *p, const struct ptx_instr *at)
{
	struct source_place place = { p->file, p->line, p->column, NULL, 0 };
	struct ptx_frame chain[PTX_FRAMES];
	struct source_frame *frames;

	place.nframes = at && at->loc >= 0 ? (size_t)ptx_instr_frames(c->launch.module, at, chain) : 0;
	frames = place.nframes ? arena_array(c->arena, place.nframes, sizeof *frames) : NULL;
	for (size_t i = 0; frames && i < place.nframes; i++) {
		struct buf name = BUF_INIT;

		if (ptx_demangle_name(chain[i].function, &name) < 0)
			buf_puts(&name, chain[i].function);
		frames[i] = (struct source_frame){ arena_strdup(c->arena, buf_text(&name)), chain[i].line };
		c->failed |= name.failed;
		buf_release(&name);
	}
	place.nframes = frames ? place.nframes : 0;
	while (place.nframes && frames[place.nframes - 1].function && is_wrapper(c, frames[place.nframes - 1].function))
		place.nframes--;
	place.frames = place.nframes ? frames : NULL;
	return place;
}

static enum finding_level level_of(const struct cause *k)
{
	return k->is_error ? FINDING_ERROR : k->is_mild ? FINDING_WARNING : finding_rows[k->kind].level;
}

/* "24 threads do the same: is there a guard?" */
static char *advice_text(struct checker *c, const struct cause *k)
{
	const char *alone = k->advice_alone[0] ? k->advice_alone : k->advice;
	const char *mild = level_of(k) == FINDING_WARNING && k->is_mild ? "hardware counts whole warps and goes on, but CUDA "
									  "does not allow it: " : "";

	if (k->threads < 2)
		return alone[0] ? arena_printf(c->arena, "%s%s", mild, alone) : NULL;
	return arena_printf(c->arena, "%llu threads do the same%s%s%s", (unsigned long long)k->threads,
			    k->advice[0] ? ": " : "", mild, k->advice);
}

/* The array that the cause is about. */
static uint64_t memory_of(const struct checker *c, const struct cause *k)
{
	const struct simt_allocation *a;

	for (size_t i = 0; k->object && (a = simt_allocation_at(c->launch.mem, i)); i++)
		if (a == k->object)
			return a->addr;
	return 0;
}

static void finding_fill(struct checker *c, const struct cause *k, struct finding *f)
{
	struct dim3u n = c->launch.args.block;

	f->kind = k->kind;
	f->level = level_of(k);
	f->message = arena_strdup(c->arena, k->message);
	f->advice = advice_text(c, k);
	f->place = source_of(c, &k->place, k->at);
	f->other = source_of(c, &k->other_place, k->other);
	f->block = k->reported_block;
	f->thread = (struct dim3u){ k->reported_thread % n.x, k->reported_thread / n.x % n.y,
				    k->reported_thread / n.x / n.y };
	f->threads = k->threads;
	f->step = k->step;
	f->memory = memory_of(c, k);
}

static void more_mention(struct checker *c, struct finding *last)
{
	last->advice = arena_printf(c->arena, "%s%sand more: only the first %d causes are listed",
				    last->advice ? last->advice : "", last->advice ? "; " : "", CAUSES);
}

/*
 * Threads are out of step long before the vm can see that they will not meet at a barrier: races that it sees until then are
 * consequences. And a thread that writes to an input has mixed up the arguments, and so reads the output, which was never
 * written.
 */
static int cause_rank(const struct cause *k)
{
	return (int)level_of(k) + (k->kind == KIND_DIVERGENT_BARRIER || k->kind == KIND_READ_ONLY_WRITE);
}

/* An index outside its array may also hit elements of other threads: for one line, puts the out-of-bounds access first. */
static void bounds_before_races(struct checker *c)
{
	for (size_t j = 1; j < c->ncauses; j++) {
		struct cause k = c->causes[j];
		size_t i = 0;

		if (k.kind != KIND_OUT_OF_BOUNDS || k.folded)
			continue;
		while (i < j && !(race_is(&c->causes[i]) && c->causes[i].place.line == k.place.line))
			i++;
		memmove(&c->causes[i + 1], &c->causes[i], (j - i) * sizeof k);
		c->causes[i] = k;
	}
}

int checker_findings(struct checker *c, struct finding **findings, size_t *n, struct error *err)
{
	struct finding *f = arena_array(c->arena, c->ncauses, sizeof *f);
	size_t reported = 0;

	if (c->failed || c->grid.failed || (c->ncauses && !f))
		return error_nomem(err);
	results_note(c);
	causes_fold(c);
	bounds_before_races(c);
	for (int rank = FINDING_ERROR + 1; rank >= FINDING_NOTE; rank--)
		for (size_t i = 0; i < c->ncauses; i++)
			if (!c->causes[i].folded && !c->causes[i].moved.held && cause_rank(&c->causes[i]) == rank)
				finding_fill(c, &c->causes[i], &f[reported++]);
	if (c->more && reported)
		more_mention(c, &f[reported - 1]);
	if (c->arena->failed || c->failed)
		return error_nomem(err);
	*findings = f;
	*n = reported;
	return 0;
}

bool checker_race_so_far(struct checker *c, struct finding *f)
{
	for (size_t i = 0; i < c->ncauses && !c->failed && !c->grid.failed; i++)
		if (race_is(&c->causes[i]) && !c->causes[i].moved.held) {
			*f = (struct finding){ 0 };
			finding_fill(c, &c->causes[i], f);
			return !c->arena->failed;
		}
	return false;
}

int checker_moves(struct checker *c, struct simt_move **moves, size_t *n, struct error *err)
{
	size_t count = 0;

	*n = 0;
	for (size_t i = 0; i < c->ncauses; i++)
		count += c->causes[i].moved.held ? c->causes[i].moved.n : 0;
	if (!count)
		return 0;
	*moves = arena_array(c->arena, count, sizeof **moves);
	if (!*moves)
		return error_nomem(err);
	for (size_t i = 0; i < c->ncauses; i++)
		for (unsigned k = 0; c->causes[i].moved.held && k < c->causes[i].moved.n; k++) {
			finding_fill(c, &c->causes[i], &(*moves)[*n].finding);
			(*moves)[*n].is_told = c->causes[i].folded;
			(*moves)[(*n)++].to = c->causes[i].moved.to[k];
		}
	return c->failed || c->arena->failed ? error_nomem(err) : 0;
}
