// Hint: block-stride 10
// A grid-stride loop steps by the threads of a block: the blocks count elements several times.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(const int *x, int *even, int n)
{
	const int stride = blockDim.x;

	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride)
		if (x[i] % 2 == 0)
			atomicAdd(even, 1);
}

__global__ void count_once(const int *x, int *even, int n)
{
	int stride = blockDim.x;

	stride *= gridDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		if (x[i] % 2 == 0)
			atomicAdd(even, 1);
}

/* Begins at the block's own elements, and needs all behind them: each thread brings one to all threads of its block. */
__global__ void pairs(const int *x, int *sums, int n)
{
	__shared__ int tile[64];
	const int me = blockIdx.x * blockDim.x + threadIdx.x;
	int sum = 0;

	for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += blockDim.x) {
		tile[threadIdx.x] = x[j];
		__syncthreads();
		for (int k = 0; k < 64; k++)
			sum += tile[k] > x[me];
		__syncthreads();
	}
	sums[me] = sum;
}

/* A chunk of each block's own. */
__global__ void chunks(const int *x, int *out, int each)
{
	const int end = (blockIdx.x + 1) * each;

	for (int i = blockIdx.x * each + threadIdx.x; i < end; i += blockDim.x)
		out[i] = x[i] + 1;
}

/* One block for each row. */
__global__ void rows(const int *x, int *out, int w)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w; i += blockDim.x)
		out[blockIdx.y * w + i] = x[blockIdx.y * w + i] - 1;
}

int main()
{
	const int n = 4096;
	int h[n], *x, *even, *out, got;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&even, sizeof(int));
	cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(even, 0, sizeof(int));
#ifdef FIXED
	count_once<<<4, 64>>>(x, even, n);
#else
	count<<<4, 64>>>(x, even, n);
#endif
	count<<<1, 64>>>(x, even, n);
	pairs<<<n / 64, 64>>>(x, out, n);
	cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
	chunks<<<4, 64>>>(x, out, n / 4);
	cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
	rows<<<dim3(1, 4), 64>>>(x, out, n / 4);
	cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(&got, even, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d %d\n", got, h[n - 1]);
	cudaFree(x);
	cudaFree(out);
	cudaFree(even);
	return 0;
}
