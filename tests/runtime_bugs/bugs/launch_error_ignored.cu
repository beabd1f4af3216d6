// expect: invalid-launch
// More dynamic shared memory than a kernel gets without asking for it (48 KB).
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sort_pairs(float *x, int n)
{
	extern __shared__ float s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = x[i];
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		x[i] = s[i ^ 1];
}

int main()
{
	const int n = 16384;
	static float h[n];
	float *x;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	sort_pairs<<<1, 256, n * sizeof(float)>>>(x, n); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(x);
	return 0;
}
