/*
 * family.h - races between a kernel and the kernels that it launches, and among those (dynamic parallelism).
 *
 * The rules are those of CUDA 12's device runtime. A thread's actions before a launch are ordered before the child, and so is
 * everything that a barrier or a handover ordered before the thread. Nothing that a grid does later is ordered with its children,
 * except with a tail launch, which begins when the grid and all its other children have ended. Children in one stream of one
 * block are ordered, as are those that events of the block order. All others run concurrently.
 */
#ifndef WARPBOOK_CUDART_CHECK_FAMILY_H
#define WARPBOOK_CUDART_CHECK_FAMILY_H

#include "cudart/launch/launch.h"

/* A kernel of the host, and everything launched below it, in the order of execution. */
struct family;
#define FAMILY_NONE SIZE_MAX

/*
 * k has run; takes its uses from the result and compares them with those of the grids so far. It then sets k->family and
 * k->member, and the result must live until its children have run. Without uses nothing happens.
 */
void family_kernel(struct kernel_op *k, struct simt_result *r);
/* A copy or a memset that `parent` requested was done. */
void family_move(struct kernel_op *parent, const struct simt_child *c);
/* The host's kernel has ended, with everything below it. */
void family_end(struct kernel_op *k);

#endif
