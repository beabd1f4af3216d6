// prints: 64 2016
// Shared memory initialised by a few threads, used by all after the barrier, and again for other data.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void phases(int *out)
{
	__shared__ union { int counts[4]; float weights[8]; } s;
	int t = threadIdx.x;
	if (t < 4)
		s.counts[t] = 0;
	__syncthreads();
	atomicAdd(&s.counts[t % 4], 1);
	__syncthreads();
	int all = s.counts[0] + s.counts[1] + s.counts[2] + s.counts[3];
	__syncthreads();
	if (t < 8)
		s.weights[t] = 0;
	__syncthreads();
	atomicAdd(&s.weights[t / 8], (float)t);
	__syncthreads();
	if (t == 0) {
		float sum = 0;
		for (int k = 0; k < 8; k++)
			sum += s.weights[k];
		out[0] = all;
		out[1] = (int)sum;
	}
}

int main()
{
	int h[2], *out;
	cudaMalloc(&out, sizeof(h));
	phases<<<1, 64>>>(out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	cudaFree(out);
	return 0;
}
