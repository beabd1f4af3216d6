// prints: 19 19
// Segments by hand, in PTX: the instruction takes any mask of segments, also one that no width of CUDA C++ makes.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void segments(int *out)
{
	int x = threadIdx.x, y;
	asm volatile("shfl.sync.idx.b32 %0, %1, 1, 0x141f, 0xffffffff;" : "=r"(y) : "r"(x));
	y += __shfl_xor_sync(0xffffffffu, x, 1, 8) + __shfl_down_sync(0xffffffffu, x, 1, 4) + __shfl_up_sync(0xffffffffu, x, 1, 2);
	out[threadIdx.x] = y;
}
int main()
{
	int *d, h[32];
	cudaMalloc(&d, sizeof h);
	segments<<<1, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[4], h[5]);
	cudaFree(d);
}
