// kernels.cu - kernels that make the order of blocks felt. threads.c runs them with several numbers of
// host threads. All take (a, b, f, n): two arrays of words, one of floats, n elements each.
#include <cooperative_groups.h>
#include <cstdio>
#define KERNEL(name) extern "C" __global__ void name(unsigned *a, unsigned *b, float *f, int n)
#define ELEMENT int i = blockIdx.x * blockDim.x + threadIdx.x

// So much to do that blocks are at different places of it.
__device__ unsigned work(unsigned x)
{
	for (unsigned k = 0; k < 8 + x % 64; k++)
		x = x * 1664525u + 1013904223u;
	return x;
}

KERNEL(plain)
{
	ELEMENT;
	if (i < n)
		b[i] = work(a[i]);
}

KERNEL(histogram)
{
	ELEMENT;
	if (i < n)
		atomicAdd(&b[work(a[i]) % 64], 1u);
}

KERNEL(extremes)
{
	ELEMENT;
	if (i < n) {
		atomicMax(&b[0], work(i));
		atomicMin(&b[1], work(i));
		atomicAdd(&b[i % 2], 1u);
	}
}

KERNEL(float_sum)
{
	ELEMENT;
	if (i < n)
		atomicAdd(&f[0], 1.0f / (1 + work(a[i]) % 1000));
}

// The bits of a float, counted up as well: each kind commutes only with itself.
KERNEL(sums_of_two_types)
{
	ELEMENT;
	if (i < n) {
		atomicAdd((unsigned *)&f[0], 3u);
		atomicAdd(&f[0], 1.0f / (1 + work(a[i]) % 1000));
	}
}

KERNEL(tickets)
{
	ELEMENT;
	unsigned x = work(a[i % n]);
	unsigned at = atomicAdd(&b[0], 1u);
	if (at + 1 < n)
		b[at + 1] = x;
}

// The sum on its way is seen by who adds nothing.
KERNEL(sum_seen)
{
	ELEMENT;
	if (i < n)
		atomicAdd(&b[0], work(a[i]) % 10);
	if (threadIdx.x == 5)
		b[1 + blockIdx.x] = atomicOr(&b[0], 0u);
}

KERNEL(exchanged)
{
	ELEMENT;
	unsigned x = work(i);
	if (threadIdx.x == 0)
		b[1 + blockIdx.x] = atomicExch(&b[0], x);
}

KERNEL(last_block)
{
	__shared__ float part[128];
	__shared__ bool last;
	ELEMENT;
	part[threadIdx.x] = i < n ? work(a[i]) % 1000 / 7.0f : 0;
	__syncthreads();
	for (int d = 64; d > 0; d /= 2) {
		if (threadIdx.x < d)
			part[threadIdx.x] += part[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0) {
		f[1 + blockIdx.x] = part[0];
		__threadfence();
		last = atomicInc(&b[0], gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		float sum = 0;
		for (int k = 0; k < gridDim.x; k++)
			sum += ((volatile float *)f)[1 + k];
		f[0] = sum;
		b[1] = blockIdx.x;
	}
}

KERNEL(float_max)
{
	ELEMENT;
	float x = i < n ? work(a[i]) % 100000 / 3.0f : 0;
	int old = *(volatile int *)f, seen;
	do {
		seen = old;
		if (__int_as_float(seen) >= x)
			break;
		old = atomicCAS((int *)f, seen, __float_as_int(x));
	} while (old != seen);
}

KERNEL(printer)
{
	unsigned x = work(a[blockIdx.x]);
	if (threadIdx.x < 3)
		printf("block %d thread %d: %u\n", blockIdx.x, threadIdx.x, x);
}

// The first block waits for the last.
KERNEL(later_flag)
{
	ELEMENT;
	if (i < n)
		a[i] = work(a[i]);
	if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
		__threadfence();
		*(volatile unsigned *)&b[0] = 1;
	}
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			while (*(volatile unsigned *)&b[0] == 0)
				;
		__syncthreads();
		b[1 + threadIdx.x] = 7;
	}
}

// Each block adds what the one before it hands on.
KERNEL(look_back)
{
	ELEMENT;
	__shared__ unsigned sum, before;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	if (i < n)
		atomicAdd(&sum, work(a[i]) % 100);
	__syncthreads();
	if (threadIdx.x == 0) {
		before = 0;
		if (blockIdx.x > 0) {
			while (atomicAdd(&b[blockIdx.x - 1], 0u) == 0)
				;
			__threadfence();
			before = ((volatile float *)f)[blockIdx.x - 1];
		}
		((volatile float *)f)[blockIdx.x] = before + sum;
		__threadfence();
		atomicExch(&b[blockIdx.x], 1u);
	}
}

KERNEL(grid_sync)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	ELEMENT;
	int all = gridDim.x * blockDim.x;
	a[i] = work(i);
	for (int round = 0; round < 3; round++) {
		grid.sync();
		unsigned x = a[(i + blockDim.x + 1) % all];
		grid.sync();
		a[i] = x + round;
	}
	grid.sync();
	b[i] = a[all - 1 - i];
}

// One block goes wrong; those after it do not count.
KERNEL(fault_amid)
{
	ELEMENT;
	unsigned x = work(a[i % n]);
	if (threadIdx.x == 0)
		printf("block %d\n", blockIdx.x);
	atomicAdd((unsigned *)&f[0], 1u);
	if (i < n)
		b[blockIdx.x == 77 && threadIdx.x < 2 ? n + i : i] = x;
}

KERNEL(hang_amid)
{
	ELEMENT;
	unsigned x = work(a[i % n]);
	unsigned long long y = x; // comes to no state twice
	while (blockIdx.x == 77 && y != 1)
		y = y * 6364136223846793005ull + 1442695040888963407ull;
	if (i < n)
		b[i] = (unsigned)y;
}

// __launch_bounds__ in its two spellings.
extern "C" __global__ void __launch_bounds__(64) at_most_64(unsigned *a, unsigned *b, float *f, int n)
{
	b[threadIdx.x] = 1;
}
