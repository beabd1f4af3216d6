// Managed memory with advice, as in samples about unified memory: what was advised and prefetched is stored, attached to a stream, and asked
// for again.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void scale(float *out, const float *table, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] *= table[i % 16];
}

int main()
{
	const int n = 1 << 16;
	float *data, *table;
	int device, wrong = 0, mostly = 0, last = 0, by[2] = { -2, -2 }, read = 0;
	void *answers[2] = { &read, by };
	size_t sizes[2] = { sizeof read, sizeof by };
	cudaMemRangeAttribute which[2] = { cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeAccessedBy };
	cudaMemLocation here, host;
	cudaStream_t stream;

	CHECK(cudaGetDevice(&device));
	here.type = cudaMemLocationTypeDevice, here.id = device;
	host.type = cudaMemLocationTypeHost, host.id = 0;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMallocManaged(&data, n * sizeof *data));
	CHECK(cudaMallocManaged(&table, 16 * sizeof *table, cudaMemAttachHost));
	for (int i = 0; i < n; i++)
		data[i] = (float)(i % 100);
	for (int i = 0; i < 16; i++)
		table[i] = (float)i;
	CHECK(cudaStreamAttachMemAsync(stream, table, 0, cudaMemAttachSingle));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaMemAdvise(table, 16 * sizeof *table, cudaMemAdviseSetReadMostly, here));
	CHECK(cudaMemAdvise(data, n * sizeof *data, cudaMemAdviseSetPreferredLocation, here));
	CHECK(cudaMemAdvise(table, 16 * sizeof *table, cudaMemAdviseSetAccessedBy, here));
	CHECK(cudaMemPrefetchAsync(data, n * sizeof *data, here, 0, stream));
	scale<<<n / 256, 256, 0, stream>>>(data, table, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemPrefetchAsync(data, n * sizeof *data, host, 0, stream));
	CHECK(cudaStreamSynchronize(stream));
	for (int i = 0; i < n; i++)
		wrong += data[i] != (float)(i % 100) * (float)(i % 16);
	CHECK(cudaMemRangeGetAttribute(&mostly, sizeof mostly, cudaMemRangeAttributeReadMostly, table, 16 * sizeof *table));
	CHECK(cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, data, n * sizeof *data));
	CHECK(cudaMemRangeGetAttributes(answers, sizes, which, 2, table, 16 * sizeof *table));
	printf("%d wrong; read mostly %d %d, last prefetched to the host: %d, accessed by the device: %d\n", wrong, mostly, read,
	       last == cudaCpuDeviceId, by[0] == device);
	CHECK(cudaMemAdvise(table, 16 * sizeof *table, cudaMemAdviseUnsetReadMostly, here));
	CHECK(cudaMemRangeGetAttribute(&mostly, sizeof mostly, cudaMemRangeAttributeReadMostly, table, 16 * sizeof *table));
	printf("read mostly %d\n", mostly);
	CHECK(cudaFree(data));
	CHECK(cudaFree(table));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
