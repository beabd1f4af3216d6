// prints: 523776
// The last block to arrive sums up: __threadfence() and an atomic counter, nothing volatile.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCKS 8
__device__ unsigned arrived;

__global__ void total(int *sum, int *partial, const int *in)
{
	__shared__ int s[128];
	__shared__ bool is_last;
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 128 + t];
	for (int step = 64; step > 0; step /= 2) {
		__syncthreads();
		if (t < step)
			s[t] += s[t + step];
	}
	if (t == 0) {
		partial[blockIdx.x] = s[0];
		__threadfence();
		is_last = atomicInc(&arrived, BLOCKS - 1) == BLOCKS - 1;
	}
	__syncthreads();
	if (is_last && t == 0) {
		int all = 0;
		for (int b = 0; b < BLOCKS; b++)
			all += partial[b];
		*sum = all;
	}
}

int main()
{
	const int n = 1024;
	int h[n], *in, *partial, *sum, r;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&partial, BLOCKS * sizeof(int));
	cudaMalloc(&sum, sizeof(int));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	for (int turn = 0; turn < 2; turn++)
		total<<<BLOCKS, 128>>>(sum, partial, in);
	cudaMemcpy(&r, sum, sizeof(r), cudaMemcpyDeviceToHost);
	printf("%d\n", r);
	cudaFree(in);
	cudaFree(partial);
	cudaFree(sum);
	return 0;
}
