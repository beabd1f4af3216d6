/*
 * check_stuck.c - a launch that cannot end: finds who waits for what, and who could have changed it.
 *
 * The word that a loop reads has a last writer, whom its shadow cell names. If that thread waits, too, the two wait
 * for each other.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simt/check/check_sync.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

#define WAITS_MOST (1u << 16)

/* What we know about the word that a loop reads. */
struct word {
	struct words name, value;
	const struct ptx_instr *written; /* by the kernel; NULL: it was not, or is unknown */
	struct dim3u block;
	uint32_t thread, warp, block_linear;
	bool known;                      /* is it known whether it was written? */
};

void check_waits(void *ctx, const struct warp_wait *x)
{
	struct checker *c = ctx;

	struct warp_wait *wait = c->nwaits < WAITS_MOST ? array_push(&c->waits, &c->nwaits, sizeof *wait) : NULL;

	if (wait)
		*wait = *x;
}

static uint32_t first_thread(const struct warp_wait *x)
{
	return x->place.warp * WARP_LANES + (uint32_t)__builtin_ctz(x->mask);
}

/* A loop that polls other blocks comes before one that polls its own, and barriers come after loops, for which they wait. */
static int rank(const struct warp_wait *x)
{
	return x->how == WAIT_POLL ? x->space == PTX_SHARED : 2 + (int)x->how;
}

static const struct warp_wait *main_wait(const struct checker *c)
{
	const struct warp_wait *best = c->nwaits ? c->waits : NULL;

	for (size_t i = 1; i < c->nwaits; i++)
		if (rank(&c->waits[i]) < rank(best))
			best = &c->waits[i];
	return best;
}

static uint64_t last_write(struct checker *c, const struct warp_wait *x, struct simt_allocation *alloc)
{
	struct block_state *b = block_of(c, x->place.block_linear);

	if (!(c->launch.args.checks & SIMT_CHECK_RACE))
		return 0;
	if (x->space == PTX_SHARED)
		return b && b->cells ? b->cells[x->addr >> c->shared_shift].write : 0;
	if (alloc && alloc->shadow && alloc->shadow->pages) {
		uint64_t granule = (x->addr - alloc->addr) >> c->granule_shift;
		struct shadow_page *p = shadow_page(alloc->shadow, granule);

		return p ? shadow_get(p, granule & (SHADOW_PAGE_CELLS - 1)).write : 0;
	}
	return 0;
}

static void word_read(struct checker *c, const struct warp_wait *x, struct word *word)
{
	struct simt_allocation *alloc = x->space == PTX_SHARED ? NULL : simt_find(c->launch.mem, x->addr);
	struct dim3u g = c->launch.args.grid;
	uint64_t last = last_write(c, x, alloc);

	word->name = alloc ? words_element(alloc, x->addr, x->bytes) : words_shared(c, x->addr, x->bytes);
	*word->value.s = '\0';
	if (x->bytes <= 8 && x->value < 1u << 20)
		snprintf(word->value.s, sizeof(word->value.s), ", which is %" PRIu64 ",", x->value);
	word->known = c->launch.args.checks & SIMT_CHECK_RACE;
	if (!last || !shadow_site(last))
		return;
	word->written = c->sites[shadow_site(last)].instr;
	word->block_linear = shadow_thread(last) / c->grid.block_threads;
	word->thread = shadow_thread(last) % c->grid.block_threads;
	word->block = (struct dim3u){ word->block_linear % g.x, word->block_linear / g.x % g.y, word->block_linear / g.x / g.y };
}

/* How the thread that wrote the word waits; NULL: it does not wait. */
static const struct warp_wait *wait_of_writer(const struct checker *c, const struct word *word)
{
	for (size_t i = 0; word->written && i < c->nwaits; i++)
		if (c->waits[i].place.block_linear == word->block_linear && c->waits[i].place.warp == word->thread / WARP_LANES &&
		    c->waits[i].mask >> word->thread % WARP_LANES & 1)
			return &c->waits[i];
	return NULL;
}

static const struct warp_wait *at_barrier(const struct checker *c)
{
	for (size_t i = 0; i < c->nwaits; i++)
		if (c->waits[i].how == WAIT_BARRIER || c->waits[i].how == WAIT_WARP)
			return &c->waits[i];
	return NULL;
}

static const char *barrier_name(const struct warp_wait *x)
{
	if (x->how == WAIT_WARP)
		return "for the other lanes of its warp";
	return x->at && x->at->scope == PTX_CLUSTER ? "at a barrier of the cluster" : "at __syncthreads()";
}

static uint64_t threads_in_loops(const struct checker *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->nwaits; i++)
		if (c->waits[i].how == WAIT_POLL || c->waits[i].how == WAIT_LOOP)
			n += (unsigned)__builtin_popcount(c->waits[i].mask);
	return n;
}

/* ", and thread (1,0,0) of block (0,0,0) waits for it at __syncthreads() on line 12" */
static struct words words_others(const struct checker *c, const struct warp_wait *except)
{
	const struct warp_wait *x = at_barrier(c);
	struct words t = { "" };

	if (x && x != except)
		snprintf(t.s, sizeof(t.s), "; %.40s of %.48s waits %s%.24s", words_thread(c, first_thread(x)).s,
			 words_block(x->place.block).s, barrier_name(x), words_line(c, x->at).s);
	return t;
}

static void say_loop(struct checker *c, struct cause *k, const struct warp_wait *x)
{
	cause_say(k, "%s of %s runs in an endless loop%s: the loop changes no memory, and reads nothing that another thread "
		     "could change%s",
		  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, x->at).s, words_others(c, NULL).s);
	cause_advise(k, "a variable that another thread changes must be volatile or read by an atomic operation: of any "
			"other, the compiler reads the value once, before the loop. Or does the loop's own condition never "
			"become false?");
}

/* Does the loop belong to cuda::barrier or a pipeline? */
static bool is_library_barrier(const struct checker *c, const struct ptx_instr *at)
{
	return at->op == PTX_MBARRIER || ptx_instr_is_within(c->launch.module, at, "barrier", "cuda");
}

static bool is_lock(const struct ptx_instr *at)
{
	return at->op == PTX_ATOM && (at->atom == PTX_A_CAS || at->atom == PTX_A_EXCH);
}

/* Does another thread wait for another lock? Then each may hold what the other one wants. */
static bool is_lock_inversion(const struct checker *c, const struct warp_wait *x)
{
	for (size_t i = 0; i < c->nwaits; i++)
		if (c->waits[i].how == WAIT_POLL && is_lock(c->waits[i].at) && c->waits[i].addr != x->addr)
			return is_lock(x->at);
	return false;
}

/* What an mbarrier lacks: see exec_async.c. */
static unsigned barrier_arrivals(uint64_t b) { return (unsigned)(b & 0xfffff); }
static unsigned barrier_bytes(uint64_t b) { return (unsigned)(b >> 40 & 0x3fffff); }

static void advise_poll(const struct checker *c, struct cause *k, const struct warp_wait *x, const struct word *word,
			const struct warp_wait *writer, uint64_t waiting)
{
	bool parted = writer ? writer->how == WAIT_BARRIER || writer->how == WAIT_WARP : !!at_barrier(c);

	if (waiting)
		cause_advise(k, "%" PRIu64 " block%s not begun, since the device is full of blocks that wait: launch no more "
				"blocks than it holds, or let no block wait for one with a larger number", waiting,
				waiting == 1 ? " has" : "s have");
	else if (x->at->op == PTX_MBARRIER && x->bytes == 8 && barrier_bytes(x->value))
		cause_advise(k, "it waits for %u more arrival%s and for copies of %u bytes: does expect_tx name exactly the "
				"bytes that copies bring?",
			     barrier_arrivals(x->value), barrier_arrivals(x->value) == 1 ? "" : "s", barrier_bytes(x->value));
	else if (is_library_barrier(c, x->at))
		cause_advise(k, "do as many threads arrive in every phase as init() was given?");
	else if (is_lock_inversion(c, x) && !(writer && parted))
		cause_advise(k, "another thread waits for another lock, and each may hold the one that the other wants: take the "
				"locks in one order everywhere, such as the lower number first");
	else if (parted && (writer || is_lock(x->at)))
		cause_advise(k, "a thread that others wait for must not wait for them: let it release or set %s before the "
				"barrier",
			     word->name.s);
	else if (writer)
		cause_advise(k, "each waits for the other: set your own flag before you wait for another's, and take locks in "
				"one order");
	else if (is_lock(x->at))
		cause_advise(k, "is the lock released on every path, and before its owner waits or ends?");
	else
		cause_advise(k, "which thread should change it, and to what? It has ended without doing so, waits itself, "
				"changes another element, or writes a value other than the one that the loop waits for");
}

static void say_poll(struct checker *c, struct cause *k, const struct warp_wait *x, uint64_t waiting)
{
	struct word word = { .written = NULL };
	const struct warp_wait *writer;
	char by[320] = "";

	k->object = x->space == PTX_SHARED ? NULL : simt_find(c->launch.mem, x->addr);
	word_read(c, x, &word);
	writer = wait_of_writer(c, &word);
	if (word.written == x->at || (writer && writer->how == WAIT_POLL && writer->addr == x->addr)) {
		/* That thread polled too, and wrote nothing new: the writer before it is unknown. */
		writer = NULL;
		word.known = false;
	} else if (word.written) {
		int n = snprintf(by, sizeof(by), "; %.40s of %.48s was the last to write it,%.24s",
				 words_thread(c, word.thread).s, words_block(word.block).s, words_line(c, word.written).s);

		if (writer)
			snprintf(by + n, sizeof(by) - (size_t)n, ", and waits %s%.24s",
				 writer->how == WAIT_BARRIER || writer->how == WAIT_WARP ? barrier_name(writer) : "itself",
				 words_line(c, writer->at).s);
	} else if (word.known) {
		snprintf(by, sizeof(by), "; none has written it");
	}
	cause_say(k, "%s of %s waits%s for a change of %s%s and no thread of the launch can change it any more%s%s",
		  words_thread(c, k->thread).s, words_block(k->block).s, words_line(c, x->at).s, word.name.s,
		  *word.value.s ? word.value.s : ",", by, words_others(c, writer).s);
	advise_poll(c, k, x, &word, writer, waiting);
}

/* No thread runs: a barrier of the cluster waits for threads that wait at another barrier of their block. */
static void say_barriers(struct checker *c, struct cause *k)
{
	const struct warp_wait *other = NULL;

	for (size_t i = 0; i < c->nwaits && !other; i++)
		if (!c->waits[i].at || c->waits[i].at->scope != PTX_CLUSTER)
			other = &c->waits[i];
	if (!other) {
		cause_say(k, "%s of %s waits at a barrier of the cluster at which it has not arrived",
			  words_thread(c, k->thread).s, words_block(k->block).s);
		cause_advise(k, "each wait needs an arrival of the same thread before it: cluster.barrier_arrive()");
		return;
	}
	cause_say(k, "%s of %s waits at a barrier of the cluster, while %s of %s waits %s%s: neither is complete without "
		     "the other",
		  words_thread(c, k->thread).s, words_block(k->block).s,
		  words_thread(c, other->place.warp * WARP_LANES + (uint32_t)__builtin_ctz(other->mask)).s,
		  words_block(other->place.block).s, barrier_name(other), words_line(c, other->at).s);
	cause_advise(k, "all threads of the cluster must reach cluster.sync(), and all threads of a block must reach "
			"__syncthreads()");
}

void check_stuck(void *ctx, uint64_t waiting)
{
	struct checker *c = ctx;
	const struct warp_wait *x = main_wait(c);
	struct cause *k;

	if (!x)
		return;
	k = cause_add(c, x->how == WAIT_LOOP ? KIND_HANG : KIND_DEADLOCK, &x->place, x->mask, x->at, NULL, NULL);
	if (!k)
		return;
	if (x->how == WAIT_BARRIER && x->at && x->at->scope == PTX_CLUSTER)
		say_barriers(c, k);
	else if (x->how == WAIT_POLL)
		say_poll(c, k, x, waiting);
	else
		say_loop(c, k, x);
	k->threads = threads_in_loops(c);
}
