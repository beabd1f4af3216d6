/*
 * One problem split over every device there is: each device squares its part in a stream of its own, then
 * the parts meet on device 0 by peer copies. Right with one device and with many.
 */
// devices: 3
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__device__ int bias; /* one a device */

__global__ void square(long long *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = data[i] * data[i] + bias;
}

__global__ void sum(const long long *data, int n, unsigned long long *total)
{
	unsigned long long s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		s += data[i];
	for (int offset = 16; offset; offset /= 2)
		s += __shfl_down_sync(~0u, s, offset);
	if (threadIdx.x % 32 == 0)
		atomicAdd(total, s);
}

struct part {
	int device, first, count;
	long long *data;
	cudaStream_t stream;
	cudaEvent_t squared;
};

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 30001;
	int devices = 0;
	CHECK(cudaGetDeviceCount(&devices));
	fprintf(stderr, "%d device(s)\n", devices);
	std::vector<part> parts(devices);
	long long *host, *all;
	unsigned long long *total, want = 0, got = 0;
	CHECK(cudaHostAlloc(&host, n * sizeof *host, cudaHostAllocPortable));
	for (int i = 0; i < n; i++) {
		host[i] = i % 1000;
		want += host[i] * host[i] + 3;
	}

	for (int d = 0; d < devices; d++) {
		part &p = parts[d];
		p.device = d;
		p.first = (int)((long long)n * d / devices);
		p.count = (int)((long long)n * (d + 1) / devices) - p.first;
		CHECK(cudaSetDevice(d));
		CHECK(cudaStreamCreate(&p.stream));
		CHECK(cudaEventCreateWithFlags(&p.squared, cudaEventDisableTiming));
		CHECK(cudaMalloc(&p.data, p.count * sizeof *p.data));
		const int three = 3;
		CHECK(cudaMemcpyToSymbol(bias, &three, sizeof three));
		CHECK(cudaMemcpyAsync(p.data, host + p.first, p.count * sizeof *p.data, cudaMemcpyHostToDevice, p.stream));
		square<<<(p.count + 255) / 256, 256, 0, p.stream>>>(p.data, p.count);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(p.squared, p.stream));
	}

	CHECK(cudaSetDevice(0));
	CHECK(cudaMalloc(&all, n * sizeof *all));
	CHECK(cudaMalloc(&total, sizeof *total));
	CHECK(cudaMemset(total, 0, sizeof *total));
	for (part &p : parts) {
		int reach = 1;
		if (p.device != 0) {
			CHECK(cudaDeviceCanAccessPeer(&reach, 0, p.device));
			if (reach)
				CHECK(cudaDeviceEnablePeerAccess(p.device, 0));
		}
		CHECK(cudaStreamWaitEvent(parts[0].stream, p.squared, 0));
		CHECK(cudaMemcpyPeerAsync(all + p.first, 0, p.data, p.device, p.count * sizeof *all, parts[0].stream));
	}
	sum<<<8, 256, 0, parts[0].stream>>>(all, n, total);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(host, all, n * sizeof *all, cudaMemcpyDeviceToHost, parts[0].stream));
	CHECK(cudaStreamSynchronize(parts[0].stream));
	CHECK(cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost));

	int wrong = 0, strange = 0;
	for (int i = 0; i < n; i++)
		wrong += host[i] != (long long)(i % 1000) * (i % 1000) + 3;
	for (part &p : parts) {
		cudaPointerAttributes about;
		CHECK(cudaPointerGetAttributes(&about, p.data));
		strange += about.type != cudaMemoryTypeDevice || about.device != p.device;
	}
	printf("sum %llu: %s\n", got, got == want ? "right" : "WRONG");
	printf("%d elements wrong, %d pointers of another device\n", wrong, strange);
	for (part &p : parts) {
		CHECK(cudaSetDevice(p.device));
		CHECK(cudaEventDestroy(p.squared));
		CHECK(cudaStreamDestroy(p.stream));
		CHECK(cudaFree(p.data));
	}
	CHECK(cudaSetDevice(0));
	CHECK(cudaFree(all));
	CHECK(cudaFree(total));
	CHECK(cudaFreeHost(host));
	return got == want && wrong == 0 && strange == 0 ? 0 : 1;
}
