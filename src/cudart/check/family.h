/*
 * family.h - races between a kernel and the kernels that it launches, and among these (dynamic parallelism).
 *
 * The rules are those of CUDA 12's device runtime. What a thread did before a launch is ordered before the child, and with it
 * what a barrier or a handover ordered before the thread. Nothing that a grid does later is ordered with its children, but for a tail
 * launch, which begins when the grid and all its other children have ended. Children in one stream of one block
 * are ordered, as are those that events of the block order. All others run at the same time.
 */
#ifndef WARPBOOK_CUDART_CHECK_FAMILY_H
#define WARPBOOK_CUDART_CHECK_FAMILY_H

#include "cudart/calls/launch.h"

/* A kernel of the host's, and all that is launched below it, in the order in which they ran. */
struct family;
#define FAMILY_NONE SIZE_MAX

/*
 * k ran; its uses are taken from the result and compared with those of the grids so far. Then k->family and k->member are set, and the
 * result has to live until its children have run. Nothing happens without uses.
 */
void family_kernel(struct kernel_op *k, struct simt_result *r);
/* What parent asked for, a copy or a memset, was done. */
void family_move(struct kernel_op *parent, const struct simt_child *c);
/* The host's kernel has ended, with all below it. */
void family_end(struct kernel_op *k);

#endif
