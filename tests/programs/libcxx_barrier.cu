// cccl: libcu++
// libcu++: atomics, a barrier in shared memory, tuples and spans.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/limits>
#include <cuda_runtime.h>

__global__ void k(int *o)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	__shared__ int v[64];
	if (threadIdx.x == 0)
		init(&b, blockDim.x);
	__syncthreads();
	v[threadIdx.x] = threadIdx.x;
	b.arrive_and_wait();
	cuda::std::array<int, 2> a = {v[63 - threadIdx.x], 1};
	auto t = cuda::std::make_tuple(a[0], a[1]);
	cuda::atomic_ref<int, cuda::thread_scope_device> r(o[0]);
	r.fetch_add(cuda::std::get<0>(t) + cuda::std::get<1>(t), cuda::memory_order_relaxed);
	cuda::atomic_ref<int, cuda::thread_scope_device>(o[1]).fetch_max((int)threadIdx.x);
	if (threadIdx.x == 0)
		o[2] = cuda::std::numeric_limits<short>::max();
}

int main()
{
	int *o, h[3];
	cudaMalloc(&o, sizeof h);
	cudaMemset(o, 0, sizeof h);
	k<<<2, 64>>>(o);
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[1], h[2]);
	cudaFree(o);
}
