/*
 * passes.h - the passes over a function, and what lowers each kind of instruction: lower.c calls the passes, lower_insn.c the
 * others. lower.h has the state that they share, and its operands.
 */
#ifndef WARPBOOK_SIMT_LOWER_PASSES_H
#define WARPBOOK_SIMT_LOWER_PASSES_H

#include "simt/lower/lower.h"

/* Finds what to fuse in the function, if the program asks for that; lowers lo->src, a sum, with its product. */
bool fuse_find(struct lowering *lo, const bool *leader);
bool fuse_lower(struct lowering *lo, const struct fused *fused);
/* lower_early.c: finds reads of results of wgmma before its wait. */
bool early_find(struct lowering *lo);
/* lower_unfenced.c: after it, finds products that no wgmma.fence precedes. */
bool unfenced_find(struct lowering *lo);
/* Fills the code's `unset`. */
bool unset_find(struct lowering *lo);
/* lower_rank.c: gives the function's blocks their ranks. */
bool lower_rank(struct lowering *lo, struct code *c);
/* lower_chain.c: sets the operations' `leads`. */
bool lower_chain(struct lowering *lo, struct code *c);

/* Lowers the instruction and returns its effect on control flow. False on error. */
bool lower_insn(struct lowering *lo, enum terminator *term);
bool lower_memory(struct lowering *lo);
bool lower_async(struct lowering *lo);
bool lower_texture(struct lowering *lo);
bool lower_matrix(struct lowering *lo, enum terminator *term);
bool lower_wgmma(struct lowering *lo, enum terminator *term);
bool lower_warp(struct lowering *lo, enum terminator *term);
bool lower_call(struct lowering *lo, enum terminator *term);

#endif
