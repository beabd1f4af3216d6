// prints: asked twice
// prints: nan 1
// prints: -1
// Asks for the time until it is there; computes NaNs of its own, in another thread too; and shows no time that it does not have.
#include <cstdio>
#include <cmath>
#include <thread>
__global__ void k(int *out) { for (int i = 0; i < 1000; i++) out[threadIdx.x] += i; }
static float zero = 0;
int main()
{
	int *d; float ms = 0, none;
	cudaEvent_t a, b, c;
	cudaMalloc(&d, 128); cudaMemset(d, 0, 128);
	cudaEventCreate(&a); cudaEventCreate(&b); cudaEventCreate(&c);
	cudaEventRecord(a);
	k<<<1, 32>>>(d);
	cudaEventRecord(b);
	if (cudaEventElapsedTime(&ms, a, b) == cudaErrorNotReady) {
		cudaEventSynchronize(b);
		if (cudaEventElapsedTime(&ms, a, b) == cudaSuccess)
			puts("asked twice");
	}
	float own = zero / zero;
	printf("%s %d\n", std::isnan(own) ? "nan" : "number", ms > 0);
	k<<<1, 32>>>(d);
	cudaEventRecord(c);
	float copy = cudaEventElapsedTime(&none, b, c) == cudaSuccess ? none : -1;
	printf("%g\n", copy);
	std::thread([] { zero = zero / zero; }).join();
	zero = zero * 2;
	cudaDeviceSynchronize();
	cudaEventDestroy(a); cudaEventDestroy(b); cudaEventDestroy(c);
	cudaFree(d);
}
