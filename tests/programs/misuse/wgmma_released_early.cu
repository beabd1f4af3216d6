// The product's operand is given back before wgmma has read it.
// needs: nvcc (no other compiler has been tried)
// options: -gencode arch=compute_90a,code=sm_90a
// gpu: no (undefined)
// says: written on line [0-9]+ by thread .* and nothing orders the two
#include "tma.cuh"

__global__ void __launch_bounds__(160) product(float *out)
{
	__shared__ __align__(128) unsigned short a[64 * 16], b[8 * 16];
	__shared__ mbarrier filled, used;
	float d[4] = { 0, 0, 0, 0 };
	unsigned long long shape = 8ull << 16 | 16ull << 32;

	if (threadIdx.x == 0) {
		barrier_init(&filled, 32);
		barrier_init(&used, 128);
	}
	for (int k = threadIdx.x; k < 64 * 16; k += 160)
		a[k] = 0x3c00; // 1
	__syncthreads();
	if (threadIdx.x >= 128) {
		for (int r = 0; r < 2; r++) {
			if (r)
				wait_for(&used, 0);
			for (int k = threadIdx.x - 128; k < 8 * 16; k += 32)
				b[k] = 0x3c00;
			asm volatile("fence.proxy.async;" : : : "memory");
			arrive(&filled);
		}
		return;
	}
	for (int r = 0; r < 2; r++) {
		wait_for(&filled, r);
		asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
			     : "l"((unsigned long long)in_shared(a) >> 4 | shape), "l"((unsigned long long)in_shared(b) >> 4 | shape));
		asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
		if (r == 0)
			arrive(&used); // too early
		asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : : "memory");
	}
	out[threadIdx.x] = d[0];
}

int main()
{
	float *out;

	cudaMalloc(&out, 128 * sizeof *out);
	product<<<1, 160>>>(out);
	cudaDeviceSynchronize();
	cudaFree(out);
	return 0;
}
