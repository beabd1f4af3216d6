/*
 * check_fault.h - an illegal access while its message is composed: private to check_bounds.c, which finds the memory that the
 * access meant, and to check_fault.c, with the messages for host pointers and textures.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_FAULT_H
#define WARPBOOK_SIMT_CHECK_CHECK_FAULT_H

#include "simt/check/check_words.h"

#define NEAR_LIMIT (1ull << 28) /* at this distance and beyond nothing counts as near */
#define UNDERRUN 4096         /* an access farther before an array than this probably overran the array below */

/* A faulting access whose example lane is `lane`. */
struct fault {
	struct checker *c;
	struct cause *k;
	const struct warp_access *a;
	struct simt_allocation *array;
	uint64_t addr;
	struct words who, where; /* "thread (0,0,0)", "block (0,0,0)" */
};

/* check_bounds.c: bytes from the array to the address; 0: the address is inside. */
uint64_t distance_to(const struct simt_allocation *a, uint64_t addr);
/* Advises a guard, for the dimensions of the launch. */
const char *guard_advice(const struct fault *f);

/* check_fault.c. host_pointer_is: does the address belong to the host, rather than to an access that left a nearby array? */
bool host_pointer_is(const struct fault *f, enum fault_kind kind, struct simt_foreign *about);
void host_pointer_say(const struct fault *f, const struct simt_foreign *about);
void say_surface(const struct fault *f);
void say_texture(const struct fault *f);

#endif
