// prints: smaller: 65536
// Asks for less and less memory until there is enough; the errors on the way are looked at.
#include <cstdio>
#include <cuda_runtime.h>

static cudaError_t allocate(char **p, size_t n)
{
	return cudaMalloc(p, n);
}

int main()
{
	char *p = nullptr;
	size_t n = (size_t)1 << 46;
	while (allocate(&p, n) != cudaSuccess)
		n >>= 30;
	cudaGetLastError();
	printf("smaller: %zu\n", n);
	char *more = p;
	cudaError_t e = cudaMalloc(&more, (size_t)1 << 50);
	if (e == cudaErrorMemoryAllocation && !more) // it is null after a failure
		cudaFree(p);
	return 0;
}
