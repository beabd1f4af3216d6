// A result of wgmma that is used before the wait, by which the assembler loses what is gained.
// needs: nvcc (no other compiler has been tried)
// options: -gencode arch=compute_90a,code=sm_90a
// says: uses a result of wgmma.mma_async on line [0-9]+ before it has waited
// kind: product-pending
// status: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) product(float *out)
{
	__shared__ __align__(128) unsigned short a[64 * 16], b[8 * 16];
	float d[4] = { 0, 0, 0, 0 }, early;
	unsigned long long shape = 8ull << 16 | 16ull << 32;

	for (int k = threadIdx.x; k < 64 * 16; k += 128)
		a[k] = 0x3c00; // 1
	b[threadIdx.x] = 0x3c00;
	asm volatile("fence.proxy.async;" : : : "memory");
	__syncthreads();
	asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		     : "l"((unsigned long long)__cvta_generic_to_shared(a) >> 4 | shape), "l"((unsigned long long)__cvta_generic_to_shared(b) >> 4 | shape));
	asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
	early = d[0] + d[1];
	out[threadIdx.x] = early;
	asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
	out[threadIdx.x] += d[2];
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
