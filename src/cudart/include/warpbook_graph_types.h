/* warpbook_graph_types.h - graphs: the parameters of their nodes, and the results of an update. */
#ifndef WARPBOOK_GRAPH_TYPES_H
#define WARPBOOK_GRAPH_TYPES_H

enum cudaGraphNodeType {
	cudaGraphNodeTypeKernel = 0,
	cudaGraphNodeTypeMemcpy = 1,
	cudaGraphNodeTypeMemset = 2,
	cudaGraphNodeTypeHost = 3,
	cudaGraphNodeTypeGraph = 4,
	cudaGraphNodeTypeEmpty = 5,
	cudaGraphNodeTypeWaitEvent = 6,
	cudaGraphNodeTypeEventRecord = 7,
	cudaGraphNodeTypeExtSemaphoreSignal = 8,
	cudaGraphNodeTypeExtSemaphoreWait = 9,
	cudaGraphNodeTypeMemAlloc = 10,
	cudaGraphNodeTypeMemFree = 11,
	cudaGraphNodeTypeConditional = 13,
	cudaGraphNodeTypeCount
};

/* ---- one struct for each type of node; those named V2 are the members of cudaGraphNodeParams ---- */

#define WARPBOOK_TWICE(name, ...) struct name { __VA_ARGS__ }; struct name##V2 { __VA_ARGS__ }

/* kernelParams: the address of each parameter. `extra`: for launches with all parameters packed in one buffer. */
WARPBOOK_TWICE(cudaKernelNodeParams,
	void *func;
	dim3 gridDim; dim3 blockDim;
	unsigned int sharedMemBytes;
	void **kernelParams; void **extra;);

/* Rows of `width` elements of elementSize (1, 2 or 4) bytes; each is set to the low bytes of value. */
WARPBOOK_TWICE(cudaMemsetParams,
	void *dst;
	size_t pitch;
	unsigned int value; unsigned int elementSize;
	size_t width; size_t height;);

WARPBOOK_TWICE(cudaHostNodeParams,
	cudaHostFn_t fn;
	void *userData;);

/* dptr is an output: the address of the memory in launches. */
WARPBOOK_TWICE(cudaMemAllocNodeParams,
	struct cudaMemPoolProps poolProps;
	const struct cudaMemAccessDesc *accessDescs;
	size_t accessDescCount;
	size_t bytesize;
	void *dptr;);

WARPBOOK_TWICE(cudaExternalSemaphoreSignalNodeParams,
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreSignalParams *paramsArray;
	unsigned int numExtSems;);

WARPBOOK_TWICE(cudaExternalSemaphoreWaitNodeParams,
	cudaExternalSemaphore_t *extSemArray;
	const struct cudaExternalSemaphoreWaitParams *paramsArray;
	unsigned int numExtSems;);

#undef WARPBOOK_TWICE

struct cudaMemcpyNodeParams {
	int flags;
	int reserved[3];
	struct cudaMemcpy3DParms copyParams;
};

struct cudaMemFreeNodeParams { void *dptr; };
struct cudaEventRecordNodeParams { cudaEvent_t event; };
struct cudaEventWaitNodeParams { cudaEvent_t event; };

enum cudaGraphChildGraphNodeOwnership {
	cudaGraphChildGraphOwnershipClone = 0,
	cudaGraphChildGraphOwnershipMove = 1,
};

struct cudaChildGraphNodeParams {
	cudaGraph_t graph;
	enum cudaGraphChildGraphNodeOwnership ownership;
};

enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphConditionalNodeType {
	cudaGraphCondTypeIf = 0,
	cudaGraphCondTypeWhile = 1,
	cudaGraphCondTypeSwitch = 2,
};

/* phGraph_out: an output, `size` bodies that the node owns. */
struct cudaConditionalNodeParams {
	cudaGraphConditionalHandle handle;
	enum cudaGraphConditionalNodeType type;
	unsigned int size;
	cudaGraph_t *phGraph_out;
};

struct cudaGraphNodeParams {
	enum cudaGraphNodeType type;
	int reserved0[3];
	union {
		long long reserved1[29];
		struct cudaKernelNodeParamsV2 kernel;
		struct cudaMemcpyNodeParams memcpy;
		struct cudaMemsetParamsV2 memset;
		struct cudaHostNodeParamsV2 host;
		struct cudaChildGraphNodeParams graph;
		struct cudaEventWaitNodeParams eventWait;
		struct cudaEventRecordNodeParams eventRecord;
		struct cudaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
		struct cudaExternalSemaphoreWaitNodeParamsV2 extSemWait;
		struct cudaMemAllocNodeParamsV2 alloc;
		struct cudaMemFreeNodeParams free;
		struct cudaConditionalNodeParams conditional;
	};
	long long reserved2;
};

/* ---- edges ------------------------------------------------------------------------------------ */

typedef enum cudaGraphDependencyType_enum {
	cudaGraphDependencyTypeDefault = 0,
	cudaGraphDependencyTypeProgrammatic = 1,
} cudaGraphDependencyType;

typedef struct cudaGraphEdgeData_st {
	unsigned char from_port, to_port, type;
	unsigned char reserved[5];
} cudaGraphEdgeData;

#define cudaGraphKernelNodePortDefault          0
#define cudaGraphKernelNodePortProgrammatic     1
#define cudaGraphKernelNodePortLaunchCompletion 2

/* ---- instantiation and update -------------------------------------------------------------------- */

enum cudaGraphInstantiateFlags {
	cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
	cudaGraphInstantiateFlagUpload = 2,
	cudaGraphInstantiateFlagDeviceLaunch = 4,
	cudaGraphInstantiateFlagUseNodePriority = 8,
};

typedef enum cudaGraphInstantiateResult {
	cudaGraphInstantiateSuccess = 0,
	cudaGraphInstantiateError = 1,
	cudaGraphInstantiateInvalidStructure = 2,
	cudaGraphInstantiateNodeOperationNotSupported = 3,
	cudaGraphInstantiateMultipleDevicesNotSupported = 4,
	cudaGraphInstantiateConditionalHandleUnused = 5,
} cudaGraphInstantiateResult;

typedef struct cudaGraphInstantiateParams_st {
	unsigned long long flags;
	cudaStream_t uploadStream;
	cudaGraphNode_t errNode_out; /* outputs */
	cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;

enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess = 0,
	cudaGraphExecUpdateError = 1,
	cudaGraphExecUpdateErrorTopologyChanged = 2,
	cudaGraphExecUpdateErrorNodeTypeChanged = 3,
	cudaGraphExecUpdateErrorFunctionChanged = 4,
	cudaGraphExecUpdateErrorParametersChanged = 5,
	cudaGraphExecUpdateErrorNotSupported = 6,
	cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
	cudaGraphExecUpdateErrorAttributesChanged = 8,
};

typedef struct cudaGraphExecUpdateResultInfo_st {
	enum cudaGraphExecUpdateResult result;
	cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;

enum cudaGraphKernelNodeField {
	cudaGraphKernelNodeFieldInvalid = 0,
	cudaGraphKernelNodeFieldGridDim = 1,
	cudaGraphKernelNodeFieldParam = 2,
	cudaGraphKernelNodeFieldEnabled = 3,
};

struct cudaGraphKernelNodeUpdate {
	cudaGraphDeviceNode_t node;
	enum cudaGraphKernelNodeField field;
	union {
		dim3 gridDim;
		struct { const void *pValue; size_t offset, size; } param;
		unsigned int isEnabled;
	} updateData;
};

enum cudaGraphMemAttributeType {
	cudaGraphMemAttrUsedMemCurrent = 0,
	cudaGraphMemAttrUsedMemHigh = 1,
	cudaGraphMemAttrReservedMemCurrent = 2,
	cudaGraphMemAttrReservedMemHigh = 3,
};

enum cudaGraphDebugDotFlags {
	cudaGraphDebugDotFlagsVerbose = 1 << 0,
	cudaGraphDebugDotFlagsKernelNodeParams = 1 << 2,
	cudaGraphDebugDotFlagsMemcpyNodeParams = 1 << 3,
	cudaGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
	cudaGraphDebugDotFlagsHostNodeParams = 1 << 5,
	cudaGraphDebugDotFlagsEventNodeParams = 1 << 6,
	cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7,
	cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
	cudaGraphDebugDotFlagsKernelNodeAttributes = 1 << 9,
	cudaGraphDebugDotFlagsHandles = 1 << 10,
	cudaGraphDebugDotFlagsConditionalNodeParams = 1 << 15,
};

enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };

#endif
