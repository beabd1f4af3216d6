/*
 * patience.h - lanes that poll in vain let others go first: see patience.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_PATIENCE_H
#define WARPBOOK_SIMT_EXEC_PATIENCE_H

#include "simt/exec/warp.h"

/* The warp begins a block. */
void patience_begin(struct warp *w);
/* The warp begins a turn: its lanes may ask again. */
static inline void patience_turn(struct warp *w)
{
	w->drowsy = w->wakes = 0;
	w->is_idle = w->stirred = false;
}

/*
 * The lanes of w->mask have read memory at w->addr by a load or an atomic operation with i->polls: those in `in_vain` only
 * read, the others changed it. answer[lane]: what they have got.
 */
void patience_ask(struct warp *w, const struct insn *i, uint32_t in_vain, const uint64_t *answer);
/* All lanes of the warp that could run are drowsy; from now on none is. True: it is the other warps' turn. */
bool patience_ends(struct warp *w);
/* Leaves the rest of the warp's turn to others. */
void patience_give_up(struct warp *w);

/* Has a warp of several groups nothing better to do than to let the lanes of this one ask again? */
static inline bool group_is_drowsy(const struct warp *w, const struct group *g)
{
	return !(g->mask & ~w->drowsy);
}

#endif
