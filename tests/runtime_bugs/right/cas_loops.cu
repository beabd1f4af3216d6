// prints: 2016 63 64 128 32 8
// Loops around atomicCAS(), as in CUDA's guide: they begin with a plain read, and an old value only costs a round. The word may
// hold two floats, or be larger than the value.
#include <cstdio>
#include <cuda_runtime.h>

__device__ double add(double *address, double value)
{
	unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
	do {
		assumed = old;
		old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}

__device__ float most(float *address, float value)
{
	int *bits = (int *)address, old = *bits, assumed;
	do {
		assumed = old;
		old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
	} while (assumed != old);
	return __int_as_float(old);
}

__device__ void add(float2 *address, float2 value)
{
	unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
	do {
		assumed = old;
		float2 sum = *(float2 *)&assumed;
		sum.x += value.x;
		sum.y += value.y;
		old = atomicCAS(bits, assumed, *(unsigned long long *)&sum);
	} while (assumed != old);
}

__device__ void add_parts(uint2 *address, uint2 value)
{
	uint2 old = *address, assumed;
	unsigned long long got;
	do {
		assumed = old;
		got = atomicCAS((unsigned long long *)address, (unsigned long long)assumed.y << 32 | assumed.x,
				(unsigned long long)(assumed.y + value.y) << 32 | (assumed.x + value.x));
		old = make_uint2((unsigned)got, (unsigned)(got >> 32));
	} while (assumed.x != old.x || assumed.y != old.y);
}

__device__ void add(unsigned short *address, unsigned value)
{
	unsigned *word = (unsigned *)((size_t)address & ~(size_t)3), shift = 8 * ((size_t)address & 2), old = *word, assumed;
	do {
		assumed = old;
		old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | ((assumed >> shift) + value & 0xffff) << shift);
	} while (assumed != old);
}

__global__ void pairs(float2 *sum, uint2 *counts, unsigned short *halves)
{
	add(sum, make_float2(1, 2));
	add_parts(counts + threadIdx.x % 2, make_uint2(1, 3));
	add(halves + threadIdx.x % 8, 1);
}

__global__ void total(const double *x, double *sum, float *largest, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		add(sum, x[i]);
		most(largest, (float)x[i]);
	}
}

int main()
{
	const int n = 64;
	double h[n], *x, *sum;
	float *largest, least = -1, got;
	struct { float2 sum; uint2 counts[2]; unsigned short halves[8]; } both, *d;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&sum, sizeof *sum);
	cudaMalloc(&largest, sizeof *largest);
	cudaMemset(sum, 0, sizeof *sum);
	cudaMemcpy(largest, &least, sizeof least, cudaMemcpyHostToDevice);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	total<<<2, 32>>>(x, sum, largest, n);
	cudaMemcpy(h, sum, sizeof *h, cudaMemcpyDeviceToHost);
	cudaMemcpy(&got, largest, sizeof got, cudaMemcpyDeviceToHost);
	cudaMalloc(&d, sizeof *d);
	cudaMemset(d, 0, sizeof *d);
	pairs<<<2, 32>>>(&d->sum, d->counts, d->halves);
	cudaMemcpy(&both, d, sizeof both, cudaMemcpyDeviceToHost);
	printf("%g %g %g %g %u %u\n", h[0], got, both.sum.x, both.sum.y, both.counts[1].x, both.halves[7]);
	cudaFree(d);
	cudaFree(x);
	cudaFree(sum);
	cudaFree(largest);
	return 0;
}
