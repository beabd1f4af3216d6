// prints: 8192
// Four locks in shared memory, and a quarter of a block for each.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *sum)
{
	__shared__ int lock[4], n[4];
	if (threadIdx.x < 4)
		lock[threadIdx.x] = n[threadIdx.x] = 0;
	__syncthreads();
	int k = threadIdx.x % 4;
	for (bool done = false; !done;)
		if (atomicCAS(&lock[k], 0, 1) == 0) {
			__threadfence_block();
			n[k]++;
			__threadfence_block();
			atomicExch(&lock[k], 0);
			done = true;
		}
	__syncthreads();
	if (threadIdx.x < 4)
		atomicAdd(sum, n[threadIdx.x]);
}

int main()
{
	int h, *sum;
	cudaMalloc(&sum, sizeof(int));
	cudaMemset(sum, 0, sizeof(int));
	count<<<8, 1024>>>(sum);
	cudaMemcpy(&h, sum, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(sum);
	return 0;
}
