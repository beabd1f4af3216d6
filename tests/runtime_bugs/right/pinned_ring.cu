// prints: 45 4950
// A ring of chunks smaller than a page in one pinned buffer: one is filled while others are copied.
#include <cstdio>
#include <cuda_runtime.h>

#define SLOTS 3
#define CHUNK 100

__global__ void add(int *sum, const int *chunk)
{
	atomicAdd(sum, chunk[threadIdx.x]);
}

int main()
{
	int *ring, *chunks, *sum, total = 0;
	cudaStream_t s;
	cudaEvent_t done[SLOTS];
	cudaStreamCreate(&s);
	cudaMallocHost(&ring, SLOTS * CHUNK * sizeof(int));
	cudaMalloc(&chunks, SLOTS * CHUNK * sizeof(int));
	cudaMalloc(&sum, sizeof(int));
	cudaMemsetAsync(sum, 0, sizeof(int), s);
	for (int k = 0; k < SLOTS; k++)
		cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming);
	for (int turn = 0; turn < 10; turn++) {
		int k = turn % SLOTS, *slot = ring + k * CHUNK;
		cudaEventSynchronize(done[k]);
		for (int i = 0; i < CHUNK; i++)
			slot[i] = turn == 9 ? i : 0;
		slot[0] += turn;
		total += turn;
		cudaMemcpyAsync(chunks + k * CHUNK, slot, CHUNK * sizeof(int), cudaMemcpyHostToDevice, s);
		cudaEventRecord(done[k], s);
		add<<<1, CHUNK, 0, s>>>(sum, chunks + k * CHUNK);
	}
	int h;
	cudaMemcpyAsync(ring, sum, sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	h = ring[0];
	printf("%d %d\n", total, h - total);
	for (int k = 0; k < SLOTS; k++)
		cudaEventDestroy(done[k]);
	cudaStreamDestroy(s);
	cudaFreeHost(ring);
	cudaFree(chunks);
	cudaFree(sum);
	return 0;
}
