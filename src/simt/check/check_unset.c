/*
 * check_unset.c - uses of variables, elements of local arrays and shared memory that were never written.
 *
 * The executor tracks such values (exec/twin.c) and calls a hook where one matters. All uses of one value are one
 * cause: the first is reported.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/check/check_state.h"
#include "words/kinds.h"

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

/* ---- shared memory ---- */

/* The source of unwritten bytes stored to 4 bytes of shared memory. */
struct moved_from { const struct ptx_instr *root, *first; uint64_t addr; };

void missing_note(struct checker *c, const struct region *r, unsigned lane, uint64_t offset)
{
	struct warp_missing *x = r->a->missing;
	uint64_t begin = region_offset(r, lane);
	const struct moved_from *from = r->block->moved ? &r->block->moved[offset / 4] : NULL;

	(void)c;
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
