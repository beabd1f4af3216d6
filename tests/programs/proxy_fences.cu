// Stores of threads, then asynchronous reads of the same shared memory: fences by who stores, by who starts the copy, between products
// that share a sum, and around code that uses the sum.
// needs: nvcc (no other compiler has been tried)
// options: -gencode arch=compute_90a,code=sm_90a
#include <cstdio>
#include <cuda_runtime.h>

static __device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

static __device__ void store(float *to, const void *from, unsigned bytes)
{
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"
		     : : "l"(to), "r"(in_shared(from)), "r"(bytes) : "memory");
}

static __device__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" : : : "memory"); }

__global__ void by_writers(float *out)
{
	__shared__ __align__(128) float tile[256];

	for (int r = 0; r < 2; r++) {
		tile[threadIdx.x] = r * 1000 + threadIdx.x;
		fence_async();
		__syncthreads();
		if (threadIdx.x == 0)
			store(out + 256 * r, tile, sizeof tile);
		__syncthreads();
	}
}

__global__ void by_the_one_who_copies(float *out)
{
	__shared__ __align__(128) float tile[256];

	tile[threadIdx.x] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 64) {
		fence_async();
		store(out, tile, sizeof tile);
	}
}

// Consumers take what a producer has stored, through an mbarrier.
__global__ void through_an_mbarrier(float *out)
{
	__shared__ __align__(128) float tile[128];
	__shared__ unsigned long long filled;
	unsigned done = 0;

	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" : : "r"(in_shared(&filled)) : "memory");
	__syncthreads();
	if (threadIdx.x < 128) {
		tile[threadIdx.x] = 2 * threadIdx.x;
		fence_async();
		asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(in_shared(&filled)) : "memory");
		return;
	}
	while (!done)
		asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}"
			     : "=r"(done) : "r"(in_shared(&filled)) : "memory");
	if (threadIdx.x == 128)
		store(out, tile, sizeof tile);
}

static __device__ void multiply(float *d, unsigned long long a, unsigned long long b)
{
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
}

static __device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" : : : "memory"); }
static __device__ void wait(float *d)
{
	asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
	asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : : "memory");
}

__global__ void __launch_bounds__(128) products(float *out, int rounds, float by)
{
	__shared__ __align__(128) unsigned short a[64 * 16], b[8 * 16];
	float d[4], e[4] = { 0, 0, 0, 0 };
	unsigned long long shape = 8ull << 16 | 16ull << 32, da = in_shared(a) >> 4 | shape, db = in_shared(b) >> 4 | shape;

	for (int k = threadIdx.x; k < 64 * 16; k += 128)
		a[k] = 0x3c00; // 1
	b[threadIdx.x] = 0x3c00;
	for (int k = 0; k < 4; k++)
		d[k] = by * k;
	fence_async();
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		for (int k = 0; k < 4; k++)
			d[k] *= by;
		fence();
		multiply(d, da, db);
		multiply(d, da, db);
		multiply(e, da, db);
		wait(d);
		wait(e);
	}
	out[threadIdx.x] = d[0] + e[3];
	fence();
	multiply(e, da, db);
	wait(e);
	out[threadIdx.x] += e[1];
}

int main()
{
	float *out, h[512];

	cudaMalloc(&out, sizeof h);
	cudaMemset(out, 0, sizeof h);
	by_writers<<<1, 256>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[7], h[256 + 7]);
	by_the_one_who_copies<<<1, 256>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[9]);
	through_an_mbarrier<<<1, 160>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[9]);
	products<<<1, 128>>>(out, 3, 0.5f);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[5]);
	cudaFree(out);
	return 0;
}
