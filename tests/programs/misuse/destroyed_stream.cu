// A stream is used after it was destroyed.
// says: destroy
// gpu: no (the real runtime crashes)
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void nothing() {}

int main()
{
	cudaStream_t stream;
	if (cudaStreamCreate(&stream) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess)
		return 1;
	nothing<<<1, 1, 0, stream>>>();
	printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("synchronize: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
	printf("destroy: %s\n", cudaGetErrorName(cudaStreamDestroy(stream)));
	return 0;
}
