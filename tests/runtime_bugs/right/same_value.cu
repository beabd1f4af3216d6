// prints: 1 0
// Many threads set one flag to the same value, after a barrier or the end of the kernel it is read.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void any_negative(int *found, const int *x)
{
	__shared__ int here;
	if (threadIdx.x == 0)
		here = 0;
	__syncthreads();
	if (x[blockIdx.x * blockDim.x + threadIdx.x] < 0)
		here = 1;
	__syncthreads();
	if (here)
		*found = 1;
}

int main()
{
	const int n = 256;
	int h[n], *x, *found, r[2];
	for (int i = 0; i < n; i++)
		h[i] = i % 5 - 1;
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&found, sizeof(r));
	cudaMemset(found, 0, sizeof(r));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	any_negative<<<2, 128>>>(found, x);
	cudaMemset(x, 0, sizeof(h));
	any_negative<<<2, 128>>>(found + 1, x);
	cudaMemcpy(r, found, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%d %d\n", r[0], r[1]);
	cudaFree(x);
	cudaFree(found);
	return 0;
}
