/*
 * check_init.h - memory that nothing has written (check_init.c), values that the kernel only moves (check_moved.c), and arrays
 * that the launch never writes (check_calm.c).
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_INIT_H
#define WARPBOOK_SIMT_CHECK_CHECK_INIT_H

#include "simt/check/check_state.h"

/* check_init.c: called for a legal access, before it is performed. */
void check_missing(struct checker *c, const struct region *r);
static inline void check_init(struct checker *c, const struct region *r)
{
	if (r->shadow->missing || c->moved)
		check_missing(c, r);
}
/* Hooks as in hooks.h. */
void check_unset_moved(void *ctx, const struct warp_place *w, uint64_t addr, uint32_t bytes, const struct warp_unset *from);
void check_unset(void *ctx, const struct warp_place *w, const struct warp_unset *x);

/*
 * check_moved.c. moved_load: are the unwritten bytes that the lane loads padding (`accepted`), or a piece of a struct that the
 * kernel only copies? Then the store of that value leaves its destination unwritten: moved_store performs such a store; false:
 * the store is another one. moved_begin: the lanes of a load start again.
 */
bool moved_load(struct checker *c, const struct region *r, unsigned lane, bool accepted);
/*
 * The launch may move what the lane loads, and nothing has written, and the
 * kernel does no more than that; then `held` is its cause.
 */
bool moved_held(struct checker *c, const struct region *r, unsigned lane, struct cause *held);
bool moved_store(struct checker *c, const struct region *r);
void moved_begin(struct checker *c, const struct warp_place *w, const struct warp_access *a);

/* check_calm.c: true if no instruction of the kernel can write the array, unless it runs out of its own array. */
bool calm_is(struct checker *c, const struct simt_allocation *a);
/* The same for the array that the row's instruction accessed last, once the launch has read enough. */
static inline bool site_is_calm(struct checker *c, struct check_site *site)
{
	if (c->reads < CALM_AFTER) {
		c->reads++;
		return false;
	}
	if (site->judged != site->alloc) {
		site->judged = site->alloc;
		site->is_calm = calm_is(c, site->alloc);
		__atomic_store_n(&site->alloc->was_read, true, __ATOMIC_RELAXED); /* its later loads leave no trace */
	}
	return site->is_calm;
}
/* This kind of load will never need a check: the executor may stop calling. */
static inline void access_quiet(const struct checker *c, const struct warp_access *a)
{
	if (a->quiet && !c->launch.touched && !c->launch.args.watch && !c->moved)
		*a->quiet = 1;
}

/* check_calm.c: which arrays the launch has written and not read. */
void results_note(struct checker *c);
/* Has the launch read any of the bytes? */
bool shadow_was_read(const struct shadow *s);

#endif
