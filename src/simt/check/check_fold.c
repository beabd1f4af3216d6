/*
 * check_fold.c - one cause, one report: finds causes that follow from another one.
 *
 * The learner must change one place, but the checker sees all its consequences. A cause is folded under another one when the
 * remedy of that one removes it:
 *
 *	read before the write                  under the race of the two, or the copy that is pending
 *	race within a warp                     under the race of warps or blocks for the same object
 *	race with an earlier line              under the same with a later line: its barrier comes after both
 *	races that one barrier can end         under the first of them: its advice names the lines that fit all
 *	wrong index computed from a racy value under the race on that value: an out-of-bounds access, a race
 *	race on the line of another race       under the earlier one, if blocks race for the same array: it needs another way of
 *	                                       sharing
 *	barrier after a divergent barrier      under the first: the threads are out of step from there on
 *	race in shared memory                  the same, even an earlier one: threads are out of step before they wait for each
 *	                                       other
 *	barrier that exited threads miss       under the first barrier that they did not reach
 *	barrier in a branch or loop            under the race on the value that the condition reads, if nothing else sends threads
 *	                                       different ways
 *	access to a wrong place, endless loop  under the uninitialised value that is its address or condition
 *	access to a wrong place                under the read of unwritten memory that its index is computed from
 *	race of blocks                         under one on a value that decides a branch or ends a waiting loop: a flag or a lock
 *	                                       that does not work
 *	access to a wrong place                under the read of host memory that its address is computed from
 *	access through null                    under an earlier one, after malloc() in a kernel has returned null
 *	race in dynamic shared memory          under the overlap of two arrays there
 *	access past the end of an array        under an earlier one by the same threads, if several, or of the same element or
 *	                                       array: one guard is missing
 *	read of an unwritten global array      under the access past the end of another one by the same threads at that index
 *	misaligned access                      under an earlier one of the same array: both use one misaligned base
 *	access past dynamic shared memory      under an earlier one: the launch requests too little
 *	access past the end of a shared array  under an earlier one, of the same first element: the array is too small
 *	                                       under an earlier write past its end: it is indexed by one wrong base
 *	read of an unwritten shared array      under a write past its end: what belongs there went elsewhere
 *	                                       under an earlier one of the same array: one loop that fills it is too short
 *	barrier that exited threads miss       under the read of unwritten shared memory: they have not written theirs
 *	races of a kernel without any barrier  under the first for the same array: its advice names the lines of all
 *	read before the write                  under the race on, or the read of, a value that the place of the writes is computed
 *	                                       from
 *	asynchronous read without a fence      under an earlier one of the same array, or at the same line: one fence.proxy.async
 *	                                       is missing
 *	wgmma without a fence                  under an earlier one
 *	endless wait at an mbarrier            under the bulk copy that came too early: its thread is phases ahead
 *	endless kernel                         under an earlier illegal read by the same thread: the value that it goes on with is
 *	                                       invented
 *	read of an unwritten global array      under an earlier one of the same array, if nothing has written it, or if one call that
 *	                                       wrote a part explains both
 *	race on an array that only strays hit  under the access that leaves its own array
 *	race in shared memory of such an access under it
 *
 * Only a cause of the same launch counts, and for barriers only an earlier one. If a cause was folded wrongly, the next run
 * reports it, because its supposed cause is gone.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_flow.h"
#include "simt/check/check_init.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "words/kinds.h"

#include <stdio.h>
#include <stdlib.h>

/* The instruction, if it reads. */
static const struct ptx_instr *load_of(const struct ptx_instr *i)
{
	return i && (i->op == PTX_LD || i->op == PTX_ATOM) ? i : NULL;
}

static bool places_touch(const struct cause *k, const struct cause *race)
{
	return same_place(&k->place, k->at, &race->place, race->at) ||
	       same_place(&k->place, k->at, &race->other_place, race->other) ||
	       (k->other && same_place(&k->other_place, k->other, &race->place, race->at)) ||
	       (k->other && same_place(&k->other_place, k->other, &race->other_place, race->other));
}

/* A consequence of a copy without a wait. */
static bool follows_copy(const struct cause *k, const struct cause *copy)
{
	return copy->kind == KIND_ASYNC_COPY_PENDING && copy->object == k->object && places_touch(k, copy) &&
	       (k->kind == KIND_UNINITIALISED_READ || k->kind == KIND_DATA_RACE_SHARED);
}

/* A __syncthreads() that ends the race of warps also ends that of lanes, wherever the two races are. */
static bool follows_race(const struct cause *k, const struct cause *race)
{
	if (race->object != k->object)
		return false;
	if (k->kind == KIND_RACE_WITHIN_WARP)
		return race_is(race) && (race->race.distance == SAME_BLOCK || places_touch(k, race));
	return k->kind == KIND_UNINITIALISED_READ && (race_is(race) || race->kind == KIND_RACE_WITHIN_WARP) &&
	       places_touch(k, race);
}

/* One access that races with two earlier ones: a barrier after the later one is after both. */
static bool same_barrier_missing(const struct cause *k, const struct cause *later)
{
	return race_is(k) && later->kind == k->kind && later->object == k->object && !k->race.both_write &&
	       !later->race.both_write && k->race.distance == SAME_BLOCK && later->race.distance == SAME_BLOCK && k->place.line &&
	       same_place(&k->place, k->at, &later->place, later->at) && k->other_place.file == later->other_place.file &&
	       k->other_place.line < later->other_place.line && later->other_place.line < k->place.line;
}

/* The same access, but the line of the other threads' accesses is unknown. */
static bool less_exact(const struct cause *k, const struct cause *race)
{
	return race_is(k) && !k->other && race->other && race->kind == k->kind && race->object == k->object &&
	       (same_place(&k->place, k->at, &race->place, race->at) ||
		same_place(&k->place, k->at, &race->other_place, race->other));
}

/* The race is why threads went different ways, and so did not meet at the barrier. */
static bool parts_threads(struct checker *c, const struct cause *race, const struct cause *k)
{
	return (race_is(race) || race->kind == KIND_RACE_WITHIN_WARP) && race < k &&
	       (k->kind == KIND_DIVERGENT_BARRIER || k->kind == KIND_EXITED_AT_BARRIER || k->kind == KIND_DEADLOCK) && k->at &&
	       (path_parts_by(c, k->at, k->other, load_of(race->at)) || path_parts_by(c, k->at, k->other, load_of(race->other)));
}

/* Threads are out of step long before the vm can see that they will not meet at a barrier. */
static bool follows_barrier(struct checker *c, const struct cause *k, const struct cause *divergent)
{
	const struct cause *first = c->causes;

	if (divergent->kind != KIND_DIVERGENT_BARRIER || (k->kind != KIND_DATA_RACE_SHARED && k->kind != KIND_RACE_WITHIN_WARP))
		return false;
	while (first->kind != KIND_DIVERGENT_BARRIER)
		first++;
	return !parts_threads(c, k, first);
}

static bool follows_divergence(const struct cause *k, const struct cause *first)
{
	if (first->kind == KIND_DIVERGENT_BARRIER)
		return k->kind == KIND_EXITED_AT_BARRIER || k->kind == KIND_DEADLOCK ||
		       (k->kind == KIND_DIVERGENT_BARRIER && places_touch(k, first));
	return first->kind == KIND_EXITED_AT_BARRIER && k->kind == KIND_EXITED_AT_BARRIER;
}

/*
 * The same threads, with one missing guard: they go past the end of one array
 * or at one index, or all of them past the end of each.
 */
static bool follows_guard(const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_OUT_OF_BOUNDS && earlier->kind == KIND_OUT_OF_BOUNDS && k->bounds.past_end &&
	       earlier->bounds.past_end && k->block_linear == earlier->block_linear && k->thread == earlier->thread &&
	       k->threads == earlier->threads &&
	       (k->object == earlier->object || k->bounds.element == earlier->bounds.element || k->threads > 1);
}

/* Is it an allocation of which nothing was written? */
static bool is_all_missing(const struct checker *c, const void *object)
{
	const struct simt_allocation *a;

	for (size_t n = 0; (a = simt_allocation_at(c->launch.mem, n)); n++)
		if (a == object)
			return a->shadow && a->shadow->missing == a->bytes;
	return false;
}

/* Threads that a guard lets through, one index too far: nothing has written what they read there. */
static bool beyond_guard(const struct checker *c, const struct cause *k, const struct cause *past)
{
	return k->kind == KIND_UNINITIALISED_READ && past->kind == KIND_OUT_OF_BOUNDS && past->bounds.past_end &&
	       !k->unset.root && k->object && !check_is_shared(c, k->object) && k->block_linear == past->block_linear &&
	       k->thread == past->thread && k->threads == past->threads && k->bounds.element == past->bounds.element &&
	       !is_all_missing(c, k->object) && !trace_leads_to(c, k->at, past->at);
}

static bool is_store(const struct ptx_instr *i)
{
	return i && (i->op == PTX_ST || i->op == PTX_ATOM || i->op == PTX_RED);
}

/* One array of a block, too small: its threads reach the same element from several lines. */
static bool follows_size(const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_OUT_OF_BOUNDS && earlier->kind == KIND_OUT_OF_BOUNDS && k->bounds.past_shared &&
	       earlier->bounds.past_shared && k->object == earlier->object &&
	       (k->bounds.element == earlier->bounds.element || is_store(earlier->at));
}

/* What a thread has written past the end is missing in the array; but not if the place comes from what is read. */
static bool follows_overrun(const struct checker *c, const struct cause *k, const struct cause *write)
{
	return k->kind == KIND_UNINITIALISED_READ && write->kind == KIND_OUT_OF_BOUNDS && write->bounds.past_shared &&
	       is_store(write->at) && k->object == write->object && !trace_leads_to(c, k->at, write->at);
}

/* Whichever line uses the pointer. */
static bool same_alignment(const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_MISALIGNED && earlier->kind == k->kind && k->object == earlier->object;
}

/* The loop that fills the array is too short: whichever line reads it. */
static bool same_unfilled(const struct checker *c, const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_UNINITIALISED_READ && earlier->kind == k->kind && k->object == earlier->object &&
	       check_is_shared(c, k->object);
}

/* One call of the host is missing, or stopped too early: whichever line reads the array. */
static bool same_unwritten(struct checker *c, const struct cause *k, const struct cause *earlier)
{
	if (k->kind != KIND_UNINITIALISED_READ || earlier->kind != k->kind || k->unset.root || earlier->unset.root ||
	    !k->object || k->object != earlier->object)
		return false;
	return (k->unset.is_explained && earlier->unset.is_explained) || is_all_missing(c, k->object);
}

/* An illegal read gives 0, and a garbage index may give anything: what the thread then waits for may never come. */
static bool follows_illegal_read(const struct cause *k, const struct cause *read)
{
	if ((k->kind != KIND_HANG && k->kind != KIND_DEADLOCK) || k->block_linear != read->block_linear ||
	    k->thread != read->thread || !read->at || (read->at->op != PTX_LD && read->at->op != PTX_ATOM))
		return false;
	switch (read->kind) {
	case KIND_OUT_OF_BOUNDS: case KIND_NULL_POINTER: case KIND_MISALIGNED: case KIND_USE_AFTER_FREE:
	case KIND_HOST_POINTER: return true;
	default: return false;
	}
}

/* The producer of a pipeline that runs ahead passes phases for which consumers still wait. */
static bool follows_producer(const struct cause *k, const struct cause *copy)
{
	return (k->kind == KIND_HANG || k->kind == KIND_DEADLOCK) && k->at && k->at->op == PTX_MBARRIER &&
	       copy->kind == KIND_ASYNC_COPY_PENDING && copy->other && (copy->other->op != PTX_CP ||
									copy->other->mode2 == PTX_M_BULK);
}

static bool same_fence(const struct cause *k, const struct cause *earlier)
{
	return k->kind == earlier->kind && (k->kind == KIND_PRODUCT_UNFENCED ||
					    (k->kind == KIND_PROXY_FENCE && (k->object == earlier->object ||
	       same_place(&k->place, k->at, &earlier->place, earlier->at))));
}

/* If blocks share an array wrongly on one line, they share it wrongly on the next. */
static bool same_sharing(const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_DATA_RACE_GLOBAL && earlier->kind == k->kind && k->object == earlier->object &&
	       k->race.distance == SAME_GRID && earlier->race.distance == SAME_GRID && places_touch(k, earlier);
}

static bool at_barrier(const struct cause *k)
{
	return k->kind == KIND_DIVERGENT_BARRIER || k->kind == KIND_EXITED_AT_BARRIER || k->kind == KIND_DEADLOCK;
}

static bool race_decides(const struct checker *c, const struct cause *race)
{
	return race_is(race) && (trace_decides(c, race->at) || trace_decides(c, race->other));
}

static bool race_leads_to(const struct checker *c, const struct cause *k, const struct cause *race)
{
	return (race_is(k) || k->kind == KIND_OUT_OF_BOUNDS) && (race_is(race) || race->kind == KIND_RACE_WITHIN_WARP) &&
	       k->object != race->object && (trace_leads_to(c, race->at, k->at) || trace_leads_to(c, race->at, k->other) ||
		trace_leads_to(c, race->other, k->at) || trace_leads_to(c, race->other, k->other)) &&
	       !trace_leads_to(c, k->at, race->at) && !trace_leads_to(c, k->other, race->at);
}

/* An uninitialised address or condition may lead anywhere. */
static bool follows_unset(const struct checker *c, const struct cause *k, const struct cause *unset)
{
	const struct ptx_instr *at = unset->unset.used ? unset->unset.used : unset->at;
	struct ptx_place used = unset->unset.used ? ptx_instr_place(c->launch.module, at) : unset->place;

	if (!unset->unset.root || k->unset.root || !same_place(&k->place, k->at, &used, at))
		return false;
	switch (k->kind) {
	case KIND_OUT_OF_BOUNDS: case KIND_NULL_POINTER: case KIND_MISALIGNED: case KIND_USE_AFTER_FREE: case KIND_HOST_POINTER:
	case KIND_READ_ONLY_WRITE: case KIND_BAD_TEXTURE: return unset->unset.is_address;
	case KIND_HANG: case KIND_DEADLOCK: return !unset->unset.is_address;
	default: return false;
	}
}

/* An index that was never written may lead anywhere. */
static bool index_unwritten(const struct checker *c, const struct cause *k, const struct cause *read)
{
	return k->kind == KIND_OUT_OF_BOUNDS && read->kind == KIND_UNINITIALISED_READ && !read->unset.root &&
	       trace_leads_to(c, read->at, k->at);
}

/* A wrong place for the writes: what should have been written is not. */
static bool written_elsewhere(struct checker *c, const struct cause *k, const struct cause *from)
{
	if (k->kind != KIND_UNINITIALISED_READ || !k->object || k->object == from->object ||
	    (!race_is(from) && from->kind != KIND_UNINITIALISED_READ))
		return false;
	for (size_t n = 0; n < c->launch.nshared_vars; n++)
		if (k->object == &c->launch.shared_vars[n])
			return trace_places_writes(c, from->at, c->launch.shared_vars[n].var) ||
			       trace_places_writes(c, from->other, c->launch.shared_vars[n].var);
	return false;
}

/* What a kernel reads through a host pointer, it does not get: a pointer in there leads nowhere. */
static bool follows_host_pointer(const struct checker *c, const struct cause *k, const struct cause *read)
{
	return (k->kind == KIND_NULL_POINTER || k->kind == KIND_OUT_OF_BOUNDS || k->kind == KIND_BAD_CALL) &&
	       read->kind == KIND_HOST_POINTER && (trace_leads_to(c, read->at, k->at) ||
						   same_place(&k->place, k->at, &read->place, read->at));
}

static bool race_waits(const struct checker *c, const struct cause *race)
{
	return path_polls(c, race->at) || path_polls(c, race->other);
}

/* A flag or a lock that does not work: what it should hand over or protect races, too. */
static bool same_flag(const struct checker *c, const struct cause *k, const struct cause *flag)
{
	if (k->kind != KIND_DATA_RACE_GLOBAL || flag->kind != k->kind || k->race.distance != SAME_GRID ||
	    flag->race.distance != SAME_GRID || places_touch(k, flag))
		return false;
	return race_waits(c, flag) ? !race_waits(c, k) : race_decides(c, flag) && !race_decides(c, k);
}

static bool follows_failed_malloc(const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_NULL_POINTER && earlier->kind == KIND_NULL_POINTER && k->bounds.from_malloc &&
	       earlier->bounds.from_malloc;
}

static bool follows_launch(const struct checker *c, const struct cause *k, const struct cause *earlier)
{
	return k->kind == KIND_OUT_OF_BOUNDS && earlier->kind == KIND_OUT_OF_BOUNDS && k->object == earlier->object &&
	       check_is_dynamic_shared(c, k->object);
}

static bool follows_overlap(const struct checker *c, const struct cause *k, const struct cause *overlap)
{
	return overlap->views.is_overlap && k->kind == KIND_DATA_RACE_SHARED && check_is_dynamic_shared(c, k->object) &&
	       (!k->views.is_overlap || overlap < k);
}

/* An access that leaves its intended array writes to another one, which no instruction should write. */
static bool follows_stray(struct checker *c, const struct cause *k, const struct cause *stray)
{
	const struct simt_allocation *array = NULL, *a;

	if (stray->kind != KIND_OUT_OF_BOUNDS || (k->kind != KIND_DATA_RACE_GLOBAL && k->kind != KIND_RACE_WITHIN_WARP) ||
	    k->object == stray->object || !places_touch(k, stray))
		return false;
	for (size_t n = 0; !array && (a = simt_allocation_at(c->launch.mem, n)); n++)
		array = k->object == a ? a : NULL;
	return array && calm_is(c, array);
}

/* The same in shared memory, where the instruction says which array it means. */
static bool follows_stray_shared(const struct checker *c, const struct cause *k, const struct cause *stray)
{
	return stray->kind == KIND_OUT_OF_BOUNDS && (k->kind == KIND_DATA_RACE_SHARED || k->kind == KIND_RACE_WITHIN_WARP) &&
	       stray->at && (k->at == stray->at || k->other == stray->at) && k->object != stray->object &&
	       check_is_shared(c, k->object) && check_is_shared(c, stray->object);
}

/* Nothing follows from such a race that does not follow from the stray. */
static bool is_due_to_overrun(const struct cause *k)
{
	vm_assert(!k->folded || k->under);
	return k->folded && k->under->kind == KIND_OUT_OF_BOUNDS;
}

/* Updates that get lost: that their writes race, too, is no other mistake. */
static bool follows_update(const struct checker *c, const struct cause *k, const struct cause *from)
{
	return k->race.both_write && race_is(from) && from->object == k->object && (k->at == from->at || k->at == from->other) &&
	       trace_updates(c, from->at, from->other, from->race.distance);
}

static bool follows(struct checker *c, const struct cause *k, const struct cause *from)
{
	bool earlier = from < k;

	return follows_copy(k, from) || follows_unset(c, k, from) || follows_race(k, from) || same_barrier_missing(k, from) ||
	       less_exact(k, from) || follows_overlap(c, k, from) || follows_overrun(c, k, from) ||
	       beyond_guard(c, k, from) ||
	       (earlier && (follows_failed_malloc(k, from) || follows_launch(c, k, from))) ||
	       race_leads_to(c, k, from) || index_unwritten(c, k, from) || written_elsewhere(c, k, from) ||
	       follows_update(c, k, from) || follows_host_pointer(c, k, from) || same_flag(c, k, from) ||
	       follows_barrier(c, k, from) ||
	       parts_threads(c, from, k) || (earlier && (follows_guard(k, from) || follows_size(k, from) || same_fence(k, from) ||
			    same_unwritten(c, k, from) || same_unfilled(c, k, from) || same_alignment(k, from) ||
			    same_sharing(k, from) || follows_producer(k, from) ||
			    follows_divergence(k, from) ||
			    follows_illegal_read(k, from))) ||
	       (earlier && at_barrier(k) && race_decides(c, from));
}

/* One round of a loop reads what the next one writes: the barrier belongs at the end of the round. */
static bool is_loop_carried(const struct cause *k)
{
	return k->other && k->place.line && k->other_place.line > k->place.line && k->other_place.file == k->place.file &&
	       k->race.distance <= SAME_BLOCK && !k->race.both_write && !k->race.is_carved && !k->views.is_overlap;
}

/* The same for two races of one loop: their lines overlap. */
static bool round_barrier(const struct checker *c, const struct cause *k, struct cause *from)
{
	int after = from->race.after ? from->race.after : from->other_place.line;
	int before = from->race.before ? from->race.before : from->place.line;

	if (k->place.line > after || k->other_place.line < before)
		return false;
	from->race.after = k->other_place.line > after ? k->other_place.line : after;
	from->race.before = k->place.line < before ? k->place.line : before;
	race_advise(c, from);
	return true;
}

/* Can one barrier end both races? Then `from` gets the lines for it. */
static bool one_barrier(const struct checker *c, const struct cause *k, struct cause *from)
{
	int after = from->race.after ? from->race.after : from->other_place.line;
	int before = from->race.before ? from->race.before : from->place.line;

	if (!race_is(from) || !(race_is(k) || k->kind == KIND_RACE_WITHIN_WARP) || from->race.distance != SAME_BLOCK ||
	    k->place.file != from->place.file || function_of(c->launch.module, k->at) != function_of(c->launch.module, from->at))
		return false;
	if (is_loop_carried(k) && is_loop_carried(from))
		return round_barrier(c, k, from);
	if (!race_wants_barrier(c, k) || !race_wants_barrier(c, from))
		return false;
	after = k->other_place.line > after ? k->other_place.line : after;
	before = k->place.line < before ? k->place.line : before;
	if (after >= before)
		return false;
	from->race.after = after;
	from->race.before = before;
	race_advise(c, from);
	return true;
}

/*
 * Threads that have returned did not write their part of a shared array: that is why it is read unwritten, and gets that advice.
 */
static bool returned_early(const struct checker *c, const struct cause *k, struct cause *read)
{
	if (k->kind != KIND_EXITED_AT_BARRIER || read->kind != KIND_UNINITIALISED_READ || !check_is_shared(c, read->object) ||
	    k->block_linear != read->block_linear)
		return false;
	cause_advise(read, "some threads of the block have returned before __syncthreads()%s, and have written nothing: let them "
			   "stay, write a value that does no harm, such as 0, and guard the rest of their work alone",
			   words_line(c, k->at).s);
	return true;
}

static bool has_barrier(const struct ptx_function *f)
{
	for (size_t i = 0; f && i < f->ninstrs; i++)
		if (f->instrs[i].op == PTX_BAR || f->instrs[i].op == PTX_BARRIER || f->instrs[i].op == PTX_MBARRIER ||
		    f->instrs[i].op == PTX_CALL)
			return true;
	return !f;
}

/* All barriers are missing. */
static bool without_barriers(const struct checker *c, const struct cause *k, const struct cause *first)
{
	return k->kind == KIND_DATA_RACE_SHARED && first->kind == k->kind && k->object == first->object &&
	       k->race.distance == SAME_BLOCK && first->race.distance == SAME_BLOCK && k->at &&
	       function_of(c->launch.module, k->at) == function_of(c->launch.module, first->at) &&
	       !has_barrier(function_of(c->launch.module, k->at));
}

static int compare_lines(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* The lines behind which a barrier is missing: where the earlier of the two accesses is. */
static void advise_barriers(const struct checker *c, struct cause *first)
{
	int lines[CAUSES + 1], n = 0, kept = 0;
	char text[200] = "";
	size_t len = 0;

	for (const struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		if (k == first || (k->under == first && k->kind == first->kind))
			lines[n++] = k->other && k->other_place.line ? k->other_place.line : k->place.line;
	vm_assert(n > 0 && n <= CAUSES);
	qsort(lines, (size_t)n, sizeof *lines, compare_lines);
	for (int i = 0; i < n; i++)
		if (!kept || lines[i] != lines[kept - 1])
			lines[kept++] = lines[i];
	for (int i = 0; i < kept && len + 16 < sizeof text; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%d", i == 0 ? "" : i + 1 == kept ? " and " : ", ",
					lines[i]);
	cause_advise(first, "the kernel has no __syncthreads() at all: it needs one after line%s %s, in loops once in each round",
		     kept == 1 ? "" : "s", text);
}

/* Not if `from` is itself folded under the cause: one of them must remain. */
static bool is_folded_under(const struct cause *k, const struct cause *from)
{
	while (from && from != k)
		from = from->under;
	return from == k;
}

static void fold(struct cause *k, struct cause *from)
{
	k->folded = true;
	k->under = from;
	/* A warning with such a consequence is none. */
	from->is_error |= k->kind != KIND_UNINITIALISED_READ && (k->is_error || finding_rows[k->kind].level == FINDING_ERROR);
}

void causes_fold(struct checker *c)
{
	for (struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		for (struct cause *from = c->causes; from < c->causes + c->ncauses && !k->folded; from++)
			if (follows_stray(c, k, from) || follows_stray_shared(c, k, from))
				fold(k, from);
	for (struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		for (struct cause *from = c->causes; from < c->causes + c->ncauses && !k->folded; from++)
			if (!from->moved.held && !is_due_to_overrun(from) && !is_folded_under(k, from) && follows(c, k, from))
				fold(k, from);
	for (struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		for (struct cause *from = c->causes; from < c->causes + c->ncauses && !k->folded; from++)
			if ((from < k || (from > k && !race_is(k))) && !from->folded && one_barrier(c, k, from))
				fold(k, from);
	for (struct cause *k = c->causes; k < c->causes + c->ncauses; k++)
		for (struct cause *from = c->causes; from < c->causes + c->ncauses && !k->folded; from++) {
			if (from == k || from->folded || from->moved.held)
				continue;
			if (returned_early(c, k, from)) {
				fold(k, from);
			} else if (from < k && without_barriers(c, k, from)) {
				fold(k, from);
				advise_barriers(c, from);
			}
		}
}
