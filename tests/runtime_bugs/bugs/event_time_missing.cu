// expect: event-not-recorded
// The time between two events of which the second was never recorded.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(float *x)
{
	for (int i = 0; i < 100; i++)
		x[threadIdx.x] = x[threadIdx.x] * 0.5f + 1.0f;
}

int main()
{
	float h[128], *x, ms = -1;
	cudaEvent_t start, stop;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	cudaEventRecord(start);
	work<<<1, 128>>>(x);
	cudaDeviceSynchronize();
	cudaEventElapsedTime(&ms, start, stop); // BUG
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g %d\n", h[0], ms >= 0);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	cudaFree(x);
	return 0;
}
