// The host looks at its pinned buffer once more after it gave it back.
// expect: use-after-free
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ones(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
	int *h;
	cudaMallocHost(&h, 4096 * sizeof(int));
	ones<<<32, 128>>>(h);
	cudaDeviceSynchronize();
	cudaFreeHost(h);
	printf("%d\n", h[100]); // BUG
	return 0;
}
