// abort() with work pending.
// status: 134
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d;
	if (cudaMalloc(&d, 4096) != cudaSuccess)
		return 1;
	set<<<1, 32>>>(d);
	printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
	fflush(stdout);
	abort();
}
