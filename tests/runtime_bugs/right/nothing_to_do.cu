// prints: 0 5
// Zero bytes copied, nothing allocated, no launch for n = 0; freeing null is fine.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i]++;
}

static int run(const int *in, int *out, int n)
{
	int *x = nullptr;
	cudaMalloc(&x, n * sizeof(int));
	cudaMemcpy(x, in, n * sizeof(int), cudaMemcpyHostToDevice);
	if (n > 0)
		increment<<<(n + 31) / 32, 32>>>(x, n);
	cudaMemset(x, 0, 0);
	cudaMemcpy(out, x, n * sizeof(int), cudaMemcpyDeviceToHost);
	cudaFree(x);
	return n;
}

int main()
{
	int in[3] = { 2, 3, 4 }, out[3];
	int none = run(in, out, 0);
	run(in, out, 3);
	cudaFree(nullptr);
	printf("%d %d\n", none, out[2]);
	return 0;
}
