// prints: 2016 6 96 64 10 8 55 99 500500
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
// Kernels that launch kernels, ordered in every way that the guide allows: by what the launching thread did, by a barrier, by the
// last block's counter, by a stream, by an event, by a tail launch, by atomic operations, and three launches deep.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned arrived;

__global__ void sum(const int *x, int n, int *total)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += x[i];
	*total = s;
}

__global__ void after_barrier(int *x, int *total)
{
	x[threadIdx.x] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 0)
		sum<<<1, 1>>>(x, 64, total);
}

__global__ void own_writes(int *x, int *total)
{
	for (int i = 0; i < 4; i++)
		x[i] = i;
	sum<<<1, 1>>>(x, 4, total);
	x[4] = 1; // not the child's
}

__global__ void last_block(int *x, int *total)
{
	x[blockIdx.x * 32 + threadIdx.x] = 1;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		if (atomicAdd(&arrived, 1) == gridDim.x - 1)
			sum<<<1, 1>>>(x, 32 * gridDim.x, total);
	}
}

__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }
__global__ void add_one(int *x) { x[threadIdx.x]++; }

__global__ void one_stream(int *x, int *total)
{
	fill<<<1, 32>>>(x, 1);
	add_one<<<1, 32>>>(x);
	sum<<<1, 1>>>(x, 32, total);
}

__global__ void by_event(int *x, int *total)
{
	cudaStream_t one, two;
	cudaEvent_t filled;
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
	fill<<<1, 10, 0, one>>>(x, 1);
	cudaEventRecord(filled, one);
	cudaStreamWaitEvent(two, filled, 0);
	sum<<<1, 1, 0, two>>>(x, 10, total);
	cudaEventDestroy(filled);
	cudaStreamDestroy(one);
	cudaStreamDestroy(two);
}

__global__ void count(int *n) { atomicAdd(n, 1); }
__global__ void copy_one(const int *from, int *to) { *to = *from; }

__global__ void forgotten(int *n, int *total)
{
	count<<<1, 1, 0, cudaStreamFireAndForget>>>(n);
	if (threadIdx.x == 0)
		copy_one<<<1, 1, 0, cudaStreamTailLaunch>>>(n, total);
	if (threadIdx.x == 5)
		n[1] = 3;
}

__global__ void down(int *x, int left, int *total)
{
	x[0] += left;
	if (left)
		down<<<1, 1>>>(x, left - 1, total);
	else
		*total = x[0];
}

__global__ void late(int *x, int *total)
{
	copy_one<<<1, 1, 0, cudaStreamTailLaunch>>>(x, total);
	x[0] = 99;
}

/* All children find the same answer, and write it. */
__global__ void found(int *flag) { *flag = 1; }
__global__ void halves(int *x, int n, int *flag)
{
	if (n > 1) {
		cudaStream_t other;
		cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
		halves<<<1, 1>>>(x, n / 2, flag);
		halves<<<1, 1, 0, other>>>(x + n / 2, n - n / 2, flag);
		cudaStreamDestroy(other);
	} else {
		*x += 1;
		found<<<1, 1>>>(flag);
	}
}

int main()
{
	int *x, *totals, h[10];
	cudaMalloc(&x, 1200 * sizeof(int));
	cudaMalloc(&totals, sizeof h);
	cudaMemset(totals, 0, sizeof h);
	auto again = [&] { cudaMemset(x, 0, 1200 * sizeof(int)); };
	again(), after_barrier<<<1, 64>>>(x, totals);
	again(), own_writes<<<1, 1>>>(x, totals + 1);
	again(), last_block<<<3, 32>>>(x, totals + 2);
	again(), one_stream<<<1, 1>>>(x, totals + 3);
	again(), by_event<<<1, 1>>>(x, totals + 4);
	again(), forgotten<<<1, 8>>>(x, totals + 5);
	again(), down<<<1, 1>>>(x, 10, totals + 6);
	again(), late<<<1, 1>>>(x, totals + 7);
	int up[1000];
	for (int i = 0; i < 1000; i++)
		up[i] = i;
	cudaMemcpy(x, up, sizeof up, cudaMemcpyHostToDevice);
	halves<<<1, 1>>>(x, 1000, totals + 9);
	sum<<<1, 1>>>(x, 1000, totals + 8);
	cudaMemcpy(h, totals, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 9; i++)
		printf("%d%c", h[i], i < 8 ? ' ' : '\n');
	cudaFree(x);
	cudaFree(totals);
}
