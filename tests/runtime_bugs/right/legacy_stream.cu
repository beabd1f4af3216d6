// prints: 42
// The legacy default stream waits for blocking streams, and they for it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x, int v) { x[threadIdx.x] = v; }
__global__ void add(int *x, const int *y) { x[threadIdx.x] += y[threadIdx.x]; }

int main()
{
	int h[64], *x, *y;
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	put<<<1, 64, 0, a>>>(x, 30);
	put<<<1, 64, 0, b>>>(y, 6);
	add<<<1, 64>>>(x, y); // after both
	add<<<1, 64, 0, b>>>(x, y); // after the default stream's
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[13]);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
