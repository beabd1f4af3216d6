/*
 * check_sync.c - threads that do not meet: barriers in different places, warp
 * operations with wrong masks, and kernels that do not end.
 */
#include "config.h"

#include <inttypes.h>

#include "simt/check_state.h"

void check_bad_barrier(void *ctx, const struct warp_place *w, uint32_t mask,
		       const struct ptx_instr *at, const struct ptx_instr *other)
{
	struct checker *c = ctx;
	struct cause *k = cause_add(c, other ? CHECK_DIVERGENT_BARRIER : CHECK_EXITED_AT_BARRIER,
				    w, mask, at, other, NULL);

	if (!k)
		return;
	if (other) {
		cause_say(k, "%s of %s waits at __syncthreads()%s while others of its block wait at another one%s",
			  words_thread(c, k->thread).s, words_block(k->block).s,
			  words_line(c, at).s, words_line(c, other).s);
		cause_advise(k, "move __syncthreads() out of the `if` or loop, so that all threads reach the same one");
	} else {
		cause_say(k, "%s of %s waits at __syncthreads()%s, but other threads of its block have returned",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
		cause_advise(k, "let all threads reach it: guard the work with `if (i < n) { ... }` instead of `return`");
	}
}

/* Wanted lanes that include the executing ones are a member mask; else they are what shfl reads. */
void check_bad_mask(void *ctx, const struct warp_place *w, uint32_t mask, uint32_t wanted, const struct ptx_instr *at)
{
	struct checker *c = ctx;
	bool member = (wanted & mask) == mask;
	struct cause *k = cause_add(c, member ? CHECK_BAD_WARP_MASK : CHECK_INACTIVE_LANE_READ, w, mask, at, NULL, NULL);

	if (!k)
		return;
	if (member) {
		cause_say(k, "the mask of %s names %s, but of warp %" PRIu32 " of %s only %s are there",
			  words_op(at).s, words_lanes(wanted & ~mask ? wanted & ~mask : wanted).s, w->warp,
			  words_block(k->block).s, words_lanes(mask).s);
		cause_advise(k, "build the mask with __ballot_sync() before the `if`, or call %s outside of it",
			     words_op(at).s);
	} else {
		cause_say(k, "%s of %s reads from %s of its warp with %s, but no value is given there",
			  words_thread(c, k->thread).s, words_block(k->block).s,
			  words_lanes(wanted).s, words_op(at).s);
		cause_advise(k, "every lane that is read must execute the same %s", words_op(at).s);
	}
}

void check_hang(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at, bool deadlock)
{
	struct checker *c = ctx;
	struct cause *k = cause_add(c, deadlock ? CHECK_DEADLOCK : CHECK_HANG, w, mask, at, NULL, NULL);

	if (!k)
		return;
	if (deadlock) {
		cause_say(k, "%s of %s waits%s for threads that never come",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
		cause_advise(k, "do all threads reach the same __syncthreads()?");
		return;
	}
	if (c->launch.budget)
		cause_say(k, "after %" PRIu64 " instructions %s of %s still runs%s", c->launch.budget,
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
	else
		cause_say(k, "%s of %s does not end: it still runs%s", words_thread(c, k->thread).s,
			  words_block(k->block).s, words_line(c, at).s);
	cause_advise(k, "does the loop's condition ever become false, or does it wait for a block that has not started?");
}
