// prints: 768
// Kernels of two streams add to one counter, atomically.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(unsigned *counter) { atomicAdd(counter, 1u); }

int main()
{
	unsigned h, *counter;
	cudaStream_t s[2];
	cudaMalloc(&counter, sizeof(h));
	cudaMemset(counter, 0, sizeof(h));
	for (int k = 0; k < 2; k++)
		cudaStreamCreate(&s[k]);
	count<<<2, 128, 0, s[0]>>>(counter);
	count<<<4, 128, 0, s[1]>>>(counter);
	cudaDeviceSynchronize();
	cudaMemcpy(&h, counter, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%u\n", h);
	for (int k = 0; k < 2; k++)
		cudaStreamDestroy(s[k]);
	cudaFree(counter);
	return 0;
}
