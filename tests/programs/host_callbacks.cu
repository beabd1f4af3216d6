/*
 * The host as a stage of a stream: functions that the stream calls between its kernels and copies, in order,
 * with data of their own.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
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

__global__ void double_all(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

struct workload {
	int id, n, *host, *device;
	long long checksum;
	cudaStream_t stream;
	std::string diary; /* what happened, in order */
};

static std::mutex lock;
static int finished;

static void CUDART_CB halfway(void *data)
{
	workload *work = static_cast<workload *>(data);
	work->diary += "halfway;";
	for (int i = 0; i < work->n; i++)
		work->host[i] += 1; /* the device has it back after this */
}

static void CUDART_CB add_up(void *data)
{
	workload *work = static_cast<workload *>(data);
	work->diary += "sum;";
	for (int i = 0; i < work->n; i++)
		work->checksum += work->host[i];
	std::lock_guard<std::mutex> hold(lock);
	finished++;
}

static void CUDART_CB told(cudaStream_t stream, cudaError_t status, void *data)
{
	workload *work = static_cast<workload *>(data);
	work->diary += status == cudaSuccess && stream == work->stream ? "told" : "BADLY TOLD";
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 2000, count = 3, bytes = n * (int)sizeof(int);
	std::vector<workload> works(count);
	int failed = 0;
	for (int k = 0; k < count; k++) {
		workload &work = works[k];
		work.id = k;
		work.n = n;
		work.checksum = 0;
		CHECK(cudaStreamCreate(&work.stream));
		CHECK(cudaMallocHost(&work.host, bytes));
		CHECK(cudaMalloc(&work.device, bytes));
		for (int i = 0; i < n; i++)
			work.host[i] = i + k;
	}
	for (workload &work : works) {
		const int grid = (n + 255) / 256;
		CHECK(cudaMemcpyAsync(work.device, work.host, bytes, cudaMemcpyHostToDevice, work.stream));
		double_all<<<grid, 256, 0, work.stream>>>(work.device, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(work.host, work.device, bytes, cudaMemcpyDeviceToHost, work.stream));
		CHECK(cudaLaunchHostFunc(work.stream, halfway, &work));
		CHECK(cudaMemcpyAsync(work.device, work.host, bytes, cudaMemcpyHostToDevice, work.stream));
		double_all<<<grid, 256, 0, work.stream>>>(work.device, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(work.host, work.device, bytes, cudaMemcpyDeviceToHost, work.stream));
		CHECK(cudaLaunchHostFunc(work.stream, add_up, &work));
		CHECK(cudaStreamAddCallback(work.stream, told, &work, 0));
	}
	CHECK(cudaDeviceSynchronize());
	for (workload &work : works) {
		long long want = 0;
		for (int i = 0; i < n; i++)
			want += ((i + work.id) * 2 + 1) * 2;
		printf("work %d: %s, checksum %lld %s\n", work.id, work.diary.c_str(), work.checksum,
		    work.checksum == want ? "right" : "WRONG");
		failed += work.checksum != want || work.diary != "halfway;sum;told";
		CHECK(cudaFree(work.device));
		CHECK(cudaFreeHost(work.host));
		CHECK(cudaStreamDestroy(work.stream));
	}
	printf("%d finished\n", finished);
	return failed || finished != count;
}
