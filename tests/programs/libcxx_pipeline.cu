// cccl: libcu++
// libcu++: a pipeline of two stages in shared memory, filled with cuda::memcpy_async; and a barrier that splits arrive from wait.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_runtime.h>

constexpr int TILE = 64, STAGES = 2;

__global__ void sums(const int *in, int tiles, int *out)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	__shared__ int tile[STAGES][TILE];
	auto block = cooperative_groups::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	int sum = 0;

	for (int fetched = 0, k = 0; k < tiles; k++) {
		for (; fetched < tiles && fetched < k + STAGES; fetched++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, tile[fetched % STAGES], in + fetched * TILE, sizeof(int) * TILE, pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		sum += tile[k % STAGES][TILE - 1 - threadIdx.x] * (k + 1);
		block.sync();
		pipe.consumer_release();
	}
	out[threadIdx.x] = sum;
}

__global__ void halves(int *out)
{
	using barrier = cuda::barrier<cuda::thread_scope_block>;
	__shared__ barrier ready, done;
	__shared__ int box[32];
	int lane = threadIdx.x % 32;

	if (threadIdx.x == 0) {
		init(&ready, 64);
		init(&done, 64);
	}
	__syncthreads();
	for (int round = 0; round < 3; round++) {
		if (threadIdx.x < 32) {
			box[lane] = round * 100 + lane;
			(void)ready.arrive();
			done.arrive_and_wait();
		} else {
			ready.arrive_and_wait();
			out[round * 32 + lane] = box[31 - lane];
			done.arrive_and_wait();
		}
	}
}

int main()
{
	const int tiles = 5;
	int h[tiles * TILE], *in, *out;

	for (int i = 0; i < tiles * TILE; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, 96 * sizeof(int));
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	sums<<<1, TILE>>>(in, tiles, out);
	cudaMemcpy(h, out, TILE * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[63]);
	halves<<<1, 64>>>(out);
	cudaMemcpy(h, out, 96 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[32], h[95]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
