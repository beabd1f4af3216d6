// A guard that lets one thread too many through: it reads what nothing has written, then writes past the end. One cause, told once.
// expect: out-of-bounds
// advice: the guard one too wide
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(unsigned *parts, int bins, int part)
{
	for (int i = threadIdx.x; i < bins; i += blockDim.x)
		parts[blockIdx.x * part + i] = i;
}

__global__ void add_parts(const unsigned *parts, int n, int bins, int part, unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned total = 0;

	if (i > bins)
		return;
	for (int j = 0; j < n; j++)
		total += parts[i + part * j];
	out[i] = total; // BUG
}

int main()
{
	unsigned *parts, *out, last;

	cudaMalloc(&parts, 8 * 1024 * 4);
	cudaMalloc(&out, 256 * 4);
	count<<<8, 128>>>(parts, 256, 1024);
	add_parts<<<4, 128>>>(parts, 8, 256, 1024, out);
	cudaMemcpy(&last, out + 255, sizeof last, cudaMemcpyDeviceToHost);
	printf("%u\n", last);
	cudaFree(parts);
	cudaFree(out);
}
