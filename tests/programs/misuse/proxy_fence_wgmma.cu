// The operands of wgmma are written by threads, and a barrier alone comes before the product.
// needs: nvcc (no other compiler has been tried)
// options: -gencode arch=compute_90a,code=sm_90a
// gpu: no (undefined)
// says: lets an asynchronous operation read [ab]\[[0-9]+\], which thread .* has written on line 16, with no fence.proxy.async in between
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) product(float *out)
{
	__shared__ __align__(128) unsigned short a[64 * 16], b[8 * 16];
	float d[4] = { 0, 0, 0, 0 };
	unsigned long long shape = 8ull << 16 | 16ull << 32;

	for (int k = threadIdx.x; k < 64 * 16; k += 128)
		a[k] = 0x3c00; // 1
	b[threadIdx.x] = 0x3c00;
	if (threadIdx.x < 32)
		asm volatile("fence.proxy.async;" : : : "memory"); // for the stores of the first warp alone
	__syncthreads();
	asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		     : "l"((unsigned long long)__cvta_generic_to_shared(a) >> 4 | shape), "l"((unsigned long long)__cvta_generic_to_shared(b) >> 4 | shape));
	asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
	asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : : "memory");
	out[threadIdx.x] = d[0] + d[2];
}

int main()
{
	float *out, x;

	cudaMalloc(&out, 128 * sizeof *out);
	product<<<1, 128>>>(out);
	cudaMemcpy(&x, out + 5, sizeof x, cudaMemcpyDeviceToHost);
	printf("%g\n", x);
	cudaFree(out);
	return 0;
}
