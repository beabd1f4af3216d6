/* warpbook_device_types.h - devices: properties, attributes, limits. */
#ifndef WARPBOOK_DEVICE_TYPES_H
#define WARPBOOK_DEVICE_TYPES_H

#define cudaDeviceScheduleAuto         0x00
#define cudaDeviceScheduleSpin         0x01
#define cudaDeviceScheduleYield        0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync         0x04 /* its older name */
#define cudaDeviceScheduleMask         0x07
#define cudaDeviceMapHost              0x08 /* always on in current versions */
#define cudaDeviceLmemResizeToMax      0x10
#define cudaDeviceSyncMemops           0x80
#define cudaDeviceMask                 0xff
#define cudaInitDeviceFlagsAreValid    0x01

enum cudaDeviceAttr {
#define ATTRIBUTE(name, number, ...) cudaDevAttr##name = number,
#include "../attributes.def"
	cudaDevAttrMax
};

#ifndef CU_UUID_HAS_BEEN_DEFINED
#define CU_UUID_HAS_BEEN_DEFINED
struct CUuuid_st { char bytes[16]; };
typedef struct CUuuid_st CUuuid;
#endif
typedef struct CUuuid_st cudaUUID_t;

/* Sizes in bytes, textures and surfaces in texels: {width, height, depth or layers}. */
struct cudaDeviceProp {
	char name[256];
	cudaUUID_t uuid;
	char luid[8];
	unsigned int luidDeviceNodeMask;
	size_t totalGlobalMem;
	size_t sharedMemPerBlock;
	int regsPerBlock;
	int warpSize;
	size_t memPitch;
	int maxThreadsPerBlock;
	int maxThreadsDim[3], maxGridSize[3];
	size_t totalConstMem;
	int major, minor; /* compute capability */
	size_t textureAlignment, texturePitchAlignment;
	int multiProcessorCount;
	int integrated;
	int canMapHostMemory;
	int maxTexture1D, maxTexture1DMipmap;
	int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
	int maxTexture3D[3], maxTexture3DAlt[3];
	int maxTextureCubemap;
	int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
	int maxSurface1D, maxSurface2D[2], maxSurface3D[3];
	int maxSurface1DLayered[2], maxSurface2DLayered[3];
	int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
	size_t surfaceAlignment;
	int concurrentKernels;
	int ECCEnabled;
	int pciBusID, pciDeviceID, pciDomainID;
	int tccDriver;
	int asyncEngineCount; /* copies that can run concurrently */
	int unifiedAddressing;
	int memoryBusWidth; /* bits */
	int l2CacheSize, persistingL2CacheMaxSize;
	int maxThreadsPerMultiProcessor;
	int streamPrioritiesSupported;
	int globalL1CacheSupported, localL1CacheSupported;
	size_t sharedMemPerMultiprocessor;
	int regsPerMultiprocessor;
	int managedMemory;
	int isMultiGpuBoard, multiGpuBoardGroupID;
	int hostNativeAtomicSupported;
	int pageableMemoryAccess; /* kernels may use memory from malloc() */
	int concurrentManagedAccess;
	int computePreemptionSupported;
	int canUseHostPointerForRegisteredMem;
	int cooperativeLaunch;
	size_t sharedMemPerBlockOptin; /* after cudaFuncSetAttribute */
	int pageableMemoryAccessUsesHostPageTables;
	int directManagedMemAccessFromHost;
	int maxBlocksPerMultiProcessor;
	int accessPolicyMaxWindowSize;
	size_t reservedSharedMemPerBlock;
	int hostRegisterSupported;
	int sparseCudaArraySupported;
	int hostRegisterReadOnlySupported;
	int timelineSemaphoreInteropSupported;
	int memoryPoolsSupported;
	int gpuDirectRDMASupported;
	unsigned int gpuDirectRDMAFlushWritesOptions;
	int gpuDirectRDMAWritesOrdering;
	unsigned int memoryPoolSupportedHandleTypes;
	int deferredMappingCudaArraySupported;
	int ipcEventSupported;
	int clusterLaunch;
	int unifiedFunctionPointers;
	int deviceNumaConfig, deviceNumaId;
	int mpsEnabled;
	int hostNumaId;
	unsigned int gpuPciDeviceID, gpuPciSubsystemID;
	int hostNumaMultinodeIpcSupported;
	int reserved[56];
};

enum cudaComputeMode {
	cudaComputeModeDefault = 0,
	cudaComputeModeExclusive = 1,
	cudaComputeModeProhibited = 2,
	cudaComputeModeExclusiveProcess = 3,
};

enum cudaLimit {
	cudaLimitStackSize = 0,      /* bytes per thread */
	cudaLimitPrintfFifoSize = 1, /* bytes */
	cudaLimitMallocHeapSize = 2, /* bytes */
	cudaLimitDevRuntimeSyncDepth = 3,
	cudaLimitDevRuntimePendingLaunchCount = 4,
	cudaLimitMaxL2FetchGranularity = 5,
	cudaLimitPersistingL2CacheSize = 6,
};

enum cudaDeviceNumaConfig { cudaDeviceNumaConfigNone = 0, cudaDeviceNumaConfigNumaNode = 1 };

/* ---- between two devices ------------------------------------------------------------- */

enum cudaDeviceP2PAttr {
	cudaDevP2PAttrPerformanceRank = 1,
	cudaDevP2PAttrAccessSupported = 2,
	cudaDevP2PAttrNativeAtomicSupported = 3,
	cudaDevP2PAttrCudaArrayAccessSupported = 4,
	cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5,
};

enum cudaAtomicOperation {
	cudaAtomicOperationIntegerAdd = 0,
	cudaAtomicOperationIntegerMin = 1,
	cudaAtomicOperationIntegerMax = 2,
	cudaAtomicOperationIntegerIncrement = 3,
	cudaAtomicOperationIntegerDecrement = 4,
	cudaAtomicOperationAnd = 5,
	cudaAtomicOperationOr = 6,
	cudaAtomicOperationXOR = 7,
	cudaAtomicOperationExchange = 8,
	cudaAtomicOperationCAS = 9,
	cudaAtomicOperationFloatAdd = 10,
	cudaAtomicOperationFloatMin = 11,
	cudaAtomicOperationFloatMax = 12,
};

enum cudaAtomicOperationCapability {
	cudaAtomicCapabilitySigned = 1,
	cudaAtomicCapabilityUnsigned = 2,
	cudaAtomicCapabilityReduction = 4,
	cudaAtomicCapabilityScalar32 = 8,
	cudaAtomicCapabilityScalar64 = 16,
	cudaAtomicCapabilityScalar128 = 32,
	cudaAtomicCapabilityVector32x4 = 64,
};

enum cudaFlushGPUDirectRDMAWritesOptions {
	cudaFlushGPUDirectRDMAWritesOptionHost = 1,
	cudaFlushGPUDirectRDMAWritesOptionMemOps = 2,
};

enum cudaGPUDirectRDMAWritesOrdering {
	cudaGPUDirectRDMAWritesOrderingNone = 0,
	cudaGPUDirectRDMAWritesOrderingOwner = 100,
	cudaGPUDirectRDMAWritesOrderingAllDevices = 200,
};

enum cudaFlushGPUDirectRDMAWritesScope {
	cudaFlushGPUDirectRDMAWritesToOwner = 100,
	cudaFlushGPUDirectRDMAWritesToAllDevices = 200,
};

enum cudaFlushGPUDirectRDMAWritesTarget { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0 };

#endif
