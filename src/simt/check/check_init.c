/*
 * check_init.c - reads of memory that was never written.
 *
 * The host's writes, the allocation's flag, and any store of the kernel initialise a byte. Every read of global memory counts,
 * even if its value is not used: also the padding of a vector load; a value loaded from shared memory is tracked to where it
 * matters (check_unset.c). Only when a kernel copies a struct, a partly written element may be padding: the check accepts a load
 * whose value is only stored again, and one of a piece of a struct that is copied whole (check_moved.c). An exchange returns the
 * old value but programs seldom use it, so it counts as a write.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "simt/check/check_state.h"
#include "words/kinds.h"

static bool access_reads(const struct warp_access *a)
{
	return a->kind == ACCESS_LOAD || (a->kind == ACCESS_ATOMIC && a->instr->atom != PTX_A_EXCH);
}

/*
 * Was only the beginning written, up to where a count of elements would end if it was passed as a count of bytes? Returns
 * the bytes that it covers; 0: no.
 */
static uint64_t begun_short(const struct region *r)
{
	uint64_t whole = r->alloc ? r->alloc->bytes : 0, begun = whole ? shadow_first_missing(r->shadow, 0, whole) : 0;
	unsigned elem = r->a->elem;

	if (!begun || elem < 2 || whole - begun != r->shadow->missing)
		return 0;
	return begun == whole / elem ? begun : 0;
}

/* The host's side may know which call wrote a part of it, or has not written it yet. */
static bool is_partial(struct checker *c, const struct region *r, char *text, size_t size)
{
	return r->alloc && c->launch.args.partial &&
	       c->launch.args.partial(c->launch.args.describe_ctx, r->alloc->addr, text, size);
}

/* "a[3]", or for a member of a struct "byte 8 of a[3]" */
static struct words words_read(const struct checker *c, const struct region *r, uint64_t offset)
{
	struct words element = words_region(c, r, offset), t;
	const bool is_part = r->alloc && r->alloc->elem > r->a->bytes;
	const uint64_t inside = is_part ? (r->base + offset - r->alloc->addr) % r->alloc->elem : 0;

	if (!inside)
		return element;
	snprintf(t.s, sizeof(t.s), "byte %" PRIu64 " of %.100s", inside, element.s);
	return t;
}

/* The cause; NULL: none of its own. */
static struct cause *report(struct checker *c, const struct region *r, unsigned lane, uint64_t offset)
{
	const struct ptx_instr *at = r->a->instr;
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, offset);
	struct cause *k = cause_add(c, KIND_UNINITIALISED_READ, r->w, 1u << lane, at, NULL, object);
	char partial[256];
	uint64_t begun;

	if (!k || !k->is_new_example)
		return k;
	cause_say(k, "%s of %s reads %s, which %s", words_thread(c, k->thread).s, words_block(k->block).s,
		  words_read(c, r, offset).s,
		  r->alloc && r->shadow->moved ? "nothing has written, except with a copy of unwritten memory" :
		  r->alloc ? "nothing has written" : "no thread of the block has written");
	begun = begun_short(r);
	k->unset.is_explained = is_partial(c, r, partial, sizeof(partial));
	if (k->unset.is_explained)
		cause_advise(k, "%s", partial);
	else if (begun)
		cause_advise(k, "only its first %" PRIu64 " bytes were written: does a copy or memset count elements where it "
			     "should count bytes (n * sizeof(element))?", begun);
	else if (r->alloc && trace_is_update(c, at))
		cause_advise(k, "new memory is not zero: is a copy or a memset missing, should a `+=` be a `=`, or is the index "
			     "wrong?");
	else if (r->alloc && r->shadow->missing == r->alloc->bytes && !r->shadow->moved)
		cause_advise(k, "nothing has written any of it: is a copy, a memset or a launch missing, or does the kernel "
			     "get its arguments in another order?");
	else if (r->alloc)
		cause_advise(k, "new memory is not zero: was all of it filled before, its borders too, or is the index wrong?");
	else
		cause_advise(k, "is every element written before it is read, in the last, partly filled "
				"block too?");
	return k;
}

/* What the kernel only moves is no use: the cause waits for one. */
static void report_held(struct checker *c, const struct region *r, unsigned lane, uint64_t offset)
{
	size_t before = c->ncauses;
	struct cause *k = report(c, r, lane, offset);

	if (k && (c->ncauses > before || k->moved.held))
		k->moved.held = moved_held(c, r, lane, k);
}

static bool is_copy(struct checker *c, const struct region *r)
{
	struct check_site *site = &c->sites[r->site];

	if (site->copy == COPY_UNKNOWN)
		site->copy = site->instr && trace_is_copy(c, site->instr) ? COPY_YES : COPY_NO;
	return site->copy == COPY_YES;
}

/*
 * Structs are copied in pieces as wide as they are aligned, and some byte of each piece is not padding; or, by
 * compilers that do not know the alignment, in smaller pieces: then the check looks at the pieces around.
 */
static bool is_begun(const struct region *r, uint64_t offset)
{
	uint64_t from = offset, to = offset + r->a->bytes;

	if (r->a->bytes < 4) {
		from = offset / 8 * 8;
		to = from + 8;
	}
	for (uint64_t at = from; at < to; at++)
		if (shadow_first_missing(r->shadow, at, 1) != at)
			return true;
	return false;
}

static void init_read(struct checker *c, const struct region *r)
{
	for_lanes(lane, r->mask) {
		uint64_t offset = region_offset(r, lane), end = offset + r->a->bytes;
		uint64_t missing = shadow_first_missing(r->shadow, offset, r->a->bytes);

		if (missing == end || moved_load(c, r, lane, is_begun(r, offset) && is_copy(c, r)))
			continue;
		if (r->a->missing && !r->alloc && r->memory == r->block)
			missing_note(c, r, lane, missing);
		else if (moved_held(c, r, lane, NULL))
			report_held(c, r, lane, missing);
		else
			report(c, r, lane, missing);
	}
}

/* True if all lanes are consecutive without a gap. */
static bool region_is_dense(const struct region *r)
{
	uint64_t gaps = 0;

	if (r->mask != UINT32_MAX)
		return false;
	for (unsigned l = 1; l < WARP_LANES; l++)
		gaps |= (r->a->addr[l] - r->a->addr[l - 1]) ^ r->a->bytes;
	return !gaps;
}

static void init_write(struct checker *c, const struct region *r)
{
	int rc = 0;

	if (moved_store(c, r))
		return;
	if (region_is_dense(r))
		rc = shadow_set_init(r->shadow, region_offset(r, 0), WARP_LANES * (uint64_t)r->a->bytes);
	else
		for_lanes(lane, r->mask)
			rc |= shadow_set_init(r->shadow, region_offset(r, lane), r->a->bytes);
	c->failed |= rc < 0;
}

void check_missing(struct checker *c, const struct region *r)
{
	if (access_reads(r->a))
		init_read(c, r);
	if (r->a->kind != ACCESS_LOAD)
		init_write(c, r);
}
