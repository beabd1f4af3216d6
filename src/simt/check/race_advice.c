/* race_advice.c - what to do about a race: chosen by what the kernel's code says about its two accesses. */
#include "config.h"

#include "simt/check/check_flow.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"
#include "words/kinds.h"

bool race_is(const struct cause *k)
{
	return k->kind == KIND_DATA_RACE_SHARED || k->kind == KIND_DATA_RACE_GLOBAL;
}

/* The plain read of a word that an atomicCAS() then changes; NULL if it is another race. */
static const struct ptx_place *read_before_cas(const struct cause *k)
{
	if (race_is_cas(k->at) && k->other && k->other->op == PTX_LD)
		return &k->other_place;
	return race_is_cas(k->other) && k->at->op == PTX_LD ? &k->place : NULL;
}

bool check_is_shared(const struct checker *c, const void *object)
{
	const struct checker_var *v = object;

	return v >= c->launch.shared_vars && v < c->launch.shared_vars + c->launch.nshared_vars;
}

bool check_is_dynamic_shared(const struct checker *c, const void *object)
{
	return check_is_shared(c, object) && ((const struct checker_var *)object)->var->is_extern;
}

/* Two lines write to dynamic shared memory, which a kernel divides itself. */
static bool carved(const struct checker *c, const struct cause *k)
{
	return k->kind == KIND_DATA_RACE_SHARED && k->race.both_write && k->other && k->place.line != k->other_place.line &&
	       check_is_dynamic_shared(c, k->object);
}

bool race_wants_barrier(const struct checker *c, const struct cause *k)
{
	bool plain = k->race.both_write && !race_is_atomic(k->at) && !race_is_atomic(k->other);

	return k->other && k->place.line && k->race.distance <= SAME_BLOCK && k->other_place.line < k->place.line &&
	       k->other_place.file == k->place.file && !plain && !k->race.is_carved && !k->views.is_overlap &&
	       !read_before_cas(k) && !carved(c, k) && !trace_updates(c, k->at, k->other, k->race.distance);
}

/* Of a read and a write, the write. */
static const struct ptx_instr *store_of(const struct cause *k)
{
	return k->at->op == PTX_LD ? k->other : k->at;
}

/* The lines of the two accesses; if these are in functions that were inlined by different calls, the lines of the calls. */
static void lines_apart(const struct checker *c, const struct cause *k, int *from, int *to)
{
	struct ptx_frame its[PTX_FRAMES], mine[PTX_FRAMES];
	int a = k->other ? ptx_instr_frames(c->launch.module, k->other, its) : 0,
		b = ptx_instr_frames(c->launch.module, k->at, mine);

	while (a && b && its[a - 1].line == mine[b - 1].line)
		a--, b--;
	*from = a ? its[a - 1].line : k->other_place.line;
	*to = b ? mine[b - 1].line : k->place.line;
	if (*from == *to) {
		*from = k->other_place.line;
		*to = k->place.line;
	}
}

/* Do blocks update one element, each with a read and a write? */
static bool blocks_update(const struct checker *c, const struct cause *k)
{
	return k->race.distance == SAME_GRID && ((trace_is_update(c, k->at) && (!k->other || trace_is_update(c, k->other))) ||
						 trace_updates(c, k->at, k->other, SAME_GRID));
}

void race_advise(const struct checker *c, struct cause *k)
{
	int first, second, from, to;
	const char *sync = k->race.distance == SAME_WARP ? "__syncwarp()" : "__syncthreads()";
	const struct ptx_place *look = read_before_cas(k);
	const struct ptx_instr *test;
	const char *outside = k->race.distance == SAME_BLOCK && (path_bypasses(c, k->at) || path_bypasses(c, k->other)) ?
			      ", not inside of an `if`: all threads of the block must reach it" : "";

	lines_apart(c, k, &first, &second);
	from = k->race.after ? k->race.after : first;
	to = k->race.before ? k->race.before : second;
	if (look)
		cause_advise(k, "read it on line %d with an atomic operation, such as atomicAdd(address, 0), or through a "
				"pointer to volatile: a plain read may see an old value, and a loop may do it only once",
				look->line);
	else if (k->race.distance == SAME_GRID && k->kind == KIND_DATA_RACE_SHARED && k->other)
		cause_advise(k, "put a barrier of the cluster, cluster.sync(), between line %d and line %d: __syncthreads() "
				"orders the threads of one block only", first, second);
	else if (k->race.distance == SAME_GRID && (race_is_of_block(k->at) || race_is_of_block(k->other)))
		cause_advise(k, "an operation that ends in _block is atomic among the threads of one block only: between blocks "
				"use the one without that suffix, such as atomicAdd()");
	else if (k->race.distance == SAME_GRID && k->race.is_unawaited && k->other && !c->launch.args.cooperative)
		cause_advise(k, "__threadfence() orders what its own thread did: put __syncthreads() between line %d and the "
				"fence, so that the thread that announces the block waits for the others",
				(k->other_place.line && store_of(k) == k->other ? k->other_place : k->place).line);
	else if (k->race.distance == SAME_GRID && k->kind == KIND_DATA_RACE_GLOBAL &&
		 (path_polls(c, k->at) || path_polls(c, k->other)))
		cause_advise(k, "threads wait for this value: take a lock with one atomic operation, atomicCAS() or "
				"atomicExch(), and read and write a flag as volatile or by atomics; put __threadfence() between "
				"it and the data, on both sides");
	else if ((test = trace_test(c, k->at, k->other)))
		cause_advise(k, "another thread can come between the test on line %d and the write on line %d: let one atomic "
				"operation do both, such as atomicCAS(), which returns the value before",
				ptx_instr_place(c->launch.module, test).line,
				(store_of(k) == k->at ? k->place : k->other_place).line);
	else if (blocks_update(c, k))
		cause_advise(k, "several blocks update this element, each with a read and a write: if each thread is to have its "
				"own elements, do index and stride count the threads of the whole grid? Else use atomicAdd()");
	else if (k->race.distance == SAME_GRID && c->flags && !c->grid.handover)
		cause_advise(k, "a flag hands data over only with fences: __threadfence() between the data and the flag's "
				"write, and between the flag's read and the data");
	else if (k->race.is_carved && k->race.distance == SAME_GRID)
		cause_advise(k, "add up the sizes in bytes: where does each of the two begin and end? If they are to share these "
				"bytes, split the kernel in two, since blocks run in any order and at the same time");
	else if (k->race.is_carved)
		cause_advise(k, "add up the sizes in bytes: where does each of the two begin and end? If they are to share these "
				"bytes, put %s between line %d and line %d", sync, from, to);
	else if (carved(c, k))
		cause_advise(k, "do two arrays that are carved out of it overlap? Add up their sizes in bytes; else put %s "
				"between line %d and line %d", sync, first, second);
	else if (k->race.alias)
		cause_advise(k, "parameters %u and %u of the kernel are the same array: let it read one array and write to "
				"another", k->race.alias & 0xff, k->race.alias >> 8);
	else if (k->race.distance == SAME_GRID && c->launch.args.cooperative)
		cause_advise(k, "put grid.sync() between the two, in a loop at the end of each round: __syncthreads() orders "
				"the threads of one block only");
	else if (k->race.distance == SAME_GRID && c->atomics && !k->race.both_write)
		cause_advise(k, "use atomics, and __threadfence() before the one that announces the data, since blocks run in "
				"any order and at the same time");
	else if (k->race.distance == SAME_GRID)
		cause_advise(k, "give each block its own elements, use atomics, or split the kernel in two, since blocks run "
				"in any order and at the same time");
	else if (!k->other)
		cause_advise(k, "put %s between this line and the other accesses", sync);
	else if (check_is_shared(c, k->object) && path_goes_round(c, k))
		cause_advise(k, "end each round of the loop with %s, outside of any `if`; if a round also reads what others "
				"write in it, put another between line %d and line %d", sync, from, to);
	else if (k->place.line != k->other_place.line && k->race.both_write && !race_is_atomic(k->at) &&
		 !race_is_atomic(k->other))
		cause_advise(k, "give each thread its own elements; if both lines must write this one, put %s "
				"between line %d and line %d%s", sync, first, second, outside);
	else if (k->place.line != k->other_place.line && trace_updates(c, k->at, k->other, k->race.distance))
		cause_advise(k, "each thread reads it and writes it, and others do so in between: use one atomic operation, such "
				"as atomicAdd(), which returns the value before; if all write the same value, put %s between "
				"line %d and line %d", sync, first, second);
	else if (k->place.line != k->other_place.line)
		cause_advise(k, "put %s between line %d and line %d%s", sync, from, to, outside);
	else if (k->race.both_write)
		cause_advise(k, "give each thread its own element, let one thread write, or use atomicAdd()");
	else if (!check_is_shared(c, k->object))
		cause_advise(k, "let each thread touch only its own element; to count or to append, use atomicAdd(), which "
				"returns the value before");
	else if (path_without_barrier(c, store_of(k), k->at == store_of(k) ? k->other : k->at, k->race.distance))
		cause_advise(k, "if a round of the loop reads what others wrote in the round before, end each round with %s, "
				"outside of any `if`; else read first, then %s, then write", sync, sync);
	else
		cause_advise(k, "let each thread touch only its own element, or read first, then %s, then write", sync);
}

/* Everything that race_advise() looks at and that can change between two reports of a race with the same example. */
static unsigned race_facts(const struct checker *c, const struct cause *k)
{
	return 1u | (unsigned)k->race.distance << 1 | (unsigned)k->race.both_write << 8 | (unsigned)k->race.is_unawaited << 9 |
	       (unsigned)k->race.is_carved << 10 | (unsigned)c->atomics << 11 | (unsigned)c->flags << 12 |
	       (unsigned)(c->grid.handover != NULL) << 13 |
	       (unsigned)(k->race.alias != 0) << 14;
}

void race_advise_again(const struct checker *c, struct cause *k)
{
	const unsigned facts = race_facts(c, k);

	if (k->is_new_example || k->race.advised != facts)
		race_advise(c, k);
	k->race.advised = facts;
}
