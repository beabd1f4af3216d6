// options: -rdc=true
// needs: nvcc (launches in kernels)
// Quicksort whose halves are launched fire-and-forget and in named streams.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ void small_sort(int *v, int n)
{
	for (int i = 1; i < n; i++) {
		int x = v[i], j = i;
		for (; j && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

__global__ void quick(int *v, int n, int depth)
{
	if (n < 16 || depth >= 12) {
		small_sort(v, n);
		return;
	}
	int pivot = v[n / 2], i = 0, j = n - 1;
	while (i <= j) {
		while (v[i] < pivot)
			i++;
		while (v[j] > pivot)
			j--;
		if (i <= j) {
			int t = v[i];
			v[i++] = v[j];
			v[j--] = t;
		}
	}
	if (j >= 0)
		quick<<<1, 1, 0, cudaStreamFireAndForget>>>(v, j + 1, depth + 1);
	if (i < n) {
		cudaStream_t s;
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		quick<<<1, 1, 0, s>>>(v + i, n - i, depth + 1);
		cudaStreamDestroy(s);
	}
}

int main()
{
	const int n = 2000;
	int *d, *h = (int *)malloc(n * sizeof(int)), bad = 0;
	unsigned x = 9;
	for (int i = 0; i < n; i++)
		h[i] = (int)((x = x * 1664525u + 1013904223u) >> 16) % 1000;
	cudaMalloc(&d, n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
	quick<<<1, 1>>>(d, n, 0);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 1; i < n; i++)
		bad += h[i - 1] > h[i];
	printf("out of order: %d\n", bad);
	cudaFree(d);
	free(h);
	return bad;
}
