/*
 * check_race.h - of two accesses that nothing orders: what the kernel's code says about them, and what to do. check_race.c and
 * race_quick.h find them.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_RACE_H
#define WARPBOOK_SIMT_CHECK_CHECK_RACE_H

#include "simt/check/check_state.h"

/* ---- check_race.c ---- */

/* Called for a legal access, before it is performed. */
void check_race(struct checker *c, const struct region *r);

/* ---- race_advice.c ---- */

bool race_is(const struct cause *k); /* of any memory */
static inline bool race_is_atomic(const struct ptx_instr *i)
{
	return i && (i->op == PTX_ATOM || i->op == PTX_RED);
}
/* An operation that is atomic only for the threads of its own block, such as atomicAdd_block(). */
static inline bool race_is_of_block(const struct ptx_instr *i)
{
	return race_is_atomic(i) && i->scope == PTX_CTA;
}
static inline bool race_is_cas(const struct ptx_instr *i)
{
	return i && i->op == PTX_ATOM && i->atom == PTX_A_CAS;
}
/* Is the object of a cause a __shared__ variable, or one whose size the launch gives? */
bool check_is_shared(const struct checker *c, const void *object);
bool check_is_dynamic_shared(const struct checker *c, const void *object);
/* Writes the advice; `again`: if what it looks at has changed since, or the example. */
void race_advise(const struct checker *c, struct cause *k);
void race_advise_again(const struct checker *c, struct cause *k);
/* Is the advice just a barrier between its two lines? */
bool race_wants_barrier(const struct checker *c, const struct cause *k);

/* ---- check_flow.c, check_path.c, check_views.c ---- */

/*
 * Of a load and a store, NULL if unknown: does each thread that runs the one also run the other, at the same place, with a value
 * computed from what it loads, as in `old = s; s = old + 1`? And not the load again before a barrier: in a loop that may be
 * missing.
 */
bool trace_updates(const struct checker *c, const struct ptx_instr *a, const struct ptx_instr *b, enum distance d);
/*
 * Of a load and a store, or of one store by two threads: the load of what decides whether the store puts something else at that
 * address, as in `if (a[i] == 0) a[i] = 1`; NULL: there is none.
 */
const struct ptx_instr *trace_test(const struct checker *c, const struct ptx_instr *at, const struct ptx_instr *other);
/*
 * Does a loop without a barrier lead from each of the two plain accesses of a race, on two lines, to the other? The first one
 * reads, or both write.
 */
bool path_goes_round(const struct checker *c, const struct cause *k);
/* Do they use two of the kernel's pointers into one array? Then it notes that, and rewrites the sentence. */
void parts_say(struct checker *c, struct cause *k, const struct region *r);

/* check_path.c: from now on a word of the one row also represents an access of the other. */
void race_rows_note(struct checker *c, uint16_t row, uint16_t other);
static inline void site_merge(struct checker *c, uint64_t me, uint64_t word)
{
	uint64_t rows = (uint64_t)shadow_site(me) << 32 | shadow_site(word), *recent = &c->merged[shadow_site(me) % MERGED];

	if (rows == *recent)
		return;
	*recent = rows;
	race_rows_note(c, (uint16_t)shadow_site(me), (uint16_t)shadow_site(word));
}

#endif
