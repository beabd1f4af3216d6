// What clang's route was missing: reduce.h, system atomics, the profiler's header, nv_atomic.
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void k(int *o, unsigned *c)
{
	auto w = cg::tiled_partition<32>(cg::this_thread_block());
	int s = cg::reduce(w, (int)threadIdx.x, cg::plus<int>()), m = cg::reduce(w, (int)threadIdx.x % 13, cg::greater<int>());
	if (w.thread_rank() == 0) {
		o[w.meta_group_rank() * 2] = s;
		o[w.meta_group_rank() * 2 + 1] = m;
	}
	atomicInc_system(c, 9);
	__nv_atomic_fetch_add(c + 1, 2u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
}

int main()
{
	int *o, h[4];
	unsigned *c, hc[2];
	cudaMalloc(&o, sizeof h);
	cudaMalloc(&c, sizeof hc);
	cudaMemset(c, 0, sizeof hc);
	cudaProfilerStart();
	k<<<1, 64>>>(o, c);
	cudaProfilerStop();
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(hc, c, sizeof hc, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d, %u %u\n", h[0], h[1], h[2], h[3], hc[0], hc[1]);
	cudaFree(o);
	cudaFree(c);
}
