/*
 * patience.h - lanes that poll in vain let others run first: see patience.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_PATIENCE_H
#define WARPBOOK_SIMT_EXEC_PATIENCE_H

#include "simt/exec/warp.h"

/* The warp begins a block. */
void patience_begin(struct warp *w);
/* The warp begins a turn: its lanes may poll again. */
static inline void patience_turn(struct warp *w)
{
	w->polling = w->wakes = 0;
	w->is_idle = w->progressed = false;
}

/*
 * The lanes of w->mask have read memory at w->addr by a load or an atomic operation with i->polls: those in `in_vain` only
 * read it, the others changed it. answer[lane]: the value read.
 */
void patience_ask(struct warp *w, const struct insn *i, uint32_t in_vain, const uint64_t *answer);
/* All runnable lanes of the warp only poll; this clears the mark. True: let the other warps run. */
bool patience_ends(struct warp *w);
/* The lanes of w->mask sleep: the others run first, once. */
void patience_sleep(struct warp *w);
/* Ends the warp's turn early. */
void patience_give_up(struct warp *w);

/* In a warp of several groups: are the lanes of this one only waiting to poll again? */
static inline bool group_is_polling(const struct warp *w, const struct group *g)
{
	return !(g->mask & ~w->polling);
}

#endif
