/*
 * child.h - dynamic parallelism: a kernel's launches, copies and memsets (CUDA 12's device runtime, "CDP2").
 *
 * They run when the kernel has ended, as part of its operation: the device runtime of CUDA 12 has no call that waits for a child,
 * so no program can rely on more. In each stream, children keep their order; a grid has ended when its children have.
 */
#ifndef WARPBOOK_CUDART_LAUNCH_CHILD_H
#define WARPBOOK_CUDART_LAUNCH_CHILD_H

#include "base/buf.h"
#include "cudart/launch/launch.h"

/* The deepest nesting of launches below a kernel of the host, as on hardware. */
#define CHILD_DEPTH 24

/* Runs everything in the result's list; the parent's ranges and costs include it. A finding names what cannot run. */
void children_run(struct kernel_op *parent, const struct simt_result *r);

/*
 * The PTX of the device runtime, which image.c links with modules that use it: streams and events, which are mere names,
 * attributes, and the texts of errors. The vm does the rest (simt/exec/child.c). Appended; out->failed when out of memory.
 */
void child_runtime_put(struct buf *out);
#define CHILD_RUNTIME_MARK "__cudaCDP2" /* a module that uses it has this in its text */

#endif
