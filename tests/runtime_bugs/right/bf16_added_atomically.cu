// needs: nvcc
// All blocks add to one pair of bf16: for older devices the header's atomicAdd() is a loop that begins with a plain read.
// prints: 96 32
#include <cstdio>
#include <cuda_bf16.h>

__global__ void sum(__nv_bfloat162 *total)
{
	__nv_bfloat162 one;
	one.x = __float2bfloat16(3.0f);
	one.y = __float2bfloat16(1.0f);
	atomicAdd(total, one);
}

int main()
{
	__nv_bfloat162 *d, h;
	cudaMalloc(&d, sizeof(*d));
	cudaMemset(d, 0, sizeof(*d));
	sum<<<4, 8>>>(d);
	cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g %g\n", __bfloat162float(h.x), __bfloat162float(h.y));
	cudaFree(d);
	return 0;
}
