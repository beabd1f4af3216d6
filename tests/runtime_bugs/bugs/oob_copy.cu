// expect: copy-bounds
// The copy back is longer than the device's array.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void block_sums(int *sums, const int *in)
{
	int s = 0;
	for (int k = 0; k < 64; k++)
		s += in[(blockIdx.x * blockDim.x + threadIdx.x) * 64 + k];
	sums[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

int main()
{
	const int n = 4096;
	static int h[n];
	int *in, *sums;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&sums, n / 64 * sizeof(int));
	cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
	block_sums<<<2, 32>>>(sums, in);
	cudaMemcpy(h, sums, n * sizeof(int), cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", h[0]);
	cudaFree(in);
	cudaFree(sums);
	return 0;
}
