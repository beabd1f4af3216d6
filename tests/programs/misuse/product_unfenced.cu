// A product whose sum the threads have just set, with no fence for the registers.
// needs: nvcc (no other compiler has been tried)
// options: -gencode arch=compute_90a,code=sm_90a
// gpu: no (undefined)
// says: begins a wgmma.mma_async with no wgmma.fence before it
// kind: product-unfenced
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
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
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
