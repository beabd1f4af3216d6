/*
 * retell.c - makes struct observed of a journal that has arrived: see journal.h.
 *
 * The journal knows callers by a number; here lines of the program take their place, and what came from one line becomes one row.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "simt/simt.h"
#include "worker/journal_state.h"

#define BECAUSE_MOST 1000 /* links to follow to an entry that is drawn */

struct telling {
	struct journal *j;
	struct observed *o;
	struct arena *arena;
	const struct timeline_entry *entries; /* by submission */
	size_t nentries;
	uint32_t *rows;            /* by entry: its operation or wait, from 1, as `because` has it */
};

static struct source_place place_of(const struct journal *j, uint64_t site)
{
	size_t row = table_find(&j->places_at, site);

	vm_assert(row == TABLE_NEW || row < j->nplaces);
	return row == TABLE_NEW ? (struct source_place){ 0 } :
	       (struct source_place){ .file = j->places[row].file, .line = j->places[row].line };
}

/* Equal for what a reader of the program sees as one: the name, and the line. */
static uint64_t key_of(const char *name, const struct source_place *p)
{
	return table_mix(table_mix((uintptr_t)name, (uintptr_t)p->file), (uint64_t)p->line);
}

/* ---- is it whole ------------------------------------------------------------------------------ */

/* Settles the times; what never ran has none. */
static const struct timeline_entry *entries_settled(struct journal *j, size_t *n)
{
	size_t needs;

	while (timeline_settle(j->timeline, &needs) == TIMELINE_NEEDS)
		timeline_drop(j->timeline, needs);
	return timeline_entries(j->timeline, n);
}

/* Every submitted operation has run, unless a reported error has stopped the device. */
static bool any_unrun(const struct journal *j)
{
	bool failed = j->calls_failed || j->forced.name;

	for (size_t i = 0; i < j->nfindings; i++)
		failed |= j->findings[i].level == FINDING_ERROR;
	for (size_t i = 0; i < j->nentries; i++)
		if (j->entries[i].judged && !j->entries[i].run && !(failed && j->entries[i].dropped))
			return true;
	return false;
}

const char *journal_fault(struct journal *j)
{
	if (!j->began)
		return "it never begins";
	if (j->broken || j->unreadable)
		return "it has parts that the library did not write, or lacks some";
	if (!j->ended)
		return "it has no end";
	/*
	 * An honest program may free, the second time, what it kept from the first, and threads may share work
	 * differently. One that leaks finds less memory, and may need many small pieces: the leak has a finding of its
	 * own.
	 */
	if (!j->areas[AREA_DEVICE].bytes && j->again > 2 * j->nwork_all + 16)
		return "the repeated call does far more work than the first";
	if (j->calls_begun != j->calls_left)
		return "a call in it never returns";
	return any_unrun(j) ? "work in it is never done" : NULL;
}

/* ---- calls, and what they made -------------------------------------------------------------------- */

static void calls_tell(struct telling *t)
{
	struct journal *j = t->j;
	struct table at = { 0 };

	t->o->calls = arena_array(t->arena, j->ncalls + 1, sizeof *t->o->calls);
	for (size_t i = 0; t->o->calls && i < j->ncalls; i++) {
		const struct journal_call *from = &j->calls[i];
		struct observed_call call = { .name = from->name, .place = place_of(j, from->site) }, *to;
		size_t *row = table_at(&at, key_of(call.name, &call.place));

		if (!row)
			break;
		if (*row == TABLE_NEW) {
			*row = t->o->ncalls++;
			t->o->calls[*row] = call;
		}
		vm_assert(*row < t->o->ncalls && t->o->ncalls <= j->ncalls);
		to = &t->o->calls[*row];
		to->times += from->times;
		to->failed += from->failed;
		to->ns += from->ns;
		to->error = to->error ? to->error : (int)from->error;
	}
	table_release(&at);
}

/* The row for what that maker's line made, in a list with room for all makers. */
static struct observed_made *made_at(const struct journal *j, const struct journal_maker *m, struct observed_made *list,
				     size_t *n, struct table *at)
{
	struct observed_made made = { .what = m->what, .place = place_of(j, m->site) };
	size_t *row = table_at(at, key_of(made.what, &made.place));

	if (!row)
		return NULL;
	if (*row == TABLE_NEW) {
		*row = (*n)++;
		list[*row] = made;
	}
	vm_assert(*row < *n && *n <= j->nmakers);
	return &list[*row];
}

static void leaks_tell(struct telling *t)
{
	const struct journal *j = t->j;
	struct table at = { 0 };

	t->o->leaks = arena_array(t->arena, j->nmakers + 1, sizeof *t->o->leaks);
	for (size_t i = 0; t->o->leaks && i < j->nobjects; i++) {
		const struct journal_thing *o = &j->objects[i];
		struct observed_made *l = o->live && !o->old ? made_at(j, &j->makers[o->maker], t->o->leaks, &t->o->nleaks,
								       &at) : NULL;

		if (!l)
			continue;
		l->count++;
		l->bytes += o->bytes;
	}
	table_release(&at);
}

/* Of the lines that had allocated memory of an area at its peak, the one with the most. */
static void peak_tell(struct telling *t, enum journal_area area, struct observed_peak *peak)
{
	const struct journal *j = t->j;
	struct observed_made *list = arena_array(t->arena, j->nmakers + 1, sizeof *list);
	struct table at = { 0 };
	size_t n = 0;

	peak->bytes = j->areas[area].peak_bytes;
	for (size_t i = 0; list && peak->bytes && i < j->nmakers; i++) {
		const struct journal_maker *m = &j->makers[i];
		struct observed_made *l = m->area == area ? made_at(j, m, list, &n, &at) : NULL;
		bool changed = m->changed == j->areas[area].peaks;

		if (!l)
			continue;
		l->count += changed ? m->peak_n : m->n;
		l->bytes += changed ? m->peak_bytes : m->bytes;
	}
	for (size_t i = 0; i < n; i++)
		if (list[i].bytes > peak->most.bytes)
			peak->most = list[i];
	table_release(&at);
}

/* ---- the work, and when it was done ---------------------------------------------------------------- */

ORDER_BY(by_number, struct journal_work, number)

/* Has the program measured a time in which it runs? */
static bool is_timed(const struct telling *t, const struct timeline_entry *e)
{
	for (size_t i = 0; e->known && i < t->j->ntimed; i++) {
		const struct timeline_entry *from = &t->entries[t->j->timed[i].from], *to = &t->entries[t->j->timed[i].to];

		if (from->known && to->known && from->end <= e->start && e->end <= to->end)
			return true;
	}
	return false;
}

static void work_tell(struct telling *t)
{
	struct journal *j = t->j;

	if (j->nwork)
		qsort(j->work, j->nwork, sizeof *j->work, by_number);
	t->o->ops = arena_array(t->arena, j->nwork + 1, sizeof *t->o->ops);
	for (size_t i = 0; t->o->ops && i < j->nwork; i++) {
		const struct journal_work *w = &j->work[i];
		const struct timeline_entry *e = &t->entries[w->entry];

		vm_assert(w->entry < t->nentries);
		t->o->ops[t->o->nops++] = (struct observed_op){
			.kind = (enum observed_kind)w->kind, .what = w->name, .place = place_of(j, j->entries[w->entry].site),
			.device = (uint32_t)w->device, .stream = (uint32_t)w->stream, .asynchronous = w->asynchronous,
			.pinned = w->pinned, .graph = e->graph, .timed = is_timed(t, e), .bytes = w->bytes, .read_in = w->read_in,
			.brought = w->brought, .hash = w->hash,
			.grid = { (uint32_t)w->shape[0], (uint32_t)w->shape[1], (uint32_t)w->shape[2] },
			.block = { (uint32_t)w->shape[3], (uint32_t)w->shape[4], (uint32_t)w->shape[5] }, .shared = w->shared,
			.start_ns = e->known ? e->start : 0, .end_ns = e->known ? e->end : 0,
		};
		t->rows[w->entry] = (uint32_t)t->o->nops;
	}
	t->o->ops_dropped = j->nwork_all - j->nwork;
}

static void host_add(struct telling *t, const struct timeline_entry *e, size_t index, size_t *cap)
{
	struct journal *j = t->j;
	bool waits = index < t->nentries;
	uint64_t site = waits ? j->entries[index].site : index - t->nentries < j->nhost_sites ?
			j->host_sites[index - t->nentries] : 0;
	struct observed_host *h = t->o->nhost < OBSERVED_OPS_MOST ? arena_push(t->arena, &t->o->host, &t->o->nhost, cap,
									       sizeof *h) : NULL;

	if (!h)
		return;
	*h = (struct observed_host){ journal_plain_name(j, e->name), place_of(j, site), e->thread, waits, e->start, e->end,
				     waits ? (uint32_t)index + 1 : 0 };
	if (waits)
		t->rows[index] = (uint32_t)(t->o->nops + t->o->nhost);
}

/* What allowed the entry to begin, of those that the result has. */
static uint32_t because(const struct telling *t, size_t index)
{
	size_t i = t->entries[index].because;

	vm_assert(index < t->nentries);
	for (size_t steps = 0; i < t->nentries && !t->rows[i] && steps < BECAUSE_MOST; steps++)
		i = t->entries[i].because;
	return i < t->nentries ? t->rows[i] : 0;
}

/* What kept the host busy since the case began: waits, then calls. */
static void host_tell(struct telling *t)
{
	size_t n, cap = 0;
	const struct timeline_entry *all = timeline_all(t->j->timeline, &n);

	for (size_t i = t->j->host_from; all && i < n; i++)
		if (timeline_is_busy_host(&all[i]))
			host_add(t, &all[i], i, &cap);
	t->entries = timeline_entries(t->j->timeline, &t->nentries);
	vm_assert(t->o->nops <= t->j->nwork);
	for (size_t i = 0; i < t->o->nops; i++)
		t->o->ops[i].because = because(t, t->j->work[i].entry);
	for (size_t i = 0; i < t->o->nhost; i++)
		t->o->host[i].because = t->o->host[i].because ? because(t, t->o->host[i].because - 1) : 0;
}

/* ---- what the end waited for --------------------------------------------------------------------------- */

struct costs { struct table at; size_t cap; };

/* The row for the entry's kind of work, created if there is none. NULL without memory. */
static struct observed_cost *cost_row(struct telling *t, struct costs *costs, size_t entry, enum observed_cost_kind kind,
				      enum observed_kind work)
{
	struct observed_cost cost = { .kind = kind, .work = work, .what = journal_plain_name(t->j, t->entries[entry].name),
				      .place = place_of(t->j, t->j->entries[entry].site) }, *c;
	size_t *row = cost.what ? table_at(&costs->at, table_mix(key_of(cost.what, &cost.place),
								 (uint64_t)kind << 8 | work)) : NULL;

	if (!row)
		return NULL;
	vm_assert(*row == TABLE_NEW || *row < t->o->ncosts);
	if (*row != TABLE_NEW)
		return &t->o->costs[*row];
	c = arena_push(t->arena, &t->o->costs, &t->o->ncosts, &costs->cap, sizeof *c);
	if (!c)
		return NULL;
	*row = t->o->ncosts - 1;
	*c = cost;
	return c;
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
static void link_tell(struct telling *t, struct costs *costs, size_t i)
{
	static const enum observed_kind kinds[TIMELINE_KINDS] = {
		[TIMELINE_COPY_IN] = OBSERVED_COPY_IN, [TIMELINE_COPY_OUT] = OBSERVED_COPY_OUT,
		[TIMELINE_COPY_WITHIN] = OBSERVED_COPY_WITHIN, [TIMELINE_COPY_PEER] = OBSERVED_COPY_PEER,
		[TIMELINE_SET] = OBSERVED_SET, [TIMELINE_KERNEL] = OBSERVED_KERNEL,
		[TIMELINE_HOST_FUNCTION] = OBSERVED_HOST_FUNCTION, [TIMELINE_MIGRATION] = OBSERVED_MIGRATION,
	};
	const struct timeline_entry *e = &t->entries[i];
	struct observed_cost *c;

	vm_assert(i < t->nentries && e->kind < TIMELINE_KINDS);
	if (e->kind == TIMELINE_HOST_WAIT)
		return;
	if (e->end > e->start && (c = cost_row(t, costs, i, OBSERVED_COST_WORK, kinds[e->kind]))) {
		c->times++;
		c->ns += e->end - e->start;
	}
	if (e->because != TIMELINE_NO_ENTRY && follows_wait(t->entries, e->because, i) &&
	    (c = cost_row(t, costs, e->because, OBSERVED_COST_WAIT, 0)))
		c->ns += e->start - t->entries[e->because].end;
}

static void costs_tell(struct telling *t)
{
	size_t *chain = arena_array(t->arena, t->nentries + 1, sizeof *chain), length;
	struct costs costs = { .cap = 0 };
	struct observed_cost *c;

	for (size_t i = 0; i < t->nentries; i++) {
		if (t->entries[i].known && t->entries[i].end > t->o->total_ns)
			t->o->total_ns = t->entries[i].end;
		if (has_waited(&t->entries[i]) && (c = cost_row(t, &costs, i, OBSERVED_COST_WAIT, 0)))
			c->times++;
	}
	t->o->waits = timeline_waits(t->entries, t->nentries);
	length = chain ? timeline_critical(t->entries, t->nentries, chain, t->nentries) : 0;
	vm_assert(length <= t->nentries);
	for (size_t i = 0; i < length; i++)
		link_tell(t, &costs, chain[i]);
	table_release(&costs.at);
}

/* ---- all of it --------------------------------------------------------------------------------------- */

static void counters_tell(struct journal *j, struct case_result *c, struct arena *arena)
{
	c->counters = arena_array(arena, simt_ncounters + 1, sizeof *c->counters);
	for (size_t i = 0; c->counters && i < simt_ncounters && i < JOURNAL_COUNTERS; i++)
		c->counters[c->ncounters++] = (struct case_counter){ simt_counters[i].name, j->counters[i] };
}

static void findings_tell(struct journal *j, struct case_result *c, struct arena *arena)
{
	struct finding *all = arena_array(arena, j->nfindings + c->nfindings + 1, sizeof *all);
	bool failed = false;

	if (!all)
		return;
	for (size_t i = 0; i < j->nfindings; i++) {
		all[i] = j->findings[i];
		failed |= all[i].level == FINDING_ERROR;
	}
	if (!failed && c->nfindings)
		memcpy(all + j->nfindings, c->findings, c->nfindings * sizeof *all);
	c->nfindings = j->nfindings + (failed ? 0 : c->nfindings);
	c->findings = all;
}

static const char *error_name(uint64_t error)
{
	static const struct { const char *name; uint64_t error; } names[] = {
#define CUDA_ERROR(name, number, text, advice) { #name, number },
#include "cudart/errors.def"
#undef CUDA_ERROR
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].error == error)
			return names[i].name;
	return NULL;
}

static void forced_tell(const struct journal *j, struct observed *o)
{
	o->can_fail = j->able;
	o->forced.name = j->forced.name;
	o->forced.error_name = j->forced.name ? error_name(j->forced.error) : NULL;
	o->forced.error = (int)j->forced.error;
	o->forced.place = place_of(j, j->forced.site);
	o->after_forced.name = j->after.name;
	o->after_forced.place = place_of(j, j->after.site);
}

static void run_tell(struct telling *t)
{
	t->entries = entries_settled(t->j, &t->nentries);
	t->rows = arena_array(t->arena, t->nentries + 1, sizeof *t->rows);
	if (!t->rows || t->nentries != t->j->nentries)
		return;
	calls_tell(t);
	leaks_tell(t);
	peak_tell(t, AREA_DEVICE, &t->o->device_memory);
	peak_tell(t, AREA_PINNED, &t->o->pinned_memory);
	work_tell(t);
	costs_tell(t);
	host_tell(t);
}

int journal_tell(struct journal *j, struct case_result *c)
{
	struct arena *arena = j->texts;
	struct telling t = { .j = j, .o = arena_alloc(arena, sizeof *t.o), .arena = arena };

	if (!t.o)
		return -1;
	if (j->ended && !j->broken) {
		run_tell(&t);
		counters_tell(j, c, arena);
	}
	forced_tell(j, t.o);
	findings_tell(j, c, arena);
	c->observed = t.o;
	return arena->failed || j->arena.failed ? -1 : 0;
}
