// prints: 17
// The process ends with one array allocated: untidy and harmless, a note at most.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x) { *x = 17; }

int main()
{
	int h, *x;
	cudaMalloc(&x, sizeof(h));
	put<<<1, 1>>>(x);
	cudaMemcpy(&h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	return 0;
}
