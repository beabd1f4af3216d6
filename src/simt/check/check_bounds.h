/* check_bounds.h - accesses outside the array that they mean: check_bounds.c, check_views.c. */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_BOUNDS_H
#define WARPBOOK_SIMT_CHECK_CHECK_BOUNDS_H

#include "simt/check/check_state.h"

/* check_bounds.c: hooks as in hooks.h. */
void check_fault(void *ctx, const struct warp_place *w, enum fault_kind kind, uint32_t mask,
		 const struct warp_access *a);
void check_foreign(void *ctx, const struct warp_place *w, const struct warp_access *a, uint32_t thread);

/* check_bounds.c: legal accesses to an object other than the intended one. */
void check_strayed(struct checker *c, const struct region *r);
void check_strayed_shared(struct checker *c, const struct region *r);

/* Does the access certainly stay inside the variable? The lanes of uniform or consecutive halves lie between their ends. */
static inline bool is_inside_variable(const struct checker_var *v, const struct warp_access *a)
{
	const unsigned ends[] = { 0, WARP_LANES / 2 - 1, WARP_LANES / 2, WARP_LANES - 1 };
	uint64_t outside = 0, most = (uint64_t)v->size - a->bytes;

	if (a->shape[0] == SHAPE_UNKNOWN || a->shape[0] == SHAPE_SCATTERED || a->shape[1] == SHAPE_SCATTERED)
		return false;
	for (unsigned k = 0; k < 4; k++) {
		uint64_t offset = a->addr[ends[k]] - v->offset;

		outside |= offset | (most - offset);
	}
	return !((outside | most) >> 63);
}

/* check_views.c: does the kernel have several arrays in dynamic shared memory, which share the same bytes? */
bool check_has_views(const struct checker *c);
/* Checks an access to shared memory by such a kernel; `site`: the instruction's row. */
void check_views(struct checker *c, const struct warp_place *w, const struct warp_access *a, uint16_t site);

#endif
