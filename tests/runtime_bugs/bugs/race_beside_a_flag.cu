// expect: stream-race
// A kernel reads a flag once, without waiting for it, and plain memory that another stream writes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x)
{
	x[threadIdx.x] = threadIdx.x;
}

__global__ void copy(int *out, const int *x, const volatile unsigned *flag)
{
	out[threadIdx.x] = *flag == 1 ? x[threadIdx.x] : x[threadIdx.x] + 1;
}

int main()
{
	int *x, *out, h[32];
	unsigned *flag;
	cudaStream_t a, b;

	cudaMalloc(&x, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMalloc(&flag, sizeof *flag);
	cudaMemset(x, 0, sizeof h);
	cudaMemset(flag, 0, sizeof *flag);
	cudaDeviceSynchronize();
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	fill<<<1, 32, 0, a>>>(x);
	cudaMemsetAsync(flag, 0, sizeof *flag, a);
	copy<<<1, 32, 0, b>>>(out, x, flag); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[5]);
	cudaFree(x);
	cudaFree(out);
	cudaFree(flag);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
}
