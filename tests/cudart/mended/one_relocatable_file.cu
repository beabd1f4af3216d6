// A single file compiled with -rdc=true: its module is linked, too, with symbols and printf.
// options: -rdc=true
#include <stdio.h>
#include <cuda_runtime.h>

__device__ int twice(int x) { return 2 * x; }
__constant__ int offset;
__device__ int result;

__global__ void work() { result = twice(20) + offset; }

int main()
{
	const int two = 2;
	int got = 0;
	if (cudaMemcpyToSymbol(offset, &two, sizeof two))
		return 1;
	work<<<1, 1>>>();
	if (cudaGetLastError() || cudaMemcpyFromSymbol(&got, result, sizeof got))
		return 1;
	printf("%d\n", got);
	return 0;
}
