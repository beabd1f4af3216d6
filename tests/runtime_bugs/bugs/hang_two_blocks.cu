// expect: hang deadlock
// Each block waits for the other's flag before it sets its own.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void exchange(int *flags, int *data)
{
	int me = blockIdx.x, other = 1 - me;
	while (atomicAdd(&flags[other], 0) == 0) // BUG
		;
	data[me] = me + 1;
	__threadfence();
	atomicExch(&flags[me], 1);
}

int main()
{
	int *flags, *data, h[2];
	cudaMalloc(&flags, 2 * sizeof(int));
	cudaMalloc(&data, 2 * sizeof(int));
	cudaMemset(flags, 0, 2 * sizeof(int));
	cudaMemset(data, 0, 2 * sizeof(int));
	exchange<<<2, 1>>>(flags, data);
	cudaMemcpy(h, data, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(flags);
	cudaFree(data);
	return 0;
}
