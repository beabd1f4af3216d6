// prints: 131072
// Errors that the program asks for, and handles: it tries, looks, and goes on another way.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *p) { extern __shared__ int s[]; s[0] = 1; *p = s[0]; }
int main()
{
	int *d; cudaMalloc(&d, 4);
	k<<<1, 2048>>>(d);
	if (cudaGetLastError() != cudaSuccess) k<<<1, 1, 4>>>(d);
	if (cudaSetDevice(99) != cudaSuccess) cudaGetLastError();
	int smem = 0;
	cudaError_t e = cudaSuccess;
	for (smem = 512 * 1024; smem > 1024; smem /= 2) {
		e = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);
		if (e == cudaSuccess) break;
		cudaGetLastError();
	}
	void *big = nullptr;
	if (cudaMalloc(&big, (size_t)1 << 60) != cudaSuccess) { cudaGetLastError(); }
	cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);
	float ms;
	if (cudaEventElapsedTime(&ms, a, b) != cudaSuccess) cudaGetLastError();
	cudaDeviceSynchronize();
	printf("%d\n", smem);
	cudaEventDestroy(a); cudaEventDestroy(b);
	cudaFree(d);
}
