// expect: call-in-callback
// The host function frees what its stream has used: no CUDA call is allowed there.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

static cudaError_t state;

static void done(void *p)
{
	state = cudaFree(p); // BUG
}

int main()
{
	int *x;
	cudaMalloc(&x, 128);
	cudaMemset(x, 0, 128);
	twice<<<1, 32>>>(x);
	cudaLaunchHostFunc(0, done, x);
	cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorName(state));
	cudaFree(x);
	return 0;
}
