/*
 * lost_frame.h - clang counts the bytes of a function's local arrays in 32 bits: if they are a multiple of 4 GiB, it uses the
 * arrays, and registers for their address, but declares none of these. Such a name is declared here, with that size: so the
 * launch is rejected for the memory that it needs.
 */
#ifndef WARPBOOK_PTX_LOST_FRAME_H
#define WARPBOOK_PTX_LOST_FRAME_H

#include "ptx/parse.h"

/* A name that nothing declares: 1 and the operand, if it is one of these; otherwise 0. -1: out of memory. */
int lost_frame_operand(struct parser *p, const struct token *name, struct ptx_operand *o);

#endif
