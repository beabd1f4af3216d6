/*
 * check_sync.c - threads that do not meet: barriers in different places, warp operations with wrong masks, and
 * kernels that do not end.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "simt/check/check_sync.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

/* Compilers duplicate a barrier: for a loop's iterations, or for both sides of a branch. */
static bool same_line(const struct checker *c, const struct ptx_instr *a, const struct ptx_instr *b)
{
	struct words line = words_line(c, a);

	return line.s[0] && !strcmp(line.s, words_line(c, b).s);
}

/*
 * Of two barriers where threads wait for each other, the one to move: it comes before the other one, or is inside an `if`; else
 * the later one.
 */
static const struct ptx_instr *guilty_of(struct checker *c, const struct parting *x)
{
	bool forth = c->parted.at == x->at && c->parted.other == x->other;
	bool back = c->parted.at == x->other && c->parted.other == x->at, at_first, other_first;

	if (forth || back)
		return c->parted.guilty;
	at_first = path_without_barrier(c, x->at, x->other, SAME_BLOCK);
	other_first = path_without_barrier(c, x->other, x->at, SAME_BLOCK);
	if (at_first == other_first) { /* of two in a loop, one that the loop can leave out comes in an `if` */
		at_first = path_without_barrier(c, x->other, x->other, SAME_BLOCK);
		other_first = path_without_barrier(c, x->at, x->at, SAME_BLOCK);
	}
	if (at_first == other_first) {
		at_first = path_bypasses(c, x->at);
		other_first = path_bypasses(c, x->other);
	}
	c->parted.at = x->at;
	c->parted.other = x->other;
	c->parted.guilty = at_first != other_first ? (at_first ? x->at : x->other) : x->at > x->other ? x->at : x->other;
	return c->parted.guilty;
}

/* The barrier by the name that the program calls it. */
static const char *barrier_name(const struct checker *c, const struct ptx_instr *at)
{
	const struct ptx_module *m = c->launch.module;

	if (!ptx_instr_is_within(m, at, "cooperative_groups", "sync"))
		return "__syncthreads()";
	return ptx_instr_is_within(m, at, "cooperative_groups", "grid") ? "the grid's sync()" : "the block's sync()";
}

static void say_parted(const struct checker *c, struct cause *k, const struct parting *x)
{
	const char *name = barrier_name(c, x->at);

	if (same_line(c, x->at, x->other)) {
		cause_say(k,
			  "%s of %s waits at %s%s while others of its block wait there in "
			  "another iteration, or came by another path",
			  words_thread(c, k->thread).s, words_block(k->block).s, name, words_line(c, x->at).s);
		cause_advise(k, "do all threads get here equally often, and did all pass the barriers before it?");
		return;
	}
	cause_say(k, "%s of %s waits at %s%s while others of its block wait at another one%s", words_thread(c, k->thread).s,
		  words_block(k->block).s, name, words_line(c, x->at).s, words_line(c, x->other).s);
	cause_advise(k, "move %s out of the `if` or loop, so that all threads reach the same one", name);
}

void check_bad_barrier(void *ctx, const struct warp_place *w, uint32_t mask, const struct parting *x)
{
	struct checker *c = ctx;
	size_t before = c->ncauses;
	struct cause *k;
	const char *name;
	bool is_mild;
	int line;

	if (x->other && guilty_of(c, x) != x->at)
		return;
	k = cause_add(c, x->other ? KIND_DIVERGENT_BARRIER : KIND_EXITED_AT_BARRIER, w, mask, x->at, x->other, NULL);
	if (!k)
		return;
	is_mild = x->other && !x->within_warp && (k->is_mild || c->ncauses > before);
	if (!k->is_new_example && is_mild == k->is_mild)
		return;
	k->is_mild = is_mild;
	if (x->other) {
		say_parted(c, k, x);
		return;
	}
	name = barrier_name(c, x->at);
	cause_say(k, "%s of %s waits at %s%s, but other threads of its block have returned", words_thread(c, k->thread).s,
		  words_block(k->block).s, name, words_line(c, x->at).s);
	line = path_deciding_line(c, x->at);
	if (line)
		cause_advise(k, "line %d sends some threads past it: guard the work alone, so that all threads reach %s",
			     line, name);
	else
		cause_advise(k, "guard the work alone, so that all threads reach %s", name);
}

void check_early(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		 const struct ptx_instr *product)
{
	struct checker *c = ctx;
	struct cause *k = at == product ? cause_add(c, KIND_PRODUCT_UNFENCED, w, mask, at, NULL, NULL)
					: cause_add(c, KIND_PRODUCT_PENDING, w, mask, at, product, NULL);

	if (!k || !k->is_new_example)
		return;
	if (at == product) {
		cause_say(k, "%s of %s begins a wgmma.mma_async with no wgmma.fence before it", words_thread(c, k->thread).s,
			  words_block(k->block).s);
		cause_advise(k, "wgmma.fence.sync.aligned comes before the first wgmma.mma_async, and again after the kernel has "
				"used the registers of the sum or of A: without it, hardware may read them before they are "
				"written");
		return;
	}
	cause_say(k, "%s of %s uses a result of wgmma.mma_async%s before it has waited for it", words_thread(c, k->thread).s,
		  words_block(k->block).s, words_line(c, product).s);
	cause_advise(k, "call wgmma.commit_group and wgmma.wait_group 0 in between; give the asm statement of the wait the "
			"registers as \"+f\" operands, so that the compiler uses none before it");
}

static void say_bad_mask(struct checker *c, struct cause *k, enum mask_fault kind,
			 uint32_t mask, uint32_t wanted, const struct ptx_instr *at)
{
	switch (kind) {
	case MASK_WITHOUT_CALLER:
		cause_say(k, "%s of %s calls %s with a mask of %s, which does not name its own %s",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_op(at).s,
			  words_lanes(wanted).s, words_lanes(mask & -mask).s);
		cause_advise(k, "the mask must name all lanes that make the call");
		return;
	case MASK_NAMES_ABSENT:
		cause_say(k, "%s of %s waits in %s for %s of its warp, named in the mask but absent",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_op(at).s,
			  words_lanes(wanted).s);
		cause_advise(k, "call it outside of the `if`, or build the mask with __ballot_sync() "
				"before it");
		return;
	case MASK_READS_ABSENT:
		cause_say(k, mask & (mask - 1) ? "%s of %s and others of its warp read from %s with %s, but no value is "
						 "provided there"
					       : "%s of %s reads from %s of its warp with %s, but no value is provided there",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_lanes(wanted).s, words_op(at).s);
		cause_advise(k, "every lane that another one reads must make the same call");
		return;
	case MASK_FAR:
		cause_say(k, "%s of %s calls %s by %u lanes in groups of %u: each lane gets its own value",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_op(at).s, wanted >> 16, wanted & 0xffff);
		cause_advise(k, "begin with half of the group's width");
		return;
	case MASK_BAD_WIDTH:
		cause_say(k, "%s of %s calls %s with a width of %d: it must be 1, 2, 4, 8, 16 or 32, or the result is undefined",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_op(at).s, (int)wanted);
		cause_advise(k, "take the next power of two, and let the lanes beyond the group contribute a neutral value");
		return;
	}
}

void check_bad_mask(void *ctx, const struct warp_place *w, enum mask_fault kind, uint32_t mask,
		    uint32_t wanted, const struct ptx_instr *at)
{
	const struct checker *c = ctx;
	finding_kind check = kind == MASK_READS_ABSENT ? KIND_INACTIVE_LANE_READ :
				  kind == MASK_FAR ? KIND_SHUFFLE_FAR : kind == MASK_BAD_WIDTH ? KIND_BAD_SHUFFLE_WIDTH :
				  KIND_BAD_WARP_MASK;
	struct cause *k;

	/* The instruction itself accepts any mask of segments: inline assembly may use it on purpose. */
	if ((kind == MASK_BAD_WIDTH || kind == MASK_FAR) && !at->is_compiled &&
	    !ptx_instr_is_within(c->launch.module, at, "shfl", "sync"))
		return;
	k = cause_add(ctx, check, w, mask, at, NULL, NULL);

	if (k && k->is_new_example)
		say_bad_mask(ctx, k, kind, mask, wanted, at);
}

void check_hang(void *ctx, const struct warp_place *w, uint32_t mask, const struct ptx_instr *at,
		bool deadlock)
{
	struct checker *c = ctx;
	struct cause *k = cause_add(c, deadlock ? KIND_DEADLOCK : KIND_HANG, w, mask, at, NULL, NULL);

	if (!k || !k->is_new_example)
		return;
	if (deadlock) {
		cause_say(k, "%s of %s waits%s for threads that never arrive",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
		cause_advise(k, "do all threads reach the same __syncthreads()?");
		return;
	}
	if (at && at->op == PTX_MBARRIER) {
		cause_say(k, "%s of %s waits%s at an mbarrier (cuda::barrier, pipeline) for a phase that never completes",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
		cause_advise(k, "do as many threads arrive in every phase as init() was given?");
		return;
	}
	if (!at) {
		cause_say(k, "after %" PRIu64 " instructions %s has ended, but the grid has not", c->launch.args.budget,
			  words_block(k->block).s);
		cause_advise(k, "does the grid need so many blocks? Then it needs a larger budget");
		return;
	}
	if (c->launch.args.budget)
		cause_say(k, "after %" PRIu64 " instructions %s of %s still runs%s", c->launch.args.budget,
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s);
	else
		cause_say(k, "%s of %s still runs%s when the launch is stopped after %" PRIu64 " instructions",
			  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, at).s, c->stopped_after);
	cause_advise(k, "does the loop's condition ever become false? Does each thread do the work of all? Or does it "
			"wait for a block that has not started?");
}
