// options: -lcuda
/*
 * The driver API and the runtime in one program: the runtime's context is the driver's primary one, memory of the one is used by kernels of
 * the other, and streams, events and pinned memory go both ways.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void saxpy(float a, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i];
}

int main()
{
	const int n = 5000;
	CUdevice device;
	CUcontext primary, current;
	int devices, major;
	char name[128];
	CHECK(cuInit(0));
	CHECK(cuDeviceGetCount(&devices));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDeviceGetName(name, sizeof name, device));
	CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
	CHECK(cuDevicePrimaryCtxRetain(&primary, device));
	CHECK(cuCtxSetCurrent(primary));
	CHECK(cudaSetDevice(0));
	CHECK(cuCtxGetCurrent(&current));
	printf("devices: %s, name: %s, capability: %s, one context: %s\n", devices > 0 ? "yes" : "no", *name ? "yes" : "no",
	       major >= 7 ? "7 or more" : "old", current == primary ? "yes" : "no");

	CUdeviceptr x;
	float *y, *pinned;
	CUstream stream;
	cudaEvent_t begin, end;
	size_t room, all;
	CHECK(cuMemAlloc(&x, n * sizeof(float)));
	CHECK(cudaMalloc(&y, n * sizeof(float)));
	CHECK(cuMemAllocHost((void **)&pinned, n * sizeof(float)));
	CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cuMemGetInfo(&room, &all));
	for (int i = 0; i < n; i++)
		pinned[i] = (float)i;
	CHECK(cudaEventRecord(begin, stream));
	CHECK(cuMemcpyHtoDAsync(x, pinned, n * sizeof(float), stream));
	CHECK(cuMemsetD32Async((CUdeviceptr)y, 0x3f800000, n, stream)); /* 1.0f */
	saxpy<<<(n + 255) / 256, 256, 0, stream>>>(2, (const float *)x, y, n);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(end, stream));
	CHECK(cudaMemcpyAsync(pinned, y, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
	CHECK(cuStreamSynchronize(stream));
	float ms;
	int wrong = 0;
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	for (int i = 0; i < n; i++)
		wrong += pinned[i] != 2.0f * i + 1;
	printf("saxpy: %d wrong, time: %s, memory: %s\n", wrong, ms > 0 ? "yes" : "no", room < all ? "yes" : "no");

	CUpointer_attribute which = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
	CUmemorytype kind;
	cudaPointerAttributes seen;
	CHECK(cuPointerGetAttribute(&kind, which, (CUdeviceptr)y));
	CHECK(cudaPointerGetAttributes(&seen, (void *)x));
	printf("kinds: %s %s\n", kind == CU_MEMORYTYPE_DEVICE ? "device" : "?", seen.type == cudaMemoryTypeDevice ? "device" : "?");
	const char *text;
	CHECK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text));
	printf("%s\n", text);
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	CHECK(cuStreamDestroy(stream));
	CHECK(cuMemFreeHost(pinned));
	CHECK(cuMemFree(x));
	CHECK(cudaFree(y));
	CHECK(cuDevicePrimaryCtxRelease(device));
}
