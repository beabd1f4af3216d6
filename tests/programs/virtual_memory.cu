// options: -lcuda
/*
 * Memory mapped at reserved addresses. An array that grows in place, as pools of libraries do (ggml's, PyTorch's); pieces in any
 * order; a piece that moves to another address with its values; one that is seen at two addresses.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void count_from(int *x, int n, int first)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = first + i;
}

__global__ void sum_all(unsigned *sum, const int *x, int n)
{
	unsigned mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		mine += x[i];
	atomicAdd(sum, mine);
}

static CUmemAllocationProp prop;
static size_t piece;
static unsigned *result;

static CUmemGenericAllocationHandle create(size_t bytes)
{
	CUmemGenericAllocationHandle handle;
	CHECK(cuMemCreate(&handle, bytes, &prop, 0));
	return handle;
}

static void map(CUdeviceptr at, size_t bytes, CUmemGenericAllocationHandle handle)
{
	CUmemAccessDesc access = {};
	access.location = prop.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CHECK(cuMemMap(at, bytes, 0, handle, 0));
	CHECK(cuMemSetAccess(at, bytes, &access, 1));
}

static unsigned sum(CUdeviceptr x, size_t bytes)
{
	unsigned host;
	CHECK(cudaMemset(result, 0, sizeof *result));
	sum_all<<<32, 256>>>(result, (const int *)x, (int)(bytes / sizeof(int)));
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost));
	return host;
}

static void count(CUdeviceptr x, size_t bytes, int first)
{
	int n = (int)(bytes / sizeof(int));
	count_from<<<(n + 255) / 256, 256>>>((int *)x, n, first);
	CHECK(cudaGetLastError());
}

int main()
{
	CHECK(cudaFree(0));
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = 0;
	CHECK(cuMemGetAllocationGranularity(&piece, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	CHECK(cudaMalloc(&result, sizeof *result));

	// An array grows, piece by piece; what is in it stays, and kernels and copies go across the borders.
	const size_t room = (size_t)32 << 30;
	CUdeviceptr pool;
	size_t size = 0;
	CHECK(cuMemAddressReserve(&pool, room, 0, 0, 0));
	for (int i = 1; i <= 3; i++) {
		CUmemGenericAllocationHandle handle = create(i * piece);
		map(pool + size, i * piece, handle);
		CHECK(cuMemRelease(handle));
		count(pool + size, i * piece, i);
		size += i * piece;
		printf("%d pieces: %u\n", (int)(size / piece), sum(pool, size));
	}
	int *copy = (int *)malloc(size);
	CHECK(cudaMemcpy(copy, (void *)pool, size, cudaMemcpyDeviceToHost));
	printf("first %d, at the border %d %d, last %d\n", copy[0], copy[piece / 4 - 1], copy[piece / 4], copy[size / 4 - 1]);
	count(pool, size, 0);
	printf("as one array: %u\n", sum(pool, size));
	CHECK(cuMemUnmap(pool, size));
	CHECK(cuMemAddressFree(pool, room));

	// Any order.
	static const int order[] = { 5, 0, 4, 2, 1, 3 };
	CUmemGenericAllocationHandle handles[6];
	CHECK(cuMemAddressReserve(&pool, 8 * piece, 0, 0, 0));
	for (int i : order) {
		handles[i] = create(piece);
		map(pool + i * piece, piece, handles[i]);
		count(pool + i * piece, piece, i);
	}
	printf("any order: %u\n", sum(pool, 6 * piece));

	// A piece moves, with what is in it.
	CHECK(cudaDeviceSynchronize());
	CHECK(cuMemUnmap(pool + 2 * piece, piece));
	map(pool + 7 * piece, piece, handles[2]);
	printf("moved: %u, the rest: %u %u\n", sum(pool + 7 * piece, piece), sum(pool, 2 * piece), sum(pool + 3 * piece, 3 * piece));

	// Two addresses, one memory.
	map(pool + 2 * piece, piece, handles[2]);
	count(pool + 2 * piece, piece, 100);
	CHECK(cudaDeviceSynchronize());
	printf("seen at both: %u %u\n", sum(pool + 2 * piece, piece), sum(pool + 7 * piece, piece));
	CHECK(cuMemUnmap(pool, 6 * piece));
	CHECK(cuMemUnmap(pool + 7 * piece, piece));
	for (CUmemGenericAllocationHandle h : handles)
		CHECK(cuMemRelease(h));
	CHECK(cuMemAddressFree(pool, 8 * piece));
	CHECK(cudaFree(result));
	free(copy);
	return 0;
}
