/*
 * check_async.c - the state per byte, and the findings of two unordered uses.
 *
 * A state is the set of uses that a later one can still race with: per chain of operations the last read, write and
 * atomic operation. Earlier uses of a chain are not needed: operations run in an order that respects all edges, so an
 * operation that is unordered with them is also unordered with the last. Uses before a write are not needed either: a
 * later use that does not wait for them races with the write as well. All bytes with the same uses share a state.
 */
#include "config.h"

#include "cudart/check/check_async.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cudart/check/happens_before.h"
#include "cudart/check/kernel_names.h"
#include "words/kinds.h"

#define CAUSES_MAX 200
#define MEMO 256

struct use {
	uint32_t op;
	unsigned how;
};

struct state {
	struct use *uses;
	uint32_t n;
	uint32_t hash;
	bool marked;
};

/* Findings already reported. */
struct cause {
	finding_kind kind;
	const void *pc[2], *other[2];
	const void *streams[2];    /* of the two, the lower first, and the first byte on which they race */
	uint64_t addr;
};

struct check_async {
	struct async_words words;
	uint32_t base;             /* operations below it are before everything later: numbers here count from it */
	struct happens happens;
	struct async_op *ops;
	struct extents extents;
	struct state *states;      /* 0: no use */
	size_t nstates, sweep_at;
	struct cause *causes;
	size_t ncauses;
	bool failed;

	uint32_t op;               /* the operation whose use is being entered */
	uint64_t round;            /* counts the operations: what others left in `memo` means nothing */
	struct { uint64_t round; uint32_t state, next; unsigned how; } memo[MEMO];
};

struct check_async *check_async_new(const struct async_words *words, struct error *err)
{
	struct check_async *c = calloc(1, sizeof *c);

	if (!c || !array_push(&c->states, &c->nstates, sizeof *c->states)) {
		free(c);
		error_nomem(err);
		return NULL;
	}
	c->words = *words;
	c->states[0] = (struct state){ 0 };
	c->sweep_at = 16;
	return c;
}

void check_async_free(struct check_async *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->nstates; i++)
		free(c->states[i].uses);
	happens_release(&c->happens);
	extents_release(&c->extents);
	free(c->ops);
	free(c->states);
	free(c->causes);
	free(c);
}

/* Can a kernel wait for it, and is it nothing else? */
static bool tells(unsigned how)
{
	return how == ASYNC_ATOMIC || how == (ASYNC_WRITE | ASYNC_TELL);
}

/* Two unordered uses of one byte: are they a mistake? */
static bool conflict(unsigned a, unsigned b)
{
	const unsigned spoils = ASYNC_WRITE | ASYNC_FREE | ASYNC_ALLOC, reads = ASYNC_READ | ASYNC_ASK;

	if ((a == ASYNC_ASK && tells(b)) || (b == ASYNC_ASK && tells(a)))
		return false;
	return (a & spoils) || (b & spoils) || ((a | b) & ASYNC_ATOMIC && (a | b) & reads);
}

static const char *verb(unsigned how)
{
	return how & ASYNC_FREE ? "frees" : how & ASYNC_ALLOC ? "allocates" : how & ASYNC_WRITE ? "writes" : how & ASYNC_ATOMIC ?
		"atomically updates" : "reads";
}

static bool same_site(const void *const pc[2], const struct call *call)
{
	return pc[0] == call->site.pc[0] && pc[1] == call->site.pc[1];
}

/* Should it be reported? Only the first time. */
static bool is_first_report(struct check_async *c, finding_kind kind, const struct call *call, const struct call *other)
{
	struct cause *new;

	for (size_t i = 0; i < c->ncauses; i++) {
		const struct cause *k = &c->causes[i];

		if (k->kind == kind && same_site(k->pc, call) && same_site(k->other, other))
			return false;
	}
	if (c->ncauses == CAUSES_MAX)
		return false;
	new = array_push(&c->causes, &c->ncauses, sizeof *new);
	if (!new) {
		c->failed = true;
		return false;
	}
	*new = (struct cause){
		kind, { call->site.pc[0], call->site.pc[1] }, { other->site.pc[0], other->site.pc[1] },
	};
	return true;
}

/* `node`: replaces the stream, for two operations of one stream that are nodes of a graph; NULL: the stream. */
static void put_op(struct check_async *c, struct buf *out, const struct async_op *op, const char *node)
{
	struct buf name = BUF_INIT;

	if (op->kernel) {
		kernel_name_put(op->kernel, false, &name);
		buf_printf(out, "kernel %s", buf_text(&name));
		buf_release(&name);
	} else {
		buf_puts(out, op->call.name);
	}
	buf_puts(out, " in ");
	if (node)
		buf_puts(out, node);
	else
		c->words.stream(c->words.ctx, op->stream, out);
}

static void reported(struct check_async *c, finding_kind kind, const struct call *call, const struct call *other,
		     const char *advice, struct buf *text)
{
	if (text->failed)
		c->failed = true;
	else
		c->words.reported(c->words.ctx, kind, call, other, advice, buf_text(text));
	buf_release(text);
}

/* `a` ran before `b`; the finding is at the one submitted later, which should have waited. */
/*
 * Two streams that race for a buffer do so with all of their operations on it: the wait that orders one pair usually
 * orders the others, and a second buffer fixes all. Report one. Nodes of a graph are pairs of their own.
 */
static bool is_reported(const struct check_async *c, finding_kind kind, const void *const streams[2], uint64_t addr)
{
	for (size_t i = 0; i < c->ncauses; i++) {
		const struct cause *k = &c->causes[i];

		if (k->kind == kind && k->streams[0] == streams[0] && k->streams[1] == streams[1] && k->addr == addr &&
		    streams[0] != streams[1])
			return true;
	}
	return false;
}

static void report_streams(struct check_async *c, struct use a, struct use b, uint64_t addr, uint64_t bytes)
{
	struct use late = a.op > b.op ? a : b, first = a.op > b.op ? b : a;
	const struct async_op *l = &c->ops[late.op], *e = &c->ops[first.op];
	bool frees = (a.how | b.how) & ASYNC_FREE;
	bool early = l->early && l->stream == e->stream;
	bool nodes = l->stream == e->stream && !early; /* the stream orders all operations except these */
	finding_kind kind = frees ? KIND_FREED_IN_USE : KIND_STREAM_RACE;
	const void *streams[2] = { l->stream < e->stream ? l->stream : e->stream, l->stream < e->stream ? e->stream : l->stream };
	struct buf text = BUF_INIT;

	if (is_reported(c, kind, streams, addr) || !is_first_report(c, kind, &l->call, &e->call))
		return;
	vm_assert(c->ncauses > 0 && c->ncauses <= CAUSES_MAX && first.op < late.op);
	memcpy(c->causes[c->ncauses - 1].streams, streams, sizeof streams);
	c->causes[c->ncauses - 1].addr = addr;
	put_op(c, &text, l, nodes ? "one node of the graph" : NULL);
	buf_printf(&text, " %s ", verb(late.how));
	c->words.memory(c->words.ctx, addr, bytes, &text);
	buf_puts(&text, early ? " before it waits for " : " while ");
	put_op(c, &text, e, nodes ? "another node" : NULL);
	buf_printf(&text, early ? ", which %s it: it was launched to begin early" : " %s it: nothing orders the two",
		   verb(first.how));
	reported(c, kind, &l->call, &e->call, early ?
		 "put cudaGridDependencySynchronize(), which is asm volatile(\"griddepcontrol.wait;\" ::: \"memory\"), into the "
		 "kernel, before it first uses what the kernel before it writes" : nodes ?
		 "add an edge from one to the other (cudaGraphAddDependencies); in a capture, let one stream wait for an event "
		 "of the other (cudaEventRecord, cudaStreamWaitEvent)" : frees ?
		 "free it in the stream that used it last, or let this one wait for an event recorded there" :
		 "record an event after the first and let the other stream wait for it (cudaEventRecord, "
		 "cudaStreamWaitEvent), or use one stream for both", &text);
}

static uint32_t hash_uses(const struct use *uses, uint32_t n)
{
	uint32_t h = n;

	for (uint32_t i = 0; i < n; i++)
		h = (h ^ uses[i].op * 31 ^ uses[i].how) * 16777619u;
	return h;
}

/* Removes states that no byte has; the others keep their numbers. */
static void sweep(struct check_async *c)
{
	size_t live = 0;

	for (size_t i = 1; i < c->nstates; i++)
		c->states[i].marked = false;
	for (size_t i = 0; i < c->extents.n; i++) {
		vm_assert(c->extents.at[i].state < c->nstates);
		c->states[c->extents.at[i].state].marked = true;
	}
	for (size_t i = 1; i < c->nstates; i++) {
		if (c->states[i].marked) {
			live++;
			continue;
		}
		free(c->states[i].uses);
		c->states[i] = (struct state){ 0 };
	}
	while (c->nstates > 1 && !c->states[c->nstates - 1].n)
		c->nstates--;
	c->sweep_at = 2 * live + 16; /* state_of() looks at all */
}

/* The number of the state with these uses; the caller keeps ownership of them. */
static uint32_t state_of(struct check_async *c, const struct use *uses, uint32_t n)
{
	uint32_t hash = hash_uses(uses, n), spare = 0;
	struct use *copy;

	if (!n)
		return 0;
	for (uint32_t i = (uint32_t)c->nstates; i-- > 1;) {
		struct state *s = &c->states[i];

		if (s->n == n && s->hash == hash && !memcmp(s->uses, uses, n * sizeof *uses))
			return i;
		if (!s->n)
			spare = i;
	}
	copy = malloc(n * sizeof *copy);
	if (!copy)
		return EXTENTS_FAILED;
	memcpy(copy, uses, n * sizeof *copy);
	if (!spare) {
		if (!array_push(&c->states, &c->nstates, sizeof *c->states)) {
			free(copy);
			return EXTENTS_FAILED;
		}
		spare = (uint32_t)c->nstates - 1;
	}
	vm_assert(spare && spare < c->nstates && c->nstates < EXTENTS_FAILED);
	c->states[spare] = (struct state){ copy, n, hash, false };
	return spare;
}

/* Does the new use race with everything with which the old use races? */
static bool covers(const struct check_async *c, struct use new, struct use old)
{
	const struct happens_op *o = &c->happens.ops[old.op], *n = &c->happens.ops[new.op];

	vm_assert(old.op != new.op && new.op < c->happens.nops);
	if (!happens_before(&c->happens, old.op, new.op))
		return false;
	if (new.how & (ASYNC_WRITE | ASYNC_FREE | ASYNC_ALLOC))
		return true;
	return o->chain == n->chain && !(old.how & ~new.how);
}

static uint32_t next_state(void *ctx, uint32_t state, unsigned how, uint64_t addr, uint64_t bytes)
{
	struct check_async *c = ctx;
	struct use mine = { c->op, how }, few[16], *uses = few;
	uint32_t slot = (state * 16 + how) % MEMO, old_n = c->states[state].n, n = 0, next;
	bool races = false;

	vm_assert(state < c->nstates && how);
	if (c->memo[slot].round == c->round && c->memo[slot].state == state && c->memo[slot].how == how)
		return c->memo[slot].next;
	if (old_n + 1 > 16 && !(uses = malloc((old_n + 1) * sizeof *uses)))
		return EXTENTS_FAILED;
	for (uint32_t i = 0; how == ASYNC_ASK && i < old_n; i++) {
		struct use old = c->states[state].uses[i];

		if (old.op != mine.op && old.how & (ASYNC_ATOMIC | ASYNC_TELL) && happens_follows(&c->happens, mine.op, old.op))
			c->failed = true;
	}
	/* The last of them first: something should wait for that one. */
	for (uint32_t i = old_n; i-- > 0;) {
		struct use old = c->states[state].uses[i];

		if (!conflict(old.how, how) || happens_before(&c->happens, old.op, mine.op))
			continue;
		races = true;
		report_streams(c, old, mine, addr, bytes);
	}
	for (uint32_t i = 0; i < old_n; i++) {
		struct use old = c->states[state].uses[i];

		if (old.op == mine.op) {
			mine.how |= old.how;
			continue;
		}
		if (!covers(c, mine, old))
			uses[n++] = old;
	}
	vm_assert(n <= old_n);
	uses[n++] = mine;
	next = state_of(c, uses, n);
	if (uses != few)
		free(uses);
	if (!races && next != EXTENTS_FAILED) {
		c->memo[slot].round = c->round;
		c->memo[slot].state = state;
		c->memo[slot].how = how;
		c->memo[slot].next = next;
	}
	return next;
}

int check_async_submit(struct check_async *c, const struct async_op *op, const uint32_t *after, size_t nafter,
		       uint32_t *number, struct error *err)
{
	size_t n = c->happens.nops;

	if (!array_push(&c->ops, &n, sizeof *c->ops) || happens_add(&c->happens, after, nafter, c->base, number))
		return error_nomem(err);
	vm_assert(*number + 1 == n);
	c->ops[*number] = *op;
	*number += c->base;
	return 0;
}

int check_async_used(struct check_async *c, uint32_t op, const struct async_range *ranges, size_t n,
		     struct error *err)
{
	vm_assert(op >= c->base && op - c->base < c->happens.nops);
	c->op = op - c->base;
	if (c->nstates >= c->sweep_at)
		sweep(c);
	c->round++;
	if (extents_change(&c->extents, ranges, n, next_state, c) || c->failed)
		return error_nomem(err);
	return 0;
}

void check_async_ran(struct check_async *c, uint32_t op)
{
	vm_assert(op >= c->base);
	happens_ran(&c->happens, op - c->base);
}

/* Everything has run, and the host has waited for all of it: none of it can race with later operations. */
static void start_afresh(struct check_async *c)
{
	vm_assert(c->base + c->happens.nops >= c->base);
	c->base += c->happens.nops;
	happens_release(&c->happens);
	c->extents.n = 0;
	sweep(c);
}

bool check_async_host_knows(const struct check_async *c, uint32_t op)
{
	return op < c->base || happens_host_knows(&c->happens, op - c->base);
}

int check_async_host_waits(struct check_async *c, uint32_t op, struct error *err)
{
	if (op < c->base)
		return 0;
	if (happens_host_waits(&c->happens, op - c->base))
		return error_nomem(err);
	if (happens_is_quiet(&c->happens))
		start_afresh(c);
	return 0;
}

int check_async_follows(struct check_async *c, uint32_t op, uint32_t earlier, struct error *err)
{
	vm_assert(op >= c->base);
	if (earlier != HAPPENS_ALL && earlier < c->base)
		return 0;
	if (happens_follows(&c->happens, op - c->base, earlier == HAPPENS_ALL ? HAPPENS_ALL : earlier - c->base))
		return error_nomem(err);
	return 0;
}
