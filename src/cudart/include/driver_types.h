/*
 * driver_types.h - the types of the CUDA runtime API, for host code in C and C++.
 *
 * Programs without a CUDA toolkit compile with these types, and so does the library that replaces the runtime. Names,
 * numbers and layouts are those of CUDA 13 on 64-bit Linux ("CUDA Runtime API" manual): if a toolkit is installed,
 * tests/cudart/abi compares each with it. Programs built for CUDA 12 see the same layouts, except for cudaDeviceProp
 * (cuda12.c).
 */
#ifndef WARPBOOK_DRIVER_TYPES_H
#define WARPBOOK_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__ /* programs test for the runtime's types with it */

#include <limits.h>
#include <stddef.h>

#include "vector_types.h"
#include "warpbook_device_types.h"
#include "warpbook_memory_types.h"

/* ---- errors ------------------------------------------------------------------- */

enum cudaError {
#define CUDA_ERROR(name, number, ...) name = number,
#include "../errors.def"
	cudaErrorApiFailureBase = 10000 /* never returned */
};
typedef enum cudaError cudaError_t;

/* ---- handles: all but the named constants are made and freed by the library --- */

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

/* The legacy default stream is also a null handle, except in programs with per-thread default streams. */
#define cudaStreamLegacy    ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

/* ---- streams and events --------------------------------------------------------- */

#define cudaStreamDefault     0x00
#define cudaStreamNonBlocking 0x01 /* it and the legacy default stream do not wait for each other */

#define cudaEventDefault       0x00
#define cudaEventBlockingSync  0x01 /* waiting threads sleep */
#define cudaEventDisableTiming 0x02 /* cudaEventElapsedTime rejects it */
#define cudaEventInterprocess  0x04 /* needs DisableTiming */
#define cudaEventRecordDefault  0x00
#define cudaEventRecordExternal 0x01 /* in a capture: a node that other streams can see */
#define cudaEventWaitDefault  0x00
#define cudaEventWaitExternal 0x01

typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user);
/* Runs on a thread of the runtime; may not call the runtime API. */
typedef void (*cudaHostFn_t)(void *user);
#define CUDART_CB

enum cudaStreamCaptureStatus {
	cudaStreamCaptureStatusNone = 0,
	cudaStreamCaptureStatusActive = 1,
	cudaStreamCaptureStatusInvalidated = 2, /* ended by a forbidden call; only cudaStreamEndCapture is left */
};

/* Which potentially waiting calls are forbidden during a capture: those of all threads, of this thread, none. */
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal = 0,
	cudaStreamCaptureModeThreadLocal = 1,
	cudaStreamCaptureModeRelaxed = 2,
};

enum cudaStreamUpdateCaptureDependenciesFlags {
	cudaStreamAddCaptureDependencies = 0,
	cudaStreamSetCaptureDependencies = 1,
};

enum cudaSynchronizationPolicy {
	cudaSyncPolicyAuto = 1,
	cudaSyncPolicySpin = 2,
	cudaSyncPolicyYield = 3,
	cudaSyncPolicyBlockingSync = 4,
};

/* ---- functions: what a kernel takes of the device, and what it may be asked ------- */

struct cudaFuncAttributes {
	size_t sharedSizeBytes, constSizeBytes, localSizeBytes; /* static; local: per thread */
	int maxThreadsPerBlock, numRegs;
	int ptxVersion, binaryVersion; /* 10 * major + minor */
	int cacheModeCA;
	int maxDynamicSharedSizeBytes; /* the limit for a launch */
	int preferredShmemCarveout;    /* percent, -1: no preference */
	int clusterDimMustBeSet;
	int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth; /* 0: none required */
	int clusterSchedulingPolicyPreference;
	int nonPortableClusterSizeAllowed;
	int reserved[16];
};

enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
	cudaFuncAttributePreferredSharedMemoryCarveout = 9,
	cudaFuncAttributeClusterDimMustBeSet = 10, /* this and the three below: read-only */
	cudaFuncAttributeRequiredClusterWidth = 11,
	cudaFuncAttributeRequiredClusterHeight = 12,
	cudaFuncAttributeRequiredClusterDepth = 13,
	cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
	cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
	cudaFuncAttributeMax
};

enum cudaFuncCache {
	cudaFuncCachePreferNone = 0,
	cudaFuncCachePreferShared = 1,
	cudaFuncCachePreferL1 = 2,
	cudaFuncCachePreferEqual = 3,
};

enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault = 0,
	cudaSharedMemBankSizeFourByte = 1,
	cudaSharedMemBankSizeEightByte = 2,
};

enum cudaSharedCarveout {
	cudaSharedmemCarveoutDefault = -1,
	cudaSharedmemCarveoutMaxL1 = 0,
	cudaSharedmemCarveoutMaxShared = 100,
};

#define cudaOccupancyDefault                0x00
#define cudaOccupancyDisableCachingOverride 0x01

/* For code that converts numbers in texts and tables; no call takes it. */
enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };

enum cudaCGScope { cudaCGScopeInvalid = 0, cudaCGScopeGrid = 1, cudaCGScopeReserved = 2 };

#include "warpbook_launch_types.h"
#include "warpbook_graph_types.h"
#include "warpbook_external_types.h"

/* ---- code loaded by hand: cudaLibrary* -------------------------------------------- */

enum cudaJitOption {
	cudaJitMaxRegisters = 0,
	cudaJitThreadsPerBlock = 1,
	cudaJitWallTime = 2,
	cudaJitInfoLogBuffer = 3,
	cudaJitInfoLogBufferSizeBytes = 4,
	cudaJitErrorLogBuffer = 5,
	cudaJitErrorLogBufferSizeBytes = 6,
	cudaJitOptimizationLevel = 7,
	cudaJitFallbackStrategy = 10,
	cudaJitGenerateDebugInfo = 11,
	cudaJitLogVerbose = 12,
	cudaJitGenerateLineInfo = 13,
	cudaJitCacheMode = 14,
	cudaJitPositionIndependentCode = 30,
	cudaJitMinCtaPerSm = 31,
	cudaJitMaxThreadsPerBlock = 32,
	cudaJitOverrideDirectiveValues = 33,
};

enum cudaLibraryOption {
	cudaLibraryHostUniversalFunctionAndDataTable = 0,
	cudaLibraryBinaryIsPreserved = 1, /* the caller keeps the code's bytes alive */
};

struct cudalibraryHostUniversalFunctionAndDataTable {
	void *functionTable;
	size_t functionWindowSize;
	void *dataTable;
	size_t dataWindowSize;
};

enum cudaJit_CacheMode { cudaJitCacheOptionNone = 0, cudaJitCacheOptionCG = 1, cudaJitCacheOptionCA = 2 };
enum cudaJit_Fallback { cudaPreferPtx = 0, cudaPreferBinary = 1 };

enum cudaGetDriverEntryPointFlags {
	cudaEnableDefault = 0,
	cudaEnableLegacyStream = 1,
	cudaEnablePerThreadDefaultStream = 2,
};

enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess = 0,
	cudaDriverEntryPointSymbolNotFound = 1,
	cudaDriverEntryPointVersionNotSufficent = 2, /* the spelling is NVIDIA's */
};

/* ---- the runtime's log, and news of the device ------------------------------------ */

typedef enum CUDAlogLevel_enum { cudaLogLevelError = 0, cudaLogLevelWarning = 1 } cudaLogLevel;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void *user, cudaLogLevel level, char *message, size_t length);

typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef enum cudaAsyncNotificationType_enum { cudaAsyncNotificationTypeOverBudget = 1 } cudaAsyncNotificationType;
typedef struct cudaAsyncNotificationInfo {
	cudaAsyncNotificationType type;
	union {
		struct { unsigned long long bytesOverBudget; } overBudget;
	} info;
} cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *news, void *user, cudaAsyncCallbackHandle_t handle);

#endif
