// expect: data-race-global
// Every block adds its part to one sum, with a plain +=.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(int *sum, const int *in)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 128 + t];
	__syncthreads();
	for (int step = 64; step > 0; step /= 2) {
		if (t < step)
			s[t] += s[t + step];
		__syncthreads();
	}
	if (t == 0)
		*sum += s[0]; // BUG
}

int main()
{
	const int n = 1024;
	int h[n], *in, *sum, result;
	for (int i = 0; i < n; i++)
		h[i] = 1;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&sum, sizeof(int));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemset(sum, 0, sizeof(int));
	total<<<n / 128, 128>>>(sum, in);
	cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", result);
	cudaFree(in);
	cudaFree(sum);
	return 0;
}
