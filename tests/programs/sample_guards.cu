// What headers shared by public samples ask for: guards of the toolkit's headers, the profiler's header, atomics with a scope,
// and the built-in atomics with an order.
#include <cstdio>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t e) { return cudaGetErrorName(e); }
#endif

#ifdef __CUDA_RUNTIME_H__
static void check(cudaError_t e, int line)
{
	if (e != cudaSuccess)
		printf("line %d: %s\n", line, name_of(e));
}
#define CHECK(call) check(call, __LINE__)
#endif

struct totals {
	unsigned ring, down;
	int sum, low, high, taken;
	unsigned long long bits;
};

__global__ void count(totals *t, int *data, int *flag)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	atomicInc_system(&t->ring, 9u);
	atomicDec_system(&t->down, 9u);
	__nv_atomic_fetch_add(&t->sum, i, __NV_ATOMIC_RELAXED);
	__nv_atomic_min(&t->low, -i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_fetch_max(&t->high, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_or(&t->bits, 1ull << i % 64, __NV_ATOMIC_RELAXED);
	int expected = 0;
	if (__nv_atomic_compare_exchange_n(&t->taken, &expected, 1, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
		*data = 42;
		__nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
	}
	if (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) && *data != 42)
		printf("the flag is there before the data\n");
}

int main()
{
	totals *t;
	int *data;

	CHECK(cudaProfilerStart());
	CHECK(cudaMallocManaged(&t, sizeof *t));
	CHECK(cudaMalloc(&data, 2 * sizeof *data));
	CHECK(cudaMemset(data, 0, 2 * sizeof *data));
	*t = totals{};
	count<<<4, 64>>>(t, data, data + 1);
	CHECK(cudaDeviceSynchronize());
	printf("ring %u, down %u, sum %d, low %d, high %d, taken %d, bits %llx\n", t->ring, t->down, t->sum, t->low, t->high, t->taken, t->bits);
	CHECK(cudaFree(data));
	CHECK(cudaFree(t));
	CHECK(cudaProfilerStop());
}
