// expect: async-host-race
// The second chunk is prepared in the buffer that the copy of the first still reads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *sum, const int *chunk, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] += chunk[i];
}

int main()
{
	const int n = 2048;
	int *staging, *chunk, *sum, result;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMallocHost(&staging, n * sizeof(int));
	cudaMalloc(&chunk, n * sizeof(int));
	cudaMalloc(&sum, n * sizeof(int));
	cudaMemsetAsync(sum, 0, n * sizeof(int), s);
	for (int turn = 0; turn < 2; turn++) {
		for (int i = 0; i < n; i++)
			staging[i] = turn + 1; // BUG
		cudaMemcpyAsync(chunk, staging, n * sizeof(int), cudaMemcpyHostToDevice, s);
		add<<<n / 256, 256, 0, s>>>(sum, chunk, n);
	}
	cudaStreamSynchronize(s);
	cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", result);
	cudaStreamDestroy(s);
	cudaFreeHost(staging);
	cudaFree(chunk);
	cudaFree(sum);
	return 0;
}
