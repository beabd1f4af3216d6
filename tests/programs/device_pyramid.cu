// options: -rdc=true
// needs: nvcc (launches in kernels)
// A pyramid of sums: each level is launched by the one below as a tail launch, with side work in named streams ordered by an event.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int log_at;
__device__ int order_log[64];

__global__ void note(int what)
{
	order_log[atomicAdd(&log_at, 1)] = what;
}

__global__ void halve(int *v, int n)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x, half = n / 2;
	int sum = 0;
	if (i < half)
		sum = v[2 * i] + v[2 * i + 1];
	if (i < half)
		v[n + i] = sum;
	if (i == 0 && half > 1)
		halve<<<(half / 2 + 63) / 64, 64, 0, cudaStreamTailLaunch>>>(v + n, half);
}

__global__ void conductor(int *a, int *b, int n)
{
	cudaStream_t s, t;
	cudaEvent_t e;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, s);
	note<<<1, 1, 0, s>>>(1);
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	note<<<1, 1, 0, t>>>(2);
	halve<<<(n / 2 + 63) / 64, 64, 0, t>>>(b, n);
	note<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
	cudaStreamDestroy(s);
	cudaStreamDestroy(t);
	cudaEventDestroy(e);
	if (cudaGetLastError() != cudaSuccess)
		printf("failed\n");
}

int main()
{
	const int n = 1024;
	int *a, *b, log[3], h[2 * n], last;
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, 2 * n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i % 7;
	cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);
	conductor<<<1, 1>>>(a, b, n);
	cudaDeviceSynchronize();
	cudaMemcpy(&last, b + 2 * n - 2, sizeof last, cudaMemcpyDeviceToHost);
	cudaMemcpyFromSymbol(log, order_log, sizeof log);
	int want = 0;
	for (int i = 0; i < n; i++)
		want += h[i];
	printf("sum %d, wanted %d; order %d %d %d; %s\n", last, want, log[0], log[1], log[2], cudaGetErrorString(cudaGetLastError()));
	cudaFree(a);
	cudaFree(b);
	return last != want;
}
