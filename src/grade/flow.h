/*
 * flow.h - fingerprints of a kernel after compilation: what each instruction computes, and from what.
 *
 * The label of an instruction is its operation; then, FLOW_ROUNDS times, it is combined with the labels of the instructions that
 * produced its operands. The labels of the last rounds are the fingerprints: Shervashidze et al.: "Weisfeiler-Lehman Graph
 * Kernels" (JMLR 2011), on the data flow graph. They contain neither the order of independent instructions nor registers; copies
 * are skipped, operands of commutative operations are sorted, and a < b is the same as !(b <= a).
 */
#ifndef WARPBOOK_GRADE_FLOW_H
#define WARPBOOK_GRADE_FLOW_H

#include "ptx/ptx.h"
#include "source/normal.h"

#define FLOW_INSTRUCTIONS 100000 /* a larger module has no fingerprints */

/* For all functions of the module; lines are the learner's. -1: no memory. */
int flow_prints(const struct ptx_module *m, struct arena *arena, struct prints *out);

#endif
