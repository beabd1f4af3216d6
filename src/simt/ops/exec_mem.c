/*
 * exec_mem.c - memory operations lane by lane: those that the fast path in exec_mem.h does not handle. This code
 * separates legal from illegal lanes, resolves generic addresses to their window, and records the access's span in
 * the site.
 *
 * An illegal access is not performed: a load returns 0, and the launch stops with a fault once the block has ended.
 */
#include "config.h"

#include <string.h>

#include "simt/exec/blocks.h"
#include "simt/exec/count.h"
#include "simt/exec/deferred.h"
#include "simt/exec/patience.h"
#include "simt/exec/reuse.h"
#include "simt/exec/rows.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"
#include "simt/narrow.h"
#include "simt/ops/async.h"

/* Arithmetic on a 32-bit address wraps at 32 bits, the offset included. */
static uint64_t lane_address(const struct warp *w, const struct insn *i, unsigned l)
{
	const union row *base = ref_at(w, i->a);

	return i->wide_base ? base->u64[l] + i->imm : (uint32_t)(base->u32[l] + i->imm);
}

static bool in_window(uint64_t addr, uint64_t base)
{
	return addr - base < SIMT_WINDOW;
}

/* In the local windows, or just below the first thread's? */
static bool in_local(uint64_t addr)
{
	return addr - SIMT_LOCAL_BASE < SIMT_LOCAL_WINDOW;
}

static bool resolve_global(struct warp *w, uint64_t addr, uint64_t bytes, bool write,
			   struct spot *spot, enum fault_kind *why)
{
	struct simt_allocation *a = simt_find(w->launch->program->mem, addr);

	if (!a) {
		*why = addr < 4096 ? FAULT_NULL : FAULT_OUT_OF_BOUNDS;
		return false;
	}
	if (bytes > a->bytes - (addr - a->addr)) {
		*why = a->is_const ? FAULT_CONST_BOUNDS : FAULT_OUT_OF_BOUNDS;
		return false;
	}
	if (a->freed || (write && (a->is_const || (a->flags & SIMT_READ_ONLY)))) {
		*why = a->freed ? FAULT_FREED : a->is_const ? FAULT_CONST_WRITE : FAULT_READ_ONLY;
		return false;
	}
	if (!(a->reach & w->launch->reach)) {
		*why = FAULT_OTHER_DEVICE;
		return false;
	}
	spot->host = a->host + (addr - a->addr);
	spot->space = a->is_const ? PTX_CONST : PTX_GLOBAL;
	return true;
}

/* Memory of the block or the thread: `room` bytes from base + first on, at addresses from 0. */
static bool resolve_own(uint8_t *base, uint64_t first, uint64_t room, uint64_t bytes, struct spot *spot)
{
	if (spot->addr > room || bytes > room - spot->addr)
		return false;
	spot->host = base + first + spot->addr;
	return true;
}

/* In a caller's variables, or in what alloca() gave the lane? */
static __attribute__((noinline)) bool resolve_local_far(const struct warp *w, unsigned lane, uint64_t bytes, bool foreign,
							struct spot *spot)
{
	uint64_t room = w->launch->local_bytes, addr = spot->addr;
	const struct frame *f = w->frame;

	if (!resolve_own(w->local, lane * room, room, bytes, spot))
		return false;
	if (foreign)
		return true;
	if (addr >= w->launch->stack_at)
		return addr <= w->stack[lane] && bytes <= w->stack[lane] - addr;
	while (addr < f->local_at)
		f = f->caller;
	addr -= f->local_at;
	return addr <= f->code->local_used && bytes <= f->code->local_used - addr;
}

/*
 * The thread's own memory that is in use at the moment: the variables of the functions that it is in, and what alloca() gave it.
 * The padding between two frames is no variable's, and neither is the frame of a function that has returned.
 */
static bool resolve_local(const struct warp *w, unsigned lane, uint64_t bytes, bool foreign, struct spot *spot)
{
	uint64_t at = spot->addr - w->frame->local_at, used = w->frame->code->local_used;

	if (at > used || bytes > used - at)
		return resolve_local_far(w, lane, bytes, foreign, spot);
	spot->host = w->local + lane * (uint64_t)w->launch->local_bytes + spot->addr;
	return true;
}

/* The variables of the function itself, for all lanes: most accesses to local memory. */
struct mine { uint8_t *base; uint64_t room, at, used; struct cta *cta; };

static inline bool resolve_mine(const struct mine *m, unsigned lane, uint64_t addr, uint64_t bytes, struct spot *spot)
{
	uint64_t at = addr - m->at;

	if (at > m->used || bytes > m->used - at)
		return false;
	*spot = (struct spot){ m->base + lane * m->room + addr, PTX_LOCAL, addr, m->cta };
	return true;
}

bool lane_resolve(struct warp *w, enum ptx_space space, unsigned lane, uint64_t addr, uint64_t bytes,
		  bool write, struct spot *spot, enum fault_kind *why)
{
	bool foreign = false;

	if (space == PTX_GENERIC && in_window(addr, SIMT_SHARED_BASE)) {
		space = PTX_SHARED;
		addr -= SIMT_SHARED_BASE;
	} else if (space == PTX_GENERIC && in_local(addr)) {
		space = PTX_LOCAL;
		addr = local_offset(w, lane, addr, &foreign);
	} else if (space == PTX_GENERIC && in_window(addr, SIMT_PARAM_BASE)) {
		space = PTX_PARAM;
		addr -= SIMT_PARAM_BASE;
	}
	spot->space = space;
	spot->addr = addr;
	spot->cta = w->cta;
	switch (space) {
	case PTX_SHARED:
		if (addr >= SIMT_SLICE && addr < SIMT_WINDOW && (w->cta->cluster || w->launch->image->maps_ranks))
			return cluster_resolve(w, bytes, spot, why);
		*why = FAULT_SHARED_BOUNDS;
		return resolve_own(w->cta->shared, 0, w->cta->shared_bytes, bytes, spot);
	case PTX_LOCAL:
		*why = FAULT_LOCAL_BOUNDS;
		return resolve_local(w, lane, bytes, foreign, spot);
	case PTX_PARAM:
		*why = write ? FAULT_CONST_WRITE : FAULT_OUT_OF_BOUNDS;
		return !write && resolve_own((uint8_t *)w->launch->args->params, 0, w->launch->image->params_len, bytes, spot);
	default:
		return resolve_global(w, addr, bytes, write, spot, why);
	}
}

/* The same instruction will next try the span of this lane's access. */
static void site_learn(struct warp *w, const struct insn *i, const struct spot *spot, uint64_t bytes)
{
	struct site *s = &w->sites[i->site];
	bool generic = i->src->space == PTX_GENERIC;
	struct simt_allocation *a;

	s->quiet = 0;
	if (spot->space == PTX_SHARED && spot->cta != w->cta) {
		s->last = UINT64_MAX;
	} else if (spot->space == PTX_SHARED) {
		s->space = spot->space;
		s->host = w->cta->shared;
		s->addr = generic ? SIMT_SHARED_BASE : 0;
		s->origin = s->addr;
		s->last = w->cta->shared_bytes - bytes;
	} else if (spot->space == PTX_GLOBAL || spot->space == PTX_CONST) {
		a = simt_find(w->launch->program->mem, spot->addr);
		s->space = spot->space;
		s->host = a->host;
		s->addr = a->addr;
		s->origin = 0;
		s->last = a->bytes - bytes;
	} else {
		s->last = UINT64_MAX;
	}
}

static void plan_faults(struct warp *w, struct warp_access *a, const enum fault_kind *why,
			const struct plan *p, uint32_t illegal)
{
	while (illegal) {
		unsigned first = (unsigned)__builtin_ctz(illegal);
		uint32_t same = 0;

		for each_lane(l, illegal)
			if (why[l] == why[first] && p->spot[l].space == p->spot[first].space)
				same |= 1u << l;
		a->space = p->spot[first].space == PTX_GENERIC ? PTX_GLOBAL : p->spot[first].space;
		a->mask = same;
		launch_fault(w, why[first], same, a);
		illegal &= ~same;
	}
}

static bool is_foreign(const struct warp *w, unsigned lane, uint64_t addr)
{
	bool foreign;

	local_offset(w, lane, addr, &foreign);
	return foreign;
}

static void foreign_watch(struct warp *w, struct warp_access *a, const struct insn *i, const struct plan *p)
{
	unsigned first = (unsigned)__builtin_ctz(p->foreign);
	uint64_t thread = (lane_address(w, i, first) - SIMT_LOCAL_BASE) / LOCAL_PART;
	bool same_block = thread >> 10 == (w->place.block_linear & 7);

	a->space = PTX_LOCAL;
	a->mask = p->foreign;
	if (w->hooks->foreign)
		w->hooks->foreign(w->hooks->ctx, &w->place, a, same_block ? thread & 1023 : UINT32_MAX);
}

/* Calls the hooks for accesses to shared memory, once per block that owns it. */
static void shared_watch(struct warp *w, struct warp_access *a, const struct plan *p)
{
	for (uint32_t rest = p->in[PTX_SHARED]; rest; rest &= ~a->mask) {
		struct cta *of = p->spot[__builtin_ctz(rest)].cta;

		a->mask = 0;
		for each_lane(l, rest)
			a->mask |= (uint32_t)(p->spot[l].cta == of) << l;
		a->shared = of->shared;
		a->owner = of == w->cta ? 0 : of->linear + 1;
		w->hooks->access(w->hooks->ctx, &w->place, a);
	}
	a->shared = w->cta->shared;
	a->owner = 0;
}

/* There is room for this access in the span of the site's last one, which site_learn has resolved. */
static bool resolve_again(const struct warp *w, const struct site *s, uint64_t addr, struct spot *spot)
{
	uint64_t offset = addr - s->addr;

	if ((offset | (s->last - offset)) >> 63)
		return false;
	spot->host = s->host + offset;
	spot->space = s->space;
	spot->addr = addr - s->origin;
	spot->cta = w->cta;
	return true;
}

/* `s`: the instruction's own site, or NULL. */
static void plan_lanes(struct warp *w, const struct insn *i, const struct site *s, enum access_kind kind, const uint64_t *value,
		       struct plan *p)
{
	uint32_t bytes = (uint32_t)i->elem * i->vec, illegal = 0;
	const bool by_mask = !(bytes & (bytes - 1)); /* the usual sizes: a division would take as long as all the rest */
	const struct mine mine = { w->local, w->launch->local_bytes, w->frame->local_at, w->frame->code->local_used, w->cta };
	const bool local = i->src->space == PTX_LOCAL;
	enum fault_kind why[LANES];
	struct warp_access a = access_of(w, i, kind);

	a.value = value;
	w->missing.lanes = 0;
	a.missing = s && kind == ACCESS_LOAD && w->twins ? &w->missing : NULL;
	memset(p->in, 0, sizeof(p->in));
	p->legal = p->foreign = 0;
	for each_lane(l, w->mask) {
		uint64_t addr = lane_address(w, i, l);
		bool good = (local ? resolve_mine(&mine, l, addr, bytes, &p->spot[l]) :
			     s && resolve_again(w, s, addr, &p->spot[l])) ||
			    lane_resolve(w, i->src->space, l, addr, bytes, kind != ACCESS_LOAD, &p->spot[l], &why[l]);

		w->addr[l] = p->spot[l].addr;
		if (good && (by_mask ? addr & (bytes - 1) : addr % bytes)) {
			why[l] = FAULT_MISALIGNED;
			good = false;
		}
		if (!good) {
			illegal |= 1u << l;
			if (p->spot[l].space == PTX_LOCAL) /* as an offset from the function's own variables */
				w->addr[l] -= w->frame->local_at;
			continue;
		}
		p->legal |= 1u << l;
		p->in[p->spot[l].space] |= 1u << l;
		if (p->spot[l].space == PTX_LOCAL && i->src->space == PTX_GENERIC)
			p->foreign |= (uint32_t)is_foreign(w, l, addr) << l;
	}
	if (p->foreign)
		foreign_watch(w, &a, i, p);
	if (illegal)
		plan_faults(w, &a, why, p, illegal);
	for (unsigned k = 0; k < PTX_SPACE_COUNT; k++) {
		if (!p->in[k])
			continue;
		a.space = (enum ptx_space)k;
		a.mask = p->in[k];
		if (w->watched && k == PTX_SHARED && w->cta->cluster)
			shared_watch(w, &a, p);
		else if (w->watched)
			w->hooks->access(w->hooks->ctx, &w->place, &a);
	}
}

/* Checks every active lane; calls the hooks for faults, then for legal accesses. */
void plan_make(struct warp *w, const struct insn *i, enum access_kind kind, const uint64_t *value, struct plan *p)
{
	plan_lanes(w, i, NULL, kind, value, p);
}

/* The same for an instruction with a site. */
static void plan_at_site(struct warp *w, const struct insn *i, enum access_kind kind, const uint64_t *value, struct plan *p)
{
	plan_lanes(w, i, &w->sites[i->site], kind, value, p);
}

void plan_count(struct warp *w, const struct insn *i, const struct plan *p)
{
	struct site_counts *c = &w->sites[i->site].counts;

	if (p->legal)
		site_learn(w, i, &p->spot[__builtin_ctz(p->legal)], (uint64_t)i->elem * i->vec);
	if (w->async && p->in[PTX_SHARED] && (i->src->op == PTX_LD || i->src->op == PTX_LDMATRIX || i->src->op == PTX_WMMA))
		async_note_load(w);
	if (i->op == X_ATOM && p->in[PTX_GLOBAL])
		count_atomic_span(&w->sites[i->site], w->addr, p->in[PTX_GLOBAL]);
	if (w->noted && i->src->op == PTX_LD && p->in[PTX_GLOBAL])
		reuse_note(w, &w->sites[i->site], w->addr, p->in[PTX_GLOBAL], (uint32_t)i->elem * i->vec);
	if (w->noted && i->src->op == PTX_ST && p->in[PTX_GLOBAL])
		reuse_note_store(w, &w->sites[i->site], w->addr, p->in[PTX_GLOBAL], (uint32_t)i->elem * i->vec);
	count_access(c, i, PTX_SHARED, w->addr, p->in[PTX_SHARED]);
	count_access(c, i, PTX_LOCAL, w->addr, p->in[PTX_LOCAL]);
	count_access(c, i, PTX_GLOBAL, w->addr, p->in[PTX_GLOBAL] | p->in[PTX_CONST]);
}

static void load_polls(struct warp *w, const struct insn *i, const struct plan *p)
{
	uint64_t answer[LANES];

	for each_lane(l, p->legal)
		answer[l] = element_read(i, p->spot[l].host);
	patience_ask(w, i, p->legal, answer);
}

void exec_LD(struct warp *w, const struct insn *i)
{
	struct plan p;
	uint64_t v;

	plan_at_site(w, i, ACCESS_LOAD, NULL, &p);
	plan_count(w, i, &p);
	if (i->ordered && p.in[PTX_GLOBAL] && !warp_in_turn(w))
		return;
	for each_lane(l, w->mask)
		for (unsigned k = 0; k < i->vec; k++) {
			if (i->list[k] == NO_REF)
				continue;
			v = p.legal >> l & 1 ? element_read(i, p.spot[l].host + k * i->elem) : 0;
			cell_write(w, i, i->list[k], l, v);
		}
	if (w->twins && p.in[PTX_LOCAL])
		twin_loaded(w, i, &p);
	if (w->missing.lanes)
		twin_missing(w, i);
	if (i->polls)
		load_polls(w, i, &p);
}

void exec_ST(struct warp *w, const struct insn *i)
{
	struct plan p;
	uint64_t value[VECTOR_MOST * LANES];

	vm_assert(i->vec <= VECTOR_MOST);
	for (unsigned k = 0; k < i->vec; k++)
		for each_lane(l, w->mask)
			value[k * LANES + l] = cell_read(w, i, i->list[k], l);
	plan_at_site(w, i, ACCESS_STORE, value, &p);
	plan_count(w, i, &p);
	if (i->ordered && p.in[PTX_GLOBAL] && !warp_in_turn(w))
		return;
	w->progressed |= i->ordered;
	for each_lane(l, p.legal)
		for (unsigned k = 0; k < i->vec; k++)
			element_write(i, p.spot[l].host + k * i->elem, value[k * LANES + l]);
	if (w->twins && (p.in[PTX_LOCAL] || w->frame->differs))
		twin_stored(w, i, &p);
}

#define DISCARDED 0xDB

/* A program that discards bytes gives up their value: like a store of an unknown one. Nothing is moved, so nothing is counted. */
void exec_DISCARD(struct warp *w, const struct insn *i)
{
	struct plan p;

	plan_at_site(w, i, ACCESS_STORE, NULL, &p);
	for each_lane(l, p.legal)
		memset(p.spot[l].host, DISCARDED, (size_t)i->elem * i->vec);
}

/* ---- atomics ---- */

/* atom.add.f32: subnormals count as zero in global memory, and only there. */
static uint64_t add_f32(uint64_t old, uint64_t b, bool flushes)
{
	uint32_t bits = (uint32_t)old, other = (uint32_t)b;
	float x, y;

	memcpy(&x, &bits, sizeof(x));
	memcpy(&y, &other, sizeof(y));
	x = canonical32(flushes ? flush32(flush32(x) + flush32(y)) : x + y);
	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static uint64_t add_f64(uint64_t old, uint64_t b)
{
	double x, y;

	memcpy(&x, &old, sizeof(x));
	memcpy(&y, &b, sizeof(y));
	x = canonical64(x + y);
	memcpy(&old, &x, sizeof(old));
	return old;
}

/* Adds each half separately, and keeps subnormals: this is .noftz. */
static uint64_t add_halves(enum ptx_type type, uint64_t old, uint64_t b)
{
	enum ptx_type t = narrow_element(type);
	uint32_t low = narrow_add(t, (uint32_t)old & 0xffff, (uint32_t)b & 0xffff);

	return t == type ? low : narrow_add(t, (uint32_t)old >> 16, (uint32_t)b >> 16) << 16 | low;
}

/* Is b below old, by the type? */
static bool atomic_less(enum ptx_type type, uint64_t b, uint64_t old)
{
	switch (type) {
	case PTX_S32: return (int32_t)b < (int32_t)old;
	case PTX_S64: return (int64_t)b < (int64_t)old;
	default: return b < old;
	}
}

static uint64_t atomic_add(enum ptx_type type, uint64_t old, uint64_t b, enum ptx_space space)
{
	switch (type) {
	case PTX_F32: return add_f32(old, b, space == PTX_GLOBAL);
	case PTX_F64: return add_f64(old, b);
	case PTX_F16: case PTX_F16X2: case PTX_BF16: case PTX_BF16X2:
		return add_halves(type, old, b);
	default: return old + b;
	}
}

uint64_t atomic_result(enum ptx_atom op, enum ptx_type type, uint64_t old, uint64_t b, uint64_t c, enum ptx_space space)
{
	switch (op) {
	case PTX_A_ADD: return atomic_add(type, old, b, space);
	case PTX_A_MIN: return atomic_less(type, b, old) ? b : old;
	case PTX_A_MAX: return atomic_less(type, old, b) ? b : old;
	case PTX_A_INC: return old >= b ? 0 : old + 1;
	case PTX_A_DEC: return old == 0 || old > b ? b : old - 1;
	case PTX_A_AND: return old & b;
	case PTX_A_OR: return old | b;
	case PTX_A_XOR: return old ^ b;
	case PTX_A_EXCH: return b;
	case PTX_A_CAS: return old == b ? c : old;
	case PTX_ATOM_NONE: break;
	}
	return old;
}

/* A source operand as memory would hold it: the bits above a 16-bit value in its register have no meaning. */
static uint64_t element_of(const struct warp *w, const struct insn *i, uint32_t ref, unsigned l)
{
	return cell_read(w, i, ref, l) & UINT64_MAX >> (64 - 8 * i->elem);
}

/* Copies of an element: of any size at once, they would be loops. */
static inline uint64_t word_at(const void *from, unsigned elem)
{
	uint64_t v = 0;

	switch (elem) {
	case 8: memcpy(&v, from, 8); break;
	case 4: memcpy(&v, from, 4); break;
	default: memcpy(&v, from, elem); break;
	}
	return v;
}

static inline void word_put(void *to, uint64_t v, unsigned elem)
{
	switch (elem) {
	case 8: memcpy(to, &v, 8); break;
	case 4: memcpy(to, &v, 4); break;
	default: memcpy(to, &v, elem); break;
	}
}

/* Atomic on the host, if other host threads may access the word; the bytes are aligned. */
#define ATOMIC_STEP(T, p, v) \
	switch (i->src->atom) { \
	case PTX_A_ADD: __atomic_fetch_add((T *)(p), (T)(v), __ATOMIC_RELAXED); return; \
	case PTX_A_AND: __atomic_fetch_and((T *)(p), (T)(v), __ATOMIC_RELAXED); return; \
	case PTX_A_OR: __atomic_fetch_or((T *)(p), (T)(v), __ATOMIC_RELAXED); return; \
	case PTX_A_XOR: __atomic_fetch_xor((T *)(p), (T)(v), __ATOMIC_RELAXED); return; \
	default: { \
		T old_ = __atomic_load_n((T *)(p), __ATOMIC_RELAXED); \
	\
		while (!__atomic_compare_exchange_n((T *)(p), &old_, \
						    (T)atomic_result(i->src->atom, i->src->type, old_, (v), 0, PTX_GLOBAL), \
						    true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
			; \
		return; \
	} }

/* A reduction that commutes with all others of the kernel: valid in any order of blocks. */
static void reduce_shared_out(const struct insn *i, void *at, uint64_t value)
{
	if (i->elem == 8) {
		ATOMIC_STEP(uint64_t, at, value)
	} else {
		ATOMIC_STEP(uint32_t, at, value)
	}
}

void reduction_run(const struct insn *i, void *at, uint64_t value)
{
	word_put(at, atomic_result(i->src->atom, i->src->type, word_at(at, i->elem), value, 0, PTX_GLOBAL), i->elem);
}

/* atom.exch.b128 and atom.cas.b128. */
static void atomic_double(struct warp *w, const struct insn *i)
{
	struct plan p;
	uint64_t value[LANES];

	for each_lane(l, w->mask)
		value[l] = ((const union row *)ref_at(w, i->b))->u64[l];
	plan_at_site(w, i, ACCESS_ATOMIC, value, &p);
	plan_count(w, i, &p);
	if (i->ordered && p.in[PTX_GLOBAL] && !warp_in_turn(w))
		return;
	w->launch->changes++;
	for each_lane(l, w->mask) {
		uint64_t old[2] = { 0, 0 }, next[2], with[2];

		for (unsigned k = 0; k < 2; k++)
			next[k] = ((const union row *)ref_at(w, i->b))[k].u64[l];
		if (p.legal >> l & 1) {
			memcpy(old, p.spot[l].host, 16);
			for (unsigned k = 0; i->c != NO_REF && k < 2; k++)
				with[k] = ((const union row *)ref_at(w, i->c))[k].u64[l];
			if (i->c == NO_REF)
				memcpy(p.spot[l].host, next, 16);
			else if (!memcmp(old, next, 16))
				memcpy(p.spot[l].host, with, 16);
		}
		for (unsigned k = 0; i->d != NO_REF && k < 2; k++)
			((union row *)ref_at(w, i->d))[k].u64[l] = old[k];
	}
}

/* Handles the lanes one after the other; d is NO_REF for red. */
void exec_ATOM(struct warp *w, const struct insn *i)
{
	bool shared_out = (w->launch->threaded || w->launch->divided) && !i->ordered;
	const bool later = deferred_begin(w->launch, i);
	struct plan p;
	uint64_t value[LANES], answer[LANES], old, changed = 0;
	uint32_t in_vain = 0;

	if (i->elem == 16) {
		atomic_double(w, i);
		return;
	}
	for each_lane(l, w->mask)
		value[l] = element_of(w, i, i->b, l);
	plan_at_site(w, i, ACCESS_ATOMIC, value, &p);
	plan_count(w, i, &p);
	if (i->ordered && p.in[PTX_GLOBAL] && !later && !warp_in_turn(w))
		return;
	for (unsigned n = 0; n < LANES; n++) {
		unsigned l = w->launch->lane_order[n];

		if (!(w->mask >> l & 1))
			continue;
		old = 0;
		if (!(p.legal >> l & 1)) {
			;
		} else if (later && p.spot[l].space == PTX_GLOBAL) {
			deferred_add(w->launch, i, p.spot[l].host, value[l]);
		} else if (shared_out && p.spot[l].space == PTX_GLOBAL) {
			reduce_shared_out(i, p.spot[l].host, value[l]);
		} else {
			uint64_t c = i->c == NO_REF ? 0 : element_of(w, i, i->c, l), next;

			old = word_at(p.spot[l].host, i->elem);
			next = atomic_result(i->src->atom, i->src->type, old, value[l], c, p.spot[l].space);
			word_put(p.spot[l].host, next, i->elem);
			changed |= (old ^ next) << (64 - 8 * i->elem);
			in_vain |= (uint32_t)!((old ^ next) << (64 - 8 * i->elem)) << l;
		}
		answer[l] = old;
		if (i->d != NO_REF)
			cell_write(w, i, i->d, l, old);
	}
	w->launch->changes += changed != 0 || later;
	if (w->twins && p.in[PTX_LOCAL])
		twin_settled(w, i, &p);
	if (i->polls)
		patience_ask(w, i, in_vain, answer);
}

/* ---- parameters and local addresses ---- */

/* The address that all executing lanes share; false if they differ. */
static bool address_shared(const struct warp *w, const struct insn *i, uint64_t *at)
{
	uint64_t first = lane_address(w, i, (unsigned)__builtin_ctz(w->mask));

	*at = first;
	if (ref_is_constant(i->a))
		return true;
	for each_lane(l, w->mask)
		if (lane_address(w, i, l) != first)
			return false;
	return true;
}

/* Kernel parameters are in one buffer for all threads. */
void exec_LD_PARAM(struct warp *w, const struct insn *i)
{
	const struct simt_launch *args = w->launch->args;
	uint64_t shared, size = (uint64_t)i->elem * i->vec;

	if (address_shared(w, i, &shared) && shared <= args->params_len && size <= args->params_len - shared) {
		for (unsigned k = 0; k < i->vec; k++)
			if (i->list[k] != NO_REF)
				row_set(w, i, i->list[k], element_read(i, (const uint8_t *)args->params + shared + k * i->elem));
		return;
	}
	for each_lane(l, w->mask) {
		uint64_t at = lane_address(w, i, l), bytes = (uint64_t)i->elem * i->vec;
		bool good = at <= args->params_len && bytes <= args->params_len - at;

		w->addr[l] = at;
		if (!good) {
			struct warp_access a = access_of(w, i, ACCESS_LOAD);

			a.space = PTX_PARAM;
			a.mask = 1u << l;
			launch_fault(w, FAULT_OUT_OF_BOUNDS, 1u << l, &a);
		}
		for (unsigned k = 0; k < i->vec; k++) {
			const uint8_t *params = args->params;

			if (i->list[k] != NO_REF)
				cell_write(w, i, i->list[k], l, good ? element_read(i, params + at + k * i->elem) : 0);
		}
	}
}

/* NULL, after a fault, for a computed address outside the frame's parameters. */
static uint8_t *argument_at(struct warp *w, const struct insn *i, unsigned l)
{
	uint64_t at = i->a == NO_REF ? i->imm : lane_address(w, i, l), bytes = (uint64_t)i->elem * i->vec;
	struct warp_access a = access_of(w, i, i->op == X_ST_ARG ? ACCESS_STORE : ACCESS_LOAD);
	uint32_t room = w->frame->code->param_stride;

	if (i->a == NO_REF || (at <= room && bytes <= room - at))
		return frame_params(w->frame, l) + at;
	a.space = PTX_PARAM;
	a.mask = 1u << l;
	w->addr[l] = at;
	launch_fault(w, FAULT_OUT_OF_BOUNDS, a.mask, &a);
	return NULL;
}

void exec_LD_ARG(struct warp *w, const struct insn *i)
{
	for each_lane(l, w->mask) {
		const uint8_t *from = argument_at(w, i, l);

		for (unsigned k = 0; k < i->vec; k++)
			if (i->list[k] != NO_REF)
				cell_write(w, i, i->list[k], l, from ? element_read(i, from + k * i->elem) : 0);
	}
}

void exec_ST_ARG(struct warp *w, const struct insn *i)
{
	for each_lane(l, w->mask) {
		uint8_t *to = argument_at(w, i, l);

		for (unsigned k = 0; to && k < i->vec; k++) {
			uint64_t v = cell_read(w, i, i->list[k], l);

			word_put(to + k * i->elem, v, i->elem);
		}
	}
}

void exec_LOCAL_ADDR(struct warp *w, const struct insn *i)
{
	for each_lane(l, w->mask)
		cell_write(w, i, i->d, l, w->frame->local_at + i->imm);
}

/* Allocates from a lane's stack; a size of 0 allocates nothing. */
void exec_ALLOCA(struct warp *w, const struct insn *i)
{
	uint32_t room = w->launch->local_bytes;
	const union row *size = ref_at(w, i->a);

	for each_lane(l, w->mask) {
		uint64_t at = (w->stack[l] + i->imm - 1) & ~(i->imm - 1);

		if (at > room || size->u64[l] > room - at) {
			struct warp_access a = access_of(w, i, ACCESS_STORE);

			w->addr[l] = at;
			launch_fault(w, FAULT_STACK_OVERFLOW, 1u << l, &a);
			at = w->launch->stack_at;
		} else {
			w->stack[l] = (uint32_t)(at + size->u64[l]);
			twin_fresh(w, l, at, size->u64[l]);
		}
		cell_write(w, i, i->d, l, at);
	}
}

void exec_STACK_GET(struct warp *w, const struct insn *i)
{
	for each_lane(l, w->mask)
		cell_write(w, i, i->d, l, w->stack[l]);
}

/* Restores the value of stacksave; ignores values outside the part of the stack in use. */
void exec_STACK_SET(struct warp *w, const struct insn *i)
{
	const union row *to = ref_at(w, i->a);

	for each_lane(l, w->mask)
		if (to->u64[l] >= w->launch->stack_at && to->u64[l] <= w->stack[l])
			w->stack[l] = (uint32_t)to->u64[l];
}

static void row_add(struct warp *w, const struct insn *i, uint64_t more)
{
	const union row *a = ref_at(w, i->a);
	union row *d = ref_at(w, i->d);

	if (w->full && i->wide) {
		for (unsigned l = 0; l < LANES; l++)
			d->u64[l] = a->u64[l] + more;
		return;
	}
	for each_lane(l, w->mask)
		cell_write(w, i, i->d, l, cell_read(w, i, i->a, l) + more);
}

/* The base of local memory differs from lane to lane. */
static bool local_move(struct warp *w, const struct insn *i, bool up)
{
	if (i->imm != SIMT_LOCAL_BASE)
		return false;
	for each_lane(l, w->mask)
		cell_write(w, i, i->d, l, cell_read(w, i, i->a, l) + (up ? local_base(w, l) : 0 - local_base(w, l)));
	return true;
}

void exec_CVTA(struct warp *w, const struct insn *i)
{
	if (!local_move(w, i, true))
		row_add(w, i, i->imm);
}

/* Generic to specific: an address outside the space's window stays outside it. */
void exec_CVTA_TO(struct warp *w, const struct insn *i)
{
	if (!local_move(w, i, false))
		row_add(w, i, -i->imm);
}

void exec_ISSPACEP(struct warp *w, const struct insn *i)
{
	uint32_t bits = 0;

	for each_lane(l, w->mask) {
		uint64_t addr = cell_read(w, i, i->a, l);
		struct simt_allocation *a = simt_find(w->launch->program->mem, addr);
		bool is = false;

		switch (i->src->space) {
		case PTX_SHARED: is = in_window(addr, SIMT_SHARED_BASE); break;
		case PTX_LOCAL: is = in_local(addr); break;
		case PTX_PARAM: is = in_window(addr, SIMT_PARAM_BASE); break;
		case PTX_CONST: is = a && a->is_const; break;
		case PTX_GLOBAL:
			is = a ? !a->is_const : addr >= SIMT_GLOBAL_BASE;
			break;
		default: break;
		}
		bits |= (uint32_t)is << l;
	}
	pred_write(w, i->d, bits);
}

void exec_FENCE(struct warp *w, const struct insn *i)
{
	enum ptx_scope scope = i->src->scope;

	w->cta->looks++;
	w->progressed = true;
	if (w->hooks->fence)
		w->hooks->fence(w->hooks->ctx, &w->place, w->mask, scope);
}

void exec_PROXY_FENCE(struct warp *w, const struct insn *i)
{
	(void)i;
	if (w->hooks->proxy_fence)
		w->hooks->proxy_fence(w->hooks->ctx, &w->place, w->mask);
}

void exec_GRID_WAIT(struct warp *w, const struct insn *i)
{
	(void)i;
	if (w->hooks->grid_wait)
		w->hooks->grid_wait(w->hooks->ctx, &w->place);
}

void exec_NOP(struct warp *w, const struct insn *i)
{
	(void)w;
	(void)i;
}

void exec_SLEEP(struct warp *w, const struct insn *i)
{
	(void)i;
	patience_sleep(w);
}
