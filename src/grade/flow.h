/*
 * flow.h - the prints of a kernel as the compiler made it: what each instruction computes, and from what.
 *
 * Each instruction is labelled with its operation; then, FLOW_ROUNDS times, with its label and those of the instructions that made
 * its operands. The labels of the last rounds are the prints: Shervashidze et al.: "Weisfeiler-Lehman Graph Kernels" (JMLR
 * 2011), on the graph of data flow. Neither the order of independent instructions nor registers occur in them; copies are
 * passed through, operands of commutative operations are sorted, and a < b is the same as !(b <= a).
 */
#ifndef WARPBOOK_GRADE_FLOW_H
#define WARPBOOK_GRADE_FLOW_H

#include "ptx/ptx.h"
#include "source/normal.h"

#define FLOW_INSTRUCTIONS 100000 /* a larger module has no prints */

/* Of all functions of the module; lines are the learner's. -1: no memory. */
int flow_prints(const struct ptx_module *m, struct arena *arena, struct prints *out);

#endif
