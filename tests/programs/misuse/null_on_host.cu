// The host reads through a null pointer while work is pending: the crash is the program's own.
// status: 139
// says: nothing
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out) { *out = 1; }

int main()
{
	int *d, *p = NULL;
	if (cudaMalloc(&d, sizeof *d) != cudaSuccess)
		return 1;
	set<<<1, 1>>>(d);
	printf("before\n");
	fflush(stdout);
	return *(volatile int *)p;
}
