/*
 * runtime.h - the state that all calls share: settings, the vm's memory, the virtual devices.
 */
#ifndef WARPBOOK_CUDART_RUNTIME_H
#define WARPBOOK_CUDART_RUNTIME_H

#include "cudart/call.h"
#include "cudart/settings.h"
#include "cudart/calls/stream.h"
#include "simt/simt.h"

struct device {
	int number;
	cudaError_t fault;       /* sticky, as after a kernel's illegal access; cudaSuccess while all is well */
	uint32_t peers;          /* bit d: its kernels may use device d's memory */
	unsigned flags;          /* of cudaSetDeviceFlags */
	struct stream legacy;
	struct stream *streams;  /* all the others */
	size_t limits[16];       /* by enum cudaLimit; 0: as it was at first */
	enum cudaFuncCache cache_config;
};

struct runtime {
	struct settings settings;
	struct simt_mem *mem;    /* one address space for all devices */
	struct device devices[DEVICES_MAX];
	unsigned ndevices;
	unsigned streams_made;
	unsigned host_threads;   /* that one kernel may use */
};

extern struct runtime runtime;

/* Once, before the first call. */
void runtime_start(void);
/* What a program leaves behind when it ends: check_exit.c. */
void exit_checks(void);

struct device *device_current(void);
/* As the program set it, or as it is at the start; a limit that there is. */
size_t device_limit(int device, enum cudaLimit limit);
/* A kernel spoiled the device: all later calls there return the error, until cudaDeviceReset. */
void device_fail(int device, cudaError_t error);

#endif
