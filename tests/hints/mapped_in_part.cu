// Hint: part-never-written 22
// The grid is rounded down, and the host reads all of the mapped result.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i * i;
}

int main()
{
	const int n = 1000;
	int *out, *mapped;
	long long sum = 0;
	cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocMapped);
	cudaHostGetDevicePointer(&mapped, out, 0);
#ifndef FIXED

	squares<<<n / 256, 256>>>(mapped, n);
#else
	squares<<<(n + 255) / 256, 256>>>(mapped, n);
#endif
	cudaDeviceSynchronize();
	for (int i = 0; i < n; i++)
		sum += out[i];
	printf("%lld\n", sum);
	cudaFreeHost(out);
	return 0;
}
