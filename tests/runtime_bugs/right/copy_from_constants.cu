// prints: 28 7
// The source of a copy is read-only data of the program, also of an asynchronous one.
#include <cstdio>
#include <cuda_runtime.h>

static const int table[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

__global__ void sum(int *out, const int *in)
{
	int s = 0;
	for (int i = 0; i < 8; i++)
		s += in[i];
	*out = s;
}

int main()
{
	int h, *x, *out, last;
	cudaMalloc(&x, sizeof(table));
	cudaMalloc(&out, sizeof(int));
	cudaMemcpy(x, table, sizeof(table), cudaMemcpyHostToDevice);
	sum<<<1, 1>>>(out, x);
	cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(&last, x + 7, sizeof(int), cudaMemcpyDefault);
	printf("%d %d\n", h, last);
	cudaFree(x);
	cudaFree(out);
	return 0;
}
