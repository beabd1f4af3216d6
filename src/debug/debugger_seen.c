/*
 * debugger_seen.c - finds who wrote what: a separate launch watches every access, so the paused launch needs no history.
 */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/order.h"
#include "words/kinds.h"

#define WRITES_MOST ((size_t)1 << 20)

static int pass(struct debugger *d, struct debug_pass *p, struct error *err)
{
	struct simt_result result;

	p->stop = &d->interrupted;
	if (debug_pass(&d->setup, p, &result, err))
		return -1;
	simt_result_release(&result);
	return 0;
}

/* ---- one element -------------------------------------------------------------------------- */

struct writes_search { struct debugger *d; const struct element *e; uint64_t at, end; struct writes *w; bool failed; };

static void writes_access(void *ctx, uint64_t step, const struct simt_access *a)
{
	struct writes_search *q = ctx;

	if (a->kind == SIMT_LOADS || a->space != (q->e->array.is_shared ? PTX_SHARED : PTX_GLOBAL) || q->failed ||
	    (q->e->array.is_shared && !same_block(a->block, q->d->block)))
		return;
	for (unsigned lane = 0; lane < LANES; lane++) {
		struct writes *w = q->w;
		struct write *slot;

		if (!(a->mask >> lane & 1) || a->addr[lane] >= q->end || a->addr[lane] + a->bytes <= q->at)
			continue;
		if (w->n == WRITES_MOST) {
			w->more = true;
			return;
		}
		slot = array_push(&w->list, &w->n, sizeof *slot);
		if (!slot) {
			q->failed = true;
			return;
		}
		*slot = (struct write){ step, a->block, a->warp, lane, a->instr };
	}
}

int writes_find(struct debugger *d, const struct element *e, struct writes *w, struct error *err)
{
	struct writes_search q = { .d = d, .e = e, .at = e->array.at + e->index * e->array.elem, .w = w };
	struct debug_pass p = { .access = writes_access, .ctx = &q };

	*w = (struct writes){ 0 };
	q.end = q.at + e->array.elem;
	if (pass(d, &p, err))
		return -1;
	return q.failed ? error_nomem(err) : 0;
}

/* ---- wrong elements ------------------------------------------------------------------------- */

/* wrong[] is sorted by argument and index, so binary search finds the element of an address. */
static struct wrong *wrong_at(struct debugger *d, size_t arg, uint64_t index)
{
	ORDER_SEARCH(first, d->nwrong, mid, d->wrong[mid].arg < arg || (d->wrong[mid].arg == arg && d->wrong[mid].index < index))
	struct wrong *w = first < d->nwrong ? &d->wrong[first] : NULL;

	return w && w->arg == arg && w->index == index ? w : NULL;
}

static void last_access(void *ctx, uint64_t step, const struct simt_access *a)
{
	struct debugger *d = ctx;
	const struct job_case *c = &d->of.job.cases[0];

	if (a->kind == SIMT_LOADS || a->space != PTX_GLOBAL)
		return;
	for (unsigned lane = 0; lane < LANES; lane++)
		for (size_t k = 0; a->mask >> lane & 1 && k < c->nargs; k++) {
			const struct job_arg *arg = &c->args[k];

			if (arg->kind != JOB_BUFFER || a->addr[lane] - d->of.addr[k] >= arg->len)
				continue;
			for (uint64_t at = a->addr[lane] - d->of.addr[k]; at < a->addr[lane] - d->of.addr[k] + a->bytes;
			     at += arg->elem) {
				struct wrong *w = wrong_at(d, k, at / arg->elem);

				if (w) {
					w->step = step;
					w->by = (struct write){ step, a->block, a->warp, lane, a->instr };
				}
			}
		}
}

static int by_step(const void *a, const void *b)
{
	const struct wrong *x = a, *y = b;

	if (x->step != y->step)
		return (x->step > y->step) - (x->step < y->step);
	return x->arg != y->arg ? (x->arg > y->arg) - (x->arg < y->arg) : (x->index > y->index) - (x->index < y->index);
}

int wrong_sort(struct debugger *d, struct error *err)
{
	struct debug_pass p = { .access = last_access, .ctx = d };

	if (d->is_wrong_sorted)
		return 0;
	if (pass(d, &p, err))
		return -1;
	for (size_t k = 0; k < d->nwrong; k++)
		d->never += d->wrong[k].step == NO_STEP;
	qsort(d->wrong, d->nwrong, sizeof *d->wrong, by_step);
	d->is_wrong_sorted = true;
	return 0;
}

/* ---- races ----------------------------------------------------------------------------------- */

#define RACES_MOST ((size_t)1 << 16)

static void race_note(void *ctx, uint64_t step, struct dim3u block, enum ptx_space space, uint64_t addr, uint32_t bytes)
{
	struct debugger *d = ctx;
	struct race *slot;

	/* Lanes of one access come one after the other, and loops return to the same elements: search only the latest. */
	for (size_t k = d->races.n; k > 0 && k + 64 > d->races.n; k--) {
		const struct race *r = &d->races.list[k - 1];

		if (r->addr == addr && r->bytes == bytes && r->is_shared == (space == PTX_SHARED) &&
		    (!r->is_shared || same_block(r->block, block)))
			return;
	}
	slot = d->races.n < RACES_MOST ? arena_push(&d->arena, &d->races.list, &d->races.n, &d->races.cap, sizeof *slot) : NULL;
	if (slot)
		*slot = (struct race){ space == PTX_SHARED, block, addr, step, bytes };
}

static bool has_race(const struct debugger *d)
{
	for (size_t k = 0; k < d->survey.nfindings; k++)
		if (d->survey.findings[k].kind == KIND_DATA_RACE_GLOBAL || d->survey.findings[k].kind == KIND_DATA_RACE_SHARED ||
		    d->survey.findings[k].kind == KIND_RACE_WITHIN_WARP)
			return true;
	return false;
}

int is_raced(struct debugger *d, const struct element *e, bool *raced, uint64_t *step, struct error *err)
{
	const uint64_t at = e->array.at + e->index * e->array.elem;
	struct debug_pass p = { .checks = SIMT_CHECK_ALL, .raced = race_note, .ctx = d };

	*raced = false;
	if (!has_race(d))
		return 0;
	if (!d->races.known && pass(d, &p, err))
		return -1;
	d->races.known = true;
	for (size_t k = 0; k < d->races.n && !*raced; k++) {
		const struct race *r = &d->races.list[k];

		*raced = r->is_shared == e->array.is_shared && (!r->is_shared || same_block(r->block, d->block)) &&
			 r->addr < at + e->array.elem && r->addr + r->bytes > at;
		*step = r->step;
	}
	return 0;
}

/* ---- what is written before a step ------------------------------------------------------------ */

/*
 * One run tells when each element of the outputs, and each byte of the block's shared memory, is written first: the number of
 * that step plus 1, 0 for what the host has written, NEVER for what nothing writes. So every later question is answered without a
 * run.
 */
#define NEVER UINT64_MAX
#define ELEMENTS_MOST ((uint64_t)1 << 26) /* a larger output counts as written */

static void written_drop(uint64_t **list, size_t n)
{
	for (size_t k = 0; list && k < n; k++)
		free(list[k]);
	free(list);
}

void written_forget(struct debugger *d)
{
	if (d->written.args)
		written_drop(d->written.args, d->of.job.cases[0].nargs);
	free(d->written.shared);
	memset(&d->written, 0, sizeof d->written);
}

static void mark(uint64_t *first, uint64_t n, uint64_t from, uint64_t to, uint64_t step)
{
	for (uint64_t k = from; first && k < to && k < n; k++)
		if (first[k] > step)
			first[k] = step;
}

static void written_access(void *ctx, uint64_t step, const struct simt_access *a)
{
	struct debugger *d = ctx;
	const struct job_case *c = &d->of.job.cases[0];

	if (a->kind == SIMT_LOADS)
		return;
	for (unsigned lane = 0; lane < LANES; lane++) {
		if (!(a->mask >> lane & 1))
			continue;
		if (a->space == PTX_SHARED && same_block(a->block, d->written.block))
			mark(d->written.shared, d->written.nshared, a->addr[lane], a->addr[lane] + a->bytes, step + 1);
		for (size_t k = 0; a->space == PTX_GLOBAL && k < c->nargs; k++) {
			const struct job_arg *arg = &c->args[k];
			uint64_t at = a->addr[lane] - d->of.addr[k];

			if (d->written.args[k] && at < arg->len)
				mark(d->written.args[k], arg->len / arg->elem, at / arg->elem,
				     (at + a->bytes - 1) / arg->elem + 1, step + 1);
		}
	}
}

static uint64_t *never(uint64_t n)
{
	uint64_t *first = malloc((n + 1) * sizeof *first);

	for (uint64_t k = 0; first && k <= n; k++)
		first[k] = NEVER;
	return first;
}

static bool is_output(const struct job_arg *arg)
{
	return arg->kind == JOB_BUFFER && arg->role == JOB_OUT && arg->elem && arg->len / arg->elem <= ELEMENTS_MOST;
}

/* What the host has written of an output. */
static void mark_given(const struct debugger *d, size_t k)
{
	const struct job_arg *arg = &d->of.job.cases[0].args[k];

	for (uint64_t at = 0; d->forms[k].written && at < arg->len; at++)
		if (d->forms[k].written[at] && at / arg->elem < arg->len / arg->elem)
			d->written.args[k][at / arg->elem] = 0;
}

static int written_make(struct debugger *d, struct error *err)
{
	const struct job_case *c = &d->of.job.cases[0];
	const struct simt_step *s = debug_at(d->debug);
	struct debug_pass p = { .access = written_access, .ctx = d };
	bool failed = false;

	written_forget(d);
	d->written.block = d->block;
	d->written.args = calloc(c->nargs + 1, sizeof *d->written.args);
	if (s)
		simt_step_shared(s, &d->written.nshared);
	d->written.shared = never(d->written.nshared);
	for (size_t k = 0; d->written.args && k < c->nargs; k++)
		if (is_output(&c->args[k])) {
			d->written.args[k] = never(c->args[k].len / c->args[k].elem);
			failed |= !d->written.args[k];
			if (!failed)
				mark_given(d, k);
		}
	if (failed || !d->written.args || !d->written.shared) {
		written_forget(d);
		return error_nomem(err);
	}
	if (pass(d, &p, err))
		return -1;
	d->written.known = true;
	return 0;
}

int is_written(struct debugger *d, const struct element *e, bool *written, struct error *err)
{
	const uint64_t now = debug_now(d->debug), at = e->array.at + e->index * e->array.elem;

	*written = true;
	if (!e->array.is_shared && !is_output(&d->of.job.cases[0].args[e->array.arg]))
		return 0;
	if ((!d->written.known || !same_block(d->written.block, d->block) || (e->array.is_shared && !d->written.nshared)) &&
	    written_make(d, err))
		return -1;
	if (!e->array.is_shared) {
		*written = d->written.args[e->array.arg][e->index] <= now;
		return 0;
	}
	*written = false;
	for (uint64_t k = at; k < at + e->array.elem && k < d->written.nshared; k++)
		*written = *written || d->written.shared[k] <= now;
	return 0;
}
