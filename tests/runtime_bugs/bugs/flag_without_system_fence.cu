// expect: async-host-race
// The flag is polled, but the fence before it orders the data for the device alone.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(volatile int *flag, int *data)
{
	data[threadIdx.x] = threadIdx.x + 5;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) *flag = 1;
}
int main()
{
	int *flag, *data;
	cudaHostAlloc(&flag, 4, cudaHostAllocMapped); cudaHostAlloc(&data, 128, cudaHostAllocMapped);
	*flag = 0;
	k<<<1, 32>>>(flag, data);
	while (*(volatile int *)flag == 0)
		cudaStreamQuery(0);
	printf("%d\n", data[3]); // BUG
	cudaDeviceSynchronize();
	cudaFreeHost(flag); cudaFreeHost(data);
}
