/*
 * debugger_move.c - decides where to stop: forward by lines and instructions, to breakpoints, watched elements, findings,
 * barriers, wrong elements; and the same backward.
 *
 * A search depends on one step and, for the focus, on the line before: so a search may begin anywhere (debug_back), and going
 * back stops where going forward did. A line begins for a thread if it differs from the line of the instruction before.
 */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/language.h"
#include "base/path.h"
#include "judge/judge.h"

bool same_block(struct dim3u a, struct dim3u b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

int line_of(struct debugger *d, const struct ptx_instr *i)
{
	struct ptx_place place = ptx_instr_place(d->of.module, i);

	if (d->lines_of_ptx)
		return i->line;
	if (!place.file || !place.line)
		return 0;
	if (place.file != d->own_file && strcmp(path_base(place.file), d->own))
		return 0;
	d->own_file = place.file;
	return place.line;
}

static bool is_focus(const struct debugger *d, const struct simt_step *s)
{
	return s->warp == d->warp && s->active >> d->lane & 1 && same_block(s->block, d->block);
}

bool focus_step(struct debugger *d, struct simt_step *s, enum simt_thread *state)
{
	const struct simt_step *at = debug_at(d->debug);

	if (!at || !same_block(at->block, d->block))
		return false;
	*state = simt_step_thread(at, d->warp, d->lane, s);
	return true;
}

void focus_follow(struct debugger *d)
{
	const struct simt_step *s = debug_at(d->debug);

	if (!s || is_focus(d, s))
		return;
	d->block = s->block;
	d->warp = s->warp;
	d->lane = (unsigned)__builtin_ctz(s->mask ? s->mask : s->active);
}

static bool every(void *ctx, const struct simt_step *s)
{
	(void)ctx;
	return s != NULL;
}

/* ---- the focus, by lines and instructions -------------------------------------------------- */

struct follow {
	struct debugger *d;
	int line;                    /* forward: the line to leave; used by line commands */
	bool by_line, over;
	unsigned depth;
	bool ended;                  /* the last step seen was the thread's last one */
	bool skip;                   /* skip the next step of the focus: it is the current position */
	bool known; int before;      /* back: the line of the thread's previous step */
};

/* The call depth at the step, including calls that the debug information marks as inlined. */
static unsigned depth_of(struct debugger *d, const struct simt_step *s)
{
	struct ptx_frame frames[PTX_FRAMES];

	return simt_step_depth(s) * PTX_FRAMES + (unsigned)ptx_instr_frames(d->of.module, s->instr, frames);
}

static bool ends_focus(const struct debugger *d, const struct simt_step *s)
{
	return s->ends && is_focus(d, s) && s->mask >> d->lane & 1;
}

static bool follow_next(void *ctx, const struct simt_step *s)
{
	struct follow *f = ctx;
	int line;

	if (!s)
		return false;
	if (f->ended)
		return true;
	if (!is_focus(f->d, s))
		return false;
	f->ended = ends_focus(f->d, s);
	if (f->skip && !f->by_line)
		return f->skip = false;
	line = line_of(f->d, s->instr);
	if (f->by_line && (!line || line == f->line))
		return false;
	if (f->over && depth_of(f->d, s) > f->depth)
		return false;
	f->ended = false;
	return true;
}

static bool follow_entry(void *ctx, const struct simt_step *s)
{
	struct follow *f = ctx;
	bool first, entry;
	int line;

	if (!s)
		return f->known = false;
	if (!is_focus(f->d, s) || (f->over && depth_of(f->d, s) > f->depth))
		return false;
	line = line_of(f->d, s->instr);
	first = s->function->is_entry && s->instr == s->function->instrs;
	if (!f->by_line)
		return true;
	if (!line && !first)
		return false;
	entry = line && (f->known ? line != f->before : first);
	f->before = line;
	f->known = true;
	return entry;
}

static struct follow follow_from(struct debugger *d, bool by_line, bool over)
{
	struct follow f = { .d = d, .by_line = by_line, .over = over, .depth = UINT32_MAX };
	const struct simt_step *at = debug_at(d->debug);
	enum simt_thread state;
	struct simt_step s;

	f.ended = at && ends_focus(d, at);
	if (focus_step(d, &s, &state) && state != SIMT_THREAD_ENDED && s.instr) {
		f.line = line_of(d, s.instr);
		f.depth = f.line ? depth_of(d, &s) : UINT32_MAX; /* code without lines belongs to no file: what it calls is the
								    next line */
		f.skip = state == SIMT_THREAD_READY && !is_focus(d, at);
	}
	return f;
}

static void thread_end_put(struct debugger *d, struct buf *out)
{
	d->reason = STOP_THREAD_END;
	thread_put(d, d->block, d->warp, d->lane, out);
	buf_puts(out, _(" has ended\n"));
}

/* Has the focus no step left? Its block may also be one that has not begun. */
static bool focus_has_ended(struct debugger *d)
{
	enum simt_thread state;
	struct simt_step s;

	return focus_step(d, &s, &state) && state == SIMT_THREAD_ENDED;
}

static int follow_forward(struct debugger *d, uint64_t times, bool by_line, bool over, struct buf *out, struct error *err)
{
	for (uint64_t k = 0; k < times && debug_at(d->debug); k++) {
		struct follow f;

		if (focus_has_ended(d)) {
			thread_end_put(d, out);
			buf_puts(out, _("`continue` goes on; `block`, `warp` and `lane` choose another thread\n"));
			return 0;
		}
		f = follow_from(d, by_line, over);
		if (debug_run(d->debug, follow_next, &f, err))
			return -1;
		d->reason = STOP_STEP;
		if (f.ended) {
			thread_end_put(d, out);
			return 0;
		}
	}
	return 0;
}

int move_lines(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err)
{
	return follow_forward(d, times, true, over, out, err);
}

int move_instructions(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err)
{
	return follow_forward(d, times, false, over, out, err);
}

static int follow_back(struct debugger *d, uint64_t times, bool by_line, bool over, struct buf *out, struct error *err)
{
	for (uint64_t k = 0; k < times; k++) {
		struct follow f = follow_from(d, by_line, over);
		const uint64_t now = debug_now(d->debug);
		bool found;

		if (debug_back(d->debug, follow_entry, &f, &found, err))
			return -1;
		if (!found) {
			thread_put(d, d->block, d->warp, d->lane, out);
			buf_puts(out, _(" does nothing before this\n"));
			return debug_goto(d->debug, now, err);
		}
		d->reason = STOP_STEP;
	}
	return 0;
}

int move_lines_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err)
{
	return follow_back(d, times, true, over, out, err);
}

int move_instructions_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err)
{
	return follow_back(d, times, false, over, out, err);
}

struct shallower { struct debugger *d; unsigned depth; };

static bool is_shallower(void *ctx, const struct simt_step *s)
{
	struct shallower *f = ctx;

	return s && is_focus(f->d, s) && depth_of(f->d, s) < f->depth;
}

int move_finish(struct debugger *d, struct buf *out, struct error *err)
{
	struct follow from = follow_from(d, true, true);
	struct shallower f = { d, from.depth };

	if (!from.depth || from.depth == UINT32_MAX)
		return error_set(err, PARTY_LEARNER, "the thread is in the kernel itself, and in no function that it called");
	d->reason = STOP_STEP;
	(void)out;
	return debug_run(d->debug, is_shallower, &f, err);
}

int move_goto(struct debugger *d, uint64_t step, struct error *err)
{
	if (debug_goto(d->debug, step, err))
		return -1;
	d->reason = STOP_CHOSEN;
	focus_follow(d);
	return 0;
}

/* ---- breakpoints ---------------------------------------------------------------------------- */

/* Do all edges into the basic block come from the line? Then the line does not begin there. */
static bool goes_on(struct debugger *d, const struct ptx_function *f, const struct ptx_cfg *cfg, size_t block, int line)
{
	bool any = false;

	for (size_t b = 0; b < cfg->nblocks; b++) {
		const struct ptx_block *p = &cfg->blocks[b];
		bool leads = false;

		for (int k = 0; k < p->nsucc; k++)
			leads |= p->succ[k] == (int)block;
		for (int k = 0; k < p->nmore; k++)
			leads |= p->more[k] == (int)block;
		if (!leads)
			continue;
		if (line_of(d, &f->instrs[p->end - 1]) != line)
			return false;
		any = true;
	}
	return any;
}

static int places_add(struct debugger *d, const struct ptx_function *f, int line, struct breakpoint *b, struct error *err)
{
	struct ptx_cfg cfg;

	if (ptx_cfg_build(&cfg, f, err))
		return -1;
	for (size_t k = 0; k < cfg.nblocks; k++) {
		int i = cfg.blocks[k].first;
		const struct ptx_instr **slot;

		while (i < cfg.blocks[k].end && line_of(d, &f->instrs[i]) != line)
			i++;
		if (i == cfg.blocks[k].end || (i == cfg.blocks[k].first && goes_on(d, f, &cfg, k, line)))
			continue;
		slot = array_push(&b->at, &b->nat, sizeof *slot);
		if (!slot) {
			ptx_cfg_release(&cfg);
			return error_nomem(err);
		}
		*slot = &f->instrs[i];
	}
	ptx_cfg_release(&cfg);
	return 0;
}

static int places_find(struct debugger *d, int line, struct breakpoint *b, struct error *err)
{
	for (size_t k = 0; k < d->of.module->nfunctions; k++)
		if (d->of.module->functions[k]->ninstrs && places_add(d, d->of.module->functions[k], line, b, err))
			return -1;
	return 0;
}

/* The first line at or after this one that has an instruction; 0: none. */
static int line_with_code(struct debugger *d, int line)
{
	int best = 0;

	for (size_t k = 0; k < d->of.module->nfunctions; k++)
		for (size_t i = 0; i < d->of.module->functions[k]->ninstrs; i++) {
			int its = line_of(d, &d->of.module->functions[k]->instrs[i]);

			if (its >= line && (!best || its < best))
				best = its;
		}
	return best;
}

static int break_make(struct debugger *d, int line, struct breakpoint *b, struct error *err)
{
	size_t len;
	int there = line_with_code(d, line);

	if (line < 1 || !source_line(&d->source, line, &len))
		return error_set(err, PARTY_LEARNER, "'%s' has no line %d", d->own, line);
	if (!there) {
		error_set(err, PARTY_LEARNER, "no instruction belongs to line %d, or to one after it", line);
		return error_remedy(err, "the last line that has some is %d", line_with_code(d, 1) ? line_with_code(d, 1) : 0);
	}
	*b = (struct breakpoint){ .line = there };
	return places_find(d, there, b, err);
}

int break_add(struct debugger *d, int line, const char *condition, struct breakpoint **out, struct error *err)
{
	struct breakpoint b, *slot;

	if (break_make(d, line, &b, err))
		return -1;
	b.condition = condition ? arena_strdup(&d->arena, condition) : NULL;
	slot = arena_push(&d->arena, &d->breaks, &d->nbreaks, &d->breaks_cap, sizeof *slot);
	if (!slot || (condition && !b.condition)) {
		free(b.at);
		return error_nomem(err);
	}
	b.number = ++d->numbers;
	*slot = b;
	*out = slot;
	return 0;
}

struct break_search {
	struct debugger *d;
	uint64_t limit;              /* stop here at the latest */
	uint64_t exactly[2];         /* and at these steps; NO_STEP: none */
	const struct breakpoint *only; /* for the focus; NULL: all breakpoints, for any thread */
	const struct breakpoint *hit; unsigned lane; uint64_t at;
	struct error error; bool failed; /* a condition that cannot be evaluated */
};

/* The first lane for which the condition holds; LANES: none. */
static unsigned condition_holds(struct break_search *h, const struct breakpoint *b, const struct simt_step *s)
{
	for (unsigned lane = 0; lane < LANES; lane++) {
		struct value v = { .i = 1 };

		if (!(s->mask >> lane & 1) || (h->only && !(is_focus(h->d, s) && lane == h->d->lane)))
			continue;
		if (b->condition && value_of(h->d, s, lane, b->condition, NULL, &v, &h->error)) {
			h->failed = true;
			return lane;
		}
		if (v.is_real ? v.r != 0 : v.i != 0)
			return lane;
	}
	return LANES;
}

static bool break_hits(struct break_search *h, const struct breakpoint *b, const struct simt_step *s)
{
	unsigned lane;

	for (size_t k = 0; k < b->nat; k++)
		if (b->at[k] == s->instr && (lane = condition_holds(h, b, s)) < LANES) {
			h->hit = b;
			h->lane = lane;
			h->at = s->number;
			return true;
		}
	return false;
}

static bool break_search_step(void *ctx, const struct simt_step *s)
{
	struct break_search *h = ctx;

	if (!s)
		return false;
	if (h->failed || s->number >= h->limit || s->number == h->exactly[0] || s->number == h->exactly[1])
		return true;
	if (h->only)
		return break_hits(h, h->only, s);
	for (size_t k = 0; k < h->d->nbreaks; k++)
		if (break_hits(h, &h->d->breaks[k], s))
			return true;
	return false;
}

/* The watchpoint's last write before the step, or the first at or after it. */
static const struct write *watch_before(const struct watchpoint *w, uint64_t step)
{
	const struct write *found = NULL;

	for (size_t k = 0; k < w->writes.n && w->writes.list[k].step < step; k++)
		found = &w->writes.list[k];
	return found;
}

static const struct write *watch_from(const struct watchpoint *w, uint64_t step)
{
	for (size_t k = 0; k < w->writes.n; k++)
		if (w->writes.list[k].step >= step)
			return &w->writes.list[k];
	return NULL;
}

static void hit_put(struct debugger *d, const struct break_search *h, struct buf *out)
{
	d->block = debug_at(d->debug)->block;
	d->warp = debug_at(d->debug)->warp;
	d->lane = h->lane;
	d->reason = STOP_BREAK;
	if (!h->hit->number)
		return;
	buf_printf(out, _("breakpoint %u, line %d"), h->hit->number, h->hit->line);
	if (h->hit->condition)
		buf_printf(out, _(", where %s"), h->hit->condition);
	buf_puts(out, "\n");
}

static const struct finding *finding_at(const struct debugger *d, uint64_t step)
{
	for (size_t k = 0; k < d->survey.nfindings; k++)
		if (d->survey.findings[k].step == step)
			return &d->survey.findings[k];
	return NULL;
}

/* The next finding after the step, or the last before it. */
static const struct finding *finding_next(const struct debugger *d, uint64_t step, bool back)
{
	const struct finding *best = NULL;

	for (size_t k = 0; k < d->survey.nfindings; k++) {
		const struct finding *f = &d->survey.findings[k];

		if (back ? f->step < step && (!best || f->step > best->step) : f->step > step && (!best || f->step < best->step))
			best = f;
	}
	return best;
}

static void finding_stop(struct debugger *d, const struct finding *f, struct buf *out)
{
	const struct dim3u n = d->of.job.cases[0].block;
	uint32_t thread = (f->thread.z * n.y + f->thread.y) * n.x + f->thread.x;
	const struct simt_step *s = debug_at(d->debug);

	d->reason = STOP_FINDING;
	/* A race may name either thread; the step belongs to the later one. */
	if (s && same_block(s->block, f->block) && s->warp == thread / LANES && s->active >> thread % LANES & 1) {
		d->block = f->block;
		d->warp = thread / LANES;
		d->lane = thread % LANES;
	} else {
		focus_follow(d);
	}
	finding_put(d, f, out);
}

/* Executes the write, and reports the values before and after. */
static int watch_pass(struct debugger *d, const struct watchpoint *w, const struct write *by, struct buf *out, struct error *err)
{
	struct buf before = BUF_INIT, after = BUF_INIT;
	int status = element_value_put(d, &w->element, &before, err) || debug_run(d->debug, every, NULL, err) ||
		     element_value_put(d, &w->element, &after, NULL) ? -1 : 0;

	if (!status) {
		buf_printf(out, _("watchpoint %u, %s: %s -> %s\n"), w->number, w->text, buf_text(&before), buf_text(&after));
		write_put(d, by, out);
		d->reason = STOP_WATCH;
	}
	buf_release(&before);
	buf_release(&after);
	return status;
}

static int continue_once(struct debugger *d, struct buf *out, struct error *err)
{
	const uint64_t now = debug_now(d->debug);
	const struct finding *f = finding_next(d, now, false);
	const struct watchpoint *watch = NULL;
	const struct write *by = NULL;
	struct break_search h = { .d = d, .limit = f ? f->step : NO_STEP, .exactly = { NO_STEP, NO_STEP }, .at = NO_STEP };

	for (size_t k = 0; k < d->nwatches; k++) {
		const struct write *next = watch_from(&d->watches[k], now);

		if (next && next->step <= h.limit && (!by || next->step < by->step)) {
			watch = &d->watches[k];
			by = next;
			h.limit = next->step;
		}
	}
	if (by && by->step == now) {
		d->block = by->block, d->warp = by->warp, d->lane = by->lane;
		return watch_pass(d, watch, by, out, err);
	}
	if (!d->nbreaks && h.limit != NO_STEP ? debug_goto(d->debug, h.limit, err) :
	    debug_run(d->debug, break_search_step, &h, err))
		return -1;
	if (h.failed) {
		if (err)
			*err = h.error;
		return -1;
	}
	d->reason = STOP_END;
	if (!debug_at(d->debug))
		return 0;
	if (h.hit && h.at == debug_now(d->debug)) {
		hit_put(d, &h, out);
		return 0;
	}
	if (f && f->step == debug_now(d->debug)) {
		finding_stop(d, f, out);
		return 0;
	}
	if (!by) { /* interrupted */
		focus_follow(d);
		d->reason = STOP_STEP;
		return 0;
	}
	d->block = by->block, d->warp = by->warp, d->lane = by->lane;
	return watch_pass(d, watch, by, out, err);
}

int move_continue(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err)
{
	(void)over;
	if (!debug_at(d->debug)) {
		error_set(err, PARTY_LEARNER, "the launch has ended");
		return error_remedy(err, "`start` goes to its beginning, `back` and `reverse-continue` go back");
	}
	for (uint64_t k = 0; k < times && debug_at(d->debug); k++) {
		buf_clear(out);
		if (continue_once(d, out, err))
			return -1;
	}
	return 0;
}

int move_continue_back(struct debugger *d, struct buf *out, struct error *err)
{
	const uint64_t now = debug_now(d->debug);
	const struct finding *f = finding_next(d, now, true);
	const struct watchpoint *watch = NULL;
	const struct write *by = NULL;
	struct break_search h = { .d = d, .limit = NO_STEP, .exactly = { f ? f->step : NO_STEP, NO_STEP }, .at = NO_STEP };
	bool found;

	for (size_t k = 0; k < d->nwatches; k++) {
		const struct write *last = watch_before(&d->watches[k], now);

		if (last && (!by || last->step > by->step)) {
			watch = &d->watches[k];
			by = last;
		}
	}
	h.exactly[1] = by ? by->step : NO_STEP;
	if (debug_back(d->debug, break_search_step, &h, &found, err))
		return -1;
	if (h.failed) {
		if (err)
			*err = h.error;
		return -1;
	}
	d->reason = STOP_BEGIN;
	focus_follow(d);
	if (h.hit && h.at == debug_now(d->debug)) {
		hit_put(d, &h, out);
	} else if (found && f && f->step == debug_now(d->debug)) {
		finding_stop(d, f, out);
	} else if (found && by && by->step == debug_now(d->debug)) {
		d->reason = STOP_WATCH;
		d->lane = by->lane;
		buf_printf(out, _("watchpoint %u, %s: about to be written\n"), watch->number, watch->text);
	} else {
		buf_puts(out, _("this is the beginning of the launch\n"));
	}
	return 0;
}

/* Restores the launch to its position; the error says what the focus does not reach: the line, or with 0 a barrier. */
static int fail_unreached(struct debugger *d, uint64_t now, struct error *err, int line)
{
	const struct dim3u b = d->block, t = thread_of(d, d->warp, d->lane);

	if (debug_goto(d->debug, now, err))
		return -1;
	if (line)
		return error_set(err, PARTY_LEARNER, "thread (%u,%u,%u) of block (%u,%u,%u) does not come to line %d any more",
			   t.x,
				 t.y, t.z, b.x, b.y, b.z, line);
	return error_set(err, PARTY_LEARNER, "thread (%u,%u,%u) of block (%u,%u,%u) does not come to a barrier any more", t.x,
		   t.y,
			 t.z, b.x, b.y, b.z);
}

int move_until(struct debugger *d, int line, struct buf *out, struct error *err)
{
	struct break_search h = { .d = d, .limit = NO_STEP, .exactly = { NO_STEP, NO_STEP } };
	const uint64_t now = debug_now(d->debug);
	struct breakpoint b;
	int status;

	if (break_make(d, line, &b, err))
		return -1;
	h.only = &b;
	status = debug_run(d->debug, break_search_step, &h, err);
	if (!status && debug_at(d->debug) && h.hit) {
		hit_put(d, &h, out);
		d->reason = STOP_STEP;
		if (b.line != line)
			buf_printf(out, _("line %d has no instruction: this is line %d\n"), line, b.line);
	} else if (!status && !debug_at(d->debug)) {
		status = fail_unreached(d, now, err, b.line);
	}
	free(b.at);
	return status;
}

/* ---- barriers, blocks ------------------------------------------------------------------------- */

static bool at_barrier(void *ctx, const struct simt_step *s)
{
	struct debugger *d = ctx;

	return s && is_focus(d, s) && s->mask >> d->lane & 1 && (s->instr->op == PTX_BAR || s->instr->op == PTX_BARRIER) &&
	       s->instr->mode != PTX_M_WARP;
}

int move_barrier(struct debugger *d, struct buf *out, struct error *err)
{
	const uint64_t now = debug_now(d->debug);

	(void)out;
	if (debug_run(d->debug, at_barrier, d, err))
		return -1;
	if (!debug_at(d->debug))
		return fail_unreached(d, now, err, 0);
	d->reason = STOP_BARRIER;
	return 0;
}

struct block_search { struct debugger *d; bool other; struct dim3u block; bool thread; uint32_t warp; unsigned lane; };

static bool block_step(void *ctx, const struct simt_step *s)
{
	const struct block_search *h = ctx;

	if (!s)
		return false;
	if (h->thread)
		return same_block(s->block, h->block) && s->warp == h->warp && s->active >> h->lane & 1;
	return same_block(s->block, h->block) != h->other;
}

int move_block_end(struct debugger *d, struct buf *out, struct error *err)
{
	struct block_search h = { .d = d, .other = true, .block = d->block };

	if (debug_run(d->debug, block_step, &h, err))
		return -1;
	buf_printf(out, _("block (%u,%u,%u) has ended, or another has its turn\n"), d->block.x, d->block.y, d->block.z);
	d->reason = debug_at(d->debug) ? STOP_BLOCK_END : STOP_END;
	focus_follow(d);
	return 0;
}

/* Searches forward if it is still to come, else back. */
static int search_both_ways(struct debugger *d, struct block_search *h, bool *found, struct error *err)
{
	const uint64_t now = debug_now(d->debug);

	*found = true;
	if (debug_run(d->debug, block_step, h, err))
		return -1;
	if (debug_at(d->debug))
		return 0;
	if (debug_back(d->debug, block_step, h, found, err))
		return -1;
	return *found ? 0 : debug_goto(d->debug, now, err);
}

int choose_block(struct debugger *d, struct dim3u block, struct buf *out, struct error *err)
{
	const struct dim3u grid = d->of.job.cases[0].grid;
	struct block_search h = { .d = d, .block = block };
	const struct simt_step *at = debug_at(d->debug);
	bool found = true;

	if (block.x >= grid.x || block.y >= grid.y || block.z >= grid.z) {
		error_set(err, PARTY_LEARNER, "there is no block (%u,%u,%u): the grid is %u x %u x %u", block.x, block.y, block.z,
			  grid.x, grid.y, grid.z);
		return error_word(err);
	}
	(void)out;
	if (!at || !same_block(at->block, block)) {
		/* Its first step, before or after the current one. */
		if (debug_goto(d->debug, 0, err))
			return -1;
		if (!same_block(debug_at(d->debug)->block, block) && search_both_ways(d, &h, &found, err))
			return -1;
	}
	if (!found)
		return error_set(err, PARTY_LEARNER, "block (%u,%u,%u) does not run: the launch ends before", block.x, block.y,
				 block.z);
	d->block = block;
	d->warp = debug_at(d->debug)->warp;
	d->lane = (unsigned)__builtin_ctz(debug_at(d->debug)->active);
	d->reason = STOP_CHOSEN;
	return 0;
}

int choose_thread(struct debugger *d, uint32_t warp, unsigned lane, struct buf *out, struct error *err)
{
	const struct dim3u b = d->of.job.cases[0].block;
	const struct simt_step *at = debug_at(d->debug);
	uint64_t threads = (uint64_t)b.x * b.y * b.z;

	if ((uint64_t)warp * LANES + lane >= threads || lane >= LANES) {
		error_set(err, PARTY_LEARNER, threads == 1
			  ? N_("a block has %" PRIu64 " thread, so there is no lane %u of a warp %u")
			  : N_("a block has %" PRIu64 " threads, so there is no lane %u of a warp %u"), threads, lane, warp);
		return error_word(err);
	}
	(void)out;
	if (!at || !same_block(at->block, d->block)) {
		struct block_search h = { .d = d, .block = d->block, .thread = true, .warp = warp, .lane = lane };
		bool found;

		if (search_both_ways(d, &h, &found, err))
			return -1;
		if (!found)
			return error_set(err, PARTY_LEARNER, "the thread does not run: the launch ends before");
	}
	d->warp = warp;
	d->lane = lane;
	d->reason = STOP_CHOSEN;
	return 0;
}

/* ---- findings, differences ----------------------------------------------------------------------- */

int move_finding(struct debugger *d, struct buf *out, struct error *err)
{
	const struct finding *f = finding_next(d, debug_now(d->debug), false);

	/* At the very beginning the first step counts, too. */
	if (debug_now(d->debug) == 0 && d->reason == STOP_BEGIN && finding_at(d, 0))
		f = finding_at(d, 0);
	if (!d->survey.nfindings)
		return error_set(err, PARTY_LEARNER, "the vm finds nothing in this case");
	if (!f) {
		error_set(err, PARTY_LEARNER, "there is no finding after this step");
		return error_remedy(err, "`info findings` lists them; `start` goes to the beginning");
	}
	if (debug_goto(d->debug, f->step, err))
		return -1;
	finding_stop(d, f, out);
	return 0;
}

static int fail_no_difference(const struct debugger *d, struct error *err)
{
	if (d->launch) {
		error_set(err, PARTY_LEARNER, "there is no reference to compare a program with");
		return error_remedy(err, "`finding` goes to what the vm found; `who` says which thread wrote an element");
	}
	if (d->survey.end != SIMT_DONE) {
		error_set(err, PARTY_LEARNER, "the kernel does not finish with this case, so there is nothing to compare");
		return error_remedy(err, "`finding` goes to the cause");
	}
	if (!d->want)
		return error_set(err, PARTY_US, "the reference does not finish with this case, so there is nothing to compare");
	return error_set(err, PARTY_LEARNER, "no element is wrong in this case");
}

int move_difference(struct debugger *d, struct buf *out, struct error *err)
{
	const uint64_t now = debug_now(d->debug);
	const struct wrong *w = NULL;
	struct element e;
	char got[48], want[48];
	enum value_type type;

	if (!d->nwrong)
		return fail_no_difference(d, err);
	if (wrong_sort(d, err))
		return -1;
	for (size_t k = 0; k < d->nwrong && !w; k++)
		if (d->wrong[k].step != NO_STEP && (d->wrong[k].step > now ||
						    (d->wrong[k].step == now && d->reason == STOP_BEGIN)))
			w = &d->wrong[k];
	if (!w && d->wrong[0].step != NO_STEP) {
		error_set(err, PARTY_LEARNER, "after this step no element gets a wrong value that stays");
		return error_remedy(err, "`start` goes to the beginning, and `diff` from there to the first");
	}
	w = w ? w : &d->wrong[0];
	for (size_t k = 0; array_at(d, k, &e.array) && e.array.arg != w->arg; k++)
		;
	e.index = w->index;
	type = d->forms[w->arg].type;
	judge_value_text(type, d->got[w->arg] + w->index * e.array.elem, got, sizeof got);
	judge_value_text(type, d->want[w->arg] + w->index * e.array.elem, want, sizeof want);
	element_put(&e, out);
	if (w->step == NO_STEP) {
		buf_printf(out, _(" is never written; the reference has %s. "), want);
	} else {
		if (debug_goto(d->debug, w->step, err))
			return -1;
		d->block = w->by.block, d->warp = w->by.warp, d->lane = w->by.lane;
		d->reason = STOP_DIFFERENCE;
		buf_printf(out, _(" becomes %s in this step, and stays so; the reference has %s. "), got, want);
	}
	buf_printf(out, tr_n("%zu element is wrong in all", "%zu elements are wrong in all", d->nwrong), d->nwrong);
	if (d->never)
		buf_printf(out, _(", %" PRIu64 " of them never written"), d->never);
	buf_puts(out, "\n");
	return 0;
}
