// The time between two events is asked for before the second has come, and printed.
// expect: ignored-error
#include <cstdio>
__global__ void k(int *out) { for (int i = 0; i < 1000; i++) out[threadIdx.x] += i; }
int main()
{
	int *d; float ms = 0;
	cudaEvent_t a, b;
	cudaMalloc(&d, 128); cudaMemset(d, 0, 128);
	cudaEventCreate(&a); cudaEventCreate(&b);
	cudaEventRecord(a);
	k<<<1, 32>>>(d);
	cudaEventRecord(b);
	cudaEventElapsedTime(&ms, a, b); // BUG
	printf("%f ms\n", ms);
	cudaEventDestroy(a); cudaEventDestroy(b);
	cudaFree(d);
}
