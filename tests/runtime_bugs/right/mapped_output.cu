// prints: 100 5
// A kernel writes to mapped memory of the host, which reads it after the synchronisation.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }

int main()
{
	int *h, *d;
	cudaHostAlloc(&h, 128 * sizeof(int), cudaHostAllocMapped);
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaHostGetDevicePointer(&d, h, 0);
	squares<<<1, 64>>>(d + 64, d);
	cudaDeviceSynchronize();
	printf("%d %d\n", h[64 + 10], h[5]);
	cudaFreeHost(h);
	return 0;
}
