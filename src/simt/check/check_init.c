/*
 * check_init.c - reads of memory that was never written, and uses of variables, elements of local arrays and shared memory that
 * were not.
 *
 * The host's writes, the allocation's flag, and any store of the kernel initialise a byte. Every read of global memory counts,
 * even if its value is not used; but of a vector, the elements that no instruction reads may be padding, as a float4's fourth.
 * And when a kernel copies a struct, a partly written element may be padding: the check accepts a load whose value is only
 * stored again, and one of a piece of a struct that is copied whole (check_moved.c). An exchange returns the old value but
 * programs seldom use it, so it counts as a write.
 *
 * The executor tracks values of the other kinds (exec/twin.c) to where they matter, and calls a hook there. All uses of one value
 * are one cause: the first is reported.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/check/check_init.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

/* ---- reads of memory ---- */

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
	if (r->alloc)
		k->bounds.element = check_element_of(r->alloc, r->base + offset, r->a->elem);
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

/* The source of unwritten bytes stored to 4 bytes of shared memory. */
struct moved_from { const struct ptx_instr *root, *first; uint64_t addr; };

/*
 * The lane loads bytes of the block's shared memory, at `offset`, that no thread has written, or that depend on such bytes.
 */
static void missing_note(const struct region *r, unsigned lane, uint64_t offset)
{
	struct warp_missing *x = r->a->missing;
	uint64_t begin = region_offset(r, lane);
	const struct moved_from *from = r->block->moved ? &r->block->moved[offset / 4] : NULL;

	if (!x->lanes) {
		x->root = from && from->root ? from->root : r->a->instr;
		x->first = from && from->root ? from->first : NULL;
		x->addr = from && from->root ? from->addr : offset;
	}
	x->lanes |= 1u << lane;
	x->bytes[lane] = 0;
	for (unsigned k = 0; k < r->a->bytes && k < 32; k++)
		x->bytes[lane] |= (uint32_t)(shadow_first_missing(r->shadow, begin + k, 1) == begin + k) << k;
}

/* The first unwritten byte from `missing` to `end` whose element some instruction reads; end: none. */
static uint64_t missing_read(struct checker *c, const struct region *r, uint64_t offset, uint64_t missing, uint64_t end)
{
	struct check_site *site = &c->sites[r->site];
	const unsigned elem = r->a->elem;

	if (!r->alloc || missing == end || elem >= r->a->bytes || site->instr != r->a->instr)
		return missing;
	if (!site->knows_unread)
		site->unread = (uint8_t)trace_unread(c, r->a->instr);
	site->knows_unread = true;
	while (missing < end && site->unread >> (missing - offset) / elem & 1) {
		missing = offset + ((missing - offset) / elem + 1) * elem;
		missing = missing < end ? shadow_first_missing(r->shadow, missing, end - missing) : end;
	}
	return missing;
}

static void init_read(struct checker *c, const struct region *r)
{
	for_lanes(lane, r->mask) {
		uint64_t offset = region_offset(r, lane), end = offset + r->a->bytes;
		uint64_t missing = shadow_first_missing(r->shadow, offset, r->a->bytes);

		missing = missing_read(c, r, offset, missing, end);
		if (missing == end || moved_load(c, r, lane, is_begun(r, offset) && is_copy(c, r)))
			continue;
		if (r->a->missing && !r->alloc && r->memory == r->block)
			missing_note(r, lane, missing);
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

/* ---- uses of values ---- */

static const char *use_words(enum unset_use use)
{
	switch (use) {
	case UNSET_CONDITION: return "branches on";
	case UNSET_ADDRESS: return "computes an address from";
	case UNSET_STORE: return "stores";
	case UNSET_ATOMIC: return "updates memory with";
	case UNSET_PRINT: return "prints";
	}
	return "uses";
}

/* A shuffle's value from a lane that does not take part: the shuffle is the mistake. */
static void check_absent(struct checker *c, const struct warp_place *w, const struct warp_unset *x)
{
	const struct ptx_instr *shuffle = x->root;
	struct cause *k;

	if (!(c->launch.args.checks & SIMT_CHECK_SYNC))
		return;
	for (k = c->causes; k < c->causes + c->ncauses; k++)
		if (k->kind == KIND_BAD_WARP_MASK && k->at == shuffle)
			return; /* the cause is the mask that names absent lanes */
	k = cause_add(c, KIND_INACTIVE_LANE_READ, w, x->mask, shuffle, NULL, NULL);
	if (!k || !k->is_new_example)
		return;
	cause_say(k, "%s of %s %s a value%s that %s read from a lane that takes no part in it", words_thread(c, k->thread).s,
		  words_block(k->block).s, use_words(x->use), words_line(c, x->at).s, words_op(shuffle).s);
	cause_advise(k, "let lanes without a source leave their value alone, or let every lane make the call with a mask that "
			"names it");
}

void check_unset_moved(void *ctx, const struct warp_place *w, uint64_t addr, uint32_t bytes, const struct warp_unset *from)
{
	struct checker *c = ctx;
	struct block_state *b = block_of(c, w->block_linear);

	if (!b || !b->init)
		return;
	if (!b->moved)
		b->moved = calloc(b->shared_bytes / 4 + 1, sizeof *b->moved);
	c->failed |= !b->moved;
	for (; bytes && b->moved; bytes &= bytes - 1) {
		uint64_t at = addr + (unsigned)__builtin_ctz(bytes);

		if (at >= b->shared_bytes)
			return;
		c->failed |= shadow_clear_init(b->init, at, 1) < 0;
		b->moved[at / 4] = (struct moved_from){ from->root, from->first, from->addr };
	}
}

static void check_shared(struct checker *c, const struct warp_place *w, const struct warp_unset *x)
{
	const struct ptx_instr *read = x->root;
	struct cause *k = cause_add(c, KIND_UNINITIALISED_READ, w, x->mask, read, NULL, shared_var_at(c, x->addr));
	struct ptx_place used = ptx_instr_place(c->launch.module, x->at);
	struct words what, line;

	if (!k)
		return;
	k->unset.root = read;
	k->unset.used = x->at;
	k->unset.is_address |= x->use == UNSET_ADDRESS;
	if (!k->is_new_example)
		return;
	what = words_shared(c, x->addr, ptx_type_bytes(read->type));
	line = words_line(c, x->at);
	if (x->lane != (unsigned)__builtin_ctz(x->mask) && strchr(what.s, '[')) { /* the element is another thread's */
		struct words name = what;

		snprintf(what.s, sizeof what.s, "an element of %.*s", (int)(strchr(name.s, '[') - name.s), name.s);
	}
	if (x->moved)
		cause_say(k, "%s of %s %s a value%s that comes from %s, which no thread of the block has written",
			  words_thread(c, k->thread).s, words_block(k->block).s, use_words(x->use), line.s, what.s);
	else
		cause_say(k, "%s of %s reads %s, which no thread of the block has written%s%s%s%s", words_thread(c, k->thread).s,
			  words_block(k->block).s, what.s, used.line != k->place.line ? ", and " : "",
			  used.line != k->place.line ? use_words(x->use) : "", used.line != k->place.line ? " it" : "",
			  used.line != k->place.line ? line.s : "");
	cause_advise(k, "is every element written before it is read, in the last, partly filled block too?");
}

static bool is_known(const struct checker *c, const struct warp_unset *x)
{
	struct ptx_place place = ptx_instr_place(c->launch.module, x->at);

	for (const struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		if (k->unset.root == x->root && k->unset.root && !same_place(&k->place, k->at, &place, x->at))
			return true;
	return false;
}

void check_unset(void *ctx, const struct warp_place *w, const struct warp_unset *x)
{
	struct checker *c = ctx;
	const struct ptx_instr *read = x->local ? x->root : x->first;
	struct words line;
	struct ptx_place here = ptx_instr_place(c->launch.module, x->at), there = { 0 };
	struct cause *k;

	if (x->absent || x->shared) {
		(x->absent ? check_absent : check_shared)(c, w, x);
		return;
	}
	if (is_known(c, x))
		return;
	k = cause_add(c, KIND_UNINITIALISED_READ, w, x->mask, x->at, NULL, x->root);
	if (!k)
		return;
	k->unset.root = x->root;
	k->unset.is_address |= x->use == UNSET_ADDRESS;
	if (!k->is_new_example)
		return;
	if (read)
		there = ptx_instr_place(c->launch.module, read);
	line = words_line(c, read);
	if (!read || there.line == here.line)
		line.s[0] = '\0';
	cause_say(k, "%s of %s %s a value that nothing has written%s%s", words_thread(c, k->thread).s, words_block(k->block).s,
		  use_words(x->use), x->local ? ": an element of a local array" : ": a variable has no value yet",
		  !line.s[0] ? "" : x->local ? ", read" : ", used first");
	if (line.s[0])
		snprintf(k->message + strlen(k->message), sizeof(k->message) - strlen(k->message), "%s", line.s);
	if (x->local)
		cause_advise(k, "a local array is not zero at first: is every element written before the kernel reads it?");
	else
		cause_advise(k, "a local variable is not zero at first: give it a value where it is declared, or on every path "
				"to this line");
}
