/*
 * launches.cu - many small operations, which cost what a call and its checks cost: for whole.sh.
 *
 * usage: launches COUNT KIND. Prints the microseconds of each.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void one(int *p) { if (threadIdx.x == 0) p[0] += 1; }
__global__ void some(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] = p[i] * 0.5f + 1;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, *count;
	const char *kind = argc > 2 ? argv[2] : "one";
	float *data;
	cudaStream_t stream;
	cudaEvent_t event;
	auto begin = std::chrono::steady_clock::now();

	cudaMalloc(&count, sizeof *count);
	cudaMalloc(&data, 1024 * sizeof *data);
	cudaMemset(count, 0, sizeof *count);
	cudaMemset(data, 0, 1024 * sizeof *data);
	cudaStreamCreate(&stream);
	cudaEventCreate(&event);
#define EACH(name, operation) \
	for (int i = 0; i < n && !strcmp(kind, name); i++) { \
		operation; \
	}
	EACH("one", (one<<<1, 32>>>(count)))
	EACH("block", (some<<<1, 256>>>(data, 256)))
	EACH("blocks", (some<<<4, 256>>>(data, 1024)))
	EACH("stream", (one<<<1, 32, 0, stream>>>(count)))
	EACH("record", cudaEventRecord(event, stream))
	EACH("wait", cudaStreamWaitEvent(stream, event, 0))
	EACH("fill", cudaMemsetAsync(data, 0, 4, stream))
	EACH("copy", cudaMemcpyAsync(data, count, 4, cudaMemcpyDeviceToDevice, stream))
	cudaDeviceSynchronize();
	std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
	printf("%.3f\n", time.count() / n);
	cudaEventDestroy(event);
	cudaStreamDestroy(stream);
	cudaFree(count);
	cudaFree(data);
}
