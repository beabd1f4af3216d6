// prints: 50 50 9900
// One lane draws places for all that are here and shares the number by a shuffle; in the other lanes the variable is never set.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ int take(int *n)
{
	cg::coalesced_group here = cg::coalesced_threads();
	int first;
	if (here.thread_rank() == 0)
		first = atomicAdd(n, here.size());
	return here.shfl(first, 0) + here.thread_rank();
}

__device__ int take_by_mask(int *n)
{
	unsigned int here = __activemask();
	int lane = threadIdx.x % 32, leader = __ffs(here) - 1, first;
	if (lane == leader)
		first = atomicAdd(n, __popc(here));
	return __shfl_sync(here, first, leader) + __popc(here & ((1u << lane) - 1));
}

__global__ void split(int *even, int *odd, int *n, const int *in)
{
	int v = in[threadIdx.x];
	if (v % 2 == 0)
		even[take(&n[0])] = v;
	else
		odd[take_by_mask(&n[1])] = v;
}

int main()
{
	int h[100], *in, *even, *odd, *n, counts[2], sum = 0;
	for (int i = 0; i < 100; i++)
		h[i] = 2 * i + i / 50;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&even, sizeof(h));
	cudaMalloc(&odd, sizeof(h));
	cudaMalloc(&n, sizeof(counts));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemset(n, 0, sizeof(counts));
	split<<<1, 100>>>(even, odd, n, in);
	cudaMemcpy(counts, n, sizeof(counts), cudaMemcpyDeviceToHost);
	cudaMemcpy(h, even, counts[0] * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(h + counts[0], odd, counts[1] * sizeof(int), cudaMemcpyDeviceToHost);
	for (int v : h)
		sum += v;
	printf("%d %d %d\n", counts[0], counts[1], sum - 50);
	cudaFree(in);
	cudaFree(even);
	cudaFree(odd);
	cudaFree(n);
	return 0;
}
