// prints: invalid configuration argument
// prints: no error, 3
// A launch is tried that may be refused, the error is looked at later and dealt with.
// allows: invalid-launch note
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x) { x[threadIdx.x] = threadIdx.x; }

int main()
{
	int h[32], *x;
	cudaMalloc(&x, 4096 * sizeof(int));
	cudaMemset(x, 0, 4096 * sizeof(int));
	put<<<1, 4096>>>(x);
	cudaDeviceSynchronize();
	cudaError_t e = cudaGetLastError();
	printf("%s\n", cudaGetErrorString(e));
	if (e != cudaSuccess)
		put<<<1, 32>>>(x);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%s, %d\n", cudaGetErrorString(cudaGetLastError()), h[3]);
	cudaFree(x);
	return 0;
}
