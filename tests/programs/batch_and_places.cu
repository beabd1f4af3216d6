/*
 * Calls that CUDA 12.8 and 13 added: many copies at once, pools by place, attributes of a kernel for one device, and the handle of a
 * kernel that is launched with an attribute.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = call; \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void reverse(int *x, int n)
{
	extern __shared__ int tile[];
	int i = threadIdx.x;
	tile[i] = x[i];
	__syncthreads();
	x[i] = tile[n - 1 - i];
}

int main()
{
	const int parts = 3, n = 256;
	int *host[parts], *back[parts];
	void *to[parts];
	const void *from[parts];
	size_t sizes[parts], first[2] = { 0, 1 };
	cudaMemcpyAttributes how[2] = {};
	cudaMemLocation place = {};
	cudaMemPool_t standard, present, own;
	cudaMemPoolProps props = {};
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));

	place.type = cudaMemLocationTypeDevice;
	place.id = 0;
	CHECK(cudaMemGetDefaultMemPool(&standard, &place, cudaMemAllocationTypePinned));
	CHECK(cudaMemGetMemPool(&present, &place, cudaMemAllocationTypePinned));
	props.allocType = cudaMemAllocationTypePinned;
	props.location = place;
	CHECK(cudaMemPoolCreate(&own, &props));
	CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, own));
	cudaMemPool_t after;
	CHECK(cudaDeviceGetMemPool(&after, 0));
	printf("pools: the default one at first: %s, then our own: %s\n", present == standard ? "yes" : "no", after == own ? "yes" : "no");

	for (int k = 0; k < parts; k++) {
		CHECK(cudaMallocHost(&host[k], n * sizeof(int)));
		CHECK(cudaMallocHost(&back[k], n * sizeof(int)));
		for (int i = 0; i < n; i++)
			host[k][i] = 1000 * k + i;
		CHECK(cudaMallocAsync(&to[k], n * sizeof(int), stream));
		from[k] = host[k];
		sizes[k] = n * sizeof(int);
	}
	how[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall; /* of the first copy */
	how[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;        /* of the others */
	CHECK(cudaMemcpyBatchAsync(to, from, sizes, parts, how, first, 2, stream));
	for (int i = 0; i < n; i++)
		host[0][i] = -1; /* the copy has read it */

	cudaKernel_t kernel;
	CHECK(cudaGetKernel(&kernel, reverse));
	CHECK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int), 0));
	cudaFunction_t function;
	CHECK(cudaGetFuncBySymbol(&function, (const void *)reverse));
	for (int k = 0; k < parts; k++) {
		reverse<<<1, n, n * sizeof(int), stream>>>((int *)to[k], n);
		CHECK(cudaMemcpyAsync(back[k], to[k], n * sizeof(int), cudaMemcpyDeviceToHost, stream));
		CHECK(cudaFreeAsync(to[k], stream));
	}
	CHECK(cudaStreamSynchronize(stream));
	int wrong = 0;
	for (int k = 0; k < parts; k++)
		for (int i = 0; i < n; i++)
			wrong += back[k][i] != 1000 * k + n - 1 - i;
	printf("%d wrong; a handle: %s\n", wrong, function ? "yes" : "no");

	CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, standard));
	CHECK(cudaMemPoolDestroy(own));
	for (int k = 0; k < parts; k++) {
		CHECK(cudaFreeHost(host[k]));
		CHECK(cudaFreeHost(back[k]));
	}
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
