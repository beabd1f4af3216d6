// prints: 16 8 1
// Lanes with the same key elect a leader: match by ballots until every lane is served.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count_keys(int *count, const int *keys)
{
	int lane = threadIdx.x, key = keys[lane];
	unsigned todo = 0xffffffff;
	while (todo) {
		int leader = __ffs(todo) - 1;
		int wanted = __shfl_sync(0xffffffff, key, leader);
		unsigned same = __ballot_sync(0xffffffff, key == wanted) & todo;
		if (lane == leader)
			count[wanted] += __popc(same);
		__syncwarp();
		todo &= ~same;
	}
}

int main()
{
	int h[32], r[8], *keys, *count;
	for (int i = 0; i < 32; i++)
		h[i] = i % 2 == 0 ? 0 : i % 4 == 1 ? 1 : 2 + i / 8;
	h[31] = 7;
	cudaMalloc(&keys, sizeof(h));
	cudaMalloc(&count, sizeof(r));
	cudaMemset(count, 0, sizeof(r));
	cudaMemcpy(keys, h, sizeof(h), cudaMemcpyHostToDevice);
	count_keys<<<1, 32>>>(count, keys);
	cudaMemcpy(r, count, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", r[0], r[1], r[7]);
	cudaFree(keys);
	cudaFree(count);
	return 0;
}
