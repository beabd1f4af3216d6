// stderr is closed, then something is done that findings would tell of there.
// status: 5
// findings: nobody sees them
#include <stdio.h>
#include <unistd.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d;
	close(2);
	if (cudaMalloc(&d, 4096) != cudaSuccess)
		return 1;
	set<<<1, 4096>>>(d);
	FILE *file = fopen("/dev/null", "w"); /* has the number 2 now */
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	return file ? 5 : 6;
}
