/* warpbook_memory_types.h - memory of all kinds: flags, copies, arrays, textures, managed memory and pools. */
#ifndef WARPBOOK_MEMORY_TYPES_H
#define WARPBOOK_MEMORY_TYPES_H

/* ---- flags --------------------------------------------------------------------- */

#define cudaHostAllocDefault       0x00
#define cudaHostAllocPortable      0x01 /* pinned for all devices */
#define cudaHostAllocMapped        0x02 /* kernels may use it */
#define cudaHostAllocWriteCombined 0x04 /* fast to transfer, slow for the host to read */

#define cudaHostRegisterDefault  0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped   0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08

#define cudaMemAttachGlobal 0x01 /* managed memory: any stream may use it */
#define cudaMemAttachHost   0x02 /* no stream, until it is attached to one */
#define cudaMemAttachSingle 0x04 /* one stream */

#define cudaPeerAccessDefault          0x00
#define cudaIpcMemLazyEnablePeerAccess 0x01

#define cudaArrayDefault          0x00
#define cudaArrayLayered          0x01
#define cudaArraySurfaceLoadStore 0x02 /* allows surface objects over it */
#define cudaArrayCubemap          0x04
#define cudaArrayTextureGather    0x08
#define cudaArrayColorAttachment  0x20
#define cudaArraySparse           0x40
#define cudaArrayDeferredMapping  0x80
#define cudaArraySparsePropertiesSingleMipTail 0x1

#define cudaCpuDeviceId     (-1) /* in prefetch and advise: the host */
#define cudaInvalidDeviceId (-2)

#define cudaMemPoolCreateUsageHwDecompress 0x2

/* ---- pointers and copies ---------------------------------------------------------- */

enum cudaMemoryType {
	cudaMemoryTypeUnregistered = 0, /* host memory that the runtime does not know */
	cudaMemoryTypeHost = 1,         /* pinned */
	cudaMemoryTypeDevice = 2,
	cudaMemoryTypeManaged = 3,
};

struct cudaPointerAttributes {
	enum cudaMemoryType type;
	int device;          /* the owner, or the current device when the memory was pinned */
	void *devicePointer; /* NULL: kernels of the device cannot use it */
	void *hostPointer;   /* NULL: the host cannot use it */
	long reserved[8];
};

enum cudaMemcpyKind {
	cudaMemcpyHostToHost = 0,
	cudaMemcpyHostToDevice = 1,
	cudaMemcpyDeviceToHost = 2,
	cudaMemcpyDeviceToDevice = 3,
	cudaMemcpyDefault = 4, /* inferred from the pointers */
};

/* Rows of xsize bytes, `pitch` bytes apart; ysize rows per slice. */
struct cudaPitchedPtr {
	void *ptr;
	size_t pitch, xsize, ysize;
};

struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaOffset3D { size_t x, y, z; };

typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;

/*
 * Each side is an array or memory; the other member is null. The extent's width is in bytes if both sides are memory,
 * else in elements of the array; x is in bytes in memory, in elements in an array.
 */
struct cudaMemcpy3DParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	struct cudaExtent extent;
	enum cudaMemcpyKind kind;
};

struct cudaMemcpy3DPeerParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	int srcDevice;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	int dstDevice;
	struct cudaExtent extent;
};

enum cudaMemLocationType {
	cudaMemLocationTypeInvalid = 0,
	cudaMemLocationTypeNone = 0,
	cudaMemLocationTypeDevice = 1, /* id: its number */
	cudaMemLocationTypeHost = 2,
	cudaMemLocationTypeHostNuma = 3, /* id: the node's */
	cudaMemLocationTypeHostNumaCurrent = 4,
};

struct cudaMemLocation {
	enum cudaMemLocationType type;
	int id;
};

/* ---- copies in batches -------------------------------------------------------------- */

enum cudaMemcpyFlags { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 };

/* When a copy may read its source: in the stream's order, before the call returns, at any time. */
enum cudaMemcpySrcAccessOrder {
	cudaMemcpySrcAccessOrderInvalid = 0,
	cudaMemcpySrcAccessOrderStream = 1,
	cudaMemcpySrcAccessOrderDuringApiCall = 2,
	cudaMemcpySrcAccessOrderAny = 3,
	cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};

struct cudaMemcpyAttributes {
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	struct cudaMemLocation srcLocHint, dstLocHint;
	unsigned int flags; /* cudaMemcpyFlags */
};

enum cudaMemcpy3DOperandType {
	cudaMemcpyOperandTypePointer = 1,
	cudaMemcpyOperandTypeArray = 2,
	cudaMemcpyOperandTypeMax = 0x7FFFFFFF
};

struct cudaMemcpy3DOperand {
	enum cudaMemcpy3DOperandType type;
	union {
		struct {
			void *ptr;
			size_t rowLength, layerHeight; /* in elements; 0: packed */
			struct cudaMemLocation locHint;
		} ptr;
		struct {
			cudaArray_t array;
			struct cudaOffset3D offset;
		} array;
	} op;
};

struct cudaMemcpy3DBatchOp {
	struct cudaMemcpy3DOperand src, dst;
	struct cudaExtent extent;
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	unsigned int flags;
};

/* ---- arrays, textures and surfaces --------------------------------------------------- */

enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned = 0,
	cudaChannelFormatKindUnsigned = 1,
	cudaChannelFormatKindFloat = 2,
	cudaChannelFormatKindNone = 3,
	cudaChannelFormatKindNV12 = 4,
	/* normalised, bits x channels */
	cudaChannelFormatKindUnsignedNormalized8X1 = 5,
	cudaChannelFormatKindUnsignedNormalized8X2 = 6,
	cudaChannelFormatKindUnsignedNormalized8X4 = 7,
	cudaChannelFormatKindUnsignedNormalized16X1 = 8,
	cudaChannelFormatKindUnsignedNormalized16X2 = 9,
	cudaChannelFormatKindUnsignedNormalized16X4 = 10,
	cudaChannelFormatKindSignedNormalized8X1 = 11,
	cudaChannelFormatKindSignedNormalized8X2 = 12,
	cudaChannelFormatKindSignedNormalized8X4 = 13,
	cudaChannelFormatKindSignedNormalized16X1 = 14,
	cudaChannelFormatKindSignedNormalized16X2 = 15,
	cudaChannelFormatKindSignedNormalized16X4 = 16,
	/* blocks of 4 x 4 texels, compressed */
	cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
	cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
	cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
	cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
	cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
	cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
	cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
	cudaChannelFormatKindSignedBlockCompressed4 = 24,
	cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
	cudaChannelFormatKindSignedBlockCompressed5 = 26,
	cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
	cudaChannelFormatKindSignedBlockCompressed6H = 28,
	cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
	cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
	cudaChannelFormatKindUnsignedNormalized1010102 = 31,
};

/* A texel: bits of each of up to four channels. */
struct cudaChannelFormatDesc {
	int x, y, z, w;
	enum cudaChannelFormatKind f;
};

struct cudaArraySparseProperties {
	struct { unsigned int width, height, depth; } tileExtent;
	unsigned int miptailFirstLevel;
	unsigned long long miptailSize;
	unsigned int flags;
	unsigned int reserved[4];
};

struct cudaArrayMemoryRequirements {
	size_t size, alignment;
	unsigned int reserved[4];
};

enum cudaResourceType {
	cudaResourceTypeArray = 0,
	cudaResourceTypeMipmappedArray = 1,
	cudaResourceTypeLinear = 2,
	cudaResourceTypePitch2D = 3,
};

struct cudaResourceDesc {
	enum cudaResourceType resType;
	union {
		struct { cudaArray_t array; } array;
		struct { cudaMipmappedArray_t mipmap; } mipmap;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t sizeInBytes;
		} linear;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t width, height; /* in texels */
			size_t pitchInBytes;
		} pitch2D;
		struct { int reserved[32]; } reserved;
	} res;
	unsigned int flags;
};

enum cudaTextureAddressMode {
	cudaAddressModeWrap = 0,
	cudaAddressModeClamp = 1,
	cudaAddressModeMirror = 2,
	cudaAddressModeBorder = 3,
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
	enum cudaTextureAddressMode addressMode[3];
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords; /* 0 to 1 instead of 0 to the width */
	unsigned int maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization;
	int seamlessCubemap;
};

/* The dimensions of texture<> and surface<> references, which CUDA no longer has. */
#define cudaTextureType1D             0x01
#define cudaTextureType2D             0x02
#define cudaTextureType3D             0x03
#define cudaTextureTypeCubemap        0x0C
#define cudaTextureType1DLayered      0xF1
#define cudaTextureType2DLayered      0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D             cudaTextureType1D
#define cudaSurfaceType2D             cudaTextureType2D
#define cudaSurfaceType3D             cudaTextureType3D
#define cudaSurfaceTypeCubemap        cudaTextureTypeCubemap
#define cudaSurfaceType1DLayered      cudaTextureType1DLayered
#define cudaSurfaceType2DLayered      cudaTextureType2DLayered
#define cudaSurfaceTypeCubemapLayered cudaTextureTypeCubemapLayered

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;

enum cudaResourceViewFormat {
	cudaResViewFormatNone = 0,
#define WARPBOOK_VIEWS(name, first) \
	cudaResViewFormat##name##1 = first, \
	cudaResViewFormat##name##2 = first + 1, \
	cudaResViewFormat##name##4 = first + 2
	WARPBOOK_VIEWS(UnsignedChar, 1),
	WARPBOOK_VIEWS(SignedChar, 4),
	WARPBOOK_VIEWS(UnsignedShort, 7),
	WARPBOOK_VIEWS(SignedShort, 10),
	WARPBOOK_VIEWS(UnsignedInt, 13),
	WARPBOOK_VIEWS(SignedInt, 16),
	WARPBOOK_VIEWS(Half, 19),
	WARPBOOK_VIEWS(Float, 22),
#undef WARPBOOK_VIEWS
	cudaResViewFormatUnsignedBlockCompressed1 = 25,
	cudaResViewFormatUnsignedBlockCompressed2 = 26,
	cudaResViewFormatUnsignedBlockCompressed3 = 27,
	cudaResViewFormatUnsignedBlockCompressed4 = 28,
	cudaResViewFormatSignedBlockCompressed4 = 29,
	cudaResViewFormatUnsignedBlockCompressed5 = 30,
	cudaResViewFormatSignedBlockCompressed5 = 31,
	cudaResViewFormatUnsignedBlockCompressed6H = 32,
	cudaResViewFormatSignedBlockCompressed6H = 33,
	cudaResViewFormatUnsignedBlockCompressed7 = 34,
};

struct cudaResourceViewDesc {
	enum cudaResourceViewFormat format;
	size_t width, height, depth;
	unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
	unsigned int reserved[16];
};

/* ---- managed memory: where pages live ------------------------------------------------- */

enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1,
	cudaMemAdviseUnsetReadMostly = 2,
	cudaMemAdviseSetPreferredLocation = 3,
	cudaMemAdviseUnsetPreferredLocation = 4,
	cudaMemAdviseSetAccessedBy = 5,
	cudaMemAdviseUnsetAccessedBy = 6,
};

enum cudaMemRangeAttribute {
	cudaMemRangeAttributeReadMostly = 1,
	cudaMemRangeAttributePreferredLocation = 2,
	cudaMemRangeAttributeAccessedBy = 3, /* an array of device numbers */
	cudaMemRangeAttributeLastPrefetchLocation = 4,
	cudaMemRangeAttributePreferredLocationType = 5,
	cudaMemRangeAttributePreferredLocationId = 6,
	cudaMemRangeAttributeLastPrefetchLocationType = 7,
	cudaMemRangeAttributeLastPrefetchLocationId = 8,
};

/* ---- pools: memory in a stream's order ------------------------------------------------- */

typedef struct CUmemPoolHandle_st *cudaMemPool_t;

enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1,   /* int */
	cudaMemPoolReuseAllowOpportunistic = 2,        /* int */
	cudaMemPoolReuseAllowInternalDependencies = 3, /* int */
	cudaMemPoolAttrReleaseThreshold = 4,           /* this and all below: 64 bits, bytes */
	cudaMemPoolAttrReservedMemCurrent = 5,
	cudaMemPoolAttrReservedMemHigh = 6,            /* may be set to 0, like UsedMemHigh */
	cudaMemPoolAttrUsedMemCurrent = 7,
	cudaMemPoolAttrUsedMemHigh = 8,
};

enum cudaMemAccessFlags {
	cudaMemAccessFlagsProtNone = 0,
	cudaMemAccessFlagsProtRead = 1,
	cudaMemAccessFlagsProtReadWrite = 3,
};

struct cudaMemAccessDesc {
	struct cudaMemLocation location;
	enum cudaMemAccessFlags flags;
};

enum cudaMemAllocationType {
	cudaMemAllocationTypeInvalid = 0,
	cudaMemAllocationTypePinned = 1,
	cudaMemAllocationTypeManaged = 2,
	cudaMemAllocationTypeMax = 0x7FFFFFFF
};

enum cudaMemAllocationHandleType {
	cudaMemHandleTypeNone = 0,
	cudaMemHandleTypePosixFileDescriptor = 1,
	cudaMemHandleTypeWin32 = 2,
	cudaMemHandleTypeWin32Kmt = 4,
	cudaMemHandleTypeFabric = 8,
};

struct cudaMemPoolProps {
	enum cudaMemAllocationType allocType;
	enum cudaMemAllocationHandleType handleTypes;
	struct cudaMemLocation location;
	void *win32SecurityAttributes;
	size_t maxSize; /* 0: as much as the device has */
	unsigned short usage;
	unsigned char reserved[54];
};

struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };

/* ---- memory of other processes ----------------------------------------------------------- */

#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcEventHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcMemHandle_t;
typedef struct cudaMemFabricHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaMemFabricHandle_t;

#endif
