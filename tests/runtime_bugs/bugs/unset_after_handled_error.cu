// A failed call whose error the program asks for and handles is not the cause of what comes later.
// expect: uninitialised-read
#include <cstdio>
#include <cstdlib>
__global__ void add(float *p) { p[threadIdx.x] += 1; } // BUG
int main()
{
	float *large = nullptr, *p, h[64];
	cudaMalloc(&large, (size_t)1 << 60);
	cudaMalloc(&p, sizeof h);
	add<<<1, 64>>>(p); // BUG
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	if (cudaGetLastError() != cudaErrorMemoryAllocation)
		return EXIT_FAILURE;
	printf("%d\n", h[0] > 0);
	cudaFree(p);
}
