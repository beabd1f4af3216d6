// expect: out-of-bounds uninitialised-read
// A function returns the address of its own array.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __noinline__ int *digits(unsigned v, int *count)
{
	int list[10];
	int *first = list;
	*count = 0;
	do {
		list[(*count)++] = v % 10;
		v /= 10;
	} while (v);
	asm volatile("" : "+l"(first)); // the compiler no longer sees what it points to
	return first;
}

__global__ void digit_sums(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, count, sum = 0;
	if (i >= n)
		return;
	int *list = digits(i * 37, &count);
	for (int k = 0; k < count; k++)
		sum += list[k]; // BUG
	out[i] = sum;
}

int main()
{
	const int n = 100;
	static int h[n];
	int *out;
	cudaMalloc(&out, sizeof(h));
	digit_sums<<<1, 128>>>(out, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[99]);
	cudaFree(out);
	return 0;
}
