// expect: async-host-race
// The result lies in mapped memory; nothing waits for the kernel.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void find(int *found, const int *x, int n, int wanted)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && x[i] == wanted)
		*found = i;
}

int main()
{
	const int n = 1024;
	int h[n], *x, *found, *d_found;
	for (int i = 0; i < n; i++)
		h[i] = 5 * i;
	cudaHostAlloc(&found, sizeof(int), cudaHostAllocMapped);
	cudaHostGetDevicePointer(&d_found, found, 0);
	*found = -1;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	find<<<n / 256, 256>>>(d_found, x, n, 50);
	printf("%d\n", *found); // BUG
	cudaDeviceSynchronize();
	cudaFreeHost(found);
	cudaFree(x);
	return 0;
}
