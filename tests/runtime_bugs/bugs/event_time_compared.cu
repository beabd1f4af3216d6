// The program compares the error of cudaEventElapsedTime, complains, and goes on with the time that it did not get.
// expect: ignored-error
#include <cstdio>
__global__ void k(int *out) { for (int i = 0; i < 1000; i++) out[threadIdx.x] += i; }
struct timing { float ms; int calls; };
static timing measure(int *d)
{
	timing t = { 0, 1 };
	cudaEvent_t a, b;
	cudaEventCreate(&a); cudaEventCreate(&b);
	cudaEventRecord(a);
	k<<<1, 32>>>(d);
	cudaEventRecord(b);
	cudaError_t e = cudaEventElapsedTime(&t.ms, a, b);
	if (e == cudaErrorNotReady)
		puts("not ready");
	cudaEventDestroy(a); cudaEventDestroy(b);
	return t;
}
int main()
{
	int *d; double total = 0;
	cudaMalloc(&d, 128); cudaMemset(d, 0, 128);
	for (int i = 0; i < 2; i++) {
		timing t = measure(d);
		total += t.ms / t.calls; // BUG
	}
	printf("%f ms\n", total);
	cudaFree(d);
}
