/*
 * check_views.c - two `extern __shared__` arrays that a kernel uses as if they were separate.
 *
 * All of them begin at the start of dynamic shared memory. A kernel may use one after the other, with a barrier
 * between, but a store to one destroys data stored in the other and not yet read. No thread need race with another
 * for that: each may write its own elements of both. Kernels with two such arrays are rare, and only they pay for
 * this check. So may two pointers of a kernel lead to one global array, or to parts of it that overlap: a race says so.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "simt/check/check_bounds.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

/* The last store to a byte of dynamic shared memory. */
struct view {
	uint64_t interval;      /* the barrier_word at the time */
	uint16_t site;
	bool read;              /* since then */
};

bool check_has_views(const struct checker *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->launch.nshared_vars; i++)
		n += c->launch.shared_vars[i].var->is_extern;
	return n > 1 && c->launch.args.checks & SIMT_CHECK_RACE;
}

static void say(struct checker *c, struct cause *k, const struct checker_var *now, const struct checker_var *before,
		uint64_t addr, const struct warp_access *a)
{
	struct words who = words_thread(c, k->thread), where = words_block(k->block);

	k->views.is_overlap = true;
	cause_say(k, "%s and %s are the same bytes: %s of %s writes %s over %s, written%s and not yet read",
		  words_variable(before->var->name).s, words_variable(now->var->name).s,
		  who.s, where.s, words_shared_of(c, now, addr, a->elem).s, words_shared_of(c, before, addr, a->elem).s,
		  words_line(c, k->other).s);
	cause_advise(k, "all `extern __shared__` arrays begin at the same place: declare one, give it bytes for both, and let a "
			"pointer to its second part be the other");
}

static void byte_stored(struct checker *c, const struct warp_place *w, const struct warp_access *a, unsigned lane, uint64_t addr,
			struct view *v, struct view now)
{
	const struct checker_var *mine = c->sites[now.site].var, *its = c->sites[v->site].var;
	struct cause *k;

	if (v->interval == now.interval && !v->read && its && its->var->is_extern && its != mine) {
		k = cause_add(c, KIND_DATA_RACE_SHARED, w, 1u << lane, a->instr, c->sites[v->site].instr, mine);
		if (k && k->is_new_example)
			say(c, k, mine, its, addr, a);
	}
	*v = now;
}

void check_views(struct checker *c, const struct warp_place *w, const struct warp_access *a, uint16_t site)
{
	struct block_state *b = block_of(c, w->block_linear);
	const struct checker_var *var = c->sites[site].var;
	bool stores = a->kind == ACCESS_STORE && var && var->var->is_extern;

	if (!b || a->owner || (a->kind == ACCESS_STORE && !stores))
		return;
	if (!b->views)
		b->views = calloc(b->shared_bytes + 1, sizeof *b->views);
	c->failed |= !b->views;
	for (uint32_t rest = b->views ? a->mask : 0; rest; rest &= rest - 1) {
		unsigned lane = (unsigned)__builtin_ctz(rest);

		for (uint64_t at = a->addr[lane]; at < a->addr[lane] + a->bytes && at < b->shared_bytes; at++)
			if (stores)
				byte_stored(c, w, a, lane, at, &b->views[at],
					    (struct view){ b->order.barrier_word, site, false });
			else
				b->views[at].read = true;
	}
}

void parts_say(struct checker *c, struct cause *k, const struct region *r)
{
	struct origin a = k->other && r->alloc ? trace_address(c, k->other) : (struct origin){ 0 };
	struct origin b = a.param ? trace_address(c, k->at) : a;
	const bool two = a.param && b.param && a.param != b.param && a.addr == r->alloc->addr && b.addr == a.addr;
	char said[sizeof k->message];

	k->race.is_carved = two && a.start != b.start;
	k->race.alias = two && a.start == b.start && a.param < 256 && b.param < 256 ?
			(a.param < b.param ? a.param | b.param << 8 : b.param | a.param << 8) : 0;
	if (!k->race.is_carved)
		return;
	snprintf(said, sizeof said, "%s", k->message);
	cause_say(k, "parameters %u and %u of the kernel are parts of %s that overlap, one from %.60s and one from %.60s: %.360s",
		  a.param, b.param, allocation_label(r->alloc), words_element(r->alloc, a.start, r->a->elem).s,
		  words_element(r->alloc, b.start, r->a->elem).s, said);
}
