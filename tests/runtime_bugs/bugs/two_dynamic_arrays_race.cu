// expect: data-race-shared
// Two `extern __shared__` arrays, the same bytes, written by different threads: a race as well, and one report.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pairs(const int *in, float *out, int n)
{
	extern __shared__ int keys[];
	extern __shared__ float values[];
	int i = threadIdx.x;
	keys[i] = in[i]; // BUG
	values[n - 1 - i] = in[i] * 0.5f; // BUG
	__syncthreads();
	out[i] = keys[(i + 1) % n] + values[(i + 2) % n];
}

int main()
{
	const int n = 64;
	int h[n], *in;
	float *out, o[n];
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(o));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	pairs<<<1, n, n * (sizeof(int) + sizeof(float))>>>(in, out, n);
	cudaMemcpy(o, out, sizeof(o), cudaMemcpyDeviceToHost);
	printf("%d\n", o[2] > 0);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
