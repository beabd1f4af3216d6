/*
 * Events: what they time, what they order. Three streams work on one array in turn, held in order only by
 * cudaStreamWaitEvent; without the waits the result would be another.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void fill(int *data, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = value;
}

__global__ void scale_add(int *data, int n, int factor, int add)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = data[i] * factor + add;
}

/* so many rounds that the time is of the rounds, not of the launch */
__global__ void spin(unsigned *out, int rounds)
{
	unsigned x = threadIdx.x + 1;
	for (int i = 0; i < rounds; i++)
		x = x * 1664525u + 1013904223u;
	out[threadIdx.x] = x;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 10000, grid = (n + 127) / 128;
	int failed = 0, *data, *host;
	CHECK(cudaMalloc(&data, n * sizeof(int)));
	CHECK(cudaMallocHost(&host, n * sizeof(int)));

	cudaStream_t first, second, third;
	cudaEvent_t filled, scaled, done;
	CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
	int least = 0, greatest = 0;
	CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	CHECK(cudaStreamCreateWithPriority(&third, cudaStreamNonBlocking, greatest));
	CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
	CHECK(cudaEventCreateWithFlags(&scaled, cudaEventDisableTiming));
	CHECK(cudaEventCreateWithFlags(&done, cudaEventBlockingSync));

	fill<<<grid, 128, 0, first>>>(data, n, 5);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(filled, first));
	CHECK(cudaStreamWaitEvent(second, filled, 0));
	scale_add<<<grid, 128, 0, second>>>(data, n, 3, 1);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(scaled, second));
	CHECK(cudaStreamWaitEvent(third, scaled, 0));
	scale_add<<<grid, 128, 0, third>>>(data, n, 10, 7);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(host, data, n * sizeof(int), cudaMemcpyDeviceToHost, third));
	CHECK(cudaEventRecord(done, third));
	CHECK(cudaEventSynchronize(done));
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += host[i] != 167;
	printf("three streams in order: %d, %d wrong\n", host[0], wrong);
	failed += wrong;
	printf("all are done: %s\n", cudaStreamQuery(first) == cudaSuccess && cudaStreamQuery(second) == cudaSuccess &&
	    cudaEventQuery(done) == cudaSuccess ? "yes" : "NO");

	/* time: more work takes longer, and intervals add up */
	cudaEvent_t at[4];
	unsigned *out;
	float part[3], whole;
	CHECK(cudaMalloc(&out, 256 * sizeof(unsigned)));
	for (cudaEvent_t &event : at)
		CHECK(cudaEventCreate(&event));
	spin<<<1, 256>>>(out, 10);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaEventRecord(at[0]));
	for (int k = 0; k < 3; k++) {
		spin<<<1, 256>>>(out, 2000 << 2 * k);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(at[k + 1]));
	}
	CHECK(cudaEventSynchronize(at[3]));
	for (int k = 0; k < 3; k++)
		CHECK(cudaEventElapsedTime(&part[k], at[k], at[k + 1]));
	CHECK(cudaEventElapsedTime(&whole, at[0], at[3]));
	fprintf(stderr, "%.4f + %.4f + %.4f = %.4f ms\n", part[0], part[1], part[2], whole);
	bool grows = part[0] > 0 && part[2] > part[1] && part[1] > part[0];
	float sum = part[0] + part[1] + part[2];
	bool adds = sum > 0.95f * whole && sum < 1.05f * whole;
	printf("more rounds take longer: %s\n", grows ? "yes" : "NO");
	printf("the parts make the whole: %s\n", adds ? "yes" : "NO");
	failed += !grows + !adds;

	for (cudaEvent_t event : at)
		CHECK(cudaEventDestroy(event));
	CHECK(cudaEventDestroy(filled));
	CHECK(cudaEventDestroy(scaled));
	CHECK(cudaEventDestroy(done));
	CHECK(cudaStreamDestroy(first));
	CHECK(cudaStreamDestroy(second));
	CHECK(cudaStreamDestroy(third));
	CHECK(cudaFree(data));
	CHECK(cudaFree(out));
	CHECK(cudaFreeHost(host));
	return failed != 0;
}
