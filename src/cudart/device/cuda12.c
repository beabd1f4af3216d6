/* cuda12.c - for programs of CUDA 12: its names, and its cudaDeviceProp, which has members that CUDA 13's lacks. */
#include "config.h"

#include <string.h>

#include "cudart/call.h"

/* CUDA 12's cudaDeviceProp. */
struct properties_12 {
	char name[256];
	cudaUUID_t uuid;
	char luid[8];
	unsigned luidDeviceNodeMask;
	size_t totalGlobalMem, sharedMemPerBlock;
	int regsPerBlock, warpSize;
	size_t memPitch;
	int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
	int clockRate;
	size_t totalConstMem;
	int major, minor;
	size_t textureAlignment, texturePitchAlignment;
	int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
	int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear;
	int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
	int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
	int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
	int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
	int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
	size_t surfaceAlignment;
	int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
	int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
	int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
	size_t sharedMemPerMultiprocessor;
	int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
	int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
	int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
	size_t sharedMemPerBlockOptin;
	int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
	int accessPolicyMaxWindowSize;
	size_t reservedSharedMemPerBlock;
	int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported;
	int memoryPoolsSupported, gpuDirectRDMASupported;
	unsigned gpuDirectRDMAFlushWritesOptions;
	int gpuDirectRDMAWritesOrdering;
	unsigned memoryPoolSupportedHandleTypes;
	int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
	int reserved[63];
};

_Static_assert(sizeof(struct properties_12) == 1032, "cudaDeviceProp of CUDA 12");

static struct cudaMemLocation place_of_device(int device)
{
	if (device == cudaCpuDeviceId)
		return (struct cudaMemLocation){ cudaMemLocationTypeHost, 0 };
	return (struct cudaMemLocation){ cudaMemLocationTypeDevice, device };
}

#define SPAN(type, first, last) (offsetof(struct type, last) - offsetof(struct type, first))

/* Copies the members that both have, from the first to the last of a run of adjacent ones. */
#define COPY(first, last) \
	_Static_assert(SPAN(properties_12, first, last) == SPAN(cudaDeviceProp, first, last), "the same layout there"); \
	memcpy((char *)old + offsetof(struct properties_12, first), (const char *)&p + offsetof(struct cudaDeviceProp, first), \
	       SPAN(properties_12, first, last) + sizeof old->last)

static void properties_old(struct properties_12 *old, int device)
{
	struct cudaDeviceProp p;

	*old = (struct properties_12){ .deviceOverlap = 1, .computeMode = cudaComputeModeDefault };
	cudaGetDeviceProperties(&p, device);
	COPY(name, maxGridSize);
	COPY(totalConstMem, texturePitchAlignment);
	old->multiProcessorCount = p.multiProcessorCount;
	old->canMapHostMemory = p.canMapHostMemory;
	old->maxTexture1D = p.maxTexture1D;
	old->maxTexture1DMipmap = p.maxTexture1DMipmap;
	COPY(maxTexture2D, maxSurfaceCubemapLayered);
	COPY(surfaceAlignment, unifiedAddressing);
	COPY(memoryBusWidth, localL1CacheSupported);
	COPY(sharedMemPerMultiprocessor, hostNativeAtomicSupported);
	COPY(pageableMemoryAccess, cooperativeLaunch);
	COPY(sharedMemPerBlockOptin, accessPolicyMaxWindowSize);
	COPY(reservedSharedMemPerBlock, unifiedFunctionPointers);
	cudaDeviceGetAttribute(&old->clockRate, cudaDevAttrClockRate, device);
	cudaDeviceGetAttribute(&old->memoryClockRate, cudaDevAttrMemoryClockRate, device);
	cudaDeviceGetAttribute(&old->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth, device);
	cudaDeviceGetAttribute(&old->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
}

#pragma GCC visibility push(default)
cudaError_t cudaGetDeviceProperties_v2(struct properties_12 *old, int device);
#define OLD(name, parameters, call, text) cudaError_t name parameters;
#include "cudart/device/cuda12.def"
#pragma GCC visibility pop

cudaError_t cudaGetDeviceProperties_v2(struct properties_12 *old, int device)
{
	const struct nested_call outer_call = nested_call_begin(__builtin_frame_address(0), false);
	struct cudaDeviceProp p;
	const cudaError_t error = old ? cudaGetDeviceProperties(&p, device) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		properties_old(old, device);
	nested_call_end(outer_call);
	return error;
}

#define OLD(name, parameters, newer, text) \
	cudaError_t name parameters \
	{ \
		const struct nested_call outer_call = nested_call_begin(__builtin_frame_address(0), false); \
		const cudaError_t error = newer; \
		\
		nested_call_end(outer_call); \
		return error; \
	}
#include "cudart/device/cuda12.def"
