// expect: copy-size
// The destination is the pointer itself, with the size of the array: what lies behind it on the stack is overwritten, too.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = i;
}

int main()
{
	static int *d;
	int *h = (int *)malloc(64 * sizeof(int));
	int room[64];
	room[0] = 0;
	cudaMalloc(&d, 64 * sizeof(int));
	fill<<<1, 64>>>(d, 64);
	cudaMemcpy(&h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", room[0]);
	cudaFree(d);
	return 0;
}
