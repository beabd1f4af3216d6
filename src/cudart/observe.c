/*
 * observe.c - see observe.h. It uses data that the runtime already has: the queue's operations, the counts of calls,
 * the list of findings, the tables of memory and handles, and combines them at the end.
 */
#include "config.h"

#include "cudart/observe.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cudart/memory/copy.h"
#include "cudart/check/delivered.h"
#include "cudart/check/kernel_names.h"
#include "cudart/streams/event.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/journal.h"
#include "cudart/check/call_place.h"
#include "cudart/check/guard.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "cudart/streams/timing.h"

static bool watching;
static struct arena arena;         /* of the last result */
static struct observed seen;
static struct op *ops[OBSERVED_OPS_MOST]; /* those that have ended, each held */
static size_t nops;
static uint64_t nops_all;
static struct simt_counts counts;

/* The allocations at the moment of the peak. */
struct allocation { const char *name; struct call_site site; uint64_t bytes; };
static struct { struct allocation *at; size_t n, cap; uint64_t bytes; } peak;

/* Memory, streams and events that existed before. */
static uint64_t *old_memory;
static size_t nold_memory, cap_old_memory;
static unsigned old_streams;
static const struct event *old_events;

/* The call to fail on purpose. */
static uint64_t failing, able;
static struct call failed, after_failed; /* and the next one of those that can fail */
static cudaError_t failed_with;

/* ---- calls that fail on purpose -------------------------------------------------------------- */

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* nvcc's own entry point of a launch counts, too. */
static bool is_launch(const char *name)
{
	return begins(name, "cudaLaunchKernel") || begins(name, "__cudaLaunchKernel");
}

static bool is_free_or_query(const char *name)
{
	return begins(name, "cudaFree") || strstr(name, "Destroy") || begins(name, "cudaGetLastError") ||
	       begins(name, "cudaPeekAtLastError") || begins(name, "cudaGetError") || begins(name, "cudaHostUnregister") ||
	       begins(name, "cudaDeviceReset") || (begins(name, "__cuda") && !is_launch(name));
}

static cudaError_t usual_error(const char *name)
{
	static const char *const making[] = { "Malloc", "Alloc", "Create", "Register", "Instantiate" };

	if (is_launch(name) || begins(name, "cudaLaunchCooperative"))
		return cudaErrorLaunchOutOfResources;
	for (size_t i = 0; i < sizeof making / sizeof *making; i++)
		if (strstr(name, making[i]))
			return cudaErrorMemoryAllocation;
	return cudaErrorUnknown;
}

static cudaError_t wanted;

static bool reject(struct call *call, cudaError_t *error)
{
	if (is_free_or_query(call->name))
		return false;
	JOURNAL(JOURNAL_ABLE, NULL, 0);
	if (++able < failing || !failing || after_failed.name)
		return false;
	if (is_launch(call->name) && thread_state()->popped.pc[0]) {
		call->site = thread_state()->popped;
		memset(&thread_state()->popped, 0, sizeof call->site);
	}
	if (able > failing) {
		after_failed = *call;
		JOURNAL(JOURNAL_AFTER, call->name, 0);
		return false;
	}
	failed = *call;
	failed_with = *error = wanted != cudaSuccess ? wanted : usual_error(call->name);
	JOURNAL(JOURNAL_FORCED, call->name, (uint64_t)*error);
	return true;
}

void warpbook_observe_fail(uint64_t n, int error)
{
	runtime_lock();
	failing = n;
	wanted = (cudaError_t)error;
	runtime_unlock();
}

/* ---- recording ---------------------------------------------------------------------------------- */

static void add_device_memory(struct memory *m, void *ctx)
{
	if (m->kind == MEMORY_DEVICE && !m->is_variable)
		*(uint64_t *)ctx += m->bytes;
}

static void note_allocation(struct memory *m, void *ctx)
{
	(void)ctx;
	if (m->kind != MEMORY_DEVICE || m->is_variable || !m->made.name)
		return;
	if (peak.n == peak.cap) {
		size_t room = peak.cap ? 2 * peak.cap : 64;
		struct allocation *more = realloc(peak.at, room * sizeof *more);

		if (!more)
			return;
		peak.at = more;
		peak.cap = room;
	}
	peak.at[peak.n++] = (struct allocation){ m->made.name, m->made.site, m->bytes };
}

static void submitted(struct op *op)
{
	uint64_t bytes = 0;

	if (!watching)
		return;
	memory_each(add_device_memory, &bytes);
	if (bytes <= peak.bytes)
		return;
	peak.bytes = bytes;
	peak.n = 0;
	memory_each(note_allocation, NULL);
}

bool observe_takes(const struct op *op)
{
	return !op->skipped && op->kind != &op_record && op->engine != ENGINE_NONE;
}

static void ended(struct op *op)
{
	if (!watching || !observe_takes(op))
		return;
	delivered_ended(op);
	nops_all++;
	if (op->kind == &op_kernel) {
		const struct kernel_op *k = (const struct kernel_op *)op;

		for (size_t i = 0; i < simt_ncounters; i++)
			*(uint64_t *)((char *)&counts + simt_counters[i].offset) +=
				simt_counter_value(&k->counts, &simt_counters[i]);
	}
	if (nops == OBSERVED_OPS_MOST)
		return;
	op_hold(op);
	ops[nops++] = op;
}

static void note_old(struct memory *m, void *ctx)
{
	(void)ctx;
	if (nold_memory == cap_old_memory) {
		size_t room = cap_old_memory ? 2 * cap_old_memory : 64;
		uint64_t *more = realloc(old_memory, room * sizeof *more);

		if (!more)
			return;
		old_memory = more;
		cap_old_memory = room;
	}
	old_memory[nold_memory++] = m->addr;
}

void warpbook_observe_begin(observe_send *send, int to)
{
	static bool joined;

	runtime_lock();
	if (!joined)
		queue_watch(submitted, ended);
	joined = watching = true;
	call_reject = reject;
	while (nops)
		op_drop(ops[--nops]);
	delivered_begin();
	arena_release(&arena);
	memset(&counts, 0, sizeof counts);
	nops_all = peak.bytes = peak.n = failing = able = 0;
	failed = after_failed = (struct call){ 0 };
	call_counts_clear();
	report_disable();
	nold_memory = 0;
	memory_each(note_old, NULL);
	/* A program that used CUDA before its harness began has installed the guard's handler too early. */
	guard_catch_faults();
	timing_host_begin();
	old_streams = runtime.streams_made;
	old_events = event_newest();
	journal_seal(send, to, timing_clock());
	journal_begin();
	runtime_unlock();
}

void warpbook_observe_seal(observe_send *send, int to)
{
	guard_catch_steps();
	journal_seal(send, to, timing_clock());
	journal_flush();
}

/* ---- putting together ------------------------------------------------------------------------------ */

/* Replaces an entry point's name for one kind of default stream by the call's own name. */
static const char *plain_name(const char *name)
{
	size_t len;

	name = observed_name(name, &len);
	return name[len] ? arena_strndup(&arena, name, len) : name;
}

static bool same_place(const struct source_place *a, const struct source_place *b)
{
	return a->line == b->line && (a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file)));
}

static void calls_take(void)
{
	const struct call_count *list;
	size_t n;

	list = call_counts(&n);
	seen.calls = arena_array(&arena, n + 1, sizeof *seen.calls);
	for (size_t i = 0; seen.calls && i < n; i++) {
		struct observed_call call = { .name = plain_name(list[i].name), .times = list[i].times, .failed = list[i].failed,
					      .error = (int)list[i].error, .ns = list[i].ns };
		size_t k = 0;

		if (begins(call.name, "__cuda"))
			continue;
		call_place(&list[i].site, &call.place);
		while (k < seen.ncalls && (strcmp(seen.calls[k].name, call.name) || !same_place(&seen.calls[k].place, &call.place)))
			k++;
		if (k == seen.ncalls) {
			seen.calls[seen.ncalls++] = call;
		} else {
			seen.calls[k].times += call.times;
			seen.calls[k].failed += call.failed;
			seen.calls[k].ns += call.ns;
			seen.calls[k].error = seen.calls[k].error ? seen.calls[k].error : call.error;
		}
	}
}

/* The kernel's name as written: without its parameters, and without the return type of a template. */
static const char *kernel_name(const char *mangled)
{
	struct buf name = BUF_INIT;
	const char *kept;

	kernel_name_put(mangled, false, &name);
	kept = arena_strdup(&arena, buf_text(&name));
	buf_release(&name);
	return kept;
}

static enum observed_kind engine_kind(const struct op *op)
{
	switch (op->engine) {
	case ENGINE_COMPUTE:
		return OBSERVED_KERNEL;
	case ENGINE_TO_DEVICE:
		return op->kind == &op_fill ? OBSERVED_SET : OBSERVED_COPY_IN;
	case ENGINE_TO_HOST:
		return OBSERVED_COPY_OUT;
	case ENGINE_HOST:
		return OBSERVED_HOST_FUNCTION;
	default:
		return op->kind == &op_fill ? OBSERVED_SET : OBSERVED_COPY_WITHIN;
	}
}

/* Between devices: the two sides have different owners. */
static bool is_peer(const struct op *op)
{
	const struct copy_op *c = (const struct copy_op *)op;
	const struct memory *to, *from;

	if (op->kind != &op_copy)
		return false;
	to = memory_find(c->to.addr);
	from = memory_find(c->from.addr);
	return to && from && to->device != from->device;
}

enum observed_kind observe_kind(const struct op *op)
{
	enum observed_kind kind = engine_kind(op);

	return kind == OBSERVED_COPY_WITHIN && is_peer(op) ? OBSERVED_COPY_PEER : kind;
}

static void op_take(const struct op *op, struct observed_op *o)
{
	const struct kernel_op *k = (const struct kernel_op *)op;

	*o = (struct observed_op){
		.kind = observe_kind(op), .what = plain_name(op->call.name), .device = (uint32_t)op->device,
		.stream = op->stream ? op->stream->number : 0,
		.asynchronous = op->kind == &op_kernel || strstr(op->call.name, "Async"), .pinned = !op->pageable,
		.bytes = op->bytes, .read_in = op->read_in,
	};
	if (!timing_of(op, &o->start_ns, &o->end_ns))
		o->start_ns = o->end_ns = 0;
	call_place(&op->call.site, &o->place);
	if (op->kind == &op_kernel) {
		o->what = kernel_name(k->function->name);
		o->grid = k->grid;
		o->block = k->block;
		o->shared = k->shared;
	}
}

static int by_number(const void *a, const void *b)
{
	const struct op *x = *(const struct op *const *)a, *y = *(const struct op *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

static void ops_take(void)
{
	if (nops)
		qsort(ops, nops, sizeof *ops, by_number);
	seen.ops = arena_array(&arena, nops + 1, sizeof *seen.ops);
	for (size_t i = 0; seen.ops && i < nops; i++)
		op_take(ops[i], &seen.ops[seen.nops++]);
	seen.ops_dropped = nops_all - nops;
}

/* The row for the entry's kind of work, created if there is none. NULL without memory. */
static struct observed_cost *cost_row(const struct timeline_entry *e, enum observed_cost_kind kind, enum observed_kind work)
{
	static size_t cap;
	const struct source_place place = { .file = *e->file ? e->file : NULL, .line = e->line };
	const char *what = plain_name(e->name);
	struct observed_cost *c;

	cap = seen.ncosts ? cap : 0;
	for (size_t i = 0; i < seen.ncosts; i++)
		if (seen.costs[i].kind == kind && seen.costs[i].work == work && same_place(&seen.costs[i].place, &place) &&
		    !strcmp(seen.costs[i].what, what))
			return &seen.costs[i];
	c = arena_push(&arena, &seen.costs, &seen.ncosts, &cap, sizeof *c);
	if (c)
		*c = (struct observed_cost){ .kind = kind, .work = work, .what = arena_strdup(&arena, what), .place = place };
	return c && c->what ? c : NULL;
}

static bool has_waited(const struct timeline_entry *e)
{
	return e->kind == TIMELINE_HOST_WAIT && e->known && e->end > e->start;
}

/* Is `i` the first operation that the thread submits after its wait? Later ones are late because of the calls between. */
static bool follows_wait(const struct timeline_entry *all, size_t wait, size_t i)
{
	if (!has_waited(&all[wait]))
		return false;
	for (size_t k = wait + 1; k < i; k++)
		if (all[k].thread == all[wait].thread && all[k].kind != TIMELINE_HOST_WAIT && all[k].kind != TIMELINE_RECORD)
			return false;
	return true;
}

/* Handles a link of the chain: its own time, and how long the device was idle before it because the host had waited. */
static void link_take(const struct timeline_entry *all, size_t i)
{
	static const enum observed_kind kinds[TIMELINE_KINDS] = {
		[TIMELINE_COPY_IN] = OBSERVED_COPY_IN, [TIMELINE_COPY_OUT] = OBSERVED_COPY_OUT,
		[TIMELINE_COPY_WITHIN] = OBSERVED_COPY_WITHIN, [TIMELINE_COPY_PEER] = OBSERVED_COPY_PEER,
		[TIMELINE_SET] = OBSERVED_SET, [TIMELINE_KERNEL] = OBSERVED_KERNEL,
		[TIMELINE_HOST_FUNCTION] = OBSERVED_HOST_FUNCTION, [TIMELINE_MIGRATION] = OBSERVED_MIGRATION,
	};
	const struct timeline_entry *e = &all[i];
	struct observed_cost *c;

	if (e->kind == TIMELINE_HOST_WAIT)
		return;
	if (e->end > e->start && (c = cost_row(e, OBSERVED_COST_WORK, kinds[e->kind]))) {
		c->times++;
		c->ns += e->end - e->start;
	}
	if (e->because != TIMELINE_NO_ENTRY && follows_wait(all, e->because, i) &&
	    (c = cost_row(&all[e->because], OBSERVED_COST_WAIT, 0)))
		c->ns += e->start - all[e->because].end;
}

static void costs_take(const struct timeline_entry *entries, size_t n)
{
	size_t *chain = arena_array(&arena, n + 1, sizeof *chain), length;
	struct observed_cost *c;

	for (size_t i = 0; i < n; i++)
		if (has_waited(&entries[i]) && (c = cost_row(&entries[i], OBSERVED_COST_WAIT, 0)))
			c->times++;
	length = chain ? timeline_critical(entries, n, chain, n) : 0;
	for (size_t i = 0; i < length; i++)
		link_take(entries, chain[i]);
}

static void times_take(void)
{
	size_t n;
	const struct timeline_entry *entries = timing_entries(&n);

	if (!entries)
		return;
	for (size_t i = 0; i < n; i++)
		if (entries[i].known && entries[i].end > seen.total_ns)
			seen.total_ns = entries[i].end;
	seen.waits = timeline_waits(entries, n);
	costs_take(entries, n);
}

static size_t host_cap;
static uint32_t *entry_row; /* by entry: its operation or wait, from 1, as `because` has it */
static size_t entry_rows;

static void host_add(const struct timeline_entry *e, size_t index)
{
	struct observed_host *h = seen.nhost < OBSERVED_OPS_MOST ? arena_push(&arena, &seen.host, &seen.nhost, &host_cap, sizeof *h) : NULL;

	if (h)
		*h = (struct observed_host){ arena_strdup(&arena, plain_name(e->name)),
					     { .file = *e->file ? e->file : NULL, .line = e->line },
					     e->thread, e->kind == TIMELINE_HOST_WAIT, e->start, e->end,
					     index < entry_rows ? (uint32_t)index + 1 : 0 };
	if (h && index < entry_rows)
		entry_row[index] = (uint32_t)(seen.nops + seen.nhost);
}

/* What allowed the entry to begin, of those that the result has. */
static uint32_t because(const struct timeline_entry *entries, size_t index)
{
	size_t i = index < entry_rows ? entries[index].because : TIMELINE_NO_ENTRY;

	for (size_t steps = 0; i < entry_rows && !entry_row[i] && steps < entry_rows; steps++)
		i = entries[i].because;
	return i < entry_rows ? entry_row[i] : 0;
}

static void host_take(void)
{
	const struct timeline_entry *entries = timing_entries(&entry_rows);

	host_cap = 0;
	entry_row = arena_array(&arena, entry_rows + 1, sizeof *entry_row);
	if (!entries || !entry_row)
		return;
	for (size_t i = 0; i < seen.nops; i++)
		if (timing_index(ops[i]) < entry_rows)
			entry_row[timing_index(ops[i])] = (uint32_t)i + 1;
	timing_host_each(host_add);
	entries = timing_entries(&entry_rows);
	for (size_t i = 0; entries && i < seen.nops; i++)
		seen.ops[i].because = because(entries, timing_index(ops[i]));
	for (size_t i = 0; entries && i < seen.nhost; i++)
		seen.host[i].because = seen.host[i].because ? because(entries, seen.host[i].because - 1) : 0;
}

/* Of the lines that had allocated memory at the peak, the one with the most. */
static void peak_take(void)
{
	size_t lines = 0;
	struct observed_made *list = arena_array(&arena, peak.n + 1, sizeof *list);

	seen.peak_bytes = peak.bytes;
	for (size_t i = 0; list && i < peak.n; i++) {
		struct source_place place;
		size_t k = 0;

		call_place(&peak.at[i].site, &place);
		while (k < lines && (strcmp(list[k].what, plain_name(peak.at[i].name)) || !same_place(&list[k].place, &place)))
			k++;
		if (k == lines)
			list[lines++] = (struct observed_made){ .what = plain_name(peak.at[i].name), .place = place };
		list[k].count++;
		list[k].bytes += peak.at[i].bytes;
		if (list[k].bytes > seen.peak.bytes)
			seen.peak = list[k];
	}
}

/* Adds one more object that still exists, made by that call. */
static void leak_add(const char *what, const struct call_site *made, uint64_t bytes)
{
	static size_t cap;
	struct source_place place;
	struct observed_made *l;

	cap = seen.nleaks ? cap : 0;
	call_place(made, &place);
	for (size_t i = 0; i < seen.nleaks; i++)
		if (!strcmp(seen.leaks[i].what, what) && same_place(&seen.leaks[i].place, &place)) {
			seen.leaks[i].count++;
			seen.leaks[i].bytes += bytes;
			return;
		}
	l = arena_push(&arena, &seen.leaks, &seen.nleaks, &cap, sizeof *l);
	if (l)
		*l = (struct observed_made){ .what = what, .place = place, .count = 1, .bytes = bytes };
}

static void leak_of_memory(struct memory *m, void *ctx)
{
	(void)ctx;
	if (m->is_variable || m->graph_frees || m->freed.name || !m->made.name)
		return;
	for (size_t i = 0; i < nold_memory; i++)
		if (old_memory[i] == m->addr)
			return;
	leak_add(plain_name(m->made.name), &m->made.site, m->bytes);
}

static void leaks_take(void)
{
	memory_each(leak_of_memory, NULL);
	for (unsigned d = 0; d < runtime.ndevices; d++)
		for (const struct stream *s = runtime.devices[d].streams; s; s = s->next)
			if (s->magic == STREAM_MAGIC && s->number > old_streams && !s->is_per_thread)
				leak_add("cudaStreamCreate", &s->born, 0);
	for (const struct event *e = event_newest(); e && e != old_events; e = e->next)
		if (!e->is_dead)
			leak_add("cudaEventCreate", &e->born, 0);
}

static void counters_take(void)
{
	seen.counters = arena_array(&arena, simt_ncounters + 1, sizeof *seen.counters);
	for (size_t i = 0; seen.counters && i < simt_ncounters; i++)
		seen.counters[seen.ncounters++] = (struct observed_counter){ simt_counters[i].name,
									     simt_counter_value(&counts, &simt_counters[i]) };
}

/* Looks up all sites at once: one look-up costs as much as many. */
static void sites_prepare(void)
{
	const struct call_count *list;
	const struct call_site **sites;
	size_t n;

	list = call_counts(&n);
	sites = arena_array(&arena, n + 1, sizeof *sites);
	for (size_t i = 0; sites && i < n; i++)
		sites[i] = &list[i].site;
	if (sites)
		call_place_prepare(sites, n);
}

static const char *error_name(cudaError_t error)
{
	static const struct { const char *name; cudaError_t error; } names[] = {
#define CUDA_ERROR(name, number, text, advice) { #name, name },
#include "cudart/errors.def"
#undef CUDA_ERROR
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].error == error)
			return names[i].name;
	return NULL;
}

static void forced_take(void)
{
	seen.can_fail = able;
	if (!failed.name)
		return;
	seen.forced.name = plain_name(failed.name);
	seen.forced.error = (int)failed_with;
	seen.forced.error_name = error_name(failed_with);
	call_place(&failed.site, &seen.forced.place);
	if (!after_failed.name)
		return;
	seen.after_forced.name = plain_name(after_failed.name);
	call_place(&after_failed.site, &seen.after_forced.place);
}

const struct observed *warpbook_observe_end(bool crashed)
{
	size_t n;

	memset(&seen, 0, sizeof seen);
	call_reject = NULL;
	if (crashed) {
		report_flush();
		forced_take();
	} else {
		runtime_lock();
		exit_checks();
		queue_run_all(-1);
		sites_prepare();
		calls_take();
		times_take();
		ops_take();
		host_take();
		leaks_take();
		counters_take();
		forced_take();
		peak_take();
		journal_end();
		runtime_unlock();
	}
	seen.findings = (struct finding *)(uintptr_t)report_all(&n);
	seen.nfindings = n;
	watching = false;
	return arena.failed ? NULL : &seen;
}

bool warpbook_observe_place(const void *code, struct source_place *place)
{
	const struct call_site site = { .pc = { (char *)(uintptr_t)code + 1 } };

	return call_place(&site, place);
}
