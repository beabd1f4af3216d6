/* launch.h - kernels as operations. */
#ifndef WARPBOOK_CUDART_LAUNCH_LAUNCH_H
#define WARPBOOK_CUDART_LAUNCH_LAUNCH_H

#include "cudart/image.h"
#include "cudart/queue.h"
#include "simt/simt.h"

struct kernel_op {
	struct op op;
	struct function *function;
	struct dim3u grid, block, cluster; /* a cluster of one block: x is 1, or 0 */
	int priority;               /* of a node, stored and returned */
	uint32_t shared;
	uint8_t *params;            /* packed; its own */
	size_t params_len;
	bool cooperative;
	bool early;                 /* as launch_shape has it: races.h */
	bool inner;                 /* a part of another operation: it runs to its end at once */
	unsigned rounds;            /* how often a loop of a graph has run it before */
	unsigned depth;             /* 0: the host launched it; else a kernel did: child.h */
	struct kernel_op *parent;   /* that kernel and its request, while this one runs; NULL: the host */
	const struct simt_child *request;
	struct family *family;      /* while it and its children run: family.h; NULL: no check */
	size_t member;
	const struct source_place *asked; /* while it runs: where the kernel did; NULL: the host */
	double below;               /* ns of what it launched and the timeline does not have, when it is done */
	size_t entry;               /* the timeline's, from 1, of one that a kernel launched; 0: see timing_entry() */
	struct simt_counts counts;  /* when it is done */
	uint64_t longest_warp;      /* as simt_result has it */
	struct performance *now;    /* while it runs: launch.c */
};

extern const struct op_kind op_kernel;

/* How many other threads the program has besides the calling one; they may write what a kernel waits for. */
long launch_host_threads(void);

/* Makes and checks the operation of a launch, without submitting it; args as cudaLaunchKernel takes them. */
cudaError_t launch_make(const struct call *call, struct function *f, const struct launch_shape *shape, void **args,
			bool cooperative, int device, struct kernel_op **made);
/*
 * Checks the clusters of a launch: *cluster is the program's request, x 0 for none; filled with the kernel's own. Returns an
 * error, with a finding, if the kernel, the grid or the device does not allow them.
 */
cudaError_t launch_cluster_check(const struct call *call, const struct function *f, int device, struct dim3u grid,
				 struct dim3u *cluster);
/* Makes and submits it. host: the kernel's stub. */
cudaError_t launch(const struct call *call, const void *host, const struct launch_shape *shape, void **args, bool cooperative);
/* Launches like the runtime API: the stream must belong to the current device. */
cudaError_t launch_on_current(const struct call *call, const void *host, const struct launch_shape *shape, void **args,
			      bool cooperative);

#endif
