/*
 * limits.c - limits, flags and preferences of a device: those without effect are stored and returned, so that a program
 * reads the values that it set.
 */
#include "config.h"

#include "cudart/runtime.h"

/* The defaults of an H200 when a program starts. */
static const size_t defaults[] = {
	[cudaLimitStackSize] = 1024,
	[cudaLimitPrintfFifoSize] = 7340032,
	[cudaLimitMallocHeapSize] = 8 << 20,
	[cudaLimitDevRuntimePendingLaunchCount] = 2048,
	[cudaLimitMaxL2FetchGranularity] = 128,
	[cudaLimitPersistingL2CacheSize] = 0,
};

#define NLIMITS (sizeof defaults / sizeof *defaults)

size_t device_limit(int device, enum cudaLimit limit)
{
	const struct device *d = &runtime.devices[device];

	return d->limits[limit] ? d->limits[limit] : defaults[limit];
}

/* The nesting depth to which kernels may wait for the kernels they launch: no current device supports that. */
static cudaError_t limit_check(enum cudaLimit limit)
{
	if ((unsigned)limit >= NLIMITS)
		return cudaErrorInvalidValue;
	return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = value ? limit_check(limit) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*value = device_limit(device_current()->number, limit);
	return call_leave(&call, error);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = limit_check(limit);

	if (error == cudaSuccess && limit == cudaLimitMaxL2FetchGranularity && value > 128)
		error = cudaErrorInvalidValue;
	if (error == cudaSuccess) {
		device_current()->limits[limit] = value;
		if (limit == cudaLimitMallocHeapSize && simt_use_device(runtime.mem, (unsigned)device_current()->number,
									NULL) == 0)
			simt_heap_limit(runtime.mem, value);
	}
	return call_leave(&call, error);
}

/* ---- how the host waits -------------------------------------------------------------------- */

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (flags & ~(unsigned)cudaDeviceMask)
		return call_leave(&call, cudaErrorInvalidValue);
	device_current()->flags = flags;
	return call_leave(&call, cudaSuccess);
}

/* Mapping host memory is always possible; the flags report that. */
cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (flags)
		*flags = device_current()->flags | cudaDeviceMapHost;
	return call_leave(&call, flags ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- caches and banks: of one size, whatever is wished --------------------------------------- */

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if ((unsigned)config > cudaFuncCachePreferEqual)
		return call_leave(&call, cudaErrorInvalidValue);
	device_current()->cache_config = config;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (config)
		*config = device_current()->cache_config;
	return call_leave(&call, config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
	CALL_BODY((unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : cudaSuccess)

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (config)
		*config = cudaSharedMemBankSizeFourByte;
	return call_leave(&call, config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaCtxResetPersistingL2Cache(void) CALL_BODY(cudaSuccess)

/* ---- the profiler: --timeline and --counters take its place ------------------------------------- */

cudaError_t cudaProfilerStart(void) CALL_BODY(cudaSuccess)
cudaError_t cudaProfilerStop(void) CALL_BODY(cudaSuccess)
