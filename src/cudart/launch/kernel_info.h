/* kernel_info.h - the resources of a multiprocessor that a kernel needs. */
#ifndef WARPBOOK_CUDART_LAUNCH_KERNEL_INFO_H
#define WARPBOOK_CUDART_LAUNCH_KERNEL_INFO_H

#include "cudart/image.h"

struct kernel_info {
	struct function *function;
	const struct ptx_function *ptx;
	size_t shared, local;  /* bytes: static, per block; per thread */
	int registers;         /* per thread: an estimate, see kernel_info.c */
	int threads_max;       /* per block: __launch_bounds__, or the limit from its registers */
};

/*
 * For the kernel with that stub, on the current device. Reports a pointer that
 * is not a kernel, or a kernel that cannot be loaded.
 */
cudaError_t kernel_info(const struct call *call, const void *host, struct kernel_info *k);
/* The threads per block that the source allows: __launch_bounds__, .reqntid; 0: no limit but the device's. */
int kernel_threads_bound(const struct ptx_function *kernel);

#endif
