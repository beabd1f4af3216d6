// A function of the host's, called by a stream, may touch what later work of that stream will use.
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void add(int *data, int by) { data[threadIdx.x] += by; }

static void CUDART_CB between(void *data)
{
	for (int i = 0; i < 2048; i++)
		((int *)data)[i] *= 2;
}

int main()
{
	int *pinned, *managed, *d;
	cudaStream_t stream;
	if (cudaMallocHost(&pinned, 8192) || cudaMallocManaged(&managed, 8192) || cudaMalloc(&d, 8192) || cudaStreamCreate(&stream))
		return 1;
	for (int i = 0; i < 2048; i++)
		pinned[i] = managed[i] = i;
	if (cudaMemcpyAsync(d, pinned, 8192, cudaMemcpyHostToDevice, stream))
		return 1;
	add<<<1, 32, 0, stream>>>(d, 1);
	if (cudaGetLastError() || cudaMemcpyAsync(pinned, d, 8192, cudaMemcpyDeviceToHost, stream) ||
	    cudaLaunchHostFunc(stream, between, pinned) || cudaLaunchHostFunc(stream, between, managed) ||
	    cudaMemcpyAsync(d, pinned, 8192, cudaMemcpyHostToDevice, stream))
		return 1;
	add<<<1, 32, 0, stream>>>(d, 10);
	add<<<1, 32, 0, stream>>>(managed, 5);
	if (cudaGetLastError() || cudaMemcpyAsync(pinned, d, 8192, cudaMemcpyDeviceToHost, stream) || cudaStreamSynchronize(stream))
		return 1;
	printf("%d %d %d %d\n", pinned[3], pinned[2000], managed[3], managed[2000]);
	return cudaFreeHost(pinned) || cudaFree(managed) || cudaFree(d) || cudaStreamDestroy(stream);
}
