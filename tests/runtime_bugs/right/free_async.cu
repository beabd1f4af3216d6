// prints: 3 4
// Freed in the stream that used it, or in another after an event; the memory comes back.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x, int v) { x[threadIdx.x] = v; }
__global__ void copy(int *y, const int *x) { y[threadIdx.x] = x[threadIdx.x]; }

int main()
{
	int h[64], *x, *z, *y;
	cudaStream_t a, b;
	cudaEvent_t e;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaMalloc(&y, 2 * sizeof(h));
	cudaMallocAsync(&x, sizeof(h), a);
	put<<<1, 64, 0, a>>>(x, 3);
	copy<<<1, 64, 0, a>>>(y, x);
	cudaFreeAsync(x, a);
	cudaMallocAsync(&z, sizeof(h), a); // may be the same memory
	put<<<1, 64, 0, a>>>(z, 4);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	copy<<<1, 64, 0, b>>>(y + 64, z);
	cudaFreeAsync(z, b);
	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d", h[5]);
	cudaMemcpy(h, y + 64, sizeof(h), cudaMemcpyDeviceToHost);
	printf(" %d\n", h[5]);
	cudaEventDestroy(e);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(y);
	return 0;
}
