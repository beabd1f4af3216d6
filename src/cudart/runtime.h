/*
 * runtime.h - the state that all calls share: settings, the vm's memory, virtual devices.
 */
#ifndef WARPBOOK_CUDART_RUNTIME_H
#define WARPBOOK_CUDART_RUNTIME_H

#include "cudart/call.h"
#include "cudart/settings.h"
#include "cudart/streams/stream.h"
#include "simt/simt.h"

struct device {
	int number;
	cudaError_t fault;       /* sticky, as after a kernel's illegal access; cudaSuccess if there was none */
	uint32_t peers;          /* bit d: its kernels may use device d's memory */
	unsigned flags;          /* of cudaSetDeviceFlags */
	struct stream legacy;
	struct stream *streams;  /* all the others */
	size_t limits[16];       /* by enum cudaLimit; 0: the initial value */
	enum cudaFuncCache cache_config;
};

struct runtime {
	struct settings settings;
	struct simt_mem *mem;    /* one address space for all devices */
	struct device devices[DEVICES_MAX];
	unsigned ndevices;
	unsigned streams_made, graphs_made, early_made /* launches that may begin early */;
	unsigned host_threads;   /* the most threads for one kernel */
	unsigned long long entered; /* calls that the program has made */
	bool is_used;               /* a thread of the program has called the runtime API, and not only the driver */
	uint64_t idle;           /* kernels do nothing, and at the launch that makes it 0 the process ends: observe.h. 0: they
				    run */
	bool idle_functions;     /* not kernels do nothing, but host functions */
};

/* Our own threads have this name: code that looks at the program's threads skips them. */
#define RUNTIME_THREAD "warpbook"

extern struct runtime runtime;

static inline bool device_exists(int device)
{
	return device >= 0 && (unsigned)device < runtime.ndevices;
}

/* Does the kernel, or the function, do nothing? The judge wants to know what the program is without its work. */
bool runtime_is_idle(bool function);

/* Once, before the first call. */
void runtime_start(void);
/* Checks for leaks and unfinished work when the program ends: check_exit.c. */
void exit_checks(void);

struct device *device_current(void);
/* The value that the program set, or the initial one; for a valid limit. */
size_t device_limit(int device, enum cudaLimit limit);
/* A kernel put the device into an error state: all later calls on it return the error, until cudaDeviceReset. */
void device_fail(int device, cudaError_t error);

#endif
