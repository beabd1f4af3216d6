/*
 * warpbook_host.h - declarations of the runtime API, so that a kernel compiles even if its file
 * still has a main().
 */
#pragma once

enum cudaError {
	cudaSuccess = 0,
	cudaErrorInvalidValue = 1,
	cudaErrorMemoryAllocation = 2,
	cudaErrorInvalidConfiguration = 9,
	cudaErrorIllegalAddress = 700,
	cudaErrorUnknown = 999,
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
	cudaMemcpyHostToHost = 0,
	cudaMemcpyHostToDevice = 1,
	cudaMemcpyDeviceToHost = 2,
	cudaMemcpyDeviceToDevice = 3,
	cudaMemcpyDefault = 4,
};

typedef struct __warpbook_stream *cudaStream_t;
typedef struct __warpbook_event *cudaEvent_t;

extern "C" {
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaMalloc(void **memory, size_t size);
cudaError_t cudaMallocHost(void **memory, size_t size);
cudaError_t cudaMallocManaged(void **memory, size_t size, unsigned int flags = 1);
cudaError_t cudaFree(void *memory);
cudaError_t cudaFreeHost(void *memory);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
			    cudaStream_t stream = 0);
cudaError_t cudaMemset(void *memory, int byte, size_t size);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
}

template <typename T> inline cudaError_t cudaMalloc(T **memory, size_t size)
{
	return cudaMalloc((void **)memory, size);
}

template <typename T> inline cudaError_t cudaMallocHost(T **memory, size_t size)
{
	return cudaMallocHost((void **)memory, size);
}

template <typename T> inline cudaError_t cudaMallocManaged(T **memory, size_t size, unsigned int flags = 1)
{
	return cudaMallocManaged((void **)memory, size, flags);
}

template <typename T> inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
							    size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice);
