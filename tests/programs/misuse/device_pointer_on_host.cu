// The host reads through a device pointer.
// status: 139
// says: d_x
#include <stdio.h>
#include <cuda_runtime.h>

int main()
{
	float *d_x;
	if (cudaMalloc(&d_x, 100 * sizeof *d_x) != cudaSuccess)
		return 1;
	printf("before\n");
	fflush(stdout);
	printf("%f\n", d_x[3]);
	return 0;
}
