/* warpbook_launch_types.h - cudaLaunchKernelEx's configuration; the same attributes serve streams and graph nodes. */
#ifndef WARPBOOK_LAUNCH_TYPES_H
#define WARPBOOK_LAUNCH_TYPES_H

enum cudaAccessProperty {
	cudaAccessPropertyNormal = 0,
	cudaAccessPropertyStreaming = 1,  /* unlikely to stay in the L2 cache */
	cudaAccessPropertyPersisting = 2, /* likely to */
};

struct cudaAccessPolicyWindow {
	void *base_ptr;
	size_t num_bytes;
	float hitRatio; /* the share of accesses in the window with hitProp; the others have missProp */
	enum cudaAccessProperty hitProp, missProp;
};

enum cudaClusterSchedulingPolicy {
	cudaClusterSchedulingPolicyDefault = 0,
	cudaClusterSchedulingPolicySpread = 1,
	cudaClusterSchedulingPolicyLoadBalancing = 2,
};

typedef enum cudaLaunchMemSyncDomain {
	cudaLaunchMemSyncDomainDefault = 0,
	cudaLaunchMemSyncDomainRemote = 1,
} cudaLaunchMemSyncDomain;

typedef struct cudaLaunchMemSyncDomainMap_st {
	unsigned char default_, remote;
} cudaLaunchMemSyncDomainMap;

/* Each uses the member of cudaLaunchAttributeValue in its comment. */
typedef enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore = 0,
	cudaLaunchAttributeAccessPolicyWindow = 1,                    /* accessPolicyWindow */
	cudaLaunchAttributeCooperative = 2,                           /* cooperative */
	cudaLaunchAttributeSynchronizationPolicy = 3,                 /* syncPolicy */
	cudaLaunchAttributeClusterDimension = 4,                      /* clusterDim */
	cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,     /* clusterSchedulingPolicyPreference */
	cudaLaunchAttributeProgrammaticStreamSerialization = 6,       /* programmaticStreamSerializationAllowed */
	cudaLaunchAttributeProgrammaticEvent = 7,                     /* programmaticEvent */
	cudaLaunchAttributePriority = 8,                              /* priority */
	cudaLaunchAttributeMemSyncDomainMap = 9,                      /* memSyncDomainMap */
	cudaLaunchAttributeMemSyncDomain = 10,                        /* memSyncDomain */
	cudaLaunchAttributePreferredClusterDimension = 11,            /* preferredClusterDim */
	cudaLaunchAttributeLaunchCompletionEvent = 12,                /* launchCompletionEvent */
	cudaLaunchAttributeDeviceUpdatableKernelNode = 13,            /* deviceUpdatableKernelNode */
	cudaLaunchAttributePreferredSharedMemoryCarveout = 14,        /* sharedMemCarveout */
	cudaLaunchAttributeNvlinkUtilCentricScheduling = 16,          /* nvlinkUtilCentricScheduling */
} cudaLaunchAttributeID;

typedef union cudaLaunchAttributeValue {
	char pad[64];
	struct cudaAccessPolicyWindow accessPolicyWindow;
	int cooperative;
	enum cudaSynchronizationPolicy syncPolicy;
	struct { unsigned int x, y, z; } clusterDim, preferredClusterDim;
	enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
	int programmaticStreamSerializationAllowed;
	struct { cudaEvent_t event; int flags, triggerAtBlockStart; } programmaticEvent;
	int priority;
	cudaLaunchMemSyncDomainMap memSyncDomainMap;
	cudaLaunchMemSyncDomain memSyncDomain;
	struct { cudaEvent_t event; int flags; } launchCompletionEvent;
	struct { int deviceUpdatable; cudaGraphDeviceNode_t devNode; } deviceUpdatableKernelNode;
	unsigned int sharedMemCarveout;
	unsigned int nvlinkUtilCentricScheduling;
} cudaLaunchAttributeValue;

typedef struct cudaLaunchAttribute_st {
	cudaLaunchAttributeID id;
	char pad[8 - sizeof(cudaLaunchAttributeID)];
	cudaLaunchAttributeValue val;
} cudaLaunchAttribute;

typedef struct cudaLaunchConfig_st {
	dim3 gridDim, blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs; /* the caller's, numAttrs of them */
	unsigned int numAttrs;
} cudaLaunchConfig_t;

/* The names for streams and kernel nodes. */
#define cudaStreamAttrID    cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow    cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributeMemSyncDomainMap      cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributeMemSyncDomain         cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributePriority              cudaLaunchAttributePriority

#define cudaKernelNodeAttrID    cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative        cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority           cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension   cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeMemSyncDomainMap   cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain      cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode     cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling   cudaLaunchAttributeNvlinkUtilCentricScheduling

#endif
