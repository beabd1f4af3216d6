/*
 * debugger_trace.c - goes on, and prints each instruction with its result:
 *
 *	block (0,0,0) warp 0, values of thread (0,0,0)
 *	    4 ffffffff mad.lo.s32 %r1, %r3, %r4, %r5;     %r1 = 0
 *	    5 ffffffff setp.ge.s32 %p1, %r1, %r2;         %p1 = false
 *
 * The line number is the source's, or the PTX's own if there is no source; the mask has a bit for each active lane.
 */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/language.h"

struct tracing {
	struct debugger *d;
	struct buf *out;
	uint64_t left;               /* of a trace of all threads: instructions still to print */
	bool all, began;
	struct dim3u block; uint32_t warp; /* of the last line */
};

static void header_put(struct tracing *t, const struct simt_step *s)
{
	const struct dim3u at = thread_of(t->d, t->d->warp, t->d->lane);

	if (t->began && same_block(s->block, t->block) && s->warp == t->warp)
		return;
	buf_printf(t->out, _("%sblock (%u,%u,%u) warp %u, values of "), t->began ? "\n" : "", s->block.x, s->block.y,
		   s->block.z, s->warp);
	if (t->all)
		buf_puts(t->out, _("its first active thread\n"));
	else
		buf_printf(t->out, _("thread (%u,%u,%u)\n"), at.x, at.y, at.z);
	t->began = true;
	t->block = s->block;
	t->warp = s->warp;
}

static void on_executed(void *ctx, const struct simt_step *s)
{
	struct tracing *t = ctx;
	const unsigned lane = t->all ? (unsigned)__builtin_ctz(s->mask) : t->d->lane;
	struct buf text = BUF_INIT, values = BUF_INIT;
	const int number = line_of(t->d, s->instr);
	char line[16] = "";

	if (t->all ? !t->left : s->warp != t->d->warp || !(s->mask >> lane & 1) || !same_block(s->block, t->d->block))
		return;
	t->left -= t->all;
	header_put(t, s);
	simt_step_print(t->d->of.module, s, lane, &text, &values);
	if (number)
		snprintf(line, sizeof line, "%d", number);
	buf_printf(t->out, values.len ? "%5s %08" PRIx32 " %-36s %s\n" : "%5s %08" PRIx32 " %s%s\n", line, s->mask,
		   buf_text(&text), buf_text(&values));
	buf_release(&text);
	buf_release(&values);
}

static bool is_printed(void *ctx, const struct simt_step *s)
{
	return s && !((struct tracing *)ctx)->left;
}

int move_trace(struct debugger *d, uint64_t instructions, bool all, struct buf *out, struct error *err)
{
	struct tracing t = { .d = d, .out = out, .left = instructions, .all = all };
	int status;

	debug_trace(d->debug, on_executed, &t);
	status = all ? debug_run(d->debug, is_printed, &t, err) : move_instructions(d, instructions, false, out, err);
	debug_trace(d->debug, NULL, NULL);
	if (!status && all) {
		d->reason = STOP_STEP;
		focus_follow(d);
	}
	return status;
}
