/*
 * gpu_tools.h - three small kernels of our own on a GPU: one that sweeps the cache, one that does nothing, one that multiplies.
 *
 * They are PTX, which the driver compiles. The sweep reads twice as much memory as the L2 cache holds, so that a timed kernel
 * finds none of its data there; it only reads, so that no dirty lines remain to be written back during the kernel. It is queued
 * right before the kernel and takes longer than queueing the kernel does: the kernel begins when the sweep ends, and its time
 * does not include the host's launch overhead.
 */
#ifndef WARPBOOK_DEVICE_GPU_TOOLS_H
#define WARPBOOK_DEVICE_GPU_TOOLS_H

#include "device/device.h"

struct gpu_tools {
	bool open;
	void *module, *sweep, *empty, *multiply;
	uint64_t area, area_bytes; /* of device memory, all zero */
	uint64_t sweep_bytes;      /* bytes that a sweep reads: twice the cache; 0: the cache size is unknown, and nothing is
				      swept */
	int sms;
};

/* Once per context. -1 with the error. */
int gpu_tools_open(struct gpu_tools *t, int ordinal, struct error *err);
/* Queues a sweep; a CUresult. */
int gpu_tools_sweep(const struct gpu_tools *t);
/* See device_ops.limits. It waits for everything that is queued. */
int gpu_tools_limits(const struct gpu_tools *t, struct card_limits *limits, struct error *err);

#endif
