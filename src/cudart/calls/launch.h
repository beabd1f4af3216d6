/* launch.h - kernels as operations. */
#ifndef WARPBOOK_CUDART_CALLS_LAUNCH_H
#define WARPBOOK_CUDART_CALLS_LAUNCH_H

#include "cudart/image.h"
#include "cudart/queue.h"
#include "simt/simt.h"

struct kernel_op {
	struct op op;
	struct function *function;
	struct dim3u grid, block;
	uint32_t shared;
	uint8_t *params;            /* packed; its own */
	size_t params_len;
	bool cooperative;
	unsigned depth;             /* 0: the host launched it; else a kernel did: child.h */
	const struct source_place *asked; /* while it runs: where the kernel did; NULL: the host */
	double below;               /* ns of all that it launched, when it is done */
	struct simt_counts counts;  /* when it is done */
	struct performance *now;    /* while it runs: launch.c */
};

extern const struct op_kind op_kernel;

/* Has the program threads besides the host's own? They may write what a kernel waits for. */
bool launch_host_has_threads(void);

/* The operation of a launch, checked and not submitted; args as cudaLaunchKernel takes them. */
cudaError_t launch_make(const struct call *call, struct function *f, const struct launch_shape *shape, void **args,
			bool cooperative, int device, struct kernel_op **made);
/* Makes and submits it. host: the kernel's stub. */
cudaError_t launch(const struct call *call, const void *host, const struct launch_shape *shape, void **args, bool cooperative);

#endif
