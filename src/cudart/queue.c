/*
 * queue.c - see queue.h.
 *
 * All unfinished operations are in one list, in the order of submission; an edge always leads to an earlier one. So
 * one walk backwards finds the operations that another needs, and one walk forwards runs them.
 */
#include "config.h"

#include "base/limits.h"
#include "cudart/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cudart/graph/graph.h"
#include "cudart/check/guard.h"
#include "cudart/streams/callback.h"
#include "cudart/streams/timing.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"

#define PENDING_MAX 1024 /* beyond this the oldest runs, as on hardware, whose queues are finite */
#define WATCHERS    10
#define TURNS       64   /* of operations that wait for each other's writes, before other threads get a chance */

static struct op *first, *last;
static size_t npending;
static uint64_t submitted_ops;
static bool has_moved;
static struct { void (*submitted)(struct op *), (*ended)(struct op *); } watchers[WATCHERS];
static size_t nwatchers;
static void (*wait_watchers[WATCHERS])(struct op *op, int device);
static size_t nwait_watchers;

/* ---- one operation ---------------------------------------------------------------------- */

struct op *op_new(const struct op_kind *kind, size_t size, const struct call *call)
{
	struct op *op = calloc(1, size);

	vm_assert(size >= sizeof *op && kind->run);
	if (!op)
		return NULL;
	op->kind = kind;
	op->refs = 1;
	op->call = *call;
	return op;
}

void op_hold(struct op *op)
{
	vm_assert(op->refs > 0);
	op->refs++;
}

/* Its predecessors are done; others may still ask whether it is done. */
static void forget_predecessors(struct op *op)
{
	for (size_t i = 0; i < op->nafter; i++)
		op_drop(op->after[i]);
	free(op->after);
	op->after = NULL;
	op->nafter = 0;
}

void op_drop(struct op *op)
{
	vm_assert(!op || op->refs > 0);
	if (!op || --op->refs)
		return;
	forget_predecessors(op);
	if (op->kind->release)
		op->kind->release(op);
	free(op->follows);
	free(op->ranges);
	free(op);
}

bool op_uses(struct op *op, uint64_t addr, uint64_t bytes, bool write)
{
	struct op_range *range = array_push(&op->ranges, &op->nranges, sizeof *range);

	if (range)
		*range = (struct op_range){ .addr = addr, .bytes = bytes, .write = write };
	return range;
}

bool op_owns(struct op *op, uint64_t addr, uint64_t bytes, enum op_life life)
{
	if (!op_uses(op, addr, bytes, false))
		return false;
	vm_assert(op->nranges > 0);
	op->ranges[op->nranges - 1].life = life;
	return true;
}

bool op_writes(const struct op *op, uint64_t addr, uint64_t bytes)
{
	for (size_t i = 0; i < op->nranges; i++) {
		const struct op_range *r = &op->ranges[i];

		if (r->write && r->addr < addr + bytes && addr < r->addr + r->bytes)
			return true;
	}
	return false;
}

bool op_uses_same(struct op *op, const struct op *from)
{
	op->engine = from->engine;
	op->bytes = from->bytes;
	op->pageable = from->pageable;
	op->signals = from->signals;
	for (size_t i = 0; i < from->nranges; i++) {
		if (!op_uses(op, from->ranges[i].addr, from->ranges[i].bytes, from->ranges[i].write))
			return false;
		op->ranges[op->nranges - 1].atomic = from->ranges[i].atomic;
	}
	return true;
}

bool op_follow(struct op *op, struct op *earlier)
{
	struct op **after;
	uint64_t *follows;

	if (!earlier)
		return true;
	for (size_t i = 0; i < op->nfollows; i++)
		if (op->follows[i] == earlier->number)
			return true;
	follows = array_push(&op->follows, &op->nfollows, sizeof *follows);
	if (!follows)
		return false;
	vm_assert(!op->number || earlier->number < op->number); /* an edge leads to an earlier one */
	*follows = earlier->number;
	if (earlier->done)
		return true;
	after = array_push(&op->after, &op->nafter, sizeof *after);
	if (!after)
		return false;
	*after = earlier;
	op_hold(earlier);
	return true;
}

/* ---- running ------------------------------------------------------------------------------ */

void queue_watch(void (*submitted)(struct op *op), void (*ended)(struct op *op))
{
	vm_assert(nwatchers < WATCHERS);
	if (nwatchers < WATCHERS) {
		watchers[nwatchers].submitted = submitted;
		watchers[nwatchers++].ended = ended;
	}
}

void queue_watch_waits(void (*waited)(struct op *op, int device))
{
	vm_assert(nwait_watchers < WATCHERS);
	if (nwait_watchers < WATCHERS)
		wait_watchers[nwait_watchers++] = waited;
}

struct op *queue_first(void)
{
	return first;
}

bool op_has_others(struct op *one)
{
	static uint64_t marks;
	bool any = false;

	one->mark = ++marks; /* while it runs it is not in the list */
	for (struct op *op = first; op && !any; op = op->next) {
		bool behind = op == one;

		for (size_t i = 0; i < op->nafter; i++)
			behind |= !op->after[i]->done && op->after[i]->mark == marks;
		op->mark = behind ? marks : 0;
		any = !behind;
	}
	return any;
}

bool queue_parked(void)
{
	for (const struct op *op = first; op; op = op->next)
		if (op->parked)
			return true;
	return false;
}

static void unlink_op(struct op *op)
{
	vm_assert(npending > 0 && (op->prev ? op->prev->next : first) == op && (op->next ? op->next->prev : last) == op);
	*(op->prev ? &op->prev->next : &first) = op->next;
	*(op->next ? &op->next->prev : &last) = op->prev;
	op->prev = op->next = NULL;
	npending--;
}

/* Puts an operation that was removed back in its place. */
static void link_again(struct op *op)
{
	struct op *before = last;

	while (before && before->number > op->number)
		before = before->prev;
	op->prev = before;
	op->next = before ? before->next : first;
	vm_assert((!before || before->number < op->number) && (!op->next || op->number < op->next->number));
	*(before ? &before->next : &first) = op;
	*(op->next ? &op->next->prev : &last) = op;
	npending++;
}

/* Runs an operation whose predecessors are done, or resumes a parked one. Releases the list's reference, unless it is parked. */
static void op_do(struct op *op)
{
	const bool was_parked = op->parked;

	unlink_op(op);
	guard_open(op);
	op->alone = op->alone && thread_state()->waits; /* this thread goes on: it may do what another one waits for */
	if (!op->parked)
		op->skipped = runtime.devices[op->device].fault != cudaSuccess;
	journal_flush(); /* it may write anywhere in the host's memory */
	if (!op->skipped)
		op->kind->run(op);
	has_moved |= !was_parked || !op->parked || op->moved;
	if (op->parked) {
		op->wanted = false;
		link_again(op);
		guard_again(op);
		guard_close(op);
		return;
	}
	vm_assert(!op->done && !op->parked);
	op->done = true;
	timing_ended(op);
	for (size_t i = 0; i < nwatchers; i++)
		if (watchers[i].ended)
			watchers[i].ended(op);
	guard_again(op);
	if (op->kind->stuck)
		guard_waited(op);
	forget_predecessors(op);
	op_drop(op);
}

/* False only while another thread of the program runs one of its predecessors, a callback. */
static bool is_ready(const struct op *op)
{
	for (size_t i = 0; i < op->nafter; i++)
		if (!op->after[i]->done)
			return false;
	return true;
}

/*
 * Runs the wanted pending operations up to `to` and their predecessors, which are all before it. An operation may submit others
 * meanwhile. Returns one that is parked, if possible one that waits for memory: the operations after it cannot run. NULL: none.
 */
static struct op *run_wanted(struct op *to)
{
	const uint64_t most = to->number;
	struct op *op, *parked = NULL;
	bool is_there = false;

	for (op = to; op; op = op->prev)
		for (size_t i = 0; op->wanted && i < op->nafter; i++)
			op->after[i]->wanted = true;
	/* From the front each time: a callback runs without the lock, and another thread may change the list. */
	for (op = first; op && op->number <= most;) {
		if (!op->wanted || !is_ready(op)) {
			op = op->next;
			continue;
		}
		op_hold(op);
		op_do(op);
		if (op->parked && (!parked || !parked->kind->stuck))
			parked = op;
		op_drop(op);
		op = first;
	}
	/* Another thread may have ended it while a callback ran. */
	for (op = parked ? first : NULL; op; op = op->next) {
		is_there |= op == parked;
		op->wanted = false;
	}
	return is_there ? parked : NULL;
}

/* Of host functions, one begins when the other has returned. */
static bool can_begin(const struct op *op)
{
	return !op->parked && is_ready(op) && !(op->kind == &op_callback && thread_state()->in_callback);
}

static bool is_parked(const struct op *op)
{
	return op->parked && is_ready(op);
}

/* Runs those operations, from the first on, until one has begun, ended, or changed memory. False: none has. */
static bool another_moves(bool (*may)(const struct op *op))
{
	const bool moved = has_moved;
	uint64_t number = 0;
	bool moves = false;

	for (struct op *op = first; op && !moves; op = op ? op->next : first) {
		if (op->number <= number || !may(op))
			continue;
		number = op->number;
		has_moved = false;
		op_do(op);
		moves = has_moved;
		op = NULL;
	}
	has_moved = moved || moves;
	return moves;
}

/*
 * `op` waits for memory: any other operation may write it. True: look again. Nothing waits for the others, so that kernels among
 * them may wait for the host. A kernel that runs early, because the host touches its memory, starts no other operations.
 */
static bool others_move(struct op *op)
{
	struct thread *t = thread_state();
	const unsigned waits = t->waits;
	const bool was_alone = op->alone;
	const uint64_t before = submitted_ops;
	static unsigned turns;
	bool moves;

	if (!op->kind->stuck && guard_runs_early()) {
		op->alone = waits;
		return false;
	}
	t->waits = 0;
	op_hold(op); /* a host function may end it, and what comes after it */
	moves = another_moves(can_begin) || another_moves(is_parked);
	t->waits = waits;
	op->alone = !moves && waits;
	if (op->alone && op->kind->stuck)
		op->kind->stuck(op);
	else if (was_alone || ++turns % TURNS == 0)
		runtime_pause(); /* other threads of the program may write it, or submit what does */
	op->alone = op->alone && submitted_ops == before;
	op_drop(op);
	return moves || waits;
}

bool queue_goes_on(void)
{
	vm_assert(!thread_state()->waits);
	return another_moves(can_begin) || another_moves(is_parked);
}

static void report_waited(struct op *op, int device)
{
	timing_waited(op, device);
	for (size_t i = 0; i < nwait_watchers; i++)
		wait_watchers[i](op, device);
}

void queue_do(struct op *op)
{
	if (op->done)
		return;
	op_hold(op);
	op->wanted = true;
	while (!op->done) {
		struct op *parked = run_wanted(op);

		if (op->done || (parked && !others_move(parked) && !thread_state()->waits))
			break;
		if (!parked)
			runtime_pause();
		op->wanted = true;
	}
	op_drop(op);
}

bool queue_has_run_ops(void)
{
	bool moved = has_moved;

	has_moved = false;
	return moved;
}

void queue_run(struct op *op)
{
	op_hold(op);
	thread_state()->waits++;
	queue_do(op);
	vm_assert(thread_state()->waits > 0);
	thread_state()->waits--;
	report_waited(op, op->device);
	op_drop(op);
}

bool asked_again(struct asked *asked, const struct call_site *site)
{
	uint64_t hash = 14695981039346656037u;

	for (unsigned i = 0; i < SITE_FRAMES; i++)
		hash = (hash ^ (uintptr_t)site->pc[i]) * 1099511628211u;
	for (unsigned i = 0; i < asked->n; i++)
		if (asked->at[i] == hash)
			return true;
	if (asked->n == ASKED_MOST)
		return true;
	vm_assert(asked->n < ASKED_MOST);
	asked->at[asked->n++] = hash;
	return false;
}

bool queue_see(struct op *op)
{
	bool done;

	op_hold(op);
	queue_do(op);
	done = op->done;
	if (done)
		report_waited(op, op->device);
	op_drop(op);
	return done;
}

void queue_ask(struct op *op)
{
	op_hold(op);
	if (!queue_see(op))
		guard_asked(op);
	op_drop(op);
}

/* Runs what can run of a device, or of all. True: look again, because one is parked, or another thread runs a function there. */
static bool run_all(int device)
{
	struct op *parked;
	bool any = false;

	for (struct op *op = first; op; op = op->next)
		if (device < 0 || op->device == device)
			any = op->wanted = true;
	parked = any ? run_wanted(last) : NULL;
	if (!parked && callback_runs(device)) {
		runtime_pause();
		return true;
	}
	return parked && others_move(parked);
}

void queue_run_all(int device)
{
	thread_state()->waits++;
	while (run_all(device))
		;
	vm_assert(thread_state()->waits > 0);
	thread_state()->waits--;
	report_waited(NULL, device);
}

/* ---- submitting ---------------------------------------------------------------------------- */

static void append(struct op *op)
{
	vm_assert(!op->number && !op->prev && !op->next);
	op->number = ++submitted_ops;
	op->prev = last;
	*(last ? &last->next : &first) = op;
	last = op;
	npending++;
}

/* Makes this operation the stream's last one; both hold it. */
static void set_last(struct stream *s, struct op *op)
{
	op_hold(op);
	op_drop(s->last);
	s->last = op;
	s->asked.n = 0;
}

/* Submits an operation that has its predecessors already. */
static void hand_in(struct op *op, struct stream *s)
{
	vm_assert(!op->done && op->kind);
	op->stream = s;
	op->device = s->device;
	append(op);
	timing_submitted(op);
	for (size_t i = 0; i < nwatchers; i++)
		if (watchers[i].submitted)
			watchers[i].submitted(op);
}

static cudaError_t submit(struct op *op, struct stream *s, bool run)
{
	cudaError_t e = graph_capture_legacy(&op->call, s);

	if (e != cudaSuccess) {
		op_drop(op);
		return e;
	}
	if (s->capture) {
		e = run ? graph_capture_invalidate(&op->call, s) : graph_capture(s, op);
		op_drop(op);
		return e;
	}
	if (!stream_order(s, op)) {
		op_drop(op);
		return cudaErrorMemoryAllocation;
	}
	hand_in(op, s);
	set_last(s, op);
	if (run) {
		op_hold(op);
		queue_run(op);
		op->staging = false;
		op_drop(op);
	} else {
		guard_close(op);
	}
	if (npending > PENDING_MAX && !first->parked)
		queue_do(first);
	return runtime.devices[s->device].fault;
}

cudaError_t op_submit(struct op *op, struct stream *stream)
{
	return op ? submit(op, stream, false) : cudaErrorMemoryAllocation;
}

cudaError_t op_submit_and_run(struct op *op, struct stream *stream)
{
	return op ? submit(op, stream, true) : cudaErrorMemoryAllocation;
}

void op_submit_beside(struct op *op, struct stream *stream)
{
	hand_in(op, stream);
	guard_close(op);
}
