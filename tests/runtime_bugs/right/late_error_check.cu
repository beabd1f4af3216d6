// prints: no error, 3 of 32
// Errors are looked at late, once for several calls; "not ready" is an answer, not an error.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x) { x[threadIdx.x] = threadIdx.x; }

int main()
{
	int h[32], *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMalloc(&x, sizeof(h));
	put<<<1, 32, 0, s>>>(x);
	cudaError_t state = cudaStreamQuery(s);
	if (state != cudaSuccess && state != cudaErrorNotReady)
		return 1;
	cudaDeviceSynchronize();
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	cudaError_t e = cudaGetLastError();
	if (e == cudaErrorNotReady)
		e = cudaSuccess;
	printf("%s, %d of %zu\n", cudaGetErrorString(e), h[3], sizeof(h) / sizeof(h[0]));
	cudaFree(x);
	cudaStreamDestroy(s);
	return 0;
}
