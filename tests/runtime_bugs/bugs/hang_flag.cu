// expect: hang deadlock
// A consumer spins on a flag that the producer sets to another value.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void hand_over(volatile int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		*flag = 1;
	} else {
		while (*flag != 2) // BUG
			;
		__threadfence();
		*out = *data;
	}
}

int main()
{
	int *flag, *data, *out, h = 0;
	cudaMalloc(&flag, sizeof(int));
	cudaMalloc(&data, sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	cudaMemset(data, 0, sizeof(int));
	cudaMemset(out, 0, sizeof(int));
	hand_over<<<2, 1>>>(flag, data, out);
	cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(flag);
	cudaFree(data);
	cudaFree(out);
	return 0;
}
