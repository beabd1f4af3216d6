/*
 * native_box.h - box_run with native execution: kernels on the vm as machine code, where that pays.
 *
 * Theory: the worker may neither start a compiler nor write a file, and what it says may be a hostile kernel's. So the parent
 * does the work, and the worker can only say that it would pay:
 *
 *	parent -- job, empty memory -------------> worker: interprets; the kernel is hot
 *	       <- "native HASH OF ITS TEXT" -------
 *	  `worker translate`, in a worker's sandbox: the image of the job as C; no such hash: no more
 *	  a compiler, in a compiler's sandbox: the C as an object
 *	       -- the memory: the object, sealed -> loads it, and goes on with it at the next block
 *
 * The memory belongs to this worker alone. The cache keeps objects by the C that they were compiled from, and their hashes by the
 * image; no worker can name either. So what another check gets follows from its own image. The next run of the same image finds
 * the object before it begins. If the worker ends first, so does the compiler.
 *
 * Results, counters and findings are the interpreter's (simt/exec/native.h). Whatever fails here leaves the worker interpreting.
 * As with `warpbook run`, WARPBOOK_NATIVE=always makes translations before the run, and `never` none.
 */
#ifndef WARPBOOK_BENCH_NATIVE_BOX_H
#define WARPBOOK_BENCH_NATIVE_BOX_H

#include "worker/box.h"

/* For a kernel on the vm; any other job as box_run does it. */
int native_box_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
		   struct error *err);

#endif
