// exit(3) with work pending: the program has given up, and need not wait.
// status: 3
// says: nothing
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d;
	cudaStream_t stream;
	cudaEvent_t event;
	if (cudaMalloc(&d, 4096) || cudaStreamCreate(&stream) || cudaEventCreate(&event))
		return 1;
	set<<<1, 32, 0, stream>>>(d);
	printf("%s %s\n", cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaEventRecord(event, stream)));
	exit(3);
}
