// options: -arch=sm_80
// A kernel compiled for an architecture that cannot wait for the kernel before it keeps the stream's order, also if it is launched to
// begin early, as CUB does.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void square(int *x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }
__global__ void mirror(int *y, const int *x) { y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x]; }

int main()
{
	const int n = 128;
	int h[n], *x, *y, wrong = 0;
	cudaLaunchAttribute early = {};
	cudaLaunchConfig_t config = {};

	CHECK(cudaMalloc(&x, sizeof h));
	CHECK(cudaMalloc(&y, sizeof h));
	early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early.val.programmaticStreamSerializationAllowed = 1;
	config.gridDim = dim3(1);
	config.blockDim = dim3(n);
	config.attrs = &early;
	config.numAttrs = 1;
	square<<<1, n>>>(x);
	CHECK(cudaGetLastError());
	CHECK(cudaLaunchKernelEx(&config, mirror, y, (const int *)x));
	CHECK(cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		wrong += h[i] != (n - 1 - i) * (n - 1 - i);
	printf("%d wrong\n", wrong);
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
	return wrong != 0;
}
