/*
 * properties.c - the virtual devices' properties, and which device is current.
 *
 * A virtual device has the properties of an H200, whose times the timeline models: programs find its number of
 * multiprocessors, its limits and compute capability 9.0. PTX for sm_75 to sm_90 runs on it. The name, the memory's size
 * (settings.h), bus ids and UUIDs are its own, and it lacks three features: kernels cannot access pageable memory, it
 * shares nothing with other processes, and host atomics are not native. Sizes of caches and limits of textures come from
 * the documentation of compute capability 9.0.
 */
#include "config.h"

#include "cudart/device/properties.h"

#include <stdio.h>
#include <string.h>

#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#define CLOCK_KHZ        1980000
#define MEMORY_CLOCK_KHZ 3201000
#define LINEAR_TEXELS    (1 << 28)
#define FIRST_BUS        0x10

unsigned properties_multiprocessors(int device)
{
	unsigned first = runtime.settings.multiprocessors;

	return !first ? SM_COUNT : first > (unsigned)device ? first - (unsigned)device : 1;
}

/* All properties of an existing device. */
static void properties_fill(int device, struct cudaDeviceProp *p)
{
	*p = (struct cudaDeviceProp){
		.name = "warpbook vm (H200 shape)",
		.totalGlobalMem = runtime.settings.memory_bytes,
		.sharedMemPerBlock = SHARED_DEFAULT, .sharedMemPerBlockOptin = SHARED_OPT_IN,
		.sharedMemPerMultiprocessor = SHARED_OF_SM, .reservedSharedMemPerBlock = SHARED_RESERVED,
		.regsPerBlock = REGISTERS_OF_SM, .regsPerMultiprocessor = REGISTERS_OF_SM,
		.warpSize = 32, .memPitch = 0x7fffffff, .totalConstMem = 65536,
		.maxThreadsPerBlock = THREADS_OF_BLOCK, .maxThreadsDim = { 1024, 1024, 64 },
		.maxGridSize = { 0x7fffffff, 65535, 65535 },
		.maxThreadsPerMultiProcessor = THREADS_OF_SM, .maxBlocksPerMultiProcessor = BLOCKS_OF_SM,
		.multiProcessorCount = (int)properties_multiprocessors(device),
		.major = 9, .minor = 0,
		.textureAlignment = 512, .texturePitchAlignment = 32, .surfaceAlignment = 512,
		.maxTexture1D = 131072, .maxTexture1DMipmap = 32768,
		.maxTexture2D = { 131072, 65536 }, .maxTexture2DMipmap = { 32768, 32768 },
		.maxTexture2DLinear = { 131072, 65000, 2097120 }, .maxTexture2DGather = { 32768, 32768 },
		.maxTexture3D = { 16384, 16384, 16384 }, .maxTexture3DAlt = { 8192, 8192, 32768 },
		.maxTextureCubemap = 32768, .maxTextureCubemapLayered = { 32768, 2046 },
		.maxTexture1DLayered = { 32768, 2048 }, .maxTexture2DLayered = { 32768, 32768, 2048 },
		.maxSurface1D = 32768, .maxSurface2D = { 131072, 65536 }, .maxSurface3D = { 16384, 16384, 16384 },
		.maxSurface1DLayered = { 32768, 2048 }, .maxSurface2DLayered = { 32768, 32768, 2048 },
		.maxSurfaceCubemap = 32768, .maxSurfaceCubemapLayered = { 32768, 2046 },
		.canMapHostMemory = 1, .unifiedAddressing = 1, .managedMemory = 1, .concurrentManagedAccess = 1,
		.hostRegisterSupported = 1, .canUseHostPointerForRegisteredMem = 1,
		.concurrentKernels = 1, .asyncEngineCount = 3, .streamPrioritiesSupported = 1,
		.computePreemptionSupported = 1, .cooperativeLaunch = 1, .clusterLaunch = 1, .memoryPoolsSupported = 1,
		.globalL1CacheSupported = 1, .localL1CacheSupported = 1,
		.ECCEnabled = 1, .memoryBusWidth = 6144, .l2CacheSize = 60 << 20, .persistingL2CacheMaxSize = 39321600,
		.accessPolicyMaxWindowSize = 134213632,
		.pciBusID = FIRST_BUS + device,
		.multiGpuBoardGroupID = device,
		.deviceNumaId = -1, .hostNumaId = 0,
	};
	memcpy(p->uuid.bytes, "warpbook vm", 11);
	p->uuid.bytes[15] = (char)device;
}

static cudaError_t no_such_device(const struct call *call, int device)
{
	char range[48] = "is one: number 0";

	if (runtime.ndevices > 1)
		snprintf(range, sizeof range, "are %u: numbers 0 to %u", runtime.ndevices, runtime.ndevices - 1);
	report_call(KIND_API_ERROR, call, NULL, "the option --devices N adds more", "%s is given device %d, and there %s",
	     call->name, device, range);
	return cudaErrorInvalidDevice;
}

/* ---- properties -------------------------------------------------------------------------- */

static cudaError_t properties(const struct call *call, struct cudaDeviceProp *p, int device)
{
	if (!p)
		return cudaErrorInvalidValue;
	if (!device_exists(device))
		return no_such_device(call, device);
	properties_fill(device, p);
	return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device) CALL_BODY(properties(&call, prop, device))

bool properties_attribute(int device, enum cudaDeviceAttr wanted, int *value)
{
	struct cudaDeviceProp all, *p = &all;

	properties_fill(device, p);
	switch (wanted) {
#define ATTRIBUTE(name, number, answer) case cudaDevAttr##name: *value = answer; return true;
#include "cudart/attributes.def"
	default: return false;
	}
}

static cudaError_t attribute(const struct call *call, int *value, enum cudaDeviceAttr wanted, int device)
{
	if (!value)
		return cudaErrorInvalidValue;
	if (!device_exists(device))
		return no_such_device(call, device);
	return properties_attribute(device, wanted, value) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr wanted, int device)
	CALL_BODY(attribute(&call, value, wanted, device))

/* Atomics of kernels are never native in the host's memory. */
cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned *capabilities, const enum cudaAtomicOperation *operations,
						unsigned count, int device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device))
		return call_leave(&call, no_such_device(&call, device));
	if (!capabilities || !operations || !count)
		return call_leave(&call, cudaErrorInvalidValue);
	memset(capabilities, 0, count * sizeof *capabilities);
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const struct cudaChannelFormatDesc *format, int device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device))
		return call_leave(&call, no_such_device(&call, device));
	if (!texels || !format)
		return call_leave(&call, cudaErrorInvalidValue);
	*texels = LINEAR_TEXELS;
	return call_leave(&call, cudaSuccess);
}

static cudaError_t version_get(int *version)
{
	if (version)
		*version = CUDART_VERSION;
	return version ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDriverGetVersion(int *version) CALL_BODY(version_get(version))
cudaError_t cudaRuntimeGetVersion(int *version) CALL_BODY(version_get(version))

/* ---- the current device -------------------------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (count)
		*count = (int)runtime.ndevices;
	return call_leave(&call, count ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device))
		return call_leave(&call, no_such_device(&call, device));
	thread_state()->device = device;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGetDevice(int *device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (device)
		*device = thread_state()->device;
	return call_leave(&call, device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device))
		return call_leave(&call, no_such_device(&call, device));
	if (flags & ~(unsigned)cudaInitDeviceFlagsAreValid || device_flags & ~(unsigned)cudaDeviceMask)
		return call_leave(&call, cudaErrorInvalidValue);
	if (flags & cudaInitDeviceFlagsAreValid)
		runtime.devices[device].flags = device_flags;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (n < 0 || (n && !devices))
		return call_leave(&call, cudaErrorInvalidValue);
	for (int i = 0; i < n; i++)
		if (!device_exists(devices[i]))
			return call_leave(&call, no_such_device(&call, devices[i]));
	return call_leave(&call, cudaSuccess);
}

/* All devices are equal: the first fits as well as any. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device || !wanted)
		return call_leave(&call, cudaErrorInvalidValue);
	*device = 0;
	return call_leave(&call, cudaSuccess);
}

/* ---- bus ids: "0000:10:00.0" ------------------------------------------------------------------ */

cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device)
{
	struct call call = CALL_ENTER_OR_RETURN;
	char text[16];
	int n;

	if (!device_exists(device))
		return call_leave(&call, no_such_device(&call, device));
	n = snprintf(text, sizeof text, "0000:%02X:00.0", (unsigned)(FIRST_BUS + device));
	if (!id || size <= n)
		return call_leave(&call, cudaErrorInvalidValue);
	memcpy(id, text, (size_t)n + 1);
	return call_leave(&call, cudaSuccess);
}

/* With or without the domain, with or without the function. */
static int bus_of(const char *id)
{
	unsigned domain = 0, bus, slot, function = 0;
	int end = 0;

	if (sscanf(id, "%4x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &end) == 4 && !id[end])
		return domain || slot || function ? -1 : (int)bus;
	end = 0;
	if (sscanf(id, "%4x:%2x:%2x%n", &domain, &bus, &slot, &end) == 3 && !id[end])
		return domain || slot ? -1 : (int)bus;
	end = 0;
	if (sscanf(id, "%2x:%2x.%1x%n", &bus, &slot, &function, &end) == 3 && !id[end])
		return slot || function ? -1 : (int)bus;
	return -1;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
	struct call call = CALL_ENTER_OR_RETURN;
	int found;

	if (!device || !id)
		return call_leave(&call, cudaErrorInvalidValue);
	found = bus_of(id) - FIRST_BUS;
	if (!device_exists(found))
		return call_leave(&call, cudaErrorInvalidDevice);
	*device = found;
	return call_leave(&call, cudaSuccess);
}
