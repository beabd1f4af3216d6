/*
 * A host that does not sleep: it asks an event whether it is done, a stream whether it is empty, and looks at a
 * flag in mapped memory that the kernel sets, doing something else in between.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void work(float *data, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < rounds; k++)
			data[i] = data[i] * 0.5f + 1.0f;
}

/* system-wide atomics are what both sides may use at once */
__global__ void work_and_tell(int *data, int n, int *progress)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 2 * i;
	__threadfence_system();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd_system(progress, 1);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 5000, blocks = (n + 255) / 256;
	float *data;
	int *numbers, *host, wrong = 0;
	volatile int *progress;
	cudaStream_t stream;
	cudaEvent_t done;
	CHECK(cudaMalloc(&data, n * sizeof(float)));
	CHECK(cudaMalloc(&numbers, n * sizeof(int)));
	CHECK(cudaHostAlloc((void **)&progress, sizeof(int), cudaHostAllocMapped));
	CHECK(cudaMallocHost(&host, n * sizeof(int)));
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
	CHECK(cudaMemsetAsync(data, 0, n * sizeof(float), stream));
	work<<<blocks, 256, 0, stream>>>(data, n, 20);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(done, stream));
	unsigned long long turns = 0;
	cudaError_t asked;
	while ((asked = cudaEventQuery(done)) == cudaErrorNotReady)
		turns++;
	CHECK(asked);
	(void)cudaGetLastError(); /* "not ready" was an error to it */
	printf("the event is done\n");

	work<<<blocks, 256, 0, stream>>>(data, n, 20);
	CHECK(cudaGetLastError());
	while ((asked = cudaStreamQuery(stream)) == cudaErrorNotReady)
		turns++;
	CHECK(asked);
	(void)cudaGetLastError();
	printf("the stream is empty\n");

	*progress = 0;
	void *on_device;
	CHECK(cudaHostGetDevicePointer(&on_device, (void *)progress, 0));
	work_and_tell<<<blocks, 256, 0, stream>>>(numbers, n, (int *)on_device);
	CHECK(cudaGetLastError());
	while (*progress < blocks)
		turns++;
	printf("all %d blocks have told\n", blocks);
	CHECK(cudaMemcpyAsync(host, numbers, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	for (int i = 0; i < n; i++)
		wrong += host[i] != 2 * i;
	printf("%d wrong\n", wrong);
	fprintf(stderr, "%llu turns\n", turns);
	CHECK(cudaEventDestroy(done));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(data));
	CHECK(cudaFree(numbers));
	CHECK(cudaFreeHost((void *)progress));
	CHECK(cudaFreeHost(host));
	return wrong != 0;
}
