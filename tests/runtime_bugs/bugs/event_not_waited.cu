// expect: ignored-error
// The time is asked for before the device has come to the second event: there is none yet, and nobody looks at the error.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

int main()
{
	int *x;
	float ms = 0;
	cudaEvent_t begin, end;
	cudaMalloc(&x, 256 * sizeof(*x));
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	cudaEventRecord(begin);
	work<<<1, 256>>>(x);
	cudaEventRecord(end);
	cudaEventElapsedTime(&ms, begin, end); // BUG
	cudaDeviceSynchronize();
	printf("%f\n", ms);
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	cudaFree(x);
	return 0;
}
