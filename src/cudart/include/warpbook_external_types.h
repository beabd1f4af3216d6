/* warpbook_external_types.h - memory and semaphores of other APIs, and graphics. The vm supports none of them. */
#ifndef WARPBOOK_EXTERNAL_TYPES_H
#define WARPBOOK_EXTERNAL_TYPES_H

#define cudaExternalMemoryDedicated                    0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync   0x02
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait   0x2

enum cudaExternalMemoryHandleType {
	cudaExternalMemoryHandleTypeOpaqueFd = 1,
	cudaExternalMemoryHandleTypeOpaqueWin32 = 2,
	cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
	cudaExternalMemoryHandleTypeD3D12Heap = 4,
	cudaExternalMemoryHandleTypeD3D12Resource = 5,
	cudaExternalMemoryHandleTypeD3D11Resource = 6,
	cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
	cudaExternalMemoryHandleTypeNvSciBuf = 8,
};

struct cudaExternalMemoryHandleDesc {
	enum cudaExternalMemoryHandleType type;
	union {
		int fd;
		struct { void *handle; const void *name; } win32;
		const void *nvSciBufObject;
	} handle;
	unsigned long long size;
	unsigned int flags;
	unsigned int reserved[16];
};

struct cudaExternalMemoryBufferDesc {
	unsigned long long offset, size;
	unsigned int flags;
	unsigned int reserved[16];
};

struct cudaExternalMemoryMipmappedArrayDesc {
	unsigned long long offset;
	struct cudaChannelFormatDesc formatDesc;
	struct cudaExtent extent;
	unsigned int flags, numLevels;
	unsigned int reserved[16];
};

enum cudaExternalSemaphoreHandleType {
	cudaExternalSemaphoreHandleTypeOpaqueFd = 1,
	cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
	cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
	cudaExternalSemaphoreHandleTypeD3D12Fence = 4,
	cudaExternalSemaphoreHandleTypeD3D11Fence = 5,
	cudaExternalSemaphoreHandleTypeNvSciSync = 6,
	cudaExternalSemaphoreHandleTypeKeyedMutex = 7,
	cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
	cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
	cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10,
};

struct cudaExternalSemaphoreHandleDesc {
	enum cudaExternalSemaphoreHandleType type;
	union {
		int fd;
		struct { void *handle; const void *name; } win32;
		const void *nvSciSyncObj;
	} handle;
	unsigned int flags;
	unsigned int reserved[16];
};

struct cudaExternalSemaphoreSignalParams {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; } keyedMutex;
		unsigned int reserved[12];
	} params;
	unsigned int flags;
	unsigned int reserved[16];
};

struct cudaExternalSemaphoreWaitParams {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex;
		unsigned int reserved[10];
	} params;
	unsigned int flags;
	unsigned int reserved[16];
};

enum cudaGraphicsRegisterFlags {
	cudaGraphicsRegisterFlagsNone = 0,
	cudaGraphicsRegisterFlagsReadOnly = 1,
	cudaGraphicsRegisterFlagsWriteDiscard = 2,
	cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
	cudaGraphicsRegisterFlagsTextureGather = 8,
};

enum cudaGraphicsMapFlags {
	cudaGraphicsMapFlagsNone = 0,
	cudaGraphicsMapFlagsReadOnly = 1,
	cudaGraphicsMapFlagsWriteDiscard = 2,
};

enum cudaGraphicsCubeFace {
	cudaGraphicsCubeFacePositiveX = 0,
	cudaGraphicsCubeFaceNegativeX = 1,
	cudaGraphicsCubeFacePositiveY = 2,
	cudaGraphicsCubeFaceNegativeY = 3,
	cudaGraphicsCubeFacePositiveZ = 4,
	cudaGraphicsCubeFaceNegativeZ = 5,
};

#endif
