/* expense.c - see expense.h. */
#include "config.h"

#include "judge/expense.h"

#include <inttypes.h>
#include <string.h>

/* The line with the most of one kind. */
struct share { const char *what; const struct source_place *place; uint64_t times, ns; };

static void share_take(struct share *most, const char *what, const struct source_place *place, uint64_t times, uint64_t ns)
{
	if (!most->place || ns > most->ns)
		*most = (struct share){ what, place, times, ns };
}

static const char *times_text(struct arena *arena, uint64_t times)
{
	return times == 1 ? "" : arena_printf(arena, ", %" PRIu64 " times", times);
}

static void expense_take(struct expense *worst, double excess, const struct share *most, const char *reported)
{
	if (excess > worst->excess)
		*worst = (struct expense){ most->place, reported, excess };
}

/* ---- operations and waits ----------------------------------------------------------------------- */

static bool same_kind(const struct observed_cost *a, const struct observed_cost *b)
{
	return a->kind == b->kind && a->work == b->work;
}

static double cost_sum(const struct observed *o, const struct observed_cost *kind, struct share *most)
{
	double sum = 0;

	for (size_t i = 0; i < o->ncosts; i++) {
		const struct observed_cost *c = &o->costs[i];

		if (!same_kind(c, kind))
			continue;
		sum += (double)c->ns;
		share_take(most, c->what, &c->place, c->times, c->ns);
	}
	return sum;
}

static const char *cost_text(struct arena *arena, const struct observed_cost *kind, const struct share *most)
{
	double us = (double)most->ns / 1000;

	if (kind->kind == OBSERVED_COST_WAIT)
		return arena_printf(arena, "The host waits in this line's `%s`%s, and the device is idle for %.4g us",
				    most->what, times_text(arena, most->times), us);
	return arena_printf(arena, "This line's `%s` takes %.4g us of it%s", most->what, us, times_text(arena, most->times));
}

/* ---- calls ----------------------------------------------------------------------------------------- */

/* The calls' time during which the device was idle: the total minus the time of operations. */
static double host_part(const struct observed *o)
{
	double calls = 0, left = (double)o->total_ns;

	for (size_t i = 0; i < o->ncalls; i++)
		calls += (double)o->calls[i].ns;
	for (size_t i = 0; i < o->ncosts; i++)
		if (o->costs[i].kind == OBSERVED_COST_WORK)
			left -= (double)o->costs[i].ns;
	return calls <= 0 || left <= 0 ? 0 : left < calls ? left / calls : 1;
}

static double call_sum(const struct observed *o, const char *name, struct share *most)
{
	double sum = 0;

	for (size_t i = 0; i < o->ncalls; i++) {
		const struct observed_call *c = &o->calls[i];

		if (strcmp(c->name, name))
			continue;
		sum += (double)c->ns;
		share_take(most, c->name, &c->place, c->times, c->ns);
	}
	return sum * host_part(o);
}

struct expense expense_find(const struct observed *o, const struct observed *reference, struct arena *arena)
{
	struct expense worst = { 0 };

	for (size_t i = 0; i < o->ncosts; i++) {
		struct share most = { 0 }, unused = { 0 };
		double excess = cost_sum(o, &o->costs[i], &most) - cost_sum(reference, &o->costs[i], &unused);

		expense_take(&worst, excess, &most, cost_text(arena, &o->costs[i], &most));
	}
	for (size_t i = 0; i < o->ncalls; i++) {
		struct share most = { 0 }, unused = { 0 };
		double excess = call_sum(o, o->calls[i].name, &most) - call_sum(reference, o->calls[i].name, &unused);

		expense_take(&worst, excess, &most, arena_printf(arena, "The host spends %.4g us in this line's `%s`%s",
								 (double)most.ns / 1000, most.what,
								 times_text(arena, most.times)));
	}
	return worst;
}
