/*
 * Batches through two streams of different priority, with pinned memory, two buffers each and events between the stages: while one batch
 * is copied, the other one is computed. Events time the whole.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr int BATCHES = 12, N = 4096;

__global__ void digits(const unsigned *in, unsigned *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned sum = 0;
		for (unsigned v = in[i]; v; v /= 10)
			sum += v % 10;
		out[i] = sum;
	}
}

__global__ void total(const unsigned *x, int n, unsigned long long *sum)
{
	unsigned mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		mine += x[i];
	for (int step = 16; step; step /= 2)
		mine += __shfl_down_sync(0xffffffffu, mine, step);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, (unsigned long long)mine);
}

int main()
{
	int least, greatest;
	unsigned *host[2], *in[2], *out[2];
	unsigned long long *sum, got, want = 0;
	cudaStream_t copies, work;
	cudaEvent_t filled[2], used[2], begin, end;
	CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	CHECK(cudaStreamCreateWithPriority(&copies, cudaStreamNonBlocking, greatest));
	CHECK(cudaStreamCreateWithPriority(&work, cudaStreamNonBlocking, least));
	CHECK(cudaMalloc(&sum, sizeof *sum));
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	for (int b = 0; b < 2; b++) {
		CHECK(cudaMallocHost(&host[b], N * sizeof(unsigned)));
		CHECK(cudaMalloc(&in[b], N * sizeof(unsigned)));
		CHECK(cudaMalloc(&out[b], N * sizeof(unsigned)));
		CHECK(cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming));
		CHECK(cudaEventCreateWithFlags(&used[b], cudaEventDisableTiming));
	}
	CHECK(cudaEventRecord(begin, work));
	CHECK(cudaMemsetAsync(sum, 0, sizeof *sum, work));
	for (int k = 0; k < BATCHES; k++) {
		int b = k % 2;
		CHECK(cudaEventSynchronize(filled[b])); /* the copy before last is done with the host's buffer */
		for (int i = 0; i < N; i++) {
			host[b][i] = (unsigned)(k * N + i) * 2654435761u;
			for (unsigned v = host[b][i]; v; v /= 10)
				want += v % 10;
		}
		CHECK(cudaStreamWaitEvent(copies, used[b], 0));
		CHECK(cudaMemcpyAsync(in[b], host[b], N * sizeof(unsigned), cudaMemcpyHostToDevice, copies));
		CHECK(cudaEventRecord(filled[b], copies));
		CHECK(cudaStreamWaitEvent(work, filled[b], 0));
		digits<<<8, 128, 0, work>>>(in[b], out[b], N);
		CHECK(cudaEventRecord(used[b], work));
		total<<<4, 128, 0, work>>>(out[b], N, sum);
		CHECK(cudaGetLastError());
	}
	CHECK(cudaEventRecord(end, work));
	CHECK(cudaMemcpyAsync(host[0], sum, sizeof got, cudaMemcpyDeviceToHost, work));
	CHECK(cudaStreamSynchronize(work));
	float ms;
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	got = *(unsigned long long *)host[0];
	printf("%d batches: %s, took %s\n", BATCHES, got == want ? "right" : "WRONG", ms > 0 ? "some time" : "NO TIME");
	for (int b = 0; b < 2; b++) {
		CHECK(cudaFreeHost(host[b]));
		CHECK(cudaFree(in[b]));
		CHECK(cudaFree(out[b]));
		CHECK(cudaEventDestroy(filled[b]));
		CHECK(cudaEventDestroy(used[b]));
	}
	CHECK(cudaFree(sum));
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	CHECK(cudaStreamDestroy(copies));
	CHECK(cudaStreamDestroy(work));
}
