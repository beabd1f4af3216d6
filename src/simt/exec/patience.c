/*
 * patience.c - lanes that poll in vain let others run first.
 *
 * A lane that waits for a lock or a flag polls the same word, and reads the same value each time. Turns spent this way are taken
 * from the threads that it waits for. A lane that has polled PATIENCE times in vain yields when it polls again: the other
 * lanes of its warp run first (group_pick), and when all runnable lanes yield, so do the other warps, and then the other
 * blocks (cta_run).
 *
 * A lane that sleeps (__nanosleep) yields at once. So a program that holds one lock, sleeps, and asks for another, meets the
 * thread that does so the other way round.
 *
 * Each lane remembers two words, since many programs take two locks: what a loop does between two such polls does not count, even
 * if it takes the first lock and releases it. A different value lets the lane poll some more times. Such lanes run as often as
 * others if there are no others, so yielding changes the order, and never the result of a kernel whose result does not depend
 * on that.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/exec/patience.h"
#include "simt/exec/rows.h"

#define PATIENCE LIMIT(16, 3)

void patience_begin(struct warp *w)
{
	patience_turn(w);
	memset(&w->patience, 0, sizeof w->patience);
}

static void turn_end(struct warp *w)
{
	if (*w->left < 0)
		return;
	w->skipped += *w->left + 1;
	*w->left = -1;
}

void patience_give_up(struct warp *w)
{
	w->is_idle = true;
	turn_end(w);
}

static uint64_t question_of(const struct warp *w, const struct insn *i, unsigned lane, uint64_t answer)
{
	uint64_t h = (answer ^ (uint64_t)i->site << 40) * 0x9E3779B97F4A7C15u;

	return (h ^ h >> 29 ^ w->addr[lane]) * 0xBF58476D1CE4E5B9u;
}

/* Has the lane polled so often that it should let others run first? */
static bool lane_yields(struct patience *p, unsigned lane, uint64_t question)
{
	uint64_t *asked = p->asked[lane];

	if (asked[0] == question || asked[1] == question) {
		p->times[lane] += p->times[lane] < PATIENCE;
	} else {
		asked[1] = asked[0];
		asked[0] = question;
		p->times[lane] -= p->times[lane] / 4;
	}
	return p->times[lane] == PATIENCE;
}

void patience_ask(struct warp *w, const struct insn *i, uint32_t in_vain, const uint64_t *answer)
{
	bool worn = false, news = false;

	w->progressed |= in_vain != w->mask;
	for each_lane(l, in_vain) {
		bool was_worn = w->patience.times[l] == PATIENCE,
			is_worn = lane_yields(&w->patience, l, question_of(w, i, l, answer[l]));

		worn |= is_worn;
		news |= was_worn && !is_worn;
	}
	if (news && w->cta->only_looks)
		turn_end(w);
	if (!worn || in_vain != w->mask)
		return;
	if (w->ngroups > 1)
		w->polling |= w->mask;
	else
		patience_give_up(w);
}

void patience_sleep(struct warp *w)
{
	/* In a kernel in which no thread waits for another, the order does not matter. */
	if (!w->launch->image->waits)
		return;
	w->progressed = false;
	if (w->ngroups > 1)
		w->polling |= w->mask;
	else
		patience_give_up(w);
}

bool patience_ends(struct warp *w)
{
	bool ends = !w->progressed || ++w->wakes > LANES;

	w->polling = 0;
	w->progressed = false;
	return ends;
}
